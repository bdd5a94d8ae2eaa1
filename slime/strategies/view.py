"""What a player sees, readable: the face that a learner's own strategy looks at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from slime._checks import invalid
from slime.engine import layout as st
from slime.engine.beats import may_pass
from slime.engine.exchange import gift_count, gift_from, gift_kind, gift_to, gifts
from slime.engine.streams import below, draw
from slime.engine.strength import whole_pack
from slime.game.setting import Setting
from slime.game.table import Legal, Table
from slime.i18n import words

T = TypeVar("T")


class View(Table):
    """What one player sees when a play, a pass or a gift is asked for.

    It stands on a copy of the state in which everything that only others may see is blanked; it
    can be kept, and nothing in it leads to the table.  Ranks are letters, ``2 3 4 5 6 7 8 9 T J
    Q K A`` and ``*`` for a joker, whatever the language.

    Examples
    --------
    >>> import slime
    >>> def look(view):
    ...     seen.append(view)
    ...     return view.legal()[0]
    >>> seen = []
    >>> match = slime.Match("slime-licker", ["Anna", "Boris", "Vera", "Gleb"], look, seed=2)
    >>> _ = match.next_deal().finish()
    >>> view = seen[0]
    >>> view.me, view.leading, len(view.hand), view.legal()[0]
    ('Boris', True, 13, '3')
    >>> view.players, view.seats == view.players, view.dealer, view.number
    (('Anna', 'Boris', 'Vera', 'Gleb'), True, 'Vera', 1)
    >>> view.others, view.left_neighbour, view.right_neighbour, view.in_play[-1]
    (('Vera', 'Gleb', 'Anna'), 'Vera', 'Anna', 'Boris')
    >>> view.phase, view.turn == view.me, view.players[view.actor], view.trick, view.leader
    ('play', True, 'Boris', 1, 'Boris')
    >>> view.over, view.standing, view.points, view.totals["Anna"], view.places["Anna"]
    (False, None, {}, 0, None)
    >>> view.to_beat, view.passed, view.can_pass, view.why_not("3"), view.next_place, view.turned
    (None, (), False, None, 1, False)
    >>> view.champion, view.fallen, view.previous_standing, view.my_previous_place
    (None, None, None, None)
    >>> view.partner, view.cards_due, view.gifts_due(), view.gave, view.got
    (None, 0, [], [], [])
    >>> view.previous_places
    {'Anna': None, 'Boris': None, 'Vera': None, 'Gleb': None}
    >>> view.ranks, view.value("K"), view.counts["3"], view.cards_left["Vera"], view.text.write(0)
    ('3456789TJQKA2*', 10, 2, 13, '-')
    >>> view.played, sum(view.unseen.values()), view.options, view.rules.preset
    ({}, 41, {}, 'slime-licker')
    >>> view.played_by["Anna"]
    {}
    >>> 0 <= view.random() < 1, view.choice(["only"])
    (True, 'only')
    """

    __slots__ = ("_S", "_legal", "_options", "_p", "setting")

    def __init__(
        self,
        S: list[int],
        player: int,
        setting: Setting,
        options: Mapping[str, int] | None = None,
    ) -> None:
        self._S = S  # blanked (see `slime.strategies.observation`)
        self._p = player
        self.setting = setting
        self._options = options or {}
        self._legal: Legal | None = None

    @property
    def _asked(self) -> int:
        return self._p

    def _cards_held(self) -> list[str]:
        return self.hand

    # --- the table ---------------------------------------------------------------------

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
    def left_neighbour(self) -> str:
        """Who sits on your left, and acts after you."""
        return self.others[0]

    @property
    def right_neighbour(self) -> str:
        """Who sits on your right."""
        return self.others[-1]

    @property
    def options(self) -> dict[str, int]:
        """The settings of your strategy."""
        return dict(self._options)

    # --- the cards ---------------------------------------------------------------------

    @property
    def ranks(self) -> str:
        """All ranks from low to high in the normal order, such as ``3456789TJQKA2*``."""
        return self.text.order.letters_

    def value(self, card: str) -> int:
        """How high a card is now: 0 for the lowest rank of the pack, one more for the next, ...

        Parameters
        ----------
        card : str
            A card or a rank.

        Returns
        -------
        int
            Its place among `ranks`; while the order is `turned`, in that order.

        Raises
        ------
        ValueError
            If there is no such rank.
        """
        order = self.text.order
        if card[:1] not in order.position:
            raise invalid("strategies.no_rank", lang=self.setting.lang, ranks=self.ranks, got=card)
        return order.height(card, self.turned)

    @property
    def hand(self) -> list[str]:
        """Your cards as rank letters, from low to high: ``["3", "3", "T", "*"]``."""
        return self._letters(st.HAND)

    @property
    def counts(self) -> dict[str, int]:
        """How many you hold of each rank that you hold, low to high: ``{"3": 2, "T": 1}``."""
        return self._counts(self._S[st.HAND + self._p])

    @property
    def played(self) -> dict[str, int]:
        """How many cards of each rank were played in this deal."""
        return self._counts(self._S[st.PLAYED_CARDS])

    @property
    def played_by(self) -> dict[str, dict[str, int]]:
        """How many cards of each rank each player has played in this deal."""
        return self._by_name([*map(self._counts, self._cells(st.PLAYED_BY))])

    @property
    def unseen(self) -> dict[str, int]:
        """How many cards of each rank you have not seen: they are in the others' hands.

        Where a fallen champion leaves with his cards, those count as unseen too.
        """
        seen = self._S[st.HAND + self._p] + self._S[st.PLAYED_CARDS]
        return self._counts(whole_pack(self._S) - seen)

    @property
    def in_play(self) -> tuple[str, ...]:
        """Who still plays, clockwise from your left, you last."""
        left = self.cards_left
        away = self.fallen if self.rules.fallen_champion == "leaves" else None
        return tuple(n for n in (*self.others, self.me) if left[n] and n != away)

    # --- the trick ---------------------------------------------------------------------

    @property
    def leading(self) -> bool:
        """Whether you lead: there is no set to beat."""
        return self.phase == "play" and self._S[st.TO_BEAT_SIZE] == 0

    def legal(self) -> Legal:
        """All that you may do now, as text; a pass is ``-`` and comes last.

        Low ranks come first, and that means low in the order in force (see `turned`).
        """
        if self._legal is None:
            self._legal = Legal(self)
        return self._legal

    @property
    def can_pass(self) -> bool:
        """Whether you may pass."""
        return self.phase == "play" and may_pass(self._S, self._p)

    @property
    def previous_places(self) -> dict[str, int | None]:
        """Each player's place in the deal before, None in the first deal."""
        return self._by_name([place or None for place in self._cells(st.PREVIOUS_PLACE)])

    @property
    def my_previous_place(self) -> int | None:
        """Your place in the deal before, None in the first deal."""
        return self.previous_places[self.me]

    # --- the exchange ------------------------------------------------------------------

    @property
    def cards_due(self) -> int:
        """How many cards of your choice you have to give now."""
        S = self._S
        if self.actor != self._p or self.phase != "exchange":
            return 0
        return gift_count(S, S[st.GIFT]) if gift_kind(S, S[st.GIFT]) == st.CHOICE else 0

    @property
    def partner(self) -> str | None:
        """Whom you exchange cards with in this deal."""
        S = self._S
        mine = [g for g in gifts(S) if S[st.HAS_STANDING] and gift_from(S, g) == self._p]
        return self.players[gift_to(S, mine[0])] if mine else None

    @property
    def gave(self) -> list[str]:
        """What you gave in this deal's exchange, as rank letters."""
        return self._letters(st.GAVE)

    @property
    def got(self) -> list[str]:
        """What you got in this deal's exchange, as rank letters."""
        return self._letters(st.GOT)

    # --- luck of your own --------------------------------------------------------------

    def random(self) -> float:
        """A random number from 0 up to 1, from your own stream: the same seed, the same luck."""
        return (draw(self._S, st.LUCK + self._p) >> 3) / 2**53

    def choice(self, items: Sequence[T]) -> T:
        """One of some items, each with equal chance, from your own stream.

        Parameters
        ----------
        items : sequence
            At least one.

        Returns
        -------
        object
            One of them.

        Raises
        ------
        ValueError
            If there is none.
        """
        if not items:
            raise invalid("strategies.no_items", lang=self.setting.lang)
        return items[below(draw(self._S, st.LUCK + self._p), len(items))]

    # --- reading answers ---------------------------------------------------------------

    def _letters(self, row: int) -> list[str]:
        return list(self.text.order.letters(self._S[row + self._p]))

    def _counts(self, packed: int) -> dict[str, int]:
        counts = {letter: (packed >> (4 * i)) & 15 for i, letter in enumerate(self.ranks)}
        return {letter: n for letter, n in counts.items() if n}

    def _action(self, answer: Any) -> int:
        """The action that an answer means, if it is legal now; else `IllegalAction`."""
        if self._legal is not None and type(answer) is str and answer in self._legal.offered:
            return self._legal.offered[answer]
        return self._read_play("-" if answer is None else answer)[0]

    # --- shown -------------------------------------------------------------------------

    def __str__(self) -> str:
        """Two or three sentences in the table's language."""
        w, top = words(self.setting.lang), self.to_beat
        lines = [w("strategies.view_hand", player=self.me, hand=w.faces(self.hand))]
        if self.phase == "exchange":
            lines.append(w("strategies.view_due", n=self.cards_due, partner=self.partner or ""))
        elif top is None:
            lines.append(w("strategies.view_lead"))
        else:
            cards = w.faces([top.rank] * top.size)
            lines.append(w("strategies.view_top", player=top.by, cards=cards))
        if self.turned:
            lines.append(w("strategies.view_turned"))
        left = ", ".join(f"{name} {n}" for name, n in self.cards_left.items() if name != self.me)
        lines.append(w("strategies.view_left", left=left))
        return "\n".join(lines)

    def __repr__(self) -> str:
        top = self.to_beat
        what = "-" if top is None else f"{top.rank} x {top.size}"
        return f"<View of {self.me}: {''.join(self.hand)}, to beat {what}>"
