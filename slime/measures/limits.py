"""Numbers with limits, and the engine that makes them: units in, limits out.

Deals of one session share their players, seats and mood, so they are not independent trials; five
players of a deal are not five trials either. From 30 sessions on: bootstrap over sessions. 2 to 29:
a t interval over session values (pseudo-values of the jackknife, which for a plain mean are the
sessions' own values; a plain mean of ratios over sessions of different length would be biased).
One session: the deal is the unit, under the assumption that the players are equal. Where all
sessions gave the same value, see `tied_limits`. How often the limits hold the truth is counted by
``benchmarks/interval_coverage.py``.

A *unit* is what varies independently: a session, or a deal. Each has a row of statistics that add
up (counts, sums); the measure is a function of the sum. So leaving a session out is a subtraction,
and a resample of sessions is one product of matrices, however many deals there were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

from slime._checks import check_int, invalid
from slime.i18n import words
from slime.measures.places import Floats, ratio

Value = Callable[[Floats], Floats]
#: A number, its lower and its upper limit.
Limits = tuple[Floats, Floats, Floats]
Method = Literal["bootstrap", "t", "wilson", "none"]
Unit = Literal["session", "deal"]
BOOTSTRAP_FROM = 30
_CELLS = 4_000_000  # largest number of weights held at once


@dataclass(frozen=True)
class Interval:
    """A number, or an array of numbers, with limits and what they rest on.

    Parameters
    ----------
    value : float or array
        The estimate.
    low, high : float or array
        Its limits, cell by cell (not for all cells at once); nan where there are none.
    level : float
        In what share of cases the limits hold the true value.
    method : {"bootstrap", "t", "wilson", "none"}
        How the limits were made.
    unit : {"session", "deal"}
        What was taken as drawn independently.
    n : int
        How many units there were.
    assumption : str
        What must hold, or why there are no limits: a key of the words ``measures.assumption``.

    Examples
    --------
    >>> found = Interval(0.3, 0.2, 0.4, 0.95, "t", "session", 5)
    >>> found.covers(0.25), found.excludes(0), -found == Interval(-0.3, -0.4, -0.2, n=5)
    (True, True, True)
    >>> print(found)
    0.300 (0.200 to 0.400)
    >>> found.note("en")[:69]
    'Limits hold the true value in 95% of cases: t interval over 5 session'
    """

    value: float | Floats
    low: float | Floats
    high: float | Floats
    level: float = 0.95
    method: Method = "t"
    unit: Unit = "session"
    n: int = 0
    assumption: str = "sessions_alike"

    def __post_init__(self) -> None:
        for name in ("value", "low", "high"):
            vars(self)[name] = plain(np.asarray(vars(self)[name]))

    def covers(self, value: float) -> bool:
        """Tell whether a value lies within the limits (in every cell, for arrays).

        Parameters
        ----------
        value : float

        Returns
        -------
        bool

        Examples
        --------
        >>> Interval(0.3, 0.2, 0.4).covers(0.5)
        False
        """
        return bool(np.all((self.low <= np.asarray(value)) & (np.asarray(value) <= self.high)))

    def excludes(self, value: float = 0.0) -> bool:
        """Tell whether a value lies outside of the limits (in every cell); never without limits.

        Parameters
        ----------
        value : float

        Returns
        -------
        bool

        Examples
        --------
        >>> Interval(0.3, 0.2, 0.4).excludes(), Interval(0.3, -0.2, 0.4).excludes()
        (True, False)
        """
        return bool(np.all((value < np.asarray(self.low)) | (np.asarray(self.high) < value)))

    def text(self, lang: str | None = None, digits: int = 3) -> str:
        """Write the number and its limits, many line by line; alone where there are no limits.

        Parameters
        ----------
        lang : str, optional
            ``"en"`` or ``"ru"``; the one set, if none is named.
        digits : int
            Decimals.

        Returns
        -------
        str

        Examples
        --------
        >>> Interval(0.3, 0.2, 0.4).text("en", 2)
        '0.30 (0.20 to 0.40)'
        """
        w = words(lang)
        if np.ndim(self.value):
            return "\n".join(self[i].text(lang, digits) for i in range(len(np.asarray(self.value))))
        value, low, high = (w.number(float(x), digits) for x in (self.value, self.low, self.high))
        known = self.method != "none"
        return w("measures.limits.text", value=value, low=low, high=high) if known else value

    def note(self, lang: str | None = None) -> str:
        """Tell how the limits were made, and what must hold for them; or why there are none.

        Parameters
        ----------
        lang : str, optional
            ``"en"`` or ``"ru"``; the one set, if none is named.

        Returns
        -------
        str

        Examples
        --------
        >>> Interval(0.3, float("nan"), float("nan"), method="none", assumption="steps").note("en")
        'A whole number of deals jumps by steps, so no limits are given: see the limits of ...'
        """
        w = words(lang)
        why = w(f"measures.assumption.{self.assumption}")
        if self.method == "none":
            return why
        by_deal = self.unit == "deal" and self.method != "wilson"
        how = w(f"measures.method.{self.method}{'_deal' if by_deal else ''}", n=self.n)
        return f"{w('measures.limits.note', level=w.percent(self.level), how=how)} {why}"

    def __neg__(self) -> Interval:
        return replace(self, value=-self.value, low=-self.high, high=-self.low)

    def __getitem__(self, cell: int | tuple[int, ...]) -> Interval:
        value, low, high = (np.asarray(x)[cell] for x in (self.value, self.low, self.high))
        return replace(self, value=value, low=low, high=high)

    def __str__(self) -> str:
        return self.text()


def plain(number: NDArray[Any]) -> Any:
    """Python's own number where there is but one."""
    return number if number.ndim else number.item()


