"""One drawing in the making: its symbols, its ids, its theme and its text helpers."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Sequence
from html import escape

from slime._checks import check_choice, invalid
from slime.drawing.cards import (
    card_height,
    card_id,
    card_symbol,
    figure,
    split_card,
    suit_paths,
)
from slime.drawing.rank_badges import badge_symbol

FONT = "system-ui,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',Arial,sans-serif"
THEMES = ("light", "dark", "auto")
SMALLEST = 14  # px; no text of a drawing is smaller
Corners = Sequence[tuple[float, float]]

# Stands for the drawing's own id until its content is known; no text of a person can hold it.
_MARK = "\x00"
# Signs that take no room, and the width of others in em.
_JOINERS = "\u200d\ufe0e\ufe0f"
_WIDTHS = {
    " .,:;'|!iljI·": 0.36,
    'rtf()[]-/"': 0.47,
    "MWШЩЖЮМЫФ@%": 1.12,
    "mwшщжюыф—…": 1.0,
    "дм+×=<>": 0.84,
}
_FORBIDDEN = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

# Letters of plain cards.
PLAIN_CARDS = "symbol text{font:700 36px sans-serif;fill:#2f4a73;letter-spacing:-3px"

# What is painted, and with what: class -> (light, dark).
COLOURS = {
    "bg": ("#f6f2e9", "#15181e"),
    "felt": ("#2f6f5e", "#1d4a40"),
    "rim": ("#b98b55", "#6b5138"),
    "seam": ("#5d9a87", "#35695c"),
    "plate": ("#ffffff", "#262c36"),
    "edge": ("#cfc7b6", "#454e5c"),
    "ink": ("#1c2230", "#f1f3f6"),
    "soft": ("#4d5666", "#b9c1cd"),
    "turn": ("#ffd24a", "#ffd24a"),
    "turnink": ("#1c2230", "#1c2230"),
    "halo": ("#e08a00", "#ffc93c"),
    "pass": ("#5b6472", "#8b95a4"),
    "passink": ("#ffffff", "#12151a"),
    "fall": ("#b3350a", "#ff9466"),
    "fallink": ("#ffffff", "#1a0e08"),
    "onfelt": ("#ffffff", "#f4f7f5"),
    "mat": ("#245a4c", "#153a32"),
    "up": ("#8fd0ff", "#8fd0ff"),
    "down": ("#ffb98a", "#ffb98a"),
    "lot": ("#e6e2d6", "#e6e2d6"),
    "medal": ("#1c2230", "#1c2230"),
    "count": ("#1c2230", "#1c2230"),
    "countink": ("#ffffff", "#ffffff"),
}


def clean(text: object) -> str:
    """Text safe inside XML: marks escaped, characters that XML forbids replaced."""
    return escape(_FORBIDDEN.sub("\ufffd", str(text)))


def _char_width(char: str) -> float:
    """Width in em in DejaVu Sans, the widest of the usual fonts, or a little more."""
    if unicodedata.combining(char) or char in _JOINERS:
        return 0.0
    for chars, width in _WIDTHS.items():
        if char in chars:
            return width
    code = ord(char)
    if code > 0x2E7F or 0x2190 <= code <= 0x2BFF:
        return 1.4
    return 0.79 if char.isupper() else 0.64 if char.isdigit() else 0.625


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Room for a line of text in px; rather too wide than too narrow."""
    return sum(map(_char_width, text)) * size * (1.11 if bold else 1.0)


def shorten(text: str, room: float, size: float, bold: bool = False) -> str:
    """Cut a text to the room there is, with an ellipsis.

    >>> shorten("Anastasia", 400, 16), shorten("Anastasia", 60, 16)
    ('Anastasia', 'Anas…')
    """
    if text_width(text, size, bold) <= room:
        return text
    kept = text
    while kept and text_width(kept + "…", size, bold) > room:
        kept = kept[:-1]
        # never leave half of a composed sign behind
        while kept and (kept[-1] == "\u200d" or unicodedata.combining(kept[-1])):
            kept = kept[:-1]
    return kept.rstrip() + "…"


