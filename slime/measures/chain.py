"""What follows if a place were all that is carried over: the Markov chain of places.

The chain is a model. With by-place seats and equal players it is exact; with fixed seats or unequal
players it is not, which is why observed counterparts stand beside it (`spells`, `power_gap`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from slime._checks import check_fraction, check_int, invalid
from slime.measures.declare import (
    BY_LOT,
    NEVER,
    ONE,
    PLAYERS,
    REPEAT,
    ZERO,
    OptionValue,
    Triple,
    measure,
    measure_of_many,
)
from slime.measures.mobility import all_finite, keep_place, rank_correlation
from slime.measures.places import (
    Bools,
    Floats,
    Places,
    PlacesLike,
    check_place,
    check_points,
    rows_to_shares,
)
from slime.measures.transitions import Transitions, transition_counts

LEVIN = "Levin, Peres and Wilmer (2009), Markov Chains and Mixing Times, 4.5"
PUTERMAN = "Puterman (1994), Markov Decision Processes, 8.2"
PRAIS = "Prais (1955), JRSS A 118, 56-66"
KEMENY = "Kemeny and Snell (1960), Finite Markov Chains, ch. 4"
DEALS = "1, 2, ..., inf"
REIGN = r"\frac{1}{1 - M_{ii}}"
MIXING = r"\min\{t : \max_i \tfrac12 \sum_j |(M^t)_{ij} - \pi_j| \le c\}"
FORGOTTEN = r"\min\{t : |\rho(M^s)| \le c \text{ for all } s \ge t\}"
WORTH = r"w = M (r - g) + M w, \quad \sum_i \pi_i w_i = 0, \quad g = \sum_i \pi_i r_i"
_SAME = 1e-12


def reaches(m: Floats) -> Bools:
    """Boolean ``[..., n, n]``: can row reach column in any number of steps, none included."""
    n = m.shape[-1]
    way: Bools = (np.nan_to_num(m) > 0) | np.eye(n, dtype=bool)
    for _ in range((n - 1).bit_length()):
        way = (way.astype(np.uint8) @ way.astype(np.uint8)) > 0
    return way


def one_class(m: Floats) -> Bools:
    """Boolean ``[...]``: has the chain just one closed class (so one stationary distribution)."""
    way = reaches(m)
    back = np.swapaxes(way, -1, -2)
    recurrent = np.asarray((~way | back).all(axis=-1))
    both = recurrent[..., :, None] & recurrent[..., None, :]
    return np.asarray(((way & back) | ~both).all(axis=(-2, -1)) & all_finite(m))


def _solvable(m: Floats) -> tuple[Floats, Bools]:
    """Replace matrices without a single closed class, so that one solve does for all."""
    good = np.asarray(one_class(m)[..., None])
    return np.where(good[..., None], m, 1.0 / m.shape[-1]), good


@measure_of_many(
    r"\pi = \pi M, \quad \sum_i \pi_i = 1", "[0, 1]", "share", KEMENY, None, BY_LOT, None
)
def stationary(m: Floats) -> Floats:
    """Share of deals on each place in the long run; nan if it depends on the start.

    With complete deals it is 1/P for every place, by counting: a check, not a finding.

    >>> stationary(Transitions([[2, 1, 1], [2, 0, 2], [1, 1, 2]])).round(6).tolist()  # Land of Oz
    [0.4, 0.2, 0.4]
    """
    safe, good = _solvable(m)
    a = np.swapaxes(np.eye(m.shape[-1]) - safe + 1.0, -1, -2)
    return np.where(good, np.linalg.solve(a, np.ones((*m.shape[:-1], 1)))[..., 0], np.nan)


@measure_of_many(
    r"m_{ij} = 1 + \sum_{k \ne j} M_{ik} m_{kj}", "[1, inf]", "deals", KEMENY, None, PLAYERS, None
)
def mean_first_passage(m: Floats) -> Floats:
    """Mean number of deals from each place (row) until another (column) is held for the first time.

    On the diagonal the mean time of return, ``1 / stationary``. ``inf`` where the way may be missed
    for ever.

    >>> oz = Transitions([[2, 1, 1], [2, 0, 2], [1, 1, 2]])
    >>> mean_first_passage(oz).round(4).tolist()
    [[2.5, 4.0, 3.3333], [2.6667, 5.0, 2.6667], [3.3333, 4.0, 2.5]]
    """
    n = m.shape[-1]
    known = all_finite(m)[..., None, None]
    m = np.where(known, m, 1.0 / n)
    result = np.empty(m.shape)
    for j in range(n):
        others = [i for i in range(n) if i != j]
        # Without arrows out of j: who can come to where j is out of reach never surely arrives.
        cut = m.copy()
        cut[..., j, :] = 0.0
        way = reaches(cut)
        lost: Bools = np.asarray((way & ~way[..., :, j][..., None, :]).any(axis=-1))
        stuck = lost[..., others]
        a = np.eye(n - 1) - m[..., others, :][..., others]
        a = np.where(stuck[..., None], np.eye(n - 1), a)
        steps = np.linalg.solve(a, np.where(stuck, 0.0, 1.0)[..., None])[..., 0]
        steps = np.where(stuck, np.inf, steps)
        result[..., others, j] = steps
        step = m[..., j, :][..., others]
        with np.errstate(invalid="ignore"):
            result[..., j, j] = 1 + np.where(step > 0, step * steps, 0.0).sum(axis=-1)
    return np.where(known, result, np.nan)


@measure(r"m_{P1}", "[1, inf]", "deals", KEMENY, NEVER, PLAYERS, ONE)
def rise_time(m: Floats) -> Floats:
    """Mean number of deals from the last place to the first, by the chain.

    >>> round(rise_time(Transitions([[1, 1, 1]] * 3)), 6)
    3.0
    """
    return np.asarray(mean_first_passage.function(m)[..., -1, 0])


@measure(r"m_{1P}", "[1, inf]", "deals", KEMENY, NEVER, PLAYERS, ONE)
def fall_time(m: Floats) -> Floats:
    """Mean number of deals from the first place to the last, by the chain.

    >>> round(fall_time(Transitions([[1, 1, 1]] * 3)), 6)
    3.0
    """
    return np.asarray(mean_first_passage.function(m)[..., 0, -1])


def _to_reign(value: Floats, low: Floats, high: Floats, players: int) -> Triple:
    """Limits are found for the share that stays; 1 / (1 - share), inf where nobody leaves."""
    leave = [np.asarray(1 - share) for share in (value, low, high)]
    with np.errstate(divide="ignore"):
        a, b, c = (np.where(x > _SAME, 1 / x, np.where(np.isnan(x), x, np.inf)) for x in leave)
    return a, b, c


@measure(REIGN, "[1, inf]", "deals", PRAIS, NEVER, REPEAT, ONE, finish=_to_reign, cells=True)
def expected_reign(m: Floats, place: int = 1) -> Floats:
    """Mean number of deals in a row on a place, by the chain.

    1 if nobody stays, P/(P-1) by lot, ``inf`` if nobody leaves. `reigns` has it as seen.

    >>> expected_reign(Transitions([[3, 1], [1, 3]]))
    4.0
    """
    return np.asarray(keep_place.function(m, place))


def first_time(m: Floats, far: Callable[[Floats], Bools], most: int) -> Floats:
    """Smallest t >= 1 from which on ``far(power)`` is false up to ``most`` deals; inf if none."""
    most, power = check_int("most", most, 1), m
    last = np.zeros(m.shape[:-2])
    for t in range(1, most + 1):
        beyond = far(power)
        last = np.where(beyond, t, last)
        following = np.asarray(power @ m)
        if np.abs(following - power).max(initial=0.0, where=np.isfinite(following)) < _SAME:
            # The powers stand still: what is far now stays far.
            last = np.where(beyond, most, last)
            break
        power = following
    return np.where(all_finite(m), np.where(last >= most, np.inf, last + 1), np.nan)


@measure(MIXING, DEALS, "deals", LEVIN, NEVER, ONE, NEVER, steps=True)
def mixing_time(m: Floats, cutoff: float = 0.25, most: int = 10_000) -> Floats:
    """Deals until, from every place, chances differ from the long run by at most ``cutoff``.

    The gap is the total variation distance. The cutoff belongs to the number: state both; the usual
    one is 1/4. ``inf`` if it never gets there within ``most`` deals.

    >>> mixing_time(Transitions([[3, 1], [1, 3]])), mixing_time(Transitions([[3, 1], [1, 3]]), 0.05)
    (1.0, 4.0)
    >>> mixing_time(Transitions([[0, 1], [1, 0]]))
    inf
    """
    near = check_fraction("cutoff", cutoff) + _SAME
    pi = stationary.function(m)[..., None, :]

    def far(power: Floats) -> Bools:
        return np.asarray(np.abs(power - pi).sum(axis=-1).max(axis=-1) / 2 > near)

    result = first_time(m, far, most)
    never = np.isnan(pi).any(axis=(-2, -1)) & ~np.isnan(result)
    return np.where(never, np.inf, result)


@measure(FORGOTTEN, DEALS, "deals", "own", NEVER, ONE, NEVER, steps=True)
def deals_until_forgotten(m: Floats, cutoff: float = 0.05, most: int = 10_000) -> Floats:
    """Deals until today's place says nearly nothing about the place then.

    The first t from which on the rank correlation of now and t deals later stays within ``cutoff``
    of 0, by the powers of the matrix; ``inf`` if never within ``most`` deals.

    >>> deals_until_forgotten(Transitions([[3, 1], [1, 3]]))
    5.0
    """
    near = check_fraction("cutoff", cutoff) + _SAME
    return first_time(m, lambda power: np.abs(rank_correlation.function(power)) > near, most)


@measure_of_many(WORTH, "(-inf, inf)", "points", PUTERMAN, None, ZERO, None)
def worth_of_place(m: Floats, points: OptionValue = None) -> Floats:
    """Return what each place is worth for the deals to come, in points against the average.

    ``points[i]`` is what a deal gives for place i + 1; the default is the place itself, where
    **fewer is better: a negative worth is then the good one**. With points of which more is better,
    a positive worth is good.

    The worth is the sum over all later deals of (expected points - long-run mean), starting from
    the place: the deal just played is not in it (Puterman counts it in). With ``g`` the long-run
    mean it solves the Poisson equation of the chain. Nan if the long run depends on the start (all
    stay).

    >>> worth_of_place(Transitions([[1, 1], [1, 1]])).tolist()            # by lot: no place helps
    [0.0, 0.0]
    >>> worth_of_place(Transitions([[3, 1], [1, 3]])).round(9).tolist()   # first: half a point less
    [-0.5, 0.5]
    """
    given = check_points(points, m.shape[-1])
    safe, good = _solvable(m)
    pi = stationary.function(safe)
    gap = given - (pi @ given)[..., None]
    a = np.eye(m.shape[-1]) - safe + pi[..., None, :]
    return np.where(good, np.linalg.solve(a, gap[..., None])[..., 0] - gap, np.nan)


def _two_lags(places: Places, lag: int = 2, *, by: str = "all") -> Floats:
    """Counts of moves over one deal and over `lag` deals."""
    one, more = (transition_counts(places, k, by=by) for k in (1, lag))
    if by == "deal":
        more = np.pad(more, ((0, 0), (0, one.shape[1] - more.shape[1]), (0, 0), (0, 0)))
    return np.stack([one, more], axis=-3)


@measure_of_many(
    r"M^{(k)} - M^k", "[-1, 1]", "share", "counting", ZERO, ZERO, ZERO, statistics=_two_lags
)
def power_gap(sums: Floats, lag: int = 2) -> Floats:
    """Return the matrix seen over ``lag`` deals minus the power of the one-deal matrix, P x P.

    0 throughout if a place is all that is carried over. How sure it is, its limits say; how large
    it is among equal players at the same seats, `band` on a simulated world says. Nan where nobody
    left a place.

    >>> power_gap([[1, 2], [2, 1], [1, 2], [2, 1]], lag=3).tolist()
    [[0.0, 0.0], [0.0, 0.0]]
    """
    one, more = (rows_to_shares(sums[..., i, :, :]) for i in (0, 1))
    return np.asarray(more - np.linalg.matrix_power(one, lag))


def keep_by_lag(
    places: PlacesLike, place: int = 1, lags: Sequence[int] = (1, 2, 3, 4, 5)
) -> tuple[Floats, Floats]:
    """Share that is on the same place again, for each lag: as seen, and by the power.

    "Again" does not ask what was in between.

    Parameters
    ----------
    places : simulation, array, data frame, text or list
        See `Places.of`.
    place : int
        The place, 1 to P.
    lags : sequence of int
        How many deals later.

    Returns
    -------
    tuple of two arrays ``[lag]``
        Shares as seen, and shares by the power of the one-deal matrix.

    Examples
    --------
    >>> seen, power = keep_by_lag([[1, 2], [2, 1], [1, 2], [2, 1]], lags=[1, 2])
    >>> seen.tolist(), power.tolist()
    ([0.0, 1.0], [0.0, 1.0])
    """
    read = Places.of(places)
    at = check_place(place, read.count) - 1
    if isinstance(lags, (str, bytes)) or not isinstance(lags, Iterable) or not (lags := [*lags]):
        raise invalid("places.lags", got=lags)
    lags, one = [check_int("lags", lag, 1) for lag in lags], Transitions.of(read).shares
    seen = [Transitions.of(read, lag).shares[at, at] for lag in lags]
    return np.array(seen), np.array([np.linalg.matrix_power(one, lag)[at, at] for lag in lags])
