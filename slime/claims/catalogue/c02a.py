"""Claim 2a: a poor player's high cards are usually beaten by the rich anyway.

A rate, counted from plays.  Decided: poor are the last two of the deal before, rich its first
two, high the four highest ranks (as `patient` has it); a high set of the poor laid while a rich
one still plays counts as beaten if a rich one wins that trick.  "Usually" is at least half.
"""

from __future__ import annotations

from slime.claims.cases import Case
from slime.claims.counting import high_cards_beaten
from slime.claims.estimates import Group
from slime.claims.model import Finding, Part, claim
from slime.claims.runner import Runner
from slime.measures.places import quotient


@claim(
    "2a",
    [("A", 12)],
    Part("beaten", 0.50, "share"),
    high=(4, 3, 2, 5),
    poor=(2, 1),
    how=("trick", "next"),
    when=("rich in", "always"),
)
def run(runner: Runner, case: Case, high: int, poor: int, how: str, when: str) -> Finding:
    """The share of the poor's high sets that the rich beat, and by rank."""
    world = runner.world(case)
    units, seen = high_cards_beaten(world, high, 2, poor, how, when == "rich in")
    ranks = world.rules.ranks[-high:]
    groups = [
        Group("rank", {"rank": rank}, runner.estimate(units[:, i], quotient))
        for i, rank in enumerate(ranks)
    ]
    parts = {"beaten": runner.estimate(units.sum(axis=1), quotient)}
    return Finding(parts, groups, "beaten", "share", 0.5, lambda n: seen[:n], world)
