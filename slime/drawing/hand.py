"""Single cards, hands, and a sheet with all symbols."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from slime.drawing.canvas import Canvas, shorten, text_width
from slime.drawing.cards import CARD_H, CARD_W, split_card
from slime.drawing.layout import fan, fan_width, hand_height, rows_needed
from slime.drawing.rank_badges import BADGES
from slime.i18n import words

_PAD = 6


def hand_svg(
    cards: Sequence[str] | str,
    lang: str | None = None,
    *,
    width: float | None = None,
    card: float = 84,
    theme: str = "light",
    label: str = "",
    uid: str | None = None,
) -> str:
    """Cards as they are held, overlapped so that each index is seen, as SVG text.

    `cards` are codes as in a record ("7c Td *", or a list); a card without a suit is drawn without
    one, "?" is a card face down. `width` is the room in px (as wide as needed up to 900 if not
    given; more cards make more rows), `card` the width of a card, `label` a line of text above.

    >>> hand_svg("3c Td *").count("<use") > 3
    True
    """
    codes = cards.split() if isinstance(cards, str) else [str(code) for code in cards]
    for code in codes:
        split_card(code)
    if not 20 <= card <= 400:
        raise ValueError(f"card must be a width from 20 to 400 px, not {card!r}")
    room = (900.0 if width is None else float(width)) - 2 * _PAD
    if room < card:
        raise ValueError(f"width must leave room for one card of {card!r} px, not {width!r}")
    w = words(lang)
    canvas = Canvas(w.lang, theme)
    corners = fan(codes, room, card)
    top = _PAD + (28.0 if label else 0.0)
    full = fan_width(corners, card) + 2 * _PAD
    if label:
        full = max(full, min(room, text_width(label, 18, True)) + 2 * _PAD)
        line = shorten(label, full - 2 * _PAD, 18, True)
        canvas.add(canvas.text(line, _PAD, 24, 18, "ink", bold=True))
    for code, (x, y) in zip(codes, corners, strict=True):
        canvas.add(canvas.card(code, _PAD + x, top + y, card))
    rows = rows_needed(len(codes), room, card) if codes else 0
    height = top + (hand_height(rows, card) if rows else 0) + _PAD
    spoken = w.join([w("drawing.card_back") if c == "?" else w.spell(c) for c in codes])
    title = label or w("drawing.hand_title", n=len(codes))
    return canvas.svg(round(max(full, 2 * _PAD), 1), round(height, 1), title, spoken, uid)


def card_svg(
    card: str, lang: str | None = None, *, width: float = 120, uid: str | None = None
) -> str:
    """One card as SVG text; "?" is its back.

    >>> "seven of clubs" in card_svg("7c", "en")
    True
    """
    w = words(lang)
    canvas = Canvas(w.lang, "light")
    canvas.add(canvas.card(card, 0, 0, width))
    name = w("drawing.card_back") if card == "?" else w.spell(card)
    return canvas.svg(width, round(width * CARD_H / CARD_W, 1), name, name, uid)


def symbols_svg(lang: str | None = None, uid: str = "slime", cards: Iterable[str] = ()) -> str:
    """An invisible SVG with the symbols of cards and hats, for pages that draw by themselves.

    Cards are `#UID-c7c`, `#UID-cTd`, suitless `#UID-c7x`, the joker `#UID-cjo`, the back
    `#UID-cbk` (box 100 by 140); hats `#UID-kking`, medals `#UID-kmedal1` (box 48 by 48).
    Without `cards` the whole pack with suits, joker and back.

    >>> 'id="slime-cTd"' in symbols_svg("ru")
    True
    """
    wanted = list(cards) or [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"] + [
        "*",
        "?",
    ]
    canvas = Canvas(words(lang).lang, "light")
    for code in wanted:
        canvas.card(code, 0, 0, 10)
    for name in BADGES:
        canvas.badge(name, 0, 0, 10)
    return canvas.definitions(uid)
