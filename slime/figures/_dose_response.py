"""An outcome by dose: the exchange made stronger step by step, one line a series, with limits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from slime.figures.builder import UNDER, Builder, Limits, around, each, limits_of, numbers
from slime.figures.compare import outcome_name
from slime.figures.figure import Figure
from slime.figures.palette import SYMBOLS
from slime.figures.source import coming_from, expect
from slime.i18n import Words
from slime.measures import Places
from slime.measures.places import Floats

if TYPE_CHECKING:
    from slime.experiments import Dose, DoseResponse
    from slime.experiments._dose_response import Response

_DASHES = ("solid", "solid", "10px,4px", "3px,3px", "14px,4px,3px,4px")


def dose_response(
    doses: DoseResponse,
    outcome: str | None = None,
    *,
    lang: str | None = None,
    theme: str = "light",
) -> Figure:
    """An outcome at every dose of the exchange, one line a series, with limits.

    Parameters
    ----------
    doses : DoseResponse
        A result of `slime.experiments.dose_response`.
    outcome : str, optional
        One of its outcomes; None: the first.
    lang : str, optional
        ``"en"`` or ``"ru"``; the one set, if none is named.
    theme : {"light", "dark"}

    Returns
    -------
    Figure
        Its marks are names of doses; behind a mark are deals of those who were last before.

    Raises
    ------
    ValueError
        For other arguments.

    Examples
    --------
    >>> from slime import experiments
    >>> doses = experiments.exchange_doses(5, flows=("up",))
    >>> found = experiments.dose_response(doses=doses, players=5, matches=30, deals=5,
    ...     outcomes="keep_first", engine="interpreted", progress=False)
    >>> dose_response(found, lang="en").marks
    ('none 0', 'up 1', 'up 2-1')
    """
    from slime.experiments import DoseResponse

    expect(doses, "doses", DoseResponse, "slime.experiments.dose_response")
    fig = Builder(lang, theme)
    key = doses.outcomes[0] if outcome is None else outcome
    responses = doses.of(key)
    limits = limits_of([r.value for r in responses], known=True)
    columns = _columns(responses, fig.w)
    _begin(fig, outcome_name(key, fig.w), responses, limits)
    said = zip(*(columns[column] for column in ("setting", "value", "limits")), strict=True)
    labels = [fig.w("worlds.dose.point", setting=n, value=v, limits=span) for n, v, span in said]
    for r, world, label in zip(responses, doses.worlds, labels, strict=True):
        src = Places.of(world)
        fig.mark(r.dose.name, label, src, coming_from(src, src.count))
    _lines(fig, responses, limits, columns["value"], labels)
    head, sentences = "worlds.dose.head.", _sentences(responses, limits[0], columns, fig.w)
    notes, first = (responses[-1].effect.note(fig.w.lang),), columns["setting"][0]
    return fig.by_columns(head, columns, sentences, notes, first=first)


def _series(responses: Sequence[Response]) -> list[str]:
    return list(dict.fromkeys(r.dose.series for r in responses))


def _crowded(series: Sequence[str]) -> bool:
    """Whether numbers at the points would lie on each other."""
    return len(series) > 4


def _amounts(responses: Sequence[Response]) -> tuple[Floats, float]:
    """The doses, and how far they are apart."""
    dose = np.array([r.dose.amount for r in responses], np.float64)
    return dose, float(np.ptp(dose)) or 1.0


def _columns(responses: Sequence[Response], w: Words) -> dict[str, list[str]]:
    """The text table: a row a dose, effects against the first one."""
    values, effects = [r.value for r in responses], [r.effect for r in responses]
    spans, changes = (each(w.span, *limits_of(found)[1:]) for found in (values, effects))
    return {
        "setting": [dose_name(r.dose, w) for r in responses],
        "value": each(w.signed, limits_of(values)[0], plus=False),
        "limits": spans,
        "effect": ["—", *each(w.signed, limits_of(effects)[0][1:])],
        "effect_limits": ["—", *changes[1:]],
    }


def _begin(fig: Builder, name: str, responses: Sequence[Response], limits: Limits) -> None:
    """The sheet: its title, the doses from left to right, the outcome upwards."""
    w, series = fig.w, _series(responses)
    dose, spread = _amounts(responses)
    at_axis, ends = np.unique(dose).tolist(), around(limits, 0.12)
    swap = "worlds.dose.axis_swap" if dose.min() < 0 else "worlds.dose.axis"
    fig.begin(
        w("worlds.dose.title", outcome=name[:1].lower() + name[1:]),
        w("worlds.dose.under"),
        height=680,
        legend=30 * ((len(series) + 1) // 2 if _crowded(series) else 1),
        x={
            "title": {"text": w(swap)},
            "tickvals": at_axis,
            "ticktext": [_dose_text(d, responses, w) for d in at_axis],
            "range": [at_axis[0] - 0.11 * spread, at_axis[-1] + 0.11 * spread],
            "showgrid": False,
        },
        y=numbers(w, name, *ends),
    )
    if ends[0] < 0 < ends[1]:
        fig.level(y=0, width=1.5)


def _lines(
    fig: Builder,
    responses: Sequence[Response],
    limits: Limits,
    shown: list[str],
    labels: list[str],
) -> None:
    """A line for each series, its points with limits."""
    value, series = limits[0], _series(responses)
    dose, spread = _amounts(responses)
    shades = [getattr(fig.theme, k) for k in ("ink", "first", "second", "third", "soft")]
    # Series stand a little beside each other, but for the world without a dose.
    number = np.array([series.index(r.dose.series) for r in responses])
    at = dose + 0.012 * spread * (number - (len(series) - 1) / 2) * (dose != 0)
    zero = [i for i, d in enumerate(dose) if d == 0][:1]
    for k, line in enumerate(series):
        mine = np.flatnonzero(number == k).tolist()
        style = {"color": shades[k % 5], "width": 3, "dash": _DASHES[k % len(_DASHES)]}
        near = sorted(mine, key=lambda i: abs(dose[i]))[:1]
        if zero and zero != near:  # a line begins at the dose 0
            fig.points(at[zero + near], value[zero + near], line=style, showlegend=False)
        # Numbers stand beside the limits, which would strike through what is above or below.
        below = [value[i] < np.median(value[dose == dose[i]]) for i in mine]
        written = {
            "text": [shown[i] for i in mine],
            "textposition": ["bottom right" if b else "top left" for b in below],
            "textfont": {"size": UNDER},
        }
        fig.points(
            at[mine],
            value[mine],
            {"symbol": SYMBOLS[k % 8], "size": 15, "color": shades[k % 5]},
            line=style,
            limits=limits[:, mine],
            name=_series_name(line, fig.w),
            hover=[labels[i] for i in mine],
            keys=[responses[i].dose.name for i in mine],
            **({} if _crowded(series) else written),
        )


def _sentences(
    responses: Sequence[Response], value: Floats, columns: dict[str, list[str]], w: Words
) -> list[str]:
    """The doses with the most and the least, and what a random exchange is there for."""
    names, shown = columns["setting"], columns["value"]
    most, least = int(value.argmax()), int(value.argmin())
    told = {"high": names[most], "most": shown[most], "low": names[least], "least": shown[least]}
    sentences = [w("worlds.dose.told", **told)]
    if any(line.startswith("random") for line in _series(responses)):
        sentences.append(w("worlds.dose.placebo"))
    return sentences


def _series_name(series: str, w: Words) -> str:
    return w.get(f"worlds.dose.series.{series.replace(' ', '_')}", series)


def dose_name(dose: Dose, w: Words) -> str:
    """A dose in words."""
    series = _series_name(dose.series, w)
    return series if dose.amount == 0 else f"{series} {dose.label}"


def _dose_text(dose: float, responses: Sequence[Response], w: Words) -> str:
    labels = {r.dose.label for r in responses if r.dose.amount == dose}
    shown = w.signed(dose, 0, plus=False)
    if dose == 0:
        return shown
    label = next(iter(labels)) if len(labels) == 1 else shown
    return shown if label.lstrip("-") in shown else f"{shown}<br>({label})"
