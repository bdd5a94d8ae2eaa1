"""Claim 1: the exchange strengthens inequality, together with the champion's fall.

Decided: "high" is the better half of the table (places 1 to P div 2), and "probably" at least .60
to be there again in the next deal (by chance it is the half, or less where P is odd).  What a rule
does is what it changes in the rank correlation of places of neighbouring deals, each deal played
twice with the same luck; a tenth of a correlation matters.  A credits the exchange together with
the fall, so the fall is asked for an effect of its own in the same direction.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from slime.claims.cases import Case
from slime.claims.estimates import Group, change, share_of
from slime.claims.model import Finding, Part, claim
from slime.claims.runner import Runner, both_moves
from slime.measures import Interval, rank_correlation


@claim(
    "1",
    [("A", 12)],
    Part("again", 0.60, "share", neutral=lambda p: (p // 2) / p),
    Part("exchange", 0.10, "number"),
    Part("fall", 0.05, "number"),
    high=("half", "first"),
    measure=("correlation", "keep_first"),
)
def run(runner: Runner, case: Case, high: str, measure: str) -> Finding:
    """Who stays high; what the exchange and the fall do to the rank correlation."""
    upper = list(range(case.players // 2 if high == "half" else 1))
    moves = runner.moves(case)
    again = runner.estimate(moves, share_of(upper, upper))
    value = rank_correlation.function if measure == "correlation" else share_of([0], [0])

    def effect(fields: dict[str, Any]) -> Interval:
        return -runner.estimate(both_moves(runner.compare(case, fields)), change(value))

    exchange = effect({"exchange": "none"})
    fall = effect({"champion_falls": False}) if case.rules.champion_falls else None
    groups = [Group("exchange", {}, exchange)]
    if fall is not None:
        groups.append(Group("fall", {}, fall))
    world = runner.world(case)
    parts = {"again": again, "exchange": exchange, "fall": fall}
    find = partial(world.find, "champion-stayed")
    return Finding(parts, groups, "effect_" + measure, "number", 0.0, find, world)
