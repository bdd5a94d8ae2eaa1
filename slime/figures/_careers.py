"""Players on their way: their places through a match."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from slime._checks import check_int, invalid
from slime.figures.builder import TEXT, Builder, each, two_lines
from slime.figures.figure import Figure
from slime.figures.palette import PLAYERS, SLATE, SYMBOLS
from slime.figures.source import place_names, read_places
from slime.measures.places import Ints, PlacesLike


def careers(
    source: PlacesLike,
    match: int = 0,
    deals: range | None = None,
    *,
    players: Sequence[str] | None = None,
    lang: str | None = None,
    theme: str = "light",
) -> Figure:
    """The places of all players through one match: a line each, from deal to deal.

    Parameters
    ----------
    source : simulation, array, data frame, text or list
        Places, see `slime.measures.Places.of`.
    match : int
        Its number, from 0.
    deals : range, optional
        Which deals, from 0; None: the first 25 that were played.
    players : sequence of str, optional
        Names of the players.
    lang : str, optional
        ``"en"`` or ``"ru"``; the one set, if none is named.
    theme : {"light", "dark"}

    Returns
    -------
    Figure
        Its marks are ``(deal, player)``, numbers from 0 as in an address.

    Raises
    ------
    ValueError
        For other arguments.

    Examples
    --------
    >>> shown = careers([[1, 2, 3], [1, 3, 2], [3, 1, 2]], players=["Ann", "Bob", "Cy"], lang="en")
    >>> shown.label((2, 0)), shown.addresses((2, 0))
    ('Ann, deal 3: place 3', [<Address match=0, deal=2, player=0: match 1, deal 3, player 1>])
    """
    fig = Builder(lang, theme)
    w, src = fig.w, read_places(source, players)
    places, names = src.array, src.names(fig.w.lang)
    match = check_int("match", match, 0, len(places) - 1)
    chosen = _deals(places[match], deals)
    shown, n = places[match][chosen], src.count
    x = [d + 1 for d in chosen]
    alone = len(places) == 1  # then its number says nothing
    longest = max(map(len, names))
    fig.begin(
        w("figures.careers.alone") if alone else w("figures.careers.title", match=match + 1),
        w("figures.careers.under"),
        height=200 + 74 * max(n, 4),
        margin={"l": 40, "r": 40 + 11 * min(longest + 2, 18)},
        x={
            "title": {"text": w("figures.axis.deal")},
            "range": [x[0] - 0.5, x[-1] + 0.5],
            "dtick": 1 if len(x) <= 25 else max(5, len(x) // 100 * 10),
            "showgrid": False,
        },
        y={
            "title": {"text": w("figures.axis.place")},
            "range": [n + 0.5, 0.5],
            "tickvals": list(range(1, n + 1)),
            "ticktext": [two_lines(name) for name in place_names(src, w)],
        },
    )
    size = 22 if len(x) <= 14 else 16 if len(x) <= 25 else 9
    for p, name in enumerate(names):
        y = [int(v) if v else None for v in shown[:, p]]
        labels = each(w, "figures.careers.point", name=name, deal=x, place=shown[:, p])
        keys = {k: (d, p) for k, d in enumerate(chosen) if y[k] is not None}
        colour = PLAYERS[p % 8]
        if colour == SLATE and theme == "dark":  # too near to the dark paper
            colour = "#E3E7ED"
        # A line below the coloured one: its edges.
        fig.points(x, y, line={"color": fig.theme.ink, "width": 7})
        fig.points(
            x,
            y,
            {"symbol": SYMBOLS[p % 8], "size": size, "color": colour},
            line={"color": colour, "width": 4},
            name=name,
            hover=labels,
            keys=keys,
            behind=(src, lambda key: lambda: np.array([[match, *key]])),
        )
        if y[-1] is not None:
            end = {"xref": "paper", "xshift": 8, "xanchor": "left"}
            fig.note(f"<b>{name}</b>", 1, y[-1], size=TEXT, **end)
    first, last = (shown == 1).sum(axis=0), (shown == n).sum(axis=0)
    counts = each(w, "figures.careers.told", name=names, first=first, last=last)
    changes = int((shown[1:].argmin(axis=1) != shown[:-1].argmin(axis=1)).sum())
    return fig.figure(
        (w("figures.careers.corner"), *map(str, x)),
        [(name, *(str(v or "·") for v in shown[:, p])) for p, name in enumerate(names)],
        (" ".join(counts), w("figures.careers.changes", n=changes, of=len(x) - 1)),
    )


def _deals(places: Ints, deals: range | None) -> list[int]:
    if deals is None:
        chosen = [int(d) for d in np.flatnonzero(places.any(axis=1))[:25]]
    else:
        chosen = [d for d in deals if 0 <= d < len(places)] if isinstance(deals, range) else []
    if not chosen:
        raise invalid("figures.wrong.deals", most=len(places) - 1, got=deals)
    return chosen
