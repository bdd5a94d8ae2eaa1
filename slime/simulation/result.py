"""What comes out of `slime.simulate`: arrays, frames, and the deals behind them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from slime._checks import check_int
from slime.game.match import Match
from slime.game.rules import Rules
from slime.i18n import language
from slime.simulation import kernel
from slime.simulation.job import Job, Outputs
from slime.strategies.base import Strategy

if TYPE_CHECKING:
    import pandas as pd

    from slime.experiments.overview import Summary
    from slime.game.deal import Deal

#: The kinds of numbers that details are kept as.
_KINDS = {
    "strength_dealt": "float32",
    "strength_played": "float32",
    "gave": "int64",
    "got": "int64",
    "out_turn": "int16",
}


def detail_kind(name: str) -> str:
    """The kind of numbers a detail is kept as."""
    return _KINDS.get(name, "int8")


class Plan(NamedTuple):
    """What a simulation was asked for: with it, everything can be played again.

    >>> from slime.simulation import simulate
    >>> plan = simulate(matches=3, deals=2, seed=5, progress=False).plan
    >>> plan.names, plan.seed, plan.matches
    (('P1', 'P2', 'P3', 'P4', 'P5'), 5, 3)
    """

    rules: Rules
    names: tuple[str, ...]
    by_lot: bool
    strategies: tuple[Strategy, ...]
    seed: int
    matches: int
    lang: str
    engine: str


class Address(NamedTuple):
    """Where a deal is: match, deal (both from 0, as in the arrays) and a player's number.

    >>> address = Address(match=2, deal=0, player=4)
    >>> address.match, tuple(address)
    (2, (2, 0, 4))
    """

    match: int
    deal: int
    player: int


def count_moves(places: NDArray[Any], lag: int = 1) -> NDArray[np.int64]:
    """Transitions of places [match, deal, player] `lag` deals apart: P x P counts.

    Row = place before, column = place after; deals that were not played (0) do not count.
    """
    count = places.shape[-1]
    before = places[:, :-lag].astype(np.int64)
    after = places[:, lag:].astype(np.int64)
    both = (before > 0) & (after > 0)
    pairs = (before[both] - 1) * count + after[both] - 1
    return np.bincount(pairs, minlength=count * count).reshape(count, count)


class _Result:
    """What all results have: the plan, and the way back to a deal.

    >>> from slime.simulation import simulate
    >>> sim = simulate(matches=3, deals=4, seed=1, progress=False)
    >>> sim.players, sim.seed, str(sim.strategies[0]), sim.rules.match
    (('P1', 'P2', 'P3', 'P4', 'P5'), 1, 'lowest', (('deals', 4),))
    >>> sim.deal(2, 3).finish().places["P1"] == int(sim.places[2, 3, 0])
    True
    >>> sim.match(0).finish().record() == sim.record(0)
    True
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    @property
    def rules(self) -> Rules:
        """The rules played (with the number of deals, where one was asked for)."""
        return self.plan.rules

    @property
    def players(self) -> tuple[str, ...]:
        """Names by player number."""
        return self.plan.names

    @property
    def seed(self) -> int:
        """The seed that everything came from."""
        return self.plan.seed

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        """The strategies by player number."""
        return self.plan.strategies

    def match(self, m: int) -> Match:
        """Match number `m`, not yet played, to be stepped through."""
        plan = self.plan
        m = check_int("match", m, 0, plan.matches - 1)
        players: Any = len(plan.names) if plan.by_lot else plan.names
        strategies = list(plan.strategies)
        with language(plan.lang):
            return Match(plan.rules, players, strategies, plan.seed, number=m)

    def record(self, m: int) -> str:
        """The record of match number `m` (see `slime.replay`)."""
        return self.match(m).finish().record()

    def deal(self, m: int, d: int) -> Deal:
        """Deal number `d` (from 0) of match `m`, to be stepped through from its start.

        Its strategies are those of the simulation: ``.step()`` and ``.finish()`` play what
        was played.
        """
        match = self.match(m)
        for _ in range(check_int("deal", d, 0)):
            match.next_deal().finish()
            if match.over:
                raise ValueError(f"deal: match {m} has {len(match.deals)} deals, there is no {d}")
        return match.next_deal()

    def summary(self, lang: str | None = None) -> Summary:
        """The first thing to show: a small table, three sentences, and what to doubt in them.

        In the language of the simulation, or `lang`; see `slime.experiments.overview`.

        >>> from slime.simulation import simulate
        >>> told = simulate(matches=100, seed=1).summary("en")
        >>> len(told.rows), told.sentences[0][:43]
        (5, 'The first place stays with the same player ')
        """
        from slime.experiments.overview import summarise

        return summarise(self, lang)

    def _head(self) -> str:
        plan = self.plan
        same = len(set(plan.strategies)) == 1
        who = str(plan.strategies[0]) if same else ", ".join(map(str, plan.strategies))
        return (
            f"{plan.matches:,} matches, {len(plan.names)} players ({who}), "
            f"{plan.rules!r}, seed {plan.seed}"
        )


