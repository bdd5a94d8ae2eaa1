"""What comes out of `slime.simulate`: arrays, frames, and the deals behind them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from slime._checks import check_choice, check_int, invalid
from slime._lazy import need
from slime.engine.strength import UNIT
from slime.game.deal import Deal
from slime.game.match import Match
from slime.game.rules import Rules
from slime.simulation.address import Address
from slime.simulation.columns import DETAILS, KINDS
from slime.simulation.job import PLACES, Job, Keep
from slime.simulation.kernel import Outputs
from slime.simulation.moves import sum_of_moves
from slime.simulation.spec import Spec
from slime.strategies.base import Strategy
from slime.text_table import TextTable

if TYPE_CHECKING:
    import pandas as pd

    from slime.measures import Interval


class _Result:
    """What all results have: the specification, and the way back to a deal."""

    def __init__(self, spec: Spec, keep: Keep) -> None:
        self.spec = spec
        self.keep = keep

    @property
    def rules(self) -> Rules:
        """The rules played (with the number of deals, where one was asked for)."""
        return self.spec.rules

    @property
    def players(self) -> tuple[str, ...]:
        """Names by player number."""
        return self.spec.names

    @property
    def seed(self) -> int:
        """The seed that everything came from."""
        return self.spec.seed

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        """The strategies by player number."""
        return self.spec.strategies

    def match(self, m: int | Address) -> Match:
        """A match, not yet played, to be stepped through.

        Parameters
        ----------
        m : int or Address
            Number of the match, from 0, or the address of a deal in it.

        Returns
        -------
        Match
            Its strategies are those of the simulation.

        Examples
        --------
        >>> from slime.simulation import simulate
        >>> sim = simulate(matches=3, deals=4, seed=1, progress=False)
        >>> sim.match(0).finish().record() == sim.record(0)
        True
        """
        return self.spec.match(m.match if isinstance(m, Address) else m)

    def record(self, m: int | Address) -> str:
        """The record of a match.

        Parameters
        ----------
        m : int or Address
            Number of the match, from 0, or the address of a deal in it.

        Returns
        -------
        str
            Read by `slime.replay`.

        Examples
        --------
        >>> import slime
        >>> sim = slime.simulate(matches=3, deals=4, seed=1)
        >>> slime.replay(sim.record(2))["deals"]
        4
        """
        return self.match(m).finish().record()

    def deal(self, m: int | Address, d: int | None = None) -> Deal:
        """A deal, to be stepped through from its start.

        Parameters
        ----------
        m : int or Address
            Number of the match, from 0, or the address of the deal.
        d : int, optional
            Number of the deal in its match, from 0; not with an address.

        Returns
        -------
        Deal
            Its strategies are those of the simulation: ``.step()`` and ``.finish()`` play what
            was played.

        Raises
        ------
        ValueError
            Where there is no such deal.

        Examples
        --------
        >>> from slime.simulation import simulate
        >>> sim = simulate(matches=3, deals=4, seed=1, progress=False)
        >>> sim.deal(2, 3).finish().places["P1"] == int(sim.places[2, 3, 0])
        True
        >>> sim.deal(sim.find("champion-stayed")[0]).number
        2
        """
        if isinstance(m, Address):
            return self.spec.deal(m.match, m.deal)
        return self.spec.deal(m, check_int("deal", d, 0))

    def measure(self, key: str, level: float = 0.95, **options: Any) -> Interval:
        """A measure of mobility or inequality, with limits.

        Parameters
        ----------
        key : str
            One of `slime.measures.MEASURES`.
        level : float
            In what share of cases the limits should hold the true value.
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
        >>> from slime.simulation import simulate
        >>> found = simulate(matches=100, seed=1).measure("shorrocks")
        >>> found.low < found.value < found.high, found.n
        (True, 100)
        """
        from slime.measures import interval

        known: Any = self
        return interval(known, key, level, **options)

    def summary(self, lang: str | None = None) -> TextTable:
        """The first thing to show: a small table, three sentences, and what to doubt in them.

        Parameters
        ----------
        lang : str, optional
            ``"en"`` or ``"ru"``; the language of the simulation if not given.

        Returns
        -------
        TextTable
            It shows itself in a notebook; ``text()``, ``markdown()`` and ``html()`` are for other
            places.

        Examples
        --------
        >>> from slime.simulation import simulate
        >>> told = simulate(matches=100, deals=20, seed=1).summary("en")
        >>> len(told.rows), told.sentences[0][:43]
        (5, 'The first place stays with the same player ')
        """
        from slime.experiments.summary import summarise

        return summarise(cast(Any, self), lang)

    def _head(self) -> str:
        spec = self.spec
        same = len(set(spec.strategies)) == 1
        who = str(spec.strategies[0]) if same else ", ".join(map(str, spec.strategies))
        luck = f"seed {spec.seed}" if spec.key is None else f"key {spec.key}"
        return (
            f"{spec.matches:,} matches, {len(spec.names)} players ({who}), {spec.rules!r}, {luck}"
        )


class Simulation(_Result):
    """Matches with every place kept.

    Attributes
    ----------
    places : numpy.ndarray
        int8 [match, deal, player]: the place, 1 = best; 0 = deal not played.
    finish : numpy.ndarray
        The same before the champion's fall relabels places: the order of running out of cards
        (of those who still hold cards at the end, the fallen champion is last).
    lengths : numpy.ndarray
        Deals of each match.
    spec : Spec
        What was simulated; all of it can be played again.

    Examples
    --------
    >>> from slime.simulation import simulate
    >>> sim = simulate(matches=3, deals=4, seed=1, keep="details", progress=False)
    >>> sim.places[0, 0].tolist(), sim.deals, sim.points.shape, int(sim.totals[0, -1].sum())
    ([1, 3, 2, 5, 4], 12, (3, 4, 5), 60)
    >>> sim.players, sim.seed, str(sim.strategies[0]), sim.rules.match
    (('P1', 'P2', 'P3', 'P4', 'P5'), 1, 'lowest', (('deals', 4),))
    """

    #: The arrays that are kept of what a job gives.
    arrays: tuple[str, ...] = ("places", "finish")

    def __init__(self, spec: Spec, keep: Keep = PLACES) -> None:
        super().__init__(spec, keep)
        self._parts: list[dict[str, NDArray[Any]]] = []

    places: NDArray[np.int8]
    finish: NDArray[np.int8]
    lengths: NDArray[np.int64]

    def add(self, job: Job, outputs: Outputs) -> None:
        """Take the outputs of the next job."""
        part = {name: getattr(outputs, name) for name in self.arrays}
        details = _typed_details(outputs.details) if self.keep.details else {}
        self._parts.append(part | details | {"lengths": outputs.played})

    def seal(self) -> None:
        """All jobs are there: put their arrays together."""
        self.lengths = np.concatenate([part["lengths"] for part in self._parts])
        for name in self.arrays:
            setattr(self, name, self._joined(name))
        self._details = {name: self._joined(name) for name in DETAILS if self.keep.details}
        self._parts = []

    def _sealed_early(self) -> Simulation | None:
        """The matches that were played before a stop; None if there are none."""
        if not self._parts:
            return None
        self.seal()
        self.spec = replace(self.spec, matches=len(self.lengths))
        return self

    @property
    def detailed(self) -> bool:
        """Whether there are details (see `detail`)."""
        return self.keep.details

    @property
    def deals(self) -> int:
        """How many deals were played, in all matches together (of each match: `lengths`)."""
        return int(self.lengths.sum())

    def _joined(self, name: str) -> NDArray[Any]:
        """An array of all jobs, as long as the longest match."""
        parts = [part.pop(name) for part in self._parts]
        deals = int(self.lengths.max())
        out = np.zeros((len(self.lengths), deals, len(self.players)), parts[0].dtype)
        at = 0
        for part in parts:
            wide = min(part.shape[1], deals)
            out[at : at + len(part), :wide] = part[:, :wide]
            at += len(part)
        return out

    def transitions(self, lag: int = 1) -> NDArray[np.int64]:
        """Counts of moves from place to place.

        Parameters
        ----------
        lag : int
            How many deals lie between the two places.

        Returns
        -------
        numpy.ndarray
            P x P: row = place before, column = place `lag` deals later.

        Examples
        --------
        >>> from slime.simulation import simulate
        >>> simulate(matches=10, deals=3).transitions(lag=2).sum()
        np.int64(50)
        """
        lag = check_int("lag", lag, 1)
        return sum_of_moves(self.places, lag)

    def detail(self, name: str) -> NDArray[Any]:
        """One detail of every deal and player; needs ``keep="details"``.

        Parameters
        ----------
        name : str
            See `slime.simulation.columns`.

        Returns
        -------
        numpy.ndarray
            [match, deal, player].

        Examples
        --------
        >>> from slime.simulation import simulate
        >>> simulate(matches=3, deals=4, keep="details").detail("strength_dealt").shape
        (3, 4, 5)
        """
        if not self.keep.details:
            raise invalid("simulation.no_details")
        return self._details[check_choice("detail", name, self._details)]

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
        """A tidy table, one row for each match, deal and player.

        Returns
        -------
        pandas.DataFrame
            What the columns mean says `slime.simulation.columns`.

        Examples
        --------
        >>> from slime.simulation import simulate
        >>> len(simulate(matches=3, deals=4).frame())
        60
        """
        need("pandas")
        from slime.simulation.tables import frame_of

        arrays: dict[str, NDArray[Any]] = {"place": self.places, "finish": self.finish}
        arrays |= {"points": self.points, "total": self.totals}
        return frame_of(self.spec, arrays | self._details)

    def plays(self, matches: int | range | None = None) -> pd.DataFrame:
        """One row for each play and pass: the matches are played once more, with a log.

        Parameters
        ----------
        matches : int, range or None
            Which matches, from 0; None takes the first 100.

        Returns
        -------
        pandas.DataFrame
            What the columns mean says `slime.simulation.columns`.

        Examples
        --------
        >>> from slime.simulation import simulate
        >>> int(simulate(matches=3, deals=4).plays(1)["deal"].max())
        3
        """
        need("pandas")
        from slime.simulation.tables import plays_of

        return plays_of(self.spec, self.places.shape[1], matches)

    def find(self, what: str, n: int = 10) -> list[Address]:
        """Deals by what happened in them.

        Parameters
        ----------
        what : str
            One of `slime.simulation.result.FINDERS`, such as ``"champion-fell"``.
        n : int
            How many at the most.

        Returns
        -------
        list of Address
            The best fits first, equal ones in the order of matches; each for ``sim.deal``.

        Examples
        --------
        >>> from slime.simulation import simulate
        >>> simulate(matches=50, deals=20, seed=3).find("champion-fell", 1)
        [<Address match=0, deal=2, player=4: match 1, deal 3, player 5>]
        """
        score = FINDERS[check_choice("find", what, FINDERS)](self)
        return best_addresses(score, check_int("n", n, 1))

    def __repr__(self) -> str:
        return f"<Simulation: {self._head()}; {self.deals:,} deals>"


def best_addresses(score: NDArray[Any], n: int) -> list[Address]:
    """Addresses of the `n` highest scores [match, deal, player] above 0, the highest first."""
    flat = score.ravel()
    fits = np.flatnonzero(flat > 0)
    order = fits[np.argsort(-flat[fits], kind="stable")][:n]
    where = np.unravel_index(order, score.shape)
    return [Address(*map(int, cell)) for cell in zip(*where, strict=True)]


# --- what can be found: a score [match, deal, player], the higher the better it fits ------

Finder = Callable[[Simulation], NDArray[Any]]


def _moved(sim: Simulation, before: int, after: int) -> NDArray[Any]:
    """Who went from one place to another between a deal and the one before it.

    Places below 1 count from the last one: 0 is the last place.
    """
    last = len(sim.players)
    score = np.zeros(sim.places.shape, np.int64)
    earlier, later = sim.places[:, :-1], sim.places[:, 1:]
    score[:, 1:] = (earlier == (before or last)) & (later == (after or last))
    return score


def _reign(sim: Simulation) -> NDArray[Any]:
    """Length of an unbroken reign, at its last deal."""
    first = sim.places == 1
    run = np.zeros(first.shape, np.int64)
    for d in range(first.shape[1]):
        run[:, d] = first[:, d] * ((run[:, d - 1] if d else 0) + 1)
    ended = np.ones_like(first)
    ended[:, :-1] = ~first[:, 1:]
    return np.asarray(run * ended)


def _rise(sim: Simulation) -> NDArray[Any]:
    change = sim.detail("strength_played") - sim.detail("strength_dealt")
    return np.where(sim.places > 0, change, 0.0)


#: What can be found -> how.
FINDERS: dict[str, Finder] = {
    "champion-fell": lambda sim: _moved(sim, 1, 0) * sim.rules.champion_falls,
    "champion-stayed": lambda sim: _moved(sim, 1, 1),
    "last-to-first": lambda sim: _moved(sim, 0, 1),
    "last-stayed": lambda sim: _moved(sim, 0, 0),
    "second-stayed": lambda sim: _moved(sim, 2, 2),
    "longest-reign": _reign,
    "largest-rise": _rise,
    "largest-loss": lambda sim: -_rise(sim),
}


class TransitionCounts(_Result):
    """Matches of which only counts were kept; its size does not depend on their number.

    Attributes
    ----------
    counts : numpy.ndarray
        [lag - 1, place before, place after]: how often.
    squares, cross : numpy.ndarray
        Sums over matches of their counts squared, and of these times the match's number of
        moves, from which intervals over matches are made.
    place_totals : numpy.ndarray
        [player, place]: how often each was where.
    deals : int
        How many deals were played.

    Examples
    --------
    >>> from slime.simulation import simulate
    >>> counted = simulate(matches=50, deals=10, keep="counts", progress=False)
    >>> counted.deals, int(counted.transitions().sum()), counted.standard_errors().shape
    (500, 2250, (5, 5))
    >>> counted.rules.preset, counted.players[0], counted.seed, counted.strategies[0]
    ('slime-licker', 'P1', 1, lowest)
    """

    def __init__(self, spec: Spec, keep: Keep) -> None:
        super().__init__(spec, keep)
        count = len(spec.names)
        self.counts = np.zeros((keep.lags, count, count), np.int64)
        self.squares = np.zeros_like(self.counts)
        self.cross = np.zeros_like(self.counts)
        self.place_totals = np.zeros((count, count), np.int64)
        self.deals = 0
        self.moves = np.zeros((keep.lags, 2), np.int64)  # sum of moves, of their squares

    def add(self, job: Job, outputs: Outputs) -> None:
        """Take the outputs of the next job."""
        self.counts += outputs.counts
        self.squares += outputs.squares
        self.cross += outputs.cross
        self.place_totals += outputs.totals
        played = np.abs(outputs.played)
        self.deals += int(played.sum())
        moves = np.maximum(played - 1 - np.arange(self.keep.lags)[:, None], 0)
        self.moves += np.stack([moves.sum(axis=1), (moves * moves).sum(axis=1)], axis=1)

    def seal(self) -> None:
        """All jobs are there."""

    def transitions(self, lag: int = 1) -> NDArray[np.int64]:
        """Counts of moves from place to place.

        Parameters
        ----------
        lag : int
            How many deals lie between the two places, up to the `lags` of the simulation.

        Returns
        -------
        numpy.ndarray
            P x P: row = place before, column = place `lag` deals later.

        Examples
        --------
        >>> from slime.simulation import simulate
        >>> simulate(matches=10, deals=3, keep="counts").transitions().sum()
        np.int64(100)
        """
        lag = check_int("lag", lag, 1, self.keep.lags)
        return np.array(self.counts[lag - 1])

    def standard_errors(self, lag: int = 1) -> NDArray[np.float64]:
        """Standard errors of the shares in `transitions`, matches as units.

        The ratio estimator's linearised variance (Cochran 1977, Sampling Techniques, 6.4).

        Parameters
        ----------
        lag : int
            As in `transitions`.

        Returns
        -------
        numpy.ndarray
            P x P; nan where there was one match.

        Examples
        --------
        >>> from slime.simulation import simulate
        >>> bool((simulate(matches=10, deals=3, keep="counts").standard_errors() < 0.2).all())
        True
        """
        n = self.spec.matches
        k = lag - 1
        share = self.transitions(lag) / max(int(self.moves[k, 0]), 1)
        if n < 2:
            return np.full_like(share, np.nan)
        spread = self.squares[k] - 2 * share * self.cross[k] + share**2 * self.moves[k, 1]
        spread = np.maximum(spread, 0.0) * n / (n - 1)
        return np.asarray(np.sqrt(spread) / max(int(self.moves[k, 0]), 1))

    def __repr__(self) -> str:
        return f"<TransitionCounts: {self._head()}; {self.deals:,} deals>"


def _typed_details(details: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
    """The columns of the details, each as the kind of numbers that it is kept as."""
    out = {}
    for i, name in enumerate(DETAILS):
        kind = KINDS.get(name, "int8")
        column = details[i]
        out[name] = (column / UNIT if kind == "float32" else column).astype(kind)
    return out
