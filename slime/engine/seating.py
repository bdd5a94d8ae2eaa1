"""Before play: seats, dealer, who gets how many cards, the first lead; after it: points.

A deal runs through `begin_deal`, the dealing (even shares, then the extras in the order of
`extra_player`), the exchange, `sit_to_play` and `first_leader`; at its end
`close_deal` carries places, points and the end of the match over.
"""

from __future__ import annotations

from slime.engine.hands import size_of
from slime.engine.layout import (
    BY_PLACE,
    BY_TARGET,
    CARDS_LEFT,
    CHAMPION,
    CHAMPION_FALLS,
    CLUBS,
    DEAL,
    DEAL_DRAW,
    DEAL_ROTATE,
    DEAL_TURNED,
    DEALER,
    DEALER_IS,
    ENDED,
    EXTRAS,
    EXTRAS_DEALER,
    FALLEN,
    FIRST_LEAD,
    HAND,
    HAS_STANDING,
    LAST_PLACE,
    LATER_LEAD,
    LEAD_CLUBS,
    LEAD_FIRST,
    LEAD_LAST,
    LEAD_LEFT,
    LENGTH,
    LUCK,
    NEXT_PLACE,
    NEXT_PLAYER,
    PACK,
    PLACE,
    PLAYED_CARDS,
    PLAYERS,
    PLAYERS_OUT,
    POINTS,
    PREVIOUS_PLACE,
    PREVIOUS_PLAYER,
    RANDOM_STATE,
    REMOVED_CARDS,
    SEATING,
    SEATS_AT,
    SHARE,
    STANDING,
    STILL_OPEN,
    SWAP_ENDS,
    TOTALS,
    TRICK,
    TURNED,
    TURNS,
    State,
)
from slime.engine.marks import rule
from slime.engine.streams import below, draw


@rule
def link_seats(S: State) -> None:
    """Write who sits left and right of whom, from the list of seats."""
    count = S[PLAYERS]
    before = S[SEATS_AT + count - 1]
    for i in range(count):
        p = S[SEATS_AT + i]
        S[NEXT_PLAYER + before] = p
        S[PREVIOUS_PLAYER + p] = before
        before = p


@rule
def seats_by_place(S: State) -> None:
    """Seat everybody clockwise in the order of the standing."""
    for i in range(S[PLAYERS]):
        S[SEATS_AT + i] = S[STANDING + i]


@rule
def swap_ends(S: State) -> None:
    """Let champion and slime licker change seats."""
    first, last = S[STANDING], S[STANDING + S[PLAYERS] - 1]
    for i in range(S[PLAYERS]):
        p = S[SEATS_AT + i]
        if p == first:
            S[SEATS_AT + i] = last
        elif p == last:
            S[SEATS_AT + i] = first


@rule
def dealer_is_drawn(S: State) -> bool:
    """Whether chance says who deals the deal that begins."""
    if S[DEAL] == 1:
        return S[HAS_STANDING] == 0
    return S[DEALER] == DEAL_DRAW


@rule
def ruled_dealer(S: State) -> int:
    """Who deals the deal that begins, where chance does not; seats of the deal before."""
    if S[DEAL] > 1 and S[DEALER] == DEAL_ROTATE:
        return S[NEXT_PLAYER + S[DEALER_IS]]
    return S[STANDING + S[PLAYERS] - 1]


@rule
def begin_deal(S: State) -> None:
    """Start the next deal: dealer (see `dealer_is_drawn`), seats as dealt, no cards."""
    S[DEAL] += 1
    count = S[PLAYERS]
    if not dealer_is_drawn(S):
        S[DEALER_IS] = ruled_dealer(S)
    if S[SEATING] == BY_PLACE and S[HAS_STANDING] != 0:
        seats_by_place(S)
    link_seats(S)
    S[TRICK] = 0
    S[FALLEN] = -1
    S[NEXT_PLACE] = 1
    S[LAST_PLACE] = count
    S[TURNED] = 0
    S[DEAL_TURNED] = 0
    S[STILL_OPEN] = count
    S[PLAYERS_OUT] = 0
    S[PLAYED_CARDS] = 0
    S[REMOVED_CARDS] = 0
    S[CHAMPION] = S[STANDING] if S[CHAMPION_FALLS] != 0 and S[DEAL] > 1 else -1
    for i in range(PREVIOUS_PLACE, TURNS + 1):  # what is counted anew in each deal
        S[i] = 0
    for i in range(HAND, LUCK):
        S[i] = 0
    if S[HAS_STANDING] != 0:
        for i in range(count):
            S[PREVIOUS_PLACE + S[STANDING + i]] = i + 1


