"""Claim 10: the exchange is blind so that nobody can look first and give what he dislikes.

Decided: it matters if the champion, who chooses, comes out at least a twentieth of a place better
where he may look first (`exchange_open`).  The same deals are played blind and open, with the
same luck.
"""

from __future__ import annotations

from functools import partial

from slime.claims.cases import Case
from slime.claims.model import Finding, Part, claim
from slime.claims.runner import Runner, effect_by_place


@claim("10", [("A", 9), ("B", 8)], Part("gain", 0.05, "places"), who=("champion", "second"))
def run(runner: Runner, case: Case, who: str) -> Finding:
    """Mean next place, blind minus open, of the champion (or the second)."""
    worlds = runner.compare(case.ruled(exchange_open=False), {"exchange_open": True})
    groups = effect_by_place(runner, worlds)
    gain = -groups[0 if who == "champion" else 1].found
    find = partial(worlds.find, "better", previous_place=1)
    return Finding({"gain": gain}, groups, "open", "places", 0.0, find, worlds)
