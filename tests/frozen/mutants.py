"""Small faults planted one at a time: which of them do the tests see?

    python tests/frozen/mutants.py --out before.json          all, 300 or so
    python tests/frozen/mutants.py --sample 12 --out some.json
    python tests/frozen/mutants.py --list                     what they are, nothing is run
    python tests/frozen/mutants.py --against before.json --out after.json
    python tests/frozen/mutants.py --root OLD --only-missed-in after.json --out before.json

Faults are planted in functions that are found by name, wherever in ``slime`` they stand; which
faults of a function are taken depends on a seed and on what they look like with all names left
out, so that the same ones are taken before and after a move or a rename. Each is tried in a copy
of the tree, by a few quick tests that are found by the names of their files. With ``--against``,
what was seen before and is not seen now is listed, and the exit status is 1. ``--only-missed-in``
tries on the old tree what the new one missed, and nothing else: few are left, and only they matter.

With ``--fork`` a process that has read all of the kit forks for each run, and the function with the
fault gets its new code there: many times faster than to start anew, for one worker at a time. What
the kit works out when it is read is then without the fault; try what matters again without.

Results are written one by one, in an order that a seed mixes over all groups: a run that was
stopped (or had so many ``--minutes``) is a sample, and goes on where it stopped.
"""

from __future__ import annotations

