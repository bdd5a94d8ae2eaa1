"""The table as one SVG."""

from __future__ import annotations

from slime.drawing.canvas import Canvas, shorten, wrap
from slime.drawing.layout import GAP, MARGIN, NARROW, Box, ring
from slime.drawing.middle import draw_middle, middle_height
from slime.drawing.model import Frame, read_frame
from slime.drawing.seats import draw_seat, hand_box, plate_box
from slime.drawing.text import scene_text

_SENTENCE, _LINE = 20, 28


def table_svg(
    frame: Frame,
    lang: str | None = None,
    *,
    width: float = 1000,
    theme: str = "light",
    open_hands: bool = True,
    viewer: str | None = None,
    most: int | None = None,
    uid: str | None = None,
) -> str:
    """A snapshot of a table as SVG text.

    `lang` is the snapshot's own language if not given. `width` is the natural width in px (320 or
    more): no text is below 14 px at it, and below 720 the seats stand in two columns. `theme` is
    "light", "dark" or "auto" (as the page or the system has it). With `open_hands=False` only the
    hand of `viewer` is seen; `viewer` sits at the bottom. `most` is the size of the largest hand
    to make room for (see `most_cards`), so that the drawings of a deal do not jump. `uid` is the
    prefix of all ids; by default it is made from the content.

    Raises `ValueError` where an argument or the snapshot is not what it may be.

    >>> svg = table_svg({"lang": "en", "seats": ["Anna", "Boris"], "hands": {"Anna": ["3c"]}})
    >>> svg.startswith("<svg ") and "Anna" in svg
    True
    """
    if not 320 <= width <= 8000:
        raise ValueError(f"width must be from 320 to 8000 px, not {width!r}")
    scene = read_frame(frame, lang, open_hands, viewer)
    canvas = Canvas(scene.w.lang, theme)
    largest = max([most or 0, 1, *(len(seat.cards) for seat in scene.seats)])
    head = 40.0
    narrow = width < NARROW
    plan = ring(len(scene.seats), largest, width, middle_height(scene), head + 10)
    lines = wrap(scene.sentence, width - 2 * MARGIN - 20, _SENTENCE)
    foot = 16 + _LINE * max(2, len(lines))
    height = round(head + 10 + plan.height + 14 + foot)

    canvas.add(canvas.box(0, 0, width, height, "bg", 'rx="12"'))
    _felt(canvas, Box(0, head + 10, width, plan.height), narrow)
    heading = shorten(scene.heading, width - 2 * MARGIN, 18, True)
    canvas.add(canvas.text(heading, width / 2, 29, 18, "soft", "middle", bold=True))
    blocks = {}
    for seat, cell, side in zip(scene.seats, plan.seats, plan.sides, strict=True):
        blocks[seat.name] = _block(cell, side, seat.cards, plan.card)
    space = Box(MARGIN, head + 14, width - 2 * MARGIN, plan.height - 8)
    draw_middle(canvas, scene, plan.middle, blocks, space)
    for seat, cell, side in zip(scene.seats, plan.seats, plan.sides, strict=True):
        draw_seat(canvas, scene, seat, cell, side, plan.card, narrow)
    y = height - foot / 2 - _LINE * len(lines) / 2 + 15
    for i, line in enumerate(lines):
        canvas.add(canvas.text(line, width / 2, y + i * _LINE, _SENTENCE, "ink", "middle"))
    title = scene.w("drawing.table_title", heading=scene.heading, n=len(scene.seats))
    return canvas.svg(width, height, title, scene_text(scene), uid)


def _block(cell: Box, side: str, cards: tuple[str, ...], card: float) -> Box:
    """The rectangle that plate and hand of a seat fill."""
    plate, hand = plate_box(cell, side), hand_box(cell, side, cards, card)
    x, y = min(plate.x, hand.x), min(plate.y, hand.y)
    right = max(plate.x + plate.w, hand.x + hand.w)
    low = max(plate.y + plate.h, hand.y + hand.h)
    return Box(x, y, right - x, low - y)


def _felt(canvas: Canvas, area: Box, narrow: bool) -> None:
    """The table top, reaching under all seats but for their plates."""
    dx, dy = (8.0, 20.0) if narrow else (54.0, GAP + 4.0)
    x, y, w, h = area.x + dx, area.y + dy, area.w - 2 * dx, area.h - 2 * dy
    r = min(h / 2, w / 2, 30 if narrow else 150)
    canvas.add(
        canvas.box(x - 7, y - 7, w + 14, h + 14, "rim", f'rx="{r + 7:g}"'),
        canvas.box(x, y, w, h, "felt", f'rx="{r:g}"'),
        canvas.shape(
            "rect",
            "seam-l",
            f'x="{x + 9:.1f}" y="{y + 9:.1f}" width="{w - 18:.1f}" height="{h - 18:.1f}"'
            f' rx="{max(0, r - 9):g}" stroke-width="1.5" stroke-dasharray="7 6"',
        ),
    )
