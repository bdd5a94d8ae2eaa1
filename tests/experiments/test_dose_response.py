"""Dose and response: doses, the placebo, the Swap Game's conditions."""

from __future__ import annotations

import itertools

import pytest

import slime
from slime.experiments import Dose, DoseResponse, dose_response, exchange_doses, swap_game
from slime.experiments._dose_response import CITATION, swap_game_rules
from slime.measures import rank_correlation
from slime.simulation import Address


@pytest.fixture(scope="module")
def doses() -> DoseResponse:
    return dose_response(
        outcomes=("rank_correlation", "keep_first"), matches=400, deals=10, seed=2, progress=False
    )


def test_more_cards_more_persistence(doses: DoseResponse) -> None:
    frame = doses.frame().query("outcome == 'rank_correlation'").set_index(["series", "label"])
    assert len(frame) == 10
    up = [frame.loc[("up", label)] for label in ("1", "2-1", "3-2-1")]
    down = [frame.loc[("down", label)] for label in ("1", "2-1", "3-2-1")]
    for lower, higher in itertools.pairwise(up):
        assert lower["effect_high"] < higher["effect_low"]
    for lower, higher in itertools.pairwise(down):
        assert lower["effect_low"] > higher["effect_high"]
    assert up[0]["effect_low"] > 0 > down[0]["effect_high"]


def test_the_placebo_does_nothing() -> None:
    """Cards at random keep hands alike: at 99.9% no effect at any dose."""
    found = dose_response(
        doses=exchange_doses(6, flows=("random",)),
        outcomes="rank_correlation",
        matches=600,
        deals=10,
        seed=8,
        level=0.999,
        progress=False,
    )
    for response in found.responses[1:]:
        assert response.effect.covers(0)
        assert response.effect.high - response.effect.low < 0.1


def test_values_are_the_simulator_s(doses: DoseResponse) -> None:
    rules = slime.rules("slime-licker", exchange=[2, 1], exchange_flow="down")
    sim = slime.simulate(rules, 6, 400, 10, seed=2, progress=False)
    found = next(r for r in doses.of("rank_correlation") if r.dose.name == "down 2-1")
    assert found.value.value == pytest.approx(rank_correlation(sim))
    deal = doses.deal("down 2-1", 3, 4)
    assert doses.deal("down 2-1", Address(3, 4)).dealt == deal.dealt
    assert [deal.finish().places[p] for p in deal.players] == sim.places[3, 4].tolist()


def test_open_is_seen_by_players_who_choose() -> None:
    found = dose_response(
        doses=exchange_doses(5, [[2, 1]], ("up",), (False, True)),
        players=5,
        outcomes="keep_first",
        matches=100,
        strategies="counter",
        progress=False,
    )
    blind, opened = found.of("keep_first")[1:]
    assert blind.dose.fields["exchange_open"] is False
    assert opened.dose.name == "up open 2-1"
    assert blind.value.value != opened.value.value


def test_doses_follow_the_number_of_players() -> None:
    assert [s.label for s in exchange_doses(7, flows=("up",))] == ["0", "1", "2-1", "3-2-1"]
    assert [s.amount for s in exchange_doses(7, flows=("up",))] == [0, 1, 3, 6]
    assert exchange_doses(5)[-1].fields == {
        "exchange": [2, 1],
        "exchange_flow": "random",
        "exchange_open": False,
    }


def test_the_swap_game() -> None:
    """Progressive exchange turns places over, regressive keeps them; at random in between."""
    found = dose_response(
        swap_game_rules(), swap_game(), "keep_first", players=2, matches=500, progress=False
    )
    keep = {r.dose.name: r.value.value for r in found.responses}
    order = ["progressive 2", "progressive 1", "random 1", "regressive 1", "regressive 2"]
    values = [float(keep[name]) for name in order]
    assert values == sorted(values)
    assert values[0] < 0.1 and values[-1] > 0.9
    assert "10.1126/sciadv.aau1156" in CITATION


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"doses": ()}, "doses: at least one"),
        ({"doses": [Dose("a", 0, "1", {})] * 2}, "a series and label of its own"),
        ({"doses": [Dose("a", 0, "1", {"luck": 3})]}, "no field 'luck'"),
        ({"outcomes": "luck"}, "outcome: one of"),
        ({"doses": [Dose("a", 0, "1", {}), Dose("b", 0, "1", {"jokers": 1})]}, "its pack"),
    ],
)
def test_bad_arguments(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        dose_response(**{"matches": 2, **arguments})  # type: ignore[arg-type]


def test_bad_questions(doses: DoseResponse) -> None:
    with pytest.raises(ValueError, match="outcome: one of"):
        doses.of("luck")
    with pytest.raises(ValueError, match="name: one of none 0"):
        doses.deal("sideways", 0, 0)
    with pytest.raises(ValueError, match="flows: one of up, down, random"):
        exchange_doses(5, flows=("sideways",))
