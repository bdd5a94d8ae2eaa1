"""Every command with each of its options, in both languages: output, files, exit status."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

import slime
from frozen.names import get
from frozen.plain import digest, kept, plain

COMMANDS = ("play", "rules", "replay", "simulate", "lab", "doctor", "tournament", "trial")
SIM = "--matches 40 --workers 1 --quiet"
MEET = "tournament lowest random --matches 4 --deals 1 --players 4 --seed 1"
TRY = "trial --claims 3 --workers 1"
#: `{record}` a right record, `{broken}` a wrong one, `{pupil}` a file with a player
LINES: tuple[str, ...] = (
    *("", "--version", "-h", "--help", "nothing", "--language", "--language de", "--nonsense"),
    *(f"{command} --help" for command in COMMANDS),
    *(f"{command} --nonsense" for command in COMMANDS),
    # rules
    *("rules", "rules slime-licker", "rules king-and-slave", "rules slime-licker-club"),
    *("rules слайм-ликер", "rules poker", "rules passing=locked", "rules slime-licker passing=x"),
    *("rules king-and-slave variants=2,8", "rules king-and-slave variants=11", "rules x=1"),
    *("rules slime-licker jokers=3", "rules slime-licker players=4-9", "rules players=5"),
    *("rules slime-licker exchange=3,2,1", "rules exchange=9", "rules match=target:25 decks=auto"),
    *("rules must_play=yes must_play=no", "rules must-play=да wild=*", "rules a b", "rules ="),
    *("rules --form markdown king-and-slave", "rules --form html king-and-slave"),
    *("rules --form text --width 50 slime-licker", "rules --form x", "rules --width x"),
    *("rules --width 5 slime-licker", "rules big_two=yes wild=2", "rules first_lead=first"),
    # play
    *("play --seed 7 --deals 2", "play --deals 1 --story", "play --deals 1 --quiet"),
    *("play --rules king-and-slave variants=2 --players Anna Boris Vera Gleb --deals 2",),
    *("play --rules slime-licker exchange=none --players 6 --deals 1 --width 60",),
    *("play --strategies random lowest random lowest random --deals 1 --number 3",),
    *("play --strategies patient(until=2) --deals 1", "play --strategies patient(until=99)"),
    *("play --strategies nobody", "play --strategies lowest random", "play --players 1"),
    *("play --players 9", "play --players Anna Anna Boris Vera", "play --players Anna,B,C,D"),
    *("play --seed -1", "play --seed x", "play --seed 18446744073709551616", "play --number -1"),
    *("play --deals 0", "play --deals x", "play -o m.jsonl --deals 1", "play -o - --deals 1"),
    *("play -o none/m.jsonl", "play -o m.jsonl --quiet --deals 1", "play --rules match=target:0"),
    *("play --rules scoring=0,0,0,0,0 match=target:5", "play --width 10 --deals 1"),
    # replay
    *("replay {record}", "replay {record} --json", "replay {broken}", "replay {broken} --json"),
    *("replay none.jsonl", "replay", "replay -", "replay - --json", "replay .", "replay a b"),
    # simulate
    *(f"simulate {SIM}", f"simulate king-and-slave --players 6 {SIM}", f"simulate poker {SIM}"),
    *(f"simulate exchange=none champion_falls=no {SIM} --deals 5", f"simulate --to-the-end {SIM}"),
    *(f"simulate --players Anna B C D {SIM}", f"simulate {SIM} --seed 5 --strategies counter"),
    *(f"simulate {SIM} --out p.parquet", f"simulate {SIM} --out p.parquet --details"),
    *(f"simulate {SIM} --out p.parquet --resume", f"simulate {SIM} --out p.csv"),
    *(f"simulate {SIM} --resume", f"simulate {SIM} --details", f"simulate --deals 0 {SIM}"),
    *("simulate --matches 0", "simulate --workers 0", f"simulate {SIM} --out none/p.parquet"),
    *(f"simulate {SIM} --strategies lowest random", f"simulate {SIM} --seed -1"),
    *(
        "simulate --deals 99999999",
        f"simulate {SIM} --deals 5 --to-the-end",
        "simulate --matches x",
    ),
    # tournament
    *(
        MEET,
        MEET.replace("--seed 1", "--seed 3"),
        f"{MEET} --kind round-robin",
        f"{MEET} --kind rounds --rounds 2",
    ),
    *(
        f"{MEET} --kind x",
        f"{MEET} --table t.csv",
        f"{MEET} --table t.txt",
        f"{MEET} --figure f.txt",
    ),
    *(f"{MEET} --figure f.doc", f"{MEET} --rules king-and-slave", f"{MEET} --rules poker"),
    *("tournament", "tournament nobody", "tournament lowest", "tournament --template t.py"),
    *(f"{MEET} --matches 0", f"{MEET} --seconds 0", f"{MEET} --budget 0", f"{MEET} --memory 0"),
    *("tournament {pupil} lowest --matches 2 --deals 1 --players 4", f"{MEET} --table none/t.csv"),
    *(
        "tournament .",
        f"{MEET} --rounds 0",
        f"{MEET} --players 9",
        MEET.replace("--seed 1", "--seed -1"),
    ),
    # trial
    *(
        TRY,
        f"{TRY} --seed 2",
        f"{TRY} --form markdown",
        f"{TRY} --form html",
        f"{TRY} --save t.json",
    ),
    *(f"{TRY} --forest f.txt", f"{TRY} --forest f.doc", "trial --claims 99", "trial huge"),
    *(f"{TRY} --state parts", f"{TRY} --second none.json", "trial --seed -1", "trial --workers 0"),
    # lab, doctor
    *("lab --copy-only", "lab mine --copy-only", "lab {record}", "lab --port 0", "lab --port x"),
    *("doctor x", "lab a b"),
)
#: run as a process of their own, as a person would
PROCESSES = ("", "--version", "rules", "play --deals 1", "replay {broken}", "poker", "doctor")
FULL_ONLY = ("trial", "tournament", "simulate")

PUPIL = '''def choose(view):
    """The first legal play."""
    return view.legal()[0]
'''


def _files() -> dict[str, str]:
    """Files that commands read, by what they are called in `LINES`."""
    match = slime.Match("slime-licker-club", ["Anna", "Boris", "Vera", "Gleb"], seed=1)
    record = match.finish().record()
    return {
        "record": record,
        "broken": record.replace('"places":', '"plaices":', 1).replace("Vera -", "Vera 3c", 1),
        "pupil": PUPIL,
    }


def _prepare(line: str) -> list[str]:
    """The arguments of a line, and the files that it names."""
    endings = {"record": "record.jsonl", "broken": "broken.jsonl", "pupil": "pupil.py"}
    for name, text in _files().items():
        if "{" + name + "}" in line:
            Path(endings[name]).write_text(text, encoding="utf-8")
            line = line.replace("{" + name + "}", endings[name])
    return line.split()


def _written() -> dict[str, Any]:
    """What lies in the folder now: texts, tables, or how large it is."""
    found: dict[str, Any] = {}
    for path in sorted(Path().rglob("*")):
        if not path.is_file():
            continue
        name = path.as_posix()
        if path.suffix == ".parquet":
            import pandas as pd

            found[name] = plain(pd.read_parquet(path))
        elif path.suffix == ".ipynb" or path.name.startswith("."):
            found[name] = "a lesson"
        else:
            text = path.read_text(encoding="utf-8", errors="backslashreplace")
            found[name] = kept(re.sub(r'"mark": "\w+"', '"mark": ""', text))
    return found


def run(line: str, lang: str, processes: bool = False) -> Any:
    """Exit status, what was said and written."""
    here = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            args = [*_prepare(line), "--language", lang]
            if line == "--language" or "--language d" in line:
                args = line.split()
            told = _process(args) if processes else _inside(args)
            hide = {folder: "<folder>", os.path.realpath(folder): "<folder>"}
            for path, name in hide.items():
                told = [one.replace(path, name) if isinstance(one, str) else one for one in told]
            return {"exit": told[0], "out": told[1], "err": told[2], "files": _written()}
        finally:
            os.chdir(here)


def _inside(args: list[str]) -> list[Any]:
    """Called in this process, which is much quicker."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    entered = io.TextIOWrapper(io.BytesIO(_files()["record"].encode()), "utf-8")
    with (
        redirect_stdout(out),
        redirect_stderr(err),
        mock.patch("sys.stdin", entered),
        mock.patch("sys.argv", ["slime", *args]),
    ):
        status = get("main")(args)
    texts = []
    for stream in (out, err):
        stream.flush()
        texts.append(stream.buffer.getvalue().decode())  # type: ignore[attr-defined]
    return [status, *texts]


def _process(args: list[str]) -> list[Any]:
    """Run as ``python -m slime``."""
    command = [sys.executable, "-m", "slime", *args]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=300)
    out = done.stdout
    if args and args[0] == "doctor":  # what it finds is of this computer
        out = digest([line.split()[:1] for line in out.splitlines()])
    return [done.returncode, out, done.stderr]


def items(size: str) -> Iterator[tuple[str, Any]]:
    slow = 0
    for line in LINES:
        for lang in ("en", "ru"):
            if size == "small" and line.startswith(TRY) and (slow := slow + 1) > 2:
                continue
            yield f"{lang}/{line}", partial(run, line, lang)
    for line in PROCESSES:
        for lang in ("en", "ru"):
            yield f"process/{lang}/{line}", partial(run, line, lang, True)
