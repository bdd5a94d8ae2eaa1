"""Small faults planted one at a time: which of them do the tests see?

    python tests/frozen/mutants.py --out before.json          all, 300 or so
    python tests/frozen/mutants.py --sample 12 --out some.json
    python tests/frozen/mutants.py --list                     what they are, nothing is run
    python tests/frozen/mutants.py --against before.json --out after.json

Faults are planted in functions that are found by name, wherever in ``slime`` they stand; which
faults of a function are taken depends on a seed and on what they look like with all names left
out, so that the same ones are taken before and after a move or a rename. Each is tried in a copy
of the tree, by a few quick tests that are found by the names of their files. With ``--against``,
what was seen before and is not seen now is listed, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import ast
import copy
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
#: Names of a function or method, the oldest first, parted by bars.
Names = tuple[str, ...]


@dataclass(frozen=True)
class Group:
    """Functions that belong together, how many faults they get, and what looks for these.

    Each of `tests` is a run of pytest: names of test files (the oldest first, parted by bars),
    and options. They are run in turn until one fails.
    """

    name: str
    faults: int
    functions: Names
    tests: tuple[tuple[str, ...], ...]


GROUPS = (
    Group(
        "rules",
        180,
        (
            *(
                "set_open",
                "set_lead",
                "set_top|set_to_beat",
                "regular_ranks",
                "single_ranks",
                "may_pass",
            ),
            *("is_set", "why_not_set", "why_not", "start_trick", "new_trick", "pass_turn"),
            *("end_deal", "go_out", "lay|play_set", "act"),
            *("wild_held", "sets_at", "set_number", "one_set_a_rank", "count_legal"),
            *("legal_number", "all_legal"),
            *("gift_count", "gift_from", "gift_to", "gift_kind", "next_gift", "start_exchange"),
            *("lot_cards|random_cards", "hand_over", "clubs_in", "make_gift"),
            *("link_seats", "seats_by_place", "swap_ends", "ruled_dealer", "begin_deal"),
            *("dealer_by_lot|random_dealer", "extra_cards", "extra_player", "take_cards"),
            *("count_hands", "sit_to_play", "lead_rule", "clubs_leader", "first_leader"),
            *("player_by_lot|random_player", "close_deal", "places_are_drawn", "draw_value"),
            *("drawn_standing", "start_match", "start_deal", "shuffle_pack", "deal_out"),
            *("open_exchange", "begin_play", "absorb", "match_key", "deal_stream", "stream"),
            *("draw", "below", "shuffle", "seed_word"),
        ),
        (
            ("test_golden.py",),
            ("test_record_cases.py", "test_legal_listed.py", "test_undo.py"),
            ("test_legal_brute_force.py",),
            ("test_invariants.py", "-k", "ten_thousand_deals and not 1 and not 2 and not 3"),
            ("test_record_faults.py",),
        ),
    ),
    Group(
        "intervals",
        60,
        (
            *("interval", "paired_interval", "cell_interval", "units_interval", "_over_units"),
            *("_interval", "_filled", "_heard|_observed", "left_out", "influences"),
            *("tied_limits", "overlap", "t_limits", "resample_weights", "bootstrap_limits"),
            *("wilson_limits", "in_groups", "paired_effect", "against_band", "band"),
        ),
        (("test_known_answers.py", "test_intervals.py"), ("test_registry.py",)),
    ),
    Group(
        "privacy",
        40,
        (
            *(
                "blanked|blank_state",
                "unseen",
                "due|cards_due",
                "partner",
                "swap_unseen",
            ),
            *(
                "is_legal|why_not_answer",
                "look_over",
                "_seat|ask",
                "_gift|_legal_gift",
                "read_frame|read_snapshot",
                "in_play",
            ),
            *("passed", "champion", "fallen", "next_place"),
        ),
        (
            ("test_contract.py",),
            ("test_own_strategies.py|test_custom_strategies.py",),
            ("test_cardtable_outputs.py", "test_frames.py|test_snapshots.py"),
            ("test_table_drawn.py", "test_text_twin.py|test_table_text.py"),
        ),
    ),
    Group(
        "cache",
        20,
        ("_ours", "rule_files", "stamp", "cache_folder", "_only_ours", "_writable", "keep"),
        (
            ("test_other_processes.py", "-k", "all_files or wanted or constant"),
            ("test_other_processes.py", "-k", "changed_rule or nothing_can_be_written"),
            ("test_running.py",),
        ),
    ),
)

# --- planting -------------------------------------------------------------------------------

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
REACHED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
    ast.Mod: ast.FloorDiv,
}


@dataclass(frozen=True)
class Fault:
    """One fault: in which function, what it is, and the text that it puts where."""

    group: str
    function: str
    kind: str
    shape: str
    nth: int
    was: str
    now: str
    path: str
    begin: int
    end: int

    @property
    def key(self) -> str:
        """What it is called, whatever file it stands in."""
        return f"{self.group}/{self.function}/{self.kind}/{self.shape}/{self.nth}"

    def __str__(self) -> str:
        return f"{self.group} {self.function}: {self.was} -> {self.now}"

    def planted(self, text: str) -> str:
        """The file's text with the fault in it."""
        raw = text.encode()
        return (raw[: self.begin] + self.now.encode() + raw[self.end :]).decode()


