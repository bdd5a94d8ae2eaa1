"""One seat: name plate with hat, medal and signs, and the hand."""

from __future__ import annotations

from slime.drawing.canvas import Canvas, clean, shorten, text_width
from slime.drawing.cards import CARD_H, CARD_W
from slime.drawing.layout import AIR, PLATE, Box, fan, fan_width, hand_height, rows_needed
from slime.drawing.model import Scene, Seat, show_number
from slime.drawing.rank_badges import medal_name

_PLATE_W = 340  # px at most
_SMALL, _NAME = 15, 19  # sizes of text


def plate_box(cell: Box, side: str) -> Box:
    """Where the name plate of a seat lies."""
    w = min(cell.w, _PLATE_W)
    y = cell.y + cell.h - PLATE if side == "bottom" else cell.y
    return Box(cell.x + (cell.w - w) / 2, y, w, PLATE)


def hand_box(cell: Box, side: str, cards: tuple[str, ...], width: float) -> Box:
    """Where the hand of a seat lies, next to its plate."""
    rows = rows_needed(len(cards), cell.w, width)
    h = hand_height(rows, width)
    w = fan_width(fan(cards, cell.w, width), width) if cards else min(cell.w, 230)
    y = cell.y + cell.h - PLATE - AIR - h if side == "bottom" else cell.y + PLATE + AIR
    return Box(cell.x + (cell.w - w) / 2, y, w, h)


def draw_seat(
    canvas: Canvas, scene: Scene, seat: Seat, cell: Box, side: str, card: float, narrow: bool
) -> None:
    """Draw one seat into its cell."""
    plate, hand = plate_box(cell, side), hand_box(cell, side, seat.cards, card)
    label = clean(seat.name)
    canvas.add(f"<g><title>{label}</title>")
    if seat.turn:
        _halo(canvas, plate, hand, "inside" if narrow else side)
    _plate(canvas, scene, seat, plate)
    if seat.cards:
        corners = fan(seat.cards, cell.w, card)
        for code, (x, y) in zip(seat.cards, corners, strict=True):
            canvas.add(canvas.card(code, hand.x + x, hand.y + y, card))
        x, y = corners[-1]
        _count(canvas, len(corners), hand.x + x + card, hand.y + y + card_height(card))
    elif scene.phase != "exchange":
        _empty(canvas, scene, seat, hand)
    canvas.add("</g>")


def _halo(canvas: Canvas, plate: Box, hand: Box, side: str) -> None:
    """A glowing frame about the seat, and an arrow that points to it from the middle."""
    x, y = min(plate.x, hand.x) - 6, min(plate.y, hand.y) - 6
    right = max(plate.x + plate.w, hand.x + hand.w) + 6
    low = max(plate.y + plate.h, hand.y + hand.h) + 6
    frame = f'x="{x:.1f}" y="{y:.1f}" width="{right - x:.1f}" height="{low - y:.1f}" rx="14"'
    for width, more in ((8, ' opacity=".35"'), (3, "")):
        canvas.add(canvas.shape("rect", "halo-l", f'{frame} stroke-width="{width}"{more}'))
    cx = (x + right) / 2
    ay = plate.y + plate.h / 2
    arrow = {
        "top": f"M{cx:.1f} {low:.1f}l-13 17h26z",
        "bottom": f"M{cx:.1f} {y:.1f}l-13-17h26z",
        "left": f"M{right:.1f} {ay:.1f}l17-13v26z",
        "right": f"M{x:.1f} {ay:.1f}l-17-13v26z",
        "inside": "",
    }[side]
    if arrow:
        canvas.add(canvas.path(arrow, "halo"))


