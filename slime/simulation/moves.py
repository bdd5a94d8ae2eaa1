"""Counting moves from place to place."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

#: Places counted at once, about: what is made of them stays small.
_CELLS = 1 << 20


def count_moves(before: NDArray[Any], after: NDArray[Any]) -> NDArray[np.int64]:
    """Moves between places [unit, deal, player] and those that follow: counts [unit, P, P].

    Row = place before, column = place after; a deal that was not played (0) does not count.

    >>> count_moves(np.array([[[1, 2], [0, 0]]]), np.array([[[2, 1], [1, 2]]])).tolist()
    [[[0, 1], [1, 0]]]
    """
    units, _, count = before.shape
    # in a table with one row and column more, the pairs with a 0 have cells of their own
    size = (count + 1) ** 2
    cell = before.astype(np.int64) * (count + 1)
    cell += after
    cell += np.arange(units)[:, None, None] * size
    table = np.bincount(cell.ravel(), minlength=units * size).astype(np.int64)
    return table.reshape(units, count + 1, count + 1)[:, 1:, 1:]


def sum_of_moves(places: NDArray[Any], lag: int) -> NDArray[np.int64]:
    """Counts [P, P] of moves over `lag` deals in all matches [match, deal, player].

    >>> sum_of_moves(np.array([[[1, 2], [2, 1]], [[1, 2], [1, 2]]]), 1).tolist()
    [[1, 1], [1, 1]]
    """
    matches, deals, count = places.shape
    total = np.zeros((count, count), np.int64)
    step = max(1, _CELLS // (deals * count))
    for first in range(0, matches, step):
        some = places[first : first + step]
        total += count_moves(some[:, :-lag], some[:, lag:]).sum(axis=0)
    return total