def changes(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """What may be put in the place of a node: the kind of fault, and another node."""
    if isinstance(node, ast.Compare):
        for i, op in enumerate(node.ops):
            if type(op) in COMPARED:
                other = copy.deepcopy(node)
                other.ops[i] = COMPARED[type(op)]()
                yield "compare", other
    elif isinstance(node, ast.BoolOp):
        other = copy.deepcopy(node)
        other.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield "and-or", other
    elif isinstance(node, ast.BinOp) and type(node.op) in REACHED:
        other = copy.deepcopy(node)
        other.op = REACHED[type(node.op)]()
        yield "operator", other
    elif isinstance(node, ast.AugAssign) and type(node.op) in REACHED:
        other = copy.deepcopy(node)
        other.op = REACHED[type(node.op)]()
        yield "operator", other
        yield "dropped", ast.Pass()
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield "constant", ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield "constant", ast.Constant(node.value + 1)
        yield "constant", ast.Constant(node.value - 1)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not", copy.deepcopy(node.operand)
    elif isinstance(node, (ast.If, ast.While)):
        yield "condition", ast.UnaryOp(ast.Not(), copy.deepcopy(node.test))
    elif isinstance(node, ast.Assign) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    ):
        yield "dropped", ast.Pass()


def faults_of(group: str, name: str, path: Path, root: Path, def_: Any) -> Iterator[Fault]:
    """All faults that a function may get."""
    text = path.read_text(encoding="utf-8")
    lines = [0]
    for line in text.splitlines(keepends=True):
        lines.append(lines[-1] + len(line.encode()))

    def place(node: Any) -> tuple[int, int]:
        begin = lines[node.lineno - 1] + node.col_offset
        return begin, lines[node.end_lineno - 1] + node.end_col_offset

    seen: Counter[tuple[str, str]] = Counter()
    for statement in def_.body:
        for node in ast.walk(statement):
            for kind, other in changes(node):
                target: Any = node.test if isinstance(node, (ast.If, ast.While)) else node
                begin, end = place(target)
                was = " ".join(text.encode()[begin:end].decode().split())
                now = ast.unparse(ast.fix_missing_locations(other))
                if isinstance(other, ast.expr):
                    now = f"({now})"
                shape = hashlib.sha256(bare(f"{was} -> {now}").encode()).hexdigest()[:8]
                seen[kind, shape] += 1
                where = path.relative_to(root).as_posix()
                nth = seen[kind, shape]
                yield Fault(group, name, kind, shape, nth, was, now, where, begin, end)


def bare(text: str) -> str:
    """A piece of code without its names and blanks."""
    return re.sub(r"\s+", "", re.sub(r"\b[A-Za-z_]\w*(\.[A-Za-z_]\w*)*", "_", text))


def definitions(root: Path) -> dict[str, list[tuple[Path, Any]]]:
    """All functions and methods of the kit by their names."""
    found: dict[str, list[tuple[Path, Any]]] = {}
    for path in sorted((root / "slime").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                found.setdefault(node.name, []).append((path, node))
    return found


def choose(root: Path, seed: int) -> tuple[list[Fault], list[str]]:
    """The faults of all groups, and the functions that are not there."""
    known = definitions(root)
    out: list[Fault] = []
    missing: list[str] = []
    for group in GROUPS:
        every: list[Fault] = []
        for names in group.functions:
            found = next((known[n] for n in names.split("|") if n in known), None)
            if found is None:
                missing.append(f"{group.name}: {names}")
                continue
            # of several functions of a name the longest, the others are faces of it
            path, def_ = max(found, key=lambda one: one[1].end_lineno - one[1].lineno)
            made = faults_of(group.name, names.partition("|")[0], path, root, def_)
            # operators there join texts and paths: any other one is an error at once
            every += [one for one in made if (group.name, one.kind) != ("cache", "operator")]

        def order(fault: Fault) -> str:
            return hashlib.sha256(f"{seed} {fault.key}".encode()).hexdigest()

        out += sorted(every, key=order)[: group.faults]
    return out, missing


# --- trying ---------------------------------------------------------------------------------

LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", ".cache", "__pycache__", "*.egg-info", "node_modules", "slime-lessons"
)


def find_tests(root: Path, run: tuple[str, ...]) -> list[str]:
    """The arguments of pytest for a run: files by their names, wherever they are."""
    out = []
    for one in run:
        if ".py" not in one:
            out.append(one)
            continue
        paths = (path for name in one.split("|") for path in (root / "tests").rglob(name))
        found = next(paths, None)
        if found is not None:
            out.append(found.relative_to(root).as_posix())
    return out if any(".py" in one for one in out) else []


