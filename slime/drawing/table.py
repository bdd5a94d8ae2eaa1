"""The table as one SVG."""

from __future__ import annotations

from slime.drawing.canvas import Canvas, check_px, shorten, text_width, wrap
from slime.drawing.layout import GAP, MARGIN, NARROW, Box, ring
from slime.drawing.middle import draw_middle, middle_height
from slime.drawing.model import Scene, Snapshot, read_snapshot
from slime.drawing.seats import SeatPlace, draw_seat
from slime.drawing.text import scene_text

# Size of the sentence, height of its lines, and of what is above the ring.
_SENTENCE, _LINE, _HEAD = 20, 28, 50.0


def table_svg(
    snapshot: Snapshot,
    lang: str | None = None,
    *,
    width: float = 1000,
    theme: str = "light",
    open_hands: bool = True,
    viewer: str | None = None,
    most: int | None = None,
    plain: bool = False,
    uid: str | None = None,
) -> str:
    """A snapshot of a table as SVG text.

    Parameters
    ----------
    snapshot : mapping
        The state of the table, as `slime.table` and the animation of a deal have it; only
        ``seats`` must be there.
    lang : {"en", "ru"}, optional
        The language, by default that of the snapshot.
    width : float, default 1000
        The natural width in px, 320 or more. No text is below 14 px at it; below 720 the seats
        stand in two columns.
    theme : {"light", "dark", "auto"}, default "light"
        The colours; "auto" follows the page or, where that says nothing, the system.
    open_hands : bool, default True
        Whether all hands are seen, or only that of ``viewer``.
    viewer : str, optional
        Who sits at the bottom, by default the first seat.
    most : int, optional
        The size of the largest hand to make room for, see `most_cards`: the drawings of one deal
        do not jump.
    plain : bool, default False
        Whether cards show their rank only and titles no hats: a picture of a third of the size, to
        store with others.
    uid : str, optional
        Prefix of all ids in the drawing; by default it is made from the content.

    Returns
    -------
    str
        SVG text: it needs no font, no script and nothing from outside.

    Raises
    ------
    ValueError
        If an argument or the snapshot is not what it may be.

    Examples
    --------
    >>> svg = table_svg({"lang": "en", "seats": ["Anna", "Boris"], "hands": {"Anna": ["3c"]}})
    >>> svg.startswith("<svg ") and "Anna" in svg
    True
    """
    check_px("width", width, 320, 8000)
    scene = read_snapshot(snapshot, lang, open_hands, viewer)
    canvas = Canvas(scene.w.lang, theme, plain)
    largest = max([most or 0, 1, *(len(seat.cards) for seat in scene.seats)])
    narrow = width < NARROW
    plan = ring(len(scene.seats), largest, width, middle_height(scene), _HEAD)
    lines = wrap(scene.sentence, width - 2 * MARGIN - 20, _SENTENCE)
    foot = 16 + _LINE * max(2, len(lines))
    height = round(_HEAD + plan.height + 14 + foot)

    canvas.box(0, 0, width, height, "bg", 'rx="12"')
    _felt(canvas, Box(0, _HEAD, width, plan.height), narrow)
    _heading(canvas, scene, width)
    places = [
        SeatPlace(seat, cell, side, plan.card)
        for seat, cell, side in zip(scene.seats, plan.seats, plan.sides, strict=True)
    ]
    blocks = {place.seat.name: place.block for place in places}
    space = Box(MARGIN, _HEAD + 4, width - 2 * MARGIN, plan.height - 8)
    draw_middle(canvas, scene, plan.middle, blocks, space)
    for place in places:
        draw_seat(canvas, scene, place, narrow)
    y = height - foot / 2 - _LINE * len(lines) / 2 + 15
    for i, line in enumerate(lines):
        canvas.text(line, width / 2, y + i * _LINE, _SENTENCE, "ink", "middle")
    title = scene.w("drawing.table_title", heading=scene.heading, n=len(scene.seats))
    return canvas.svg(width, height, title, "" if plain else scene_text(scene), uid)


def _heading(canvas: Canvas, scene: Scene, width: float) -> None:
    """The line above the table; on a bright ground between arrows while the order is turned."""
    room = width - 2 * MARGIN - (76 if scene.turned else 0)
    line = shorten(scene.heading, room, 18, True)
    if scene.turned:
        half = text_width(line, 18, True) / 2 + 36
        canvas.box(width / 2 - half, 6, 2 * half, 34, "turn", 'rx="17"')
        for x in (width / 2 - half + 12, width / 2 + half - 26):
            canvas.path(f"M{x:.1f} 21l7-9 7 9zM{x:.1f} 25l7 9 7-9z", "turnink")
    canvas.text(line, width / 2, 29, 18, "turnink" if scene.turned else "soft", "middle", True)


def _felt(canvas: Canvas, area: Box, narrow: bool) -> None:
    """The table top, reaching under all seats but for their plates."""
    dx, dy = (8.0, 20.0) if narrow else (54.0, GAP + 4.0)
    top = Box(area.x + dx, area.y + dy, area.w - 2 * dx, area.h - 2 * dy)
    r = min(top.h / 2, top.w / 2, 30 if narrow else 150)
    canvas.box(*top.grown(7), "rim", f'rx="{r + 7:g}"')
    canvas.box(*top, "felt", f'rx="{r:g}"')
    seam = f'rx="{max(0, r - 9):g}" stroke-width="1.5" stroke-dasharray="7 6"'
    canvas.box(*top.grown(-9), "seam-l", seam)
