"""What the browser is given: small, whole, and drawn as slime.drawing draws."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from slime.drawing import canvas, cards, rank_badges
from slime.widgets.assets import STATIC, STYLES, art, bundle, css, loader, modules, shared, unpack

SCRIPTS = bundle("face.js")


def test_scripts_and_styles_are_small() -> None:
    assert len(shared("ru")) < 45_000 and len(loader()) < 4_000


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_cards_are_those_of_the_drawings(lang: str) -> None:
    made = art(lang).replace("UID", "x")
    assert {f"var(--suit-{suit}" in made for suit in "cd"} == {True}
    # The colours of two suits can be set from outside; but for that they are the same.
    made = re.sub(r'style="(fill|stroke):var\(--suit-.,(#\w+)\)"', r'\1="\2"', made)
    for rank in cards.RANKS:
        for suit in "cdhs":
            assert cards.suit_paths({suit}, "x") in made
            assert cards.card_symbol(rank + suit, lang, "x") in made
            assert cards.figure(rank + suit, "x") in made
    for code in "*?":
        assert cards.card_symbol(code, lang, "x") in made
    for name, drawing in rank_badges.BADGES.items():
        assert f'<symbol id="x-k{name}" viewBox="0 0 48 48">{drawing}</symbol>' in made


def test_cards_without_suits_too() -> None:
    made = art("en").replace("UID", "x")
    for rank in cards.RANKS:
        assert cards.card_symbol(rank, "en", "x") in made


def test_every_colour_that_is_used_is_given_in_light_and_dark() -> None:
    used = set(re.findall(r"var\((--[\w-]+)", css()))
    made = {
        "--cw",
        "--sw",
        "--mw",
        "--mh",
        "--my",
        "--mc",
        "--k",
        "--pc",
        "--step",
        "--done",
        "--up",
    }
    made |= {"--down", "--jp-ui-font-family", "--row", "--suit-c", "--suit-d"}
    assert {name.removeprefix("--c-") for name in used - made} <= set(canvas.COLOURS)
    for name in used - made:
        assert css().count(f"{name}:") == 2, name


def test_nothing_is_asked_of_an_outside_address() -> None:
    text = re.sub(r"http://www\.w3\.org/\S+", "", SCRIPTS + css())
    assert "http" not in text and "import(" not in text and "@import" not in text
    # The loader imports what it has unpacked, and nothing else.
    assert re.findall(r"import\W*\(.*?\)", loader()) == ["import(address)"]


def test_what_is_packed_are_the_scripts() -> None:
    code = unpack(shared("en"))["code"]
    assert code.startswith(SCRIPTS) and "//" not in re.sub(r"http://www", "", SCRIPTS)
    assert re.findall(r"^(?:import|export)\b.*", code, re.M) == ["export { face };"]


def test_no_rule_and_no_sentence_is_written_in_javascript() -> None:
    for path in STATIC.glob("*.js"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"[А-Яа-яЁё]", text), path
        # A card's worth, or who may act, would show as ranks in an order.
        assert not re.search(r"3456789|JQKA", text), path


def test_all_files_are_used() -> None:
    there = {path.name for path in STATIC.iterdir()}
    entries = ("face.js", "loader.js", "alone.js", "bet.js")
    assert there == {*(name for entry in entries for name in modules(entry)), *STYLES, "bet.css"}


@pytest.mark.skipif(shutil.which("npm") is None, reason="needs Node, which only tests use")
def test_scripts_are_linted_and_type_checked() -> None:
    folder = Path(__file__).resolve().parents[1] / "js"
    if not (folder / "node_modules").is_dir():
        install = ["npm", "ci", "--no-audit", "--no-fund"]
        subprocess.run(install, cwd=folder, check=True, capture_output=True)
    done = subprocess.run(["npm", "test"], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
