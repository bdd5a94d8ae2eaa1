"""A deal to step through: a friendly face over the flat state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from itertools import repeat
from typing import Any, NamedTuple

from slime.engine import layout as st
from slime.engine.beats import FINE, why_not
from slime.engine.exchange import (
    forced_gift,
    gift_count,
    gift_from,
    gift_kind,
    gift_to,
    why_not_answer,
)
from slime.engine.legal import count_legal, legal_number
from slime.engine.turns import act
from slime.game.history import DealHistory, Entry
from slime.game.snapshots import snapshot

#: Does plays ``(S, players, actions, tricks)`` and notes their tricks, until one is not legal; it
#: gives how many were.
Run = Callable[[list[int], Sequence[int], Sequence[int], list[int]], int]


def do_plays(S: Any, players: Any, actions: Any, tricks: Any) -> int:
    """See `Run`. It keeps to what can be compiled."""
    turn = S[st.TURN] if S[st.PHASE] == st.PLAYING else -1
    for i in range(len(players)):
        p, action = players[i], actions[i]
        if p != turn or why_not(S, p, action) != FINE:
            return i
        tricks[i] = S[st.TRICK]
        turn = act(S, p, action)
    return len(players)


class Step(NamedTuple):
    """What was done: by whom, the action, and the cards, each with its suit.

    A pass is action 0 without cards.
    """

    player: int
    action: int
    cards: tuple[str, ...] | None


class Deal(DealHistory):
    """One deal of a match; make it with `Match.next_deal` or from a record.

    It says whose turn it is, what is legal and why something is not; it plays, passes, gives,
    undoes and redoes, by hand or by the players' strategies, and keeps the log.  Copies
    (``deal.copy()``, ``copy.deepcopy(deal)``) are whole and independent.

    Examples
    --------
    >>> import slime
    >>> names = ["Anna", "Boris", "Vera", "Gleb"]
    >>> deal = slime.Match("slime-licker", players=names, strategies="lowest").next_deal()
    >>> deal.phase, deal.turn, len(deal.hand("Anna")), deal.setting.lang
    ('play', 'Vera', 13, 'en')
    >>> deal.number, deal.players == deal.seats == deal.dealt_seats, deal.dealer
    (1, True, 'Anna')
    >>> deal.hands == deal.dealt, deal.previous_standing, deal.players[deal.actor] == deal.turn
    (True, None, True)
    >>> deal.trick, deal.leader, deal.passed, deal.next_place, deal.champion, deal.fallen
    (1, 'Vera', (), 1, None, None)
    >>> deal.turned
    False
    >>> deal.finish().rules.preset, deal.events[0].dealer, deal.standing
    ('slime-licker', 'Anna', ('Gleb', 'Boris', 'Vera', 'Anna'))
    >>> deal.places == {name: i + 1 for i, name in enumerate(deal.standing)}
    True
    >>> deal.points == deal.totals == deal.places, deal.text.write(0), len(deal.S) > 100
    (True, '-', True)
    """

    #: what runs by itself, see `slime.game.match.AUTOMATION`
    automation: frozenset[str] = frozenset()

    def __repr__(self) -> str:
        acts = "" if self.turn is None else f", {self.turn} acts"
        return f"<Deal {self.number}: {self.phase}{acts}>"

    # --- doing -------------------------------------------------------------------------

    def play(self, play: str | Iterable[str]) -> Deal:
        """Play cards for whose turn it is, or pass.

        Parameters
        ----------
        play : str or iterable of str
            Cards with or without suits (``"7c 7d"``, ``"7 7"``, ``"77"``, ``["7c", "7d"]``),
            ending in ``=R`` where wild cards stand for rank R; ``"-"`` or ``"pass"`` passes.

        Returns
        -------
        Deal
            This deal, one step on.

        Raises
        ------
        IllegalAction
            A ``ValueError`` that says which rule forbids it.

        Examples
        --------
        >>> import slime
        >>> deal = slime.Match(players=["Anna", "Boris", "Vera", "Gleb"], seed=1).next_deal()
        >>> first = deal.turn
        >>> deal.play(deal.legal()[0]).to_beat.by == first, deal.turn == first
        (True, False)
        >>> deal.pass_().cards_left == deal.at(1).cards_left
        True
        """
        action, cards = self._read_play(play)
        self._open()
        self._do(action, cards)
        return self._run_automation()

    def pass_(self) -> Deal:
        """Pass for whose turn it is."""
        return self.play("-")

    def give(self, cards: str | Iterable[str]) -> Deal:
        """Give the gift that is due.

        Parameters
        ----------
        cards : str or iterable of str
            The cards, with or without suits.

        Returns
        -------
        Deal
            This deal, one step on.

        Raises
        ------
        IllegalAction
            A ``ValueError`` that says why these cards cannot be given.

        Examples
        --------
        >>> import slime
        >>> match = slime.Match("slime-licker", ["Anna", "Boris", "Vera", "Gleb"], "lowest", seed=1)
        >>> match.next_deal().finish().over
        True
        >>> deal = match.next_deal()
        >>> due = deal.gifts_due()[0]
        >>> best = deal.hand(due.giver)[-due.size :]
        >>> deal.why_not_give(best) is None
        True
        >>> deal.give(best).gifts_due()[0].giver == due.taker
        True
        """
        packed, picked = self._read_gift(cards)
        self._open()
        self._do(packed, picked)
        return self._run_automation()

    def why_not_give(self, cards: str | Iterable[str]) -> str | None:
        """Why the gift that is due cannot be these cards.

        Parameters
        ----------
        cards : str or iterable of str
            The cards, with or without suits.

        Returns
        -------
        str or None
            The reason, in the language of the deal; None if they can be given.
        """
        return self._reason(self._read_gift, cards)

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
        """Let the strategies give all gifts still due (best and random gifts need none)."""
        self._open()
        while self._S[st.PHASE] == st.EXCHANGING:
            self._ask()
        return self._run_automation()

    def finish(self) -> Deal:
        """Let the strategies play the rest of the deal."""
        self.exchange()
        S, log, players = self._S, self._log, self.setting.strategies
        if None in players:
            while S[st.PHASE] == st.PLAYING:
                self._ask()
            return self
        self._redo.clear()
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

    def follow(
        self,
        steps: Iterable[Step | None],
        hands: list[list[str]] | None = None,
        run: Run = do_plays,
    ) -> int:
        """Do plays that were made, as far as they are right.

        It is what `play` does, without words for what is wrong.

        Parameters
        ----------
        steps : iterable of Step or None
            The plays; None ends them.
        hands : list of list of str, optional
            The cards all players hold, as `hands` gives them. What is played is taken out; they
            are of no more use once a play was not right.
        run : callable
            What does them on the state: `do_plays`, or the same compiled.

        Returns
        -------
        int
            How many of them were right.

        Examples
        --------
        >>> import slime
        >>> from slime.game.notation import Reading
        >>> deal = slime.Match(players=["Anna", "Boris", "Vera", "Gleb"], seed=1).next_deal()
        >>> card = deal.hand(deal.turn)[0]
        >>> step = Step(deal.actor, deal.text.action(Reading([card], None)), (card,))
        >>> deal.follow([step, step]), deal.to_beat.rank == card[0]
        (1, True)
        """
        self._redo.clear()
        S, held = self._S, []
        try:
            for step in steps:
                if step is None:
                    break
                if step[2]:
                    hands = self.hands if hands is None else hands
                    take = hands[step[0]].remove
                    for card in step[2]:
                        take(card)
                held.append(step)
        except ValueError:  # a card that is not held
            pass
        if not held:
            return 0
        players, actions, cards = zip(*held, strict=True)
        tricks = [0] * len(held)
        done = run(S, players, actions, tricks)
        luck = map(S[st.LUCK : st.LUCK + len(self.players)].__getitem__, players)
        lines = zip(players, actions, cards, tricks[:done], luck, strict=False)
        self._log += map(tuple.__new__, repeat(Entry), lines)
        return done

    def follow_gifts(self, steps: Iterable[Step], hands: list[list[str]]) -> int:
        """Give gifts that were given, as far as they are right: see `follow`.

        Parameters
        ----------
        steps : iterable of Step
            The gifts: by whom, the packed cards, and the cards.
        hands : list of list of str
            The cards all players hold; the gifts are moved in it.

        Returns
        -------
        int
            How many of them were right.

        Examples
        --------
        >>> import slime
        >>> match = slime.Match("slime-licker", ["Anna", "Boris", "Vera", "Gleb"], "lowest", seed=1)
        >>> match.next_deal().finish().over
        True
        >>> deal = match.next_deal()
        >>> best = tuple(deal.hand(deal.turn)[-deal.gifts_due()[0].size :])
        >>> gift = Step(deal.actor, deal.text.order.pack(best), best)
        >>> deal.follow_gifts([gift, gift], deal.hands), len(deal.log)
        (1, 1)
        """
        self._redo.clear()
        S, done = self._S, 0
        blind: list[tuple[int, tuple[str, ...]]] = []
        for p, packed, cards in steps:
            g = S[st.GIFT]
            if S[st.PHASE] != st.EXCHANGING or gift_from(S, g) != p or not cards:
                break
            if why_not_answer(S, p, packed) != FINE or not self._gift_fits(g, packed):
                break
            try:
                for card in cards:
                    hands[p].remove(card)
            except ValueError:
                break
            if S[st.EXCHANGE_OPEN]:
                hands[gift_to(S, g)] += cards
            else:  # nobody gives on what comes to him
                blind.append((gift_to(S, g), cards))
            self._follow(Entry(p, packed, cards, 0, S[self._luck_cell(p, True)]))
            done += 1
        for taker, cards in blind:
            hands[taker] += cards
        return done

    def _fault(self, p: int, action: int) -> Exception:
        player = self.setting.strategies[p]
        assert player is not None
        return player.fault(self._S, p, action, self.setting)

    def _ask(self) -> None:
        """One step by a strategy (or by the rules, for best and random gifts)."""
        S, p = self._S, self.actor
        if p < 0:
            raise self._illegal("deal-over")
        gift = S[st.PHASE] == st.EXCHANGING
        luck = S[self._luck_cell(p, gift)]
        answer = forced_gift(S) if gift else -1
        if answer < 0:
            player = self.setting.strategies[p]
            if player is None:
                raise self._illegal("no-strategy", player=self.players[p])
            answer = player.give(S, p, gift_count(S, S[st.GIFT])) if gift else player.choose(S, p)
            if why_not_answer(S, p, answer) != FINE:
                raise self._fault(p, answer)
        self._do(answer, None, luck)

    def _do(self, action: int, cards: tuple[str, ...] | None, luck: int | None = None) -> None:
        """Let who acts do this, and log it."""
        S, p = self._S, self.actor
        gift = S[st.PHASE] == st.EXCHANGING
        luck = S[self._luck_cell(p, gift)] if luck is None else luck
        self._redo.clear()
        self._follow(Entry(p, action, cards, 0 if gift else S[st.TRICK], luck))

    def _open(self) -> None:
        if self.closed:
            raise self._illegal("closed")

    def advice(self, samples: int = 2_000, seed: int = 1, **how: Any) -> Any:
        """What each action is worth to who acts, from what that player sees.

        Parameters
        ----------
        samples : int
            In how many worlds the deal is played out.
        seed : int
            Where the luck comes from.
        **how
            Who plays on and the rest: see `slime.advice.advise`.

        Returns
        -------
        slime.advice.Advice
            The actions, the best first.

        Examples
        --------
        >>> import slime
        >>> deal = slime.Match(players=4, strategies="lowest", seed=1).next_deal()
        >>> deal.advice(samples=50).best in deal.legal()
        True
        """
        from slime.advice import advise

        return advise(self, samples, seed, **how)

    # --- automation --------------------------------------------------------------------

    def _run_automation(self) -> Deal:
        """Do what runs by itself, until a step is a person's."""
        while self._runs_by_itself():
            S, p = self._S, self.actor
            if S[st.PHASE] == st.PLAYING and self.setting.strategies[p] is None:
                self._do(legal_number(S, p, 0), None)  # the only one
            else:
                self._ask()
        return self

    def _runs_by_itself(self) -> bool:
        S, p, auto = self._S, self.actor, self.automation
        if p < 0 or not auto:
            return False
        if "bots" in auto and self.setting.strategies[p] is not None:
            return True
        if S[st.PHASE] == st.EXCHANGING:
            return "gifts" in auto and gift_kind(S, S[st.GIFT]) != st.CHOICE
        return "forced" in auto and count_legal(S, p) == 1

    # --- going back --------------------------------------------------------------------

    def undo(self) -> Deal:
        """Take the last step back (with what automation did after it).

        >>> import slime
        >>> deal = slime.Match(strategies="lowest", seed=1).next_deal().finish()
        >>> length = len(deal.log)
        >>> len(deal.undo().log) == length - 1, len(deal.redo().log) == length
        (True, True)
        """
        return self._go(self._log, self._back, "nothing-to-undo")

    def _back(self) -> None:
        entry = self._log[-1]
        after = self._S[self._luck_cell(entry.player, entry.trick == 0)]
        self._rewind(len(self._log) - 1)
        self._redo.append((entry, after))

    def redo(self) -> Deal:
        """Do again what was last undone."""
        return self._go(self._redo, self._again, "nothing-to-redo")

    def _go(self, steps: Sequence[object], one: Callable[[], None], nothing: str) -> Deal:
        self._open()
        if not steps:
            raise self._illegal(nothing)
        one()
        while steps and self._runs_by_itself():
            one()
        return self

    def _again(self) -> None:
        entry, after = self._redo.pop()
        self._S[self._luck_cell(entry.player, entry.trick == 0)] = after
        self._follow(entry)

    # --- copies ------------------------------------------------------------------------

    def copy(self) -> Deal:
        """An independent copy; it can be played on without touching this one."""
        return deepcopy(self)

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Deal:
        out = self._frozen()
        if id(self.setting) not in memo:  # deals of a match that is copied share its players
            memo[id(self.setting)] = self.setting.copy()
        out.setting = memo[id(self.setting)]
        return out

    def _repr_svg_(self) -> str:
        """The table as it is now, for a notebook."""
        from slime.drawing import table_svg

        return table_svg(snapshot(self))
