"""A tenth of a per cent of benchmarks/proofs/ten_million.py, and what was stored of the whole."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

from slime.engine.streams import VERSION
from slime.game.presets import FIELDS
from slime.simulation.dispatch import NUMBERS

PROOFS = Path(__file__).resolve().parents[2] / "benchmarks" / "proofs"


def ten_million() -> Any:
    spec = importlib.util.spec_from_file_location("ten_million", PROOFS / "ten_million.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["ten_million"] = module  # dataclasses look for it there
    spec.loader.exec_module(module)
    return module


def test_a_tenth_of_a_per_cent() -> None:
    tally = ten_million().prove(10_000, seed=2026, a_set=200, every=5)
    assert tally.deals >= 10_000
    assert tally.stepped > 20
    assert tally.interpreted > 100


def test_the_stored_result_is_of_these_streams_and_has_every_value() -> None:
    stored = json.loads((PROOFS / "ten_million.json").read_text(encoding="utf-8"))
    assert stored["streams"] == VERSION
    assert stored["deals"] >= 10_000_000
    assert stored["faults"] == 0
    assert stored["command"].startswith("python benchmarks/proofs/ten_million.py")
    # The fields of the family came later: what was played with them is stored beside it.
    family = json.loads((PROOFS / "family.json").read_text(encoding="utf-8"))
    assert family["streams"] == VERSION
    assert family["deals"] >= 1_000_000
    assert family["faults"] == 0
    assert set(family["deals_by_strategy"]) == set(NUMBERS)
    for name, field in FIELDS.items():
        seen = stored["deals_by_value"].get(name, family["deals_by_value"][name])
        if field.values and name not in ("exchange", "scoring"):
            assert set(map(str, field.values)) <= set(seen), name
    assert set(stored["deals_by_strategy"]) == set(NUMBERS)
    assert set(stored["deals_by_value"]["players"]) == set("2345678")
