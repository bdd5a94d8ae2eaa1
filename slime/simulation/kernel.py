"""The loop over deals and matches: the only code here that the stepping game does not share.

Written in the subset of `slime.engine.rule`: it runs as plain Python on lists and compiled on
arrays.  It can stop where somebody outside must be asked, and goes on from its `cursor` afterwards.
"""

from __future__ import annotations

from typing import Any

from slime.engine.dealing import (
    begin_play,
    deal_out,
    fill_pack,
    open_exchange,
    shuffle_pack,
    start_deal,
    start_match,
)
from slime.engine.exchange import (
    best_cards,
    gift_count,
    gift_from,
    gift_kind,
    make_gift,
    random_cards,
    why_not_answer,
)
from slime.engine.layout import (
    BEST,
    CARDS_LEFT,
    CHOICE,
    DEALER_IS,
    ENDED,
    EXCHANGING,
    FINISH,
    GAVE,
    GIFT,
    GOT,
    HAND,
    LEADER,
    LED,
    LEFT_AT_FIRST_OUT,
    MAX_PLAYERS,
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
)
from slime.engine.play import FINE, State, act
from slime.engine.rule import primitive, rule
from slime.engine.seating import close_deal
from slime.engine.strength import strength, top_cards, whole_pack
from slime.simulation.dispatch import choose, give

#: What a stretch of play ended with: all done, or somebody outside is to be asked.
DONE, WAITING = 0, 1
#: Cells of the cursor: match, deal, and the next step of it.
MATCH_AT, DEAL_AT, STEP_AT, LOGGED = 0, 1, 2, 3
CURSOR = 5  # and one cell for a bad answer
_START, _SHUFFLE, _EXCHANGE, _PLAY = 0, 1, 2, 3

#: The outputs of `run_matches` in its order: axes and kind of number.
OUTPUTS = {
    "places": (3, "int8"),
    "finish": (3, "int8"),
    "played": (1, "int64"),
    "details": (4, "int64"),
    "log": (2, "int64"),
    "recent": (2, "int64"),
    "mine": (3, "int64"),
    "counts": (3, "int64"),
    "squares": (3, "int64"),
    "cross": (3, "int64"),
    "totals": (2, "int64"),
}

#: Columns of `details`, one row a player and deal.
DETAILS = (
    "seat",
    "before",
    "dealer",
    "leader",
    "cards",
    "strength_dealt",
    "tops_dealt",
    "strength_played",
    "tops_played",
    "gave",
    "got",
    "led",
    "won",
    "left_at_first_out",
    "out_turn",
)
#: Columns of a log of plays.
LOG = ("match", "deal", "trick", "turn", "player", "action")


@primitive
def cells(array: State) -> State:
    """The array itself; a compiler may take the bare address of its first item."""
    return array


@rule
def exchange_on(S: State, mixed: Any, every: Any) -> int:
    """Go on with the exchange, then begin play; `WAITING` if a gift must be asked for."""
    while S[PHASE] == EXCHANGING:
        g = S[GIFT]
        giver, count = gift_from(S, g), gift_count(S, g)
        kind = gift_kind(S, g)
        if kind == BEST:
            cards = best_cards(S[HAND + giver], count)
        elif kind == CHOICE:
            if S[STRATEGY_ID + giver] < 0:
                return WAITING
            cards = give(S, giver, count, mixed, every)
        else:
            cards = random_cards(S, S[HAND + giver], count)
        if not make_gift(S, cards):
            begin_play(S)
    return DONE


@rule
def play_on(S: State, cursor: State, m: int, log: Any, mixed: Any, every: Any) -> int:
    """Go on with play to the deal's end, with a line a turn in the log (None: there is none).

    `WAITING` if a player must be asked.
    """
    p = S[TURN] if S[PHASE] == PLAYING else -1
    while p >= 0:
        if mixed is not None and S[STRATEGY_ID + p] < 0:
            return WAITING
        action = choose(S, p, mixed, every)
        if log is not None and log.shape[0] > 0:
            note_action(S, cursor, m, log, action)
        p = act(S, p, action)
    return DONE


@rule
def note_action(S: State, cursor: State, m: int, log: Any, action: int) -> None:
    """Write a line of the log: what whose turn it is is about to do."""
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
        details[i, d, p, 1] = S[PREVIOUS_PLACE + p]
        details[i, d, p, 2] = 1 if S[DEALER_IS] == p else 0
        details[i, d, p, 4] = S[CARDS_LEFT + p]
        details[i, d, p, 5] = strength(S[HAND + p], pack)
        details[i, d, p, 6] = top_cards(S[HAND + p], pack)


