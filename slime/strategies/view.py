"""What a player sees, readable: the face that a learner's own strategy looks at.

A `View` stands on a copy of the state in which everything that only others may see is blanked.
It can be kept, and nothing in it leads to the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, TypeVar

from slime.engine import layout as st
from slime.engine.exchange import gift_count, gift_from, gift_kind, gift_to
from slime.engine.play import FINE, may_pass, why_not
from slime.engine.streams import below, draw
from slime.engine.strength import whole_pack
from slime.game.dealview import Legal, ToBeat
from slime.game.errors import IllegalAction, illegal
from slime.game.notation import BadText, Reading, is_pass, read_typed
from slime.game.rules import Rules
from slime.i18n import face, words
from slime.strategies.choices import Choices
from slime.strategies.observation import TableFacts, table_facts

__all__ = ["View", "state_of", "table_facts"]

T = TypeVar("T")


class View:
    """What one player sees when a play, a pass or a gift is asked for.

    Ranks are letters, ``2 3 4 5 6 7 8 9 T J Q K A`` and ``*`` for a joker, whatever the
    language.

    >>> import slime
    >>> def look(view):
    ...     seen.append(view)
    ...     return view.legal()[0]
    >>> seen = []
    >>> match = slime.Match("slime-licker", ["Anna", "Boris", "Vera", "Gleb"], look, seed=2)
    >>> _ = match.next_deal().finish()
    >>> seen[0].me, seen[0].leading, len(seen[0].hand), seen[0].legal()[0]
    ('Boris', True, 13, '3')
    """

    __slots__ = ("_S", "_offered", "_options", "_p", "_table")

    def __init__(
        self,
        S: list[int],
        player: int,
        table: TableFacts,
        options: Mapping[str, int] | None = None,
    ) -> None:
        self._S = S  # blanked (see `slime.strategies.observation`)
        self._p = player
        self._table = table
        self._options = options or {}
        self._offered: dict[str, int] = {}  # plays that `legal` has told of

    # --- the table ---------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """The rules that are played."""
        return self._table.rules

    @property
    def players(self) -> tuple[str, ...]:
        """All names, in the order of the match's header."""
        return self._table.names

    @property
    def me(self) -> str:
        """Your own name."""
        return self.players[self._p]

    @property
    def others(self) -> tuple[str, ...]:
        """All names but yours, clockwise from your left."""
        seats = self.seats
        at = seats.index(self.me)
        return seats[at + 1 :] + seats[:at]

    @property
    def seats(self) -> tuple[str, ...]:
        """Names clockwise, as they sit now."""
        return tuple(self.players[p] for p in self._cells(st.SEATS_AT))

    @property
    def left_neighbour(self) -> str:
        """Who sits on your left, and acts after you."""
        return self.others[0]

    @property
    def right_neighbour(self) -> str:
        """Who sits on your right."""
        return self.others[-1]

    @property
    def deal(self) -> int:
        """Number of the deal in the match, from 1."""
        return self._S[st.DEAL]

    @property
    def dealer(self) -> str:
        """Who dealt."""
        return self.players[self._S[st.DEALER_IS]]

    @property
    def totals(self) -> dict[str, int]:
        """Points of the finished deals, by name."""
        return dict(zip(self.players, self._cells(st.TOTALS), strict=True))

    @property
    def options(self) -> dict[str, int]:
        """The settings of your strategy."""
        return dict(self._options)

    # --- the cards ---------------------------------------------------------------------

    @property
    def ranks(self) -> str:
        """All ranks from low to high, such as ``3456789TJQKA2*``."""
        return self._table.text.order.letters_

    def value(self, card: str) -> int:
        """How high a card is: 0 for the lowest rank of the pack, one more for the next, ..."""
        at = self._table.text.order.position.get(card[:1], -1)
        if at < 0:
            raise ValueError(f"card: a rank out of {self.ranks}, not {card!r:.40}")
        return at

    @property
    def hand(self) -> list[str]:
        """Your cards as rank letters, from low to high: ``["3", "3", "T", "*"]``."""
        return list(self._letters(self._S[st.HAND + self._p]))

    @property
    def counts(self) -> dict[str, int]:
        """How many you hold of each rank that you hold, low to high: ``{"3": 2, "T": 1}``."""
        return self._counts(self._S[st.HAND + self._p])

    @property
    def played(self) -> dict[str, int]:
        """How many cards of each rank were played in this deal."""
        return self._counts(self._S[st.PLAYED_CARDS])

    @property
    def unseen(self) -> dict[str, int]:
        """How many cards of each rank you have not seen: they are in the others' hands.

        Where a fallen champion leaves with his cards, those count as unseen too.
        """
        whole = whole_pack(self._S)
        return self._counts(whole - self._S[st.HAND + self._p] - self._S[st.PLAYED_CARDS])

    @property
    def cards_left(self) -> dict[str, int]:
        """How many cards each player holds."""
        return dict(zip(self.players, self._cells(st.CARDS_LEFT), strict=True))

    @property
    def in_play(self) -> tuple[str, ...]:
        """Who still plays, clockwise from your left, you last."""
        left = self.cards_left
        away = self.fallen if self.rules.fallen_champion == "leaves" else None
        return tuple(n for n in (*self.others, self.me) if left[n] and n != away)

    # --- the trick ---------------------------------------------------------------------

    @property
    def phase(self) -> str:
        """``exchange`` when a gift is asked for, else ``play``."""
        return ("exchange", "play", "over")[self._S[st.PHASE]]

    @property
    def leading(self) -> bool:
        """Whether you lead: there is no set to beat."""
        return self.phase == "play" and self._S[st.TO_BEAT_SIZE] == 0

    @property
    def to_beat(self) -> ToBeat | None:
        """The set to beat, with its ``rank``, ``size`` and who laid it (``by``); None on a lead."""
        S = self._S
        if self.phase != "play" or S[st.TO_BEAT_SIZE] == 0:
            return None
        return ToBeat(
            self.ranks[S[st.TO_BEAT_RANK]], S[st.TO_BEAT_SIZE], self.players[S[st.TO_BEAT_BY]]
        )

    @property
    def trick(self) -> int:
        """Number of the trick in the deal, from 1."""
        return self._S[st.TRICK]

    @property
    def leader(self) -> str | None:
        """Who led this trick."""
        return self.players[self._S[st.LEADER]] if self.phase == "play" else None

    @property
    def passed(self) -> tuple[str, ...]:
        """Who passed: since the top was laid, or in this trick where a pass locks out."""
        return tuple(n for p, n in enumerate(self.players) if (self._S[st.PASSED] >> p) & 1)

    def legal(self) -> Legal:
        """All that you may do now, as text (a pass is ``-`` and comes last), low ranks first."""
        return Choices(self)

    @property
    def can_pass(self) -> bool:
        """Whether you may pass."""
        return self.phase == "play" and may_pass(self._S, self._p)

    def why_not(self, play: str) -> str | None:
        """The rule that forbids a play, in words; None if you may do it."""
        try:
            self._action(play)
        except IllegalAction as problem:
            return str(problem)
        return None

    # --- standing and places -----------------------------------------------------------

    @property
    def previous_places(self) -> dict[str, int | None]:
        """Each player's place in the deal before, None in the first deal."""
        return {
            n: v or None for n, v in zip(self.players, self._cells(st.PREVIOUS_PLACE), strict=True)
        }

    @property
    def my_previous_place(self) -> int | None:
        """Your place in the deal before, None in the first deal."""
        return self.previous_places[self.me]

    @property
    def places(self) -> dict[str, int | None]:
        """The places won so far in this deal, None while open."""
        return {n: v or None for n, v in zip(self.players, self._cells(st.PLACE), strict=True)}

    @property
    def next_place(self) -> int:
        """The best place that is still free."""
        return self._S[st.NEXT_PLACE]

    @property
    def champion(self) -> str | None:
        """Who falls to the last place if another one is out first; None if nobody can."""
        p = self._S[st.CHAMPION]
        return None if p < 0 else self.players[p]

    @property
    def fallen(self) -> str | None:
        """The champion who fell in this deal."""
        p = self._S[st.FALLEN]
        return None if p < 0 else self.players[p]

    # --- the exchange ------------------------------------------------------------------

    @property
    def cards_due(self) -> int:
        """How many cards of your choice you have to give now."""
        S = self._S
        if self.phase != "exchange" or gift_kind(S, S[st.GIFT]) != st.CHOICE:
            return 0
        return gift_count(S, S[st.GIFT]) if gift_from(S, S[st.GIFT]) == self._p else 0

    @property
    def partner(self) -> str | None:
        """Whom you exchange cards with in this deal."""
        S = self._S
        if not S[st.HAS_STANDING]:
            return None
        for g in range(2 * S[st.PAIRS]):
            if gift_count(S, g) and gift_from(S, g) == self._p:
                return self.players[gift_to(S, g)]
        return None

    @property
    def gave(self) -> list[str]:
        """What you gave in this deal's exchange, as rank letters."""
        return list(self._letters(self._S[st.GAVE + self._p]))

    @property
    def got(self) -> list[str]:
        """What you got in this deal's exchange, as rank letters."""
        return list(self._letters(self._S[st.GOT + self._p]))

    # --- luck of your own --------------------------------------------------------------

    def random(self) -> float:
        """A random number from 0 up to 1, from your own stream: the same seed, the same luck."""
        return (draw(self._S, st.LUCK + self._p) >> 3) / 2**53

    def choice(self, items: Sequence[T]) -> T:
        """One of some items, each with equal chance, from your own stream."""
        if not items:
            raise ValueError("items: there must be at least one to choose from")
        return items[below(draw(self._S, st.LUCK + self._p), len(items))]

    # --- reading answers ---------------------------------------------------------------

    def _cells(self, at: int) -> list[int]:
        return self._S[at : at + len(self.players)]

    def _letters(self, packed: int) -> str:
        return self._table.text.order.letters(packed)

    def _counts(self, packed: int) -> dict[str, int]:
        letters = self.ranks
        counts = ((letters[i], (packed >> (4 * i)) & 15) for i in range(len(letters)))
        return {letter: n for letter, n in counts if n}

    def _illegal(self, code: str | int, **values: Any) -> IllegalAction:
        facts: Any = SimpleNamespace(
            turn=self.me, to_beat=self.to_beat, rules=self.rules, setting=self._table
        )
        return illegal(facts, code, **values)

    def _reading(self, answer: object, fits: Callable[[Reading], bool]) -> Reading:
        try:
            return read_typed(answer, self._table.lang, fits)  # type: ignore[arg-type]
        except BadText as problem:
            raise IllegalAction(problem.code, str(problem)) from None

    def _check_held(self, reading: Reading) -> None:
        counts = self.counts
        for letter in (card[0] for card in reading.cards):
            counts[letter] = counts.get(letter, 0) - 1
            if counts[letter] < 0:
                raise self._illegal("not-held", card=letter)

    def _action(self, answer: object) -> int:
        """The action that an answer means, if it is legal now; else `IllegalAction`."""
        if type(answer) is str and answer in self._offered:
            return self._offered[answer]
        S, p = self._S, self._p
        if self.phase != "play":
            raise self._illegal("exchange-due" if self.phase == "exchange" else "deal-over")
        if answer is None or is_pass(answer):
            action = 0
        else:

            def fits(reading: Reading) -> bool:
                action = self._table.text.action(reading)
                return action > 0 and why_not(S, p, action) == FINE

            reading = self._reading(answer, fits)
            action = self._table.text.action(reading)
            if action < 0 or why_not(S, p, action) != FINE:
                self._check_held(reading)
            if action < 0:
                raise self._illegal("not-a-set")
        code = why_not(S, p, action)
        if code != FINE:
            raise self._illegal(code)
        return action

    def _gift(self, answer: object) -> int:
        """The packed cards that an answer gives away, if they fit; else `IllegalAction`."""
        reading = self._reading(answer, lambda r: len(r.cards) == self.cards_due)
        if reading.declared is not None:
            raise self._illegal("gift-declared")
        if len(reading.cards) != self.cards_due:
            raise self._illegal("exchange-count", count=self.cards_due)
        self._check_held(reading)
        return self._table.text.order.pack(reading.cards)

    # --- shown -------------------------------------------------------------------------

    def __str__(self) -> str:
        """Two or three sentences in the table's language."""
        lang = self._table.lang
        w = words(lang)

        def faces(cards: Sequence[str]) -> str:
            return " ".join(face(card, lang) for card in cards)

        lines = [w("strategies.view_hand", player=self.me, hand=faces(self.hand))]
        top = self.to_beat
        if self.phase == "exchange":
            lines.append(w("strategies.view_due", n=self.cards_due, partner=self.partner or ""))
        elif top is None:
            lines.append(w("strategies.view_lead"))
        else:
            cards = faces([top.rank] * top.size)
            lines.append(w("strategies.view_top", player=top.by, cards=cards))
        left = ", ".join(f"{name} {n}" for name, n in self.cards_left.items() if name != self.me)
        lines.append(w("strategies.view_left", left=left))
        return "\n".join(lines)

    def __repr__(self) -> str:
        top = self.to_beat
        what = "-" if top is None else f"{top.rank} x {top.size}"
        return f"<View of {self.me}: {''.join(self.hand)}, top {what}>"


def state_of(view: View) -> list[int]:
    """The blanked state under a view (for the machinery, not for learners)."""
    return view._S
