"""Players on their way: the flow of places between two deals, and careers through a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from slime._checks import check_int
from slime.figures import look
from slime.figures.base import Figure, Key, Mark
from slime.figures.notes import size_note
from slime.figures.palette import (
    PLAYERS,
    SYMBOLS,
    Theme,
    find_theme,
    place_colours,
)
from slime.figures.source import Source, moves, place_names, read_source, told_names
from slime.i18n import Words, words
from slime.measures.arrays import as_matrix
from slime.measures.places import Floats, Ints
from slime.text_table import TextTable

#: So much of the height is left free between the places.
_GAP = 0.035
#: Width of a block at the side, pixels; it lies half outside.
_BLOCK = 34


def place_flow(
    source: Any,
    lag: int = 1,
    *,
    players: Sequence[str] | None = None,
    lang: str | None = None,
    theme: str = "light",
) -> Figure:
    """Streams of players from place to place, between deals that are `lag` apart.

    `source`: a simulation, places or counts. Each stream is as wide as its share; its colour is
    that of the place it comes from. Marks: ``(before, after)``, and ``(before, None)``, ``(None,
    after)`` for the blocks at the sides. `ValueError` for other arguments.

    >>> shown = place_flow([[30, 10], [10, 30]], lang="en")
    >>> shown.label((1, 2))
    'from 1 to 2: 25%'
    """
    import plotly.graph_objects as go

    w, colours = words(lang), find_theme(theme)
    src = read_source(source, players, w)
    lag = check_int("lag", lag, 1)
    counts, n = src.counts(lag), src.count
    share = as_matrix(counts, "source")
    names, called = place_names(src, w), told_names(src, w)
    side = 50 + 10 * max(len(name) for name in names)
    title = w("figures.flow.title") if lag == 1 else w("figures.flow.title_lag", lag=lag)
    figure = look.sheet(
        colours,
        title,
        w("figures.flow.under"),
        height=640,
        margin={"l": side, "r": side, "b": 30},
        xaxis={"visible": False, "automargin": False},
        yaxis={"visible": False, "automargin": False},
    )
    figure.layout.margin.t += 44
    tints = place_colours(n)
    pairs = [(i, j) for i in range(n) for j in range(n)]
    # Links without width come first: in a click blocks and streams have numbers of one kind, and
    # so the blocks' numbers mean no stream.
    blank = 2 * n
    y = [_GAP / 2 + (k + 0.5) / n * (1 - _GAP) for k in range(n)]
    figure.add_trace(
        go.Sankey(
            arrangement="fixed",
            domain={"x": [0.0, 1.0], "y": [0.0, 1.0]},
            node={
                "customdata": names + names,
                "x": [1e-6] * n + [1.0] * n,
                "y": y + y,
                "color": tints + tints,
                "line": {"color": colours.ink, "width": 1},
                "pad": 18,
                "thickness": _BLOCK,
                "hovertemplate": "%{customdata}<extra></extra>",
            },
            link={
                "source": [0] * blank + [i for i, _ in pairs],
                "target": [n] * blank + [n + j for _, j in pairs],
                "value": [0.0] * blank + [float(share[i, j]) for i, j in pairs],
                "color": ["rgba(0,0,0,0)"] * blank
                + [_clear(tints[i], 0.55 if theme == "light" else 0.75) for i, _ in pairs],
                "line": {"color": colours.soft, "width": 0.5},
                "customdata": [""] * blank + [_told(w, called, share, i, j) for i, j in pairs],
                "hovertemplate": "%{customdata}<extra></extra>",
            },
            textfont={"size": look.TEXT, "color": colours.ink, "family": look.FONT},
        )
    )
    sides = (w("figures.axis.before"), _later(w, lag))
    for x, text, anchor, out in ((0, sides[0], "left", "right"), (1, sides[1], "right", "left")):
        note = {"x": x, "xref": "paper", "yref": "paper", "showarrow": False}
        figure.add_annotation(
            text=f"<b>{text}</b>", y=1.0, xanchor=anchor, yanchor="bottom", yshift=4, **note
        )
        # Names stand beside the blocks, where no stream runs over them.
        for k in range(n):
            figure.add_annotation(
                text=names[k],
                y=1 - y[k],
                yanchor="middle",
                xanchor=out,
                xshift=_BLOCK * (x - 0.5) + 8 * (2 * x - 1),
                **note,
            )
    marks: list[Mark] = []
    hits: dict[tuple[int, Any], Key] = {}
    for k, (i, j) in enumerate(pairs):
        key = (i + 1, j + 1)
        marks.append(Mark(key, _told(w, called, share, i, j), src, moves(src, *key, lag)))
        hits[0, blank + k] = key
    for k in range(n):
        for at, before, after in ((k, k + 1, None), (n + k, None, k + 1)):
            label = f"{sides[at >= n]}: {called[k]}"
            marks.append(Mark((before, after), label, src, moves(src, before, after, lag)))
            hits[0, at] = (before, after)
    return Figure(figure, _table(w, title, src, names, called, share), w.lang, theme, marks, hits)


def _later(w: Words, lag: int) -> str:
    return w("figures.axis.after") if lag == 1 else w("figures.axis.later", lag=lag)


def _told(w: Words, names: list[str], share: Floats, i: int, j: int) -> str:
    return w(
        "figures.flow.stream", before=names[i], after=names[j], share=w.percent(float(share[i, j]))
    )


def _clear(colour: str, opacity: float) -> str:
    r, g, b = (int(colour[k : k + 2], 16) for k in (1, 3, 5))
    return f"rgba({r},{g},{b},{opacity})"


def _table(
    w: Words, title: str, src: Source, names: list[str], called: list[str], share: Floats
) -> TextTable:
    rows = tuple((names[i], *(w.percent(float(x)) for x in share[i])) for i in range(src.count))
    told = []
    for i in range(src.count):
        j = int(share[i].argmax())
        told.append(
            w(
                "figures.flow.most",
                before=called[i],
                after=called[j],
                share=w.percent(float(share[i, j])),
            )
        )
    head = (w("figures.matrix.corner"), *names)
    return TextTable(title, head, rows, (" ".join(told),), tuple(size_note(src, w)))


def careers(
    source: Any,
    match: int = 0,
    deals: range | None = None,
    *,
    players: Sequence[str] | None = None,
    lang: str | None = None,
    theme: str = "light",
) -> Figure:
    """The places of all players through one match: a line each, from deal to deal.

    `source`: a simulation or places; `match` its number from 0; `deals` a range of deals from 0
    (None: the first 25 that were played). Marks: ``(deal, player)``, numbers from 0 as in an
    address.

    >>> shown = careers([[1, 2, 3], [1, 3, 2], [3, 1, 2]], players=["Ann", "Bob", "Cy"], lang="en")
    >>> shown.label((2, 0)), shown.addresses((2, 0))
    ('Ann, deal 3: place 3', [Address(match=0, deal=2, player=0)])
    """
    import plotly.graph_objects as go

    w, colours = words(lang), find_theme(theme)
    src = read_source(source, players, w)
    places = src.need_places("careers")
    match = check_int("match", match, 0)
    if match >= len(places):
        raise ValueError(f"match must be 0 to {len(places) - 1}, not {match}")
    chosen = _deals(places[match], deals)
    shown, n = places[match][chosen], src.count
    x = [d + 1 for d in chosen]
    alone = len(places) == 1  # then its number says nothing
    title = w("figures.careers.alone") if alone else w("figures.careers.title", match=match + 1)
    longest = max(len(name) for name in src.players)
    room = 40 + 11 * min(longest + 2, 18)
    figure = look.sheet(
        colours,
        title,
        w("figures.careers.under"),
        height=200 + 74 * max(n, 4),
        margin={"l": 40, "r": room},
        xaxis={
            "title": look.titled(w("figures.axis.deal")),
            "range": [x[0] - 0.5, x[-1] + 0.5],
            "dtick": 1 if len(x) <= 25 else max(5, len(x) // 100 * 10),
            "showgrid": False,
        },
        yaxis={
            "title": look.titled(w("figures.axis.place")),
            "range": [n + 0.5, 0.5],
            "tickvals": list(range(1, n + 1)),
            "ticktext": [name.replace(" ", "<br>", 1) for name in place_names(src, w)],
        },
        showlegend=False,
    )
    size = 22 if len(x) <= 14 else 16 if len(x) <= 25 else 9
    hits: dict[tuple[int, Any], Key] = {}
    marks = []
    for p, name in enumerate(src.players):
        y = [int(v) if v else None for v in shown[:, p]]
        figure.add_trace(_line(go, x, y, {"color": colours.ink, "width": 7}))
        line = {"color": _lift(PLAYERS[p % 8], colours), "width": 4}
        labels = [
            w("figures.careers.point", name=name, deal=d, place=v or 0)
            for d, v in zip(x, y, strict=True)
        ]
        figure.add_trace(
            go.Scatter(
                x=x,
                y=y,
                mode="lines+markers",
                line=line,
                marker={
                    "symbol": SYMBOLS[p % 8],
                    "size": size,
                    "color": line["color"],
                    "line": {"color": colours.ink, "width": 1.5},
                },
                name=name,
                hovertext=labels,
                hovertemplate="%{hovertext}<extra></extra>",
            )
        )
        number = 2 * p + 1
        for k, d in enumerate(chosen):
            if y[k] is not None:
                hits[number, k] = (d, p)
                marks.append(Mark((d, p), labels[k], src, _one(match, d, p)))
        if y[-1] is not None:
            figure.add_annotation(
                text=f"<b>{name}</b>",
                x=1,
                xref="paper",
                xshift=8,
                y=y[-1],
                xanchor="left",
                showarrow=False,
                font={"size": look.TEXT, "color": colours.ink},
            )
    text_table = _careers_table(w, title, src, shown, x)
    return Figure(figure, text_table, w.lang, theme, marks, hits)


def _line(go: Any, x: list[int], y: list[int | None], line: dict[str, Any]) -> Any:
    """A line below the coloured one: its edges."""
    return go.Scatter(x=x, y=y, mode="lines", line=line, hoverinfo="skip", showlegend=False)


def _lift(colour: str, theme: Theme) -> str:
    """The slate of the light sheet is too near to the dark paper."""
    from slime.figures.palette import SLATE

    return "#E3E7ED" if theme.name == "dark" and colour == SLATE else colour


def _deals(places: Ints, deals: range | None) -> list[int]:
    played = np.flatnonzero(places.any(axis=1))
    if deals is None:
        chosen = [int(d) for d in played[:25]]
    else:
        if not isinstance(deals, range):
            raise ValueError(f"deals must be a range of deals from 0, not {deals!r:.60}")
        chosen = [d for d in deals if 0 <= d < len(places)]
    if not chosen:
        raise ValueError(f"deals must hold some of 0 to {len(places) - 1}, the deals there are")
    return chosen


def _one(match: int, deal: int, player: int) -> Any:
    return lambda: np.array([[match, deal, player]])


def _careers_table(w: Words, title: str, src: Source, shown: Ints, x: list[int]) -> TextTable:
    head = (w("figures.careers.corner"), *(str(d) for d in x))
    rows = tuple(
        (name, *(str(v) if v else "·" for v in shown[:, p])) for p, name in enumerate(src.players)
    )
    first = (shown == 1).sum(axis=0)
    last = (shown == src.count).sum(axis=0)
    told = [
        w("figures.careers.told", name=name, first=int(first[p]), last=int(last[p]))
        for p, name in enumerate(src.players)
    ]
    changes = int((shown[1:].argmin(axis=1) != shown[:-1].argmin(axis=1)).sum())
    return TextTable(
        title,
        head,
        rows,
        (" ".join(told), w("figures.careers.changes", n=changes, of=len(x) - 1)),
    )