class Simulation(_Result):
    """Matches with every place kept.

    `places` and `finish` are int8 arrays [match, deal, player]: the place, and the order of
    running out of cards before the champion's fall relabels places (1 = first out; of those
    who still hold cards at the end, the fallen champion is last).  0 = deal not played.

    >>> from slime.simulation import simulate
    >>> sim = simulate(matches=3, deals=4, seed=1, keep="details", progress=False)
    >>> sim.places[0, 0].tolist(), sim.deals, sim.points.shape, int(sim.totals[0, -1].sum())
    ([1, 3, 2, 5, 4], 12, (3, 4, 5), 60)
    >>> sim.detail("strength_dealt").shape, len(sim.frame()), int(sim.plays(1)["deal"].max())
    ((3, 4, 5), 60, 3)
    """

    def __init__(self, plan: Plan, detailed: bool) -> None:
        super().__init__(plan)
        self.detailed = detailed
        self.lags = 0
        self.clear()

    places: NDArray[np.int8]
    finish: NDArray[np.int8]

    def clear(self) -> None:
        """Forget what was added so far."""
        self._parts: list[Outputs] = []
        self.lengths_: list[int] = []

    def add(self, job: Job, outputs: Outputs) -> None:
        """Take the outputs of the next job."""
        kept = {k: outputs[k] for k in ("places", "finish", "played")}
        if self.detailed:
            kept |= _typed_details(outputs["details"])
        self._parts.append(kept)
        self.lengths_ += outputs["played"].tolist()

    def seal(self) -> None:
        """All jobs are there: put their arrays together."""
        self.lengths = np.array(self.lengths_, np.int64)
        self.places = self._joined("places")
        self.finish = self._joined("finish")
        self._details = {k: self._joined(k) for k in kernel.DETAILS} if self.detailed else {}
        self._parts = []

    @property
    def deals(self) -> int:
        """How many deals were played, in all matches together (of each match: `lengths`)."""
        return int(self.lengths.sum())

    def _joined(self, name: str) -> NDArray[Any]:
        """An array of all jobs, as long as the longest match."""
        parts = [part.pop(name) for part in self._parts]
        deals = max(self.lengths_)
        out = np.zeros((len(self.lengths_), deals, len(self.players)), parts[0].dtype)
        at = 0
        for part in parts:
            wide = min(part.shape[1], deals)
            out[at : at + len(part), :wide] = part[:, :wide]
            at += len(part)
        return out

    def transitions(self, lag: int = 1) -> NDArray[np.int64]:
        """Counts of moves from place (row) to place (column) `lag` deals later.

        >>> from slime.simulation import simulate
        >>> simulate(matches=10, deals=3).transitions(lag=2).sum()
        np.int64(50)
        """
        return count_moves(self.places, check_int("lag", lag, 1))

    def detail(self, name: str) -> NDArray[Any]:
        """One detail as an array [match, deal, player]; needs ``keep="details"``.

        Names: see `slime.simulation.columns`.
        """
        if not self.detailed:
            raise ValueError("detail: simulate with keep='details' to have these")
        if not isinstance(name, str) or name not in self._details:
            raise ValueError(f"detail: one of {', '.join(self._details)}, not {name!r:.60}")
        return self._details[name]

    @cached_property
    def points(self) -> NDArray[np.int64]:
        """Points [match, deal, player]; 0 where a deal was not played."""
        table = np.array((0, *self.rules.points(len(self.players))), np.int64)
        return np.asarray(table[self.places])

    @cached_property
    def totals(self) -> NDArray[np.int64]:
        """Running totals of points [match, deal, player]."""
        return np.asarray(np.cumsum(self.points, axis=1))

    def frame(self) -> pd.DataFrame:
        """A tidy table, one row per match, deal and player; see `slime.simulation.columns`."""
        from slime.simulation.tables import frame_of

        return frame_of(self)

    def plays(self, matches: int | range | None = None) -> pd.DataFrame:
        """One row for each play and pass of some matches (None: the first 100)."""
        from slime.simulation.tables import plays_of

        return plays_of(self, matches)

    def find(self, what: str, n: int = 10) -> list[Address]:
        """Addresses of deals by what happened; see `slime.simulation.search.FINDERS`.

        >>> from slime.simulation import simulate
        >>> simulate(matches=50, seed=3).find("champion-fell", 1)
        [Address(match=0, deal=2, player=4)]
        """
        from slime.simulation.search import find

        return find(self, what, n)

    def __repr__(self) -> str:
        return f"<Simulation: {self._head()}; {self.deals:,} deals>"


