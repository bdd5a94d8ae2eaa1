"""Cards as a person sees them. Cards themselves are ASCII: "7c", "Td", "*"."""

from __future__ import annotations

from collections.abc import Iterable

from slime.i18n.setting import chosen_language

RANKS = "23456789TJQKA"
SUITS = "cdhs"
JOKER = "*"

_SIGNS: dict[str, str] = dict(zip(SUITS, "♣♦♥♠", strict=True))
_FACES: dict[str, dict[str, str]] = {
    "en": dict(zip(RANKS, [*"23456789", "10", *"JQKA"], strict=True)),
    "ru": dict(zip(RANKS, [*"23456789", "10", *"ВДКТ"], strict=True)),
}


def face(card: object, lang: str | None = None) -> str:
    """The face of a card as it is printed: ``10♥``; a joker is ``★``.

    Parameters
    ----------
    card : str
        A card, ``7c``, ``7`` or ``*``.
    lang : str, optional
        ``"en"`` or ``"ru"``; the language set if None.

    Returns
    -------
    str
        The face.

    Raises
    ------
    ValueError
        For what is no card.

    Examples
    --------
    >>> face("Jc", "en"), face("Jc", "ru"), face("Td", "ru"), face("A", "ru"), face("*", "ru")
    ('J♣', 'В♣', '10♦', 'Т', '★')
    """
    rank, suit = parts(card)
    if rank == JOKER:
        return "★"
    return _FACES[chosen_language(lang)][rank] + _SIGNS.get(suit, "")


def faces(cards: Iterable[object] | str, lang: str | None = None) -> str:
    """The faces of several cards with blanks between.

    Parameters
    ----------
    cards : iterable or str
        Cards, as a list or a text.
    lang : str, optional
        ``"en"`` or ``"ru"``; the language set if None.

    Returns
    -------
    str
        The faces.

    Examples
    --------
    >>> faces("Td Ks *", "ru")
    '10♦ К♠ ★'
    """
    return " ".join(
        face(card, lang) for card in (cards.split() if isinstance(cards, str) else cards)
    )


def parts(card: object) -> tuple[str, str]:
    """Rank and suit of a card or its text; ``ValueError`` for what is none.

    >>> parts("7c"), parts("*")
    (('7', 'c'), ('*', ''))
    """
    text = str(card)
    rank, suit = text[:1], text[1:]
    known = text == JOKER or (rank != "" and rank in RANKS and (suit == "" or suit in _SIGNS))
    if not known:
        raise ValueError(f"card must be like '7c', '7' or '*', not {text!r}")
    return rank, suit
