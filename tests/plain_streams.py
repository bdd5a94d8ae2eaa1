"""The streams read a second time from docs/streams.md: unsigned numbers, no code of `slime`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

WORD = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15


def mix(z: int) -> int:
    """The output function of SplitMix64."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
    return z ^ (z >> 31)


def start(*key: int) -> int:
    """Where the stream of a key begins."""
    h = 0
    for part in key:
        h = mix(((h ^ (part & WORD)) + GAMMA) & WORD)
    return h


def words(begin: int) -> Iterator[int]:
    """The outputs of SplitMix64, all 64 bits."""
    state = begin
    while True:
        state = (state + GAMMA) & WORD
        yield mix(state)


def draws(begin: int) -> Iterator[int]:
    """The draws: the high 56 bits of each output."""
    return (word >> 8 for word in words(begin))


def below(word: int, n: int) -> int:
    """A number below n from one draw."""
    return ((word >> 16) * n) >> 40


def shuffled(begin: int, items: list[Any]) -> list[Any]:
    """Fisher and Yates from the end; one draw serves four exchanges."""
    pack, source = list(items), draws(begin)
    fraction = 0
    for count, k in enumerate(range(len(pack), 1, -1)):
        if count % 4 == 0:
            fraction = next(source)
        j, fraction = divmod(fraction * k, 1 << 56)
        pack[k - 1], pack[j] = pack[j], pack[k - 1]
    return pack
