"""Where things are: the ring of seats, and cards overlapped in rows."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from slime.drawing.cards import CARD_W, INDEX_W, card_height, split_card

MARGIN, GAP = 14, 24
PLATE = 52  # height of a name plate
AIR = 7  # between plate and hand
NARROW = 720  # below this width the seats stand in two columns
_STEP = (INDEX_W + 1) / CARD_W  # least part of a card that stays visible
_ROW = 0.53  # of a card's height, what is seen of a row behind another


class Box(NamedTuple):
    """A rectangle in px."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """Where it ends at the right."""
        return self.x + self.w

    @property
    def low(self) -> float:
        """Where it ends below."""
        return self.y + self.h

    @property
    def middle(self) -> tuple[float, float]:
        """The point in the middle."""
        return self.x + self.w / 2, self.y + self.h / 2

    def grown(self, by: float) -> Box:
        """The same with a margin around it."""
        return Box(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def around(self, other: Box) -> Box:
        """The least rectangle that holds both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Box(x, y, max(self.right, other.right) - x, max(self.low, other.low) - y)

    def inside(self, other: Box) -> bool:
        """Whether it lies wholly in another."""
        return other.around(self) == other

    def meets(self, other: Box, air: float = 0) -> bool:
        """Whether two rectangles overlap, or come nearer than `air`."""
        across = max(self.x, other.x) - min(self.right, other.right)
        return max(across, max(self.y, other.y) - min(self.low, other.low)) < air


@dataclass(frozen=True, slots=True)
class Ring:
    """The places of all seats, of the middle, and the size of the whole ring."""

    seats: tuple[Box, ...]
    sides: tuple[str, ...]  # "bottom", "left", "top", "right"
    middle: Box
    card: float  # width of a card in a hand
    height: float


# Seats at the bottom, each side and the top, for one to eight players.
_WIDE = ((1, 0, 0), (1, 0, 1), (1, 0, 2), (1, 1, 1), (1, 1, 2), (1, 2, 1), (3, 1, 2), (3, 1, 3))


def fan(
    cards: Sequence[str], room: float, width: float, rows: int = 1
) -> list[tuple[float, float]]:
    """Upper left corners of overlapped cards, the hand's box beginning at (0, 0).

    Cards that are not of one rank lie a little further apart, where there is room.
    """
    if not cards:
        return []
    rows = max(rows, rows_needed(len(cards), room, width))
    per = ceil(len(cards) / rows)
    corners: list[tuple[float, float]] = []
    for row in range(0, len(cards), per):
        part = [split_card(card)[0] for card in cards[row : row + per]]
        changes = sum(a != b for a, b in itertools.pairwise(part))
        free = max(0.0, room - width)
        step = min(width * 0.42, free / max(1, len(part) - 1))
        wider = 0.0
        if changes:
            wider = max(0.0, min(width * 0.2, (free - step * (len(part) - 1)) / changes))
        x, y = 0.0, row // per * card_height(width) * _ROW
        for i, rank in enumerate(part):
            if i:
                x += step + (wider if rank != part[i - 1] else 0)
            corners.append((x, y))
    return corners


def squeezed(cards: int, room: float, width: float) -> list[tuple[float, float]]:
    """Upper left corners of cards in one row, however many they are, see `fan`."""
    step = min(width * 0.42, (room - width) / max(1, cards - 1))
    return [(i * step, 0.0) for i in range(cards)]


def rows_needed(cards: int, room: float, width: float) -> int:
    """Rows that a hand needs so that every index can be read."""
    per_row = max(1, int((room - width) / (width * _STEP) + 1e-6) + 1)
    return max(1, ceil(cards / per_row))


def hand_height(rows: int, width: float) -> float:
    """Height of a hand of so many rows."""
    return card_height(width) * (1 + _ROW * (rows - 1))


def fan_width(corners: Sequence[tuple[float, float]], width: float) -> float:
    """Width of a hand whose corners are known."""
    return max(x for x, _ in corners) + width if corners else 0.0


