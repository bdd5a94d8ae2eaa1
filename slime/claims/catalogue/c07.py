"""Claim 7: three aces together look better than a two and two aces: are they?

Decided: when the exchange is over, hands are set (no legal record, see
`slime.claims.sethands`): the champion holds a two and two aces and the last player an
ace, and, in the same deal, the champion three aces and the last player the two.  Three aces are
better if the champion comes at least a twentieth of a place higher with them.  Told besides: what
it does to the last player who keeps the two.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from slime.claims.cases import Case
from slime.claims.estimates import Group
from slime.claims.model import Finding, Part, claim
from slime.claims.runner import Runner
from slime.claims.sethands import play_set, set_deal
from slime.measures import Interval
from slime.measures.places import quotient
from slime.simulation.result import best_addresses


@claim(
    "7",
    [("A", 10)],
    Part("champion", 0.05, "places"),
    Part("last", 0.05, "places", main=False),
    tables=("A", "A-leaves", "A-no-fall"),
    three=("A", "K", "Q"),
)
def run(runner: Runner, case: Case, three: str) -> Finding:
    """Places with three aces minus places with a two and two aces, by place before."""
    world = runner.world(case)
    ruled, made = play_set(world, three)
    before = world.detail("before")
    is_set = (ruled > 0) & (made > 0)
    change = np.where(is_set, ruled.astype(np.int64) - made, 0)

    def gain(place: int) -> Interval:
        mine = is_set & (before == place)
        sums = np.stack([np.where(mine, change, 0), mine], axis=-1).sum(axis=(1, 2))
        return runner.estimate(sums, quotient)

    champion, last = gain(1), gain(case.players)
    groups = [Group("champion", {}, champion), Group("last", {}, last)]
    parts = {"champion": champion, "last": -last}
    find = partial(best_addresses, np.where(before == 1, change, 0))
    both = partial(set_deal, world, three=three)
    return Finding(parts, groups, "aces", "places", 0.0, find, world, both)