def passes(folder: Path, run: tuple[str, ...], seconds: float) -> bool | None:
    """Whether a run of tests is green in a folder; None where it took too long."""
    arguments = find_tests(folder, run)
    if not arguments:
        return True
    environment = {
        **os.environ,
        "PYTHONPATH": str(folder),
        "PYTHONDONTWRITEBYTECODE": "1",
        "NUMBA_CACHE_DIR": str(folder / ".cache" / "numba"),
        "CI": "1",  # the same examples each time
    }
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "-p", "no:xdist"]
    with subprocess.Popen(
        [*command, *arguments],
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        try:
            return process.wait(seconds) == 0
        except subprocess.TimeoutExpired:
            _stop(process)
            return None


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End a run and what it started."""
    if hasattr(os, "killpg"):
        os.killpg(process.pid, 9)
    else:
        process.kill()


def attempt(folder: Path, fault: Fault, limits: dict[tuple[str, ...], float]) -> dict[str, Any]:
    """Plant a fault, run the tests of its group, take it out again."""
    group = next(group for group in GROUPS if group.name == fault.group)
    file = folder / fault.path
    text = file.read_text(encoding="utf-8")
    begin = time.monotonic()
    result, by = "survived", ""
    try:
        file.write_text(fault.planted(text), encoding="utf-8")
        for run in group.tests:
            if run in limits:
                green = passes(folder, run, limits[run])
                if not green:
                    result, by = ("killed" if green is False else "timeout"), run[0]
                    break
    finally:
        file.write_text(text, encoding="utf-8")
    seconds = round(time.monotonic() - begin, 1)
    told = {"key": fault.key, "fault": str(fault), "path": fault.path}
    return {**told, "result": result, "by": by, "seconds": seconds}


def baseline(folder: Path, groups: set[str], least: float) -> dict[tuple[str, ...], float]:
    """How long each run may take; one that is not green without a fault is left out."""
    limits = {}
    for run in dict.fromkeys(run for g in GROUPS if g.name in groups for run in g.tests):
        if not find_tests(folder, run):
            print("no such tests:", *run)
            continue
        begin = time.monotonic()
        if passes(folder, run, 1200):
            spent = time.monotonic() - begin
            limits[run] = max(least, 4 * spent)
            print(f"{spent:6.1f} s", *run, flush=True)
        else:
            print("left out, not green without a fault:", *run, flush=True)
    return limits


def try_all(root: Path, faults: list[Fault], jobs: int, least: float) -> list[dict[str, Any]]:
    """Try all faults, each worker in a copy of its own."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as temporary:
        folders: Queue[Path] = Queue()
        for i in range(jobs):
            folder = Path(temporary) / str(i)
            shutil.copytree(root, folder, ignore=LEFT_OUT)
            folders.put(folder)
        first = folders.queue[0]
        limits = baseline(first, {fault.group for fault in faults}, least)

        def one(fault: Fault) -> dict[str, Any]:
            folder = folders.get()
            try:
                done = attempt(folder, fault, limits)
            finally:
                folders.put(folder)
            print(f"{done['result']:8} {done['seconds']:6} s  {str(fault):.120}", flush=True)
            return done

        with ThreadPoolExecutor(jobs) as pool:
            return list(pool.map(one, faults))


def sampled(faults: list[Fault], count: int) -> list[Fault]:
    """So many of all groups, spread evenly."""
    step = max(len(faults) // count, 1)
    return faults[::step][:count]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--root", type=Path, default=ROOT, help="the tree (default: this one)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--group", action="append", choices=[group.name for group in GROUPS])
    parser.add_argument("--sample", type=int, help="only so many, spread over all groups")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60, help="least time limit of a run")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--against", type=Path, help="results of another tree")
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args()
    faults, missing = choose(args.root.resolve(), args.seed)
    for name in missing:
        print("there is no function", name)
    faults = [fault for fault in faults if args.group is None or fault.group in args.group]
    if args.sample:
        faults = sampled(faults, args.sample)
    if args.list:
        for fault in faults:
            print(f"{fault.path}: {fault}")
        print(dict(Counter(fault.group for fault in faults)))
        return 0
    results = try_all(args.root.resolve(), faults, args.jobs, args.seconds)
    print(dict(Counter(one["result"] for one in results)))
    if args.out is not None:
        args.out.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return 0 if args.against is None else against(args.against, results)


def against(path: Path, results: list[dict[str, Any]]) -> int:
    """What was seen before and is not seen now; 1 if there is any."""
    stored = json.loads(path.read_text("utf-8"))
    before = {one["key"]: one["result"] for one in stored}
    told = {one["key"]: one["fault"] for one in stored}
    now = {one["key"]: one["result"] for one in results}
    lost = [key for key, was in before.items() if was != "survived" and now.get(key) == "survived"]
    gone = [key for key in before if key not in now]
    for key in lost:
        print("killed before, survives now:", told[key])
    for key in gone:
        print("not there any more:", told[key])
    print(f"{len(lost)} lost, {len(gone)} not comparable, {len(now.keys() - before.keys())} new")
    return 1 if lost else 0


if __name__ == "__main__":
    raise SystemExit(main())
