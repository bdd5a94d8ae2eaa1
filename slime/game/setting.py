"""What a deal is played with: the rules, who plays, how plays are written, the language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from slime.engine.layout import State
from slime.game.notation import PlayText
from slime.game.rules import Rules
from slime.i18n import language


class Player(Protocol):
    """Who plays at one seat; see `slime.strategies.base` for those that there are."""

    def choose(self, S: State, me: int, /) -> int:
        """The action of player `me`: a packed set with its rank, 0 for a pass."""

    def give(self, S: State, me: int, count: int, /) -> int:
        """The packed cards that player `me` gives where there is a choice."""

    def write_options(self, S: State, me: int) -> None:
        """Write the numbers that configure the player into the state."""

    def fault(self, S: State, me: int, answer: int, setting: Setting) -> Exception:
        """The error for an answer that the rules forbid."""

    def copy(self) -> Player:
        """The same player with a memory of its own."""


class Candidate(Protocol):
    """Who can be put at a seat."""

    def at_table(self, setting: Setting) -> Player:
        """The player at one seat of one match."""


#: What stands for a player: the name of a strategy, a strategy, a function or class of a view.
StrategyLike = str | Candidate | Callable[..., Any]
#: One for all players or one for each; None is a person.
Strategies = StrategyLike | None | Sequence[StrategyLike | None]


class Setting(NamedTuple):
    """What a deal is played with, the same for all deals of a match; None is a person."""

    rules: Rules
    names: tuple[str, ...]
    text: PlayText
    lang: str
    strategies: tuple[Player | None, ...]

    def copy(self) -> Setting:
        """The same with players whose memories are their own."""
        return self._replace(
            strategies=tuple(None if p is None else p.copy() for p in self.strategies)
        )


@lru_cache(maxsize=64)
def play_text(rules: Rules) -> PlayText:
    """How plays are written by these rules."""
    return PlayText(rules.order(), rules.ranks, rules.wild)


def make_setting(
    rules: Rules,
    names: Sequence[str],
    players: Sequence[Candidate | None] | None = None,
    lang: str | None = None,
) -> Setting:
    """The setting of a table where these sit; without `players` nobody plays by himself."""
    lang = str(language()) if lang is None else lang
    nobody = Setting(rules, tuple(names), play_text(rules), lang, (None,) * len(names))
    if players is None:
        return nobody
    return nobody._replace(
        strategies=tuple(None if p is None else p.at_table(nobody) for p in players)
    )
