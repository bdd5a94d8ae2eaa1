"""Which method is taken when, what it gives in cases known otherwise, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from measures.worlds import by_lot, sticky, still
from scipy import stats

import slime.measures as sm
from slime.i18n import words
from slime.measures.limits import bootstrap_limits, wilson_limits


def test_method_follows_the_number_of_sessions() -> None:
    for sessions, method, unit in (
        (1, "t", "deal"),
        (2, "t", "session"),
        (29, "t", "session"),
        (30, "bootstrap", "session"),
    ):
        found = sm.interval(sticky(1, sessions, 20, 5), "shorrocks", draws=200)
        assert (found.method, found.unit) == (method, unit)
        assert found.n == (19 if unit == "deal" else sessions)
        assert found.low < found.value < found.high
        expected = "equal_players" if sessions == 1 else "sessions_alike"
        assert found.assumption == expected


def test_sessions_of_one_length_give_the_plain_t_interval() -> None:
    """A share over sessions of equal length is the mean of session values; scipy's t limits."""
    places = sticky(2, 9, 20, 5)
    values = [sm.immobility_ratio(p) for p in places]
    expected = stats.t.interval(0.95, 8, np.mean(values), stats.sem(values))
    found = sm.interval(places, "immobility_ratio")
    np.testing.assert_allclose([found.low, found.high], expected, rtol=1e-9)
    assert found.value == pytest.approx(np.mean(values))


def test_wilson_counts_deals_never_players() -> None:
    from statsmodels.stats.proportion import proportion_confint

    places = sticky(3, 1, 20, 5)
    counts = sm.transition_counts(places)
    for found, cell in (
        (sm.interval(places, "keep_first"), counts[0, 0]),
        (sm.cell_interval(places, 1, 1), counts[0, 0]),
        (sm.cell_interval(places, 4, 2), counts[3, 1]),
    ):
        assert (found.method, found.unit, found.n) == ("wilson", "deal", 19)
        expected = proportion_confint(cell, 19, method="wilson")
        np.testing.assert_allclose([found.low, found.high], expected, atol=1e-12)


def test_wilson_for_a_whole_matrix() -> None:
    found = sm.interval(sticky(3, 1, 20, 5), "transition_matrix")
    assert found.method == "wilson" and np.shape(found.low) == (5, 5)
    low, high = wilson_limits(np.asarray(found.value), np.full((5, 5), 19.0), 0.95)
    np.testing.assert_allclose(found.low, low)
    np.testing.assert_allclose(found.high, high)


def test_a_cell_never_seen_has_an_upper_limit() -> None:
    """In five sessions nobody changed between first and last: the limit says how rare it may be."""
    places = np.tile(np.arange(1, 6), (5, 20, 1))
    swapped = np.random.default_rng(1).random((5, 20)) < 0.5
    places[swapped] = places[swapped][:, [1, 0, 2, 3, 4]]
    found = sm.interval(places, "transition_matrix")
    high = np.asarray(found.high)
    low = np.asarray(found.low)
    assert np.isfinite(high).all() and 0 < high[0, 4] < 0.06 and low[0, 4] == 0
    assert low[2, 2] > 0.94 and high[2, 2] == 1
    cell = sm.cell_interval(places, 1, 5)
    assert cell.method == "wilson" and cell.n == 95


def test_no_limits_where_none_can_be_known() -> None:
    one = sm.interval(by_lot(1, 1, 20, 5), "gini")
    assert one.method == "none" and one.assumption == "one_session" and np.isnan(one.low)
    same = sm.interval(np.concatenate([still(9, 4)] * 3), "shorrocks")
    assert same.value == 0 and same.assumption == "no_spread" and np.isnan(same.high)
    step = sm.interval(sticky(1, 40, 20, 5), "mixing_time")
    assert step.assumption == "steps" and step.value >= 1
    for lang in ("en", "ru"):
        for key in ("one_session", "no_spread", "steps", "tied_sessions", "equal_players"):
            assert words(lang)(f"measures.assumption.{key}")


def test_two_sessions_with_the_same_count() -> None:
    """Equal counts do not make a share certain: limits by a quarter of the step of a count."""
    places = sticky(11, 60, 20, 5)
    keeps = [int(sm.transition_counts(p)[0, 0]) for p in places]
    first = keeps[0]
    second = next(i for i in range(1, 60) if keeps[i] == first)
    found = sm.interval(places[[0, second]], "keep_first")
    assert found.assumption == "tied_sessions" and (found.method, found.n) == ("t", 2)
    assert found.high - found.value == pytest.approx(stats.t.ppf(0.975, 1) / 19 / 8)


