"""A tournament in pictures: mean places with their limits, and who is out before whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from slime.figures import look
from slime.figures.bars import limits_of
from slime.figures.base import Figure, Mark
from slime.figures.palette import Theme, find_theme, on_scale, text_on
from slime.figures.source import Finder, Source, expect
from slime.i18n import Words, words
from slime.text_table import TextTable

if TYPE_CHECKING:
    from slime.tournaments.result import Tournament

_UP, _DOWN = "▲", "▼"
#: Names at an axis are cut to so many letters.
_LETTERS = 22


def tournament_standings(
    result: Tournament, *, lang: str | None = None, theme: str = "light"
) -> Figure:
    """The mean place of each player of a tournament with its limits, the best on top.

    `result`: what `slime.tournament` gives.  Marks: the players' names; behind each are its
    deals.

    >>> import slime
    >>> result = slime.tournament(["lowest", "random"], matches=5, deals=1, progress=False)
    >>> tournament_standings(result, lang="en").marks
    ('lowest', 'random')
    """
    import plotly.graph_objects as go

    from slime.tournaments.result import Tournament

    expect(result, "result", Tournament, "slime.tournament")
    w, colours = words(lang), find_theme(theme)
    names = result.names
    found = [result.mean_place(name) for name in names]
    value, low, high = (np.array([f[k] for f in found]) for k in range(3))
    middle = (result.plan.players + 1) / 2
    ends = np.concatenate([value, low, high, [middle]])
    least, most = float(np.nanmin(ends)), float(np.nanmax(ends))
    room = max(most - least, 0.2) * 0.16
    under = w("tournament.figure_under", middle=w.number(middle, 1), level=_level(result, w))
    figure = look.sheet(
        colours,
        w("tournament.figure_title", preset=w(f"drawing.preset.{result.rules.preset}")),
        under,
        height=220 + 62 * len(names),
        xaxis={
            "title": look.titled(w("tournament.figure_axis")),
            "range": [least - room, most + room],
            **look.number_ticks(look.steps(least - room, most + room), w),
        },
        yaxis={
            "tickvals": list(range(len(names))),
            "ticktext": [_cut(name) for name in names],
            "range": [len(names) - 0.4, -0.7],
            "showgrid": False,
        },
        showlegend=False,
        margin={"l": 40},
    )
    figure.add_vline(x=middle, line={"color": colours.soft, "width": 2, "dash": "dot"})
    hover = [
        w(
            "tournament.figure_point",
            name=name,
            place=w.number(f.value, 2),
            limits=look.number_span(f.low, f.high, w),
        )
        for name, f in zip(names, found, strict=True)
    ]
    figure.add_trace(
        go.Scatter(
            x=value.tolist(),
            y=list(range(len(names))),
            mode="markers+text",
            marker={
                "size": 17,
                "color": colours.first,
                "line": {"color": colours.ink, "width": 1.5},
            },
            error_x=limits_of(value, low, high, colours.ink),
            text=[f"<b>{w.number(float(v), 2)}</b>" for v in value],
            textposition="top center",
            textfont={"size": look.NUMBER, "color": colours.ink},
            hovertext=hover,
            hovertemplate="%{hovertext}<extra></extra>",
        )
    )
    source = _source(result, w)
    marks = [
        Mark(name, text, source, _finder(result, name, None))
        for name, text in zip(names, hover, strict=True)
    ]
    text_table = result.text_table(w.lang)
    return Figure(
        figure, text_table, w.lang, theme, marks, {(0, i): n for i, n in enumerate(names)}
    )


def tournament_meetings(
    result: Tournament, *, lang: str | None = None, theme: str = "light"
) -> Figure:
    """Who of two players was out of cards first, in percent of the deals both were in.

    A sign says where the limits lie clear of one half.  Marks: ``(player, other)``; behind each
    are the deals in which the player was out first.

    >>> import slime
    >>> result = slime.tournament(["lowest", "random"], matches=5, deals=1, progress=False)
    >>> tournament_meetings(result, lang="en").table.head
    ('out first → before', 'lowest', 'random')
    """
    import plotly.graph_objects as go

    from slime.tournaments.result import Tournament

    expect(result, "result", Tournament, "slime.tournament")
    w, colours = words(lang), find_theme(theme)
    names = result.names
    n = len(names)
    title = w("tournament.meetings_title")
    figure = look.sheet(
        colours,
        title,
        w("tournament.meetings_under", level=_level(result, w), up=_UP, down=_DOWN),
        height=260 + 66 * n,
        xaxis={
            "title": look.titled(w("tournament.meetings_x")),
            "tickvals": list(range(n)),
            "ticktext": [_cut(name) for name in names],
            "side": "bottom",
            "showgrid": False,
            "range": [-0.5, n - 0.5],
        },
        yaxis={
            "title": look.titled(w("tournament.meetings_y")),
            "tickvals": list(range(n)),
            "ticktext": [_cut(name) for name in names],
            "showgrid": False,
            "range": [n - 0.5, -0.5],
        },
    )
    share = np.full((n, n), np.nan)
    marks: list[Mark] = []
    hits: dict[tuple[int, Any], Any] = {}
    hover = [[""] * n for _ in names]
    rows = []
    source = _source(result, w)
    for i, name in enumerate(names):
        row = [name]
        for k, other in enumerate(names):
            found = result.met(name, other) if i != k else None
            if found is None or found.value != found.value:
                row.append("")
                continue
            share[i, k] = found.value
            sign = _UP if found.low > 0.5 else _DOWN if found.high < 0.5 else ""
            text = f"{w.percent(found.value)} {sign}".strip()
            limits = look.span(found.low, found.high, w)
            row.append(f"{text} ({limits})")
            told = w("tournament.meetings_point", name=name, other=other, share=text, limits=limits)
            hover[i][k] = told
            marks.append(Mark((name, other), told, source, _finder(result, name, other)))
            hits[(0, (i, k))] = (name, other)
            _label(figure, k, i, text, colours, found.value)
        rows.append(tuple(row))
    shade = (share - 0.5) * 2
    figure.add_trace(
        go.Heatmap(
            z=np.where(np.isnan(shade), 0, shade).tolist(),
            zmin=-1,
            zmax=1,
            colorscale=[
                [0, on_scale(colours, -1)],
                [0.5, on_scale(colours, 0)],
                [1, on_scale(colours, 1)],
            ],
            showscale=False,
            xgap=3,
            ygap=3,
            hovertext=hover,
            hovertemplate="%{hovertext}<extra></extra>",
        )
    )
    text_table = TextTable(
        title,
        (w("tournament.meetings_corner"), *names),
        tuple(rows),
        (w("tournament.meetings_told"),),
        result.text_table(w.lang).notes,
    )
    return Figure(figure, text_table, w.lang, theme, marks, hits)


def _label(figure: Any, x: int, y: int, text: str, theme: Theme, share: float) -> None:
    colour = text_on(on_scale(theme, (share - 0.5) * 2))
    figure.add_annotation(
        x=x,
        y=y,
        text=f"<b>{text}</b>",
        showarrow=False,
        font={"size": look.NUMBER, "color": colour},
    )


def _cut(name: str) -> str:
    return name if len(name) <= _LETTERS else name[: _LETTERS - 1] + "…"


def _level(result: Tournament, w: Words) -> str:
    return w.percent(result.plan.level)


def _source(result: Tournament, w: Words) -> Source:
    """The matches of all tables, numbered through, as places [match, deal, chair]."""
    players = tuple(w("places.player", n=k + 1) for k in range(result.plan.players))
    return Source(result.plan.players, players, result.chair_places(), None, result)


def _finder(result: Tournament, name: str, before: str | None) -> Finder:
    def find() -> NDArray[np.int64]:
        found = result.addresses(name, before=before, n=None)
        return np.array([tuple(a) for a in found], np.int64).reshape(-1, 3)

    return find
