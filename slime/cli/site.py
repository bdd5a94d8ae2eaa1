"""``slime site``: the front page as a folder for any web server."""

from __future__ import annotations

import argparse

from slime.cli._command import command, option
from slime.i18n import words


@command(option("folder", metavar="FOLDER"), option("--pyodide", metavar="FILE"))
def run(args: argparse.Namespace) -> int:
    """Write the files, say how large they are."""
    from slime.app.site.build import write_site

    w = words()
    if not args.folder.strip():
        raise ValueError(w("cli.site.no_folder"))
    site = write_site(args.folder, w.lang, args.pyodide)
    size = f"{site.compressed / 1e6:.1f}"
    print(w("cli.site.written", folder=site.folder, n=len(site.sizes), size=w.number(float(size))))
    print(w("cli.site.look", folder=site.folder))
    return 0
