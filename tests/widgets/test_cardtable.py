"""The card table's Python side, without a browser: requests in, traits and answers out."""

from __future__ import annotations

import gc
import json
import re
from typing import Any

import ipywidgets
import pytest

import slime
import slime.frames
import slime.words
from slime.widgets import table
from slime.widgets.cardtable import CardTable
from slime.widgets.movie import compact, expand
from slime.widgets.source import SHOWN

NAMES = ["Anna", "Boris", "Vera", "Gleb", "Daria"]


def match(
    preset: str = "slime-licker", deals: int = 0, seed: int = 1, **fields: Any
) -> slime.Match:
    made = slime.Match(slime.rules(preset, **fields), NAMES, seed=seed)
    for _ in range(deals):
        made.next_deal().finish()
    return made


def first(shown: CardTable) -> str:
    """The first legal play."""
    choices = shown.answer({"do": "which"}).choices
    return next(choice["text"] for choice in choices if choice["text"] != "-")


# --- looking -------------------------------------------------------------------------------


def test_a_match_is_shown_from_its_first_deal() -> None:
    game = match(deals=3)
    shown = table(game, lang="en")
    assert shown.movie["deal"] == 1
    assert shown.deals == {"first": 1, "last": 3, "more": True}
    assert [len(row) for row in shown.sheet] == [5, 5, 5]
    assert shown.ask == {}
    assert shown.frames == slime.frames.movie(game.deals[0], "en")["frames"]


def test_a_match_not_begun_is_dealt_and_played() -> None:
    game = match()
    table(game)
    assert game.deals[0].over


def test_a_single_deal() -> None:
    deal = match(deals=1).deals[0]
    shown = table(deal)
    assert shown.deals == {"first": 1, "last": 1, "more": False}
    assert not shown.answer({"do": "next"}).ok


def test_a_deal_not_begun_is_shown_as_it_would_be_played() -> None:
    deal = match(deals=2).next_deal()  # such as `sim.deal(m, d)` gives
    shown = table(deal, lang="en")
    assert shown.frames[-1]["phase"] == "over" and shown.movie["deal"] == 3
    assert deal.log == ()
    assert shown.frames == slime.frames.movie(deal.finish(), "en")["frames"]


def test_a_deal_begun_is_shown_as_it_is() -> None:
    deal = match().next_deal()
    deal.step().step()
    assert table(deal, lang="en").frames == slime.frames.movie(deal, "en")["frames"]


def test_a_record_is_shown() -> None:
    game = match(deals=3)
    shown = table(game.record(), lang="ru")
    assert shown.deals == {"first": 1, "last": 3, "more": False}
    shown.show_deal(3)
    assert shown.frames == slime.frames.movie(game.deals[2], "ru")["frames"]
    assert shown.sheet == table(game, lang="ru").sheet


def test_a_record_without_suits() -> None:
    game = match(deals=1)
    lines = game.record().splitlines()
    bare = json.loads(lines[1])
    bare["hands"] = {n: re.sub(r"\b([2-9TJQKA])[cdhs]", r"\1", c) for n, c in bare["hands"].items()}
    bare["plays"] = [re.sub(r" ([2-9TJQKA])[cdhs]", r" \1", play) for play in bare["plays"]]
    shown = table("\n".join([lines[0], json.dumps(bare)]), lang="en")
    assert all(len(card) == 1 for hand in shown.frame["hands"].values() for card in hand)
    assert shown.art["signs"] == {}


def test_an_unfinished_record_can_be_played_on() -> None:
    game = match()
    game.next_deal().step().step()
    shown = table(game.record(), play="all", lang="en")
    assert shown.ask["kind"] == "play" and shown.ask["seat"] == game.deals[0].turn
    assert shown.answer({"do": "play", "text": first_or_pass(shown)}).ok


