"""What a place is worth: points still to come, against the average."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from slime._checks import invalid
from slime.figures.builder import Builder, categories, each, limits_of, numbers
from slime.figures.figure import Figure
from slime.figures.source import DRAWS, Source, coming_from, names_in_text, place_names, read_moves
from slime.measures import interval
from slime.measures.places import numbers as read_numbers
from slime.measures.transitions import MovesLike


def worth_of_places(
    source: MovesLike,
    points: ArrayLike | None = None,
    *,
    fewest_win: bool | None = None,
    level: float = 0.95,
    players: Sequence[str] | None = None,
    lang: str | None = None,
    theme: str = "light",
) -> Figure:
    """What each place is worth for the deals to come, in points against the average, with limits.

    Better is always up. More: `slime.measures.worth_of_place`.

    Parameters
    ----------
    source : simulation, array, data frame, text, list or Transitions
        Places, see `slime.measures.Places.of`; or `slime.measures.Transitions` (without limits).
    points : sequence of float, optional
        By place; None: those of the simulation's rules, else the place itself.
    fewest_win : bool, optional
        Whether the fewest points win; None: as the simulation's rules say, else they do (they do
        not for `points` of your own).
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
        Its marks are places from 1.

    Raises
    ------
    ValueError
        For other arguments, and where some place is never left.

    Examples
    --------
    >>> from slime.measures import Transitions
    >>> shown = worth_of_places(Transitions([[30, 10], [10, 30]]), lang="en")
    >>> [row[1] for row in shown.table.rows]
    ['−0.50', '+0.50']
    """
    fig = Builder(lang, theme)
    w, moves = fig.w, read_moves(source, 1, players)
    src = moves.places or moves
    by_place, fewest = _points(src, points, fewest_win)
    how = "few" if fewest else "many"
    found = interval(src, "worth_of_place", level, draws=DRAWS, points=by_place)
    value, low, high = limits = limits_of(found)
    if not np.isfinite(value).all():
        raise invalid("figures.wrong.worth")
    names, told = place_names(src, w), names_in_text(src, w)
    top = float(np.nanmax(np.abs(limits))) * 1.3 or 1.0
    fig.begin(
        w("figures.worth.title"),
        w(f"figures.worth.under_{how}"),
        height=620,
        x=categories(names, w("figures.axis.place")),
        y=numbers(
            w, w("figures.worth.axis"), -top, top, range=[top, -top] if fewest else [-top, top]
        ),
    )
    shown, spans = each(w.signed, value), each(w.span, low, high)
    point = np.where(np.isnan(low), "figures.worth.point", "figures.worth.point_limits")
    hover = each(w, point, place=told, worth=shown, limits=spans)
    good = (value < 0 if fewest else value > 0).tolist()
    marks = {"keys": range(1, len(value) + 1), "behind": (src, partial(coming_from, src))}
    fig.signed_bars(limits, good, 2, down=fewest, hover=hover, **marks)
    fig.corner(w("figures.worth.better"), 1, 1)
    fig.corner(w("figures.worth.worse"), 1, 0)
    order = np.argsort(value if fewest else -value)
    best, worst = int(order[0]), int(order[-1])
    ends = {"best": told[best], "high": shown[best], "worst": told[worst], "low": shown[worst]}
    notes = [w("figures.worth.chain"), *fig.size_notes(src)]
    return fig.by_columns(
        "figures.worth.head.",
        {"place": names, "worth": shown, "limits": spans},
        (w("figures.worth.told", **ends), w(f"figures.worth.how_{how}")),
        notes if found.method == "none" else [*notes, found.note(w.lang)],
    )


def _points(
    src: Source, points: ArrayLike | None, fewest_win: bool | None
) -> tuple[list[float] | None, bool]:
    if points is not None:
        return [float(x) for x in read_numbers(points, "points").ravel()], bool(fewest_win)
    rules = getattr(src.origin, "rules", None)
    if rules is not None:
        fewest = rules.fewest_win if fewest_win is None else fewest_win
        return [float(x) for x in rules.points(src.count)], bool(fewest)
    return None, True if fewest_win is None else bool(fewest_win)
