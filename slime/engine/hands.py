"""Hands as one integer: four bits a rank, lowest rank lowest.

A packed hand holds how many cards of each rank there are.  Two packs fit: at most 8 of a
rank, at most 4 jokers, 14 ranks, 56 bits.
"""

from __future__ import annotations

from slime.engine.marks import primitive, rule

RANKS = 14
#: A one in each of the 14 places.
ONES = 0x11111111111111
#: The top bit of each place: the form in which sets of ranks are held ("rank marks").
MARKS = 0x88888888888888
#: All bits of a packed hand.
CARDS = 0xFFFFFFFFFFFFFF
#: Every second place, as bytes.
_LOW = 0x0F0F0F0F0F0F0F
_BYTES = 0x01010101010101
_GUARD = 0x80808080808080


@primitive
def wrap64(x: int) -> int:
    """The signed 64-bit integer with the low 64 bits of `x`.

    >>> wrap64(2**63), wrap64(-1), wrap64(2**64 + 5)
    (-9223372036854775808, -1, 5)
    """
    return ((x + 0x8000000000000000) & 0xFFFFFFFFFFFFFFFF) - 0x8000000000000000


@primitive
def plus(x: int, y: int) -> int:
    """The sum of two numbers of which the low 64 bits count; compiled, it may run over.

    A plain ``+`` may not: a compiler takes for granted that it stays within 64 bits.

    >>> plus(2, 3)
    5
    """
    return x + y


@primitive
def times(x: int, y: int) -> int:
    """The product of two numbers of which the low 64 bits count; compiled, it may run over.

    >>> times(2, 3)
    6
    """
    return x * y


@primitive
def low_bit(x: int) -> int:
    """Number of the lowest bit set in `x` > 0.

    >>> low_bit(0b1000)
    3
    """
    return (x & -x).bit_length() - 1


@primitive
def high_bit(x: int) -> int:
    """Number of the highest bit set in `x` > 0.

    >>> high_bit(0b1010)
    3
    """
    return x.bit_length() - 1


@primitive
def bit_count(x: int) -> int:
    """How many bits are set in `x` >= 0.

    >>> bit_count(0b1011)
    3
    """
    return x.bit_count()


@rule
def size_of(cards: int) -> int:
    """How many cards a packed hand holds.

    >>> size_of(0x213)
    6
    """
    return ((((cards & _LOW) + ((cards >> 4) & _LOW)) * _BYTES) >> 48) & 0xFF


@rule
def count_at(cards: int, rank: int) -> int:
    """How many cards of one rank a packed hand holds.

    >>> count_at(0x213, 2)
    2
    """
    return (cards >> (4 * rank)) & 15


@rule
def held(cards: int) -> int:
    """Rank marks of the ranks of which there is a card.

    >>> hex(held(0x201))
    '0x808'
    """
    return (cards + 7 * ONES) & MARKS


@rule
def within(cards: int, hand: int) -> bool:
    """Whether `hand` holds all of `cards`.

    >>> within(0x102, 0x112), within(0x102, 0x211), within(0x20, 0x110)
    (True, False, False)
    """
    even = (hand & _LOW) + _GUARD - (cards & _LOW)
    odd = ((hand >> 4) & _LOW) + _GUARD - ((cards >> 4) & _LOW)
    return even & odd & _GUARD == _GUARD


@rule
def lowest_cards(hand: int, n: int) -> int:
    """The `n` lowest cards of a packed hand that holds as many.

    >>> hex(lowest_cards(0x213, 4))
    '0x13'
    """
    out = 0
    while n > 0:
        shift = low_bit(hand) & ~3
        k = min((hand >> shift) & 15, n)
        out += k << shift
        hand -= k << shift
        n -= k
    return out


@rule
def highest_cards(hand: int, n: int) -> int:
    """The `n` highest cards of a packed hand that holds as many.

    >>> hex(highest_cards(0x213, 4))
    '0x211'
    """
    out = 0
    while n > 0:
        shift = high_bit(hand) & ~3
        k = min((hand >> shift) & 15, n)
        out += k << shift
        hand -= k << shift
        n -= k
    return out


@rule
def card_number(hand: int, i: int) -> int:
    """The packed single card that is number `i` (from 0, low to high) of a hand.

    >>> hex(card_number(0x213, 3))
    '0x10'
    """
    while True:
        shift = low_bit(hand) & ~3
        k = (hand >> shift) & 15
        if i < k:
            return 1 << shift
        i -= k
        hand -= k << shift
