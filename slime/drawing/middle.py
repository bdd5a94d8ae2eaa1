"""The middle of the table: the trick, the exchange, or the places of a finished deal."""

from __future__ import annotations

from math import atan2, degrees, hypot

from slime.drawing.canvas import Canvas, clean, shorten, text_width
from slime.drawing.cards import card_height
from slime.drawing.layout import Box, fan, fan_width, hand_height, rows_needed, squeezed
from slime.drawing.model import CardsPlayed, Gift, Scene

_CAPTION, _SMALL = 18, 15
_GIFT_CARD, _GIFT_ROOM = 58.0, 160
_MAT = 268.0  # height of the ground under a trick
_KINDS = {"best": ("up", ""), "choice": ("down", "9 6"), "lot": ("lot", "2 9")}
_FAR = 9e9  # what a line reaches that never leaves a side


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
    """A word where no card has been played yet."""
    if scene.phase == "exchange":
        text = scene.w("drawing.exchange_due")
    elif scene.turn or scene.leader:
        text = scene.w("drawing.lead", name=scene.turn or scene.leader)
    else:
        text = scene.w("drawing.empty")
    cx, cy = box.middle
    line = shorten(text, box.w - 30, _CAPTION, True)
    w = text_width(line, _CAPTION, True) + 34
    canvas.box(cx - w / 2, cy - 24, w, 46, "mat", 'rx="23"')
    canvas.text(line, cx, cy + 5, _CAPTION, "onfelt", "middle", True)


def _trick(
    canvas: Canvas, scene: Scene, top: CardsPlayed, box: Box, blocks: dict[str, Box]
) -> None:
    cx, cy = box.middle
    mat = Box(box.x, cy - _MAT / 2, box.w, _MAT)
    if mat.w > 470:
        mat = Box(cx - 235, mat.y, 470, mat.h)
    canvas.box(*mat, "mat", 'rx="18"')
    if top.by in blocks:
        _tail(canvas, mat, blocks[top.by])
    earlier = list(scene.trick)
    if earlier and earlier[-1].by == top.by and earlier[-1].cards == top.cards:
        earlier.pop()
    if earlier:
        _earlier(canvas, scene, earlier, Box(mat.x + 10, mat.y + 10, mat.w - 20, 84))
    width, size, room = 88.0, len(top.cards), mat.w - 30
    if rows_needed(size, room, width) > 1:
        width = max(34.0, min(88.0, room / (1 + 0.31 * (size - 1))))
    corners = fan(top.cards, room, width)
    full, high = fan_width(corners, width), hand_height(1, width)
    y = mat.y + (101 if earlier else 54) + (123.2 - high) / 2
    canvas.cards(top.cards, corners, cx - full / 2, y, width)
    text = shorten(top.by, mat.w - 24, _CAPTION, True)
    if top.rank:
        rank = scene.w.face(top.rank)
        rest = text_width(scene.w("drawing.played", name="", n=size, rank=rank), _CAPTION, True)
        name = shorten(top.by, mat.w - 24 - rest, _CAPTION, True)
        text = scene.w("drawing.played", name=name, n=size, rank=rank)
    canvas.text(text, cx, mat.low - 12, _CAPTION, "onfelt", "middle", True)
    if scene.cleared:
        _cleared(canvas, scene, mat)


def _cleared(canvas: Canvas, scene: Scene, mat: Box) -> None:
    """A frame about the trick, and a band with the word that it is over."""
    canvas.box(*mat.grown(-4), "turn-l", 'rx="15" stroke-width="5" stroke-dasharray="14 9"')
    word = shorten(scene.w("drawing.cleared"), mat.w - 60, _CAPTION, True)
    w = text_width(word, _CAPTION, True) + 34
    cx = mat.middle[0]
    canvas.box(cx - w / 2, mat.y - 14, w, 30, "turn", 'rx="15"')
    canvas.text(word, cx, mat.y + 7, _CAPTION, "turnink", "middle", True)


def _leaving(box: Box, dx: float, dy: float, air: float = 0) -> float:
    """Which part of a line from a box's middle lies in it, that goes (dx, dy)."""
    across = (box.w / 2 + air) / abs(dx) if dx else _FAR
    return min(across, (box.h / 2 + air) / abs(dy) if dy else _FAR)


def _tail(canvas: Canvas, mat: Box, seat: Box) -> None:
    """A tip at the mat's edge that points to whose cards are to be beaten."""
    (cx, cy), (sx, sy) = mat.middle, seat.middle
    dx, dy = sx - cx, sy - cy
    t = _leaving(mat, dx, dy)
    px, py = cx + dx * t, cy + dy * t
    if abs(dx) * mat.h > abs(dy) * mat.w:
        py = max(mat.y + 32, min(mat.low - 32, py))
        tip = f"M{px:.1f} {py - 14:.1f}v28l{16 if dx > 0 else -16}-14z"
    else:
        px = max(mat.x + 32, min(mat.right - 32, px))
        tip = f"M{px - 14:.1f} {py:.1f}h28l-14 {16 if dy > 0 else -16}z"
    canvas.path(tip, "lot")


