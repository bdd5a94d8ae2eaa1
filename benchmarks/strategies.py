"""How good the strategies are, whether they ever break a rule, and how fast `counter` is.

    python benchmarks/strategies.py strength
    python benchmarks/strategies.py faults --deals 100000
    python benchmarks/strategies.py speed

*strength*: each strategy at one seat against four `lowest`, slime-licker, matches of one deal and
of 20; every shuffle in all five rotations, the shuffle is the unit of the limits.  *faults*: each
strategy for so many deals at all presets, variants and numbers of players and at random rules,
each answer checked, some deals by the whole contract.  *speed*: deals a second of
societies of one strategy on one core, by the processor's clock, the best of several runs.  The
results, with their commands, go to ``data/strategies.json``.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

# what the tests share
sys.path[0] = str(Path(__file__).resolve().parents[1] / "tests")

from rule_sets import some_rules  # noqa: E402

from slime._files import write_file  # noqa: E402
from slime.simulation import compiled, simulate  # noqa: E402
from slime.strategies import find, names  # noqa: E402
from slime.strategies.base import Strategy  # noqa: E402
from slime.strategies.contract import tables, watch  # noqa: E402
from slime.strategies.custom import strategy  # noqa: E402
from slime.tournaments.rating import block_interval  # noqa: E402

RESULT = Path(__file__).resolve().parents[1] / "data" / "strategies.json"
LENGTHS = {1: 40_000, 20: 4_000}  # deals in a match: shuffles


def block_places(strategy: str, deals: int, shuffles: int, seed: int) -> NDArray[np.float64]:
    """Mean place of one seat against four `lowest`, [shuffle], over all rotations."""
    total = np.zeros(shuffles)
    for seat in range(5):
        players = ["lowest"] * 5
        players[seat] = strategy
        sim = simulate("slime-licker", 5, shuffles, deals, players, seed)
        total += sim.places[:, :, seat].mean(axis=1) / 5
    return total


def strength(seed: int) -> dict[str, Any]:
    """Mean places with limits, and how far `counter` is ahead of `keep_sets`."""
    out: dict[str, Any] = {}
    for deals, shuffles in LENGTHS.items():
        blocks = {
            s: block_places(s, deals, shuffles, seed) for s in tqdm(names(), f"{deals} deals")
        }
        found = {s: limits(values) for s, values in blocks.items()}
        found["keep_sets minus counter"] = limits(blocks["keep_sets"] - blocks["counter"])
        out[f"{deals} deals, {shuffles} shuffles, 5 rotations"] = found
    return out


def limits(values: NDArray[np.float64]) -> list[float]:
    """Mean, low and high limit."""
    found = block_interval(values, 0.95)
    return [round(float(x), 4) for x in (found.value, found.low, found.high)]


def faults(deals: int, seed: int) -> dict[str, Any]:
    """Deals played by each strategy with every answer checked, and what went wrong.

    Compiled, it is played like a learner's own, on a copy of the state without secrets, and
    must come to the same places as built in; some deals are played by the whole contract.
    """
    compiled.compile_own = cache(compiled.compile_own)  # one strategy at many tables
    out: dict[str, Any] = {}
    for name in names():
        rng = Random(f"{seed}/{name}")
        settings = [*tables(), *(some_rules(rng) for _ in range(60))]
        each = -(-deals // len(settings))
        done = watched = 0
        wrong = []
        for rules, players in tqdm(settings, name):
            others: list[Any] = [rng.choice(names()) for _ in range(players)]
            seat, number = rng.randrange(players), rng.getrandbits(48)
            others[seat] = find(name)
            plain = simulate(rules, players, -(-each // 4), 4, others, number, progress=False)
            others[seat] = own(find(name))
            where = f"{rules!r}, {players} players, seed {number}"
            try:
                same = simulate(rules, players, -(-each // 4), 4, others, number, progress=False)
                if not np.array_equal(plain.places, same.places):
                    wrong.append(f"{where}: other places without the secrets")
            except ValueError as error:
                wrong.append(f"{where}: {error}")
            done += int(plain.lengths.sum())
            for _, violation in watch(find(name), rules, players, seed=number, deals=4):
                watched += 1
                wrong += [f"{where}: {violation.point}"] if violation else []
        out[name] = {"deals": done, "by the contract": watched, "faults": wrong}
    return out


def own(built_in: Strategy) -> Strategy:
    """A built-in strategy as if it were a learner's own on the state."""
    options = {o.name: v for o, v in zip(built_in.options, built_in.settings, strict=True)}
    return strategy(name=built_in.name, give=built_in.give, options=options)(built_in.choose)


def speed(runs: int) -> dict[str, Any]:
    """Deals a second by the processor's clock."""
    best = dict.fromkeys(names(), 0.0)
    for name in best:
        simulate(matches=10, deals=10, strategies=name, workers=1)
    for _ in range(runs):
        for name in best:
            begin = time.process_time()
            simulate(matches=1_000, deals=20, strategies=name, workers=1, progress=False)
            best[name] = max(best[name], 20_000 / (time.process_time() - begin))
    told: dict[str, Any] = {name: round(value) for name, value in best.items()}
    told["counter / lowest"] = round(best["counter"] / best["lowest"], 3)
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=("strength", "faults", "speed"))
    parser.add_argument("--deals", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=8)
    args = parser.parse_args()
    parts = {
        "strength": lambda: strength(args.seed),
        "faults": lambda: faults(args.deals, args.seed),
        "speed": lambda: speed(args.runs),
    }
    told = {"command": " ".join(["python benchmarks/strategies.py", *sys.argv[1:]])}
    told |= parts[args.part]()
    stored = json.loads(RESULT.read_text("utf-8")) if RESULT.exists() else {}
    stored[args.part] = told
    write_file(RESULT, json.dumps(stored, indent=1, sort_keys=True) + "\n")
    print(json.dumps(told, indent=1))


if __name__ == "__main__":
    main()
