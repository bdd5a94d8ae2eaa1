"""Claim 4: from the bottom it is very hard to rise.

Decided: to rise is to come to the better half of the table in the next deal; "very hard" is at
most half the chance that lots would give.
"""

from __future__ import annotations

import numpy as np

from slime.claims.cases import Case
from slime.claims.model import Claim, Group, Knob, Outcome, Part
from slime.claims.runner import Lab, open_one, share_of


def run(lab: Lab, case: Case, to: str, lag: int) -> Outcome:
    """The last one's chance to rise over the chance by lot."""
    count = case.players
    upper = list(range({"half": count // 2, "first": 1, "off the bottom": count - 1}[to]))
    moves = lab.moves(case, lag)
    last = np.array([count - 1])
    goes = share_of(last, upper)
    chance = len(upper) / count
    groups = [
        Group("comes", {"place": k + 1}, lab.estimate(moves, share_of(last, [k])))
        for k in range(count)
    ]
    world = lab.world(case)
    parts = {"rises": lab.estimate(moves, lambda s: goes(s) / chance)}
    find = lambda n: world.find("last-to-first", n)  # noqa: E731
    return Outcome(parts, groups, "rises", "share", 1 / count, find, open_one(world), world)


CLAIM = Claim(
    "4",
    (("A", 12),),
    (Part("rises", 0.5, "number", "below", neutral=lambda p: 1.0),),
    run,
    (Knob("to", ("half", "first", "off the bottom")), Knob("lag", (1, 2, 3, 5))),
)