def _earlier(canvas: Canvas, scene: Scene, plays: list[CardsPlayed], box: Box) -> None:
    """The plays before the one to beat, oldest left, faded, with names."""
    width, share = 42.0, 92.0
    room = share - 8
    fits = max(1, int(box.w // share))
    shown = plays[-fits:]
    if len(plays) > fits > 1:
        shown = plays[1 - fits :]
    more = len(plays) - len(shown)
    slots = len(shown) + (more > 0 and fits > 1)
    x = box.x + (box.w - slots * share) / 2 + share / 2
    if slots > len(shown):
        text = scene.w("drawing.earlier", n=more)
        canvas.text(text, x, box.y + 32, 17, "onfelt", "middle", True)
        x += share
    for play in shown:
        corners = fan(play.cards, room, width)
        if rows_needed(len(play.cards), room, width) > 1:
            corners = squeezed(len(play.cards), room, width)
        canvas.add('<g opacity=".72">')
        canvas.cards(play.cards, corners, x - fan_width(corners, width) / 2, box.y, width)
        canvas.add("</g>")
        base = box.y + card_height(width) + 16
        canvas.text(shorten(play.by, share - 4, 14), x, base, 14, "onfelt", "middle")
        x += share


def _places(canvas: Canvas, scene: Scene, box: Box) -> None:
    """Places, points and totals of a finished deal."""
    w = scene.w
    seats = sorted(scene.seats, key=lambda seat: (seat.place is None, seat.place or 0))
    cx, cy = box.middle
    wide, line = min(box.w, 420.0), 30.0
    high = 46 + line * len(seats)
    x, y = cx - wide / 2, cy - high / 2
    right = x + wide
    canvas.box(x, y, wide, high, "mat", 'rx="16"')
    canvas.text(w("drawing.results"), x + 20, y + 27, _CAPTION, "onfelt", bold=True)
    canvas.text(w("drawing.col_total"), right - 18, y + 27, _SMALL, "onfelt", "end")
    if any(seat.points is not None for seat in seats):
        canvas.text(w("drawing.col_points"), right - 66, y + 27, _SMALL, "onfelt", "end")
    for i, seat in enumerate(seats):
        base = y + 38 + line * (i + 0.68)
        total = "" if seat.total is None else scene.number(seat.total)
        points = "" if seat.points is None else scene.signed(seat.points)
        name = shorten(seat.name, wide - 178, 17, i == 0)
        place = "–" if seat.place is None else str(seat.place)
        canvas.text(place, x + 30, base, 19, "turn", "middle", True)
        canvas.text(name, x + 54, base, 17, "onfelt", bold=i == 0)
        canvas.text(points, right - 66, base, 16, "onfelt", "end")
        canvas.text(total, right - 18, base, 18, "onfelt", "end", True)


def _kind(scene: Scene, gift: Gift) -> tuple[str, str, str]:
    """The word of a gift, the colour of its arrow and how it is dashed."""
    return scene.word(f"kind.{gift.kind}", gift.kind), *_KINDS.get(gift.kind, _KINDS["best"])


def _gifts(canvas: Canvas, scene: Scene, box: Box, blocks: dict[str, Box], space: Box) -> None:
    """Gifts fly along arrows where there is room for all of them, else they stand in a list."""
    gifts = [gift for gift in scene.gifts if {gift.giver, gift.taker} <= set(blocks)]
    flights: list[_Flight] = []
    taken = list(blocks.values())
    for gift in gifts:
        found = None
        if len(scene.gifts) <= 4:
            found = _flight(scene, gift, box, blocks, space, taken)
        if found is None:
            _gift_list(canvas, scene, box)
            return
        flights.append(found)
        taken.append(found[0])
    for gift, (_, line, (ex, ey, angle)) in zip(gifts, flights, strict=True):
        _, colour, dash = _kind(scene, gift)
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        canvas.path(line, f"{colour}-l", f'stroke-width="6" stroke-linecap="round"{dashed}')
        turned = f'transform="translate({ex:.1f} {ey:.1f}) rotate({angle:.0f})"'
        canvas.path("M0 0-20-11-15 0-20 11Z", colour, turned)
    for gift, (place, _, _) in zip(gifts, flights, strict=True):
        word = _kind(scene, gift)[0]
        corners = fan(gift.cards, _GIFT_ROOM, _GIFT_CARD)
        x = place.x + (place.w - fan_width(corners, _GIFT_CARD)) / 2
        canvas.add(f"<g><title>{clean(gift.giver)} → {clean(gift.taker)}</title>")
        canvas.cards(gift.cards, corners, x, place.y, _GIFT_CARD)
        canvas.box(place.x, place.low - 22, place.w, 22, "mat", 'rx="9"')
        canvas.text(word, place.middle[0], place.low - 6, _SMALL, "onfelt", "middle", True)
        canvas.add("</g>")


# A place for the cards of a gift, the line from giver to taker, and where and how its arrow ends.
_Flight = tuple[Box, str, tuple[float, float, float]]


def _flight(
    scene: Scene, gift: Gift, box: Box, blocks: dict[str, Box], space: Box, taken: list[Box]
) -> _Flight | None:
    """A curve from giver to taker and a free place for the cards on it."""
    full = fan_width(fan(gift.cards, _GIFT_ROOM, _GIFT_CARD), _GIFT_CARD)
    w = max(full, text_width(_kind(scene, gift)[0], _SMALL, True) + 16)
    h = hand_height(rows_needed(len(gift.cards), _GIFT_ROOM, _GIFT_CARD), _GIFT_CARD) + 22
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
            if place.inside(space) and not any(place.meets(other, 5) for other in taken):
                line = f"M{ax:.1f} {ay:.1f}Q{mx:.1f} {my:.1f} {bx:.1f} {by:.1f}"
                return place, line, (bx, by, degrees(atan2(by - my, bx - mx)))
    return None


def _edge(box: Box, x: float, y: float) -> tuple[float, float]:
    """Where the line from the middle of a box to (x, y) leaves the box, a little outside."""
    cx, cy = box.middle
    dx, dy = x - cx, y - cy
    t = min(_leaving(box, dx, dy, 8), 1.0)
    return cx + dx * t, cy + dy * t


def _gift_list(canvas: Canvas, scene: Scene, box: Box) -> None:
    """Two gifts a row: who gives what to whom."""
    pairs: list[list[Gift]] = []
    for gift in scene.gifts:
        way = (gift.taker, gift.giver)
        back = [p for p in pairs if len(p) == 1 and (p[0].giver, p[0].taker) == way]
        if back:
            back[0].append(gift)
        else:
            pairs.append([gift])
    wide = min(box.w, 460.0)
    line = box.h / max(1, len(pairs)) - 4
    line = min(line, 48 + 1.4 * max(_pair_sizes(scene, pair, wide - 24, line)[0] for pair in pairs))
    high = line * len(pairs)
    x, y = box.x + (box.w - wide) / 2, box.y + (box.h - high) / 2
    canvas.box(x, y - 4, wide, high + 8, "mat", 'rx="16"')
    for i, pair in enumerate(pairs):
        _pair(canvas, scene, pair, Box(x + 12, y + i * line + 2, wide - 24, line - 4))


def _pair_sizes(scene: Scene, pair: list[Gift], wide: float, line: float) -> tuple[float, float]:
    """Width of the cards in the row of a pair, and room for those of each side."""
    word = max(text_width(_kind(scene, gift)[0], _SMALL) for gift in pair) + 14
    half = (wide - max(word, 56.0)) / 2
    most = max(len(gift.cards) for gift in pair)
    return min(66.0, (line - 34) / 1.4, half / (1 + 0.31 * (most - 1))), half


def _pair(canvas: Canvas, scene: Scene, pair: list[Gift], box: Box) -> None:
    card, half = _pair_sizes(scene, pair, box.w, box.h + 4)
    middle = box.y + 24 + card * 0.7
    first = pair[0]
    for name, x, anchor in ((first.giver, box.x, "start"), (first.taker, box.right, "end")):
        canvas.text(shorten(name, half - 6, 16, True), x, box.y + 16, 16, "onfelt", anchor, True)
    for gift in pair:
        ahead = gift.giver == first.giver
        corners = squeezed(len(gift.cards), half, card)
        x = box.x if ahead else box.right - fan_width(corners, card)
        canvas.cards(gift.cards, corners, x, box.y + 22, card)
        word, colour, _ = _kind(scene, gift)
        ax, ay = box.middle[0], middle + (-12 if ahead else 12)
        arrow = "M-18-4H4V-11L19 0 4 11V4H-18Z" if ahead else "M18-4H-4V-11L-19 0-4 11V4H18Z"
        canvas.path(arrow, colour, f'transform="translate({ax:.1f} {ay:.1f})"')
        word = shorten(word, box.w - 2 * half, _SMALL)
        canvas.text(word, ax, middle + (-29 if ahead else 39), _SMALL, "onfelt", "middle")
