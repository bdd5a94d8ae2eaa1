"""What an action is worth: the deal played on, in worlds that may be, by fast players.

All actions are judged in the same worlds, with the same luck.  Where there are many, the worse
half goes out of the race twice on the way (successive halving).
"""

from __future__ import annotations

from slime.engine.dealing import begin_play
from slime.engine.exchange import gift_count, gift_from, gift_kind, make_gift, start_exchange
from slime.engine.hands import count_at, highest_cards, lowest_cards, size_of
from slime.engine.layout import (
    BEST,
    CARDS_LEFT,
    EXCHANGING,
    GAVE,
    GIFT,
    GOT,
    HAND,
    KEYS,
    LUCK,
    MAX_PLAYERS,
    PHASE,
    PLACE,
    PLAYERS,
    PLAYING,
    RANDOM_STATE,
    REMOVED_CARDS,
    SIZE,
    TURN,
    State,
)
from slime.engine.legal import count_legal, legal_number
from slime.engine.marks import rule
from slime.engine.streams import LEAD
from slime.engine.turns import act
from slime.strategies.builtin.counter import choose_counter
from slime.strategies.builtin.lowest import choose_lowest
from slime.strategies.worlds import (
    ACTION,
    DEALT,
    MOST_ACTIONS,
    SLOTS,
    TOTAL,
    first_world,
    next_world,
)

#: Who plays the deals out, by number.
PLAYERS_OUT = ("lowest", "counter")
#: Actions that all samples are spent on; where there are more, the worse half is dropped.
_FEW = 3


@rule
def play_out(V: State, me: int, player: int) -> int:
    """The place of player `me` when these players play the deal on."""
    p = V[TURN]
    while V[PLACE + me] == 0:
        action = choose_lowest(V, p) if player == 0 else choose_counter(V, p)
        p = act(V, p, action)
    return V[PLACE + me]


@rule
def set_up(W: State, V: State) -> None:
    """Copy into `V` what changes in play of a world, and the players' luck."""
    for i in range(PHASE, HAND + MAX_PLAYERS):
        V[i] = W[i]
    for i in range(LUCK, LUCK + MAX_PLAYERS):
        V[i] = W[i]
    V[REMOVED_CARDS] = W[REMOVED_CARDS]


@rule
def place_after(W: State, V: State, me: int, action: int, player: int) -> int:
    """The place of player `me` in this world after an action, or after a gift if one is due."""
    set_up(W, V)
    if W[PHASE] == PLAYING:
        act(V, me, action)
        return play_out(V, me, player)
    for q in range(V[PLAYERS]):  # the exchange once more, from the hands as dealt
        V[HAND + q] = W[DEALT + q]
        V[CARDS_LEFT + q] = size_of(W[DEALT + q])
        V[GAVE + q] = 0
        V[GOT + q] = 0
    V[RANDOM_STATE] = W[RANDOM_STATE]
    V[KEYS + LEAD] = W[KEYS + LEAD]
    start_exchange(V)
    while V[PHASE] == EXCHANGING:
        g = V[GIFT]
        giver = gift_from(V, g)
        if gift_kind(V, g) == BEST:
            cards = highest_cards(V[HAND + giver], gift_count(V, g))
        else:
            cards = action if giver == me else lowest_cards(V[HAND + giver], gift_count(V, g))
        if not make_gift(V, cards):
            begin_play(V)
    return play_out(V, me, player)


@rule
def list_actions(S: State, W: State, me: int) -> int:
    """Write all that player `me` may play (or the first ones, and a pass) for judging; how many."""
    count = count_legal(S, me)
    n = min(count, MOST_ACTIONS)
    for i in range(n):
        W[ACTION + i] = legal_number(S, me, i if i < n - 1 else count - 1)
    return n


@rule
def list_gifts(S: State, W: State, me: int, count: int) -> int:
    """Write gifts of the lowest cards for judging, the lowest first; gives how many.

    All that can be made of the lowest cards, as many of these as give no more than fit in.
    """
    hand = S[HAND + me]
    for wide in range(size_of(hand), count - 1, -1):
        cards = lowest_cards(hand, wide)
        n = 0
        gift = lowest_cards(cards, count)
        while gift != 0 and n < MOST_ACTIONS:
            W[ACTION + n] = gift
            n += 1
            gift = next_gift_of(cards, gift)
        if gift == 0:
            return n
    return 0


@rule
def next_gift_of(cards: int, gift: int) -> int:
    """The next choice of as many of these cards, or 0 after the last one.

    >>> hex(next_gift_of(0x112, 0x002)), hex(next_gift_of(0x112, 0x110)), next_gift_of(0x1, 0x1)
    ('0x11', '0x0', 0)
    """
    low = 0  # cards given of the ranks below
    for rank in range(14):
        own = count_at(gift, rank)
        if low > 0 and own < count_at(cards, rank):
            # one more here, the rest as low as it goes
            kept = gift & (-1 << (4 * rank))
            below = cards & ((1 << (4 * rank)) - 1)
            return kept + (1 << (4 * rank)) + lowest_cards(below, low - 1)
        low += own
    return 0


@rule
def drop_worse(W: State, count: int) -> int:
    """Keep the better half of the actions, in their order; gives how many."""
    keep = (count + 1) // 2
    while count > keep:
        worst = 0
        for i in range(count):
            if W[TOTAL + i] >= W[TOTAL + worst]:
                worst = i
        count -= 1
        for i in range(worst, count):
            W[ACTION + i] = W[ACTION + i + 1]
            W[TOTAL + i] = W[TOTAL + i + 1]
    return count


@rule
def best_action(
    S: State,
    W: State,
    V: State,
    me: int,
    count: int,
    samples: int,
    player: int,
    gifts: int,
    key: int,
) -> int:
    """The action with the best mean place of `count` listed in `W`; `key` begins its luck."""
    first_world(S, W, me, key, gifts)
    for i in range(SIZE):
        V[i] = W[i]
    for i in range(count):
        W[TOTAL + i] = 0
    # worlds are a little alike then, which costs less than more steps would
    steps = W[SLOTS] // 3 + 1
    for k in range(samples):
        if count > _FEW and (k == samples // 4 or k == samples // 2):
            count = drop_worse(W, count)
        next_world(W, me, steps)
        for i in range(count):
            W[TOTAL + i] += place_after(W, V, me, W[ACTION + i], player)
    best = 0
    for i in range(count):
        if W[TOTAL + i] < W[TOTAL + best]:
            best = i
    return W[ACTION + best]
