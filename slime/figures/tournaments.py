"""A tournament in pictures: mean places with their limits, and who is out before whom."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from slime.figures.builder import DOWN, NUMBER, UP, Builder, categories, each, limits_of, numbers
from slime.figures.figure import Figure
from slime.figures.source import Finder, expect
from slime.measures import Places
from slime.measures.places import Ints

if TYPE_CHECKING:
    from slime.tournaments.result import Tournament

#: Names at an axis are cut to so many letters.
_LETTERS = 22


def tournament_standings(
    result: Tournament, *, lang: str | None = None, theme: str = "light"
) -> Figure:
    """The mean place of each player of a tournament with its limits, the best on top.

    Parameters
    ----------
    result : Tournament
        A result of `slime.tournament`.
    lang : str, optional
        ``"en"`` or ``"ru"``; the one set, if none is named.
    theme : {"light", "dark"}

    Returns
    -------
    Figure
        Its marks are the players' names; behind each are its deals.

    Raises
    ------
    ValueError
        For other arguments.

    Examples
    --------
    >>> import slime
    >>> result = slime.tournament(["lowest", "random"], matches=5, deals=1, progress=False)
    >>> tournament_standings(result, lang="en").marks
    ('lowest', 'random')
    """
    fig, source, names = _begin(result, lang, theme)
    w = fig.w
    found = [result.mean_place(name) for name in names]
    value, low, high = limits = limits_of(found)
    middle = (result.players + 1) / 2
    least, most = (float(f([*value, *low, *high, middle])) for f in (np.nanmin, np.nanmax))
    room = max(most - least, 0.2) * 0.16
    under = {"middle": w.number(middle, 1), "level": w.percent(result.level)}
    fig.begin(
        w("tournament.figure_title", preset=w(f"drawing.preset.{result.rules.preset}")),
        w("tournament.figure_under", **under),
        height=220 + 62 * len(names),
        margin={"l": 40},
        x=numbers(w, w("tournament.figure_axis"), least - room, most + room),
        y=categories([_cut(name) for name in names], room=0.7, down=True),
    )
    fig.level(x=middle)
    shown, spans = each(w.number, value, 2), each(w.span, low, high)
    hover = each(w, "tournament.figure_point", name=names, place=shown, limits=spans)
    marker = {"size": 17, "color": fig.theme.first}
    above = {"text": each("<b>{}</b>".format, shown), "textposition": "top center"}
    behind = source, lambda name: _finder(result, name, None)
    fig.dots(limits, range(len(names)), marker, hover=hover, keys=names, behind=behind, **above)
    table = result.text_table(w.lang)
    return fig.figure(table.head, table.rows, table.sentences, table.notes, table.title)


def tournament_meetings(
    result: Tournament, *, lang: str | None = None, theme: str = "light"
) -> Figure:
    """Who of two players was out of cards first, in percent of the deals both were in.

    A sign says where the limits lie clear of one half.

    Parameters
    ----------
    result : Tournament
        A result of `slime.tournament`.
    lang : str, optional
        ``"en"`` or ``"ru"``; the one set, if none is named.
    theme : {"light", "dark"}

    Returns
    -------
    Figure
        Its marks are ``(player, other)``; behind each are the deals in which the player was out
        first.

    Raises
    ------
    ValueError
        For other arguments.

    Examples
    --------
    >>> import slime
    >>> result = slime.tournament(["lowest", "random"], matches=5, deals=1, progress=False)
    >>> tournament_meetings(result, lang="en").table.head
    ('out first → before', 'lowest', 'random')
    """
    fig, source, names = _begin(result, lang, theme)
    w, n, cut = fig.w, len(names), [_cut(name) for name in names]
    reach = [-0.5, n - 0.5]
    fig.begin(
        w("tournament.meetings_title"),
        w("tournament.meetings_under", level=w.percent(result.level), up=UP, down=DOWN),
        height=260 + 66 * n,
        x=categories(cut, w("tournament.meetings_x"), range=reach),
        y=categories(cut, w("tournament.meetings_y"), range=reach[::-1]),
    )
    share, low, high = limits_of([result.met(*pair) for pair in product(names, names)])
    met = ~np.isnan(share) & ~np.eye(n, dtype=bool).ravel()
    sign = np.where(low > 0.5, f" {UP}", np.where(high < 0.5, f" {DOWN}", ""))
    said = {"share": each("{}{}".format, each(w.percent, share), sign)}
    said["limits"] = each(w.percent_span, low, high)
    one, other = zip(*product(names, names), strict=True)
    points = each(w, "tournament.meetings_point", name=one, other=other, **said)
    cells = said["share"], points, each("{} ({})".format, *said.values())
    shown, hover, written = (np.where(met, text, "").reshape(n, n).tolist() for text in cells)
    keys = {divmod(i, n): (one[i], other[i]) for i in np.flatnonzero(met).tolist()}
    depth = np.where(met, (share - 0.5) * 2, 0.0).reshape(n, n)
    behind = source, lambda pair: _finder(result, *pair)
    fig.cells(depth, shown, [[""] * n] * n, hover, (NUMBER, NUMBER), keys, behind)
    return fig.figure(
        (w("tournament.meetings_corner"), *names),
        [(name, *row) for name, row in zip(names, written, strict=True)],
        (w("tournament.meetings_told"),),
        result.text_table(w.lang).notes,
    )


def _begin(
    result: Tournament, lang: str | None, theme: str
) -> tuple[Builder, Places, tuple[str, ...]]:
    """A builder, the matches of all tables as places [match, deal, chair], and names."""
    from slime.tournaments.result import Tournament

    expect(result, "result", Tournament, "slime.tournament")
    fig = Builder(lang, theme)
    chairs = tuple(fig.w("places.player", n=k + 1) for k in range(result.players))
    source = Places(result.chair_places(), chairs, result)
    return fig, source, tuple(result.names)


def _cut(name: str) -> str:
    return name if len(name) <= _LETTERS else name[: _LETTERS - 1] + "…"


def _finder(result: Tournament, name: str, before: str | None) -> Finder:
    def find() -> Ints:
        found = result.addresses(name, before=before, n=None)
        return np.array([tuple(a) for a in found], np.int64).reshape(-1, 3)

    return find
