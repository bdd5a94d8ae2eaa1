"""Exact small worlds: by hand, against the simulator, and their parts one by one."""

from __future__ import annotations

import doctest
from collections import Counter
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import slime
from slime.experiments import compare, exact_shares, small_world
from slime.experiments.exact import EXACT, SmallWorld, long_run, passage, solve
from slime.experiments.exact_deals import dealings, ways_to_deal
from slime.measures import interval, transition_counts

ROOT = Path(__file__).parents[2]
TINY: dict[str, Any] = {"players": [2, 8], "ranks": "345", "suits": 2, "jokers": 0}


def test_the_page_that_does_it_by_hand() -> None:
    result = doctest.testfile(
        str(ROOT / "docs" / "small_world.md"),
        module_relative=False,
        optionflags=doctest.NORMALIZE_WHITESPACE,
    )
    assert result.attempted > 10
    assert result.failed == 0


@pytest.mark.parametrize(("counts", "sizes"), [([2, 2, 2], [2, 2, 2]), ([3, 1, 3], [3, 2, 2])])
def test_dealings_are_all_ways_to_deal(counts: list[int], sizes: list[int]) -> None:
    """Against every order of every single card."""
    cards = [r for r, n in enumerate(counts) for _ in range(n)]
    seen: Counter[tuple[int, ...]] = Counter()
    for order in permutations(range(len(cards))):
        hands, at = [], 0
        for size in sizes:
            hands.append(sum(1 << 4 * cards[i] for i in order[at : at + size]))
            at += size
        seen[tuple(hands)] += 1
    found = dict(dealings(counts, sizes))
    assert sum(found.values()) == ways_to_deal(sizes)
    each = sum(seen.values()) // ways_to_deal(sizes)
    assert {hands: n // each for hands, n in seen.items()} == found


WORLDS: dict[str, tuple[int, Any, dict[str, Any]]] = {
    "fixed": (3, "lowest", {}),
    "no exchange": (3, "lowest", {"exchange": "none"}),
    "no fall": (3, "lowest", {"champion_falls": False}),
    "leaves": (3, "lowest", {"fallen_champion": "leaves", "suits": 3}),
    "by place": (4, "lowest", {"seating": "by-place", "exchange": [1]}),
    "swap ends": (4, "lowest", {"seating": "swap-ends", "exchange": [1, 1], "first_lead": "draw"}),
    "extras": (4, "lowest", {"exchange": [1], "extras": "dealer"}),
    "dealers rotate": (4, "lowest", {"dealer": "rotate", "exchange": "none"}),
    "lots": (4, "lowest", {"dealer": "draw", "lead": "draw", "exchange": [1], "exchange_open": 1}),
    "two": (2, "counter", {"suits": 3}),
    "unequal": (3, ["lowest", "counter", "keep_sets"], {"suits": 3}),
    "down": (3, "counter", {"exchange_flow": "down", "suits": 3}),
    "locked": (3, "counter", {"passing": "locked", "bigger_sets": True, "suits": 3}),
    "jokers": (3, "lowest", {"ranks": "345*", "jokers": 2, "joker_trump": True}),
}
KING = {"players": [3, 8], "ranks": "3456", "suits": 2, "scoring": "places", "match": {"deals": 5}}


def world_of(name: str) -> SmallWorld:
    count, strategies, fields = WORLDS[name]
    fields = {k: bool(v) if k == "exchange_open" else v for k, v in fields.items()}
    return small_world(slime.rules("slime-licker", **{**TINY, **fields}), count, strategies)


def assert_inside(world: SmallWorld, seed: int, matches: int = 6000, deals: int = 6) -> None:
    """Each cell of the exact matrix within 4.5 standard errors of the simulated one."""
    sim = slime.simulate(
        world.rules, world.count, matches, deals, list(world.strategies), seed, progress=False
    )
    by_match = transition_counts(sim.places, by="match") / (deals - 1)
    exact = np.array(world.matrix_in(deals), float)
    error = by_match.std(axis=0) / matches**0.5
    assert (np.abs(by_match.mean(axis=0) - exact) <= 4.5 * error + 1e-12).all()
    assert exact.sum(axis=0) == pytest.approx(1)
    assert exact.sum(axis=1) == pytest.approx(1)


@pytest.mark.parametrize("name", WORLDS)
def test_the_simulator_agrees(name: str) -> None:
    assert_inside(world_of(name), seed=11)


def test_the_simulator_agrees_on_king_and_slave() -> None:
    assert_inside(small_world(slime.rules("king-and-slave", **KING), 3), seed=12)


def test_exact_values_lie_in_simulated_intervals() -> None:
    """Twelve intervals at 99.9%, each around the exact value."""
    for name in ("fixed", "no exchange", "leaves", "no fall"):
        world = world_of(name)
        sim = slime.simulate(world.rules, world.count, 2000, 10, seed=6, progress=False)
        for key in ("rank_correlation", "keep_first", "rise_time"):
            found = interval(sim.places, key, level=0.999)
            assert found.covers(float(world.outcome(key, deals=10))), (name, key)


def test_effects_of_one_deal_as_counterfactual_worlds_show_them() -> None:
    """World A's spots, world B's deals: exact, against `slime.compare`."""
    a, b = world_of("fixed"), world_of("no exchange")
    exact = b.matrix_after(a.shares_in(8))
    worlds = compare(a.rules, b.rules, 3, 4000, 8, how="counterfactual", seed=3, progress=False)
    found = worlds.effect("rank_correlation", level=0.9999)
    assert found.b.covers(float(EXACT["rank_correlation"](exact)))
    assert found.covers(float(EXACT["rank_correlation"](exact) - a.outcome("rank_correlation", 8)))


def test_long_matches_come_to_the_long_run() -> None:
    world = world_of("fixed")
    gap = np.array(world.matrix_in(400), float) - np.array(world.matrix(), float)
    assert np.abs(gap).max() < 0.01
    assert sum(world.shares.values()) == 1
    chain = np.array(
        [[float(world.chain()[s].get(t, 0)) for t in world.spots] for s in world.spots]
    )
    shares = np.array([float(world.shares[s]) for s in world.spots])
    assert shares @ chain == pytest.approx(shares)


def test_power_is_the_matrix_of_k_deals_where_places_are_all() -> None:
    by_place, fixed = world_of("by place"), world_of("fixed")
    assert len(by_place.spots) == 1
    assert by_place.matrix(3) == by_place.power(3)
    assert len(fixed.spots) == 2
    assert fixed.matrix(2) != fixed.power(2)


def test_exact_shares_add_up_and_lie_in_intervals() -> None:
    rules = slime.rules("slime-licker", **{**TINY, "suits": 3})
    factors = ("exchange", "fall", "lead")
    exact = exact_shares(rules, factors, "next_place_last", deals=10)
    assert sum(exact.shares.values()) == exact.total == exact.cells[-1] - exact.cells[0]
    found = slime.decompose(
        rules, factors, "next_place_last", 3, 3000, 10, seed=4, level=0.9999, progress=False
    )["next_place_last"]
    for part in found.shares:
        assert part.low <= exact.shares[part.factors[0]] <= part.high
    for part in found.dividends:
        assert part.low <= exact.dividends[part.factors] <= part.high


def test_chains() -> None:
    half = Fraction(1, 2)
    chain = {
        "start": {"a": half, "b": half},
        "a": {"a": Fraction(1)},
        "b": {"c": Fraction(1)},
        "c": {"b": Fraction(1)},
    }
    quarter = Fraction(1, 4)
    assert long_run(chain, {"start": Fraction(1)}) == {
        "start": 0,
        "a": half,
        "b": quarter,
        "c": quarter,
    }
    assert long_run(chain, {"a": Fraction(1)})["a"] == 1
    with pytest.raises(ValueError, match="no single solution"):
        solve([[half, half], [half, half]], [half, half])
    with pytest.raises(ValueError, match="no single solution"):
        passage(((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))), 1, 0)


@pytest.mark.parametrize(
    ("fields", "more", "message"),
    [
        ({}, {"strategies": "random"}, "random draws at random"),
        ({"exchange_flow": "random"}, {}, "an exchange at random"),
        ({"decks": 2}, {}, "one pack only"),
        ({"ranks": "3456789T", "suits": 4}, {"most": 500}, "more than 500 deals"),
        ({}, {"players": 1}, "players: a whole number"),
        ({}, {"strategies": [lambda view: "-"] * 3}, "built-in strategies only"),
    ],
)
def test_bad_arguments(fields: dict[str, Any], more: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        small_world(slime.rules("slime-licker", **{**TINY, **fields}), **more)


def test_unknown_outcome() -> None:
    with pytest.raises(ValueError, match="outcome: one of rank_correlation"):
        world_of("fixed").outcome("luck")
    with pytest.raises(ValueError, match="some never come to the first place"):
        world_of("by place").outcome("rise_time")
