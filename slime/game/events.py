"""What happened in a deal, as frozen records, in the order in which it happened."""

from __future__ import annotations

from typing import NamedTuple


class Dealt(NamedTuple):
    """The cards were dealt; `seats` clockwise as they sit while dealing."""

    deal: int
    dealer: str
    seats: tuple[str, ...]
    hands: dict[str, tuple[str, ...]]


class Gave(NamedTuple):
    """A gift of the exchange was chosen; `kind` is best, choice or lot."""

    giver: str
    taker: str
    cards: tuple[str, ...]
    kind: str


class Moved(NamedTuple):
    """Players took the seats of play (clockwise)."""

    seats: tuple[str, ...]


class Played(NamedTuple):
    """A set was played; `rank` is what it stands for, `trick` counts from 1."""

    player: str
    cards: tuple[str, ...]
    rank: str
    trick: int


class Passed(NamedTuple):
    """A player passed."""

    player: str
    trick: int


class WentOut(NamedTuple):
    """A player played the last card; `place` is the place it gave."""

    player: str
    place: int


class Fell(NamedTuple):
    """Last deal's champion was not first and has the last place."""

    player: str
    place: int


class TrickWon(NamedTuple):
    """A trick ended; `leader` leads next."""

    player: str
    trick: int
    leader: str


class DealEnded(NamedTuple):
    """All places are given, best first."""

    places: tuple[str, ...]
    points: dict[str, int]
    totals: dict[str, int]


Event = Dealt | Gave | Moved | Played | Passed | WentOut | Fell | TrickWon | DealEnded
