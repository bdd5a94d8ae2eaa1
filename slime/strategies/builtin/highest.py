"""highest: spends its best cards first.

Leads all cards of its highest rank.  Follows with the highest rank that will do and as few
cards as that takes, natural cards before wild ones.  Passes only if it must.  Gives back its
lowest cards.  It knows its hand, the set to beat and the order in force, nothing else.

Source: what many beginners do, to win tricks; the opposite of `lowest`.
"""

from __future__ import annotations

from slime.engine.beats import highest_rank, regular_ranks, single_ranks
from slime.engine.layout import HAND, RANK_BIT, RANKED, TO_BEAT_SIZE, State
from slime.engine.marks import rule
from slime.strategies.base import declare
from slime.strategies.builtin.lowest import give_lowest
from slime.strategies.moves import play_rank


@rule
def lead_highest(S: State, hand: int) -> int:
    """All cards of the highest rank; jokers without a rank stand for the highest there is."""
    rank = highest_rank(S, hand)
    cards = hand & (15 << (4 * rank))
    if S[RANKED] & (8 << (4 * rank)) == 0:
        rank = highest_rank(S, S[RANKED])
    return cards | (rank << RANK_BIT)


@rule
def choose_highest(S: State, me: int) -> int:
    """See the top of this file."""
    hand = S[HAND + me]
    if S[TO_BEAT_SIZE] == 0:
        return lead_highest(S, hand)
    marks = regular_ranks(S, hand)
    singles = single_ranks(S, hand)
    if marks | singles == 0:
        return 0
    return play_rank(S, hand, highest_rank(S, marks | singles), singles)


STRATEGY = declare("highest", choose_highest, give_lowest)
