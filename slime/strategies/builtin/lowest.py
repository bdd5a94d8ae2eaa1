"""lowest: gets rid of its lowest cards first.

Leads all cards of its lowest rank.  Follows with the lowest rank that will do and as few cards
as that takes, natural cards before wild ones, wild ones low first.  Passes only if it must.
Gives back its lowest cards.  It knows its hand, the set to beat and the order in force, nothing
else; where that order is turned, its lowest rank is so too, but not its lowest wild card.

Source: the baseline of this kit; any beginner's first idea.
"""

from __future__ import annotations

from slime.engine.beats import lowest_rank, regular_ranks, single_ranks
from slime.engine.hands import count_at, lowest_cards
from slime.engine.layout import (
    HAND,
    MIN_SIZE,
    RANK_BIT,
    RANKED,
    TO_BEAT_SIZE,
    WILD,
    WILD_JOKER,
    WILD_THREE,
    WILD_TWO,
    State,
)
from slime.engine.marks import hot, rule
from slime.strategies.base import declare


@hot
@rule
def fewest_wild(S: State, hand: int, rank: int, size: int) -> int:
    """The action that plays `size` cards for a rank, natural before wild, wild low first."""
    shift = 4 * rank
    if hand & S[WILD] == 0:
        return (size << shift) | (rank << RANK_BIT)
    own = min(count_at(hand, rank), size)
    cards = own << shift
    size -= own
    if size > 0:
        rest = hand & S[WILD] & ~(15 << shift)
        two, three, joker = S[WILD_TWO], S[WILD_THREE], S[WILD_JOKER]
        for position in (two, three, joker):
            if position >= 0 and size > 0:
                k = min(count_at(rest, position), size)
                cards += k << (4 * position)
                size -= k
    return cards | (rank << RANK_BIT)


@hot
@rule
def lead_lowest(S: State, hand: int) -> int:
    """All cards of the lowest rank; jokers without a rank stand for the lowest there is."""
    rank = lowest_rank(S, hand)
    if S[RANKED] & (8 << (4 * rank)) == 0:
        return hand | (lowest_rank(S, S[RANKED]) << RANK_BIT)
    return (hand & (15 << (4 * rank))) | (rank << RANK_BIT)


@hot
@rule
def choose_lowest(S: State, me: int) -> int:
    """See the top of this file."""
    hand = S[HAND + me]
    if S[TO_BEAT_SIZE] == 0:
        return lead_lowest(S, hand)
    marks = regular_ranks(S, hand)
    singles = single_ranks(S, hand)
    if marks | singles == 0:
        return 0
    rank = lowest_rank(S, marks | singles)
    if singles & (8 << (4 * rank)) != 0:  # one card is fewer than the size asked
        return (1 << (4 * rank)) | (rank << RANK_BIT)
    return fewest_wild(S, hand, rank, S[MIN_SIZE])


@rule
def give_lowest(S: State, me: int, count: int) -> int:
    """The lowest cards in hand."""
    return lowest_cards(S[HAND + me], count)


STRATEGY = declare("lowest", choose_lowest, give_lowest)
