"""``slime lab``: the lessons in a folder of one's own, and JupyterLab open on them."""

from __future__ import annotations

import argparse
import signal
from pathlib import Path

from slime.cli._settings import check_whole
from slime.i18n import words


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser of `slime`."""
    w = words()
    parser = subparsers.add_parser(
        "lab",
        help=w("cli.lab.short"),
        description=w("cli.lab.about"),
        epilog=w("cli.lab.examples"),
    )
    add = parser.add_argument
    add("folder", nargs="?", default="slime-lessons", metavar="FOLDER", help=w("cli.lab.folder"))
    add("--no-browser", action="store_true", help=w("cli.lab.no_browser"))
    add("--port", type=int, metavar="N", help=w("cli.lab.port"))
    add("--copy-only", action="store_true", help=w("cli.lab.copy_only"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Copy the lessons, start the server, wait until it ends."""
    from slime.app.launcher import copy_lessons, open_lab

    w = words()
    check_whole("--port", args.port, 1, 65535)
    if not args.folder.strip():
        raise ValueError(w("cli.lab.no_folder"))
    folder = Path(args.folder).expanduser()
    if folder.exists() and not folder.is_dir():
        raise ValueError(w("cli.lab.is_file", file=folder))
    copied = copy_lessons(args.folder)
    for sentence in copied.sentences():
        print(sentence)
    if args.copy_only:
        return 0
    try:
        lab = open_lab(copied, browser=False if args.no_browser else None, port=args.port)
    except ModuleNotFoundError as problem:
        raise ValueError(str(problem)) from None
    except ValueError:  # all else was looked at before
        raise ValueError(w("cli.lab.port_taken", port=args.port)) from None
    print(w("lab.address", address=lab.address))
    print(w("lab.stop"), flush=True)
    # Who ends this command ends the server with it.
    signal.signal(signal.SIGTERM, lambda *_: lab.process.terminate())
    status = lab.wait()
    print(w("lab.stopped"))
    return abs(status)
