"""The loop behind advice: every action in the same worlds, each place written down."""

from __future__ import annotations

from typing import Any

from slime.engine.layout import SIZE, State
from slime.simulation.kernel import cells
from slime.strategies.playouts import place_after
from slime.strategies.worlds import SLOTS, first_world, next_world


def judge_actions(
    seen: State,
    world: State,
    play: State,
    actions: State,
    alive: State,
    table: State,
    spec: Any,
) -> int:
    """Play each action that is still in the race out in some more worlds.

    `seen` is what the player sees, `world` and `play` are room for a world and for playing on,
    `alive` are the numbers of the actions in the race, `table` [world, action] takes the places.
    `spec` is who asks, how many actions there are and are in the race, how many worlds are done
    and wanted, who plays on, the model of the gifts and the stream's key.
    """
    S, W, V = cells(seen), cells(world), cells(play)
    listed, racing, places = cells(actions), cells(alive), cells(table)
    me, width, left, done, wanted, player, gifts, key = spec
    if done == 0:
        first_world(S, W, me, key, gifts)
        for i in range(SIZE):
            V[i] = W[i]
    for k in range(done, done + wanted):
        next_world(W, me, W[SLOTS])  # so many steps that limits may take worlds as independent
        for i in range(left):
            a = racing[i]
            places[k * width + a] = place_after(W, V, me, listed[a], player)
    return 0
