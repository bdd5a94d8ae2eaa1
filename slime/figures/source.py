"""What a figure is drawn from: a simulation, counts, or the places of a table of your own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slime._checks import invalid
from slime.game.placenames import place_names as names_at_axis
from slime.game.placenames import told_places
from slime.i18n import Words
from slime.measures import Interval, Transitions, interval
from slime.measures.places import Floats, HasCounts, Ints, places_not_counts

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
    given: Any  # Places, Transitions or a simulation that kept counts
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
            raise invalid("places.no_places", name=what)
        return self.places

    def counts(self, lag: int) -> Floats:
        """Counts of moves from place (row) to place (column) `lag` deals later."""
        return Transitions.of(self.given, lag).counts

    def matrix(self, lag: int, level: float) -> Interval:
        """Shares of each place after, by place before, with limits."""
        return interval(self.given, "transition_matrix", level, draws=DRAWS, lag=lag)


def read_source(
    what: Any, players: Sequence[str] | None = None, w: Words | None = None, name: str = "source"
) -> Source:
    """Read what a figure was given: what `Places.of` takes, or `Transitions`.

    >>> read_source([[1, 2], [2, 1]]).places.shape, read_source(Transitions([[5, 2], [2, 5]])).count
    ((1, 2, 2), 2)
    """
    if isinstance(what, Source):
        return what
    if isinstance(what, Transitions) or (isinstance(what, HasCounts) and not _has_places(what)):
        sim: Any = getattr(what, "origin", what)
        count = what.count if isinstance(what, Transitions) else len(sim.players)
        known = getattr(sim, "players", map(str, range(1, count + 1)))
        names = tuple(known if players is None else players)
        return Source(count, names, None, what, sim, sim and sim.rules.preset)
    read = places_not_counts(what, players, name)
    preset = read.rules and read.rules.preset
    names = read.names(w.lang if w else None)
    return Source(read.count, names, read.array, read, read.origin, preset)


def _has_places(what: Any) -> bool:
    return hasattr(what, "places")


def expect(value: object, name: str, kind: type, maker: str) -> None:
    """Raise ``ValueError`` unless an argument is what `maker` gives."""
    if not isinstance(value, kind):
        raise invalid("figures.wrong.result", name=name, maker=maker, got=value)


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
