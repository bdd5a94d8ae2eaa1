"""Counting and numbering the legal actions, without listing them.

Order: ranks from low to high, in the order in force; at each rank first the single natural card
that an exceptional rule allows, then the sets by their wild twos, threes and jokers, then by
their natural cards; a pass comes last.
"""

from __future__ import annotations

from slime.engine.beats import lowest_rank, may_pass, regular_ranks, single_ranks
from slime.engine.hands import bit_count, count_at, low_bit, size_of
from slime.engine.layout import (
    HAND,
    JOKER,
    MAX_SIZE,
    MIN_SIZE,
    RANK_BIT,
    WILD,
    WILD_JOKER,
    WILD_THREE,
    WILD_TWO,
    State,
)
from slime.engine.marks import hot, rule


@rule
def wild_held(S: State, hand: int, which: int, rank: int) -> int:
    """How many wild cards of one kind could join natural cards of `rank`."""
    position = S[which]
    if position < 0 or position == rank or rank == S[JOKER]:
        return 0
    return count_at(hand, position)


@rule
def sets_at(S: State, hand: int, rank: int) -> int:
    """How many different sets of a fitting size the hand holds for a rank."""
    low, high = S[MIN_SIZE], S[MAX_SIZE]
    own = count_at(hand, rank)
    twos = wild_held(S, hand, WILD_TWO, rank)
    threes = wild_held(S, hand, WILD_THREE, rank)
    jokers = wild_held(S, hand, WILD_JOKER, rank)
    if low == 1 and high >= own + twos + threes + jokers:  # all there are, but for none at all
        return (own + 1) * (twos + 1) * (threes + 1) * (jokers + 1) - 1
    total = 0
    for a in range(twos + 1):
        for c in range(jokers + 1):
            if low == high:  # each number of threes leaves one number of natural cards
                rest = low - a - c
                total += max(min(threes, rest) - max(rest - own, 0) + 1, 0)
                continue
            for b in range(threes + 1):
                least = max(low - a - b - c, 0)
                total += max(min(own, high - a - b - c) - least + 1, 0)
    return total


@rule
def set_number(S: State, hand: int, rank: int, i: int) -> int:
    """The action that plays set number `i` of a rank (see `sets_at`)."""
    low, high = S[MIN_SIZE], S[MAX_SIZE]
    own = count_at(hand, rank)
    for a in range(wild_held(S, hand, WILD_TWO, rank) + 1):
        for b in range(wild_held(S, hand, WILD_THREE, rank) + 1):
            for c in range(wild_held(S, hand, WILD_JOKER, rank) + 1):
                least = max(low - a - b - c, 0)
                here = max(min(own, high - a - b - c) - least + 1, 0)
                if i < here:
                    cards = (least + i) << (4 * rank)
                    if a > 0:
                        cards += a << (4 * S[WILD_TWO])
                    if b > 0:
                        cards += b << (4 * S[WILD_THREE])
                    if c > 0:
                        cards += c << (4 * S[WILD_JOKER])
                    return cards | (rank << RANK_BIT)
                i -= here
    return 0


@hot
@rule
def one_set_a_rank(S: State, hand: int) -> bool:
    """Whether size alone settles the set: no wild card held, and one size to be met."""
    return hand & S[WILD] == 0 and S[MIN_SIZE] == S[MAX_SIZE]


@hot
@rule
def count_legal(S: State, p: int) -> int:
    """How many legal actions player `p`, whose turn it is, has; a pass counts as one."""
    hand = S[HAND + p]
    marks = regular_ranks(S, hand)
    total = bit_count(single_ranks(S, hand)) + (1 if may_pass(S, p) else 0)
    if one_set_a_rank(S, hand):
        return total + bit_count(marks)
    if S[MIN_SIZE] == 1 and hand & S[WILD] == 0 and size_of(hand) <= S[MAX_SIZE]:
        # every set of natural cards that may be played: as many as there are cards
        return total + size_of(hand & ((marks >> 3) * 15))
    while marks != 0:
        total += sets_at(S, hand, low_bit(marks) >> 2)
        marks &= marks - 1
    return total


@hot
@rule
def legal_number(S: State, p: int, i: int) -> int:
    """Legal action number `i` (from 0) of player `p`, whose turn it is."""
    hand = S[HAND + p]
    singles = single_ranks(S, hand)
    marks = regular_ranks(S, hand)
    simple = one_set_a_rank(S, hand)
    both = marks | singles
    while both != 0:
        rank = lowest_rank(S, both)
        mark = 8 << (4 * rank)
        if singles & mark != 0:
            if i == 0:
                return (1 << (4 * rank)) | (rank << RANK_BIT)
            i -= 1
        if marks & mark != 0:
            here = 1 if simple else sets_at(S, hand, rank)
            if i < here:
                if simple:
                    return (S[MIN_SIZE] << (4 * rank)) | (rank << RANK_BIT)
                return set_number(S, hand, rank, i)
            i -= here
        both ^= mark
    return 0


def all_legal(S: State, p: int) -> list[int]:
    """The legal actions of player `p`, whose turn it is, in the order of their numbers."""
    hand = S[HAND + p]
    singles = single_ranks(S, hand)
    marks = regular_ranks(S, hand)
    simple = one_set_a_rank(S, hand)
    both = marks | singles
    out = []
    while both:
        rank = lowest_rank(S, both)
        mark = 8 << (4 * rank)
        if singles & mark:
            out.append((1 << (4 * rank)) | (rank << RANK_BIT))
        if marks & mark:
            if simple:
                out.append((S[MIN_SIZE] << (4 * rank)) | (rank << RANK_BIT))
            else:
                out += [set_number(S, hand, rank, i) for i in range(sets_at(S, hand, rank))]
        both ^= mark
    if may_pass(S, p):
        out.append(0)
    return out
