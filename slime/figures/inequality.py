"""How unequal totals are: Lorenz curves of two worlds in one picture."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from slime._checks import check_fraction, check_int, invalid
from slime.figures.builder import Builder, each, numbers
from slime.figures.figure import Figure
from slime.figures.source import Finder, read_places
from slime.measures import Places, mean_lorenz, totals_after
from slime.measures.inequality import gini_rows, lorenz_rows
from slime.measures.places import Floats, Ints, PlacesLike


def lorenz_pair(
    source: PlacesLike,
    other: PlacesLike,
    names: Sequence[str] | None = None,
    horizon: int | None = None,
    *,
    level: float = 0.95,
    lang: str | None = None,
    theme: str = "light",
) -> Figure:
    """Lorenz curves of the totals of two worlds after as many deals, one over the other.

    Totals count goods: number of players minus place in each deal. On the right the gap below an
    equal share is enlarged.

    Parameters
    ----------
    source, other : simulation, array, data frame, text or list
        Places with as many players, see `slime.measures.Places.of`.
    names : sequence of two str, optional
        What the two are called.
    horizon : int, optional
        After how many deals; None: as many as both have.
    level : float
        What share of the single matches of `other` the band holds.
    lang : str, optional
        ``"en"`` or ``"ru"``; the one set, if none is named.
    theme : {"light", "dark"}

    Returns
    -------
    Figure
        Its marks are ``(world, people)``: world 1 or 2, the poorest so many people. Behind them are
        the last deals of matches, those nearest to the curve first, and the last of these people.

    Raises
    ------
    ValueError
        For other arguments.

    Examples
    --------
    >>> shown = lorenz_pair([[1, 2, 3], [1, 2, 3]], [[1, 2, 3], [3, 2, 1]], lang="en")
    >>> [row[-1] for row in shown.table.rows]
    ['0.44', '0.00']
    """
    fig = Builder(lang, theme)
    w = fig.w
    worlds = [read_places(source), read_places(other, None, "other")]
    n = worlds[0].count
    if worlds[1].count != n:
        raise invalid("figures.wrong.other", count=n, got=worlds[1].count)
    places = [src.array for src in worlds]
    most = min(p.shape[1] for p in places)
    horizon = most if horizon is None else check_int("horizon", horizon, 1, most)
    called = each(w, "figures.lorenz.world", n=[1, 2]) if names is None else names
    if isinstance(called, str) or not isinstance(called, Sequence) or len(called) != 2:
        raise invalid("figures.wrong.names", got=names)
    people = np.linspace(0, 1, n + 1)
    curves = [mean_lorenz(p, horizon)[1] for p in places]
    ginis = [float(np.nanmean(gini_rows(totals_after(p, horizon)))) for p in places]
    shown = each(w.number, ginis, 2)
    single = lorenz_rows(totals_after(places[1], horizon))
    tail = (1 - check_fraction("level", level)) / 2
    low, high = np.quantile(single, [tail, 1 - tail], axis=0)
    deepest = float(min((low - people).min(), *((c - people).min() for c in curves)))
    across = {
        "title": {"text": w("figures.lorenz.x")},
        "range": [-0.02, 1.02],
        "tickvals": people.tolist(),
        "ticktext": [str(k) for k in range(n + 1)],
    }
    share: dict[str, Any] = {"ticks": [0, 0.2, 0.4, 0.6, 0.8, 1.0], "percent": True}
    gap = numbers(w, w("figures.lorenz.gap"), deepest * 1.12, 0, percent=True)
    fig.begin(
        w("figures.lorenz.title", n=horizon),
        w("figures.lorenz.under"),
        height=660,
        legend=48,
        x={"domain": [0, 0.54], **across},
        y=numbers(w, w("figures.lorenz.y"), -0.02, 1.05, **share),
        xaxis2={"domain": [0.68, 1], "anchor": "y2", **across},
        yaxis2={**gap, "anchor": "x2", "range": [deepest * 1.12, -deepest * 0.06]},
    )
    # The curves on the left; on the right they less the line of equal shares, not in the legend.
    panels: tuple[tuple[float, dict[str, Any]], ...] = (
        (0.0, {"showlegend": True}),
        (1.0, {"showlegend": False, "xaxis": "x2", "yaxis": "y2"}),
    )
    if len(single) > 1:
        name = w("figures.lorenz.band", level=w.percent(level), world=called[1])
        for minus, panel in panels:
            low_, high_ = low - minus * people, high - minus * people
            fig.band(people, low_, high_, name, line={"width": 0}, **panel)
    dotted = {"color": fig.theme.soft, "width": 2, "dash": "dot"}
    for minus, panel in panels:
        fig.points([0, 1], [0, 1 - minus], line=dotted, name=w("figures.lorenz.equal"), **panel)
    styles = (("solid", "circle", fig.theme.first), ("10px,4px", "square", fig.theme.second))
    for k, (dash, symbol, colour) in enumerate(styles):
        src, curve = worlds[k], curves[k]
        said = {"n": range(n + 1), "share": each(w.percent, curve)}
        labels = each(w, "figures.lorenz.point", world=called[k], **said)
        keys = {j: (k + 1, j) for j in range(1, n + 1)}
        for minus, panel in panels:
            fig.points(
                people,
                curve - minus * people,
                {"symbol": symbol, "size": 13, "color": colour},
                line={"color": colour, "width": 4, "dash": dash},
                name=w("figures.lorenz.legend", world=called[k], gini=shown[k]),
                hover=labels,
                keys=keys,
                behind=(src, partial(_near, src, horizon, curve)),
                **panel,
            )
    more = int(ginis[1] > ginis[0])
    order = {"more": called[more], "less": called[1 - more]}
    high_low = {"high": shown[more], "low": shown[1 - more]}
    poorest = each(w, "figures.lorenz.poorest", n=range(1, n + 1))
    return fig.figure(
        (w("figures.lorenz.corner"), *poorest, w("figures.lorenz.gini")),
        [(called[k], *each(w.percent, curves[k][1:]), shown[k]) for k in (0, 1)],
        (w("figures.lorenz.told", n=horizon, **order, **high_low), w("figures.lorenz.horizon")),
        [f"{called[k]}: {note}" for k in (0, 1) for note in fig.size_notes(worlds[k])],
    )


def _near(src: Places, horizon: int, curve: Floats, key: tuple[int, int]) -> Finder:
    """The last deals of matches, the one nearest to the curve first; the last of the poorest."""
    people = key[1]

    def find() -> Ints:
        totals = totals_after(src.array, horizon)
        totals = np.where(totals.sum(axis=1, keepdims=True) > 0, totals, np.nan)
        order = np.argsort(totals, axis=1, kind="stable")
        poorest = np.take_along_axis(totals, order, axis=1)
        share = np.cumsum(poorest, axis=1)[:, people - 1] / poorest.sum(axis=1)
        far = np.abs(share - curve[people])
        best = np.argsort(far, kind="stable")[: int(np.isfinite(far).sum())]
        return np.stack([best, np.full(len(best), horizon - 1), order[best, people - 1]], axis=1)

    return find
