"""The simulator where things are otherwise: bounds checked, without numba, with changed rules."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sim_tables import striding

import slime
from slime.simulation import simulate

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"


def run(program: str, *args: str, root: Path = ROOT, **env: str) -> str:
    """What a Python program prints, with our packages and tests to be imported."""
    paths = os.pathsep.join(map(str, (root, TESTS, TESTS / "differential")))
    done = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", "-c", program, *args],
        env={**os.environ, "PYTHONPATH": paths, **env},
        cwd=root,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


CHECKED = """
from random import Random
import test_two_speeds
from sim_tables import some_table
from slime.simulation import compiled, simulate
from slime.engine.layout import SIZE
from slime.strategies import strategy

assert compiled.CHECKED
for number in range(60):
    table = some_table(Random(number))
    test_two_speeds.same(*test_two_speeds.run_both(table, number, 2, 4))

@strategy
def beyond(S, me):
    return S[SIZE + me]

try:
    simulate(matches=1, deals=1, strategies=beyond)
except IndexError:
    print("checked")
"""


def test_with_bounds_checked() -> None:
    assert run(CHECKED, NUMBA_BOUNDSCHECK="1") == "checked\n"


WITHOUT = """
import json, sys, warnings

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numba", "llvmlite"):
            raise ImportError(f"no {name} here")

sys.meta_path.insert(0, Missing())
from sim_tables import striding
import slime
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    for _ in range(2):
        sim = slime.simulate(matches=20, deals=5, strategies=["lowest", striding, "random"] * 2,
                             players=6, seed=2**63, keep="details")
    counted = slime.simulate("king-and-slave", matches=9, deals=None, keep="counts", lags=3)
try:
    slime.simulate(engine="compiled")
except ValueError as error:
    refused = str(error)
print(json.dumps({
    "told": [[str(w.message), w.filename] for w in told],
    "places": sim.places.tolist(),
    "finish": sim.finish.tolist(),
    "frame": sim.frame().to_csv(),
    "plays": sim.plays(range(3)).to_csv(),
    "counts": counted.counts.tolist(),
    "found": sim.find("largest-rise", 3),
    "record": sim.record(3),
    "refused": refused,
    "numba": "numba" in sys.modules,
}))
"""


def test_without_numba_it_is_the_same() -> None:
    found = json.loads(run(WITHOUT))
    assert not found["numba"]
    ((message, file),) = found["told"]
    assert "runs interpreted" in message
    assert file == "<string>"  # who called, not us
    assert "needs numba" in found["refused"]
    sim = simulate(
        matches=20,
        deals=5,
        strategies=["lowest", striding, "random"] * 2,
        players=6,
        seed=2**63,
        keep="details",
        engine="compiled",
    )
    counted = simulate(
        "king-and-slave", matches=9, deals=None, keep="counts", lags=3, engine="compiled"
    )
    assert found["places"] == sim.places.tolist()
    assert found["finish"] == sim.finish.tolist()
    assert found["frame"] == sim.frame().to_csv()
    assert found["plays"] == sim.plays(range(3)).to_csv()
    assert found["counts"] == counted.counts.tolist()
    assert found["found"] == [list(address) for address in sim.find("largest-rise", 3)]
    assert found["record"] == sim.record(3)


# --- compiled code and the files it came from -----------------------------------------

PLACES = """
import sys
from slime.simulation import simulate
sim = simulate("king-and-slave", matches=30, deals=5, seed=4, engine=sys.argv[1], workers=1)
print(sim.places.tolist())
"""


def places(root: Path, engine: str, **env: str) -> Any:
    return json.loads(run(PLACES, engine, root=root, **env))


def test_a_changed_rule_is_compiled_anew(tmp_path: Path) -> None:
    """In a file that the loop only calls, twice removed."""
    copy = tmp_path / "copy"
    shutil.copytree(ROOT / "slime", copy / "slime", ignore=shutil.ignore_patterns("__pycache__"))
    before = places(copy, "compiled")
    assert before == simulate("king-and-slave", matches=30, deals=5, seed=4).places.tolist()
    file = copy / "slime" / "engine" / "beats.py"
    text = file.read_text(encoding="utf-8")
    changed, count = re.subn(r"higher = -16 <<", "higher = -256 <<", text)
    assert count == 1
    file.write_text(changed, encoding="utf-8")
    after = places(copy, "compiled")
    assert after != before
    assert after == places(copy, "interpreted")
    file.write_text(text, encoding="utf-8")
    assert places(copy, "compiled") == before


STAMPS = """
import sys
from pathlib import Path
from slime.engine.marks import PRIMITIVES, RULES
from slime.simulation import cache, compiled
from slime.strategies.registry import registry
root = Path(sys.argv[1]).resolve()
# The loop, and players that are asked out of it: each is filed under a stamp of its own.
apart = [f for s in registry().values() if s.kind == "compiled" for f in (s.choose, s.give)]
assert apart

def stamp():
    cache.stamp.cache_clear()
    return [cache.stamp(), *map(cache.stamp, apart)]

