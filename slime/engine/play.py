"""The rules of play: what may be laid, what beats what, who acts next, who gets which place.

Each of these lives in one function: `set_top` (what may follow), `pass_turn` and `new_trick`
(who acts next), `go_out` (places and the champion's fall).  All work on the flat state.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from slime.engine.hands import CARDS, MARKS, ONES, held, size_of, within
from slime.engine.layout import (
    ABOVE,
    AFTER_OUT,
    AT_FIRST,
    BIG_TWO,
    BIGGER,
    CHAMPION,
    EQUAL,
    FALLEN,
    FINISH,
    FREE,
    FREE_PASS,
    GONE,
    HAND,
    JOKER,
    KEPT,
    LEADER,
    LEAST,
    LEAVES,
    LED,
    LEFT,
    LOCKED_PASS,
    MOST_CARDS,
    MUST_PLAY,
    NEXT,
    ONE_TURN,
    OUT,
    OUT_TURN,
    OVER,
    PACK_MOST,
    PASSED,
    PASSING,
    PHASE,
    PLACE,
    PLAYERS,
    PREVIOUS,
    RANK_BIT,
    RANKED,
    SINGLE,
    STILL_OPEN,
    STOP,
    SWITCHES,
    TO_RIGHT,
    TOP_BY,
    TOP_RANK,
    TOP_SIZE,
    TRICK,
    TRUMP,
    TURN,
    TURNS,
    WILD,
    WON,
)
from slime.engine.rule import hot, rule

State = MutableSequence[int]

# why an action is not legal
FINE = 0
DEAL_OVER = 1
OUT_OF_TURN = 2
PASS_ON_LEAD = 3
MUST_PLAY_NOW = 4
NOT_HELD = 5
NOT_A_SET = 6
WRONG_SIZE = 7
TOO_LOW = 8


@hot
@rule
def set_open(S: State) -> None:
    """Let anything follow: any rank that a set may stand for, in any number of cards."""
    S[ABOVE] = S[RANKED]
    S[LEAST] = 1
    S[MOST_CARDS] = PACK_MOST
    S[SINGLE] = 0


@hot
@rule
def set_lead(S: State) -> None:
    """Nothing lies on the table: what may be led."""
    S[TOP_RANK] = -1
    S[TOP_SIZE] = 0
    set_open(S)


@hot
@rule
def set_top(S: State, rank: int, size: int) -> None:
    """Put a set of this rank and size on top and say what may follow.

    What beats what is written here and nowhere else: as many cards of a higher rank, and what
    the rules' switches change about that.
    """
    S[TOP_RANK] = rank
    S[TOP_SIZE] = size
    higher = -16 << (4 * rank)
    S[ABOVE] = S[RANKED] & higher
    S[LEAST] = size
    S[MOST_CARDS] = size
    if S[SWITCHES] == 0:
        return
    if S[EQUAL] != 0:
        S[ABOVE] = S[RANKED] & (-1 << (4 * rank))
    if S[BIGGER] != 0:
        S[MOST_CARDS] = PACK_MOST
    S[SINGLE] = S[BIG_TWO] & higher
    if S[TRUMP] != 0:
        S[SINGLE] |= 8 << (4 * S[JOKER])
        if rank == S[JOKER]:
            set_open(S)


@hot
@rule
def regular_ranks(S: State, hand: int) -> int:
    """Rank marks at which the hand holds a set, wild cards used, of the size asked or more."""
    least = S[LEAST]
    wild = hand & S[WILD]
    if wild == 0:
        return (hand + (8 - least) * ONES) & S[ABOVE] if least <= 8 else 0
    short = least - size_of(wild)
    marks = S[ABOVE]
    if short > 0:  # wild cards alone do not make it: their own ranks drop out
        marks = ((hand ^ wild) + (8 - short) * ONES) & marks if short <= 8 else 0
    joker = 8 << (4 * S[JOKER])  # nothing else may stand for a joker
    marks &= ~joker
    if (hand >> (4 * S[JOKER])) & 15 >= least:
        marks |= joker & S[ABOVE]
    return marks


@hot
@rule
def single_ranks(S: State, hand: int) -> int:
    """Rank marks of cards that may be laid singly although more than one is asked for."""
    if S[SINGLE] == 0:
        return 0
    return S[SINGLE] & held(hand) if S[LEAST] > 1 else 0


@rule
def may_pass(S: State, p: int) -> bool:
    """Whether player `p`, whose turn it is, may pass."""
    if S[TOP_SIZE] == 0:
        return False
    if S[MUST_PLAY] == 0:
        return True
    return regular_ranks(S, S[HAND + p]) | single_ranks(S, S[HAND + p]) == 0


@rule
def is_set(S: State, cards: int, rank: int) -> bool:
    """Whether these cards may stand together for that rank."""
    own = 15 << (4 * rank)
    others = cards & ~own
    if cards == 0 or S[RANKED] & own == 0 or others & ~S[WILD] != 0:
        return False
    return others == 0 or rank != S[JOKER]


@rule
def why_not_set(S: State, hand: int, action: int) -> int:
    """Why a set cannot be laid from this hand on the top; `FINE` if it can."""
    cards = action & CARDS
    rank = action >> RANK_BIT
    own = 15 << (4 * rank)
    mark = 8 << (4 * rank)
    if cards & own == cards and cards != 0:  # natural cards alone, which is quicker to see
        if cards > hand & own:
            return NOT_HELD
        if S[RANKED] & mark == 0:
            return NOT_A_SET
        size = cards >> (4 * rank)
    else:
        if not within(cards, hand):
            return NOT_HELD
        if not is_set(S, cards, rank):
            return NOT_A_SET
        size = size_of(cards)
    if S[SINGLE] & mark != 0 and cards == 1 << (4 * rank):
        return FINE
    if size < S[LEAST] or size > S[MOST_CARDS]:
        return WRONG_SIZE
    if S[ABOVE] & mark == 0:
        return TOO_LOW
    return FINE


@rule
def why_not(S: State, p: int, action: int) -> int:
    """Why player `p` cannot do this now; `FINE` if he can."""
    if S[PHASE] == OVER:
        return DEAL_OVER
    if S[TURN] != p:
        return OUT_OF_TURN
    if action == 0:
        if S[TOP_SIZE] == 0:
            return PASS_ON_LEAD
        return FINE if may_pass(S, p) else MUST_PLAY_NOW
    return why_not_set(S, S[HAND + p], action)


@hot
@rule
def start_trick(S: State, leader: int) -> None:
    """Let a player lead."""
    S[PHASE] = 1
    S[TRICK] += 1
    S[LED + leader] += 1
    S[PASSED] = 0
    S[TURN] = leader
    S[LEADER] = leader
    S[STOP] = leader
    set_lead(S)


@hot
@rule
def new_trick(S: State) -> int:
    """The trick is over: let its winner, or who stands in for him, lead; gives who."""
    leader = S[TOP_BY]
    S[WON + leader] += 1
    if S[HAND + leader] == 0 and S[AFTER_OUT] == TO_RIGHT and S[HAND + S[PREVIOUS + leader]] != 0:
        leader = S[PREVIOUS + leader]
    while S[HAND + leader] == 0:
        leader = S[NEXT + leader]
    start_trick(S, leader)
    return leader


@hot
@rule
def pass_turn(S: State, p: int) -> int:
    """Find who acts after player `p`, clockwise; the trick may end on the way; gives who."""
    stop = S[STOP]
    skip = S[PASSED] if S[PASSING] == LOCKED_PASS else 0
    q = S[NEXT + p]
    while q != stop:
        if S[HAND + q] != 0 and (skip >> q) & 1 == 0:
            S[TURN] = q
            return q
        q = S[NEXT + q]
    return new_trick(S)


@rule
def end_deal(S: State) -> None:
    """Give the places that are left: the open one, then, in `FINISH`, the fallen champion."""
    S[PHASE] = OVER
    count = S[PLAYERS]
    for p in range(count):
        if S[PLACE + p] == 0:
            S[PLACE + p] = S[FREE]
            S[FINISH + p] = S[OUT] + 1
    for p in range(count):
        if S[FINISH + p] == 0:
            S[FINISH + p] = count


@rule
def go_out(S: State, p: int) -> None:
    """Player `p` has laid his last card: give him his place; the champion may fall."""
    S[OUT] += 1
    S[FINISH + p] = S[OUT]
    S[OUT_TURN + p] = S[TURNS]
    if S[OUT] == 1:
        for q in range(S[PLAYERS]):
            S[AT_FIRST + q] = S[LEFT + q]
    if S[PLACE + p] == 0:  # the fallen champion keeps the last place
        S[PLACE + p] = S[FREE]
        S[FREE] += 1
        S[STILL_OPEN] -= 1
    champion = S[CHAMPION]
    if S[OUT] == 1 and champion >= 0 and champion != p:
        S[FALLEN] = champion
        S[PLACE + champion] = S[PLAYERS]
        S[STILL_OPEN] -= 1
        if S[LEAVES] != 0:
            S[KEPT] = S[HAND + champion]
            S[HAND + champion] = 0
    if S[STILL_OPEN] <= 1:
        end_deal(S)


@hot
@rule
def lay(S: State, p: int, action: int) -> None:
    """Player `p` lays a set (which must be legal); going out and the turn are not seen to."""
    cards = action & CARDS
    rank = action >> RANK_BIT
    size = size_of(cards) if S[WILD] != 0 else cards >> (4 * rank)
    S[HAND + p] -= cards
    S[LEFT + p] -= size
    S[GONE] += cards
    S[TOP_BY] = p
    set_top(S, rank, size)
    if S[PASSING] == FREE_PASS:
        S[PASSED] = 0
    if S[PASSING] != ONE_TURN:
        S[STOP] = p


@hot
@rule
def act(S: State, p: int, action: int) -> int:
    """Player `p` does something legal: lays a set, or passes (`action` 0).

    Gives who acts next, -1 once the deal is over.
    """
    S[TURNS] += 1
    if action == 0:
        S[PASSED] |= 1 << p
    else:
        lay(S, p, action)
        if S[HAND + p] == 0:
            go_out(S, p)
            if S[PHASE] == OVER:
                return -1
    return pass_turn(S, p)


__all__ = [
    "DEAL_OVER",
    "FINE",
    "MARKS",
    "MUST_PLAY_NOW",
    "NOT_A_SET",
    "NOT_HELD",
    "OUT_OF_TURN",
    "PASS_ON_LEAD",
    "TOO_LOW",
    "WRONG_SIZE",
    "act",
    "end_deal",
    "go_out",
    "is_set",
    "lay",
    "may_pass",
    "new_trick",
    "pass_turn",
    "regular_ranks",
    "set_lead",
    "set_open",
    "set_top",
    "single_ranks",
    "start_trick",
    "why_not",
    "why_not_set",
]
