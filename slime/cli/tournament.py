"""``slime tournament``: players against players, one's own files too, on the same luck."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from slime._files import check_writable
from slime.cli._settings import (
    check_figure,
    check_seed,
    check_strategy,
    check_whole,
    read_rules,
)
from slime.i18n import words


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser of `slime`."""
    from slime.strategies.registry import names

    w = words()

    def told(key: str, **values: Any) -> str:
        return w(f"tournament.command.{key}", **values)

    parser = subparsers.add_parser(
        "tournament", help=told("short"), description=told("about"), epilog=told("examples")
    )
    add = parser.add_argument
    add("players", nargs="*", metavar="PLAYER", help=told("players", names=names()))
    add("--rules", nargs="+", metavar="NAME", help=told("rules"))
    add("--players", dest="seats", type=int, default=5, metavar="N", help=told("seats"))
    add("--matches", type=int, metavar="N", help=told("matches"))
    add("--deals", type=int, metavar="N", help=told("deals"))
    add("--kind", metavar="KIND", help=told("kind"))
    add("--rounds", type=int, default=4, metavar="N", help=told("rounds"))
    add("--seed", type=int, default=1, metavar="N", help=told("seed"))
    add("--seconds", type=int, default=1, metavar="N", help=told("seconds"))
    add("--budget", type=int, default=300, metavar="N", help=told("budget"))
    add("--memory", type=int, default=1024, metavar="N", help=told("memory"))
    add("--table", metavar="FILE", help=told("table"))
    add("--figure", metavar="FILE", help=told("figure"))
    add("--template", metavar="FILE", help=told("no_template"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the tournament, print the standings, write what is wanted."""
    if args.template is not None:
        return _write_template(Path(args.template))
    entrants = _entrants(args.players)
    rules = read_rules(args.rules)
    _check(args)
    files = any(isinstance(one, Path) for one in entrants)
    if args.deals is None and not files:
        rules.check_end(args.seats)
    result = _play(args, rules, entrants, files)
    print(result)
    w = words()
    if args.table is not None:
        from slime._files import write_file

        write_file(args.table, result.frame().to_csv(index=False))
        print("\n" + w("tournament.command.written", file=args.table))
    if args.figure is not None:
        from slime.figures import tournament_standings

        tournament_standings(result).save(args.figure)
        print("\n" + w("tournament.command.written", file=args.figure))
    return 0


def _play(args: argparse.Namespace, rules: Any, entrants: list[Any], files: bool) -> Any:
    from slime.game.match import Endless
    from slime.tournaments.playing import TooFew, tournament

    try:
        return tournament(
            entrants,
            rules,
            args.seats,
            args.matches or (10 if files else 100),
            args.seed,
            deals=args.deals or (5 if files else None),
            kind=args.kind,
            rounds=args.rounds,
            seconds=args.seconds,
            budget=args.budget,
            memory=args.memory,
        )
    except Endless as problem:
        raise ValueError(words()("simulate.endless", n=problem.deals)) from None
    except TooFew as problem:
        w = words()
        told = [w("tournament.forfeit", name=f.name, what=f.message) for f in problem.forfeits]
        raise ValueError(" ".join([w("tournament.command.too_few"), *told])) from None


def _entrants(typed: list[str]) -> list[Any]:
    """Names of strategies as they are, files and folders as paths."""
    from slime.strategies.base import read_call
    from slime.strategies.registry import names

    w = words()
    out: list[Any] = []
    for text in typed:
        path = Path(text)
        if text.strip() and path.exists() and text not in names():
            out.append(path)
            if path.is_dir() and not any(f.name[0] not in "_." for f in path.glob("*.py")):
                raise ValueError(w("tournament.command.no_files", folder=path))
            continue
        try:
            known = read_call(text)[0] in names()
        except ValueError:
            known = False
        if not known:
            raise ValueError(w("tournament.command.no_player", name=text, names=names()))
        check_strategy(text, w)
        out.append(text)
    return out


def _check(args: argparse.Namespace) -> None:
    """What argparse does not see; ``ValueError`` before the work begins."""
    from slime.simulation.run import LONGEST
    from slime.tournaments.schedule import KINDS

    w = words()
    check_whole("--players", args.seats, 2, 8)
    check_whole("--deals", args.deals, 1, LONGEST)
    for name in ("matches", "rounds", "seconds", "budget", "memory"):
        check_whole(f"--{name}", getattr(args, name), 1, 10**9)
    check_seed(args.seed)
    if args.kind not in (None, *KINDS):
        raise ValueError(w("tournament.command.no_kind", kind=args.kind))
    if args.table is not None and Path(args.table).suffix.lower() != ".csv":
        raise ValueError(w("tournament.command.bad_ending", file=args.table, endings=".csv"))
    if args.figure is not None:
        check_figure(args.figure)
    for path in map(Path, filter(None, (args.table, args.figure))):
        if not path.absolute().parent.is_dir():
            raise ValueError(w("tournament.command.no_folder", folder=path.parent))
        check_writable(path)  # before the work is done


def _write_template(path: Path) -> int:
    """Write the template, over nobody's work."""
    from slime._files import write_file
    from slime.strategies import template

    w = words()
    if path.exists():
        raise ValueError(w("tournament.command.exists", file=path))
    if not path.absolute().parent.is_dir():
        raise ValueError(w("tournament.command.no_folder", folder=path.parent))
    write_file(path, template())
    print(w("tournament.command.written", file=path))
    return 0