before = stamp()
modules = {f.__module__ for f in (*RULES, *PRIMITIVES)} | {compiled.__name__}
for name in sorted(sys.argv[2:]):
    file = root / name
    text = file.read_bytes()
    file.write_bytes(text + b"# changed\\n")
    print(name, stamp() != before)
    file.write_bytes(text)
assert stamp() == before
print(*sorted({Path(sys.modules[m].__file__).relative_to(root).as_posix() for m in modules}))
"""


def reached_files(start: str) -> set[str]:
    """Files of the package from which names come that a file uses, and those they use, by syntax.

    Only what functions of the compiled loop name counts: of a module that is reached, all names
    that its functions marked as rules load, followed to the modules that they are imported from.
    """
    found: set[str] = set()
    todo = [start]
    while todo:
        name = todo.pop()
        if name in found:
            continue
        found.add(name)
        tree = ast.parse((ROOT / name).read_text(encoding="utf-8"))
        functions = [
            node
            for node in tree.body
            if isinstance(node, ast.FunctionDef)
            and any(ast.unparse(mark) in ("rule", "primitive") for mark in node.decorator_list)
        ]
        used = {
            node.id
            for function in functions
            for statement in function.body
            for node in ast.walk(statement)
            if isinstance(node, ast.Name)
        }
        for node in tree.body:
            if not isinstance(node, ast.ImportFrom) or not str(node.module).startswith("slime."):
                continue
            if used & {alias.asname or alias.name for alias in node.names}:
                todo.append(str(node.module).replace(".", "/") + ".py")
    return found


def test_a_change_of_any_file_that_the_loop_reaches_is_seen(tmp_path: Path) -> None:
    """Whatever a rule function stands in, and where its constants come from."""
    shutil.copytree(
        ROOT / "slime", tmp_path / "slime", ignore=shutil.ignore_patterns("__pycache__")
    )
    reached = reached_files("slime/simulation/kernel.py")
    strategies = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "slime" / "strategies" / "builtin").glob("[a-z]*.py")
    }
    for strategy in strategies:  # called through a table that the dispatcher makes
        reached |= reached_files(strategy)
    reached |= {"slime/simulation/compiled.py", "slime/simulation/dispatch.py"}
    assert {"slime/engine/layout.py", "slime/engine/beats.py", "slime/engine/hands.py"} <= reached
    *seen, files = run(STAMPS, str(tmp_path), *sorted(reached), root=tmp_path).splitlines()
    assert seen == [f"{name} True" for name in sorted(reached)]
    assert set(files.split()) - {"slime/engine/marks.py"} <= reached


FOLDER = """
from slime.simulation import cache, simulate
folder = cache.cache_folder()
assert simulate(matches=3, deals=2).places.shape == (3, 2, 5)
assert list(folder.glob("*.nbi")), folder
print(folder)
"""


@pytest.mark.parametrize("own", ["ours", "open to others"])
def test_where_nothing_can_be_written_a_temporary_folder_will_do(own: str, tmp_path: Path) -> None:
    nowhere = {"NUMBA_CACHE_DIR": "/proc/a", "XDG_CACHE_HOME": "/proc/b", "HOME": "/proc/c"}
    common = tmp_path / f"slime-{os.getuid()}"
    if own != "ours":
        common.mkdir()
        common.chmod(0o777)
    engine = FOLDER if own == "ours" else FOLDER.partition("assert sim")[0] + "print(folder)"
    folder = Path(run(engine, **nowhere, TMPDIR=str(tmp_path)).strip())
    assert tmp_path in folder.parents
    assert (common in folder.parents) == (own == "ours")
    assert folder.exists()


def test_the_cache_is_where_it_is_wanted(tmp_path: Path) -> None:
    program = FOLDER.partition("assert sim")[0] + "print(folder)"
    wanted = {"NUMBA_CACHE_DIR": "", "XDG_CACHE_HOME": str(tmp_path / "x"), "HOME": "/proc/c"}
    assert Path(run(program, **wanted).strip()).parent == tmp_path / "x" / "slime"
    wanted["NUMBA_CACHE_DIR"] = str(tmp_path / "n")
    assert Path(run(program, **wanted).strip()).parent == tmp_path / "n" / "slime"


def test_a_learners_constant_that_changes_is_seen() -> None:
    """Compiled strategies are kept in the process; what they are made with is part of the key."""
    space: dict[str, Any] = {}
    exec(
        "from slime.engine.legal import count_legal, legal_number\n"
        "WHICH = 0\n"
        "def pick(S, me):\n"
        "    return legal_number(S, me, min(WHICH, count_legal(S, me) - 1))\n",
        space,
    )
    results = []
    for which in (0, 1, 0):
        space["WHICH"] = which
        results.append(
            [
                simulate(
                    matches=10,
                    deals=3,
                    strategies=slime.strategies.strategy(space["pick"]),
                    engine=engine,
                ).places
                for engine in ("compiled", "interpreted")
            ]
        )
    for compiled, interpreted in results:
        np.testing.assert_array_equal(compiled, interpreted)
    assert (results[0][0] != results[1][0]).any()
    np.testing.assert_array_equal(results[0][0], results[2][0])
