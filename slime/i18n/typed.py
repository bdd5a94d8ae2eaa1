"""Cards as a person types them, in either language, to ASCII: ``10♥ т вб`` is ``Th A Jd``.

Words are read one by one. In Russian the clubs' letters т and к are ranks as well: at the end of
a word, after a rank, they are its suit, since cards without a blank between them may only repeat
one rank. So ``7т`` is the seven of clubs; ``Тт`` can be two aces or the ace of clubs.
"""

from __future__ import annotations

import re

from slime.i18n._words import Words, words
from slime.i18n.cards import JOKER, RANKS, SUITS, faces

_LATIN_RANKS = {**dict(zip(RANKS, RANKS, strict=True)), "10": "T"}
_LATIN_SUITS = {
    **{letter.upper(): letter for letter in SUITS},
    **dict(zip("♣♦♥♠♧♢♡♤", SUITS * 2, strict=True)),
}
#: What may be typed, in capitals. A Cyrillic Т is the ace, a Latin T the ten.
_RANKS = {
    "en": _LATIN_RANKS,
    "ru": {**_LATIN_RANKS, "В": "J", "Д": "Q", "К": "K", "Т": "A", "А": "A"},
}
_SUITS = {
    "en": _LATIN_SUITS,
    "ru": {**_LATIN_SUITS, **dict(zip("СТКБЧП", "cccdhs", strict=True))},
}
_SUIT_OR_RANK = ("Т", "К")
#: Letters of the other alphabet, and what is typed instead.
_MEANT: dict[str, dict[str, str]] = {
    "en": {**dict(zip("КАВДСБЧП", "KAJQcdhs", strict=True)), "Т": "10 A"},
    "ru": {"B": "В"},
}
_JOKERS = re.compile(r"\*|★|☆|🃏|jokers?|джокеры?", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,;.+\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}]+")


def read_cards(text: str, lang: str | None = None) -> list[str]:
    """Read what a person typed, in the language given, as ASCII cards.

    Ranks are 2 to 9, 10, and J Q K A or (in Russian) В Д К Т; suits are c d h s, ♣ ♦ ♥ ♠ or (in
    Russian) т or к, б, ч, п; a joker is ``*``, ★ or the word. ``=K`` at the end, the rank that
    wild cards stand for, is kept.

    Parameters
    ----------
    text : str
        Cards, with blanks or commas between them.
    lang : str, optional
        ``"en"`` or ``"ru"``; the language set if None.

    Returns
    -------
    list of str
        The cards: ``["Th", "A", "*"]``.

    Raises
    ------
    ValueError
        For what is not a card, has a letter of the other alphabet or could be two different
        things, with a sentence in that language.

    Examples
    --------
    >>> read_cards("10♥ T 7c joker", "en")
    ['Th', 'T', '7c', '*']
    >>> read_cards("10♥ Т вб 7к *", "ru")
    ['Th', 'A', 'Jd', '7c', '*']
    """
    ranks, *suited = card_readings(text, lang)
    typed = [word for word in _BETWEEN.split(text) if word]
    if suited and any(len(set(word)) > 1 for word in typed if word[-1].upper() in _SUIT_OR_RANK):
        raise ValueError(ambiguous(text, [ranks, *suited], lang))
    return ranks


def card_readings(text: str, lang: str | None = None) -> list[list[str]]:
    """All that typed cards can mean: one list of cards, or two where т or к can be two things.

    >>> card_readings("Тт", "ru"), card_readings("КТ", "ru")
    ([['A', 'A'], ['Ac']], [['Kc']])
    """
    w = words(lang)
    if not isinstance(text, str):
        raise ValueError(f"text must be a text, not {text!r}")
    typed, equals, declared = text.partition("=")
    ranks: list[str] = []
    suited: list[str] = []
    for word in filter(None, _BETWEEN.split(typed)):
        rest, suit = word, _SUITS[w.lang].get(word[0].upper())
        if suit and word[0].upper() not in _SUIT_OR_RANK and ranks and ranks[-1] in RANKS:
            # A suit's sign or letter cannot begin a card, so it may stand apart from its rank.
            ranks[-1] += suit
            suited[-1] = ranks[-1]
            rest = word[1:]
        ways = _ways(rest, w)
        ranks += ways[0]
        suited += ways[-1]
    end = ["=" + _declared(declared, w)] if equals and ranks else []
    if equals and not ranks:
        raise ValueError(w("common.read.unknown", text=text.strip()))
    return [[*ranks, *end]] if ranks == suited else [[*ranks, *end], [*suited, *end]]


def ambiguous(text: str, readings: list[list[str]], lang: str | None = None) -> str:
    """The sentence for a text that can be two different things: both are named."""
    w = words(lang)
    return w(
        "common.read.ambiguous", text=text.strip(), readings=[faces(r, lang) for r in readings]
    )


def _ways(word: str, w: Words) -> list[list[str]]:
    """What the cards of a word can be: as ranks first, then with a suit at the end."""
    plain = _cards(word, w, named=False)
    if not re.search("[А-Яа-я]", _JOKERS.sub("", word)):
        return [plain]
    suited = _cards(word, w, named=True)
    found = [cards for cards in (plain, suited) if len({c[0] for c in cards} - {JOKER}) < 2]
    if not found:
        raise ValueError(w("common.read.glued", text=word))
    every = all(len(card) > 1 or card == JOKER for card in suited)
    return found if len(found) == 1 or (every and plain != suited) else found[:1]


def _cards(word: str, w: Words, *, named: bool) -> list[str]:
    """The cards of a word; `named`: т or к at its end is a suit."""
    cards = []
    at = 0
    while at < len(word):
        if joker := _JOKERS.match(word, at):
            cards.append(JOKER)
            at = joker.end()
            continue
        length = 2 if word.startswith("10", at) else 1
        rank = _RANKS[w.lang].get(word[at : at + length].upper())
        if rank is None:
            raise _unknown(word[at:], w)
        at += length
        letter = word[at : at + 1].upper()
        suit = _SUITS[w.lang].get(letter, "")
        if letter in _SUIT_OR_RANK and not (named and at == len(word) - 1):
            suit = ""
        cards.append(rank + suit)
        at += len(suit)
    return cards


def _declared(text: str, w: Words) -> str:
    """The rank after ``=``, and nothing else."""
    typed = _BETWEEN.sub(" ", text).strip()
    rank = JOKER if _JOKERS.fullmatch(typed) else _RANKS[w.lang].get(typed.upper())
    if rank is None and (not typed or typed[0].upper() in _MEANT[w.lang]):
        raise _unknown(typed or "=", w)
    if rank is None:
        raise ValueError(w("common.read.declared", text=typed))
    return rank


def _unknown(rest: str, w: Words) -> ValueError:
    meant = _MEANT[w.lang].get(rest[0].upper())
    if meant:
        return ValueError(w("common.read.other_script", text=rest[0], meant=meant.split()))
    return ValueError(w("common.read.unknown", text=rest))
