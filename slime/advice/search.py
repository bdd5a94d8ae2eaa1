"""The exact endgame: all ways to play on with open hands, over the rulebook's own functions.

Who acts takes what gives himself the best place; of equally good actions the first in the order
of legal actions (low ranks first, a pass last).  With two players left that order changes no
place; with three it says whom a player helps when it is all the same to him.

Written in the subset of `slime.engine.marks`: plain Python on lists, compiled on arrays.
"""

from __future__ import annotations

from slime.engine.hands import plus, times
from slime.engine.layout import (
    DEAL_TURNED,
    HAND,
    LAST_PLACE,
    LOCKED_PASS,
    MAX_PLAYERS,
    NEXT_PLACE,
    OVER,
    PASSED,
    PASSING,
    PHASE,
    PLACE,
    PLAYERS,
    STOP,
    TO_BEAT_BY,
    TO_BEAT_RANK,
    TO_BEAT_SIZE,
    TURN,
    TURNED,
    State,
)
from slime.engine.legal import count_legal, legal_number
from slime.engine.streams import mix64
from slime.engine.turns import act
from slime.simulation.kernel import cells

#: What a step changes: from here on so many cells, the hands with them.
KEPT_FROM = PHASE
KEPT = HAND + MAX_PLAYERS - PHASE
#: A frame of the stack: those cells; then the four words of the position's key, how many actions
#: there are, how many were judged, the best place for who acts and all places that come with it.
WORDS, ACTIONS, JUDGED, BEST, VALUE = KEPT, KEPT + 4, KEPT + 5, KEPT + 6, KEPT + 7
FRAME = KEPT + 8
#: An entry of the memo: the key's words and the packed places (0: the entry is free).
ENTRY = 5
#: What the search gives where its memo is full.
FULL = -1

_A = 0x9E3779B97F4A7C15 - (1 << 64)
_B = 0xC2B2AE3D27D4EB4F - (1 << 64)
_C = 0x165667B19E3779F9


def packed_places(S: State) -> int:
    """The places of a finished deal, four bits a player."""
    out = 0
    for p in range(S[PLAYERS]):
        out |= S[PLACE + p] << (4 * p)
    return out


def write_key(S: State, who: State, stack: State, at: int) -> None:
    """Write what the rest of the deal depends on into four cells; `who` holds the cards."""
    led = S[TO_BEAT_SIZE] == 0
    trick = S[TURN] | (S[STOP] << 3) | (0 if led else S[TO_BEAT_BY] << 6)
    trick |= ((S[TO_BEAT_RANK] + 1) << 9) | (S[TO_BEAT_SIZE] << 13)
    if S[PASSING] == LOCKED_PASS:
        trick |= S[PASSED] << 20
    trick |= (S[TURNED] << 28) | (S[DEAL_TURNED] << 29)
    trick |= (S[NEXT_PLACE] << 30) | (S[LAST_PLACE] << 34)
    for i in range(3):
        p = who[i]
        stack[at + i] = S[HAND + p] if p >= 0 else 0
        if p >= 0:
            trick |= S[PLACE + p] << (38 + 4 * i)
    stack[at + 3] = trick


def entry_of(stack: State, at: int, memo: State, mask: int) -> int:
    """Where in the memo the key stands, or the free entry where it belongs."""
    h = plus(times(stack[at], _A), times(stack[at + 1], _B))
    i = mix64(plus(h, plus(times(stack[at + 2], _C), stack[at + 3]))) & mask
    while True:
        e = i * ENTRY
        if memo[e + 4] == 0:
            return e
        if (
            memo[e] == stack[at]
            and memo[e + 1] == stack[at + 1]
            and memo[e + 2] == stack[at + 2]
            and memo[e + 3] == stack[at + 3]
        ):
            return e
        i = (i + 1) & mask


def judge_end(
    state: State, who_plays: State, room: State, table: State, mask: int, limit: int
) -> int:
    """The packed places to which a position in play leads, or `FULL`.

    `state` is the position (it is changed), `who_plays` up to three players with cards (-1: no
    more), `room` a stack with a frame for every step to the end, `table` a memo of ``mask + 1``
    entries, a power of two, with one cell more, in which the used ones are counted up to `limit`.
    """
    S, who, stack, memo = cells(state), cells(who_plays), cells(room), cells(table)
    used = (mask + 1) * ENTRY
    depth = -1
    while True:
        # down: the forced steps, then a new frame, or a value that is known
        p = S[TURN]
        while S[PHASE] != OVER and count_legal(S, p) == 1:
            act(S, p, legal_number(S, p, 0))
            p = S[TURN]
        value = 0
        if S[PHASE] == OVER:
            value = packed_places(S)
        else:
            frame = (depth + 1) * FRAME
            write_key(S, who, stack, frame + WORDS)
            value = memo[entry_of(stack, frame + WORDS, memo, mask) + 4]
            if value == 0:
                depth += 1
                for i in range(KEPT):
                    stack[frame + i] = S[KEPT_FROM + i]
                stack[frame + ACTIONS] = count_legal(S, p)
                stack[frame + JUDGED] = 0
                stack[frame + BEST] = MAX_PLAYERS + 1
        # up: what a value means for the frames above
        while value != 0:
            if depth < 0:
                return value
            frame = depth * FRAME
            for i in range(KEPT):
                S[KEPT_FROM + i] = stack[frame + i]
            p = S[TURN]
            own = (value >> (4 * p)) & 15
            stack[frame + JUDGED] += 1
            if own < stack[frame + BEST]:
                stack[frame + BEST] = own
                stack[frame + VALUE] = value
            best = S[NEXT_PLACE] if S[PLACE + p] == 0 else own
            if stack[frame + BEST] > best and stack[frame + JUDGED] < stack[frame + ACTIONS]:
                break
            value = stack[frame + VALUE]
            if memo[used] >= limit:
                return FULL
            memo[used] += 1
            e = entry_of(stack, frame + WORDS, memo, mask)
            for i in range(4):
                memo[e + i] = stack[frame + WORDS + i]
            memo[e + 4] = value
            depth -= 1
        act(S, p, legal_number(S, p, stack[depth * FRAME + JUDGED]))


#: What `judge_end` calls besides rule functions, the inner ones first.
CALLEES = (packed_places, write_key, entry_of)
