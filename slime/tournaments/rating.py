"""Ratings from orders of finishing: the model of Plackett and Luce.

Each player has a worth; the next to run out of cards is drawn from those still in with chances
in proportion to their worths (Plackett 1975, Applied Statistics 24, 193-202; Luce 1959).  Fitted
by Newton's steps, with one thing added: each player has also won and lost half a comparison
against a player of worth one, so that whoever always wins has a finite rating too.

Limits: deals of one shuffle hang together, so the block of a shuffle is the unit of a sandwich
variance (Huber 1967), with a t quantile for the number of blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from slime.measures.limits import Interval

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

#: Points of a rating for odds of e to 1; 400 points are odds of ten to one.
SCALE = 400 / np.log(10)
#: The rating of a player of mean strength.
MIDDLE = 1500.0
#: Comparisons that each player is taken to have won, and lost, against a player of worth one.
_GHOST = 0.5


class Ratings(NamedTuple):
    """Ratings by entrant with limits, and the chances in a deal of each against each.

    Attributes
    ----------
    rating : Interval
        Arrays by entrant's number.
    beats : array
        ``beats[a, b]`` is the model's chance that `a` runs out of cards before `b`.

    Examples
    --------
    >>> found = fit(np.array([[0, 1], [0, 1], [0, 1], [1, 0]] * 50), np.arange(200), 2)
    >>> found.rating.value.round().tolist(), found.beats.round(3)[0].tolist()
    ([1595.0, 1405.0], [0.5, 0.749])
    """

    rating: Interval
    beats: Floats


def fit(
    orders: Ints,
    blocks: Ints,
    entrants: int,
    level: float = 0.95,
    middle: Sequence[int] | None = None,
) -> Ratings:
    """Ratings from orders `[deal, position]` of entrants' numbers, first out first.

    An entrant may be at a table more than once.  `blocks` [deal] numbers the shuffles;
    `middle` are the entrants whose mean rating is 1500 (None: all).
    """
    patterns, which, counts = np.unique(orders, axis=0, return_inverse=True, return_counts=True)
    log = _log_worths(patterns, counts, entrants)
    scores, curvature = _derivatives(patterns, counts, log)
    weights = np.zeros(entrants)
    weights[list(range(entrants) if middle is None else middle)] = 1
    weights /= weights.sum()
    rating = MIDDLE + SCALE * (log - log @ weights)
    _, block = np.unique(blocks, return_inverse=True)
    by_block = np.stack([np.bincount(block, s[which.reshape(-1)]) for s in scores.T], axis=1)
    by_block -= by_block.mean(axis=0)
    influence = by_block @ np.linalg.inv(curvature).T @ (np.eye(entrants) - weights[:, None])
    n = len(by_block)
    error = SCALE * np.sqrt((influence**2).sum(axis=0) * n / max(n - 1, 1))
    worth = np.exp(log)
    beats = worth[:, None] / (worth[:, None] + worth[None, :])
    return Ratings(_limits(rating, error, level, n), beats)


def _log_worths(patterns: Ints, counts: Ints, entrants: int) -> Floats:
    """The log worths that make the orders most likely: a concave problem."""
    log = np.zeros(entrants)
    for _ in range(200):
        scores, curvature = _derivatives(patterns, counts, log)
        ghost = _GHOST - 2 * _GHOST / (1 + np.exp(-log))
        step = np.linalg.solve(curvature, counts @ scores + ghost)
        far = float(np.abs(step).max())
        log += step / max(1.0, far)
        if far < 1e-11:
            break
    return log


def _derivatives(patterns: Ints, counts: Ints, log: Floats) -> tuple[Floats, Floats]:
    """Slopes [pattern, entrant] in the log worths, and minus the second derivatives of the sum.

    The second include the ghost comparisons.
    """
    n, players = patterns.shape
    entrants = len(log)
    worth = np.exp(log)
    cells = np.arange(n)[:, None] * entrants + patterns

    def by_entrant(first: int, last: int, values: Floats) -> Floats:
        found = np.bincount(cells[:, first:last].reshape(-1), values.reshape(-1), n * entrants)
        return np.asarray(found.reshape(n, entrants), float)

    scores = by_entrant(0, players - 1, np.ones((n, players - 1)))
    curvature = np.diag(2 * _GHOST * worth / (1 + worth) ** 2)
    for stage in range(players - 1):
        rest = worth[patterns[:, stage:]]
        share = by_entrant(stage, players, rest / rest.sum(axis=1, keepdims=True))
        scores -= share
        curvature += np.diag(counts @ share) - (counts[:, None] * share).T @ share
    return scores, curvature


def block_interval(values: Floats, level: float) -> Interval:
    """Mean and t limits of values `[block, ...]`; one block has no limits.

    >>> found = block_interval(np.array([1.0, 2.0, 3.0]), 0.95)
    >>> print(found, found.n)
    2.000 (-0.484 to 4.484) 3
    """
    n = len(values)
    error = values.std(axis=0, ddof=min(n - 1, 1)) / np.sqrt(n)
    return _limits(values.mean(axis=0), error, level, n)


def _limits(mean: Floats, error: Floats, level: float, n: int) -> Interval:
    """Limits by a t quantile for `n` blocks."""
    from scipy.special import stdtrit

    half = stdtrit(n - 1, (1 + level) / 2) * error if n > 1 else np.nan * error
    value, low, high = (x if np.ndim(x) else float(x) for x in (mean, mean - half, mean + half))
    if n == 1:
        return Interval(value, low, high, level, "none", n=n, assumption="one_session")
    return Interval(value, low, high, level, n=n)
