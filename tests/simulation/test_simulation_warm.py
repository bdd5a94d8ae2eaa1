"""Compiling ahead: afterwards no kind of call compiles anything more."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# other modules come first here: that must not matter
CALLS = """
import slime.experiments, slime.game.snapshots
from slime.engine.legal import legal_number
from slime.strategies import names, strategy
from slime.simulation import compiled, simulate

@strategy
def first(S, me):
    return legal_number(S, me, 0)

def plain(view):
    return view.legal()[0]

for players in (names()[:7], ["lowest"] * 7, [first, *["counter"] * 6], [plain, *["lowest"] * 6]):
    for keep in ("places", "details", "counts"):
        simulate("king-and-slave", 7, 3, None, players, keep=keep)
from slime.experiments import compare
same = {"how": "counterfactual", "matches": 2}
compare(strategies="counter", strategies_b=[first, *["counter"] * 4], **same)
compare(strategies="lowest", strategies_b=[plain, *["lowest"] * 4], **same)
for function in (compiled.run, compiled.answer_asked, compiled.run_own):
    assert function.stats.cache_hits, function
    assert not function.stats.cache_misses, function
print("none")
"""


def run(program: str, folder: Path) -> str:
    env = {**os.environ, "NUMBA_CACHE_DIR": str(folder), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", program], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_after_warming_nothing_is_compiled(tmp_path: Path) -> None:
    told = run("from slime.simulation import warm; print(warm(print))", tmp_path).splitlines()
    assert told[0] == "lowest"
    assert Path(told[-1]).parent == tmp_path / "slime"
    assert run(CALLS, tmp_path) == "none\n"


# --- compiled code of earlier versions ----------------------------------------------------


def test_compiled_code_is_deleted_only_when_nobody_used_it_for_long(tmp_path: Path) -> None:
    from slime.simulation.cache import UNUSED_DAYS, prune

    def folder(name: str, days: float) -> Path:
        made = tmp_path / "slime" / name
        made.mkdir(parents=True)
        (made / "compiled.nbc").write_bytes(b"code")
        then = time.time() - days * 86_400
        os.utime(made, (then, then))
        return made

    mine = folder("a" * 24, UNUSED_DAYS + 5)  # used now, however long it was not
    old = folder("b" * 24, UNUSED_DAYS + 1)
    kept = [mine, folder("c" * 24, UNUSED_DAYS - 1)]
    kept += [folder(name, 999) for name in ("notes", "d" * 23, "E" * 24)]  # not of ours
    (elsewhere := tmp_path / "elsewhere").mkdir()
    kept.append(mine.parent / ("f" * 24))
    kept[-1].symlink_to(elsewhere, target_is_directory=True)
    os.utime(elsewhere, (0, 0))
    prune(mine)
    assert sorted(mine.parent.iterdir()) == sorted(kept) and not old.exists()
    assert elsewhere.is_dir() and (mine / "compiled.nbc").read_bytes() == b"code"
    os.utime(kept[1], (0, 0))
    prune(mine)
    assert not kept[1].exists() and mine.exists()  # it was noted as used


def test_the_folder_for_compiled_code_is_pruned_when_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from slime.simulation.cache import cache_folder

    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    (old := tmp_path / "slime" / ("b" * 24)).mkdir(parents=True)
    os.utime(old, (0, 0))
    assert cache_folder().is_dir() and not old.exists()