class Counted(_Result):
    """Matches of which only counts were kept; its size does not depend on their number.

    `counts` [lag - 1, before, after] are transitions, `squares` the sums over matches of
    their squares and `cross` of their products with the match's number of moves, from which
    intervals over matches are made; `place_totals` [player, place] how often each was where.

    >>> from slime.simulation import simulate
    >>> counted = simulate(matches=50, deals=10, keep="counts", progress=False)
    >>> counted.deals, int(counted.transitions().sum()), counted.standard_errors().shape
    (500, 2250, (5, 5))
    """

    detailed = False

    def __init__(self, plan: Plan, lags: int) -> None:
        super().__init__(plan)
        self.lags = lags
        self.clear()

    def clear(self) -> None:
        """Forget what was added so far."""
        count = len(self.plan.names)
        self.counts = np.zeros((self.lags, count, count), np.int64)
        self.squares = np.zeros_like(self.counts)
        self.cross = np.zeros_like(self.counts)
        self.place_totals = np.zeros((count, count), np.int64)
        self.deals = 0
        self.moves = np.zeros((self.lags, 2), np.int64)  # sum of moves, of their squares

    def add(self, job: Job, outputs: Outputs) -> None:
        """Take the outputs of the next job."""
        self.counts += outputs["counts"]
        self.squares += outputs["squares"]
        self.cross += outputs["cross"]
        self.place_totals += outputs["totals"]
        played = np.abs(outputs["played"])
        self.deals += int(played.sum())
        for lag in range(self.lags):
            moves = np.maximum(played - lag - 1, 0)
            self.moves[lag] += (int(moves.sum()), int((moves * moves).sum()))

    def seal(self) -> None:
        """All jobs are there."""

    def transitions(self, lag: int = 1) -> NDArray[np.int64]:
        """Counts of moves from place (row) to place (column) `lag` deals later."""
        lag = check_int("lag", lag, 1, self.lags)
        return np.array(self.counts[lag - 1])

    def standard_errors(self, lag: int = 1) -> NDArray[np.float64]:
        """Standard errors of the shares in the rows of `transitions`, matches as units.

        The ratio estimator's linearised variance (Cochran 1977, Sampling Techniques, 6.4).
        """
        n = self.plan.matches
        k = lag - 1
        share = self.transitions(lag) / max(int(self.moves[k, 0]), 1)
        if n < 2:
            return np.full_like(share, np.nan)
        spread = self.squares[k] - 2 * share * self.cross[k] + share**2 * self.moves[k, 1]
        spread = np.maximum(spread, 0.0) * n / (n - 1)
        return np.asarray(np.sqrt(spread) / max(int(self.moves[k, 0]), 1))

    def __repr__(self) -> str:
        return f"<Counted: {self._head()}; {self.deals:,} deals>"


def _typed_details(details: NDArray[np.int64]) -> Outputs:
    out: Outputs = {}
    for i, name in enumerate(kernel.DETAILS):
        column = details[..., i]
        kind = detail_kind(name)
        out[name] = (column / 1e6).astype(kind) if kind == "float32" else column.astype(kind)
    return out
