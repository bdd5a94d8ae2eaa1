"""The first thing to show of a simulation: a small table, three sentences, and what to doubt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from slime.game.placenames import place_names
from slime.i18n import Words, words
from slime.measures import (
    Interval,
    Places,
    Transitions,
    deals_until_forgotten,
    interval,
    mean_first_passage,
    worth_of_place,
)
from slime.text_table import TextTable

if TYPE_CHECKING:
    from slime.game.rules import Rules

LEVEL = 0.95
#: Fewer matches give rough limits.
_FEW = 30


def summarise(sim: Any, lang: str | None = None) -> TextTable:
    """What ``sim.summary()`` gives: a table by place, and what would make it wrong as notes.

    `sim` is a simulation, one that kept counts alone, or `Places` from wherever.

    >>> from slime.simulation import simulate
    >>> told = summarise(simulate(matches=200, deals=20, seed=1, progress=False), "en")
    >>> len(told.rows), len(told.sentences)
    (5, 3)
    """
    known = sim.origin if isinstance(sim, Places) else sim
    spec = getattr(known, "spec", None)
    w = words(spec.lang if lang is None and spec is not None else lang)
    count, who = len(sim.players), [*map(str, getattr(known, "strategies", ()))]
    moves = Transitions.of(sim)
    moved = bool((moves.counts.sum(axis=1) > 0).all())
    if moved:
        keys: tuple[str, ...] = ("place", "keep", "first", "last", "mean", "worth")
        shares = interval(moves, "transition_matrix", LEVEL, draws=599)
        rows, sentences = _rows(sim.rules, moves, shares, w), _sentences(moves, shares, w)
        most = sim.rules is not None and not sim.rules.fewest_win
        footnote = w("summary.note.most" if most else "summary.note.fewest")
    else:
        keys, footnote = ("player", "strategy", "mean_place"), ""
        means = [w.number(mean, 2) for mean in _means(sim)]
        rows = tuple(zip(sim.players, who or ("",) * count, means, strict=True))
        sentences = (w("summary.one_deal"),)
    return TextTable(
        w("summary.title", matches=moves.matches, deals=sim.deals, players=count),
        tuple(w(f"summary.head.{key}") for key in keys),
        rows,
        sentences,
        _doubts(sim, who, moves, w, moved),
        footnote=footnote,
        notes_head=w("summary.note.head"),
        numbered=True,
        lang=w.lang,
    )


def _rows(
    rules: Rules | None, moves: Transitions, shares: Interval, w: Words
) -> tuple[tuple[str, ...], ...]:
    """A row for each place: where it leads to."""
    count, share = moves.count, moves.shares
    worth = worth_of_place(moves, rules.points(count) if rules else None)
    names = place_names(rules.preset if rules else None, count, w)
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


def _sentences(moves: Transitions, shares: Interval, w: Words) -> tuple[str, ...]:
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


def _means(sim: Any) -> list[float]:
    """Mean places of the players."""
    count = len(sim.players)
    sums = np.zeros((2, count))
    if hasattr(sim, "place_totals"):  # counts alone were kept
        sums += sim.place_totals @ np.arange(1, count + 1), sim.place_totals.sum(axis=-1)
    else:
        for part in Places.of(sim).parts():
            sums += part.array.sum(axis=(0, 1)), (part.array > 0).sum(axis=(0, 1))
    return [float(mean) for mean in sums[0] / np.maximum(sums[1], 1)]


def _doubts(sim: Any, who: list[str], moves: Transitions, w: Words, moved: bool) -> tuple[str, ...]:
    def note(key: str, **told: Any) -> str:
        return w(f"summary.note.{key}", **told)

    differ, out = len(set(who)) > 1, []
    if differ:
        told = [
            note("player", name=name, strategy=strategy, place=w.number(mean, 2))
            for name, strategy, mean in zip(sim.players, who, _means(sim), strict=True)
        ]
        out = [note("mixed", players="; ".join(told))]
    elif who:
        out = [note("same", name=who[0])]
    if not moved:
        return tuple(out)
    out.append(note("cause"))
    if differ or not who:
        out.append(note("skill"))
    else:
        out.append(note("chain" if sim.rules.seating == "by-place" else "seats"))
    out.append(note("limits", level=w.percent(LEVEL)))
    if moves.matches < _FEW:
        out.append(note("one") if moves.matches == 1 else note("few", n=moves.matches))
    return tuple(out)
