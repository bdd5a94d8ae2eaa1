"""``slime replay FILE``: judge a record."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from slime.cli._system import why
from slime.i18n import Words, words

if TYPE_CHECKING:
    from slime.records import Recorded


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser of `slime`."""
    w = words()
    parser = subparsers.add_parser(
        "replay",
        help=w("record.command.short"),
        description=w("record.command.about"),
        epilog=w("record.command.examples"),
    )
    parser.add_argument("file", metavar="FILE", help=w("record.command.file"))
    parser.add_argument("--json", action="store_true", help=w("record.command.json"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Judge the file named, print the result; 0 if it is right, 1 if not.

    ``ValueError`` where the file cannot be read.
    """
    from slime.records import RecordError, read

    w = words(getattr(args, "language", None))
    text = _content(args.file, w)
    try:
        recorded = read(text, w.lang)
    except RecordError as problem:
        print(json.dumps(problem.result()) if args.json else problem)
        return 1
    print(json.dumps(recorded.result()) if args.json else summary(recorded, w))
    return 0


def _content(file: str, w: Words) -> bytes:
    try:
        if file != "-":
            return Path(file).read_bytes()
        if sys.stdin is None:
            raise OSError("stdin")
        return sys.stdin.buffer.read()
    except OSError as problem:
        raise ValueError(w("record.unreadable", file=file, why=why(problem, w))) from None
    except ValueError as problem:  # a name that no file can have
        raise ValueError(w("record.unreadable", file=file, why=problem)) from None


def summary(recorded: Recorded, w: Words) -> str:
    """A right record in a few sentences."""
    result = recorded.result()
    told = [w("record.sum.right", n=result["deals"])]
    if result["places"]:
        told.append(w("record.sum.places", names=result["places"]))
        told.append(w("record.sum.totals", numbers=_numbers(result["totals"])))
    if result["winners"]:
        told.append(w("record.sum.winners", names=result["winners"]))
    else:
        told.append(w("record.sum.not_over"))
    state = result["state"]
    if state is None:
        return "\n".join(told)
    n = len(recorded.deals)
    if state["phase"] == "exchange":
        told.append(w("record.sum.exchange", n=n))
        for due in state["due"]:
            told.append(
                w("record.sum.due", giver=due["from"], taker=due["to"], n=due["count"]),
            )
        return "\n".join(told)
    if state["to_play"] is None:
        told.append(w("record.sum.lead_unknown", n=n))
    else:
        told.append(w("record.sum.turn", n=n, player=state["to_play"]))
    top = state["on_table"]
    if top:
        rank = w.face(top["rank"])
        told.append(w("record.sum.top", n=top["size"], rank=rank, by=top["by"]))
    told.append(w("record.sum.left", numbers=_numbers(state["left"])))
    return "\n".join(told)


def _numbers(by_name: dict[str, int]) -> list[str]:
    return [f"{name} {n}" for name, n in by_name.items()]
