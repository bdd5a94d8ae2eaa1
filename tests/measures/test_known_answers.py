"""Known answers, to the digits that were published."""

from __future__ import annotations

import numpy as np
import pytest
from measures.known import (
    BENHABIB,
    FIVE_LOWEST,
    OZ,
    OZ_PASSAGE,
    OZ_STATIONARY,
    US_INCOME,
    US_INDICES,
    US_START,
)

import slime.measures as sm
from slime.measures import Transitions


def test_shorrocks_of_benhabib() -> None:
    assert round(sm.shorrocks(Transitions(BENHABIB)), 2) == 0.98


def test_five_indices_of_us_income() -> None:
    found = {
        "P": sm.shorrocks(Transitions(US_INCOME)),
        "D": sm.determinant_index(Transitions(US_INCOME)),
        "L2": sm.second_eigenvalue_index(Transitions(US_INCOME)),
        "B1": sm.movers_index(Transitions(US_INCOME), US_START),
        "B2": sm.bartholomew_normalised(Transitions(US_INCOME), US_START),
    }
    assert {k: round(v, 5) for k, v in found.items()} == US_INDICES


def test_us_income_is_the_printed_matrix() -> None:
    printed = [0.91011236, 0.0886392, 0.00124844, 0.09972299, 0.78531856, 0.11080332, 0.00415512]
    matrix = Transitions(US_INCOME).shares
    np.testing.assert_allclose([*matrix[0, :3], *matrix[1, :4]], printed, atol=5e-9)


def test_land_of_oz() -> None:
    np.testing.assert_allclose(sm.stationary(Transitions(OZ)), OZ_STATIONARY, rtol=1e-12)
    np.testing.assert_allclose(sm.mean_first_passage(Transitions(OZ)), OZ_PASSAGE, rtol=1e-12)


def test_relations_between_the_indices() -> None:
    """What the definitions say of each other, on a matrix that is not doubly stochastic."""
    n, income = len(US_INCOME), Transitions(US_INCOME)
    assert sm.movers_index(income) == pytest.approx(sm.shorrocks(income))
    assert sm.shorrocks(income) == pytest.approx(n / (n - 1) * (1 - sm.immobility_ratio(income)))
    assert (1 - sm.determinant_index_root(income)) ** (n - 1) == pytest.approx(
        1 - sm.determinant_index(income)
    )
    assert sm.bartholomew(income) == pytest.approx((n - 1) * sm.bartholomew_normalised(income))
    moved_by_rows = sm.bartholomew(income, US_INCOME.sum(axis=1))
    assert sm.mean_places_moved(income) == pytest.approx(moved_by_rows)


def test_inequality_in_closed_form() -> None:
    """Gini of 0 .. n-1 is (n+1)/(3n); who has all: (n-1)/n and ln n."""
    for n in range(2, 9):
        assert sm.gini(range(n)) == pytest.approx((n + 1) / (3 * n))
        alone = [0] * (n - 1) + [5]
        assert sm.gini(alone) == pytest.approx((n - 1) / n)
        assert sm.theil(alone) == pytest.approx(np.log(n))
    people, share = sm.lorenz([1, 2, 3, 4, 10])
    area = np.sum((people[1:] - people[:-1]) * (share[1:] + share[:-1]) / 2)
    assert 1 - 2 * area == pytest.approx(sm.gini([1, 2, 3, 4, 10]))


def test_worth_of_a_place_solves_its_equation_with_the_right_sign() -> None:
    matrix = np.array(
        [
            [0.30, 0.20, 0.10, 0.10, 0.30],
            [0.30, 0.40, 0.20, 0.05, 0.05],
            [0.20, 0.20, 0.20, 0.20, 0.20],
            [0.10, 0.10, 0.25, 0.30, 0.25],
            [0.10, 0.10, 0.25, 0.35, 0.20],
        ]
    )
    points = np.arange(1.0, 6)
    moves = Transitions(matrix)
    worth = sm.worth_of_place(moves)
    pi = sm.stationary(moves)
    mean = pi @ points
    np.testing.assert_allclose(worth, matrix @ (points - mean) + matrix @ worth, atol=1e-12)
    assert pi @ worth == pytest.approx(0, abs=1e-12)
    # The sum of what is still to come, term by term.
    summed = sum(np.linalg.matrix_power(matrix, t) @ points - mean for t in range(1, 200))
    np.testing.assert_allclose(worth, summed, atol=1e-9)
    # Fewer points are to come to the second than to the last: its worth is below his.
    assert worth[1] < 0 < worth[4]
    # Points of which more are better turn the sign; a constant added changes nothing.
    np.testing.assert_allclose(sm.worth_of_place(moves, 6 - points), -worth, atol=1e-12)
    np.testing.assert_allclose(sm.worth_of_place(moves, points + 7), worth, atol=1e-9)


def test_worth_of_five_lowest() -> None:
    """Transitions of 400 matches of 60 deals (slime-licker, five "lowest", seeds 0 to 399).

    The worth known from 400,000 deals is +.14 -.91 -.12 +.58 +.31 points: the second place is the
    best to be in, the champion pays for the fall.
    """
    moves = Transitions(FIVE_LOWEST)
    worth = sm.worth_of_place(moves)
    np.testing.assert_allclose(worth, [0.14, -0.91, -0.12, 0.58, 0.31], atol=0.02)
    assert sm.rank_correlation(moves) == pytest.approx(0.603 - 0.303 - 0.103, abs=0.01)
    following = moves.shares @ np.arange(1, 6)
    np.testing.assert_allclose(following, [2.92, 2.31, 2.97, 3.49, 3.30], atol=0.015)
