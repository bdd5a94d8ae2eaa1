"""Numbers of a claim: functions of sums over matches, with limits over matches."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from slime.measures import Interval
from slime.measures.limits import counted, t_limits
from slime.measures.places import Floats

#: The level of all limits of the trial: it makes hundreds of them.
LEVEL = 0.99
_NAN = float("nan")


def estimate(units: ArrayLike, value: Callable[[Floats], Floats], level: float = LEVEL) -> Interval:
    """A function of sums over matches, with t limits by the jackknife over matches.

    Parameters
    ----------
    units : array-like
        Statistics that add up, matches on the first axis.
    value : callable
        Turns sums ``[..., *statistics]`` into a number, or into several on its last axis.
    level : float
        How often limits are to hold the true value.

    Returns
    -------
    Interval
        `n` is how many matches had something to count; without two of them all is nan.

    Examples
    --------
    >>> found = estimate([[1.0, 2.0], [1.0, 2.0], [0.0, 2.0]], lambda s: s[..., 0] / s[..., 1])
    >>> round(found.value, 3), found.n
    (0.333, 3)
    """
    known = counted(np.asarray(units, np.float64))
    if len(known) < 2:
        return Interval(_NAN, _NAN, _NAN, level)
    with np.errstate(invalid="ignore", divide="ignore"):
        made = t_limits(known, lambda s: np.asarray(value(s), np.float64), level)
    found, low, high = (x if np.ndim(x) else float(x) for x in made)
    return Interval(found, low, high, level, n=len(known))


class Group(NamedTuple):
    """A row of the picture and its table: a label (words key and values) and an estimate."""

    label: str
    values: dict[str, int | str]
    found: Interval


def by_place(label: str, found: Interval) -> list[Group]:
    """A group for each place, from an estimate with a number a place."""
    places = range(len(np.asarray(found.value))) if np.ndim(found.value) else ()
    return [Group(label, {"place": i + 1}, found[i]) for i in places]


def share_of(row: list[int], wanted: list[int]) -> Callable[[Floats], Floats]:
    """Of those on places `row`, the share going to `wanted` (from 0): of sums of moves."""

    def value(sums: Floats) -> Floats:
        chosen = sums[..., row, :].sum(axis=-2)
        return np.asarray(chosen[..., wanted].sum(axis=-1) / chosen.sum(axis=-1))

    return value


def change(value: Callable[[Floats], Floats], axes: int = 2) -> Callable[[Floats], Floats]:
    """B minus A of a function of sums [world, *statistics], the statistics on so many axes."""
    world = -1 - axes
    return lambda sums: value(np.take(sums, 1, world)) - value(np.take(sums, 0, world))
