"""How strong a hand is: one number from 0 to 1, and its cards of the highest rank.

The strength of a card is the share of the *other* cards of the pack that are of lower rank,
those of the same rank counting one half; of a hand, the mean over its cards.  So it is a mean
rank (a mid-rank, as in the tests of Wilcoxon and Mann and Whitney) written from 0 to 1: the
whole pack has 0.5 exactly, whatever is in it, a gift that makes one hand stronger makes
another weaker, and numbers of cards do not matter.  The joker is above all ranks, wild or not;
sets are not counted: two pairs of sevens are four sevens, as for the gift of best cards.

Integers only, in millionths, for both speeds.
"""

from __future__ import annotations

from slime.engine.hands import RANKS, count_at, high_bit, size_of
from slime.engine.layout import WHOLE_PACK, State
from slime.engine.marks import rule

#: What is 1 in the integers of this module.
UNIT = 1_000_000


@rule
def whole_pack(S: State) -> int:
    """All cards of the match's pack, packed."""
    return S[WHOLE_PACK]


@rule
def strength(hand: int, pack: int) -> int:
    """The strength of a packed hand out of a packed pack, in millionths; 0 without cards.

    Out of 3 4 4 5: a 3 has 0, a 4 has 1/3 for the 3 and 1/6 for the other 4, a 5 has 1.

    >>> [strength(hand, 0x121) for hand in (0x001, 0x010, 0x100, 0x121)]
    [0, 500000, 1000000, 500000]
    """
    size, whole = size_of(hand), size_of(pack)
    if size == 0 or whole < 2:
        return 0
    total = 0
    lower = 0
    for rank in range(RANKS):
        own = count_at(pack, rank)
        total += count_at(hand, rank) * (2 * lower + own - 1)
        lower += own
    return (total * UNIT) // (2 * (whole - 1) * size)


@rule
def top_cards(hand: int, pack: int) -> int:
    """How many cards of the highest rank in the pack a packed hand holds.

    >>> top_cards(0x210, 0x421), top_cards(0x010, 0x421)
    (2, 0)
    """
    return count_at(hand, high_bit(pack) >> 2)
