"""Counting cards: what is unseen, what beats what of it, and what a hand is worth then.

In the subset of `slime.engine.marks`.  A *tally* is several counts of a hand in one integer, which
add up group by group: how many of its groups (cards of one rank) win tricks (from bit 0), how many
are burdens (bit 8), how many can be beaten at all (bit 16), and what the burdens cost (bit 24).
"""

from __future__ import annotations

from slime.engine.beats import ranks_above
from slime.engine.hands import ONES, bit_count, count_at, held, low_bit, size_of
from slime.engine.layout import (
    BIG_TWO,
    CARDS_LEFT,
    CLEARS,
    EQUAL_RANKS,
    HAND,
    JOKER,
    JOKER_TRUMP,
    LOCKED_PASS,
    NEXT_PLAYER,
    ONE_TURN,
    PASSED,
    PASSING,
    PLAYED_CARDS,
    RANKED,
    STOP,
    TO_BEAT_SIZE,
    WILD,
    State,
)
from slime.engine.marks import rule
from slime.engine.strength import whole_pack
from slime.strategies.moves import still_in

# Found by trial (5 players, both games, against `lowest`, `keep_sets` and mixed company);
# the results move little when these do.
CARD_ABOVE = 7  # weakness of a single card for each unseen card above it
SET_ABOVE = 17  # weakness of a set for each unseen rank above that could make its size
STRONG = 42  # up to this weakness a group wins tricks: up to six cards, or two ranks, above
WORST = 120  # weakness counts up to this
BURDEN = 80  # what a group that wins no trick costs, besides its weakness
WINNER = 34  # what a winner is worth, for each burden that it can bring a lead for


@rule
def unseen_cards(S: State, me: int) -> int:
    """The cards that are neither in hand nor played."""
    return whole_pack(S) - S[HAND + me] - S[PLAYED_CARDS]


@rule
def most_against(S: State, me: int, now: bool) -> int:
    """The most cards that another player holds (`now`: one who may still act in this trick)."""
    most = 0
    skipped = S[PASSED] if now and S[PASSING] == LOCKED_PASS else 0
    stop = S[STOP] if now and S[PASSING] == ONE_TURN and S[TO_BEAT_SIZE] != 0 else me
    q = S[NEXT_PLAYER + me]
    while q != stop and q != me:  # noqa: PLR1714 (the compiled subset has no `in`)
        if (skipped >> q) & 1 == 0 and still_in(S, q):
            most = max(most, S[CARDS_LEFT + q])
        q = S[NEXT_PLAYER + q]
    return most


@rule
def weakness(S: State, unseen: int, rank: int, size: int, most: int) -> int:
    """How much there is unseen that beats a set, in the order in force; 0 if nothing does.

    `most` is the most cards that somebody who could play them holds.
    """
    if size > most or S[CLEARS] & (8 << (4 * rank)) != 0:
        return 0
    if S[JOKER_TRUMP] != 0 and rank == S[JOKER]:  # anything may follow
        return size_of(unseen) * CARD_ABOVE
    out = 0
    above = ranks_above(S, rank)
    reach = above | (15 << (4 * rank)) if S[EQUAL_RANKS] != 0 else above
    if size > 1:  # single cards that beat sets
        if S[JOKER_TRUMP] != 0 and count_at(unseen, S[JOKER]) > 0:
            out = CARD_ABOVE
        if held(unseen) & S[BIG_TWO] & above != 0:
            out += CARD_ABOVE
    if S[RANKED] & reach == 0:
        return out
    if size == 1:
        return out + size_of(unseen & (reach | S[WILD])) * CARD_ABOVE
    need = max(size - size_of(unseen & S[WILD]), 0)
    if need > 8:
        return out
    return out + bit_count((unseen + (8 - need) * ONES) & reach & S[RANKED]) * SET_ABOVE


@rule
def group_tally(S: State, unseen: int, rank: int, size: int, most: int) -> int:
    """The tally of one group."""
    if size <= 0:
        return 0
    weak = weakness(S, unseen, rank, size, most)
    out = 1 if weak <= STRONG else (1 << 8) | ((BURDEN + min(weak, WORST)) << 24)
    return out | (1 << 16) if weak > 0 else out


@rule
def hand_tally(S: State, unseen: int, hand: int, most: int) -> int:
    """The tally of a hand; each wild card counts as a winner of its own."""
    wild = hand & S[WILD]
    out = size_of(wild)
    ranks = held(hand ^ wild)
    while ranks != 0:
        rank = low_bit(ranks) >> 2
        out += group_tally(S, unseen, rank, count_at(hand, rank), most)
        ranks &= ranks - 1
    return out


@rule
def beatable(tally: int) -> int:
    """How many groups can be beaten."""
    return (tally >> 16) & 255


@rule
def price(tally: int) -> int:
    """What a hand costs, lower is better: its burdens, less the winners that bring leads."""
    return (tally >> 24) - WINNER * min(tally & 255, (tally >> 8) & 255)
