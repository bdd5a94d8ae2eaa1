"""Rule sets as typed: every field can be typed, and what is no value is refused by the rules."""

from __future__ import annotations

import pytest

import slime
from slime.cli._settings import read_rules, read_value
from slime.game.presets import FIELDS

TYPED = {
    "players": [("4-6", [4, 6]), ("4,6", [4, 6]), ("5", [5, 5]), ("[2, 8]", [2, 8])],
    "decks": [("1", 1), ("2", 2), ("auto", None), ("none", None)],
    "suits": [("1", 1), ("4", 4)],
    "jokers": [("0", 0), ("2", 2)],
    "ranks": [("3456789TJQKA2*", "3456789TJQKA2*"), ("A2", "A2")],
    "exchange": [("none", "none"), ("ends", "ends"), ("2,1", [2, 1]), ("[1]", [1]), ("[]", [])],
    "scoring": [("titles", "titles"), ("3,2,1,-1", [3, 2, 1, -1]), ("[5, 0]", [5, 0])],
    "match": [
        ("deals:3", {"deals": 3}),
        ("target: 9", {"target": 9}),
        ('{"deals": 3}', {"deals": 3}),
    ],
    "wild": [("none", ""), ("", ""), ("*", "*"), ("23*", "23*")],
    "clears": [("none", ""), ("", ""), ("8", "8"), ("2*", "2*")],
    "turns_trick": [("none", ""), ("J", "J")],
    "foul_finish": [("none", ""), ("2*", "2*")],
}


@pytest.mark.parametrize("field", FIELDS)
def test_every_field_can_be_typed(field: str) -> None:
    pairs = TYPED.get(field)
    if pairs is None:
        values = FIELDS[field].values
        bools = {True: "yes", False: "no"}
        pairs = [(bools[v] if isinstance(v, bool) else str(v), v) for v in values]
    assert pairs
    for typed, value in pairs:
        got = read_value(field, typed)
        assert got == value
        assert type(got) is type(value)


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("must_play", "1"),
        ("must_play", "maybe"),
        ("suits", "many"),
        ("suits", "9" * 30),
        ("decks", "3"),
        ("match", "deals"),
        ("match", "deals:soon"),
        ("match", "[" * 100_000),
        ("exchange", "a,b"),
        ("exchange", "["),
        ("exchange", "[2,1"),
        ("scoring", ""),
        ("passing", "LOCKED"),
        ("ranks", "XYZ"),
    ],
)
def test_what_is_no_value_is_refused(field: str, typed: str) -> None:
    with pytest.raises(ValueError, match=field):
        read_rules(["slime-licker", f"{field}={typed}"])


def test_names_and_changes() -> None:
    assert read_rules(None) == slime.rules("slime-licker")
    assert read_rules(["король и раб"]) == slime.rules("king-and-slave")
    assert read_rules(["passing=locked"]) == slime.rules("slime-licker", passing="locked")
    assert read_rules(["king-and-slave", "must-play=да"]).must_play
    both = read_rules(["king-and-slave", "variants=7,9"])
    assert both == slime.rules("king-and-slave", variants=[7, 9])


@pytest.mark.parametrize("typed", ["variants=", "variants=two", "players=", "players=a-b"])
def test_lists_that_are_none(typed: str) -> None:
    with pytest.raises(ValueError, match="whole numbers with commas"):
        read_rules([typed])
