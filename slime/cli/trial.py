"""``slime trial [quick|full]``: the claims of the rules text, tried and judged."""

from __future__ import annotations

import argparse
import sys

from slime._files import check_writable
from slime.cli._settings import check_figure, check_seed, check_whole
from slime.i18n import words


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser of `slime`."""
    w = words()
    parser = subparsers.add_parser(
        "trial",
        help=w("trial.cli.short"),
        description=w("trial.cli.about"),
        epilog=w("trial.cli.examples"),
    )
    parser.add_argument(
        "scale", nargs="?", choices=("quick", "full"), default="quick", help=w("trial.cli.scale")
    )
    parser.add_argument("--claims", nargs="+", metavar="KEY", help=w("trial.cli.claims"))
    parser.add_argument("--seed", type=int, default=1, help=w("trial.cli.seed"))
    parser.add_argument("--state", metavar="FOLDER", help=w("trial.cli.state"))
    parser.add_argument("--save", metavar="FILE", help=w("trial.cli.save"))
    parser.add_argument("--second", metavar="FILE", help=w("trial.cli.second"))
    parser.add_argument("--forest", metavar="FILE", help=w("trial.cli.forest"))
    parser.add_argument(
        "--form", choices=("text", "markdown", "html"), default="text", help=w("trial.cli.form")
    )
    parser.add_argument("--workers", type=int, help=w("trial.cli.workers"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the trial, write what is wanted, print the sheet."""
    from slime.claims.model import claims, find_claim
    from slime.claims.report import VerdictSheet
    from slime.claims.results import read_trial
    from slime.claims.trial import run_trial

    w = words()
    check_seed(args.seed)
    check_whole("--workers", args.workers, 1, 4096)
    for key in args.claims or ():
        if key not in claims():
            raise ValueError(w("cli.trial.no_claim", key=key, keys=list(claims())))
    for path in filter(None, (args.save, args.forest)):
        check_writable(path)  # before the work is done
    if args.forest is not None:
        check_figure(args.forest)
    wanted = None if args.claims is None else [find_claim(key) for key in args.claims]
    other = None
    if args.second is not None:
        try:
            other = read_trial(args.second)
        except ValueError:
            raise ValueError(w("cli.trial.not_stored", file=args.second)) from None
    seen = sys.stderr.isatty()

    def progress(done: int, of: int, what: str) -> None:
        if seen:  # one line, written over and over
            line = w("trial.cli.doing", done=done, all=of, what=what) if what else ""
            sys.stderr.write("\r" + line.ljust(78) + ("" if what else "\r"))
            sys.stderr.flush()

    trial = run_trial(args.scale, args.seed, wanted, args.state, args.workers, progress)
    if args.save is not None:
        trial.save(args.save)
    if args.forest is not None:
        from slime.figures import trial_forest

        trial_forest(trial).save(args.forest)
    sheet = VerdictSheet(trial, other)
    if args.form == "html":
        sys.stdout.write(sheet.page())
    elif args.form == "markdown":
        sys.stdout.write(sheet.markdown())
    else:
        print(sheet.text())
    return 0
