"""Playing cards as SVG symbols: signs and figures are paths, so no font is ever asked.

A card lives in a box of 100 by 140 units. The corner index is large and narrow: in an overlapped
hand only the left 30 units of a card have to stay visible.
"""

from __future__ import annotations

from slime._checks import invalid
from slime.drawing.court_cards import belt, court, figure_id, joker
from slime.i18n import cards as letters

CARD_W, CARD_H = 100, 140
INDEX_W = 30  # the part of a card that must stay visible, in card units

RED, BLACK, PLAIN, VIOLET = "#c23a0b", "#16191f", "#2f4a73", "#7a2f6f"
RANKS = letters.RANKS
INK = {"h": RED, "d": RED, "c": BLACK, "s": BLACK, "": PLAIN}

# Each suit sign is drawn about (0, 0) in a box of 20 by 20.
SUITS = {
    "c": "M-4.7-5.2a4.7 4.7 0 1 1 9.4 0 4.7 4.7 0 0 1-1.7 3.6A4.8 4.8 0 1 1 1.2 5.3C1.4 7.6 2.3 9.2"
    " 3.8 10H-3.8C-2.3 9.2-1.4 7.6-1.2 5.3A4.8 4.8 0 1 1-3-1.6-4.7 4.7 0 0 1-4.7-5.2Z",
    "d": "M0-10C2-6.2 4.8-2.8 8-0 4.8 2.8 2 6.2 0 10-2 6.2-4.8 2.8-8 0-4.8-2.8-2-6.2 0-10Z",
    "h": "M0 9.4C-2.8 5.2-9.6 1.4-9.6-4-9.6-7.4-7.4-9.2-4.9-9.2-2.6-9.2-.8-7.7 0-5.4"
    " .8-7.7 2.6-9.2 4.9-9.2 7.4-9.2 9.6-7.4 9.6-4 9.6 1.4 2.8 5.2 0 9.4Z",
    "s": "M0-10C2.8-5.6 9.4-2.4 9.4 2.9 9.4 5.9 7.3 7.6 4.9 7.6 3.2 7.6 1.8 6.6 1 5.1"
    " 1.2 7.5 2 9.1 3.6 10H-3.6C-2 9.1-1.2 7.5-1 5.1-1.8 6.6-3.2 7.6-4.9 7.6"
    "-7.3 7.6-9.4 5.9-9.4 2.9-9.4-2.4-2.8-5.6 0-10Z",
}

# Rank signs as pen strokes in a box of 18 by 32 (pen 5 wide, round ends).
_STROKES = {
    "2": "M2 9.5C2 4.8 5 2 9 2 13.2 2 16 4.9 16 9.3 16 15.5 4 21 2 30H16.3",
    "3": "M2.3 2H15L8.3 13C13.2 13 16 16.4 16 21.2 16 26.6 13 30 8.8 30 5 30 2.4 27.7 1.8 24.2",
    "4": "M12.4 30V2L1.5 22.3H17",
    "5": "M15 2H4.4L3.3 14.2C5 12.8 7 12.2 9 12.2 13.4 12.2 16 16 16 21 16 26.6 13 30 8.7 30"
    " 5 30 2.5 27.8 1.8 24.6",
    "6": "M15 6C14 3.4 12 2 9.5 2 4.6 2 2 8 2 18 2 26 4.5 30 9 30 13.2 30 16 26.6 16 21.6"
    " 16 16.6 13.2 13.4 9.4 13.4 5.6 13.4 2.5 16.4 2 21",
    "7": "M2 2H16.2C11.6 10.5 8.5 19.5 7.2 30",
    "8": "M9 15C5.3 15 3 12.4 3 8.6 3 4.7 5.4 2 9 2 12.6 2 15 4.7 15 8.6 15 12.4 12.7 15 9 15"
    " 4.7 15 2 18.2 2 22.5 2 27 4.8 30 9 30 13.2 30 16 27 16 22.5 16 18.2 13.3 15 9 15Z",
    "9": "M3 26C4 28.6 6 30 8.5 30 13.4 30 16 24 16 14 16 6 13.5 2 9 2 4.8 2 2 5.4 2 10.4"
    " 2 15.4 4.8 18.6 8.6 18.6 12.4 18.6 15.5 15.6 16 11",
    "T": "M-2.4 6.6 1.6 2.4V30M14.8 2C19 2 20.6 7.2 20.6 16 20.6 24.8 19 30 14.8 30"
    " 10.6 30 9 24.8 9 16 9 7.2 10.6 2 14.8 2Z",
    "J": "M8.5 2H14.2V22C14.2 27.2 11.8 30 8.2 30 4.6 30 2.3 27.4 1.8 23",
    "Q": "M9 2C13.8 2 16.2 7 16.2 16 16.2 25 13.8 30 9 30 4.2 30 1.8 25 1.8 16 1.8 7 4.2 2 9 2Z"
    "M10 22.5 17 31",
    "K": "M3 2V30M16 2 3 18.5M7.8 12.6 16.4 30",
    "A": "M1.2 30 9 2 16.8 30M4 21.4H14",
    "В": "M3 2H8.6C12.6 2 14.8 4.6 14.8 8.5 14.8 12.4 12.6 15 8.6 15H3M8.6 15"
    "C13.2 15 16 17.8 16 22.4 16 27.2 13.2 30 8.6 30H3V2",
    "Д": "M1.8 31V25H16.6V31M4 25C6.2 18.6 6.8 11 6.8 2H14V25",
    "Т": "M1.6 2H16.4M9 2V30",
}
_SHOWN = {"en": {}, "ru": {"J": "В", "Q": "Д", "K": "K", "A": "Т"}}
STAR = "M0-10 2.6-3.4 9.6-3.1 4.1 1.3 6 8.1 0 4.2-6 8.1-4.1 1.3-9.6-3.1-2.6-3.4Z"

