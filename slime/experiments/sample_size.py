"""How much must be played to know a number, or a difference, that well?"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from slime._checks import check_fraction, check_int
from slime.experiments._compare import compare
from slime.experiments.outcomes import counts_between, find_outcome, finished, of_moves
from slime.game.rules import Rules
from slime.measures import Measure
from slime.measures.sampling import influences
from slime.simulation import simulate

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]

#: Ways to play: one world; two with luck of their own; two in pairs; each deal in both.
WAYS = ("one world", "unpaired", "parallel", "branching")


@dataclass(frozen=True)
class Design:
    """One way to play: matches of so many deals, as many as the precision asks for.

    `spread` is the standard deviation of one match's own value (from the pilot), `total` the deals
    played in both worlds together, `narrowing` the variance without pairing over that with it.

    >>> Design("one world", deals=20, spread=0.2, matches=100, total=2000, narrowing=1.0).total
    2000
    """

    how: str
    deals: int
    spread: float
    matches: int
    total: int
    narrowing: float


class Designs:
    """Designs of an experiment that reach a precision; `best` plays fewest deals.

    >>> found = plan(within=0.05, deals=(10, 20), pilot=60, progress=False)
    >>> found.best.how, found.best.matches * found.best.deals == found.best.total
    ('one world', True)
    >>> found.best_of("one world") == found.best, found.frame().shape
    (True, (2, 6))
    """

    def __init__(
        self, outcome: str, within: float, level: float, pilot: int, rows: Sequence[Design]
    ) -> None:
        self.outcome = outcome
        self.within = within
        self.level = level
        self.pilot = pilot
        self.rows = tuple(rows)

    @property
    def best(self) -> Design:
        """The design with the fewest deals."""
        return min(self.rows, key=lambda row: row.total)

    def best_of(self, how: str) -> Design:
        """The design with the fewest deals of one way to play."""
        rows = [row for row in self.rows if row.how == how]
        if not rows:
            known = ", ".join(dict.fromkeys(row.how for row in self.rows))
            raise ValueError(f"how: one of {known}, not {how!r:.60}")
        return min(rows, key=lambda row: row.total)

    def frame(self) -> pd.DataFrame:
        """One row a design."""
        import pandas as pd

        return pd.DataFrame([vars(row) for row in self.rows])

    def __repr__(self) -> str:
        best = self.best
        return (
            f"<Designs for {self.outcome} within {self.within}: {best.how}, "
            f"{best.matches:,} matches of {best.deals} deals>"
        )


def plan(
    rules_a: Rules | str = "slime-licker",
    rules_b: Rules | str | None = None,
    outcome: str | Measure = "rank_correlation",
    within: float = 0.01,
    deals: Sequence[int] = (5, 10, 20, 40),
    players: int | Sequence[str] = 5,
    strategies: Any = "lowest",
    seed: int = 1,
    *,
    strategies_b: Any = None,
    level: float = 0.95,
    pilot: int = 400,
    workers: int | None = None,
    engine: str | None = None,
    progress: bool = True,
    **options: Any,
) -> Designs:
    """Plan an experiment: how many matches, of how many deals, for a wanted precision.

    `within` is half the width of the interval at `level`, in the outcome's own units.  With
    `rules_b` or `strategies_b` it is that of the difference between the worlds of
    `slime.compare`, for unpaired worlds, parallel and branching ones; else that of one world.
    A pilot of `pilot` matches shows how much one match varies; so the answer is good to some
    ``1 / sqrt(2 * pilot)`` of the standard deviation.  For real tables read match as session.

    >>> designs = plan("slime-licker", within=0.05, pilot=200, progress=False)
    >>> [row.deals for row in designs.rows]
    [5, 10, 20, 40]
    >>> designs.best.total < 20_000
    True
    """
    record, chosen = find_outcome(outcome, options)
    level = check_fraction("level", level)
    if isinstance(within, bool) or not isinstance(within, (int, float)) or not within > 0:
        raise ValueError(f"within: a number above 0, not {within!r:.60}")
    if isinstance(deals, (str, bytes)) or not isinstance(deals, Iterable):
        raise ValueError(f"deals: a list of numbers of deals, not {deals!r:.60}")
    lengths = sorted({check_int("deals", d, 2) for d in deals})
    if not lengths:
        raise ValueError("deals: at least one number of deals")
    pilot = check_int("pilot", pilot, 20)
    common: dict[str, Any] = {
        "workers": workers,
        "engine": engine,
        "progress": progress,
    }
    rows: list[Design] = []
    if rules_b is None and strategies_b is None:
        sim = simulate(rules_a, players, pilot, lengths[-1], strategies, seed, **common)
        for d in lengths:
            own = _own(record, chosen, sim.places[:, :d])
            rows.append(_design("one world", d, own, 1, within, level, 1.0))
        return Designs(record.key, within, level, pilot, rows)
    common["strategies_b"] = strategies_b
    both: dict[str, list[Design]] = {how: [] for how in WAYS[1:]}
    for how in ("parallel", "branching"):
        if how == "branching" and not of_moves(record, chosen):
            continue
        worlds = compare(
            rules_a, rules_b, players, pilot, lengths[-1], strategies, seed, how=how, **common
        )
        for d in lengths:
            a = _own(record, chosen, worlds.places_a[:, :d])
            if how == "parallel":
                b = _own(record, chosen, worlds.places_b[:, :d])
            else:
                b = _own(record, chosen, worlds.places_b[:, :d], worlds.places_a[:, :d])
            apart = a.var(ddof=1) + b.var(ddof=1)
            together = (b - a).var(ddof=1)
            ratio = float(apart / together) if together > 0 else math.inf
            both[how].append(_design(how, d, b - a, 2, within, level, ratio))
            if how == "parallel":
                wide = np.sqrt(apart)
                both["unpaired"].append(_design("unpaired", d, wide, 2, within, level, 1.0))
    return Designs(record.key, within, level, pilot, [row for how in both.values() for row in how])


def _own(record: Measure, options: dict[str, Any], places: Any, before: Any = None) -> Floats:
    """Each match's own value (pseudo-value); `before` are the places that moves start from."""
    count = places.shape[2]
    if before is None:
        assert record.by_session is not None
        units = record.by_session(places.astype(np.int64), options)
    else:
        units = counts_between(before[:, :-1], places[:, 1:])

    def value(sums: Floats) -> Floats:
        return finished(record, options, sums, count)

    own = influences(units, value)[1]
    if own.ndim != 1:
        raise ValueError(f"outcome: {record.key} is not one number")
    if not np.isfinite(own).all():
        raise ValueError(f"outcome: {record.key} has no value in matches this short")
    return own


def _design(
    how: str, deals: int, own: Any, worlds: int, within: float, level: float, ratio: float
) -> Design:
    spread = float(own) if np.ndim(own) == 0 else float(np.std(own, ddof=1))
    matches = needed(spread, within, level)
    return Design(how, deals, spread, matches, worlds * matches * deals, ratio)


def needed(spread: float, within: float, level: float = 0.95) -> int:
    """Matches for a t interval of half width `within`, at least 2.

    >>> needed(1.0, 0.5), needed(1.0, 0.01)
    (18, 38418)
    """
    from scipy.special import stdtrit

    def enough(n: int) -> bool:
        return bool(n >= (float(stdtrit(n - 1, (1 + level) / 2)) * spread / within) ** 2)

    high = 2
    while not enough(high):
        high *= 2
    low = 1 if high == 2 else high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high