@rule
def note_lead(S: State, details: Any, i: int, d: int) -> None:
    """Write down what is known when play begins."""
    pack = whole_pack(S)
    for k in range(S[PLAYERS]):
        details[i, d, S[SEATS_AT + k], 0] = k
    for p in range(S[PLAYERS]):
        details[i, d, p, 3] = 1 if S[LEADER] == p else 0
        details[i, d, p, 7] = strength(S[HAND + p], pack)
        details[i, d, p, 8] = top_cards(S[HAND + p], pack)
        details[i, d, p, 9] = S[GAVE + p]
        details[i, d, p, 10] = S[GOT + p]


@rule
def note_end(S: State, details: Any, i: int, d: int) -> None:
    """Write down what is known when the deal is over."""
    for p in range(S[PLAYERS]):
        details[i, d, p, 11] = S[LED + p]
        details[i, d, p, 12] = S[WON + p]
        details[i, d, p, 13] = S[LEFT_AT_FIRST_OUT + p]
        details[i, d, p, 14] = S[OUT_TURN + p]


@rule
def tally_deal(S: State, d: int, recent: Any, mine: Any) -> None:
    """Count the finished deal's moves from the deals before it, at each lag."""
    lags = recent.shape[0]
    for lag in range(1, min(lags, d) + 1):
        row = (d - lag) % lags
        for p in range(S[PLAYERS]):
            mine[lag - 1, recent[row, p] - 1, S[PLACE + p] - 1] += 1
    for p in range(S[PLAYERS]):
        recent[d % lags, p] = S[PLACE + p]


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
def run_matches(
    state: State,
    room: State,
    at: State,
    seed: int,
    first: int,
    matches: int,
    deals: int,
    by_lot: bool,
    mixed: Any,
    every: Any,
    places: Any,
    finish: Any,
    played: Any,
    details: Any,
    log: Any,
    recent: Any,
    mine: Any,
    counts: Any,
    squares: Any,
    cross: Any,
    totals: Any,
) -> int:
    """Play matches from number `first` on, at most `deals` deals each; see `slime.simulation.run`.

    `mixed` is None if all players are the yardstick and nothing but places, finish and numbers
    of deals is wanted, else True; `every` is None if all strategies are quick ones, else True
    (see `slime.simulation.dispatch`).  Compilers leave out what a None rules out.  Outputs not
    wanted have length 0.  `played[i]` is the number of deals of a match, negative where `deals`
    did not do.  Gives `DONE`, or `WAITING` for an `answer`.
    """
    S, pack, cursor = cells(state), cells(room), cells(at)
    count = S[PLAYERS]
    keep = places.shape[0] > 0
    while cursor[MATCH_AT] < matches:
        i = cursor[MATCH_AT]
        m = first + i
        if cursor[STEP_AT] == _START:
            start_match(S, seed, m, by_lot, pack)
            cursor[DEAL_AT] = 0
            cursor[STEP_AT] = _SHUFFLE
        d = cursor[DEAL_AT]
        while d < deals:
            if cursor[STEP_AT] == _SHUFFLE:
                open_deal(S, pack)
                if mixed is not None and details.shape[0] > 0:
                    note_dealt(S, details, i, d)
                cursor[STEP_AT] = _EXCHANGE
            if cursor[STEP_AT] == _EXCHANGE:
                if exchange_on(S, mixed, every) == WAITING:
                    return WAITING
                if mixed is not None and details.shape[0] > 0:
                    note_lead(S, details, i, d)
                cursor[STEP_AT] = _PLAY
            if mixed is None:
                asked = play_on(S, cursor, m, None, mixed, every)
            else:
                asked = play_on(S, cursor, m, log, mixed, every)
            if asked == WAITING:
                return WAITING
            if keep:
                for p in range(count):
                    places[i, d, p] = S[PLACE + p]
                    finish[i, d, p] = S[FINISH + p]
            if mixed is not None:
                if details.shape[0] > 0:
                    note_end(S, details, i, d)
                if counts.shape[0] > 0:
                    tally_deal(S, d, recent, mine)
                    for p in range(count):
                        totals[p, S[PLACE + p] - 1] += 1
            close_deal(S)
            d += 1
            cursor[DEAL_AT] = d
            cursor[STEP_AT] = _SHUFFLE
            if S[ENDED] != 0:
                break
        played[i] = d if S[ENDED] != 0 else -d
        if mixed is not None and counts.shape[0] > 0:
            tally_match(d, count, mine, counts, squares, cross)
        cursor[MATCH_AT] = i + 1
        cursor[STEP_AT] = _START
    return DONE


__all__ = [
    "CURSOR",
    "DETAILS",
    "DONE",
    "LOG",
    "WAITING",
    "answer",
    "asked_player",
    "note_action",
    "run_matches",
    "show",
]