# Pips by column (-1 left, 0, 1 right) and height: those of the upper half, which are repeated
# upside down, and those that stand once.
_HIGH, _LOW = 25, 55
_FOUR = [(-1, _HIGH), (1, _HIGH)]
_PIPS: dict[str, tuple[list[tuple[int, int]], list[tuple[int, int]]]] = {
    "2": ([(0, _HIGH)], []),
    "3": ([(0, _HIGH)], [(0, 70)]),
    "4": (_FOUR, []),
    "5": (_FOUR, [(0, 70)]),
    "6": (_FOUR, [(-1, 70), (1, 70)]),
    "7": (_FOUR, [(-1, 70), (1, 70), (0, 47)]),
    "8": ([*_FOUR, (0, 47)], [(-1, 70), (1, 70)]),
    "9": ([*_FOUR, (-1, _LOW), (1, _LOW)], [(0, 70)]),
    "T": ([*_FOUR, (-1, _LOW), (1, _LOW), (0, 40)], []),
}


def _pips(places: list[tuple[int, int]], suit: str, uid: str) -> str:
    """Pips stand on a slight slope, away from the large index signs in the two corners."""
    return "".join(
        f'<use href="#{uid}-p{suit}" x="{50 + 13.5 * column + 0.17 * (70 - y):.1f}" y="{y}"/>'
        for column, y in places
    )


def split_card(code: str) -> tuple[str, str]:
    """Rank and suit of a card's code; the suit is `""` for a joker, a hidden or a suitless card.

    >>> split_card("Td"), split_card("*"), split_card("7"), split_card("?")
    (('T', 'd'), ('*', ''), ('7', ''), ('?', ''))
    """
    if code in ("*", "?"):
        return code, ""
    if isinstance(code, str) and 1 <= len(code) <= 2 and code[0] in RANKS and code[1:] in INK:
        return code[0], code[1:]
    raise invalid("drawing.error.card", got=code, ranks=RANKS)


def card_height(width: float) -> float:
    """Height of a card of a width."""
    return width * CARD_H / CARD_W


def card_id(code: str) -> str:
    """The part of an id that names a card's symbol: letters and digits only."""
    rank, suit = split_card(code)
    return {"*": "jo", "?": "bk"}.get(rank, rank + (suit or "x"))


def _sign(rank: str, lang: str) -> str:
    return _STROKES[_SHOWN.get(lang, {}).get(rank, rank)]


