"""The same places, frames, records and figures under old and new Pythons and libraries?

    python tests/matrix/run.py [NAME ...]

Makes an environment for each line of `ENVIRONMENTS` with uv, asks `fingerprint.py` in it, and
writes what it found to ``result.json`` beside this file, which a test holds against this copy.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RESULT = HERE / "result.json"


class Environment(NamedTuple):
    """A Python, how its libraries are chosen, and what is switched off."""

    python: str
    resolution: str = "highest"
    without: str = ""
    variables: tuple[tuple[str, str], ...] = ()


ENVIRONMENTS = {
    "3.11, newest libraries": Environment("3.11"),
    "3.11, lowest libraries": Environment("3.11", "lowest-direct"),
    "3.13, newest libraries": Environment("3.13"),
    "3.11, without numba": Environment("3.11", without="numba"),
    "3.11, JIT off": Environment("3.11", variables=(("NUMBA_DISABLE_JIT", "1"),)),
}


def ask(one: Environment, folder: Path) -> dict[str, object]:
    """What an environment is made of, and its fingerprint."""
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    uv = ["uv", "--quiet"]
    subprocess.run([*uv, "venv", "--python", one.python, str(folder)], check=True)
    choose = ["--resolution", one.resolution, "--python", str(python)]
    subprocess.run([*uv, "pip", "install", *choose, "-e", f"{ROOT}[lab]"], check=True)
    if one.without:
        gone = [*uv, "pip", "uninstall", "--python", str(python), one.without]
        subprocess.run(gone, check=True)
    env = {**os.environ, **dict(one.variables), "NUMBA_CACHE_DIR": str(folder / "cache")}
    program = [str(python), str(HERE / "fingerprint.py")]
    found = subprocess.run(program, check=True, capture_output=True, env=env, cwd=ROOT)
    listed = [*uv, "pip", "list", "--python", str(python), "--format", "json"]
    packages = json.loads(subprocess.run(listed, check=True, capture_output=True).stdout)
    known = {p["name"]: p["version"] for p in packages}
    names = ("numba", "numpy", "pandas", "plotly", "pyarrow", "scipy")
    return {
        "versions": {name: known.get(name) for name in names},
        "hashes": json.loads(found.stdout),
    }


def main(names: list[str]) -> int:
    """Ask the environments named (all, if none is), write the result; 0 if all are the same."""
    result = json.loads(RESULT.read_text(encoding="utf-8")) if RESULT.exists() else {}
    for name, one in ENVIRONMENTS.items():
        if names and name not in names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            result[name] = ask(one, Path(folder) / "env")
        RESULT.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    kinds = {json.dumps(one["hashes"]) for one in result.values()}
    print(f"{len(result)} environments, {len(kinds)} kinds of results")
    return 0 if len(kinds) == 1 else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
