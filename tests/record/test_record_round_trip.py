"""What is written is read back as it was: whole matches, and matches stopped at any step."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rule_sets import NAMES, rule_sets, small_rule_sets, some_rules

import slime
from slime.game.deal import Deal
from slime.game.match import Match
from slime.game.rules import Rules
from slime.records import deal_to_json, read, replay, write_deals


def told(deal: Deal) -> list[Any]:
    """What happened in a deal; the cards of a set lie on the table in no order."""
    return [
        e._replace(cards=tuple(sorted(e.cards))) if hasattr(e, "cards") else e for e in deal.events
    ]


SEEDS = st.integers(0, 2**64 - 1)
STRATEGIES = st.sampled_from(["random", "lowest"])


def a_match(rules: Rules, players: Any, strategies: Any, seed: int) -> Match:
    """A match, not longer than a test can wait."""
    match = Match(rules, players, strategies, seed=seed)
    while not match.over and len(match.deals) < 12:
        match.next_deal().finish()
    return match


@given(rule_sets, STRATEGIES, SEEDS, st.booleans())
@settings(deadline=None, max_examples=200, suppress_health_check=[HealthCheck.too_slow])
def test_a_match_comes_back_as_it_was(
    table: tuple[Rules, int], strategies: str, seed: int, named: bool
) -> None:
    rules, count = table
    match = a_match(rules, NAMES[:count] if named else count, strategies, seed)
    text = match.record()
    result = replay(text)
    assert result == {
        "ok": True,
        "deals": len(match.deals),
        "totals": match.totals,
        "places": list(match.deals[-1].standing or ()),
        "winners": match.winners,
        "state": None,
    }
    again = read(text)
    assert again.rules == rules
    assert again.players == match.players
    assert again.meta["seed"] == seed
    assert again.record() == text
    for mine, recorded in zip(match.deals, again.deals, strict=True):
        assert told(recorded) == told(mine)
        assert recorded.points == mine.points
        assert recorded.seats == mine.seats
        assert recorded.previous_standing == mine.previous_standing


@given(small_rule_sets, SEEDS)
@settings(deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow])
def test_a_record_cut_anywhere_says_where_the_match_stands(
    table: tuple[Rules, int], seed: int
) -> None:
    rules, count = table
    match = a_match(rules, NAMES[:count], "random", seed)
    for number, deal in enumerate(match.deals):
        done = match.deals[:number]
        for steps in range(len(deal.log)):
            live = deal.at(steps)
            result = replay(write_deals(rules, match.players, [*done, live]))
            assert result["ok"], result
            assert result["deals"] == number
            assert result["winners"] is None
            assert result["totals"] == (
                done[-1].totals if done else dict.fromkeys(NAMES[:count], 0)
            )
            assert result["state"] == expected_state(live)


def expected_state(live: Deal) -> dict[str, Any]:
    """Where a deal stands, told by itself."""
    if live.phase == "exchange":  # half an exchange is not written
        begun = live.at(0)
        seats = list(live.seats)
        if live.rules.seating == "swap-ends" and live.number > 1:
            first, last = (
                seats.index(live.previous_standing[0]),
                seats.index(live.previous_standing[-1]),
            )
            seats[first], seats[last] = seats[last], seats[first]
        due = [{"from": d.giver, "to": d.taker, "count": d.size} for d in begun.gifts_due()]
        return {"phase": "exchange", "seats": seats, "due": due}
    kind = live.rules.first_lead if live.number == 1 else live.rules.lead
    unknown = kind == "draw" and not any(entry.trick for entry in live.log)
    top = live.to_beat
    return {
        "phase": "play",
        "seats": list(live.seats),
        "to_play": None if unknown else live.turn,
        "on_table": {"rank": top.rank, "size": top.size, "by": top.by} if top else None,
        "left": live.cards_left,
        "legal": [] if unknown else sorted(live.legal()),
        **({"turned": True} if live.turned else {}),
    }


def without_suits(line: dict[str, Any], hands: bool) -> dict[str, Any]:
    """A deal as somebody notes it who has no time for suits."""

    def bare(text: str) -> str:
        return " ".join(c[0] if len(c) == 2 and c[1] in "cdhs" else c for c in text.split())

    out = dict(line)
    out["plays"] = [
        f"{name} {bare(cards)}" for name, cards in (p.split(" ", 1) for p in line["plays"])
    ]
    if hands:
        out["hands"] = {name: bare(cards) for name, cards in line["hands"].items()}
        if "exchange" in line:
            out["exchange"] = [{**g, "cards": bare(g["cards"])} for g in line["exchange"]]
    return out


@pytest.mark.parametrize("hands", [True, False], ids=["no suits", "no suits in play"])
@pytest.mark.parametrize("number", range(25))
def test_suits_need_not_be_noted(number: int, hands: bool) -> None:
    rng = Random(number)
    rules, count = some_rules(rng)
    match = a_match(rules, NAMES[:count], "random", number)
    header, *deals = (json.loads(line) for line in match.record().splitlines())
    lines = [header, *(without_suits(deal, hands) for deal in deals)]
    text = "\n".join(json.dumps(line) for line in lines)
    assert replay(text) == replay(match.record())
    for mine, recorded in zip(match.deals, read(text).deals, strict=True):
        assert recorded.places == mine.places
        assert [e.action for e in recorded.log] == [e.action for e in mine.log]


@pytest.mark.parametrize("number", range(25))
def test_the_list_of_seats_may_begin_anywhere_and_what_follows_may_be_left_out(number: int) -> None:
    rng = Random(100 + number)
    rules, count = some_rules(rng)
    match = a_match(rules, NAMES[:count], "lowest", number)
    header, *deals = (json.loads(line) for line in match.record().splitlines())
    for deal in deals:
        turned = rng.randrange(count)
        deal["seats"] = deal["seats"][turned:] + deal["seats"][:turned]
        rng.shuffle(deal.get("exchange", []))
        for key in ("places", "points", "totals"):
            deal.pop(key)
        if deal["deal"] > 1 and rng.random() < 0.5:
            deal["before"] = None
    text = "\r\n\r\n".join(json.dumps(line) for line in [header, *deals])
    assert replay("\ufeff" + text) == replay(match.record())
    assert [deal.seats for deal in read(text).deals] == [tuple(deal["seats"]) for deal in deals]
    assert json.loads(read(text).record().splitlines()[-1])["totals"] == match.totals


def test_what_a_record_says_of_itself() -> None:
    match = Match("slime-licker", ["Анна", "Boris", "Vera", "Gleb"], ["lowest", None] * 2, seed=7)
    match.next_deal()
    header, deal = match.record().splitlines()
    assert json.loads(header) == {
        "record": "slime/1",
        "rules": "slime-licker",
        "players": ["Анна", "Boris", "Vera", "Gleb"],
        "meta": {
            "seed": 7,
            "number": 0,
            "strategies": ["lowest", None, "lowest", None],
            "streams": "splitmix64/1",
            "seated": "as given",
        },
    }
    assert "Анна" in deal
    assert "before" not in json.loads(deal)
    assert json.loads(Match("slime-licker", 4).record())["meta"]["seated"] == "by lot"


def test_a_recorded_deal_can_be_stepped_through_and_played_on() -> None:
    match = Match("slime-licker-club", 4, "lowest", seed=3)
    match.next_deal().finish()
    part = match.next_deal().finish().at(20)
    recorded = read(write_deals(match.rules, match.players, [match.deals[0], part]))
    first, second = recorded.deals
    assert not recorded.over
    assert recorded.finished == [first]
    assert first.at(len(first.log)).places == match.deals[0].places
    assert [first.at(n).cards_left for n in range(8)] == [
        match.deals[0].at(n).cards_left for n in range(8)
    ]
    with pytest.raises(slime.IllegalAction):
        first.undo()
    second.play(second.legal()[0])
    assert len(second.log) == 21
    second.undo()
    assert [e.action for e in second.log] == [e.action for e in part.log]
    assert deal_to_json(second) == deal_to_json(part)


def test_who_led_by_lot_is_known_from_the_first_play_on() -> None:
    rules = slime.rules("slime-licker", first_lead="draw")
    deal = Match(rules, 4, "lowest", seed=2).next_deal().finish()
    assert read(write_deals(rules, deal.players, [deal.at(0)])).deals[0].turn is None
    recorded = read(write_deals(rules, deal.players, [deal.at(1)])).deals[0]
    assert recorded.at(0).turn == deal.at(0).turn
    assert recorded.at(0).legal()[:] == deal.at(0).legal()[:]


def test_names_that_no_file_can_hold_are_written_in_ascii() -> None:
    match = Match("slime-licker", ["\ud800", "B", "C", "D"])
    match.next_deal().finish()
    text = match.record()
    assert text.isascii()
    assert replay(text)["totals"] == match.totals


@pytest.mark.parametrize("meta", [{"x": float("nan")}, {"x": {1}}, {"x": print}])
def test_meta_is_what_json_can_hold(meta: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"^meta: "):
        write_deals(slime.rules("slime-licker"), ["A", "B", "C", "D"], [], meta)
