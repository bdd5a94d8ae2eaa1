"""Rule or person: what was seen beside what equal players show under the same rules and seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from slime.figures import look
from slime.figures.base import Figure
from slime.figures.palette import find_theme
from slime.figures.source import expect
from slime.figures.worlds import outcome_name
from slime.i18n import Words, words
from slime.text_table import TextTable

if TYPE_CHECKING:
    from slime.experiments import EqualPlayersTest


def equal_players_band(
    test: EqualPlayersTest, *, lang: str | None = None, theme: str = "light"
) -> Figure:
    """Where equal players have the statistic of `experiments.equal_players_test`, and the table.

    No marks: the bars are made-up tables.

    >>> import slime
    >>> sim = slime.simulate(matches=3, deals=6, engine="interpreted", progress=False)
    >>> from slime.experiments import equal_players_test
    >>> test = equal_players_test(sim.places, draws=19, engine="interpreted")
    >>> len(equal_players_band(test, lang="en").table.rows)
    4
    """
    import plotly.graph_objects as go

    from slime.experiments import EqualPlayersTest

    expect(test, "test", EqualPlayersTest, "slime.experiments.equal_players_test")
    w, colours = words(lang), find_theme(theme)
    name = outcome_name(test.statistic, w)
    title = w("worlds.person.title", statistic=name)
    values = np.append(test.null, test.seen)
    edges = np.linspace(values.min(), values.max() + 1e-9, 31)
    counts, _ = np.histogram(test.null, edges)
    middle = (edges[:-1] + edges[1:]) / 2
    inside = (middle >= test.low) & (middle <= test.high)
    top = float(counts.max())
    room = 0.06 * float(edges[-1] - edges[0])
    ends = [float(edges[0]) - room, float(edges[-1]) + room]
    figure = look.sheet(
        colours,
        title,
        w(
            "worlds.person.under",
            draws=len(test.null),
            equal=test.equal,
            level=w.percent(test.level),
        ),
        height=620,
        xaxis={
            "title": look.titled(w("worlds.person.axis", statistic=name)),
            "range": ends,
            **look.number_ticks(look.steps(ends[0], ends[1]), w),
        },
        yaxis={
            "title": look.titled(w("worlds.person.count")),
            "range": [0, top * 1.25],
            **look.number_ticks(look.steps(0, top * 1.1, 5), w),
        },
        showlegend=False,
    )
    figure.add_trace(
        go.Bar(
            x=middle.tolist(),
            y=counts.tolist(),
            width=float(edges[1] - edges[0]) * 0.94,
            marker={
                "color": [colours.band if i else colours.paper for i in inside],
                "line": {"color": colours.soft, "width": 1.5},
            },
            hoverinfo="skip",
        )
    )
    seen = look.signed(test.seen, w, plus=False)
    figure.add_vline(x=test.seen, line={"color": colours.second, "width": 4})
    figure.add_trace(
        go.Scatter(
            x=[test.seen],
            y=[top * 1.1],
            mode="markers",
            marker={
                "symbol": "diamond",
                "size": 20,
                "color": colours.second,
                "line": {"color": colours.ink, "width": 2},
            },
            hovertext=[w("worlds.person.seen", value=seen)],
            hovertemplate="%{hovertext}<extra></extra>",
        )
    )
    right = test.seen > (ends[0] + ends[1]) / 2
    figure.add_annotation(
        x=test.seen,
        y=top * 1.1,
        xshift=-16 if right else 16,
        xanchor="right" if right else "left",
        text=f"<b>{w('worlds.person.seen', value=seen)}</b>",
        showarrow=False,
        font={"size": look.NUMBER + 2, "color": colours.ink},
    )
    limits = look.number_span(test.low, test.high, w)
    chance = w("worlds.person.p", p=w.percent(test.p, 1))
    key = "rejected" if test.p <= (1 - test.level) else "kept"
    sentences = [
        w(f"worlds.person.{key}", seen=seen, limits=limits, p=chance),
        w("worlds.person.sessions", sessions=test.sessions, deals=test.deals),
    ]
    if len(test.all_p) > 1:
        told = [f"{who} {w.percent(p, 1)}" for who, p in test.all_p]
        sentences.append(w("worlds.person.others", list=told))
    rows = (
        (w("worlds.person.row_seen"), seen),
        (w("worlds.person.row_low"), look.signed(test.low, w, plus=False)),
        (w("worlds.person.row_high"), look.signed(test.high, w, plus=False)),
        (w("worlds.person.row_p"), w.percent(test.p, 1)),
    )
    head = (w("worlds.person.head_what"), w("worlds.person.head_value"))
    notes = (w("worlds.person.limits", level=w.percent(test.level), limits=limits),)
    return Figure(figure, TextTable(title, head, rows, tuple(sentences), notes), w.lang, theme)


def lasting_gaps(
    test: EqualPlayersTest, *, lang: str | None = None, theme: str = "light"
) -> Figure:
    """The matrix over k deals against the power of the one-deal matrix, with the band of equals.

    The gap is compared with what equal players at the same seats show, never with 0. Each number
    of deals has a band of its own, so one of many may lie outside by chance: the words say how
    often equal players show as many.

    >>> import slime
    >>> sim = slime.simulate(matches=5, seed=1, progress=False)
    >>> test = slime.experiments.equal_players_test(sim.places, draws=199)
    >>> lasting_gaps(test, lang="en").table.title
    'Is a place all that is carried over?'
    """
    import plotly.graph_objects as go

    from slime.experiments import EqualPlayersTest

    expect(test, "test", EqualPlayersTest, "slime.experiments.equal_players_test")
    w, colours = words(lang), find_theme(theme)
    lags = [row.lag for row in test.lags]
    title = w("worlds.gaps.title")
    every = [x for row in test.lags for x in (row.gap, row.low, row.high)]
    room = 0.15 * (max(0.0, *every) - min(0.0, *every)) or 0.1
    ends = [min(0.0, *every) - room, max(0.0, *every) + room]
    figure = look.sheet(
        colours,
        title,
        w("worlds.gaps.under", level=w.percent(test.level)),
        height=640,
        xaxis={
            "title": look.titled(w("worlds.gaps.head.lag")),
            "tickvals": lags,
            "range": [lags[0] - 0.5, lags[-1] + 0.5],
            "showgrid": False,
        },
        yaxis={
            "title": look.titled(w("worlds.gaps.axis")),
            "range": ends,
            **look.number_ticks(look.steps(ends[0], ends[1]), w),
        },
    )
    figure.layout.margin.t += 40
    x = [lags[0] - 0.4, *lags, lags[-1] + 0.4]
    high = [test.lags[0].high, *(r.high for r in test.lags), test.lags[-1].high]
    low = [test.lags[0].low, *(r.low for r in test.lags), test.lags[-1].low]
    figure.add_trace(
        go.Scatter(
            x=[*x, *x[::-1]],
            y=[*high, *low[::-1]],
            fill="toself",
            fillcolor=colours.band,
            line={"color": colours.soft, "width": 1},
            mode="lines",
            hoverinfo="skip",
            name=w("worlds.gaps.band"),
        )
    )
    figure.add_hline(y=0, line={"color": colours.soft, "width": 2, "dash": "dot"})
    figure.add_trace(
        go.Scatter(
            x=lags,
            y=[row.gap for row in test.lags],
            mode="markers",
            marker={
                "symbol": ["diamond" if row.outside else "circle-open" for row in test.lags],
                "size": 18,
                "color": [colours.second if row.outside else colours.ink for row in test.lags],
                "line": {"color": colours.ink, "width": 2.5},
            },
            name=w("worlds.gaps.seen"),
            hovertext=[
                w(
                    "worlds.gaps.point",
                    lag=row.lag,
                    gap=look.signed(row.gap, w),
                    limits=look.number_span(row.low, row.high, w),
                )
                for row in test.lags
            ],
            hovertemplate="%{hovertext}<extra></extra>",
        )
    )
    head = tuple(w(f"worlds.gaps.head.{k}") for k in ("lag", "seen", "power", "gap", "band"))
    rows = tuple(_row(row, w) for row in test.lags)
    outside = [row.lag for row in test.lags if row.outside]
    told = [w("worlds.gaps.inside")]
    if outside:
        told = [w("worlds.gaps.outside", lags=[str(k) for k in outside], n=outside[-1])]
        rare = test.lags_p <= 1 - test.level + 1e-12
        told.append(w("worlds.gaps." + ("rare" if rare else "usual"), p=w.percent(test.lags_p, 1)))
    text_table = TextTable(title, head, rows, tuple(told), (w("worlds.gaps.not_zero"),))
    return Figure(figure, text_table, w.lang, theme)


def _row(row: Any, w: Words) -> tuple[str, ...]:
    numbers = (look.signed(x, w, plus=False) for x in (row.seen, row.power))
    return (
        str(row.lag),
        *numbers,
        look.signed(row.gap, w),
        look.number_span(row.low, row.high, w),
    )
