"""Claim 2a: a poor player's high cards are usually beaten by the rich anyway.

A rate, counted from plays.  Decided: poor are the last two of the deal before, rich its first
two, high the four highest ranks (as `patient` has it); a high set of the poor laid while a rich
one still plays counts as beaten if a rich one wins that trick.  "Usually" is at least half.
"""

from __future__ import annotations

from slime.claims.cases import Case
from slime.claims.counting import high_cards_beaten
from slime.claims.model import Claim, Group, Knob, Outcome, Part, ratio
from slime.claims.runner import Lab, open_one


def run(lab: Lab, case: Case, high: int, poor: int, how: str, when: str) -> Outcome:
    """The share of the poor's high sets that the rich beat, and by rank."""
    world = lab.world(case)
    units, seen = high_cards_beaten(world, high, 2, poor, how, when == "rich in")
    found = lab.estimate(units.sum(axis=1), ratio)
    ranks = world.rules.ranks[-high:]
    groups = [
        Group("rank", {"rank": rank}, lab.estimate(units[:, i], ratio))
        for i, rank in enumerate(ranks)
    ]
    parts = {"beaten": found}
    return Outcome(
        parts, groups, "beaten", "share", 0.5, lambda n: seen[:n], open_one(world), world
    )


CLAIM = Claim(
    "2a",
    (("A", 12),),
    (Part("beaten", 0.50, "share"),),
    run,
    (
        Knob("high", (4, 3, 2, 5)),
        Knob("poor", (2, 1)),
        Knob("how", ("trick", "next")),
        Knob("when", ("rich in", "always")),
    ),
)
