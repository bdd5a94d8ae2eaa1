"""Intervals hold the truth as often as they say: the stored run, and a small one now."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from scipy import stats

ROOT = Path(__file__).parents[2]
STORED = ROOT / "data" / "coverage.json"


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "coverage_benchmark", ROOT / "benchmarks" / "interval_coverage.py"
    )
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def stored() -> dict[str, Any]:
    result: dict[str, Any] = json.loads(STORED.read_text(encoding="utf-8"))
    return result


def test_stored_run_is_complete(bench: ModuleType, stored: dict[str, Any]) -> None:
    assert f"--seed {stored['seed']}" in stored["command"]
    assert stored["command"].startswith("python benchmarks/interval_coverage.py")
    seen = {(r["kind"], r["sessions"], r["measure"]) for r in stored["rows"]}
    kinds = [("equal", s) for s in bench.SESSIONS] + [("unequal", s) for s in bench.SESSIONS[1:]]
    assert seen == {(*k, key) for k in kinds for key in bench.KEYS}
    assert {1, 2, 5, 15, 30, 200} == set(bench.SESSIONS)
    for row in stored["rows"]:
        assert row["coverage"] == row["held"] / row["repeats"] and row["repeats"] >= 1000


def test_stored_coverage_is_93_to_97_percent(stored: dict[str, Any]) -> None:
    for row in stored["rows"]:
        if row["promised"]:
            assert 0.93 <= row["coverage"] <= 0.97, row


def test_truth_of_the_stored_run(bench: ModuleType, stored: dict[str, Any]) -> None:
    """The true values follow from the chain as the code has it now."""
    for kind, skills in (("equal", bench.SKILLS[:1]), ("unequal", bench.SKILLS)):
        truth = bench.truths([bench.Table(s) for s in skills])
        for row in stored["rows"]:
            if row["kind"] == kind:
                assert row["truth"] == pytest.approx(truth[row["measure"]].ravel()[0], rel=1e-9)


def test_expected_counts_are_what_is_played(bench: ModuleType) -> None:
    """The exact expectation against many sessions played."""
    import numpy as np

    from slime.measures import transition_counts

    table = bench.Table(bench.SKILLS[2])
    sessions = 4000
    played = transition_counts(table.play(np.random.default_rng(1), sessions), by="match")
    error = played.std(axis=0) / sessions**0.5
    assert (abs(played.mean(axis=0) - table.expected_counts()) < 5 * error).all()


@pytest.mark.parametrize(("kind", "sessions"), [("equal", 1), ("equal", 2), ("unequal", 5)])
def test_small_run_agrees_with_the_stored_one(
    bench: ModuleType, stored: dict[str, Any], kind: str, sessions: int
) -> None:
    """300 new tables, other seed: as many hits as the stored share allows, once in 10,000 not."""
    keys = ("immobility_ratio", "keep_first", "rank_correlation", "worth_of_place")
    shares = {
        r["measure"]: r["coverage"]
        for r in stored["rows"]
        if r["kind"] == kind and r["sessions"] == sessions
    }
    for row in bench.cover(kind, sessions, repeats=300, seed=20, draws=199, keys=keys):
        low, high = stats.binom.ppf([1e-4, 1 - 1e-4], 300, shares[row["measure"]])
        assert low <= row["held"] <= high, row
