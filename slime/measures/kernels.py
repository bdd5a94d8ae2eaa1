"""The arithmetic of the matrix measures, for many matrices at once.

Every kernel takes transition matrices ``[..., n, n]`` and gives ``[...]`` (or one more axis where
said). No checks here: the public functions check, and resampling calls the kernels thousands of
times. A matrix with a row of nan gives nan.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from slime.measures.places import Bools, Floats

_SAME = 1e-12


def rows_to_shares(counts: Floats) -> Floats:
    """Divide rows by their sums; an empty row becomes nan."""
    sums = counts.sum(axis=-1, keepdims=True)
    with np.errstate(invalid="ignore", divide="ignore"):
        return cast(Floats, counts / sums)


def _f(value: Any) -> Floats:
    return cast(Floats, np.asarray(value, dtype=np.float64))


def _finite(m: Floats) -> Bools:
    return cast(Bools, np.asarray(np.isfinite(m).all(axis=(-2, -1))))


def trace(m: Floats) -> Floats:
    return _f(np.trace(m, axis1=-2, axis2=-1))


def immobility(m: Floats) -> Floats:
    return _f(trace(m) / m.shape[-1])


def keep(m: Floats, place: int) -> Floats:
    return m[..., place, place]


def shorrocks(m: Floats) -> Floats:
    n = m.shape[-1]
    return _f((n - trace(m)) / (n - 1))


def movers(m: Floats, weights: Floats) -> Floats:
    n = m.shape[-1]
    kept = np.diagonal(m, axis1=-2, axis2=-1) @ weights
    return _f(n * (1 - kept) / (n - 1))


def determinant(m: Floats) -> Floats:
    return _f(1 - np.abs(np.linalg.det(m)))


def determinant_root(m: Floats) -> Floats:
    return _f(1 - np.abs(np.linalg.det(m)) ** (1 / (m.shape[-1] - 1)))


def second_modulus(m: Floats) -> Floats:
    """Modulus of the second largest eigenvalue; nan where the matrix has nan."""
    bad = ~_finite(m)
    safe = np.where(bad[..., None, None], 0.0, m)
    moduli = np.sort(np.abs(np.linalg.eigvals(safe)), axis=-1)[..., -2]
    return _f(np.where(bad, np.nan, moduli))


def second_eigenvalue(m: Floats) -> Floats:
    return 1 - second_modulus(m)


def distance(n: int) -> Floats:
    step = np.arange(n)
    return _f(np.abs(step[:, None] - step[None, :]))


def bartholomew(m: Floats, weights: Floats) -> Floats:
    return _f((m * distance(m.shape[-1])).sum(axis=-1) @ weights)


def moved(table: Floats) -> Floats:
    """Mean of |after - before| over the cells of a table of counts or shares."""
    total = table.sum(axis=(-2, -1))
    with np.errstate(invalid="ignore", divide="ignore"):
        return _f((table * distance(table.shape[-1])).sum(axis=(-2, -1)) / total)


def correlation(table: Floats) -> Floats:
    """Correlation of before and after over the cells of a table of counts or shares."""
    n = table.shape[-1]
    x = np.arange(1.0, n + 1)
    with np.errstate(invalid="ignore", divide="ignore"):
        share = table / table.sum(axis=(-2, -1), keepdims=True)
        row, col = share.sum(axis=-1), share.sum(axis=-2)
        mean_row, mean_col = row @ x, col @ x
        cov = np.einsum("...ij,i,j->...", share, x, x) - mean_row * mean_col
        var = (row @ x**2 - mean_row**2) * (col @ x**2 - mean_col**2)
        return _f(cov / np.sqrt(var))


def reaches(m: Floats) -> Bools:
    """Boolean ``[..., n, n]``: can row reach column in any number of steps, none included."""
    n = m.shape[-1]
    way: Bools = (np.nan_to_num(m) > 0) | np.eye(n, dtype=bool)
    span = 1
    while span < n:
        way = (way.astype(np.uint8) @ way.astype(np.uint8)) > 0
        span *= 2
    return way


def one_class(m: Floats) -> Bools:
    """Boolean ``[...]``: has the chain just one closed class (so one stationary distribution)."""
    way = reaches(m)
    back = np.swapaxes(way, -1, -2)
    recurrent: Bools = np.asarray((~way | back).all(axis=-1))
    linked = way & back
    both = recurrent[..., :, None] & recurrent[..., None, :]
    single: Bools = np.asarray((linked | ~both).all(axis=(-2, -1))) & _finite(m)
    return single


def _safe(m: Floats) -> tuple[Floats, Bools]:
    """Replace matrices without a single closed class, so that one solve does for all."""
    good = one_class(m)
    n = m.shape[-1]
    return _f(np.where(good[..., None, None], m, 1.0 / n)), good


def stationary(m: Floats) -> Floats:
    """Stationary distribution ``[..., n]``; nan where there is more than one."""
    n = m.shape[-1]
    safe, good = _safe(m)
    a = np.swapaxes(np.eye(n) - safe + 1.0, -1, -2)
    pi = np.linalg.solve(a, np.ones((*m.shape[:-1], 1)))[..., 0]
    return _f(np.where(good[..., None], pi, np.nan))


def worth(m: Floats, points: Floats) -> Floats:
    """Coming points above the average ``[..., n]`` (Poisson equation); nan where not defined."""
    n = m.shape[-1]
    safe, good = _safe(m)
    pi = stationary(safe)
    gap = points - (pi @ points)[..., None]
    a = np.eye(n) - safe + pi[..., None, :]
    h = np.linalg.solve(a, gap[..., None])[..., 0]
    return _f(np.where(good[..., None], h - gap, np.nan))


def passage(m: Floats) -> Floats:
    """Mean first passage times ``[..., n, n]``; the diagonal holds mean times of return."""
    n = m.shape[-1]
    nan = ~_finite(m)
    m = _f(np.where(nan[..., None, None], 1.0 / n, m))
    result = np.empty(m.shape)
    for j in range(n):
        others = [i for i in range(n) if i != j]
        # Without arrows out of j: who can come to where j is out of reach never surely arrives.
        cut = m.copy()
        cut[..., j, :] = 0.0
        way = reaches(cut)
        lost: Bools = np.asarray((way & ~way[..., :, j][..., None, :]).any(axis=-1))
        a = np.eye(n - 1) - m[..., others, :][..., others]
        stuck = lost[..., others]
        a = np.where(stuck[..., None], np.eye(n - 1), a)
        b = np.where(stuck, 0.0, 1.0)
        steps = np.linalg.solve(a, b[..., None])[..., 0]
        steps = np.where(stuck, np.inf, steps)
        result[..., others, j] = steps
        step = m[..., j, :][..., others]
        with np.errstate(invalid="ignore"):
            onward = np.where(step > 0, step * steps, 0.0).sum(axis=-1)
        result[..., j, j] = 1 + onward
    return _f(np.where(nan[..., None, None], np.nan, result))


def reign(m: Floats, place: int) -> Floats:
    leave = 1 - m[..., place, place]
    with np.errstate(divide="ignore"):
        return _f(np.where(leave > _SAME, 1 / leave, np.where(np.isnan(leave), np.nan, np.inf)))


def first_time(m: Floats, far: Callable[[Floats], Bools], most: int) -> Floats:
    """Smallest t >= 1 from which on ``far(power)`` is false up to ``most`` deals; inf if none."""
    bad = ~_finite(m)
    power = m
    last = np.zeros(m.shape[:-2])
    for t in range(1, most + 1):
        beyond = far(power)
        last = np.where(beyond, t, last)
        following = _f(power @ m)
        if np.nanmax(np.abs(following - power), initial=0.0) < _SAME:
            # The powers stand still: what is far now stays far.
            last = np.where(beyond, most, last)
            break
        power = following
    result = np.where(last >= most, np.inf, last + 1)
    return _f(np.where(bad, np.nan, result))


def mixing(m: Floats, cutoff: float, most: int) -> Floats:
    pi = stationary(m)

    def far(power: Floats) -> Bools:
        gap = np.abs(power - pi[..., None, :]).sum(axis=-1).max(axis=-1) / 2
        return cast(Bools, gap > cutoff + _SAME)

    result = first_time(m, far, most)
    return _f(
        np.where(np.isnan(pi).any(axis=-1), np.where(np.isnan(result), np.nan, np.inf), result)
    )


def forgotten(m: Floats, cutoff: float, most: int) -> Floats:
    def far(power: Floats) -> Bools:
        return np.abs(correlation(power)) > cutoff + _SAME

    return first_time(m, far, most)
