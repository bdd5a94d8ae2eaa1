"""The table as text: for a terminal, a reader who listens, and the SVG's description."""

from __future__ import annotations

import unicodedata

from slime.drawing.model import Frame, Gift, Laid, Scene, Seat, read_frame, show_number, signed


def table_text(
    frame: Frame,
    lang: str | None = None,
    *,
    open_hands: bool = True,
    viewer: str | None = None,
    signs: bool = True,
) -> str:
    """The table as text: the facts of `table_svg` in lines and columns, no line end at the end.

    `signs=False` writes suits as the letters c d h s instead of their signs.

    >>> print(table_text({"lang": "en", "deal": 1, "seats": ["Anna", "Boris"], "turn": "Anna",
    ...                   "hands": {"Anna": ["3c", "Td"], "Boris": ["*"]}}))
    deal 1 · play
    On the table: nothing
    > Anna   to play  2 cards  3♣ 10♦
      Boris           1 card   ★
    """
    return scene_text(read_frame(frame, lang, open_hands, viewer), signs)


def scene_text(scene: Scene, signs: bool = True) -> str:
    """The text of a scene that was read already."""
    w = scene.w
    lines = [scene.heading]
    if scene.phase == "exchange":
        if scene.gifts:
            lines.append(w("drawing.text.exchange"))
            lines += ["  " + _gift(scene, gift, signs) for gift in scene.gifts]
        else:
            lines.append(w("drawing.exchange_due"))
    elif scene.phase == "play":
        lines += _table(scene, signs)
    rows = [_row(scene, seat, signs) for seat in scene.seats]
    widths = [max(_columns(row[i]) for row in rows) for i in range(len(rows[0]))]
    for seat, row in zip(scene.seats, rows, strict=True):
        cells = [
            cell + " " * (width - _columns(cell))
            for cell, width in zip(row, widths, strict=True)
            if width
        ]
        lines.append((("> " if seat.turn else "  ") + "  ".join(cells)).rstrip())
    if scene.sentence:
        lines.append(scene.sentence)
    return "\n".join(lines)


def _table(scene: Scene, signs: bool) -> list[str]:
    w = scene.w
    if scene.top is None:
        return [w("drawing.text.no_top")]
    top = w("drawing.text.top", cards=_cards(scene, scene.top.cards, signs), name=scene.top.by)
    if len(scene.trick) < 2:
        return [top]
    plays = ", ".join(_play(scene, play, signs) for play in scene.trick)
    return [top, w("drawing.text.trick", plays=plays)]


def _play(scene: Scene, play: Laid, signs: bool) -> str:
    return scene.w("drawing.text.play", name=play.by, cards=_cards(scene, play.cards, signs))


def _gift(scene: Scene, gift: Gift, signs: bool) -> str:
    key = f"drawing.kind.{gift.kind}"
    return scene.w(
        "drawing.text.gift",
        giver=gift.giver,
        taker=gift.taker,
        cards=_cards(scene, gift.cards, signs),
        kind=scene.w(key) if key in scene.w else gift.kind,
    )


def _cards(scene: Scene, cards: tuple[str, ...], signs: bool) -> str:
    if cards and set(cards) == {"?"}:
        return f"{scene.w('drawing.cards', n=len(cards))}, {scene.w('drawing.hidden')}"
    return " ".join(_face(scene, card, signs) for card in cards)


def _face(scene: Scene, card: str, signs: bool) -> str:
    if card == "?":
        return "?"
    if signs:
        return scene.w.face(card)
    return "*" if card == "*" else scene.w.face(card[0]) + card[1:]


def _row(scene: Scene, seat: Seat, signs: bool) -> list[str]:
    """Columns of one player: name, title, before, what happened, place, total, cards."""
    w = scene.w
    notes = []
    if seat.turn:
        notes.append(w("drawing.to_give" if scene.phase == "exchange" else "drawing.to_play"))
    if seat.passed:
        notes.append(w("drawing.passed"))
    if seat.fallen:
        notes.append(w("drawing.fall"))
    if seat.dealer:
        notes.append(w("drawing.dealer"))
    total = ""
    if seat.total is not None:
        total = w("drawing.total", n=show_number(scene, seat.total))
        if seat.points is not None:
            total += f" ({signed(scene, seat.points)})"
    hidden = bool(seat.cards) and set(seat.cards) == {"?"}
    return [
        seat.name,
        w(f"drawing.title.{seat.title}") if seat.title else "",
        w("drawing.before", n=seat.before) if seat.before is not None else "",
        ", ".join(notes),
        w("drawing.place", n=seat.place) if seat.place is not None else "",
        total,
        w("drawing.cards", n=len(seat.cards)) if seat.cards else w("drawing.no_cards"),
        w("drawing.hidden") if hidden else _cards(scene, seat.cards, signs),
    ]


def _columns(text: str) -> int:
    """Columns that a text takes in a terminal."""
    return sum(
        0
        if unicodedata.combining(c) or c in "\u200d\ufe0e\ufe0f"
        else 2
        if unicodedata.east_asian_width(c) in "WF"
        else 1
        for c in text
    )
