"""Real cards and events, worked out from a deal's log when somebody asks."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from slime.engine import layout as st
from slime.engine.exchange import gift_count, gift_from, gift_kind, gift_to
from slime.engine.hands import CARDS, count_at, low_bit
from slime.game.cards import suit_order
from slime.game.events import (
    DealEnded,
    Dealt,
    Event,
    Fell,
    Gave,
    Moved,
    Passed,
    Played,
    TrickWon,
    WentOut,
)

if TYPE_CHECKING:
    from slime.game.dealview import DealView, Entry

_KINDS = ("best", "choice", "lot")


class RealHands:
    """Real hands, by player and rank position, suits in the order c d h s."""

    def __init__(self, deal: DealView) -> None:
        self.letters = deal.text.order.letters_
        self.position = deal.text.order.position
        self.by_rank: list[list[list[str]]] = []
        for cards in deal._dealt:
            ranks: dict[str, list[str]] = {letter: [] for letter in self.letters}
            for card in cards:
                ranks[card[0]].append(card)
            self.by_rank.append(list(ranks.values()))

    def take(self, p: int, entry: Entry) -> list[str]:
        """Take the cards of an entry out of a hand: those named, or the first of each rank."""
        ranks = self.by_rank[p]
        if entry.cards is not None:
            for card in entry.cards:
                ranks[self.position[card[0]]].remove(card)
            return list(entry.cards)
        taken: list[str] = []
        packed = entry.action & CARDS
        while packed:
            r = low_bit(packed) >> 2
            n = count_at(packed, r)
            taken += ranks[r][:n]
            del ranks[r][:n]
            packed &= ~(15 << (4 * r))
        return taken

    def put(self, p: int, cards: list[str]) -> None:
        for card in cards:
            rank = self.by_rank[p][self.position[card[0]]]
            rank.append(card)
            rank.sort(key=suit_order)

    def flat(self) -> list[list[str]]:
        return [[card for rank in ranks for card in rank] for ranks in self.by_rank]


def _gifts(deal: DealView, hands: RealHands, entries: list[Entry]) -> list[tuple[int, list[str]]]:
    """Move the gifts of a log between real hands; gives (number of the gift, cards)."""
    S = deal.S
    numbers = [g for g in range(2 * S[st.PAIRS]) if gift_count(S, g)]
    out: list[tuple[int, list[str]]] = []
    waiting: tuple[int, list[str]] | None = None
    for g, entry in zip(numbers, entries, strict=False):
        cards = hands.take(entry.player, entry)
        out.append((g, cards))
        if S[st.OPEN]:
            hands.put(gift_to(S, g), cards)
        elif waiting is None:  # blind: nothing moves before both have chosen
            waiting = (gift_to(S, g), cards)
        else:
            hands.put(waiting[0], waiting[1])
            hands.put(gift_to(S, g), cards)
            waiting = None
    if waiting is not None:  # chosen, still lying before the giver
        hands.put(entries[-1].player, waiting[1])
    return out


def hands_after(deal: DealView) -> list[list[str]]:
    """The real cards each player holds after all that is in the log."""
    hands = RealHands(deal)
    _gifts(deal, hands, [e for e in deal._log if e.trick == 0])
    for entry in deal._log:
        if entry.trick and entry.action:
            hands.take(entry.player, entry)
    return hands.flat()


def hands_on(deal: DealView, hands: list[list[str]], at: int) -> list[list[str]]:
    """The real cards each player holds now, from those held after `at` entries of the log."""
    log = deal._log
    if at < 0 or at >= len(log) or not log[at].trick:  # gifts move two hands at a time
        return hands_after(deal)
    out = list(hands)
    letters = deal.text.order.letters_
    for entry in log[at:]:
        if not entry.action:
            continue
        hand = list(out[entry.player])
        if entry.cards is not None:
            for card in entry.cards:
                hand.remove(card)
        else:
            packed = entry.action & CARDS
            while packed:
                rank = low_bit(packed) >> 2
                first = next(i for i, c in enumerate(hand) if c[0] == letters[rank])
                del hand[first : first + count_at(packed, rank)]
                packed &= ~(15 << (4 * rank))
        out[entry.player] = hand
    return out


def tell(deal: DealView) -> tuple[Event, ...]:
    """Everything that happened in the deal so far."""
    S, names, letters = deal.S, deal.players, deal.text.order.letters_
    hands = RealHands(deal)
    seats = deal.dealt_seats
    out: list[Event] = [
        Dealt(
            deal.number,
            deal.dealer,
            seats,
            {name: tuple(cards) for name, cards in zip(names, deal._dealt, strict=True)},
        )
    ]
    log = deal._log
    gifts = list(takewhile(lambda entry: entry.trick == 0, log))
    for g, cards in _gifts(deal, hands, gifts):
        kind = _KINDS[gift_kind(S, g)]
        out.append(Gave(names[gift_from(S, g)], names[gift_to(S, g)], tuple(cards), kind))
    if S[st.PHASE] != st.EXCHANGING and seats != deal.seats:
        out.append(Moved(deal.seats))
    left = [sum(map(len, ranks)) for ranks in hands.by_rank]
    fallen = S[st.FALLEN]
    fall_told = False
    top = trick = 0
    by_rank = hands.by_rank
    new = tuple.__new__  # a named tuple without its own, slow, constructor
    for entry in log[len(gifts) :]:
        p, action, named, number, _ = entry
        if number != trick:
            if trick:
                out.append(new(TrickWon, (names[top], trick, names[p])))
            trick = number
        if not action:
            out.append(new(Passed, (names[p], trick)))
            continue
        top = p
        rank = action >> st.RANK_BIT
        packed = action & CARDS
        n = packed >> (4 * rank)
        # most plays are the first n cards of one rank
        if named is None and 0 < n < 16 and packed == n << (4 * rank):
            row = by_rank[p][rank]
            laid = tuple(row[:n])
            del row[:n]
        else:
            laid = tuple(hands.take(p, entry))
            n = len(laid)
        out.append(new(Played, (names[p], laid, letters[rank], trick)))
        left[p] -= n
        if left[p] == 0:
            out.append(WentOut(names[p], S[st.PLACE + p]))
            if fallen >= 0 and not fall_told:
                fall_told = True
                out.append(Fell(names[fallen], S[st.PLACE + fallen]))
    if S[st.PHASE] == st.PLAYING and trick and S[st.TRICK] != trick:
        out.append(TrickWon(names[top], trick, names[S[st.LEADER]]))
    if deal.over:
        standing = deal.standing or ()
        points = deal.points
        out.append(
            DealEnded(
                standing,
                {n: points[n] for n in names},
                {n: S[st.TOTALS + i] + points[n] for i, n in enumerate(names)},
            )
        )
    return tuple(out)
