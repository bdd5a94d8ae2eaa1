"""What chance alone would show: bands of a simulated world for as many sessions as were played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike

from slime._checks import check_fraction, check_int
from slime.measures.intervals import interval
from slime.measures.places import Floats, Places
from slime.measures.records import Interval, Measure
from slime.measures.registry import find
from slime.measures.sampling import resample_weights


@dataclass(frozen=True)
class Band:
    """Where ``level`` of the tables would lie that play ``sessions`` sessions in a simulated world.

    ``low``, ``middle`` (median) and ``high`` are floats, or arrays for a measure of many numbers
    (cell by cell); ``simulated`` is the number of simulated matches behind them.

    >>> rng = np.random.default_rng(1)
    >>> lots = np.array([[rng.permutation(4) + 1 for _ in range(10)] for _ in range(200)])
    >>> found = band(lots, "keep_first", sessions=5)
    >>> round(found.low, 2) < 0.25 < round(found.high, 2), found.sessions, found.simulated
    (True, 5, 200)
    """

    low: float | Floats
    middle: float | Floats
    high: float | Floats
    level: float
    sessions: int
    simulated: int


@dataclass(frozen=True)
class AgainstBand:
    """A measure beside the band of another world.

    ``below``: share of the drawn tables whose value lies below the observed one (half of those
    equal to it count); ``outside``: is the observed value outside the band.

    >>> rng = np.random.default_rng(1)
    >>> lots = np.array([[rng.permutation(4) + 1 for _ in range(10)] for _ in range(200)])
    >>> found = against_band(lots[:5], lots, "keep_first")
    >>> found.outside, found.band.sessions
    (False, 5)
    """

    observed: Interval
    band: Band
    below: float | Floats
    outside: bool | np.ndarray[Any, np.dtype[np.bool_]]


def band(
    world: ArrayLike,
    measure: str | Measure,
    sessions: int = 1,
    level: float = 0.95,
    seed: int = 0,
    draws: int = 2000,
    **options: Any,
) -> Band:
    """Return the band in which a measure lies, by chance, for tables that live by a world's rules.

    ``world``: simulated places ``[match, deal, player]``; groups of ``sessions`` matches are drawn
    from it. Simulate as many deals a match as were played. ``ValueError`` as ``interval``.

    >>> rng = np.random.default_rng(1)
    >>> lots = np.array([[rng.permutation(5) + 1 for _ in range(20)] for _ in range(300)])
    >>> one = band(lots, "gini", sessions=1)
    >>> bool(one.low < one.middle < one.high < 0.4)
    True
    """
    values, simulated = _drawn(world, measure, sessions, seed, draws, options)
    return _band(values, simulated, check_fraction("level", level), sessions)


def against_band(
    places: ArrayLike,
    world: ArrayLike,
    measure: str | Measure,
    level: float = 0.95,
    seed: int = 0,
    draws: int = 2000,
    **options: Any,
) -> AgainstBand:
    """Hold a measure against the band of a world, for as many sessions and deals as were played.

    For instance running totals with the exchange against a world without it. Longer matches of the
    world are cut to the deals of ``places``: inequality of totals depends on how long was played.
    ``ValueError`` if the world's matches are shorter, or if it has other numbers of players.

    >>> rng = np.random.default_rng(1)
    >>> lots = np.array([[rng.permutation(5) + 1 for _ in range(20)] for _ in range(300)])
    >>> still = np.tile([1, 2, 3, 4, 5], (1, 10, 1))
    >>> found = against_band(still, lots, "gini")
    >>> round(found.observed.value, 3), found.outside, found.below
    (0.4, True, 1.0)
    """
    array, other = Places.of(places).array, Places.of(world, name="world").array
    if array.shape[2] != other.shape[2] or other.shape[1] < array.shape[1]:
        raise ValueError(
            f"world must have {array.shape[2]} players and at least {array.shape[1]} deals; "
            f"got {other.shape[2]} and {other.shape[1]}"
        )
    sessions = int(array.any(axis=(1, 2)).sum())
    cut = other[:, : array.shape[1]]
    values, simulated = _drawn(cut, measure, sessions, seed, draws, options)
    limits = _band(values, simulated, check_fraction("level", level), sessions)
    observed = interval(array, measure, level, seed, **options)
    with np.errstate(invalid="ignore"):
        below = ((values < observed.value) + (values == observed.value) / 2).mean(axis=0)
        outside = (observed.value < limits.low) | (observed.value > limits.high)
    if np.ndim(below) == 0:
        return AgainstBand(observed, limits, float(below), bool(outside))
    return AgainstBand(observed, limits, cast(Floats, below), np.asarray(outside))


def _drawn(
    world: ArrayLike,
    measure: str | Measure,
    sessions: int,
    seed: int,
    draws: int,
    options: dict[str, Any],
) -> tuple[Floats, int]:
    record, chosen = find(measure, options)
    if record.by_session is None or record.value is None:
        raise ValueError(f"measure {record.key} is not a function of places")
    sessions, draws = (
        check_int("sessions", sessions, 1, 10**6),
        check_int("draws", draws, 100, 10**6),
    )
    places = Places.of(world, name="world").array
    parts = record.by_session(places, chosen)
    parts = parts[parts.reshape(len(parts), -1).any(axis=1)]
    if not len(parts):
        raise ValueError("world must hold a match long enough for this measure")
    rng = np.random.default_rng(check_int("seed", seed, 0))
    flat = parts.reshape(len(parts), -1)
    if sessions == 1:
        sums = flat[rng.integers(0, len(parts), draws)]
    else:
        step = max(1, 4_000_000 // len(parts))
        sums = np.concatenate(
            [
                resample_weights(rng, len(parts), min(step, draws - i), sessions) @ flat
                for i in range(0, draws, step)
            ]
        )
    values = record.value(sums.reshape(draws, *parts.shape[1:]), chosen)
    if record.finish is not None:
        values = record.finish(values, values, values, places.shape[2])[0]
    return values, len(parts)


def _band(values: Floats, simulated: int, level: float, sessions: int) -> Band:
    tail = (1 - level) / 2
    numbers = np.nanquantile(values, [tail, 0.5, 1 - tail], axis=0)
    low, middle, high = (float(x) if np.ndim(x) == 0 else x for x in numbers)
    return Band(low, middle, high, level, sessions, simulated)
