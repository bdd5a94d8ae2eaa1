"""random: each legal action with equal chance, a pass counted as one.

Gives back cards at random.  It knows what is legal, nothing else.

Source: the usual null player of game studies.
"""

from __future__ import annotations

from slime.engine.exchange import random_cards
from slime.engine.layout import HAND, LUCK, State
from slime.engine.legal import count_legal, legal_number
from slime.engine.marks import hot, rule
from slime.engine.streams import below, draw
from slime.strategies.base import declare


@hot
@rule
def choose_random(S: State, me: int) -> int:
    """See the top of this file."""
    count = count_legal(S, me)
    if count == 1:  # no choice, no draw
        return legal_number(S, me, 0)
    return legal_number(S, me, below(draw(S, LUCK + me), count))


@rule
def give_random(S: State, me: int, count: int) -> int:
    """Cards drawn from the hand, one after the other."""
    return random_cards(S, LUCK + me, S[HAND + me], count)


STRATEGY = declare("random", choose_random, give_random)
