"""Ask one kit everything of a stage and write its answers, a line of JSON each.

It is run by the Python of that kit's environment, from any folder::

    PYTHONPATH=tests PYTHON -m frozen.probe games --size small --out answers.jsonl

A stage is a module of `frozen.stages` with ``items(size)``, which gives ``(key, function)`` pairs;
what a function gives, or raises, is the answer.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import signal
import sys
import tempfile
import time
import warnings
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from frozen.plain import clean, kept, raised, written

#: In this order they are asked; notebooks only if named.
STAGES = (
    *("words", "games", "records", "drawings", "widget", "cli", "values", "figures"),
    "notebooks",
)


#: Seconds that one answer may take; a fault can make a game endless.
PATIENCE = 240


class TookTooLong(BaseException):
    """An answer did not come; no handler of errors may swallow this."""


def _ring(number: int, frame: Any) -> None:
    raise TookTooLong(f"no answer in {PATIENCE} seconds")


def answer(function: Any) -> str:
    """What a function gives, as text; an exception too is an answer."""
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, _ring)
        signal.alarm(PATIENCE)
    try:
        return written(function())
    except (Exception, TookTooLong, SystemExit) as problem:
        return written(raised(problem))
    finally:
        if hasattr(signal, "SIGALRM"):
            signal.alarm(0)


def ask(stage: str, size: str, out: Any, only: str = "*", whole: bool = False) -> int:
    """Write the answers of a stage; how many there are."""
    module = importlib.import_module(f"frozen.stages.{stage}")
    in_order = getattr(module, "IN_ORDER", False)  # an answer depends on those before it
    count = 0
    hide = {os.getcwd(): "<folder>", sys.prefix: "<environment>"}
    hide |= {os.path.realpath(path): name for path, name in hide.items()}
    for key, function in module.items(size):
        wanted = fnmatchcase(key, only)
        if not wanted and not in_order:
            continue
        text = answer(function)
        if not wanted:
            continue
        for path, name in hide.items():
            text = text.replace(path, name)
        line = {"key": key, "value": kept(text, whole)}
        out.write(json.dumps(line, ensure_ascii=False) + "\n")
        count += 1
    return count


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("stage", choices=STAGES)
    parser.add_argument("--size", choices=("small", "full"), default="small")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", default="*", help="keys to ask for (a glob)")
    parser.add_argument("--whole", action="store_true", help="keep long answers whole")
    args = parser.parse_args()
    target = args.out.absolute()
    begin = time.monotonic()
    warnings.simplefilter("ignore")
    with (
        tempfile.TemporaryDirectory() as folder,
        target.open("w", 1, encoding="utf-8", errors="backslashreplace") as out,
    ):
        os.chdir(folder)
        try:
            count = ask(args.stage, args.size, out, args.only, args.whole)
        finally:
            os.chdir(target.parent)
    print(clean(f"{args.stage}: {count} answers in {time.monotonic() - begin:.0f} s"))


if __name__ == "__main__":
    main()
