"""An outcome by dose: the exchange made stronger step by step, one line a series, with limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from slime.figures.builder import UNDER, Builder, around, each, limits_of, numbers
from slime.figures.compare import outcome_name
from slime.figures.figure import Figure
from slime.figures.palette import SYMBOLS
from slime.figures.source import coming_from, expect
from slime.i18n import Words
from slime.measures import Places

if TYPE_CHECKING:
    from slime.experiments import Dose, DoseResponse

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
    w = fig.w
    key = doses.outcomes[0] if outcome is None else outcome
    responses = doses.of(key)
    name = outcome_name(key, w)
    values, effects = [r.value for r in responses], [r.effect for r in responses]
    limits = limits_of(values, known=True)
    value = limits[0]
    dose = np.array([r.dose.amount for r in responses], np.float64)
    series = list(dict.fromkeys(r.dose.series for r in responses))
    crowded = len(series) > 4  # then numbers at the points would lie on each other
    ends = around(limits, 0.12)
    spread = float(np.ptp(dose)) or 1.0
    at_axis = np.unique(dose).tolist()
    swap = "worlds.dose.axis_swap" if dose.min() < 0 else "worlds.dose.axis"
    fig.begin(
        w("worlds.dose.title", outcome=name[:1].lower() + name[1:]),
        w("worlds.dose.under"),
        height=680,
        legend=30 * ((len(series) + 1) // 2 if crowded else 1),
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
    names = [dose_name(r.dose, w) for r in responses]
    shown = each(w.signed, value, plus=False)
    spans, changes = (each(w.span, *limits_of(found)[1:]) for found in (values, effects))
    labels = each(w, "worlds.dose.point", setting=names, value=shown, limits=spans)
    for r, world, label in zip(responses, doses.worlds, labels, strict=True):
        src = Places.of(world)
        fig.mark(r.dose.name, label, src, coming_from(src, src.count))
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
            name=_series_name(line, w),
            hover=[labels[i] for i in mine],
            keys=[responses[i].dose.name for i in mine],
            **({} if crowded else written),
        )
    columns = {"setting": names, "value": shown, "limits": spans}
    columns["effect"] = ["—", *each(w.signed, limits_of(effects)[0][1:])]
    columns["effect_limits"] = ["—", *changes[1:]]
    most, least = int(value.argmax()), int(value.argmin())
    told = {"high": names[most], "most": shown[most], "low": names[least], "least": shown[least]}
    sentences = [w("worlds.dose.told", **told)]
    if any(line.startswith("random") for line in series):
        sentences.append(w("worlds.dose.placebo"))
    notes = (effects[-1].note(w.lang),)
    return fig.by_columns("worlds.dose.head.", columns, sentences, notes, first=names[0])


def _series_name(series: str, w: Words) -> str:
    return w.get(f"worlds.dose.series.{series.replace(' ', '_')}", series)


def dose_name(dose: Dose, w: Words) -> str:
    """A dose in words."""
    series = _series_name(dose.series, w)
    return series if dose.amount == 0 else f"{series} {dose.label}"


def _dose_text(dose: float, responses: Any, w: Words) -> str:
    labels = {r.dose.label for r in responses if r.dose.amount == dose}
    shown = w.signed(dose, 0, plus=False)
    if dose == 0:
        return shown
    label = next(iter(labels)) if len(labels) == 1 else shown
    return shown if label.lstrip("-") in shown else f"{shown}<br>({label})"
