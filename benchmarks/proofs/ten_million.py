"""Ten million deals with rules, players and strategies at random; what must hold is checked.

    python benchmarks/proofs/ten_million.py [--deals N] [--seed N] [--out FILE]

Every deal is checked on whole arrays (places and cards add up, exchanges are even, falls are
right, matches end when they must); at intervals a match is also replayed from its record and
stepped through card by card, and the interpreted engine plays the same.  The result says how
many deals had which value of each field of the rules.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from rule_sets import NAMES, some_rules  # noqa: E402
from sim_invariants import check, check_closely  # noqa: E402
from sim_tables import SEEDS, built_in  # noqa: E402

import slime  # noqa: E402
from slime._files import write_file  # noqa: E402
from slime.engine.streams import VERSION  # noqa: E402
from slime.game.presets import FIELDS  # noqa: E402
from slime.simulation import simulate  # noqa: E402


@dataclass
class Tally:
    """What was played and checked."""

    deals: int = 0
    rule_sets: int = 0
    stepped: int = 0
    interpreted: int = 0
    values: dict[str, Counter[str]] = field(default_factory=dict)
    strategies: Counter[str] = field(default_factory=Counter)

    def count(self, sim: Any) -> None:
        """Add a simulation's deals to the values of its rules."""
        deals = int(sim.lengths.sum())
        self.deals += deals
        self.rule_sets += 1
        shown = {name: getattr(sim.rules, name) for name in FIELDS}
        shown |= {"preset": sim.rules.preset, "players": len(sim.players)}
        shown["match"] = sim.rules.match[0][0]
        for name in ("exchange", "scoring"):
            if not isinstance(shown[name], str):
                shown[name] = "a list"
        shown["ranks"] = f"{len(shown['ranks'])} ranks"
        for name, value in shown.items():
            self.values.setdefault(name, Counter())[str(value)] += deals
        for strategy in set(sim.strategies):
            self.strategies[strategy.name] += deals


def prove(deals: int, seed: int, a_set: int = 4_000, every: int = 25) -> Tally:
    """Play so many deals, about `a_set` with each rule set; look closely at each `every`-th."""
    rng, tally = Random(seed), Tally()
    while tally.deals < deals:
        rules, count = some_rules(rng)
        players = count if rng.random() < 0.5 else NAMES[:count]
        strategies = [built_in(rng) for _ in range(count)]
        from_seed = rng.choice(SEEDS) if rng.random() < 0.1 else rng.getrandbits(64)
        length = rng.choice([None, rng.randint(1, 40)])
        expected = length or dict(rules.match).get("deals", 6)
        matches = max(1, min(a_set, deals - tally.deals) // expected)
        what = (rules, players, matches, length, strategies, from_seed)
        try:
            sim = simulate(*what, keep="details", workers=1)
            check(sim)
            if tally.rule_sets % every == 0:
                m = rng.randrange(matches)
                tally.stepped += check_closely(sim, m)
                few = (rules, players, min(matches, 5), length, strategies, from_seed)
                slow = simulate(*few, keep="details", engine="interpreted")
                wide = slow.places.shape[1]
                np.testing.assert_array_equal(slow.places, sim.places[: len(slow.places), :wide])
                np.testing.assert_array_equal(slow.finish, sim.finish[: len(slow.places), :wide])
                tally.interpreted += int(slow.lengths.sum())
        except Exception:
            print(f"rule set {tally.rule_sets}: {what}", file=sys.stderr)
            raise
        tally.count(sim)
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--deals", type=int, default=10_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="write the result to a file")
    chosen = parser.parse_args()
    begin = time.monotonic()
    tally = prove(chosen.deals, chosen.seed)
    command = "python benchmarks/proofs/ten_million.py"
    result = {
        "command": f"{command} --deals {chosen.deals} --seed {chosen.seed}",
        "seed": chosen.seed,
        "slime": slime.__version__,
        "streams": VERSION,
        "deals": tally.deals,
        "rule_sets": tally.rule_sets,
        "deals_stepped_through": tally.stepped,
        "deals_interpreted": tally.interpreted,
        "faults": 0,
        "deals_by_value": {n: dict(sorted(c.items())) for n, c in tally.values.items()},
        "deals_by_strategy": dict(sorted(tally.strategies.items())),
    }
    if chosen.out is not None:
        write_file(chosen.out, json.dumps(result, indent=1) + "\n")
    print(
        f"{tally.deals:,} deals, {tally.rule_sets:,} rule sets, no fault,"
        f" {time.monotonic() - begin:.0f} s"
    )


if __name__ == "__main__":
    main()
