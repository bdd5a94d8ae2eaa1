"""How figures look: one sheet for all, large enough for the back row."""

from __future__ import annotations

import textwrap
from typing import Any

from slime.figures.palette import Theme
from slime.i18n import Words

FONT = "system-ui, 'Segoe UI', 'Liberation Sans', 'DejaVu Sans', Arial, sans-serif"
#: Sizes in pixels: text on axes, title, the line below it, numbers in the picture.
TEXT, TITLE, UNDER, NUMBER = 19, 25, 18, 20
#: A line of a title has so many characters at the most.
LINE, LINE_UNDER = 52, 92
_UNKNOWN = "\N{EM DASH}"


def sheet(theme: Theme, title: str, under: str = "", height: int = 600, **more: Any) -> Any:
    """An empty plotly figure: paper, fonts, title on the left, room for it.

    `more` goes into the layout; ``xaxis`` and ``yaxis`` are added to what all axes have.
    """
    import plotly.graph_objects as go

    lines = [f"<b>{line}</b>" for line in textwrap.wrap(title, LINE)]
    for line in textwrap.wrap(under, LINE_UNDER):
        lines.append(f'<span style="font-size:{UNDER}px;color:{theme.soft}">{line}</span>')
    top = 34 + round(len(lines) * TITLE * 1.3)
    margin = {"l": 84, "r": 30, "t": top, "b": 84, **more.pop("margin", {})}
    layout = {
        "template": "none",
        "height": height,
        "paper_bgcolor": theme.paper,
        "plot_bgcolor": theme.paper,
        "font": {"family": FONT, "size": TEXT, "color": theme.ink},
        "title": {
            "text": "<br>".join(lines),
            "font": {"size": TITLE, "color": theme.ink},
            "x": 0,
            "xanchor": "left",
            "xref": "container",
            "pad": {"l": 14, "t": 34},
            "y": 1,
            "yanchor": "top",
            "yref": "container",
        },
        "margin": margin,
        "hoverlabel": {
            "bgcolor": theme.paper,
            "bordercolor": theme.soft,
            "font": {"family": FONT, "size": TEXT, "color": theme.ink},
            "align": "left",
        },
        "legend": {
            "orientation": "h",
            "x": 0,
            "y": 1.0,
            "yanchor": "bottom",
            "font": {"size": TEXT, "color": theme.ink},
            "itemclick": False,
            "itemdoubleclick": False,
            "bgcolor": "rgba(0,0,0,0)",
        },
        "xaxis": {**axis(theme), **more.pop("xaxis", {})},
        "yaxis": {**axis(theme), **more.pop("yaxis", {})},
        **more,
    }
    return go.Figure(layout=layout)


def axis(theme: Theme, **more: Any) -> dict[str, Any]:
    """What all axes have."""
    return {
        "color": theme.ink,
        "gridcolor": theme.grid,
        "linecolor": theme.soft,
        "zeroline": False,
        "ticks": "",
        "automargin": True,
        "fixedrange": True,
        "title": {"font": {"size": TEXT, "color": theme.ink}, "standoff": 14},
        "tickfont": {"size": TEXT, "color": theme.ink},
        **more,
    }


def titled(text: str) -> dict[str, Any]:
    """A title of an axis."""
    return {"text": text, "font": {"size": TEXT}, "standoff": 14}


def percent_ticks(values: list[float], w: Words) -> dict[str, Any]:
    """Ticks at shares, written as the language writes percent."""
    minus = "\N{MINUS SIGN}"
    return {"tickvals": values, "ticktext": [w.percent(v).replace("-", minus) for v in values]}


def number_ticks(values: list[float], w: Words, digits: int | None = None) -> dict[str, Any]:
    """Ticks at numbers, with the sign for minus and the language's decimal point."""
    return {"tickvals": values, "ticktext": [signed(v, w, digits, plus=False) for v in values]}


def steps(low: float, high: float, most: int = 6) -> list[float]:
    """Round values between two limits, for ticks.

    >>> steps(0.0, 0.55)
    [0.0, 0.1, 0.2, 0.3, 0.4, 0.5]
    """
    import math

    span = max(high - low, 1e-9)
    size = 10 ** math.floor(math.log10(span / most))
    step = next(size * k for k in (1, 2, 5, 10, 20) if span / (size * k) <= most)
    first = math.ceil(low / step - 1e-9)
    return [round(k * step, 10) for k in range(first, math.floor(high / step + 1e-9) + 1)]


def signed(value: float, w: Words, digits: int | None = 2, plus: bool = True) -> str:
    """A number with its sign, a real minus.

    >>> from slime.i18n import words
    >>> signed(-0.91, words("ru")), signed(0.14, words("en"))
    ('−0,91', '+0.14')
    """
    text = w.number(abs(value), digits)
    if not any(c in "123456789" for c in text):
        return text
    sign = "\N{MINUS SIGN}" if value < 0 else "+" if plus else ""
    return sign + text


def span(low: float, high: float, w: Words) -> str:
    """Limits of a share in percent without the sign: ``51-53`` with a dash.

    >>> from slime.i18n import words
    >>> span(0.512, 0.53, words("en"))
    '51–53'
    """
    if low != low or high != high:
        return _UNKNOWN
    return f"{100 * low:.0f}\N{EN DASH}{100 * high:.0f}"


def number_span(low: float, high: float, w: Words, digits: int = 2) -> str:
    """Limits of a number: ``-0.93 to -0.89``, in words."""
    if low != low or high != high:
        return _UNKNOWN
    a, b = signed(low, w, digits, plus=False), signed(high, w, digits, plus=False)
    return w("figures.span", low=a, high=b)