@rule
def extra_cards(S: State) -> int:
    """How many cards are left over when all have their even share."""
    return S[PACK] - S[SHARE] * S[PLAYERS]


@rule
def extra_player(S: State, i: int, before: int) -> int:
    """Who gets extra card number `i` (from 0), after player `before` got the one before it."""
    dealer = S[DEALER_IS]
    if S[EXTRAS] == EXTRAS_DEALER:
        if i == 0:
            return dealer
        if S[HAS_STANDING] != 0:
            p = S[STANDING] if i == 1 else S[NEXT_PLAYER + before]
            return S[NEXT_PLAYER + p] if p == dealer else p
        return S[NEXT_PLAYER + before]
    return S[NEXT_PLAYER + dealer] if i == 0 else S[NEXT_PLAYER + before]


def extra_players(S: State) -> list[int]:
    """Who gets the cards left over, in the order in which they are dealt (see `deal_out`)."""
    players = [0]
    for i in range(extra_cards(S)):
        players.append(extra_player(S, i, players[-1]))
    return players[1:]


@rule
def take_cards(S: State, p: int, cards: int) -> None:
    """Put dealt cards (a sum of entries of `CARD`) into a player's hand."""
    S[CLUBS + p] += cards >> 56
    S[HAND + p] += cards & 0xFFFFFFFFFFFFFF


@rule
def count_hands(S: State) -> None:
    """Note how many cards each player was dealt."""
    for p in range(S[PLAYERS]):
        S[CARDS_LEFT + p] = size_of(S[HAND + p])


@rule
def sit_to_play(S: State) -> None:
    """Take the seats of play, after the exchange."""
    if S[SEATING] == SWAP_ENDS and S[DEAL] > 1:
        swap_ends(S)
        link_seats(S)


@rule
def lead_rule(S: State) -> int:
    """Which rule says who leads first in this deal."""
    return S[FIRST_LEAD] if S[DEAL] == 1 else S[LATER_LEAD]


@rule
def clubs_leader(S: State) -> int:
    """The first holder of a three of clubs from the dealer's left on; -1 where none is known."""
    p = S[DEALER_IS]
    for _ in range(S[PLAYERS]):
        p = S[NEXT_PLAYER + p]
        if S[CLUBS + p] > 0:
            return p
    return -1


@rule
def first_leader(S: State) -> int:
    """Who leads first; -1 where chance says so (or the three of clubs was not noted)."""
    kind = lead_rule(S)
    if kind == LEAD_CLUBS:
        return clubs_leader(S)
    if kind == LEAD_FIRST:
        return S[STANDING]
    if kind == LEAD_LAST:
        return S[STANDING + S[PLAYERS] - 1]
    if kind == LEAD_LEFT:
        return S[NEXT_PLAYER + S[DEALER_IS]]
    return -1


@rule
def draw_player(S: State) -> int:
    """A player drawn from the stream in `RANDOM_STATE`."""
    return below(draw(S, RANDOM_STATE), S[PLAYERS])


@rule
def close_deal(S: State) -> None:
    """Count the finished deal: standing, totals, whether the match is over."""
    count = S[PLAYERS]
    S[HAS_STANDING] = 1
    reached = False
    for p in range(count):
        S[STANDING + S[PLACE + p] - 1] = p
        S[TOTALS + p] += S[POINTS + S[PLACE + p] - 1]
        reached = reached or S[TOTALS + p] >= S[LENGTH]
    if S[BY_TARGET] == 0:
        reached = S[DEAL] >= S[LENGTH]
    S[ENDED] = 1 if reached else 0


@rule
def draw_value(card: int) -> int:
    """How high a card (0 to 51, rank from the two on times 4 plus suit c d h s) counts.

    For drawn places: ace high, equal ranks by suit, diamonds, hearts, clubs, spades.
    """
    suit = card & 3
    order = 1 if suit == 0 else (3 if suit == 1 else (2 if suit == 2 else 0))
    return (card & ~3) | order


@rule
def drawn_standing(S: State, cards: State) -> None:
    """Set the standing by the cards drawn, one a player: the highest is first."""
    count = S[PLAYERS]
    for p in range(count):
        above = 0
        for q in range(count):
            if draw_value(cards[q]) > draw_value(cards[p]):
                above += 1
        S[STANDING + above] = p
    S[HAS_STANDING] = 1
