"""Cards as a person sees, hears and types them. Cards themselves are ASCII: "7c", "Td", "*"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from slime.i18n import Words

RANKS = "23456789TJQKA"
SUITS = "cdhs"
JOKER = "*"

_SIGNS: dict[str, str] = dict(zip(SUITS, "♣♦♥♠", strict=True))
_FACES: dict[str, dict[str, str]] = {
    "en": dict(zip(RANKS, [*"23456789", "10", *"JQKA"], strict=True)),
    "ru": dict(zip(RANKS, [*"23456789", "10", *"ВДКТ"], strict=True)),
}

# What may be typed for a rank, in capitals. A Cyrillic Т is the ace and a Latin T the ten, so a
# Cyrillic letter counts in English only where it means what it looks like.
_TYPED_RANKS: dict[str, dict[str, str]] = {
    "en": {**dict(zip(RANKS, RANKS, strict=True)), "10": "T", "К": "K", "А": "A"},
    "ru": {
        **dict(zip(RANKS, RANKS, strict=True)),
        "10": "T",
        "В": "J",
        "Д": "Q",
        "К": "K",
        "Т": "A",
        "А": "A",
    },
}
_TYPED_SUITS: dict[str, dict[str, str]] = {
    "en": {**{letter.upper(): letter for letter in SUITS}, "С": "c"},
    "ru": {
        **{letter.upper(): letter for letter in SUITS},
        "С": "c",
        "Б": "d",
        "Ч": "h",
        "П": "s",
    },
}
_TYPED_SIGNS = dict(zip("♣♦♥♠♧♢♡♤", SUITS * 2, strict=True))
_JOKERS = re.compile(r"\*|★|☆|🃏|jokers?|джокеры?", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,;.+\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}]*")

# Letters of the other script that look like something and are nothing, or something else.
_LOOKALIKES = {"en": "ТВД", "ru": "B"}

# First letters of Russian suits that are ranks as well: крести, трефы.
_SUIT_OR_RANK = "КТ"


def face(card: object, lang: str | None = None) -> str:
    """The face of a card as it is printed, ``"Th"`` to ``"10♥"``; a joker is ``"★"``.

    ``card`` is a card or its ASCII text, with or without a suit.

    >>> face("Jc", "en"), face("Jc", "ru"), face("Td", "ru"), face("A", "ru"), face("*", "ru")
    ('J♣', 'В♣', '10♦', 'Т', '★')
    """
    rank, suit = _parts(card)
    if rank == JOKER:
        return "★"
    return _FACES[_words(lang).lang][rank] + _SIGNS.get(suit, "")


def faces(cards: Iterable[object] | str, lang: str | None = None) -> str:
    """The faces of several cards with blanks between; cards are a list or a text of cards.

    >>> faces("Td Ks *", "ru")
    '10♦ К♠ ★'
    """
    return " ".join(
        face(card, lang) for card in (cards.split() if isinstance(cards, str) else cards)
    )


def spell(card: object, lang: str | None = None) -> str:
    """A card in words, for readers who listen.

    >>> spell("7c", "en"), spell("7c", "ru"), spell("*", "en")
    ('seven of clubs', 'семёрка треф', 'joker')
    """
    rank, suit = _parts(card)
    w = _words(lang)
    if rank == JOKER:
        return w("common.joker", n=1)
    name = w(f"common.rank.{rank}", n=1)
    return w("common.rank_of_suit", rank=name, suit=w(f"common.suit.{suit}")) if suit else name


def read_cards(text: str, lang: str | None = None) -> list[str]:
    """Read what a person typed, in the language given, as ASCII cards.

    Ranks are 2 to 9, 10, and J Q K A or (in Russian) В Д К Т; suits are c d h s, ♣ ♦ ♥ ♠ or
    (in Russian) б ч п; a joker is ``*``, ★ or the word. Blanks and commas may stand between
    cards. A Cyrillic Т is the ace, a Latin T the ten. ``=K`` at the end, the rank that wild
    cards stand for, is kept.

    What is not a card, or could be two different things, raises `ValueError` with a sentence in
    that language.

    >>> read_cards("10♥ T 7c joker", "en")
    ['Th', 'T', '7c', '*']
    >>> read_cards("10♥ Т вб *", "ru")
    ['Th', 'A', 'Jd', '*']
    """
    w = _words(lang)
    if not isinstance(text, str):
        raise ValueError(f"text must be a text, not {text!r}")
    cards: list[str] = []
    place = _skip(text, 0)
    while place < len(text):
        if cards and text[place] == "=":
            end = _skip(text, place + 1)
            if end == len(text):
                raise ValueError(w("common.read.unknown", text="="))
            rank, end = _rank(text, end, w)
            if _skip(text, end) < len(text):
                raise ValueError(w("common.read.unknown", text=text[end:].strip()))
            return [*cards, "=" + rank]
        joker = _JOKERS.match(text, place)
        if joker:
            card, end = JOKER, joker.end()
        else:
            card, end = _natural(text, place, w)
        cards.append(card)
        place = _skip(text, end)
    return cards


def _natural(text: str, start: int, w: Words) -> tuple[str, int]:
    """The card with a rank that begins at ``start``, and where the text goes on."""
    rank, end = _rank(text, start, w)
    ahead = _skip(text, end)
    after = text[ahead : ahead + 1]
    if not after:
        return rank, end
    # A suit's sign or letter cannot begin a card, so it may also stand apart from its rank.
    suit = _TYPED_SIGNS.get(after) or _TYPED_SUITS[w.lang].get(after.upper())
    if suit:
        return rank + suit, ahead + 1
    touches = w.lang == "ru" and ahead == end and after.upper() in _SUIT_OR_RANK
    # "ТТ" is two aces, but "7т" may be the seven of clubs or a seven and an ace.
    if touches and after != text[end - 1]:
        both = text[start : ahead + 1]
        raise ValueError(w("common.read.ambiguous", text=both, rank=text[start:end]))
    return rank, end


def _rank(text: str, start: int, w: Words) -> tuple[str, int]:
    for length in (2, 1):
        typed = text[start : start + length].upper()
        if len(typed) == length and typed in _TYPED_RANKS[w.lang]:
            return _TYPED_RANKS[w.lang][typed], start + length
    found = re.match(r"\S*", text[start:])
    rest = found.group() if found else ""
    if rest and rest[0].upper() in _LOOKALIKES[w.lang]:
        raise ValueError(w("common.read.other_script", text=rest[:1]))
    raise ValueError(w("common.read.unknown", text=rest))


def _skip(text: str, place: int) -> int:
    between = _BETWEEN.match(text, place)
    return between.end() if between else place


def _parts(card: object) -> tuple[str, str]:
    text = str(card)
    rank, suit = text[:1], text[1:]
    known = text == JOKER or (rank != "" and rank in RANKS and (suit == "" or suit in _SIGNS))
    if not known:
        raise ValueError(f"card must be like '7c', '7' or '*', not {text!r}")
    return rank, suit


def _words(lang: str | None) -> Words:
    from slime.i18n import words

    return words(lang)
