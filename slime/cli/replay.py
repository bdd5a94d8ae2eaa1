"""``slime replay FILE``: judge a record."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from slime.cli._command import command, option, switch, why
from slime.i18n import Words, words

if TYPE_CHECKING:
    from slime.records import Recorded


@command(option("file", metavar="FILE"), switch("--json"))
def run(args: argparse.Namespace) -> int:
    """Judge the file named, print the result; 0 if it is right, 1 if not.

    ``ValueError`` where the file cannot be read.
    """
    from slime.records import RecordError, read

    w = words()
    text = _content(args.file, w)
    try:
        recorded = read(text)
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
    result, n = recorded.result(), len(recorded.deals)
    state = result["state"]

    def told(key: str, **values: object) -> str:
        return w(f"record.sum.{key}", **values)

    out = [told("right", n=result["deals"])]
    if result["places"]:
        out.append(told("places", names=result["places"]))
        out.append(told("totals", numbers=_numbers(result["totals"])))
    won = result["winners"]
    out.append(told("winners", names=won) if won else told("not_over"))
    if state is not None and state["phase"] == "exchange":
        out.append(told("exchange", n=n))
        out += [
            told("due", giver=due["from"], taker=due["to"], n=due["count"]) for due in state["due"]
        ]
    elif state is not None:
        key = "lead_unknown" if state["to_play"] is None else "turn"
        out.append(told(key, n=n, player=state["to_play"]))
        if top := state["on_table"]:
            out.append(told("top", n=top["size"], rank=w.face(top["rank"]), by=top["by"]))
        out.append(told("left", numbers=_numbers(state["left"])))
    return "\n".join(out)


def _numbers(by_name: dict[str, int]) -> list[str]:
    return [f"{name} {n}" for name, n in by_name.items()]
