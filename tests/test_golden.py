"""What the game plays and says is what the golden transcripts say, to the letter."""

from __future__ import annotations

from pathlib import Path

import pytest
from golden.make import CASES, FAMILY, HERE, Case

from slime.game.presets import PRESETS, VARIANTS

HOW = "if the change is wanted: python tests/golden/make.py, then read git diff tests/golden"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_transcript(case: Case) -> None:
    assert case.text().splitlines() == case.path.read_text(encoding="utf-8").splitlines(), HOW


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_it_shows_what_it_is_there_for(case: Case) -> None:
    assert case.shows(case.match())


def test_a_rule_that_is_off_is_not_shown() -> None:
    """What a variant's transcript must show does not happen without the variant."""
    for case in CASES:
        if case.fields:
            plain = Case(case.name, case.preset, case.shows, case.seed)
            assert not case.shows(plain.match()), case.name


def test_all_are_there() -> None:
    assert {case.preset for case in CASES if not case.fields and case.lang == "en"} == set(PRESETS)
    varied = [case.fields for case in CASES if case.fields and case.fields != FAMILY]
    assert varied == list(VARIANTS.values())
    assert {path.name for path in Path(HERE).glob("*.txt")} == {c.path.name for c in CASES}
