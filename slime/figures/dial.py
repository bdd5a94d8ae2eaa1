"""Dose and response: an outcome at every dose, one line a series, with limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from slime.figures import look
from slime.figures.bars import limits_of
from slime.figures.base import Figure, Key, Mark
from slime.figures.notes import limit_note
from slime.figures.palette import SYMBOLS, find_theme
from slime.figures.source import Source, coming_from, expect, read_source
from slime.figures.worlds import limits_told, outcome_name
from slime.i18n import Words, words
from slime.text_table import TextTable

if TYPE_CHECKING:
    from slime.experiments import Dose, DoseResponse


def dose_response(
    doses: DoseResponse,
    outcome: str | None = None,
    *,
    lang: str | None = None,
    theme: str = "light",
) -> Figure:
    """An outcome at every dose, one line a series, with limits.

    `doses` is a result of `slime.experiments.dose_response`; `outcome` one of its outcomes (None:
    the first). Marks: names of doses; behind a mark are deals of those who were last before.

    >>> from slime import experiments
    >>> doses = experiments.exchange_doses(5, flows=("up",))
    >>> found = experiments.dose_response(doses=doses, players=5, matches=30, deals=5,
    ...     outcomes="keep_first", engine="interpreted", progress=False)
    >>> dose_response(found, lang="en").marks
    ('none 0', 'up 1', 'up 2-1')
    """
    import plotly.graph_objects as go

    from slime.experiments import DoseResponse

    expect(doses, "doses", DoseResponse, "slime.experiments.dose_response")
    w, colours = words(lang), find_theme(theme)
    key = doses.outcomes[0] if outcome is None else outcome
    responses = doses.of(key)
    told = {r.dose.name: dose_name(r.dose, w) for r in responses}
    name = outcome_name(key, w)
    title = w("worlds.dose.title", outcome=name[:1].lower() + name[1:])
    swap = any(r.dose.amount < 0 for r in responses)
    low, high = (np.array([float(getattr(r.value, k)) for r in responses]) for k in ("low", "high"))
    value = np.array([float(r.value.value) for r in responses])
    low, high = (np.where(np.isnan(x), value, x) for x in (low, high))
    room = 0.12 * float(high.max() - low.min()) or 0.1
    ends = [float(low.min()) - room, float(high.max()) + room]
    doses_at = sorted({r.dose.amount for r in responses})
    spread = max(doses_at) - min(doses_at) or 1.0
    room_x = 0.11 * spread
    figure = look.sheet(
        colours,
        title,
        w("worlds.dose.under"),
        height=680,
        xaxis={
            "title": look.titled(w("worlds.dose.axis_swap" if swap else "worlds.dose.axis")),
            "tickvals": doses_at,
            "ticktext": [_dose_text(d, responses, w) for d in doses_at],
            "range": [doses_at[0] - room_x, doses_at[-1] + room_x],
            "showgrid": False,
        },
        yaxis={
            "title": look.titled(name),
            "range": ends,
            **look.number_ticks(look.steps(ends[0], ends[1]), w),
        },
    )
    series = list(dict.fromkeys(r.dose.series for r in responses))
    crowded = len(series) > 4  # then numbers at the points would lie on each other
    figure.layout.margin.t += 30 * ((len(series) + 1) // 2 if crowded else 1)
    if ends[0] < 0 < ends[1]:
        figure.add_hline(y=0, line={"color": colours.soft, "width": 1.5, "dash": "dot"})
    labels = [
        w(
            "worlds.dose.point",
            setting=told[r.dose.name],
            value=look.signed(value[i], w, plus=False),
            limits=limits_told(r.value, w),
        )
        for i, r in enumerate(responses)
    ]
    hits: dict[tuple[int, Any], Key] = {}
    shades = (colours.ink, colours.first, colours.second, colours.third, colours.soft)
    at = [
        r.dose.amount
        + (0.012 * spread * (series.index(r.dose.series) - (len(series) - 1) / 2))
        * (r.dose.amount != 0)
        for r in responses
    ]
    zero = [i for i, r in enumerate(responses) if r.dose.amount == 0][:1]
    for k, line in enumerate(series):
        mine = [i for i, r in enumerate(responses) if r.dose.series == line]
        style = {"color": shades[k % 5], "width": 3, "dash": _DASHES[k % len(_DASHES)]}
        near = sorted(mine, key=lambda i: abs(responses[i].dose.amount))[:1]
        if zero and zero != near:  # a line begins at the dose 0
            figure.add_trace(
                go.Scatter(
                    x=[at[i] for i in (*zero, *near)],
                    y=[float(value[i]) for i in (*zero, *near)],
                    mode="lines",
                    line=style,
                    hoverinfo="skip",
                    showlegend=False,
                )
            )
        below = [value[i] < np.median(value[_same_dose(responses, i)]) for i in mine]
        figure.add_trace(
            go.Scatter(
                x=[at[i] for i in mine],
                y=[float(value[i]) for i in mine],
                mode="lines+markers" if crowded else "lines+markers+text",
                line=style,
                marker={
                    "symbol": SYMBOLS[k % 8],
                    "size": 15,
                    "color": shades[k % 5],
                    "line": {"color": colours.ink, "width": 1.5},
                },
                error_y=limits_of(value[mine], low[mine], high[mine], colours.ink),
                text=[look.signed(float(value[i]), w, plus=False) for i in mine],
                # beside the limits, which would strike through what stands above or below
                textposition=["bottom right" if b else "top left" for b in below],
                textfont={"size": look.UNDER, "color": colours.ink},
                name=_series_name(line, w),
                hovertext=[labels[i] for i in mine],
                hovertemplate="%{hovertext}<extra></extra>",
            )
        )
        for j, i in enumerate(mine):
            hits[len(figure.data) - 1, j] = responses[i].dose.name
    text_table = _dose_table(title, responses, told, value, w)
    marks = []
    for i, (r, world) in enumerate(zip(responses, doses.worlds, strict=True)):
        src: Source = read_source(world)
        marks.append(Mark(r.dose.name, labels[i], src, coming_from(src, src.count)))
    return Figure(figure, text_table, w.lang, theme, marks, hits)


_DASHES = ("solid", "solid", "10px,4px", "3px,3px", "14px,4px,3px,4px")


def _same_dose(responses: Any, i: int) -> list[int]:
    return [j for j, r in enumerate(responses) if r.dose.amount == responses[i].dose.amount]


def _series_name(series: str, w: Words) -> str:
    key = f"worlds.dose.series.{series.replace(' ', '_')}"
    return w(key) if key in w else series


def dose_name(dose: Dose, w: Words) -> str:
    """A dose in words."""
    series = _series_name(dose.series, w)
    return series if dose.amount == 0 else f"{series} {dose.label}"


def _dose_text(dose: float, responses: Any, w: Words) -> str:
    labels = {r.dose.label for r in responses if r.dose.amount == dose}
    shown = look.signed(dose, w, 0, plus=False)
    if dose == 0:
        return shown
    label = next(iter(labels)) if len(labels) == 1 else shown
    return shown if label.lstrip("-") in shown else f"{shown}<br>({label})"


def _dose_table(
    title: str, responses: Any, told: dict[str, str], value: Any, w: Words
) -> TextTable:
    first = told[responses[0].dose.name]
    rows = []
    for i, r in enumerate(responses):
        moved = look.signed(float(r.effect.value), w) if i else "—"
        rows.append(
            (
                told[r.dose.name],
                look.signed(float(value[i]), w, plus=False),
                limits_told(r.value, w),
                moved,
                limits_told(r.effect.difference, w) if i else "—",
            )
        )
    most, least = int(value.argmax()), int(value.argmin())
    sentences = [
        w(
            "worlds.dose.told",
            high=rows[most][0],
            most=rows[most][1],
            low=rows[least][0],
            least=rows[least][1],
        )
    ]
    if any(r.dose.series.startswith("random") for r in responses):
        sentences.append(w("worlds.dose.placebo"))
    head = [
        w(f"worlds.dose.head.{k}", first=first) if k == "effect" else w(f"worlds.dose.head.{k}")
        for k in ("setting", "value", "limits", "effect", "effect_limits")
    ]
    notes = (limit_note(responses[-1].effect.difference, w),)
    return TextTable(title, tuple(head), tuple(rows), tuple(sentences), notes)
