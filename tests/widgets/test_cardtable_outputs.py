"""The card table without a browser: words, arguments and what it leaves on pages."""

from __future__ import annotations

import gc
import json
import re
from typing import Any

import ipywidgets
import pytest
from watching import NAMES, match

import slime
import slime.game.snapshots
import slime.i18n
from slime.widgets import table
from slime.widgets.assets import ui_words, unpack
from slime.widgets.cardtable import CardTable


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
    return shown.snapshots


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
    from slime.widgets.assets import STATIC

    # A bet brings its own words.
    scripts = [path for path in STATIC.glob("*.js") if path.stem != "bet"]
    text = "".join(path.read_text(encoding="utf-8") for path in scripts)
    asked = set(re.findall(r'(?<![\w.])(?:this\.|table\.|this\.table\.)?w\("([\w.]*\w)"', text))
    helps = re.findall(r'"(\w+)"', re.search(r"HELPS = \[(.*)]", text)[1])  # type: ignore[index]
    assert len(asked) > 25 and len(helps) == 16
    asked |= {f"{part}.{key}" for part in ("key", "helps") for key in helps}
    for lang in ("en", "ru"):
        words = set(ui_words(lang))
        assert asked <= words, asked - words
        # And no word is there that nothing asks for: by itself, or by what it is a word of.
        made = {word for word in words if "." in word} | {
            "play",
            "play_cards",
            "give",
            "give_cards",
        }
        idle = {word for word in words - made - asked if f'"{word}"' not in text}
        assert idle - {word for word in idle if re.search(rf"\b{word}:", text)} == set()


def test_outputs_for_every_kind_of_page(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = table(match(deals=1), lang="en")
    bundle, _ = shown._repr_mimebundle_()
    assert set(bundle) == {"application/vnd.jupyter.widget-view+json", "text/plain"}
    assert bundle["text/plain"] == repr(shown) == shown.text()
    again = table(match(deals=1), lang="en")
    assert repr(again) == repr(shown), "the text must not change from run to run"
    published: list[dict[str, Any]] = []
    monkeypatch.setattr("IPython.display.publish_display_data", published.append)
    shown._ipython_display_()
    view, still = published
    # Where nothing is trusted the first output is empty, and the second is the picture.
    assert view["text/html"] == "" and view["text/plain"] == repr(shown)
    assert f'id="{shown.still}"' in still["text/html"] == shown.still_html()
    assert "Save Widget State" in still["text/html"] and "data:image/svg+xml," in still["text/html"]


def test_a_hidden_table_s_picture_and_text_hide_too() -> None:
    shown = table(match(), play="Anna", lang="en")
    deal = shown.source.deal
    hands = {name: set(dealt) for name, dealt in zip(NAMES, deal.dealt, strict=True)}
    others = set().union(*(hands[name] for name in NAMES[1:])) - hands["Anna"]
    assert len(others) > 40
    told = shown.text().split()
    assert not any(slime.i18n.face(card, "en") in told for card in others)
    assert any(slime.i18n.face(card, "en") in told for card in hands["Anna"])


def test_tables_made_and_closed_leave_nothing() -> None:
    game = match(deals=2)

    def alive() -> int:
        gc.collect()
        # by type: isinstance() would ask dead weak proxies, which raise
        return sum(issubclass(type(one), CardTable) for one in gc.get_objects())

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


def test_what_is_saved_of_the_table_gives_its_snapshots() -> None:
    game = match(deals=2)
    shown = table(game, lang="ru")
    saved = unpack(json.loads(shown.get_state()["state"])["animation"])
    assert saved["snapshots"] == slime.game.snapshots.animation(game.deals[0], "ru")["snapshots"]
