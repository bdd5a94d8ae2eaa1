"""Compiling ahead: afterwards no kind of call compiles anything more."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

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
