"""The first thing to show of a simulation: a small table, three sentences, and what to doubt."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np

from slime.game.placenames import place_names
from slime.i18n import Words, words
from slime.measures import (
    Interval,
    Transitions,
    deals_until_forgotten,
    interval,
    mean_first_passage,
    rank_correlation,
    worth_of_place,
)
from slime.measures.places import Floats
from slime.text_table import TextTable

LEVEL = 0.95
#: Fewer matches give rough limits.
_FEW = 30


@dataclass(frozen=True)
class Summary:
    """A table by place, three sentences, and what would make them wrong.

    `head` and `rows` are the table as texts, `sentences` and `doubts` the words; a notebook shows
    them, `text` and `markdown` are for other places. It keeps the language it was made with.
    """

    lang: str
    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    sentences: tuple[str, ...]
    doubts: tuple[str, ...]
    footnote: str = ""

    @property
    def text(self) -> str:
        """The summary as plain text."""
        return self._table().text()

    @property
    def markdown(self) -> str:
        """The summary as Markdown."""
        table = TextTable(self.title, self.head, self.rows, self._told())
        doubts = "\n".join(f"- {told}" for told in self.doubts)
        return f"{table.markdown()}\n\n{words(self.lang)('summary.note.head')}\n\n{doubts}"

    def _told(self) -> tuple[str, ...]:
        return (self.footnote, *self.sentences) if self.footnote else self.sentences

    def _table(self) -> TextTable:
        head = words(self.lang)("summary.note.head")
        doubts = tuple(f"- {told}" for told in self.doubts)
        return TextTable(self.title, self.head, self.rows, (*self._told(), head), doubts)

    def _repr_html_(self) -> str:
        table = TextTable(self.title, self.head, self.rows).html()
        foot = f"<p><small>{escape(self.footnote)}</small></p>" if self.footnote else ""
        told = "".join(f"<li>{escape(t)}</li>" for t in self.sentences)
        doubts = "".join(f"<li>{escape(t)}</li>" for t in self.doubts)
        head = escape(words(self.lang)("summary.note.head"))
        return (
            f'<div lang="{self.lang}">{table}{foot}<ol>{told}</ol>'
            f"<details><summary>{head}</summary><ul>{doubts}</ul></details></div>"
        )

    def _repr_markdown_(self) -> str:
        return self.markdown

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text


def summarise(sim: Any, lang: str | None = None) -> Summary:
    """What `Simulation.summary` and `TransitionCounts.summary` give.

    >>> from slime.simulation import simulate
    >>> told = summarise(simulate(matches=200, deals=20, seed=1, progress=False), "en")
    >>> len(told.rows), len(told.sentences)
    (5, 3)
    """
    w = words(sim.spec.lang if lang is None else lang)
    table = np.asarray(sim.transitions(1), np.float64) if _moved(sim) else np.zeros((1, 1))
    deals = int(sim.lengths.sum()) if hasattr(sim, "lengths") else int(sim.deals)
    count = len(sim.players)
    title = w("summary.title", matches=sim.spec.matches, deals=deals, players=count)
    if (table.sum(axis=1) == 0).any():
        head = tuple(w(f"summary.head.{k}") for k in ("player", "strategy", "mean_place"))
        who = tuple((n, s, w.number(p, 2)) for n, s, p in _players(sim))
        return Summary(w.lang, title, head, who, (w("summary.one_deal"),), _doubts(sim, w, False))
    share = table / table.sum(axis=1, keepdims=True)
    limits = _limits(sim, share)
    worth = worth_of_place(Transitions(table), sim.rules.points(count))
    names = place_names(sim.rules.preset, count, w)
    mean = share @ np.arange(1, count + 1)
    rows = tuple(
        (
            names[i],
            f"{w.percent(share[i, i])} ({_span(limits, i, i, w)})",
            w.percent(share[i, 0]),
            w.percent(share[i, -1]),
            w.number(mean[i], 2),
            _signed(worth[i], w),
        )
        for i in range(count)
    )
    keys = ("place", "keep", "first", "last", "mean", "worth")
    return Summary(
        w.lang,
        title,
        tuple(w(f"summary.head.{k}") for k in keys),
        rows,
        _sentences(sim, table, share, limits, w),
        _doubts(sim, w, True),
        w("summary.note.fewest" if sim.rules.fewest_win else "summary.note.most"),
    )


def _moved(sim: Any) -> bool:
    """Whether any match had two deals."""
    if hasattr(sim, "places"):
        return bool(sim.places.shape[1] > 1)
    return bool(sim.moves[0, 0] > 0)


def _limits(sim: Any, share: Floats) -> tuple[Floats, Floats]:
    if hasattr(sim, "places"):
        found = interval(sim.places, "transition_matrix", LEVEL, draws=599)
        return np.asarray(found.low), np.asarray(found.high)
    half = 1.96 * sim.standard_errors(1)
    return np.maximum(share - half, 0), np.minimum(share + half, 1)


def _span(limits: tuple[Floats, Floats], i: int, j: int, w: Words) -> str:
    low, high = (float(x[i, j]) for x in limits)
    if low != low or high != high:
        return w("summary.no_limits")
    return f"{100 * low:.0f}\N{EN DASH}{100 * high:.0f}"


def _signed(value: float, w: Words, digits: int = 2) -> str:
    if value != value:
        return "?"
    text = w.number(abs(value), digits)
    zero = not any(c in "123456789" for c in text)
    return text if zero else ("\N{MINUS SIGN}" if value < 0 else "+") + text


def _sentences(
    sim: Any, table: Floats, share: Floats, limits: tuple[Floats, Floats], w: Words
) -> tuple[str, ...]:
    count = len(share)
    stay = w(
        "summary.champion",
        share=w.percent(share[0, 0]),
        limits=_span(limits, 0, 0, w),
        even=w.even(count),
    )
    wait = float(mean_first_passage(Transitions(table))[-1, 0])
    told = {"share": w.percent(share[-1, 0]), "limits": _span(limits, -1, 0, w)}
    if np.isfinite(wait):
        rise = w("summary.rise", wait=w.number(wait, 1), even=count, **told)
    else:
        rise = w("summary.rise_never", **told)
    deals = deals_until_forgotten(Transitions(table))
    forgotten = w("summary.forgotten", n=int(deals)) if np.isfinite(deals) else w("summary.never")
    return stay, rise, _correlation(sim, table, forgotten, w)


def _correlation(sim: Any, table: Floats, forgotten: str, w: Words) -> str:
    if hasattr(sim, "places"):
        found = interval(sim.places, "rank_correlation", LEVEL, draws=599)
    else:
        nan = float("nan")
        r, n = rank_correlation(Transitions(table)), sim.spec.matches
        found = Interval(r, nan, nan, LEVEL, "none", "session", n, "one_session")
    r, low, high = (float(np.asarray(x)) for x in (found.value, found.low, found.high))
    if low != low:
        limits = w("summary.no_limits")
        low = high = r
    else:
        limits = f"{_signed(low, w)} \N{HORIZONTAL ELLIPSIS} {_signed(high, w)}"
    key = "good" if low > 0 else "bad" if high < 0 else "none"
    return w(f"summary.{key}", r=_signed(r, w), limits=limits, forgotten=forgotten)


def _players(sim: Any) -> list[tuple[str, str, float]]:
    """Names, strategies and mean places."""
    count = len(sim.players)
    ranks = np.arange(1, count + 1)
    if hasattr(sim, "places"):
        played = sim.places > 0
        means = sim.places.sum(axis=(0, 1)) / np.maximum(played.sum(axis=(0, 1)), 1)
    else:
        means = sim.place_totals @ ranks / np.maximum(sim.place_totals.sum(axis=1), 1)
    return [
        (name, str(strategy), float(mean))
        for name, strategy, mean in zip(sim.players, sim.strategies, means, strict=True)
    ]


def _doubts(sim: Any, w: Words, moved: bool) -> tuple[str, ...]:
    def note(key: str, **told: Any) -> str:
        return w(f"summary.note.{key}", **told)

    players = _players(sim)
    strategies = {strategy for _, strategy, _ in players}
    if len(strategies) == 1:
        out = [note("same", name=players[0][1])]
    else:
        told = [
            note("player", name=name, strategy=strategy, place=w.number(mean, 2))
            for name, strategy, mean in players
        ]
        out = [note("mixed", players="; ".join(told))]
    if not moved:
        return tuple(out)
    out.append(note("cause"))
    alike = "chain" if sim.rules.seating == "by-place" else "seats"
    out.append(note("skill" if len(strategies) > 1 else alike))
    n = sim.spec.matches
    out.append(note("limits", level=w.percent(LEVEL)))
    if n == 1:
        out.append(note("one"))
    elif n < _FEW:
        out.append(note("few", n=n))
    return tuple(out)
