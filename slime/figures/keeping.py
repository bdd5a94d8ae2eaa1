"""Is a place all that is carried over? Shares that stay, by lag, beside the power of the matrix."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from slime._checks import check_fraction, check_int
from slime.figures import look
from slime.figures.bars import limits_of
from slime.figures.base import Figure, Mark
from slime.figures.notes import limit_note, size_note
from slime.figures.palette import find_theme
from slime.figures.source import DRAWS, moves, read_source, told_names
from slime.i18n import Words, words
from slime.measures import Band, band, interval
from slime.measures import keep_by_lag as shares_by_lag
from slime.measures.transitions import check_place
from slime.text_table import TextTable


def keep_by_lag(
    source: Any,
    place: int = 1,
    lags: Sequence[int] = (1, 2, 3, 4, 5, 6),
    world: Any = None,
    *,
    level: float = 0.95,
    players: Sequence[str] | None = None,
    lang: str | None = None,
    theme: str = "light",
) -> Figure:
    """Who holds a place so many deals later: as seen, and if only places were carried over.

    `source`: a simulation or places; `world`: a simulation of equal players by the same rules, in
    whose band (`level` of what chance gives for as many matches) the shares should lie if
    only the rules are at work. Marks: lags.

    >>> table = [[1, 2, 3], [1, 3, 2], [2, 1, 3], [1, 2, 3], [1, 2, 3]]
    >>> shown = keep_by_lag(table, lags=[1, 2], lang="en")
    >>> [row[:3] for row in shown.table.rows]
    [('1', '50%', '50%'), ('2', '33%', '38%')]
    """
    import plotly.graph_objects as go

    w, colours = words(lang), find_theme(theme)
    src = read_source(source, players, w)
    places = src.need_places("keep_by_lag")
    place, level = check_place(place, src.count), check_fraction("level", level)
    if isinstance(lags, str) or not isinstance(lags, Iterable):
        raise ValueError(f"lags must be a list of whole numbers, not {lags!r:.60}")
    lags = sorted({check_int("lags", lag, 1) for lag in lags})
    if not lags or lags[-1] >= places.shape[1]:
        raise ValueError(f"lags must be 1 to {places.shape[1] - 1}, with {places.shape[1]} deals")
    found = [
        interval(places, "keep_place", level, draws=DRAWS, place=place, lag=lag) for lag in lags
    ]
    seen, low, high = (
        np.array([float(getattr(f, k)) for f in found]) for k in ("value", "low", "high")
    )
    _, power = shares_by_lag(places, place, lags)
    bands = None if world is None else _bands(world, src.count, places.shape, place, lags, level, w)
    even = 1 / src.count
    name = told_names(src, w)[place - 1]
    title = w("figures.keep.title", place=name)
    limits = [b for pair in bands or () for b in (pair.low, pair.high)]
    top = float(np.nanmax([*seen, *high, *power, even, *limits])) * 1.12
    figure = look.sheet(
        colours,
        title,
        w("figures.keep.under"),
        height=640,
        xaxis={
            "title": look.titled(w("figures.axis.lag")),
            "tickvals": lags,
            "range": [lags[0] - 0.4, lags[-1] + 0.4],
            "showgrid": False,
        },
        yaxis={
            "title": look.titled(w("figures.keep.y", place=name)),
            "range": [0, min(top, 1.05)],
            **look.percent_ticks(look.steps(0, min(top, 1.0)), w),
        },
    )
    figure.layout.margin.t += 62
    if bands is not None:
        ends = [float(b.high) for b in bands], [float(b.low) for b in bands]
        figure.add_trace(
            go.Scatter(
                x=[*lags, *lags[::-1]],
                y=[*ends[0], *ends[1][::-1]],
                fill="toself",
                fillcolor=colours.band,
                line={"color": colours.soft, "width": 1},
                mode="lines",
                hoverinfo="skip",
                name=w("figures.keep.band", level=w.percent(level)),
            )
        )
    figure.add_trace(
        go.Scatter(
            x=[lags[0] - 0.4, lags[-1] + 0.4],
            y=[even, even],
            mode="lines",
            line={"color": colours.soft, "width": 2, "dash": "dot"},
            hoverinfo="skip",
            name=w("figures.keep.lot", even=w.even(src.count)),
        )
    )
    figure.add_trace(
        go.Scatter(
            x=lags,
            y=power,
            mode="lines+markers",
            line={"color": colours.second, "width": 3, "dash": "10px,5px"},
            marker={
                "symbol": "diamond-open",
                "size": 19,
                "color": colours.second,
                "line": {"width": 3},
            },
            name=w("figures.keep.power"),
            hovertext=[
                w("figures.keep.point_power", lag=k, share=w.percent(v, 1))
                for k, v in zip(lags, power, strict=True)
            ],
            hovertemplate="%{hovertext}<extra></extra>",
        )
    )
    labels = [
        w("figures.keep.point", lag=k, share=w.percent(v, 1), limits=look.span(a, b, w))
        for k, v, a, b in zip(lags, seen, low, high, strict=True)
    ]
    figure.add_trace(
        go.Scatter(
            x=lags,
            y=seen,
            mode="markers+text",
            marker={
                "symbol": "circle",
                "size": 15,
                "color": colours.first,
                "line": {"color": colours.ink, "width": 1.5},
            },
            error_y=limits_of(seen, low, high, colours.ink),
            text=[w.percent(v) for v in seen],
            textposition="top right",
            textfont={"size": look.NUMBER, "color": colours.ink},
            name=w("figures.keep.seen"),
            hovertext=labels,
            hovertemplate="%{hovertext}<extra></extra>",
        )
    )
    trace = len(figure.data) - 1
    rows = []
    for k, lag in enumerate(lags):
        row = [str(lag), w.percent(seen[k]), w.percent(power[k]), look.span(low[k], high[k], w)]
        if bands is not None:
            row.append(look.span(float(bands[k].low), float(bands[k].high), w))
        rows.append(tuple(row))
    keys = ("lag", "seen", "power", "limits", "band")[: 4 if bands is None else 5]
    gap = int(np.abs(seen - power)[1:].argmax()) + 1 if len(lags) > 1 else 0
    sentences = [
        w(
            "figures.keep.told",
            place=name,
            lag=lags[gap],
            seen=w.percent(seen[gap], 1),
            power=w.percent(power[gap], 1),
        )
    ]
    if bands is not None:
        outside = [k for k, v, b in zip(lags, seen, bands, strict=True) if not b.low <= v <= b.high]
        key = "figures.keep.outside" if outside else "figures.keep.inside"
        share = w.percent(1 - level, 0)
        sentences.append(w(key, lags=outside, share=share) if outside else w(key))
    text_table = TextTable(
        title,
        tuple(w(f"figures.keep.head.{k}") for k in keys),
        tuple(rows),
        tuple(sentences),
        (*size_note(src, w), limit_note(found[0], w)),
    )
    marks = [Mark(lag, labels[k], src, moves(src, place, place, lag)) for k, lag in enumerate(lags)]
    hits = {(trace, k): lag for k, lag in enumerate(lags)}
    return Figure(figure, text_table, w.lang, theme, marks, hits)


def _bands(
    world: Any,
    count: int,
    shape: tuple[int, ...],
    place: int,
    lags: Sequence[int],
    level: float,
    w: Words,
) -> list[Band]:
    """The band of each lag, for as many matches of as many deals as were seen."""
    other = read_source(world, None, w, "world")
    places = other.need_places("the band")
    if other.count != count or places.shape[1] < shape[1]:
        raise ValueError(f"world must have {count} players and at least {shape[1]} deals a match")
    cut = places[:, : shape[1]]
    return [
        band(cut, "keep_place", shape[0], level, draws=DRAWS, place=place, lag=lag) for lag in lags
    ]
