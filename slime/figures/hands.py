"""What the exchange does to hands: who pays the tax, and hands before and after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from slime._checks import check_choice, check_fraction, invalid
from slime.figures.builder import Builder, around, categories, each, limits_of, numbers
from slime.figures.figure import Figure
from slime.figures.palette import place_colours
from slime.figures.source import Finder, names_in_text, place_names
from slime.measures import Places, TaxIncidence
from slime.measures import tax_incidence as incidence
from slime.measures.places import Ints
from slime.simulation import Simulation

#: What can be said of a hand, as dealt and as played: details of a simulation.
_KINDS = ("strength", "tops")


_Source: TypeAlias = Simulation | TaxIncidence


class HandFigure(Figure):
    """A figure of hands.

    Attributes
    ----------
    tax : slime.measures.TaxIncidence
        The numbers.
    sentence : str
        What stands out.
    """

    tax: TaxIncidence
    sentence: str


def tax_incidence(
    source: Simulation | TaxIncidence,
    of: str = "strength",
    *,
    level: float = 0.95,
    lang: str | None = None,
    theme: str = "light",
) -> HandFigure:
    """How much stronger or weaker the exchange makes the hand of each place, with limits.

    Parameters
    ----------
    source : simulation or TaxIncidence
        A result of `slime.simulate` made with ``keep="details"``, or a
        `slime.measures.TaxIncidence` of your own.
    of : {"strength", "tops"}
        Strength: the share of the other cards that the hand's average card beats (see
        `slime.engine.strength`); tops: the number of cards of the highest rank.
    level : float
        In what share of cases the limits hold the true value.
    lang : str, optional
        ``"en"`` or ``"ru"``; the one set, if none is named.
    theme : {"light", "dark"}

    Returns
    -------
    HandFigure
        Its marks are places from 1; behind them are deals to which a player came from that place.

    Raises
    ------
    ValueError
        For other arguments.

    Examples
    --------
    >>> from slime.simulation import simulate
    >>> sim = simulate(matches=50, keep="details", seed=1, deals=20)
    >>> print(tax_incidence(sim, lang="en").sentence)
    Place 1 (champion) gains most (+14), place 5 (slime licker) loses most (−15).
    """
    hands = _Hands(source, of, level, lang, theme)
    fig, w, change = hands.fig, hands.fig.w, hands.change
    top = float(np.abs(change[0]).max()) * 1.3 or 1.0
    fig.begin(
        w("figures.tax.title"),
        w(f"figures.tax.under_{of}"),
        x=categories(hands.names, w("figures.axis.came")),
        y=numbers(w, w(f"figures.tax.axis_{of}"), -top, top),
    )
    shown, spans = hands.changes
    hover = each(w, "figures.tax.point", place=hands.told, change=shown, limits=spans)
    fig.signed_bars(change, (change[0] >= 0).tolist(), hands.digits, hover=hover, keys=hands.keys)
    up, down = int(change[0].argmax()), int(change[0].argmin())
    gain, loss = each(w.signed, change[0][[up, down]], hands.digits)
    places = {"up": hands.told[up], "down": hands.told[down]}
    return hands.figure(w("figures.tax.told", gain=gain, loss=loss, **places))


def hand_strength(
    source: Simulation | TaxIncidence,
    of: str = "strength",
    *,
    level: float = 0.95,
    lang: str | None = None,
    theme: str = "light",
) -> HandFigure:
    """Hands of each place before and after the exchange: a ring as dealt, an arrow to as played.

    Parameters
    ----------
    source : simulation or TaxIncidence
        A result of `slime.simulate` made with ``keep="details"``, or a
        `slime.measures.TaxIncidence` of your own.
    of : {"strength", "tops"}
        As in `tax_incidence`.
    level : float
        In what share of cases the limits hold the true value.
    lang : str, optional
        ``"en"`` or ``"ru"``; the one set, if none is named.
    theme : {"light", "dark"}

    Returns
    -------
    HandFigure
        Its marks are places from 1; behind them are deals to which a player came from that place.

    Raises
    ------
    ValueError
        For other arguments.

    Examples
    --------
    >>> from slime.simulation import simulate
    >>> sim = simulate(matches=50, keep="details", seed=1, deals=20)
    >>> print(hand_strength(sim, lang="en").sentence)
    As dealt, the places differ by 1 at most; as played, by 30.
    """
    hands = _Hands(source, of, level, lang, theme)
    fig, w, dealt, after = hands.fig, hands.fig.w, hands.dealt, hands.after
    n, digits = len(dealt), hands.digits
    low, high = around([dealt, after], 0.18, 1.0)
    fig.begin(
        w("figures.hands.title"),
        w(f"figures.hands.under_{of}"),
        height=620,
        legend=40,
        x=categories(hands.names, w("figures.axis.came")),
        y=numbers(w, w(f"figures.hands.axis_{of}"), low, high),
    )
    if of == "strength":
        fig.level(y=50)
    for i in np.flatnonzero(np.abs(after - dealt) > (high - low) / 30).tolist():
        fig.arrow((i, float(dealt[i])), (i, float(after[i])))
    rises = after >= dealt
    for key, values, symbol, colour in (
        ("dealt", dealt, "circle", fig.theme.paper),
        ("after", after, "diamond", place_colours(n)),
    ):
        name = w(f"figures.hands.{key}")
        marker = {"symbol": symbol, "size": 22, "color": colour}
        # A number stands outside, away from the arrow between the two.
        above = rises == (key == "after")
        fig.points(
            list(range(n)),
            values.tolist(),
            {**marker, "line": {"color": fig.theme.ink, "width": 2.5}},
            name=name,
            text=each(w.number, values, digits),
            textposition=np.where(above, "top center", "bottom center").tolist(),
            hover=each("{}: {} {}".format, hands.told, name, each(w.number, values, digits + 1)),
            keys=hands.keys,
        )
    spread = [w.number(float(np.ptp(values)), digits) for values in (dealt, after)]
    return hands.figure(w("figures.hands.told", dealt=spread[0], after=spread[1]))


class _Hands:
    """What both figures of hands show: numbers by place, their words, marks and text table."""

    def __init__(
        self, source: _Source, of: str, level: float, lang: str | None, theme: str
    ) -> None:
        self.of = check_choice("of", of, _KINDS)
        self.fig = fig = Builder(lang, theme)
        # Strength is shown in percent, without digits; cards with two.
        scale, self.digits = (100.0, 0) if of == "strength" else (1.0, 2)
        self.src, self.tax = _read(source, of, level, fig)
        self.dealt, self.after = (
            limits_of(found)[0] * scale for found in (self.tax.dealt, self.tax.after)
        )
        value, low, high = self.change = scale * np.array(limits_of(self.tax.change))
        shown = each(fig.w.signed, value, self.digits + 1)
        self.changes = shown, each(fig.w.span, low, high, self.digits + 1)
        self.names = self.told = each(str, range(1, len(value) + 1))
        self.keys: Sequence[int] = ()
        if (src := self.src) is not None:
            self.names, self.told = place_names(src, fig.w), names_in_text(src, fig.w)
            self.keys = range(1, len(value) + 1)
            labels = each(fig.w, "figures.hands.mark", place=self.told, change=shown)
            for place, label in zip(self.keys, labels, strict=True):
                fig.mark(place, label, src, _came_from(src, place))

    def figure(self, sentence: str) -> HandFigure:
        """The figure with its text table."""
        fig, w = self.fig, self.fig.w
        dealt, after = (each(w.number, x, self.digits + 1) for x in (self.dealt, self.after))
        columns = {"place": self.names, "dealt": dealt, "after": after}
        size = fig.size_notes(self.src) if self.src is not None else ()
        made = fig.by_columns(
            "figures.hands.head.",
            columns | dict(zip(("change", "limits"), self.changes, strict=True)),
            (sentence,),
            (w(f"figures.hands.note_{self.of}"), self.tax.change.note(w.lang), *size),
            kind=HandFigure,
        )
        made.tax, made.sentence = self.tax, sentence
        return made


def _read(
    source: _Source, of: str, level: float, fig: Builder
) -> tuple[Places | None, TaxIncidence]:
    if isinstance(source, TaxIncidence):
        return None, source
    if not getattr(source, "detailed", False):
        raise invalid("figures.wrong.details")
    places = np.asarray(source.detail("before"), np.int64) * (source.places > 0)
    dealt, after = (
        np.where(places > 0, np.asarray(source.detail(f"{of}_{when}"), np.float64), np.nan)
        for when in ("dealt", "played")
    )
    tax = incidence(dealt, after, places, check_fraction("level", level))
    return Places.of(source), tax


def _came_from(src: Places, place: int) -> Finder:
    """The deals that a player began with a place: won in the deal before, or drawn."""

    def find() -> Ints:
        sim: Any = src.origin
        return np.argwhere((sim.detail("before") == place) & (src.array > 0))

    return find
