"""The middle of the table: the trick, the exchange, or the places of a finished deal."""

from __future__ import annotations

from math import atan2, degrees, hypot

from slime.drawing.canvas import Canvas, clean, shorten, text_width
from slime.drawing.layout import Box, fan, fan_width, hand_height, rows_needed
from slime.drawing.model import Gift, Laid, Scene, show_number, signed
from slime.drawing.seats import card_height

_CAPTION, _SMALL = 18, 15
_GIFT_CARD = 58.0
_MAT = 268.0  # height of the ground under a trick
_KINDS = {"best": ("up", ""), "choice": ("down", "9 6"), "lot": ("lot", "2 9")}


def middle_height(scene: Scene) -> float:
    """How much room the middle wants: the same in all phases, unless many give cards at once."""
    high = max(_MAT + 4, 48.0 + 30 * len(scene.seats))
    if scene.phase == "exchange":
        high = max(high, 98.0 * ((len(scene.gifts) + 1) // 2) + 10)
    return high


def draw_middle(canvas: Canvas, scene: Scene, box: Box, blocks: dict[str, Box], space: Box) -> None:
    """Draw what the phase asks for; `blocks` are the seats' boxes by name."""
    if scene.phase == "over":
        _places(canvas, scene, box)
    elif scene.gifts and scene.phase == "exchange":
        _gifts(canvas, scene, box, blocks, space)
    elif scene.top is not None:
        _trick(canvas, scene, scene.top, box, blocks)
    else:
        _notice(canvas, scene, box)


def _notice(canvas: Canvas, scene: Scene, box: Box) -> None:
    """A word where no card lies yet."""
    if scene.phase == "exchange":
        text = scene.w("drawing.exchange_due")
    elif scene.turn or scene.leader:
        text = scene.w("drawing.lead", name=scene.turn or scene.leader)
    else:
        text = scene.w("drawing.empty")
    cx, cy = box.middle
    line = shorten(text, box.w - 30, _CAPTION, True)
    w = text_width(line, _CAPTION, True) + 34
    canvas.add(
        canvas.box(cx - w / 2, cy - 24, w, 46, "mat", 'rx="23"'),
        canvas.text(line, cx, cy + 5, _CAPTION, "onfelt", "middle", True),
    )


def _trick(canvas: Canvas, scene: Scene, top: Laid, box: Box, blocks: dict[str, Box]) -> None:
    cx, cy = box.middle
    mat = Box(box.x, cy - _MAT / 2, box.w, _MAT)
    if mat.w > 470:
        mat = Box(cx - 235, mat.y, 470, mat.h)
    canvas.add(canvas.box(mat.x, mat.y, mat.w, mat.h, "mat", 'rx="18"'))
    if top.by in blocks:
        _tail(canvas, mat, blocks[top.by])
    earlier = list(scene.trick)
    if earlier and earlier[-1].by == top.by and earlier[-1].cards == top.cards:
        earlier.pop()
    if earlier:
        _earlier(canvas, scene, earlier, Box(mat.x + 10, mat.y + 10, mat.w - 20, 84))
    width = 88.0
    room = mat.w - 30
    if rows_needed(len(top.cards), room, width) > 1:
        width = max(34.0, min(88.0, room / (1 + 0.31 * (len(top.cards) - 1))))
    corners = fan(top.cards, room, width)
    full, high = fan_width(corners, width), hand_height(1, width)
    y = mat.y + (101 if earlier else 54) + (123.2 - high) / 2
    for code, (dx, dy) in zip(top.cards, corners, strict=True):
        canvas.add(canvas.card(code, cx - full / 2 + dx, y + dy, width))
    text = shorten(top.by, mat.w - 24, _CAPTION, True)
    if top.rank:
        size, rank = len(top.cards), scene.w.face(top.rank)
        rest = text_width(scene.w("drawing.laid", name="", n=size, rank=rank), _CAPTION, True)
        name = shorten(top.by, mat.w - 24 - rest, _CAPTION, True)
        text = scene.w("drawing.laid", name=name, n=size, rank=rank)
    canvas.add(canvas.text(text, cx, mat.y + mat.h - 12, _CAPTION, "onfelt", "middle", True))


def _tail(canvas: Canvas, mat: Box, seat: Box) -> None:
    """A tip at the mat's edge that points to whom the top belongs to."""
    (cx, cy), (sx, sy) = mat.middle, seat.middle
    dx, dy = sx - cx, sy - cy
    # where the line to the seat leaves the mat
    t = min(mat.w / 2 / abs(dx) if dx else 9e9, mat.h / 2 / abs(dy) if dy else 9e9)
    px, py = cx + dx * t, cy + dy * t
    if abs(dx) * mat.h > abs(dy) * mat.w:
        py = max(mat.y + 32, min(mat.y + mat.h - 32, py))
        tip = f"M{px:.1f} {py - 14:.1f}v28l{16 if dx > 0 else -16}-14z"
    else:
        px = max(mat.x + 32, min(mat.x + mat.w - 32, px))
        tip = f"M{px - 14:.1f} {py:.1f}h28l-14 {16 if dy > 0 else -16}z"
    canvas.add(canvas.path(tip, "lot"))


def _earlier(canvas: Canvas, scene: Scene, plays: list[Laid], box: Box) -> None:
    """The plays before the top, oldest left, faded, with names."""
    width, share = 42.0, 92.0
    fits = max(1, int(box.w // share))
    shown = plays[-fits:]
    if len(plays) > fits:
        shown = plays[-(fits - 1) :] if fits > 1 else plays[-1:]
    more = len(plays) - len(shown)
    slots = len(shown) + (1 if more and fits > 1 else 0)
    x = box.x + (box.w - slots * share) / 2
    if slots > len(shown):
        text = scene.w("drawing.earlier", n=more)
        canvas.add(canvas.text(text, x + share / 2, box.y + 32, 17, "onfelt", "middle", True))
        x += share
    for play in shown:
        corners = fan(play.cards, share - 8, width) if _one_row(play, share - 8, width) else None
        if corners is None:
            step = (share - 8 - width) / max(1, len(play.cards) - 1)
            corners = [(i * step, 0.0) for i in range(len(play.cards))]
        full = fan_width(corners, width)
        canvas.add('<g opacity=".72">')
        for code, (dx, dy) in zip(play.cards, corners, strict=True):
            canvas.add(canvas.card(code, x + (share - full) / 2 + dx, box.y + dy, width))
        canvas.add("</g>")
        name = shorten(play.by, share - 4, 14)
        canvas.add(
            canvas.text(
                name, x + share / 2, box.y + card_height(width) + 16, 14, "onfelt", "middle"
            )
        )
        x += share


def _one_row(play: Laid, room: float, width: float) -> bool:
    return rows_needed(len(play.cards), room, width) == 1


def _places(canvas: Canvas, scene: Scene, box: Box) -> None:
    """Places, points and totals of a finished deal."""
    w = scene.w
    seats = sorted(scene.seats, key=lambda seat: (seat.place is None, seat.place or 0))
    cx, cy = box.middle
    wide, line = min(box.w, 420.0), 30.0
    high = 46 + line * len(seats)
    x, y = cx - wide / 2, cy - high / 2
    canvas.add(
        canvas.box(x, y, wide, high, "mat", 'rx="16"'),
        canvas.text(w("drawing.results"), x + 20, y + 27, _CAPTION, "onfelt", bold=True),
        canvas.text(w("drawing.col_total"), x + wide - 18, y + 27, _SMALL, "onfelt", "end"),
    )
    if any(seat.points is not None for seat in seats):
        head = w("drawing.col_points")
        canvas.add(canvas.text(head, x + wide - 66, y + 27, _SMALL, "onfelt", "end"))
    for i, seat in enumerate(seats):
        base = y + 38 + line * (i + 0.68)
        total = "" if seat.total is None else show_number(scene, seat.total)
        points = ""
        if seat.points is not None:
            points = signed(scene, seat.points)
        room = wide - 60 - 118
        place = "–" if seat.place is None else str(seat.place)
        canvas.add(
            canvas.text(place, x + 30, base, 19, "turn", "middle", True),
            canvas.text(
                shorten(seat.name, room, 17, i == 0), x + 54, base, 17, "onfelt", bold=i == 0
            ),
            canvas.text(points, x + wide - 66, base, 16, "onfelt", "end"),
            canvas.text(total, x + wide - 18, base, 18, "onfelt", "end", True),
        )


def _gifts(canvas: Canvas, scene: Scene, box: Box, blocks: dict[str, Box], space: Box) -> None:
    """Gifts fly along arrows where there is room for all of them, else they stand in a list."""
    if len(scene.gifts) > 4:
        _gift_list(canvas, scene, box)
        return
    placed: list[tuple[Gift, Box, str, tuple[float, float, float]]] = []
    taken = list(blocks.values())
    for gift in scene.gifts:
        if gift.giver not in blocks or gift.taker not in blocks:
            continue
        found = _flight(scene, gift, box, blocks, space, taken)
        if found is None:
            _gift_list(canvas, scene, box)
            return
        placed.append((gift, *found))
        taken.append(found[0])
    for gift, _, line, (ex, ey, angle) in placed:
        colour, dash = _KINDS.get(gift.kind, _KINDS["best"])
        more = f'stroke-dasharray="{dash}"' if dash else ""
        canvas.add(
            canvas.stroke(line, f"{colour}", 6, f'stroke-linecap="round" {more}'.strip()),
            canvas.path(
                "M0 0-20-11-15 0-20 11Z",
                colour,
                f'transform="translate({ex:.1f} {ey:.1f}) rotate({angle:.0f})"',
            ),
        )
    for gift, place, _, _ in placed:
        _gift_cards(canvas, scene, gift, place)


def _gift_size(scene: Scene, gift: Gift) -> tuple[float, float]:
    full = fan_width(fan(gift.cards, 160, _GIFT_CARD), _GIFT_CARD)
    rows = rows_needed(len(gift.cards), 160, _GIFT_CARD)
    word = text_width(_kind(scene, gift), _SMALL, True) + 16
    return max(full, word), hand_height(rows, _GIFT_CARD) + 22


def _kind(scene: Scene, gift: Gift) -> str:
    key = f"drawing.kind.{gift.kind}"
    return scene.w(key) if key in scene.w else gift.kind


def _gift_cards(canvas: Canvas, scene: Scene, gift: Gift, place: Box) -> None:
    corners = fan(gift.cards, 160, _GIFT_CARD)
    full = fan_width(corners, _GIFT_CARD)
    x = place.x + (place.w - full) / 2
    canvas.add(f"<g><title>{clean(gift.giver)} → {clean(gift.taker)}</title>")
    for code, (dx, dy) in zip(gift.cards, corners, strict=True):
        canvas.add(canvas.card(code, x + dx, place.y + dy, _GIFT_CARD))
    word = _kind(scene, gift)
    canvas.add(
        canvas.box(place.x, place.y + place.h - 22, place.w, 22, "mat", 'rx="9"'),
        canvas.text(
            word, place.x + place.w / 2, place.y + place.h - 6, _SMALL, "onfelt", "middle", True
        ),
        "</g>",
    )


def _flight(
    scene: Scene,
    gift: Gift,
    box: Box,
    blocks: dict[str, Box],
    space: Box,
    taken: list[Box],
) -> tuple[Box, str, tuple[float, float, float]] | None:
    """A curve from giver to taker and a free place for the cards on it."""
    w, h = _gift_size(scene, gift)
    cx, cy = box.middle
    (ax, ay), (bx, by) = (_edge(blocks[who], cx, cy) for who in (gift.giver, gift.taker))
    long = hypot(bx - ax, by - ay) or 1.0
    for bend in (40, 64, 20, 90, -30):
        # to the right of the way, so that two opposite gifts keep apart
        nx, ny = -(by - ay) / long * bend * 2, (bx - ax) / long * bend * 2
        mx = (ax + bx) / 4 + cx / 2 + nx
        my = (ay + by) / 4 + cy / 2 + ny
        for t in (0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73):
            px = (1 - t) ** 2 * ax + 2 * t * (1 - t) * mx + t * t * bx
            py = (1 - t) ** 2 * ay + 2 * t * (1 - t) * my + t * t * by
            place = Box(px - w / 2, py - h / 2, w, h)
            inside = (
                place.x >= space.x
                and place.y >= space.y
                and place.x + w <= space.x + space.w
                and place.y + h <= space.y + space.h
            )
            if inside and not any(place.meets(other, 5) for other in taken):
                line = f"M{ax:.1f} {ay:.1f}Q{mx:.1f} {my:.1f} {bx:.1f} {by:.1f}"
                return place, line, (bx, by, _angle(bx - mx, by - my))
    return None


def _angle(dx: float, dy: float) -> float:
    return degrees(atan2(dy, dx))


def _edge(box: Box, x: float, y: float) -> tuple[float, float]:
    """Where the line from the middle of a box to (x, y) leaves the box, a little outside."""
    cx, cy = box.middle
    dx, dy = x - cx, y - cy
    t = min((box.w / 2 + 8) / abs(dx) if dx else 9e9, (box.h / 2 + 8) / abs(dy) if dy else 9e9, 1.0)
    return cx + dx * t, cy + dy * t


def _gift_list(canvas: Canvas, scene: Scene, box: Box) -> None:
    """Two gifts a row: who gives what to whom."""
    pairs: list[list[Gift]] = []
    for gift in scene.gifts:
        mate = next(
            (
                p
                for p in pairs
                if len(p) == 1 and {p[0].giver, p[0].taker} == {gift.giver, gift.taker}
            ),
            None,
        )
        if mate is not None and mate[0].giver != gift.giver:
            mate.append(gift)
        else:
            pairs.append([gift])
    wide = min(box.w, 460.0)
    line = box.h / max(1, len(pairs)) - 4
    line = min(line, 48 + 1.4 * max(_pair_card(scene, pair, wide - 24, line) for pair in pairs))
    high = line * len(pairs)
    x, y = box.x + (box.w - wide) / 2, box.y + (box.h - high) / 2
    canvas.add(canvas.box(x, y - 4, wide, high + 8, "mat", 'rx="16"'))
    for i, pair in enumerate(pairs):
        _pair(canvas, scene, pair, Box(x + 12, y + i * line + 2, wide - 24, line - 4))


def _half(scene: Scene, pair: list[Gift], wide: float) -> float:
    """Room for the cards of each side, beside the arrows and their words."""
    word = max(text_width(_kind(scene, gift), _SMALL) for gift in pair) + 14
    return (wide - max(word, 56.0)) / 2


def _pair_card(scene: Scene, pair: list[Gift], wide: float, line: float) -> float:
    """Width of the cards in the row of a pair."""
    most = max(len(gift.cards) for gift in pair)
    return min(66.0, (line - 34) / 1.4, _half(scene, pair, wide) / (1 + 0.31 * (most - 1)))


def _pair(canvas: Canvas, scene: Scene, pair: list[Gift], box: Box) -> None:
    half = _half(scene, pair, box.w)
    card = _pair_card(scene, pair, box.w, box.h + 4)
    middle = box.y + 24 + card * 0.7
    first = pair[0]
    for name, x, anchor in (
        (first.giver, box.x, "start"),
        (first.taker, box.x + box.w, "end"),
    ):
        label = shorten(name, half - 6, 16, True)
        canvas.add(canvas.text(label, x, box.y + 16, 16, "onfelt", anchor, True))
    for gift in pair:
        ahead = gift.giver == first.giver
        step = min(card * 0.42, (half - card) / max(1, len(gift.cards) - 1))
        full = card + step * (len(gift.cards) - 1)
        x = box.x if ahead else box.x + box.w - full
        for i, code in enumerate(gift.cards):
            canvas.add(canvas.card(code, x + i * step, box.y + 22, card))
        colour, _ = _KINDS.get(gift.kind, _KINDS["best"])
        ax, ay = box.x + box.w / 2, middle + (-12 if ahead else 12)
        d = "M-18-4H4V-11L19 0 4 11V4H-18Z" if ahead else "M18-4H-4V-11L-19 0-4 11V4H18Z"
        word = shorten(_kind(scene, gift), box.w - 2 * half, _SMALL)
        canvas.add(
            canvas.path(d, colour, f'transform="translate({ax:.1f} {ay:.1f})"'),
            canvas.text(word, ax, middle + (-29 if ahead else 39), _SMALL, "onfelt", "middle"),
        )
