"""The comparison itself: what is a difference, and that planted faults keep their keys."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from frozen.compare import HERE, ROOT, Expected, differences, read_expected
from frozen.mutants import choose, mixed, put_in
from frozen.plain import LONGEST, kept, plain
from frozen.random_rules import rule_set

OLD = {"text/en/a": "one", "text/en/b": "two", "text/ru/b": "zwei", "card/1": "same"}


def test_what_is_not_declared_is_left() -> None:
    found = differences("words", OLD, {**OLD, "text/en/a": "ONE", "new": "x"}, [])
    assert [key for key, _, _ in found.left] == ["text/en/a", "new"]
    assert found.same == 3


def test_a_reason_is_for_its_keys_and_texts_only() -> None:
    reason = Expected("words", "text/*", "wanted", old="one", new="ONE")
    new = {**OLD, "text/en/a": "ONE", "text/en/b": "TWO"}
    found = differences("words", OLD, new, [reason])
    assert found.explained == {"wanted": 1}
    assert [key for key, _, _ in found.left] == ["text/en/b"]


def test_words_are_all_that_may_differ() -> None:
    reason = Expected("words", "text/*", "one plays", words=[(r"\blays\b", "plays")])
    was = {"text/a": "Anna lays 7♣.", "text/b": "Boris lays 8♣."}
    now = {"text/a": "Anna plays 7♣.", "text/b": "Boris plays 9♣."}
    found = differences("words", was, now, [reason])
    assert found.explained == {"one plays": 1}
    assert [key for key, _, _ in found.left] == ["text/b"]


def test_a_renamed_key_is_one_of_the_same_language() -> None:
    moved = Expected("words", "text/*", "renamed", moved=True)
    new = {"text/en/a": "one", "text/en/c": "two", "text/en/d": "zwei", "card/1": "same"}
    found = differences("words", OLD, new, [moved])
    assert found.explained == {"renamed": 1}
    assert [key for key, _, _ in found.left] == ["text/ru/b", "text/en/d"]


def test_the_declared_differences_can_be_read() -> None:
    assert all(one.reason for one in read_expected(HERE / "expected.toml"))


def test_values_are_plain() -> None:
    assert plain({1: (1.0, np.float64(0.1), float("nan"), np.int8(3), b"\xff")}) == {
        "1": [1, 0.1, "nan", 3, {"bytes": "ff"}]
    }
    assert plain(np.zeros((1, 2), np.int8)) == {"shape": [1, 2], "values": [[0, 0]]}
    long = "x" * (LONGEST + 1)
    assert kept(long) != kept(long[:-1] + "y") and len(kept(long)) < 400


@pytest.mark.parametrize("seed", [1, 2])
def test_planted_faults_keep_their_keys_through_a_move_and_a_rename(
    seed: int, tmp_path: Path
) -> None:
    shutil.copytree(ROOT / "slime", tmp_path / "slime" / "room")
    for path in (tmp_path / "slime").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("PHASE", "MOMENT"), encoding="utf-8")
    faults, _ = choose(ROOT, seed)
    again, _ = choose(tmp_path, seed)
    assert [fault.key for fault in faults] == [fault.key for fault in again]
    assert len({fault.key for fault in faults}) == len(faults) > 250


def test_each_beginning_of_the_faults_is_a_sample() -> None:
    faults = mixed(choose(ROOT, 1)[0])
    groups = Counter(fault.group for fault in faults)
    for group, count in Counter(fault.group for fault in faults[:100]).items():
        assert abs(count - 100 * groups[group] / len(faults)) <= 1


def test_a_fault_is_put_into_a_function_that_was_read(tmp_path: Path) -> None:
    path = tmp_path / "rules_of_it.py"
    path.write_text("def first():\n    return 1\n\n\ndef second():\n    return first() + 1\n")
    held: dict[str, Any] = {}
    exec(compile(path.read_text(), str(path), "exec"), held)
    was = path.read_text()
    path.write_text(was.replace("return 1", "return 5"))
    put_in(path, was)
    assert held["second"]() == 6


def test_the_same_rule_sets_each_time() -> None:
    from random import Random

    assert rule_set(Random("a")) == rule_set(Random("a"))
