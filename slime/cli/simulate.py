"""``slime simulate``: many matches, as a matrix of places or as a Parquet file."""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from slime._checks import MOST
from slime.cli._command import SEEDS, command, option, switch
from slime.cli._settings import (
    PLAYERS,
    STRATEGIES,
    check_folder,
    read_players,
    read_rules,
    read_strategies,
)
from slime.i18n import Words, words

if TYPE_CHECKING:
    from slime.game.rules import Rules
    from slime.simulation import TransitionCounts


#: Deals from which on it is asked how long they will take.
_LONG = 100_000
#: Deals of a match that ends otherwise than after so many, about.
_DEALS = 10
#: Bytes that a row of a file takes on disk, about.
_ROW, _ROW_WITH_DETAILS = 2.5, 20


@command(
    option("rules", nargs="*", metavar="RULES", key="cli.play.rules"),
    PLAYERS,
    STRATEGIES,
    option("--matches", default=1000, limits=(1, MOST)),
    option("--deals", limits=(1, 10**6)),
    switch("--to-the-end"),
    option("--seed", default=1, limits=SEEDS, key="cli.play.seed"),
    option("--workers", limits=(1, 4096)),
    option("-o", "--out", metavar="FILE"),
    switch("--details"),
    switch("--resume"),
    switch("--quiet"),
)
def run(args: argparse.Namespace) -> int:
    """Simulate; print the matrix, or write the file."""
    from slime.simulation import Stopped

    w = words()
    asked = _arguments(args, w)
    try:
        if args.out is not None:
            return _write(args, asked, w)
        from slime.simulation import simulate

        tell_cost(asked, args, w)
        found = simulate(**asked, keep="counts", progress=not args.quiet)
    except Stopped as stopped:
        folder = getattr(stopped, "folder", None)
        key = "cli.simulate.stopped" if folder is None else "cli.simulate.stopped_out"
        print(w(key, n=stopped.done, total=stopped.total, folder=folder), file=sys.stderr)
        return 130
    print(describe(found, w))
    return 0


def _arguments(args: argparse.Namespace, w: Words) -> dict[str, Any]:
    """The arguments of `simulate`; ``ValueError`` says which of the command's is wrong."""
    for name in ("details", "resume"):
        if getattr(args, name) and args.out is None:
            raise ValueError(w("cli.simulate.only_out", option=f"--{name}"))
    if args.deals is not None and args.to_the_end:
        raise ValueError(w("cli.simulate.both_lengths"))
    return {
        "rules": read_rules(args.rules),
        "players": read_players(args.players),
        "deals": args.deals,
        "strategies": read_strategies(args.strategies),
        **{name: getattr(args, name) for name in ("matches", "seed", "workers")},
    }


def tell_cost(asked: dict[str, Any], args: argparse.Namespace, w: Words) -> None:
    """Tell a person, before long work, how long it will be, how large, and what a stop keeps."""
    from slime.simulation.run import Spread, seconds_for
    from slime.simulation.spec import make_spec

    how = {name: value for name, value in asked.items() if name != "workers"}
    looks = sys.stderr is not None and sys.stderr.isatty()
    if args.quiet or not looks:
        return
    spec = make_spec(**how)
    kind, number = spec.rules.match[0]
    deals = spec.matches * (number if kind == "deals" else _DEALS)
    if deals < _LONG:
        return
    minutes = seconds_for(spec, Spread(asked["workers"])) / 60
    if minutes > 0.1:
        rows = deals * len(spec.names)
        size = rows * (_ROW_WITH_DETAILS if args.details else _ROW) / 1e6
        key = "cost" if args.out is None else "cost_out"
        told = {"minutes": w.number(minutes, 1), "mb": math.ceil(size)}
        print(w(f"cli.simulate.{key}", n=spec.matches, **told), file=sys.stderr, flush=True)


def _write(args: argparse.Namespace, asked: dict[str, Any], w: Words) -> int:
    from slime.simulation import parquet

    path = Path(args.out)
    if path.suffix != ".parquet":
        raise ValueError(w("cli.simulate.no_parquet", file=path))
    if path.is_dir():
        raise ValueError(w("cli.simulate.is_folder", file=path))
    check_folder("--out", path)
    tell_cost(asked, args, w)
    try:
        rows = parquet.write_parquet(
            path, **asked, details=args.details, resume=args.resume, progress=not args.quiet
        )
    except parquet.DiskFull as problem:
        raise ValueError(problem.strerror) from None
    except (parquet.Unfinished, parquet.Foreign, parquet.OtherPlan) as problem:
        key = {"Unfinished": "unfinished", "Foreign": "foreign"}.get(type(problem).__name__)
        told = {name: str(value) for name, value in problem.data.items()}
        raise ValueError(w(f"cli.simulate.{key or 'other_plan'}", **told)) from None
    if not args.quiet:
        print(w("cli.simulate.written", n=rows, file=path))
    return 0


def typed(rules: Rules) -> str:
    """A rule set as it is typed, without the length of its match.

    >>> import slime
    >>> typed(slime.rules("slime-licker", exchange=[2, 1], champion_falls=False))
    'slime-licker exchange=2,1 champion_falls=no'
    """
    out = [rules.preset]
    for field, value in rules.differences.items():
        shown = str(value)
        if isinstance(value, bool):
            shown = "yes" if value else "no"
        elif isinstance(value, list):
            shown = ",".join(map(str, value))
        if field != "match":
            out.append(f"{field}={shown}")
    return " ".join(out)


def describe(found: TransitionCounts, w: Words) -> str:
    """The matrix of places with intervals, and a sentence on it."""
    from slime.i18n.numbers import written
    from slime.measures.limits import student

    spec = found.spec
    count, kind = len(spec.names), spec.rules.match[0]
    who = spec.strategies[: 1 if len(set(spec.strategies)) == 1 else count]
    size: dict[str, Any] = {"players": count, "matches": spec.matches, "seed": spec.seed}
    size |= {"deals": kind[1], "strategies": list(map(str, who))}
    head = "cli.simulate.head" if kind[0] == "deals" else "cli.simulate.head_whole"
    lines = [w(head, rules=typed(spec.rules), **size)]
    moves = int(found.moves[0, 0])
    if moves == 0:
        return "\n".join([*lines, w("cli.simulate.no_moves")])
    share = found.transitions() / moves
    half = found.standard_errors() * student(max(spec.matches - 1, 1), 0.95)
    several = spec.matches > 1
    lines += ["", w("cli.simulate.caption" if several else "cli.simulate.caption_one", n=moves), ""]
    width = 14 if several else 8
    lines.append(" " * 4 + "".join(f"{place:>{width}}" for place in range(1, count + 1)))
    for before in range(count):
        cells = [f"{100 * x:.1f}" for x in share[before]]
        if several:
            cells = [f"{x} ±{100 * h:.2f}" for x, h in zip(cells, half[before], strict=True)]
        written_cells = (f"{written(cell, w.lang):>{width}}" for cell in cells)
        lines.append(f"{before + 1:>4}" + "".join(written_cells))
    ends = {"first": share[0, 0], "last": share[-1, -1], "fell": share[0, -1]}
    return "\n".join([*lines, "", w("cli.simulate.sentence", lot=1 / count, **ends)])
