"""Societies at a table: who moves where, match after match, without numpy.

The stored ones (``data/societies.json``) were played ahead by ``python data/make.py``; the same
seed gives the same numbers here, match by match, only slower.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from slime._checks import check_choice, check_int
from slime.datasets import data_folder
from slime.drawing.canvas import FONT, clean
from slime.game.match import Match
from slime.game.rules import Rules, rules
from slime.i18n import Words
from slime.text_table import TextTable

#: The rules to choose from: preset, and the fields that differ.
RULES: dict[str, tuple[str, dict[str, Any]]] = {
    "exchange": ("slime-licker", {"champion_falls": False}),
    "none": ("slime-licker", {"champion_falls": False, "exchange": "none"}),
    "fall": ("slime-licker", {}),
    "king": ("king-and-slave", {}),
}
PLAYERS = (4, 5, 6, 7)
STRATEGIES = ("lowest", "random", "counter")
MATCHES, DEALS, SEED = 500, 20, 1

Counts = list[list[int]]


class Society(NamedTuple):
    """Rules (a key of `RULES`), how many play, and how."""

    rules: str = "exchange"
    players: int = 5
    strategy: str = "lowest"

    def checked(self) -> Society:
        """Itself, if it is one of those on offer; else ``ValueError``."""
        check_choice("rules", self.rules, RULES)
        check_int("players", self.players, PLAYERS[0], PLAYERS[-1])
        check_choice("strategy", self.strategy, STRATEGIES)
        return self

    def rule_set(self) -> Rules:
        """Its rules, for matches of a fixed length."""
        preset, fields = RULES[self.rules]
        return rules(preset, **fields, match={"deals": DEALS})


@dataclass
class Moves:
    """How often players came from each place to each other one, and how sure that is.

    >>> moves = Moves(2)
    >>> moves.add([[3, 1], [1, 3]])
    >>> moves.stay()
    (0.75, 0.0)
    """

    players: int
    counts: Counts = field(default_factory=list)
    matches: int = 0
    #: Of each match: deals that follow one, and those in which the champion stayed.
    kept: list[tuple[int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.counts = self.counts or [[0] * self.players for _ in range(self.players)]

    def add(self, counts: Counts) -> None:
        """Add the moves of a match."""
        self.matches += 1
        self.kept.append((sum(counts[0]), counts[0][0]))
        for row, more in zip(self.counts, counts, strict=True):
            row[:] = map(sum, zip(row, more, strict=True))

    def shares(self) -> list[list[float]]:
        """The share of each next place, by the place before."""
        return [[n / max(sum(row), 1) for n in row] for row in self.counts]

    def stay(self) -> tuple[float, float]:
        """How often the champion comes first again, and a 95% limit on either side of it.

        Matches are the units (a ratio estimate: Cochran 1977, 6.3); 0 where they are few.
        """
        share = self.shares()[0][0]
        seen = sum(n for n, _ in self.kept)
        if len(self.kept) < 2:
            return share, 0.0
        off = sum((k - share * n) ** 2 for n, k in self.kept)
        many = len(self.kept)
        return share, 1.96 * math.sqrt(off * many / (many - 1)) / seen


def play(society: Society, seed: int, matches: int = MATCHES) -> Iterator[Moves]:
    """Play matches one after another; the same object grows with each."""
    moves = Moves(society.players)
    rule_set = society.rule_set()
    for number in range(matches):
        match = Match(rule_set, society.players, society.strategy, seed, number=number).finish()
        counts = [[0] * society.players for _ in range(society.players)]
        for deal in match.deals[1:]:
            places = deal.places
            for before, name in enumerate(deal.previous_standing or ()):
                counts[before][(places[name] or 0) - 1] += 1
        moves.add(counts)
        yield moves


@cache
def how_stored() -> dict[str, Any]:
    """The file of the societies that were played ahead: its command, its seed, what it counts."""
    told: dict[str, Any] = json.loads(
        (data_folder() / "societies.json").read_text(encoding="utf-8")
    )
    return told


def stored() -> dict[Society, Moves]:
    """The societies that were played ahead."""
    told, found = how_stored(), {}
    for one in told["societies"]:
        society = Society(*one["society"])
        kept = [(DEALS - 1, k) for k in one["kept"]]
        found[society] = Moves(society.players, one["counts"], told["matches"], kept)
    return found


# --- shown ----------------------------------------------------------------------------------


def name(society: Society, w: Words) -> str:
    """A society in words."""
    told = {part: w(f"site.{part}.{getattr(society, part)}") for part in ("rules", "strategy")}
    return w("site.society", n=society.players, **told)


def table(moves: Moves, title: str, w: Words) -> TextTable:
    """The moves as a table with a sentence."""
    places = [str(place) for place in range(1, moves.players + 1)]
    rows = [(p, *map(w.percent, row)) for p, row in zip(places, moves.shares(), strict=True)]
    share, limit = moves.stay()
    said = w("site.stay", share=share, matches=moves.matches, deals=DEALS)
    if limit:
        said += " " + w("site.limits", low=max(share - limit, 0), high=min(share + limit, 1))
    chance = w("site.chance", share=w.even(moves.players))
    return TextTable(title, (w("site.before"), *places), tuple(rows), (f"{said} {chance}",))


_CELL, _LEFT, _TOP = (66, 44), 64, 86


def picture(moves: Moves, title: str, w: Words) -> str:
    """The moves as SVG: a row for each place before, darker where more go."""
    wide, high = _LEFT + moves.players * _CELL[0] + 8, _TOP + moves.players * _CELL[1] + 8
    told = clean(table(moves, title, w).sentences[0])
    parts = [
        f'<text x="4" y="18" font-size="15">↓ {clean(w("site.before"))}</text>',
        f'<text x="{_LEFT}" y="42" font-size="15">→ {clean(w("site.now"))}</text>',
    ]
    for i, row in enumerate(moves.shares()):
        y = _TOP + i * _CELL[1]
        parts.append(f'<text x="{_LEFT - 14}" y="{y + 28}" text-anchor="end">{i + 1}</text>')
        x = _LEFT + i * _CELL[0] + _CELL[0] / 2
        parts.append(f'<text x="{x:g}" y="{_TOP - 12}" text-anchor="middle">{i + 1}</text>')
        for j, share in enumerate(row):
            x = _LEFT + j * _CELL[0]
            paper, ink = _shade(share)
            parts.append(
                f'<rect x="{x}" y="{y}" width="{_CELL[0] - 3}" height="{_CELL[1] - 3}" rx="5"'
                f' fill="{paper}"/><text x="{x + 31}" y="{y + 27}" text-anchor="middle"'
                f' style="fill:{ink}">{w.percent(share)}</text>'
            )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img"'
        f' style="max-width:{wide}px;width:100%" fill="currentColor" font-family="{FONT}"'
        f' font-size="17"><title>{clean(title)}</title><desc>{told}</desc>{"".join(parts)}</svg>'
    )


def _shade(share: float) -> tuple[str, str]:
    """Colours of a cell and of the number in it: from white to a dark blue."""
    depth = min(share / 0.6, 1.0)
    channels = [round(255 + (dark - 255) * depth) for dark in (0, 73, 120)]
    paper = "#" + "".join(f"{c:02x}" for c in channels)
    return paper, "#ffffff" if depth > 0.55 else "#16191f"


def shown(moves: Moves, society: Society, w: Words) -> dict[str, str]:
    """A society as a page shows it."""
    title = name(society, w)
    text = table(moves, title, w)
    return {"title": title, "svg": picture(moves, title, w), "said": text.sentences[0],
            "text": text.text()}  # fmt: skip
