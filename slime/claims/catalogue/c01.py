"""Claim 1: the exchange strengthens inequality, together with the champion's fall.

Decided: "high" is the better half of the table (places 1 to P div 2), and "probably" at least .60
to be there again in the next deal (by lot it is the half, or less where P is odd).  What a rule
does is what it changes in the rank correlation of places of neighbouring deals, each deal played
twice with the same luck; a tenth of a correlation matters.  A credits the exchange together with
the fall, so the fall is asked for an effect of its own in the same direction.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from slime.claims.cases import Case
from slime.claims.model import Claim, Estimate, Group, Knob, Outcome, Part
from slime.claims.runner import Lab, both_moves, correlation, open_one, share_of


def run(lab: Lab, case: Case, high: str, measure: str) -> Outcome:
    """Who stays high; what the exchange and the fall do to the rank correlation."""
    upper = list(range(case.players // 2 if high == "half" else 1))
    moves = lab.moves(case)
    again = lab.estimate(moves, share_of(np.array(upper), upper))
    value = correlation if measure == "correlation" else share_of(np.array([0]), [0])

    def effect(fields: dict[str, Any]) -> Estimate:
        units = both_moves(lab.branch(case, fields))
        return lab.estimate(units, lambda s: value(s[..., 0, :, :]) - value(s[..., 1, :, :]))

    exchange = effect({"exchange": "none"})
    fall = effect({"champion_falls": False}) if case.rules.champion_falls else None
    groups = [Group("exchange", {}, exchange)]
    if fall is not None:
        groups.append(Group("fall", {}, fall))
    world = lab.world(case)
    parts = {"again": again, "exchange": exchange, "fall": fall}
    find = lambda n: world.find("champion-stayed", n)  # noqa: E731
    return Outcome(parts, groups, "effect_" + measure, "number", 0.0, find, open_one(world), world)


CLAIM = Claim(
    "1",
    (("A", 12),),
    (
        Part("again", 0.60, "share", neutral=lambda p: (p // 2) / p),
        Part("exchange", 0.10, "number"),
        Part("fall", 0.05, "number"),
    ),
    run,
    (Knob("high", ("half", "first")), Knob("measure", ("correlation", "keep_first"))),
)
