"""What a figure is drawn from: a simulation, counts, or the places of a table of your own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slime.game.placenames import place_names as names_at_axis
from slime.game.placenames import told_places
from slime.i18n import Words
from slime.measures import Interval, Places, interval, transition_counts
from slime.measures.arrays import check_square
from slime.measures.places import Floats, Ints
from slime.measures.sampling import wilson_limits

#: Gives addresses, rows of match, deal and player, when asked for.
Finder = Callable[[], NDArray[np.int64]]

#: Draws of a bootstrap behind the limits of a figure.
DRAWS = 599


@dataclass(frozen=True, eq=False)
class Source:
    """Places `[match, deal, player]`, or only counts P x P of moves, and who played."""

    count: int
    players: tuple[str, ...]
    places: Ints | None
    table: Floats | None  # counts given as such
    sim: Any = None
    preset: str | None = None

    @property
    def matches(self) -> int:
        """Number of matches, 0 where only counts are known."""
        if self.places is not None:
            return int(self.places.any(axis=(1, 2)).sum())
        return 0 if self.sim is None else int(self.sim.plan.matches)

    @property
    def deals(self) -> int:
        """Number of deals played, 0 where only counts are known."""
        if self.places is not None:
            return int(self.places.any(axis=2).sum())
        return 0 if self.sim is None else int(self.sim.deals)

    def need_places(self, what: str) -> Ints:
        """The places, or `ValueError`: this figure cannot be drawn from counts."""
        if self.places is None:
            raise ValueError(f"source: {what} needs places, not only counts of moves")
        return self.places

    def counts(self, lag: int) -> Floats:
        """Counts of moves from place (row) to place (column) `lag` deals later."""
        if self.places is not None:
            return transition_counts(self.places, lag).astype(np.float64)
        if self.table is not None:
            if lag != 1:
                raise ValueError("lag must be 1 for counts, which say nothing of other lags")
            return self.table
        return np.asarray(self.sim.transitions(lag), np.float64)

    def matrix(self, lag: int, level: float) -> Interval:
        """Shares of each place after, by place before, with limits."""
        if self.places is not None:
            return interval(self.places, "transition_matrix", level, draws=DRAWS, lag=lag)
        counts = self.counts(lag)
        rows = counts.sum(axis=1, keepdims=True)
        if (rows == 0).any():
            raise ValueError("source: a place was never left, so nothing can be said of it")
        share = counts / rows
        if self.sim is not None:
            from scipy.special import ndtri

            half = float(ndtri((1 + level) / 2)) * self.sim.standard_errors(lag)
            low, high = np.maximum(share - half, 0), np.minimum(share + half, 1)
            n = self.matches
            return Interval(share, low, high, level, "t", "session", n, "sessions_alike")
        low, high = wilson_limits(share, np.broadcast_to(rows, share.shape), level)
        n = int(rows.min())
        return Interval(share, low, high, level, "wilson", "deal", n, "equal_players")


def read_source(
    what: Any, players: Sequence[str] | None = None, w: Words | None = None, name: str = "source"
) -> Source:
    """Read what a figure was given; `ValueError` says what it may be.

    A result of `slime.simulate`; places `[match, deal, player]` or `[deal, player]`; or a square
    table of counts. A square table in which every row holds 1 to P is read as places.

    >>> read_source([[1, 2], [2, 1]]).places.shape, read_source([[5, 2], [2, 5]]).places
    ((1, 2, 2), None)
    """
    if isinstance(what, Source):
        return what
    if hasattr(what, "plan") and hasattr(what, "transitions"):
        names = tuple(what.players) if players is None else _names(players, len(what.players))
        places = Places.of(what.places).array if hasattr(what, "places") else None
        return Source(len(names), names, places, None, what, what.rules.preset)
    try:
        array = np.asarray(what)
    except ValueError:  # rows of different lengths
        array = Places.of(what, name=name).array
    if array.ndim == 2 and array.shape[0] == array.shape[1] and not _rows_are_deals(array):
        counts = check_square(array, name)
        names = _names(players, len(counts), w)
        return Source(len(counts), names, None, counts)
    if array.ndim not in (2, 3) or array.dtype.kind not in "iu":
        raise ValueError(
            f"{name} must be a simulation, whole places [match, deal, player] or [deal, player], "
            "or a square table of counts"
        )
    places = Places.of(array, name=name).array
    return Source(places.shape[2], _names(players, places.shape[2], w), places, None)


def _rows_are_deals(array: NDArray[Any]) -> bool:
    expected = np.arange(1, array.shape[1] + 1)
    return bool((np.sort(array, axis=1) == expected).all())


def _names(players: Sequence[str] | None, count: int, w: Words | None = None) -> tuple[str, ...]:
    if players is None:
        number = range(1, count + 1)
        return tuple(w("places.player", n=n) if w else str(n) for n in number)
    fits = isinstance(players, Iterable) and not isinstance(players, str)
    names = tuple(map(str, players)) if fits else ()
    if len(names) != count:
        raise ValueError(f"players must be {count} names, one for each player")
    return names


def expect(value: object, name: str, kind: type, maker: str) -> None:
    """Raise ``ValueError`` unless an argument is what `maker` gives."""
    if not isinstance(value, kind):
        raise ValueError(f"{name} must be a result of {maker}, not {value!r:.60}")


def place_names(source: Source, w: Words) -> list[str]:
    """What the places are called at an axis."""
    return names_at_axis(source.preset, source.count, w)


def told_names(source: Source, w: Words) -> list[str]:
    """What the places are called in a sentence."""
    return told_places(source.preset, source.count, w)


def moves(source: Source, before: int | None, after: int | None, lag: int) -> Finder:
    """Finds the deals to which somebody moved from a place to a place (None: any)."""

    def find() -> NDArray[np.int64]:
        places = source.need_places("addresses")
        earlier, later = places[:, :-lag], places[:, lag:]
        fits = (earlier > 0) & (later > 0)
        if before is not None:
            fits &= earlier == before
        if after is not None:
            fits &= later == after
        rows: NDArray[np.int64] = np.argwhere(fits) + np.array([0, lag, 0])
        return rows

    return find


def coming_from(source: Source, place: int) -> Finder:
    """Finds the deals of those who had a place in the deal before."""
    return moves(source, place, None, 1)
