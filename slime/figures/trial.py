"""The text on trial in pictures: one claim in one case, in all cases, and all claims at once."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

import numpy as np

from slime.claims import tell
from slime.claims.model import Part
from slime.claims.registry import find_claim
from slime.figures import look
from slime.figures.base import Figure, Mark
from slime.figures.palette import SYMBOLS, Theme, find_theme, place_colours
from slime.figures.source import read_source
from slime.i18n import Words, words
from slime.text_table import TextTable

if TYPE_CHECKING:
    from slime.claims import Row, Trial, Tried

#: How far the forest of all claims goes: further marks stand at its edge.
_EDGE = (-3.0, 5.0)
_SYMBOLS = {"holds": "circle", "fails": "x", "undecided": "square-open"}


def claim_picture(tried: Tried, *, lang: str | None = None, theme: str = "light") -> Figure:
    """The picture of a claim tried in one case: its groups with limits, and the deals behind it.

    The mark ``"deals"`` has the addresses of the deals that show it best.

    >>> from slime.claims import commentary
    >>> tried = commentary.test("4", matches=40, engine="interpreted", workers=1)
    >>> len(claim_picture(tried, lang="en").table.rows)
    5
    """
    w, colours = words(lang or tried.lang), find_theme(theme)
    claim, outcome = tried.claim, tried.outcome
    names = [tell.group(claim, g, w) for g in outcome.groups]
    found = [g.found for g in outcome.groups]
    value, low, high = (np.array([e[k] for e in found], np.float64) for k in range(3))
    title = w("trial.picture.title", key=claim.key, verdict=w(f"trial.verdict.{tried.verdict}"))
    says = w(f"commentary.{claim.name}.says")
    ends = _ends([*low, *high, outcome.line])
    figure = look.sheet(
        colours,
        title,
        w("trial.picture.under", case=_capital(tell.case(tried.case.key, w)), says=says),
        height=300 + 58 * len(names),
        xaxis={
            "title": look.titled(w(f"trial.axis.{outcome.axis}")),
            "range": ends,
            **_ticks(ends, outcome.unit, w),
        },
        yaxis={
            "tickvals": list(range(len(names))),
            "ticktext": names,
            "range": [len(names) - 0.4, -0.6],
            "showgrid": False,
        },
        showlegend=False,
    )
    figure.add_vline(x=outcome.line, line={"color": colours.ink, "width": 2, "dash": "dot"})
    numbers = [tell.number(e.value, outcome.unit, w) for e in found]
    spans = [tell.limits(e.low, e.high, outcome.unit, w) for e in found]
    _dots(figure, colours, value, low, high, list(range(len(names))), names, numbers, spans)
    head = tuple(w(f"trial.picture.head_{k}") for k in ("group", "value", "limits"))
    rows = tuple(zip(names, numbers, spans, strict=True))
    told = tuple(tell.finding(claim, row, w) for row in tried.rows)
    marks = []
    notes = [w(f"commentary.{claim.name}.measured")]
    if outcome.world is not None:
        plan = outcome.world.plan
        size = w(
            "trial.picture.size",
            matches=plan.matches,
            deals=plan.rules.match[0][1],
            seed=plan.seed,
            level=w.percent(tried.level),
        )
        notes.append(size)
        label = w("trial.picture.deals")
        find = lambda: np.array(tried.addresses(20), np.int64).reshape(-1, 3)  # noqa: E731
        marks.append(Mark("deals", label, read_source(outcome.world), find))
    axis = _capital(w(f"trial.axis.{outcome.axis}"))
    return Figure(
        figure, TextTable(f"{title}. {axis}", head, rows, told, tuple(notes)), w.lang, theme, marks
    )


def claim_forest(
    trial: Trial,
    claim: str | int,
    part: str | None = None,
    *,
    lang: str | None = None,
    theme: str = "light",
) -> Figure:
    """One part of a claim (None: its first) in every case, with limits and the bound."""
    w, colours = words(lang), find_theme(theme)
    found = find_claim(claim)
    chosen = found.parts[0] if part is None else _part(found.parts, part)
    rows = trial.of(found, chosen.key)
    if not rows:
        raise ValueError(f"claim: the trial has nothing on {found.key}, {chosen.key}")
    lines = list(dict.fromkeys((r.society, r.table) for r in rows))
    sizes = sorted({r.players for r in rows})
    names = [f"{tell.society(s, w)}, {tell.table(t, w)}".replace("`", "") for s, t in lines]
    ends = _ends([*(r.low for r in rows), *(r.high for r in rows), chosen.bound])
    title = w("trial.forest.one", key=found.key)
    said = w(f"commentary.{found.name}.part.{chosen.key}")
    figure = look.sheet(
        colours,
        title,
        f"{_capital(said)}: {tell.bound(found, chosen.key, w)}",
        height=260 + 64 * len(lines),
        xaxis={"range": ends, **_ticks(ends, chosen.unit, w)},
        yaxis={
            "tickvals": list(range(len(lines))),
            "ticktext": ["<br>".join(textwrap.wrap(n, 34)) for n in names],
            "range": [len(lines) - 0.4, -0.6],
        },
    )
    figure.add_vline(x=chosen.bound, line={"color": colours.ink, "width": 4})
    shades = place_colours(len(sizes))
    for k, players in enumerate(sizes):
        mine = [r for r in rows if r.players == players]
        y = [lines.index((r.society, r.table)) + _shift(k, len(sizes)) for r in mine]
        label = [tell.case(r.case, w) for r in mine]
        value, low, high = (
            np.array([getattr(r, f) for r in mine], np.float64) for f in ("value", "low", "high")
        )
        numbers = [tell.number(r.value, chosen.unit, w) for r in mine]
        spans = [tell.limits(r.low, r.high, chosen.unit, w) for r in mine]
        _dots(figure, colours, value, low, high, y, label, numbers, spans, False)
        figure.data[-1].update(
            name=f"{players}",
            marker={"symbol": SYMBOLS[k], "color": shades[k]},
        )
    figure.update_layout(showlegend=True, legend={"title": {"text": w("trial.panel.players")}})
    _room(figure)
    head = ("", *(w(f"trial.{k}") for k in ("picture.head_value", "picture.head_limits")), "")
    table = tuple(
        (
            tell.case(r.case, w).replace("`", ""),
            tell.number(r.value, chosen.unit, w),
            tell.limits(r.low, r.high, chosen.unit, w),
            w(f"trial.verdict.{r.verdict}"),
        )
        for r in rows
    )
    return Figure(figure, TextTable(f"{title}: {said}", head, table), w.lang, theme)


def trial_forest(
    trial: Trial, *, besides: bool = False, lang: str | None = None, theme: str = "light"
) -> Figure:
    """All claims in all cases on one scale: the smallest effect that matters is 1.

    `besides` adds the parts that do not decide on their claim.
    """
    w, colours = words(lang), find_theme(theme)
    lines = [
        (find_claim(key), part)
        for key in trial.claims
        for part in find_claim(key).parts
        if (part.main or besides) and trial.of(key, part.key)
    ]
    if not lines:
        raise ValueError("trial: it has no rows")
    names = [
        w("trial.forest.part", claim=c.key, part=w(f"commentary.{c.name}.part.{p.key}"))
        for c, p in lines
    ]
    title = w("trial.forest.title")
    figure = look.sheet(
        colours,
        title,
        w("trial.forest.under"),
        height=330 + 52 * len(lines),
        xaxis={
            "title": look.titled(w("trial.forest.axis")),
            "range": [_EDGE[0] - 0.2, _EDGE[1] + 0.2],
            **look.number_ticks([float(k) for k in range(-3, 6)], w, 0),
        },
        yaxis={
            "tickvals": list(range(len(lines))),
            "ticktext": ["<br>".join(textwrap.wrap(n, 44)) for n in names],
            "range": [len(lines) - 0.4, -0.6],
            "tickfont": {"size": look.TEXT - 2, "color": colours.ink},
        },
    )
    figure.add_vrect(
        x0=1, x1=_EDGE[1] + 0.2, fillcolor=colours.band, opacity=0.3, line_width=0, layer="below"
    )
    figure.add_vline(x=0, line={"color": colours.soft, "width": 2, "dash": "dot"})
    figure.add_vline(x=1, line={"color": colours.ink, "width": 4})
    spots = [(i, c.key, p, row) for i, (c, p) in enumerate(lines) for row in trial.of(c, p.key)]
    shade = {"holds": colours.first, "fails": colours.second, "undecided": colours.ink}
    for word, symbol in _SYMBOLS.items():
        mine = [s for s in spots if s[3].verdict == word]
        _cloud(figure, w, mine, word, symbol, shade[word], trial)
    _room(figure)
    head = tuple(
        w(f"trial.forest.head_{k}") for k in ("part", "claimed", "span", "holds", "fails", "open")
    )
    table = tuple(_line(trial, c.key, p, w) for c, p in lines)
    told = tuple(
        f"{key}. {w(f'commentary.{find_claim(key).name}.says')} — "
        f"{tell.verdict(trial.verdict(key), w)}."
        for key in trial.claims
    )
    notes = (w("trial.forest.note"),)
    return Figure(figure, TextTable(title, head, table, told, notes), w.lang, theme)


def _cloud(
    figure: Any, w: Words, spots: list[Any], word: str, symbol: str, colour: str, trial: Trial
) -> None:
    import plotly.graph_objects as go

    order = {case: i for i, case in enumerate(dict.fromkeys(r.case for r in trial.rows))}
    x, y, hover = [], [], []
    for line, _key, part, row in spots:
        x.append(float(np.clip(_scaled(part, row), *_EDGE)))
        y.append(line + 0.64 * ((order[row.case] + 0.5) / len(order) - 0.5))
        hover.append(
            w(
                "trial.forest.mark",
                case=tell.case(row.case, w),
                value=tell.number(row.value, part.unit, w),
                limits=tell.limits(row.low, row.high, part.unit, w),
            )
        )
    figure.add_trace(
        go.Scatter(
            x=x,
            y=y,
            mode="markers",
            name=w(f"trial.forest.{word}", n=len(spots)),
            marker={
                "symbol": symbol,
                "size": 9,
                "color": colour,
                "line": {"width": 1.5 if "open" in symbol else 0, "color": colour},
            },
            hovertext=hover,
            hovertemplate="%{hovertext}<extra></extra>",
        )
    )


def _scaled(part: Part, row: Row) -> float:
    """Where a number stands: 0 if nothing is the matter, 1 at the bound."""
    neutral = part.neutral(row.players)
    return (row.value - neutral) / (part.bound - neutral)


def _line(trial: Trial, key: str, part: Part, w: Words) -> tuple[str, ...]:
    rows, found = trial.of(key, part.key), trial.verdict(key, part.key)
    values = [r.value for r in rows if r.value == r.value]
    claim = find_claim(key)
    name = w(f"commentary.{claim.name}.part.{part.key}")
    return (
        w("trial.forest.part", claim=key, part=name),
        tell.bound(claim, part.key, w),
        tell.limits(min(values), max(values), part.unit, w) if values else "?",
        str(found.holds),
        str(found.fails),
        str(found.undecided),
    )


def _dots(
    figure: Any,
    colours: Theme,
    value: Any,
    low: Any,
    high: Any,
    y: list[float] | list[int],
    names: list[str],
    numbers: list[str],
    spans: list[str],
    written: bool = True,
) -> None:
    import plotly.graph_objects as go

    figure.add_trace(
        go.Scatter(
            x=value.tolist(),
            y=y,
            mode="markers",
            marker={
                "symbol": "diamond",
                "size": 15,
                "color": colours.first,
                "line": {"color": colours.ink, "width": 1},
            },
            error_x={
                "type": "data",
                "symmetric": False,
                "array": np.nan_to_num(high - value).tolist(),
                "arrayminus": np.nan_to_num(value - low).tolist(),
                "color": colours.ink,
                "thickness": 2.5,
                "width": 7,
            },
            hovertext=[
                f"{a}: <b>{b}</b> ({c})" for a, b, c in zip(names, numbers, spans, strict=True)
            ],
            hovertemplate="%{hovertext}<extra></extra>",
        )
    )
    for i in range(len(names) if written else 0):
        figure.add_annotation(
            x=float(value[i]) if value[i] == value[i] else 0.0,
            y=y[i],
            yshift=21,
            text=f"<b>{numbers[i]}</b>",
            showarrow=False,
            font={"size": look.NUMBER, "color": colours.ink},
        )


def _ends(values: list[float]) -> list[float]:
    known = [v for v in values if v == v]
    low, high = min(known), max(known)
    room = 0.08 * (high - low) or 0.1
    return [low - room, high + room]


def _ticks(ends: list[float], unit: str, w: Words) -> dict[str, Any]:
    at = look.steps(ends[0], ends[1])
    return look.percent_ticks(at, w) if unit == "share" else look.number_ticks(at, w)


def _room(figure: Any) -> None:
    """Room for the legend between title and picture."""
    figure.update_layout(margin_t=figure.layout.margin.t + 34, height=figure.layout.height + 34)


def _shift(k: int, n: int) -> float:
    return 0.56 * ((k + 0.5) / n - 0.5)


def _part(parts: tuple[Part, ...], key: str) -> Part:
    known = {p.key: p for p in parts}
    if key not in known:
        raise ValueError(f"part: one of {', '.join(known)}, not {key!r:.60}")
    return known[key]


def _capital(text: str) -> str:
    text = text.replace("`", "")
    return text[:1].upper() + text[1:]


__all__ = ["claim_forest", "claim_picture", "trial_forest"]
