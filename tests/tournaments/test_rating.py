"""Ratings: known worths are found again, the same maximum as a general optimiser, limits cover."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize

from slime.tournaments.rating import (
    MIDDLE,
    SCALE,
    Floats,
    Ints,
    _derivatives,
    _log_worths,
    fit,
)


def drawn(rng: np.random.Generator, worth: Floats, tables: Ints) -> Ints:
    """Orders by the model: a race of exponential clocks."""
    clocks = rng.exponential(1 / worth[tables])
    return np.take_along_axis(tables, clocks.argsort(axis=1), axis=1)


WORTH = np.array([3.0, 1.0, 0.5, 1.5, 0.2, 1.0])


def some_orders(rng: np.random.Generator, deals: int, players: int = 4) -> Ints:
    tables = np.stack([rng.choice(6, players, replace=False) for _ in range(deals)])
    return drawn(rng, WORTH, tables)


def log_likelihood(log: Floats, orders: Ints) -> float:
    """With the half comparisons against worth one, order by order."""
    total = 0.0
    for order in orders:
        w = np.exp(log[order])
        total += sum(np.log(w[i] / w[i:].sum()) for i in range(len(w) - 1))
    return float(total + (0.5 * log - np.log1p(np.exp(log))).sum())


def test_known_worths_are_found_again() -> None:
    rng = np.random.default_rng(5)
    found = fit(some_orders(rng, 40_000), np.arange(40_000), 6)
    true = MIDDLE + SCALE * (np.log(WORTH) - np.log(WORTH).mean())
    rating = found.rating
    assert np.abs(rating.value - true).max() < 8
    assert (rating.low < rating.value).all() and (rating.value < rating.high).all()
    assert abs(found.beats[0, 1] - 0.75) < 0.01 and np.allclose(found.beats + found.beats.T, 1)


def test_it_is_the_maximum() -> None:
    rng = np.random.default_rng(6)
    orders = some_orders(rng, 60)
    patterns, counts = np.unique(orders, axis=0, return_counts=True)
    ours = _log_worths(patterns, counts, 6)
    best = minimize(lambda x: -log_likelihood(x, orders), np.zeros(6), method="BFGS")
    assert np.abs(ours - best.x).max() < 1e-3
    assert log_likelihood(ours, orders) >= -best.fun - 1e-9


def test_slopes_and_curvature_are_those_of_the_likelihood() -> None:
    rng = np.random.default_rng(7)
    orders = drawn(rng, WORTH, np.array([[0, 1, 1, 2], [3, 3, 3, 0], [4, 5, 1, 0]]))
    log = rng.normal(size=6)
    ones = np.ones(len(orders), int)

    def slope(x: Floats) -> Floats:
        worth = np.exp(x)
        return _derivatives(orders, ones, x)[0].sum(axis=0) + 0.5 - worth / (1 + worth)

    for e in range(6):
        step = np.eye(6)[e] * 1e-5
        rise = (log_likelihood(log + step, orders) - log_likelihood(log - step, orders)) / 2e-5
        assert abs(rise - slope(log)[e]) < 1e-6
        bend = (slope(log + step) - slope(log - step)) / 2e-5
        assert np.allclose(-bend, _derivatives(orders, ones, log)[1][e], atol=1e-6)


def test_limits_hold_the_truth_where_deals_of_a_block_hang_together() -> None:
    """Blocks of ten equal deals: a fit that took deals as independent would be far too sure."""
    rng = np.random.default_rng(8)
    true = SCALE * (np.log(WORTH) - np.log(WORTH).mean())
    inside = []
    for _ in range(60):
        one = some_orders(rng, 40)
        found = fit(np.repeat(one, 10, axis=0), np.repeat(np.arange(40), 10), 6).rating
        inside.append((found.low - MIDDLE <= true) & (true <= found.high - MIDDLE))
    share = np.mean(inside)
    assert 0.88 < share < 0.995


def test_who_always_wins_has_a_rating_all_the_same() -> None:
    rating = fit(np.array([[0, 1, 2]] * 30), np.arange(30), 3).rating.value
    assert np.isfinite(rating).all() and rating[0] > rating[1] > rating[2]


def test_one_block_has_no_limits_and_the_middle_can_be_chosen() -> None:
    orders = np.array([[0, 1, 2], [1, 0, 2], [2, 0, 1]])
    assert np.isnan(fit(orders, np.zeros(3, int), 3).rating.low).all()
    found = fit(orders, np.arange(3), 3, middle=[0, 1])
    assert found.rating.value[:2].mean() == pytest.approx(MIDDLE)
