"""Plays as text: what people type and records hold, to actions and back.

A play is its cards (``7c 7d``, or by rank ``7 7``, or in one word ``77``), ending in ``=R``
where it stands for another rank than it would be read as.  A pass is ``-``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from slime.engine.hands import count_at
from slime.engine.layout import RANK_BIT
from slime.game.cards import RankOrder
from slime.game.errors import IllegalAction
from slime.i18n import words
from slime.i18n.typed import ambiguous, card_readings

#: Cards as records and the list of legal plays write them, with or without blanks.
_PLAIN = re.compile(r"\s*((?:[2-9TJQKA][cdhs]?\s*|\*\s*)+)(?:=\s*([2-9TJQKA*])\s*)?")
_CARD = re.compile(r"[2-9TJQKA][cdhs]?|\*")
_PASSES = frozenset(("-", "\N{EN DASH}", "\N{EM DASH}", "\N{MINUS SIGN}", "pass", "пас"))


class Reading(NamedTuple):
    """Cards as written and the rank declared (None: none)."""

    cards: list[str]
    declared: str | None


def is_pass(play: object) -> bool:
    """Whether what was typed is a pass.

    >>> is_pass("-"), is_pass(" Pass "), is_pass("пас"), is_pass("7 7")
    (True, True, True, False)
    """
    return isinstance(play, str) and play.strip().lower() in _PASSES


def read_typed(
    play: str | Iterable[str], lang: str, fits: Callable[[Reading], bool] = lambda reading: True
) -> Reading:
    """Cards as records write them, or as people of a language type them: 10 В Д К Т.

    A list of cards will do too. Where a text can be two things, the one that `fits` is meant;
    `IllegalAction` names both if both do.

    >>> read_typed("2 3 =A", "en"), read_typed(["7c", "7d"], "en").cards
    (Reading(cards=['2', '3'], declared='A'), ['7c', '7d'])
    >>> read_typed("10 В Т =Д", "ru")
    Reading(cards=['T', 'J', 'A'], declared='Q')
    >>> read_typed("ТТ", "ru", lambda reading: len(reading.cards) == 1).cards
    ['Ac']
    """
    if not isinstance(play, str):
        listed = isinstance(play, Iterable) and not isinstance(play, Mapping)
        cards: list[Any] = list(play) if listed else [play]
        if not all(isinstance(card, str) for card in cards):
            raise IllegalAction("bad-play", words(lang)("game.bad_play"))
        play = " ".join(cards)
    if plain := _PLAIN.fullmatch(play):
        return Reading(_CARD.findall(plain[1]), plain[2])
    try:
        found = [
            Reading([c for c in cards if c[0] != "="], cards[-1][1:] if "=" in cards[-1] else None)
            for cards in card_readings(play, lang)
            if cards
        ]
    except ValueError as problem:
        raise IllegalAction("bad-card", str(problem)) from None
    if not found:
        raise IllegalAction("bad-play", words(lang)("game.bad_play"))
    good = [reading for reading in found if fits(reading)] if len(found) > 1 else found
    if len(good) > 1:
        raise IllegalAction("bad-card", ambiguous(play, [reading.cards for reading in good], lang))
    return (good or found)[0]


def natural_reading(cards: str, wild: str, ranked: str) -> str | None:
    """The rank that ranks played together stand for when none is declared; None: none.

    Cards that are not wild say it; if all are wild and alike, their own rank, if they have
    one.  `cards` are rank letters.

    >>> natural_reading("7*", "*", "789"), natural_reading("23", "23", "234")
    ('7', None)
    """
    plain = {c for c in cards if c not in wild}
    if len(plain) == 1:
        return plain.pop()
    alike = set(cards)
    if not plain and len(alike) == 1 and cards[0] in ranked:
        return cards[0]
    return None


class PlayText:
    """Writes and reads actions for one rule set."""

    def __init__(self, order: RankOrder, ranked: str, wild: str) -> None:
        self.order = order
        self.ranked = ranked
        self.wild = wild
        self._written = {0: "-"}

    def write(self, action: int) -> str:
        """An action by its ranks, as in the list of legal plays of a replay."""
        text = self._written.get(action)
        if text is None:
            text = self._written[action] = self._write(action)
        return text

    def _write(self, action: int) -> str:
        letters = self.order.letters_
        rank = letters[action >> RANK_BIT]
        cards = rank * count_at(action, action >> RANK_BIT)
        for wild in "23*":
            if wild != rank and wild in self.wild and wild in letters:
                cards += wild * count_at(action, letters.index(wild))
        if natural_reading(cards, self.wild, self.ranked) != rank:
            cards += "=" + rank
        return cards

    def action(self, reading: Reading) -> int:
        """The action that a reading means; -1 where its cards stand for no rank."""
        ranks = "".join(card[0] for card in reading.cards)
        rank = reading.declared or natural_reading(ranks, self.wild, self.ranked)
        if rank is None or rank not in self.order.position or rank not in self.ranked:
            return -1
        if any(r not in self.order.position for r in ranks):
            return -1
        if max(ranks.count(r) for r in set(ranks)) > 15:
            return -1
        return self.order.pack(reading.cards) | (self.order.position[rank] << RANK_BIT)
