"""How far a society moves, in one number: measures of one transition table.

Each function takes a table P x P of counts or shares, row = place before, column = place after, and
divides the rows by their sums. With every deal complete the matrix is doubly stochastic: all places
weigh the same, in the data as in the long run. Nothing is clipped: an index above 1 says that
places turn over, more than by lot.
"""

from __future__ import annotations

from numpy.typing import ArrayLike

from slime.measures import kernels
from slime.measures.arrays import as_matrix, as_weights, check_square
from slime.measures.transitions import check_place


def immobility_ratio(table: ArrayLike) -> float:
    r"""Share of players on the same place again: the mean of the diagonal, ``tr(M) / P``.

    0 to 1; by lot 1/P.

    >>> immobility_ratio([[2, 1, 1], [1, 2, 1], [1, 1, 2]])
    0.5
    """
    return float(kernels.immobility(as_matrix(table)))


def keep_place(table: ArrayLike, place: int) -> float:
    """Share of those on a place (1 to P) who are there again after the step of the table.

    >>> keep_place([[2, 1, 1], [1, 2, 1], [1, 1, 2]], 2)
    0.5
    """
    matrix = as_matrix(table)
    return float(kernels.keep(matrix, check_place(place, len(matrix)) - 1))


def keep_first(table: ArrayLike) -> float:
    """Share of champions who stay champion.

    >>> keep_first([[3, 1], [1, 3]])
    0.75
    """
    return keep_place(table, 1)


def keep_last(table: ArrayLike) -> float:
    """Share of the last ones who stay last.

    >>> keep_last([[3, 1], [1, 3]])
    0.75
    """
    return float(kernels.keep(as_matrix(table), -1))


def shorrocks(table: ArrayLike) -> float:
    """Trace index of Shorrocks (1978) and Prais (1955): ``(P - tr(M)) / (P - 1)``.

    0 if all stay, 1 by lot, up to P/(P-1) if nobody stays; above 1 is normal where the last one
    leads, and never clipped.

    >>> shorrocks([[1, 0], [0, 1]]), shorrocks([[1, 1], [1, 1]]), shorrocks([[0, 1], [1, 0]])
    (0.0, 1.0, 2.0)
    """
    return float(kernels.shorrocks(as_matrix(table)))


def movers_index(table: ArrayLike, weights: ArrayLike | None = None) -> float:
    """Share of movers, scaled: ``P / (P - 1) * (1 - sum of w[i] M[i, i])``.

    ``weights``: shares of the places before; equal ones (the default) give ``shorrocks``. Formby,
    Smith and Zheng (2004) list it as Bartholomew's first index (B1 in giddy).

    >>> movers_index([[1, 1], [1, 1]]), movers_index([[1, 0], [1, 1]], weights=[1, 3])
    (1.0, 0.75)
    """
    matrix = as_matrix(table)
    return float(kernels.movers(matrix, as_weights(weights, len(matrix))))


def determinant_index(table: ArrayLike) -> float:
    """Determinant index without a root: ``1 - |det M|`` (giddy's D).

    0 if all stay, and just as well if all is turned over; 1 as soon as two rows are alike.

    >>> determinant_index([[3, 1], [1, 3]])
    0.5
    """
    return float(kernels.determinant(as_matrix(table)))


def determinant_index_root(table: ArrayLike) -> float:
    """Determinant index with the root, as in Shorrocks (1978): ``1 - |det M| ** (1 / (P - 1))``.

    The root makes tables of different size comparable: it is 1 minus the geometric mean of the
    moduli of the P - 1 eigenvalues behind the first.

    >>> round(determinant_index_root([[2, 1, 1], [1, 2, 1], [1, 1, 2]]), 6)
    0.75
    """
    return float(kernels.determinant_root(as_matrix(table)))


def second_eigenvalue_index(table: ArrayLike) -> float:
    """``1 - |second largest eigenvalue|`` (Sommers and Conlisk 1979): the speed of forgetting.

    0 if something is never forgotten (all stay, or all is turned over), 1 by lot.

    >>> round(second_eigenvalue_index([[3, 1], [1, 3]]), 6)
    0.5
    """
    return float(kernels.second_eigenvalue(as_matrix(table)))


def bartholomew(table: ArrayLike, weights: ArrayLike | None = None) -> float:
    """Bartholomew's (1967) index, plain: expected places moved, ``sum w[i] M[i,j] |i-j|``.

    ``weights`` as in ``movers_index``. Some texts leave the weights out, which makes it P times as
    large.

    >>> bartholomew([[0, 0, 1], [0, 1, 0], [1, 0, 0]])
    1.3333333333333333
    """
    matrix = as_matrix(table)
    return float(kernels.bartholomew(matrix, as_weights(weights, len(matrix))))


def bartholomew_normalised(table: ArrayLike, weights: ArrayLike | None = None) -> float:
    """Bartholomew's index divided by the longest way, ``P - 1`` (giddy's B2).

    >>> bartholomew_normalised([[0, 0, 1], [0, 1, 0], [1, 0, 0]])
    0.6666666666666666
    """
    matrix = as_matrix(table)
    index = kernels.bartholomew(matrix, as_weights(weights, len(matrix)))
    return float(index) / (len(matrix) - 1)


def mean_places_moved(table: ArrayLike) -> float:
    """Mean of ``|place after - place before|`` over all that was counted, in places.

    Counts weigh as they come; with complete deals it equals ``bartholomew``.

    >>> mean_places_moved([[0, 4], [0, 12]])
    0.25
    """
    return float(kernels.moved(check_square(table)))


def rank_correlation(table: ArrayLike) -> float:
    """Correlation of place before and place after, from -1 (turned over) to 1 (all stay).

    Places in a deal are the numbers 1 to P, each once: so Pearson's and Spearman's correlation and
    the slope of rank on rank are this one number. Counts weigh as they come; nan for an
    empty table.

    >>> rank_correlation([[1, 0], [0, 1]]), rank_correlation([[1, 1], [1, 1]])
    (1.0, 0.0)
    """
    return float(kernels.correlation(check_square(table)))
