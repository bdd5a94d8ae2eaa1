"""The table as text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from drawing import demo

from slime.drawing import table_text

GOLDEN: dict[str, Callable[[], str]] = {
    "trick-en": lambda: table_text(demo.mid_trick(players=4)),
    "trick-hidden-letters-ru": lambda: table_text(
        demo.mid_trick(players=4, lang="ru"), open_hands=False, viewer="Борис", signs=False
    ),
    "exchange-ru": lambda: table_text(demo.exchange(players=5, lang="ru")),
    "late-suitless-ru": lambda: table_text(
        demo.late(players=4, lang="ru", suits=False, preset="king-and-slave")
    ),
    "over-en": lambda: table_text(demo.over(players=6, packs=2)),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_text(name: str) -> None:
    kept = Path(__file__).with_name("golden") / f"{name}.txt"
    assert GOLDEN[name]() + "\n" == kept.read_text(encoding="utf-8")


def test_columns_stand_under_each_other() -> None:
    names = ["Ы", "Анастасия", "李明", "e\u0301e\u0301"]
    lines = table_text(demo.frame(players=4, names=names)).splitlines()
    rows = [line for line in lines if "total" in line]
    wide = rows[2]  # two signs of double width
    starts = [row.index("total") for row in rows]
    assert starts[0] == starts[1] == wide.index("total") + 2 == starts[3] - 2


def test_no_line_ends_in_blanks_and_the_sentence_is_last() -> None:
    made = demo.late(players=7, packs=2)
    lines = table_text(made).splitlines()
    assert all(line == line.rstrip() for line in lines)
    assert lines[-1] == made["sentence"]
    assert sum(line.startswith("> ") for line in lines) == 1


def test_says_when_nothing_lies_and_when_gifts_are_due() -> None:
    made = demo.frame(players=4)
    assert "On the table: nothing" in table_text(made)
    made.update(phase="exchange", turn=None)
    assert "The exchange is about to begin" in table_text(made)
    strange: dict[str, Any] = {"from": "Anna", "to": "Boris", "cards": ["3c"], "kind": "cards"}
    assert "Anna → Boris: 3♣ (cards)" in table_text({**made, "gifts": [strange]})
