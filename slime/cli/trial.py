"""``slime trial [quick|full]``: the claims of the rules text, tried and judged."""

from __future__ import annotations

import argparse
import sys

from slime._files import check_writable
from slime.cli._command import SEEDS, command, option
from slime.cli._settings import check_figure
from slime.i18n import words


@command(
    option("scale", nargs="?", choices=("quick", "full"), default="quick"),
    option("--claims", nargs="+", metavar="KEY"),
    option("--seed", default=1, limits=SEEDS, metavar="SEED"),
    option("--state", metavar="FOLDER"),
    option("--save", metavar="FILE"),
    option("--second", metavar="FILE"),
    option("--forest", metavar="FILE"),
    option("--form", choices=("text", "markdown", "html"), default="text"),
    option("--workers", limits=(1, 4096), metavar="WORKERS"),
)
def run(args: argparse.Namespace) -> int:
    """Run the trial, write what is wanted, print the sheet."""
    from slime.claims.model import claims, find_claim
    from slime.claims.report import page, verdict_sheet
    from slime.claims.results import read_trial
    from slime.claims.trial import run_trial, tell_cost

    w = words()
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
    cost = tell_cost(lambda text: print(f"\r{text:78}", file=sys.stderr), args.state)

    def progress(done: int, of: int, what: str) -> None:
        if seen:  # one line, written over and over
            cost(done, of, what)
            line = w("cli.trial.doing", done=done, all=of, what=what) if what else ""
            sys.stderr.write("\r" + line.ljust(78) + ("" if what else "\r"))
            sys.stderr.flush()

    trial = run_trial(args.scale, args.seed, wanted, args.state, args.workers, progress)
    if args.save is not None:
        trial.save(args.save)
    if args.forest is not None:
        from slime.figures import trial_forest

        trial_forest(trial).save(args.forest)
    sheet = verdict_sheet(trial, other)
    if args.form == "html":
        sys.stdout.write(page(sheet))
    else:
        print(sheet.markdown() if args.form == "markdown" else sheet.text())
    return 0
