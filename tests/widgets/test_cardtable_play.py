"""The card table without a browser: playing at it by requests."""

from __future__ import annotations

from typing import Any

import pytest
from watching import NAMES, first, first_or_pass, match

import slime
import slime.game.snapshots
import slime.i18n
from slime.widgets import table
from slime.widgets.source import SHOWN


def test_the_others_play_until_a_seat_here_is_asked() -> None:
    game = match()
    shown = table(game, play="Anna", lang="en")
    deal = game.deals[0]
    assert deal.turn == "Anna" == shown.ask["seat"]
    assert shown.ask["kind"] == "play" and shown.ask["deal"] == 1
    assert shown.table.traits["look"]["hands"] == "hidden"
    before = len(shown.snapshots)
    assert shown.answer({"do": "play", "text": first(shown)}).ok
    assert deal.turn == "Anna" and len(shown.snapshots) > before
    assert shown.ask["undo"]


def test_an_illegal_move_is_answered_by_its_rule() -> None:
    game = match()
    shown = table(game, play="Anna", lang="en")
    deal = game.deals[0]
    animation = shown.animation
    low, high = deal.hand("Anna")[0], deal.hand("Anna")[-1]
    for cards in ([low, high], [low], ["3c", "3d", "3h", "3s"]):
        answer = shown.answer({"do": "play", "cards": cards})
        assert not answer.ok
        assert answer.text == deal.why_not(" ".join(cards))
    assert shown.animation == animation


def test_clicked_and_typed_are_the_same() -> None:
    one, two = match(), match()
    for game, request in ((one, {"cards": None}), (two, {"text": None})):
        shown = table(game, play="Anna", lang="en")
        rank = first(shown)[0]
        code = next(card for card in game.deals[0].hand("Anna") if card[0] == rank)
        chosen = {"cards": [code]} if "cards" in request else {"text": f" {code} "}
        assert shown.answer({"do": "play", **chosen}).ok
    assert one.deals[0].log == two.deals[0].log


@pytest.mark.parametrize(
    ("lang", "text", "says"),
    [
        ("en", "Д", "Cyrillic"),
        ("ru", "B", "латинская"),
        ("en", "hello", "not a card"),
        ("ru", "", "карт"),
        ("en", "", "card"),
    ],
)
def test_what_cannot_be_read_is_said_in_the_table_s_language(
    lang: str, text: str, says: str
) -> None:
    shown = table(match(), play="all", lang=lang)
    answer = shown.answer({"do": "play", "text": text})
    assert not answer.ok and says in answer.text


def test_a_latin_ten_and_a_cyrillic_ace() -> None:
    game = match("king-and-slave", seed=2, exchange="none")
    shown = table(game, play="all", lang="ru")
    deal = game.deals[0]
    while not {"T", "A"} <= {card[0] for card in deal.hand(str(deal.turn))} or deal.to_beat:
        pick = first(shown) if deal.to_beat is None else "-"
        assert shown.answer({"do": "play", "text": pick}).ok
    who = str(deal.turn)
    aces = sum(card[0] == "A" for card in deal.hand(who))
    assert shown.answer({"do": "play", "text": "Т"}).ok
    assert sum(card[0] == "A" for card in deal.hand(who)) == aces - 1
    assert shown.answer({"do": "undo"}).ok
    assert shown.answer({"do": "play", "text": "T"}).ok
    assert sum(card[0] == "A" for card in deal.hand(who)) == aces


@pytest.mark.parametrize("text", ["-", " – ", "pass", "Pass"])
def test_a_pass_can_be_typed(text: str) -> None:
    game = match()
    shown = table(game, play="Anna", lang="en")
    before = len(game.deals[0].log)
    assert shown.answer({"do": "play", "text": text}).ok
    assert len(game.deals[0].log) > before


