"""Claim 6: the lead is worth having because small cards can be got rid of.

Decided: each deal is played twice with the same luck and cards, led by the last and led by the
champion; the lead is worth having if losing it costs the last at least a tenth of a place.  That
small cards are why: of the three ranks above the lowest, the share of cards that leaves the hand
on an own lead is at least .20 above that of all higher ranks (the lowest rank leaves no other
way: that is a rule).
"""

from __future__ import annotations

from functools import partial

import numpy as np

from slime.claims.cases import Case
from slime.claims.counting import small_cards_led
from slime.claims.model import Finding, Part, claim
from slime.claims.runner import Runner, effect_by_place
from slime.measures.places import Floats, quotient


@claim(
    "6",
    [("A", 5)],
    Part("lead", 0.10, "places"),
    Part("small", 0.20, "share"),
    small=(3, 2, 4),
    who=("last", "champion"),
)
def run(runner: Runner, case: Case, small: int, who: str) -> Finding:
    """What losing the lead costs the last (or gaining it gives the champion); small cards led."""
    worlds = runner.compare(case.ruled(lead="last"), {"lead": "first"})
    groups = effect_by_place(runner, worlds)
    cost = groups[-1].found if who == "last" else -groups[0].found

    def apart(sums: Floats) -> Floats:
        share = quotient(sums)
        return np.asarray(share[..., 1] - share[..., 2])

    units = small_cards_led(runner.world(case), small)
    parts = {"lead": cost, "small": runner.estimate(units, apart)}
    find = partial(worlds.find, "worse", previous_place=case.players)
    return Finding(parts, groups, "lead", "places", 0.0, find, worlds)
