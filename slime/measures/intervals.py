"""Intervals with the session as the unit, differences of two worlds, and bands of a simulated one.

Deals of one session share their players, seats and mood, so they are not independent trials; five
players of a deal are not five trials either. From 30 sessions on: bootstrap over sessions. 2 to 29:
a t interval over session values (pseudo-values of the jackknife, which for a plain mean are the
sessions' own values; a plain mean of ratios over sessions of different length would be biased).
One session: the deal is the unit, under the assumption that the players are equal. Where all
sessions gave the same value, see ``sampling.tied_limits``. How often the limits hold the truth is
counted by ``benchmarks/interval_coverage.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from slime._checks import check_fraction, check_int
from slime.measures.places import Floats, Ints, Places
from slime.measures.records import Interval, Measure, Method, Options
from slime.measures.registry import find
from slime.measures.sampling import (
    Value,
    bootstrap_limits,
    overlap,
    t_limits,
    tied_limits,
    wilson_limits,
)
from slime.measures.transitions import check_place, transition_counts

BOOTSTRAP_FROM = 30
Unit = Literal["session", "deal"]


def interval(
    places: ArrayLike,
    measure: str | Measure,
    level: float = 0.95,
    seed: int = 0,
    draws: int = 1999,
    **options: Any,
) -> Interval:
    """Estimate a measure with limits that should hold the true value in ``level`` of all cases.

    ``places`` ``[match, deal, player]``; ``measure`` a key of ``MEASURES``; ``options`` those of
    the measure (``lag=2``, ``horizon=10``, ...); ``seed`` and ``draws`` of the bootstrap. What was
    assumed is in the result. ``ValueError`` for an unknown measure or option, or nothing to count.

    >>> rng = np.random.default_rng(1)
    >>> lots = np.array([[rng.permutation(5) + 1 for _ in range(20)] for _ in range(12)])
    >>> found = interval(lots, "rank_correlation")
    >>> found.method, found.unit, found.n, found.covers(0)
    ('t', 'session', 12, True)
    """
    record, chosen = find(measure, options)
    return _interval([Places.of(places).array], record, chosen, level, seed, draws)


def paired_interval(
    places_a: ArrayLike,
    places_b: ArrayLike,
    measure: str | Measure,
    level: float = 0.95,
    seed: int = 0,
    draws: int = 1999,
    **options: Any,
) -> Interval:
    """Estimate the difference of a measure, world a minus world b, for worlds with the same luck.

    Match m of one world belongs to match m of the other, and both are left out or drawn together,
    so what luck they share falls out. With one pair of sessions, deals are paired.

    >>> rng = np.random.default_rng(1)
    >>> lots = np.array([[rng.permutation(5) + 1 for _ in range(20)] for _ in range(40)])
    >>> same = paired_interval(lots, lots, "shorrocks")
    >>> same.value, same.method, same.assumption
    (0.0, 'none', 'no_spread')
    """
    record, chosen = find(measure, options)
    a, b = Places.of(places_a, name="places_a").array, Places.of(places_b, name="places_b").array
    if a.shape[0] != b.shape[0] or a.shape[2] != b.shape[2]:
        raise ValueError(
            "places_b must have as many matches and players as places_a: "
            f"{a.shape[0]} and {a.shape[2]}, not {b.shape[0]} and {b.shape[2]}"
        )
    return _interval([a, b], record, chosen, level, seed, draws)


def cell_interval(
    places: ArrayLike, before: int, after: int, lag: int = 1, level: float = 0.95, seed: int = 0
) -> Interval:
    """Estimate one cell of the matrix: of those on place ``before``, the share going to ``after``.

    Over sessions as everywhere; with one session, or where it never or always happened, Wilson's
    limits with n = deals: one player a deal comes from a place, never all.

    >>> cell = cell_interval([[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1]], 1, 1)
    >>> round(cell.value, 4), cell.method, cell.n, round(cell.low, 3), round(cell.high, 3)
    (0.3333, 'wilson', 3, 0.061, 0.792)
    """
    array = Places.of(places).array
    row = check_place(before, array.shape[2], "before") - 1
    column = check_place(after, array.shape[2], "after") - 1

    def parts(counts: Ints) -> Floats:
        chosen = counts[..., row, :].astype(np.float64)
        return np.stack([chosen[..., column], chosen.sum(axis=-1)], axis=-1)

    def share(sums: Floats) -> Floats:
        with np.errstate(invalid="ignore", divide="ignore"):
            return sums[..., 0] / sums[..., 1]

    sessions = parts(transition_counts(array, lag, by="match"))
    deals = parts(transition_counts(array, lag, by="deal")).reshape(-1, 2)
    return units_interval(
        sessions,
        deals,
        share,
        check_fraction("level", level),
        seed,
        trials=lambda s: s[..., 1],
        lag=lag,
    )


def units_interval(
    sessions: Floats,
    deals: Floats | Callable[[], Floats] | None,
    value: Value,
    level: float,
    seed: int = 0,
    draws: int = 1999,
    trials: Value | None = None,
    lag: int = 1,
) -> Interval:
    """Limits for any function of sums over sessions: the rule that all intervals here follow.

    ``sessions`` ``[session, ...]`` and ``deals`` ``[deal, ...]`` (or a function that makes them, or
    ``None``) hold statistics that add up; ``value`` turns sums ``[..., *statistics]`` into numbers;
    ``trials``: as how many trials the deals count, if the value is a share of them; windows of
    ``lag`` deals overlap. Units with nothing in them are left out.

    >>> sums = np.array([[3.0, 10.0], [4.0, 10.0], [5.0, 10.0]])
    >>> found = units_interval(sums, None, lambda s: s[..., 0] / s[..., 1], 0.95)
    >>> found.method, round(found.low, 3), round(found.high, 3)
    ('t', 0.152, 0.648)
    """
    sessions = _heard(sessions)
    n = len(sessions)
    if n == 0:
        raise ValueError("places must hold a match long enough for this measure")
    estimate = value(sessions.sum(axis=0))
    nothing = np.full(np.shape(estimate), np.nan)
    if deals is None and n == 1:
        return _record(estimate, nothing, nothing, level, "none", "session", 1, "one_session")
    rng = np.random.default_rng(check_int("seed", seed, 0))
    found: Found = "none", nothing, nothing
    if n > 1:
        found = _over_units(sessions, value, level, rng, draws)
        if deals is None or not np.isnan(found[1]).any():
            why = "no_spread" if found[0] == "none" else "sessions_alike"
            return _record(estimate, *found[1:], level, found[0], "session", n, why)
    assert deals is not None
    units = _heard(deals() if callable(deals) else deals)
    if n == 1 and trials is None:
        if len(units) > lag:
            found = _over_units(units, value, level, rng, draws, lag)
        why = "no_spread" if found[0] == "none" else "equal_players"
        return _record(estimate, *found[1:], level, found[0], "deal", len(units), why)
    if n > 1 and len(units) > 1:
        _, low, high = tied_limits(sessions, units, value, level)
        if found[0] == "none" and not np.isnan(low).all():
            return _record(estimate, low, high, level, "t", "session", n, "tied_sessions")
        found = found[0], _filled(found[1], low), _filled(found[2], high)
    if trials is not None:
        # A cell that never or always happened, or only one session: Wilson, n = deals.
        windows = trials(units.sum(axis=0))
        if lag > 1:
            windows = windows / overlap(units, value, lag)
        low, high = wilson_limits(estimate, windows, level)
        if found[0] == "none":
            return _record(
                estimate, low, high, level, "wilson", "deal", len(units), "equal_players"
            )
        found = found[0], _filled(found[1], low), _filled(found[2], high)
    why = "no_spread" if found[0] == "none" else "sessions_alike"
    return _record(estimate, *found[1:], level, found[0], "session", n, why)


Found = tuple[Method, Floats, Floats]


def _heard(units: Floats) -> Floats:
    return units[units.reshape(len(units), -1).any(axis=1)]


def _filled(limits: Floats, others: Floats) -> Floats:
    return np.where(np.isnan(limits), others, limits)


def _over_units(
    units: Floats, value: Value, level: float, rng: np.random.Generator, draws: int, lag: int = 1
) -> Found:
    """Limits from the spread of units, nan in cells without any; "none" if no cell has any."""
    method: Method = "bootstrap" if len(units) >= BOOTSTRAP_FROM and lag == 1 else "t"
    if method == "t":
        stretch = overlap(units, value, lag) if lag > 1 else 1.0
        _, low, high = t_limits(units, value, level, inflate=stretch)
    else:
        _, low, high = bootstrap_limits(units, value, level, rng, draws)
    still = ~(high - low > 1e-12)
    low, high = np.where(still, np.nan, low), np.where(still, np.nan, high)
    return "none" if still.all() else method, low, high


def _interval(
    worlds: list[Ints], record: Measure, options: Options, level: float, seed: int, draws: int
) -> Interval:
    level, draws = check_fraction("level", level), check_int("draws", draws, 100, 10**6)
    if record.by_session is None or record.value is None:
        raise ValueError(f"measure {record.key} is not a function of places; it has its own limits")
    by_session, by_deal, in_sums = record.by_session, record.by_deal, record.value
    sessions = np.stack([by_session(w, options) for w in worlds], axis=1)
    axis = sessions.ndim - 2  # axes of the statistics
    players = worlds[0].shape[2]

    def of_deals() -> Floats:
        assert by_deal is not None
        length = max(w.shape[1] for w in worlds)
        padded = [np.pad(w, ((0, 0), (0, length - w.shape[1]), (0, 0))) for w in worlds]
        return np.stack([by_deal(w, options) for w in padded], axis=1)

    def value(sums: Floats) -> Floats:
        a, *rest = np.moveaxis(sums, sums.ndim - axis - 1, 0)
        first = in_sums(a, options)
        if not rest:
            return first
        second = in_sums(rest[0], options)
        if record.finish is not None:
            first, second = (record.finish(x, x, x, players)[0] for x in (first, second))
        return first - second

    trials: Value | None = None
    if record.trials is not None and len(worlds) == 1:
        count = record.trials

        def trials(sums: Floats) -> Floats:
            return count(sums[0], options)

    if record.steps:
        n = len(_heard(sessions))
        estimate = value(sessions.sum(axis=0))
        nothing = np.full(np.shape(estimate), np.nan)
        return _record(estimate, nothing, nothing, level, "none", "session", n, "steps")
    lag = int(options.get("lag", 1))
    deals = of_deals if by_deal is not None else None
    found = units_interval(sessions, deals, value, level, seed, draws, trials, lag)
    if record.finish is None or len(worlds) == 2:
        return found
    numbers = [np.asarray(x, dtype=np.float64) for x in (found.value, found.low, found.high)]
    shown = record.finish(numbers[0], numbers[1], numbers[2], players)
    return _record(*shown, level, found.method, found.unit, found.n, found.assumption)


def _record(
    estimate: Floats,
    low: Floats,
    high: Floats,
    level: float,
    method: Method,
    unit: Unit,
    n: int,
    assumption: str,
) -> Interval:
    whole_value, low_value, high_value = (
        float(x) if np.ndim(x) == 0 else x for x in (estimate, low, high)
    )
    return Interval(whole_value, low_value, high_value, level, method, unit, n, assumption)
