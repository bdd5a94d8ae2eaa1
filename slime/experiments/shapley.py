"""Shapley values over all cells of a factorial design, exactly, and what is left for pairs.

A cell is a set of factors that are on, written as a bit mask; `values` has one number a cell, in
the order of the masks.  Fractions in, fractions out: nothing is rounded, so the shares add up to
the full cell minus the empty one to the last digit.

The Shapley value (Shapley 1953) of a factor is its effect averaged over all orders in which the
factors can be switched on one after the other; as a way to take a statistic apart see Shorrocks
(2013, Journal of Economic Inequality 11, doi 10.1007/s10888-011-9214-z).  A dividend (Harsanyi
1963) is what a set of factors does together beyond all that smaller sets of them do: of one
factor, its effect alone; of a pair, their interaction.  Each share is the sum of the dividends of
its sets, every dividend divided equally among its members.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import factorial

import numpy as np
from numpy.typing import NDArray


def order_of(values: Sequence[object]) -> int:
    """How many factors a list of cells has; ``ValueError`` unless it is a power of two long."""
    k = len(values).bit_length() - 1
    if len(values) < 2 or len(values) != 1 << k:
        raise ValueError(f"values: one for each of 2, 4, 8, ... cells, not {len(values)}")
    return k


def shapley(values: Sequence[Fraction]) -> list[Fraction]:
    """The Shapley value of each factor.

    >>> both = [Fraction(0), Fraction(1), Fraction(2), Fraction(5)]
    >>> shapley(both)
    [Fraction(2, 1), Fraction(3, 1)]
    """
    k = order_of(values)
    weights = [Fraction(factorial(s) * factorial(k - s - 1), factorial(k)) for s in range(k)]
    out = []
    for i in range(k):
        without = [mask for mask in range(1 << k) if not mask >> i & 1]
        parts = [
            weights[mask.bit_count()] * (values[mask | 1 << i] - values[mask]) for mask in without
        ]
        out.append(sum(parts, Fraction(0)))
    return out


def dividends(values: Sequence[Fraction]) -> list[Fraction]:
    """The dividend of each cell (that of the empty cell is its value).

    >>> dividends([Fraction(0), Fraction(1), Fraction(2), Fraction(5)])[3]
    Fraction(2, 1)
    """
    out = list(values)
    for i in range(order_of(values)):
        for mask in range(len(out)):
            if mask >> i & 1:
                out[mask] -= out[mask ^ 1 << i]
    return out


def as_rows(k: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Both as matrices that take the values of the cells: [k, 2**k] and [2**k, 2**k].

    >>> shares, parts = as_rows(2)
    >>> (shares @ [0.0, 1.0, 2.0, 5.0]).tolist()
    [2.0, 3.0]
    """
    shares, parts = [], []
    for mask in range(1 << k):
        unit = [Fraction(int(mask == other)) for other in range(1 << k)]
        shares.append([float(x) for x in shapley(unit)])
        parts.append([float(x) for x in dividends(unit)])
    return np.array(shares).T, np.array(parts).T
