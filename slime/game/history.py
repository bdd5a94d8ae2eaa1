"""The log of a deal, and what is worked out of it: the state at any step, real cards, events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import NamedTuple, Self

from slime._checks import check_choice, check_int
from slime.engine import layout as st
from slime.engine.beats import turn_order
from slime.engine.exchange import gift_from, gift_kind, gift_to, gifts, make_gift
from slime.engine.hands import CARDS, count_at, low_bit, size_of
from slime.engine.turns import act
from slime.game.cards import Hand, suit_order
from slime.game.events import (
    Cleared,
    DealEnded,
    Dealt,
    Event,
    Fell,
    Gave,
    Moved,
    Passed,
    Played,
    Skipped,
    TrickWon,
    Turned,
    WentOut,
)
from slime.game.setting import Setting
from slime.game.table import KINDS, Table


class Entry(NamedTuple):
    """A line of the log: what a player did, at rank level, and with which cards if said.

    `trick` is 0 for a gift.  `luck` is the state of the stream used, before.
    """

    player: int
    action: int
    cards: tuple[str, ...] | None
    trick: int
    luck: int


class RealHands:
    """Real hands, by player and rank position, suits in the order c d h s."""

    def __init__(self, deal: DealHistory) -> None:
        order, S = deal.text.order, deal._S
        self.position = order.position
        self.by_rank: list[list[list[str]]] = []
        for cards in deal._dealt:
            ranks: dict[str, list[str]] = {letter: [] for letter in order.letters_}
            for card in cards:
                ranks[card[0]].append(card)
            self.by_rank.append(list(ranks.values()))
        self._open = S[st.EXCHANGE_OPEN]
        self.gifts = gifts(S)
        self._takers = iter([gift_to(S, g) for g in self.gifts])
        #: a blind gift that is chosen and lies before its giver until the other one is chosen
        self._waiting: tuple[Entry, int] | None = None

    def follow(self, entry: Entry) -> list[str]:
        """Move the cards of an entry: those named, or the first of each rank; gives them."""
        cards = self._take(entry)
        if entry.trick == 0:
            taker = next(self._takers)
            if self._waiting is not None:
                other, its_taker = self._waiting
                self._waiting = None
                self._put(its_taker, self._take(other))
            elif not self._open:
                self._waiting, taker = (entry, taker), entry.player
            self._put(taker, cards)
        return cards

    def _take(self, entry: Entry) -> list[str]:
        ranks = self.by_rank[entry.player]
        if entry.cards is not None:
            for card in entry.cards:
                ranks[self.position[card[0]]].remove(card)
            return list(entry.cards)
        packed, taken = entry.action & CARDS, []
        while packed:
            rank = low_bit(packed) >> 2
            n = count_at(packed, rank)
            taken += ranks[rank][:n]
            del ranks[rank][:n]
            packed &= ~(15 << (4 * rank))
        return taken

    def _put(self, p: int, cards: list[str]) -> None:
        for card in cards:
            rank = self.by_rank[p][self.position[card[0]]]
            rank.append(card)
            rank.sort(key=suit_order)

    def hand(self, p: int) -> list[str]:
        """The cards of a player, low to high, those that only lie before him too."""
        return [card for rank in self.by_rank[p] for card in rank]


class DealHistory(Table):
    """A table with the log of what was done at it; `slime.game.deal.Deal` is the whole."""

    def __init__(
        self,
        setting: Setting,
        S: list[int],
        dealt: Sequence[Sequence[str]],
        begin_play: Callable[[list[int]], None],
    ) -> None:
        self.setting = setting
        self._S = S
        self._begin_play = begin_play
        self._dealt = [setting.text.order.sort(cards) for cards in dealt]
        self._start = S[:]
        self._log: list[Entry] = []
        self._redo: list[tuple[Entry, int]] = []
        self.closed = False
        self._real: tuple[RealHands, int] | None = None
        if S[st.PHASE] == st.OVER:  # no exchange is due
            begin_play(S)

    @property
    def S(self) -> list[int]:  # noqa: N802 - the state is called so everywhere
        """The flat state, laid out as `slime.engine.layout` says; to be read only."""
        return self._S

    @property
    def log(self) -> tuple[Entry, ...]:
        """What was done, as compact entries."""
        return tuple(self._log)

    @property
    def dealt(self) -> list[list[str]]:
        """The cards as dealt, in the order of `players`."""
        return [list(cards) for cards in self._dealt]

    @property
    def dealt_seats(self) -> tuple[str, ...]:
        """Names clockwise, as they sat while dealing."""
        return tuple(self.players[p] for p in self._start[st.SEATS_AT :][: len(self.players)])

    @property
    def hands(self) -> list[list[str]]:
        """The cards all players hold now, in the order of `players`; the lists are copies."""
        real = self._real_hands()
        return [real.hand(p) for p in range(len(self.players))]

    def hand(self, name: str) -> Hand:
        """The cards a player holds now, low to high; a notebook shows them as cards.

        Parameters
        ----------
        name : str
            One of `players`.

        Returns
        -------
        Hand
            A list of cards.

        Examples
        --------
        >>> import slime
        >>> deal = slime.Match(players=["Anna", "Boris", "Vera", "Gleb"], seed=1).next_deal()
        >>> deal.hand("Anna")[:3]
        ['4s', '5d', '6h']
        """
        return Hand(self._real_hands().hand(self._index(name)), self.setting.lang, name)

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, in words that programs read; see `slime.game.events`."""
        return events_of(self)

    def _index(self, name: str) -> int:
        return self.players.index(check_choice("player", name, self.players))

    def _cards_held(self) -> list[str]:
        return self._real_hands().hand(self.actor) if self.actor >= 0 else []

    def _real_hands(self) -> RealHands:
        real, at = self._real or (RealHands(self), 0)
        for entry in self._log[at:]:
            real.follow(entry)
        self._real = (real, len(self._log))
        return real

    # --- the state at a step -----------------------------------------------------------

    def _follow(self, entry: Entry) -> None:
        """Do what an entry says: the only place where the log moves the state."""
        self._log.append(entry)
        S = self._S
        if entry.trick:
            act(S, entry.player, entry.action)
        elif not make_gift(S, entry.action):
            if self.number == 1:  # who holds the three of clubs may depend on suits chosen
                for p, hand in enumerate(self.hands):
                    S[st.CLUBS + p] = hand.count("3c")
            self._begin_play(S)

    def _rewind(self, length: int) -> None:
        """Go back to the state after `length` steps; streams go back too."""
        S, log = self._S, self._log[:]
        cells = [*range(st.LUCK, st.LUCK + len(self.players))]
        if S[st.EXCHANGE_FLOW] == st.RANDOM:  # what was drawn for gifts is not drawn again
            cells.append(st.RANDOM_STATE)
        luck = {cell: S[cell] for cell in cells}
        for entry in reversed(log[length:]):
            luck[self._luck_cell(entry.player, entry.trick == 0)] = entry.luck
        self._real = None
        S[:] = self._start
        self._log.clear()
        if S[st.PHASE] == st.OVER:
            self._begin_play(S)
        for entry in log[:length]:
            self._follow(entry)
        for cell, state in luck.items():
            S[cell] = state

    def _luck_cell(self, p: int, gift: bool) -> int:
        """Where the state keeps the stream that a player's gift or play draws from."""
        at_random = gift and self._S[st.EXCHANGE_FLOW] == st.RANDOM
        return st.RANDOM_STATE if at_random else st.LUCK + p

    def _frozen(self) -> Self:
        """A copy for looking at: players are not copied."""
        out = object.__new__(type(self))
        out.__dict__.update(self.__dict__)
        out._S, out._log, out._redo = self._S[:], self._log[:], self._redo[:]
        out._real, out.closed = None, False
        return out

    def at(self, length: int) -> Self:
        """A copy of this deal as it was after some steps of its log.

        Parameters
        ----------
        length : int
            How many entries of the log are kept.

        Returns
        -------
        Deal
            A deal that can be played on without touching this one.

        Raises
        ------
        ValueError
            If there are not so many entries.

        Examples
        --------
        >>> import slime
        >>> deal = slime.Match(seed=1).next_deal().finish()
        >>> len(deal.at(3).log)
        3
        """
        steps = check_int("length", length, 0, len(self._log))
        out = self._frozen()
        out._rewind(steps)
        out._redo = []
        return out


