"""How far a society moves, in one number: measures of the table of moves.

The functions take transition matrices (or counts) ``[..., P, P]``, row = place before, column =
place after, many at once; what people call takes places, see `slime.measures.declare`. With every
deal complete the matrix is doubly stochastic: all places weigh the same, in the data as in the long
run. Nothing is clipped: an index above 1 says that places turn over, more than by lot. A matrix
with a row of nan gives nan.
"""

from __future__ import annotations

import numpy as np

from slime.measures.declare import (
    BY_LOT,
    MIDDLE,
    ONE,
    THIRD,
    ZERO,
    OptionValue,
    ReferenceValue,
    Triple,
    measure,
    measure_of_many,
)
from slime.measures.places import Bools, Floats, check_place, check_weights, ratio

SHORROCKS = "Shorrocks (1978a), Econometrica 46, 1013-1024"
PRAIS = f"Prais (1955), JRSS A 118, 56-66; {SHORROCKS}"
SOMMERS = "Sommers and Conlisk (1979), Journal of Mathematical Sociology 6, 253-276"
BARTHOLOMEW = "Bartholomew (1967), Stochastic Models for Social Processes"
PEARSON = "Pearson (1896); Spearman (1904); Dahl and DeLeire (2008)"
FORMBY = "Formby, Smith and Zheng (2004), Journal of Econometrics 120, 181-205"
ALL_MOVE = ReferenceValue("P/(P-1)", lambda p: (p - p % 2) / (p - 1), "1")
MOBILE = (ZERO, ONE, ZERO)
ALL_MOVED = (ZERO, ONE, ALL_MOVE)
STEPS = (
    ZERO,
    ReferenceValue("(P**2-1)/(3*P)", lambda p: (p**2 - 1) / (3 * p)),
    ReferenceValue("P/2", lambda p: (p**2 - p % 2) / (2 * p), "(P**2-1)/(2*P)"),
)
HALF = ReferenceValue("P/(2*(P-1))", lambda p: STEPS[2].value(p) / (p - 1), "(P+1)/(2*P)")
PARTS_OF_WAY = (ZERO, THIRD, HALF)
TURNED = ReferenceValue("-1", lambda p: -1.0)
ROWS = r"M_{ij} = n_{ij} / \sum_k n_{ik}"
MOVERS = r"\frac{P}{P - 1} \Bigl(1 - \sum_i w_i M_{ii}\Bigr)"
MOVED = r"\frac{\sum_{ij} n_{ij} |i - j|}{\sum_{ij} n_{ij}}"
PART_MOVED = r"\frac{1}{P-1} \sum_i w_i \sum_j M_{ij} |i - j|"
CORRELATION = (
    r"\frac{\sum_{ij} n_{ij} (i - \bar\imath)(j - \bar\jmath)}"
    r"{\sqrt{\sum_{ij} n_{ij} (i - \bar\imath)^2 \sum_{ij} n_{ij} (j - \bar\jmath)^2}}"
)


def diagonal(m: Floats) -> Floats:
    """The share that stays, by place."""
    return np.asarray(np.diagonal(m, axis1=-2, axis2=-1))


def distance(players: int) -> Floats:
    """How far each place is from each."""
    step = np.arange(float(players))
    return np.asarray(np.abs(step[:, None] - step))


def all_finite(m: Floats) -> Bools:
    """Which matrices have no nan."""
    return np.asarray(np.isfinite(m).all(axis=(-2, -1)))


@measure_of_many(ROWS, "[0, 1]", "share", "counting", None, BY_LOT, None, cells=True)
def transition_matrix(m: Floats) -> Floats:
    """Share of each place after, by place before (rows add up to 1).

    A place that nobody left (nothing was played twice) gives a ``ValueError``.

    >>> transition_matrix([[1, 2], [2, 1], [2, 1], [1, 2], [2, 1]])
    array([[0.25, 0.75],
           [0.75, 0.25]])
    """
    return m


@measure(r"\frac{1}{P} \sum_i M_{ii}", "[0, 1]", "share", "counting", ONE, BY_LOT, MIDDLE)
def immobility_ratio(m: Floats) -> Floats:
    """Share of players on the same place again: the mean of the diagonal.

    >>> from slime.measures import Transitions
    >>> immobility_ratio(Transitions([[2, 1, 1], [1, 2, 1], [1, 1, 2]]))
    0.5
    """
    return np.asarray(diagonal(m).sum(axis=-1) / m.shape[-1])


