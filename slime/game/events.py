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


class Turned(NamedTuple):
    """A set turned the order of ranks `until` the ``deal`` or the ``trick`` ends.

    `turned` says whether lower beats higher from the next play on.
    """

    player: str
    turned: bool
    until: str


class WentOut(NamedTuple):
    """A player played the last card; `place` is the place it gave, the worst free one if foul."""

    player: str
    place: int
    foul: bool


class Fell(NamedTuple):
    """Last deal's champion was not first and has the worst place that was free."""

    player: str
    place: int


class Cleared(NamedTuple):
    """A set that stands for `rank` ended the trick at once."""

    player: str
    rank: str
    trick: int


class Skipped(NamedTuple):
    """A player lost the turn: two sets of the same rank lie on one another."""

    player: str
    trick: int


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


Play = Played | Passed | Turned | WentOut | Fell | Cleared | Skipped | TrickWon
Event = Dealt | Gave | Moved | Play | DealEnded
