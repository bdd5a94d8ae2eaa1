"""Ratings from orders of finishing: the model of Plackett and Luce.

Each player has a worth; the next to run out of cards is drawn from those still in with chances
in proportion to their worths (Plackett 1975, Applied Statistics 24, 193-202; Luce 1959).  Fitted
by the minorisation-maximisation steps of Hunter (2004, Annals of Statistics 32, 384-406) and,
near the end, Newton's; with one thing added: each player has also won and lost half a
comparison against a player of worth one, so that whoever always wins has a finite rating too.

Limits: deals of one shuffle hang together, so the block of a shuffle is the unit of a sandwich
variance (Huber 1967), with a t quantile for the number of blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

#: Points of a rating for odds of e to 1; 400 points are odds of ten to one.
SCALE = 400 / np.log(10)
#: The rating of a player of mean strength.
MIDDLE = 1500.0
_GHOST = 0.5
#: Steps by Hunter's way before the last ones by Newton's, which are few.
_STEPS = 30


class Ratings(NamedTuple):
    """Ratings by entrant with limits, and the chances in a deal of each against each.

    `beats[a, b]` is the model's chance that `a` runs out of cards before `b`.
    """

    rating: Floats
    low: Floats
    high: Floats
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

    >>> orders = np.array([[0, 1], [0, 1], [0, 1], [1, 0]] * 50)
    >>> found = fit(orders, np.arange(200), 2)
    >>> found.rating.round().tolist(), found.beats.round(3)[0].tolist()
    ([1595.0, 1405.0], [0.5, 0.749])
    """
    patterns, which, counts = np.unique(orders, axis=0, return_inverse=True, return_counts=True)
    which = which.reshape(-1)
    worth = _worths(patterns, counts.astype(float), entrants)
    log = np.log(worth)
    weights = np.zeros(entrants)
    weights[list(range(entrants) if middle is None else middle)] = 1
    weights /= weights.sum()
    centred = log - log @ weights
    error = _errors(patterns, which, counts, blocks, worth, weights)
    half = _quantile(level, len(np.unique(blocks))) * error * SCALE
    rating = MIDDLE + SCALE * centred
    beats = worth[:, None] / (worth[:, None] + worth[None, :])
    return Ratings(rating, rating - half, rating + half, beats)


def _worths(patterns: Ints, counts: Floats, entrants: int) -> Floats:
    """The worths that make the orders most likely (ghost comparisons included)."""
    players = patterns.shape[1]
    wins = np.bincount(
        patterns[:, : players - 1].reshape(-1),
        np.repeat(counts, players - 1),
        entrants,
    )
    worth = np.ones(entrants)
    for _ in range(_STEPS):
        still = _sums_of_rest(worth[patterns])[:, : players - 1]
        # each player at the table is in the sums of all stages up to his own
        shares = np.cumsum(counts[:, None] / still, axis=1)
        shares = np.concatenate([shares, shares[:, -1:]], axis=1)
        load = np.bincount(patterns.reshape(-1), shares.reshape(-1), entrants)
        worth = (wins + _GHOST) / (load + 2 * _GHOST / (1 + worth))
    return _polished(patterns, counts, worth)


def _polished(patterns: Ints, counts: Floats, worth: Floats) -> Floats:
    """Newton's steps from a good guess on: the log-likelihood is concave in the log worths."""
    log = np.log(worth)
    for _ in range(100):
        worth = np.exp(log)
        slope = counts @ _scores(patterns, worth) + _GHOST - 2 * _GHOST * worth / (1 + worth)
        step = np.linalg.solve(_curvature(patterns, counts, worth), slope)
        log = log + step / max(1.0, float(np.abs(step).max()))
        if np.abs(step).max() < 1e-11:
            break
    return np.asarray(np.exp(log))


def _sums_of_rest(values: Floats) -> Floats:
    """Sums from each position to the last one."""
    return np.asarray(values[:, ::-1].cumsum(axis=1)[:, ::-1])


def _scores(patterns: Ints, worth: Floats) -> Floats:
    """The slope of each pattern's log-likelihood in the log worths, [pattern, entrant]."""
    n, players = patterns.shape
    still = _sums_of_rest(worth[patterns])[:, : players - 1]
    shares = np.cumsum(1 / still, axis=1)
    shares = np.concatenate([shares, shares[:, -1:]], axis=1)
    own = -worth[patterns] * shares
    own[:, : players - 1] += 1
    entrants = len(worth)
    cells = np.arange(n)[:, None] * entrants + patterns
    out = np.bincount(cells.reshape(-1), own.reshape(-1), n * entrants)
    return np.asarray(out.reshape(n, entrants))


def _curvature(patterns: Ints, counts: Floats, worth: Floats) -> Floats:
    """Minus the second derivatives of the log-likelihood, ghost comparisons included."""
    entrants = len(worth)
    players = patterns.shape[1]
    out = np.zeros((entrants, entrants))
    for stage in range(players - 1):
        rest = patterns[:, stage:]
        share = worth[rest] / worth[rest].sum(axis=1, keepdims=True)
        weighted = counts[:, None] * share
        out[np.diag_indices(entrants)] += np.bincount(
            rest.reshape(-1), weighted.reshape(-1), entrants
        )
        pairs = rest[:, :, None] * entrants + rest[:, None, :]
        both = weighted[:, :, None] * share[:, None, :]
        out -= np.bincount(pairs.reshape(-1), both.reshape(-1), entrants**2).reshape(out.shape)
    ghost = 2 * _GHOST * worth / (1 + worth) ** 2
    out[np.diag_indices(entrants)] += ghost
    return out


def _errors(
    patterns: Ints, which: Ints, counts: Ints, blocks: Ints, worth: Floats, weights: Floats
) -> Floats:
    """Standard errors of the centred log worths, blocks as units."""
    entrants = len(worth)
    _, block = np.unique(blocks, return_inverse=True)
    number = int(block.max()) + 1
    if number < 2:
        return np.full(entrants, np.nan)
    scores = _scores(patterns, worth)
    by_block = np.stack(
        [np.bincount(block, scores[which, e], number) for e in range(entrants)], axis=1
    )
    by_block -= by_block.mean(axis=0)
    inverse = np.linalg.inv(_curvature(patterns, counts.astype(float), worth))
    centre = np.eye(entrants) - weights[:, None]
    influence = by_block @ inverse.T @ centre
    variance = (influence**2).sum(axis=0) * number / (number - 1)
    return np.asarray(np.sqrt(variance))


def _quantile(level: float, blocks: int) -> float:
    """The t quantile for limits over so many blocks."""
    from scipy.special import stdtrit

    return float(stdtrit(max(blocks - 1, 1), (1 + level) / 2))


def block_limits(values: Any, level: float) -> tuple[Floats, Floats, Floats]:
    """Mean and t limits of values `[block, ...]`; limits are nan for one block."""
    array = np.asarray(values, float)
    n = len(array)
    mean = array.mean(axis=0)
    if n < 2:
        nothing = np.full_like(mean, np.nan)
        return mean, nothing, nothing
    half = _quantile(level, n) * array.std(axis=0, ddof=1) / np.sqrt(n)
    return mean, mean - half, mean + half


__all__ = ["MIDDLE", "Ratings", "SCALE", "block_limits", "fit"]
