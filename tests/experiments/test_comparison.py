"""Effects of `slime.compare` against plain counting; pairing; the way back to the deals."""

from __future__ import annotations

import numpy as np
import pytest

import slime
from slime.experiments import Comparison, compare
from slime.experiments.effects import in_groups, paired_effect
from slime.measures import Transitions, interval, rank_correlation
from slime.simulation import Address

OPEN = slime.rules("slime-licker", exchange="none")


@pytest.fixture(scope="module")
def parallel() -> Comparison:
    return compare("slime-licker", OPEN, matches=300, deals=12, progress=False)


@pytest.fixture(scope="module")
def counterfactual() -> Comparison:
    return compare(
        "slime-licker", OPEN, matches=300, deals=12, how="counterfactual", progress=False
    )


def test_parallel_effect_is_the_difference_of_the_worlds(parallel: Comparison) -> None:
    found = parallel.effect("rank_correlation")
    a, b = (rank_correlation(p) for p in (parallel.places_a, parallel.places_b))
    assert found.a.value == pytest.approx(a)
    assert found.b.value == pytest.approx(b)
    assert found.value == pytest.approx(b - a)
    assert found.low < found.value < found.high
    alone = interval(parallel.places_a, "rank_correlation", seed=0)
    assert found.a.low == pytest.approx(alone.low, abs=0.003)


def test_counterfactual_effect_counts_from_the_places_of_a(counterfactual: Comparison) -> None:
    counts = np.zeros((5, 5))
    for match in range(300):
        for d in range(1, 12):
            for p in range(5):
                before = counterfactual.places_a[match, d - 1, p]
                counts[before - 1, counterfactual.places_b[match, d, p] - 1] += 1
    found = counterfactual.effect("rank_correlation")
    assert found.b.value == pytest.approx(rank_correlation(Transitions(counts)))


@pytest.mark.parametrize("of", ["place", "points", "finish", "first", "last"])
@pytest.mark.parametrize("by", ["previous_place", "player"])
@pytest.mark.parametrize("how", ["parallel", "counterfactual"])
def test_tables(
    parallel: Comparison, counterfactual: Comparison, how: str, by: str, of: str
) -> None:
    worlds = parallel if how == "parallel" else counterfactual
    table = worlds.table(by, of)
    frame = table.frame()
    assert frame["n"].sum() == 300 * (11 if by == "previous_place" else 12) * 5
    worth = {
        "place": lambda place, finish: place,
        "points": lambda place, finish: place,  # slime-licker: a place is its points
        "finish": lambda place, finish: finish,
        "first": lambda place, finish: place == 1,
        "last": lambda place, finish: place == 5,
    }[of]
    mine = []
    for places, finish in (
        (worlds.places_a, worlds.finish_a),
        (worlds.places_b, worlds.finish_b),
    ):
        values = worth(places, finish)
        if by == "player":
            mine.append(values.mean(axis=(0, 1)))
        else:
            before = (worlds.places_a if how == "counterfactual" else places)[:, :-1]
            mine.append([values[:, 1:][before == k].mean() for k in range(1, 6)])
    assert frame["a"].to_numpy() == pytest.approx(np.array(mine[0], float))
    assert frame["b"].to_numpy() == pytest.approx(np.array(mine[1], float))
    assert frame["difference"].to_numpy() == pytest.approx(np.array(mine[1]) - np.array(mine[0]))
    assert (frame["low"] <= frame["difference"]).all()
    if how == "counterfactual":
        assert frame[["better", "same", "worse"]].sum(axis=1).to_numpy() == pytest.approx(1)
        if by == "previous_place":
            change = worlds.change[:, 1:]
            worse = [(change[worlds.places_a[:, :-1] == k] > 0).mean() for k in range(1, 6)]
            assert frame["worse"].to_numpy() == pytest.approx(worse)


def test_pairing_narrows_as_much_as_the_variances_say() -> None:
    """Worlds A and B share most of their luck: the ratio is that of the variances."""
    rng = np.random.default_rng(5)
    luck, own_a, own_b = rng.normal(size=(3, 4000))
    ones = np.ones(4000)
    a = np.stack([3 * luck + own_a, ones], axis=1)
    b = np.stack([3 * luck + own_b, ones], axis=1)
    found = paired_effect("mean", a, b, lambda s: s[..., 0] / s[..., 1])
    assert found.variance_ratio == pytest.approx((10 + 10) / 2, rel=0.1)
    width = found.high - found.low
    alone = np.hypot(found.a.high - found.a.low, found.b.high - found.b.low)
    assert (alone / width) ** 2 == pytest.approx(found.variance_ratio, rel=0.15)


def test_counterfactual_narrows_more_than_parallel(
    parallel: Comparison, counterfactual: Comparison
) -> None:
    one = parallel.effect("rank_correlation").variance_ratio
    two = counterfactual.effect("rank_correlation").variance_ratio
    assert two > one > 0.9
    assert two > 1.1


