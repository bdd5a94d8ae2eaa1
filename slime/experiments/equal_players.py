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

from slime._checks import check_fraction, check_int
from slime.experiments.factorial import Decomposition, decompose
from slime.experiments.outcomes import find_outcome
from slime.experiments.sessions import correlations
from slime.game.rules import Rules
from slime.game.rules import rules as make_rules
from slime.measures.places import Places
from slime.simulation import simulate
from slime.strategies.registry import find

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

#: The statistics to choose from.
STATISTICS = ("spread", "lasting")
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
class PersonTest:
    """A statistic seen, where equal players would have it, and the p-value.

    `null` [draws] are the values of the simulated data sets of equal players (of those of several
    kinds that give the largest p); `low` and `high` hold `level` of them; `equal` names them.
    `lags` has a row for each number of deals apart, with a band of its own; since several are
    looked at, `lags_p` says which share of sets has as many rows outside their bands, or more.

    >>> sim = simulate(matches=4, deals=10, seed=1, progress=False)
    >>> test = rule_or_person(sim.places, draws=99)
    >>> test.rejected, len(test.null), [row.lag for row in test.lags]
    (False, 99, [2, 3, 4, 5, 6, 7, 8])
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
        return self.p <= 1 - self.level + 1e-12

    def __repr__(self) -> str:
        return (
            f"<PersonTest: {self.statistic} {self.seen:.3f}, equal players "
            f"{self.low:.3f} to {self.high:.3f}, p = {self.p:.4f}>"
        )


def rule_or_person(
    places: Any,
    rules: Rules | str = "slime-licker",
    equal: Any = "lowest",
    statistic: str = "lasting",
    draws: int = 999,
    level: float = 0.95,
    seed: int = 1,
    *,
    workers: int | None = None,
    engine: str | None = None,
) -> PersonTest:
    """Test whether places show more than equal players would under these rules and seats.

    `places` ``[match, deal, player]`` or ``[deal, player]`` from any source (0 = not played): a
    simulation, a record, or a class that played with real cards.  A match is a session whose
    players keep their columns.  `rules` are those that were played by, seating included.

    `equal` says how the equal players of the null play: a strategy, or several, of which the one
    counts that makes what was seen most likely (the largest p).  How people play is not known, so
    for people name several.  `statistic` is ``"lasting"``, which hardly depends on how the equal
    players play, or ``"spread"``, which sees a little more but cries wolf where the players of the
    null keep their places less than the equal ones at the table would (both:
    `slime.experiments.sessions`; how often: ``data/rule_or_person.json``).

    Raises ``ValueError`` for places that are no whole deals, or other bad arguments.

    >>> sim = simulate(matches=5, deals=20, strategies=["counter", "counter", "lowest", "lowest",
    ...                "random"], seed=3, progress=False)
    >>> found = rule_or_person(sim.places, draws=199, statistic="spread")
    >>> found.p, found.rejected, found.seen > found.high
    (0.005, True, True)
    """
    array = Places.of(places).array
    _check_whole(array)
    made = make_rules(rules)
    made.check_players(array.shape[2])
    if statistic not in STATISTICS:
        raise ValueError(f"statistic: one of {', '.join(STATISTICS)}, not {statistic!r:.60}")
    draws, level = check_int("draws", draws, 19), check_fraction("level", level)
    kinds = equal if isinstance(equal, (list, tuple)) else (equal,)
    if not kinds:
        raise ValueError("equal: at least one strategy")
    array = array[(array > 0).any(axis=(1, 2))]
    record, options = find_outcome(statistic)
    assert record.by_session is not None and record.value is not None
    seen = float(record.value(record.by_session(array, options).sum(axis=0), options))
    found: list[tuple[float, str, Floats, Ints]] = []
    for kind in kinds:
        worlds = equal_worlds(array, made, kind, draws, seed, workers, engine)
        units = record.by_session(worlds, options)
        null = np.asarray(record.value(sums_by_set(units, len(array)), options))
        found.append((p_value(seen, null), str(find(kind)), null, worlds))
    p, name, null, worlds = max(found, key=lambda one: one[0])
    tail = (1 - level) / 2
    low, high = np.quantile(null, [tail, 1 - tail])
    return PersonTest(
        statistic,
        seen,
        p,
        name,
        null,
        float(low),
        float(high),
        level,
        len(array),
        int((array > 0).any(axis=2).sum()),
        *_lag_rows(array, worlds, tail),
        tuple((name, p) for p, name, *_ in found),
    )


def _check_whole(places: Ints) -> None:
    told = (places > 0).sum(axis=2)
    if ((told > 0) & (told < places.shape[2])).any():
        m, d = (int(x) for x in np.argwhere((told > 0) & (told < places.shape[2]))[0])
        raise ValueError(f"places: match {m}, deal {d} lacks the places of some players")
    if (told > 0).any(axis=1).sum() == 0 or (told > 0).sum(axis=1).max() < 3:
        raise ValueError("places: at least one session of three deals is needed")


def equal_worlds(
    places: Ints,
    rules: Rules,
    equal: Any,
    draws: int,
    seed: int,
    workers: int | None = None,
    engine: str | None = None,
) -> Ints:
    """`draws` data sets of equal players, cut to the deals played: [draws * session, ...]."""
    sessions, _, count = places.shape
    played = (places > 0).any(axis=2)
    length = int(played.sum(axis=1).max())
    sim = simulate(
        rules,
        count,
        draws * sessions,
        length,
        equal,
        seed,
        workers,
        engine=engine,
        progress=False,
    )
    kept = np.arange(length) < played.sum(axis=1)[:, None]
    places = sim.places.astype(np.int64)
    return places if kept.all() else np.where(np.tile(kept, (draws, 1))[:, :, None], places, 0)


def p_value(seen: float, null: Floats) -> float:
    """The share of the null's values and the one seen that are at least as large as that one.

    >>> p_value(3.0, np.array([1.0, 2.0, 3.0]))
    0.5
    """
    return (1 + int((null >= seen - 1e-12).sum())) / (1 + len(null))


def sums_by_set(units: Floats, sessions: int) -> Floats:
    """Sums over the sessions of each data set, from statistics [data set * session, ...]."""
    return np.asarray(units.reshape(-1, sessions, *units.shape[1:]).sum(axis=1))


def _lag_rows(places: Ints, worlds: Ints, tail: float) -> tuple[tuple[LagRow, ...], float]:
    """The gap at each number of deals with its band, and how often so many lie outside."""
    record, _ = find_outcome("lasting")
    longest = int((places > 0).any(axis=2).sum(axis=1).max())
    options = {"lags": max(2, min(LAGS, longest - 1))}
    assert record.by_session is not None
    seen, power, _ = correlations(record.by_session(places, options).sum(axis=0))
    sets = sums_by_set(record.by_session(worlds, options), len(places))
    drawn, model, _ = correlations(sets)
    low, high = np.quantile(drawn - model, [tail, 1 - tail], axis=0)
    rows = tuple(
        LagRow(
            k + 1,
            float(seen[k]),
            float(power[k]),
            float(seen[k] - power[k]),
            float(low[k]),
            float(high[k]),
        )
        for k in range(1, options["lags"])
    )
    gaps = (drawn - model)[:, 1 : options["lags"]]
    bands = np.array([(row.low, row.high) for row in rows]).T
    out = ((gaps < bands[0]) | (gaps > bands[1])).sum(axis=1)
    return rows, p_value(sum(row.outside for row in rows), out)


def _each(strategies: Any, name: str) -> Sequence[Any]:
    """One strategy for each player; ``ValueError`` for what is no list."""
    listed = isinstance(strategies, Sequence) and not isinstance(strategies, (str, bytes))
    if not listed or not 2 <= len(strategies) <= 8:
        may_be = "a list of 2 to 8 strategies, one for each player"
        raise ValueError(f"{name}: {may_be}, not {strategies!r:.60}")
    return list(strategies)


def person_power(
    unequal: Sequence[Any],
    sessions: int,
    deals: int,
    rules: Rules | str = "slime-licker",
    equal: Any = "lowest",
    statistic: str = "lasting",
    level: float = 0.95,
    seed: int = 1,
    *,
    repeats: int = 500,
    draws: int = 2000,
    workers: int | None = None,
) -> float:
    """How often the test finds unequal players: the share of `repeats` data sets it rejects.

    `unequal` has one strategy for each player.  With equal ones the share is the size of the test.

    >>> mixed = ["counter", "counter", "lowest", "lowest", "random"]
    >>> person_power(mixed, 5, 20, repeats=100, draws=400) > 0.9
    True
    """
    made = make_rules(rules)
    count = len(_each(unequal, "unequal"))
    level, seed = check_fraction("level", level), check_int("seed", seed, 0, (1 << 64) - 1)
    sessions, deals = check_int("sessions", sessions, 1), check_int("deals", deals, 3)
    draws, repeats = check_int("draws", draws, 19), check_int("repeats", repeats, 1)
    shape = np.broadcast_to(np.arange(1, count + 1), (sessions, deals, count))
    record, options = find_outcome(statistic)
    assert record.by_session is not None and record.value is not None
    null = equal_worlds(shape, made, equal, draws, seed, workers)
    sim = simulate(
        made,
        count,
        repeats * sessions,
        deals,
        list(unequal),
        (seed + 1) % (1 << 64),
        workers,
        progress=False,
    )
    values = [
        np.asarray(record.value(sums_by_set(record.by_session(x, options), sessions), options))
        for x in (null, sim.places.astype(np.int64))
    ]
    above = draws - np.searchsorted(np.sort(values[0]), values[1] - 1e-12)
    return float(((1 + above) / (1 + draws) <= 1 - level + 1e-12).mean())


def four_cells(
    skill: Sequence[Any],
    rules: Rules | str = "slime-licker",
    strategies: Any = "lowest",
    outcomes: Any = ("rank_correlation", "spread", "lasting"),
    matches: int = 1_000,
    deals: int = 20,
    seed: int = 1,
    **more: Any,
) -> Decomposition:
    """Equal or mixed skill, exchange on or off: four worlds with the same luck, taken apart.

    `skill` are the unequal players, `strategies` the equal ones; the rest is that of
    `slime.decompose`.

    >>> cells = four_cells(["counter", "lowest", "lowest", "lowest", "random"], matches=200,
    ...                    progress=False)
    >>> shares = {p.factors[0]: p.value for p in cells["spread"].shares}
    >>> shares["skill"] > 1
    True
    """
    if "players" in more:
        raise ValueError("players: as many as `skill` names; leave it out")
    return decompose(
        rules,
        ("exchange", "skill"),
        outcomes,
        len(_each(skill, "skill")),
        matches,
        deals,
        strategies,
        seed,
        skill=list(skill),
        **more,
    )
