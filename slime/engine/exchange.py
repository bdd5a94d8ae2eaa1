"""The forced gifts before the first lead: who owes whom how much, and what is allowed.

Gifts are numbered pair by pair from the outside in; in each pair the giver of best cards is
first (with the flow `random` the lower placed).
"""

from __future__ import annotations

from slime.engine.beats import FINE, NOT_HELD, why_not
from slime.engine.hands import card_number, count_at, highest_cards, size_of, within
from slime.engine.layout import (
    AT_RANDOM,
    BEST,
    CARDS_LEFT,
    CHOICE,
    CLUBS,
    COUNTS,
    DOWN,
    EXCHANGE_FLOW,
    EXCHANGE_OPEN,
    EXCHANGING,
    GAVE,
    GIFT,
    GOT,
    HAND,
    HAS_STANDING,
    PAIRS,
    PHASE,
    PLAYERS,
    RANDOM,
    RANDOM_STATE,
    RANK_BIT,
    STANDING,
    THREE,
    State,
)
from slime.engine.marks import rule
from slime.engine.streams import below, draw


@rule
def gift_count(S: State, g: int) -> int:
    """How many cards gift number `g` has."""
    return S[COUNTS + (g >> 1)]


@rule
def gift_from(S: State, g: int) -> int:
    """Who owes gift number `g`."""
    pair = g >> 1
    if (g & 1 == 0) == (S[EXCHANGE_FLOW] == DOWN):
        return S[STANDING + pair]
    return S[STANDING + S[PLAYERS] - 1 - pair]


@rule
def gift_to(S: State, g: int) -> int:
    """Who gets gift number `g`."""
    return gift_from(S, g ^ 1)


@rule
def gift_kind(S: State, g: int) -> int:
    """How gift number `g` is chosen: `BEST`, `CHOICE` of the giver, or `AT_RANDOM`."""
    if S[EXCHANGE_FLOW] == RANDOM:
        return AT_RANDOM
    return BEST if g & 1 == 0 else CHOICE


@rule
def next_gift(S: State) -> bool:
    """Move on to the next gift that has a card in it; False if there is none."""
    while S[GIFT] < 2 * S[PAIRS]:
        if gift_count(S, S[GIFT]) > 0:
            return True
        S[GIFT] += 1
    return False


def gifts(S: State) -> list[int]:
    """The numbers of the gifts that have a card in them."""
    return [g for g in range(2 * S[PAIRS]) if gift_count(S, g) > 0]


@rule
def start_exchange(S: State) -> bool:
    """Begin the exchange of this deal; False if there is none."""
    S[PHASE] = EXCHANGING
    S[GIFT] = 0
    return S[HAS_STANDING] != 0 and next_gift(S)


@rule
def random_cards(S: State, stream: int, hand: int, n: int) -> int:
    """`n` cards of a hand drawn one after the other from the stream in this cell."""
    out = 0
    for _ in range(n):
        card = card_number(hand, below(draw(S, stream), size_of(hand)))
        hand -= card
        out += card
    return out


@rule
def forced_gift(S: State) -> int:
    """The cards of the gift due where its giver has no choice; -1 where he has."""
    hand, count = S[HAND + gift_from(S, S[GIFT])], gift_count(S, S[GIFT])
    kind = gift_kind(S, S[GIFT])
    if kind == BEST:  # by rank alone, jokers above all
        return highest_cards(hand, count)
    return random_cards(S, RANDOM_STATE, hand, count) if kind == AT_RANDOM else -1


@rule
def hand_over(S: State, giver: int, taker: int, clubs: int) -> None:
    """Move a chosen gift, `clubs` of whose threes are of clubs, from hand to hand."""
    cards = S[GAVE + giver]
    S[HAND + giver] -= cards
    S[HAND + taker] += cards
    S[GOT + taker] = cards
    S[CARDS_LEFT + giver] -= size_of(cards)
    S[CARDS_LEFT + taker] += size_of(cards)
    S[CLUBS + giver] -= clubs
    S[CLUBS + taker] += clubs


@rule
def clubs_in(S: State, giver: int) -> int:
    """How many threes of clubs a gift has: among equal ranks clubs go first."""
    if S[THREE] < 0:
        return 0
    return min(count_at(S[GAVE + giver], S[THREE]), S[CLUBS + giver])


@rule
def make_gift(S: State, cards: int) -> bool:
    """Give the gift that is due (which must be allowed); False when it was the last one.

    Blind, both cards of a pair move once both are chosen; open, each moves at once.
    """
    g = S[GIFT]
    giver, taker = gift_from(S, g), gift_to(S, g)
    S[GAVE + giver] = cards
    if S[EXCHANGE_OPEN] != 0:
        hand_over(S, giver, taker, clubs_in(S, giver))
    elif g & 1 == 1:
        mine, yours = clubs_in(S, giver), clubs_in(S, taker)
        hand_over(S, taker, giver, yours)
        hand_over(S, giver, taker, mine)
    S[GIFT] += 1
    return next_gift(S)


@rule
def why_not_answer(S: State, p: int, said: int) -> int:
    """Why player `p` may not answer this (an action, or the cards of the gift due), or `FINE`.

    Anything may have been said, whole numbers of 64 bits that mean nothing too.
    """
    if S[PHASE] == EXCHANGING:
        held = 0 <= said < 1 << RANK_BIT and within(said, S[HAND + p])
        return FINE if held and size_of(said) == gift_count(S, S[GIFT]) else NOT_HELD
    return why_not(S, p, said) if 0 <= said < 1 << (RANK_BIT + 4) else NOT_HELD