def test_small_change_is_seen_with_few_deals() -> None:
    """Open or blind matters little: pairing finds out how little with few matches."""
    other = slime.rules("slime-licker", lead_after_out="right")
    worlds = compare("slime-licker", other, matches=200, how="counterfactual", progress=False)
    assert worlds.effect("rank_correlation").variance_ratio > 3
    assert 0 < (worlds.change != 0).mean() < 0.5


def test_find_opens_to_the_deals(counterfactual: Comparison) -> None:
    for what, sign in (("worse", 1), ("better", -1)):
        for address in counterfactual.find(what, 3, previous_place=1 if what == "worse" else 5):
            m, d, p = address
            change = int(counterfactual.change[address])
            assert change * sign == counterfactual.change[:, 1:].max() == 4
            pair = counterfactual.deal(address)
            assert pair.b.dealt == counterfactual.deal(m, d).b.dealt
            name = counterfactual.players[p]
            before = pair.a.previous_standing
            assert before is not None and before[0 if what == "worse" else -1] == name
            places = [pair.a.finish().places[name], pair.b.finish().places[name]]
            assert places == [counterfactual.places_a[address], counterfactual.places_b[address]]
            assert places[1] - places[0] == change
    largest = counterfactual.find("largest", 7)
    assert len(largest) == 7
    assert abs(int(counterfactual.change[largest[0]])) == np.abs(counterfactual.change).max()


def test_deals_of_parallel_worlds(parallel: Comparison) -> None:
    pair = parallel.deal(Address(4, 5))
    for deal, places in ((pair.a, parallel.places_a), (pair.b, parallel.places_b)):
        assert [deal.finish().places[n] for n in parallel.players] == places[4, 5].tolist()


def test_frame(counterfactual: Comparison) -> None:
    frame = counterfactual.frame()
    assert len(frame) == 300 * 12 * 5
    row = frame.iloc[5 * 7 + 2]
    assert (row["match"], row["deal"], row["player"]) == (0, 7, "P3")
    assert row["place_a"] == counterfactual.places_a[0, 7, 2]
    assert row["place_b"] == counterfactual.places_b[0, 7, 2]
    assert row["previous_place"] == counterfactual.places_a[0, 6, 2]
    assert (frame["change"] == frame["place_b"] - frame["place_a"]).all()


def test_two_sets_of_players() -> None:
    worlds = compare(
        "slime-licker",
        players=["Anna", "Boris", "Vera", "Gleb"],
        matches=200,
        strategies_b=["counter", "lowest", "lowest", "lowest"],
        how="counterfactual",
        progress=False,
    )
    table = worlds.table("player").frame()
    assert table["player"].tolist() == ["Anna", "Boris", "Vera", "Gleb"]
    assert table["high"][0] < 0  # Anna's place is better when she counts


def test_matches_that_end_by_target() -> None:
    worlds = compare(
        "king-and-slave",
        slime.rules("king-and-slave", exchange="none"),
        matches=100,
        deals=None,
        progress=False,
    )
    lengths = [(p > 0).any(axis=2).sum(axis=1) for p in (worlds.places_a, worlds.places_b)]
    assert (lengths[0] != lengths[1]).any()
    assert np.isfinite(worlds.effect("keep_first").low)
    assert worlds.change.shape[1] == max(p.shape[1] for p in (worlds.places_a, worlds.places_b))


def test_groups_of_matches_keep_sums() -> None:
    units = np.arange(5002.0).reshape(2501, 2)
    assert in_groups(units).sum(axis=0) == pytest.approx(units.sum(axis=0))
    assert len(in_groups(units)) <= 1000
    assert in_groups(units[:1000]) is not None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"how": "sideways"}, "how: one of parallel, counterfactual"),
        ({"rules_b": None}, "rules_b: name another rule set"),
        ({"rules_b": slime.rules("slime-licker", jokers=1)}, "its pack has other cards"),
        ({"rules_b": slime.rules("slime-licker", ranks="23456789TJQKA*")}, "another order"),
        ({"matches": 0}, "matches: a whole number from 1"),
        (
            {
                "how": "counterfactual",
                "deals": None,
                "rules_a": "king-and-slave",
                "rules_b": "king-and-slave",
            },
            "counterfactual deals need matches of a known length",
        ),
        ({"strategies_b": ["lowest"] * 4}, "strategies: one for each of 5"),
    ],
)
def test_bad_arguments(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        compare(**{"rules_b": OPEN, "matches": 2, **arguments})  # type: ignore[arg-type]


def test_bad_questions(counterfactual: Comparison) -> None:
    for call, message in (
        (lambda: counterfactual.effect("rigidity"), "counterfactual deals are one deal"),
        (
            lambda: counterfactual.effect("keep_first", lag=2),
            "counterfactual deals are one deal long",
        ),
        (lambda: counterfactual.effect("luck"), "outcome: one of"),
        (lambda: counterfactual.table("seat"), "by: one of previous_place, player"),
        (lambda: counterfactual.table(of="luck"), "of: one of"),
        (lambda: counterfactual.find("nicest"), "find: one of"),
        (lambda: counterfactual.deal(300, 0), "match: a whole number from 0 to 299"),
        (lambda: counterfactual.deal(0, 12), "deal"),
    ):
        with pytest.raises(ValueError, match=message):
            call()
