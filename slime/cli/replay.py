"""``slime replay FILE``: judge a record."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from slime.record import Recorded, RecordError, read
from slime.words import Words, words


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser of `slime`."""
    parser = subparsers.add_parser(
        "replay",
        help="judge the record of a match",
        description="Judge every step of a record: is it right, where does the match stand, "
        "or what is wrong with it.",
        epilog="Exit status: 0 the record is right, 1 it is not, 2 the file cannot be read. "
        "Examples: slime replay match.jsonl; slime play --record - | slime replay - --json",
    )
    parser.add_argument("file", metavar="FILE", help="a record (JSON Lines); - is standard input")
    parser.add_argument("--json", action="store_true", help="print the result as a JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Judge the file named, print the result, give the exit status."""
    w = words(getattr(args, "language", None))
    try:
        text = _content(args.file)
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        line = w("record.unreadable", file=args.file, why=why)
        _print(" ".join(line.split()), error=True)
        return 2
    try:
        recorded = read(text, w.lang)
    except RecordError as problem:
        if args.json:
            _print(json.dumps(problem.result()))
        else:
            _print(str(problem))
        return 1
    _print(json.dumps(recorded.result()) if args.json else summary(recorded, w))
    return 0


def _content(file: str) -> bytes:
    if file != "-":
        return Path(file).read_bytes()
    if sys.stdin is None:
        raise OSError("standard input is closed")
    return sys.stdin.buffer.read()


def _print(text: str, error: bool = False) -> None:
    """Print a line, whatever the terminal cannot show as an escape."""
    stream = sys.stderr if error else sys.stdout
    encoding = stream.encoding or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding), file=stream)


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