import argparse
import ast
import copy
import gc
import hashlib
import importlib
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
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from threading import Lock
from types import CodeType, FunctionType
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
            *("dealer_by_lot|dealer_is_drawn", "extra_cards", "extra_player", "take_cards"),
            *("count_hands", "sit_to_play", "lead_rule", "clubs_leader", "first_leader"),
            *("player_by_lot|draw_player", "close_deal", "places_are_drawn", "draw_value"),
            *("drawn_standing", "start_match", "start_deal", "shuffle_pack", "deal_out"),
            *("open_exchange", "begin_play", "absorb", "match_key", "deal_stream", "stream"),
            *("draw", "below", "shuffle", "seed_word"),
        ),
        (
            ("test_golden.py",),
            ("test_record_cases.py", "test_legal_listed.py", "test_undo.py"),
            ("test_record_faults.py",),
            ("test_legal_brute_force.py",),
            ("test_invariants.py", "-k", "ten_thousand_deals and not 1 and not 2 and not 3"),
        ),
    ),
    Group(
        "intervals",
        60,
        (
            *("interval", "paired_interval", "cell_interval", "units_interval", "_over_units"),
            *("_interval|_of_places", "_filled", "_heard|counted", "left_out", "influences"),
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
        (
            "_ours|reached",
            "rule_files|files_of",
            "stamp",
            "cache_folder",
            "_only_ours",
            "_writable",
            "keep",
        ),
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


def choose(root: Path, seed: int, every_one: bool = False) -> tuple[list[Fault], list[str]]:
    """The faults of all groups (or `every_one` there is), and the functions that are not there."""
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

        out += sorted(every, key=order)[: None if every_one else group.faults]
    return out, missing


# --- trying ---------------------------------------------------------------------------------

#: Exit status of a fork in which a function could not get its new code.
NOT_PUT = 99

LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", ".cache", ".nox", "__pycache__", "*.egg-info", "node_modules", "slime-lessons"
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


def environment_of(folder: Path) -> dict[str, str]:
    """What tests of a copy find in their environment."""
    return {
        **os.environ,
        "PYTHONPATH": str(folder),
        "PYTHONDONTWRITEBYTECODE": "1",
        "NUMBA_CACHE_DIR": str(folder / ".cache" / "numba"),
        "CI": "1",  # the same examples each time
    }


def read_all(folder: Path) -> None:
    """Read the kit of a copy, and what its tests need, into this process."""
    os.chdir(folder)
    os.environ.update(environment_of(folder))
    sys.path[:0] = [str(folder), str(folder / "tests")]
    sys.dont_write_bytecode = True
    for name in ("pytest", "hypothesis", "numba", "numpy", "pandas", "scipy.special", "slime"):
        importlib.import_module(name)
    for path in sorted((folder / "slime").rglob("*.py")):
        name = ".".join(path.relative_to(folder).with_suffix("").parts)
        # what is compiled is compiled in the fork
        if not {"__main__", "__init__", "compiled", "cache"} & set(name.split(".")):
            with suppress(Exception):
                importlib.import_module(name)
    if "slime.simulation.cache" in sys.modules:
        raise RuntimeError("compiled code would be read without the fault")


def put_in(path: Path, text: str) -> None:
    """Give the function with the fault, wherever it is held, the code that now is in its file."""
    before = compile(text, str(path), "exec", dont_inherit=True)
    after = compile(path.read_text("utf-8"), str(path), "exec", dont_inherit=True)
    changed = dict(_changed(before, after))
    put = 0
    for one in gc.get_objects():
        if type(one) is FunctionType and one.__code__.co_filename == str(path):
            code = changed.get((one.__code__.co_qualname, one.__code__.co_firstlineno))
            if code is not None:
                one.__code__ = code
                put += 1
    if not put:
        raise LookupError(path)


def _changed(before: CodeType, after: CodeType) -> Iterator[tuple[tuple[str, int], CodeType]]:
    """Codes of functions that are not what they were, by the name and line that they had."""
    for one, other in zip(before.co_consts, after.co_consts, strict=False):
        if isinstance(one, CodeType) and isinstance(other, CodeType) and one != other:
            yield (one.co_qualname, one.co_firstlineno), other
            yield from _changed(one, other)


def passes_forked(
    folder: Path, run: tuple[str, ...], seconds: float, changed: tuple[Path, str] | None = None
) -> bool | None:
    """As `passes`, in a fork of this process; a file that was changed, and its text before."""
    arguments = find_tests(folder, run)
    child = os.fork()
    if not child:
        status = NOT_PUT
        try:
            os.setsid()
            for stream in (1, 2):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
            if changed is not None:
                put_in(*changed)
            pytest = importlib.import_module("pytest")
            status = pytest.main(
                ["-x", "-q", "--no-header", "-p", "no:xdist", "-p", "no:nbval", *arguments]
            )
        finally:
            os._exit(int(status))
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done and os.waitstatus_to_exitcode(status) == NOT_PUT:
            return passes(folder, run, seconds)
        if done:
            return os.waitstatus_to_exitcode(status) == 0
        time.sleep(0.02)
    os.killpg(child, 9)
    os.waitpid(child, 0)
    return None


def passes(folder: Path, run: tuple[str, ...], seconds: float) -> bool | None:
    """Whether a run of tests is green in a folder; None where it took too long."""
    arguments = find_tests(folder, run)
    if not arguments:
        return True
    environment = environment_of(folder)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "--no-header",
        "-p",
        "no:xdist",
        "-p",
        "no:nbval",
    ]
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


def attempt(
    folder: Path, fault: Fault, limits: dict[tuple[str, ...], float], fork: bool
) -> dict[str, Any]:
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
                if fork:
                    green = passes_forked(folder, run, limits[run], (file, text))
                else:
                    green = passes(folder, run, limits[run])
                if not green:
                    result, by = ("killed" if green is False else "timeout"), run[0]
                    break
    finally:
        file.write_text(text, encoding="utf-8")
    seconds = round(time.monotonic() - begin, 1)
    told = {"key": fault.key, "fault": str(fault), "path": fault.path}
    return {**told, "result": result, "by": by, "seconds": seconds}


def baseline(
    folder: Path, groups: set[str], least: float, fork: bool, kept: Path | None
) -> dict[tuple[str, ...], float]:
    """How long each run may take; one that is not green without a fault is left out.

    What was measured is `kept` in a file, so that a run that goes on need not measure again.
    """
    known = json.loads(kept.read_text("utf-8")) if kept is not None and kept.exists() else []
    limits = {tuple(run): float(seconds) for run, seconds in known}
    for run in dict.fromkeys(run for g in GROUPS if g.name in groups for run in g.tests):
        if run in limits:
            continue
        if not find_tests(folder, run):
            print("no such tests:", *run)
            continue
        begin = time.monotonic()
        if (passes_forked if fork else passes)(folder, run, 1200):
            spent = time.monotonic() - begin
            limits[run] = max(least, 6 * spent)
            print(f"{spent:6.1f} s", *run, flush=True)
        else:
            print("left out, not green without a fault:", *run, flush=True)
    if kept is not None:
        kept.write_text(json.dumps(list(limits.items())) + "\n", "utf-8")
    return limits


def try_all(
    root: Path, faults: list[Fault], args: argparse.Namespace, done: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Try all faults but those done already, each worker in a copy of its own."""
    until = time.monotonic() + 60 * args.minutes
    results, writing = list(done), Lock()
    todo = [fault for fault in faults if fault.key not in {one["key"] for one in done}]
    with tempfile.TemporaryDirectory(prefix="mutants-") as temporary:
        folders: Queue[Path] = Queue()
        for i in range(args.jobs):
            folder = Path(temporary) / str(i)
            shutil.copytree(root, folder, ignore=LEFT_OUT)
            folders.put(folder)
        first = folders.queue[0]
        if args.fork:
            read_all(first)
        groups = {fault.group for fault in todo}
        limits = baseline(first, groups, args.seconds, args.fork, args.limits)

        def one(fault: Fault) -> None:
            if time.monotonic() > until:
                return
            folder = folders.get()
            try:
                found = attempt(folder, fault, limits, args.fork)
            finally:
                folders.put(folder)
            with writing:
                results.append(found)
                write(results, args.out)
            print(f"{found['result']:8} {found['seconds']:6} s  {fault!s:.120}", flush=True)

        if args.fork:
            for fault in todo:
                one(fault)
        else:
            with ThreadPoolExecutor(args.jobs) as pool:
                list(pool.map(one, todo))
    return results


def write(results: list[dict[str, Any]], path: Path | None) -> None:
    """Write what is known so far."""
    if path is not None:
        part = path.with_suffix(".part")
        part.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", "utf-8")
        part.replace(path)


def mixed(faults: list[Fault]) -> list[Fault]:
    """All groups spread evenly over the whole: each beginning of it is a sample.

    The faults of a group stand in an order that depends on the seed alone (see `choose`).
    """
    sizes = Counter(fault.group for fault in faults)
    seen: Counter[str] = Counter()
    placed = []
    for fault in faults:
        seen[fault.group] += 1
        placed.append((seen[fault.group] / (sizes[fault.group] + 1), fault.group, fault))
    return [fault for _, _, fault in sorted(placed, key=lambda one: one[:2])]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--root", type=Path, default=ROOT, help="the tree (default: this one)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--group", action="append", choices=[group.name for group in GROUPS])
    parser.add_argument("--sample", type=int, help="only so many, spread over all groups")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--fork", action="store_true", help="fork a process for each run")
    parser.add_argument("--minutes", type=float, default=1e9, help="begin none after so long")
    parser.add_argument("--seconds", type=float, default=60, help="least time limit of a run")
    parser.add_argument("--limits", type=Path, help="keep the time limits of runs in this file")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--against", type=Path, help="results of another tree")
    parser.add_argument("--only-missed-in", type=Path, help="only what survived in these results")
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args()
    faults, missing = choose(args.root.resolve(), args.seed, args.only_missed_in is not None)
    for name in missing:
        print("there is no function", name)
    faults = mixed([one for one in faults if args.group is None or one.group in args.group])
    if args.only_missed_in is not None:
        missed = {one["key"] for one in stored(args.only_missed_in) if one["result"] == "survived"}
        faults = [fault for fault in faults if fault.key in missed]
    faults = faults[: args.sample]
    if args.list:
        for fault in faults:
            print(f"{fault.path}: {fault}")
        print(dict(Counter(fault.group for fault in faults)))
        return 0
    done = stored(args.out) if args.out is not None and args.out.exists() else []
    results = try_all(args.root.resolve(), faults, args, done)
    print(dict(Counter(one["result"] for one in results)))
    return 0 if args.against is None else against(args.against, results)


def stored(path: Path) -> list[dict[str, Any]]:
    """Results of a run."""
    found: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))
    return found


def against(path: Path, results: list[dict[str, Any]]) -> int:
    """What was seen before and is not seen now; 1 if there is any."""
    before = {one["key"]: one["result"] for one in stored(path)}
    told = {one["key"]: one["fault"] for one in stored(path)}
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
