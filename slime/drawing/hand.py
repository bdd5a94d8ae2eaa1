"""Single cards, hands, and a sheet with all symbols."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from slime._checks import invalid
from slime.drawing.canvas import Canvas, check_px, shorten, text_width
from slime.drawing.cards import card_height, split_card
from slime.drawing.layout import fan, fan_width, hand_height, rows_needed
from slime.drawing.rank_badges import BADGES
from slime.i18n import Words, words
from slime.i18n.cards import RANKS, SUITS

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

    Parameters
    ----------
    cards : str or sequence of str
        Cards as in a record (``"7c Td *"``, or a list). A card without a suit is drawn without
        one, ``"?"`` is a card face down.
    lang : {"en", "ru"}, optional
        The language, by default the one set by `slime.language`.
    width : float, optional
        The room in px; as wide as needed up to 900 by default. More cards make more rows.
    card : float, default 84
        The width of a card in px.
    theme : {"light", "dark", "auto"}, default "light"
        The colours; "auto" follows the page or, where that says nothing, the system.
    label : str, optional
        A line of text above the cards.
    uid : str, optional
        Prefix of all ids in the drawing; by default it is made from the content.

    Returns
    -------
    str
        SVG text: it needs no font, no script and nothing from outside.

    Raises
    ------
    ValueError
        If an argument is not what it may be.

    Examples
    --------
    >>> hand_svg("3c Td *").count("<use") > 3
    True
    """
    codes = cards.split() if isinstance(cards, str) else [str(code) for code in cards]
    check_px("card", card, 20, 400)
    room = (900.0 if width is None else float(width)) - 2 * _PAD
    w = words(lang)
    spoken = w.join([_spoken(code, w) for code in codes])
    if room < card:
        raise invalid("drawing.error.room", card=card, got=width)
    canvas = Canvas(w.lang, theme)
    corners = fan(codes, room, card)
    top = _PAD + (28.0 if label else 0.0)
    full = fan_width(corners, card)
    if label:
        full = max(full, min(room, text_width(label, 18, True)))
        canvas.text(shorten(label, full, 18, True), _PAD, 24, 18, bold=True)
    canvas.cards(codes, corners, _PAD, top, card)
    height = top + _PAD
    if codes:
        height += hand_height(rows_needed(len(codes), room, card), card)
    title = label or w("drawing.hand_title", n=len(codes))
    return canvas.svg(round(full + 2 * _PAD, 1), round(height, 1), title, spoken, uid)


def _spoken(card: str, w: Words) -> str:
    """A card in words; raises where it is none."""
    return w("drawing.card_back") if split_card(card)[0] == "?" else w.spell(card)


def card_svg(
    card: str, lang: str | None = None, *, width: float = 120, uid: str | None = None
) -> str:
    """One card as SVG text.

    Parameters
    ----------
    card : str
        A card as in a record; ``"?"`` is its back.
    lang : {"en", "ru"}, optional
        The language, by default the one set by `slime.language`.
    width : float, default 120
        The width in px.
    uid : str, optional
        Prefix of all ids in the drawing; by default it is made from the content.

    Returns
    -------
    str
        SVG text: it needs no font, no script and nothing from outside.

    Raises
    ------
    ValueError
        If an argument is not what it may be.

    Examples
    --------
    >>> "seven of clubs" in card_svg("7c", "en")
    True
    """
    w = words(lang)
    canvas = Canvas(w.lang)
    canvas.card(card, 0, 0, width)
    name = _spoken(card, w)
    return canvas.svg(width, round(card_height(width), 1), name, name, uid)


def symbols_svg(lang: str | None = None, uid: str = "slime", cards: Iterable[str] = ()) -> str:
    """The symbols of cards, hats and medals in an SVG that is not seen, for pages that draw.

    Cards are ``#UID-c7c``, ``#UID-cTd``, suitless ``#UID-c7x``, the joker ``#UID-cjo``, the back
    ``#UID-cbk`` (box 100 by 140); hats of titles ``#UID-kking``, medals ``#UID-kmedal1`` (box 48
    by 48).

    Parameters
    ----------
    lang : {"en", "ru"}, optional
        The language, by default the one set by `slime.language`.
    uid : str, default "slime"
        The prefix of all ids.
    cards : iterable of str, optional
        The cards wanted, by default the whole pack with suits, joker and back.

    Returns
    -------
    str
        SVG text: it needs no font, no script and nothing from outside.

    Raises
    ------
    ValueError
        If an argument is not what it may be.

    Examples
    --------
    >>> 'id="slime-cTd"' in symbols_svg("ru")
    True
    """
    pack = [rank + suit for suit in SUITS for rank in RANKS]
    canvas = Canvas(words(lang).lang)
    for code in list(cards) or [*pack, "*", "?"]:
        canvas.card(code, 0, 0, 10)
    for name in BADGES:
        canvas.badge(name, 0, 0, 10)
    return canvas.definitions(uid)
