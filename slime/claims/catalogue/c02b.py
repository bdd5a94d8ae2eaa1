"""Claim 2b: so the poor do better to wait until the rich are out, then fight for what is left.

Decided: the same last-placed player, in the same deals with the same luck, plays `lowest` or
waits as `patient` does; the others stay what they are.  Better is at least a twentieth of a
place in the next deal.
"""

from __future__ import annotations

from slime.claims.cases import Case
from slime.claims.model import Finding, Part, claim
from slime.claims.runner import Runner, focal_deals, focal_effect


@claim("2b", [("A", 12)], Part("better", 0.05, "places"), until=(0, 1, 2), high=(4, 2, 3, 5))
def run(runner: Runner, case: Case, until: int, high: int) -> Finding:
    """The last one's mean next place, playing on, minus the same, waiting."""
    waits = f"patient(poor=1, until={until}, high={high})"
    worlds = runner.compare(case, a=case.focal("lowest"), b=case.focal(waits))
    found, groups = focal_effect(runner, worlds, case.players)
    find = focal_deals(worlds, case.players)
    parts = {"better": -found}
    return Finding(parts, groups, "comes_waiting", "share", 0.0, find, worlds)
