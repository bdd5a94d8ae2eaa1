"""The loop of branching worlds: each deal of world A is played under B too.

Written in the subset of `slime.engine.rule`: plain Python on lists, compiled on arrays.  The
functions are not collected as rules, so that the simulator's own compiled code does not
depend on them; `slime.experiments.counterfactual_compiled` registers them.
"""

from __future__ import annotations

from typing import Any

from slime.engine.dealing import start_match
from slime.engine.layout import (
    DEAL,
    ENDED,
    FINISH,
    NEXT_PLAYER,
    PHASE,
    PLACE,
    PLAYERS,
    PREVIOUS_PLACE,
)
from slime.engine.play import State
from slime.engine.seating import close_deal
from slime.simulation.kernel import (
    CURSOR,
    DEAL_AT,
    DONE,
    MATCH_AT,
    STEP_AT,
    WAITING,
    exchange_on,
    open_deal,
    play_on,
)

#: The cell of the cursor that says in which world the next step is: 0 is A, 1 is B.
WORLD_AT = CURSOR
_START, _SHUFFLE, _EXCHANGE, _PLAY = 0, 1, 2, 3

#: The outputs of `run_branches` in its order: axes and kind of number.
OUTPUTS = {
    "places": (3, "int8"),
    "finish": (3, "int8"),
    "places_b": (3, "int8"),
    "finish_b": (3, "int8"),
    "played": (1, "int64"),
}


def fork(A: State, B: State) -> None:
    """Give world B what lasts from deal to deal in world A; B's rules and players stay its own."""
    for i in range(DEAL, PHASE):
        B[i] = A[i]
    for i in range(NEXT_PLAYER, PREVIOUS_PLACE):  # who sat beside whom: a dealer may rotate
        B[i] = A[i]


def note_places(S: State, i: int, d: int, places: Any, finish: Any) -> None:
    """Write down the places of a finished deal."""
    for p in range(S[PLAYERS]):
        places[i, d, p] = S[PLACE + p]
        finish[i, d, p] = S[FINISH + p]


def run_branches(
    A: State,
    B: State,
    pack: State,
    cursor: State,
    seed: int,
    first: int,
    matches: int,
    deals: int,
    by_lot: bool,
    every: Any,
    places: Any,
    finish: Any,
    places_b: Any,
    finish_b: Any,
    played: Any,
) -> int:
    """Play matches of world A from number `first` on, and each of their deals under B as well.

    In the first deal B begins as its own rules say; in all later ones from what A left.
    `played[i]` is the number of deals of a match, negative where `deals` did not do; `every`
    is as in `slime.simulation.kernel`.
    """
    while cursor[MATCH_AT] < matches:
        i = cursor[MATCH_AT]
        m = first + i
        if cursor[STEP_AT] == _START:
            start_match(A, seed, m, by_lot, pack)
            start_match(B, seed, m, by_lot, pack)
            cursor[DEAL_AT] = 0
            cursor[WORLD_AT] = 0
            cursor[STEP_AT] = _SHUFFLE
        d = cursor[DEAL_AT]
        while d < deals:
            S = A if cursor[WORLD_AT] == 0 else B
            if cursor[STEP_AT] == _SHUFFLE:
                if d > 0 and cursor[WORLD_AT] == 0:
                    fork(A, B)
                open_deal(S, pack)
                cursor[STEP_AT] = _EXCHANGE
            if cursor[STEP_AT] == _EXCHANGE:
                if exchange_on(S, True, every) == WAITING:
                    return WAITING
                cursor[STEP_AT] = _PLAY
            if play_on(S, cursor, m, None, True, every) == WAITING:
                return WAITING
            cursor[STEP_AT] = _SHUFFLE
            if cursor[WORLD_AT] == 0:
                cursor[WORLD_AT] = 1
                continue
            cursor[WORLD_AT] = 0
            note_places(A, i, d, places, finish)
            note_places(B, i, d, places_b, finish_b)
            close_deal(A)
            d += 1
            cursor[DEAL_AT] = d
            if A[ENDED] != 0:
                break
        played[i] = d if A[ENDED] != 0 else -d
        cursor[MATCH_AT] = i + 1
        cursor[STEP_AT] = _START
    return DONE


#: What a compiler must know besides the rules, callees first.
FUNCTIONS = (fork, note_places, run_branches)

__all__ = ["CURSOR", "FUNCTIONS", "MATCH_AT", "OUTPUTS", "fork", "WORLD_AT", "run_branches"]
