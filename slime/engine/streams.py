"""Random streams, split by purpose and keyed.

A stream is SplitMix64 (Steele, Lea, Flood 2014; OOPSLA, doi 10.1145/2660193.2660195) from a
start that is hashed from its key: (seed, purpose, match, deal, player).  Nothing else enters,
so the luck of a deal is the same under other rules, strategies, names, numbers of matches or
of workers.  `VERSION` changes whenever a draw would; it is written into records and files.

The mixing can be undone: who knows where one stream stands can compute the seed.  Where players
may look (tournaments) the starts come from `secret_words` instead, which is one-way.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from hashlib import blake2b
from struct import pack
from typing import Any

from slime.engine.hands import plus, times, wrap64
from slime.engine.layout import KEY_COUNT, PURPOSES
from slime.engine.marks import rule

VERSION = "splitmix64/1"

SHUFFLE, PLAYER, SEATS, PLACES, DEALER_DRAW, LEAD, GIFTS = 1, 2, 3, 4, 5, 6, 7

# the constants of SplitMix64 as signed numbers
_GAMMA = 0x9E3779B97F4A7C15 - (1 << 64)
_FIRST = 0xBF58476D1CE4E5B9 - (1 << 64)
_SECOND = 0x94D049BB133111EB - (1 << 64)
_M56 = (1 << 56) - 1


@rule
def mix64(z: int) -> int:
    """The output function of SplitMix64 on the low 64 bits of an integer.

    The first output for the seed 1234567 is the published 6457827717110365317.

    >>> mix64(wrap64(1234567 + _GAMMA))
    6457827717110365317
    """
    # only the low 64 bits enter, so cutting to them once, at the end, is enough
    z = times(z ^ ((z >> 30) & 0x3FFFFFFFF), _FIRST)
    z = times(z ^ ((z >> 27) & 0x1FFFFFFFFF), _SECOND)
    return wrap64(z ^ ((z >> 31) & 0x1FFFFFFFF))


@rule
def absorb(h: int, value: int) -> int:
    """Hash one more part of a key into `h`."""
    return mix64(plus(h ^ value, _GAMMA))


@rule
def match_key(seed: int, purpose: int, match: int) -> int:
    """The part of a stream's key that a match's deals have in common, hashed."""
    return absorb(absorb(absorb(0, seed), purpose), match)


@rule
def deal_stream(key: int, deal: int) -> int:
    """The start of a deal's stream, from its match's key."""
    return absorb(key, deal)


@rule
def stream(seed: int, purpose: int, match: int, deal: int) -> int:
    """The start of the stream with this key; `seed` is a signed 64-bit integer.

    >>> stream(1, SHUFFLE, 0, 1)
    3307230796957799012
    """
    return deal_stream(match_key(seed, purpose, match), deal)


@rule
def draw(cells: MutableSequence[int], i: int) -> int:
    """The next 56 random bits of the stream whose state is ``cells[i]``.

    >>> cells = [stream(1, SHUFFLE, 0, 1)]
    >>> draw(cells, 0), draw(cells, 0)
    (65498908660101723, 65454852029994000)
    """
    cells[i] = wrap64(plus(cells[i], _GAMMA))
    return (mix64(cells[i]) >> 8) & _M56


@rule
def below(word: int, n: int) -> int:
    """A number from 0 to n - 1 (n up to 2**23) made of 56 random bits.

    No remainder is thrown away; the largest departure from equal chances is n / 2**40.
    """
    return ((word >> 16) * n) >> 40


@rule
def shuffle(cells: MutableSequence[int], i: int, pack: MutableSequence[Any], n: int) -> None:
    """Shuffle the first `n` <= 127 items of `pack` in place (Fisher and Yates).

    One draw of 56 bits serves four exchanges, each taking what the one before left of it.
    Departure from equal chances: under 127**4 / 2**56 = 4e-9.
    """
    k = n
    while k > 1:
        word = draw(cells, i)
        steps = 4
        while steps > 0 and k > 1:
            word *= k
            j = word >> 56
            word &= _M56
            k -= 1
            item = pack[k]
            pack[k] = pack[j]
            pack[j] = item
            steps -= 1


def seed_word(seed: int) -> int:
    """A seed (a whole number from 0 to 2**64 - 1) as a signed 64-bit integer.

    >>> seed_word(2**63)
    -9223372036854775808
    """
    return wrap64(seed)


def secret_words(key: str, match: int, deal: int) -> list[int]:
    """What a deal's streams start from under a secret key, as signed 64-bit integers.

    One a purpose, then one a player, each a keyed hash (BLAKE2b, RFC 7693) of purpose, match,
    deal and player: none of them tells anything of another, or of the key.  Deal 0 is the
    match's beginning.

    >>> secret_words("a key", 0, 1)[SHUFFLE] != secret_words("a key", 0, 2)[SHUFFLE]
    True
    """
    root = blake2b(key.encode(), digest_size=64).digest()
    parts = [(purpose, 0) for purpose in range(PURPOSES)]
    parts += [(PLAYER, player) for player in range(1, KEY_COUNT - PURPOSES + 1)]
    return [
        int.from_bytes(
            blake2b(pack("<4Q", purpose, match, deal, p), key=root, digest_size=8).digest(),
            "little",
            signed=True,
        )
        for purpose, p in parts
    ]
