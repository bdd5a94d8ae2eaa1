"""Measures with limits: of one world, of two with the same luck, and what chance alone would show.

How the limits are made, and on what they rest: see `slime.measures.limits`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from slime._checks import check_fraction, check_int, invalid
from slime.measures.catalog import find
from slime.measures.declare import Measure, Options, OptionValue, measure
from slime.measures.limits import (
    Interval,
    counted,
    plain,
    quantiles,
    resampled,
    student,
    units_interval,
    wilson_limits,
)
from slime.measures.places import BLOCKS, Floats, Places, PlacesLike, check_place, side_by_side
from slime.measures.transitions import HasCounts, MovesLike, Transitions


def interval(
    source: MovesLike,
    measure: str | Measure[object],
    level: float = 0.95,
    seed: int = 0,
    draws: int = 1999,
    **options: OptionValue,
) -> Interval:
    """Estimate a measure with limits that should hold the true value in ``level`` of all cases.

    Parameters
    ----------
    source : simulation, array, data frame, text, list or Transitions
        Places, see `Places.of`; or counts of moves, for measures of these (if it is known what
        places were counted, the limits are made of these).
    measure : str or Measure
        A key of `MEASURES`.
    level : float
        Between 0 and 1.
    seed, draws : int
        Of the bootstrap.
    **options
        Those of the measure (``lag=2``, ``horizon=10``, ...).

    Returns
    -------
    Interval
        It says what was assumed, or why there are no limits.

    Raises
    ------
    ValueError
        For an unknown measure or option, or nothing to count.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> lots = np.array([[rng.permutation(5) + 1 for _ in range(20)] for _ in range(12)])
    >>> found = interval(lots, "rank_correlation")
    >>> found.method, found.unit, found.n, found.covers(0)
    ('t', 'session', 12, True)
    """
    record, chosen = find(measure, options)
    if isinstance(source, Transitions):
        chosen |= {"lag": source.lag} if "lag" in chosen and "lag" not in options else {}
        source = source if source.places is None else source.places
    only_counts = isinstance(source, HasCounts) and not hasattr(source, "places")
    if isinstance(source, Transitions) or only_counts:
        if record.takes != "transitions":
            raise invalid("places.no_places", name=record.key)
        return _of_counts(Transitions.of(source, chosen["lag"]), record, chosen, level)
    return _of_places([Places.of(cast(PlacesLike, source))], record, chosen, level, seed, draws)


def paired_interval(
    places_a: PlacesLike,
    places_b: PlacesLike,
    measure: str | Measure[object],
    level: float = 0.95,
    seed: int = 0,
    draws: int = 1999,
    **options: OptionValue,
) -> Interval:
    """Estimate the difference of a measure, world a minus world b, for worlds with the same luck.

    Match m of one world belongs to match m of the other, and both are left out or drawn together,
    so what luck they share falls out. With one pair of sessions, deals are paired.

    Parameters
    ----------
    places_a, places_b : simulation, array, data frame, text or list
        Places with as many matches and players, see `Places.of`.
    measure : str or Measure
        A key of `MEASURES`.
    level : float
        Between 0 and 1.
    seed, draws : int
        Of the bootstrap.
    **options
        Those of the measure.

    Returns
    -------
    Interval

    Raises
    ------
    ValueError
        If the worlds do not pair, and as `interval`.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> lots = np.array([[rng.permutation(5) + 1 for _ in range(20)] for _ in range(40)])
    >>> same = paired_interval(lots, lots, "shorrocks")
    >>> same.value, same.method, same.assumption
    (0.0, 'none', 'no_spread')
    """
    record, chosen = find(measure, options)
    a, b = Places.of(places_a, name="places_a"), Places.of(places_b, name="places_b")
    sizes = [(world.shape[0], world.count) for world in (a, b)]
    if sizes[0] != sizes[1]:
        (matches, players), (other, others) = sizes
        told = {"matches": matches, "players": players, "other": other, "others": others}
        raise invalid("places.pair", lang=None, **told)
    return _of_places([a, b], record, chosen, level, seed, draws)


def cell_interval(
    places: PlacesLike, before: int, after: int, lag: int = 1, level: float = 0.95, seed: int = 0
) -> Interval:
    """Estimate one cell of the matrix: of those on place ``before``, the share going to ``after``.

    Over sessions as everywhere; with one session, or where it never or always happened, Wilson's
    limits with n = deals: one player a deal comes from a place, never all.

    Parameters
    ----------
    places : simulation, array, data frame, text or list
        See `Places.of`.
    before, after : int
        Places, 1 to P.
    lag : int
        How many deals later.
    level : float
        Between 0 and 1.
    seed : int
        Of the bootstrap.

    Returns
    -------
    Interval

    Examples
    --------
    >>> cell = cell_interval([[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1]], 1, 1)
    >>> round(cell.value, 4), cell.method, cell.n, round(cell.low, 3), round(cell.high, 3)
    (0.3333, 'wilson', 3, 0.061, 0.792)
    """
    return interval(places, _cell, level, seed, before=before, after=after, lag=lag)


@measure(r"M_{ij}", "[0, 1]", "share", "counting", cells=True)
def _cell(m: Floats, before: int = 1, after: int = 1) -> Floats:
    """One cell of the matrix."""
    row, column = (
        check_place(before, m.shape[-1], "before"),
        check_place(after, m.shape[-1], "after"),
    )
    return m[..., row - 1, column - 1]


def _of_counts(
    moves: Transitions, record: Measure[object], options: dict[str, Any], level: float
) -> Interval:
    """Limits where only counts are known: of shares of rows, by their errors or as trials."""
    level = check_fraction("level", level)
    value = record.value(moves.shares if record.shares else moves.counts, options)
    if record.cells and moves.errors is not None:
        freedom = moves.matches - 1 if moves.matches > 1 else np.inf
        half = student(freedom, level) * record.apply(moves.errors, options)
        limits = value, np.maximum(value - half, 0), np.minimum(value + half, 1)
        found = Interval(*limits, level, "t", "session", moves.matches, "sessions_alike")
    elif record.cells:
        trials = record.trials(moves.counts, options)
        limits = value, *wilson_limits(value, trials, level)
        n = int(np.min(trials))
        found = Interval(*limits, level, "wilson", "deal", n, "equal_players")
    else:
        found = _without_limits(value, level, moves.matches, "steps" if record.steps else "counts")
    return _finished(found, record, moves.count)


def _without_limits(value: Floats, level: float, n: int, why: str) -> Interval:
    return Interval(value, value * np.nan, value * np.nan, level, "none", "session", n, why)


def _finished(found: Interval, record: Measure[object], players: int) -> Interval:
    """An interval on the scale that is shown."""
    if record.finish is None:
        return found
    value, low, high = (np.asarray(x, np.float64) for x in (found.value, found.low, found.high))
    value, low, high = record.finish(value, low, high, players)
    return replace(found, value=value, low=low, high=high)


@np.errstate(invalid="ignore", divide="ignore")
def _of_places(
    worlds: list[Places],
    record: Measure[object],
    options: Options,
    level: float,
    seed: int,
    draws: int,
) -> Interval:
    """Limits of a measure in one world, or of its difference between two."""
    level, draws = check_fraction("level", level), check_int("draws", draws, 100, 10**6)
    blocks = [record.in_blocks(world, options) for world in worlds]
    sessions = np.stack([sums for sums, _ in blocks], axis=1)
    axis, players, paired = sessions.ndim - 2, worlds[0].count, len(worlds) == 2

    def value(sums: Floats) -> Floats:
        each = np.moveaxis(sums, sums.ndim - axis - 1, 0)
        if not paired:
            return record.value(each[0], options)
        a, b = (record.shown(one, options, players) for one in each)
        return a - b

    if record.steps:
        return _without_limits(value(sessions.sum(axis=0)), level, blocks[0][1], "steps")

    def trials(sums: Floats) -> Floats:
        return record.trials(sums[0], options)

    lag, asked = int(options.get("lag", 1)), trials if record.cells and not paired else None
    many = worlds[0].shape[0] > BLOCKS  # then no deal matters, and to have all of them is dear
    known = record.knows_deals and not many
    deals = partial(_by_deal, worlds, record, options) if known else None
    kinds = partial(_kinds_of_deal, worlds, record, options) if lag == 1 else None
    found = units_interval(sessions, deals, value, level, seed, draws, asked, lag, kinds)
    if many and found.unit == "session":
        found = replace(found, n=blocks[0][1])
    return found if paired else _finished(found, record, players)


def _by_deal(worlds: list[Places], record: Measure[object], options: Options) -> Floats:
    """Statistics by deal of one world or two side by side; matches are padded to one length."""
    length = max(world.shape[1] for world in worlds)
    gaps = [((0, 0), (0, length - world.array.shape[1]), (0, 0)) for world in worlds]
    padded = [np.pad(world.array, gap) for world, gap in zip(worlds, gaps, strict=True)]
    return np.stack([cast(Floats, record.by_deal(one, options)) for one in padded], axis=1)


def _kinds_of_deal(
    worlds: list[Places], record: Measure[object], options: Options
) -> tuple[Floats, int]:
    """The different statistics by deal, and of how many deals; they are counts."""
    found: list[Floats] = []
    many = 0
    for some in side_by_side(worlds):
        units = counted(_by_deal(some, record, options))
        many += len(units)
        found = [_different(np.concatenate([*found, units]))]
    return found[0], many


def _different(units: Floats) -> Floats:
    """Each kind of units once; kinds are told apart by a number made of their counts."""
    flat = units.reshape(len(units), -1).astype(np.int64)
    marks = np.random.default_rng(1).integers(1 << 62, size=flat.shape[1])
    return units[np.unique(flat @ marks, return_index=True)[1]]


@dataclass(frozen=True)
class Band:
    """Where ``level`` of the tables would lie that play ``sessions`` sessions in a simulated world.

    ``low``, ``middle`` (median) and ``high`` are floats, or arrays for a measure of many numbers
    (cell by cell); ``simulated`` is the number of simulated matches behind them.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> lots = np.array([[rng.permutation(4) + 1 for _ in range(10)] for _ in range(200)])
    >>> found = band(lots, "keep_first", sessions=5)
    >>> round(found.low, 2) < 0.25 < round(found.high, 2), found.sessions, found.simulated
    (True, 5, 200)
    """

    low: float | Floats
    middle: float | Floats
    high: float | Floats
    level: float
    sessions: int
    simulated: int


@dataclass(frozen=True)
class AgainstBand:
    """A measure beside the band of another world.

    ``below``: share of the drawn tables whose value lies below the observed one (half of those
    equal to it count); ``outside``: is the observed value outside the band.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> lots = np.array([[rng.permutation(4) + 1 for _ in range(10)] for _ in range(200)])
    >>> found = against_band(lots[:5], lots, "keep_first")
    >>> found.outside, found.band.sessions
    (False, 5)
    """

    observed: Interval
    band: Band
    below: float | Floats
    outside: bool | NDArray[np.bool_]


def band(
    world: PlacesLike,
    measure: str | Measure[object],
    sessions: int = 1,
    level: float = 0.95,
    seed: int = 0,
    draws: int = 2000,
    **options: OptionValue,
) -> Band:
    """Return the band in which a measure lies, by chance, for tables that live by a world's rules.

    Groups of ``sessions`` matches are drawn from the world. Simulate as many deals a match as were
    played.

    Parameters
    ----------
    world : simulation, array, data frame, text or list
        Simulated places, see `Places.of`.
    measure : str or Measure
        A key of `MEASURES`.
    sessions : int
        How many sessions a table plays.
    level : float
        Between 0 and 1.
    seed, draws : int
        Of the drawing.
    **options
        Those of the measure.

    Returns
    -------
    Band

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> lots = np.array([[rng.permutation(5) + 1 for _ in range(20)] for _ in range(300)])
    >>> one = band(lots, "gini", sessions=1)
    >>> bool(one.low < one.middle < one.high < 0.4)
    True
    """
    read = Places.of(world, name="world")
    return _drawn(read, measure, options, sessions, level, seed, draws)[1]


@np.errstate(invalid="ignore")
def against_band(
    places: PlacesLike,
    world: PlacesLike,
    measure: str | Measure[object],
    level: float = 0.95,
    seed: int = 0,
    draws: int = 2000,
    **options: OptionValue,
) -> AgainstBand:
    """Hold a measure against the band of a world, for as many sessions and deals as were played.

    For instance running totals with the exchange against a world without it. Longer matches of the
    world are cut to the deals of ``places``: inequality of totals depends on how long was played.

    Parameters
    ----------
    places : simulation, array, data frame, text or list
        What was played, see `Places.of`.
    world : simulation, array, data frame, text or list
        Simulated places, of as many players and at least as many deals.
    measure : str or Measure
        A key of `MEASURES`.
    level : float
        Between 0 and 1.
    seed, draws : int
        Of the drawing.
    **options
        Those of the measure.

    Returns
    -------
    AgainstBand

    Raises
    ------
    ValueError
        If the world's matches are shorter, or if it has other numbers of players.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> lots = np.array([[rng.permutation(5) + 1 for _ in range(20)] for _ in range(300)])
    >>> still = np.tile([1, 2, 3, 4, 5], (1, 10, 1))
    >>> found = against_band(still, lots, "gini")
    >>> round(found.observed.value, 3), found.outside, found.below
    (0.4, True, 1.0)
    """
    read, other = Places.of(places), Places.of(world, name="world")
    deals, enough = read.shape[1], other.shape[1]
    if read.count != other.count or enough < deals:
        told = {"count": read.count, "deals": deals, "players": other.count, "enough": enough}
        raise invalid("places.world", lang=None, **told)
    cut = Places(other.array[:, :deals], other.named, other.origin)
    values, limits = _drawn(cut, measure, options, read.matches, level, seed, draws)
    observed = _of_places([read], *find(measure, options), level, seed, 1999)
    below = ((values < observed.value) + (values == observed.value) / 2).mean(axis=0)
    outside = (observed.value < limits.low) | (observed.value > limits.high)
    return AgainstBand(observed, limits, plain(np.asarray(below)), plain(np.asarray(outside)))


def _drawn(
    world: Places,
    measure: str | Measure[object],
    options: Options,
    sessions: int,
    level: float,
    seed: int,
    draws: int,
) -> tuple[Floats, Band]:
    """Values of a measure in groups of sessions drawn from a world, and their band."""
    record, chosen = find(measure, options)
    level, sessions = check_fraction("level", level), check_int("sessions", sessions, 1, 10**6)
    draws = check_int("draws", draws, 100, 10**6)
    parts = counted(record.by_session(world, chosen))
    if not len(parts):
        raise invalid("measures.limits.too_short")
    rng = np.random.default_rng(check_int("seed", seed, 0))
    sums = np.concatenate([*resampled(rng, parts, draws, sessions)])
    values = record.shown(sums, chosen, world.count)
    low, middle, high = map(plain, quantiles(values, (1 - level) / 2, 0.5, (1 + level) / 2))
    return values, Band(low, middle, high, level, sessions, len(parts))
