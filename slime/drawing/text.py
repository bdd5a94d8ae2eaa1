"""The table as text: for a terminal, a reader who listens, and the SVG's description."""

from __future__ import annotations

from slime.drawing.model import CardsPlayed, Gift, Scene, Seat, Snapshot, read_snapshot
from slime.text_table import columns


def table_text(
    snapshot: Snapshot,
    lang: str | None = None,
    *,
    open_hands: bool = True,
    viewer: str | None = None,
    signs: bool = True,
) -> str:
    """A snapshot of a table in words: what `table_svg` draws, in lines and columns.

    Parameters
    ----------
    snapshot : mapping
        The state of the table, as for `table_svg`.
    lang : {"en", "ru"}, optional
        The language, by default that of the snapshot.
    open_hands : bool, default True
        Whether all hands are told, or only that of ``viewer``.
    viewer : str, optional
        Who comes first, by default the first seat.
    signs : bool, default True
        Whether suits are written as signs, or as the letters c d h s.

    Returns
    -------
    str
        The text, without a line end at its end.

    Raises
    ------
    ValueError
        If an argument or the snapshot is not what it may be.

    Examples
    --------
    >>> print(table_text({"lang": "en", "deal": 1, "seats": ["Anna", "Boris"], "turn": "Anna",
    ...                   "hands": {"Anna": ["3c", "Td"], "Boris": ["*"]}}))
    deal 1 · play
    On the table: nothing
    > Anna   to play  2 cards  3♣ 10♦
      Boris           1 card   ★
    """
    return scene_text(read_snapshot(snapshot, lang, open_hands, viewer), signs)


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
    used = [column for column in zip(*rows, strict=True) if any(column)]
    shown = columns(list(zip(*used, strict=True)))
    lines += [("> " if s.turn else "  ") + row for s, row in zip(scene.seats, shown, strict=True)]
    if scene.sentence:
        lines.append(scene.sentence)
    return "\n".join(lines)


def _table(scene: Scene, signs: bool) -> list[str]:
    w, top = scene.w, scene.top
    if top is None:
        return [w("drawing.text.no_top")]
    lines = [w("drawing.text.top", cards=_cards(scene, top.cards, signs), name=top.by)]
    if len(scene.trick) > 1:
        plays = ", ".join(_play(scene, play, signs) for play in scene.trick)
        lines.append(w("drawing.text.trick", plays=plays))
    if scene.cleared:
        lines.append(w("drawing.cleared"))
    return lines


def _play(scene: Scene, play: CardsPlayed, signs: bool) -> str:
    return scene.w("drawing.text.play", name=play.by, cards=_cards(scene, play.cards, signs))


def _gift(scene: Scene, gift: Gift, signs: bool) -> str:
    return scene.w(
        "drawing.text.gift",
        giver=gift.giver,
        taker=gift.taker,
        cards=_cards(scene, gift.cards, signs),
        kind=scene.word(f"kind.{gift.kind}", gift.kind),
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
    turn = "to_give" if scene.phase == "exchange" else "to_play"
    notes = {turn: seat.turn, "passed": seat.passed, "skipped": seat.skipped}
    notes |= {"fall": seat.fallen, "dealer": seat.dealer}
    total = ""
    if seat.total is not None:
        total = w("drawing.total", n=scene.number(seat.total))
        if seat.points is not None:
            total += f" ({scene.signed(seat.points)})"
    hidden = bool(seat.cards) and set(seat.cards) == {"?"}
    return [
        seat.name,
        w(f"drawing.title.{seat.title}") if seat.title else "",
        w("drawing.before", n=seat.before) if seat.before is not None else "",
        ", ".join(w(f"drawing.{note}") for note, so in notes.items() if so),
        w("drawing.place", n=seat.place) if seat.place is not None else "",
        total,
        w("drawing.cards", n=len(seat.cards)) if seat.cards else w("drawing.no_cards"),
        w("drawing.hidden") if hidden else _cards(scene, seat.cards, signs),
    ]
