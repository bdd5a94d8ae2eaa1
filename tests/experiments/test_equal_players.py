"""Rule or person: the statistics, the null, size and power (the stored run has the long ones)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import slime
from slime.experiments import equal_players_power, equal_players_test, four_cells
from slime.experiments.equal_players import equal_worlds
from slime.experiments.outcomes import excess_persistence, friedman_ratio

MIXED = ["counter", "counter", "lowest", "lowest", "random"]


def played(strategies: Any, matches: int = 5, deals: int = 20, seed: int = 3, **fields: Any) -> Any:
    rules = slime.rules("slime-licker", **fields)
    return slime.simulate(rules, 5, matches, deals, strategies, seed, progress=False).places


def test_the_ratio_is_friedmans_statistic() -> None:
    from scipy.stats import friedmanchisquare

    places = played("lowest", matches=1)[0]
    told = friedmanchisquare(*places.T).statistic
    assert friedman_ratio(places) == pytest.approx(told / 4)


def test_by_chance_the_ratio_is_one_and_the_excess_zero() -> None:
    rng = np.random.default_rng(1)
    lots = np.array([[rng.permutation(5) + 1 for _ in range(20)] for _ in range(2000)])
    assert friedman_ratio(lots) == pytest.approx(1, abs=0.05)
    assert excess_persistence(lots) == pytest.approx(0, abs=0.005)


def test_excess_persistence_by_hand_on_a_table_of_two() -> None:
    """Six deals, two players; places 1 deal apart agree 3 times in 5, 2 apart 2 times in 4."""
    places = [[1, 2], [1, 2], [2, 1], [1, 2], [1, 2], [1, 2]]
    assert excess_persistence(places, lags=2) == pytest.approx(0 - 0.2**2)


def test_sessions_of_different_length_and_gaps() -> None:
    places = played("lowest", matches=3, deals=12).copy()
    places[1, 7:] = 0
    places[2, 5] = 0  # a deal that was not written down
    found = equal_players_test(places, draws=99)
    assert (found.sessions, found.deals) == (3, 12 + 7 + 11)
    worlds = equal_worlds(places.astype(np.int64), slime.rules("slime-licker"), "lowest", 4, 1)
    assert (worlds > 0).any(axis=2).sum(axis=1).tolist() == [12, 7, 11] * 4


def test_unequal_players_are_found_and_equal_ones_are_not() -> None:
    found = equal_players_test(played(MIXED), draws=199)
    assert found.rejected and found.p == 1 / 200
    assert found.seen > found.high > found.low
    alike = equal_players_test(played("lowest"), draws=199)
    assert not alike.rejected
    assert alike.low <= alike.seen <= alike.high


def test_both_statistics_and_several_kinds_of_equal_players() -> None:
    places = played(MIXED)
    for statistic in ("friedman_ratio", "excess_persistence"):
        found = equal_players_test(
            places, equal=["lowest", "counter"], statistic=statistic, draws=99
        )
        assert found.statistic == statistic and len(found.null) == 99
        assert [name for name, _ in found.all_p] == ["lowest", "counter"]
        assert found.p == max(p for _, p in found.all_p)
        assert found.rejected


def test_the_power_is_compared_with_its_band() -> None:
    """Equal players: gaps inside the bands; unequal ones: outside at all numbers of deals."""
    alike = equal_players_test(played("lowest", matches=20), draws=199, level=0.999)
    assert [row.lag for row in alike.lags] == [2, 3, 4, 5, 6, 7, 8]
    assert not any(row.outside for row in alike.lags)
    for row in alike.lags:
        assert row.gap == pytest.approx(row.seen - row.power)
    mixed = equal_players_test(played(MIXED, matches=20), draws=199)
    assert all(row.outside and row.gap > row.high for row in mixed.lags)


def test_one_gap_of_many_may_lie_outside() -> None:
    """Bands are one for each number of deals: equal players are outside somewhere quite often."""
    found = [equal_players_test(played("lowest", seed=s), draws=199) for s in range(5, 45)]
    some = [test for test in found if any(row.outside for row in test.lags)]
    assert 0.05 < len(some) / len(found) < 0.5
    assert all(test.lags_p == 1 for test in found if test not in some)
    assert np.mean([test.lags_p <= 0.05 for test in found]) <= 0.15
    assert equal_players_test(played(MIXED, matches=20), draws=199).lags_p == 1 / 200


@pytest.mark.parametrize("seating", ["fixed", "by-place"])
def test_equal_players_lie_in_the_band_at_their_own_seats(seating: str) -> None:
    rules = slime.rules("slime-licker", seating=seating)
    places = played("lowest", matches=300, seed=8, seating=seating)
    found = equal_players_test(places, rules, draws=99, level=0.99)
    assert not any(row.outside for row in found.lags)
    assert all(row.high - row.low < 0.05 for row in found.lags)


@pytest.mark.parametrize("seating", ["fixed", "swap-ends", "by-place"])
def test_size(seating: str) -> None:
    """At 5%, 600 data sets of equal players: between the limits that chance leaves."""
    rules = slime.rules("slime-licker", seating=seating)
    for statistic in ("friedman_ratio", "excess_persistence"):
        share = equal_players_power(
            ["lowest"] * 5, 3, 15, rules, statistic=statistic, repeats=600, seed=9
        )
        assert 0.02 <= share <= 0.085


def test_power_grows_with_deals_and_sessions() -> None:
    one = ["counter", *["lowest"] * 4]
    few = equal_players_power(one, 2, 10, repeats=400)
    many = equal_players_power(one, 20, 10, repeats=400)
    long = equal_players_power(one, 2, 60, repeats=400)
    assert few < many and few < long
    assert equal_players_power(MIXED, 5, 20, repeats=100) > 0.95


def test_four_cells() -> None:
    cells = four_cells(MIXED, matches=400, progress=False)
    frame = cells.cells().set_index(["exchange", "skill"])
    assert abs(frame.loc[(True, False), "excess_persistence"]) < 0.01
    assert frame.loc[(True, True), "excess_persistence"] > 0.1
    assert (
        frame.loc[(False, False), "friedman_ratio"] < 1 < frame.loc[(True, False), "friedman_ratio"]
    )
    (pair,) = cells["excess_persistence"].interactions
    assert pair.low > 0  # skill lasts longer where the exchange helps it


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"places": [[1, 2], [2, 1], [1, 2]]}, "players"),
        ({"places": [[[1, 2, 3, 4, 5]] * 2]}, "at least one session of three deals"),
        ({"places": [[[1, 2, 3, 4, 0]] * 5]}, "match 1, deal 1 lacks the places"),
        ({"statistic": "luck"}, "statistic: one of friedman_ratio, excess_persistence"),
        ({"equal": ()}, "equal: at least one strategy"),
        ({"equal": "nobody"}, "strategies: there is no 'nobody'"),
        ({"draws": 5}, "draws: a whole number from 19"),
        ({"level": 95}, "level"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], message: str) -> None:
    given = {"places": played("lowest", 1, 5), **arguments}
    with pytest.raises(ValueError, match=message):
        equal_players_test(**given)
