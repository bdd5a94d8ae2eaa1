"""What the browser needs to draw a table: one module of JavaScript, a style sheet, the cards.

The scripts in ``static/`` are ES modules.  `bundle` puts a module and all that it imports into one
text; there is no build step and no Node.  What is large is packed (deflate and base64, as every
browser can unpack it), since all of it is saved with every table.  Colours come from
`slime.drawing`, and so do the cards: the live table and the still picture look the same.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from functools import cache
from pathlib import Path
from typing import Any

from slime.drawing.canvas import COLOURS
from slime.drawing.hand import symbols_svg

STATIC = Path(__file__).parent / "static"
STYLES = ("table.css", "play.css")

_IMPORT = re.compile(r'^import .*? from "\./(\w+\.js)";\n', re.MULTILINE)
#: Stands in the symbols for the id that every table on a page has for itself.
_UID = "UID"


def pack(value: Any) -> str:
    """Something that JSON can hold, as a short text; ``static/packing.js`` unpacks it.

    >>> unpack(pack({"hands": ["3c", "♥"]}))
    {'hands': ['3c', '♥']}
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def unpack(text: str) -> Any:
    """What was packed, see `pack`."""
    return json.loads(zlib.decompress(base64.b64decode(text)))


def modules(entry: str) -> list[str]:
    """The files that a module of ``static/`` needs, in the order to run them, itself the last.

    >>> modules("loader.js")
    ['packing.js', 'loader.js']
    """
    names: list[str] = []
    for name in _IMPORT.findall((STATIC / entry).read_text(encoding="utf-8")):
        names += [needed for needed in modules(name) if needed not in names]
    return [*names, entry]


def bundle(entry: str) -> str:
    """A module and all that it imports as one module: they share one scope."""
    text = "".join((STATIC / name).read_text(encoding="utf-8") for name in modules(entry))
    return re.sub(r"^export (?!default)", "", _IMPORT.sub("", text), flags=re.MULTILINE)


@cache
def esm() -> str:
    """The widget's module: it unpacks the scripts and runs them."""
    return bundle("loader.js").replace("PACKED", pack(bundle("table.js")))


@cache
def css(*names: str) -> str:
    """A style sheet (the table's), with the colours of `slime.drawing` as ``--c-NAME``."""
    return coloured(
        "".join((STATIC / name).read_text(encoding="utf-8") for name in names or STYLES)
    )


def coloured(text: str) -> str:
    """A style sheet with the colours that it names filled in, where it says light and dark."""
    used = sorted(set(re.findall(r"var\(--c-(\w+)\)", text)) & set(COLOURS))
    for side, theme in enumerate(("light", "dark")):
        colours = "".join(f"--c-{name}:{COLOURS[name][side]};" for name in used)
        text = text.replace(f"--{theme}: 0;", colours)
    return text


@cache
def art(lang: str) -> str:
    """The symbols of all cards, hats and medals, see `symbols_svg`; packed."""
    suited = [rank + suit for suit in ("c", "d", "h", "s", "") for rank in "23456789TJQKA"]
    return pack(symbols_svg(lang, _UID, [*suited, "*", "?"]))
