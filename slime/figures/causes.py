"""What causes what: signed shares as a waterfall, from all rules off to all rules on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from slime.figures import look
from slime.figures.base import Figure, Key, Mark
from slime.figures.palette import find_theme
from slime.figures.source import coming_from, expect, read_source
from slime.figures.worlds import outcome_name
from slime.i18n import Words, words
from slime.text_table import TextTable

if TYPE_CHECKING:
    from slime.experiments import Decomposition
    from slime.experiments.factorial import Contribution, Shares


def factor_name(factor: str, w: Words) -> str:
    """A factor in words; factors joined by + are named one after the other."""
    names = [
        w(f"worlds.factor.{one}") if f"worlds.factor.{one}" in w else one
        for one in factor.split("+")
    ]
    return " + ".join(names)


def signed_shares(
    causes: Decomposition,
    outcome: str | None = None,
    *,
    lang: str | None = None,
    theme: str = "light",
) -> Figure:
    """How much each rule adds to an outcome, as a waterfall with limits.

    `causes` is a result of `slime.decompose`, `outcome` one of its outcomes (None: the first).
    Marks: ``"empty"``, the factors, ``"full"``; behind a factor are deals of the world in which it
    alone is on, of those who were last before.

    >>> import slime
    >>> causes = slime.decompose(factors=("exchange", "fall"), outcomes="keep_first", matches=30,
    ...                          deals=5, engine="interpreted", progress=False)
    >>> signed_shares(causes, lang="en").marks
    ('empty', 'exchange', 'fall', 'full')
    """
    import plotly.graph_objects as go

    from slime.experiments import Decomposition

    expect(causes, "causes", Decomposition, "slime.decompose")
    w, colours = words(lang), find_theme(theme)
    one = causes[causes.outcomes[0] if outcome is None else outcome]
    name = outcome_name(one.outcome, w)
    title = w("worlds.shares.title", outcome=name[:1].lower() + name[1:])
    cells = [np.asarray(x, np.float64) for x in (one.cells.value, one.cells.low, one.cells.high)]
    steps = np.concatenate([[0.0], np.cumsum([part.value for part in one.shares])])
    levels = one.empty + steps
    names = [
        w("worlds.shares.empty"),
        *(factor_name(part.factors[0], w) for part in one.shares),
        w("worlds.shares.full"),
    ]
    bases = [0.0, *(min(a, b) for a, b in zip(levels, levels[1:], strict=False)), 0.0]
    tall = [one.empty, *(abs(part.value) for part in one.shares), one.full]
    sign = [0, *(1 if part.value >= 0 else -1 for part in one.shares), 0]
    shade = {0: colours.soft, 1: colours.first, -1: colours.second}
    ends = _ends(one, levels)
    n = len(names)
    figure = look.sheet(
        colours,
        title,
        w("worlds.shares.under"),
        height=680,
        xaxis={
            "tickvals": list(range(n)),
            "ticktext": [_lines(x) for x in names],
            "showgrid": False,
            "range": [-0.6, n - 0.4],
        },
        yaxis={
            "title": look.titled(name),
            "range": ends,
            **look.number_ticks(look.steps(ends[0], ends[1]), w),
        },
        showlegend=False,
    )
    hover = _labels(one, names, cells, w)
    figure.add_trace(
        go.Bar(
            x=list(range(n)),
            y=tall,
            base=bases,
            width=0.66,
            marker={
                "color": [shade[s] for s in sign],
                "line": {"color": colours.ink, "width": 1.5},
                "pattern": {
                    "shape": ["/" if s < 0 else "" for s in sign],
                    "fillmode": "replace",
                    "fgcolor": [shade[s] for s in sign],
                    "bgcolor": [colours.paper] * n,
                    "size": 14,
                    "solidity": 0.7,
                },
            },
            hovertext=hover,
            hovertemplate="%{hovertext}<extra></extra>",
        )
    )
    _numbers(figure, colours, one, levels, w)
    figure.add_hline(y=0, line={"color": colours.ink, "width": 2})
    for k in range(n - 1):  # the level that is handed on
        figure.add_shape(
            type="line",
            x0=k - 0.33,
            x1=k + 1.33,
            y0=levels[k],
            y1=levels[k],
            line={"color": colours.soft, "width": 1.5, "dash": "dot"},
        )
    keys: list[Key] = ["empty", *(part.factors[0] for part in one.shares), "full"]
    marks = []
    for key, label in zip(keys, hover, strict=True):
        on = () if key == "empty" else causes.factors if key == "full" else (key,)
        src = read_source(causes.world(on))
        marks.append(Mark(key, label, src, coming_from(src, src.count)))
    text_table = TextTable(
        title,
        tuple(w(f"worlds.shares.head.{k}") for k in ("factor", "share", "limits", "alone", "last")),
        tuple(_row(one, i, names[i + 1], w) for i in range(len(one.shares))),
        _sentences(one, names, w),
        (_note(causes, one, w), w("worlds.shares.no_percent")),
    )
    return Figure(figure, text_table, w.lang, theme, marks, {(0, i): k for i, k in enumerate(keys)})


def _ends(one: Shares, levels: Any) -> list[float]:
    reach = [0.0, *levels]
    for i, part in enumerate(one.shares):
        reach += [levels[i] + x for x in (part.low, part.high) if x == x]
    low, high = min(reach), max(reach)
    room = 0.13 * (high - low) or 0.1
    return [low - room if low < 0 else 0.0, high + room if high > 0 else 0.0]


def _lines(name: str) -> str:
    if " + " in name:
        return name.replace(" + ", " +<br>")
    return name.replace(" ", "<br>", 1) if len(name) > 11 else name


def _labels(one: Shares, names: list[str], cells: list[Any], w: Words) -> list[str]:
    out = []
    for i, name in enumerate(names):
        if 0 < i < len(names) - 1:
            part = one.shares[i - 1]
            share, limits = look.signed(part.value, w), span(part, w)
            out.append(w("worlds.shares.bar", factor=name, share=share, limits=limits))
        else:
            k = 0 if i == 0 else -1
            value = look.signed(float(cells[0][k]), w, plus=False)
            limits = look.number_span(float(cells[1][k]), float(cells[2][k]), w)
            out.append(w("worlds.shares.bar_end", cell=name, value=value, limits=limits))
    return out


def span(part: Contribution, w: Words) -> str:
    """The limits of a part in words."""
    return look.number_span(part.low, part.high, w)


def _numbers(figure: Any, colours: Any, one: Shares, levels: Any, w: Words) -> None:
    """Amounts at the ends of the bars, and the limits of each share as a thin line."""
    ends = [(0, one.empty), (len(one.shares) + 1, one.full)]
    for x, value in ends:
        _number(figure, colours, x, value, look.signed(value, w, plus=False), value >= 0)
    for i, part in enumerate(one.shares):
        up = part.value >= 0
        edge = levels[i + 1]
        if part.low == part.low:
            figure.add_shape(
                type="line",
                x0=i + 1,
                x1=i + 1,
                y0=levels[i] + part.low,
                y1=levels[i] + part.high,
                line={"color": colours.ink, "width": 4},
            )
            edge = levels[i] + (part.high if up else part.low)
        _number(figure, colours, i + 1, edge, look.signed(part.value, w), up)


def _number(figure: Any, colours: Any, x: float, y: float, text: str, above: bool) -> None:
    figure.add_annotation(
        x=x,
        y=y,
        yshift=4 if above else -4,
        yanchor="bottom" if above else "top",
        text=f"<b>{text}</b>",
        showarrow=False,
        font={"size": look.NUMBER + 4, "color": colours.ink},
    )


def _row(one: Shares, i: int, name: str, w: Words) -> tuple[str, ...]:
    part = one.shares[i]
    return (
        name,
        look.signed(part.value, w),
        span(part, w),
        look.signed(one.alone[i], w),
        look.signed(one.last[i], w),
    )


def _sentences(one: Shares, names: list[str], w: Words) -> tuple[str, ...]:
    largest = max(range(len(one.shares)), key=lambda i: abs(one.shares[i].value))
    part = one.shares[largest]
    out = [
        w(
            "worlds.shares.largest",
            factor=names[largest + 1],
            share=look.signed(part.value, w),
            limits=span(part, w),
        ),
        w(
            "worlds.shares.sum",
            empty=look.signed(one.empty, w, plus=False),
            full=look.signed(one.full, w, plus=False),
            total=look.signed(one.total.value, w),
        ),
    ]
    pairs = [p for p in one.interactions if len(p.factors) == 2]
    for pair in sorted(pairs, key=lambda p: -abs(p.value))[:3]:
        out.append(
            w(
                "worlds.shares.pair",
                factors=[factor_name(f, w) for f in pair.factors],
                amount=look.signed(pair.value, w),
                limits=span(pair, w),
            )
        )
    return tuple(out)


def _note(causes: Decomposition, one: Shares, w: Words) -> str:
    plan = causes.plans[-1]
    return w(
        "worlds.shares.note",
        cells=len(causes.plans),
        matches=plan.matches,
        deals=plan.rules.match[0][1],
        level=w.percent(one.level),
    )
