"""What the fields of the family do, sentence by sentence of the rulebook, on one small deal."""

from __future__ import annotations

import json
from typing import Any

import pytest

import slime
from slime.game.rules import RulesError

HANDS = {
    "Anna": "3c 3d 3h 3s 8c Jc",
    "Boris": "8d 8h 8s Jd Jh 2c",
    "Vera": "Js 2d 2h 2s * *",
}
RULES = {
    "preset": "slime-licker",
    "players": [3, 8],
    "decks": 1,
    "jokers": 2,
    "ranks": "38J2*",
    "first_lead": "draw",
    "exchange": "none",
}


def state(plays: str, **fields: Any) -> dict[str, Any]:
    """Where the deal stands after some plays, told as ``"Anna 3c, Boris -"``."""
    names = list(HANDS)
    header = {"record": "slime/1", "rules": RULES | fields, "players": names}
    deal = {"deal": 1, "seats": names, "dealer": "Anna", "hands": HANDS}
    deal["plays"] = plays.split(", ")
    result = slime.replay(f"{json.dumps(header)}\n{json.dumps(deal)}")
    assert result["ok"], result
    found: dict[str, Any] = result["state"] or {"places": result["places"]}
    return found


def test_a_revolution_turns_the_order_and_another_turns_it_back() -> None:
    once = state("Anna 3c 3d 3h 3s", revolution=4)
    assert (once["turned"], once["legal"]) == (True, ["-"])
    wild = {"revolution": 3, "wild": "*"}
    later = state("Anna 3c 3d 3h, Boris -, Vera -, Anna Jc", **wild)
    assert later["turned"] is True  # until the deal ends
    assert later["legal"] == ["-", "8"]
    lost = "Anna 3c 3d 3h, Boris -, Vera -, Anna Jc, Boris -, Vera *, Anna -, Boris -"
    assert "turned" not in state(f"{lost}, Vera 2d 2h 2s", **wild)


def test_jokers_do_not_turn_and_stay_above_all() -> None:
    assert "turned" not in state("Vera * *", revolution=3)
    assert state("Boris Jd", turns_trick="J")["legal"] == ["*", "-"]
    assert "*" in state("Anna Jc, Boris 8d", turns_trick="J")["legal"]


def test_a_trick_is_turned_until_it_ends() -> None:
    assert state("Anna Jc", turns_trick="J")["legal"] == ["-", "8"]
    assert "turned" not in state("Anna Jc, Boris -, Vera -", turns_trick="J")
    both = {"turns_trick": "J", "equal_ranks": True}
    assert "turned" not in state("Anna Jc, Boris Jd", **both)
    assert state("Anna Jc, Boris Jd, Vera Js", **both)["turned"] is True


def test_a_set_may_turn_for_the_deal_and_back_for_the_trick() -> None:
    fields = {"turns_trick": "3", "revolution": 4}
    assert "turned" not in state("Anna 3c 3d 3h 3s", **fields)
    assert state("Anna 3c 3d 3h 3s, Boris -, Vera -", **fields)["turned"] is True


@pytest.mark.parametrize("passing", ["free", "locked", "one-turn"])
def test_a_clear_ends_the_trick_and_its_player_leads_again(passing: str) -> None:
    for plays in ("Anna 3c, Boris 8d", "Boris 8d 8h 8s"):
        now = state(plays, clears="8", passing=passing)
        assert (now["to_play"], now["on_table"]) == ("Boris", None)
    wild = state("Anna 3c, Boris -, Vera * =8", clears="8", wild="*", passing=passing)
    assert (wild["to_play"], wild["on_table"]) == ("Vera", None)


def test_a_clear_skips_nobody() -> None:
    fields = {"clears": "8", "equal_ranks": True, "equal_skips": True}
    assert state("Anna 3c, Boris 8d", **fields)["to_play"] == "Boris"


def test_the_same_rank_takes_the_next_turn() -> None:
    fields = {"equal_ranks": True, "equal_skips": True}
    assert state("Anna Jc, Boris Jd", **fields)["to_play"] == "Anna"
    locked = state("Anna 8c, Boris -, Vera Js, Anna Jc", passing="locked", **fields)
    assert locked["to_play"] == "Anna"  # two are left: Vera's turn is lost, the trick is won
    assert locked["on_table"] is None
    once = state("Anna Jc, Boris Jd", passing="one-turn", **fields)
    assert (once["to_play"], once["on_table"]) == ("Boris", None)


def test_who_goes_out_foul_takes_the_worst_free_place() -> None:
    fields = {"foul_finish": "2", "wild": "*"}
    plays = "Boris 8d 8h 8s, Vera -, Anna -, Boris Jd Jh, Vera -, Anna -, Boris 2c"
    foul = state(f"{plays}, Vera *, Anna -, Vera *", **fields)
    assert foul["left"]["Boris"] == 0
    rest = "Vera 2d 2h 2s, Anna -, Vera Js"
    assert state(f"{plays}, Vera *, Anna -, Vera *, Anna -, {rest}", **fields)["places"] == [
        *("Vera", "Anna", "Boris")
    ]
    fair = state(f"{plays}, Vera *, Anna -, Vera *, Anna -, {rest}", wild="*")
    assert fair["places"] == ["Boris", "Vera", "Anna"]
    last = "Vera *, Anna -, Vera *, Anna -, Vera Js, Anna -, Vera 2d 2h 2s"
    assert state(f"{plays}, {last}", **fields)["places"] == ["Anna", "Vera", "Boris"]


def test_why_not_says_that_the_order_is_turned() -> None:
    rules = slime.rules("slime-licker", turns_trick="J", champion_falls=False)
    match = slime.Match(rules, ["Anna", "Boris", "Vera", "Gleb"], seed=1)
    deal = match.next_deal()
    jack = deal.turn
    assert jack is not None
    while not any(card[0] == "J" for card in deal.hand(deal.turn or "")):
        deal.play(deal.legal()[0])
        while deal.to_beat:
            deal.pass_()
    deal.play("J")
    high = next(card for card in deal.hand(deal.turn or "") if card[0] in "QKA2")
    assert (deal.why_not(high) or "").startswith("The order is turned: lower beats higher now.")


@pytest.mark.parametrize(
    ("fields", "at"),
    [
        ({"big_two": True, "revolution": 4}, "rules.big_two"),
        ({"big_two": True, "turns_trick": "J"}, "rules.big_two"),
        ({"equal_skips": True}, "rules.equal_skips"),
        ({"revolution": 2}, "rules.revolution"),
        ({"revolution": True}, "rules.revolution"),
        ({"clears": "88"}, "rules.clears"),
        ({"clears": "1"}, "rules.clears"),
        ({"turns_trick": "*"}, "rules.turns_trick"),
        ({"foul_finish": None}, "rules.foul_finish"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(fields: dict[str, Any], at: str) -> None:
    with pytest.raises(RulesError) as found:
        slime.rules("slime-licker", **fields)
    assert found.value.at == at


def test_ranks_in_any_order_are_one_rule_set() -> None:
    assert slime.rules("slime-licker", clears="82") == slime.rules("slime-licker", clears="28")
    assert slime.rules("slime-licker", foul_finish="*2K").foul_finish == "2K*"
