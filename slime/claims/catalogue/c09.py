"""Claim 9: it is a game of wits: skill counts, not only luck and rank.

Decided: of the variance of places, skill's share is what knowing the player explains, rank's what
knowing the place before explains, each taken alone and after the other and averaged (Shapley's
value of the explained share, cells of player by place before); luck is what is left.  Skill
counts from .05 on.  Equal players have no skill to tell apart, so every society is tried with one
player who thinks (`counter`) where all others are alike, and with one beginner (`highest`) where
all count.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from slime.claims.cases import Case, Society
from slime.claims.estimates import Group
from slime.claims.model import Finding, Part, claim
from slime.claims.runner import Runner
from slime.measures.places import Floats
from slime.simulation.address import Address
from slime.simulation.moves import count_moves
from slime.simulation.result import best_addresses


def shares(sums: Floats) -> Floats:
    """Shares of skill, rank and luck from counts [..., player, before, after]."""
    count = sums.shape[-1]
    places = np.arange(1.0, count + 1) - (count + 1) / 2
    total = sums.sum(axis=(-3, -2, -1))

    def explained(cells: Floats) -> Floats:
        weight = cells.sum(axis=-1)
        with np.errstate(invalid="ignore", divide="ignore"):
            mean = np.where(weight > 0, (cells @ places) / weight, 0.0)
        within = (weight * mean**2).reshape(*total.shape, -1).sum(axis=-1)
        return np.asarray(within / total / ((count**2 - 1) / 12))

    skill, rank = explained(sums.sum(axis=-2)), explained(sums.sum(axis=-3))
    both = explained(sums)
    by_skill = (skill + both - rank) / 2
    return np.stack([by_skill, both - by_skill, 1 - both], axis=-1)


def mixed(case: Case) -> Case:
    """The case with players who differ."""
    members = case.strategies
    if len(set(map(str, members))) > 1:
        return case
    one = "counter" if str(members[0]) != "counter" else "highest"
    return replace(case, society=Society(f"{case.society.name}+{one}", tuple(case.focal(one))))


@claim("9", [("C", 9)], Part("skill", 0.05, "share"), who=("one other", "as they are"))
def run(runner: Runner, case: Case, who: str) -> Finding:
    """Shares of the variance of places."""
    table = mixed(case) if who == "one other" else case
    world = runner.world(table)
    places = world.places.astype(np.int64)
    count = case.players
    before, after, everybody = places[:, :-1], places[:, 1:], np.arange(count)
    moves = [count_moves(before, after * (everybody == player)) for player in everybody]
    units = np.stack(moves, axis=1)
    found = runner.estimate(units, shares)
    groups = [Group(key, {}, found[i]) for i, key in enumerate(("skill", "standing", "luck"))]

    def find(n: int) -> list[Address]:
        """Deals in which the best player of all came last with a better hand than dealt to most."""
        best = int(places.mean(axis=(0, 1)).argmin())
        strength = world.detail("strength_played")[..., best].astype(np.float64)
        score = np.where(places[..., best] == count, strength, 0)
        # every deal has a score above 0, so the first ones are found even where he never was last
        return [a._replace(player=best) for a in best_addresses(score[..., None] + 1, n)]

    parts = {"skill": found[0]}
    return Finding(parts, groups, "variance", "share", 0.0, find, world)
