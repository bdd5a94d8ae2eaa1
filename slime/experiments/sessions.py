"""Outcomes of whole sessions: do the same players stand high, and longer than places carry?

Both are functions of statistics that add up over sessions, as all measures here are.

*Spread* is Friedman's (1937) statistic for one session, divided by P - 1, averaged over sessions:
deals times the variance between players of their mean place, over what lots would give, which is
1.  It is large where the same players end high again and again, whoever or whatever keeps them
there.

*Lasting* asks for more than places carry: the rank correlation of places `k` deals apart minus
that of the k-th power of the one-deal matrix, averaged over k from 2 to `lags`, each k as often as
it was seen.  With equal players it is near 0 (with fixed seats not quite: compare it with a band).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from slime.measures import Measure
from slime.measures.kernels import rows_to_shares
from slime.measures.places import Places

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def spread(places: Any) -> float:
    """Spread of mean places between the players, see above; 1 is what lots give on average.

    >>> spread([[1, 2, 3], [1, 2, 3], [1, 2, 3], [1, 2, 3]])
    4.0
    >>> spread([[1, 2, 3], [2, 3, 1], [3, 1, 2]])
    0.0
    """
    return float(_mean(_spread_sums(Places.of(places).array, {}).sum(axis=0), {}))


def _spread_sums(places: Ints, options: Any) -> Floats:
    count = places.shape[2]
    played = np.asarray((places > 0).all(axis=2))
    deals = played.sum(axis=1)
    total = (places * played[:, :, None]).sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = total / deals[:, None]
    # Friedman's statistic over P - 1; (P + 1) P / 12 is (P - 1) times the variance over P - 1
    off = ((mean - (count + 1) / 2) ** 2).sum(axis=1) * 12 / (count * (count + 1)) * deals
    value = np.where(deals > 0, off / (count - 1), 0.0)
    return np.stack([np.nan_to_num(value), (deals > 0).astype(np.float64)], axis=1)


def _mean(sums: Floats, options: Any) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(sums[..., 0] / sums[..., 1])


def lasting(places: Any, lags: int = 8) -> float:
    """Rank correlation over 2 to `lags` deals beyond the power of the matrix, see above.

    >>> round(lasting([[1, 2], [1, 2], [2, 1], [1, 2], [1, 2], [1, 2]], lags=2), 6)
    -0.04
    """
    checked = Places.of(places).array
    return float(_gap(_lag_sums(checked, {"lags": lags}).sum(axis=0), {"lags": lags}))


def _lag_sums(places: Ints, options: Any) -> Floats:
    lags = [counts_between(places[:, :-k], places[:, k:]) for k in range(1, options["lags"] + 1)]
    return np.stack(lags, axis=1)


def counts_between(before: NDArray[Any], after: NDArray[Any]) -> Floats:
    """Moves from `before` to `after`, places [match, deal, player] each, as counts [match, P, P].

    Pairs with a 0 do not count.

    >>> counts_between(np.array([[[1, 2]]]), np.array([[[2, 1]]])).tolist()
    [[[0.0, 1.0], [1.0, 0.0]]]
    """
    matches, _, count = before.shape
    # in a table with one row and column more, the pairs with a 0 have cells of their own
    size = (count + 1) ** 2
    cell = before.astype(np.int32) * (count + 1)
    cell += after
    cell += (np.arange(matches, dtype=np.int32) * size)[:, None, None]
    out = np.bincount(cell.ravel(), minlength=matches * size)
    table = out.reshape(matches, count + 1, count + 1)[:, 1:, 1:]
    return table.astype(np.float64)


def correlations(sums: Floats) -> tuple[Floats, Floats, Floats]:
    """Rank correlations as seen, by the power, and pairs seen, for counts [..., lag, P, P].

    All three are [..., lag]; where nothing was seen, the first two are 0.
    """
    count = sums.shape[-1]
    at = np.arange(count) - (count - 1) / 2
    size = float(at @ at)
    share = np.nan_to_num(rows_to_shares(sums))
    seen = np.einsum("i,...kij,j->...k", at, share, at) / size
    one = share[..., 0, :, :]
    power, model = one, []
    for _ in range(sums.shape[-3]):
        model.append(np.einsum("i,...ij,j->...", at, power, at) / size)
        power = power @ one
    return seen, np.stack(model, axis=-1), sums.sum(axis=(-2, -1))


def _gap(sums: Floats, options: Any) -> Floats:
    seen, model, pairs = correlations(sums)
    weight = pairs[..., 1:]
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(((seen - model)[..., 1:] * weight).sum(axis=-1) / weight.sum(axis=-1))


SPREAD = Measure(
    "spread",
    spread,
    "places",
    r"\frac{12 D}{P (P+1) (P-1)} \sum_p \left(\bar x_p - \frac{P+1}{2}\right)^2",
    "[0, D]",
    "number",
    "Friedman (1937)",
    None,
    None,
    None,
    by_session=_spread_sums,
    value=_mean,
)
LASTING = Measure(
    "lasting",
    lasting,
    "places",
    r"\sum_k w_k \left(r_k - r(M^k)\right)",
    "[-2, 2]",
    "number",
    "own",
    None,
    None,
    None,
    by_session=_lag_sums,
    value=_gap,
    options={"lags": 8},
)
