"""Claim 4: from the bottom it is very hard to rise.

Decided: to rise is to come to the better half of the table in the next deal; "very hard" is at
most half the chance that chance would give.
"""

from __future__ import annotations

from functools import partial

from slime.claims.cases import Case
from slime.claims.estimates import by_place, share_of
from slime.claims.model import Finding, Part, claim
from slime.claims.runner import Runner
from slime.measures.places import rows_to_shares


@claim(
    "4",
    [("A", 12)],
    Part("rises", 0.5, "number", "below", neutral=lambda p: 1.0),
    to=("half", "first", "off the bottom"),
    lag=(1, 2, 3, 5),
)
def run(runner: Runner, case: Case, to: str, lag: int) -> Finding:
    """The last one's chance to rise over the chance by chance."""
    count = case.players
    upper = list(range({"half": count // 2, "first": 1, "off the bottom": count - 1}[to]))
    moves = runner.moves(case, lag)
    goes = share_of([count - 1], upper)
    chance = len(upper) / count
    groups = by_place("comes", runner.estimate(moves, lambda s: rows_to_shares(s[..., -1, :])))
    world = runner.world(case)
    parts = {"rises": runner.estimate(moves, lambda s: goes(s) / chance)}
    find = partial(world.find, "last-to-first")
    return Finding(parts, groups, "rises", "share", 1 / count, find, world)
