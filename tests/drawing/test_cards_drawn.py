"""Cards, hands and the sheet of symbols."""

from __future__ import annotations

import itertools
import re

import pytest
from drawing.svg import SVG, items, parse

from slime.drawing import card_svg, hand_svg, symbols_svg
from slime.drawing.canvas import COLOURS
from slime.drawing.cards import BLACK, INDEX_W, PLAIN, RED, SUITS, VIOLET, split_card
from slime.drawing.layout import fan
from slime.drawing.rank_badges import BADGES

PACK = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]


def contrast(one: str, other: str) -> float:
    """WCAG contrast of two colours "#rrggbb"."""

    def light(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        red, green, blue = (
            p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("card", [*PACK, *"23456789TJQKA", "*", "?"])
def test_every_card_is_well_formed_and_differs(card: str, lang: str) -> None:
    root = parse(card_svg(card, lang, uid="u"))
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    for element in root.iter(SVG + "use"):
        assert (element.get("href") or "").removeprefix("#") in ids
    other = card_svg("8h" if card != "8h" else "8d", lang, uid="u")
    assert other != card_svg(card, lang, uid="u")


def test_pips_are_as_many_as_the_rank_says() -> None:
    for rank, count in {**{str(n): n for n in range(2, 10)}, "T": 10}.items():
        for suit in "cdhs":
            svg = card_svg(rank + suit, "en", uid="u")
            half, once = re.search(r'<g id="u-h..">(.*?)</g>(.*?)</symbol>', svg).groups()  # type: ignore[union-attr]
            pip = f'href="#u-p{suit}"'
            assert 2 * half.count(pip) + once.count(pip) == count
            assert half.count(f'href="#u-i{suit}"') == 1


def test_faces_are_of_the_language() -> None:
    assert card_svg("Kd", "en", uid="u") != card_svg("Kd", "ru", uid="u")  # its words
    for rank, same in {"J": False, "Q": False, "A": False, "K": True, "T": True, "7": True}.items():
        signs = []
        for lang in ("en", "ru"):
            signs.append(
                re.search(r'<path d="([^"]*)" transform="translate\(7 8', card_svg(rank, lang))[1]
            )  # type: ignore[index]
        assert (signs[0] == signs[1]) is same, rank
    # the Russian ace is a Т, never the ten
    assert "туз" in card_svg("A", "ru") and "десятка" in card_svg("T", "ru")


def test_suits_differ_by_shape() -> None:
    assert len(set(SUITS.values())) == 4


def test_suitless_cards_show_no_suit() -> None:
    svg = hand_svg([*"3456789TJQKA2"], "en", uid="u")
    assert not re.search(r'id="u-[ip][cdhs]"', svg)
    assert RED not in svg and PLAIN in svg


def test_ink_can_be_read() -> None:
    for ink in (RED, BLACK, PLAIN, VIOLET):
        assert contrast(ink, "#fffdf8") >= 4.5
    on = {
        "bg": ("ink", "soft"),
        "plate": ("ink", "soft"),
        "turn": ("turnink",),
        "turnink": ("turn",),
        "pass": ("passink",),
        "fall": ("fallink",),
        "felt": ("onfelt",),
        "mat": ("onfelt", "turn"),
        "count": ("countink",),
    }
    for theme in (0, 1):
        for ground, inks in on.items():
            for ink in inks:
                seen = contrast(COLOURS[ground][theme], COLOURS[ink][theme])
                assert seen >= 4.5, (ground, ink, theme, seen)
        for line in ("up", "down", "lot"):
            assert contrast(COLOURS[line][theme], COLOURS["mat"][theme]) >= 3
        assert contrast(COLOURS["halo"][theme], COLOURS["felt"][theme]) >= 1.8


@pytest.mark.parametrize("count", [0, 1, 2, 13, 14, 27, 54, 108])
@pytest.mark.parametrize("width", [100, 400, 900])
def test_a_hand_of_any_size_fits_and_shows_each_index(count: int, width: float) -> None:
    cards = (PACK * 3)[:count]
    svg = hand_svg(cards, "en", width=width, card=60)
    root = parse(svg)
    wide, high = float(root.get("width", 0)), float(root.get("height", 0))
    assert wide <= width + 0.1
    for item in items(svg):
        assert item.x >= -0.1 and item.right <= wide + 0.1
        assert item.y >= -0.1 and item.low <= high + 0.1
    corners = fan(cards, width - 12, 60)
    assert len(corners) == count
    for (x, y), (next_x, next_y) in itertools.pairwise(corners):
        assert next_y > y or next_x - x >= 60 * INDEX_W / 100


def test_cards_of_one_rank_lie_closer() -> None:
    (a, _), (b, _), (c, _) = fan(["7c", "7d", "9s"], 500, 60)
    assert b - a < c - b


def test_a_label_is_written_and_cut() -> None:
    assert ">Anna<" in hand_svg("3c 4d 5h", "en", label="Anna")
    svg = hand_svg("3c", "en", width=120, label="<Я & " + "ж" * 40)
    assert "…" in svg
    assert float(parse(svg).get("width", 0)) <= 120


@pytest.mark.parametrize("bad", ["1c", "10c", "Tx", "", "cc", "7cd", "х"])
def test_what_is_no_card_is_refused(bad: str) -> None:
    with pytest.raises(ValueError, match="card"):
        split_card(bad)
    with pytest.raises(ValueError, match="card"):
        hand_svg([bad], "en")


def test_other_bad_arguments_are_refused() -> None:
    for wrong, word in (
        ({"card": 3}, "card"),
        ({"width": 20}, "width"),
        ({"theme": "blue"}, "theme"),
        ({"uid": "1x"}, "uid"),
        ({"uid": ""}, "uid"),
        ({"uid": 'a"b'}, "uid"),
        ({"lang": "xx"}, "lang"),
    ):
        with pytest.raises(ValueError, match=word):
            hand_svg("3c", **wrong)  # type: ignore[arg-type]


def test_the_sheet_has_every_symbol_once() -> None:
    root = parse(symbols_svg("ru", uid="page"))
    ids = [e.get("id") or "" for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    for card in PACK:
        assert f"page-c{card}" in ids
    assert {"page-cjo", "page-cbk"} <= set(ids)
    assert {f"page-k{hat}" for hat in BADGES} <= set(ids)
    for use in root.iter(SVG + "use"):
        assert (use.get("href") or "").removeprefix("#") in ids
    only = symbols_svg("en", cards=["7", "Qd"])
    assert 'id="slime-c7x"' in only and 'id="slime-cAs"' not in only