def _plate(canvas: Canvas, scene: Scene, seat: Seat, box: Box) -> None:
    w = scene.w
    ink, soft = ("turnink", "turnink") if seat.turn else ("ink", "soft")
    canvas.add(
        canvas.box(box.x, box.y, box.w, box.h, "turn" if seat.turn else "plate", 'rx="11"'),
        canvas.shape(
            "rect",
            "edge-l",
            f'x="{box.x:.1f}" y="{box.y:.1f}" width="{box.w:.1f}" height="{box.h:.1f}" rx="11"'
            ' stroke-width="1.5"',
        ),
    )
    left, right = box.x + 10, box.x + box.w - 10
    roomy = box.w > 230
    if seat.turn and not roomy:  # the seats stand too close for an arrow beside the plate
        canvas.add(canvas.path(f"M{left:.1f} {box.y + 16:.1f}l16 10-16 10z", "turnink"))
        left += 24
    elif seat.title:
        size = 42 if roomy else 34
        y = box.y + (PLATE - size) / 2
        canvas.add(canvas.badge(seat.title, box.x + 6, y, size, 38 if seat.fallen else 0))
        left = box.x + 14 + size
    if seat.place is not None and seat.cards:
        right -= 38
        _medal(canvas, seat.place, right, box.y + (PLATE - 44) / 2, 44)
        right -= 6
    first, second = right, right
    if seat.turn:
        key = "to_give" if scene.phase == "exchange" else "to_play"
        first = _chip(canvas, w(f"drawing.{key}"), first, box.y + 5, "turnink", "turn")
    elif seat.passed:
        first = _chip(canvas, w("drawing.passed"), first, box.y + 5, "pass", "passink")
    if seat.fallen:
        second = _chip(canvas, w("drawing.fall"), second, box.y + 27, "fall", "fallink")
    if seat.dealer and roomy:
        second -= 22
        canvas.add(canvas.badge("dealer", second, box.y + 27, 22))
        second -= 6
    size = next((px for px in (_NAME, 17) if text_width(seat.name, px, True) <= first - left), 16)
    name = shorten(seat.name, first - left, size, True)
    canvas.add(canvas.text(name, left, box.y + 22, size, ink, bold=True))
    word = w("drawing.dealer")
    if seat.dealer and roomy:
        room = second - left - text_width(word, _SMALL) - 8
        if text_width(_facts(scene, seat, 1e9), _SMALL) <= room:
            canvas.add(canvas.text(word, second, box.y + 43, _SMALL, soft, "end"))
    line = shorten(_facts(scene, seat, second - left), second - left, _SMALL)
    if line:
        canvas.add(canvas.text(line, left, box.y + 43, _SMALL, soft))


def _facts(scene: Scene, seat: Seat, room: float) -> str:
    """Title and total, as many of them as there is room for: the hat says the title too."""
    w = scene.w
    total = ""
    if seat.total is not None:
        total = w("drawing.total", n=show_number(scene, seat.total))
    titles = [w(f"drawing.title.{seat.title}")] if seat.title else []
    if seat.title in ("common", "peasant") and seat.before is not None:
        titles.insert(0, w("drawing.title_at", title=titles[0], n=seat.before))
    for title in titles:
        line = " · ".join(part for part in (title, total) if part)
        if text_width(line, _SMALL) <= room:
            return line
    return total or " ".join(titles[-1:])


def _chip(canvas: Canvas, word: str, right: float, y: float, fill: str, ink: str) -> float:
    """A word on a coloured ground, ending at `right`; returns where free room ends."""
    w = text_width(word, _SMALL, True) + 14
    canvas.add(
        canvas.box(right - w, y, w, 21, fill, 'rx="10"'),
        canvas.text(word, right - w / 2, y + 15.6, _SMALL, ink, "middle", bold=True),
    )
    return right - w - 6


def _medal(canvas: Canvas, place: int, x: float, y: float, size: float) -> None:
    """A medal with its number."""
    text = max(14, round(size * 0.4))
    canvas.add(
        canvas.badge(medal_name(place), x, y, size),
        canvas.text(
            str(place), x + size / 2, y + size * 0.604 + text * 0.36, text, "medal", "middle", True
        ),
    )


def _count(canvas: Canvas, cards: int, right: float, low: float) -> None:
    """How many cards, on the corner of the last of them."""
    canvas.add(
        canvas.box(right - 30, low - 22, 30, 22, "count", 'rx="8"'),
        canvas.text(str(cards), right - 15, low - 5.6, 16, "countink", "middle", True),
    )


def _empty(canvas: Canvas, scene: Scene, seat: Seat, hand: Box) -> None:
    """A player without cards: the place that was won."""
    cx, cy = hand.middle
    if seat.place is None:
        word = scene.w("drawing.no_cards")
        canvas.add(canvas.text(word, cx, cy + 6, 17, "onfelt", "middle"))
        return
    size = min(72.0, hand.h)
    word = scene.w("drawing.place", n=seat.place)
    room = text_width(word, 18, True) + 10
    if size + room + 24 > hand.w:  # the medal says it alone
        word, room = "", 0.0
    x = cx - (size + room) / 2
    canvas.add(
        canvas.box(x - 12, cy - size / 2 - 4, size + room + 24, size + 8, "mat", 'rx="14"'),
        canvas.text(word, x + size + 10, cy + 6, 18, "onfelt", bold=True),
    )
    _medal(canvas, seat.place, x, cy - size / 2, size)


def card_height(width: float) -> float:
    """Height of a card of a width."""
    return width * CARD_H / CARD_W
