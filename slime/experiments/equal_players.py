"""Rule or person: is what we see more than equal players show under the same rules?

The null says: the players are equal, these are the rules and the seating, and what lasts comes
from them alone.  It is simulated: `draws` data sets with as many sessions, each of as many deals,
played by equal players.  The p-value is the share of those (and the one seen) whose statistic is
at least as large as the one seen, a Monte Carlo test (Barnard 1963; Davison and Hinkley 1997,
section 4.2) whose size is exact but for ties if people play like the players of the null.
``benchmarks/rule_or_person.py`` counts how often it is wrong and how often it finds a better
player.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slime._checks import check_choice, check_fraction, check_int, check_seed, invalid
from slime.experiments.factorial import Decomposition, decompose
from slime.experiments.outcomes import Outcome, Outcomes, correlations, find_outcome
from slime.game.rules import Rules
from slime.game.rules import rules as make_rules
from slime.game.setting import Strategies
from slime.measures.places import Floats, Ints, Places, PlacesLike
from slime.simulation import simulate
from slime.strategies.registry import find

#: The statistics to choose from.
STATISTICS = ("friedman_ratio", "excess_persistence")
#: Deals apart that are looked at beside one.
LAGS = 8


@dataclass(frozen=True)
class LagRow:
    """Places `lag` deals apart: rank correlation seen, by the power of the matrix, and the gap.

    `low` and `high` are the band of the gap: where it lies in `level` of the simulated data sets
    of equal players at the same seats.  The gap is compared with this band, never with 0.
    """

    lag: int
    seen: float
    power: float
    gap: float
    low: float
    high: float

    @property
    def outside(self) -> bool:
        """Whether the gap lies outside of the band."""
        return not self.low <= self.gap <= self.high


@dataclass(frozen=True)
class EqualPlayersTest:
    """A statistic seen, where equal players would have it, and the p-value.

    `null` [draws] are the values of the simulated data sets of equal players (of those of several
    kinds that give the largest p); `low` and `high` hold `level` of them; `equal` names them.
    `lags` has a row for each number of deals apart, with a band of its own; since several are
    looked at, `lags_p` says which share of sets has as many rows outside their bands, or more.

    Examples
    --------
    >>> sim = simulate(matches=4, deals=10, seed=1, progress=False)
    >>> test = equal_players_test(sim.places, draws=99)
    >>> test.rejected, test.lags_rejected, len(test.null), [row.lag for row in test.lags]
    (False, False, 99, [2, 3, 4, 5, 6, 7, 8])
    """

    statistic: str
    seen: float
    p: float
    equal: str
    null: Floats
    low: float
    high: float
    level: float
    sessions: int
    deals: int
    lags: tuple[LagRow, ...]
    lags_p: float
    all_p: tuple[tuple[str, float], ...]

    @property
    def rejected(self) -> bool:
        """Whether equal players are ruled out at 1 - `level`."""
        return rules_out(self.p, self.level)

    @property
    def lags_rejected(self) -> bool:
        """Whether equal players rarely have as many rows of `lags` outside of their bands."""
        return rules_out(self.lags_p, self.level)

    def __repr__(self) -> str:
        return (
            f"<EqualPlayersTest: {self.statistic} {self.seen:.3f}, equal players "
            f"{self.low:.3f} to {self.high:.3f}, p = {self.p:.4f}>"
        )


def equal_players_test(
    places: PlacesLike,
    rules: Rules | str = "slime-licker",
    equal: Strategies = "lowest",
    statistic: str = "excess_persistence",
    draws: int = 999,
    level: float = 0.95,
    seed: int = 1,
    *,
    workers: int | None = None,
    engine: str | None = None,
) -> EqualPlayersTest:
    """Test whether places show more than equal players would under these rules and seats.

    Parameters
    ----------
    places : simulation, array, data frame, text or list
        ``[match, deal, player]`` or ``[deal, player]`` from any source (0 = not played): a
        simulation, a record, or a class that played with real cards.  A match is a session whose
        players keep their columns.
    rules : Rules or str
        Those that were played by, seating included.
    equal : str, Strategy, function or sequence of these
        How the equal players of the null play: a strategy, or several, of which the one counts
        that makes what was seen most likely (the largest p).  How people play is not known, so
        for people name several.
    statistic : str
        ``"excess_persistence"``, which hardly depends on how the equal players play, or
        ``"friedman_ratio"``, which sees a little more but cries wolf where the players of the
        null keep their places less than the equal ones at the table would (both:
        `slime.experiments.outcomes`; how often: ``data/rule_or_person.json``).
    draws : int
        How many data sets of equal players are simulated.
    level : float
        1 minus the size of the test; also that of the bands.
    seed : int
        Where the luck of the equal players comes from.
    workers, engine
        As in `slime.simulate`.

    Returns
    -------
    EqualPlayersTest
        What was seen, the null, and the p-value.

    Raises
    ------
    ValueError
        For places that are no whole deals, or other bad arguments.

    Examples
    --------
    >>> sim = simulate(matches=5, deals=20, strategies=["counter", "counter", "lowest", "lowest",
    ...                "random"], seed=3, progress=False)
    >>> found = equal_players_test(sim.places, draws=199, statistic="friedman_ratio")
    >>> found.p, found.rejected, found.seen > found.high
    (0.005, True, True)
    """
    array = Places.of(places).array
    _check_whole(array)
    made = make_rules(rules)
    made.check_players(array.shape[2])
    outcome = find_outcome(check_choice("statistic", statistic, STATISTICS))
    draws, level = check_int("draws", draws, 19), check_fraction("level", level)
    kinds = equal if isinstance(equal, (list, tuple)) else (equal,)
    if not kinds:
        raise invalid("experiments.no_kind")
    array = array[(array > 0).any(axis=(1, 2))]
    seen = float(values_by_set(outcome, array, len(array))[0])
    found: list[tuple[float, str, Floats, Ints]] = []
    for kind in kinds:
        worlds = equal_worlds(array, made, kind, draws, seed, workers, engine)
        null = values_by_set(outcome, worlds, len(array))
        found.append((p_value(seen, null), str(find(kind)), null, worlds))
    p, name, null, worlds = max(found, key=lambda one: one[0])
    tail = (1 - level) / 2
    low, high = np.quantile(null, [tail, 1 - tail])
    limits = float(low), float(high), level
    size = len(array), int((array > 0).any(axis=2).sum())
    lags = _lag_rows(array, worlds, tail)
    each = tuple((name, p) for p, name, *_ in found)
    return EqualPlayersTest(statistic, seen, p, name, null, *limits, *size, *lags, each)


def _check_whole(places: Ints) -> None:
    known = (places > 0).sum(axis=2)
    broken = np.argwhere((known > 0) & (known < places.shape[2]))
    if len(broken):
        match, deal = (int(x) + 1 for x in broken[0])
        raise invalid("experiments.not_whole", match=match, deal=deal)
    if (known > 0).sum(axis=1).max(initial=0) < 3:
        raise invalid("experiments.few_deals")


def equal_worlds(
    places: Ints,
    rules: Rules,
    equal: Strategies,
    draws: int,
    seed: int,
    workers: int | None = None,
    engine: str | None = None,
) -> Ints:
    """`draws` data sets of equal players, cut to the deals played: [draws * session, ...]."""
    sessions, _, count = places.shape
    played = (places > 0).any(axis=2).sum(axis=1)
    length = int(played.max())
    sim = simulate(
        *(rules, count, draws * sessions, length, equal, seed, workers),
        engine=engine,
        progress=False,
    )
    kept = np.tile(np.arange(length) < played[:, None], (draws, 1))
    return np.where(kept[:, :, None], sim.places.astype(np.int64), 0)


def p_value(seen: float, null: Floats) -> float:
    """The share of the null's values and the one seen that are at least as large as that one.

    >>> p_value(3.0, np.array([1.0, 2.0, 3.0]))
    0.5
    """
    return (1 + int((null >= seen - 1e-12).sum())) / (1 + len(null))


def rules_out(p: float, level: float) -> bool:
    """Whether a p-value is small enough; the size, as it is said, is small enough itself.

    >>> rules_out(0.1, 0.9), rules_out(0.11, 0.9)
    (True, False)
    """
    return p <= 1 - level + 1e-12  # 1 - 0.9 is a little less than 0.1


def sums_by_set(units: Floats, sessions: int) -> Floats:
    """Sums over the sessions of each data set, from statistics [data set * session, ...]."""
    return np.asarray(units.reshape(-1, sessions, *units.shape[1:]).sum(axis=1))


def values_by_set(outcome: Outcome, places: NDArray[Any], sessions: int) -> Floats:
    """An outcome of each data set, from places [data set * session, deal, player]."""
    return outcome.value(sums_by_set(outcome.units(places), sessions), places.shape[2])


def _lag_rows(places: Ints, worlds: Ints, tail: float) -> tuple[tuple[LagRow, ...], float]:
    """The gap at each number of deals with its band, and how often so many lie outside."""
    longest = int((places > 0).any(axis=2).sum(axis=1).max())
    lags = max(2, min(LAGS, longest - 1))
    outcome = find_outcome("excess_persistence", {"lags": lags})
    seen, power, _ = correlations(outcome.units(places).sum(axis=0))
    drawn, model, _ = correlations(sums_by_set(outcome.units(worlds), len(places)))
    gaps = (drawn - model)[:, 1:lags]
    low, high = np.quantile(gaps, [tail, 1 - tail], axis=0)
    columns = (seen[1:lags], power[1:lags], (seen - power)[1:lags], low, high)
    rows = tuple(LagRow(k, *map(float, row)) for k, row in enumerate(zip(*columns, strict=True), 2))
    out = ((gaps < low) | (gaps > high)).sum(axis=1)
    return rows, p_value(sum(row.outside for row in rows), out)


def _each(strategies: Any, name: str) -> Sequence[Any]:
    """One strategy for each player; ``ValueError`` for what is no list."""
    listed = isinstance(strategies, Sequence) and not isinstance(strategies, (str, bytes))
    if not listed or not 2 <= len(strategies) <= 8:
        raise invalid("experiments.one_each", name=name, got=strategies)
    return list(strategies)


def equal_players_power(
    unequal: Sequence[Any],
    sessions: int,
    deals: int,
    rules: Rules | str = "slime-licker",
    equal: Strategies = "lowest",
    statistic: str = "excess_persistence",
    level: float = 0.95,
    seed: int = 1,
    *,
    repeats: int = 500,
    draws: int = 2000,
    workers: int | None = None,
) -> float:
    """How often the test finds unequal players: the share of data sets it rejects.

    Parameters
    ----------
    unequal : sequence of str, Strategy or function
        One strategy for each player.  With equal ones the share is the size of the test.
    sessions, deals : int
        Of a data set.
    rules, equal, statistic, level, seed
        As in `equal_players_test`.
    repeats : int
        How many data sets are tested.
    draws : int
        How many data sets of equal players they are compared with.
    workers : int, optional
        As in `slime.simulate`.

    Returns
    -------
    float
        From 0 to 1.

    Raises
    ------
    ValueError
        For arguments that cannot be.

    Examples
    --------
    >>> mixed = ["counter", "counter", "lowest", "lowest", "random"]
    >>> equal_players_power(mixed, 5, 20, repeats=100, draws=400) > 0.9
    True
    """
    made = make_rules(rules)
    count = len(_each(unequal, "unequal"))
    level, seed = check_fraction("level", level), check_seed(seed)
    sessions, deals = check_int("sessions", sessions, 1), check_int("deals", deals, 3)
    draws, repeats = check_int("draws", draws, 19), check_int("repeats", repeats, 1)
    shape = np.broadcast_to(np.arange(1, count + 1), (sessions, deals, count))
    outcome = find_outcome(statistic)
    null = equal_worlds(shape, made, equal, draws, seed, workers)
    other = (seed + 1) % (1 << 64)
    mixed = equal_worlds(shape, made, list(unequal), repeats, other, workers)
    drawn, seen = (values_by_set(outcome, places, sessions) for places in (null, mixed))
    return float(np.mean([rules_out(p_value(one, drawn), level) for one in seen]))


def four_cells(
    skill: Sequence[Any],
    rules: Rules | str = "slime-licker",
    strategies: Strategies = "lowest",
    outcomes: Outcomes = ("rank_correlation", *STATISTICS),
    matches: int = 1_000,
    deals: int = 20,
    seed: int = 1,
    **more: Any,
) -> Decomposition:
    """Equal or mixed skill, exchange on or off: four worlds with the same luck, taken apart.

    Parameters
    ----------
    skill : sequence of str, Strategy or function
        The unequal players.
    rules, outcomes, matches, deals, seed
        As in `slime.decompose`.
    strategies : str, Strategy, function or sequence of these
        The equal players.
    **more
        The rest of what `slime.decompose` takes.

    Returns
    -------
    Decomposition
        With the factors ``exchange`` and ``skill``.

    Raises
    ------
    ValueError
        For arguments that cannot be.

    Examples
    --------
    >>> cells = four_cells(["counter", "lowest", "lowest", "lowest", "random"], matches=200,
    ...                    progress=False)
    >>> shares = {p.factors[0]: p.value for p in cells["friedman_ratio"].shares}
    >>> shares["skill"] > 1
    True
    """
    if "players" in more:
        raise invalid("experiments.as_many_as_skill")
    return decompose(
        *(rules, ("exchange", "skill"), outcomes, len(_each(skill, "skill"))),
        *(matches, deals, strategies, seed),
        skill=list(skill),
        **more,
    )
