"""What the browser is given: small, whole, and drawn as slime.drawing draws."""

from __future__ import annotations

import re

import pytest

from slime.drawing import cards, sheet
from slime.drawing import rank_badges as hats
from slime.widgets.assets import SCRIPTS, STATIC, STYLES, art, css, esm, fill
from slime.widgets.lean import lean_js


def test_scripts_and_styles_are_small() -> None:
    assert len(esm().encode()) + len(css().encode()) < 60_000


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_cards_are_those_of_the_drawings(lang: str) -> None:
    made = art(lang, ["champion", "king"])
    for suit in "cdhs":
        assert fill(made["signs"][suit], made, "x", suit) == cards.suit_paths({suit}, "x")
        for rank in cards.RANKS:
            code = rank + suit
            symbol = fill(made["cards"][rank], made, "x", suit)
            assert symbol == cards.card_symbol(code, lang, "x")
            if rank in "JQK":
                assert fill(made["figures"][rank], made, "x", suit) == cards.figure(code, "x")
    for code in "*?":
        assert fill(made["cards"][code], made, "x") == cards.card_symbol(code, lang, "x")
    assert fill(made["hats"]["king"], made, "x") == hats.HATS["king"]
    assert "slave" not in made["hats"] and "medal1" in made["hats"]


def test_cards_without_suits_too() -> None:
    made = art("en", [], suits=False)
    for rank in cards.RANKS:
        assert fill(made["cards"][rank], made, "x") == cards.card_symbol(rank, "en", "x")


def test_every_colour_that_is_used_is_given_in_light_and_dark() -> None:
    used = set(re.findall(r"var\((--[\w-]+)", css()))
    made = {"--cw", "--sw", "--mw", "--mh", "--my", "--k", "--pc", "--step", "--done", "--up"}
    made |= {"--down", "--jp-ui-font-family", "--row"}
    assert {name.removeprefix("--c-") for name in used - made} <= set(sheet.COLOURS)
    for name in used - made:
        assert css().count(f"{name}:") == 4, name


def test_nothing_is_asked_of_an_outside_address() -> None:
    text = re.sub(r"http://www\.w3\.org/\S+", "", esm() + css())
    assert "http" not in text and "import(" not in text and "@import" not in text


def test_no_rule_and_no_sentence_is_written_in_javascript() -> None:
    for name in SCRIPTS:
        text = (STATIC / name).read_text(encoding="utf-8")
        assert not re.search(r"[А-Яа-яЁё]", text), name
        # A card's worth, or who may act, would show as ranks in an order.
        assert not re.search(r"3456789|JQKA", text), name


def test_all_files_are_used() -> None:
    there = {path.name for path in STATIC.iterdir()}
    assert there == {*SCRIPTS, *STYLES}


@pytest.mark.parametrize(
    ("text", "lean"),
    [
        ("const a = b / c / d;", "let a=b/c/d;"),
        ("x.replace(/ [/] \\/ '/g, \" ' \");", "x.replace(/ [/] \\/ '/g,\" ' \");"),
        ("`a ${ b ? `c  ${ d }` : '}' }  e` + 1;", "`a ${ b ? `c  ${ d }` : '}' }  e`+1;"),
        ("return { a };\n// no\n  f (x);", "return{a};f(x);"),
        ("if (a) b;\nelse c;", "if(a)b;else c;"),
        ("class A {\n  b() {\n    c;\n  }\n  d() {}\n}", "class A{b(){c;}d(){}}"),
    ],
)
def test_lean_scripts_mean_the_same(text: str, lean: str) -> None:
    assert lean_js(text) == lean
