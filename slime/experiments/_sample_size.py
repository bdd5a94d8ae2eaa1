"""How much must be played to know a number, or a difference, that well?"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from slime._checks import check_choice, check_fraction, check_int, invalid
from slime.experiments._compare import compare
from slime.experiments.outcomes import Outcome, find_outcome
from slime.game.rules import Rules
from slime.game.setting import Strategies
from slime.measures import Measure
from slime.measures.limits import influences, student
from slime.measures.places import Floats
from slime.simulation import simulate

if TYPE_CHECKING:
    import pandas as pd

#: Ways to play: one world; two with luck of their own; two in pairs; each deal in both.
WAYS = ("one world", "unpaired", "parallel", "counterfactual")


@dataclass(frozen=True)
class Design:
    """One way to play: matches of so many deals, as many as the precision asks for.

    `deviation` is the standard deviation of one match's own value (from the pilot), `total` the
    deals played in both worlds together, `variance_ratio` the variance without pairing over that
    with it.

    Examples
    --------
    >>> Design("one world", deals=20, deviation=0.2, matches=100, total=2000,
    ...        variance_ratio=1.0).total
    2000
    """

    how: str
    deals: int
    deviation: float
    matches: int
    total: int
    variance_ratio: float


@dataclass(frozen=True, repr=False, eq=False)
class SampleSizes:
    """Designs of an experiment that reach a precision; `best` plays fewest deals.

    Examples
    --------
    >>> found = sample_size(within=0.05, deals=(10, 20), pilot=60, progress=False)
    >>> found.best.how, found.best.matches * found.best.deals == found.best.total
    ('one world', True)
    >>> found.best_of("one world") == found.best, found.frame().shape
    (True, (2, 6))
    """

    outcome: str
    within: float
    level: float
    pilot: int
    rows: tuple[Design, ...]

    @property
    def best(self) -> Design:
        """The design with the fewest deals."""
        return min(self.rows, key=lambda row: row.total)

    def best_of(self, how: str) -> Design:
        """The design with the fewest deals of one way to play.

        Parameters
        ----------
        how : str
            ``"one world"``, or ``"unpaired"``, ``"parallel"``, ``"counterfactual"``.

        Returns
        -------
        Design
            One of `rows`.
        """
        check_choice("how", how, dict.fromkeys(row.how for row in self.rows))
        return min((row for row in self.rows if row.how == how), key=lambda row: row.total)

    def frame(self) -> pd.DataFrame:
        """One row a design.

        Returns
        -------
        pandas.DataFrame
            Columns: how, deals, deviation, matches, total, variance_ratio.
        """
        import pandas as pd

        return pd.DataFrame([vars(row) for row in self.rows])

    def __repr__(self) -> str:
        best = self.best
        return (
            f"<SampleSizes for {self.outcome} within {self.within}: {best.how}, "
            f"{best.matches:,} matches of {best.deals} deals>"
        )


def sample_size(
    rules_a: Rules | str = "slime-licker",
    rules_b: Rules | str | None = None,
    outcome: str | Measure[object] = "rank_correlation",
    within: float = 0.01,
    deals: Sequence[int] = (5, 10, 20, 40),
    players: int | Sequence[str] = 5,
    strategies: Strategies = "lowest",
    seed: int = 1,
    *,
    strategies_b: Strategies = None,
    level: float = 0.95,
    pilot: int = 400,
    workers: int | None = None,
    engine: str | None = None,
    progress: bool = True,
    **options: Any,
) -> SampleSizes:
    """How many matches, of how many deals, a wanted precision takes.

    A pilot shows how much one match varies; so the answer is good to some ``1 / sqrt(2 * pilot)``
    of the standard deviation.  For real tables read match as session.

    Parameters
    ----------
    rules_a, rules_b : Rules or str
        With `rules_b` (or `strategies_b`) the precision is that of the difference between the
        worlds of `slime.compare`, for unpaired worlds, parallel and counterfactual ones; else
        that of one world.
    outcome : str or Measure
        As in `slime.compare`.
    within : float
        Half the width of the interval, in the outcome's own units.
    deals : sequence of int
        Lengths of a match to choose from.
    players, strategies, strategies_b, seed
        As in `slime.compare`.
    level : float
        How often limits are to hold the true value.
    pilot : int
        How many matches are played to see how much they vary.
    workers, engine, progress
        As in `slime.simulate`.
    **options
        Those of the measure.

    Returns
    -------
    SampleSizes
        A design for each way to play and each length.

    Raises
    ------
    ValueError
        For arguments that cannot be.

    Examples
    --------
    >>> found = sample_size("slime-licker", within=0.05, pilot=200, progress=False)
    >>> [row.deals for row in found.rows]
    [5, 10, 20, 40]
    >>> found.best.total < 20_000
    True
    """
    wanted = find_outcome(outcome, options)
    level = check_fraction("level", level)
    if isinstance(within, bool) or not isinstance(within, (int, float)) or not within > 0:
        raise invalid("checks.above_zero", name="within", got=within)
    listed = isinstance(deals, Iterable) and not isinstance(deals, (str, bytes))
    lengths = sorted({check_int("deals", d, 2) for d in deals}) if listed else []
    if not lengths:
        raise invalid("experiments.list", name="deals", got=deals)
    pilot = check_int("pilot", pilot, 20)
    common: dict[str, Any] = {"workers": workers, "engine": engine, "progress": progress}
    rows: list[Design] = []

    def add(how: str, deals: int, deviation: float, worlds: int, ratio: float = 1.0) -> None:
        matches = needed(deviation, within, level)
        rows.append(Design(how, deals, deviation, matches, worlds * matches * deals, ratio))

    if rules_b is None and strategies_b is None:
        sim = simulate(rules_a, players, pilot, lengths[-1], strategies, seed, **common)
        for d in lengths:
            add("one world", d, float(np.std(_own(wanted, sim.places[:, :d]), ddof=1)), 1)
        return SampleSizes(wanted.key, within, level, pilot, tuple(rows))
    for how in WAYS[2:] if wanted.of_moves else WAYS[2:3]:
        worlds = compare(
            *(rules_a, rules_b, players, pilot, lengths[-1], strategies, seed),
            strategies_b=strategies_b,
            how=how,
            **common,
        )
        for d in lengths:
            places_a, places_b = worlds.places_a[:, :d], worlds.places_b[:, :d]
            a = _own(wanted, places_a)
            b = _own(wanted, places_b, places_a if how == "counterfactual" else None)
            apart, together = a.var(ddof=1) + b.var(ddof=1), (b - a).var(ddof=1)
            ratio = float(apart / together) if together > 0 else math.inf
            add(how, d, float(np.std(b - a, ddof=1)), 2, ratio)
            if how == "parallel":
                add("unpaired", d, float(np.sqrt(apart)), 2)
    rows.sort(key=lambda row: WAYS.index(row.how))
    return SampleSizes(wanted.key, within, level, pilot, tuple(rows))


def _own(outcome: Outcome, places: Any, before: Any = None) -> Floats:
    """Each match's own value (pseudo-value); `before` are the places that moves start from."""
    value = partial(outcome.value, players=places.shape[2])
    own = influences(outcome.units(places, before), value)[1]
    if own.ndim != 1:
        raise invalid("experiments.many_numbers", key=outcome.key)
    if not np.isfinite(own).all():
        raise invalid("experiments.too_short", key=outcome.key)
    return own


def needed(deviation: float, within: float, level: float = 0.95) -> int:
    """Matches for a t interval of half width `within`, at least 2.

    >>> needed(1.0, 0.5), needed(1.0, 0.01)
    (18, 38418)
    """

    def enough(n: int) -> bool:
        return bool(n >= (float(student(n - 1, level)) * deviation / within) ** 2)

    return 2 + bisect_left(range(2, 1 << 48), True, key=enough)
