"""Deals and hands show themselves as drawings in a notebook."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import slime
from slime.game.cards import Hand
from slime.game.snapshots import snapshot

ROOT = Path(__file__).resolve().parents[1]
NAMES = ["Anna", "Boris", "Vera", "Gleb"]


def texts(svg: str) -> str:
    return " ".join(ElementTree.fromstring(svg).itertext())


def test_a_deal_is_drawn_as_it_is_now() -> None:
    deal = slime.Match("slime-licker", NAMES, seed=1).next_deal()
    before = deal._repr_svg_()
    shown = texts(before)
    assert all(name in shown for name in NAMES)
    assert snapshot(deal)["sentence"] in " ".join(shown.split())
    deal.step()
    assert deal._repr_svg_() != before
    deal.undo()
    assert deal._repr_svg_() == before


def test_a_hand_is_a_list_of_cards_that_can_be_drawn() -> None:
    with slime.language("ru"):
        deal = slime.Match("slime-licker", NAMES, seed=1).next_deal()
    hand = deal.hand("Anna")
    assert isinstance(hand, Hand)
    assert hand == deal.hands[0]
    assert json.loads(json.dumps(hand)) == hand
    shown = texts(hand._repr_svg_())
    assert "Anna" in shown
    assert "двойка червей" in shown  # in the deal's own language
    hand.clear()
    assert len(deal.hand("Anna")) == 13


def test_drawing_is_loaded_when_it_is_asked_for() -> None:
    check = (
        "import sys, slime; deal = slime.Match(seed=1).next_deal(); deal.hand('P1');"
        "before = 'slime.drawing' in sys.modules; deal._repr_svg_();"
        "print(before, 'slime.drawing' in sys.modules, 'numpy' in sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-c", check], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == ["False", "True", "False"]
