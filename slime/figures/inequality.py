"""How unequal totals are: Lorenz curves of two worlds in one picture."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from slime._checks import check_fraction, check_int, invalid
from slime.figures.builder import Builder, each, numbers
from slime.figures.figure import Figure
from slime.figures.source import Finder, read_places
from slime.i18n import Words
from slime.measures import Places, mean_lorenz, totals_after
from slime.measures.inequality import gini_rows, lorenz_rows
from slime.measures.places import Floats, Ints, PlacesLike

#: The curves on the left; on the right they less the line of equal shares, not in the legend.
_PANELS: tuple[tuple[float, dict[str, Any]], ...] = (
    (0.0, {"showlegend": True}),
    (1.0, {"showlegend": False, "xaxis": "x2", "yaxis": "y2"}),
)


class _World(NamedTuple):
    """One of the two: its name, its places, its mean curve and mean Gini."""

    called: str
    places: Places
    curve: Floats
    gini: float


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
    both = [read_places(source), read_places(other, None, "other")]
    horizon = _horizon(both, horizon)
    called = _called(names, w)
    totals = [totals_after(places, horizon) for places in both]
    worlds = [
        _World(name, places, mean_lorenz(places, horizon)[1], float(np.nanmean(gini_rows(own))))
        for name, places, own in zip(called, both, totals, strict=True)
    ]
    people = np.linspace(0, 1, both[0].count + 1)
    single = lorenz_rows(totals[1])
    tail = (1 - check_fraction("level", level)) / 2
    edges = np.quantile(single, [tail, 1 - tail], axis=0)
    lowest = (edges[0], *(world.curve for world in worlds))
    _begin(fig, people, horizon, float(min((curve - people).min() for curve in lowest)))
    if len(single) > 1:
        name = w("figures.lorenz.band", level=w.percent(level), world=called[1])
        for minus, panel in _PANELS:
            low, high = edges - minus * people
            fig.band(people, low, high, name, line={"width": 0}, **panel)
    dotted = {"color": fig.theme.soft, "width": 2, "dash": "dot"}
    for minus, panel in _PANELS:
        fig.points([0, 1], [0, 1 - minus], line=dotted, name=w("figures.lorenz.equal"), **panel)
    _draw_curve(fig, 1, worlds[0], horizon, ("solid", "circle", fig.theme.first))
    _draw_curve(fig, 2, worlds[1], horizon, ("10px,4px", "square", fig.theme.second))
    return _in_words(fig, worlds, horizon)


def _horizon(worlds: Sequence[Places], horizon: int | None) -> int:
    """After how many deals; both worlds must have got so far, with as many players."""
    one, other = worlds
    if other.count != one.count:
        raise invalid("figures.wrong.other", count=one.count, got=other.count)
    most = min(one.shape[1], other.shape[1])
    return most if horizon is None else check_int("horizon", horizon, 1, most)


def _called(names: Sequence[str] | None, w: Words) -> Sequence[str]:
    """What the two worlds are called."""
    called = each(w, "figures.lorenz.world", n=[1, 2]) if names is None else names
    if isinstance(called, str) or not isinstance(called, Sequence) or len(called) != 2:
        raise invalid("figures.wrong.names", got=names)
    return called


def _begin(fig: Builder, people: Floats, horizon: int, deepest: float) -> None:
    """The sheet: curves on the left, on the right the gap below an equal share."""
    w = fig.w
    across = {
        "title": {"text": w("figures.lorenz.x")},
        "range": [-0.02, 1.02],
        "tickvals": people.tolist(),
        "ticktext": [str(k) for k in range(len(people))],
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


def _draw_curve(
    fig: Builder, number: int, world: _World, horizon: int, look: tuple[str, str, str]
) -> None:
    """One world's curve in both panels; `look`: dash, symbol, colour."""
    w, curve, (dash, symbol, colour) = fig.w, world.curve, look
    people = np.linspace(0, 1, len(curve))
    said = {"n": range(len(curve)), "share": each(w.percent, curve)}
    labels = each(w, "figures.lorenz.point", world=world.called, **said)
    for minus, panel in _PANELS:
        fig.points(
            people,
            curve - minus * people,
            {"symbol": symbol, "size": 13, "color": colour},
            line={"color": colour, "width": 4, "dash": dash},
            name=w("figures.lorenz.legend", world=world.called, gini=w.number(world.gini, 2)),
            hover=labels,
            keys={j: (number, j) for j in range(1, len(curve))},
            behind=(world.places, partial(_near, world.places, horizon, curve)),
            **panel,
        )


def _in_words(fig: Builder, worlds: Sequence[_World], horizon: int) -> Figure:
    """The figure with its table: who is called what, and which of the two is less equal."""
    w = fig.w
    more, less = worlds[::-1] if worlds[1].gini > worlds[0].gini else worlds
    told = {"more": more.called, "less": less.called}
    told |= {"high": w.number(more.gini, 2), "low": w.number(less.gini, 2)}
    poorest = each(w, "figures.lorenz.poorest", n=range(1, len(more.curve)))
    return fig.figure(
        (w("figures.lorenz.corner"), *poorest, w("figures.lorenz.gini")),
        [(one.called, *each(w.percent, one.curve[1:]), w.number(one.gini, 2)) for one in worlds],
        (w("figures.lorenz.told", n=horizon, **told), w("figures.lorenz.horizon")),
        [f"{one.called}: {note}" for one in worlds for note in fig.size_notes(one.places)],
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
