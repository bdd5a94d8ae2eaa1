"""All that is tested, stage by stage: `python3 start.py test [STAGE ...] [-- PYTEST OPTIONS]`."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from chromium import MISSING, find_chromium

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Stage:
    """Some commands of Python modules, and the minutes they may take on two cores."""

    name: str
    minutes: int
    commands: tuple[tuple[str, ...], ...]
    needs_browser: bool = False


STAGES = (
    Stage(
        "lint",
        1,
        (("ruff", "check", "."), ("ruff", "format", "--check", "--quiet", "."), ("mypy",)),
    ),
    Stage(
        "unit",
        6,
        (("pytest", "-n2", "tests", "--ignore=tests/browser", "--ignore=tests/differential"),),
    ),
    Stage("differential", 4, (("pytest", "-n2", "tests/differential"),)),
    Stage(
        "notebooks",
        6,
        (
            (
                *("pytest", "-n2", "--dist=loadscope", "--nbval-lax", "--nbval-current-env"),
                *("notebooks/en", "notebooks/ru"),
            ),
        ),
    ),
    Stage("browser", 7, (("pytest", "tests/browser"),), needs_browser=True),
    Stage("docs", 2, (("pytest", "-n2", "slime", "README.md", "docs"),)),
)


@dataclass
class Outcome:
    """What became of the stages that ran."""

    lines: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)


def main(argv: list[str]) -> int:
    names = [stage.name for stage in STAGES]
    own, rest = _split(argv)
    parser = argparse.ArgumentParser(prog="start.py test", description=__doc__)
    parser.add_argument("stages", nargs="*", metavar="STAGE", help=", ".join(names))
    parser.add_argument("--installed", type=float, default=0.0, help=argparse.SUPPRESS)
    args = parser.parse_args(own)
    unknown = [name for name in args.stages if name not in names]
    if unknown:
        parser.error(f"no stage {unknown[0]!r}, there are {', '.join(names)}")
    outcome = Outcome()
    outcome.lines.append(_line("install", args.installed, 4, "done"))
    with tempfile.TemporaryDirectory() as folder:
        for stage in STAGES:
            if not args.stages or stage.name in args.stages:
                _run(stage, rest, Path(folder), outcome)
    print("\n== all stages", *outcome.lines, sep="\n")
    passed, failed, skipped = (outcome.counts[key] for key in ("passed", "failed", "skipped"))
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 1 if outcome.failed else 0


def _split(argv: list[str]) -> tuple[list[str], list[str]]:
    at = argv.index("--") if "--" in argv else len(argv)
    return argv[:at], argv[at + 1 :]


def _run(stage: Stage, rest: list[str], folder: Path, outcome: Outcome) -> None:
    print(f"\n== {stage.name} (up to {stage.minutes} min)", flush=True)
    begin = time.monotonic()
    # A fresh cache: compiled code must never be older than the source it came from.
    env = {**os.environ, "NUMBA_CACHE_DIR": str(folder / "numba"), "PYTHONUTF8": "1"}
    state = "passed"
    before = outcome.counts["failed"]
    if stage.needs_browser and find_chromium() is None:
        print(MISSING, file=sys.stderr, flush=True)
        state = "FAILED"
    else:
        for number, command in enumerate(stage.commands):
            report = folder / f"{stage.name}-{number}.xml"
            code = _command(command, rest, report, env)
            if code is None:
                state = "nothing to test"
            elif code != 0:
                state = "FAILED"
            outcome.counts.update(_counts(report))
            if code == 0 and not report.exists():  # a linter: one test, which it passed
                outcome.counts["passed"] += 1
    if state == "FAILED":
        outcome.failed.append(stage.name)
        # A stage can fail without a test that does, by a linter's finding for one.
        if outcome.counts["failed"] == before:
            outcome.counts["failed"] += 1
    outcome.lines.append(_line(stage.name, time.monotonic() - begin, stage.minutes, state))
    print(outcome.lines[-1], flush=True)


def _command(
    command: tuple[str, ...], rest: list[str], report: Path, env: dict[str, str]
) -> int | None:
    """Run a command; None if none of the paths it is for exists in this copy of the project."""
    module, *options = command
    if module == "pytest":
        paths = [option for option in options if not option.startswith("-")]
        there = [path for path in paths if (ROOT / path).exists()]
        if not there:
            print(f"There is no {' and no '.join(paths)} here.", flush=True)
            return None
        options = [option for option in options if option not in paths or option in there]
        options += [f"--junitxml={report}", *rest]
    # Python itself finds the module: scripts may not be on the PATH.
    return subprocess.call([sys.executable, "-m", module, *options], cwd=ROOT, env=env)


def _counts(report: Path) -> Counter[str]:
    """How many tests a pytest report tells of, by their result."""
    counts: Counter[str] = Counter()
    if not report.exists():
        return counts
    for suite in ElementTree.parse(report).getroot().iter("testsuite"):
        total, failures, errors, skipped = (
            int(suite.get(key, "0")) for key in ("tests", "failures", "errors", "skipped")
        )
        counts["failed"] += failures + errors
        counts["skipped"] += skipped
        counts["passed"] += total - failures - errors - skipped
    return counts


def _line(name: str, seconds: float, minutes: int, state: str) -> str:
    late = ", longer than planned" if seconds > 60 * minutes else ""
    return f"{name:<13}{seconds:7.1f} s of {60 * minutes} s  {state}{late}"


if __name__ == "__main__":
    try:
        raise SystemExit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        raise SystemExit(130) from None
