"""How fast worlds are played out, and how well the coach plays.

    python benchmarks/coach.py speed
    python benchmarks/coach.py strength [matches]

*speed*: in the middle of deals, five players, by the processor's clock: play-outs a second with a
fresh world for each action, and with all actions in each world; what `deal.advice` takes with
2,000 samples; what a decision of `coach` takes.  *strength*: one coach among four others, matches
of five deals; mean place with its standard error over matches (3.00 is par).
"""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np

import slime
from slime.advice._advise import ROOM, _engine
from slime.engine.legal import all_legal
from slime.game.deal import Deal
from slime.simulation.thinking import think
from slime.strategies.observation import blanked

NAMES = ["Anna", "Boris", "Vera", "Gleb", "Dina"]
SEED = 20_261_130  # tuned nothing


def middle(seed: int) -> Deal:
    """A second deal, 14 steps on, with some choice."""
    match = slime.Match("slime-licker", NAMES, "lowest", seed=seed)
    match.next_deal().finish()
    deal = match.next_deal().exchange()
    for _ in range(14):
        deal.step()
    while len(deal.legal()) < 4:
        deal.step()
    return deal


def seconds(call: Any) -> float:
    call()
    since = time.process_time()
    call()
    return time.process_time() - since


def speed() -> None:
    run, row = _engine()
    fresh, shared, advice, decision = [], [], [], []
    for seed in range(1, 21):
        deal = middle(seed)
        me = deal.actor
        seen = blanked(deal.S, me)
        actions = all_legal(seen, me)
        for listed, rates in ((actions[:1], fresh), (actions, shared)):
            n, width = 20_000, len(listed)
            rows = (row(seen), row(ROOM), row(ROOM), row(listed), row([*range(width)]))
            spec = (me, width, width, 0, n, 0, 0, seed)
            table = row(n * width)
            rates.append(n * width / seconds(lambda r=rows, t=table, s=spec: run(*r, t, s)) / 1e6)
        advice.append(1e3 * seconds(deal.advice))
        coach = slime.strategies.coach
        coach.write_options(seen, me)
        decision.append(1e3 * seconds(lambda s=seen, c=coach, p=me: think(c, s[:], p, 0)))
    print(f"play-outs a second, a world for each: {np.mean(fresh):.2f} million")
    print(f"play-outs a second, all actions in a world: {np.mean(shared):.2f} million")
    print(f"advice, 2,000 samples: {np.mean(advice):.1f} ms, at most {max(advice):.1f}")
    print(f"a decision of coach: {np.mean(decision):.2f} ms, asked at a table")
    table: Any = ["coach", *["lowest"] * 4]
    took = seconds(
        lambda: slime.simulate(players=5, matches=200, deals=5, strategies=table, workers=1)
    )
    print(f"a deal with one coach in a simulation: {took:.2f} ms")


def strength(matches: int) -> None:
    for coach in ("coach", "coach(samples=200)"):
        for other in ("lowest", "counter", "keep_sets", "patient"):
            table = [coach, *[other] * 4]
            sim = slime.simulate(
                players=5, matches=matches, deals=5, strategies=table, seed=SEED, progress=False
            )
            means = sim.places[:, :, 0].mean(axis=1)
            error = means.std(ddof=1) / np.sqrt(matches)
            print(f"{coach:20} among four {other:10} {means.mean():.3f} +- {error:.3f}", flush=True)


if sys.argv[1:2] == ["strength"]:
    strength(int(sys.argv[2]) if len(sys.argv) > 2 else 1000)
else:
    speed()
