"""``slime open``: the front page on this computer."""

from __future__ import annotations

import argparse
import signal
from typing import Any

from slime.cli._command import command, option, switch
from slime.cli.lab import copied_lessons
from slime.i18n import words


@command(
    option("folder", nargs="?", default="slime-lessons", metavar="FOLDER"),
    switch("--no-browser"),
    option("--port", limits=(1, 65535)),
)
def run(args: argparse.Namespace) -> int:
    """Serve the page until it is stopped."""
    from slime.app.site.server import open_page

    w = words()
    copied = copied_lessons(args.folder)
    page = open_page(copied, browser=False if args.no_browser else None, port=args.port)
    print(w("cli.open.address", address=page.address))
    print(w("lab.stop"), flush=True)

    def end(*_: Any) -> None:
        raise KeyboardInterrupt

    # Who ends this command ends JupyterLab with it.
    signal.signal(signal.SIGTERM, end)
    try:
        page.wait()
    except KeyboardInterrupt:
        print(w("cli.open.ended"))
    return 0
