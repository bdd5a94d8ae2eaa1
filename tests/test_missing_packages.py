"""What works without a package that only a part of the kit needs, and what the rest says."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

GAME = """
match = slime.Match(slime.rules("king-and-slave", players=[4, 6]), players=4, seed=1).finish()
assert slime.replay(match.record())["ok"]
deal = match.deals[-1]
assert deal.events and deal._repr_svg_()
assert slime.strategies.lowest(), slime.strategies.names()
with slime.language("ru"):
    assert str(slime.rules().card())
"""
SIMULATION = """
assert slime.commentary["1"]
sim = slime.simulate(players=4, matches=20, deals=4, engine="interpreted", progress=False)
assert sim.places.shape == (20, 4, 4)
assert 0 <= slime.measures.keep_first(sim) <= 1
assert sim.deal(3, 2).finish().over
"""
FRAME = "assert len(sim.frame()) == 320 and len(sim.plays())"
FIGURE = "assert slime.figures.transition_heatmap(sim)"
SUMMARY = "assert str(sim.summary())"

TABLE = """
table = slime.table(match.deals[-1])
assert table.snapshots and table.svg() and table.answer({"do": "hello"}).ok
"""
LAB = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
    "optional-dependencies"
]
#: What the small distribution goes without; what the card table itself needs (ipywidgets and what
#: comes with it, ipykernel too) stays.
LARGE = " ".join(re.split("[>=]", one)[0] for one in LAB["lab"] if "ipykernel" not in one)

#: package, or several -> (what works without it, what says that it is missing)
CASES = {
    "numba": (GAME + SIMULATION + FRAME + "\n" + FIGURE + "\n" + SUMMARY, ""),
    "numpy": (GAME, "slime.simulate()"),
    "pandas": (GAME + SIMULATION + SUMMARY, "sim.frame()"),
    "plotly": (GAME + SIMULATION + FRAME + "\n" + SUMMARY, FIGURE),
    LARGE: (GAME + TABLE, ""),
    "pyarrow": (GAME + SIMULATION + FRAME + "\n" + FIGURE, "slime.load_matches()"),
}

CODE = """
import importlib.abc, sys, warnings

class Blocked(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {package!r}.split():
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Blocked())
warnings.filterwarnings("ignore", message="numba is not there")
import slime
{works}
refused = {refused!r}
if refused:
    try:
        exec(refused)
    except ImportError as problem:
        assert "pip install {package}" in str(problem), problem
    else:
        raise AssertionError("nothing was said")
"""


@pytest.mark.parametrize("package", CASES)
def test_without_a_package(package: str) -> None:
    works, refused = CASES[package]
    code = CODE.format(package=package, works=works, refused=refused)
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
