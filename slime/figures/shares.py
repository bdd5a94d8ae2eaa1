"""How unequal totals are: Lorenz curves of two worlds in one picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from slime._checks import check_fraction, check_int
from slime.figures import look
from slime.figures.base import Figure, Key, Mark
from slime.figures.notes import size_note
from slime.figures.palette import find_theme
from slime.figures.source import Finder, Source, read_source
from slime.i18n import Words, words
from slime.measures import mean_lorenz, totals_after
from slime.measures.inequality import gini_rows
from slime.measures.places import Floats
from slime.text_table import TextTable


def lorenz_pair(
    source: Any,
    other: Any,
    names: Sequence[str] | None = None,
    horizon: int | None = None,
    *,
    level: float = 0.95,
    lang: str | None = None,
    theme: str = "light",
) -> Figure:
    """Lorenz curves of the totals of two worlds after as many deals, one over the other.

    `source` and `other`: simulations or places, with as many players; `names` of the two, as they
    are shown. Totals count goods, P minus place in each deal, after `horizon` deals (None: as many
    as both have). The band holds `level` of single matches of `other`. Marks: ``(world, people)``,
    world 1 or 2, the poorest so many people: behind them are last deals of matches, those
    nearest to the curve first, and the last of these people.

    >>> shown = lorenz_pair([[1, 2, 3], [1, 2, 3]], [[1, 2, 3], [3, 2, 1]], lang="en")
    >>> [row[-1] for row in shown.table.rows]
    ['0.44', '0.00']
    """
    import plotly.graph_objects as go

    w, colours = words(lang), find_theme(theme)
    worlds = [read_source(source, None, w), read_source(other, None, w, "other")]
    if worlds[0].count != worlds[1].count:
        raise ValueError(f"other must have {worlds[0].count} players, as source has")
    places = [src.need_places("lorenz_pair") for src in worlds]
    most = min(p.shape[1] for p in places)
    horizon = most if horizon is None else check_int("horizon", horizon, 1)
    if horizon > most:
        raise ValueError(f"horizon must be 1 to {most}, the deals both have")
    if names is not None and (isinstance(names, str) or not isinstance(names, Sequence)):
        raise ValueError(f"names must be two, one for each world, not {names!r:.60}")
    called = tuple(names or (w("figures.lorenz.world", n=1), w("figures.lorenz.world", n=2)))
    if len(called) != 2:
        raise ValueError("names must be two, one for each world")
    n = worlds[0].count
    people = np.linspace(0, 1, n + 1)
    curves = [mean_lorenz(p, horizon)[1] for p in places]
    single = [_curves(p, horizon) for p in places]
    ginis = [float(np.nanmean(gini_rows(totals_after(p, horizon)))) for p in places]
    title = w("figures.lorenz.title", n=horizon)
    figure = look.sheet(
        colours,
        title,
        w("figures.lorenz.under"),
        height=660,
        xaxis={"domain": [0, 0.54], **_people(people, w)},
        yaxis={
            "title": look.titled(w("figures.lorenz.y")),
            "range": [-0.02, 1.05],
            **look.percent_ticks([0, 0.2, 0.4, 0.6, 0.8, 1.0], w),
        },
        xaxis2=look.axis(colours, domain=[0.68, 1], anchor="y2", **_people(people, w)),
    )
    figure.layout.margin.t += 48
    tail = (1 - check_fraction("level", level)) / 2
    low, high = np.quantile(single[1], [tail, 1 - tail], axis=0)
    deepest = float(min((low - people).min(), *((c - people).min() for c in curves)))
    figure.update_layout(
        yaxis2=look.axis(
            colours,
            anchor="x2",
            title=look.titled(w("figures.lorenz.gap")),
            range=[deepest * 1.12, -deepest * 0.06],
            **look.percent_ticks(look.steps(deepest * 1.12, 0), w),
        )
    )
    panels: tuple[tuple[float, dict[str, str], bool], ...] = (
        (0.0, {}, True),
        (1.0, {"xaxis": "x2", "yaxis": "y2"}, False),
    )
    if len(single[1]) > 1:
        for minus, axes, legend in panels:
            figure.add_trace(
                go.Scatter(
                    x=[*people, *people[::-1]],
                    y=[*(high - minus * people), *(low - minus * people)[::-1]],
                    fill="toself",
                    fillcolor=colours.band,
                    line={"width": 0},
                    mode="lines",
                    hoverinfo="skip",
                    name=w("figures.lorenz.band", level=w.percent(level), world=called[1]),
                    showlegend=legend,
                    **axes,
                )
            )
    for minus, axes, legend in panels:
        figure.add_trace(
            go.Scatter(
                x=[0, 1],
                y=[0, 1 - minus],
                mode="lines",
                line={"color": colours.soft, "width": 2, "dash": "dot"},
                hoverinfo="skip",
                name=w("figures.lorenz.equal"),
                showlegend=legend,
                **axes,
            )
        )
    marks: list[Mark] = []
    hits: dict[tuple[int, Any], Key] = {}
    styles = (("solid", "circle", colours.first), ("10px,4px", "square", colours.second))
    for k, (dash, symbol, colour) in enumerate(styles):
        labels = [
            w("figures.lorenz.point", world=called[k], n=j, share=w.percent(curves[k][j]))
            for j in range(n + 1)
        ]
        for j in range(1, n + 1):
            finder = _near(worlds[k], horizon, curves[k], j)
            marks.append(Mark((k + 1, j), labels[j], worlds[k], finder))
        for minus, axes, legend in panels:
            hits |= {(len(figure.data), j): (k + 1, j) for j in range(1, n + 1)}
            figure.add_trace(
                go.Scatter(
                    x=people,
                    y=curves[k] - minus * people,
                    mode="lines+markers",
                    line={"color": colour, "width": 4, "dash": dash},
                    marker={
                        "symbol": symbol,
                        "size": 13,
                        "color": colour,
                        "line": {"color": colours.ink, "width": 1.5},
                    },
                    name=w("figures.lorenz.legend", world=called[k], gini=w.number(ginis[k], 2)),
                    hovertext=labels,
                    hovertemplate="%{hovertext}<extra></extra>",
                    showlegend=legend,
                    **axes,
                )
            )
    rows = tuple(
        (called[k], *(w.percent(v) for v in curves[k][1:]), w.number(ginis[k], 2)) for k in (0, 1)
    )
    head = (
        w("figures.lorenz.corner"),
        *(w("figures.lorenz.poorest", n=j) for j in range(1, n + 1)),
        w("figures.lorenz.gini"),
    )
    more = int(ginis[1] > ginis[0])
    sentence = w(
        "figures.lorenz.told",
        n=horizon,
        more=called[more],
        less=called[1 - more],
        high=w.number(ginis[more], 2),
        low=w.number(ginis[1 - more], 2),
    )
    notes = [f"{called[k]}: {told}" for k in (0, 1) for told in size_note(worlds[k], w)]
    text_table = TextTable(title, head, rows, (sentence, w("figures.lorenz.horizon")), tuple(notes))
    return Figure(figure, text_table, w.lang, theme, marks, hits)


def _people(people: Floats, w: Words) -> dict[str, Any]:
    return {
        "title": look.titled(w("figures.lorenz.x")),
        "range": [-0.02, 1.02],
        "tickvals": people.tolist(),
        "ticktext": [str(k) for k in range(len(people))],
    }


def _totals(src_places: Any, horizon: int) -> Floats:
    totals = totals_after(src_places, horizon)
    return np.where(totals.sum(axis=1, keepdims=True) > 0, totals, np.nan)


def _curves(places: Any, horizon: int) -> Floats:
    totals = np.sort(_totals(places, horizon), axis=1)
    totals = totals[np.isfinite(totals).all(axis=1)]
    shares = np.cumsum(totals, axis=1) / totals.sum(axis=1, keepdims=True)
    return np.concatenate([np.zeros((len(shares), 1)), shares], axis=1)


def _near(src: Source, horizon: int, curve: Floats, people: int) -> Finder:
    """The last deals of matches, the one nearest to the curve first; the last of the poorest."""

    def find() -> Any:
        totals = _totals(src.need_places("addresses"), horizon)
        order = np.argsort(totals, axis=1, kind="stable")
        sorted_ = np.take_along_axis(totals, order, axis=1)
        share = np.cumsum(sorted_, axis=1)[:, people - 1] / sorted_.sum(axis=1)
        far = np.abs(share - curve[people])
        best = np.argsort(far, kind="stable")[: int(np.isfinite(far).sum())]
        deal = np.full(len(best), horizon - 1)
        return np.stack([best, deal, order[best, people - 1]], axis=1)

    return find
