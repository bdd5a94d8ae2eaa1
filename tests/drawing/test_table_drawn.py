"""The drawn table: nothing leaves it, nothing clashes, everything can be read."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from drawing import demo
from drawing.svg import SVG, items, painted, parse

from slime.drawing import most_cards, table_svg
from slime.drawing.canvas import SMALLEST, shorten, text_width, wrap
from slime.drawing.cards import INDEX_W
from slime.drawing.layout import Box, fan, fan_width, hand_height, ring, rows_needed
from slime.i18n import words

STATES: dict[str, Callable[..., dict[str, Any]]] = {
    "lead": demo.frame,
    "trick": demo.mid_trick,
    "exchange": demo.exchange,
    "late": demo.late,
    "over": demo.over,
}
LONG = ["Константин-Владислав Оболенский", '<Bob & "Co">', "Ж" * 30, "👑 Zoë 👩‍👩‍👧", "M" * 30]
LONG += ["j'k\x07\ud800", "è" * 30, "W"]
players_2_to_8 = pytest.mark.parametrize("players", range(2, 9))
states = pytest.mark.parametrize("state", STATES)


def drawn(state: str, players: int, lang: str = "en", **options: Any) -> str:
    frame_options = {k: options.pop(k) for k in ("packs", "names", "preset") if k in options}
    frame_options.setdefault("packs", 2 if players > 5 else 1)
    made = STATES[state](players=players, lang=lang, **frame_options)
    return table_svg(made, **options)


def check(svg: str) -> None:
    """What holds for every drawing."""
    root = parse(svg)
    wide, high = (float(part) for part in (root.get("viewBox") or "").split()[2:])
    assert (wide, high) == (float(root.get("width", 0)), float(root.get("height", 0)))
    for item in items(svg):
        assert item.x >= -0.5 and item.right <= wide + 0.5, item
        assert item.y >= -0.5 and item.low <= high + 0.5, item
    for text in root.iter(SVG + "text"):
        assert float(text.get("font-size", 0)) >= SMALLEST
        assert (text.text or "").strip()
    uid = root.get("id") or ""
    ids = [e.get("id") or "" for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids)) and all(name.startswith(uid) for name in ids)
    for use in root.iter(SVG + "use"):
        assert (use.get("href") or "").removeprefix("#") in ids
    for element in painted(root):
        name = element.get("class")
        assert name is None or f".{name}{{" in svg, f"no colour for {name}"
    assert "<script" not in svg and "url(" not in svg and "@import" not in svg
    assert svg.count("http") == 1  # the name space
    assert len(svg.encode()) < 90_000


@players_2_to_8
@states
def test_every_state_is_sound(state: str, players: int) -> None:
    for lang in ("en", "ru"):
        check(drawn(state, players, lang))


@states
@pytest.mark.parametrize("width", [320, 400, 719, 720, 860, 1600])
def test_other_widths_are_sound(state: str, width: int) -> None:
    for players in (2, 4, 5, 8):
        svg = drawn(state, players, "ru", width=width)
        check(svg)
        assert parse(svg).get("width") == str(width)


@states
@players_2_to_8
def test_no_texts_lie_on_each_other(state: str, players: int) -> None:
    for lang in ("en", "ru"):
        texts = [item for item in items(drawn(state, players, lang)) if item.tag == "text"]
        for one, other in combinations(texts, 2):
            assert not one.meets(other, 1.0), (one, other)


@states
def test_long_and_odd_names(state: str) -> None:
    for width in (400, 1000):
        svg = drawn(state, 8, names=LONG, width=width)
        check(svg)
        texts = [item for item in items(svg) if item.tag == "text"]
        for one, other in combinations(texts, 2):
            assert not one.meets(other, 1.0), (one, other)
        titles = [e.text for e in parse(svg).iter(SVG + "title")]
        for name in LONG[:5]:
            assert name in titles  # whole, in the tool tip


def test_two_packs_at_four_players() -> None:
    for state in STATES:
        check(drawn(state, 4, packs=2))


def test_seats_never_meet() -> None:
    for players in range(1, 9):
        for width in (320, 400, 700, 720, 1000, 1920):
            for most in (1, 5, 9, 14, 18, 27, 54):
                made = ring(players, most, width, 240, 50)
                boxes = [*made.seats, made.middle]
                assert len(made.seats) == len(made.sides) == players
                for one, other in combinations(boxes, 2):
                    assert not one.meets(other), (players, width, most, one, other)
                for box in boxes:
                    assert box.x >= 0 and box.x + box.w <= width
                    assert box.y + 0.1 >= 50 and box.y + box.h <= 50 + made.height + 0.1
                room = min(box.w for box in made.seats)
                rows = rows_needed(most, room, made.card)
                hand = fan(["?"] * most, room, made.card)
                assert fan_width(hand, made.card) <= room + 0.1
                assert hand_height(rows, made.card) <= made.seats[0].h
                steps = [b[0] - a[0] for a, b in pairwise(hand) if a[1] == b[1]]
                assert min(steps, default=99) >= made.card * INDEX_W / 100


def test_seats_go_round_clockwise() -> None:
    for players in range(3, 9):
        made = ring(players, 13, 1000, 240, 0)
        cx, cy = made.middle.middle
        turns = 0.0
        points = [box.middle for box in made.seats]
        for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
            # with y pointing down, a positive cross product is a turn to the right
            turns += ((ax - cx) * (by - cy) - (ay - cy) * (bx - cx)) > 0
        assert turns == players
        assert points[0][1] > cy and abs(points[0][0] - cx) < 1


def test_viewer_sits_at_the_bottom_and_only_that_hand_is_seen() -> None:
    made = demo.mid_trick(players=5)
    svg = table_svg(made, open_hands=False, viewer="Vera", uid="u")
    check(svg)
    shown = re.findall(r'href="#u-c(\w\w)"[^>]*>', svg)
    hidden = sum(made["left"][name] for name in made["seats"] if name != "Vera")
    assert shown.count("bk") == hidden
    laid = sum(len(play["cards"]) for play in made["trick"])
    assert len(shown) - hidden == made["left"]["Vera"] + laid
    # only the number of the other cards is needed
    bare = {**made, "hands": {"Vera": made["hands"]["Vera"]}}
    assert table_svg(bare, open_hands=False, viewer="Vera", uid="u") == svg


def test_hidden_gifts_are_seen_by_giver_and_taker_only() -> None:
    made = demo.exchange(players=5)
    best = made["gifts"][0]["cards"]
    for viewer, seen in ((made["seats"][0], True), (made["seats"][1], False)):
        bare = {**made, "hands": {}}
        svg = table_svg(bare, open_hands=False, viewer=viewer, uid="u")
        assert all((f'href="#u-c{card}"' in svg) is seen for card in best if card != "*")


def test_gifts_are_shown_in_the_exchange_only() -> None:
    made = demo.exchange(players=5)
    word = words("en")("drawing.kind.best")
    assert f">{word}<" in table_svg(made)
    assert f">{word}<" not in table_svg({**made, "phase": "play"})


def test_every_fact_is_drawn() -> None:
    svg = drawn("late", 5)
    made = demo.late(players=5)
    w = words("en")
    texts = [item.text for item in items(svg) if item.tag == "text"]
    for word in ("to_play", "fall"):
        assert texts.count(w(f"drawing.{word}")) == 1
    assert texts.count(w("drawing.passed")) == len(made["passed"])
    assert texts.count(made["turn"]) >= 1
    assert w("drawing.place", n=1) in texts and "5" in texts
    assert any(made["sentence"].startswith(text) for text in texts)
    assert any(text.startswith(f"{made['top']['by']}: 2 × ") for text in texts)
    for name, total in made["totals"].items():
        assert any(text.endswith(w("drawing.total", n=total)) for text in texts), name
    assert "rotate(38 " in svg  # the crown is falling
    for hat in ("champion", "second", "common", "last", "dealer", "medal1", "medal2", "medal"):
        assert re.search(rf'href="#\w+-k{hat}"', svg), hat


def test_results_are_in_order_of_places() -> None:
    made = demo.over(players=6, packs=2)
    texts = [item.text for item in items(table_svg(made)) if item.tag == "text"]
    start = texts.index(words("en")("drawing.results"))
    order = sorted(made["seats"], key=lambda name: made["places"][name])
    assert [text for text in texts[start:] if text in order][:6] == order
    assert "+6" in texts


def test_points_may_be_negative_or_broken() -> None:
    made = demo.over(players=4)
    made["points"] = dict(zip(made["seats"], (-3, 0, 2.5, 4.0), strict=True))
    texts = [item.text for item in items(table_svg(made, "ru")) if item.tag == "text"]
    assert {"+0", "+2,5", "+4"} <= set(texts)
    assert any(text.endswith("3") and text[0] in "-−" for text in texts)


def test_ids_of_two_drawings_never_clash() -> None:
    seen: set[str] = set()
    for state in STATES:
        ids = set(re.findall(r'\bid="([^"]+)"', drawn(state, 5)))
        assert not ids & seen
        seen |= ids
    first, second = (table_svg(demo.frame(), uid=uid) for uid in ("one", "two"))
    assert first.replace("one-", "two-").replace('"one"', '"two"') == second


def test_the_same_text_in_every_process() -> None:
    code = (
        "from drawing import demo; from slime.drawing import table_svg; import hashlib;"
        "print(hashlib.sha256(table_svg(demo.late(players=8, packs=2)).encode()).hexdigest())"
    )
    root = Path(__file__).parents[2]
    found = set()
    for seed in ("1", "2"):
        path = os.pathsep.join([str(root), str(root / "tests")])
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=True,
        )
        found.add(done.stdout)
    assert len(found) == 1


def test_themes() -> None:
    light, dark, auto = (drawn("trick", 5, theme=theme) for theme in ("light", "dark", "auto"))
    assert "#f6f2e9" in light and "#15181e" not in light
    assert "#15181e" in dark and "#f6f2e9" not in dark
    assert "prefers-color-scheme:dark" in auto and "data-jp-theme-light" in auto
    check(auto)


def test_one_layout_for_a_whole_deal() -> None:
    early, late = demo.frame(players=4, packs=2), demo.late(players=4, packs=2)
    most = most_cards([early, late])
    assert most == max(early["left"].values())
    heights = {parse(table_svg(made, most=most)).get("height") for made in (early, late)}
    assert len(heights) == 1


def test_language_is_the_frames_unless_told() -> None:
    made = demo.frame(lang="ru")
    assert "ходит" in table_svg(made) and "to play" in table_svg(made, "en")
    assert parse(table_svg(made)).get("lang") == "ru"


def test_it_can_be_heard() -> None:
    root = parse(drawn("trick", 5))
    assert root.get("role") == "img"
    named = (root.get("aria-labelledby") or "").split()
    by_id = {e.get("id"): e for e in root.iter() if e.get("id")}
    title, description = (by_id[name] for name in named)
    assert "5 players" in (title.text or "")
    assert "On the table: " in (description.text or "")


def test_bare_and_strange_snapshots() -> None:
    check(table_svg({"seats": ["A"]}, "en"))
    check(table_svg({"seats": ["A", "B"], "phase": "exchange"}, "en"))
    check(table_svg({"seats": ["A", "B"], "phase": "over"}, "ru"))
    many = [*["2c"] * 30, *"*" * 5]
    top = {"by": "A", "cards": many, "rank": "2", "size": 35}
    check(table_svg({"seats": ["A", "B"], "top": top, "trick": [top] * 40}, "en"))
    kinds = [{"from": "A", "to": "B", "cards": many[:6], "kind": "unheard"}]
    check(table_svg({"seats": ["A", "B"], "phase": "exchange", "gifts": kinds}, "en"))
    made = demo.frame()
    made["sentence"] = "word " * 120
    check(table_svg(made))


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"seats": []}, "seats"),
        ({"seats": list("ABCDEFGHI")}, "seats"),
        ({"seats": ["A", "A"]}, "seats"),
        ({"phase": "sleep"}, "phase"),
        ({"titles": {"Anna": "duke"}}, "titles"),
        ({"hands": {"Anna": ["11"]}}, "card"),
    ],
)
def test_bad_snapshots_are_refused(change: dict[str, Any], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        table_svg({**demo.frame(), **change})


def test_bad_arguments_are_refused() -> None:
    for wrong in ({"width": 100}, {"theme": "x"}, {"viewer": "Nobody"}, {"lang": "xx"}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            table_svg(demo.frame(), **wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="snapshot"):
        table_svg("no snapshot")  # type: ignore[arg-type]


def test_shorten_and_wrap() -> None:
    assert shorten("Анна", 500, 16) == "Анна"
    cut = shorten("é" * 40, 100, 16)
    assert cut.endswith("…") and text_width(cut, 16) <= 100
    for room in range(20, 120, 3):
        family = shorten("👩\u200d👩\u200d👧" * 3, room, 16)
        assert "\u200d…" not in family
    lines = wrap("one two three four five six", 100, 16)
    assert " ".join(lines) == "one two three four five six"
    assert all(text_width(line, 16) <= 100 for line in lines)
    assert wrap("", 100, 16) == []


def test_a_box_meets_its_neighbour_only_when_it_does() -> None:
    box = Box(0, 0, 10, 10)
    assert box.meets(Box(9, 9, 5, 5)) and not box.meets(Box(10, 0, 5, 5))
    assert box.meets(Box(12, 0, 5, 5), air=3)


def test_drawings_are_valid_inside_a_page() -> None:
    page = "<body>" + "".join(drawn(state, 5) for state in STATES) + "</body>"
    ET.fromstring(page)
