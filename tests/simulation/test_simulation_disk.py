"""A simulation on disk: the rows of the frame, and one file however often it was killed."""

from __future__ import annotations

import io
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

import slime
from slime.engine.streams import VERSION
from slime.simulation import parquet as disk
from slime.simulation import simulate
from slime.simulation.columns import meaning

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Segments of few rows, so that small runs have many."""
    monkeypatch.setattr(disk, "ROWS", 500)


def same_rows(path: Path, frame: pd.DataFrame) -> None:
    found = pd.read_parquet(path)
    assert list(found) == list(frame)
    for name in frame:
        if isinstance(frame[name].dtype, pd.CategoricalDtype):
            assert isinstance(found[name].dtype, pd.CategoricalDtype)
            assert found[name].astype(str).tolist() == frame[name].astype(str).tolist()
        else:
            np.testing.assert_array_equal(found[name], frame[name])


CASES: dict[str, dict[str, Any]] = {
    "plain": {"matches": 60, "deals": 7, "seed": 5},
    "to the end": {"rules": "king-and-slave", "players": 6, "matches": 40, "deals": None},
    "named, own player": {
        "players": ["Аня", "Boris", "Vera", "Gleb"],
        "matches": 33,
        "deals": 5,
        "strategies": ["lowest", lambda view: view.legal()[0], "random", "counter"],
    },
    "one match is more than a segment": {"matches": 2, "deals": 150},
}


@pytest.mark.parametrize("details", [False, True], ids=["places", "details"])
@pytest.mark.parametrize("case", CASES)
def test_the_file_has_the_rows_of_the_frame(
    case: str, details: bool, tmp_path: Path, small: None
) -> None:
    arguments = CASES[case]
    path = tmp_path / "some.parquet"
    rows = disk.write_parquet(path, **arguments, details=details)
    frame = simulate(**arguments, keep="details" if details else "places").frame()
    assert rows == len(frame)
    same_rows(path, frame)
    assert os.listdir(tmp_path) == ["some.parquet"]
    assert pq.ParquetFile(path).num_row_groups > 1


def test_the_file_says_what_it_is(tmp_path: Path, small: None) -> None:
    path = tmp_path / "some.parquet"
    rules = slime.rules("slime-licker", exchange="none")
    disk.write_parquet(path, rules, 4, 12, 3, ["random", *["patient(until=2)"] * 3], 2**63)
    schema = pq.read_schema(path)
    told = json.loads(schema.metadata[b"slime"])
    assert slime.rules(told["rules"].pop("preset"), **told["rules"]) == rules.replace(
        match={"deals": 3}
    )
    assert told["players"] == ["P1", "P2", "P3", "P4"]
    assert told["seated"] == "by lot"
    assert told["strategies"] == ["random", *["patient(until=2)"] * 3]
    assert (told["seed"], told["matches"], told["streams"]) == (2**63, 12, VERSION)
    assert told["columns"] == {name: meaning(name) for name in schema.names}
    for field in schema:
        assert field.metadata[b"meaning"].decode() == meaning(field.name)


def test_any_spread_gives_the_same_bytes(tmp_path: Path, small: None) -> None:
    for number, workers in enumerate((1, 2, 3)):
        disk.write_parquet(tmp_path / f"{number}.parquet", matches=50, workers=workers, deals=20)
    files = [path.read_bytes() for path in sorted(tmp_path.iterdir())]
    assert len(files) == 3
    assert len(set(files)) == 1


# --- going on -------------------------------------------------------------------------


class Halt(BaseException):
    """Power gone."""


def halted(path: Path, after: int, monkeypatch: pytest.MonkeyPatch, **arguments: Any) -> None:
    """A run that ends for good after some segments."""
    write = disk._File._write
    count = 0

    def some(self: Any, *rest: Any) -> None:
        nonlocal count
        count += 1
        if count > after:
            raise Halt
        write(self, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(disk._File, "_write", some)
        with pytest.raises(Halt):
            disk.write_parquet(path, **arguments)


def test_a_halted_run_is_gone_on_with(
    tmp_path: Path, small: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, whole = tmp_path / "some.parquet", tmp_path / "whole.parquet"
    halted(path, 2, monkeypatch, matches=50, deals=20)
    assert not path.exists()
    parts = tmp_path / "some.parquet.parts"
    made = {file: file.stat().st_mtime_ns for file in parts.glob("0*.parquet")}
    assert len(made) == 2
    with pytest.raises(disk.Unfinished, match=r"some\.parquet\.parts has an unfinished run"):
        disk.write_parquet(path, matches=50, deals=20)
    (parts / ".00000002.parquet").write_bytes(b"half")
    (parts / "00000001.parquet").write_bytes(b"PAR1 rubbish")
    disk.write_parquet(path, matches=50, resume=True, deals=20)
    disk.write_parquet(whole, matches=50, deals=20)
    assert path.read_bytes() == whole.read_bytes()
    assert sorted(os.listdir(tmp_path)) == ["some.parquet", "whole.parquet"]


def test_segments_that_are_there_are_not_made_again(
    tmp_path: Path, small: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "some.parquet"
    halted(path, 7, monkeypatch, matches=50, deals=20)
    made: list[int] = []
    table = disk._File._table
    monkeypatch.setattr(
        disk._File, "_table", lambda self, a, b, s: made.append(a) or table(self, a, b, s)
    )
    disk.write_parquet(path, matches=50, resume=True, deals=20)
    assert made == [35, 40, 45]


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("seed", {"seed": 2}),
        ("matches", {"matches": 51}),
        ("rules", {"deals": 21}),
        ("rules", {"rules": slime.rules("slime-licker", passing="locked")}),
        ("players", {"players": 4}),
        ("seated", {"players": ["P1", "P2", "P3", "P4", "P5"]}),
        ("strategies", {"strategies": "random"}),
        ("details", {"details": True}),
    ],
)
def test_another_plan_is_refused(
    field: str, change: Any, tmp_path: Path, small: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "some.parquet"
    arguments: dict[str, Any] = {"matches": 50, "deals": 20}
    halted(path, 1, monkeypatch, **arguments)
    with pytest.raises(disk.OtherPlan, match=f"begun with {field} ") as caught:
        disk.write_parquet(path, **arguments | change, resume=True)
    assert caught.value.data["field"] == field
    disk.write_parquet(path, **arguments, resume=True)
    with pytest.raises(disk.OtherPlan, match=f"begun with {field} "):  # of a finished file too
        disk.write_parquet(path, **arguments | change, resume=True)


def test_own_strategies_of_one_name_are_told_apart(
    tmp_path: Path, small: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mine(view: Any) -> Any:
        return view.legal()[0]

    path = tmp_path / "some.parquet"
    halted(path, 1, monkeypatch, matches=20, deals=20, strategies=mine)

    def mine(view: Any) -> Any:  # type: ignore[no-redef]
        return view.legal()[-1]

    with pytest.raises(disk.OtherPlan, match="sources"):
        disk.write_parquet(path, matches=20, strategies=mine, resume=True, deals=20)


def test_a_finished_file_needs_no_going_on(tmp_path: Path, small: None) -> None:
    path = tmp_path / "some.parquet"
    rows = disk.write_parquet(path, matches=10, resume=True, deals=20)
    before = path.stat().st_mtime_ns
    assert disk.write_parquet(path, matches=10, resume=True, deals=20) == rows
    assert path.stat().st_mtime_ns == before
    path.write_bytes(b"not a table")
    with pytest.raises(disk.OtherPlan):
        disk.write_parquet(path, matches=10, resume=True, deals=20)
    assert disk.write_parquet(path, matches=10, deals=20) == rows  # without it, written anew


def test_where_nothing_can_be_written_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"path: a name that ends in \.parquet"):
        disk.write_parquet(tmp_path / "some.csv", deals=20)
    with pytest.raises(FileNotFoundError, match="nowhere"):
        disk.write_parquet(tmp_path / "nowhere" / "some.parquet", deals=20)
    assert os.listdir(tmp_path) == []
    (tmp_path / "some.parquet").mkdir()
    with pytest.raises(IsADirectoryError):
        disk.write_parquet(tmp_path / "some.parquet", matches=3, deals=20)
    assert os.listdir(tmp_path) == ["some.parquet"]


# --- real processes, killed -----------------------------------------------------------

# Kills itself at its n-th change of the folder, if n is not 0.
PROGRAM = """
import os, signal, sys
steps = int(sys.argv[2])
def hook(event, args):
    global steps
    if event in ("os.rename", "os.remove", "os.rmdir", "os.mkdir"):
        if any("parquet" in str(arg) for arg in args):
            steps -= 1
            if steps == 0:
                os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(hook)
