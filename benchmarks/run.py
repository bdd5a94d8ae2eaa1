"""How fast is it?  Measured beside programs in C, and written down as ratios.

    python benchmarks/run.py [--quick] [--only PART ...] [--out FILE]

Parts: limit, switches, family, strategies, counterfactual, sizes, spread, starts, python, memory,
summaries.  Two
things that are compared run in turns, several times, and the median of the ratios counts; CPU
time, unless it says clock.  The ratios hold on any machine; the deals a second are those of this
one.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

from measure import (
    BASIC,
    DEALS_A_MATCH,
    ROOT,
    Reference,
    Row,
    alternate,
    cpu,
    ours,
    peak_memory,
    references,
    starts,
    summaries,
    wall,
)
from plain import play as plain_loop

import slime
from slime._files import write_file
from slime.engine.legal import count_legal, legal_number
from slime.game.presets import COMMON
from slime.simulation import simulate
from slime.strategies import names, strategy
from slime.strategies.builtin.lowest import choose_lowest

#: Each switch of play, alone, and then as many as can stand together.
SWITCHES: dict[str, dict[str, Any]] = {
    "passing='locked'": {"passing": "locked"},
    "passing='one-turn'": {"passing": "one-turn"},
    "must_play": {"must_play": True},
    "bigger_sets": {"bigger_sets": True},
    "equal_ranks": {"equal_ranks": True},
    "joker_trump": {"joker_trump": True},
    "wild='*'": {"wild": "*"},
    "wild='23*'": {"wild": "23*"},
    "big_two": {"big_two": True},
    "lead_after_out='right'": {"lead_after_out": "right"},
    "seating='by-place'": {"seating": "by-place", "dealer": "draw"},
    "exchange_open": {"exchange_open": True},
    "exchange_flow='random'": {"exchange_flow": "random"},
    "fallen_champion='plays-on'": {"fallen_champion": "plays-on"},
    "clears='8'": {"clears": "8"},
    "equal_skips": {"equal_ranks": True, "equal_skips": True},
    "revolution=4": {"revolution": 4},
    "turns_trick='J'": {"turns_trick": "J"},
    "foul_finish='2'": {"foul_finish": "2"},
    "many at once": {
        "passing": "locked",
        "must_play": True,
        "bigger_sets": True,
        "equal_ranks": True,
        "joker_trump": True,
        "wild": "23*",
        "lead_after_out": "right",
        "seating": "by-place",
        "dealer": "draw",
        "exchange_open": True,
        "fallen_champion": "plays-on",
    },
}


def speed(deals: int, seconds: float) -> str:
    """Deals a second as text."""
    rate = deals / seconds
    return f"{rate / 1e6:.2f} million/s" if rate >= 1e5 else f"{rate:,.0f}/s"


class Bench:
    """All measurements, part by part; each gives rows."""

    def __init__(self, folder: Path, quick: bool) -> None:
        self.repeats = 3 if quick else 9
        self.deals = 100_000 if quick else 400_000
        self.most = 10_000_000 if quick else 100_000_000
        self.c = references(folder)

    def against_c(
        self, what: str, c: Reference, target: float | None, deals: int = 0, **arguments: Any
    ) -> Row:
        """Our deals a second over those of a C program."""
        deals = deals or self.deals
        call = ours(deals, **arguments)
        _, mine, ratio = alternate(
            lambda: float(c.run(deals)["cpu_s"]), lambda: cpu(call), self.repeats
        )
        return Row(what, speed(deals, mine), ratio, c.program.name, target)

    def beside(
        self,
        what: str,
        basic: Callable[[], object],
        call: Callable[[], object],
        deals: int,
        of: str,
    ) -> Row:
        """Our deals a second over those of another of our calls."""
        _, took, ratio = alternate(lambda: cpu(basic), lambda: cpu(call), self.repeats)
        return Row(what, speed(deals, took), ratio, of)

    def limit(self) -> Iterator[Row]:
        """The same game as the C programs'."""
        if self.c is None:
            return
        low, rand = self.c
        told = low.run(self.deals)
        plays = simulate(BASIC, 5, 500, 20, progress=False).plays(range(500))
        moves, theirs = len(plays) / 10_000, told["moves_per_deal"]
        yield Row("plays and passes a deal, ours and in C", f"{moves:.1f} and {theirs:.1f}")
        yield Row("C, `lowest` bots", speed(self.deals, told["cpu_s"]), 1.0, low.program.name)
        yield self.against_c("basic game, `lowest`, places kept", low, 0.8)
        yield self.against_c("the same, counts kept", low, None, keep="counts")
        yield self.against_c("the same, details kept", low, 0.55, keep="details")
        told = rand.run(self.deals)
        yield Row("C, `random` bots", speed(self.deals, told["cpu_s"]), 1.0, rand.program.name)
        yield self.against_c("basic game, `random`", rand, 0.8, strategies="random")

    def switches(self) -> Iterator[Row]:
        """Any rule switches on."""
        if self.c is None:
            return
        deals = self.deals // 2
        rule_sets = {name: BASIC.replace(**fields) for name, fields in SWITCHES.items()}
        rule_sets |= {name: slime.rules(name) for name in ("slime-licker-club", "king-and-slave")}
        for name, rules in rule_sets.items():
            shown = name if "=" in name or "-" not in name else f"preset {name}"
            low, rand = self.c
            yield self.against_c(f"`lowest`, {shown}", low, 0.6, deals, rules=rules)
            yield self.against_c(
                f"`random`, {shown}", rand, 0.5, deals, rules=rules, strategies="random"
            )

    def family(self) -> Iterator[Row]:
        """President and its kin at five players, beside the basic game in C."""
        if self.c is None:
            return
        low, rand = self.c
        for name in COMMON:
            more: dict[str, Any] = {"rules": slime.rules(name, players=[2, 8]), "players": 5}
            yield self.against_c(f"`lowest`, {name}", low, 0.35, **more)
            yield self.against_c(f"`random`, {name}", rand, None, strategies="random", **more)

    def strategies(self) -> Iterator[Row]:
        """Built-in players, and a learner's own compiled one, against `lowest`."""

        def first(S: Any, me: int) -> int:
            return legal_number(S, me, count_legal(S, me) // 2)

        deals = self.deals // 4
        basic = ours(deals)
        mine: dict[str, Any] = {name: [name] * 5 for name in names()}
        mine["a learner's, compiled, at all seats"] = [strategy(first)] * 5
        mine["the same at one seat"] = [strategy(first), *["lowest"] * 4]
        for name, players in mine.items():
            call = ours(deals, strategies=players)
            row = self.beside(name, basic, call, deals, "`lowest`")
            yield replace(row, target=0.25) if name == "counter" else row

    def counterfactual(self) -> Iterator[Row]:
        """Two worlds in step, with a learner's compiled players that play as `lowest` does."""

        def same(S: Any, me: int) -> int:
            return choose_lowest(S, me)

        other = BASIC.replace(exchange="none")
        deals = self.deals // 4

        def worlds(players: Any) -> Callable[[], object]:
            return lambda: slime.compare(
                BASIC,
                other,
                matches=deals // DEALS_A_MATCH,
                deals=DEALS_A_MATCH,
                strategies=players,
                how="counterfactual",
                workers=1,
                progress=False,
            )

        basic, learners = worlds("lowest"), worlds(strategy(same))
        basic(), learners()  # compiled
        _, took, ratio = alternate(lambda: cpu(learners), lambda: cpu(basic), self.repeats)
        what = "a learner's compiled players: times as slow as `lowest`"
        yield Row(what, speed(deals, took), ratio, "`lowest`", 3.0, at_most=True)

    def sizes(self) -> Iterator[Row]:
        """Players and packs."""
        deals = self.deals // 4
        basic = ours(deals)
        for players in range(2, 9):
            for decks in (1, 2):
                rules = BASIC.replace(players=[2, 8], decks=decks)
                call = ours(deals, rules=rules, players=players)
                what = f"{players} players, {'one pack' if decks == 1 else 'two packs'}"
                yield self.beside(what, basic, call, deals, "5 players, one pack")

    def spread(self) -> Iterator[Row]:
        """Two workers by the clock, beside two C programs at once."""
        deals = self.deals * 5
        one, two = ours(deals, workers=1), ours(deals, workers=2)
        _, took, ratio = alternate(lambda: wall(one), lambda: wall(two), self.repeats)
        yield Row("two threads (clock)", speed(deals, took), ratio, "one thread", 1.8)
        if self.c is not None:
            c = self.c[0]
            with ThreadPoolExecutor(2) as pool:

                def both() -> None:
                    list(pool.map(c.run, (deals, deals)))

                _, took, ratio = alternate(
                    lambda: 2 * wall(lambda: c.run(deals)), lambda: wall(both), self.repeats
                )
            yield Row("two C programs at once (clock)", "", ratio, "one after the other")

    def starts(self) -> Iterator[Row]:
        """How long a learner waits."""
        simulate(progress=False, deals=20)
        small = [wall(lambda: simulate(matches=500, deals=20)) for _ in range(3 * self.repeats)]
        typical = 1000 * statistics.median(small)
        yield Row(
            "500 matches of 20 deals (clock)", f"{typical:.1f} ms", typical, "ms", 30, at_most=True
        )
        found = starts(self.repeats)
        for kind, target in (("warm", 1.0), ("cold", 10.0)):
            value = f"{found[kind]['wall']:.2f} s by the clock"
            what = f"import and first call in a new process, {kind} cache (CPU)"
            yield Row(what, value, found[kind]["cpu"], "s", target, at_most=True)

    def python(self) -> Iterator[Row]:
        """Plain Python beside a fixed loop in plain Python."""

        def plain(view: Any) -> Any:
            plays = view.legal()
            if view.to_beat is None:
                return plays[0]
            return plays[-1] if min(view.cards_left.values()) < 3 else plays[0]

        loops, deals = 4000, 4000
        everything = (
            ("a plain Python player at one seat", self._own(plain, deals), deals, 3000),
            ("`Match`, stepped through with checks and events", self._match, 500, 2500),
            ("`simulate(engine='interpreted')`", self._interpreted, 1000, None),
        )
        for what, call, count, target in everything:
            loop, took, _ = alternate(
                lambda: cpu(lambda: plain_loop(loops)), lambda call=call: cpu(call), self.repeats
            )
            rate, theirs = count / took, loops / loop
            yield Row(what, f"{rate / theirs:.2f} of the fixed loop", rate, "deals/s", target)
        yield Row("the fixed loop (benchmarks/plain.py)", "", theirs, "deals/s")

    def _own(self, player: Any, deals: int) -> Callable[[], object]:
        return ours(deals, strategies=[player, *["lowest"] * 4])

    def _match(self) -> None:
        rules = BASIC.replace(match={"deals": 20})
        for number in range(25):
            match = slime.Match(rules, 5, "lowest", seed=1, number=number)
            while not match.over:
                assert match.next_deal().finish().events

    def _interpreted(self) -> None:
        simulate(BASIC, 5, 50, 20, engine="interpreted", progress=False)

    def memory(self) -> Iterator[Row]:
        """Summaries need no more memory for more deals."""
        few, many = peak_memory(1_000_000), peak_memory(self.most)
        what = f"counts of {self.most // 10**6} million deals instead of 1 million: more memory"
        value = f"{few:.0f} and {many:.0f} MB"
        yield Row(what, value, many - few, "MB", 10, at_most=True)

    def summaries(self) -> Iterator[Row]:
        """A summary takes no longer than twice the simulation, and no memory to speak of."""
        deals = self.most // 10
        here, there = summaries(deals, self.most)
        n = f"{deals // 10**6} million deals"
        value = f"{here['summary']:.1f} s, simulated in {here['simulate']:.1f} s (clock)"
        ratio = here["summary"] / here["simulate"]
        yield Row(f"summary of {n}", value, ratio, "simulating them", 2, at_most=True)
        yield Row("the same: memory", f"{here['mb']:.0f} MB", here["mb"], "MB", 1000, at_most=True)
        what = f"summary of a file of {self.most // 10**6} million deals: memory"
        value = f"{there['mb']:.0f} MB, {there['summary']:.0f} s"
        yield Row(what, value, there["mb"], "MB", 1000, at_most=True)


PARTS = (
    "limit",
    "switches",
    "family",
    "strategies",
    "counterfactual",
    "sizes",
    "spread",
    "starts",
    "python",
    "memory",
    "summaries",
)


def machine() -> str:
    """What it ran on, in a line."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        lines = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        model = lines[0].partition(":")[2].strip() if lines else model
    import numba

    python = f"Python {platform.python_version()}, numba {numba.__version__}"
    gcc = subprocess.run(["gcc", "-dumpfullversion"], capture_output=True, text=True, check=False)
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    return (
        f"{model}, {os.cpu_count()} cores; {python}, gcc {gcc.stdout.strip()};"
        f" load when it began {load}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer and shorter runs")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--out", type=Path, default=ROOT / "benchmarks" / "RESULTS.md")
    chosen = parser.parse_args()
    arguments = ["--quick"] if chosen.quick else []
    if chosen.only != PARTS:
        arguments += ["--only", *chosen.only]
    text = [
        "# Speed",
        "",
        f"Made by `{' '.join(['python benchmarks/run.py', *arguments])}` on {machine()}.",
        "Ratios are medians of runs in turns; CPU time, unless it says clock.",
    ]
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), chosen.quick)
        if bench.c is None:
            text.append("There is no gcc here, so nothing is compared with C.")
        for part in PARTS:
            if part not in chosen.only:
                continue
            measure = getattr(bench, part)
            text += ["", f"## {measure.__doc__}", ""]
            text.append("| What | Speed | Ratio or value | Of | Wanted | Met |")
            text.append("|---|---|---:|---|---|---|")
            for row in measure():
                line = "| " + " | ".join(row.cells()) + " |"
                print(line, flush=True)
                text.append(line)
    write_file(chosen.out, "\n".join(text) + "\n")
    print(f"written to {chosen.out}", file=sys.stderr)


if __name__ == "__main__":
    main()
