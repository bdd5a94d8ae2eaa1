"""Claim 8: to pass while able to play is part of the strategy.

Decided: it is part of it if giving it up costs.  The same player, in the same deals with the same
luck, plays `counter`, which may pass by choice, and `counter` that never does: where it would pass
though able, it plays the lowest that will do.  At least a twentieth of a place matters.
"""

from __future__ import annotations

from functools import cache, partial

import numpy as np

from slime.claims.cases import Case
from slime.claims.estimates import by_place, change
from slime.claims.model import Finding, Part, claim
from slime.claims.runner import Runner
from slime.engine.layout import TO_BEAT_SIZE, State
from slime.measures.places import mean_places, rows_to_shares
from slime.simulation.result import best_addresses
from slime.strategies.base import Strategy
from slime.strategies.builtin.counter import choose_counter, give_counter
from slime.strategies.builtin.lowest import choose_lowest


def choose_willing(S: State, me: int) -> int:
    """As `counter`, but plays whenever it can."""
    action = choose_counter(S, me)
    if action == 0 and S[TO_BEAT_SIZE] != 0:
        return choose_lowest(S, me)
    return action


def give_willing(S: State, me: int, count: int) -> int:
    """As `counter`."""
    return give_counter(S, me, count)


@cache
def willing() -> Strategy:
    """`counter` that never passes by choice."""
    from slime.strategies.custom import strategy

    return strategy(give=give_willing, name="willing")(choose_willing)


@claim(
    "8",
    [("C", 9)],
    Part("cost", 0.05, "places"),
    passes=("counter", "hoarder", "patient", "minister"),
)
def run(runner: Runner, case: Case, passes: str) -> Finding:
    """The mean place of a player who never passes by choice, minus that of one who may."""
    may, never = ("counter", willing()) if passes == "counter" else (passes, "lowest")
    worlds = runner.compare(case, a=case.focal(may), b=case.focal(never), how="parallel")
    mine = np.stack([worlds.places_a[..., 0], worlds.places_b[..., 0]], axis=1)
    units = np.stack([(mine == k + 1).sum(axis=2) for k in range(case.players)], axis=-1)
    # every deal has a score above 0, so the first ones are found even where none got worse
    score = mine[:, 1, :, None].astype(np.int64) - mine[:, 0, :, None] + case.players
    parts = {"cost": runner.estimate(units, change(mean_places, 1))}
    less = change(lambda sums: -rows_to_shares(sums), 1)
    groups = by_place("comes", runner.estimate(units, less))
    find = partial(best_addresses, score)
    return Finding(parts, groups, "comes_passing", "share", 0.0, find, worlds)
