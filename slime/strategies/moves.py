"""Pieces that several strategies are made of, in the subset of `slime.engine.marks`."""

from __future__ import annotations

from slime.engine.beats import lowest_rank, may_pass, regular_ranks, single_ranks
from slime.engine.hands import CARDS, high_bit
from slime.engine.layout import (
    CARDS_LEFT,
    FALLEN,
    FALLEN_CHAMPION,
    JOKER,
    LEAVES,
    MIN_SIZE,
    RANK_BIT,
    RANKED,
    TO_BEAT_SIZE,
    TURNED,
    WILD,
    State,
)
from slime.engine.marks import rule
from slime.strategies.builtin.lowest import choose_lowest, fewest_wild, lead_lowest


@rule
def play_rank(S: State, hand: int, rank: int, singles: int) -> int:
    """The action that plays a rank with as few cards as will do; `singles` as rank marks."""
    if singles & (8 << (4 * rank)) != 0:
        return (1 << (4 * rank)) | (rank << RANK_BIT)
    return fewest_wild(S, hand, rank, S[MIN_SIZE])


@rule
def high_cards(S: State, ranks: int) -> int:
    """Packed mask (15 at each) of so many ranks, the highest now, and of the wild cards."""
    if ranks <= 0:
        return 0
    if S[TURNED] == 0:
        lowest = max((high_bit(S[RANKED]) >> 2) + 1 - ranks, 0)
        return (CARDS & (-1 << (4 * lowest))) | S[WILD]
    jokers = CARDS & (-1 << (4 * S[JOKER]))
    if S[RANKED] & jokers != 0:
        ranks -= 1
    return ((1 << (4 * ranks)) - 1) | jokers | S[WILD]


@rule
def play_from(S: State, me: int, cards: int) -> int:
    """Play like `lowest`, but only from some `cards` of the hand; pass where these do not do.

    Falls back on the whole hand where neither is possible.
    """
    if S[TO_BEAT_SIZE] == 0:
        return lead_lowest(S, cards) if cards != 0 else choose_lowest(S, me)
    marks = regular_ranks(S, cards)
    singles = single_ranks(S, cards)
    if marks | singles != 0:
        return play_rank(S, cards, lowest_rank(S, marks | singles), singles)
    return 0 if may_pass(S, me) else choose_lowest(S, me)


@rule
def still_in(S: State, p: int) -> bool:
    """Whether a player still plays (a fallen champion may have left with his cards)."""
    return S[CARDS_LEFT + p] > 0 and (S[FALLEN_CHAMPION] != LEAVES or S[FALLEN] != p)
