"""What the tests read out of a drawing: elements with their boxes."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass

from slime.drawing.canvas import text_width

SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Item:
    """A painted element and its rectangle."""

    tag: str
    text: str
    x: float
    y: float
    right: float
    low: float

    def meets(self, other: Item, air: float = 0.5) -> bool:
        return (
            self.x + air < other.right
            and other.x + air < self.right
            and self.y + air < other.low
            and other.y + air < self.low
        )


def parse(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def painted(root: ET.Element) -> Iterator[ET.Element]:
    """All elements outside of the definitions."""
    for child in root:
        if child.tag != SVG + "defs":
            yield child
            yield from painted(child)


def items(svg: str) -> list[Item]:
    """Rectangles of all texts, cards, hats, boxes and arrow tips."""
    found = []
    for element in painted(parse(svg)):
        tag, get = element.tag.removeprefix(SVG), element.get
        if tag == "text":
            size = float(get("font-size", 0))
            x, y = float(get("x", 0)), float(get("y", 0))
            w = text_width(element.text or "", size, get("font-weight") == "700")
            x -= {"start": 0.0, "middle": w / 2, "end": w}[get("text-anchor", "start")]
            found.append(Item(tag, element.text or "", x, y - 0.75 * size, x + w, y + 0.22 * size))
        elif tag in ("use", "rect"):
            x, y = float(get("x", 0)), float(get("y", 0))
            w, h = float(get("width", 0)), float(get("height", 0))
            found.append(Item(tag, get("href", ""), x, y, x + w, y + h))
        elif tag == "path":
            turn = re.search(r"translate\(([-\d.]+) ([-\d.]+)\)", get("transform", ""))
            point = turn or re.match(r"M([-\d.]+) ([-\d.]+)", get("d", ""))
            assert point is not None, get("d")
            x, y = float(point[1]), float(point[2])
            found.append(Item(tag, "", x, y, x, y))
    return found
