"""What the browser needs to draw a table: one module of JavaScript, one style sheet, the art.

The scripts in ``static/`` share one scope and are put together here, in the order of `SCRIPTS`;
there is no build step.  Colours come from `slime.drawing`, and so do cards and hats, which go to a
table as data: the live table and the still picture look the same and are drawn once.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Any

from slime.drawing import cards, sheet
from slime.drawing import court_cards as courts
from slime.drawing import rank_badges as hats
from slime.widgets.lean import lean_css, lean_js

STATIC = Path(__file__).parent / "static"
SCRIPTS = ("movie.js", "art.js", "stage.js", "motion.js", "controls.js", "tray.js", "table.js")
STYLES = ("table.css", "play.css")

# Signs that no drawing has stand in the art for what the browser fills in.
_UID, _SUIT, _DRESS, _PAINT, _OFTEN = "\u00a1", "\u00a2", "\u00a3", 0xB1, 0xD1

#: What the drawings repeat often; each is written as one sign.
OFTEN = (
    'stroke="#1c2230" stroke-width="1.8" stroke-linejoin="round" stroke-linecap="round"',
    ' fill="none" stroke="',
    ' stroke-linecap="round"',
    ' stroke-linejoin="round"',
    'stroke="#1c2230"',
    ' stroke-width="',
    ' fill="none"',
    ' fill="',
    '<path d="',
    '<circle cx="',
    f'<use href="#{_UID}-',
    ' transform="',
    '<rect x="1" y="1" width="98" height="138" rx="9" fill="#fffdf8" stroke="#6d7480"',
    "</symbol>",
)


def art(lang: str, titles: Collection[str], suits: bool = True) -> dict[str, Any]:
    """Cards with suits (or all without) and the hats for some titles, sparingly.

    ``cards`` are symbols by rank, ``figures`` the pictures on court cards, ``signs`` the suit's
    own signs; in all of them the suit, its colours (``paint``) and the table's id are left open,
    and what is repeated is one sign (``often``), as ``static/art.js`` fills them in.
    """
    made: dict[str, Any] = {"paint": {suit: [] for suit in ("cdhs" if suits else "x")}}
    paint: list[tuple[str, ...]] = []
    if suits:
        made["cards"] = {rank: _open(_symbols(rank, lang), paint) for rank in cards.RANKS}
        made["figures"] = {rank: _open(_figures(rank), paint) for rank in "JQK"}
        made["signs"] = {suit: cards.suit_paths({suit}, _UID) for suit in "cdhs"}
        for suit, colours in zip("cdhs", zip(*paint, strict=True), strict=True):
            made["paint"][suit] = list(colours)
    else:
        made["cards"] = {rank: cards.card_symbol(rank, lang, _UID) for rank in cards.RANKS}
        made["figures"] = {rank: cards.figure(rank, _UID) for rank in "JQK"}
        made["signs"] = {}
    for code in "*?":
        made["cards"][code] = cards.card_symbol(code, lang, _UID)
    made["hats"] = {
        name: drawing
        for name, drawing in hats.HATS.items()
        if name in titles or name.startswith("medal") or name == "dealer"
    }
    return {"often": list(OFTEN), **_short(made)}


def _symbols(rank: str, lang: str) -> list[str]:
    return [cards.card_symbol(rank + suit, lang, _UID) for suit in "cdhs"]


def _figures(rank: str) -> list[str]:
    return [cards.figure(rank + suit, _UID) for suit in "cdhs"]


def _open(drawn: list[str], paint: list[tuple[str, ...]]) -> str:
    """One text for the four suits: what differs is left open.

    Colours become signs by their number in ``paint``, which grows; the last letter of an id is the
    suit, or (where two suits share it) the dress.
    """
    parts = [re.split(rf"(#[0-9a-f]{{6}}\b|{_UID}-\w+)", text) for text in drawn]
    out = []
    for same in zip(*parts, strict=True):
        if len(set(same)) == 1:
            out.append(same[0])
        elif same[0].startswith("#"):
            if same not in paint:
                paint.append(same)
            out.append(chr(_PAINT + paint.index(same)))
        else:
            out.append(same[0][:-1] + (_SUIT if same[0][-1] == "c" else _DRESS))
    return "".join(out)


def _short(value: Any) -> Any:
    if isinstance(value, str):
        for i, often in enumerate(OFTEN):
            value = value.replace(often, chr(_OFTEN + i))
        return value
    if isinstance(value, dict):
        return {key: _short(one) for key, one in value.items()}
    return [_short(one) for one in value] if isinstance(value, list) else value


def fill(text: str, made: dict[str, Any], uid: str, suit: str = "") -> str:
    """A text of the art as the browser fills it in (``static/art.js``)."""
    for i, often in enumerate(made["often"]):
        text = text.replace(chr(_OFTEN + i), often)
    for i, colour in enumerate(made["paint"].get(suit, [])):
        text = text.replace(chr(_PAINT + i), colour)
    dress = courts.figure_id("K", suit)[-1]
    return text.replace(_UID, uid).replace(_SUIT, suit).replace(_DRESS, dress)


@cache
def esm() -> str:
    """The module: all scripts, without what only people need."""
    return lean_js("\n".join((STATIC / name).read_text(encoding="utf-8") for name in SCRIPTS))


@cache
def css() -> str:
    """The style sheet, with the colours of `slime.drawing` as ``--c-NAME``."""
    text = "\n".join((STATIC / name).read_text(encoding="utf-8") for name in STYLES)
    used = sorted(set(re.findall(r"var\(--c-(\w+)\)", text)) & set(sheet.COLOURS))
    light, dark = (
        "".join(f"--c-{name}:{sheet.COLOURS[name][side]};" for name in used) for side in (0, 1)
    )
    return lean_css(text.replace("--light: 0;", light).replace("--dark: 0;", dark))
