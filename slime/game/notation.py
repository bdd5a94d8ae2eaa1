"""Plays as text: what people type and records hold, to actions and back.

A play is its cards (``7c 7d``, or by rank ``7 7``, or in one word ``77``), ending in ``=R``
where it stands for another rank than it would be read as.  A pass is ``-``.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from slime.engine.hands import count_at
from slime.engine.layout import RANK_BIT
from slime.game.cards import JOKER_LETTER, RANK_LETTERS, RankOrder
from slime.i18n import read_cards

_CARD = re.compile(r"[2-9TJQKA][cdhs]?|\*")


class BadText(ValueError):
    """Text that is no play: `code` is ``bad-play`` or ``bad-card``."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Reading(NamedTuple):
    """Cards as written and the rank declared (None: none)."""

    cards: list[str]
    declared: str | None


def split_cards(text: str) -> list[str]:
    """The cards of a text with or without blanks between them.

    >>> split_cards("7c7d *"), split_cards("77")
    (['7c', '7d', '*'], ['7', '7'])
    """
    cards: list[str] = []
    for word in text.split():
        at = 0
        while at < len(word):
            found = _CARD.match(word, at)
            if found is None:
                raise BadText("bad-card", f"{word[at:]!r:.40} is no card; write cards like 7c or *")
            cards.append(found[0])
            at = found.end()
    return cards


def read_play(text: str) -> Reading:
    """A play as a person writes it.

    >>> read_play("2 3 =A")
    Reading(cards=['2', '3'], declared='A')
    """
    if not isinstance(text, str):
        raise BadText("bad-play", f"a play is text such as '7 7' or '-', not {text!r:.40}")
    body, equals, declared = text.partition("=")
    declared = declared.strip()
    if equals and declared not in [*RANK_LETTERS, JOKER_LETTER]:
        raise BadText("bad-card", f"{declared!r:.40} is no rank")
    cards = split_cards(body)
    if not cards:
        raise BadText("bad-play", "a play needs at least one card; a pass is '-'")
    return Reading(cards, declared if equals else None)


def read_typed(text: str, lang: str) -> Reading:
    """A play as records write it, or as people of a language write cards: 10 В Д К Т.

    >>> read_typed("7 7", "ru").cards, read_typed("10 В Т =Д", "ru")
    (['7', '7'], Reading(cards=['T', 'J', 'A'], declared='Q'))
    """
    try:
        return read_play(text)
    except BadText as problem:
        try:
            typed, equals, rank = text.partition("=")
            ascii_cards = " ".join(read_cards(typed, lang))
            if equals:
                ascii_cards += "=" + read_cards(rank, lang)[0]
            return read_play(ascii_cards)
        except (ValueError, AttributeError, IndexError, TypeError):
            raise problem from None


def natural_reading(cards: str, wild: str, ranked: str) -> str | None:
    """The rank that ranks laid together stand for when none is declared; None: none.

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
        self._written: dict[int, str] = {}

    def write(self, action: int) -> str:
        """An action by its ranks, as in the list of legal plays of a replay."""
        if action == 0:
            return "-"
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


__all__ = ["BadText", "PlayText", "Reading", "natural_reading", "read_play", "read_typed"]