from slime.simulation import parquet as disk
disk.ROWS = 400  # the interpreted engine: it is up sooner
disk.write_parquet(
    sys.argv[1], matches=60, seed=9, resume=True, workers=2, engine="interpreted"
)
"""


def begin(path: Path, step: int = 0) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", PROGRAM, str(path), str(step)], cwd=ROOT)


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("whole") / "some.parquet"
    assert begin(path).wait() == 0
    return path.read_bytes()


def test_killed_at_any_step_it_goes_on(tmp_path: Path, unbroken: bytes) -> None:
    """Each process gets some steps further than the one before; none leaves half a file."""
    path = tmp_path / "some.parquet"
    kills, step = 0, 1
    while begin(path, step).wait() != 0:
        kills += 1
        step = 6 if kills == 1 else step + 4
        if path.exists():
            assert path.read_bytes() == unbroken
    assert kills > 2
    assert path.read_bytes() == unbroken
    assert os.listdir(tmp_path) == ["some.parquet"]


def test_killed_while_it_clears_up(tmp_path: Path, unbroken: bytes) -> None:
    """The last steps: the final name given, the folder going."""
    path = tmp_path / "some.parquet"
    steps = 1 + 1 + 15 + 1  # folder, plan, segments, final name
    assert begin(path, steps + 3).wait() == -signal.SIGKILL
    assert path.read_bytes() == unbroken
    left = tmp_path / "some.parquet.parts"
    assert left.exists()
    assert begin(path).wait() == 0
    assert os.listdir(tmp_path) == ["some.parquet"]
    assert path.read_bytes() == unbroken


def test_killed_at_random_moments_it_goes_on(tmp_path: Path, unbroken: bytes) -> None:
    path = tmp_path / "some.parquet"
    parts = tmp_path / "some.parquet.parts"
    rng = random.Random()
    for _ in range(3):
        shutil.rmtree(parts, ignore_errors=True)
        path.unlink(missing_ok=True)
        process = begin(path)
        while not (parts / "plan.json").exists() and process.poll() is None:
            time.sleep(0.005)
        time.sleep(rng.uniform(0, 0.4))
        process.kill()
        process.wait()
        if path.exists():
            assert path.read_bytes() == unbroken
        assert begin(path).wait() == 0
        assert path.read_bytes() == unbroken
        assert os.listdir(tmp_path) == ["some.parquet"]


STORED: dict[str, dict[str, Any]] = {
    "details": {
        "matches": 20,
        "deals": 5,
        "strategies": ["counter", "lowest", "random", "patient(until=2)", "lowest"],
        "seed": 7,
        "details": True,
    },
    "plain": {
        "rules": "king-and-slave",
        "players": ["Anna", "Boris", "Vera", "Gleb"],
        "matches": 10,
        "seed": 2**63,
    },
}


@pytest.mark.parametrize("name", STORED)
def test_files_of_earlier_versions_open_and_are_gone_on_with(name: str, tmp_path: Path) -> None:
    """Written by the first version's last state; the same rows come out today."""
    path = tmp_path / f"{name}.parquet"
    shutil.copy(ROOT / "tests" / "simulation" / "stored" / path.name, path)
    before = path.read_bytes()
    what = dict(STORED[name])
    details = what.pop("details", False)
    same_rows(path, simulate(**what, keep="details" if details else "places").frame())
    rows = disk.write_parquet(path, **what, details=details, resume=True)  # there is nothing to do
    assert rows == len(pd.read_parquet(path)) and path.read_bytes() == before
    disk.write_parquet(path, **what, details=details)
    old, new = (pq.read_table(file) for file in (io.BytesIO(before), path))
    assert old.equals(new) and old.schema.equals(new.schema)