def test_undo_goes_back_to_the_last_choice_of_somebody_here() -> None:
    game = match()
    shown = table(game, play="Anna", lang="en")
    deal = game.deals[0]
    states = [(deal.log, deal.hand("Anna"), shown.animation)]
    for _ in range(3):
        shown.answer({"do": "pass"})
        states.append((deal.log, deal.hand("Anna"), shown.animation))
    assert not shown.ask["redo"]
    for state in states[-2::-1]:
        assert shown.answer({"do": "undo"}).ok
        assert (deal.log, deal.hand("Anna"), shown.animation) == state
    refused = shown.answer({"do": "undo"})
    assert not refused.ok and refused.text
    assert not shown.ask["undo"]
    for state in states[1:]:
        assert shown.ask["redo"] and shown.answer({"do": "redo"}).ok
        assert (deal.log, deal.hand("Anna"), shown.animation) == state
    assert not shown.answer({"do": "redo"}).ok


def test_who_comes_back_sees_where_it_stands_and_not_all_again() -> None:
    game = match()
    shown = table(game, play="Anna", lang="en")
    assert shown.position == 0
    assert shown.answer({"do": "pass"}).ok
    again = table(game, play="Anna", lang="en")
    assert again.position == len(again.snapshots) - 1 > 0
    game.deals[0].finish()
    assert table(game, play="Anna", lang="en").snapshot["phase"] == "over"
    assert table(game, lang="en").position == 0


def test_a_table_that_another_one_has_overtaken_is_brought_up_to_date_first() -> None:
    game = match()
    one, two = (table(game, play="all", lang="en") for _ in range(2))
    deal, mark = game.deals[0], two.ask["mark"]
    assert one.answer({"do": "play", "text": first(one)}).ok
    log = deal.log
    late = two.answer({"do": "pass", "mark": mark})
    assert not late.ok and "elsewhere" in late.text
    assert deal.log == log
    assert two.animation == one.animation and two.ask == one.ask, "it is told at once"
    assert two.answer({"do": "pass"}).ok and len(deal.log) > len(log)


def test_gifts() -> None:
    game = match(deals=1)
    champion, last = game.deals[0].standing[0], game.deals[0].standing[-1]  # type: ignore[index]
    shown = table(game, play="all", lang="en")
    assert shown.answer({"do": "next"}).ok
    deal = game.deals[1]
    assert shown.ask["kind"] == "give" and shown.ask["seat"] == last
    assert shown.ask["to"] == champion and shown.ask["count"] == 2
    low = deal.hand(last)[:2]
    answer = shown.answer({"do": "give", "cards": low})
    assert not answer.ok and answer.text == deal.why_not_give(" ".join(low))
    best = shown.answer({"do": "which"}).choices
    assert len(best) == 1
    assert shown.answer({"do": "give", "text": best[0]["text"]}).ok
    assert shown.ask["seat"] == champion
    assert shown.answer({"do": "which"}).text.startswith("Any 2 cards")
    assert not shown.answer({"do": "play", "text": "-"}).ok
    assert shown.answer({"do": "give", "cards": deal.hand(champion)[:2]}).ok
    gifts = shown.snapshots[-1]["gifts"]
    assert [gift["kind"] for gift in gifts] == ["best", "choice"]


def test_a_whole_match_is_played_by_requests_alone() -> None:
    game = match(match={"deals": 2})
    shown = table(game, play=["Anna", "Gleb"], lang="ru")
    for _ in range(500):
        kind = shown.ask["kind"]
        if kind == "over":
            break
        if kind == "deal":
            assert shown.answer({"do": "next"}).ok
        elif kind == "give":
            hand = game.deals[-1].hand(shown.ask["seat"])
            choices = shown.answer({"do": "which"}).choices
            cards = choices[0]["text"].split() if choices else hand[: shown.ask["count"]]
            assert not choices or shown.ask["best"] == cards
            assert shown.answer({"do": "give", "cards": cards}).ok
        else:
            assert shown.answer({"do": "play", "text": first_or_pass(shown)}).ok
        assert shown.animation == shown.source.animation(game.deals[-1].number)
    assert game.over and shown.ask["kind"] == "over"
    assert len(shown.table.traits["sheet"]) == 2
    for name in game.winners or []:
        assert name in shown.ask["text"]


