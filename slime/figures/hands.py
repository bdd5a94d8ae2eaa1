"""What the exchange does to hands: who pays the tax, and hands before and after it."""

from __future__ import annotations

from typing import Any

import numpy as np

from slime._checks import check_fraction
from slime.figures import look
from slime.figures.bars import signed_bars
from slime.figures.base import Figure, Mark
from slime.figures.notes import limit_note, size_note
from slime.figures.palette import find_theme, place_colours
from slime.figures.source import Finder, Source, place_names, read_source, told_names
from slime.i18n import Words, words
from slime.measures import Interval, TaxIncidence
from slime.measures import tax_incidence as incidence
from slime.measures.places import Floats
from slime.text_table import TextTable

#: What can be told of a hand: the details of a simulation, before and after the exchange.
_KINDS = {
    "strength": ("strength_dealt", "strength_played"),
    "tops": ("tops_dealt", "tops_played"),
}


def tax_incidence(
    source: Any,
    of: str = "strength",
    *,
    level: float = 0.95,
    lang: str | None = None,
    theme: str = "light",
) -> Figure:
    """How much stronger or weaker the exchange makes the hand of each place, with limits.

    `source`: a simulation made with ``keep="details"``, or a `slime.measures.TaxIncidence` of your
    own. `of`: ``"strength"`` (share of the other cards that the hand's average card beats; see
    `slime.engine.strength`) or ``"tops"`` (cards of the highest rank). Marks: places from 1; behind
    them are deals to which a player came from that place.

    >>> from slime.simulation import simulate
    >>> sim = simulate(matches=50, keep="details", seed=1)
    >>> print(tax_incidence(sim, lang="en").sentence)
    Place 1 (champion) gains most (+14), place 5 (slime licker) loses most (−15).
    """
    w, colours = words(lang), find_theme(theme)
    src, tax = _read(source, of, level, w)
    change, low, high = (_array(x) for x in (tax.change.value, tax.change.low, tax.change.high))
    factor, digits = _scale(of)
    change, low, high = change * factor, low * factor, high * factor
    names, told, n = *_names(src, len(change), w), len(change)
    title = w("figures.tax.title")
    top = float(np.abs(change).max()) * 1.3 or 1.0
    ticks = look.steps(-top, top)
    figure = look.sheet(
        colours,
        title,
        w(f"figures.tax.under_{of}"),
        height=600,
        xaxis={
            "title": look.titled(w("figures.axis.came")),
            "tickvals": list(range(n)),
            "ticktext": names,
            "showgrid": False,
            "range": [-0.6, n - 0.4],
        },
        yaxis={
            "title": look.titled(w(f"figures.tax.axis_{of}")),
            "range": [-top, top],
            **look.number_ticks(ticks, w),
        },
        showlegend=False,
    )
    hover = [_hover(w, told[i], change[i], low[i], high[i], digits) for i in range(n)]
    signed_bars(figure, colours, w, (change, low, high), (change >= 0).tolist(), digits, hover)
    up, down = int(change.argmax()), int(change.argmin())
    sentence = w(
        "figures.tax.told",
        up=told[up],
        gain=look.signed(float(change[up]), w, digits),
        down=told[down],
        loss=look.signed(float(change[down]), w, digits),
    )
    return _of_hands(figure, title, sentence, tax, src, (names, told), of, w, theme)


def hand_strength(
    source: Any,
    of: str = "strength",
    *,
    level: float = 0.95,
    lang: str | None = None,
    theme: str = "light",
) -> Figure:
    """Hands of each place before and after the exchange: a ring as dealt, an arrow to as played.

    Arguments and marks as in `tax_incidence`.

    >>> from slime.simulation import simulate
    >>> sim = simulate(matches=50, keep="details", seed=1)
    >>> print(hand_strength(sim, lang="en").sentence)
    As dealt, the places differ by 1 at most; as played, by 30.
    """
    import plotly.graph_objects as go

    w, colours = words(lang), find_theme(theme)
    src, tax = _read(source, of, level, w)
    factor, digits = _scale(of)
    dealt, after = _array(tax.dealt.value) * factor, _array(tax.after.value) * factor
    names, told, n = *_names(src, len(dealt), w), len(dealt)
    title = w("figures.hands.title")
    low, high = float(min(dealt.min(), after.min())), float(max(dealt.max(), after.max()))
    edge = 0.18 * (high - low) or 1.0
    ticks = look.steps(low - edge, high + edge)
    figure = look.sheet(
        colours,
        title,
        w(f"figures.hands.under_{of}"),
        height=620,
        xaxis={
            "title": look.titled(w("figures.axis.came")),
            "tickvals": list(range(n)),
            "ticktext": names,
            "showgrid": False,
            "range": [-0.6, n - 0.4],
        },
        yaxis={
            "title": look.titled(w(f"figures.hands.axis_{of}")),
            "range": [low - edge, high + edge],
            **look.number_ticks(ticks, w),
        },
    )
    figure.layout.margin.t += 40
    if of == "strength":
        figure.add_hline(y=50, line={"color": colours.soft, "width": 2, "dash": "dot"})
    for i in range(n):
        if abs(after[i] - dealt[i]) > edge / 4:
            figure.add_annotation(
                x=i,
                y=float(after[i]),
                ax=i,
                ay=float(dealt[i]),
                xref="x",
                yref="y",
                axref="x",
                ayref="y",
                text="",
                arrowhead=2,
                arrowsize=1.2,
                arrowwidth=4,
                arrowcolor=colours.ink,
                standoff=13,
                startstandoff=11,
            )
    for values, key, symbol, fill in (
        (dealt, "dealt", "circle", colours.paper),
        (after, "after", "diamond", None),
    ):
        figure.add_trace(
            go.Scatter(
                x=list(range(n)),
                y=values.tolist(),
                mode="markers+text",
                name=w(f"figures.hands.{key}"),
                marker={
                    "symbol": symbol,
                    "size": 22,
                    "color": fill or place_colours(n),
                    "line": {"color": colours.ink, "width": 2.5},
                },
                text=[w.number(float(v), digits) for v in values],
                textposition=[_beside(key == "after", dealt[i], after[i]) for i in range(n)],
                textfont={"size": look.NUMBER, "color": colours.ink},
                hovertemplate=[
                    f"{name}: {w(f'figures.hands.{key}')} {w.number(float(v), digits + 1)}"
                    "<extra></extra>"
                    for name, v in zip(told, values, strict=True)
                ],
            )
        )
    sentence = w(
        "figures.hands.told",
        dealt=w.number(float(np.ptp(dealt)), digits),
        after=w.number(float(np.ptp(after)), digits),
    )
    return _of_hands(figure, title, sentence, tax, src, (names, told), of, w, theme, traces=2)


