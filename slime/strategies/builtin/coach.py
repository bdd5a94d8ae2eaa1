"""coach: plays each deal on in its mind, many times, and does what came out best.

It draws worlds that fit what it has seen (`slime.strategies.worlds`: hands as dealt, the exchange
applied), tries every action in each of them, and lets fast players play the deal to its end.  It
does what led to the best mean place, and gives the cards that did.

It knows its hand, what it gave and got, who played which cards and how many the others hold, and
takes free gifts for the lowest cards; it makes nothing of what others passed.  With one choice
it does not think.

Source: play-outs in worlds drawn at random (Ginsberg 2001, *GIB*, doi 10.1613/jair.820), with
the exchange reckoned with.
"""

from __future__ import annotations

from slime.engine.layout import LUCK, PLACE, State
from slime.engine.legal import count_legal, legal_number
from slime.engine.marks import rule
from slime.engine.streams import draw
from slime.strategies.base import Option, option
from slime.strategies.playouts import PLAYERS_OUT, best_action, list_actions, list_gifts
from slime.strategies.thinker import Thinker
from slime.strategies.worlds import ACTION, LOWEST_GIFTS, scratch


@rule
def choose_coach(S: State, me: int) -> int:
    """See the top of this file."""
    if count_legal(S, me) == 1 or S[PLACE + me] != 0:
        return legal_number(S, me, 0)
    W, V = scratch(), scratch()
    count = list_actions(S, W, me)
    key = draw(S, LUCK + me)
    samples, player = option(S, me, 0), option(S, me, 1)
    return best_action(S, W, V, me, count, samples, player, LOWEST_GIFTS, key)


@rule
def give_coach(S: State, me: int, count: int) -> int:
    """The gift with the best mean place, of those that can be made of low cards."""
    W, V = scratch(), scratch()
    n = list_gifts(S, W, me, count)
    if n == 1:
        return W[ACTION]
    key = draw(S, LUCK + me)
    samples, player = option(S, me, 0), option(S, me, 1)
    return best_action(S, W, V, me, n, samples, player, LOWEST_GIFTS, key)


STRATEGY = Thinker(
    "coach",
    choose_coach,
    give_coach,
    (
        Option("samples", 64, 1, 1_000, "worlds that it tries each action in"),
        Option("players", 0, 0, len(PLAYERS_OUT) - 1, "who plays them out: 0 lowest, 1 counter"),
    ),
)
