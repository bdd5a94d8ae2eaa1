"""What a place is worth: points still to come, against the average."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from slime._checks import check_fraction
from slime.figures import look
from slime.figures.bars import signed_bars
from slime.figures.base import Figure, Mark
from slime.figures.notes import limit_note, size_note
from slime.figures.palette import find_theme
from slime.figures.source import DRAWS, Source, coming_from, place_names, read_source, told_names
from slime.i18n import Words, words
from slime.measures import Interval, interval
from slime.measures import worth_of_place as worth
from slime.measures.arrays import numbers
from slime.measures.places import Floats
from slime.text_table import TextTable


def worth_of_places(
    source: Any,
    points: ArrayLike | None = None,
    *,
    fewest_win: bool | None = None,
    level: float = 0.95,
    players: Sequence[str] | None = None,
    lang: str | None = None,
    theme: str = "light",
) -> Figure:
    """What each place is worth for the deals to come, in points against the average, with limits.

    `source`: a simulation, places or counts (then without limits). `points` by place, and whether
    the fewest win: None takes those of the simulation's rules, else the place itself, fewest win.
    Better is always up. Marks: places from 1. More: `slime.measures.worth_of_place`.

    >>> shown = worth_of_places([[30, 10], [10, 30]], lang="en")
    >>> [row[1] for row in shown.table.rows]
    ['−0.50', '+0.50']
    """
    w, colours = words(lang), find_theme(theme)
    src = read_source(source, players, w)
    by_place, fewest = _points(src, points, fewest_win)
    found = _worth(src, by_place, check_fraction("level", level))
    value, low, high = (np.asarray(x, np.float64) for x in (found.value, found.low, found.high))
    if not np.isfinite(value).all():
        raise ValueError("source: the worth of places is not defined, some place is never left")
    names, told, n = place_names(src, w), told_names(src, w), src.count
    title = w("figures.worth.title")
    top = float(np.nanmax(np.abs([value, low, high]))) * 1.3 or 1.0
    ends = [top, -top] if fewest else [-top, top]
    good = value < 0 if fewest else value > 0
    figure = look.sheet(
        colours,
        title,
        w("figures.worth.under_few" if fewest else "figures.worth.under_many"),
        height=620,
        xaxis={
            "title": look.titled(w("figures.axis.place")),
            "tickvals": list(range(n)),
            "ticktext": names,
            "showgrid": False,
            "range": [-0.6, n - 0.4],
        },
        yaxis={
            "title": look.titled(w("figures.worth.axis")),
            "range": ends,
            **look.number_ticks(look.steps(-top, top), w),
        },
        showlegend=False,
    )
    hover = [_told(w, told[i], value[i], low[i], high[i]) for i in range(n)]
    signed_bars(figure, colours, w, (value, low, high), good.tolist(), 2, hover)
    for y, key, anchor in ((1, "better", "top"), (0, "worse", "bottom")):
        figure.add_annotation(
            x=1,
            y=y,
            xref="paper",
            yref="paper",
            xanchor="right",
            yanchor=anchor,
            text=w(f"figures.worth.{key}"),
            showarrow=False,
            font={"size": look.UNDER, "color": colours.soft},
        )
    rows = tuple(
        (
            names[i],
            look.signed(float(value[i]), w),
            look.number_span(float(low[i]), float(high[i]), w),
        )
        for i in range(n)
    )
    order = np.argsort(value if fewest else -value)
    best, worst = int(order[0]), int(order[-1])
    sentences = (
        w(
            "figures.worth.told",
            best=told[best],
            high=rows[best][1],
            worst=told[worst],
            low=rows[worst][1],
        ),
        w("figures.worth.how_few" if fewest else "figures.worth.how_many"),
    )
    head = tuple(w(f"figures.worth.head.{k}") for k in ("place", "worth", "limits"))
    notes = [w("figures.worth.chain"), *size_note(src, w)]
    if found.method != "none":
        notes.append(limit_note(found, w))
    marks = [Mark(i + 1, hover[i], src, coming_from(src, i + 1)) for i in range(n)]
    hits = {(0, i): i + 1 for i in range(n)}
    text_table = TextTable(title, head, rows, sentences, tuple(notes))
    return Figure(figure, text_table, w.lang, theme, marks, hits)


def _points(
    src: Source, points: ArrayLike | None, fewest_win: bool | None
) -> tuple[list[float] | None, bool]:
    if points is not None:
        return [float(x) for x in numbers(points, "points").ravel()], bool(fewest_win)
    if src.sim is not None:
        rules = src.sim.rules
        fewest = rules.fewest_win if fewest_win is None else fewest_win
        return [float(x) for x in rules.points(src.count)], bool(fewest)
    return None, True if fewest_win is None else bool(fewest_win)


def _worth(src: Source, points: list[float] | None, level: float) -> Interval:
    if src.places is not None:
        return interval(src.places, "worth_of_place", level, draws=DRAWS, points=points)
    value = worth(src.counts(1), points)
    nothing: Floats = np.full(len(value), np.nan)
    return Interval(value, nothing, nothing, level, "none", "session", src.matches, "one_session")


def _told(w: Words, name: str, value: float, low: float, high: float) -> str:
    if low != low:
        return w("figures.worth.point", place=name, worth=look.signed(float(value), w))
    return w(
        "figures.worth.point_limits",
        place=name,
        worth=look.signed(float(value), w),
        limits=look.number_span(float(low), float(high), w),
    )
