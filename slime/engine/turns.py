"""What a play or a pass does: who acts next, when a trick and the deal end, who gets which place.

Who acts next stands in `pass_turn` and `new_trick`, places and the champion's fall in `go_out`.
"""

from __future__ import annotations

from slime.engine.beats import set_lead, set_to_beat
from slime.engine.hands import CARDS, size_of
from slime.engine.layout import (
    CARDS_LEFT,
    CHAMPION,
    CLEARS,
    DEAL_TURNED,
    EQUAL_SKIPS,
    FALLEN,
    FALLEN_CHAMPION,
    FINISH,
    FOUL_FINISH,
    FREE_PASS,
    HAND,
    LAST_PLACE,
    LEAD_AFTER_OUT,
    LEADER,
    LEAVES,
    LED,
    LEFT_AT_FIRST_OUT,
    LOCKED_PASS,
    NEXT_PLACE,
    NEXT_PLAYER,
    ONE_TURN,
    OUT_TURN,
    OVER,
    PASSED,
    PASSING,
    PHASE,
    PLACE,
    PLAYED_BY,
    PLAYED_CARDS,
    PLAYERS,
    PLAYERS_OUT,
    PLAYING,
    PREVIOUS_PLAYER,
    RANK_BIT,
    REMOVED_CARDS,
    STILL_OPEN,
    STOP,
    SWITCHES,
    TO_BEAT_BY,
    TO_BEAT_RANK,
    TO_RIGHT,
    TRICK,
    TURN,
    TURNED,
    TURNS,
    WILD,
    WON,
    State,
)
from slime.engine.marks import hot, rule


@hot
@rule
def start_trick(S: State, leader: int) -> None:
    """Let a player lead."""
    S[PHASE] = PLAYING
    S[TRICK] += 1
    S[LED + leader] += 1
    S[PASSED] = 0
    S[TURN] = leader
    S[LEADER] = leader
    S[STOP] = leader
    S[TURNED] = S[DEAL_TURNED]
    set_lead(S)


@hot
@rule
def new_trick(S: State) -> int:
    """The trick is over: let its winner, or who stands in for him, lead; gives who."""
    leader = S[TO_BEAT_BY]
    S[WON + leader] += 1
    right = S[PREVIOUS_PLAYER + leader]
    if S[HAND + leader] == 0 and S[LEAD_AFTER_OUT] == TO_RIGHT and S[HAND + right] != 0:
        leader = right
    while S[HAND + leader] == 0:
        leader = S[NEXT_PLAYER + leader]
    start_trick(S, leader)
    return leader


@hot
@rule
def next_in_trick(S: State, p: int) -> int:
    """Who has the turn after player `p`, clockwise; -1 where the trick ends before."""
    stop = S[STOP]
    locked = S[PASSED] if S[PASSING] == LOCKED_PASS else 0
    q = S[NEXT_PLAYER + p]
    while q != stop:
        if S[HAND + q] != 0 and (locked >> q) & 1 == 0:
            return q
        q = S[NEXT_PLAYER + q]
    return -1


@hot
@rule
def pass_turn(S: State, p: int) -> int:
    """Give the turn to who has it after player `p`; the trick may end on the way; gives who."""
    q = next_in_trick(S, p)
    if q < 0:
        return new_trick(S)
    S[TURN] = q
    return q


@rule
def after_set(S: State, p: int, rank: int, before: int) -> int:
    """Whose turn is the last one after player `p` laid this rank on rank `before`.

    A set that clears lets nobody come before the trick's end; on an equal one the next player
    loses the turn.
    """
    if S[CLEARS] & (8 << (4 * rank)) != 0:
        S[STOP] = S[NEXT_PLAYER + p]
    elif S[EQUAL_SKIPS] != 0 and rank == before:
        loser = next_in_trick(S, p)
        if loser >= 0:
            return loser
    return p


@rule
def end_deal(S: State) -> None:
    """Give the places that are left: the open one, then, in `FINISH`, the fallen champion."""
    S[PHASE] = OVER
    count = S[PLAYERS]
    for p in range(count):
        if S[PLACE + p] == 0:
            S[PLACE + p] = S[NEXT_PLACE]
            S[FINISH + p] = S[PLAYERS_OUT] + 1
    for p in range(count):
        if S[FINISH + p] == 0:
            S[FINISH + p] = count


@rule
def take_place(S: State, p: int, best: bool) -> None:
    """Give player `p` the best place still free, or the worst."""
    S[PLACE + p] = S[NEXT_PLACE] if best else S[LAST_PLACE]
    S[NEXT_PLACE if best else LAST_PLACE] += 1 if best else -1
    S[STILL_OPEN] -= 1


@rule
def go_out(S: State, p: int, cards: int) -> None:
    """Player `p` has played `cards`, his last: give him his place; the champion may fall."""
    S[PLAYERS_OUT] += 1
    S[FINISH + p] = S[PLAYERS_OUT]
    S[OUT_TURN + p] = S[TURNS]
    if S[PLAYERS_OUT] == 1:
        for q in range(S[PLAYERS]):
            S[LEFT_AT_FIRST_OUT + q] = S[CARDS_LEFT + q]
    if S[PLACE + p] == 0:  # a fallen champion keeps the place that he has
        fair = cards & S[FOUL_FINISH] == 0
        take_place(S, p, fair)
        champion = S[CHAMPION]
        if fair and S[PLACE + p] == 1 and champion >= 0 and S[PLACE + champion] == 0:
            S[FALLEN] = champion
            take_place(S, champion, False)
            if S[FALLEN_CHAMPION] == LEAVES:
                S[REMOVED_CARDS] = S[HAND + champion]
                S[HAND + champion] = 0
    if S[STILL_OPEN] <= 1:
        end_deal(S)


@hot
@rule
def play_set(S: State, p: int, action: int) -> None:
    """Player `p` plays a set (which must be legal); going out and the turn are not seen to."""
    cards = action & CARDS
    rank = action >> RANK_BIT
    size = size_of(cards) if S[WILD] != 0 else cards >> (4 * rank)
    S[HAND + p] -= cards
    S[CARDS_LEFT + p] -= size
    S[PLAYED_CARDS] += cards
    S[PLAYED_BY + p] += cards
    S[TO_BEAT_BY] = p
    set_to_beat(S, rank, size)
    if S[PASSING] == FREE_PASS:
        S[PASSED] = 0
    if S[PASSING] != ONE_TURN:
        S[STOP] = p


@hot
@rule
def act(S: State, p: int, action: int) -> int:
    """Player `p` does something legal: plays a set, or passes (`action` 0).

    Gives who acts next, -1 once the deal is over.
    """
    S[TURNS] += 1
    if action == 0:
        S[PASSED] |= 1 << p
    else:
        before = S[TO_BEAT_RANK]
        play_set(S, p, action)
        if S[HAND + p] == 0:
            go_out(S, p, action & CARDS)
            if S[PHASE] == OVER:
                return -1
        if S[SWITCHES] > 1:
            p = after_set(S, p, action >> RANK_BIT, before)
    return pass_turn(S, p)
