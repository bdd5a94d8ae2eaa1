"""What goes in: checks of places and tables, shared by all measures.

Places are integers ``[match, deal, player]``: 1 for the first out of cards to P for the last,
0 where a deal was not played. A table is P x P, row = place before, column = place after.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


def check_places(places: ArrayLike, name: str = "places") -> Ints:
    """Return places as an int64 array ``[match, deal, player]``, or say what is wrong with them.

    A table ``[deal, player]`` is taken as one match. Each deal must hold each place at most once;
    0 stands for "not played". Raises ``ValueError``.

    >>> check_places([[1, 2, 3], [2, 1, 3]]).shape
    (1, 2, 3)
    >>> check_places([[1, 1, 3]])
    Traceback (most recent call last):
    ...
    ValueError: places: match 0, deal 0 has a place twice; each deal gives each place once
    """
    try:
        array = np.asarray(places)
    except ValueError:  # rows of different lengths
        raise ValueError(
            f"{name} must have the axes [match, deal, player], all filled; "
            "one row is longer or shorter than another"
        ) from None
    if array.ndim == 2:
        array = array[None]
    if array.ndim != 3:
        raise ValueError(f"{name} must have the axes [match, deal, player]; got {array.ndim} axes")
    if array.dtype.kind not in "iu":
        raise ValueError(f"{name} must be whole numbers; got {array.dtype}")
    if array.shape[0] == 0:
        raise ValueError(f"{name} must hold at least one match")
    players = array.shape[2]
    if not 2 <= players <= 62:
        raise ValueError(f"{name} must hold at least 2 players and at most 62; got {players}")
    result: Ints = array.astype(np.int64)
    if result.size and (result.min() < 0 or result.max() > players):
        raise ValueError(
            f"{name} must be 1 to {players} (the number of players), or 0 for a deal not played"
        )
    # A place twice makes the sum of the marks differ from their union.
    marks = np.where(result > 0, np.int64(1) << result, 0)
    twice = np.bitwise_or.reduce(marks, axis=2) != marks.sum(axis=2)
    if twice.any():
        match, deal = (int(x) for x in np.argwhere(twice)[0])
        raise ValueError(
            f"{name}: match {match}, deal {deal} has a place twice; each deal gives each place once"
        )
    return result


def numbers(values: ArrayLike, name: str) -> Floats:
    """Return an array of floats, or raise ``ValueError`` for what is none.

    >>> numbers([1, 2], "points")
    array([1., 2.])
    >>> numbers({"a": 1}, "points")
    Traceback (most recent call last):
    ...
    ValueError: points must be numbers; got {'a': 1}
    """
    try:
        return np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be numbers; got {values!r:.60}") from None


def check_square(table: ArrayLike, name: str = "table") -> Floats:
    """Return a finite square table without negative entries as floats, or raise ``ValueError``.

    >>> check_square([[1, 0], [0, 1]]).dtype
    dtype('float64')
    """
    array = numbers(table, name)
    if array.ndim != 2 or array.shape[0] != array.shape[1] or array.shape[0] < 2:
        raise ValueError(f"{name} must be square with at least two rows; got shape {array.shape}")
    if not np.isfinite(array).all() or (array < 0).any():
        raise ValueError(f"{name} must hold counts or shares: finite and not negative")
    return array


def as_matrix(table: ArrayLike, name: str = "table") -> Floats:
    """Return the transition matrix of a table of counts or shares: rows divided by their sums.

    A matrix whose rows add up to 1 comes back as it is. Raises ``ValueError`` if a row is empty.

    >>> as_matrix([[3, 1], [1, 3]])
    array([[0.75, 0.25],
           [0.25, 0.75]])
    """
    array = check_square(table, name)
    sums = array.sum(axis=1, keepdims=True)
    if (sums == 0).any():
        row = int(np.argmin(sums[:, 0])) + 1
        raise ValueError(f"{name} has nothing in row {row}: no deal followed that place")
    matrix: Floats = array / sums
    return matrix


def as_weights(weights: ArrayLike | None, n: int) -> Floats:
    """Return weights of the places before that add up to 1; ``None`` means equal weights.

    >>> as_weights([1, 3], 2)
    array([0.25, 0.75])
    """
    if weights is None:
        return np.full(n, 1.0 / n)
    array = numbers(weights, "weights")
    if array.shape != (n,) or not np.isfinite(array).all() or (array < 0).any() or not array.sum():
        raise ValueError(f"weights must be {n} numbers that are not negative, not all 0")
    total: Floats = array / array.sum()
    return total
