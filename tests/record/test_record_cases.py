"""The conformance cases: records with the right answer to each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import slime

CASES = Path(__file__).parent.parent / "cases"


def comparable(result: dict[str, Any]) -> dict[str, Any]:
    """A result without the message of an error, its legal plays as a set."""
    if not result["ok"]:
        code, at = result["error"]["code"], result["error"]["at"]
        return {"ok": False, "error": {"code": code, "at": at}}
    state = result["state"]
    if state and "legal" in state:
        state = {**state, "legal": set(state["legal"])}
    return {**result, "state": state}


@pytest.mark.parametrize(("name", "count"), [("cases", 680), ("family", 436)])
def test_every_case_has_the_answer_it_should_have(name: str, count: int) -> None:
    wrong = []
    lines = (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    for line in lines:
        case = json.loads(line)
        got = slime.replay(case["text"])
        if got["ok"] is False:
            assert "line" in got["error"]["message"].lower()
        elif got["state"] and "legal" in got["state"]:
            legal = got["state"]["legal"]
            assert len(legal) == len(set(legal))
        if comparable(got) != comparable(case["expect"]):
            wrong.append(case["name"])
    assert wrong == []
    assert len(lines) == count
