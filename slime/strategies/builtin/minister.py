"""minister: the second of the deal before lets the champion finish first.

As second, while the champion still plays and nobody is out yet, it does not beat the champion's
sets, keeps its highest ranks back and does not play its last card, unless it must; otherwise,
and once the champion is out (or has lost the race), it plays like `lowest` to take the next
place.  Gives back its lowest cards.  It knows the standing and who played the set to beat.

Source: the commentary of the rules text (claim 5): the second place is the best one to be in,
and its holder keeps it by waiting for the champion to finish.  Built as the text says, not
tuned.
"""

from __future__ import annotations

from slime.engine.beats import may_pass
from slime.engine.hands import CARDS, highest_cards, size_of
from slime.engine.layout import (
    HAND,
    PLAYERS_OUT,
    PREVIOUS_PLACE,
    RANK_BIT,
    TO_BEAT_BY,
    TO_BEAT_SIZE,
    State,
)
from slime.engine.marks import rule
from slime.strategies.base import Option, declare, option
from slime.strategies.builtin.lowest import choose_lowest, give_lowest
from slime.strategies.moves import high_cards, play_from


@rule
def one_card_less(action: int) -> int:
    """The same set without its lowest card, which is kept."""
    cards = action & CARDS
    rest = highest_cards(cards, size_of(cards) - 1)
    return rest | (action >> RANK_BIT << RANK_BIT)


@rule
def choose_minister(S: State, me: int) -> int:
    """See the top of this file."""
    if S[PREVIOUS_PLACE + me] != 2 or S[PLAYERS_OUT] > 0:
        return choose_lowest(S, me)
    hand = S[HAND + me]
    if S[TO_BEAT_SIZE] != 0 and S[PREVIOUS_PLACE + S[TO_BEAT_BY]] == 1 and may_pass(S, me):
        return 0
    action = play_from(S, me, hand & ~high_cards(S, option(S, me, 0)))
    if action & CARDS != hand:
        return action
    # this would be its last card
    if S[TO_BEAT_SIZE] == 0:
        return one_card_less(action) if size_of(hand) > 1 else action
    return 0 if may_pass(S, me) else action


STRATEGY = declare(
    "minister",
    choose_minister,
    give_lowest,
    Option("high", 4, 0, 13, "how many of the highest ranks it keeps back while it waits"),
)
