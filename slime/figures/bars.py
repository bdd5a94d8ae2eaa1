"""Bars by place, up and down from a line, with limits: for the tax and for the worth of places."""

from __future__ import annotations

from typing import Any

import numpy as np

from slime.figures import look
from slime.figures.palette import Theme
from slime.i18n import Words
from slime.measures.places import Floats


def limits_of(value: Floats, low: Floats, high: Floats, colour: str) -> dict[str, Any]:
    """Limits as plotly's error bars; limits that are not known are left out."""
    return {
        "type": "data",
        "symmetric": False,
        "array": np.nan_to_num(high - value).tolist(),
        "arrayminus": np.nan_to_num(value - low).tolist(),
        "color": colour,
        "thickness": 3,
        "width": 9,
    }


def signed_bars(
    figure: Any,
    theme: Theme,
    w: Words,
    numbers: tuple[Floats, Floats, Floats],
    good: list[bool],
    digits: int,
    hover: list[str],
) -> None:
    """Put bars with their numbers into a figure; a bad one has stripes besides its colour.

    The numbers stand at the end of the bar and its limits, so that neither covers the other.
    """
    import plotly.graph_objects as go

    value, low, high = numbers
    n = len(value)
    colours = [theme.first if g else theme.second for g in good]
    figure.add_trace(
        go.Bar(
            x=list(range(n)),
            y=value.tolist(),
            width=0.62,
            marker={
                "color": colours,
                "line": {"color": theme.ink, "width": 1.5},
                "pattern": {
                    "shape": ["" if g else "/" for g in good],
                    "fillmode": "replace",
                    "fgcolor": colours,
                    "bgcolor": [theme.paper] * n,
                    "size": 14,
                    "solidity": 0.7,
                },
            },
            error_y=limits_of(value, low, high, theme.ink),
            hovertext=hover,
            hovertemplate="%{hovertext}<extra></extra>",
        )
    )
    turned = figure.layout.yaxis.range[0] > figure.layout.yaxis.range[1]
    for i in range(n):
        up = (value[i] >= 0) != turned
        outer = np.nanmax([value[i], high[i]]) if value[i] >= 0 else np.nanmin([value[i], low[i]])
        figure.add_annotation(
            x=i,
            y=float(outer),
            yshift=4 if up else -4,
            yanchor="bottom" if up else "top",
            text=f"<b>{look.signed(float(value[i]), w, digits)}</b>",
            showarrow=False,
            font={"size": look.NUMBER + 4, "color": theme.ink},
        )
    figure.add_hline(y=0, line={"color": theme.ink, "width": 2})
