"""``slime doctor``: is all there that is needed?"""

from __future__ import annotations

import argparse

from slime.cli._command import command, switch
from slime.i18n import words


@command(switch("--warm"))
def run(args: argparse.Namespace) -> int:
    """Print what was found; with --warm, compile first."""
    from slime.app import doctor

    if args.warm:
        print(words()("doctor.warmed", seconds=doctor.warm()), flush=True)
    report = doctor.examine()
    print(report)
    return 0 if report.ok else 1
