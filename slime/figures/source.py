"""What a figure is drawn from, places or counts of moves, and the deals behind its marks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeGuard, cast

import numpy as np

from slime._checks import invalid
from slime.game.placenames import place_names as names_at_axis
from slime.game.placenames import places_in_text
from slime.i18n import Words
from slime.measures import Places, Transitions
from slime.measures.places import Ints, PlacesLike
from slime.measures.transitions import HasCounts, MovesLike, places_not_counts

#: Counts of moves have no deals.
Source: TypeAlias = Places | Transitions
#: Gives addresses, rows of match, deal and player, when asked for.
Finder: TypeAlias = Callable[[], Ints]

#: Draws of a bootstrap behind the limits of a figure.
DRAWS = 599


def read_places(
    source: MovesLike, players: Sequence[str] | None = None, name: str = "source"
) -> Places:
    """Places, with the players' names; `ValueError` for counts of moves.

    >>> read_places([[1, 2], [2, 1]]).array.shape
    (1, 2, 2)
    """
    if _only_counts(source):
        raise invalid("places.no_places", name=name)
    return places_not_counts(cast(PlacesLike, source), players, name)


def read_moves(source: MovesLike, lag: int, players: Sequence[str] | None = None) -> Transitions:
    """Moves between deals that are `lag` apart; they know their places, if these are known.

    >>> read_moves([[1, 2], [2, 1]], 1).counts.tolist()
    [[0.0, 1.0], [1.0, 0.0]]
    """
    return Transitions.of(source if _only_counts(source) else read_places(source, players), lag)


def _only_counts(source: MovesLike) -> TypeGuard[Transitions | HasCounts]:
    if isinstance(source, Transitions):
        return True
    return isinstance(source, HasCounts) and not hasattr(source, "places")


def expect(value: object, name: str, kind: type, maker: str) -> None:
    """Raise ``ValueError`` unless an argument is what `maker` gives."""
    if not isinstance(value, kind):
        raise invalid("figures.wrong.result", name=name, maker=maker, got=value)


def place_names(source: Source, w: Words) -> list[str]:
    """What the places are called at an axis."""
    return names_at_axis(_preset(source), source.count, w)


def names_in_text(source: Source, w: Words) -> list[str]:
    """What the places are called in a sentence."""
    return places_in_text(_preset(source), source.count, w)


def _preset(source: Source) -> str | None:
    rules = getattr(source.origin, "rules", None)
    return rules and rules.preset


def moved(source: Source, before: int | None, after: int | None, lag: int) -> Finder:
    """Finds the deals to which somebody moved from a place to a place (None: any)."""

    def find() -> Ints:
        places = cast(Places, source).array
        earlier, later = places[:, :-lag], places[:, lag:]
        fits = (earlier > 0) & (later > 0)
        if before is not None:
            fits &= earlier == before
        if after is not None:
            fits &= later == after
        rows: Ints = np.argwhere(fits) + np.array([0, lag, 0])
        return rows

    return find


def coming_from(source: Source, place: int) -> Finder:
    """Finds the deals of those who had a place in the deal before."""
    return moved(source, place, None, 1)
