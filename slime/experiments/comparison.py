"""What comes out of `slime.compare`: effects with intervals, and the pairs of deals behind them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from slime._checks import check_fraction, check_int
from slime.experiments.counterfactual import branch_deal
from slime.experiments.groups import GroupEffects, group_effects
from slime.experiments.outcomes import (
    counts_between,
    find_outcome,
    find_outcomes,
    finished,
    of_moves,
)
from slime.experiments.pairs import Effect, paired_effect
from slime.measures import Measure
from slime.simulation.result import Address, Plan, Simulation

if TYPE_CHECKING:
    import pandas as pd

    from slime.game.deal import Deal

Floats = NDArray[np.float64]
Places = NDArray[np.int8]


class Pair(NamedTuple):
    """One deal in both worlds, each to be stepped through.

    >>> from slime.experiments import compare
    >>> worlds = compare(strategies="lowest", strategies_b="highest", matches=5, deals=4,
    ...                  engine="interpreted", progress=False)
    >>> pair = worlds.deal(0, 0)
    >>> pair.a.dealt == pair.b.dealt, pair.a.finish().places == pair.b.finish().places
    (True, False)
    """

    a: Deal
    b: Deal


class Comparison:
    """Two worlds with the same luck; all effects are world B minus world A.

    `places_a`, `places_b`, `finish_a`, `finish_b` are int8 arrays [match, deal, player] (0 = not
    played).  In branching worlds row [m, d] of B is the deal that follows A's deal d - 1.

    >>> from slime.experiments import compare
    >>> from slime.game.rules import rules
    >>> worlds = compare("slime-licker", rules("slime-licker", exchange="none"), matches=20,
    ...                  deals=10, how="branching", engine="interpreted", progress=False)
    >>> worlds.players, worlds.seed, worlds.change.shape
    (('P1', 'P2', 'P3', 'P4', 'P5'), 1, (20, 10, 5))
    >>> found = worlds.effects(["rank_correlation", "keep_first"])
    >>> found["rank_correlation"].high < 0, round(worlds.effect("keep_first").value, 1)
    (True, -0.3)
    >>> worlds.table().frame()["difference"].round(1).tolist()
    [1.4, 0.5, -0.1, -0.7, -1.1]
    >>> worlds.find("worse", 1, before=1)
    [Address(match=0, deal=1, player=0)]
    >>> worlds.deal(0, 1).b.rules.exchange, worlds.frame().shape
    ('none', (1000, 7))
    """

    def __init__(self, how: str, a: Simulation, plan_b: Plan, places: Places, finish: Places):
        self.how = how
        self.a = a
        self.plan_a = a.plan
        self.plan_b = plan_b
        self.places_a, self.finish_a = a.places, a.finish
        self.places_b, self.finish_b = places, finish

    @property
    def players(self) -> tuple[str, ...]:
        """Names by player number."""
        return self.plan_a.names

    @property
    def seed(self) -> int:
        """The seed that the luck of both worlds came from."""
        return self.plan_a.seed

    # --- effects -----------------------------------------------------------------------

    def effect(
        self,
        outcome: str | Measure = "rank_correlation",
        level: float = 0.95,
        seed: int = 0,
        draws: int = 1999,
        **options: Any,
    ) -> Effect:
        """The effect on an outcome, with a paired interval over matches.

        `outcome` is one of `slime.measures.MEASURES` or ``next_places``, ``next_place_first``,
        ``next_place_last``.  Branching worlds know moves over one deal only, from A's places:
        outcomes of whole matches raise ``ValueError`` there.
        """
        record, chosen = find_outcome(outcome, options)
        level, draws = check_fraction("level", level), check_int("draws", draws, 1, 10**6)
        a, b = self._sums(record, chosen)
        count = len(self.players)

        def value(sums: Floats) -> Floats:
            return finished(record, chosen, sums, count)

        return paired_effect(record.key, a, b, value, level, seed, draws)

    def effects(self, outcomes: Any = None, **how: Any) -> dict[str, Effect]:
        """Effects on several outcomes (None: the usual ones) by name."""
        return {m.key: self.effect(m, **o, **how) for m, o in find_outcomes(outcomes)}

    def _sums(self, record: Measure, options: dict[str, Any]) -> tuple[Floats, Floats]:
        if self.how == "branching":
            if not of_moves(record, options):
                raise ValueError(
                    f"outcome: {record.key} is not about moves over one deal; branching worlds "
                    "are one deal long, compare them with how='parallel'"
                )
            before = self.places_a[:, :-1]
            a = counts_between(before, self.places_a[:, 1:])
            return a, counts_between(before, self.places_b[:, 1:])
        assert record.by_session is not None
        a = record.by_session(self.places_a.astype(np.int64), options)
        return a, record.by_session(self.places_b.astype(np.int64), options)

    def table(
        self, by: str = "before", of: str = "place", level: float = 0.95, seed: int = 0
    ) -> GroupEffects:
        """Effects on the mean of something, by place before or by player.

        `by` is ``"before"`` (place in the deal before; in branching worlds that of A for both
        worlds) or ``"player"``; `of` is ``"place"``, ``"points"``, ``"finish"``, ``"first"`` or
        ``"last"`` (share of deals in which one is that).
        """
        return group_effects(self, by, of, check_fraction("level", level), seed)

    @property
    def change(self) -> Places:
        """Place in B minus place in A [match, deal, player]; 0 where one was not played."""
        shape = [max(n, k) for n, k in zip(self.places_a.shape, self.places_b.shape, strict=True)]
        out = np.zeros(shape, np.int8)
        deals = min(self.places_a.shape[1], self.places_b.shape[1])
        a, b = self.places_a[:, :deals], self.places_b[:, :deals]
        out[:, :deals] = np.where((a > 0) & (b > 0), b - a, 0)
        return out

    # --- back to the deals -------------------------------------------------------------

    def deal(self, m: int, d: int) -> Pair:
        """Deal `d` of match `m` (both from 0) in both worlds, to be stepped through.

        In branching worlds B's deal starts where A's did; in parallel ones each world has come
        there by its own way.
        """
        m = check_int("match", m, 0, self.plan_a.matches - 1)
        d = check_int("deal", d, 0)
        if self.how == "branching":
            return Pair(self.a.deal(m, d), branch_deal(self.a, self.plan_b, m, d))
        return Pair(self.a.deal(m, d), Simulation(self.plan_b, False).deal(m, d))

    def find(self, what: str = "largest", n: int = 10, before: int | None = None) -> list[Address]:
        """Addresses of players whose place differs most between the worlds.

        `what` is ``"largest"`` (either way), ``"better"`` (in B) or ``"worse"``; `before` asks
        for one place before (in A).  Equal ones come in the order of matches.
        """
        scores: dict[str, Callable[[NDArray[Any]], NDArray[Any]]] = {
            "largest": np.abs,
            "better": np.negative,
            "worse": np.positive,
        }
        if what not in scores:
            raise ValueError(f"find: one of {', '.join(scores)}, not {what!r:.60}")
        n = check_int("n", n, 1)
        score = scores[what](self.change)
        if before is not None:
            before = check_int("before", before, 1, len(self.players))
            asked = np.zeros(score.shape, bool)
            asked[:, 1 : self.places_a.shape[1]] = self.places_a[:, :-1] == before
            score = np.where(asked, score, 0)
        flat = score.ravel()
        fits = np.flatnonzero(flat > 0)
        order = fits[np.argsort(-flat[fits], kind="stable")][:n]
        where = np.unravel_index(order, score.shape)
        return [Address(*map(int, cell)) for cell in zip(*where, strict=True)]

    def frame(self) -> pd.DataFrame:
        """One row for each match, deal and player that both worlds played.

        Columns: match, deal, player, before (place in A's deal before, 0 = none), place_a,
        place_b, change (B minus A: below 0 is better in B).
        """
        import pandas as pd

        change = self.change
        a, b = np.zeros_like(change), np.zeros_like(change)
        a[:, : self.places_a.shape[1]] = self.places_a
        b[:, : self.places_b.shape[1]] = self.places_b
        before = np.zeros_like(change)
        before[:, 1:] = a[:, :-1]
        shown = np.flatnonzero((a > 0).ravel() & (b > 0).ravel())
        match, deal, player = np.unravel_index(shown, change.shape)
        names = pd.Categorical.from_codes(player, categories=pd.Index(list(self.players)))
        columns = {"before": before, "place_a": a, "place_b": b, "change": change}
        return pd.DataFrame(
            {"match": match, "deal": deal, "player": names}
            | {name: array.ravel()[shown] for name, array in columns.items()}
        )

    def __repr__(self) -> str:
        return (
            f"<Comparison, {self.how}: A {self.plan_a.rules!r}, B {self.plan_b.rules!r}, "
            f"{self.plan_a.matches:,} matches, seed {self.seed}>"
        )
