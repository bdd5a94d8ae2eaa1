"""Rule or person: what was seen beside what equal players show under the same rules and seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from slime.figures.builder import NUMBER, Builder, around, each, numbers, steps, whole
from slime.figures.compare import outcome_name
from slime.figures.figure import Figure
from slime.figures.source import expect

if TYPE_CHECKING:
    from slime.experiments import EqualPlayersTest


def equal_players_band(
    test: EqualPlayersTest, *, lang: str | None = None, theme: str = "light"
) -> Figure:
    """Where equal players have a statistic, and where the table that was seen has it.

    Parameters
    ----------
    test : EqualPlayersTest
        A result of `slime.experiments.equal_players_test`.
    lang : str, optional
        ``"en"`` or ``"ru"``; the one set, if none is named.
    theme : {"light", "dark"}

    Returns
    -------
    Figure
        It has no marks: the bars are made-up tables.

    Raises
    ------
    ValueError
        For other arguments.

    Examples
    --------
    >>> import slime
    >>> sim = slime.simulate(matches=3, deals=6, engine="interpreted", progress=False)
    >>> from slime.experiments import equal_players_test
    >>> test = equal_players_test(sim.places, draws=19, engine="interpreted")
    >>> len(equal_players_band(test, lang="en").table.rows)
    4
    """
    from slime.experiments import EqualPlayersTest

    expect(test, "test", EqualPlayersTest, "slime.experiments.equal_players_test")
    fig = Builder(lang, theme)
    w, colours = fig.w, fig.theme
    name, level = outcome_name(test.statistic, w), w.percent(test.level)
    values = np.append(test.null, test.seen)
    edges = np.linspace(values.min(), values.max() + 1e-9, 31)
    counts, _ = np.histogram(test.null, edges)
    middle = (edges[:-1] + edges[1:]) / 2
    inside = (middle >= test.low) & (middle <= test.high)
    top = float(counts.max())
    low, high = around(edges, 0.06)
    fig.begin(
        w("worlds.person.title", statistic=name),
        w("worlds.person.under", draws=len(test.null), equal=test.equal, level=level),
        height=620,
        x=numbers(w, w("worlds.person.axis", statistic=name), low, high),
        y=numbers(w, w("worlds.person.count"), 0, top * 1.25, ticks=steps(0, top * 1.1, 5)),
    )
    shades = [colours.band if i else colours.paper for i in inside]
    edge = {"color": colours.soft, "width": 1.5}
    width = float(edges[1] - edges[0]) * 0.94
    bars = {"x": middle.tolist(), "y": counts.tolist(), "width": width}
    fig.trace("bar", marker={"color": shades, "line": edge}, **bars)
    seen = w.signed(test.seen, plus=False)
    fig.level(x=test.seen, color=colours.second, width=4)
    marker = {"symbol": "diamond", "size": 20, "color": colours.second, "line": {"width": 2}}
    said = w("worlds.person.seen", value=seen)
    fig.points([test.seen], [top * 1.1], marker, hover=[said])
    side, anchor = (-16, "right") if test.seen > (low + high) / 2 else (16, "left")
    beside: dict[str, Any] = {"xshift": side, "xanchor": anchor, "size": NUMBER + 2}
    fig.note(f"<b>{said}</b>", test.seen, top * 1.1, **beside)
    limits, share = w.span(test.low, test.high), w.percent(test.p, 1)
    verdict = "rejected" if test.rejected else "kept"
    said_p = w("worlds.person.p", p=share)
    sentences = [
        w(f"worlds.person.{verdict}", seen=seen, limits=limits, p=said_p),
        w("worlds.person.sessions", sessions=test.sessions, deals=test.deals),
    ]
    if len(test.all_p) > 1:
        others = [f"{who} {w.percent(p, 1)}" for who, p in test.all_p]
        sentences.append(w("worlds.person.others", list=others))
    ends = (w.signed(x, plus=False) for x in (test.low, test.high))
    rows = zip(("seen", "low", "high", "p"), (seen, *ends, share), strict=True)
    return fig.figure(
        (w("worlds.person.head_what"), w("worlds.person.head_value")),
        [(w(f"worlds.person.row_{key}"), text) for key, text in rows],
        sentences,
        (w("worlds.person.limits", level=level, limits=limits),),
    )


def persistence_by_lag(
    test: EqualPlayersTest, *, lang: str | None = None, theme: str = "light"
) -> Figure:
    """The matrix over k deals against the power of the one-deal matrix, with the band of equals.

    The gap is compared with what equal players at the same seats show, never with 0. Each number
    of deals has a band of its own, so one of many may lie outside by chance: the words say how
    often equal players show as many.

    Parameters
    ----------
    test : EqualPlayersTest
        A result of `slime.experiments.equal_players_test`.
    lang : str, optional
        ``"en"`` or ``"ru"``; the one set, if none is named.
    theme : {"light", "dark"}

    Returns
    -------
    Figure
        It has no marks.

    Raises
    ------
    ValueError
        For other arguments.

    Examples
    --------
    >>> import slime
    >>> sim = slime.simulate(matches=5, seed=1, progress=False, deals=20)
    >>> test = slime.experiments.equal_players_test(sim.places, draws=199)
    >>> persistence_by_lag(test, lang="en").table.title
    'Is a place all that is carried over?'
    """
    from slime.experiments import EqualPlayersTest

    expect(test, "test", EqualPlayersTest, "slime.experiments.equal_players_test")
    fig = Builder(lang, theme)
    w, colours = fig.w, fig.theme
    lags = [row.lag for row in test.lags]
    gap, low, high = np.array([(row.gap, row.low, row.high) for row in test.lags], np.float64).T
    fig.begin(
        w("worlds.gaps.title"),
        w("worlds.gaps.under", level=w.percent(test.level)),
        height=640,
        legend=40,
        x=whole(w("worlds.gaps.head.lag"), lags, 0.5),
        y=numbers(w, w("worlds.gaps.axis"), *around([0.0, *gap, *low, *high], 0.15)),
    )
    x = [lags[0] - 0.4, *lags, lags[-1] + 0.4]
    low_edge, high_edge = np.pad([low, high], ((0, 0), (1, 1)), "edge").tolist()
    fig.band(x, low_edge, high_edge, w("worlds.gaps.band"))
    fig.level(y=0)
    gaps, spans = each(w.signed, gap), each(w.span, low, high)
    looks = {True: ("diamond", colours.second), False: ("circle-open", colours.ink)}
    symbols, shades = zip(*(looks[row.outside] for row in test.lags), strict=True)
    fig.points(
        lags,
        gap.tolist(),
        {"symbol": symbols, "size": 18, "color": shades, "line": {"width": 2.5}},
        name=w("worlds.gaps.seen"),
        hover=each(w, "worlds.gaps.point", lag=lags, gap=gaps, limits=spans),
    )
    outside = [row.lag for row in test.lags if row.outside]
    sentences = [w("worlds.gaps.inside")]
    if outside:
        rare = "rare" if test.lags_rejected else "usual"
        sentences = [
            w("worlds.gaps.outside", lags=[str(k) for k in outside], n=outside[-1]),
            w(f"worlds.gaps.{rare}", p=w.percent(test.lags_p, 1)),
        ]
    columns = {"lag": each(str, lags)}
    for key in ("seen", "power"):
        columns[key] = [w.signed(getattr(row, key), plus=False) for row in test.lags]
    columns |= {"gap": gaps, "band": spans}
    return fig.by_columns("worlds.gaps.head.", columns, sentences, (w("worlds.gaps.not_zero"),))
