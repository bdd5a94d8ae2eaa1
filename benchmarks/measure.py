"""What benchmarks/run.py measures with: the C references, clocks, new processes."""

from __future__ import annotations

import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path.insert(0, str(ROOT))

import slime  # noqa: E402
from slime.simulation import simulate  # noqa: E402

#: The game of the C references: 54 cards, the joker the highest rank, exchange, fall, `leaves`.
BASIC = slime.rules("slime-licker", fallen_champion="leaves")
DEALS_A_MATCH = 20


@dataclass(frozen=True)
class Row:
    """A line of the table: what, how fast, against what, what is wanted."""

    what: str
    value: str
    ratio: float | None = None
    against: str = ""
    target: float | None = None
    at_most: bool = False

    def cells(self) -> list[str]:
        """The cells of a line of Markdown."""
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}"
        if self.target is None:
            return [self.what, self.value, ratio, self.against, "", ""]
        assert self.ratio is not None
        sign = "at most" if self.at_most else "at least"
        met = self.ratio <= self.target if self.at_most else self.ratio >= self.target
        wanted = f"{sign} {self.target:g}"
        return [self.what, self.value, ratio, self.against, wanted, "yes" if met else "**no**"]


class Reference:
    """A program of benchmarks/limit, compiled with the flags it names itself."""

    def __init__(self, name: str, folder: Path) -> None:
        source = HERE / "limit" / f"{name}.c"
        found = re.search(r"gcc (.*?) -o", source.read_text(encoding="utf-8"))
        assert found is not None
        self.flags = found[1].split()
        self.program = folder / name
        subprocess.run(["gcc", *self.flags, "-o", str(self.program), str(source)], check=True)

    def run(self, deals: int, seed: int = 1) -> dict[str, Any]:
        """What the program tells of so many deals; `cpu_s` is its CPU time."""
        done = subprocess.run(
            [str(self.program), str(deals), str(seed)], check=True, capture_output=True
        )
        return dict(json.loads(done.stdout))


def references(folder: Path) -> tuple[Reference, Reference] | None:
    """The references with `lowest` and with `random` bots; None without gcc."""
    if shutil.which("gcc") is None:
        return None
    return Reference("limit", folder), Reference("limit_random", folder)


def cpu(call: Callable[[], object]) -> float:
    """Seconds of CPU time that a call takes, in all its threads."""
    begin = time.process_time()
    call()
    return time.process_time() - begin


def wall(call: Callable[[], object]) -> float:
    """Seconds that a call takes by the clock."""
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin


def ours(deals: int, **arguments: Any) -> Callable[[], object]:
    """A call that simulates so many deals on one thread."""
    what = {"rules": BASIC, "workers": 1, "deals": DEALS_A_MATCH, "progress": False} | arguments
    matches = deals // what["deals"]
    simulate(**{**what, "matches": 2})  # compiled, if it was not
    return lambda: simulate(**{**what, "matches": matches})


def alternate(
    one: Callable[[], float], other: Callable[[], float], repeats: int
) -> tuple[float, float, float]:
    """Medians of both, run in turns, and of the ratio of the first to the second."""
    pairs = [(one(), other()) for _ in range(repeats)]
    return (
        statistics.median(a for a, _ in pairs),
        statistics.median(b for _, b in pairs),
        statistics.median(a / b for a, b in pairs),
    )


def new_process(program: str, cache: Path, byte_code: Path, *args: str) -> dict[str, Any]:
    """What a program that prints JSON says, run by a new Python with a cache of its own."""
    env = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    env |= {"NUMBA_CACHE_DIR": str(cache), "PYTHONPYCACHEPREFIX": str(byte_code)}
    env |= {"PYTHONPATH": os.pathsep.join((str(ROOT), str(HERE)))}
    done = subprocess.run(
        [sys.executable, "-c", program, *args], env=env, check=True, capture_output=True, cwd=ROOT
    )
    return dict(json.loads(done.stdout))


def most_resident() -> float:
    """Megabytes that this process held in memory at the most (Linux)."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    assert found is not None
    return int(found[1]) / 1024


FIRST_CALL = """
import json, time
wall, cpu = time.perf_counter(), time.process_time()
import slime
slime.simulate(matches=500, deals=20, progress=False)
print(json.dumps({"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu}))
"""

MEMORY = """
import json, sys
import slime
from measure import most_resident
slime.simulate(matches=int(sys.argv[1]) // 20, deals=20, keep="counts", lags=3, progress=False)
print(json.dumps({"mb": most_resident()}))
"""


SUMMARY = """
import json, sys, time
import slime
from measure import most_resident
slime.simulate(matches=9, deals=9, progress=False).summary()
begin = time.perf_counter()
sim = slime.simulate(matches=int(sys.argv[1]) // 20, deals=20, progress=False)
played = time.perf_counter()
sim.summary()
took = time.perf_counter() - played
print(json.dumps({"mb": most_resident(), "simulate": played - begin, "summary": took}))
"""

SUMMARY_OF_FILE = """
import json, sys, time
import slime
from measure import most_resident
begin = time.perf_counter()
slime.places(sys.argv[1]).summary()
print(json.dumps({"mb": most_resident(), "summary": time.perf_counter() - begin}))
"""


def summaries(deals: int, deals_on_disk: int) -> tuple[dict[str, float], dict[str, float]]:
    """Times and memory of a summary of so many deals, and of one of a file of more."""
    from slime.simulation import write_parquet

    cache = Path(os.environ.get("NUMBA_CACHE_DIR") or Path.home() / ".cache")
    with tempfile.TemporaryDirectory() as folder:
        in_memory = new_process(SUMMARY, cache, Path(folder), str(deals))
        file = f"{folder}/run.parquet"
        write_parquet(file, matches=deals_on_disk // 100, deals=100, progress=False)
        return in_memory, new_process(SUMMARY_OF_FILE, cache, Path(folder), file)


def starts(repeats: int) -> dict[str, dict[str, float]]:
    """Times of the first call in new processes: `cold` and `warm` cache of compiled code."""
    with tempfile.TemporaryDirectory() as folder:
        cache, byte_code = Path(folder) / "cache", Path(folder) / "byte_code"
        new_process("import slime.simulation.compiled; print('{}')", cache, byte_code)
        cold = [
            new_process(FIRST_CALL, Path(folder) / f"cold{i}", byte_code)
            for i in range(max(1, repeats // 3))
        ]
        new_process(FIRST_CALL, cache, byte_code)
        warm = [new_process(FIRST_CALL, cache, byte_code) for _ in range(repeats)]
    return {
        name: {clock: statistics.median(run[clock] for run in runs) for clock in ("wall", "cpu")}
        for name, runs in (("cold", cold), ("warm", warm))
    }


def peak_memory(deals: int) -> float:
    """Megabytes that a process needs at the most to count so many deals."""
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(os.environ.get("NUMBA_CACHE_DIR") or Path.home() / ".cache")
        return float(new_process(MEMORY, cache, Path(folder), str(deals))["mb"])