def _beside(is_after: bool, dealt: float, after: float) -> str:
    """Where a number stands: outside, away from the arrow between the two."""
    return "top center" if is_after == (after >= dealt) else "bottom center"


class HandFigure(Figure):
    """A figure of hands: `tax` has the numbers, `sentence` what stands out."""

    tax: TaxIncidence
    sentence: str


def _of_hands(
    figure: Any,
    title: str,
    sentence: str,
    tax: TaxIncidence,
    src: Source | None,
    called: tuple[list[str], list[str]],
    of: str,
    w: Words,
    theme: str,
    traces: int = 1,
) -> HandFigure:
    factor, digits = _scale(of)
    dealt, after, change, low, high = (
        _array(x) * factor
        for x in (
            tax.dealt.value,
            tax.after.value,
            tax.change.value,
            tax.change.low,
            tax.change.high,
        )
    )
    names, told = called
    n = len(names)
    rows = tuple(
        (
            names[i],
            w.number(float(dealt[i]), digits + 1),
            w.number(float(after[i]), digits + 1),
            look.signed(float(change[i]), w, digits + 1),
            look.number_span(float(low[i]), float(high[i]), w, digits + 1),
        )
        for i in range(n)
    )
    head = tuple(
        w(f"figures.hands.head.{k}") for k in ("place", "dealt", "after", "change", "limits")
    )
    notes = [w(f"figures.hands.note_{of}"), limit_note(tax.change, w)]
    marks: list[Mark] = []
    if src is not None:
        notes += size_note(src, w)
        for i in range(n):
            label = w("figures.hands.mark", place=told[i], change=rows[i][3])
            marks.append(Mark(i + 1, label, src, _came_from(src, i + 1)))
    made = HandFigure(
        figure,
        TextTable(title, head, rows, (sentence,), tuple(notes)),
        w.lang,
        theme,
        marks,
        {(t, i): i + 1 for t in range(traces) for i in range(n)} if marks else {},
    )
    made.tax, made.sentence = tax, sentence
    return made


def _read(source: Any, of: str, level: float, w: Words) -> tuple[Source | None, TaxIncidence]:
    if not isinstance(of, str) or of not in _KINDS:
        raise ValueError(f"of must be {' or '.join(map(repr, _KINDS))}, not {of!r:.60}")
    if isinstance(source, TaxIncidence):
        return None, source
    if not getattr(source, "detailed", False):
        raise ValueError("source must be a simulation made with keep='details', or a TaxIncidence")
    places = np.asarray(source.detail("before"), np.int64) * (source.places > 0)
    dealt, after = (
        np.where(places > 0, np.asarray(source.detail(k), np.float64), np.nan) for k in _KINDS[of]
    )
    return read_source(source, None, w), incidence(
        dealt, after, places, check_fraction("level", level)
    )


def _came_from(src: Source, place: int) -> Finder:
    """The deals that a player began with a place: won in the deal before, or drawn."""

    def find() -> Any:
        return np.argwhere((src.sim.detail("before") == place) & (src.need_places("it") > 0))

    return find


def _scale(of: str) -> tuple[float, int]:
    """Strength is shown in percent, without digits; cards with two."""
    return (100.0, 0) if of == "strength" else (1.0, 2)


def _names(src: Source | None, n: int, w: Words) -> tuple[list[str], list[str]]:
    """The places as they stand at an axis and in a sentence."""
    if src is None:
        numbers = [str(k + 1) for k in range(n)]
        return numbers, numbers
    return place_names(src, w), told_names(src, w)


def _array(x: Interval | Floats | float) -> Floats:
    return np.atleast_1d(np.asarray(x, np.float64))


def _hover(w: Words, name: str, v: float, low: float, high: float, digits: int) -> str:
    return w(
        "figures.tax.point",
        place=name,
        change=look.signed(float(v), w, digits + 1),
        limits=look.number_span(float(low), float(high), w, digits + 1),
    )
