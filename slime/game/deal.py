"""A deal to step through: a friendly face over the flat state.

`Deal` says whose turn it is, what is legal and why something is not; it plays, passes, gives,
undoes and redoes, by hand or by the players' strategies, and keeps the log.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence

from slime.engine import layout as st
from slime.engine.exchange import best_cards, gift_count, gift_kind, make_gift, random_cards
from slime.engine.hands import within
from slime.engine.legal import count_legal, legal_number
from slime.engine.play import FINE, act, why_not
from slime.game.dealview import DealView, Entry, GiftDue, Legal, Setting, ToBeat
from slime.game.errors import IllegalAction, illegal
from slime.game.notation import Reading

__all__ = ["Deal", "GiftDue", "Entry", "Legal", "Setting", "ToBeat"]


class Deal(DealView):
    """One deal of a match; make it with `Match.next_deal` or from a record.

    >>> import slime
    >>> deal = slime.Match("slime-licker", players=["Anna", "Boris", "Vera", "Gleb"]).next_deal()
    >>> deal.phase, len(deal.hand("Anna"))
    ('play', 13)
    """

    def __init__(
        self,
        setting: Setting,
        S: list[int],
        dealt: Sequence[Sequence[str]],
        begin_play: Callable[[list[int]], None],
        automation: frozenset[str] = frozenset(),
    ) -> None:
        self.setting = setting
        self.text = setting.text
        self.S = S
        self.automation = automation
        self._begin_play = begin_play
        self._dealt = [self.text.order.sort(cards) for cards in dealt]
        self._start = S[:]
        self._log: list[Entry] = []
        self._redo: list[tuple[Entry, int]] = []
        self._hands: list[list[str]] = []
        self._hands_at = -1
        self.closed = False
        if S[st.PHASE] == st.OVER:  # no exchange is due
            begin_play(S)

    # --- doing -------------------------------------------------------------------------

    def play(self, play: str) -> Deal:
        """Lay cards for whose turn it is (``"-"`` passes); `IllegalAction` says why not.

        >>> import slime
        >>> deal = slime.Match(players=["Anna", "Boris", "Vera", "Gleb"], seed=1).next_deal()
        >>> first = deal.turn
        >>> deal.play(deal.legal()[0]).to_beat.by == first, deal.turn == first
        (True, False)
        >>> deal.pass_().cards_left == deal.at(1).cards_left
        True
        """
        action, cards = self._checked(play)
        self._open()
        self._do(self.S[st.TURN], action, cards)
        return self._run_automation()

    def pass_(self) -> Deal:
        """Pass for whose turn it is."""
        return self.play("-")

    def give(self, cards: str) -> Deal:
        """Give the gift that is due; `IllegalAction` says why not.

        >>> import slime
        >>> match = slime.Match("slime-licker", ["Anna", "Boris", "Vera", "Gleb"], "lowest", seed=1)
        >>> match.next_deal().finish().over
        True
        >>> deal = match.next_deal()
        >>> due = deal.gifts_due()[0]
        >>> best = " ".join(deal.hand(due.giver)[-due.size :])
        >>> deal.why_not_give(best) is None
        True
        >>> deal.give(best).gifts_due()[0].giver == due.taker
        True
        """
        if self.S[st.PHASE] != st.EXCHANGING:
            raise illegal(self, "no-exchange")
        packed, picked = self._legal_gift(self._read(cards, self._legal_gift))
        self._open()
        self._do_gift(packed, picked)
        return self._run_automation()

    def why_not_give(self, cards: str) -> str | None:
        """Why the gift that is due cannot be these cards; None if it can."""
        try:
            Deal.give(self.copy(), cards)
        except IllegalAction as problem:
            return str(problem)
        return None

    def _legal_gift(self, reading: Reading) -> tuple[int, tuple[str, ...] | None]:
        S, giver = self.S, self.actor
        hand, g = S[st.HAND + giver], S[st.GIFT]
        if reading.declared is not None:
            raise illegal(self, "gift-declared")
        if len(reading.cards) != gift_count(S, g):
            raise illegal(self, "exchange-count", count=gift_count(S, g))
        picked = self._held(giver, reading)
        packed = self.text.order.pack(reading.cards)
        if not within(packed, hand):
            raise illegal(self, "not-held")
        if gift_kind(S, g) == st.BEST and packed != best_cards(hand, gift_count(S, g)):
            raise illegal(self, "exchange-not-best")
        return packed, picked

    def step(self) -> Deal:
        """Let the strategy of who acts now do one step.

        >>> import slime
        >>> match = slime.Match("slime-licker", ["Anna", "Boris", "Vera", "Gleb"], "lowest", seed=1)
        >>> match.next_deal().finish().over
        True
        >>> deal = match.next_deal().step()
        >>> len(deal.log), deal.exchange().phase, deal.copy().finish().over, deal.over
        (1, 'play', True, False)
        """
        self._open()
        self._ask()
        return self

    def exchange(self) -> Deal:
        """Let the strategies give all gifts still due (best gifts and lots need none)."""
        self._open()
        while self.S[st.PHASE] == st.EXCHANGING:
            self._ask()
        return self._run_automation()

    def finish(self) -> Deal:
        """Let the strategies play the rest of the deal."""
        self._open()
        self.exchange()
        S, log, players = self.S, self._log, self.setting.strategies
        if None in players:
            while S[st.PHASE] == st.PLAYING:
                self._ask()
            return self
        choose = [one.choose for one in players if one is not None]
        luck_at, trick_at = st.LUCK, st.TRICK  # locals: this loop is hot
        entry = tuple.__new__  # a named tuple without its own, slow, constructor
        p = S[st.TURN] if S[st.PHASE] == st.PLAYING else -1
        while p >= 0:
            luck = S[luck_at + p]
            action = choose[p](S, p)
            if why_not(S, p, action) != FINE:
                raise self._fault(p, action)
            log.append(entry(Entry, (p, action, None, S[trick_at], luck)))
            p = act(S, p, action)
        return self

    def _fault(self, p: int, action: int) -> Exception:
        from slime.strategies.custom import fault

        return fault(self, p, action)

    def _ask(self) -> None:
        """One step by a strategy (or by the rules, for best gifts and lots)."""
        S, p = self.S, self.actor
        if p < 0:
            raise illegal(self, "deal-over")
        strategy = self.setting.strategies[p]
        if S[st.PHASE] == st.EXCHANGING:
            g = S[st.GIFT]
            kind, count = gift_kind(S, g), gift_count(S, g)
            if kind == st.BEST:
                self._do_gift(best_cards(S[st.HAND + p], count), None)
                return
            if kind == st.AT_RANDOM:
                luck = S[st.RANDOM_STATE]
                self._do_gift(random_cards(S, S[st.HAND + p], count), None, luck)
                return
        if strategy is None:
            raise illegal(self, "no-strategy", player=self.players[p])
        luck = S[st.LUCK + p]
        if S[st.PHASE] == st.EXCHANGING:
            cards = strategy.give(S, p, count)
            if not within(cards, S[st.HAND + p]) or cards.bit_length() > 56:
                raise self._fault(p, cards)
            self._do_gift(cards, None, luck)
            return
        action = strategy.choose(S, p)
        if why_not(S, p, action) != FINE:
            raise self._fault(p, action)
        self._do(p, action, None, luck)

    def _do(
        self, p: int, action: int, cards: tuple[str, ...] | None, luck: int | None = None
    ) -> None:
        S = self.S
        self._log.append(
            Entry(p, action, cards, S[st.TRICK], S[st.LUCK + p] if luck is None else luck)
        )
        self._redo.clear()
        act(S, p, action)

    def _do_gift(self, packed: int, cards: tuple[str, ...] | None, luck: int | None = None) -> None:
        S, giver = self.S, self.actor
        cell = self._luck_cell(giver, gift=True)
        self._log.append(Entry(giver, packed, cards, 0, S[cell] if luck is None else luck))
        self._redo.clear()
        self._move_gift(packed)

    def _move_gift(self, packed: int) -> None:
        if not make_gift(self.S, packed):
            if self.number == 1:  # who holds the three of clubs may depend on suits chosen
                for p, hand in enumerate(self.hands):
                    self.S[st.CLUBS + p] = hand.count("3c")
            self._begin_play(self.S)

    def _luck_cell(self, p: int, gift: bool) -> int:
        if gift and self.S[st.FLOW] == st.RANDOM:
            return st.RANDOM_STATE
        return st.LUCK + p

    def _open(self) -> None:
        if self.closed:
            raise illegal(self, "closed")

    # --- automation --------------------------------------------------------------------

    def _run_automation(self) -> Deal:
        """Do what runs by itself, until a step is a person's."""
        while self._runs_by_itself():
            self._ask_or_force()
        return self

    def _runs_by_itself(self) -> bool:
        S, p, auto = self.S, self.actor, self.automation
        if p < 0 or not auto:
            return False
        has_strategy = self.setting.strategies[p] is not None
        if S[st.PHASE] == st.EXCHANGING:
            forced = gift_kind(S, S[st.GIFT]) != st.CHOICE
            return ("gifts" in auto and forced) or ("bots" in auto and has_strategy)
        if "bots" in auto and has_strategy:
            return True
        return "forced" in auto and count_legal(S, p) == 1

    def _ask_or_force(self) -> None:
        S, p = self.S, self.actor
        if S[st.PHASE] == st.PLAYING and self.setting.strategies[p] is None:
            self._do(p, legal_number(S, p, 0), None)
        else:
            self._ask()

    # --- going back --------------------------------------------------------------------

    def undo(self) -> Deal:
        """Take the last step back (with what automation did after it).

        >>> import slime
        >>> deal = slime.Match(strategies="lowest", seed=1).next_deal().finish()
        >>> length = len(deal.log)
        >>> len(deal.undo().log) == length - 1, len(deal.redo().log) == length, len(deal.at(3).log)
        (True, True, 3)
        """
        self._open()
        if not self._log:
            raise illegal(self, "nothing-to-undo")
        self._back()
        while self._log and self._runs_by_itself():
            self._back()
        return self

    def _back(self) -> None:
        entry = self._log[-1]
        after = self.S[self._luck_cell(entry.player, gift=entry.trick == 0)]
        redo = [*self._redo, (entry, after)]
        self._rewind(len(self._log) - 1)
        self._redo = redo

    def redo(self) -> Deal:
        """Do again what was last undone."""
        self._open()
        if not self._redo:
            raise illegal(self, "nothing-to-redo")
        self._again()
        while self._redo and self._runs_by_itself():
            self._again()
        return self

    def _again(self) -> None:
        *rest, (entry, after) = self._redo
        cell = self._luck_cell(entry.player, gift=entry.trick == 0)
        self.S[cell] = after
        if entry.trick == 0:
            self._do_gift(entry.action, entry.cards, entry.luck)
        else:
            self._do(entry.player, entry.action, entry.cards, entry.luck)
        self._redo = rest

    def _rewind(self, length: int) -> None:
        """Go back to the state after `length` steps; streams go back too."""
        S = self.S
        log = self._log
        lucks = S[st.LUCK : st.LUCK + len(self.players)]
        lots = S[st.RANDOM_STATE]
        for entry in reversed(log[length:]):
            if entry.trick == 0 and S[st.FLOW] == st.RANDOM:
                lots = entry.luck
            else:
                lucks[entry.player] = entry.luck
        self._hands_at = -1
        S[:] = self._start
        self._log = []
        if S[st.PHASE] == st.OVER:
            self._begin_play(S)
        for entry in log[:length]:
            self._log.append(entry)
            if entry.trick == 0:
                self._move_gift(entry.action)
            else:
                act(S, entry.player, entry.action)
        S[st.LUCK : st.LUCK + len(self.players)] = lucks
        if S[st.FLOW] == st.RANDOM:  # what was drawn by lot is not drawn again
            S[st.RANDOM_STATE] = lots
        self._redo = []

    def at(self, length: int) -> Deal:
        """A copy of this deal as it was after `length` steps of the log."""
        try:
            steps = operator.index(length)
        except TypeError:
            steps = -1
        if not 0 <= steps <= len(self._log):
            most = len(self._log)
            raise ValueError(f"length: a whole number from 0 to {most}, not {length!r:.60}")
        out = self.copy()
        out._rewind(steps)
        return out

    def copy(self) -> Deal:
        """An independent copy; it can be played on without touching this one."""
        out = object.__new__(Deal)
        out.__dict__.update(self.__dict__)
        out.S = self.S[:]
        out._log = self._log[:]
        out._redo = self._redo[:]
        out._hands_at = -1
        out.closed = False
        return out

    def _repr_svg_(self) -> str:
        """The table as it is now, for a notebook."""
        from slime.drawing import table_svg
        from slime.game.frames import frame

        return table_svg(frame(self))
