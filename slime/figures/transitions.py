"""Who goes where: the matrix of moves, the waits from place to place, and moves as streams."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from slime.figures.builder import DOWN, TEXT, UP, Builder, each, two_lines
from slime.figures.figure import Figure
from slime.figures.palette import place_colours
from slime.figures.source import (
    DRAWS,
    Finder,
    Source,
    moved,
    names_in_text,
    place_names,
    read_moves,
    read_places,
)
from slime.i18n import Words
from slime.measures import Places, interval
from slime.measures import first_passage as passage_of
from slime.measures.places import Floats, Ints, PlacesLike
from slime.measures.transitions import MovesLike

#: So much of the height is left free between the places of a flow.
_GAP = 0.035
#: Width of a block at the side of a flow, pixels; it lies half outside.
_BLOCK = 34


def transition_heatmap(
    source: MovesLike,
    lag: int = 1,
    *,
    level: float = 0.95,
    players: Sequence[str] | None = None,
    lang: str | None = None,
    theme: str = "light",
) -> Figure:
    """Where the holders of each place are some deals later, in percent with limits.

    A sign says whether a cell lies above or below what chance would give.

    Parameters
    ----------
    source : simulation, array, data frame, text, list or Transitions
        Places, see `slime.measures.Places.of`; or counts of moves.
    lag : int
        How many deals later.
    level : float
        In what share of cases the limits hold the true value.
    players : sequence of str, optional
        Names of the players.
    lang : str, optional
        ``"en"`` or ``"ru"``; the one set, if none is named.
    theme : {"light", "dark"}

    Returns
    -------
    Figure
        Its marks are ``(before, after)``, places from 1.

    Raises
    ------
    ValueError
        For other arguments.

    Examples
    --------
    >>> from slime.measures import Transitions
    >>> shown = transition_heatmap(Transitions([[30, 10], [10, 30]]), lang="en")
    >>> shown.table.rows[0]
    ('1', '75% (60–86)', '25% (14–40)')
    """
    fig = Builder(lang, theme)
    w, moves = fig.w, read_moves(source, lag, players)
    src = moves.places or moves
    found = interval(src, "transition_matrix", level, draws=DRAWS, lag=lag)
    share, low, high = (np.asarray(x) for x in (found.value, found.low, found.high))
    counts, n = moves.counts, moves.count
    even = w.even(n)
    percent, limits = each(w.percent, share), each(w.percent_span, low, high)
    signs = np.where(low > 1 / n, f" {UP}", np.where(high < 1 / n, f" {DOWN}", ""))
    # Two-sided around chance; both sides on one scale, so equal gaps look equal.
    depth = (share - 1 / n) / max(float(np.abs(share - 1 / n).max()), 1 / n)
    _place_table(
        fig,
        src,
        w("figures.matrix.title") if lag == 1 else w("figures.matrix.title_lag", lag=lag),
        w("figures.matrix.under", even=even, up=UP, down=DOWN),
        (w("figures.axis.before"), _after(w, lag)),
        depth,
        (each("{}{}".format, percent, signs), limits),
        lambda before, after: moved(src, before, after, lag),
        "figures.matrix.cell",
        share=each(w.percent, share, 1),
        limits=limits,
        n=counts.astype(int),
        of=counts.sum(axis=1, keepdims=True).astype(int),
    )
    first, last = ({"share": percent[i][i], "limits": limits[i][i]} for i in (0, -1))
    when = w("figures.later.next") if lag == 1 else w("figures.later.lag", lag=lag)
    return fig.figure(
        (w("figures.matrix.corner"), *place_names(src, w)),
        _rows(src, w, each("{} ({})".format, percent, limits)),
        (
            w("figures.matrix.first", when=when, even=even, **first),
            w("figures.matrix.last", even=even, rise=percent[-1][0], **last),
        ),
        (
            *fig.size_notes(src),
            found.note(w.lang),
            w("figures.matrix.cells", n=n * n, share=w.percent(1 - level)),
        ),
    )


def _after(w: Words, lag: int) -> str:
    return w("figures.axis.after") if lag == 1 else w("figures.axis.later", lag=lag)


def _rows(src: Source, w: Words, cells: list[list[str]]) -> list[list[str]]:
    return [[name, *row] for name, row in zip(place_names(src, w), cells, strict=True)]


def _place_table(
    fig: Builder,
    src: Source,
    title: str,
    under: str,
    axes: tuple[str, str],
    depth: Floats,
    texts: tuple[list[list[str]], list[list[str]]],
    find: Callable[[int, int], Finder],
    words: str,
    **data: object,
) -> None:
    """A table of places by places: large and small texts, marks, and `words` filled by `data`."""
    w, n, told = fig.w, src.count, np.array(names_in_text(src, fig.w), object)
    labels = [two_lines(name) for name in place_names(src, w)]
    bare = {"showgrid": False, "showline": False}
    axis = {"tickvals": list(range(n)), "ticktext": labels, **bare}
    room = 40 + 24 * max(label.count("<br>") + 1 for label in labels)
    fig.begin(
        title,
        under,
        height=230 + 88 * max(n, 4),
        margin={"t": room, "b": 30},
        x={"side": "top", "title": {"text": axes[1]}, **axis},
        y={"autorange": "reversed", "title": {"text": axes[0]}, **axis},
    )
    hover = each(w, words, before=told[:, None], after=told[None], **data)
    keys = {(i, j): (i + 1, j + 1) for i in range(n) for j in range(n)}
    sizes = {8: (18, 14), 7: (19, 15), 6: (21, 16)}.get(n, (24, 18))
    fig.cells(depth, *texts, hover, sizes, keys, (src, lambda key: find(*key)))
    # Pale cells get an edge, so that the table is seen as one.
    edge = {"type": "rect", "line": {"color": fig.theme.grid, "width": 1}}
    spans = [{"x0": j - 0.49, "x1": j + 0.49, "y0": i - 0.49, "y1": i + 0.49} for i, j in keys]
    fig.plot.update_layout(shapes=[{**edge, **span} for span in spans])


def first_passage(
    source: PlacesLike,
    horizon: int | None = None,
    *,
    players: Sequence[str] | None = None,
    lang: str | None = None,
    theme: str = "light",
) -> Figure:
    """How many deals it takes from each place to each: as seen, and if only places counted.

    Waits longer than the horizon count as the horizon, for both numbers alike and for chance, which
    the colours compare with. More: `slime.measures.first_passage`.

    Parameters
    ----------
    source : simulation, array, data frame, text or list
        Places, see `slime.measures.Places.of`.
    horizon : int, optional
        The longest wait that is counted, in deals; None: half of the longest that can be watched.
    players : sequence of str, optional
        Names of the players.
    lang : str, optional
        ``"en"`` or ``"ru"``; the one set, if none is named.
    theme : {"light", "dark"}

    Returns
    -------
    Figure
        Its marks are ``(before, after)``; behind them are the deals of arrival.

    Raises
    ------
    ValueError
        For other arguments.

    Examples
    --------
    >>> shown = first_passage([[1, 2], [2, 1], [2, 1], [1, 2]], lang="en")
    >>> shown.marks
    ((1, 1), (1, 2), (2, 1), (2, 2))
    """
    fig = Builder(lang, theme)
    w, src = fig.w, read_places(source, players)
    waits = passage_of(src, horizon)
    seen, model, n, horizon = waits.mean_seen, waits.mean_model, src.count, waits.horizon
    # By chance it takes P deals, fewer where long waits are cut as those seen are.
    chance = n * (1 - (1 - 1 / n) ** horizon)
    even = w.number(chance, 1)
    # Depth by how much longer or shorter than by chance; long is orange.
    depth = np.log(chance / np.nan_to_num(seen, nan=chance))
    means, chain = each(w.number, seen, 1), each(w.number, model, 1)
    _place_table(
        fig,
        src,
        w("figures.passage.title"),
        w("figures.passage.under", even=even, horizon=horizon),
        (w("figures.axis.from"), w("figures.axis.to")),
        depth / max(float(np.abs(depth).max()), 0.7),
        (
            np.where(np.isnan(seen), "?", means).tolist(),
            each(w, "figures.passage.chain", n=chain),
        ),
        lambda before, after: _arrivals(src, before, after),
        "figures.passage.cell",
        seen=each(w.number, seen, 2),
        model=each(w.number, model, 2),
        full=each(w.number, waits.mean_full, 2),
        horizon=horizon,
        n=waits.starts.astype(int),
        share=each(w.percent, waits.share_seen),
    )
    gap = round(float(np.nanmax(np.abs(seen - model))), 1)
    return fig.figure(
        (w("figures.matrix.corner_from"), *place_names(src, w)),
        _rows(src, w, each("{} / {}".format, means, chain)),
        (
            w("figures.passage.how"),
            w("figures.passage.told", up=means[-1][0], down=means[0][-1], even=even),
            w("figures.passage.gap", gap=gap),
        ),
        (
            w("figures.passage.cut", horizon=horizon),
            *_without_cut(waits.mean_full, w),
            *fig.size_notes(src),
        ),
    )


def _without_cut(full: Floats, w: Words) -> list[str]:
    """How long the ways up and down are by the chain if no wait is cut; nothing if endless."""
    up, down = float(full[-1, 0]), float(full[0, -1])
    if not np.isfinite([up, down]).all():
        return []
    ways = {"up": w.number(up, 1), "down": w.number(down, 1)}
    return [w("figures.passage.full", even=len(full), **ways)]


def _arrivals(src: Places, before: int, after: int) -> Finder:
    """Deals in which somebody who waited since a deal on one place came to another."""

    def find() -> Ints:
        places = src.array
        waiting = np.zeros((places.shape[0], places.shape[2]), bool)
        arrived = np.zeros(places.shape, bool)
        for d in range(places.shape[1]):
            now = places[:, d]
            arrived[:, d] = waiting & (now == after)
            waiting &= (now != after) & (now > 0)
            waiting |= now == before
        return np.argwhere(arrived)

    return find


def place_flow(
    source: MovesLike,
    lag: int = 1,
    *,
    players: Sequence[str] | None = None,
    lang: str | None = None,
    theme: str = "light",
) -> Figure:
    """Streams of players from place to place, between deals that are some deals apart.

    Each stream is as wide as its share; its colour is that of the place it comes from.

    Parameters
    ----------
    source : simulation, array, data frame, text, list or Transitions
        Places, see `slime.measures.Places.of`; or counts of moves.
    lag : int
        How many deals later.
    players : sequence of str, optional
        Names of the players.
    lang : str, optional
        ``"en"`` or ``"ru"``; the one set, if none is named.
    theme : {"light", "dark"}

    Returns
    -------
    Figure
        Its marks are ``(before, after)``, and ``(before, None)``, ``(None, after)`` for the blocks
        at the sides.

    Raises
    ------
    ValueError
        For other arguments.

    Examples
    --------
    >>> from slime.measures import Transitions
    >>> shown = place_flow(Transitions([[30, 10], [10, 30]]), lang="en")
    >>> shown.label((1, 2))
    'from 1 to 2: 25%'
    """
    fig = Builder(lang, theme)
    w, moves = fig.w, read_moves(source, lag, players)
    src, share, n = moves.places or moves, moves.shares, moves.count
    names, told = place_names(src, w), np.array(names_in_text(src, w), object)
    side = 50 + 10 * max(map(len, names))
    hidden = {"visible": False, "automargin": False}
    fig.begin(
        w("figures.flow.title") if lag == 1 else w("figures.flow.title_lag", lag=lag),
        w("figures.flow.under"),
        height=640,
        margin={"t": 44, "l": side, "r": side, "b": 30},
        x=hidden,
        y=hidden,
    )
    percent = each(w.percent, share)
    before, after = np.divmod(np.arange(n * n), n)
    ends = {"before": told[before], "after": told[after]}
    labels = each(w, "figures.flow.stream", **ends, share=[text for row in percent for text in row])
    sides = (w("figures.axis.before"), _after(w, lag))
    blocks = [f"{side}: {place}" for place in told for side in sides]
    keys = _flow_keys(n)
    for key, label in zip(keys.values(), [*labels, *blocks], strict=True):
        fig.mark(key, label, src, moved(src, key[0], key[1], lag))
    heights = [_GAP / 2 + (k + 0.5) / n * (1 - _GAP) for k in range(n)]
    _streams(fig, share, names, labels, keys, heights)
    _beside_blocks(fig, sides, names, heights)
    most = share.argmax(axis=1)
    shares = [percent[i][j] for i, j in enumerate(most)]
    sentences = each(w, "figures.flow.most", before=told, after=told[most], share=shares)
    return fig.figure(
        (w("figures.matrix.corner"), *names),
        _rows(src, w, percent),
        (" ".join(sentences),),
        fig.size_notes(src),
    )


def _flow_keys(n: int) -> dict[int, Any]:
    """The key of each stream, then of each block, by its number in a click.

    Blocks and streams have numbers of one kind there: so 2 n links without width come first, and
    the numbers of blocks mean no stream.
    """
    keys: dict[int, Any] = {2 * n + k: (k // n + 1, k % n + 1) for k in range(n * n)}
    for k in range(n):
        keys |= {k: (k + 1, None), n + k: (None, k + 1)}
    return keys


def _streams(
    fig: Builder,
    share: Floats,
    names: list[str],
    labels: list[str],
    keys: dict[int, Any],
    heights: list[float],
) -> None:
    """Blocks at both sides and the streams between them."""
    n = len(names)
    blank = 2 * n  # see `_flow_keys`
    before, after = np.divmod(np.arange(n * n), n)
    tints, said = place_colours(n), "%{customdata}<extra></extra>"
    streams = [_clear(tints[i], 0.55 if fig.theme.name == "light" else 0.75) for i in before]
    fig.trace(
        "sankey",
        hover=said,
        keys=keys,
        arrangement="fixed",
        domain={"x": [0.0, 1.0], "y": [0.0, 1.0]},
        node={
            "customdata": names + names,
            "x": [1e-6] * n + [1.0] * n,
            "y": heights + heights,
            "color": tints + tints,
            "line": {"color": fig.theme.ink, "width": 1},
            "pad": 18,
            "thickness": _BLOCK,
            "hovertemplate": said,
        },
        link={
            "source": [0] * blank + before.tolist(),
            "target": [n] * blank + (n + after).tolist(),
            "value": [0.0] * blank + share.ravel().tolist(),
            "color": ["rgba(0,0,0,0)"] * blank + streams,
            "line": {"color": fig.theme.soft, "width": 0.5},
            "customdata": [""] * blank + labels,
            "hovertemplate": said,
        },
    )


def _beside_blocks(
    fig: Builder, sides: tuple[str, str], names: list[str], heights: list[float]
) -> None:
    """What the sides are, above them; the places beside their blocks, where no stream runs."""
    paper: dict[str, Any] = {"xref": "paper", "yref": "paper", "size": TEXT}
    for x, anchor, out in ((0, "left", "right"), (1, "right", "left")):
        above: dict[str, Any] = {"xanchor": anchor, "yanchor": "bottom", "yshift": 4}
        fig.note(f"<b>{sides[x]}</b>", x, 1.0, **above, **paper)
        beside: dict[str, Any] = {"xanchor": out, "xshift": _BLOCK * (x - 0.5) + 8 * (2 * x - 1)}
        for name, height in zip(names, heights, strict=True):
            fig.note(name, x, 1 - height, yanchor="middle", **beside, **paper)


def _clear(colour: str, opacity: float) -> str:
    r, g, b = (int(colour[k : k + 2], 16) for k in (1, 3, 5))
    return f"rgba({r},{g},{b},{opacity})"
