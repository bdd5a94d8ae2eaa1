"""What follows if a place were all that is carried over: the Markov chain of places.

The chain is a model. With by-place seats and equal players it is exact; with fixed seats or unequal
players it is not, which is why observed counterparts stand beside it (``spells``, ``k_deals``).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from slime._checks import check_fraction, check_int
from slime.measures import kernels
from slime.measures.arrays import as_matrix, numbers
from slime.measures.places import Floats
from slime.measures.transitions import check_place


def stationary(table: ArrayLike) -> Floats:
    """Share of deals on each place in the long run; nan if it depends on the start.

    With complete deals it is 1/P for every place, by counting: a check, not a finding.

    >>> stationary([[2, 1, 1], [2, 0, 2], [1, 1, 2]]).round(6).tolist()  # Land of Oz
    [0.4, 0.2, 0.4]
    """
    return kernels.stationary(as_matrix(table))


def mean_first_passage(table: ArrayLike) -> Floats:
    """Mean number of deals from each place (row) until another (column) is held for the first time.

    On the diagonal the mean time of return, ``1 / stationary``. ``inf`` where the way may be missed
    for ever. Source: Kemeny and Snell (1960), chapter 4, there by the fundamental matrix.

    >>> mean_first_passage([[2, 1, 1], [2, 0, 2], [1, 1, 2]]).round(4).tolist()
    [[2.5, 4.0, 3.3333], [2.6667, 5.0, 2.6667], [3.3333, 4.0, 2.5]]
    """
    return kernels.passage(as_matrix(table))


def rise_time(table: ArrayLike) -> float:
    """Mean number of deals from the last place to the first, by the chain.

    >>> round(rise_time([[1, 1, 1], [1, 1, 1], [1, 1, 1]]), 6)
    3.0
    """
    return float(mean_first_passage(table)[-1, 0])


def fall_time(table: ArrayLike) -> float:
    """Mean number of deals from the first place to the last, by the chain.

    >>> round(fall_time([[1, 1, 1], [1, 1, 1], [1, 1, 1]]), 6)
    3.0
    """
    return float(mean_first_passage(table)[0, -1])


def expected_reign(table: ArrayLike, place: int = 1) -> float:
    """Mean number of deals in a row on a place, by the chain: ``1 / (1 - M[place, place])``.

    1 if nobody stays, P/(P-1) by lot, ``inf`` if nobody leaves. ``reigns`` has it as seen.

    >>> expected_reign([[3, 1], [1, 3]])
    4.0
    """
    matrix = as_matrix(table)
    return float(kernels.reign(matrix, check_place(place, len(matrix)) - 1))


def mixing_time(table: ArrayLike, cutoff: float = 0.25, most: int = 10_000) -> float:
    """Deals until, from every place, chances differ from the long run by at most ``cutoff``.

    The gap is the total variation distance, ``max over i of sum over j |M^t[i,j] - pi[j]| / 2``.
    ``inf`` if it never gets there within ``most`` deals. The cutoff belongs to the number: state
    both. Source: Levin, Peres and Wilmer (2009), section 4.5, whose usual cutoff is 1/4.

    >>> mixing_time([[3, 1], [1, 3]]), mixing_time([[3, 1], [1, 3]], cutoff=0.05)
    (1.0, 4.0)
    >>> mixing_time([[0, 1], [1, 0]])
    inf
    """
    most = check_int("most", most, 1)
    return float(kernels.mixing(as_matrix(table), check_fraction("cutoff", cutoff), most))


def deals_until_forgotten(table: ArrayLike, cutoff: float = 0.05, most: int = 10_000) -> float:
    """Deals until today's place says nearly nothing about the place then.

    The first t from which on the rank correlation of now and t deals later stays within ``cutoff``
    of 0, by the powers of the matrix; ``inf`` if never within ``most`` deals.

    >>> deals_until_forgotten([[3, 1], [1, 3]])
    5.0
    """
    most = check_int("most", most, 1)
    return float(kernels.forgotten(as_matrix(table), check_fraction("cutoff", cutoff), most))


def worth_of_place(table: ArrayLike, points: ArrayLike | None = None) -> Floats:
    """Return what each place is worth for the deals to come, in points against the average.

    ``points[i]`` is what a deal gives for place i + 1; the default is the place itself, where
    **fewer is better: a negative worth is then the good one**. With points of which more is better,
    a positive worth is good.

    The worth is the sum over all later deals of (expected points - long-run mean), starting from
    the place: the deal just played is not in it. With ``g`` the long-run mean it solves
    ``w = M (points - g) + M w`` with ``sum(pi * w) = 0`` (Poisson equation of the chain; Puterman
    1994, section 8.2, where the deal just played is counted in). Nan if the long run depends on the
    start (all stay).

    >>> worth_of_place([[1, 1], [1, 1]]).tolist()            # by lot: no place helps
    [0.0, 0.0]
    >>> worth_of_place([[3, 1], [1, 3]]).round(9).tolist()   # first: half a point fewer is to come
    [-0.5, 0.5]
    """
    matrix = as_matrix(table)
    return kernels.worth(matrix, check_points(points, len(matrix)))


def check_points(points: ArrayLike | None, players: int) -> Floats:
    """Return points by place as floats; ``None`` means the place itself. Or raise ``ValueError``.

    >>> check_points(None, 3)
    array([1., 2., 3.])
    """
    if points is None:
        return np.arange(1.0, players + 1)
    array = numbers(points, "points")
    if array.shape != (players,) or not np.isfinite(array).all():
        raise ValueError(f"points must be {players} numbers, one for each place")
    return array
