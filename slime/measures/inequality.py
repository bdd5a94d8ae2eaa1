"""How unequal the running totals are, and how much of one deal's inequality is left after T deals.

Where fewer points are better, inequality is measured on goods: P minus place, so the champion of a
deal has P - 1 and the last one 0. The inequality of *one* deal is then the same always; what can
differ is whether the same people have the goods again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import numpy as np
from numpy.typing import ArrayLike

from slime._checks import check_int
from slime.measures.arrays import numbers
from slime.measures.chain import check_points
from slime.measures.places import Floats, Places


def goods(places: ArrayLike, points: ArrayLike | None = None) -> Floats:
    """Return what each deal gave to each player, more being better: ``[match, deal, player]``.

    ``points`` by place (more is better), ``None`` for P minus place. A deal not played gives nan.

    >>> goods([[1, 3, 2]]).tolist(), goods([[1, 3, 2]], points=[5, 4, 0]).tolist()
    ([[[2.0, 0.0, 1.0]]], [[[5.0, 0.0, 4.0]]])
    """
    array = Places.of(places).array
    players = array.shape[2]
    by_place = players - check_points(None, players) if points is None else points
    table = np.concatenate([[np.nan], check_points(by_place, players)])
    return cast(Floats, table[array])


def running_totals(places: ArrayLike, points: ArrayLike | None = None) -> Floats:
    """Return running totals of the goods, ``[match, deal, player]``; nan from a deal not played on.

    >>> running_totals([[1, 2, 3], [2, 1, 3]]).tolist()
    [[[2.0, 1.0, 0.0], [3.0, 3.0, 0.0]]]
    """
    return cast(Floats, np.cumsum(goods(places, points), axis=1))


def totals_after(
    places: ArrayLike, horizon: int | None = None, points: ArrayLike | None = None
) -> Floats:
    """Return totals after ``horizon`` deals, ``[match, player]``; nan for shorter matches.

    ``None`` takes all deals of the array. ``ValueError`` if the array has fewer.

    >>> totals_after([[1, 2, 3], [2, 1, 3]], horizon=1).tolist()
    [[2.0, 1.0, 0.0]]
    """
    totals = running_totals(places, points)
    horizon = totals.shape[1] if horizon is None else check_int("horizon", horizon, 1)
    if not 1 <= horizon <= totals.shape[1]:
        raise ValueError(f"horizon must be 1 to {totals.shape[1]}, the deals there are")
    return totals[:, horizon - 1]


def _amounts(values: ArrayLike) -> Floats:
    array = numbers(values, "values")
    if array.ndim != 1 or array.size < 2 or not np.isfinite(array).all() or (array < 0).any():
        raise ValueError("values must be two or more numbers in a row, finite and not negative")
    return array


def gini_rows(values: Floats) -> Floats:
    """Gini along the last axis, without checks; nan where a row is nan or adds up to 0.

    >>> gini_rows(np.array([[1.0, 1.0], [0.0, 1.0]])).tolist()
    [0.0, 0.5]
    """
    n = values.shape[-1]
    weight = 2 * np.arange(1, n + 1) - n - 1
    with np.errstate(invalid="ignore", divide="ignore"):
        return cast(Floats, np.sort(values, axis=-1) @ weight / (n * values.sum(axis=-1)))


def theil_rows(values: Floats) -> Floats:
    """Theil's T along the last axis, without checks; nan where a row is nan or adds up to 0.

    >>> theil_rows(np.array([[1.0, 1.0], [0.0, 1.0]])).round(4).tolist()
    [0.0, 0.6931]
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        ratio = values / values.mean(axis=-1, keepdims=True)
        terms = np.where(ratio == 0, 0.0, ratio * np.log(np.where(ratio == 0, 1.0, ratio)))
        return cast(Floats, terms.mean(axis=-1))


def gini(values: ArrayLike) -> float:
    """Gini index: mean gap of two persons drawn with replacement, over twice the mean.

    0 if all have the same, ``(n - 1) / n`` if one has all. Source: Gini (1914); computed from the
    sorted values. ``nan`` if nobody has anything.

    >>> gini([0, 1, 2, 3, 4]), gini([1, 1, 1])
    (0.4, 0.0)
    """
    return float(gini_rows(_amounts(values)))


def theil(values: ArrayLike) -> float:
    """Theil's T: mean of ``x/mean * ln(x/mean)``, in nats; from 0 (all the same) to ``ln n``.

    Source: Theil (1967). A person with nothing adds 0.

    >>> theil([1, 1, 1]), round(theil([0, 0, 1]), 6)
    (0.0, 1.098612)
    """
    return float(theil_rows(_amounts(values)))


def lorenz(values: ArrayLike) -> tuple[Floats, Floats]:
    """Return the Lorenz curve: share of people, poorest first, and the share of all they have.

    Both arrays start at 0 and end at 1. Source: Lorenz (1905). ``ValueError`` if all is 0.

    >>> people, share = lorenz([3, 1, 0])
    >>> share.tolist()
    [0.0, 0.0, 0.25, 1.0]
    """
    array = np.sort(_amounts(values))
    if array.sum() == 0:
        raise ValueError("values must not all be 0")
    share = np.concatenate([[0.0], np.cumsum(array) / array.sum()])
    return np.linspace(0, 1, len(share)), share