def ring(players: int, most: int, width: float, middle_height: float, y: float) -> Ring:
    """Lay out a table: `most` cards in the largest hand, the ring starting at height `y`."""
    if width < NARROW:
        return _columns(players, most, width, middle_height, y)
    bottom, side, top = _WIDE[players - 1]
    column = (width - 2 * MARGIN - 2 * GAP) / 3
    # Two seats on each side reach up beside the top seat, so that one must stay in its column.
    wide = column if side == 2 or bottom == 3 else min(width * 0.62, 2 * column)
    low_w = wide if bottom == 1 else column
    top_w = wide if top == 1 else column * 1.3 if top == 2 else column
    tight = min(low_w, top_w, column) if side else min(low_w, top_w)
    card, rows = _card_size(most, tight, (60 if players > 5 else 68) * max(1, width / 1000) ** 0.5)
    height = PLATE + AIR + hand_height(rows, card)
    sides = side * height + (side - 1) * GAP * 1.5 if side else 0.0
    inner = max(middle_height, sides if side == 1 else 0.0)
    rest = (height + GAP) * (2 if top else 1)
    if side == 2:
        inner = max(inner, sides - rest)
    total = rest + inner
    low, centre = y + total - height, y + ((height + GAP) if top else 0) + inner / 2

    bottoms = _row(bottom, width, low, height, low_w)
    lefts = _side(side, MARGIN, centre, column, height)
    tops = _row(top, width, y, height, top_w)
    rights = _side(side, width - MARGIN - column, centre, column, height)
    # clockwise from the bottom seat in the middle: leftwards, up, to the right, down
    half = bottom // 2 + 1
    boxes = [*bottoms[:half][::-1], *lefts[::-1], *tops, *rights, *bottoms[half:][::-1]]
    names = ["bottom"] * half + ["left"] * side + ["top"] * top + ["right"] * side
    names += ["bottom"] * (bottom - half)
    reach = column + GAP if side else 0.0
    inside = Box(MARGIN + reach, centre - inner / 2, width - 2 * MARGIN - 2 * reach, inner)
    return Ring(tuple(boxes), tuple(names), inside, card, total)


def _card_size(most: int, room: float, largest: float) -> tuple[float, int]:
    """Width of the cards and rows of a hand, so that cards are large and indices free."""
    sizes = [room / (1 + _STEP * max(0, ceil(most / rows) - 1)) for rows in range(1, 9)]
    rows = next((rows for rows, size in enumerate(sizes, 1) if size >= 54), 8)
    return round(max(30.0, min(largest, sizes[rows - 1])) - 0.05, 1), rows


def _row(n: int, width: float, y: float, h: float, w: float) -> list[Box]:
    """Seats side by side, left to right."""
    w = min(w, (width - 2 * MARGIN - (n - 1) * GAP) / max(1, n))
    share = (width - 2 * MARGIN + GAP) / max(1, n)
    if n == 2:  # nearer to the middle, so that the ring is round
        share = min(share, w + 3 * GAP)
    left = width / 2 - share * n / 2
    return [Box(left + share * (i + 0.5) - w / 2, y, w, h) for i in range(n)]


def _side(n: int, x: float, centre: float, w: float, h: float) -> list[Box]:
    """Seats one above the other, from above."""
    step = h + GAP * 1.5
    return [Box(x, centre + (i - (n - 1) / 2) * step - h / 2, w, h) for i in range(n)]


def _columns(players: int, most: int, width: float, middle_height: float, y: float) -> Ring:
    """Narrow pages: up one column, down the other, an odd seat at the bottom."""
    gap = 12.0
    odd, lines = players % 2, players // 2
    column = (width - 2 * MARGIN - gap) / 2
    card, rows = _card_size(most, column, 56)
    height = PLATE + AIR + hand_height(rows, card)
    above = (lines + 1) // 2
    tops = [y + i * (height + gap) + (middle_height + gap) * (i >= above) for i in range(lines)]
    middle = Box(MARGIN, y + above * (height + gap), width - 2 * MARGIN, middle_height)
    left = [Box(MARGIN, top, column, height) for top in tops]
    right = [Box(MARGIN + column + gap, top, column, height) for top in tops]
    total = lines * (height + gap) + middle_height + odd * (height + gap)
    boxes, sides = left[::-1] + right, ["left"] * lines + ["right"] * lines
    if odd:
        boxes.insert(0, Box((width - column) / 2, y + total - height, column, height))
        sides.insert(0, "bottom")
    return Ring(tuple(boxes), tuple(sides), middle, card, total)
