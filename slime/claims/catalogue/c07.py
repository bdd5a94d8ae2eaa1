"""Claim 7: three aces together look better than a two and two aces: are they?

Decided: when the exchange is over, hands are set (no legal record, see
`slime.claims.sethands`): the champion holds a two and two aces and the last player an
ace, and, in the same deal, the champion three aces and the last player the two.  Three aces are
better if the champion comes at least a twentieth of a place higher with them.  Told besides: what
it does to the last player who keeps the two.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from slime.claims.cases import Case
from slime.claims.model import Claim, Estimate, Group, Knob, Outcome, Part, ratio
from slime.claims.runner import Lab
from slime.claims.sethands import play_set, set_deal
from slime.simulation.result import Address


def run(lab: Lab, case: Case, three: str) -> Outcome:
    """Places with three aces minus places with a two and two aces, by place before."""
    world = lab.world(case)
    ruled, made = play_set(world, three)
    before = np.zeros_like(ruled)
    before[:, 1:] = world.places[:, :-1]
    change = np.where((ruled > 0) & (made > 0), ruled.astype(np.int64) - made, 0)
    set_ = (ruled > 0) & (made > 0)

    def gain(place: int) -> Estimate:
        mine = set_ & (before == place)
        sums = np.stack([np.where(mine, change, 0), mine], axis=-1).sum(axis=(1, 2))
        return lab.estimate(sums, ratio)

    groups = [
        Group(key, {}, gain(place)) for key, place in (("champion", 1), ("last", case.players))
    ]
    parts: dict[str, Estimate | None] = {"champion": groups[0].found, "last": -groups[1].found}

    def find(n: int) -> list[Address]:
        m, d, p = np.nonzero((change > 0) & (before == 1))
        order = np.argsort(-change[m, d, p], kind="stable")[:n]
        return [Address(int(m[i]), int(d[i]), int(p[i])) for i in order]

    def both(a: Address) -> list[Any]:
        return [deal.finish() for deal in set_deal(world, a.match, a.deal, three)]

    return Outcome(parts, groups, "aces", "places", 0.0, find, both, world)


CLAIM = Claim(
    "7",
    (("A", 10),),
    (Part("champion", 0.05, "places"), Part("last", 0.05, "places", main=False)),
    run,
    (Knob("three", ("A", "K", "Q")),),
    tables=("A", "A-leaves", "A-no-fall"),
)
