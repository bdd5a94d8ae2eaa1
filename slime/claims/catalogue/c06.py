"""Claim 6: the lead is worth having because small cards can be got rid of.

Decided: each deal is played twice with the same luck and cards, led by the last and led by the
champion; the lead is worth having if losing it costs the last at least a tenth of a place.  That
small cards are why: of the three ranks above the lowest, the share of cards that leaves the hand
on an own lead is at least .20 above that of all higher ranks (the lowest rank leaves no other
way: that is a rule).
"""

from __future__ import annotations

from slime.claims.cases import Case
from slime.claims.counting import small_cards_led
from slime.claims.model import Claim, Floats, Knob, Outcome, Part
from slime.claims.runner import Lab, effect_by_place, open_both


def run(lab: Lab, case: Case, small: int, who: str) -> Outcome:
    """What losing the lead costs the last (or gaining it gives the champion); small cards led."""
    base = Case(case.society, case.players, case.rules.replace(lead="last"))
    worlds = lab.branch(base, {"lead": "first"})
    groups = effect_by_place(lab, worlds)
    cost = groups[-1].found if who == "last" else -groups[0].found

    def apart(sums: Floats) -> Floats:
        share = sums[..., 0] / sums[..., 1]
        return share[..., 1] - share[..., 2]

    units = small_cards_led(lab.world(case), small)
    parts = {"lead": cost, "small": lab.estimate(units, apart)}
    find = lambda n: worlds.find("worse", n, previous_place=case.players)  # noqa: E731
    return Outcome(parts, groups, "lead", "places", 0.0, find, open_both(worlds), worlds.a)


CLAIM = Claim(
    "6",
    (("A", 5),),
    (Part("lead", 0.10, "places"), Part("small", 0.20, "share")),
    run,
    (Knob("small", (3, 2, 4)), Knob("who", ("last", "champion"))),
)
