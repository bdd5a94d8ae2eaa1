"""``slime play``: a match by strategies, shown as text, written as a record."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from slime._files import write_file
from slime.cli._command import SEEDS, command, option, switch
from slime.cli._settings import (
    PLAYERS,
    RULES,
    STRATEGIES,
    check_output,
    read_players,
    read_rules,
    read_strategies,
)
from slime.cli.rules import WIDTH, text_width
from slime.i18n import words

if TYPE_CHECKING:
    from slime.game.match import Match


@command(
    RULES,
    PLAYERS,
    STRATEGIES,
    option("--seed", default=1, limits=SEEDS),
    option("--number", default=0, limits=(0, (1 << 62) - 1)),
    option("--deals", limits=(1, 1 << 48)),
    option("-o", "--record", metavar="FILE"),
    switch("--story"),
    switch("--quiet"),
    WIDTH,
)
def run(args: argparse.Namespace) -> int:
    """Play, show deal by deal, write the record."""
    match = _match(args)
    file = None if args.record == "-" else args.record
    check_output("--record", file)
    show = not args.quiet and args.record != "-"
    _play(match, show, args.story, text_width(args.width))
    if args.record == "-":
        _write_out(match.record())
    elif file is not None:
        write_file(file, match.record())
        if show:
            print("\n" + words()("cli.play.written", file=file))
    return 0


def _match(args: argparse.Namespace) -> Match:
    """The match that the arguments ask for; ``ValueError`` says which of them is wrong."""
    from slime.game.match import ENDLESS, Endless, Match

    rules = read_rules(args.rules)
    if args.deals is not None:
        rules = rules.replace(match={"deals": args.deals})
    players, strategies = read_players(args.players), read_strategies(args.strategies)
    match = Match(rules, players, strategies, args.seed, number=args.number)
    count = len(match.players)
    rules.check_end(count)
    kind, length = rules.match[0]
    if kind == "target" and length > ENDLESS * max(rules.points(count)):
        raise Endless
    return match


def _play(match: Match, show: bool, story: bool, width: int) -> None:
    """Play the match; each deal is shown as soon as it is over."""
    from slime.game import transcript

    w = words()
    while not match.over:
        deal = match.next_deal().finish()
        if not show:
            continue
        if deal.number == 1:
            print(transcript.head_text(match, w, width, story=story))
        told = transcript.story_text(deal) if story else transcript.deal_text(deal, width=width)
        print("\n" + told, flush=True)
    if show:
        print("\n" + transcript.end_text(match, w))


def _write_out(record: str) -> None:
    """The record as UTF-8, whatever the terminal's own encoding."""
    raw = getattr(sys.stdout, "buffer", None)
    if raw is None:
        sys.stdout.write(record)
    else:
        sys.stdout.flush()
        raw.write(record.encode())
        raw.flush()