def test_same_seed_same_limits() -> None:
    places = sticky(4, 40, 20, 5)
    first = sm.interval(places, "rank_correlation", seed=7, draws=300)
    assert first == sm.interval(places, "rank_correlation", seed=7, draws=300)
    assert first != sm.interval(places, "rank_correlation", seed=8, draws=300)


def test_bootstrap_nears_the_normal_limits() -> None:
    rng = np.random.default_rng(1)
    data = np.stack([rng.normal(size=400), np.ones(400)], axis=1)
    _, low, high = bootstrap_limits(
        data, lambda s: s[..., 0] / s[..., 1], 0.95, np.random.default_rng(2), 4000
    )
    expected = stats.norm.interval(0.95, data[:, 0].mean(), stats.sem(data[:, 0]))
    np.testing.assert_allclose([low, high], expected, atol=0.01)


def test_matches_that_were_not_played_are_no_sessions() -> None:
    places = sticky(5, 6, 20, 5)
    empty = np.zeros((3, 20, 5), int)
    with_empty = sm.interval(np.concatenate([places, empty]), "shorrocks")
    assert with_empty == sm.interval(places, "shorrocks") and with_empty.n == 6


def test_longer_matches_weigh_more() -> None:
    """The estimate is that of all deals together, not the mean of the matches."""
    places = sticky(6, 4, 30, 5)
    places[:2, 8:] = 0
    found = sm.interval(places, "keep_first")
    assert found.value == sm.keep_first(places)


def test_paired_difference_is_sharper_than_two_worlds() -> None:
    """A world that differs in few deals: the luck that both share falls out."""
    a = sticky(7, 60, 20, 5)
    b = a.copy()
    b[:, -1] = by_lot(8, 60, 1, 5)[:, 0]
    paired = sm.paired_interval(a, b, "immobility_ratio", draws=500)
    alone = [sm.interval(w, "immobility_ratio", draws=500) for w in (a, b)]
    assert paired.value == pytest.approx(alone[0].value - alone[1].value)
    assert paired.high - paired.low < 0.5 * min(x.high - x.low for x in alone)
    few = sm.paired_interval(a[:8], b[:8], "shorrocks")
    values = [sm.shorrocks(x) - sm.shorrocks(y) for x, y in zip(a[:8], b[:8], strict=True)]
    expected = stats.t.interval(0.95, 7, np.mean(values), stats.sem(values))
    np.testing.assert_allclose([few.low, few.high], expected, rtol=1e-9)
    turned = sm.paired_interval(b[:8], a[:8], "shorrocks")
    np.testing.assert_allclose([turned.low, turned.high], [-few.high, -few.low], rtol=1e-9)


def test_paired_worlds_may_end_at_different_deals() -> None:
    a, b = sticky(9, 1, 20, 5), sticky(10, 1, 16, 5)
    found = sm.paired_interval(a, b, "rank_correlation")
    assert (found.unit, found.n, found.method) == ("deal", 19, "t")
    assert found.low < found.value < found.high
    paired = sm.paired_interval(a, b, "determinant_index")
    single = [sm.interval(w, "determinant_index").value for w in (a, b)]
    assert paired.value == pytest.approx(single[0] - single[1])


def test_limits_of_the_power_gap_hold_nothing_in_a_chain() -> None:
    found = sm.interval(sticky(11, 400, 20, 4), "power_gap", lag=3, draws=500)
    inside = (np.asarray(found.low) <= 0) & (np.asarray(found.high) >= 0)
    assert inside.mean() > 0.7


def test_band_of_many_sessions_is_narrower() -> None:
    world = by_lot(12, 2000, 20, 5)
    one = sm.band(world, "keep_first", sessions=1)
    ten = sm.band(world, "keep_first", sessions=10)
    assert one.low < ten.low < 0.2 < ten.high < one.high
    # Ten sessions of 19 moves: the spread of a share of 190 trials.
    assert ten.high - ten.low == pytest.approx(2 * 1.96 * (0.2 * 0.8 / 190) ** 0.5, rel=0.15)
    cells = sm.band(world, "transition_matrix", sessions=5)
    assert np.shape(cells.low) == (5, 5)


