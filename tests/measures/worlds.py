"""Small worlds of places for the tests."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


def by_lot(seed: int, matches: int, deals: int, players: int) -> Ints:
    """Places drawn anew in each deal."""
    rng = np.random.default_rng(seed)
    return rng.permuted(np.tile(np.arange(1, players + 1), (matches, deals, 1)), axis=2)


def still(deals: int, players: int) -> Ints:
    """Everybody keeps the place."""
    return np.tile(np.arange(1, players + 1), (1, deals, 1))


def turned(deals: int, players: int) -> Ints:
    """First and last change places in each deal, second and last but one, and so on."""
    places = still(deals, players)
    places[:, 1::2] = players + 1 - places[:, 1::2]
    return places


def sticky(seed: int, matches: int, deals: int, players: int, keep: float = 0.5) -> Ints:
    """With chance ``keep`` the deal repeats the one before, else places are drawn anew."""
    rng = np.random.default_rng(seed)
    places = by_lot(seed + 1, matches, deals, players)
    for deal in range(1, deals):
        again = rng.random(matches) < keep
        places[again, deal] = places[again, deal - 1]
    return places
