"""A match: deal after deal until somebody has won."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any

from slime._checks import InvalidValue, as_int, check_int, check_key, check_seed, invalid
from slime.engine import layout as st
from slime.engine.dealing import (
    begin_play,
    deal_out,
    open_exchange,
    seat_players,
    shuffle_pack,
    start_deal,
    start_match,
    take_words,
)
from slime.engine.seating import extra_players
from slime.engine.streams import VERSION, secret_words, seed_word
from slime.game.deal import Deal
from slime.game.played import PlayedMatch, state_after
from slime.game.rules import Rules
from slime.game.rules import rules as make_rules
from slime.game.setting import Candidate, Strategies, make_setting

#: What can run by itself: gifts that leave no choice; steps of players with a strategy; a
#: person's only legal step.
AUTOMATION = ("gifts", "bots", "forced")
#: Deals after which a match by points is given up as endless.
ENDLESS = 20_000


class Endless(InvalidValue):
    """A match that ends by points does not end."""

    def __init__(self) -> None:
        super().__init__("game.endless", {"n": ENDLESS})


def check_names(players: Any) -> tuple[str, ...]:
    """Names of players (a list, or numpy's or pandas' names), each once.

    >>> check_names(["Anna K.", "Boris"])
    ('Anna K.', 'Boris')
    """
    if isinstance(players, (str, bytes, Mapping)) or not isinstance(players, Iterable):
        raise invalid("game.names_list", got=players)
    names = tuple(players)
    for name in names:
        one_line = isinstance(name, str) and not any(c.isspace() and c not in " \xa0" for c in name)
        if not one_line or not name or name != name.strip():
            raise invalid("game.name", got=name)
    if len(set(names)) != len(names):
        raise invalid("game.names_twice", names=list(names))
    return tuple(map(str, names))


def number_names(count: int) -> tuple[str, ...]:
    """Names for numbered players.

    >>> number_names(3)
    ('P1', 'P2', 'P3')
    """
    return tuple(f"P{i + 1}" for i in range(count))


def check_automation(automation: Any) -> frozenset[str]:
    """What is to run by itself; ``ValueError`` says what it may be."""
    given = (automation,) if isinstance(automation, str) else automation
    try:
        found = frozenset(given)
    except TypeError:  # nothing to go through, or lists in it
        found = frozenset(("?",))
    if not found <= set(AUTOMATION):
        raise invalid("game.automation", choices=", ".join(AUTOMATION), got=automation)
    return found


class Match(PlayedMatch):
    """A match to be played deal by deal.

    All luck comes from the seed and the match's number.  Copies (``match.copy()``,
    ``copy.deepcopy(match)``) are whole and independent.

    Parameters
    ----------
    rules : Rules or str
        A rule set or the name of a preset.
    players : int or sequence of str
        Names, who sit as given, or a number of players, who are seated at random.
    strategies : str, Strategy, function or sequence of these
        One for all or one for each player; None: a person plays by hand.
    seed : int
        A whole number from 0 to 2**64 - 1.
    number : int
        Which match of this seed it is, from 0.
    automation : str or iterable of str
        What runs by itself: ``"gifts"`` that leave no choice, ``"bots"`` (players with a
        strategy), ``"forced"`` (a person's only legal step).
    key : str, optional
        A secret that all luck comes from instead of the seed: whoever does not know it cannot
        compute the cards from what he draws himself, as he can from a seed's.

    Examples
    --------
    >>> match = Match("slime-licker", players=5, strategies="lowest", seed=1).finish()
    >>> len(match.deals), sum(match.totals.values())
    (10, 150)
    """

    def __init__(
        self,
        rules: Rules | str = "slime-licker",
        players: int | Sequence[str] = 5,
        strategies: Strategies = "lowest",
        seed: int = 1,
        *,
        number: int = 0,
        automation: str | Iterable[str] = (),
        key: str | None = None,
    ) -> None:
        self.rules = make_rules(rules)
        count = as_int(players)
        if count is not None:
            self.rules.check_players(count)  # before so many names are made
        names = self.players = check_names(players) if count is None else number_names(count)
        self._S = self.rules.numbers(len(names))
        self.setting = make_setting(self.rules, names, _find_all(strategies, len(names)))
        self.automation = check_automation(automation)
        self.seed = check_seed(seed)
        self.number = check_int("number", number, 0)
        for p, strategy in enumerate(self.setting.strategies):
            if strategy is not None:
                strategy.write_options(self._S, p)
        self.key = key if key is None else check_key(key)
        if self.key is None:
            start_match(self._S, seed_word(self.seed), self.number, count is not None, [0] * 52)
        else:
            take_words(self._S, secret_words(self.key, self.number, 0), 0)
            seat_players(self._S, count is not None, [0] * 52)
        self._pack = self.rules.pack(len(names))
        self.deals = []
        self.meta = {
            **({"seed": self.seed} if self.key is None else {"key": self.key}),
            "number": self.number,
            "strategies": [None if s is None else str(s) for s in self.setting.strategies],
            "streams": VERSION,
            "seated": "as given" if count is None else "by lot",
        }

    def next_deal(self) -> Deal:
        """Shuffle and deal the next deal; ``ValueError`` while one is unfinished or at the end.

        >>> match = Match("slime-licker", ["Anna", "Boris", "Vera", "Gleb"], "lowest", seed=1)
        >>> deal = match.next_deal()
        >>> match.players, match.over, match.winners, match.totals == {n: 0 for n in match.players}
        (('Anna', 'Boris', 'Vera', 'Gleb'), False, None, True)
        """
        if self.deals:
            last = self.deals[-1]
            if not last.over:
                raise invalid("game.deal_not_over", n=last.number)
            S = state_after(last)
            if S[st.ENDED]:
                raise invalid("game.match_over", n=last.number)
            if S[st.BY_TARGET] and last.number >= ENDLESS:
                raise Endless
            last.closed = True
        else:
            S = self._S[:]
        deal = self._deal(S)
        self.deals.append(deal)
        deal._run_automation()
        return deal

    def _deal(self, S: list[int]) -> Deal:
        if self.key is not None:
            take_words(S, secret_words(self.key, self.number, S[st.DEAL] + 1), 0)
        start_deal(S)
        pack = list(range(S[st.PACK]))
        shuffle_pack(S, pack)
        deal_out(S, [S[st.CARD + i] for i in pack])
        cards = [self._pack[i] for i in pack]
        share, count = S[st.SHARE], S[st.PLAYERS]
        hands = [cards[p * share : (p + 1) * share] for p in range(count)]
        for p, card in zip(extra_players(S), cards[count * share :], strict=True):
            hands[p].append(card)
        if not open_exchange(S):
            S[st.PHASE] = st.OVER
        deal = Deal(self.setting, S, hands, begin_play)
        deal.automation = self.automation
        return deal

    def finish(self) -> Match:
        """Let the strategies play the rest of the match.

        `Endless`, a ``ValueError``, where points never reach the target in 20,000 deals.

        >>> match = Match("slime-licker", players=4, strategies="lowest", seed=1).finish()
        >>> match.over, match.winners
        (True, ['P4'])
        """
        self.rules.check_end(len(self.players))
        if self.deals:
            self.deals[-1].finish()
        while not self.over:
            self.next_deal().finish()
        return self

    def copy(self) -> Match:
        """An independent copy; it can be played on without touching this one.

        >>> match = Match(players=4, seed=1)
        >>> match.copy().finish().over, match.over
        (True, False)
        """
        return deepcopy(self)

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        out = object.__new__(Match)
        out.__dict__.update(self.__dict__)
        out.setting = memo.setdefault(id(self.setting), self.setting.copy())
        out.deals = [deepcopy(deal, memo) for deal in self.deals]
        for mine, copied in zip(self.deals, out.deals, strict=True):
            copied.closed = mine.closed
        return out


def _find_all(strategies: Strategies, players: int) -> Sequence[Candidate | None]:
    from slime.strategies.registry import find_all

    return find_all(strategies, players)
