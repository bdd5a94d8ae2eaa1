"""Is this kit as fast as another one?  Both run in turns, and medians of ratios are told.

    python benchmarks/against.py --old OTHER/.venv/bin/python [--only PART ...] [--turns 9]

Each turn is a new process of the one kit and one of the other, so that neither gains from what was
warm. Within it a part is called again and again for a while, and its least CPU time counts: what
else the machine does only ever adds to it. The ratio is this kit's time by the other's: 1.03 is
3% slower. At the end: a learner's compiled players beside built-in ones that play the same.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

#: Seconds for which a part is called again and again in each process.
SPENT = 0.6
WANTED = 1.03


def calls() -> dict[str, Callable[[], object]]:
    """What is measured, by name; written so that any kit since the first understands it."""
    import slime

    quiet: dict[str, Any] = {"seed": 1, "progress": False, "workers": 1}
    rules = slime.rules("slime-licker")
    fixed = slime.rules("slime-licker", match={"deals": 20})
    other = slime.rules("slime-licker", exchange="none")
    sim = slime.simulate(rules, matches=2000, deals=20, **quiet)
    record = slime.Match(fixed, 5, "lowest", seed=1)
    while not record.over:
        record.next_deal().finish()
    written = record.record()
    text = written if isinstance(written, str) else str(written)

    def simulate(strategy: str, matches: int, **more: Any) -> Callable[[], object]:
        return lambda: slime.simulate(
            rules, matches=matches, deals=20, strategies=strategy, **quiet, **more
        )

    def stepped() -> None:
        for number in range(3):
            match = slime.Match(fixed, 5, "lowest", seed=1, number=number)
            while not match.over:
                assert match.next_deal().finish().events

    def by_hand() -> None:
        deal = slime.Match(fixed, 5, "lowest", seed=1).next_deal()
        while not deal.over:
            deal.play(deal.legal()[0])

    return {
        "simulate, lowest": simulate("lowest", 2000),
        "simulate, random": simulate("random", 1000),
        "simulate, counter": simulate("counter", 500),
        "simulate, counts kept": simulate("lowest", 2000, keep="counts"),
        "simulate, details kept": simulate("lowest", 1000, keep="details"),
        "Match with events": stepped,
        "a deal played by hand": by_hand,
        "replay and judge a record": lambda: slime.replay(text),
        "summary of a simulation": lambda: str(sim.summary()),
        "rows of all plays": lambda: sim.plays(range(200)),
        "compare, paired by luck": lambda: slime.compare(
            rules, other, matches=200, deals=20, how="parallel", **quiet
        ),
    }


def in_step() -> dict[str, Callable[[], object]]:
    """Two worlds in step: built-in players, and a learner's compiled ones that play the same."""
    import slime
    from slime.strategies.builtin.lowest import choose_lowest

    def same(S: Any, me: int) -> int:
        return choose_lowest(S, me)

    rules = slime.rules("slime-licker")
    other = slime.rules("slime-licker", exchange="none")

    def worlds(players: Any) -> Callable[[], object]:
        return lambda: slime.compare(
            rules,
            other,
            matches=200,
            deals=20,
            strategies=players,
            how="counterfactual",
            seed=1,
            workers=1,
            progress=False,
        )

    return {"built-in": worlds("lowest"), "learner's": worlds(slime.strategy(same))}


def least(call: Callable[[], object], seconds: float = SPENT) -> float:
    """The least CPU time of a call, called again and again."""
    call()
    best, until = float("inf"), time.process_time() + seconds
    while time.process_time() < until:
        begin = time.process_time()
        call()
        best = min(best, time.process_time() - begin)
    return best


def measured(parts: str, only: list[str] | None) -> dict[str, float]:
    """CPU times of the parts in this process."""
    found = in_step() if parts == "in_step" else calls()
    return {name: least(call) for name, call in found.items() if only is None or name in only}


def ask(python: str, parts: str, only: list[str] | None) -> dict[str, float]:
    """CPU times of the parts in a new process of a kit."""
    command = [python, str(Path(__file__).resolve()), "--measure", parts]
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            command + (["--only", *only] if only else []),
            cwd=folder,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
    return dict(json.loads(done.stdout.splitlines()[-1]))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--old", help="Python of the other kit")
    parser.add_argument("--only", nargs="+", metavar="PART")
    parser.add_argument("--turns", type=int, default=9)
    parser.add_argument("--measure", choices=("calls", "in_step"), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.measure:
        print(json.dumps(measured(args.measure, args.only)))
        return
    if args.old is None:
        parser.error("--old: which Python?")
    turns = [
        [ask(python, "calls", args.only) for python in (sys.executable, args.old)]
        for _ in range(args.turns)
    ]
    for name in turns[0][0]:
        ratio = statistics.median(new[name] / old[name] for new, old in turns)
        took = statistics.median(new[name] for new, _ in turns)
        met = "" if ratio <= WANTED else "  slower"
        print(f"{name:28} {1000 * took:8.2f} ms  {ratio:6.3f} of the other{met}", flush=True)
    if args.only is None:
        step = ask(sys.executable, "in_step", None)
        ratio = step["learner's"] / step["built-in"]
        print(f"in step, a learner's compiled players: {ratio:.2f} times as long as built-in ones")


if __name__ == "__main__":
    main()