def wrap(text: str, room: float, size: float) -> list[str]:
    """Break a text into lines that fit; a word longer than a line is shortened."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(shorten(word, room, size))
    return lines


class Canvas:
    """Collects what is painted and the symbols it uses; `svg` puts it together."""

    def __init__(self, lang: str, theme: str = "light", plain: bool = False) -> None:
        self.lang, self.theme = lang, check_choice("theme", theme, THEMES)
        self.plain = plain
        self.parts: list[str] = []
        self._symbols: dict[str, str] = {}
        self._suits: set[str] = set()
        self._figures: dict[str, None] = {}  # in the order of their coming

    def add(self, part: str) -> None:
        """Paint on top of what is there."""
        self.parts.append(part)

    def card(self, code: str, x: float, y: float, width: float) -> None:
        """One card, its upper left corner at (x, y)."""
        key = f"c{card_id(code)}"
        if key not in self._symbols:
            self._symbols[key] = card_symbol(code, self.lang, _MARK, self.plain)
            if not self.plain:
                self._figures[figure(code, _MARK)] = None
                self._suits |= {split_card(code)[1]} - {""}
        self.add(
            f'<use href="#{_MARK}-{key}" x="{round(x, 1):g}" y="{round(y, 1):g}"'
            f' width="{width:g}" height="{round(card_height(width), 1):g}"/>'
        )

    def cards(
        self, codes: Sequence[str], corners: Corners, x: float, y: float, width: float
    ) -> None:
        """A hand whose box begins at (x, y), see `fan`."""
        for code, (dx, dy) in zip(codes, corners, strict=True):
            self.card(code, x + dx, y + dy, width)

    def badge(self, name: str, x: float, y: float, size: float, turn: float = 0) -> None:
        """A hat or medal in a square of `size`; `turn` in degrees."""
        key = f"k{name}"
        self._symbols.setdefault(key, badge_symbol(name, f"{_MARK}-{key}"))
        half = size / 2
        spin = f' transform="rotate({turn:g} {x + half:.1f} {y + half:.1f})"' if turn else ""
        self.add(
            f'<use href="#{_MARK}-{key}" x="{x:.1f}" y="{y:.1f}" width="{size:g}"'
            f' height="{size:g}"{spin}/>'
        )

    def text(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        colour: str = "ink",
        anchor: str = "start",
        bold: bool = False,
    ) -> None:
        """A line of text, y at its base line; no line is smaller than `SMALLEST`."""
        if text:
            weight = ' font-weight="700"' if bold else ""
            where = f' text-anchor="{anchor}"' if anchor != "start" else ""
            self.add(
                f'<text class="{_MARK}-{colour}" x="{x:.1f}" y="{y:.1f}" font-size="{size:g}"'
                f"{weight}{where}>{clean(text)}</text>"
            )

    def box(self, x: float, y: float, w: float, h: float, colour: str, more: str) -> None:
        """A rectangle; `colour` as in `path`."""
        self.add(
            f'<rect class="{_MARK}-{colour}" x="{x:.1f}" y="{y:.1f}" width="{w:.1f}"'
            f' height="{h:.1f}" {more}/>'
        )

    def path(self, d: str, colour: str, more: str = "") -> None:
        """A path filled with one of the colours or, with "-l" behind its name, in lines of it."""
        self.add(f'<path class="{_MARK}-{colour}" d="{d}"{" " + more if more else ""}/>')

    def symbols(self) -> str:
        """All symbols used so far."""
        return "".join((suit_paths(self._suits, _MARK), *self._figures, *self._symbols.values()))

    def svg(
        self, width: float, height: float, title: str, description: str, uid: str | None = None
    ) -> str:
        """The finished drawing; the id comes from its content unless `uid` is given."""
        body = (
            f'<svg xmlns="http://www.w3.org/2000/svg" id="{_MARK}" class="slime-drawing"'
            f' viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
            f' role="img" aria-labelledby="{_MARK}-t {_MARK}-d" lang="{self.lang}"'
            f' font-family="{FONT}" style="max-width:100%;height:auto">'
            f'<title id="{_MARK}-t">{clean(title)}</title>'
            f'<desc id="{_MARK}-d">{clean(description)}</desc>'
            f"<style>{self._css()}</style><defs>{self.symbols()}</defs>{''.join(self.parts)}</svg>"
        )
        if uid is None:
            uid = "d" + hashlib.sha1(body.encode(), usedforsecurity=False).hexdigest()[:8]
        return named(body, uid)

    def definitions(self, uid: str) -> str:
        """The symbols alone, in an SVG that takes no room."""
        body = (
            '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true"'
            f' style="position:absolute"><defs>{self.symbols()}</defs></svg>'
        )
        return named(body, uid)

    def _css(self) -> str:
        """Rules for the colours that are used, in the themes that are wanted."""
        body = "".join(self.parts)
        used = [
            (f".{_MARK}-{name}{kind}{{{look}", pair)
            for name, pair in COLOURS.items()
            for kind, look in (("", "fill:"), ("-l", "fill:none;stroke:"))
            if f'{_MARK}-{name}{kind}"' in body
        ]

        def rules(side: int, before: str = "") -> str:
            return "".join(f"{before}{rule}{pair[side]}}}" for rule, pair in used)

        if self.plain:
            used.append((PLAIN_CARDS, ("", "")))
        if self.theme != "auto":
            return rules(("light", "dark").index(self.theme))
        # The page's own choice (notebook, editor) is stronger than the system's.
        pages = [
            (i, f'body[data-jp-theme-light="{on}"] ') for i, on in enumerate(("true", "false"))
        ]
        pages += [(i, f"body.vscode-{side} ") for i, side in enumerate(("light", "dark"))]
        own = "".join(rules(i, before) for i, before in pages)
        return f"{rules(0)}@media(prefers-color-scheme:dark){{{rules(1)}}}{own}"


def check_px(name: str, value: float, least: float, most: float) -> None:
    """Refuse a size in px that is out of bounds."""
    if not least <= value <= most:
        raise invalid("drawing.error.size", name=name, least=least, most=most, got=value)


def named(body: str, uid: str) -> str:
    """A drawing with the prefix of its ids filled in."""
    if not (uid.isascii() and uid.replace("-", "").isalnum() and uid[0].isalpha()):
        raise invalid("drawing.error.uid", got=uid)
    return body.replace(_MARK, uid)