class _Effects:
    """What sets do besides lying there: the state beside the log tells it."""

    def __init__(self, deal: DealHistory, start: int) -> None:
        self.names, self.letters = deal.players, deal.text.order.letters_
        self.S = deal.at(start)._S

    def of(self, entry: Entry) -> tuple[list[Event], list[Event]]:
        """How a step turns the order, and what it does once its player may have gone out."""
        S, names, (p, action, _, trick, _) = self.S, self.names, entry
        before, rank, like_top = S[:], action >> st.RANK_BIT, S[st.TO_BEAT_RANK]
        turned: list[Event] = []
        after: list[Event] = []
        act(S, p, action)
        if not action:
            return turned, after
        other, order = before[:], before[st.TURNED]
        turn_order(other, rank, size_of(action & CARDS))
        if other[st.DEAL_TURNED] != before[st.DEAL_TURNED]:
            order ^= 1
            turned.append(Turned(names[p], order == 1, "deal"))
        if other[st.TURNED] != order:
            turned.append(Turned(names[p], order == 0, "trick"))
        if S[st.PHASE] == st.OVER:
            return turned, after
        if S[st.CLEARS] & (8 << (4 * rank)):
            after.append(Cleared(names[p], self.letters[rank], trick))
        elif S[st.EQUAL_SKIPS] and rank == like_top:
            before[st.EQUAL_SKIPS] = 0  # who would act if nobody lost a turn
            loser = act(before, p, action)
            if before[st.TRICK] == trick:
                after.append(Skipped(names[loser], trick))
        return turned, after


