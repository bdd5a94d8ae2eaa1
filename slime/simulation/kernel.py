"""The loop over deals and matches: the only code here that the stepping game does not share.

It plays one world, or two with the same luck: every deal of the first is played under the rules
and players of the second too (a counterfactual).  Written in the subset of `slime.engine.marks`:
it runs as plain Python on lists and compiled on arrays.  It can stop where somebody outside must
be asked, and goes on from its `cursor` afterwards.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from slime.engine.beats import FINE
from slime.engine.dealing import (
    begin_play,
    deal_out,
    fill_pack,
    open_exchange,
    seat_players,
    shuffle_pack,
    start_deal,
    start_match,
    take_words,
)
from slime.engine.exchange import (
    forced_gift,
    gift_count,
    gift_from,
    make_gift,
    why_not_answer,
)
from slime.engine.layout import (
    CARDS_LEFT,
    DEAL,
    DEALER_IS,
    ENDED,
    EXCHANGING,
    FINISH,
    GAVE,
    GIFT,
    GOT,
    HAND,
    KEY_COUNT,
    LEADER,
    LED,
    LEFT_AT_FIRST_OUT,
    LUCK,
    MAX_PLAYERS,
    NEXT_PLAYER,
    OPTION,
    OPTIONS,
    OUT_TURN,
    PHASE,
    PLACE,
    PLAYERS,
    PLAYING,
    PREVIOUS_PLACE,
    PRIVATE,
    SEATS_AT,
    SIZE,
    STRATEGY_ID,
    TRICK,
    TURN,
    TURNS,
    WON,
    State,
)
from slime.engine.marks import primitive, rule
from slime.engine.seating import close_deal
from slime.engine.strength import strength, top_cards, whole_pack
from slime.engine.turns import act
from slime.simulation.dispatch import choose, give

#: What a stretch of play ended with: all done, or somebody outside is to be asked.
DONE, WAITING = 0, 1
#: Cells of the cursor: match, deal, the next step of it, lines of the log; the world whose step
#: it is (0 or 1); and what an answer was that is not legal.
MATCH_AT, DEAL_AT, STEP_AT, LOGGED, WORLD_AT, SAID = 0, 1, 2, 3, 4, 5
CURSOR = 6
_START, _SHUFFLE, _EXCHANGE, _PLAY = 0, 1, 2, 3

#: Columns of a log of plays.
LOG = ("match", "deal", "trick", "turn", "player", "action")


class Stretch(NamedTuple):
    """Which matches are played: so many from number `first` on, at most `deals` deals each.

    `words`, if there are any, are the secret ones that luck comes from instead of the seed: those
    of each match's beginning and deals in turn (see `slime.engine.streams.secret_words`).
    """

    seed: int
    first: int
    matches: int
    deals: int
    random_seats: bool
    words: Any = np.zeros(0, np.int64)


class Outputs(NamedTuple):
    """Room for what comes out; what is not wanted has length 0.

    `places`, `finish` and those of a second world are [match, deal, player]; `played[i]` is the
    number of deals of a match, negative where the room did not do; `details` is
    [detail, match, deal, player] (see `slime.simulation.columns`), `log` [line, `LOG`].  `recent`
    and `mine` are for counting; `counts`, `squares` and `cross` [lag, before, after] and `totals`
    [player, place] are the counts.
    """

    places: NDArray[np.int8] = np.zeros((0, 0, 0), np.int8)
    finish: NDArray[np.int8] = np.zeros((0, 0, 0), np.int8)
    places_b: NDArray[np.int8] = np.zeros((0, 0, 0), np.int8)
    finish_b: NDArray[np.int8] = np.zeros((0, 0, 0), np.int8)
    played: NDArray[np.int64] = np.zeros(0, np.int64)
    details: NDArray[np.int64] = np.zeros((0, 0, 0, 0), np.int64)
    log: NDArray[np.int64] = np.zeros((0, 0), np.int64)
    recent: NDArray[np.int64] = np.zeros((0, 0), np.int64)
    mine: NDArray[np.int64] = np.zeros((0, 0, 0), np.int64)
    counts: NDArray[np.int64] = np.zeros((0, 0, 0), np.int64)
    squares: NDArray[np.int64] = np.zeros((0, 0, 0), np.int64)
    cross: NDArray[np.int64] = np.zeros((0, 0, 0), np.int64)
    totals: NDArray[np.int64] = np.zeros((0, 0), np.int64)


@primitive
def cells(array: State) -> State:
    """The array itself; a compiler may take the bare address of its first item."""
    return array


@rule
def exchange_on(S: State, general_loop: Any, all_strategies: Any) -> int:
    """Go on with the exchange, then begin play; `WAITING` if a gift must be asked for."""
    while S[PHASE] == EXCHANGING:
        cards = forced_gift(S)
        if cards < 0:
            giver = gift_from(S, S[GIFT])
            if S[STRATEGY_ID + giver] < 0:
                return WAITING
            cards = give(S, giver, gift_count(S, S[GIFT]), general_loop, all_strategies)
        if not make_gift(S, cards):
            begin_play(S)
    return DONE


@rule
def play_on(
    S: State, cursor: State, m: int, log: Any, general_loop: Any, all_strategies: Any
) -> int:
    """Go on with play to the deal's end, with a line a turn in the log (None: there is none).

    `WAITING` if a player must be asked.
    """
    p = S[TURN] if S[PHASE] == PLAYING else -1
    while p >= 0:
        if general_loop is not None and S[STRATEGY_ID + p] < 0:
            return WAITING
        action = choose(S, p, general_loop, all_strategies)
        if log is not None and log.shape[0] > 0:
            note_action(S, cursor, m, log, action)
        p = act(S, p, action)
    return DONE


@rule
def note_action(S: State, cursor: State, m: int, log: Any, action: int) -> None:
    """Write a line of the log: what the player to act is about to do."""
    row = cursor[LOGGED]
    log[row, 0] = m
    log[row, 1] = cursor[DEAL_AT] + 1
    log[row, 2] = S[TRICK]
    log[row, 3] = S[TURNS] + 1
    log[row, 4] = S[TURN]
    log[row, 5] = action
    cursor[LOGGED] = row + 1


@rule
def asked_player(S: State) -> int:
    """Who is to be asked where the engine waits."""
    return S[TURN] if S[PHASE] == PLAYING else gift_from(S, S[GIFT])


@rule
def show(S: State, view: State, me: int) -> None:
    """Copy into `view` what player `me` may see of the state; all else is 0."""
    for i in range(PRIVATE):
        view[i] = S[i]
    for i in range(PRIVATE, SIZE):
        view[i] = 0
    for row in range(HAND, OPTION, MAX_PLAYERS):
        view[row + me] = S[row + me]
    for i in range(OPTION + me * OPTIONS, OPTION + (me + 1) * OPTIONS):
        view[i] = S[i]


@rule
def open_page(S: State, page: State, me: int) -> None:
    """Put what only player `me` sees on an empty page: its cell `PRIVATE` + i at place i."""
    for row in range(HAND, OPTION, MAX_PLAYERS):
        page[row + me - PRIVATE] = S[row + me]
    for i in range(OPTION + me * OPTIONS, OPTION + (me + 1) * OPTIONS):
        page[i - PRIVATE] = S[i]


@rule
def close_page(S: State, page: State, me: int) -> None:
    """Take what player `me` drew from the page and empty it; draws reach the row of luck alone."""
    S[LUCK + me] = page[LUCK + me - PRIVATE]
    for row in range(HAND, OPTION, MAX_PLAYERS):
        page[row + me - PRIVATE] = 0
    for i in range(LUCK - PRIVATE, OPTION - PRIVATE):
        page[i] = 0
    for i in range(OPTION + me * OPTIONS, OPTION + (me + 1) * OPTIONS):
        page[i - PRIVATE] = 0


@rule
def answer(S: State, said: int) -> int:
    """Carry out what an outside player answered; gives why it is not legal, or `FINE`."""
    p = asked_player(S)
    code = why_not_answer(S, p, said)
    if code == FINE and S[PHASE] == EXCHANGING:
        if not make_gift(S, said):
            begin_play(S)
    elif code == FINE:
        act(S, p, said)
    return code


@rule
def log_and_answer(state: State, at: State, first: int, log: Any, said: int) -> int:
    """The same, with a line in the log (if there is one) where it is a play or a pass."""
    S, cursor = cells(state), cells(at)
    if log.shape[0] > 0 and S[PHASE] == PLAYING:
        note_action(S, cursor, first + cursor[MATCH_AT], log, said)
    return answer(S, said)


@rule
def begin_match(S: State, stretch: Stretch, i: int, pack: State) -> None:
    """Begin match `i` of the stretch."""
    if len(stretch.words) == 0:
        start_match(S, stretch.seed, stretch.first + i, stretch.random_seats, pack)
    else:
        take_words(S, stretch.words, i * (stretch.deals + 1) * KEY_COUNT)
        seat_players(S, stretch.random_seats, pack)


@rule
def open_deal(S: State, pack: State) -> None:
    """Shuffle and deal the next deal, up to the exchange or the first lead."""
    start_deal(S)
    fill_pack(S, pack)
    shuffle_pack(S, pack)
    deal_out(S, pack)
    if not open_exchange(S):
        begin_play(S)


@rule
def note_dealt(S: State, details: Any, i: int, d: int) -> None:
    """Write down what is known when the cards are dealt."""
    pack = whole_pack(S)
    for p in range(S[PLAYERS]):
        details[1, i, d, p] = S[PREVIOUS_PLACE + p]
        details[2, i, d, p] = 1 if S[DEALER_IS] == p else 0
        details[4, i, d, p] = S[CARDS_LEFT + p]
        details[5, i, d, p] = strength(S[HAND + p], pack)
        details[6, i, d, p] = top_cards(S[HAND + p], pack)


@rule
def note_lead(S: State, details: Any, i: int, d: int) -> None:
    """Write down what is known when play begins."""
    pack = whole_pack(S)
    for k in range(S[PLAYERS]):
        details[0, i, d, S[SEATS_AT + k]] = k
    for p in range(S[PLAYERS]):
        details[3, i, d, p] = 1 if S[LEADER] == p else 0
        details[7, i, d, p] = strength(S[HAND + p], pack)
        details[8, i, d, p] = top_cards(S[HAND + p], pack)
        details[9, i, d, p] = S[GAVE + p]
        details[10, i, d, p] = S[GOT + p]


@rule
def note_end(S: State, details: Any, i: int, d: int) -> None:
    """Write down what is known when the deal is over."""
    for p in range(S[PLAYERS]):
        details[11, i, d, p] = S[LED + p]
        details[12, i, d, p] = S[WON + p]
        details[13, i, d, p] = S[LEFT_AT_FIRST_OUT + p]
        details[14, i, d, p] = S[OUT_TURN + p]


@rule
def tally_deal(S: State, d: int, recent: Any, mine: Any, totals: Any) -> None:
    """Count the finished deal's places, and its moves from the deals before it at each lag."""
    lags = recent.shape[0]
    for lag in range(1, min(lags, d) + 1):
        row = (d - lag) % lags
        for p in range(S[PLAYERS]):
            mine[lag - 1, recent[row, p] - 1, S[PLACE + p] - 1] += 1
    for p in range(S[PLAYERS]):
        recent[d % lags, p] = S[PLACE + p]
        totals[p, S[PLACE + p] - 1] += 1