def student(freedom: ArrayLike, level: float) -> Floats:
    """How many standard errors wide limits are on each side: Student's t; normal for ``inf``.

    >>> student([1, 10, np.inf], 0.95).round(2).tolist()
    [12.71, 2.23, 1.96]
    """
    from scipy import special  # late: it is large, and only limits need it

    degrees = np.asarray(freedom, np.float64)
    share = (1 + level) / 2
    with np.errstate(invalid="ignore"):
        width = special.stdtrit(degrees, share)
    return np.asarray(np.where(np.isinf(degrees), special.ndtri(share), width))


def influences(units: Floats, value: Value) -> tuple[Floats, Floats]:
    """Return the estimate and each unit's pseudo-value ``n * all - (n - 1) * without``, axis 0.

    For a plain mean a pseudo-value is the unit's own value (Tukey 1958).

    >>> mean = lambda s: s[..., 0] / s[..., 1]
    >>> whole, own = influences(np.array([[1.0, 1.0], [3.0, 1.0], [8.0, 1.0]]), mean)
    >>> float(whole), own.tolist()
    (4.0, [1.0, 3.0, 8.0])
    """
    n, total = len(units), units.sum(axis=0)
    whole = value(total)
    return whole, n * whole - (n - 1) * value(total - units)


def tied_limits(
    units: Floats, deals: Floats, value: Value, level: float, many: int | None = None
) -> Limits:
    """Estimate and t limits where all units (sessions) have the same value, from their steps.

    Counts come in whole steps, so equal values hide differences below a step. The step is the
    smallest gap between the pseudo-values of ``deals``; the units are taken to differ by a quarter
    of it, the mean of a difference that rounds to 0. Nan where deals do not differ. Where `many` is
    given, there were so many deals, and ``deals`` are the different ones among them.

    >>> mean = lambda s: s[..., 0] / s[..., 1]
    >>> deals = np.array([[0.0, 1], [1, 1], [1, 1], [0, 1]])
    >>> both = deals.reshape(2, 2, 2).sum(axis=1)
    >>> [round(float(x), 3) for x in tied_limits(both, deals, mean, 0.95)]
    [0.5, -0.294, 1.294]
    """
    total = deals.sum(axis=0) if many is None else units.sum(axis=0)
    many = len(deals) if many is None else many
    whole = value(total)
    own = many * whole - (many - 1) * value(total - deals)
    gaps = np.diff(np.sort(own, axis=0), axis=0)
    size = np.abs(own).max(axis=0) + 1e-300
    step = np.where(gaps > 1e-9 * size, gaps, np.inf).min(axis=0, initial=np.inf)
    n = len(units)
    by_unit = np.where(np.isinf(step), np.nan, step) * n / many
    half = student(n - 1, level) * by_unit / 4 / np.sqrt(2 * n)
    return whole, whole - half, whole + half


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
    apart = range(1, min(lag, n))
    shared = sum((ratio((own[h:] * own[: n - h]).sum(axis=0), alone) for h in apart), 0 * alone)
    return np.clip(1 + 2 * np.nan_to_num(shared), 1, lag)


