"""The plays of a deal that was played, done by the compiled rules: for long records."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from slime.game.deal import Run, do_plays
from slime.simulation.spec import can_compile


@cache
def fastest_run() -> Run:
    """What does plays fastest here: the rules compiled, where that can be.

    >>> run = fastest_run()
    >>> import slime
    >>> S = slime.Match(players=4, seed=1).next_deal().S[:]
    >>> run(S, (3 - S[5],), (0,), [0])  # a pass on a lead, or out of turn
    0
    """
    if not can_compile():
        return do_plays
    import numpy as np

    from slime.simulation.compiled import compile_apart

    compiled = compile_apart(do_plays)

    def state_of(numbers: Sequence[int]) -> Any:
        return np.fromiter(numbers, np.int64, len(numbers))

    def run(S: list[int], players: Sequence[int], actions: Sequence[int], tricks: list[int]) -> int:
        state, noted = state_of(S), state_of(tricks)
        done = int(compiled(state, state_of(players), state_of(actions), noted))
        S[:], tricks[:] = state.tolist(), noted.tolist()
        return done

    return run
