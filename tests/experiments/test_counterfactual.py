"""Branching worlds: compiled, interpreted and stepped through; A is the simulator's own world."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from rule_sets import NAMES, some_rules
from sim_tables import OWN_COMPILED, OWN_PYTHON

import slime
from slime.experiments import Comparison, compare
from slime.game.presets import FIELDS
from slime.game.rules import Rules, RulesError
from slime.simulation import simulate
from slime.strategies.registry import registry

#: Fields that leave the pack alone.
FREE = (
    *("passing", "must_play", "bigger_sets", "equal_ranks", "seating", "lead_after_out", "lead"),
    *("dealer", "extras", "exchange_flow", "exchange_open", "champion_falls", "fallen_champion"),
    *("initial_places", "first_lead"),
)


def two_worlds(rng: Random) -> tuple[Rules, Rules, int]:
    """Two rule sets that use the same pack, and a number of players."""
    while True:
        a, count = some_rules(rng)
        fields: dict[str, Any] = {
            name: rng.choice(FIELDS[name].values) for name in FREE if rng.random() < 0.4
        }
        if rng.random() < 0.5:
            fields["exchange"] = rng.choice(["none", "ends"])
        try:
            b = a.replace(**fields)
            b.check_players(count)
        except RulesError:
            continue
        if a.match[0][0] == "deals":
            return a, b, count


def some_players(rng: Random, count: int) -> list[Any]:
    kinds: list[Any] = [name for name in registry() if name != "coach"] * 2
    if rng.random() < 0.5:
        kinds += [*OWN_COMPILED, *OWN_PYTHON]
    return [rng.choice(kinds) for _ in range(count)]


def some_comparison(number: int, engine: str) -> Comparison:
    rng = Random(number)
    a, b, count = two_worlds(rng)
    players: Any = count if rng.random() < 0.5 else list(NAMES[:count])
    return compare(
        a,
        b,
        players,
        matches=rng.randint(1, 3),
        deals=rng.randint(1, 5),
        strategies=some_players(rng, count),
        strategies_b=some_players(rng, count) if rng.random() < 0.5 else None,
        seed=rng.choice([0, 1, 2**63, rng.getrandbits(64)]),
        how="counterfactual",
        engine=engine,
        progress=False,
    )


@pytest.mark.parametrize("number", range(20))
def test_three_speeds(number: int) -> None:
    one = some_comparison(number, "compiled")
    two = some_comparison(number, "interpreted")
    for name in ("places_a", "places_b", "finish_a", "finish_b"):
        assert np.array_equal(getattr(one, name), getattr(two, name)), name
    spec = one.spec_a
    alone = simulate(
        spec.rules,
        len(spec.names) if spec.random_seats else list(spec.names),
        spec.matches,
        None,
        list(spec.strategies),
        spec.seed,
        progress=False,
    )
    assert np.array_equal(alone.places, one.places_a)
    assert np.array_equal(alone.finish, one.finish_a)
    for m in range(one.places_a.shape[0]):
        for d in range(one.places_a.shape[1]):
            pair = one.deal(m, d)
            assert pair.a.number == pair.b.number == d + 1
            if d > 0:
                assert pair.a.previous_standing == pair.b.previous_standing
            for deal, places in ((pair.a, one.places_a), (pair.b, one.places_b)):
                deal.finish()
                assert [deal.places[name] for name in one.players] == places[m, d].tolist()


def test_the_same_cards_but_for_extras() -> None:
    worlds = compare(
        "slime-licker",
        slime.rules("slime-licker", exchange="none", champion_falls=False),
        matches=3,
        deals=6,
        how="counterfactual",
    )
    for m in range(3):
        for d in range(6):
            pair = worlds.deal(m, d)
            assert pair.a.dealt == pair.b.dealt
            assert pair.a.seats == pair.b.seats
            assert pair.a.dealer == pair.b.dealer
    lots = compare(
        "slime-licker",
        slime.rules("slime-licker", dealer="draw"),
        matches=2,
        deals=4,
        how="counterfactual",
    )
    pair = lots.deal(1, 3)
    for one, other in zip(pair.a.dealt, pair.b.dealt, strict=True):
        assert (Counter(one) & Counter(other)).total() >= 10  # the even share of 54 cards for five


@pytest.mark.parametrize("preset", ["slime-licker", "slime-licker-club", "king-and-slave"])
@pytest.mark.parametrize("change", [{"exchange": "none"}, {"exchange_flow": "down"}])
def test_agrees_with_parallel_at_the_first_exchanged_deal(
    preset: str, change: dict[str, str]
) -> None:
    other = slime.rules(preset, **change)
    made = {
        how: compare(preset, other, matches=200, deals=4, how=how, progress=False)
        for how in ("parallel", "counterfactual")
    }
    first = 0 if made["parallel"].spec_a.rules.initial_places == "draw" else 1
    for name in ("places_b", "finish_b"):
        ones, others = (getattr(made[how], name) for how in made)
        assert np.array_equal(ones[:, : first + 1], others[:, : first + 1])
        assert not np.array_equal(ones[:, first + 1], others[:, first + 1])


def test_a_world_beside_itself_differs_nowhere() -> None:
    worlds = compare(
        "slime-licker", "slime-licker", matches=50, how="counterfactual", progress=False
    )
    assert not worlds.change.any()
    assert worlds.effect("keep_first").value == 0


def test_spreading_the_work_changes_nothing() -> None:
    other = slime.rules("slime-licker", exchange="none")
    one, two = (
        compare(
            "slime-licker",
            other,
            matches=2300,
            deals=20,
            how="counterfactual",
            workers=n,
            progress=False,
        )
        for n in (1, 3)
    )
    assert np.array_equal(one.places_a, two.places_a)
    assert np.array_equal(one.places_b, two.places_b)


def test_matches_by_target_end_with_world_a() -> None:
    """Deals named: B is played as long as A is."""
    worlds = compare(
        "king-and-slave",
        slime.rules("king-and-slave", exchange="none"),
        matches=5,
        deals=7,
        how="counterfactual",
    )
    assert worlds.places_a.shape == worlds.places_b.shape == (5, 7, 5)
    assert (worlds.places_b > 0).all()


def test_a_wrong_answer_in_world_b_names_the_player() -> None:
    def cheat(view: Any) -> str:
        return "AAAA"

    with pytest.raises(ValueError, match="cheat"):
        compare(
            "slime-licker",
            matches=1,
            strategies_b=[cheat, *["lowest"] * 4],
            how="counterfactual",
        )
