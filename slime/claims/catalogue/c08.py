"""Claim 8: to pass while able to play is part of the strategy.

Decided: it is part of it if giving it up costs.  The same player, in the same deals with the same
luck, plays `counter`, which may pass by choice, and `counter` that never does: where it would pass
though able, it lays the lowest that will do.  At least a twentieth of a place matters.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from slime.claims.cases import Case
from slime.claims.model import Claim, Floats, Group, Knob, Outcome, Part
from slime.claims.runner import Lab
from slime.engine.layout import TO_BEAT_SIZE
from slime.experiments._compare import compare
from slime.simulation.result import Address
from slime.strategies.builtin.counter import choose_counter, give_counter
from slime.strategies.builtin.lowest import choose_lowest


def choose_willing(S: Any, me: int) -> int:
    """As `counter`, but plays whenever it can."""
    action = choose_counter(S, me)
    if action == 0 and S[TO_BEAT_SIZE] != 0:
        return choose_lowest(S, me)
    return action


def give_willing(S: Any, me: int, count: int) -> int:
    """As `counter`."""
    return give_counter(S, me, count)


@cache
def willing() -> Any:
    """`counter` that never passes by choice."""
    from slime.strategies.custom import strategy

    return strategy(give=give_willing, name="willing")(choose_willing)


def run(lab: Lab, case: Case, passes: str) -> Outcome:
    """The mean place of a player who never passes by choice, minus that of one who may."""
    may, never = ("counter", willing()) if passes == "counter" else (passes, "lowest")
    worlds = compare(
        case.rules,
        None,
        case.players,
        lab.matches,
        lab.deals,
        case.focal(may),
        lab.seed,
        strategies_b=case.focal(never),
        workers=lab.workers,
        engine=lab.engine,
        progress=False,
    )
    count = case.players
    mine = np.stack([worlds.places_a[..., 0], worlds.places_b[..., 0]], axis=1)
    units = np.stack([(mine == k + 1).sum(axis=2) for k in range(count)], axis=-1)
    places = np.arange(1.0, count + 1)

    def cost(sums: Floats) -> Floats:
        means = (sums @ places) / sums.sum(axis=-1)
        return np.asarray(means[..., 1] - means[..., 0])

    def shares(sums: Floats) -> Floats:
        part = sums / sums.sum(axis=-1, keepdims=True)
        return np.asarray(part[..., 0, :] - part[..., 1, :])

    found = lab.estimates(units, shares)
    groups = [Group("comes", {"place": i + 1}, e) for i, e in enumerate(found)]

    def find(n: int) -> list[Address]:
        score = mine[:, 1].astype(np.int64) - mine[:, 0]
        order = np.argsort(-score.ravel(), kind="stable")[:n]
        return [Address(int(i // lab.deals), int(i % lab.deals), 0) for i in order]

    def open_(a: Address) -> list[Any]:
        return [deal.finish() for deal in worlds.deal(a.match, a.deal)]

    parts = {"cost": lab.estimate(units, cost)}
    return Outcome(parts, groups, "comes_passing", "share", 0.0, find, open_, worlds.a)


CLAIM = Claim(
    "8",
    (("C", 9),),
    (Part("cost", 0.05, "places"),),
    run,
    (Knob("passes", ("counter", "hoarder", "patient", "minister")),),
)
