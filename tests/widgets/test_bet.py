"""A bet: nothing preset, locked, judged with its distance, and not before."""

from __future__ import annotations

import json
from typing import Any

import pytest

import slime
from slime.i18n import LANGUAGES
from slime.widgets.betting import Betting


def sheet() -> Betting:
    return Betting({"on": "With?", "off": "Without?"}, "share", lang="en")


def test_nothing_is_preset_and_no_bet_is_said_to_be_none() -> None:
    bet = sheet()
    assert bet.placed == {} and bet.state()["phase"] == "open"
    bet.reveal({"on": 0.523, "off": 0.16})
    assert bet.text() == "With?\nNo bet placed.\nWithout?\nNo bet placed."
    bet.show()
    assert bet.text().splitlines()[1::2] == [
        "No bet placed. It is 52 of 100.",
        "No bet placed. It is 16 of 100.",
    ]
    assert [row["right"] for row in bet.state()["rows"]] == [None, None]


@pytest.mark.parametrize("first", ["bet", "result"])
def test_it_is_judged_when_both_are_there(first: str) -> None:
    bet = sheet()
    steps = [lambda: bet.place({"on": 50}), lambda: bet.reveal({"on": 0.523, "off": 0.16}, "So.")]
    for step in steps if first == "bet" else reversed(steps):
        assert bet.state()["phase"] != "done" and bet.state()["text"] == ""
        step()
    rows = bet.state()["rows"]
    assert [row["said"] for row in rows] == ["It is 52 of 100: off by 2.", "It is 16 of 100."]
    assert (rows[0]["at"], rows[0]["result"], bet.state()["text"]) == (50, 52, "So.")


def test_no_face_is_told_the_result_before() -> None:
    bet = Betting("Where?", "choice", ["here", "there"], lang="en")
    before = json.dumps(bet.state())
    bet.reveal("there", "secret")
    assert json.dumps({**bet.state(), "ready": False}) == before
    assert bet.hear({"do": "place", "bets": {"": "here"}}) == ""
    assert bet.state()["text"] == "secret"


def test_a_placed_bet_is_locked() -> None:
    bet = Betting("How many?", "number", high=4, step=0.5, lang="en")
    assert bet.hear({"do": "show"}) == "The result is not there yet."
    assert bet.hear({"do": "place", "bets": {"": None}}) == "There is no bet yet."
    bet.place(1.5)
    assert bet.hear({"do": "place", "bets": {"": 2}}) == "The bet is locked."
    bet.reveal(1.13)
    assert bet.placed == {"": 1.5}
    assert bet.state()["rows"][0]["said"] == "It is 1.1: off by 0.4."


@pytest.mark.parametrize(
    ("kind", "bet", "result", "said"),
    [
        ("place", 2, 2, "It is place 2: exactly right."),
        ("share", 20, 0.2, "It is 20 of 100: exactly right."),
        ("verdict", "holds", "depends", "The answer: depends. You were wrong."),
        ("choice", "b", ["a", "b"], "The answer: A or B. You were right."),
        ("order", ["b", "a", "c"], ["a", "b", "c"], "It is A, B, C: 1 of 3 pairs the wrong way"),
        ("order", ["b", "a", "c"], [["a", "b"], "c"], "It is A = B, C: exactly right."),
    ],
)
def test_kinds(kind: Any, bet: Any, result: Any, said: str) -> None:
    asked = Betting("?", kind, {"a": "A", "b": "B", "c": "C"}, lang="en")
    asked.place(bet)
    asked.reveal(result)
    assert asked.state()["rows"][0]["said"].startswith(said)


def test_many_questions_are_counted() -> None:
    claims = {str(n): f"Claim {n}." for n in range(4)}
    bet = Betting(claims, "verdict", lang="en")
    bet.place({"0": "holds", "1": "fails", "2": "holds"})
    bet.reveal({"0": "holds", "1": "depends", "2": "holds", "3": "undecided"})
    assert bet.state()["text"] == "Right on 2 of 3 bets, out of 4 questions."


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "guess"},
        {"question": ""},
        {"kind": "choice"},
        {"kind": "order", "answers": ["alone"]},
        {"low": 5, "high": 5},
        {"step": 0},
    ],
)
def test_what_cannot_be_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        Betting(**{"question": "?", **wrong})


@pytest.mark.parametrize(
    ("kind", "bet"), [("share", 101), ("share", "x"), ("verdict", "no"), ("order", ["a", "a"])]
)
def test_a_bet_that_cannot_be_is_refused_and_not_locked(kind: Any, bet: Any) -> None:
    asked = Betting("?", kind, ["a", "b"], lang="en")
    with pytest.raises(ValueError):
        asked.place(bet)
    with pytest.raises(ValueError):
        asked.reveal({"elsewhere": 1})
    assert asked.state()["phase"] == "open"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_widget_says_it_as_text_too(lang: str) -> None:
    bet = slime.bet("?", "share", lang=lang)
    bet._hear({"do": "place", "bets": {"": 40}})
    assert bet.placed == 40 and bet.state["phase"] == "placed"
    bundle, _ = bet.reveal(0.5, "**So.**")._repr_mimebundle_()
    assert "50" in bundle["text/plain"] and "**So.**" in bundle["text/markdown"]
    assert bet.state["phase"] == "done"


def test_where_no_widget_lives_the_result_is_not_kept_back() -> None:
    bet = slime.bet("?", "share", lang="en").reveal(0.5, "So.")
    assert str(bet) == "?\nNo bet placed."
    bundle, _ = bet._repr_mimebundle_()
    assert bundle["text/markdown"] == "?  \nNo bet placed. It is 50 of 100.  \nSo."
    assert "50" not in json.dumps(bet.state)
