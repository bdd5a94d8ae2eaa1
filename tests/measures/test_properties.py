"""What must hold for any places and any table."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import slime.measures as sm
from slime.measures import Transitions

Ints = NDArray[np.int64]


@st.composite
def places(draw: st.DrawFn, least: int = 2, most: int = 8, deals: int = 12) -> Ints:
    players = draw(st.integers(least, most))
    shape = draw(st.tuples(st.integers(1, 4), st.integers(2, deals)))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    return rng.permuted(np.tile(np.arange(1, players + 1), (*shape, 1)), axis=2)


@st.composite
def tables(draw: st.DrawFn) -> NDArray[np.float64]:
    n = draw(st.integers(2, 8))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    return rng.random((n, n)) + 0.01


@given(places(), st.integers(1, 4))
def test_counts_are_doubly_stochastic(p: Ints, lag: int) -> None:
    counts = sm.transition_counts(p, lag)
    pairs = p.shape[0] * max(p.shape[1] - lag, 0)
    assert (counts.sum(axis=0) == pairs).all() and (counts.sum(axis=1) == pairs).all()
    assert (sm.transition_counts(p, lag, by="match").sum(axis=0) == counts).all()
    assert (sm.transition_counts(p, lag, by="deal").sum(axis=(0, 1)) == counts).all()


@given(places(), st.integers(1, 3), st.integers(0, 2**32 - 1))
def test_counts_as_one_counts_by_hand(p: Ints, lag: int, seed: int) -> None:
    """With deals missing anywhere; pairs stay within their match."""
    p = p.copy()
    p[np.random.default_rng(seed).random(p.shape[:2]) < 0.2] = 0
    expected = np.zeros((p.shape[2],) * 2, int)
    for match in p:
        for t in range(len(match) - lag):
            for player in range(p.shape[2]):
                before, after = match[t, player], match[t + lag, player]
                if before and after:
                    expected[before - 1, after - 1] += 1
    assert (sm.transition_counts(p, lag) == expected).all()


@given(places())
def test_uniform_in_the_long_run(p: Ints) -> None:
    matrix = sm.transition_matrix(p)
    long = sm.stationary(Transitions(matrix))
    uniform = np.full(len(matrix), 1 / len(matrix))
    if np.isnan(long).any():
        # More than one closed class: uniform is then one of many.
        np.testing.assert_allclose(uniform @ matrix, uniform)
    else:
        np.testing.assert_allclose(long, uniform, atol=1e-9)


@given(places(), st.integers(0, 2**32 - 1))
def test_names_of_players_do_not_matter(p: Ints, seed: int) -> None:
    rng = np.random.default_rng(seed)
    named = p[:, :, rng.permutation(p.shape[2])][rng.permutation(p.shape[0])]
    assert (sm.transition_counts(named) == sm.transition_counts(p)).all()
    for measure in (sm.gini_of_totals, sm.theil_of_totals, sm.rigidity):
        assert measure(named) == pytest.approx(measure(p), nan_ok=True)


@given(tables())
def test_turning_the_ladder_upside_down(t: NDArray[np.float64]) -> None:
    """Places counted from the bottom: what does not ask for direction stays, ends change roles."""
    turned, given = Transitions(t[::-1, ::-1]), Transitions(t)
    for key in (
        "immobility_ratio",
        "shorrocks",
        "determinant_index",
        "second_eigenvalue_index",
        "bartholomew",
        "mean_places_moved",
        "rank_correlation",
        "mixing_time",
    ):
        measure = sm.MEASURES[key]
        assert measure(turned) == pytest.approx(measure(given)), key
    assert sm.keep_first(turned) == pytest.approx(sm.keep_last(given))
    assert sm.rise_time(turned) == pytest.approx(sm.fall_time(given))
    np.testing.assert_allclose(
        sm.mean_first_passage(turned), sm.mean_first_passage(given)[::-1, ::-1]
    )
    # Points by place turn over too: place p becomes P + 1 - p.
    np.testing.assert_allclose(
        sm.worth_of_place(turned), -sm.worth_of_place(given)[::-1], atol=1e-9
    )


@given(tables(), st.floats(0.1, 1000))
def test_scale_of_counts_does_not_matter(t: NDArray[np.float64], factor: float) -> None:
    for record in sm.MEASURES.values():
        if record.takes == "transitions":
            np.testing.assert_allclose(
                record(Transitions(t * factor)), record(Transitions(t)), rtol=1e-7, atol=1e-9
            )


@given(tables())
def test_first_passage_solves_its_equation(t: NDArray[np.float64]) -> None:
    matrix = Transitions(t).shares
    mean = sm.mean_first_passage(Transitions(matrix))
    without = mean - np.diag(np.diag(mean))
    np.testing.assert_allclose(mean, 1 + matrix @ without, rtol=1e-8)
    np.testing.assert_allclose(np.diag(mean), 1 / sm.stationary(Transitions(matrix)), rtol=1e-8)


@given(places(least=3))
def test_three_names_of_one_number(p: Ints) -> None:
    """Pearson = Spearman = slope of rank on rank, over all pairs of deals."""
    from scipy import stats

    before, after, played = sm.lag_pairs(p)
    x, y = before[played], after[played]
    found = sm.rank_correlation(p)
    assert stats.pearsonr(x, y).statistic == pytest.approx(found, abs=1e-9)
    assert stats.spearmanr(x, y).statistic == pytest.approx(found, abs=1e-9)
    assert np.polyfit(x, y, 1)[0] == pytest.approx(found, abs=1e-9)


@given(st.lists(st.floats(0, 1e6), min_size=2, max_size=9), st.floats(0.01, 100))
def test_inequality_does_not_know_the_currency(values: list[float], factor: float) -> None:
    if sum(values) < 1e-3:
        values = [*values, 1.0]
    scaled = [v * factor for v in values]
    assert sm.gini(scaled) == pytest.approx(sm.gini(values), abs=1e-9)
    assert sm.theil(scaled) == pytest.approx(sm.theil(values), abs=1e-9)
    assert -1e-12 <= sm.gini(values) <= 1 - 1 / len(values) + 1e-12
    assert -1e-12 <= sm.theil(values) <= np.log(len(values)) + 1e-12
    # As many again of each change nothing.
    assert sm.gini(values + values) == pytest.approx(sm.gini(values), abs=1e-9)


@settings(max_examples=40)
@given(places(most=5, deals=8), st.integers(1, 8), st.integers(0, 2**32 - 1))
def test_waits_as_one_counts_by_hand(p: Ints, horizon: int, seed: int) -> None:
    from slime.measures.spells import passage_counts, reign_counts

    p = p.copy()
    p[np.random.default_rng(seed).random(p.shape[:2]) < 0.15] = 0
    matches, deals, players = p.shape
    waits = np.zeros((matches, 2, horizon, players, players), int)
    reigns = np.zeros((matches, 2, horizon), int)
    for m in range(matches):
        for player in range(players):
            line = p[m, :, player]
            for start in range(deals):
                if not line[start]:
                    continue
                for goal in range(1, players + 1):
                    for age in range(1, horizon + 1):
                        if start + age >= deals or not line[start + age]:
                            break
                        waits[m, 0, age - 1, line[start] - 1, goal - 1] += 1
                        if line[start + age] == goal:
                            waits[m, 1, age - 1, line[start] - 1, goal - 1] += 1
                            break
                if line[start] == 1 and (start == 0 or line[start - 1] != 1):
                    for age in range(1, horizon + 1):
                        if start + age >= deals or not line[start + age]:
                            break
                        reigns[m, 0, age - 1] += 1
                        if line[start + age] != 1:
                            reigns[m, 1, age - 1] += 1
                            break
    assert (passage_counts(p, horizon) == waits).all()
    assert (reign_counts(p, horizon) == reigns).all()