@rule
def tally_match(deals: int, count: int, mine: Any, counts: Any, squares: Any, cross: Any) -> None:
    """Add a match's counts, their squares and their products with its number of moves."""
    for lag in range(mine.shape[0]):
        moves = max(deals - lag - 1, 0)
        for a in range(count):
            for b in range(count):
                n = mine[lag, a, b]
                counts[lag, a, b] += n
                squares[lag, a, b] += n * n
                cross[lag, a, b] += n * moves
                mine[lag, a, b] = 0


@rule
def note_places(S: State, places: Any, finish: Any, i: int, d: int) -> None:
    """Write down the places of a finished deal, and the order of running out of cards."""
    for p in range(S[PLAYERS]):
        places[i, d, p] = S[PLACE + p]
        finish[i, d, p] = S[FINISH + p]


@rule
def fork(A: State, B: State) -> None:
    """Give world B what lasts from deal to deal in world A; B's rules and players stay its own."""
    for i in range(DEAL, PHASE):
        B[i] = A[i]
    for i in range(NEXT_PLAYER, PREVIOUS_PLACE):  # who sat beside whom: a dealer may rotate
        B[i] = A[i]


@rule
def run_matches(  # noqa: PLR0915 (one loop: a call from compiled code is not free)
    state: State,
    other: Any,
    room: State,
    at: State,
    stretch: Stretch,
    general_loop: Any,
    all_strategies: Any,
    noted: Any,
    out: Outputs,
) -> int:
    """Play a stretch of matches in one world; in a second one, if there is, each deal as well.

    `state` is prepared with rules and strategies, and so is `other`, the counterfactual world:
    its first deal begins as its own rules say, all later ones from what the first world left.
    None: there is none.  `room` is for the pack, `at` is the cursor.

    `general_loop` is None if all players are the baseline, `all_strategies` if all are quick ones
    (see `slime.simulation.dispatch`), `noted` if nothing but places, finish and numbers of deals
    is wanted, else they are True.  Compilers leave out what a None rules out.  Gives `DONE`, or
    `WAITING` for an `answer`.
    """
    A, pack, cursor = cells(state), cells(room), cells(at)
    keep = out.places.shape[0] > 0
    while cursor[MATCH_AT] < stretch.matches:
        i = cursor[MATCH_AT]
        m = stretch.first + i
        if cursor[STEP_AT] == _START:
            begin_match(A, stretch, i, pack)
            if other is not None:
                begin_match(cells(other), stretch, i, pack)
            cursor[DEAL_AT] = 0
            cursor[STEP_AT] = _SHUFFLE
        d = cursor[DEAL_AT]
        while d < stretch.deals:
            S = A
            if other is not None:
                if cursor[WORLD_AT] == 1:
                    S = cells(other)
                elif d > 0 and cursor[STEP_AT] == _SHUFFLE:
                    fork(A, cells(other))
            if cursor[STEP_AT] == _SHUFFLE:
                if len(stretch.words) > 0:
                    take_words(S, stretch.words, (i * (stretch.deals + 1) + d + 1) * KEY_COUNT)
                open_deal(S, pack)
                if noted is not None and out.details.shape[0] > 0:
                    note_dealt(S, out.details, i, d)
                cursor[STEP_AT] = _EXCHANGE
            if cursor[STEP_AT] == _EXCHANGE:
                if exchange_on(S, general_loop, all_strategies) == WAITING:
                    return WAITING
                if noted is not None and out.details.shape[0] > 0:
                    note_lead(S, out.details, i, d)
                cursor[STEP_AT] = _PLAY
            if noted is None:
                asked = play_on(S, cursor, m, None, general_loop, all_strategies)
            else:
                asked = play_on(S, cursor, m, out.log, general_loop, all_strategies)
            if asked == WAITING:
                return WAITING
            cursor[STEP_AT] = _SHUFFLE
            if other is not None:
                if cursor[WORLD_AT] == 0:
                    cursor[WORLD_AT] = 1
                    continue
                cursor[WORLD_AT] = 0
                note_places(cells(other), out.places_b, out.finish_b, i, d)
            if keep:
                note_places(A, out.places, out.finish, i, d)
            if noted is not None:
                if out.details.shape[0] > 0:
                    note_end(A, out.details, i, d)
                if out.counts.shape[0] > 0:
                    tally_deal(A, d, out.recent, out.mine, out.totals)
            close_deal(A)
            d += 1
            cursor[DEAL_AT] = d
            if A[ENDED] != 0:
                break
        out.played[i] = d if A[ENDED] != 0 else -d
        if noted is not None and out.counts.shape[0] > 0:
            tally_match(d, A[PLAYERS], out.mine, out.counts, out.squares, out.cross)
        cursor[MATCH_AT] = i + 1
        cursor[STEP_AT] = _START
    return DONE
