"""What can be seen of a deal and asked of it, without changing it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from slime.engine import layout as st
from slime.engine.exchange import gift_count, gift_from, gift_kind, gift_to
from slime.engine.legal import count_legal, legal_number
from slime.engine.play import FINE, why_not
from slime.game.cards import Hand
from slime.game.errors import IllegalAction, illegal
from slime.game.events import Event
from slime.game.notation import BadText, PlayText, Reading, is_pass, read_typed
from slime.game.rules import Rules

if TYPE_CHECKING:
    from slime.strategies.base import Strategy

KINDS = ("best", "choice", "lot")


class Entry(NamedTuple):
    """A line of the log: what a player did, at rank level, and with which cards if said.

    `trick` is 0 for a gift.  `luck` is the state of the stream used, before.
    """

    player: int
    action: int
    cards: tuple[str, ...] | None
    trick: int
    luck: int


class GiftDue(NamedTuple):
    """A gift that is owed; `kind` is best, choice or lot."""

    giver: str
    taker: str
    size: int
    kind: str


class ToBeat(NamedTuple):
    """The set to be beaten."""

    rank: str
    size: int
    by: str


class Legal(Sequence[str]):
    """The legal plays of whose turn it is, as text; counted and asked without being listed."""

    __slots__ = ("_deal",)

    def __init__(self, deal: DealView) -> None:
        self._deal = deal

    def __len__(self) -> int:
        S = self._deal.S
        return count_legal(S, S[st.TURN]) if S[st.PHASE] == st.PLAYING else 0

    def __getitem__(self, i: Any) -> Any:
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(len(self)))]
        count = len(self)
        if not -count <= i < count:
            raise IndexError(i)
        S = self._deal.S
        return self._deal.text.write(legal_number(S, S[st.TURN], i % count))

    def __iter__(self) -> Iterator[str]:
        return (self[i] for i in range(len(self)))

    def __contains__(self, play: object) -> bool:
        return isinstance(play, str) and self._deal.why_not(play) is None

    def __repr__(self) -> str:
        shown = ", ".join(self[:12])
        return f"<{len(self)} legal: {shown}{', ...' if len(self) > 12 else ''}>"


class Setting(NamedTuple):
    """What a deal is played with, the same for all deals of a match."""

    rules: Rules
    names: tuple[str, ...]
    strategies: tuple[Strategy | None, ...]
    text: PlayText
    lang: str


class DealView:
    """The part of a deal that looks and answers; `slime.game.deal.Deal` is the whole.

    >>> import slime
    >>> names = ["Anna", "Boris", "Vera", "Gleb"]
    >>> deal = slime.Match(players=names, strategies="lowest").next_deal()
    >>> deal.number, deal.players == deal.seats, deal.dealt_seats == deal.seats, deal.dealer
    (1, True, True, 'Anna')
    >>> deal.hands == deal.dealt, deal.previous_standing, deal.players[deal.actor] == deal.turn
    (True, None, True)
    >>> deal.why_not("-")
    'Whoever leads must lay cards; passing is not possible.'
    >>> deal.finish().rules.preset, deal.events[0].dealer, deal.standing
    ('slime-licker', 'Anna', ('Gleb', 'Boris', 'Vera', 'Anna'))
    >>> deal.places == {name: i + 1 for i, name in enumerate(deal.standing)}
    True
    >>> deal.points == deal.totals == deal.places
    True
    """

    setting: Setting
    text: PlayText
    S: list[int]
    _log: list[Entry]
    _start: list[int]
    _dealt: list[list[str]]
    _hands: list[list[str]]
    _hands_at: int

    # --- what can be seen --------------------------------------------------------------

    def __repr__(self) -> str:
        acts = "" if self.turn is None else f", {self.turn} acts"
        return f"<Deal {self.number}: {self.phase}{acts}>"

    @property
    def rules(self) -> Rules:
        """The rules it is played by."""
        return self.setting.rules

    @property
    def players(self) -> tuple[str, ...]:
        """All names, in the order of the match's header."""
        return self.setting.names

    @property
    def number(self) -> int:
        """Which deal of the match this is, from 1."""
        return self.S[st.DEAL]

    @property
    def phase(self) -> str:
        """``exchange``, ``play`` or ``over``."""
        return ("exchange", "play", "over")[self.S[st.PHASE]]

    @property
    def over(self) -> bool:
        """Whether all places are given."""
        return self.S[st.PHASE] == st.OVER

    @property
    def seats(self) -> tuple[str, ...]:
        """Names clockwise, as they sit now."""
        return tuple(self.players[p] for p in self._cells(st.SEATS_AT))

    @property
    def dealt_seats(self) -> tuple[str, ...]:
        """Names clockwise, as they sat while dealing."""
        return tuple(self.players[p] for p in self._start[st.SEATS_AT :][: len(self.players)])

    @property
    def points(self) -> dict[str, int]:
        """The points of this deal by player, once it is over (else empty)."""
        if not self.over:
            return {}
        places = self._cells(st.PLACE)
        return {n: self.S[st.POINTS + v - 1] for n, v in zip(self.players, places, strict=True)}

    @property
    def totals(self) -> dict[str, int]:
        """The totals of the match, with this deal's points once it is over."""
        points = self.points
        totals = self._cells(st.TOTALS)
        return {n: t + points.get(n, 0) for n, t in zip(self.players, totals, strict=True)}

    @property
    def dealer(self) -> str:
        """Who dealt."""
        return self.players[self.S[st.DEALER_IS]]

    @property
    def previous_standing(self) -> tuple[str, ...] | None:
        """The standing before this deal, best first; None where there is none."""
        if not self.S[st.HAS_STANDING]:
            return None
        return tuple(self.players[p] for p in self._cells(st.STANDING))

    @property
    def turn(self) -> str | None:
        """Who acts now: gives, plays or passes; None when the deal is over or nobody is known."""
        p = self.actor
        return None if p < 0 else self.players[p]

    @property
    def actor(self) -> int:
        """The number of who acts now, or -1."""
        phase = self.S[st.PHASE]
        if phase == st.PLAYING:
            return self.S[st.TURN]
        return gift_from(self.S, self.S[st.GIFT]) if phase == st.EXCHANGING else -1

    @property
    def to_beat(self) -> ToBeat | None:
        """The set to be beaten, None on a lead."""
        S = self.S
        if S[st.PHASE] != st.PLAYING or not S[st.TO_BEAT_SIZE]:
            return None
        letter = self.text.order.letters_[S[st.TO_BEAT_RANK]]
        return ToBeat(letter, S[st.TO_BEAT_SIZE], self.players[S[st.TO_BEAT_BY]])

    @property
    def cards_left(self) -> dict[str, int]:
        """How many cards each player has in hand."""
        return dict(zip(self.players, self._cells(st.CARDS_LEFT), strict=True))

    @property
    def places(self) -> dict[str, int | None]:
        """The place of each player in this deal, None while it is open."""
        return {n: v or None for n, v in zip(self.players, self._cells(st.PLACE), strict=True)}

    @property
    def standing(self) -> tuple[str, ...] | None:
        """This deal's places, best first, once it is over."""
        if not self.over:
            return None
        places = self._cells(st.PLACE)
        return tuple(n for _, n in sorted(zip(places, self.players, strict=True)))

    def hand(self, name: str) -> Hand:
        """The cards a player holds now, low to high; a notebook shows them as cards."""
        return Hand(self.hands[self._index(name)], self.setting.lang, name)

    @property
    def hands(self) -> list[list[str]]:
        """The cards all players hold now, in the order of `players`."""
        if self._hands_at != len(self._log):
            from slime.game.history import hands_on

            self._hands = hands_on(self, self._hands, self._hands_at)
            self._hands_at = len(self._log)
        return self._hands

    @property
    def dealt(self) -> list[list[str]]:
        """The cards as dealt, in the order of `players`."""
        return [list(cards) for cards in self._dealt]

    @property
    def log(self) -> tuple[Entry, ...]:
        """What was done, as compact entries."""
        return tuple(self._log)

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, in words that programs read; see `slime.game.events`."""
        from slime.game.history import tell

        return tell(self)

    def _cells(self, at: int) -> list[int]:
        return self.S[at : at + len(self.players)]

    def _index(self, name: str) -> int:
        if name not in self.players:
            raise ValueError(f"player: one of {', '.join(self.players)}, not {name!r:.60}")
        return self.players.index(name)

    # --- asking ------------------------------------------------------------------------

    def legal(self) -> Legal:
        """The legal plays now (a pass is ``-``), lazily; empty outside of play."""
        return Legal(self)

    def gifts_due(self) -> list[GiftDue]:
        """The gifts still owed, the next one first."""
        S = self.S
        if S[st.PHASE] != st.EXCHANGING:
            return []
        return [
            GiftDue(
                self.players[gift_from(S, g)],
                self.players[gift_to(S, g)],
                gift_count(S, g),
                KINDS[gift_kind(S, g)],
            )
            for g in range(S[st.GIFT], 2 * S[st.PAIRS])
            if gift_count(S, g)
        ]

    def why_not(self, play: str) -> str | None:
        """Why whose turn it is cannot do this; None if it is legal.

        A play is cards with or without suits (``"7c 7d"``, ``"7 7"``, ``"77"``), ``"-"`` a pass.
        """
        try:
            self._checked(play)
        except IllegalAction as problem:
            return str(problem)
        return None

    def _checked(self, play: str) -> tuple[int, tuple[str, ...] | None]:
        """The action and the cards (None: by rank alone) of a legal play; `IllegalAction`."""
        S = self.S
        if S[st.PHASE] == st.EXCHANGING:
            raise illegal(self, "exchange-due")
        if is_pass(play):
            self._check(S[st.TURN], 0)
            return 0, None
        reading = self._read(play, self._legal_set)
        if S[st.PHASE] == st.OVER:
            raise illegal(self, "deal-over")
        return self._legal_set(reading)

    def _legal_set(self, reading: Reading) -> tuple[int, tuple[str, ...] | None]:
        cards = self._held(self.S[st.TURN], reading)
        action = self.text.action(reading)
        if action < 0:
            raise illegal(self, "not-a-set")
        self._check(self.S[st.TURN], action)
        return action, cards

    def _read(self, play: str, judge: Callable[[Reading], object]) -> Reading:
        """What was typed; where it can be two things, the one that `judge` does not refuse."""

        def fits(reading: Reading) -> bool:
            try:
                judge(reading)
            except IllegalAction:
                return False
            return True

        try:
            return read_typed(play, self.setting.lang, fits)
        except BadText as problem:
            raise IllegalAction(problem.code, str(problem)) from None

    def _check(self, p: int, action: int) -> None:
        code = why_not(self.S, p, action)
        if code != FINE:
            raise illegal(self, code)

    def _held(self, p: int, reading: Reading) -> tuple[str, ...] | None:
        """Which cards of hand a reading means, None where it names ranks only."""
        hand = list(self.hands[p])
        picked: list[str] = []
        by_suit = sorted(reading.cards, key=lambda card: len(card) < 2)  # named suits first
        suitless = all(len(card) < 2 for card in hand)
        for card in by_suit:
            want = card[0] if suitless else card
            fits = [c for c in hand if c == want or (len(want) == 1 and c[0] == want)]
            if not fits:
                raise illegal(self, "not-held", card=card)
            hand.remove(fits[0])
            picked.append(fits[0])
        if all(len(card) == 1 for card in reading.cards):
            return None
        return tuple(picked)
