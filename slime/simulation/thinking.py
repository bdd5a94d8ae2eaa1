"""Asking a strategy that takes its time at a table, at the speed that there is."""

from __future__ import annotations

from slime.engine.layout import LUCK, SIZE
from slime.simulation.spec import can_compile
from slime.strategies.base import Strategy


def think(strategy: Strategy, seen: list[int], me: int, count: int) -> int:
    """What a strategy of this kit answers to what is seen; `count` cards to give if not 0."""
    if not can_compile():
        return strategy.give(seen, me, count) if count else strategy.choose(seen, me)
    from slime.simulation import compiled

    state, page = compiled.new_state(seen), compiled.new_state([0] * SIZE)
    choose = compiled.compile_thinker(strategy.choose, False)
    give = compiled.compile_thinker(strategy.give, True)
    said = compiled.ready(compiled.ask_own, state, page, me, count, (choose,), (give,))()
    seen[LUCK + me] = int(state[LUCK + me])
    return said
