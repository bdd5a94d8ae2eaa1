"""One reading of the table: a `Deal` shows it whole, a `View` through one player's eyes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar, overload

from slime.engine import layout as st
from slime.engine.beats import FINE, why_not
from slime.engine.exchange import gift_count, gift_from, gift_kind, gift_to, gifts
from slime.engine.hands import highest_cards
from slime.engine.legal import all_legal, count_legal, legal_number
from slime.game.errors import CODES, IllegalAction
from slime.game.notation import PlayText, Reading, is_pass, read_typed
from slime.game.rules import Rules
from slime.game.setting import Setting
from slime.i18n import words

#: How a gift is chosen, by the numbers of `slime.engine.layout`.
KINDS = ("best", "choice", "lot")
PHASES = ("exchange", "play", "over")

T = TypeVar("T")
#: An action (or the packed cards of a gift) and the cards picked for it, None: by rank alone.
Picked = tuple[int, tuple[str, ...] | None]


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


class Table:
    """What there is to see at a table, read from the flat state.

    `slime.game.deal.Deal` and `slime.strategies.View` stand on it: they differ in how much of
    the state they have, and in who is asked.
    """

    __slots__ = ()
    _S: list[int]
    setting: Setting

    # --- the table ---------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """The rules that are played."""
        return self.setting.rules

    @property
    def text(self) -> PlayText:
        """How plays are written by these rules."""
        return self.setting.text

    @property
    def players(self) -> tuple[str, ...]:
        """All names, in the order of the match's header."""
        return self.setting.names

    @property
    def number(self) -> int:
        """Which deal of the match this is, from 1."""
        return self._S[st.DEAL]

    @property
    def phase(self) -> str:
        """``exchange``, ``play`` or ``over``."""
        return PHASES[self._S[st.PHASE]]

    @property
    def over(self) -> bool:
        """Whether all places are given."""
        return self._S[st.PHASE] == st.OVER

    @property
    def actor(self) -> int:
        """The number of who acts now, or -1."""
        phase = self._S[st.PHASE]
        if phase == st.PLAYING:
            return self._S[st.TURN]
        return gift_from(self._S, self._S[st.GIFT]) if phase == st.EXCHANGING else -1

    @property
    def turn(self) -> str | None:
        """Who acts now: gives, plays or passes; None when the deal is over or nobody is known."""
        return self._name(self.actor)

    @property
    def seats(self) -> tuple[str, ...]:
        """Names clockwise, as they sit now."""
        return tuple(self.players[p] for p in self._cells(st.SEATS_AT))

    @property
    def dealer(self) -> str:
        """Who dealt."""
        return self.players[self._S[st.DEALER_IS]]

    @property
    def cards_left(self) -> dict[str, int]:
        """How many cards each player has in hand."""
        return self._by_name(self._cells(st.CARDS_LEFT))

    # --- the trick ---------------------------------------------------------------------

    @property
    def to_beat(self) -> ToBeat | None:
        """The set to be beaten: its `rank`, `size` and who played it (`by`); None on a lead."""
        S = self._S
        if S[st.PHASE] != st.PLAYING or not S[st.TO_BEAT_SIZE]:
            return None
        letter = self.text.order.letters_[S[st.TO_BEAT_RANK]]
        return ToBeat(letter, S[st.TO_BEAT_SIZE], self.players[S[st.TO_BEAT_BY]])

    @property
    def turned(self) -> bool:
        """Whether the order of ranks is turned now: lower beats higher, jokers beat all."""
        return self._S[st.PHASE] == st.PLAYING and self._S[st.TURNED] != 0

    @property
    def trick(self) -> int:
        """Number of the trick in the deal, from 1."""
        return self._S[st.TRICK]

    @property
    def leader(self) -> str | None:
        """Who leads, or led, this trick."""
        return self._name(self._S[st.LEADER]) if self.phase == "play" else None

    @property
    def passed(self) -> tuple[str, ...]:
        """Who passed: since the last set was played, or in this trick where a pass locks out."""
        return tuple(n for p, n in enumerate(self.players) if (self._S[st.PASSED] >> p) & 1)

    # --- places and points -------------------------------------------------------------

    @property
    def previous_standing(self) -> tuple[str, ...] | None:
        """The standing before this deal, best first; None where there is none."""
        if not self._S[st.HAS_STANDING]:
            return None
        return tuple(self.players[p] for p in self._cells(st.STANDING))

    @property
    def places(self) -> dict[str, int | None]:
        """The place of each player in this deal, None while it is open."""
        return self._by_name([place or None for place in self._cells(st.PLACE)])

    @property
    def next_place(self) -> int:
        """The best place that is still free."""
        return self._S[st.NEXT_PLACE]

    @property
    def champion(self) -> str | None:
        """Who falls if another one takes the first place; None if nobody can."""
        return self._name(self._S[st.CHAMPION])

    @property
    def fallen(self) -> str | None:
        """The champion who fell in this deal."""
        return self._name(self._S[st.FALLEN])

    @property
    def standing(self) -> tuple[str, ...] | None:
        """The places of this deal, best first, once it is over."""
        if not self.over:
            return None
        return tuple(n for _, n in sorted(zip(self._cells(st.PLACE), self.players, strict=True)))

    @property
    def points(self) -> dict[str, int]:
        """The points of this deal by player, once it is over (else empty)."""
        if not self.over:
            return {}
        return self._by_name([self._S[st.POINTS + v - 1] for v in self._cells(st.PLACE)])

    @property
    def totals(self) -> dict[str, int]:
        """The totals of the match, with this deal's points once it is over."""
        points = self.points
        totals = self._by_name(self._cells(st.TOTALS))
        return {name: total + points.get(name, 0) for name, total in totals.items()}

    def _cells(self, at: int) -> list[int]:
        return self._S[at : at + len(self.players)]

    def _by_name(self, values: Sequence[T]) -> dict[str, T]:
        return dict(zip(self.players, values, strict=True))

    def _name(self, p: int) -> str | None:
        return self.players[p] if p >= 0 else None

    # --- asking ------------------------------------------------------------------------

    @property
    def _asked(self) -> int:
        """The number of the player whose plays and gifts are meant, or -1."""
        return self.actor

    def _cards_held(self) -> list[str]:
        """The cards that this player holds, as far as they are known."""
        raise NotImplementedError

    def _frozen(self) -> Table:
        """The table as it is now, whatever happens to this one."""
        return self

    def legal(self) -> Legal:
        """The legal plays now, low ranks first (in the order in force); a pass ``-`` comes last.

        Returns
        -------
        Legal
            A sequence of text, listed when it is looked into; it stays as it was when asked.
            Empty outside of play.

        Examples
        --------
        >>> import slime
        >>> deal = slime.Match(players=["Anna", "Boris", "Vera", "Gleb"], seed=1).next_deal()
        >>> deal.legal()
        <14 legal: 3, 33, 4, 5, 55, 555, 6, 8, T, J, JJ, JJJ, ...>
        """
        return Legal(self._frozen())

    def why_not(self, play: str | Iterable[str]) -> str | None:
        """Why whose turn it is cannot do this.

        Parameters
        ----------
        play : str or iterable of str
            Cards with or without suits (``"7c 7d"``, ``"7 7"``, ``"77"``, ``["7c", "7d"]``), or
            a pass (``"-"``).

        Returns
        -------
        str or None
            The sentence of the rule, in the language of the table; None if it is legal.

        Examples
        --------
        >>> import slime
        >>> slime.Match(players=["Anna", "Boris", "Vera", "Gleb"]).next_deal().why_not("-")
        'Whoever leads must play cards; passing is not possible.'
        """
        return self._reason(self._read_play, play)

    def _reason(self, read: Callable[[Any], Picked], typed: object) -> str | None:
        try:
            read(typed)
        except IllegalAction as problem:
            return str(problem)
        return None

    def _illegal(self, code: str | int, **values: Any) -> IllegalAction:
        """The error for a code (a number of `slime.engine.beats` or a name)."""
        code = CODES[code] if isinstance(code, int) else code
        key, w, top = code, words(self.setting.lang), self.to_beat
        if "card" in values:
            key, values["card"] = "not-held-card", w.face(values["card"])
        elif code == "too-low":
            key += ("-equal" if self.rules.equal_ranks else "") + ("-turned" if self.turned else "")
        elif code == "wrong-size" and self.rules.bigger_sets:
            key = "wrong-size-bigger"
        facts = {
            "player": self.turn or "",
            "size": top.size if top else 0,
            "rank": w.face(top.rank) if top else "",
            "by": top.by if top else "",
        }
        return IllegalAction(code, w("game." + key.replace("-", "_"), **facts | values))

    def _read(self, typed: str | Iterable[str], judge: Callable[[Reading], Picked]) -> Picked:
        """What was typed, judged; where it can be two things, the one that is not refused."""
        return judge(
            read_typed(typed, self.setting.lang, lambda reading: not self._reason(judge, reading))
        )

    def _read_play(self, play: str | Iterable[str]) -> Picked:
        """The action of a legal play; else `IllegalAction`."""
        if self._S[st.PHASE] == st.EXCHANGING:
            raise self._illegal("exchange-due")
        if not is_pass(play):
            return self._read(play, self._legal_set)
        self._check(0)
        return 0, None

    def _legal_set(self, reading: Reading) -> Picked:
        if self.over:
            raise self._illegal("deal-over")
        cards = self._held(reading)
        action = self.text.action(reading)
        if action < 0:
            raise self._illegal("not-a-set")
        self._check(action)
        return action, cards

    def _check(self, action: int) -> None:
        code = why_not(self._S, self._asked, action)
        if code != FINE:
            raise self._illegal(code)

    def _read_gift(self, cards: str | Iterable[str]) -> Picked:
        """The packed cards of a gift that fits what is due; else `IllegalAction`."""
        if self._S[st.PHASE] != st.EXCHANGING:
            raise self._illegal("no-exchange")
        return self._read(cards, self._legal_gift)

    def _legal_gift(self, reading: Reading) -> Picked:
        S = self._S
        g = S[st.GIFT]
        count = gift_count(S, g)
        if reading.declared is not None:
            raise self._illegal("gift-declared")
        if len(reading.cards) != count:
            raise self._illegal("exchange-count", count=count)
        picked = self._held(reading)
        packed = self.text.order.pack(reading.cards)
        if not self._gift_fits(g, packed):
            raise self._illegal("exchange-not-best")
        return packed, picked

    def _gift_fits(self, g: int, packed: int) -> bool:
        """Whether these cards are the best ones, if gift number `g` is to be of such."""
        S = self._S
        hand = S[st.HAND + gift_from(S, g)]
        return gift_kind(S, g) != st.BEST or packed == highest_cards(hand, gift_count(S, g))

    def _held(self, reading: Reading) -> tuple[str, ...] | None:
        """Which cards of the hand a reading means, None where it names ranks only."""
        hand = self._cards_held()
        suitless = all(len(card) < 2 for card in hand)
        picked: list[str] = []
        for card in sorted(reading.cards, key=len, reverse=True):  # named suits first
            want = card[0] if suitless else card
            found = want if want in hand else next((c for c in hand if c[0] == want), None)
            if found is None:
                raise self._illegal("not-held", card=want)
            hand.remove(found)
            picked.append(found)
        return None if all(len(card) == 1 for card in reading.cards) else tuple(picked)

    def gifts_due(self) -> list[GiftDue]:
        """The gifts still owed, the next one first."""
        S = self._S
        if S[st.PHASE] != st.EXCHANGING:
            return []
        return [
            GiftDue(
                self.players[gift_from(S, g)],
                self.players[gift_to(S, g)],
                gift_count(S, g),
                KINDS[gift_kind(S, g)],
            )
            for g in gifts(S)
            if g >= S[st.GIFT]
        ]