@pytest.mark.parametrize(
    ("text", "says"), [("hello", "Line 1"), ("", "Line 1"), (match().record(), "no deal")]
)
def test_records_that_cannot_be_shown(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        table(text, lang="en")


def test_deals_are_filmed_only_when_they_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    filmed: list[int] = []
    real = slime.frames.movie

    def spy(deal: slime.Deal, *args: Any, **how: Any) -> Any:
        filmed.append(deal.number)
        return real(deal, *args, **how)

    monkeypatch.setattr("slime.widgets.source.movie", spy)
    shown = table(match(deals=9))
    assert filmed == [1]
    assert shown.answer({"do": "deal", "deal": 7}).ok
    assert filmed == [1, 7]
    assert shown.movie["deal"] == 7 and list(shown.kept) == ["1"]


def test_deals_that_are_not_there() -> None:
    shown = table(match(deals=2), lang="en")
    for number in (0, 5, -1, None, "x", 1.5, [1]):
        answer = shown.answer({"do": "deal", "deal": number})
        assert not answer.ok and answer.text
    assert shown.movie["deal"] == 1
    with pytest.raises(ValueError, match="no deal 9"):
        shown.show_deal(9)


def test_kept_deals_stay_small() -> None:
    shown = table(match(deals=10))
    for number in range(2, 11):
        shown.show_deal(number)
    kept = json.dumps(shown.kept, ensure_ascii=False).encode()
    assert len(kept) < 22_000
    assert "9" in shown.kept and "10" not in shown.kept


def test_position_and_frame() -> None:
    shown = table(match(deals=1), lang="en")
    shown.position = 3
    assert shown.frame == shown.frames[3]
    shown.position = 10_000
    assert shown.frame == shown.frames[-1]
    assert "The deal is over" in shown.text()


# --- playing -------------------------------------------------------------------------------


def test_the_others_play_until_a_seat_here_is_asked() -> None:
    game = match()
    shown = table(game, play="Anna", lang="en")
    deal = game.deals[0]
    assert deal.turn == "Anna" == shown.ask["seat"]
    assert shown.ask["kind"] == "play" and shown.ask["deal"] == 1
    assert shown.look["hands"] == "hidden"
    before = len(shown.frames)
    assert shown.answer({"do": "play", "text": first(shown)}).ok
    assert deal.turn == "Anna" and len(shown.frames) > before
    assert shown.ask["undo"]


def test_an_illegal_move_is_answered_by_its_rule() -> None:
    game = match()
    shown = table(game, play="Anna", lang="en")
    deal = game.deals[0]
    movie = shown.movie
    low, high = deal.hand("Anna")[0], deal.hand("Anna")[-1]
    for cards in ([low, high], [low], ["3c", "3d", "3h", "3s"]):
        answer = shown.answer({"do": "play", "cards": cards})
        assert not answer.ok
        assert answer.text == deal.why_not(" ".join(cards))
    assert shown.movie == movie


def test_clicked_and_typed_are_the_same() -> None:
    one, two = match(), match()
    for game, request in ((one, {"cards": None}), (two, {"text": None})):
        shown = table(game, play="Anna", lang="en")
        rank = first(shown)[0]
        code = next(card for card in game.deals[0].hand("Anna") if card[0] == rank)
        request = {"cards": [code]} if "cards" in request else {"text": f" {code} "}
        assert shown.answer({"do": "play", **request}).ok
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
    while not {"T", "A"} <= {card[0] for card in deal.hand(str(deal.turn))} or deal.top:
        pick = first(shown) if deal.top is None else "-"
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
    states = [(deal.log, deal.hand("Anna"), shown.movie)]
    for _ in range(3):
        shown.answer({"do": "pass"})
        states.append((deal.log, deal.hand("Anna"), shown.movie))
    for state in states[-2::-1]:
        assert shown.answer({"do": "undo"}).ok
        assert (deal.log, deal.hand("Anna"), shown.movie) == state
    refused = shown.answer({"do": "undo"})
    assert not refused.ok and refused.text
    assert not shown.ask["undo"]


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
    gifts = shown.frames[-1]["gifts"]
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
            assert shown.answer({"do": "give", "cards": cards}).ok
        else:
            assert shown.answer({"do": "play", "text": first_or_pass(shown)}).ok
        assert shown.movie == compact(shown.source.movie(game.deals[-1].number))
    assert game.over and shown.ask["kind"] == "over"
    assert len(shown.sheet) == 2
    for name in game.winners or []:
        assert name in shown.ask["text"]


def first_or_pass(shown: CardTable) -> str:
    choices = shown.answer({"do": "which"}).choices
    return choices[0]["text"]


def test_wild_cards_that_stand_for_different_ranks_are_asked_about() -> None:
    game = match("king-and-slave", wild="23", initial_places="none", first_lead="draw", seed=4)
    shown = table(game, play="all", lang="en")
    deal = game.deals[0]
    while not {"2", "3"} <= {card[0] for card in deal.hand(str(deal.turn))} or deal.top:
        text = deal.legal()[0] if deal.top is None else "-"
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
    assert shown.hint == ""
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
    before = len(shown.frames)
    play = next((p for p in deal.legal() if p != "-"), "-")
    shown._handle_custom_msg({"id": "a:1", "do": "play", "text": play}, [])
    assert sent[-1]["to"] == "a:1" and not sent[-1]["ok"] and "no idea" in sent[-1]["text"]
    assert len(shown.frames) > before


def test_what_was_played_elsewhere_can_be_brought_to_the_table() -> None:
    game = match()
    deal = game.next_deal()
    shown = table(game, lang="en")
    before = len(shown.frames)
    deal.step()
    shown.refresh()
    assert len(shown.frames) > before


# --- words, arguments, outputs -------------------------------------------------------------


def test_sentences_keep_the_secrets_of_a_hidden_table() -> None:
    game = match(deals=2)
    told = [f["sentence"] for f in open_frames(game, view="Anna", hands="hidden")]
    gifts = game.deals[1].events
    secret = [
        card
        for event in gifts
        if type(event).__name__ == "Gave" and "Anna" not in (event.giver, event.taker)
        for card in event.cards
    ]
    assert secret
    exchange = [s for s in told if " gives " in s and "Anna" not in s]
    assert exchange and not any(re.search(r"[♣♦♥♠★]", s) for s in exchange)


def open_frames(game: slime.Match, **how: Any) -> list[dict[str, Any]]:
    shown = table(game, lang="en", **how)
    shown.show_deal(2)
    return shown.frames


@pytest.mark.parametrize(
    ("how", "names"),
    [
        ({"play": "Nobody"}, "play"),
        ({"play": []}, "play"),
        ({"view": "Nobody"}, "view"),
        ({"hands": "shut"}, "hands"),
        ({"lang": "de"}, "lang"),
    ],
)
def test_arguments_that_cannot_be(how: dict[str, Any], names: str) -> None:
    with pytest.raises(ValueError, match=names):
        table(match(deals=1), **how)


def test_what_is_no_game() -> None:
    with pytest.raises(ValueError, match="int"):
        table(7)


def test_seats_without_a_strategy_must_be_played_here() -> None:
    game = slime.Match("slime-licker", NAMES, strategies=[None, *["lowest"] * 4])
    with pytest.raises(ValueError, match="Anna"):
        table(game, play="Boris")
    assert table(game, play="Anna").ask["seat"] == "Anna"


def test_both_languages_have_the_words_that_the_scripts_ask_for() -> None:
    from slime.widgets.assets import SCRIPTS, STATIC

    text = "".join((STATIC / name).read_text(encoding="utf-8") for name in SCRIPTS)
    asked = set(re.findall(r'(?<![\w.])(?:this\.|table\.|this\.table\.)?w\("([\w.]*\w)"', text))
    assert len(asked) > 40
    for lang in ("en", "ru"):
        words = table(match(deals=1), lang=lang).words
        assert asked <= set(words), asked - set(words)


def test_outputs_for_every_kind_of_page(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = table(match(deals=1), lang="en")
    bundle, _ = shown._repr_mimebundle_()
    assert set(bundle) == {
        "application/vnd.jupyter.widget-view+json",
        "image/svg+xml",
        "text/plain",
    }
    assert bundle["image/svg+xml"].startswith("<svg")
    assert bundle["text/plain"] == repr(shown) == shown.text()
    again = table(match(deals=1), lang="en")
    assert repr(again) == repr(shown), "the text twin must not change from run to run"
    published: list[dict[str, Any]] = []
    monkeypatch.setattr("IPython.display.publish_display_data", published.append)
    shown._ipython_display_()
    view, still = published
    assert "image/svg+xml" not in view and view["text/plain"] == repr(shown)
    assert f'id="{shown.still}"' in still["image/svg+xml"]
    assert "Save Widget State" in still["text/plain"]
    assert "Save Widget State" in still["image/svg+xml"]


def test_a_hidden_table_s_picture_and_text_hide_too() -> None:
    shown = table(match(), play="Anna", lang="en")
    hands = {name: set(shown.frame["hands"][name]) for name in NAMES}
    others = set().union(*(hands[name] for name in NAMES[1:])) - hands["Anna"]
    assert len(others) > 40
    told = shown.text().split()
    assert not any(slime.words.face(card, "en") in told for card in others)
    assert any(slime.words.face(card, "en") in told for card in hands["Anna"])


def test_tables_made_and_closed_leave_nothing() -> None:
    game = match(deals=2)

    def alive() -> int:
        gc.collect()
        return sum(isinstance(one, CardTable) for one in gc.get_objects())

    def widgets() -> int:
        return len(ipywidgets.widgets.widget._instances)

    table(game).close()
    before, registered = alive(), widgets()
    for _ in range(200):
        shown = table(game)
        shown.answer({"do": "deal", "deal": 2})
        shown.close()
        shown.layout.close()
    del shown
    assert alive() <= before
    assert widgets() <= registered + 1


def test_expanding_what_the_table_holds_gives_its_frames() -> None:
    game = match(deals=2)
    shown = table(game, lang="ru")
    assert expand(shown.movie)["frames"] == slime.frames.movie(game.deals[0], "ru")["frames"]
