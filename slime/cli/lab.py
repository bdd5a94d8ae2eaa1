"""``slime lab``: the lessons in a folder of one's own, and JupyterLab open on them."""

from __future__ import annotations

import argparse
import signal
from pathlib import Path

from slime.cli._command import command, option, switch
from slime.i18n import words


@command(
    option("folder", nargs="?", default="slime-lessons", metavar="FOLDER"),
    switch("--no-browser"),
    option("--port", limits=(1, 65535)),
    switch("--copy-only"),
    option("--html", metavar="NOTEBOOK"),
)
def run(args: argparse.Namespace) -> int:
    """Copy the lessons, start the server, wait until it ends."""
    from slime.app.launcher import copy_lessons, open_lab

    w = words()
    if args.html:
        from slime.app.export import export_lesson

        if not Path(args.html).is_file():
            raise ValueError(w("cli.lab.no_notebook", file=args.html))
        print(w("lab.exported", file=export_lesson(args.html)))
        return 0
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
    except ValueError:  # all else was looked at before
        raise ValueError(w("cli.lab.port_taken", port=args.port)) from None
    print(w("lab.address", address=lab.address))
    print(w("lab.stop"), flush=True)
    # Who ends this command ends the server with it.
    signal.signal(signal.SIGTERM, lambda *_: lab.process.terminate())
    status = lab.wait()
    print(w("lab.stopped"))
    return abs(status)