class Legal(Sequence[str]):
    """The legal plays at one moment, as text; counted and asked without being listed.

    >>> import slime
    >>> deal = slime.Match(players=["Anna", "Boris", "Vera", "Gleb"], seed=1).next_deal()
    >>> legal = deal.legal()
    >>> len(legal), legal[0], "55" in legal, deal.play("3").turn != deal.turn, legal[0]
    (14, '3', True, False, '3')
    """

    __slots__ = ("_actions", "_player", "_table", "offered")

    def __init__(self, table: Table) -> None:
        S, p = table._S, table._asked
        self._table, self._player = table, p
        asked = S[st.PHASE] == st.PLAYING and S[st.TURN] == p >= 0
        self._actions: list[int] | None = None if asked else []
        #: actions by the text that was given out
        self.offered: dict[str, int] = {}

    def _all(self) -> list[int]:
        if self._actions is None:
            self._actions = all_legal(self._table._S, self._player)
        return self._actions

    def _write(self, action: int) -> str:
        text = self._table.setting.text.write(action)
        self.offered[text] = action
        return text

    def __len__(self) -> int:
        if self._actions is None:
            return count_legal(self._table._S, self._player)
        return len(self._actions)

    @overload
    def __getitem__(self, i: int) -> str: ...
    @overload
    def __getitem__(self, i: slice) -> list[str]: ...
    def __getitem__(self, i: int | slice) -> str | list[str]:
        if i == 0 and self._actions is None:  # what most ask for: no need to list the others
            return self._write(legal_number(self._table._S, self._player, 0))
        found = self._all()[i]
        return self._write(found) if isinstance(found, int) else [*map(self._write, found)]

    def __iter__(self) -> Iterator[str]:
        return map(self._write, self._all())

    def __contains__(self, play: object) -> bool:
        return isinstance(play, str) and self._table.why_not(play) is None

    def __repr__(self) -> str:
        shown = ", ".join(self[:12])
        return f"<{len(self)} legal: {shown}{', ...' if len(self) > 12 else ''}>"
