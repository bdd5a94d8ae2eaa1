"""``slime doctor``: is all there that is needed?"""

from __future__ import annotations

import argparse

from slime.i18n import words


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser of `slime`."""
    w = words()
    parser = subparsers.add_parser(
        "doctor",
        help=w("cli.doctor.short"),
        description=w("cli.doctor.about"),
        epilog=w("cli.doctor.examples"),
    )
    parser.add_argument("--warm", action="store_true", help=w("cli.doctor.warm"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print what was found; with --warm, compile first."""
    from slime.app import doctor

    if args.warm:
        print(words()("doctor.warmed", seconds=doctor.warm()), flush=True)
    report = doctor.examine()
    print(report)
    return 0 if report.ok else 1
