"""The engine of the intervals: units in, limits out.

A *unit* is what varies independently: a session, or a deal. Each has a row of statistics that add
up (counts, sums); the measure is a function of the sum. So leaving a session out is a subtraction,
and a resample of sessions is one product of matrices, however many deals there were.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import numpy as np
from scipy import special

from slime.measures.places import Floats

Value = Callable[[Floats], Floats]
_CELLS = 4_000_000  # largest number of weights held at once


def left_out(units: Floats, value: Value) -> tuple[Floats, Floats]:
    """Return the estimate, and the estimates without each unit (axis 0).

    >>> whole, without = left_out(np.array([[1.0], [3.0]]), lambda s: s[..., 0])
    >>> float(whole), without.tolist()
    (4.0, [3.0, 1.0])
    """
    total = units.sum(axis=0)
    return value(total), value(total - units)


def influences(units: Floats, value: Value) -> tuple[Floats, Floats]:
    """Return the estimate and each unit's pseudo-value ``n * all - (n - 1) * without``, axis 0.

    For a plain mean a pseudo-value is the unit's own value (Tukey 1958).

    >>> mean = lambda s: s[..., 0] / s[..., 1]
    >>> whole, own = influences(np.array([[1.0, 1.0], [3.0, 1.0], [8.0, 1.0]]), mean)
    >>> float(whole), own.tolist()
    (4.0, [1.0, 3.0, 8.0])
    """
    whole, without = left_out(units, value)
    n = len(units)
    return whole, n * whole - (n - 1) * without


def tied_limits(units: Floats, deals: Floats, value: Value, level: float) -> list[Floats]:
    """Estimate and t limits where all units (sessions) have the same value, from their steps.

    Counts come in whole steps, so equal values hide differences below a step. The step is the
    smallest gap between the pseudo-values of ``deals``; the units are taken to differ by a quarter
    of it, the mean of a difference that rounds to 0. Nan where deals do not differ.

    >>> mean = lambda s: s[..., 0] / s[..., 1]
    >>> deals = np.array([[0.0, 1], [1, 1], [1, 1], [0, 1]])
    >>> both = deals.reshape(2, 2, 2).sum(axis=1)
    >>> [round(float(x), 3) for x in tied_limits(both, deals, mean, 0.95)]
    [0.5, -0.294, 1.294]
    """
    whole, own = influences(deals, value)
    gaps = np.diff(np.sort(own, axis=0), axis=0)
    size = np.abs(own).max(axis=0) + 1e-300
    step = np.where(gaps > 1e-9 * size, gaps, np.inf).min(axis=0, initial=np.inf)
    n = len(units)
    by_unit = np.where(np.isinf(step), np.nan, step) * n / len(deals)
    error = by_unit / 4 / np.sqrt(2 * n)
    quantile = float(special.stdtrit(n - 1, (1 + level) / 2))
    return [whole, cast(Floats, whole - quantile * error), cast(Floats, whole + quantile * error)]


def overlap(units: Floats, value: Value, lag: int) -> Floats:
    """By how much windows of ``lag`` deals that overlap stretch the variance of a mean.

    1 plus twice the correlations of the pseudo-values up to ``lag - 1`` deals apart, kept between 1
    (nothing shared) and ``lag`` (only one window in ``lag`` is new); in the shape of the value.

    >>> series = np.stack([np.arange(8.0), np.ones(8)], axis=1)
    >>> float(overlap(series, lambda s: s[..., 0] / s[..., 1], 2))
    2.0
    """
    _, own = influences(units, value)
    own = own - own.mean(axis=0)
    n = len(own)
    alone = (own**2).sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        shared = sum((own[h:] * own[: n - h]).sum(axis=0) / alone for h in range(1, min(lag, n)))
    stretch = np.clip(1 + 2 * np.nan_to_num(np.asarray(shared, dtype=np.float64)), 1, lag)
    return np.asarray(stretch, dtype=np.float64)


def t_limits(
    units: Floats, value: Value, level: float, inflate: Floats | float = 1.0
) -> list[Floats]:
    """Estimate and t limits from the spread of the units' pseudo-values (jackknife).

    ``inflate`` stretches the variance (and shrinks the degrees of freedom) where units overlap.

    >>> mean = lambda s: s[..., 0] / s[..., 1]
    >>> [round(float(x), 3) for x in t_limits(np.array([[1.0, 1], [3.0, 1]]), mean, 0.95)]
    [2.0, -10.706, 14.706]
    """
    whole, own = influences(units, value)
    n = len(units)
    error = np.sqrt(own.var(axis=0, ddof=1) / n * inflate)
    quantile = special.stdtrit(np.maximum(n / np.asarray(inflate) - 1, 1), (1 + level) / 2)
    return [whole, cast(Floats, whole - quantile * error), cast(Floats, whole + quantile * error)]


def resample_weights(
    rng: np.random.Generator, n: int, draws: int, size: int | None = None
) -> Floats:
    """How often each of ``n`` units is drawn in resamples of ``size`` units: ``[draws, n]``.

    >>> resample_weights(np.random.default_rng(1), 3, 2).sum(axis=1).tolist()
    [3.0, 3.0]
    """
    size = n if size is None else size
    picked = rng.integers(0, n, (draws, size)) + np.arange(draws)[:, None] * n
    counts = np.bincount(picked.ravel(), minlength=draws * n).reshape(draws, n)
    return counts.astype(np.float64)


def bootstrap_limits(
    units: Floats, value: Value, level: float, rng: np.random.Generator, draws: int = 1999
) -> list[Floats]:
    """Estimate and limits of the studentised bootstrap over units.

    Each resample is judged by its own standard error, taken from the pseudo-values of the units in
    it (Efron and Tibshirani 1993, chapter 12, with the linear error instead of an inner bootstrap).

    >>> rng = np.random.default_rng(1)
    >>> data = np.stack([rng.normal(size=100), np.ones(100)], axis=1)
    >>> mean = lambda s: s[..., 0] / s[..., 1]
    >>> whole, low, high = bootstrap_limits(data, mean, 0.95, rng)
    >>> bool(low < whole < high), round(float(high - low), 1)
    (True, 0.3)
    """
    n = len(units)
    flat = units.reshape(n, -1)
    whole, own = influences(units, value)
    own = own - own.mean(axis=0)
    error = np.sqrt((own**2).sum(axis=0) / (n * (n - 1)))
    shape = own.shape[1:]
    own = own.reshape(n, -1)
    both = np.concatenate([flat, own, own**2], axis=1)
    ratios = []
    step = max(1, _CELLS // n)
    for start in range(0, draws, step):
        weights = resample_weights(rng, n, min(step, draws - start))
        sums = weights @ both
        cut, end = flat.shape[1], flat.shape[1] + own.shape[1]
        again = value(sums[:, :cut].reshape(-1, *units.shape[1:]))
        mean = sums[:, cut:end] / n
        spread = np.sqrt(np.maximum(sums[:, end:] / n - mean**2, 0) / (n - 1))
        spread = spread.reshape(-1, *shape)
        with np.errstate(invalid="ignore", divide="ignore"):
            ratio = np.where(spread > 0, (again - whole) / spread, 0.0)
        ratios.append(ratio)
    tail = (1 - level) / 2
    low, high = np.nanquantile(np.concatenate(ratios), [tail, 1 - tail], axis=0)
    return [whole, cast(Floats, whole - high * error), cast(Floats, whole - low * error)]


def wilson_limits(share: Floats, n: Floats, level: float) -> tuple[Floats, Floats]:
    """Wilson's (1927) limits for shares seen in ``n`` independent trials.

    >>> low, high = wilson_limits(np.array(0.0), np.array(10.0), 0.95)
    >>> round(float(low), 3), round(float(high), 3)
    (0.0, 0.278)
    """
    z = float(special.ndtri((1 + level) / 2))
    with np.errstate(invalid="ignore", divide="ignore"):
        middle = (share + z**2 / (2 * n)) / (1 + z**2 / n)
        half = z / (1 + z**2 / n) * np.sqrt(share * (1 - share) / n + z**2 / (4 * n**2))
    return cast(Floats, np.maximum(middle - half, 0)), cast(Floats, np.minimum(middle + half, 1))
