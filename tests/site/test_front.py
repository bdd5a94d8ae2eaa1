"""What the page asks is answered; the first hand ends as it must; nothing is told too early."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

import slime
from slime.app.site.front import Front, first_match, taken
from slime.game.deal import Deal
from slime.game.match import Match
from slime.i18n import LANGUAGES, words


def ends(match: Match) -> Iterator[Match]:
    """The match after its first hand, for everything that the person can play."""
    deal = match.deals[-1]
    me = match.players[0]
    while not deal.over and deal.turn != me:
        deal.step()
    if deal.over:
        yield match
        return
    for play in deal.legal():
        again = match.copy()
        again.deals[-1].play(play)
        yield from ends(again)


def after_exchange(match: Match) -> Deal:
    """The next deal once all gifts are given, those of the person too."""
    deal = match.next_deal()
    while deal.phase == "exchange":
        deal.step()
    return deal


def test_whatever_is_played_first_the_exchange_takes_an_ace() -> None:
    w = words("en")
    match = first_match(w)
    me = match.players[0]
    assert match.deals[-1].turn == me and len(match.deals[-1].legal()) > 3
    seen = set()
    for ended in ends(match):
        seen.add(ended.deals[-1].places[me])
        assert "ace" in taken(after_exchange(ended), me, w)
    assert seen == {4, 5}


def asked(front: Front, **message: Any) -> dict[str, Any]:
    """As the page asks: what is sent is JSON."""
    answer: dict[str, Any] = json.loads(front.hear_json(json.dumps(message)))
    return answer


def at_table(front: Front, name: str = "play", **request: Any) -> dict[str, Any]:
    return asked(front, to=name, message={"id": "1", **request})


def play_on(front: Front) -> str:
    """Play the first choice until the exchange of the next deal; what the page then says."""
    for _ in range(60):
        ask = front.tables["play"].traits["ask"]
        if ask["kind"] == "deal":
            assert at_table(front, do="next")["story"] == ""
            continue
        choices = at_table(front, do="which")["reply"]["choices"]
        answer = at_table(front, do=ask["kind"], text=choices[0]["text"])
        assert answer["reply"]["ok"], answer
        if answer["story"]:
            return str(answer["story"])
    raise AssertionError("the hand does not end")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_hand_and_then_the_exchange(lang: str) -> None:
    front = Front(lang)
    assert front.tables["play"].traits["note"] == words(lang)("site.same_hand")
    story = play_on(front)
    assert story.startswith("**") and words(lang).face("A") in story
    # Later moves of the same deal keep the sentence.
    assert at_table(front, do="which")["story"] == story


def test_who_wins_is_told_so() -> None:
    match = slime.Match("slime-licker", 5, "lowest", seed=2)
    match.next_deal().finish()
    deal = after_exchange(match)
    champion, third = deal.previous_standing[0], deal.previous_standing[2]  # type: ignore[index]
    w = words("en")
    assert taken(deal, champion, w).startswith("**The exchange brought you")
    assert taken(deal, third, w) == w("site.story.spared")
    assert taken(match.deals[0], champion, w) == ""


def test_the_bet_is_judged_when_it_is_placed() -> None:
    front = Front("en")
    told = json.dumps(front.bet.state())
    assert "52" not in told and "cards." not in told
    answer = asked(front, to="bet", message={"do": "place", "bets": {"exchange": 30}})
    assert answer["wrong"] == "" and answer["state"]["phase"] == "done"
    assert [row["result"] for row in answer["state"]["rows"]] == [52, 16]
    again = asked(front, to="bet", message={"do": "place", "bets": {"exchange": 52}})
    assert again["wrong"] and again["state"] == answer["state"]


def test_tables_are_opened_and_apart() -> None:
    front = Front("en")
    record = slime.Match("slime-licker", 4, seed=5).finish().record()
    assert asked(front, do="open", text=record)["traits"]["deals"]["last"] == 10
    assert at_table(front, "look", do="deal", deal=3)["traits"]["animation"]
    assert front.tables["play"].traits["animation"]["deal"] == 1
    assert "traits" in asked(front, do="new") and front.tables["play"].source.match is not None
    assert "JSON" in asked(front, do="open", text="no record")["wrong"]
    assert asked(front, do="first")["traits"]["ask"]["kind"] == "play"


@pytest.mark.parametrize(
    "message",
    [
        {"do": "fly"},
        {},
        {"to": "nowhere", "message": {}},
        {"do": "more"},
        {"do": "open", "text": 7},
        {"do": "run"},
        {"do": "run", "society": "none"},
        {"do": "run", "society": ["none", 9, "lowest"]},
        {"do": "run", "society": ["none"]},
        {"do": "run", "society": ["none", "x", "lowest"]},
        {"do": "run", "society": ["x", 5, "lowest"]},
        {"do": "run", "society": [["none"], 5, "lowest"]},
        {"do": "run", "society": ["none", 5, "lowest"], "seed": -1},
        {"do": "run", "society": ["none", 5, "lowest"], "seed": "x"},
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_cannot_be_is_refused_in_words(message: dict[str, Any], lang: str) -> None:
    answer = asked(Front(lang), **message)
    assert set(answer) == {"wrong"}
    # Python's own words ("invalid literal", "not enough values") are English in any language.
    assert bool(re.search("[а-я]{3}", answer["wrong"])) == (lang == "ru")


def test_a_run_goes_on_to_its_end_and_another_takes_its_place() -> None:
    front = Front("en")
    assert asked(front, do="run", society=["king", 4, "random"], seed=9) == {"of": 500}
    first, second = asked(front, do="more"), asked(front, do="more")
    assert 0 < first["done"] < second["done"] and "King and slave" in second["title"]
    asked(front, do="run", society=["none", 4, "lowest"], seed=9)
    assert asked(front, do="more")["done"] == first["done"]
