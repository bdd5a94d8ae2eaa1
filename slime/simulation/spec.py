"""What is to be simulated: a `Spec` says it all, and everything can be played again from it."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from slime._checks import check_choice, check_int, check_seed, invalid
from slime.engine import layout as st
from slime.game.deal import Deal
from slime.game.match import Match, check_names, number_names
from slime.game.rules import Rules
from slime.game.rules import rules as make_rules
from slime.game.setting import Strategies
from slime.i18n import language, words
from slime.simulation.dispatch import ASK, COMPILED, NUMBERS
from slime.strategies.base import Strategy
from slime.strategies.registry import find_all

#: Deals of one match at the most: it is played in one go, which Ctrl-C waits for.
LONGEST = 1_000_000


@dataclass(frozen=True)
class Spec:
    """What a simulation plays, down to the last shuffle.

    Attributes
    ----------
    rules : Rules
        They also say how many deals a match has, or what ends it.
    names : tuple of str
        The players, by number.
    random_seats : bool
        Whether the seats of a match are drawn; else players sit as named.
    strategies : tuple of Strategy
        Who plays for whom, by player number.
    seed : int
        Where all luck comes from, 0 to 2**64 - 1.
    matches : int
        How many matches.
    lang : str
        Language of the deals and of what is said about them.
    engine : str
        ``"compiled"`` or ``"interpreted"``; the result is the same.
    key : str or None
        The secret key that all luck comes from instead of the seed.

    Examples
    --------
    >>> spec = make_spec(matches=3, deals=2, seed=5)
    >>> spec.match(0).seed
    5
    >>> spec.names, spec.seed, spec.matches, spec.rules.match
    (('P1', 'P2', 'P3', 'P4', 'P5'), 5, 3, (('deals', 2),))
    >>> spec.deal(2, 1).number, spec.deal(2, 1).finish().log == spec.deal(2, 1).finish().log
    (2, True)
    """

    rules: Rules
    names: tuple[str, ...]
    random_seats: bool
    strategies: tuple[Strategy, ...]
    seed: int
    matches: int
    lang: str
    engine: str
    key: str | None = None

    @property
    def is_python(self) -> bool:
        """Whether plain Python plays, for some player or for all."""
        return self.engine == "interpreted" or any(s.kind == "python" for s in self.strategies)

    def match(self, m: int) -> Match:
        """A match, not yet played, to be stepped through.

        Parameters
        ----------
        m : int
            Number of the match, from 0.

        Returns
        -------
        Match
            Its strategies are those of the simulation.
        """
        m = check_int("match", m, 0, self.matches - 1)
        players: Any = len(self.names) if self.random_seats else self.names
        with language(self.lang):
            strategies = list(self.strategies)
            return Match(self.rules, players, strategies, self.seed, number=m, key=self.key)

    def deal(self, m: int, d: int) -> Deal:
        """A deal, to be stepped through from its start.

        Parameters
        ----------
        m, d : int
            Number of the match, and of the deal in it, from 0.

        Returns
        -------
        Deal
            Its strategies are those of the simulation.

        Raises
        ------
        ValueError
            Where there is no such deal.

        Examples
        --------
        >>> make_spec(matches=3, deals=2).deal(2, 1).number
        2
        """
        match = self.match(m)
        for _ in range(check_int("deal", d, 0)):
            match.next_deal().finish()
            if match.over:
                raise invalid("simulation.no_deal", match=m, n=len(match.deals), deal=d)
        return match.next_deal()

    def state(self) -> list[int]:
        """The state that a match starts from: rules, who plays for whom, their settings."""
        S = self.rules.numbers(len(self.names))
        if max(abs(n) for n in S) >= 1 << 61:
            raise invalid("rules.too_far")
        outside = ASK if self.engine == "interpreted" else COMPILED
        for p, strategy in enumerate(self.strategies):
            numbers = {"built-in": NUMBERS.get(strategy.name, ASK), "compiled": outside}
            S[st.STRATEGY_ID + p] = numbers.get(strategy.kind, ASK)
            strategy.write_options(S, p)
        return S


def make_spec(
    rules: Rules | str = "slime-licker",
    players: int | Sequence[str] = 5,
    matches: int = 1_000,
    deals: int | None = None,
    strategies: Strategies = "lowest",
    seed: int = 1,
    engine: str | None = None,
) -> Spec:
    """Check the arguments of `slime.simulate` and put them into one object."""
    made = make_rules(rules)
    if deals is not None:
        made = made.replace(match={"deals": check_int("deals", deals, 1, LONGEST)})
    numbered = not isinstance(players, str) and hasattr(players, "__index__")
    names = number_names(check_int("players", players, 2, 8)) if numbered else check_names(players)
    made.check_players(len(names))
    made.check_end(len(names))
    who = tuple(s for s in find_all(strategies, len(names)) if s is not None)
    if len(who) < len(names):
        raise invalid("simulation.by_hand")
    seed, matches = check_seed(seed), check_int("matches", matches, 1)
    return Spec(made, names, numbered, who, seed, matches, str(language()), choose_engine(engine))


def can_compile() -> bool:
    """Whether numba can be imported and is not switched off (``NUMBA_DISABLE_JIT=1``)."""
    try:
        from numba import config
    except ImportError:
        return False
    return not config.DISABLE_JIT


def choose_engine(wanted: str | None) -> str:
    """``compiled`` where numba is there, else ``interpreted``, which is said once."""
    if wanted is None:
        if can_compile():
            return "compiled"
        _warn_once()
        return "interpreted"
    wanted = check_choice("engine", wanted, ("compiled", "interpreted"))
    if wanted == "compiled" and not can_compile():
        raise invalid("simulation.no_numba")
    return wanted


@cache
def _warn_once() -> None:
    """Say, once a process, that there is no compiler."""
    warnings.warn(words()("simulation.interpreted"), stacklevel=5)