@measure(r"M_{11}", "[0, 1]", "share", "counting", ONE, BY_LOT, ZERO, cells=True)
def keep_first(m: Floats) -> Floats:
    """Share of champions who stay champion.

    >>> keep_first([[1, 2], [1, 2], [2, 1]])
    0.5
    """
    return m[..., 0, 0]


@measure(r"M_{PP}", "[0, 1]", "share", "counting", ONE, BY_LOT, ZERO, cells=True)
def keep_last(m: Floats) -> Floats:
    """Share of the last ones who stay last.

    >>> keep_last([[1, 2], [1, 2], [2, 1]])
    0.5
    """
    return m[..., -1, -1]


@measure(r"M_{ii}", "[0, 1]", "share", "counting", ONE, BY_LOT, None, cells=True)
def keep_place(m: Floats, place: int = 2) -> Floats:
    """Share of those on a place (1 to P) who are there again.

    >>> keep_place([[1, 2, 3], [1, 2, 3], [2, 1, 3]], place=3)
    1.0
    """
    at = check_place(place, m.shape[-1]) - 1
    return m[..., at, at]


@measure(r"\frac{P - \operatorname{tr} M}{P - 1}", "[0, P/(P-1)]", "number", PRAIS, *ALL_MOVED)
def shorrocks(m: Floats) -> Floats:
    """Trace index of Shorrocks (1978) and Prais (1955).

    0 if all stay, 1 by lot, up to P/(P-1) if nobody stays; above 1 is normal where the last one
    leads, and never clipped.

    >>> from slime.measures import Transitions
    >>> [shorrocks(Transitions(m)) for m in ([[1, 0], [0, 1]], [[1, 1], [1, 1]], [[0, 1], [1, 0]])]
    [0.0, 1.0, 2.0]
    """
    players = m.shape[-1]
    return np.asarray((players - diagonal(m).sum(axis=-1)) / (players - 1))


@measure(MOVERS, "[0, P/(P-1)]", "number", FORMBY, *ALL_MOVED)
def movers_index(m: Floats, weights: OptionValue = None) -> Floats:
    """Share of movers, scaled; with equal weights it is `shorrocks`.

    Formby, Smith and Zheng (2004) list it as Bartholomew's first index (B1 in giddy).

    >>> from slime.measures import Transitions
    >>> movers_index(Transitions([[1, 0], [1, 1]]), weights=[1, 3])
    0.75
    """
    players = m.shape[-1]
    kept = diagonal(m) @ check_weights(weights, players)
    return np.asarray(players * (1 - kept) / (players - 1))


def _root_without_sign(value: Floats, low: Floats, high: Floats, players: int) -> Triple:
    """Limits are found for the determinant with its sign, which has no corner at 0."""
    return _without_sign(value, low, high, players, 1 / (players - 1))


def _without_sign(
    value: Floats, low: Floats, high: Floats, players: int, power: float = 1
) -> Triple:
    """The same without the root."""
    far = np.maximum(np.abs(low), np.abs(high)) ** power
    near = np.where((low <= 0) & (high >= 0), 0, np.minimum(np.abs(low), np.abs(high))) ** power
    return 1 - np.abs(value) ** power, 1 - far, 1 - near + 0 * far


@measure(r"1 - |\det M|", "[0, 1]", "number", FORMBY, *MOBILE, finish=_without_sign)
def determinant_index(m: Floats) -> Floats:
    """Determinant index without a root (giddy's D).

    0 if all stay, and just as well if all is turned over; 1 as soon as two rows are alike.

    >>> from slime.measures import Transitions
    >>> determinant_index(Transitions([[3, 1], [1, 3]]))
    0.5
    """
    return np.asarray(np.linalg.det(np.nan_to_num(m)))


