"""Claim 5: the second place is the best one, and waiting its holder can almost always keep it.

Decided: "best" is the place with the lowest (best) mean place in the next deal, and in the long
run the one with the most worth (places still to come, against the average, by the chain of
places), each by a tenth of a place before the next best.  "Keeps" is to be second or first in
the next deal; "almost always" is at least .75, asked of a second who waits for the champion as
`minister` does.  Told besides: how often the society's own seconds keep it, and what waiting
does against playing `lowest` in the same deals.
"""

from __future__ import annotations

import numpy as np

from slime.claims.cases import Case
from slime.claims.estimates import by_place, share_of
from slime.claims.model import Finding, Part, claim
from slime.claims.runner import Runner, both_moves, focal_deals, focal_effect
from slime.measures.places import Floats, mean_places, rows_to_shares


def worth(sums: Floats) -> Floats:
    """Places still to come by place now, against the average; less is better."""
    count = sums.shape[-1]
    chain = rows_to_shares(sums)
    places = np.arange(1.0, count + 1) - (count + 1) / 2
    inside = np.eye(count) - chain + 1 / count
    return np.asarray(np.linalg.solve(inside, (chain @ places)[..., None])[..., 0])


def ahead(by_place: Floats) -> Floats:
    """By how much the second place is better than the best of the others."""
    return np.asarray(np.delete(by_place, 1, axis=-1).min(axis=-1) - by_place[..., 1])


@claim(
    "5",
    [("A", 12)],
    Part("next", 0.10, "places"),
    Part("worth", 0.10, "places"),
    Part("waiting", 0.75, "share", neutral=lambda p: 2 / p),
    Part("keeps", 0.75, "share", main=False, neutral=lambda p: 2 / p),
    Part("helps", 0.05, "places", main=False),
    keeps=("second or first", "second"),
    high=(4, 2, 3, 6),
)
def run(runner: Runner, case: Case, keeps: str, high: int) -> Finding:
    """Worth of the second place; how often it is kept, as it is and by waiting."""
    wanted = [0, 1] if keeps == "second or first" else [1]
    moves = runner.moves(case)
    keep = share_of([1], wanted)
    worlds = runner.compare(case, a=case.focal("lowest"), b=case.focal(f"minister(high={high})"))
    waiting = runner.estimate(both_moves(worlds, 0)[:, 1], keep)
    helps, _ = focal_effect(runner, worlds, 2)
    groups = by_place("place", runner.estimate(moves, worth))
    parts = {
        "next": runner.estimate(moves, lambda s: ahead(mean_places(s))),
        "worth": runner.estimate(moves, lambda s: ahead(worth(s))),
        "waiting": waiting,
        "keeps": runner.estimate(moves, keep),
        "helps": -helps,
    }
    find = focal_deals(worlds, 2)
    return Finding(parts, groups, "worth", "places", 0.0, find, worlds)
