"""What goes in beside places: checks of numbers, tables and weights."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from slime._checks import invalid
from slime.measures.places import Floats


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
        raise invalid("places.square", name=name, got=table)
    if not np.isfinite(array).all() or (array < 0).any():
        raise invalid("places.counts", name=name)
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
        raise invalid("places.left", name=name, place=row)
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
