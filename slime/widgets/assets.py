"""What the browser needs to draw a table: one module of JavaScript, a style sheet, the cards.

The scripts in ``static/`` are ES modules.  `bundle` puts a module and all that it imports into one
text; there is no build step and no Node.  What is large is packed (deflate and base85, as every
browser can unpack it), since it is saved with a notebook.  Colours come from `slime.drawing`, and
so do the cards: the live table and the still picture look the same.
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
from slime.drawing.cards import INK, RANKS
from slime.drawing.hand import symbols_svg
from slime.i18n import words

STATIC = Path(__file__).parent / "static"
STYLES = ("table.css", "play.css")

_IMPORT = re.compile(r'^import .*? from "\./(\w+\.js)";\n', re.MULTILINE)
#: Comments (types, mostly) and the blanks before a line: nothing that runs.
_REMARK = re.compile(r"^\s*//[^\n]*\n|/\*\*.*?\*/\s*|^\s+", re.MULTILINE | re.DOTALL)
#: Stands in the symbols for the id that every table on a page has for itself.
_UID = "UID"


def pack(value: Any) -> str:
    """Something that JSON can hold, as a short text; ``static/packing.js`` unpacks it.

    >>> unpack(pack({"hands": ["3c", "♥"]}))
    {'hands': ['3c', '♥']}
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return base64.b85encode(zlib.compress(text.encode(), 9)).decode()


def unpack(text: str) -> Any:
    """What was packed, see `pack`."""
    return json.loads(zlib.decompress(base64.b85decode(text)))


def modules(entry: str) -> list[str]:
    """The files that a module of ``static/`` needs, in the order to run them, itself the last.

    >>> modules("alone.js")
    ['packing.js', 'boot.js', 'alone.js']
    """
    names: list[str] = []
    for name in _IMPORT.findall((STATIC / entry).read_text(encoding="utf-8")):
        names += [needed for needed in modules(name) if needed not in names]
    return [*names, entry]


def bundle(entry: str) -> str:
    """A module and all that it imports as one module, in one scope; without its comments."""
    text = "".join((STATIC / name).read_text(encoding="utf-8") for name in modules(entry))
    text = re.sub(r"^export (?!default)", "", _IMPORT.sub("", text), flags=re.MULTILINE)
    return _REMARK.sub("", text)


@cache
def loader() -> str:
    """The widget's own module: it gets what all tables share, and runs it."""
    return bundle("loader.js")


@cache
def shared(lang: str) -> str:
    """All that tables of a language share: scripts, style sheet, cards, words; packed."""
    return pack(
        {
            "code": bundle("face.js") + "export { face };\n",
            "css": css(),
            "art": art(lang),
            "words": ui_words(lang),
        }
    )


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
    return re.sub(r"/\*.*?\*/\s*|(?<=[{;])\s+|\s+(?=[{}])", "", text, flags=re.DOTALL)


def art(lang: str) -> str:
    """The symbols of all cards, hats and medals, see `symbols_svg`.

    The colours of diamonds and clubs can be set from outside: four colours of suits.
    """
    suited = [rank + suit for suit in ("c", "d", "h", "s", "") for rank in RANKS]
    made = symbols_svg(lang, _UID, [*suited, "*", "?"])

    def coloured(found: re.Match[str]) -> str:
        suit = found[1] or found[2]
        ink = INK[suit]
        pattern = rf'(fill|stroke)="{ink}"'
        return re.sub(pattern, rf'style="\1:var(--suit-{suit},{ink})"', found[0])

    parts = rf'<symbol id="{_UID}-c\w([cd])".*?</symbol>|<path id="{_UID}-[ip]([cd])"[^>]*>'
    return re.sub(parts, coloured, made)


def ui_words(lang: str) -> dict[str, str]:
    """All words that a face fills in itself, by their short keys."""
    w = words(lang)
    short = {"table.ui.": "", "drawing.title.": "title.", "common.suit.": "suit."}
    out = {"rank_of_suit": w.template("common.rank_of_suit"), "joker": w("common.joker", n=1)}
    out |= {key: w(f"drawing.{key}") for key in ("turned", "cleared", "skipped")}
    for begin, kept in short.items():
        keys = [key for key in w.keys(begin.partition(".")[0]) if key.startswith(begin)]
        out |= {kept + key.removeprefix(begin): w.template(key) for key in keys}
    for rank in RANKS:
        out |= {f"rank.{rank}": w(f"common.rank.{rank}", n=1), f"face.{rank}": w.face(rank)}
    return out
