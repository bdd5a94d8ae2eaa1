"""Is a place all that is carried over? Shares that stay, by lag, beside the power of the matrix."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

import numpy as np

from slime._checks import check_fraction, check_int, invalid
from slime.figures.builder import Builder, Limits, each, limits_of, numbers, whole
from slime.figures.figure import Figure
from slime.figures.source import DRAWS, moved, names_in_text, read_places
from slime.measures import Band, Places, band, interval
from slime.measures import keep_by_lag as shares_by_lag
from slime.measures.places import Floats, Ints, PlacesLike, check_place


def keep_by_lag(
    source: PlacesLike,
    place: int = 1,
    lags: Sequence[int] = (1, 2, 3, 4, 5, 6),
    world: PlacesLike | None = None,
    *,
    level: float = 0.95,
    players: Sequence[str] | None = None,
    lang: str | None = None,
    theme: str = "light",
) -> Figure:
    """Who holds a place so many deals later: as seen, and if only places were carried over.

    Parameters
    ----------
    source : simulation, array, data frame, text or list
        Places, see `slime.measures.Places.of`.
    place : int
        The place that is held, from 1.
    lags : sequence of int
        How many deals later.
    world : simulation, array, data frame, text or list, optional
        Equal players by the same rules: the shares should lie in its band, what chance gives for
        as many matches, if only the rules are at work.
    level : float
        In what share of cases the limits hold the true value, and the share in the band.
    players : sequence of str, optional
        Names of the players.
    lang : str, optional
        ``"en"`` or ``"ru"``; the one set, if none is named.
    theme : {"light", "dark"}

    Returns
    -------
    Figure
        Its marks are the lags.

    Raises
    ------
    ValueError
        For other arguments.

    Examples
    --------
    >>> table = [[1, 2, 3], [1, 3, 2], [2, 1, 3], [1, 2, 3], [1, 2, 3]]
    >>> shown = keep_by_lag(table, lags=[1, 2], lang="en")
    >>> [row[:3] for row in shown.table.rows]
    [('1', '50%', '50%'), ('2', '33%', '38%')]
    """
    fig = Builder(lang, theme)
    w, src = fig.w, read_places(source, players)
    places = src.array
    place, level = check_place(place, src.count), check_fraction("level", level)
    lags = _checked(lags, places.shape[1] - 1)
    found = [
        interval(places, "keep_place", level, draws=DRAWS, place=place, lag=lag) for lag in lags
    ]
    limits = limits_of(found)
    _, power = shares_by_lag(places, place, lags)
    bands = [] if world is None else _bands(world, places, place, lags, level)
    band_low, band_high = ([float(getattr(b, k)) for b in bands] for k in ("low", "high"))
    even, name = 1 / src.count, names_in_text(src, w)[place - 1]
    top = float(np.nanmax([*limits[0], *limits[2], *power, even, *band_low, *band_high])) * 1.12
    _begin(fig, lags, name, top)
    if bands:
        fig.band(lags, band_low, band_high, w("figures.keep.band", level=w.percent(level)))
    _lines(fig, src, place, lags, limits, power)
    seen, low, high = limits
    spans = each(w.percent_span, low, high)
    texts = each(str, lags), each(w.percent, seen), each(w.percent, power), spans
    columns = dict(zip(("lag", "seen", "power", "limits"), texts, strict=True))
    gap = int(np.abs(seen - power)[1:].argmax()) + 1 if len(lags) > 1 else 0
    widest = {"seen": w.percent(seen[gap], 1), "power": w.percent(power[gap], 1)}
    sentences = [w("figures.keep.told", place=name, lag=lags[gap], **widest)]
    if bands:
        columns["band"] = each(w.percent_span, band_low, band_high)
        outside = [lags[k] for k, v in enumerate(seen) if not band_low[k] <= v <= band_high[k]]
        share = {"lags": outside, "share": w.percent(1 - level)} if outside else {}
        sentences.append(w("figures.keep." + ("outside" if outside else "inside"), **share))
    notes = (*fig.size_notes(src), found[0].note(w.lang))
    return fig.by_columns("figures.keep.head.", columns, sentences, notes)


def _checked(lags: Sequence[int], most: int) -> list[int]:
    """The lags in their order, each once."""
    if isinstance(lags, str) or not isinstance(lags, Iterable) or not len(lags):
        raise invalid("figures.wrong.lags", got=lags)
    return sorted({check_int("lags", lag, 1, most) for lag in lags})


def _begin(fig: Builder, lags: Sequence[int], name: str, top: float) -> None:
    """The sheet: lags from left to right, shares upwards."""
    w = fig.w
    title, reach = w("figures.keep.y", place=name), [0, min(top, 1.05)]
    fig.begin(
        w("figures.keep.title", place=name),
        w("figures.keep.under"),
        height=640,
        legend=62,
        x=whole(w("figures.axis.lag"), lags, 0.4),
        y=numbers(w, title, 0, min(top, 1.0), percent=True, range=reach),
    )


def _lines(
    fig: Builder, src: Places, place: int, lags: Sequence[int], limits: Limits, power: Floats
) -> None:
    """What chance gives, what the power of the matrix gives, and above both what was seen."""
    w, even = fig.w, 1 / src.count
    fig.points(
        [lags[0] - 0.4, lags[-1] + 0.4],
        [even, even],
        line={"color": fig.theme.soft, "width": 2, "dash": "dot"},
        name=w("figures.keep.chance", even=w.even(src.count)),
    )
    edge = {"color": fig.theme.second, "width": 3}
    marker = {"symbol": "diamond-open", "size": 19, "color": fig.theme.second, "line": edge}
    hover = each(w, "figures.keep.point_power", lag=lags, share=each(w.percent, power, 1))
    dashes = {**edge, "dash": "10px,5px"}
    fig.points(lags, power, marker, line=dashes, name=w("figures.keep.power"), hover=hover)
    seen, low, high = limits
    shares, spans = each(w.percent, seen, 1), each(w.percent_span, low, high)
    fig.points(
        lags,
        seen,
        {"size": 15, "color": fig.theme.first},
        limits=limits,
        text=each(w.percent, seen),
        textposition="top right",
        name=w("figures.keep.seen"),
        hover=each(w, "figures.keep.point", lag=lags, share=shares, limits=spans),
        keys=lags,
        behind=(src, partial(moved, src, place, place)),
    )


def _bands(
    world: PlacesLike, seen: Ints, place: int, lags: Sequence[int], level: float
) -> list[Band]:
    """The band of each lag, for as many matches of as many deals as were seen."""
    matches, deals, count = seen.shape
    other = read_places(world, None, "world")
    if other.count != count or other.array.shape[1] < deals:
        raise invalid("figures.wrong.world", count=count, deals=deals)
    cut = other.array[:, :deals]
    return [
        band(cut, "keep_place", matches, level, draws=DRAWS, place=place, lag=lag) for lag in lags
    ]
