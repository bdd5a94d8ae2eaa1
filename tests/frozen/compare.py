"""The kit as it was held against the kit as it is: what differs, and whether that was wanted.

    python tests/frozen/compare.py                      all stages but notebooks, small
    python tests/frozen/compare.py --stage games --size full
    python tests/frozen/compare.py --stage words --show 'text/en/game.*'

The frozen kit is built from its commit into ``.cache/frozen`` the first time (or named by
``--old PYTHON``); what it answered is kept there. Differences that are wanted are declared in
``expected.toml``, beside this file, each with its reason; the exit status is 1 if others are left.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parent))

from frozen.probe import STAGES  # noqa: E402

COMMIT = "101fede55b6e33c3e50454e116308a15141854b9"
CACHE = ROOT / ".cache" / "frozen"
#: Stages whose long answers are kept whole, so that words in them can be told from all else.
WHOLE = ("drawings",)
#: How many differences of one kind are shown.
SHOWN = 6
MISSING = "<not there>"


@dataclass
class Expected:
    """Differences that are wanted: keys, why, and what the old and the new text look like.

    Or, stricter, `words`: the two are the same once these are put for those in both.
    """

    stage: str
    keys: str
    reason: str
    old: str = ""
    new: str = ""
    words: Sequence[tuple[str, str]] = ()
    moved: bool = False
    count: int = 0

    def explains(self, stage: str, key: str, old: str, new: str) -> bool:
        """Whether a difference is one of these."""
        return (
            not self.moved
            and self.stage in ("*", stage)
            and fnmatchcase(key, self.keys)
            and re.search(self.old, old, re.DOTALL) is not None
            and re.search(self.new, new, re.DOTALL) is not None
            and (not self.words or self.worded(old) == self.worded(new))
        )

    def worded(self, text: str) -> str:
        """A text with the declared words put for those that they took the place of."""
        for was, now in self.words:
            text = re.sub(was, now, text)
        return text


@dataclass
class Found:
    """What came out of a stage."""

    stage: str
    answers: int = 0
    same: int = 0
    explained: Counter[str] = field(default_factory=Counter)
    left: list[tuple[str, str, str]] = field(default_factory=list)


def read_expected(path: Path) -> list[Expected]:
    """The declared differences, each ``[[difference]]`` of the file.

    ``stage`` (or ``"*"``), ``keys`` (a glob), ``reason``; ``old`` and ``new`` are regular
    expressions that must be found in the texts; ``words``, a list of ``[expression, text]``, is all
    that may differ. With ``moved = true`` a key that is gone and a new
    one with the very same text are one renamed key, not two differences.
    """
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    return [Expected(**one) for one in told.get("difference", [])]


def differences(
    stage: str, old: dict[str, str], new: dict[str, str], expected: list[Expected]
) -> Found:
    """Hold two sets of answers against each other."""
    found = Found(stage, len(old))
    moved = _moved(stage, old, new, expected, found)
    for key in [*old, *(key for key in new if key not in old)]:
        was, now = old.get(key, MISSING), new.get(key, MISSING)
        if was == now:
            found.same += 1
        elif key not in moved:
            reason = next((e for e in expected if e.explains(stage, key, was, now)), None)
            if reason is None:
                found.left.append((key, was, now))
            else:
                reason.count += 1
                found.explained[reason.reason] += 1
    return found


def _moved(
    stage: str,
    old: dict[str, str],
    new: dict[str, str],
    expected: list[Expected],
    found: Found,
) -> set[str]:
    """Keys that were only renamed, of both sides."""
    out: set[str] = set()
    for one in expected:
        if not one.moved or one.stage not in ("*", stage):
            continue
        fresh: dict[tuple[str, str], list[str]] = {}
        for key, text in new.items():
            if key not in old and fnmatchcase(key, one.keys):
                fresh.setdefault((_language(key), text), []).append(key)
        for key, text in old.items():
            there = fresh.get((_language(key), text))
            if key not in new and there and fnmatchcase(key, one.keys):
                out |= {key, there.pop()}
                one.count += 1
                found.explained[one.reason] += 1
    return out


def _language(key: str) -> str:
    parts = key.split("/")
    return next((part for part in parts if part in ("en", "ru")), "")


# --- asking ---------------------------------------------------------------------------------


def run(command: list[str | Path], **how: Any) -> None:
    """Run a program; end with what it said if it fails."""
    told = {"capture_output": True, "text": True, **how}
    done = subprocess.run([str(c) for c in command], check=False, **told)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    if done.stdout and "frozen.probe" in command:
        print("  " + done.stdout.strip(), flush=True)


def old_files() -> Path:
    """The files of the frozen kit, taken from its commit if they are not there."""
    source = CACHE / "old" / "source"
    if not (source / "pyproject.toml").exists():
        shutil.rmtree(source, ignore_errors=True)
        source.mkdir(parents=True)
        archive = source.with_suffix(".tar")
        run(["git", "-C", ROOT, "archive", "--output", archive, COMMIT])
        run(["tar", "-xf", archive, "-C", source])
        archive.unlink()
    return source


def build_old() -> Path:
    """The Python of the frozen kit, installed from its wheel if it is not there."""
    place = CACHE / "old"
    source, venv, ready = old_files(), place / "venv", place / "ready"
    python = venv / ("Scripts" if os.name == "nt" else "bin") / "python"
    if ready.exists():
        return python
    print(f"building the frozen kit in {place.relative_to(ROOT)} ...", flush=True)
    shutil.rmtree(venv, ignore_errors=True)
    if shutil.which("uv"):
        run(["uv", "build", "--wheel", "--out-dir", place, source])
        run(["uv", "venv", "--python", sys.executable, venv])
        install: list[str | Path] = ["uv", "pip", "install", "--python", python]
    else:
        run([sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", place, source])
        run([sys.executable, "-m", "venv", venv])
        install = [python, "-m", "pip", "install"]
    wheel = next(place.glob("*.whl"))
    run([*install, "-c", source / "constraints.txt", f"{wheel}[lab,test]"])
    ready.write_text(COMMIT + "\n", encoding="utf-8")
    return python


def ask(
    python: Path,
    root: Path,
    stage: str,
    size: str,
    out: Path,
    only: str = "*",
    whole: bool = False,
    hours: float = 2,
) -> tuple[dict[str, str], bool]:
    """Let a kit answer, and read what it said; whether that is all.

    It has so many `hours`: compiled code that runs for ever cannot be stopped otherwise.
    """
    environment = {
        **os.environ,
        "PYTHONPATH": str(HERE.parent),
        "PYTHONHASHSEED": "0",
        "PYTHONIOENCODING": "utf-8",
        "COLUMNS": "96",
        "LANG": "C.UTF-8",
        "FROZEN_ROOT": str(root),
    }
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE"):
        environment.pop(name, None)
    out.parent.mkdir(parents=True, exist_ok=True)
    part = out.with_suffix(".part")
    command: list[str | Path] = [python, "-m", "frozen.probe", stage, "--size", size]
    command += ["--out", part, "--only", only, *(["--whole"] if whole else [])]
    try:
        run(command, env=environment, cwd=out.parent, timeout=hours * 3600)
    except subprocess.TimeoutExpired:  # what was answered until then is compared
        answers = read(part)
        print(f"  {stage}: {len(answers)} answers, stopped after {hours:g} hours", flush=True)
        return answers, False
    part.replace(out)
    return read(out), True


def read(path: Path) -> dict[str, str]:
    """Answers by key."""
    lines = path.read_text(encoding="utf-8").split("\n")
    told = [json.loads(line) for line in lines if line.endswith("}")]
    return {line["key"]: line["value"] for line in told}


def mark(stage: str, python: Path) -> str:
    """What the kept answers of the frozen kit depend on; renames in `names` do not change them."""
    digest = hashlib.sha256(f"{COMMIT} {python}".encode())
    for name in ("plain.py", "probe.py", "random_rules.py", f"stages/{stage}.py"):
        digest.update((HERE / name).read_bytes())
    return digest.hexdigest()[:12]


def old_answers(
    python: Path, root: Path, stage: str, size: str, fresh: bool, hours: float
) -> tuple[dict[str, str], bool]:
    """What the frozen kit says, from the cache where nothing changed; whether that is all."""
    long = "-whole" if stage in WHOLE else ""
    kept = CACHE / "answers" / f"{stage}-{size}{long}-{mark(stage, python)}.jsonl"
    if kept.exists() and not fresh:
        return read(kept), True
    return ask(python, root, stage, size, kept, whole=stage in WHOLE, hours=hours)


# --- telling --------------------------------------------------------------------------------


def cut(old: str, new: str, room: int = 150) -> tuple[str, str]:
    """Both texts from a little before the first difference on."""
    at = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), 0)
    if not at and old[:1] == new[:1]:
        at = min(len(old), len(new))
    begin = max(at - 40, 0)
    lead = "..." if begin else ""

    def one(text: str) -> str:
        shown = " ".join(text[begin : begin + room].split())
        return lead + shown + ("..." if len(text) > begin + room else "")

    return one(old), one(new)


def kind(key: str) -> str:
    """Keys of one kind are told together: numbers left out."""
    return re.sub(r"\d+", "#", key)


def report(found: Found, most: int = SHOWN) -> list[str]:
    """A stage in lines."""
    explained = sum(found.explained.values())
    out = [
        f"{found.stage}: {found.answers} answers, {found.same} the same, "
        f"{explained} explained, {len(found.left)} unexplained"
    ]
    out += [f"  {count:6} {reason}" for reason, count in found.explained.most_common()]
    kinds = Counter(kind(key) for key, _, _ in found.left)
    seen: Counter[str] = Counter()
    for key, old, new in found.left:
        seen[kind(key)] += 1
        if seen[kind(key)] > max(most // len(kinds), 2):
            continue
        was, now = cut(old, new)
        out += [f"  {key}", f"    old: {was}", f"    new: {now}"]
    told = [(name, count) for name, count in kinds.most_common(40) if count > 2]
    out += [f"  {count:6} of {name}" for name, count in told]
    return out


def show(args: argparse.Namespace, stages: list[str], sides: list[tuple[Path, Path]]) -> None:
    """Whole answers of both kits to some questions, as a difference of lines."""
    for stage in stages:
        asked = [
            ask(python, root, stage, args.size, CACHE / f"show-{i}.jsonl", args.show, True)[0]
            for i, (python, root) in enumerate(sides)
        ]
        for key in dict.fromkeys([*asked[0], *asked[1]]):
            lines = [_lines(one.get(key, MISSING)) for one in asked]
            if lines[0] != lines[1]:
                print(
                    "\n".join(difflib.unified_diff(*lines, "old " + key, "new " + key, "", "", 1))
                )


def _lines(text: str) -> list[str]:
    try:
        text = json.dumps(json.loads(text), indent=1, ensure_ascii=False).replace("\\n", "\n")
    except ValueError:
        text = text.replace("><", ">\n<")
    return text.splitlines()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--old", type=Path, help="Python of the frozen kit (default: built)")
    parser.add_argument("--old-root", type=Path, help="its files (default: the frozen commit's)")
    parser.add_argument("--new", type=Path, default=Path(sys.executable), help="Python of the new")
    parser.add_argument("--new-root", type=Path, default=ROOT, help="its files (default: these)")
    parser.add_argument("--stage", action="append", choices=STAGES, help="may be repeated")
    parser.add_argument("--size", choices=("small", "full"), default="small")
    parser.add_argument("--out", type=Path, help="write all differences to this file (JSON)")
    parser.add_argument("--expected", type=Path, default=HERE / "expected.toml")
    parser.add_argument("--hours", type=float, default=2, help="that a kit has for a stage")
    parser.add_argument("--fresh", action="store_true", help="ask the frozen kit anew")
    parser.add_argument("--show", metavar="GLOB", help="show whole differing answers to these keys")
    args = parser.parse_args()
    stages = args.stage or [stage for stage in STAGES if stage != "notebooks"]
    old = build_old() if args.old is None else args.old.absolute()
    sides = [(old, args.old_root or old_files()), (args.new.absolute(), args.new_root.absolute())]
    if args.show:
        show(args, stages, sides)
        return 0
    expected = read_expected(args.expected)
    left = []
    for stage in stages:
        was, all_old = old_answers(*sides[0], stage, args.size, args.fresh, args.hours)
        out = CACHE / "new" / f"{stage}-{args.size}.jsonl"
        whole = stage in WHOLE
        now, all_new = ask(*sides[1], stage, args.size, out, whole=whole, hours=args.hours)
        if not (all_old and all_new):  # only what both had the time for
            was, now = (
                {k: v for k, v in one.items() if k in was and k in now} for one in (was, now)
            )
        found = differences(stage, was, now, expected)
        left += [(stage, *one) for one in found.left]
        print("\n".join(report(found)), flush=True)
    if args.out is not None:
        names = ("stage", "key", "old", "new")
        told = [dict(zip(names, one, strict=True)) for one in left]
        args.out.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    for one in expected:
        if not one.count and one.stage in stages:
            print(f"expected, but not seen: {one.stage} {one.keys} ({one.reason})")
    print(f"{len(left)} unexplained differences")
    return 1 if left else 0


if __name__ == "__main__":
    raise SystemExit(main())
