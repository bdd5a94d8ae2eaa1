"""The rules by which intervals become verdicts."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as some

from slime.claims.verdicts import all_of, combine, judge

WORDS = some.sampled_from(["holds", "fails", "undecided"])
KEYS = some.tuples(
    some.sampled_from(["x", "y"]), some.sampled_from([4, 5]), some.sampled_from(["A", "C"])
)


@given(some.floats(-1, 1), some.floats(0, 1), some.floats(-1, 1))
def test_a_verdict_needs_the_whole_interval(low: float, size: float, bound: float) -> None:
    high = low + size
    word = judge(low, high, bound)
    assert (word == "holds") == (low > bound)
    assert (word == "fails") == (high < bound)
    assert judge(-high, -low, -bound, "below") == word


def test_an_interval_that_is_not_known_decides_nothing() -> None:
    assert judge(math.nan, math.nan, 0.0) == "undecided"
    with pytest.raises(ValueError, match="side: one of above, below"):
        judge(0, 1, 0, "beside")


@given(some.lists(WORDS, min_size=1))
def test_one_part_that_fails_is_enough(words: list[str]) -> None:
    if "fails" in words:
        assert all_of(words) == "fails"
    else:
        assert all_of(words) == ("undecided" if "undecided" in words else "holds")


@given(some.dictionaries(KEYS, WORDS))
def test_combined_verdicts(cases: dict[tuple[str, int, str], str]) -> None:
    found = combine(cases)
    said = set(cases.values())
    assert (found.word == "depends") == ({"holds", "fails"} <= said)
    assert bool(found.factors) == (found.word == "depends")
    assert found.cases == len(cases)
    if found.word in ("holds", "fails"):
        assert said <= {found.word, "undecided"}
        assert found.undecided <= len(cases) / 10


def test_the_factor_that_turns_the_verdict_is_named_alone() -> None:
    cases = {
        (society, players, table): "holds" if table == "A" else "fails"
        for society in ("x", "y")
        for players in (4, 5, 6)
        for table in ("A", "C")
    }
    found = combine(cases)
    assert found.factors == ("table",)
    assert found.levels["table"] == {"A": (6, 6), "C": (0, 6)}


def test_the_strongest_factor_comes_first() -> None:
    cases = {
        (society, players, "A"): "holds" if society == "x" and players < 6 else "fails"
        for society in ("x", "y")
        for players in (4, 5, 6)
    }
    assert combine(cases).factors == ("society", "players")


def test_a_tenth_may_be_undecided_and_no_more() -> None:
    cases = {("x", n, "A"): "holds" for n in range(9)} | {("x", 9, "A"): "undecided"}
    assert combine(cases).word == "holds"
    assert combine(cases | {("x", 8, "A"): "undecided"}).word == "undecided"
    assert combine({}).word == "undecided"
