"""Counterfactual worlds: every deal of a world played under other rules or by others as well."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from slime.engine.seating import close_deal
from slime.game.deal import Deal
from slime.simulation.kernel import fork
from slime.simulation.result import Simulation
from slime.simulation.run import Spread, run_worlds
from slime.simulation.spec import Spec


class Counterfactual(Simulation):
    """A world A, and what each of its deals came to under world B's rules and players.

    `places_b` and `finish_b` are int8 [match, deal, player]: row [m, d] is the deal that follows
    A's deal d - 1 in B.
    """

    arrays = ("places", "finish", "places_b", "finish_b")
    places_b: NDArray[Any]
    finish_b: NDArray[Any]


def run_counterfactual(
    a: Spec, b: Spec, workers: int | None = None, progress: bool = True
) -> Counterfactual:
    """All matches of world A, and each of their deals in world B.

    >>> from slime.simulation.spec import make_spec
    >>> a, b = (make_spec(matches=2, deals=3, strategies=s) for s in ("lowest", "highest"))
    >>> found = run_counterfactual(a, b, progress=False)
    >>> found.places.shape, found.places_b.shape, bool((found.places == found.places_b).all())
    ((2, 3, 5), (2, 3, 5), False)
    """
    return run_worlds((a, b), Counterfactual(a), Spread(workers), progress)


def counterfactual_deal(a: Spec, b: Spec, m: int, d: int) -> Deal:
    """Deal `d` (from 0) of match `m` of world A, as it is dealt in B, to be stepped through."""
    match = b.match(m)
    if d == 0:
        return match.next_deal()
    before = a.deal(m, d - 1).finish()
    S = before.S[:]
    close_deal(S)
    mine = match._S[:]
    fork(S, mine)
    return match._deal(mine)
