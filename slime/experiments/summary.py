"""The first thing to show of a simulation: a small table, three sentences, and what to doubt."""

from __future__ import annotations

from typing import Any

import numpy as np

from slime.experiments.outcomes import mean_places
from slime.game.placenames import place_names
from slime.i18n import Words, words
from slime.measures import (
    Interval,
    Transitions,
    deals_until_forgotten,
    interval,
    mean_first_passage,
    worth_of_place,
)
from slime.text_table import TextTable

LEVEL = 0.95
#: Fewer matches give rough limits.
_FEW = 30


def summarise(sim: Any, lang: str | None = None) -> TextTable:
    """What ``sim.summary()`` gives: a table by place, and what would make it wrong as notes.

    >>> from slime.simulation import simulate
    >>> told = summarise(simulate(matches=200, deals=20, seed=1, progress=False), "en")
    >>> len(told.rows), len(told.sentences)
    (5, 3)
    """
    w = words(sim.spec.lang if lang is None else lang)
    count = len(sim.players)
    moves = Transitions.of(sim)
    moved = bool((moves.counts.sum(axis=1) > 0).all())
    if moved:
        keys: tuple[str, ...] = ("place", "keep", "first", "last", "mean", "worth")
        shares = interval(moves, "transition_matrix", LEVEL, draws=599)
        rows, sentences = _rows(sim, moves, shares, w), _sentences(sim, moves, shares, w)
        footnote = w("summary.note.fewest" if sim.rules.fewest_win else "summary.note.most")
    else:
        keys, footnote = ("player", "strategy", "mean_place"), ""
        rows = tuple((name, who, w.number(mean, 2)) for name, who, mean in _players(sim))
        sentences = (w("summary.one_deal"),)
    return TextTable(
        w("summary.title", matches=sim.spec.matches, deals=sim.deals, players=count),
        tuple(w(f"summary.head.{key}") for key in keys),
        rows,
        sentences,
        _doubts(sim, w, moved),
        footnote=footnote,
        notes_head=w("summary.note.head"),
        numbered=True,
        lang=w.lang,
    )


def _rows(sim: Any, moves: Transitions, shares: Interval, w: Words) -> tuple[tuple[str, ...], ...]:
    """A row for each place: where it leads to."""
    count, share = moves.count, moves.shares
    worth = worth_of_place(moves, sim.rules.points(count))
    names = place_names(sim.rules.preset, count, w)
    mean = share @ np.arange(1, count + 1)
    return tuple(
        (
            names[i],
            f"{w.percent(share[i, i])} ({_span(shares, i, i, w)})",
            w.percent(share[i, 0]),
            w.percent(share[i, -1]),
            w.number(mean[i], 2),
            _signed(worth[i], w),
        )
        for i in range(count)
    )


def _span(shares: Interval, i: int, j: int, w: Words) -> str:
    low, high = (float(np.asarray(x)[i, j]) for x in (shares.low, shares.high))
    known = low == low and high == high
    return w.percent_span(low, high) if known else w("summary.no_limits")


def _signed(value: float, w: Words) -> str:
    return w.signed(value) if value == value else "?"


def _sentences(sim: Any, moves: Transitions, shares: Interval, w: Words) -> tuple[str, ...]:
    count, share = moves.count, moves.shares
    first, rise = (
        {"share": w.percent(share[i, 0]), "limits": _span(shares, i, 0, w)} for i in (0, -1)
    )
    wait = float(mean_first_passage(moves)[-1, 0])
    key = "rise" if np.isfinite(wait) else "rise_never"
    deals = deals_until_forgotten(moves)
    forgotten = w("summary.forgotten", n=int(deals)) if np.isfinite(deals) else w("summary.never")
    return (
        w("summary.champion", even=w.even(count), **first),
        w(f"summary.{key}", wait=w.number(wait, 1), even=count, **rise),
        _correlation(moves, forgotten, w),
    )


def _correlation(moves: Transitions, forgotten: str, w: Words) -> str:
    found = interval(moves, "rank_correlation", LEVEL, draws=599)
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
    if hasattr(sim, "place_totals"):  # counts alone were kept
        means = mean_places(sim.place_totals)
    else:
        played = (sim.places > 0).sum(axis=(0, 1))
        means = sim.places.sum(axis=(0, 1)) / np.maximum(played, 1)
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
    alike = "chain" if sim.rules.seating == "by-place" else "seats"
    out += [note("cause"), note("skill" if len(strategies) > 1 else alike)]
    out.append(note("limits", level=w.percent(LEVEL)))
    n = sim.spec.matches
    if n < _FEW:
        out.append(note("one") if n == 1 else note("few", n=n))
    return tuple(out)