def mean_lorenz(
    places: ArrayLike, horizon: int | None = None, points: ArrayLike | None = None
) -> tuple[Floats, Floats]:
    """Return the Lorenz curve of totals after ``horizon`` deals, averaged over the matches.

    In each match the poorest come first, whoever they are. Twice the area between the curve and the
    diagonal is the mean Gini. Matches shorter than the horizon are left out.

    >>> people, share = mean_lorenz([[1, 2, 3], [2, 1, 3]])
    >>> share.tolist()
    [0.0, 0.0, 0.5, 1.0]
    """
    totals = totals_after(places, horizon, points)
    totals = totals[np.isfinite(totals).all(axis=1) & (totals.sum(axis=1) > 0)]
    if not len(totals):
        raise ValueError("horizon must be one that a match reached")
    curves = np.array([lorenz(row)[1] for row in totals])
    return np.linspace(0, 1, totals.shape[1] + 1), cast(Floats, curves.mean(axis=0))


def gini_of_totals(
    places: ArrayLike, horizon: int | None = None, points: ArrayLike | None = None
) -> float:
    """Mean over the matches of the Gini of totals after ``horizon`` deals; nan if none got so far.

    >>> gini_of_totals([[1, 2, 3, 4, 5]])
    0.4
    """
    return _mean(gini_rows(totals_after(places, horizon, points)))


def theil_of_totals(
    places: ArrayLike, horizon: int | None = None, points: ArrayLike | None = None
) -> float:
    """Mean over the matches of Theil's T of totals after ``horizon`` deals; nan if none got so far.

    >>> round(theil_of_totals([[1, 2, 3, 4, 5]]), 4)
    0.3296
    """
    return _mean(theil_rows(totals_after(places, horizon, points)))


def _mean(values: Floats) -> float:
    known = values[np.isfinite(values)]
    return float(known.mean()) if known.size else float("nan")


def inequality_by_deal(
    places: ArrayLike, index: str = "gini", points: ArrayLike | None = None
) -> Floats:
    """Return the mean inequality of running totals after each deal, ``[deal]``.

    ``index`` is ``"gini"`` or ``"theil"``; the mean is over matches that got so far (nan if none).
    By lot alone it falls like one over the root of the number of deals, so a number without its
    horizon, or without the world by lot beside it, says nothing.

    >>> inequality_by_deal([[1, 2, 3], [3, 2, 1]]).round(4).tolist()
    [0.4444, 0.0]
    """
    values = _index(index)(running_totals(places, points))
    known = np.isfinite(values)
    with np.errstate(invalid="ignore", divide="ignore"):
        return cast(Floats, np.where(known, values, 0).sum(axis=0) / known.sum(axis=0))


def _index(name: str) -> Callable[[Floats], Floats]:
    if name not in ("gini", "theil"):
        raise ValueError(f'index must be "gini" or "theil"; got {name!r}')
    return gini_rows if name == "gini" else theil_rows


def rigidity_parts(
    places: ArrayLike, horizon: int | None, index: str, points: ArrayLike | None = None
) -> tuple[Floats, Floats]:
    """Per match: inequality of the T-deal total, and the mean of one-deal inequality.

    One-deal inequality is weighted by what the deal gave out. Both ``[match]``, nan where the match
    is too short.

    >>> whole_time, one_deal = rigidity_parts([[1, 2, 3], [3, 2, 1]], None, "gini")
    >>> whole_time.tolist(), one_deal.round(4).tolist()
    ([0.0], [0.4444])
    """
    measure = _index(index)
    gained = goods(places, points)
    total = totals_after(places, horizon, points)
    horizon = gained.shape[1] if horizon is None else horizon
    gained = gained[:, :horizon]
    given = gained.sum(axis=2)
    with np.errstate(invalid="ignore", divide="ignore"):
        one = np.where(given == 0, 0.0, given * measure(gained)).sum(axis=1) / given.sum(axis=1)
    return measure(total), cast(Floats, one)


def rigidity(
    places: ArrayLike,
    horizon: int | None = None,
    index: str = "gini",
    points: ArrayLike | None = None,
) -> float:
    """Shorrocks' (1978b) rigidity: inequality of T-deal totals over mean inequality of one deal.

    1 if every deal repeats the last, towards 0 as places are drawn anew; 1 minus it is mobility.
    The mean over matches goes above and below the line of the fraction. ``horizon`` T belongs to
    the number. Nan if no match got so far.

    >>> rigidity([[1, 2, 3], [1, 2, 3]]), rigidity([[1, 2, 3], [3, 2, 1]])
    (1.0, 0.0)
    """
    above, below = rigidity_parts(places, horizon, index, points)
    known = np.isfinite(above) & np.isfinite(below)
    total = float(below[known].sum())
    return float(above[known].sum()) / total if total else float("nan")
