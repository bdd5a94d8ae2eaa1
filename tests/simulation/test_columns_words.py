"""What the columns mean, in words of both languages: none is missing, English as declared."""

from __future__ import annotations

from slime.datasets import load_matches
from slime.i18n import LANGUAGES, words
from slime.simulation.columns import FRAME, meaning


def test_every_column_has_its_meaning_in_words() -> None:
    for lang in LANGUAGES:
        w = words(lang)
        assert [w(f"columns.{name}") for name in FRAME]
        told = {key.partition(".")[2] for key in w.keys("columns")}
        assert told == set(load_matches().columns)


def test_english_is_what_the_simulator_declares() -> None:
    w = words("en")
    assert {name: w(f"columns.{name}") for name in FRAME} == {n: meaning(n) for n in FRAME}