def test_against_the_band_at_the_same_horizon() -> None:
    world = by_lot(13, 500, 20, 5)
    inside = sm.against_band(by_lot(14, 3, 12, 5), world, "gini")
    assert not inside.outside and inside.band.sessions == 3
    outside = sm.against_band(sticky(15, 3, 12, 5, keep=0.9), world, "gini")
    assert outside.outside and outside.below > 0.99
    early = sm.against_band(sticky(15, 3, 12, 5, keep=0.9), world, "theil", horizon=1)
    assert early.below == 0.5 and not early.outside  # one deal is as unequal as any other
    cells = sm.against_band(still(12, 5), world, "transition_matrix")
    assert np.shape(cells.outside) == (5, 5) and np.diag(np.asarray(cells.outside)).all()


def test_tax_incidence() -> None:
    rng = np.random.default_rng(1)
    before = by_lot(16, 12, 10, 5)
    before[:, 0] = 0
    dealt = rng.normal(10, 2, before.shape)
    paid = np.array([0, 4.0, 1.5, 0, -1.5, -4.0])
    after = dealt + paid[before] + rng.normal(0, 0.1, before.shape) * (before > 0)
    tax = sm.tax_incidence(dealt, after, before)
    np.testing.assert_allclose(tax.change.value, paid[1:], atol=0.05)
    assert (np.asarray(tax.change.low) < paid[1:]).all() or tax.change.method == "t"
    assert tax.hands == (108,) * 5 and tax.change.n == 12
    np.testing.assert_allclose(np.asarray(tax.after.value) - tax.dealt.value, tax.change.value)
    single = sm.tax_incidence(dealt[0], after[0], before[0])
    assert (single.change.unit, single.change.n) == ("deal", 9)


EYE = sm.Transitions(np.eye(3))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: sm.Places.of([1, 2]), "places: a simulation, a data frame, a record, or whole"),
        (lambda: sm.Places.of([[1.0, 2.0]]), "places: whole numbers, not float64"),
        (lambda: sm.Places.of([[1, 3]]), r"row 1 \(player 2\): a place from 1 to 2, or 0"),
        (lambda: sm.Places.of([[1, 2], [1]]), "row 2: 1 place, not 2 as in the first row"),
        (lambda: sm.Places.of([[1], [1]]), "places: 2 to 62 players, not 1"),
        (lambda: sm.Places.of(np.zeros((0, 3, 3), int)), "at least one match"),
        (lambda: sm.transition_counts([[1, 2]], 0), "lag: a whole number from 1, not 0"),
        (
            lambda: sm.transition_counts([[1, 2]], by="player"),
            "by: one of all, match, deal, not",
        ),
        (lambda: sm.transition_matrix([[1, 2]]), "nobody moved on from place 1"),
        (lambda: sm.Transitions([[1, 2, 3]]), "counts: a square table"),
        (lambda: sm.Transitions([[1, -1], [0, 1]]), "counts: counts or shares"),
        (lambda: sm.keep_place(EYE, 4), "place: a whole number from 1 to 3, not 4"),
        (lambda: sm.movers_index(EYE, [1, 2]), "weights: 3 numbers"),
        (lambda: sm.worth_of_place(EYE, [1, 2]), "points: 3 numbers"),
        (lambda: sm.mixing_time(EYE, 1.5), "cutoff: a number between 0 and 1"),
        (lambda: sm.gini([1, -1]), "values: two or more numbers"),
        (lambda: sm.lorenz([0, 0]), "values: not all 0"),
        (lambda: sm.gini_of_totals([[1, 2]], 3), "horizon: a whole number from 1 to 1, not 3"),
        (lambda: sm.rigidity([[1, 2]], index="hoover"), "index: one of gini, theil, not 'hoover'"),
        (lambda: sm.interval([[1, 2]], "shorrocks"), "places: at least one match long enough"),
        (
            lambda: sm.interval([[1, 2], [2, 1]], "shorrocks", level=95),
            "level: a number between 0 and 1",
        ),
        (
            lambda: sm.interval([[1, 2], [2, 1]], "lorenz"),
            "lorenz: a measure with a call of its",
        ),
        (
            lambda: sm.paired_interval([[1, 2]], [[1, 2, 3]], "gini"),
            "places_b: as many matches and players as places_a, 1 and 2, not 1 and 3",
        ),
        (
            lambda: sm.against_band([[1, 2], [1, 2]], [[1, 2]], "gini"),
            "world: 2 players and at least 2 deals, not 2 and 1",
        ),
        (
            lambda: sm.tax_incidence([[1.0]], [[1.0, 2]], [[1, 2]]),
            "strength_dealt: the shape of place_before",
        ),
    ],
)
def test_what_is_refused_and_why(call: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()  # type: ignore[operator]
