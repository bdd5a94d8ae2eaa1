"""The page as files: what a folder for the web has in it, or a server on this computer sends."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Literal

from slime.app.site.front import first_table, the_bet
from slime.app.site.societies import (
    DEALS,
    MATCHES,
    PLAYERS,
    RULES,
    SEED,
    STRATEGIES,
    how_stored,
    shown,
    stored,
)
from slime.game.presets import PRESETS
from slime.i18n import Words, words
from slime.widgets.assets import STATIC, art, coloured, css, pack, ui_words

_HERE = Path(__file__).parent / "static"
#: Scripts that only a folder for the web needs.
_WEB = ("worker.js", "offline.js")


def pages(
    lang: str, python: Literal["worker", "http"], doors: dict[str, str] | None = None
) -> dict[str, str]:
    """All texts of the page by their names.

    >>> files = pages("en", "http")
    >>> sorted(files)[:3], files["index.html"][:15]
    (['front.css', 'index.html', 'js/alone.js'], '<!doctype html>')
    """
    w = words(lang)
    front = _HERE / "front.css"
    files = {
        "index.html": _index(w, python, doors or {}),
        "front.css": coloured(front.read_text(encoding="utf-8")) + css("bet.css"),
        "societies.json": _societies(lang),
    }
    for path in [*STATIC.glob("*.js"), *_HERE.glob("*.js")]:
        if path.name not in _WEB:
            files[f"js/{path.name}"] = path.read_text(encoding="utf-8")
    if python == "worker":
        files["js/worker.js"] = (_HERE / "worker.js").read_text(encoding="utf-8")
    return files


def _index(w: Words, python: str, doors: dict[str, str]) -> str:
    bet = the_bet(w)
    told = {key.removeprefix("site.ui."): w.template(key) for key in _keys(w)}
    made = {name: str(how_stored()[name]) for name in ("command", "seed")}
    for name, value in {**made, "name": w("table.names").split()[0]}.items():
        for key in ("made", "play_note"):
            told[key] = told[key].replace(f"{{{name}}}", value)
    config = {
        "python": python,
        "lang": w.lang,
        "words": told,
        "assets": pack({"css": css(), "art": art(w.lang), "words": ui_words(w.lang)}),
        "first": first_table(w).wire(),
        "games": {name: w(f"drawing.preset.{name}") for name in PRESETS},
        "bet": {"state": bet.state(), "words": bet.words()},
        "doors": doors,
    }
    text = (_HERE / "index.html").read_text(encoding="utf-8").replace("{lang}", w.lang)
    for key, value in told.items():
        text = text.replace(f"{{w:{key}}}", value)
    data = json.dumps(config, ensure_ascii=False, separators=(",", ":"))
    return text.replace("{config}", data.replace("</", "<\\/"))


def _keys(w: Words) -> list[str]:
    return [key for key in w.keys("site") if key.startswith("site.ui.")]


@cache
def _societies(lang: str) -> str:
    """The societies that were played ahead, as the page shows them."""
    w = words(lang)
    found = {
        ".".join(map(str, society)): shown(moves, society, w) for society, moves in stored().items()
    }
    options = {
        "rules": {key: w(f"site.rules.{key}") for key in RULES},
        "players": PLAYERS,
        "strategy": {key: w(f"site.strategy.{key}") for key in STRATEGIES},
    }
    made = {"matches": MATCHES, "deals": DEALS, "seed": SEED}
    told = {**options, **made, "shown": found}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def offline(files: list[str], version: str) -> str:
    """The service worker that keeps these files.

    >>> offline(["index.html"], "1").splitlines()[2]
    'const FILES = [".", "index.html"];'
    """
    text = (_HERE / "offline.js").read_text(encoding="utf-8")
    filled = text.replace('"FILLED IN"', json.dumps(f"slime {version}"), 1)
    return filled.replace('["FILLED IN"]', json.dumps([".", *files]), 1)
