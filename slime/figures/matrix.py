"""Tables of places by places: moves between deals, and waits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from slime._checks import check_fraction, check_int
from slime.figures import look
from slime.figures.base import Figure, Mark
from slime.figures.notes import limit_note, size_note, when
from slime.figures.palette import Theme, find_theme, on_scale, text_on
from slime.figures.source import Source, moves, place_names, read_source, told_names
from slime.i18n import Words, words
from slime.measures import first_passage as passage_of
from slime.measures.transitions import check_place
from slime.text_table import TextTable

_UP, _DOWN = "▲", "▼"


def transition_heatmap(
    source: Any,
    lag: int = 1,
    *,
    level: float = 0.95,
    players: Sequence[str] | None = None,
    lang: str | None = None,
    theme: str = "light",
) -> Figure:
    """Where the holders of each place are `lag` deals later, in percent with limits.

    `source`: a result of `slime.simulate`, places ``[match, deal, player]`` or ``[deal, player]``,
    or a square table of counts (row = place before). A sign says whether a cell lies above or below
    what the lot would give. Marks: ``(before, after)``, places from 1. `level` of the limits,
    `lang` and `theme` (``"light"``, ``"dark"``) of the figure. `ValueError` for other arguments.

    >>> shown = transition_heatmap([[30, 10], [10, 30]], lang="en")
    >>> shown.table.rows[0]
    ('1', '75% (60–86)', '25% (14–40)')
    """
    w, colours = words(lang), find_theme(theme)
    src = read_source(source, players, w)
    lag, level = check_int("lag", lag, 1), check_fraction("level", level)
    found = src.matrix(lag, level)
    share, low, high = (np.asarray(x) for x in (found.value, found.low, found.high))
    counts, n = src.counts(lag), src.count
    names, told = place_names(src, w), told_names(src, w)
    even = 1 / n
    # Two-sided around the lot; both sides on one scale, so equal gaps look equal.
    depth = (share - even) / max(float(np.abs(share - even).max()), even)
    signs = np.where(low > even, _UP, np.where(high < even, _DOWN, ""))
    texts = [
        [
            _cell(
                f"{w.percent(share[i, j])} {signs[i, j]}".strip(),
                look.span(low[i, j], high[i, j], w),
                on_scale(colours, float(depth[i, j])),
                n,
            )
            for j in range(n)
        ]
        for i in range(n)
    ]
    hover = [
        [
            w(
                "figures.matrix.cell",
                before=told[i],
                after=told[j],
                share=w.percent(share[i, j], 1),
                limits=look.span(low[i, j], high[i, j], w),
                n=int(counts[i, j]),
                of=int(counts[i].sum()),
            )
            for j in range(n)
        ]
        for i in range(n)
    ]
    title = w("figures.matrix.title") if lag == 1 else w("figures.matrix.title_lag", lag=lag)
    figure = _table(
        colours,
        title,
        w("figures.matrix.under", even=w.even(n), up=_UP, down=_DOWN),
        depth,
        texts,
        hover,
        names,
        (w("figures.axis.before"), _after(w, lag)),
    )
    cells = w("figures.matrix.cells", n=n * n, share=w.percent(1 - level))
    notes = [*size_note(src, w), limit_note(found, w), cells]
    return Figure(
        figure,
        _matrix_table(w, title, names, share, low, high, lag, notes),
        w.lang,
        theme,
        _pair_marks(src, hover, lag),
        {(0, (i, j)): (i + 1, j + 1) for i in range(n) for j in range(n)},
    )


def _pair_marks(src: Source, hover: list[list[str]], lag: int) -> list[Mark]:
    pairs = [(i, j) for i in range(src.count) for j in range(src.count)]
    return [
        Mark((i + 1, j + 1), hover[i][j].replace("<br>", " "), src, moves(src, i + 1, j + 1, lag))
        for i, j in pairs
    ]


def _after(w: Words, lag: int) -> str:
    return w("figures.axis.after") if lag == 1 else w("figures.axis.later", lag=lag)


def _sizes(n: int) -> tuple[int, int]:
    """Sizes of the large and the small text in the cells of a table of n places."""
    return {8: (18, 14), 7: (19, 15), 6: (21, 16)}.get(n, (24, 18))


def _cell(large: str, small: str, colour: str, n: int) -> str:
    """Two lines in a cell, in black or white, whichever can be read on its colour."""
    ink = text_on(colour)
    return (
        f'<span style="color:{ink}"><b>{large}</b></span><br>'
        f'<span style="color:{ink};font-size:{_sizes(n)[1]}px">{small}</span>'
    )


def _table(
    colours: Theme,
    title: str,
    under: str,
    depth: Any,
    texts: list[list[str]],
    hover: list[list[str]],
    names: list[str],
    axes: tuple[str, str],
) -> Any:
    """A table of coloured cells, first place at the top left; depth is from -1 to 1."""
    import plotly.graph_objects as go

    n = len(names)
    figure = look.sheet(
        colours,
        title,
        under,
        height=230 + 88 * max(n, 4),
        margin={"b": 30},
        xaxis={
            "side": "top",
            "title": look.titled(axes[1]),
            "tickvals": list(range(n)),
            "ticktext": [_two_lines(name) for name in names],
            "showgrid": False,
            "showline": False,
        },
        yaxis={
            "autorange": "reversed",
            "title": look.titled(axes[0]),
            "tickvals": list(range(n)),
            "ticktext": [_two_lines(name) for name in names],
            "showgrid": False,
            "showline": False,
        },
    )
    room = 40 + 24 * max(_two_lines(name).count("<br>") + 1 for name in names)
    figure.layout.margin.t += room
    figure.add_trace(
        go.Heatmap(
            z=np.asarray(depth).tolist(),
            zmin=-1,
            zmax=1,
            colorscale=[[0, colours.low], [0.5, colours.middle], [1, colours.high]],
            showscale=False,
            xgap=3,
            ygap=3,
            text=texts,
            texttemplate="%{text}",
            textfont={"size": _sizes(n)[0]},
            hovertext=hover,
            hovertemplate="%{hovertext}<extra></extra>",
        )
    )
    # Pale cells get an edge, so that the table is seen as one.
    figure.update_layout(
        shapes=[
            {
                "type": "rect",
                "x0": j - 0.49,
                "x1": j + 0.49,
                "y0": i - 0.49,
                "y1": i + 0.49,
                "line": {"color": colours.grid, "width": 1},
            }
            for i in range(n)
            for j in range(n)
        ]
    )
    return figure


def _two_lines(name: str) -> str:
    return name.replace(" ", "<br>", 1)


def _matrix_table(
    w: Words,
    title: str,
    names: list[str],
    share: Any,
    low: Any,
    high: Any,
    lag: int,
    notes: list[str],
) -> TextTable:
    n = len(names)

    def told(i: int, j: int) -> dict[str, str]:
        limits = look.span(low[i, j], high[i, j], w)
        return {"share": w.percent(share[i, j]), "limits": limits}

    rows = tuple(
        (names[i], *(f"{told(i, j)['share']} ({told(i, j)['limits']})" for j in range(n)))
        for i in range(n)
    )
    even = w.even(n)
    sentences = (
        w("figures.matrix.first", when=when(lag, w), even=even, **told(0, 0)),
        w("figures.matrix.last", even=even, rise=w.percent(share[-1, 0]), **told(-1, -1)),
    )
    head = (w("figures.matrix.corner"), *names)
    return TextTable(title, head, rows, sentences, tuple(notes))


def first_passage(
    source: Any,
    horizon: int | None = None,
    *,
    players: Sequence[str] | None = None,
    lang: str | None = None,
    theme: str = "light",
) -> Figure:
    """How many deals from each place to each: as seen, and if only places counted.

    `source`: a simulation or places. Means count a wait longer than `horizon` deals as the horizon
    (None: half of the longest that can be watched), for both numbers alike and for the lot that
    the colours compare with. Marks: ``(before, after)``; behind them are the deals of arrival.
    More: `slime.measures.first_passage`.

    >>> shown = first_passage([[1, 2], [2, 1], [2, 1], [1, 2]], lang="en")
    >>> shown.marks
    ((1, 1), (1, 2), (2, 1), (2, 2))
    """
    w, colours = words(lang), find_theme(theme)
    src = read_source(source, players, w)
    waits = passage_of(src.need_places("first_passage"), horizon)
    seen, model, n = waits.mean_seen, waits.mean_model, src.count
    names, told = place_names(src, w), told_names(src, w)
    # The lot takes P deals, fewer where long waits are cut as those seen are.
    lot = n * (1 - (1 - 1 / n) ** waits.horizon)
    known = np.nan_to_num(seen, nan=lot)
    # Depth by how much longer or shorter than by lot; long is orange.
    depth = np.log(lot / known)
    depth = depth / max(float(np.abs(depth).max()), 0.7)
    texts = [
        [
            _cell(
                w.number(seen[i, j], 1) if seen[i, j] == seen[i, j] else "?",
                w("figures.passage.chain", n=w.number(model[i, j], 1)),
                on_scale(colours, float(depth[i, j])),
                n,
            )
            for j in range(n)
        ]
        for i in range(n)
    ]
    hover = [
        [
            w(
                "figures.passage.cell",
                before=told[i],
                after=told[j],
                seen=w.number(seen[i, j], 2),
                model=w.number(model[i, j], 2),
                full=w.number(waits.mean_full[i, j], 2),
                horizon=waits.horizon,
                n=int(waits.starts[i, j]),
                share=w.percent(waits.share_seen[i, j]),
            )
            for j in range(n)
        ]
        for i in range(n)
    ]
    title = w("figures.passage.title")
    figure = _table(
        colours,
        title,
        w("figures.passage.under", even=w.number(lot, 1), horizon=waits.horizon),
        depth,
        texts,
        hover,
        names,
        (w("figures.axis.from"), w("figures.axis.to")),
    )
    rows = tuple(
        (names[i], *(f"{w.number(seen[i, j], 1)} / {w.number(model[i, j], 1)}" for j in range(n)))
        for i in range(n)
    )
    gap = float(np.nanmax(np.abs(seen - model)))
    text_table = TextTable(
        title,
        (w("figures.matrix.corner_from"), *names),
        rows,
        (
            w("figures.passage.how"),
            w(
                "figures.passage.told",
                up=w.number(seen[-1, 0], 1),
                down=w.number(seen[0, -1], 1),
                even=w.number(lot, 1),
            ),
            w("figures.passage.gap", gap=round(gap, 1)),
        ),
        (
            w("figures.passage.cut", horizon=waits.horizon),
            *_without_cut(waits.mean_full, w),
            *size_note(src, w),
        ),
    )
    marks = [
        Mark(
            (i + 1, j + 1),
            hover[i][j].replace("<br>", " "),
            src,
            _arrivals(src, i + 1, j + 1),
        )
        for i in range(n)
        for j in range(n)
    ]
    hits = {(0, (i, j)): (i + 1, j + 1) for i in range(n) for j in range(n)}
    return Figure(figure, text_table, w.lang, theme, marks, hits)


def _without_cut(full: Any, w: Words) -> list[str]:
    """How long the ways up and down are by the chain if no wait is cut; nothing if endless."""
    up, down = float(full[-1, 0]), float(full[0, -1])
    if not np.isfinite([up, down]).all():
        return []
    told = w("figures.passage.full", up=w.number(up, 1), down=w.number(down, 1), even=len(full))
    return [told]


def _arrivals(src: Source, before: int, after: int) -> Any:
    """Deals in which somebody who waited since a deal on one place came to another."""
    check_place(before, src.count), check_place(after, src.count)

    def find() -> Any:
        places = src.need_places("addresses")
        waiting = np.zeros((places.shape[0], places.shape[2]), bool)
        arrived = np.zeros(places.shape, bool)
        for d in range(places.shape[1]):
            now = places[:, d]
            arrived[:, d] = waiting & (now == after)
            waiting &= (now != after) & (now > 0)
            waiting |= now == before
        return np.argwhere(arrived)

    return find
