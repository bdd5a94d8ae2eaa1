"""Do paired intervals hold the true difference of two worlds? Many experiments, one by one.

    python -m benchmarks.worlds_coverage --repeats 4000 --seed 1

*small*: three players and a pack of twelve cards, of which every deal can be played, so the true
difference is a fraction. *five*: the game as it is played; the truth there comes from
--truth matches of both worlds, played with luck of their own. An experiment plays so many matches
of ten deals under both rule sets; counted is how often the interval of `slime.compare` (and of a
share of `slime.decompose`) holds the truth. The result, with its command and seed, goes to
``data/worlds_coverage.json``.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

import slime
from slime._files import write_file
from slime.experiments import Comparison, compare, small_world
from slime.experiments.effects import paired_effect
from slime.experiments.exact import EXACT
from slime.experiments.factorial import cells_of, find_factors, shapley, take_apart
from slime.experiments.outcomes import find_outcome
from slime.game.rules import Rules

Floats = NDArray[np.float64]

DEALS = 10
MATCHES = (10, 30, 100)
OUTCOMES = ("rank_correlation", "keep_first", "next_place_last")
SMALL = slime.rules("slime-licker", players=[3, 5], ranks="3456", suits=3, jokers=0)
FIVE = slime.rules("slime-licker")
WORLDS: dict[str, tuple[Rules, int]] = {"small": (SMALL, 3), "five": (FIVE, 5)}
CHANGE = {"exchange": "none"}
FACTORS = ("exchange", "fall")


def exact_truths() -> dict[tuple[str, str], float]:
    """True differences B minus A in the small world, by way and outcome, and a share."""
    a, b = (small_world(rules, 3) for rules in (SMALL, SMALL.replace(**CHANGE)))
    one = a.matrix_in(DEALS)
    two = {"parallel": b.matrix_in(DEALS), "counterfactual": b.matrix_after(a.shares_in(DEALS))}
    out = {
        (how, key): float(EXACT[key](matrix) - EXACT[key](one))
        for how, matrix in two.items()
        for key in OUTCOMES
    }
    factors = find_factors(FACTORS, SMALL, "lowest", None)
    cells = [small_world(own, 3) for own, _ in cells_of(factors, SMALL, "lowest")]
    for key in OUTCOMES:
        values = [cell.outcome(key, DEALS) for cell in cells]
        out["share", key] = float(shapley(values)[0])
    return out


def simulated_truths(matches: int, seed: int) -> dict[tuple[str, str], float]:
    """The same for five players, from many matches; seeds are not used again."""
    out = {}
    for how in ("parallel", "counterfactual"):
        worlds = compare(FIVE, FIVE.replace(**CHANGE), 5, matches, DEALS, seed=seed, how=how)
        for key in OUTCOMES:
            a, b, value = _parts(worlds, key)
            out[how, key] = float(value(b.sum(axis=0)) - value(a.sum(axis=0)))
    found = slime.decompose(FIVE, FACTORS, OUTCOMES, 5, matches, DEALS, seed=seed, draws=100)
    for key in OUTCOMES:
        out["share", key] = found[key].shares[0].value
    return out


def _parts(worlds: Comparison, key: str) -> tuple[Floats, Floats, Any]:
    outcome = find_outcome(key)
    before = worlds.places_a if worlds.how == "counterfactual" else None
    a, b = (outcome.units(places, before) for places in (worlds.places_a, worlds.places_b))
    count = len(worlds.players)
    return a, b, lambda sums: outcome.value(sums, count)


def cover(
    kind: str,
    how: str,
    matches: int,
    repeats: int,
    seed: int,
    truths: dict[tuple[str, str], float],
    draws: int = 999,
    keys: tuple[str, ...] = OUTCOMES,
) -> list[dict[str, Any]]:
    """Count how often the intervals of `repeats` experiments hold the truth."""
    rules, count = WORLDS[kind]
    every = repeats * matches
    held, below, ratio = (
        dict.fromkeys(keys, 0),
        dict.fromkeys(keys, 0),
        dict.fromkeys(keys, 0.0),
    )
    if how == "share":
        factors = find_factors(FACTORS, rules, "lowest", None)
        cells = [own for own, _ in cells_of(factors, rules, "lowest")]
        sims = [slime.simulate(r, count, every, DEALS, seed=seed).places for r in cells]
    else:
        worlds = compare(rules, rules.replace(**CHANGE), count, every, DEALS, seed=seed, how=how)
    for key in keys:
        outcome = find_outcome(key)
        if how == "share":
            sums = [outcome.units(places) for places in sims]
        else:
            a, b, value = _parts(worlds, key)
        for i in tqdm(range(repeats), desc=f"{kind}, {how}, {matches}, {key}", leave=False):
            rows = slice(i * matches, (i + 1) * matches)
            if how == "share":
                units = np.stack([one[rows] for one in sums], axis=1)
                share = take_apart(FACTORS, outcome, units, count, 0.95, draws, i).shares[0]
                low, high = share.low, share.high
            else:
                found = paired_effect(key, a[rows], b[rows], value, 0.95, i, draws)
                low, high = float(found.low), float(found.high)
                ratio[key] += float(found.variance_ratio) / repeats
            held[key] += low <= truths[how, key] <= high
            below[key] += truths[how, key] < low
    return [
        {
            "kind": kind,
            "how": how,
            "matches": matches,
            "outcome": key,
            "truth": truths[how, key],
            "repeats": repeats,
            "held": held[key],
            "too_high": below[key],
            "coverage": held[key] / repeats,
            "variance_ratio": round(ratio[key], 4) if how != "share" else None,
        }
        for key in keys
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--repeats", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--draws", type=int, default=999, help="resamples of each bootstrap")
    parser.add_argument("--truth", type=int, default=300_000, help="matches behind the truth")
    parser.add_argument("--out", type=Path, default=Path("data/worlds_coverage.json"))
    chosen = parser.parse_args()
    rows = []
    for kind in WORLDS:
        exact = kind == "small"
        truths = exact_truths() if exact else simulated_truths(chosen.truth, chosen.seed + 1)
        for how in ("parallel", "counterfactual", "share"):
            for matches in MATCHES:
                rows += cover(kind, how, matches, chosen.repeats, chosen.seed, truths, chosen.draws)
    command = (
        f"python -m benchmarks.worlds_coverage --repeats {chosen.repeats} --seed {chosen.seed} "
        f"--draws {chosen.draws} --truth {chosen.truth}"
    )
    result = {
        "command": command,
        "seed": chosen.seed,
        "level": 0.95,
        "deals": DEALS,
        "change": CHANGE,
        "worlds": {kind: rules.to_json() for kind, (rules, _) in WORLDS.items()},
        "rows": rows,
    }
    write_file(chosen.out, json.dumps(result, indent=1) + "\n")
    for row in rows:
        print(
            f"{row['kind']:6} {row['how']:10}{row['matches']:5} {row['outcome']:18}"
            f"{row['coverage']:.3f}"
        )


if __name__ == "__main__":
    main()