def test_wild_cards_that_stand_for_different_ranks_are_asked_about() -> None:
    game = match("king-and-slave", wild="23", initial_places="none", first_lead="draw", seed=4)
    shown = table(game, play="all", lang="en")
    deal = game.deals[0]
    while not {"2", "3"} <= {card[0] for card in deal.hand(str(deal.turn))} or deal.to_beat:
        text = deal.legal()[0] if deal.to_beat is None else "-"
        assert shown.answer({"do": "play", "text": text}).ok
    hand = deal.hand(str(deal.turn))
    cards = [next(card for card in hand if card[0] == rank) for rank in "23"]
    answer = shown.answer({"do": "play", "cards": cards})
    assert not answer.ok and len(answer.choices) > 5
    assert all(" as " in choice["label"] for choice in answer.choices)
    assert shown.answer({"do": "play", "text": answer.choices[0]["text"]}).ok


def test_very_many_choices_are_not_all_sent() -> None:
    game = match("king-and-slave", wild="23", initial_places="none", first_lead="draw", seed=4)
    shown = table(game, play="all", lang="en")
    deal = game.deals[0]
    while len(deal.legal()) <= SHOWN:
        assert shown.answer({"do": "play", "text": deal.legal()[0]}).ok
    answer = shown.answer({"do": "which"})
    assert len(answer.choices) == SHOWN + ("-" in deal.legal())
    assert str(len(deal.legal())) in answer.text


@pytest.mark.parametrize("request_", [{}, {"do": "cheat"}, {"do": None}, {"do": ["play"]}])
def test_requests_that_nobody_knows(request_: dict[str, Any]) -> None:
    answer = table(match(deals=1)).answer(request_)
    assert not answer.ok and answer.text


def test_the_coach_s_place_is_empty() -> None:
    shown = table(match(), play="Anna")
    assert shown.table.traits["hint"] == ""
    assert not shown.answer({"do": "hint"}).ok


def test_messages_are_answered_by_their_number(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = table(match(), play="Anna", lang="en")
    sent: list[Any] = []
    monkeypatch.setattr(shown, "send", lambda content, buffers=None: sent.append(content))
    for content in (
        {"id": "a:1", "do": "hello"},
        {"id": "a:2", "do": "play", "text": "9"},
        "x",
        {},
    ):
        shown._handle_custom_msg(content, [])
    assert [one["to"] for one in sent] == ["a:1", "a:2"]
    assert sent[0]["ok"] and set(sent[1]) == {"to", "ok", "text", "choices"}


def test_a_strategy_that_fails_is_told_and_the_table_shows_how_far_it_came(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(view: Any) -> str:
        raise RuntimeError("no idea")

    game = slime.Match("slime-licker", NAMES, strategies=["lowest", broken, *["lowest"] * 3])
    deal = game.next_deal()
    while deal.turn != "Anna":
        deal.play(next(iter(deal.legal())))
    shown = table(game, play="Anna", lang="en")
    sent: list[Any] = []
    monkeypatch.setattr(shown, "send", lambda content, buffers=None: sent.append(content))
    before = len(shown.snapshots)
    play = next((p for p in deal.legal() if p != "-"), "-")
    with pytest.raises(ValueError, match="no idea"):
        shown._hear({"id": "a:1", "do": "play", "text": play})
    assert sent[-1]["to"] == "a:1" and not sent[-1]["ok"]
    # What it says might name cards that are nobody's to see.
    assert "no idea" not in sent[-1]["text"] and "strategy has failed" in sent[-1]["text"]
    assert len(shown.snapshots) > before


def test_what_was_played_elsewhere_can_be_brought_to_the_table() -> None:
    game = match()
    deal = game.next_deal()
    shown = table(game, lang="en")
    before = len(shown.snapshots)
    deal.step()
    shown.refresh()
    assert len(shown.snapshots) > before
