"""The sentences of lessons: words shown as Markdown, answers folded, every key of use."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import slime
from slime.app.lesson_text import LessonText, MarkdownText
from slime.i18n import LANGUAGES, words

ROOT = Path(__file__).resolve().parents[1]


def test_a_sentence_is_text_and_markdown() -> None:
    text = LessonText(1, "en")
    said = text("again", on=0.5, off=0.25, chance=0.2)
    assert isinstance(said, MarkdownText)
    assert said == words("en")("lesson1.again", on=0.5, off=0.25, chance=0.2)
    assert said._repr_markdown_() == said
    assert "**50%**" in said


def test_an_answer_is_folded() -> None:
    folded = LessonText(1, "ru").fold("Раз.", "Два.")
    assert folded.startswith("<details><summary>Развернуть ответ</summary>\n\nРаз.\n\nДва.")
    assert folded.endswith("</details>")


def test_a_negative_number_has_a_minus_and_code_is_left_alone() -> None:
    said = LessonText(5, "en")("waiting", value=-0.08, low=-0.13, high=0.03)
    assert "**\N{MINUS SIGN}0.08** places (limits \N{MINUS SIGN}0.13 to 0.03)" in said
    assert "until=-1` 2-1" in LessonText(7, "en")("upset", first="until=-1` 2-1", counter="")


def test_the_language_is_that_of_its_making() -> None:
    with slime.language("ru"):
        text = LessonText(1)
    assert text("with") == "с обменом"
    assert text.faces(["Jc"]) == "В♣"


def test_a_lesson_without_sentences() -> None:
    with pytest.raises(ValueError, match="lesson: there are no sentences for lesson 77"):
        LessonText(77, "en")


@pytest.mark.parametrize("source", sorted((ROOT / "notebooks" / "src").glob("*.py")), ids=str)
def test_all_sentences_of_a_lesson_are_told(source: Path) -> None:
    """No sentence is left over from an earlier version, in either language."""
    number = int(source.name[:2])
    code = source.read_text(encoding="utf-8")
    used = set(re.findall(r'"(\w+)"', code))
    # columns of tables are named by what is in them
    used |= (
        {"giver", "taker", "size", "kind", "best", "choice", "lot"} if "due()" in code else set()
    )
    if "index=text" in code:  # rows of a table of plans
        used |= {"unpaired", "parallel", "counterfactual"}
    if "text(verdict)" in code:
        used |= {"holds", "fails", "depends", "undecided"}
    for lang in LANGUAGES:
        for key in words(lang).keys(f"lesson{number}"):
            assert key.partition(".")[2] in used, key
