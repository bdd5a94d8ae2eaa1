"""``slime play``: a match by strategies, shown as text, written as a record."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from slime._files import check_writable
from slime.cli._settings import (
    check_seed,
    check_whole,
    read_rules,
    read_strategies,
)
from slime.cli.rules import text_width
from slime.i18n import words


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser of `slime`."""
    from slime.strategies.registry import names

    w = words()
    parser = subparsers.add_parser(
        "play",
        help=w("cli.play.short"),
        description=w("cli.play.about"),
        epilog=w("cli.play.examples"),
    )
    add = parser.add_argument
    add("--rules", nargs="+", metavar="NAME", help=w("cli.play.rules"))
    add("--players", nargs="+", metavar="N", default=["5"], help=w("cli.play.players"))
    known = w("cli.play.strategies", names=names())
    add("--strategies", nargs="+", metavar="NAME", default=["lowest"], help=known)
    add("--seed", type=int, default=1, metavar="N", help=w("cli.play.seed"))
    add("--number", type=int, default=0, metavar="N", help=w("cli.play.number"))
    add("--deals", type=int, metavar="N", help=w("cli.play.deals"))
    add("-o", "--record", metavar="FILE", help=w("cli.play.record"))
    add("--story", action="store_true", help=w("cli.play.story"))
    add("--quiet", action="store_true", help=w("cli.play.quiet"))
    add("--width", type=int, metavar="N", help=w("cli.play.width"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play, show deal by deal, write the record."""
    w = words()
    rules = read_rules(args.rules)
    if args.deals is not None:
        if args.deals < 1:
            raise ValueError(w("cli.play.no_deals", n=args.deals))
        rules = rules.replace(match={"deals": args.deals})
    check_seed(args.seed)
    check_whole("--number", args.number, 0, (1 << 62) - 1)
    match = _match(rules, args)
    folder = Path(args.record).parent if args.record not in (None, "-") else None
    if folder is not None and not folder.is_dir():  # before the work, not after it
        raise ValueError(w("cli.play.no_folder", folder=folder))
    if folder is not None:
        check_writable(args.record)
    show = not args.quiet and args.record != "-"
    _play(match, show, args.story, text_width(args.width))
    if args.record == "-":
        _write_out(match.record())
    elif args.record is not None:
        from slime._files import write_file

        write_file(args.record, match.record())
        if show:
            print("\n" + w("cli.play.written", file=args.record))
    return 0


def _match(rules: Any, args: argparse.Namespace) -> Any:
    """The match that the arguments ask for; ``ValueError`` says which of them is wrong."""
    from slime.game.match import ENDLESS, Match, check_names

    w = words()
    players = read_players(args.players)
    count = players if isinstance(players, int) else len(players)
    try:
        if not isinstance(players, int):
            check_names(players)
    except ValueError:
        raise ValueError(w("cli.play.bad_names")) from None
    strategies = read_strategies(args.strategies, count)
    match = Match(rules, players, strategies, args.seed, number=args.number)
    rules.check_end(count)
    kind, length = rules.match[0]
    if kind == "target" and length > ENDLESS * max(rules.points(count)):
        raise ValueError(w("simulate.endless", n=ENDLESS))
    return match


def _play(match: Any, show: bool, story: bool, width: int) -> None:
    """Play the match; each deal is shown as soon as it is over."""
    from slime.game import transcript
    from slime.game.match import Endless

    w = words()
    while not match.over:
        try:
            deal = match.next_deal()
        except Endless as problem:
            raise ValueError(w("simulate.endless", n=problem.deals)) from None
        deal.finish()
        if not show:
            continue
        if deal.number == 1:
            print(transcript.head_text(match, w, width, story=story))
        told = transcript.story_text(deal) if story else transcript.deal_text(deal, width=width)
        print("\n" + told, flush=True)
    if show:
        print("\n" + transcript.end_text(match, w))


def read_players(typed: list[str]) -> int | list[str]:
    """A number of players, or their names (blanks or commas between).

    >>> read_players(["5"]), read_players(["-3"]), read_players(["Anna,Boris", "Vera"])
    (5, -3, ['Anna', 'Boris', 'Vera'])
    """
    if len(typed) == 1 and typed[0].removeprefix("-").isdecimal() and len(typed[0]) < 20:
        return int(typed[0])
    return [name for text in typed for name in text.split(",") if name]


def _write_out(record: str) -> None:
    """The record as UTF-8, whatever the terminal's own encoding."""
    raw = getattr(sys.stdout, "buffer", None)
    if raw is None:
        sys.stdout.write(record)
    else:
        sys.stdout.flush()
        raw.write(record.encode())
        raw.flush()
