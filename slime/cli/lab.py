"""``slime lab``: the lessons in a folder of one's own, and JupyterLab open on them."""

from __future__ import annotations

import argparse
import signal
from pathlib import Path
from typing import TYPE_CHECKING

from slime.cli._command import command, option, switch
from slime.i18n import words

if TYPE_CHECKING:
    from slime.app.launcher import CopiedLessons


@command(
    option("folder", nargs="?", default="slime-lessons", metavar="FOLDER"),
    switch("--no-browser"),
    option("--port", limits=(1, 65535)),
    switch("--copy-only"),
    option("--html", metavar="NOTEBOOK"),
)
def run(args: argparse.Namespace) -> int:
    """Copy the lessons, start the server, wait until it ends."""
    from slime.app.launcher import open_lab

    w = words()
    if args.html:
        from slime.app.export import export_lesson

        if not Path(args.html).is_file():
            raise ValueError(w("cli.lab.no_notebook", file=args.html))
        print(w("lab.exported", file=export_lesson(args.html)))
        return 0
    copied = copied_lessons(args.folder)
    if args.copy_only:
        return 0
    try:
        lab = open_lab(copied, browser=False if args.no_browser else None, port=args.port)
    except ValueError:  # all else was looked at before
        raise ValueError(w("cli.lab.port_taken", port=args.port)) from None
    print(w("lab.address", address=lab.address))
    print(w("lab.stop"), flush=True)
    # Who ends this command ends the server with it.
    signal.signal(signal.SIGTERM, lambda *_: lab.process.terminate())
    status = lab.wait()
    print(w("lab.stopped"))
    return abs(status)


def copied_lessons(folder: str) -> CopiedLessons:
    """Copy the lessons and say what was done."""
    from slime.app.launcher import copy_lessons

    w = words()
    if not folder.strip():
        raise ValueError(w("cli.lab.no_folder"))
    path = Path(folder).expanduser()
    if path.exists() and not path.is_dir():
        raise ValueError(w("cli.lab.is_file", file=path))
    copied = copy_lessons(folder)
    for sentence in copied.sentences():
        print(sentence)
    return copied