def _face(rank: str, suit: str, lang: str, uid: str) -> str:
    """Rank card: index and upper pips once, and the same upside down."""
    ink = INK[suit]
    index = (
        f'<path d="{_sign(rank, lang)}" transform="translate(7 8)" fill="none" stroke="{ink}"'
        ' stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>'
    )
    half, middle = "", ""
    if suit:
        half = f'<use href="#{uid}-i{suit}" x="16" y="54.5"/>'
    if rank in "JQK":
        half = f'<use href="#{uid}-{figure_id(rank, suit)}"/>' + half
        middle = belt(suit)
    elif not suit:
        middle = (
            '<rect x="31" y="30" width="38" height="80" rx="19" fill="#e3eaf4"/>'
            f'<path d="{_sign(rank, lang)}" transform="translate(37.4 47.6) scale(1.4)" fill="none"'
            f' stroke="{ink}" stroke-width="4.2" stroke-linecap="round" stroke-linejoin="round"/>'
        )
    elif rank == "A":
        middle = f'<use href="#{uid}-i{suit}" transform="translate(50 70) scale(1.75)"/>'
    else:
        upper, once = _PIPS[rank]
        half += _pips(upper, suit, uid)
        middle = _pips(once, suit, uid)
    return _twice(f"h{rank}{suit or 'x'}", index + half, uid) + middle


def _twice(name: str, half: str, uid: str) -> str:
    return (
        f'<g id="{uid}-{name}">{half}</g><use href="#{uid}-{name}" transform="rotate(180 50 70)"/>'
    )


def _joker(uid: str) -> str:
    index = f'<path d="{STAR}" transform="translate(16 22) scale(1.35)" fill="{VIOLET}"/>'
    bells = f'<path d="{STAR}" transform="translate(16 48) scale(.7)" fill="{VIOLET}"/>'
    return _twice("hjo", index + bells, uid) + joker()


def _back() -> str:
    """A lattice of diamonds in a frame."""
    net = "".join(
        f"M{x + 8:g} {y:g}l8 10-8 10-8-10z" for y in range(10, 130, 20) for x in range(10, 90, 16)
    )
    return (
        '<rect x="6" y="6" width="88" height="128" rx="6" fill="#1d5c8f"/>'
        f'<path d="{net}" fill="#3f86ba" stroke="#d9ebf7" stroke-width="1.4"/>'
        '<rect x="9.5" y="9.5" width="81" height="121" rx="4" fill="none" stroke="#d9ebf7"'
        ' stroke-width="1.6"/>'
        '<circle cx="50" cy="70" r="15" fill="#1d5c8f" stroke="#d9ebf7" stroke-width="2"/>'
        f'<path d="{STAR}" transform="translate(50 70)" fill="#f3c548"/>'
    )


def _plain(rank: str, lang: str) -> str:
    """A rank in the corner and in the middle, as text; a back."""
    if rank == "?":
        return '<path d="M9 9H91V131H9Z" fill="#1d5c8f"/><path d="M50 45 68 70 50 95 32 70Z"/>'
    sign = "\u2605" if rank == "*" else "10" if rank == "T" else _SHOWN[lang].get(rank, rank)
    return f'<text x="5" y="36">{sign}</text><text x="34" y="90">{sign}</text>'


def card_symbol(code: str, lang: str, uid: str, plain: bool = False) -> str:
    """The `<symbol>` of one card (id `uid-c...`); it refers to `suit_paths` and `figure`.

    A plain one has its rank only, and refers to nothing.
    """
    rank, suit = split_card(code)
    inside = (
        _back() if rank == "?" else _joker(uid) if rank == "*" else _face(rank, suit, lang, uid)
    )
    if plain:
        inside = _plain(rank, lang)
    return (
        f'<symbol id="{uid}-c{card_id(code)}" viewBox="0 0 {CARD_W} {CARD_H}">'
        f'<rect x="1" y="1" width="98" height="138" rx="9" fill="#fffdf8" stroke="#6d7480"'
        f' stroke-width="2"/>{inside}</symbol>'
    )


def figure(code: str, uid: str) -> str:
    """The picture that a court card's symbol refers to, nothing for other cards."""
    rank, suit = split_card(code)
    if rank not in "JQK":
        return ""
    return f'<g id="{uid}-{figure_id(rank, suit)}">{court(rank, suit)}</g>'


def suit_paths(suits: set[str], uid: str) -> str:
    """Index sign (`-i`) and pip (`-p`) of each suit wanted, centred on (0, 0)."""
    return "".join(
        f'<path id="{uid}-{kind}{s}" d="{SUITS[s]}" fill="{INK[s]}" transform="scale({scale})"/>'
        for s in sorted(suits)
        for kind, scale in (("i", 1.2), ("p", 0.82))
    )