def t_limits(units: Floats, value: Value, level: float, inflate: Floats | float = 1.0) -> Limits:
    """Estimate and t limits from the spread of the units' pseudo-values (jackknife).

    ``inflate`` stretches the variance (and shrinks the degrees of freedom) where units overlap.

    >>> mean = lambda s: s[..., 0] / s[..., 1]
    >>> [round(float(x), 3) for x in t_limits(np.array([[1.0, 1], [3.0, 1]]), mean, 0.95)]
    [2.0, -10.706, 14.706]
    """
    whole, own = influences(units, value)
    n = len(units)
    error = np.sqrt(own.var(axis=0, ddof=1) / n * inflate)
    half = student(np.maximum(n / np.asarray(inflate) - 1, 1), level) * error
    return whole, whole - half, whole + half


def resample_weights(rng: Generator, n: int, draws: int, size: int) -> Floats:
    """How often each of ``n`` units is drawn in resamples of ``size`` units: ``[draws, n]``.

    >>> resample_weights(np.random.default_rng(1), 3, 2, 4).sum(axis=1).tolist()
    [4.0, 4.0]
    """
    picked = rng.integers(0, n, (draws, size)) + np.arange(draws)[:, None] * n
    counts = np.bincount(picked.ravel(), minlength=draws * n).reshape(draws, n)
    return counts.astype(np.float64)


