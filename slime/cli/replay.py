"""``slime replay FILE``: judge a record."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import AbstractContextManager, nullcontext
from typing import Any, BinaryIO

from slime._files import file_name
from slime.cli._command import command, option, switch, why
from slime.i18n import Words, words


@command(option("file", metavar="FILE"), switch("--json"))
def run(args: argparse.Namespace) -> int:
    """Judge the file named, print the result; 0 if it is right, 1 if not.

    ``ValueError`` where the file cannot be read.
    """
    from slime.records import replay

    w = words()
    try:
        with _open(args.file) as stream:
            result = replay(stream)
    except OSError as problem:
        raise ValueError(w("record.unreadable", file=args.file, why=why(problem, w))) from None
    told = result["error"]["message"] if not result["ok"] else summary(result, w)
    print(json.dumps(result) if args.json else told)
    return 0 if result["ok"] else 1


def _open(file: str) -> AbstractContextManager[BinaryIO]:
    if file != "-":
        return open(file_name(file), "rb")
    if sys.stdin is None:
        raise OSError("stdin")
    return nullcontext(sys.stdin.buffer)


def summary(result: dict[str, Any], w: Words) -> str:
    """A right record, as `slime.replay` gives it, in a few sentences."""
    state = result["state"]
    n = result["deals"] + (state is not None)

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
