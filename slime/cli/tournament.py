"""``slime tournament``: players against players, one's own files too, on the same luck."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from slime._files import write_file
from slime.cli._command import SEEDS, command, option, switch
from slime.cli._settings import (
    MANY,
    check_figure,
    check_folder,
    check_output,
    read_rules,
)
from slime.i18n import words

if TYPE_CHECKING:
    from slime.tournaments.result import Tournament


@command(
    option("players", nargs="*", metavar="PLAYER"),
    option("--rules", nargs="+", metavar="NAME"),
    option("--players", dest="seats", default=5, limits=(2, 8)),
    option("--matches", limits=MANY),
    option("--deals", limits=(1, 10**6)),
    option("--kind", metavar="KIND"),
    option("--rounds", default=4, limits=MANY),
    option("--seed", limits=SEEDS),
    option("--key", metavar="TEXT"),
    option("--seconds", default=1, limits=MANY),
    option("--budget", limits=MANY),
    option("--clock", limits=MANY),
    option("--memory", default=1024, limits=MANY),
    switch("--trust"),
    option("--state", metavar="FOLDER"),
    option("--table", metavar="FILE"),
    option("--figure", metavar="FILE"),
    option("--template", metavar="FILE"),
)
def run(args: argparse.Namespace) -> int:
    """Play the tournament, print the standings, write what is wanted."""
    if args.template is not None:
        return _write_template(Path(args.template))
    from slime.tournaments.play import Interrupted

    try:
        result = _play(args)
    except Interrupted as stopped:
        print(stopped, file=sys.stderr)
        return 130
    print(result)
    w = words()
    if args.table is not None:
        write_file(args.table, result.frame().to_csv(index=False))
        print("\n" + w("cli.tournament.written", file=args.table))
    if args.figure is not None:
        from slime.figures import tournament_standings

        tournament_standings(result).save(args.figure)
        print("\n" + w("cli.tournament.written", file=args.figure))
    return 0


def _play(args: argparse.Namespace) -> Tournament:
    from slime.tournaments.entrants import as_path
    from slime.tournaments.play import tournament

    entrants = [as_path(one) for one in args.players]
    rules = read_rules(args.rules)
    _check(args)
    files = any(isinstance(one, Path) for one in entrants)
    matches, deals = (10, 5) if files else (100, None)
    given = ("key", "kind", "rounds", "seconds", "budget", "clock", "memory", "trust")
    how = {name: getattr(args, name) for name in given}
    size = args.seats, args.matches or matches, args.seed
    how |= {"deals": args.deals or deals, "folder": args.state, "tell": _tell}
    return tournament(entrants, rules, *size, **how)


def _tell(sentence: str) -> None:
    """Say, to a person, what long work costs, before it begins."""
    if sys.stderr is not None and sys.stderr.isatty():
        print(sentence, file=sys.stderr, flush=True)


def _check(args: argparse.Namespace) -> None:
    """What argparse does not see; ``ValueError`` before the work begins."""
    if args.table is not None and Path(args.table).suffix.lower() != ".csv":
        raise ValueError(words()("cli.tournament.bad_ending", file=args.table, endings=".csv"))
    if args.figure is not None:
        check_figure(args.figure)
    for name in ("table", "figure"):
        check_output(f"--{name}", getattr(args, name))


def _write_template(path: Path) -> int:
    """Write the template, over nobody's work."""
    from slime.strategies import template

    w = words()
    if path.exists():
        raise ValueError(w("cli.tournament.exists", file=path))
    check_folder("--template", path)
    write_file(path, template())
    print(w("cli.tournament.written", file=path))
    return 0
