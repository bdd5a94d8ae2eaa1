"""The stored long runs keep what is promised, and small ones made now agree with them."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from scipy import stats

ROOT = Path(__file__).parents[2]


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "benchmarks" / f"{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def stored(name: str) -> dict[str, Any]:
    result: dict[str, Any] = json.loads((ROOT / "data" / f"{name}.json").read_text("utf-8"))
    assert result["command"].startswith(f"python -m benchmarks.{name} ")
    assert f"--seed {result['seed']}" in result["command"]
    return result


@pytest.fixture(scope="module")
def coverage() -> tuple[ModuleType, dict[str, Any]]:
    return script("worlds_coverage"), stored("worlds_coverage")


@pytest.fixture(scope="module")
def persons() -> tuple[ModuleType, dict[str, Any]]:
    return script("rule_or_person"), stored("rule_or_person")


@pytest.fixture(scope="module")
def truths(coverage: tuple[ModuleType, dict[str, Any]]) -> dict[tuple[str, str], float]:
    made: dict[tuple[str, str], float] = coverage[0].exact_truths()
    return made


def test_paired_intervals_cover_93_to_97_percent(
    coverage: tuple[ModuleType, dict[str, Any]],
) -> None:
    bench, run = coverage
    seen = {(r["kind"], r["how"], r["matches"], r["outcome"]) for r in run["rows"]}
    assert seen == {
        (kind, how, n, key)
        for kind in bench.WORLDS
        for how in ("parallel", "counterfactual", "share")
        for n in bench.MATCHES
        for key in bench.OUTCOMES
    }
    for row in run["rows"]:
        assert row["repeats"] >= 1000 and row["coverage"] == row["held"] / row["repeats"]
        assert 0.93 <= row["coverage"] <= 0.97, row


def test_stored_truths_are_the_exact_ones(
    coverage: tuple[ModuleType, dict[str, Any]], truths: dict[tuple[str, str], float]
) -> None:
    for row in coverage[1]["rows"]:
        if row["kind"] == "small":
            assert row["truth"] == pytest.approx(truths[row["how"], row["outcome"]], rel=1e-12)


@pytest.mark.parametrize("how", ["parallel", "counterfactual", "share"])
def test_a_small_run_covers_as_the_stored_one(
    coverage: tuple[ModuleType, dict[str, Any]], truths: dict[tuple[str, str], float], how: str
) -> None:
    """150 new experiments, other seed: as many hits as the stored share allows."""
    bench, run = coverage
    shares = {
        r["outcome"]: r["coverage"]
        for r in run["rows"]
        if (r["kind"], r["how"], r["matches"]) == ("small", how, 30)
    }
    for row in bench.cover("small", how, 30, 150, 77, truths, draws=299):
        low, high = stats.binom.ppf([1e-4, 1 - 1e-4], 150, shares[row["outcome"]])
        assert low <= row["held"] <= high, row


def test_the_test_keeps_its_size(persons: tuple[ModuleType, dict[str, Any]]) -> None:
    bench, run = persons
    rows = [r for r in run["rows"] if r["what"] == "size"]
    seen = {(r["seating"], r["statistic"], r["sessions"], r["deals"]) for r in rows}
    assert seen == {
        (seating, statistic, *size)
        for seating in ("fixed", "swap-ends", "by-place")
        for statistic in bench.STATISTICS
        for size in bench.SIZES
    }
    for row in rows:
        assert row["repeats"] >= 4000 and row["share"] == row["rejected"] / row["repeats"]
        assert 0.04 <= row["share"] <= 0.06, row


def test_the_lasting_statistic_bears_other_players(
    persons: tuple[ModuleType, dict[str, Any]],
) -> None:
    """Equal players who do not play like those of the null: what `lasting` is for."""
    rows = [r for r in persons[1]["rows"] if r["what"] == "other players"]
    assert {r["players"] for r in rows} == set(persons[0].OTHERS)
    assert max(r["share"] for r in rows if r["statistic"] == "excess_persistence") < 0.08
    assert max(r["share"] for r in rows if r["statistic"] == "friedman_ratio") > 0.1


def test_power_is_shown_and_grows(persons: tuple[ModuleType, dict[str, Any]]) -> None:
    bench, run = persons
    power = {
        (r["seating"], r["statistic"], r["players"], r["sessions"], r["deals"]): r["share"]
        for r in run["rows"]
        if r["what"] == "power"
    }
    assert len(power) == 3 * 2 * len(bench.TABLES) * len(bench.POWERS)
    for seating in bench.SEATINGS:
        for statistic in bench.STATISTICS:
            mixed = [power[seating, statistic, "mixed", 1, deals] for deals in (10, 20, 40)]
            assert mixed == sorted(mixed)
            one = [power[seating, statistic, "one counter", n, 12] for n in (4, 10, 25)]
            assert one[0] < one[-1]


@pytest.mark.parametrize("seating", ["fixed", "swap-ends", "by-place"])
def test_a_small_run_has_the_stored_size(
    persons: tuple[ModuleType, dict[str, Any]], seating: str
) -> None:
    """150 data sets of equal players, other seed, each tested with a null of its own."""
    for row in persons[0].size(seating, 4, 12, 150, 99, 99):
        low, high = stats.binom.ppf([1e-4, 1 - 1e-4], 150, 0.05)
        assert low <= row["rejected"] <= high, row


def test_the_page_tells_the_stored_run(persons: tuple[ModuleType, dict[str, Any]]) -> None:
    told = (ROOT / "docs" / "rule_or_person.md").read_text("utf-8")
    assert told == persons[0].page(persons[1])
