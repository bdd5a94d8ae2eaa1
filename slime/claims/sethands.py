"""Hands set after the exchange: the same deal with three aces, and with a two and two aces.

The champion and the last player hold four cards between them: a two and three aces.  By the rule
the last one gives the two and two aces and keeps an ace.  If three aces counted as best, he would
give these and keep the two.  No cards that are dealt make both legal, so the hands are *set*: when
the exchange is over, cards change hands until the champion holds exactly a two and two aces and
the last player exactly one ace and no two; then the deal is played, and played again with the two
and the last one's ace changed.  **This is no legal record** and cannot be written as one.

Written in the subset of `slime.engine.marks`; not collected as rules, so that the simulator's own
compiled code does not depend on them.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slime._checks import invalid
from slime.engine import layout as st
from slime.engine.dealing import start_match
from slime.engine.hands import count_at
from slime.engine.layout import HAND, HAS_STANDING, PLACE, PLAYERS, SIZE, STANDING, State
from slime.engine.seating import close_deal
from slime.engine.streams import seed_word
from slime.game.deal import Deal
from slime.simulation.address import Address
from slime.simulation.dispatch import NUMBERS, QUICK
from slime.simulation.kernel import (
    CURSOR,
    DEAL_AT,
    Stretch,
    cells,
    exchange_on,
    open_deal,
    play_on,
)
from slime.simulation.result import Simulation

Int8s = NDArray[np.int8]


def filler(hand: int, below: int) -> int:
    """The highest rank under `below` that a hand holds, -1 if none."""
    rank = below - 1
    while rank >= 0 and count_at(hand, rank) == 0:
        rank -= 1
    return rank


def trade(S: State, p: int, q: int, rank: int, below: int) -> bool:
    """Move a card of `rank` from player `q` to player `p`, for a card of p's under `below`."""
    back = filler(S[HAND + p], below)
    if back < 0 or count_at(S[HAND + q], rank) == 0:
        return False
    change = (1 << (4 * rank)) - (1 << (4 * back))
    S[HAND + p] += change
    S[HAND + q] -= change
    return True


def set_count(S: State, p: int, other: int, rank: int, below: int, wanted: int) -> bool:
    """Let player `p` hold `wanted` cards of a rank, by trades with anybody but `other`."""
    for q in range(S[PLAYERS]):
        free = q != p and q != other  # noqa: PLR1714 (the compiled subset has no `in`)
        while free and count_at(S[HAND + p], rank) < wanted and trade(S, p, q, rank, below):
            pass
        while free and count_at(S[HAND + p], rank) > wanted and trade(S, q, p, rank, below):
            pass
    return count_at(S[HAND + p], rank) == wanted


def set_hands(S: State, one: int, low: int) -> bool:
    """Give the champion `one` card of the rank above `low` and two of `low`, the last one of it."""
    if S[HAS_STANDING] == 0:
        return False
    first, last, high = S[STANDING], S[STANDING + S[PLAYERS] - 1], low + 1
    done = set_count(S, first, last, high, low, one) and set_count(S, last, first, high, low, 0)
    done = done and set_count(S, first, last, low, low, 2)
    return done and set_count(S, last, first, low, low, 1)


def swap_back(S: State, low: int) -> None:
    """Change the champion's card above `low` for the last one's of `low`."""
    change = (1 << (4 * (low + 1))) - (1 << (4 * low))
    S[HAND + S[STANDING]] -= change
    S[HAND + S[STANDING + S[PLAYERS] - 1]] += change


def run_set(
    state: State,
    changed: State,
    room: State,
    at: State,
    stretch: Stretch,
    low: int,
    all_strategies: Any,
    places: Any,
) -> int:
    """Play the matches; every deal from the second on also with both sets of hands.

    `places` [which, match, deal, player] gets those with the two, and with three aces.
    """
    S, B, pack, cursor = cells(state), cells(changed), cells(room), cells(at)
    made = 0
    for m in range(stretch.matches):
        start_match(S, stretch.seed, m, stretch.random_seats, pack)
        for d in range(stretch.deals):
            cursor[DEAL_AT] = d
            open_deal(S, pack)
            exchange_on(S, True, all_strategies)
            if d > 0:
                for which in range(2):
                    for i in range(SIZE):
                        B[i] = S[i]
                    if not set_hands(B, 1, low):
                        break
                    if which == 1:
                        swap_back(B, low)
                    play_on(B, cursor, m, None, True, all_strategies)
                    for p in range(S[PLAYERS]):
                        places[which, m, d, p] = B[PLACE + p]
                    made += which
            play_on(S, cursor, m, None, True, all_strategies)
            close_deal(S)
    return made


FUNCTIONS = (filler, trade, set_count, set_hands, swap_back)


@cache
def _compiled() -> Any:
    from slime.simulation.compiled import compile_apart

    return compile_apart(run_set, FUNCTIONS)


def low_rank(sim: Simulation, three: str) -> int:
    """The position of the rank of which there are three; it must have one above it."""
    ranks = sim.rules.ranks.replace("*", "")
    at = ranks.find(three)
    if not 0 < at < len(ranks) - 1:
        raise invalid("trial.three", got=three)
    return at


def play_set(sim: Simulation, three: str = "A") -> tuple[Int8s, Int8s]:
    """Places of all deals of a simulation with hands set: by the rule, and with three of a rank.

    int8 [match, deal, player]; 0 where the hands could not be set (as in first deals).
    """
    spec = sim.spec
    if any(s.kind != "built-in" for s in spec.strategies):
        raise invalid("trial.set_built_in")
    deals = spec.rules.match[0][1]
    stretch = Stretch(seed_word(spec.seed), 0, spec.matches, deals, spec.random_seats)
    quick = all(NUMBERS[s.name] in QUICK for s in spec.strategies)
    places = np.zeros((2, spec.matches, deals, len(spec.names)), np.int8)
    rest = (stretch, low_rank(sim, three), None if quick else True, places)
    rooms: list[Any] = [spec.state(), spec.state(), [0] * st.MAX_PACK, [0] * CURSOR]
    if spec.engine == "interpreted":
        run: Any = run_set
    else:
        run, rooms = _compiled(), [np.array(room, np.int64) for room in rooms]
    run(*rooms, *rest)
    return places[0], places[1]


def set_deal(sim: Simulation, address: Address, three: str = "A") -> list[Deal]:
    """The deal with hands set, in both ways, ready to be stepped through; no legal record."""
    low = low_rank(sim, three)
    out = []
    for which in range(2):
        deal = sim.deal(address).exchange()
        S = deal.S[:]
        if not set_hands(S, 1, low):
            raise invalid("trial.not_set", deal=address.deal + 1, match=address.match + 1)
        if which:
            swap_back(S, low)
        hands = [list(deal.hand(name)) for name in deal.players]
        out.append(Deal(deal.setting, S, _moved(deal, hands, S), lambda S: None))
    return out


def _moved(deal: Deal, hands: list[list[str]], S: list[int]) -> list[list[str]]:
    """Real cards for the packed hands: what a player no longer holds goes where it is held."""
    out: list[list[str]] = [[] for _ in hands]
    for i, rank in enumerate(deal.setting.rules.ranks):
        held = [[card for card in hand if card[0] == rank] for hand in hands]
        wanted = [count_at(S[HAND + p], i) for p in range(len(hands))]
        spare = [card for cards, n in zip(held, wanted, strict=True) for card in cards[n:]]
        for mine, cards, n in zip(out, held, wanted, strict=True):
            mine.extend(cards[:n] + [spare.pop() for _ in range(n - len(cards))])
    return out
