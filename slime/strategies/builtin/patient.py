"""patient: what the rules text advises the poor to do.

Placed low in the deal before, it does not contest with high cards while the rich of that deal
(first and second) still play: it uses its other cards like `lowest` and passes where these do
not do.  Once the rich are out it fights for the places left.  Placed better, and in a first
deal, it plays like `lowest`.  Gives back its lowest cards.  It knows the standing and who is
out.

Source: the commentary of the rules text (claim 2): a poor player's high cards are usually
beaten by the rich anyway, so he does better to wait.  Built as the text says, not tuned.
"""

from __future__ import annotations

from slime.engine.layout import HAND, PLAYERS, PLAYERS_OUT, PREVIOUS_PLACE, State
from slime.engine.marks import rule
from slime.strategies.base import Option, declare, option
from slime.strategies.builtin.lowest import choose_lowest, give_lowest
from slime.strategies.moves import high_cards, play_from, still_in


@rule
def rich_in(S: State, rich: int) -> int:
    """How many of the first `rich` of the deal before still play."""
    count = 0
    for p in range(S[PLAYERS]):
        if 1 <= S[PREVIOUS_PLACE + p] <= rich and still_in(S, p):
            count += 1
    return count


@rule
def waits(S: State, me: int) -> bool:
    """Whether it is poor and the time to fight has not come."""
    if S[PREVIOUS_PLACE + me] <= max(S[PLAYERS] - option(S, me, 1), 0):
        return False
    until = option(S, me, 0)
    if until > 0:
        return S[PLAYERS_OUT] < until
    return rich_in(S, option(S, me, 2)) > 0


@rule
def choose_patient(S: State, me: int) -> int:
    """See the top of this file."""
    if not waits(S, me):
        return choose_lowest(S, me)
    return play_from(S, me, S[HAND + me] & ~high_cards(S, option(S, me, 3)))


STRATEGY = declare(
    "patient",
    choose_patient,
    give_lowest,
    Option("until", 0, 0, 8, "it fights once so many players are out; 0: once the rich are"),
    Option("poor", 2, 0, 8, "how many of the last of the deal before are placed low"),
    Option("rich", 2, 0, 8, "how many of the first are rich"),
    Option("high", 4, 0, 13, "how many of the highest ranks count as high cards"),
)
