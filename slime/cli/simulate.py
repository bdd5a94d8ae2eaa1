"""``slime simulate``: many matches, as a matrix of places or as a Parquet file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from slime.cli._settings import (
    check_seed,
    check_whole,
    read_rules,
    read_strategies,
)
from slime.cli.play import read_players
from slime.i18n import Words, words

if TYPE_CHECKING:
    from slime.game.rules import Rules
    from slime.simulation import Counted


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser of `slime`."""
    from slime.strategies.registry import names

    w = words()
    parser = subparsers.add_parser(
        "simulate",
        help=w("simulate.short"),
        description=w("simulate.about"),
        epilog=w("simulate.examples"),
    )
    add = parser.add_argument
    add("rules", nargs="*", metavar="RULES", help=w("cli.play.rules"))
    add("--players", nargs="+", metavar="N", default=["5"], help=w("cli.play.players"))
    known = w("cli.play.strategies", names=names())
    add("--strategies", nargs="+", metavar="NAME", default=["lowest"], help=known)
    add("--matches", type=int, default=1000, metavar="N", help=w("simulate.matches"))
    add("--deals", type=int, metavar="N", help=w("simulate.deals"))
    add("--to-the-end", action="store_true", help=w("simulate.to_the_end"))
    add("--seed", type=int, default=1, metavar="N", help=w("cli.play.seed"))
    add("--workers", type=int, metavar="N", help=w("simulate.workers"))
    add("-o", "--out", metavar="FILE", help=w("simulate.out"))
    add("--details", action="store_true", help=w("simulate.details"))
    add("--resume", action="store_true", help=w("simulate.resume"))
    add("--quiet", action="store_true", help=w("simulate.quiet"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Simulate; print the matrix, or write the file."""
    from slime.game.match import Endless
    from slime.simulation import Stopped

    w = words()
    asked = _arguments(args, w)
    try:
        if args.out is not None:
            return _write(args, asked, w)
        from slime.simulation import simulate

        found = simulate(**asked, keep="counts", progress=not args.quiet)
    except Stopped as stopped:
        folder = getattr(stopped, "folder", None)
        key = "simulate.stopped" if folder is None else "simulate.stopped_out"
        print(w(key, n=stopped.done, total=stopped.total, folder=folder), file=sys.stderr)
        return 130
    except Endless as problem:
        raise ValueError(w("simulate.endless", n=problem.deals)) from None
    print(told(found, w))
    return 0


def _arguments(args: argparse.Namespace, w: Words) -> dict[str, Any]:
    """The arguments of `simulate`; ``ValueError`` says which of the command's is wrong."""
    from slime._checks import MOST
    from slime.game.match import check_names
    from slime.simulation.run import LONGEST

    for option in ("details", "resume"):
        if getattr(args, option) and args.out is None:
            raise ValueError(w("simulate.only_out", option=f"--{option}"))
    if args.deals is not None and args.to_the_end:
        raise ValueError(w("simulate.both_lengths"))
    for option, most in (("matches", MOST), ("deals", LONGEST), ("workers", 4096)):
        check_whole(f"--{option}", getattr(args, option), 1, most)
    check_seed(args.seed)
    rules = read_rules(args.rules)
    players = read_players(args.players)
    try:
        count = players if isinstance(players, int) else len(check_names(players))
    except ValueError:
        raise ValueError(w("cli.play.bad_names")) from None
    strategies = read_strategies(args.strategies, count)
    rules.check_players(count)
    if args.to_the_end:
        rules.check_end(count)
    if max(map(abs, rules.points(count))) >= 1 << 61:
        raise ValueError(w("simulate.too_far"))
    return {
        "rules": rules,
        "players": players,
        "matches": args.matches,
        "deals": None if args.to_the_end else args.deals or 20,
        "strategies": strategies,
        "seed": args.seed,
        "workers": args.workers,
    }


def _write(args: argparse.Namespace, asked: dict[str, Any], w: Words) -> int:
    from slime.simulation.parquet import Foreign, OtherPlan, Unfinished, write_parquet

    path = Path(args.out)
    if path.suffix != ".parquet":
        raise ValueError(w("simulate.no_parquet", file=path))
    if path.is_dir():
        raise ValueError(w("simulate.is_folder", file=path))
    if not path.parent.is_dir():
        raise ValueError(w("simulate.no_folder", folder=path.parent))
    try:
        rows = write_parquet(
            path, **asked, details=args.details, resume=args.resume, progress=not args.quiet
        )
    except Unfinished as problem:
        raise ValueError(w("simulate.unfinished", folder=problem.folder)) from None
    except Foreign as problem:
        told = w("simulate.foreign", folder=problem.folder, found=problem.found)
        raise ValueError(told) from None
    except OtherPlan as problem:
        raise ValueError(
            w(
                "simulate.other_plan",
                path=problem.path,
                field=problem.field,
                was=str(problem.was),
                now=str(problem.now),
            )
        ) from None
    if not args.quiet:
        print(w("simulate.written", n=rows, file=path))
    return 0


def typed(rules: Rules) -> str:
    """A rule set as it is typed, without the length of its match.

    >>> import slime
    >>> typed(slime.rules("slime-licker", exchange=[2, 1], champion_falls=False))
    'slime-licker exchange=2,1 champion_falls=no'
    """
    out = [rules.preset]
    for field, value in rules.differences.items():
        if isinstance(value, bool):
            value = "yes" if value else "no"
        elif isinstance(value, list):
            value = ",".join(map(str, value))
        if field != "match":
            out.append(f"{field}={value}")
    return " ".join(out)


def told(found: Counted, w: Words) -> str:
    """The matrix of places with intervals, and a sentence on it."""
    from scipy.special import stdtrit

    from slime.i18n.numbers import written

    plan = found.plan
    count, kind = len(plan.names), plan.rules.match[0]
    same = len(set(plan.strategies)) == 1
    lines = [
        w(
            "simulate.head" if kind[0] == "deals" else "simulate.head_whole",
            rules=typed(plan.rules),
            players=count,
            strategies=[str(s) for s in plan.strategies[: 1 if same else count]],
            matches=plan.matches,
            deals=kind[1],
            seed=plan.seed,
        )
    ]
    moves = int(found.moves[0, 0])
    if moves == 0:
        return "\n".join([*lines, w("simulate.no_moves")])
    share = found.transitions() / moves
    half = found.standard_errors() * stdtrit(max(plan.matches - 1, 1), 0.975)
    several = plan.matches > 1
    lines += ["", w("simulate.caption" if several else "simulate.caption_one", n=moves), ""]
    width = 14 if several else 8
    lines.append(" " * 4 + "".join(f"{place:>{width}}" for place in range(1, count + 1)))
    for before in range(count):
        cells = []
        for after in range(count):
            cell = f"{100 * share[before, after]:.1f}"
            if several:
                cell += f" ±{100 * half[before, after]:.2f}"
            cells.append(f"{written(cell, w.lang):>{width}}")
        lines.append(f"{before + 1:>4}" + "".join(cells))
    sentence = w(
        "simulate.sentence", first=share[0, 0], last=share[-1, -1], lot=1 / count, fell=share[0, -1]
    )
    return "\n".join([*lines, "", sentence])


__all__ = ["told", "typed"]
