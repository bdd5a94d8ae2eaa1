"""Claim 3: the champion has most reason to strive: one failure and he is at the bottom.

Decided: what failing costs at a place is the mean next place of those who come out worse than
they were, minus that of those who keep it or do better.  The champion has most reason if that is
dearer for him than for any other place (the last has nothing to lose) by at least half a place.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from slime.claims.cases import Case
from slime.claims.estimates import by_place
from slime.claims.model import Finding, Part, claim
from slime.claims.runner import Runner
from slime.measures.places import Floats, rows_to_shares


def costs(sums: Floats, how: str) -> Floats:
    """What failing costs, by place before, the last left out; or the spread of the next place."""
    count = sums.shape[-1]
    places = np.arange(1.0, count + 1)
    if how == "spread":
        share = rows_to_shares(sums)
        mean = share @ places
        return np.asarray(np.sqrt(share @ places**2 - mean**2))[..., :-1]
    worse = np.triu(np.ones((count, count)), 1)
    failed, kept = sums * worse, sums * (1 - worse)
    cost = failed @ places / failed.sum(axis=-1) - kept @ places / kept.sum(axis=-1)
    return np.asarray(cost[..., :-1])


@claim("3", [("A", 11), ("A", 12)], Part("most", 0.5, "places"), how=("failing", "spread"))
def run(runner: Runner, case: Case, how: str) -> Finding:
    """What failing costs the champion, minus the most that it costs another."""
    moves = runner.moves(case)

    def lead(sums: Floats) -> Floats:
        by_place = costs(sums, how)
        return np.asarray(by_place[..., 0] - by_place[..., 1:].max(axis=-1))

    groups = by_place("place", runner.estimate(moves, lambda s: costs(s, how)))
    world = runner.world(case)
    what = "champion-fell" if world.rules.champion_falls else "champion-stayed"
    parts = {"most": runner.estimate(moves, lead)}
    find = partial(world.find, what)
    return Finding(parts, groups, "cost_" + how, "places", 0.0, find, world)
