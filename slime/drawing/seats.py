"""One seat: name plate with badge, medal and signs, and the hand."""

from __future__ import annotations

from slime.drawing.canvas import Canvas, clean, shorten, text_width
from slime.drawing.cards import card_height
from slime.drawing.layout import AIR, PLATE, Box, fan, fan_width, hand_height, rows_needed
from slime.drawing.model import Scene, Seat
from slime.drawing.rank_badges import medal_name
from slime.game.snapshots import COMMON_TITLES

_PLATE_W = 340  # px at most
_SMALL, _NAME = 15, 19  # sizes of text


class SeatPlace:
    """Where a seat's plate and hand are in their cell of the ring, with cards of a width."""

    def __init__(self, seat: Seat, cell: Box, side: str, card: float) -> None:
        self.seat, self.side, self.card = seat, side, card
        self.corners = fan(seat.cards, cell.w, card)
        h = hand_height(rows_needed(len(seat.cards), cell.w, card), card)
        w = fan_width(self.corners, card) if seat.cards else min(cell.w, 230)
        low = side == "bottom"
        y = cell.low - PLATE - AIR - h if low else cell.y + PLATE + AIR
        self.hand = Box(cell.x + (cell.w - w) / 2, y, w, h)
        w = min(cell.w, _PLATE_W)
        y = cell.low - PLATE if low else cell.y
        self.plate = Box(cell.x + (cell.w - w) / 2, y, w, PLATE)
        self.block = self.plate.around(self.hand)


def draw_seat(canvas: Canvas, scene: Scene, place: SeatPlace, narrow: bool) -> None:
    """Draw one seat into its cell."""
    seat, hand, corners, card = place.seat, place.hand, place.corners, place.card
    canvas.add(f"<g><title>{clean(seat.name)}</title>")
    if seat.turn:
        _halo(canvas, place, "inside" if narrow else place.side)
    _plate(canvas, scene, seat, place.plate)
    if corners:
        canvas.cards(seat.cards, corners, hand.x, hand.y, card)
        x, y = corners[-1]
        right, low = hand.x + x + card, hand.y + y + card_height(card)
        canvas.box(right - 30, low - 22, 30, 22, "count", 'rx="8"')
        canvas.text(str(len(corners)), right - 15, low - 5.6, 16, "countink", "middle", True)
    elif scene.phase != "exchange":
        _empty(canvas, scene, seat, hand)
    canvas.add("</g>")


def _halo(canvas: Canvas, place: SeatPlace, side: str) -> None:
    """A glowing frame about the seat, and an arrow that points to it from the middle."""
    frame = place.block.grown(6)
    canvas.box(*frame, "halo-l", 'rx="14" stroke-width="8" opacity=".35"')
    canvas.box(*frame, "halo-l", 'rx="14" stroke-width="3"')
    cx, cy = frame.middle[0], place.plate.middle[1]
    arrow = {
        "top": f"M{cx:.1f} {frame.low:.1f}l-13 17h26z",
        "bottom": f"M{cx:.1f} {frame.y:.1f}l-13-17h26z",
        "left": f"M{frame.right:.1f} {cy:.1f}l17-13v26z",
        "right": f"M{frame.x:.1f} {cy:.1f}l-17-13v26z",
    }.get(side)
    if arrow:
        canvas.path(arrow, "halo")


def _plate(canvas: Canvas, scene: Scene, seat: Seat, box: Box) -> None:
    w = scene.w
    ground, ink, soft = ("turn", "turnink", "turnink") if seat.turn else ("plate", "ink", "soft")
    canvas.box(*box, ground, 'rx="11"')
    canvas.box(*box, "edge-l", 'rx="11" stroke-width="1.5"')
    left, right = box.x + 10, box.right - 10
    roomy = box.w > 230
    if seat.turn and not roomy:  # the seats stand too close for an arrow beside the plate
        canvas.path(f"M{left:.1f} {box.y + 16:.1f}l16 10-16 10z", "turnink")
        left += 24
    elif seat.title and not canvas.plain:
        size = 42 if roomy else 34
        y = box.y + (PLATE - size) / 2
        canvas.badge(seat.title, box.x + 6, y, size, 38 if seat.fallen else 0)
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
    elif seat.skipped:
        first = _chip(canvas, w("drawing.skipped"), first, box.y + 5, "fall", "fallink")
    if seat.fallen:
        second = _chip(canvas, w("drawing.fall"), second, box.y + 27, "fall", "fallink")
    if seat.dealer and roomy:
        canvas.badge("dealer", second - 22, box.y + 27, 22)
        second -= 28
    size = next((px for px in (_NAME, 17) if text_width(seat.name, px, True) <= first - left), 16)
    name = shorten(seat.name, first - left, size, True)
    canvas.text(name, left, box.y + 22, size, ink, bold=True)
    word = w("drawing.dealer")
    if seat.dealer and roomy:
        room = second - left - text_width(word, _SMALL) - 8
        if text_width(_facts(scene, seat, 1e9), _SMALL) <= room:
            canvas.text(word, second, box.y + 43, _SMALL, soft, "end")
    line = shorten(_facts(scene, seat, second - left), second - left, _SMALL)
    canvas.text(line, left, box.y + 43, _SMALL, soft)


def _facts(scene: Scene, seat: Seat, room: float) -> str:
    """Title and total, as many of them as there is room for: the badge says the title too."""
    w = scene.w
    total = "" if seat.total is None else w("drawing.total", n=scene.number(seat.total))
    titles = [w(f"drawing.title.{seat.title}")] if seat.title else []
    if seat.title in COMMON_TITLES and seat.before is not None:
        titles.insert(0, w("drawing.title_at", title=titles[0], n=seat.before))
    for title in titles:
        line = " · ".join(part for part in (title, total) if part)
        if text_width(line, _SMALL) <= room:
            return line
    return total or " ".join(titles[-1:])


def _chip(canvas: Canvas, word: str, right: float, y: float, fill: str, ink: str) -> float:
    """A word on a coloured ground, ending at `right`; returns where free room ends."""
    w = text_width(word, _SMALL, True) + 14
    canvas.box(right - w, y, w, 21, fill, 'rx="10"')
    canvas.text(word, right - w / 2, y + 15.6, _SMALL, ink, "middle", True)
    return right - w - 6


def _medal(canvas: Canvas, place: int, x: float, y: float, size: float) -> None:
    """A medal with its number."""
    text = max(14, round(size * 0.4))
    canvas.badge(medal_name(place), x, y, size)
    base = y + size * 0.604 + text * 0.36
    canvas.text(str(place), x + size / 2, base, text, "medal", "middle", True)


def _empty(canvas: Canvas, scene: Scene, seat: Seat, hand: Box) -> None:
    """A player without cards: the place that was won."""
    cx, cy = hand.middle
    if seat.place is None:
        canvas.text(scene.w("drawing.no_cards"), cx, cy + 6, 17, "onfelt", "middle")
        return
    size = min(72.0, hand.h)
    word = scene.w("drawing.place", n=seat.place)
    room = text_width(word, 18, True) + 10
    if size + room + 24 > hand.w:  # the medal says it alone
        word, room = "", 0.0
    x, y = cx - (size + room) / 2, cy - size / 2
    canvas.box(x - 12, y - 4, size + room + 24, size + 8, "mat", 'rx="14"')
    canvas.text(word, x + size + 10, cy + 6, 18, "onfelt", bold=True)
    _medal(canvas, seat.place, x, y, size)
