"""How unequal the running totals are, and how much of one deal's inequality is left after T deals.

Where fewer points are better, inequality is measured on goods: P minus place, so the champion of a
deal has P - 1 and the last one 0. The inequality of *one* deal is then the same always; what can
differ is whether the same people have the goods again.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from slime._checks import check_choice, check_int, invalid
from slime.measures.declare import ONE, THIRD, ZERO, OptionValue, ReferenceValue, described, measure
from slime.measures.places import Floats, Places, PlacesLike, check_points, numbers, quotient, ratio

LORENZ = "Lorenz (1905), Publications of the ASA 9, 209-219"
THEIL = "Theil (1967), Economics and Information Theory"
SHORROCKS = "Shorrocks (1978b), Journal of Economic Theory 19, 376-393"
GINI = r"\frac{\sum_{a,b} |x_a - x_b|}{2 P^2 \bar x}"
T_INDEX = r"\frac{1}{P} \sum_a \frac{x_a}{\bar x} \ln \frac{x_a}{\bar x}"
RIGIDITY = r"R(T) = \frac{I(\sum_t x_t)}{\sum_t v_t I(x_t)}, \quad v_t = \bar x_t / \sum_s \bar x_s"


def goods(places: PlacesLike, points: OptionValue = None) -> Floats:
    """Return what each deal gave to each player, more being better: ``[match, deal, player]``.

    Parameters
    ----------
    places : simulation, array, data frame, text or list
        See `Places.of`.
    points : array-like, optional
        Points by place, more being better; P minus place if left out.

    Returns
    -------
    array ``[match, deal, player]``
        Nan where a deal was not played.

    Examples
    --------
    >>> goods([[1, 3, 2]]).tolist(), goods([[1, 3, 2]], points=[5, 4, 0]).tolist()
    ([[[2.0, 0.0, 1.0]]], [[[5.0, 0.0, 4.0]]])
    """
    read = Places.of(places)
    by_place = np.arange(read.count)[::-1] if points is None else points
    return np.concatenate([[np.nan], check_points(by_place, read.count)])[read.array]


def running_totals(places: PlacesLike, points: OptionValue = None) -> Floats:
    """Return running totals of the goods; nan from a deal not played on.

    Parameters
    ----------
    places : simulation, array, data frame, text or list
        See `Places.of`.
    points : array-like, optional
        As in `goods`.

    Returns
    -------
    array ``[match, deal, player]``

    Examples
    --------
    >>> running_totals([[1, 2, 3], [2, 1, 3]]).tolist()
    [[[2.0, 1.0, 0.0], [3.0, 3.0, 0.0]]]
    """
    return np.cumsum(goods(places, points), axis=1)


def totals_after(
    places: PlacesLike, horizon: int | None = None, points: OptionValue = None
) -> Floats:
    """Return totals after ``horizon`` deals; nan for shorter matches.

    Parameters
    ----------
    places : simulation, array, data frame, text or list
        See `Places.of`.
    horizon : int, optional
        Number of deals; all deals there are if left out.
    points : array-like, optional
        As in `goods`.

    Returns
    -------
    array ``[match, player]``

    Raises
    ------
    ValueError
        If there are fewer deals than that.

    Examples
    --------
    >>> totals_after([[1, 2, 3], [2, 1, 3]], horizon=1).tolist()
    [[2.0, 1.0, 0.0]]
    """
    totals = running_totals(places, points)
    most = totals.shape[1]
    return totals[:, (most if horizon is None else check_int("horizon", horizon, 1, most)) - 1]


def _amounts(values: ArrayLike) -> Floats:
    array = numbers(values, "values")
    if array.ndim != 1 or array.size < 2 or not np.isfinite(array).all() or (array < 0).any():
        raise invalid("places.amounts", got=values)
    return array


def gini_rows(values: Floats) -> Floats:
    """Gini along the last axis, without checks; nan where a row is nan or adds up to 0.

    >>> gini_rows(np.array([[1.0, 1.0], [0.0, 1.0]])).tolist()
    [0.0, 0.5]
    """
    n = values.shape[-1]
    weight = 2 * np.arange(1, n + 1) - n - 1
    return ratio(np.sort(values, axis=-1) @ weight, n * values.sum(axis=-1))


def theil_rows(values: Floats) -> Floats:
    """Theil's T along the last axis, without checks; nan where a row is nan or adds up to 0.

    >>> theil_rows(np.array([[1.0, 1.0], [0.0, 1.0]])).round(4).tolist()
    [0.0, 0.6931]
    """
    part = ratio(values, values.mean(axis=-1, keepdims=True))
    terms = np.where(part == 0, 0.0, part * np.log(np.where(part == 0, 1.0, part)))
    return np.asarray(terms.mean(axis=-1))


def gini(values: ArrayLike) -> float:
    """Gini index: mean gap of two persons drawn with replacement, over twice the mean.

    0 if all have the same, ``(n - 1) / n`` if one has all. Source: Gini (1914); computed from the
    sorted values.

    Parameters
    ----------
    values : array-like
        What each person has.

    Returns
    -------
    float
        Nan if nobody has anything.

    Examples
    --------
    >>> gini([0, 1, 2, 3, 4]), gini([1, 1, 1])
    (0.4, 0.0)
    """
    return float(gini_rows(_amounts(values)))


def theil(values: ArrayLike) -> float:
    """Theil's T: mean of ``x/mean * ln(x/mean)``, in nats; from 0 (all the same) to ``ln n``.

    Source: Theil (1967). A person with nothing adds 0.

    Parameters
    ----------
    values : array-like
        What each person has.

    Returns
    -------
    float

    Examples
    --------
    >>> theil([1, 1, 1]), round(theil([0, 0, 1]), 6)
    (0.0, 1.098612)
    """
    return float(theil_rows(_amounts(values)))


@described(r"L(k/P) = \sum_{a \le k} x_{(a)} / \sum_a x_a", "[0, 1]", "share", LORENZ, "values")
def lorenz(values: ArrayLike) -> tuple[Floats, Floats]:
    """Return the Lorenz curve: share of people, poorest first, and the share of all they have.

    Parameters
    ----------
    values : array-like
        What each person has.

    Returns
    -------
    tuple of two arrays
        Both start at 0 and end at 1.

    Raises
    ------
    ValueError
        If all is 0.

    Examples
    --------
    >>> people, share = lorenz([3, 1, 0])
    >>> share.tolist()
    [0.0, 0.0, 0.25, 1.0]
    """
    array = _amounts(values)
    if array.sum() == 0:
        raise invalid("places.all_zero")
    share = lorenz_rows(array[None])[0]
    return np.linspace(0, 1, len(share)), share


def mean_lorenz(
    places: PlacesLike, horizon: int | None = None, points: OptionValue = None
) -> tuple[Floats, Floats]:
    """Return the Lorenz curve of totals after ``horizon`` deals, averaged over the matches.

    In each match the poorest come first, whoever they are. Twice the area between the curve and the
    diagonal is the mean Gini. Matches shorter than the horizon are left out.

    Parameters
    ----------
    places : simulation, array, data frame, text or list
        See `Places.of`.
    horizon, points : optional
        As in `totals_after`.

    Returns
    -------
    tuple of two arrays
        As of `lorenz`.

    Raises
    ------
    ValueError
        If no match got so far.

    Examples
    --------
    >>> people, share = mean_lorenz([[1, 2, 3], [2, 1, 3]])
    >>> share.tolist()
    [0.0, 0.0, 0.5, 1.0]
    """
    curves = lorenz_rows(totals_after(places, horizon, points))
    if not len(curves):
        raise invalid("places.too_long")
    return np.linspace(0, 1, curves.shape[1]), np.asarray(curves.mean(axis=0))


def lorenz_rows(totals: Floats) -> Floats:
    """Return the Lorenz curve of each row of totals that are known and not all 0.

    >>> lorenz_rows(np.array([[3.0, 1.0, 0.0], [0.0, 0.0, 0.0]])).tolist()
    [[0.0, 0.0, 0.25, 1.0]]
    """
    totals = np.sort(totals[np.isfinite(totals).all(axis=1) & (totals.sum(axis=1) > 0)], axis=1)
    return np.pad(np.cumsum(totals, axis=1) / totals.sum(axis=1)[:, None], ((0, 0), (1, 0)))


def inequality_by_deal(
    places: PlacesLike, index: str = "gini", points: OptionValue = None
) -> Floats:
    """Return the mean inequality of running totals after each deal.

    The mean is over matches that got so far. By lot alone it falls like one over the root of the
    number of deals, so a number without its horizon, or without the world by lot beside it, says
    nothing.

    Parameters
    ----------
    places : simulation, array, data frame, text or list
        See `Places.of`.
    index : {"gini", "theil"}
        The index of inequality.
    points : array-like, optional
        As in `goods`.

    Returns
    -------
    array ``[deal]``
        Nan where no match got so far.

    Examples
    --------
    >>> inequality_by_deal([[1, 2, 3], [3, 2, 1]]).round(4).tolist()
    [0.4444, 0.0]
    """
    values = INDICES[check_choice("index", index, INDICES)](running_totals(places, points))
    known = np.isfinite(values)
    return ratio(np.where(known, values, 0).sum(axis=0), known.sum(axis=0))


#: The indices of inequality by name.
INDICES = {"gini": gini_rows, "theil": theil_rows}


def _pairs(above: Floats, below: Floats | float = 1.0) -> Floats:
    """Above and below the line of a fraction, by match; matches too short count nothing."""
    known = np.isfinite(above) & np.isfinite(below)
    return np.stack([np.where(known, x, 0.0) for x in (above, below)], axis=1)


STEPWISE = ReferenceValue("theil(range(P))", lambda p: theil(range(p)))


def _ginis(places: Places, horizon: int | None = None, points: OptionValue = None) -> Floats:
    return _pairs(gini_rows(totals_after(places, horizon, points)))


def _theils(places: Places, horizon: int | None = None, points: OptionValue = None) -> Floats:
    return _pairs(theil_rows(totals_after(places, horizon, points)))


@measure(
    GINI, "[0, (P-1)/P]", "number", "Gini (1914)", THIRD, ZERO, ZERO, key="gini", statistics=_ginis
)
def gini_of_totals(sums: Floats) -> Floats:
    """Mean over the matches of the Gini of totals after ``horizon`` deals; nan if none got so far.

    The horizon left out is all deals, points left out are P minus place.

    >>> gini_of_totals([[1, 2, 3, 4, 5]])
    0.4
    """
    return quotient(sums)


@measure(T_INDEX, "[0, ln P]", "nats", THEIL, STEPWISE, ZERO, ZERO, key="theil", statistics=_theils)
def theil_of_totals(sums: Floats) -> Floats:
    """Mean over the matches of Theil's T of totals after ``horizon`` deals; nan if none got so far.

    The horizon left out is all deals, points left out are P minus place.

    >>> round(theil_of_totals([[1, 2, 3, 4, 5]]), 4)
    0.3296
    """
    return quotient(sums)


def _rigid(
    places: Places, horizon: int | None = None, index: str = "gini", points: OptionValue = None
) -> Floats:
    """Inequality of the T-deal total, and the mean of one-deal inequality, by match.

    One-deal inequality is weighted by what the deal gave out.
    """
    rows = INDICES[check_choice("index", index, INDICES)]
    total, gained = totals_after(places, horizon, points), goods(places, points)[:, :horizon]
    given = gained.sum(axis=2)
    one = np.where(given == 0, 0.0, given * rows(gained)).sum(axis=1)
    return _pairs(rows(total), ratio(one, given.sum(axis=1)))


@measure(RIGIDITY, "[0, 1]", "number", SHORROCKS, ONE, ZERO, ZERO, statistics=_rigid)
def rigidity(sums: Floats) -> Floats:
    """Shorrocks' (1978b) rigidity: inequality of T-deal totals over mean inequality of one deal.

    1 if every deal repeats the last, towards 0 as places are drawn anew; 1 minus it is mobility.
    The mean over matches goes above and below the line of the fraction. ``horizon`` T belongs to
    the number; left out, it is all deals. Points left out are P minus place. Nan if no match got so
    far.

    >>> rigidity([[1, 2, 3], [1, 2, 3]]), rigidity([[1, 2, 3], [3, 2, 1]])
    (1.0, 0.0)
    """
    return quotient(sums)
