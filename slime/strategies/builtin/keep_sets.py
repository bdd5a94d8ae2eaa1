"""keep_sets: does not break its pairs and triples if it need not.

Leads its lowest rank whole.  Follows with the lowest rank that it can play whole, with just as
many cards as are asked for; only where it would otherwise pass does it break a set, as
`lowest` does.  Gives back its lowest cards.  It knows its hand and the set to beat, nothing else.

Source: the first advice that players of climbing games give.  Never breaking a set at all is
worse than `lowest`.
"""

from __future__ import annotations

from slime.engine.beats import lowest_rank, regular_ranks, single_ranks
from slime.engine.hands import count_at
from slime.engine.layout import HAND, MAX_SIZE, MIN_SIZE, RANK_BIT, TO_BEAT_SIZE, State
from slime.engine.marks import rule
from slime.strategies.base import declare
from slime.strategies.builtin.lowest import give_lowest, lead_lowest
from slime.strategies.moves import play_rank


@rule
def lowest_whole(S: State, hand: int, marks: int) -> int:
    """The action that plays the lowest of these ranks that fits whole; 0 if none does."""
    while marks != 0:
        rank = lowest_rank(S, marks)
        own = count_at(hand, rank)
        if S[MIN_SIZE] <= own <= S[MAX_SIZE]:
            return (own << (4 * rank)) | (rank << RANK_BIT)
        marks &= ~(8 << (4 * rank))
    return 0


@rule
def choose_keep_sets(S: State, me: int) -> int:
    """See the top of this file."""
    hand = S[HAND + me]
    if S[TO_BEAT_SIZE] == 0:
        return lead_lowest(S, hand)
    marks = regular_ranks(S, hand)
    whole = lowest_whole(S, hand, marks)
    if whole != 0:
        return whole
    singles = single_ranks(S, hand)
    if marks | singles == 0:
        return 0
    return play_rank(S, hand, lowest_rank(S, marks | singles), singles)


STRATEGY = declare("keep_sets", choose_keep_sets, give_lowest)
