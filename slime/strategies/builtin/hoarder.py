"""hoarder: holds back its top ranks until few cards remain.

Plays like `lowest` with the rest of its hand, passes where that does not do, and lets go of the
top ranks (and of wild cards) once it holds few cards, or where it must play.  Gives back its
lowest cards.  It knows its hand and the set to beat, nothing else.

Source: a habit seen at every card table: the best cards are "for later".
"""

from __future__ import annotations

from slime.engine.layout import CARDS_LEFT, HAND, State
from slime.engine.marks import rule
from slime.strategies.base import Option, declare, option
from slime.strategies.builtin.lowest import choose_lowest, give_lowest
from slime.strategies.moves import high_cards, play_from


@rule
def choose_hoarder(S: State, me: int) -> int:
    """See the top of this file."""
    if S[CARDS_LEFT + me] <= option(S, me, 1):
        return choose_lowest(S, me)
    return play_from(S, me, S[HAND + me] & ~high_cards(S, option(S, me, 0)))


STRATEGY = declare(
    "hoarder",
    choose_hoarder,
    give_lowest,
    Option("ranks", 3, 0, 13, "how many of the highest ranks are held back"),
    Option("until", 4, 0, 54, "with so many cards in hand it lets go of them"),
)