@measure(
    r"1 - |\det M|^{1/(P-1)}", "[0, 1]", "number", SHORROCKS, *MOBILE, finish=_root_without_sign
)
def determinant_index_root(m: Floats) -> Floats:
    """Determinant index with the root, as in Shorrocks (1978).

    The root makes tables of different size comparable: it is 1 minus the geometric mean of the
    moduli of the P - 1 eigenvalues behind the first.

    >>> from slime.measures import Transitions
    >>> round(determinant_index_root(Transitions([[2, 1, 1], [1, 2, 1], [1, 1, 2]])), 6)
    0.75
    """
    return np.asarray(np.linalg.det(np.nan_to_num(m)))


@measure(r"1 - |\lambda_2|", "[0, 1]", "number", SOMMERS, *MOBILE)
def second_eigenvalue_index(m: Floats) -> Floats:
    """Speed of forgetting: 1 minus the modulus of the second largest eigenvalue.

    0 if something is never forgotten (all stay, or all is turned over), 1 by lot.

    >>> from slime.measures import Transitions
    >>> round(second_eigenvalue_index(Transitions([[3, 1], [1, 3]])), 6)
    0.5
    """
    known = all_finite(m)
    moduli = np.abs(np.linalg.eigvals(np.where(known[..., None, None], m, 0.0)))
    return np.where(known, 1 - np.sort(moduli, axis=-1)[..., -2], np.nan)


@measure(r"\sum_i w_i \sum_j M_{ij} |i - j|", "[0, P-1]", "places", BARTHOLOMEW, *STEPS)
def bartholomew(m: Floats, weights: OptionValue = None) -> Floats:
    """Bartholomew's (1967) index, plain: expected places moved.

    Some texts leave the weights out, which makes it P times as large.

    >>> from slime.measures import Transitions
    >>> bartholomew(Transitions([[0, 0, 1], [0, 1, 0], [1, 0, 0]]))
    1.3333333333333333
    """
    steps = (m * distance(m.shape[-1])).sum(axis=-1)
    return np.asarray(steps @ check_weights(weights, m.shape[-1]))


@measure(PART_MOVED, "[0, 1]", "number", FORMBY, *PARTS_OF_WAY)
def bartholomew_normalised(m: Floats, weights: OptionValue = None) -> Floats:
    """Bartholomew's index divided by the longest way, P - 1 (giddy's B2).

    >>> from slime.measures import Transitions
    >>> bartholomew_normalised(Transitions([[0, 0, 1], [0, 1, 0], [1, 0, 0]]))
    0.6666666666666666
    """
    return np.asarray(bartholomew.function(m, weights) / (m.shape[-1] - 1))


@measure(MOVED, "[0, P-1]", "places", "counting", *STEPS, of_counts=True)
def mean_places_moved(counts: Floats) -> Floats:
    """Mean number of places moved, over all that was counted.

    Counts weigh as they come; with complete deals it equals `bartholomew`.

    >>> from slime.measures import Transitions
    >>> mean_places_moved(Transitions([[0, 4], [0, 12]]))
    0.25
    """
    steps = (counts * distance(counts.shape[-1])).sum(axis=(-2, -1))
    return ratio(steps, counts.sum(axis=(-2, -1)))


@measure(CORRELATION, "[-1, 1]", "number", PEARSON, ONE, ZERO, TURNED, of_counts=True)
def rank_correlation(counts: Floats) -> Floats:
    """Correlation of place before and place after, from -1 (turned over) to 1 (all stay).

    Places in a deal are the numbers 1 to P, each once: so Pearson's and Spearman's correlation and
    the slope of rank on rank are this one number. Counts weigh as they come; nan where there is
    nothing to count.

    >>> from slime.measures import Transitions
    >>> rank_correlation(Transitions([[1, 0], [0, 1]])), rank_correlation(Transitions([[1, 1]] * 2))
    (1.0, 0.0)
    """
    x = np.arange(1.0, counts.shape[-1] + 1)
    share = ratio(counts, counts.sum(axis=(-2, -1), keepdims=True))
    row, column = share.sum(axis=-1), share.sum(axis=-2)
    mean_row, mean_column = row @ x, column @ x
    covariance = np.einsum("...ij,i,j->...", share, x, x) - mean_row * mean_column
    variance = (row @ x**2 - mean_row**2) * (column @ x**2 - mean_column**2)
    with np.errstate(invalid="ignore"):
        return ratio(covariance, np.sqrt(variance))