def events_of(deal: DealHistory) -> tuple[Event, ...]:
    """Everything that happened in the deal so far."""
    S, names, letters = deal._S, deal.players, deal.text.order.letters_
    seats, log = deal.dealt_seats, deal._log
    hands = RealHands(deal)
    dealt = {name: tuple(cards) for name, cards in zip(names, deal._dealt, strict=True)}
    out: list[Event] = [Dealt(deal.number, deal.dealer, seats, dealt)]
    gifts = list(takewhile(lambda entry: entry.trick == 0, log))
    for g, entry in zip(hands.gifts, gifts, strict=False):
        giver, taker, kind = names[gift_from(S, g)], names[gift_to(S, g)], KINDS[gift_kind(S, g)]
        out.append(Gave(giver, taker, tuple(hands.follow(entry)), kind))
    if S[st.PHASE] != st.EXCHANGING and seats != deal.seats:
        out.append(Moved(deal.seats))
    left = [sum(map(len, ranks)) for ranks in hands.by_rank]
    fallen = S[st.FALLEN]
    effects: _Effects | None = None
    nothing: tuple[list[Event], list[Event]] = ([], [])
    if S[st.CLEARS] | S[st.EQUAL_SKIPS] | S[st.REVOLUTION] | S[st.TURNS_TRICK]:
        effects = _Effects(deal, len(gifts))
    top = trick = 0
    new, by_rank = tuple.__new__, hands.by_rank  # a named tuple without its own, slow, constructor
    for entry in log[len(gifts) :]:
        p, action, named, number, _ = entry
        if number != trick:
            if trick:
                out.append(new(TrickWon, (names[top], trick, names[p])))
            trick = number
        turned, after = effects.of(entry) if effects else nothing
        if not action:
            out.append(new(Passed, (names[p], trick)))
            continue
        top, rank, packed = p, action >> st.RANK_BIT, action & CARDS
        n = packed >> (4 * rank)
        if named is None and n < 16 and packed == n << (4 * rank):  # most plays: cards of one rank
            row = by_rank[p][rank]
            cards = tuple(row[:n])
            del row[:n]
        else:
            cards = tuple(hands.follow(entry))
        out.append(new(Played, (names[p], cards, letters[rank], trick)))
        out += turned
        left[p] -= len(cards)
        if left[p] == 0:
            place = S[st.PLACE + p]
            out.append(WentOut(names[p], place, p != fallen and packed & S[st.FOUL_FINISH] != 0))
            if place == 1 and fallen >= 0:
                out.append(Fell(names[fallen], S[st.PLACE + fallen]))
        out += after
    if S[st.PHASE] == st.PLAYING and trick and S[st.TRICK] != trick:
        out.append(TrickWon(names[top], trick, names[S[st.LEADER]]))
    if deal.over:
        out.append(DealEnded(deal.standing or (), deal.points, deal.totals))
    return tuple(out)