def resampled(
    rng: Generator, units: Floats, draws: int, size: int | None = None
) -> Iterator[Floats]:
    """Sums ``[some draws, ...]`` of units ``[n, ...]`` drawn again, as many unless `size` says.

    >>> [some.tolist() for some in resampled(np.random.default_rng(1), np.ones((3, 1)), 2)]
    [[[3.0], [3.0]]]
    """
    n, size = len(units), len(units) if size is None else size
    step = max(1, _CELLS // n)
    for start in range(0, draws, step):
        some = min(step, draws - start)
        if size == 1:
            yield units[rng.integers(0, n, some)]
            continue
        weights = resample_weights(rng, n, some, size)
        yield (weights @ units.reshape(n, -1)).reshape(-1, *units.shape[1:])


def bootstrap_limits(
    units: Floats, value: Value, level: float, rng: Generator, draws: int = 1999
) -> Limits:
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
    for sums in resampled(rng, both, draws):
        cut, end = flat.shape[1], flat.shape[1] + own.shape[1]
        again = value(sums[:, :cut].reshape(-1, *units.shape[1:]))
        mean = sums[:, cut:end] / n
        spread = np.sqrt(np.maximum(sums[:, end:] / n - mean**2, 0) / (n - 1))
        spread = spread.reshape(-1, *shape)
        ratios.append(np.where(spread > 0, ratio(again - whole, spread), 0.0))
    low, high = quantiles(np.concatenate(ratios), (1 - level) / 2, (1 + level) / 2)
    return whole, whole - high * error, whole - low * error


@np.errstate(invalid="ignore")
def quantiles(values: Floats, *shares: float) -> Floats:
    """Quantiles along the first axis of what is a number; nan where nothing is.

    >>> quantiles(np.array([[1.0, np.nan], [3.0, np.nan], [np.nan, np.nan]]), 0.5).tolist()
    [[2.0, nan]]
    """
    empty = np.isnan(values).all(axis=0)
    found = np.nanquantile(np.where(empty, 0.0, values), shares, axis=0)
    return np.where(empty, np.nan, found)


def wilson_limits(share: Floats, n: Floats, level: float) -> tuple[Floats, Floats]:
    """Wilson's (1927) limits for shares seen in ``n`` independent trials.

    >>> low, high = wilson_limits(np.array(0.0), np.array(10.0), 0.95)
    >>> round(float(low), 3), round(float(high), 3)
    (0.0, 0.278)
    """
    z = float(student(np.inf, level))
    with np.errstate(invalid="ignore", divide="ignore"):
        middle = (share + z**2 / (2 * n)) / (1 + z**2 / n)
        half = z / (1 + z**2 / n) * np.sqrt(share * (1 - share) / n + z**2 / (4 * n**2))
    return np.maximum(middle - half, 0), np.minimum(middle + half, 1)


@np.errstate(invalid="ignore", divide="ignore")
def units_interval(
    sessions: Floats,
    deals: Floats | Callable[[], Floats] | None,
    value: Value,
    level: float,
    seed: int = 0,
    draws: int = 1999,
    trials: Value | None = None,
    lag: int = 1,
    kinds: Callable[[], tuple[Floats, int]] | None = None,
) -> Interval:
    """Limits for any function of sums over sessions: the rule that all intervals here follow.

    Parameters
    ----------
    sessions : array ``[session, ...]``
        Statistics that add up; sessions with nothing in them are left out.
    deals : array ``[deal, ...]``, callable or None
        The same by deal (or what makes them, if asked), for one session or sessions all alike.
    value : callable
        Turns sums ``[..., *statistics]`` into numbers.
    level : float
        In what share of cases the limits should hold the true value.
    seed, draws : int
        Of the bootstrap.
    trials : callable, optional
        As how many trials the deals count, if the value is a share of them.
    lag : int
        How many deals a window spans; windows overlap.
    kinds : callable, optional
        Makes the different ones among the statistics by deal, and the number of all deals: enough
        for several sessions, and smaller.

    Returns
    -------
    Interval

    Raises
    ------
    ValueError
        If there is nothing to count.

    Examples
    --------
    >>> sums = np.array([[3.0, 10.0], [4.0, 10.0], [5.0, 10.0]])
    >>> found = units_interval(sums, None, lambda s: s[..., 0] / s[..., 1], 0.95)
    >>> found.method, round(found.low, 3), round(found.high, 3)
    ('t', 0.152, 0.648)
    """
    sessions = counted(sessions)
    n = len(sessions)
    if n == 0:
        raise invalid("measures.limits.too_short")
    rng = np.random.default_rng(check_int("seed", seed, 0))
    estimate = value(sessions.sum(axis=0))
    nowhere = np.full(np.shape(estimate), np.nan)
    found = Interval(estimate, nowhere, nowhere, level, "none", "session", n, "one_session")
    if n > 1:
        found = _over_units(found, sessions, value, rng, draws, "sessions_alike")
    if not np.isnan(found.low).any():
        return found
    windows = trials(sessions.sum(axis=0)) if trials else np.zeros(())
    stretch: Floats | float = lag
    many = int(windows.min())
    if deals is not None:
        if kinds is not None and n > 1 and lag == 1:
            units, many = kinds()
        else:
            units = counted(deals() if callable(deals) else deals)
            many = len(units)
        if n == 1 and trials is None:
            by_deal = replace(found, unit="deal", n=many)
            return _over_units(by_deal, units, value, rng, draws, "equal_players", lag)
        if n > 1 and many > 1:
            limits = tied_limits(sessions, units, value, level, None if kinds is None else many)
            found = _filled(found, limits, "t", "tied_sessions")
        stretch = overlap(units, value, lag) if lag > 1 else 1
    if trials is None:
        return found
    # A cell that never or always happened, or only one session: Wilson, n = deals.
    windows = windows / stretch
    by_deal = replace(found, unit="deal", n=many) if found.method == "none" else found
    return _filled(by_deal, wilson_limits(estimate, windows, level), "wilson", "equal_players")


def _filled(found: Interval, limits: tuple[Floats, ...], method: Method, why: str) -> Interval:
    """Limits (the last two), where there were none; made so if there were none at all."""
    pairs = zip((found.low, found.high), limits[-2:], strict=True)
    low, high = (np.where(np.isnan(x), y, x) for x, y in pairs)
    if found.method == "none" and not np.isnan(low).all():
        found = replace(found, method=method, assumption=why)
    return replace(found, low=low, high=high)


def counted(units: Floats) -> Floats:
    """Units in which there is something to count.

    >>> counted(np.array([[0.0, 0.0], [0.0, 1.0]])).tolist()
    [[0.0, 1.0]]
    """
    return units[units.reshape(len(units), -1).any(axis=1)]


def _over_units(
    found: Interval, units: Floats, value: Value, rng: Generator, draws: int, why: str, lag: int = 1
) -> Interval:
    """Limits from the spread of units, nan in cells without any; `why`: what is assumed."""
    found = replace(found, assumption="no_spread")
    if len(units) <= lag:
        return found
    method: Method = "bootstrap" if len(units) >= BOOTSTRAP_FROM and lag == 1 else "t"
    if method == "t":
        stretch = overlap(units, value, lag) if lag > 1 else 1.0
        limits = t_limits(units, value, found.level, inflate=stretch)
    else:
        limits = bootstrap_limits(units, value, found.level, rng, draws)
    moved = limits[2] - limits[1] > 1e-12
    return _filled(found, tuple(np.where(moved, x, np.nan) for x in limits), method, why)
