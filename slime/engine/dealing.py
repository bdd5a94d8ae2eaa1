"""What luck decides in a match, each from its own keyed stream (see `slime.engine.streams`)."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any

from slime.engine.exchange import start_exchange
from slime.engine.layout import (
    BY_PLACE,
    CARD,
    DEAL,
    DEALER_IS,
    ENDED,
    HAS_STANDING,
    INITIAL_PLACES,
    KEY_COUNT,
    KEYS,
    LUCK,
    MAX_PLAYERS,
    PACK,
    PLAYER_KEYS,
    PLAYERS,
    PURPOSES,
    RANDOM_STATE,
    SEATING,
    SEATS_AT,
    SHARE,
    STANDING,
    TO_BEAT_BY,
    TOTALS,
    State,
)
from slime.engine.marks import rule
from slime.engine.seating import (
    begin_deal,
    count_hands,
    dealer_is_drawn,
    draw_player,
    drawn_standing,
    extra_cards,
    extra_player,
    first_leader,
    seats_by_place,
    sit_to_play,
    take_cards,
)
from slime.engine.streams import (
    DEALER_DRAW,
    GIFTS,
    LEAD,
    PLACES,
    PLAYER,
    SEATS,
    SHUFFLE,
    absorb,
    deal_stream,
    match_key,
    shuffle,
)
from slime.engine.turns import start_trick


@rule
def start_match(
    S: State, seed: int, m: int, random_seats: bool, pack: MutableSequence[int]
) -> None:
    """Begin a match: seats (as numbered, or at random), no points; draw places if the rules do.

    `seed` is a signed 64-bit integer (`slime.engine.streams.seed_word`), `m` the number of the
    match; all its luck comes from these.  `pack` is room for 52 cards.
    """
    for purpose in range(1, PURPOSES):
        S[KEYS + purpose] = match_key(seed, purpose, m)
    for p in range(MAX_PLAYERS):
        S[PLAYER_KEYS + p] = S[KEYS + PLAYER]
    seat_players(S, random_seats, pack)


@rule
def take_words(S: State, words: Sequence[int], at: int) -> None:
    """Let the next deal's luck (that of a match's beginning) come from secret words.

    Those of one deal begin at ``words[at]``; see `slime.engine.streams.secret_words`.
    """
    for i in range(KEY_COUNT):
        S[KEYS + i] = words[at + i]


@rule
def seat_players(S: State, random_seats: bool, pack: MutableSequence[int]) -> None:
    """Begin a match whose streams are keyed: seats, no points, places drawn if the rules do."""
    count = S[PLAYERS]
    S[DEAL] = 0
    S[ENDED] = 0
    S[HAS_STANDING] = 0
    S[TO_BEAT_BY] = 0  # nobody is to see what was in the match before
    for p in range(count):
        S[STANDING + p] = 0
        S[SEATS_AT + p] = p
        S[TOTALS + p] = 0
    if random_seats:
        for p in range(count):
            pack[p] = p
        S[RANDOM_STATE] = deal_stream(S[KEYS + SEATS], 0)
        shuffle(S, RANDOM_STATE, pack, count)
        for p in range(count):
            S[SEATS_AT + p] = pack[p]
    if S[INITIAL_PLACES] != 0:
        for i in range(52):
            pack[i] = i
        S[RANDOM_STATE] = deal_stream(S[KEYS + PLACES], 0)
        shuffle(S, RANDOM_STATE, pack, 52)
        drawn_standing(S, pack)
        if S[SEATING] == BY_PLACE:
            seats_by_place(S)


@rule
def start_deal(S: State) -> None:
    """Begin the next deal: dealer, seats, the players' own streams."""
    begin_deal(S)
    if dealer_is_drawn(S):
        S[RANDOM_STATE] = deal_stream(S[KEYS + DEALER_DRAW], S[DEAL])
        S[DEALER_IS] = draw_player(S)
    for p in range(S[PLAYERS]):
        S[LUCK + p] = absorb(deal_stream(S[PLAYER_KEYS + p], S[DEAL]), p)


@rule
def shuffle_pack(S: State, pack: MutableSequence[Any]) -> None:
    """Shuffle this deal's pack, which lies in `pack` in its fixed order."""
    S[RANDOM_STATE] = deal_stream(S[KEYS + SHUFFLE], S[DEAL])
    shuffle(S, RANDOM_STATE, pack, S[PACK])


@rule
def fill_pack(S: State, pack: MutableSequence[int]) -> None:
    """Put the pack's cards (entries of `CARD`) into `pack` in their fixed order."""
    for i in range(S[PACK]):
        pack[i] = S[CARD + i]


@rule
def deal_out(S: State, pack: MutableSequence[int]) -> None:
    """Deal a shuffled pack of entries of `CARD`.

    Each player in the header's order gets the next even share; what is left at the end of
    the pack goes one each to whom the rules give the extras.
    """
    at = 0
    for p in range(S[PLAYERS]):
        total = 0
        for _ in range(S[SHARE]):
            total += pack[at]
            at += 1
        take_cards(S, p, total)
    p = 0
    for i in range(extra_cards(S)):
        p = extra_player(S, i, p)
        take_cards(S, p, pack[at])
        at += 1
    count_hands(S)


@rule
def open_exchange(S: State) -> bool:
    """Begin the exchange; False if this deal has none."""
    S[RANDOM_STATE] = deal_stream(S[KEYS + GIFTS], S[DEAL])
    return start_exchange(S)


@rule
def begin_play(S: State) -> None:
    """After the exchange: take the seats of play and let the first leader lead."""
    sit_to_play(S)
    leader = first_leader(S)
    if leader < 0:
        S[RANDOM_STATE] = deal_stream(S[KEYS + LEAD], S[DEAL])
        leader = draw_player(S)
    start_trick(S, leader)
