"""The shipped data: a part made again is equal, every column is described, verdicts follow."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pandas as pd
import pytest

from slime.claims import Runner, commentary, make_case, read_trial
from slime.claims.results import rows_of
from slime.datasets import load_matches, load_trial

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def make() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_data", ROOT / "data" / "make.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["make_data"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    "which", [("lowest", 7, "A"), ("mix", 5, "C"), ("counter", 5, "A-no-fall")]
)
def test_matches_made_again_are_equal(make: ModuleType, which: tuple[str, int, str]) -> None:
    there = load_matches()
    society, players, table = which
    rows = (there.society == society) & (there.players == players) & (there.table == table)
    stored = there[rows].reset_index(drop=True)
    made = make.matches([which])
    assert len(made) == make.MATCHES * make.DEALS * players
    for name in made:
        texts = [
            f[name].astype(str) if f[name].dtype == "category" else f[name] for f in (made, stored)
        ]
        pd.testing.assert_series_equal(*texts)


def test_the_same_bytes(make: ModuleType) -> None:
    few = [("lowest", 4, "A")]
    assert make.parquet(make.matches(few, 5)) == make.parquet(make.matches(few, 5))


def test_every_column_is_described(make: ModuleType) -> None:
    told = (ROOT / "data" / "README.md").read_text(encoding="utf-8")
    for name in load_matches().columns:
        assert f"| `{name}` |" in told
    stored = json.loads((ROOT / "data" / "trial-seed1.json").read_text(encoding="utf-8"))
    assert set(stored) == {"about", "verdicts", "fields", "rows"}
    for name in (*stored, *stored["fields"]):
        assert f"`{name}`" in told
    for row in json.loads((ROOT / "data" / "coverage.json").read_text(encoding="utf-8"))["rows"][
        :1
    ]:
        assert all(f"| `{name}` |" in told for name in row)
    for path in (ROOT / "data").iterdir():
        assert path.name in told or path.name in ("README.md", "make.py", "__pycache__")
    assert (ROOT / "data" / "matches.parquet").stat().st_size < 5_000_000


@pytest.mark.parametrize(
    ("claim", "case", "seed"),
    [("4", ("lowest", 6, "A-leaves"), 1), ("9", ("counter", 4, "C"), 1), ("3", ("mix", 5, "A"), 2)],
)
def test_stored_numbers_are_reproduced(claim: str, case: tuple[str, int, str], seed: int) -> None:
    trial = load_trial(seed)
    runner = Runner(trial.about["matches"], trial.about["deals"], seed, trial.about["level"])
    made = make_case(*case)
    rows = rows_of(commentary[claim], made, commentary[claim].apply(runner, made))
    assert rows == [row for row in trial.of(claim) if row.case == case]


def test_stored_verdicts_follow_from_the_stored_numbers(make: ModuleType) -> None:
    both = [load_trial(seed) for seed in (1, 2)]
    for seed, trial in zip((1, 2), both, strict=True):
        path = ROOT / "data" / f"trial-seed{seed}.json"
        assert trial.json() == path.read_text(encoding="utf-8")
        assert trial.about["seed"] == seed
        assert set(trial.claims) == {c.key for c in commentary}
    for name, text in make.trial_files(*both).items():
        assert (ROOT / "data" / name).read_text(encoding="utf-8") == text
    with pytest.raises(ValueError, match="seed: a whole number from 1 to 2, not 3"):
        load_trial(3)


def test_a_number_changed_changes_the_verdict(tmp_path: Path) -> None:
    text = (ROOT / "data" / "trial-seed1.json").read_text(encoding="utf-8")
    told = json.loads(text)
    for row in told["rows"]:
        if row[0] == "6":
            row[5:8] = [-1.0, -1.1, -0.9]
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(told), encoding="utf-8")
    assert load_trial(1).verdict("6").word == "holds"
    assert read_trial(path).verdict("6").word == "fails"
