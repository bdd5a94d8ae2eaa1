"""Claim 10: the exchange is blind so that nobody can look first and give what he dislikes.

Decided: it matters if the champion, who chooses, comes out at least a twentieth of a place better
where he may look first (`exchange_open`).  The same deals are played blind and open, with the
same luck.
"""

from __future__ import annotations

from slime.claims.cases import Case
from slime.claims.model import Claim, Knob, Outcome, Part
from slime.claims.runner import Lab, effect_by_place, open_both


def run(lab: Lab, case: Case, who: str) -> Outcome:
    """Mean next place, blind minus open, of the champion (or the second)."""
    blind = Case(case.society, case.players, case.rules.replace(exchange_open=False))
    worlds = lab.branch(blind, {"exchange_open": True})
    groups = effect_by_place(lab, worlds)
    gain = -groups[0 if who == "champion" else 1].found
    find = lambda n: worlds.find("better", n, previous_place=1)  # noqa: E731
    return Outcome({"gain": gain}, groups, "open", "places", 0.0, find, open_both(worlds), worlds.a)


CLAIM = Claim(
    "10",
    (("A", 9), ("B", 8)),
    (Part("gain", 0.05, "places"),),
    run,
    (Knob("who", ("champion", "second")),),
)
