"""Two worlds side by side: effects with limits, and the deals behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from slime.figures.builder import Builder, categories, each, limits_of, numbers
from slime.figures.figure import Figure
from slime.figures.source import Finder, expect, names_in_text, place_names
from slime.i18n import Words
from slime.measures import Places
from slime.measures.places import Floats, Ints

if TYPE_CHECKING:
    from slime.experiments import Comparison


def outcome_name(key: str, w: Words) -> str:
    """What an outcome is called in a title."""
    return w(f"worlds.outcome.{key}" if f"worlds.outcome.{key}" in w else f"measures.{key}.title")


def paired_effects(
    worlds: Comparison,
    by: str = "previous_place",
    of: str = "place",
    *,
    level: float = 0.95,
    lang: str | None = None,
    theme: str = "light",
) -> Figure:
    """What world B changes for whom, as a forest of effects with limits: B minus A.

    Parameters
    ----------
    worlds : Comparison
        A result of `slime.compare`.
    by : {"previous_place", "player"}
        Whether by the place in the deal before or by player.
    of : str
        What the effect is on, see `Comparison.table`.
    level : float
        In what share of cases the limits hold the true value.
    lang : str, optional
        ``"en"`` or ``"ru"``; the one set, if none is named.
    theme : {"light", "dark"}

    Returns
    -------
    Figure
        Its marks are places from 1, or names; behind a mark are its deals, those first in which
        the worlds differ most.

    Raises
    ------
    ValueError
        For other arguments.

    Examples
    --------
    >>> import slime
    >>> both = slime.compare("slime-licker", slime.rules("slime-licker", exchange="none"),
    ...                      matches=60, how="counterfactual", engine="interpreted", deals=5)
    >>> shown = paired_effects(both, lang="en")
    >>> shown.marks, len(shown.table.rows)
    ((1, 2, 3, 4, 5), 5)
    """
    from slime.experiments import Comparison

    expect(worlds, "worlds", Comparison, "slime.compare")
    fig = Builder(lang, theme)
    w, table, src = fig.w, worlds.table(by, of, level), Places.of(worlds.a)
    names = told = list(worlds.players)
    if by == "previous_place":
        names = place_names(src, w)
        told = [w("worlds.effects.place", name=name) for name in names_in_text(src, w)]
    found = table.effect
    value, low, high = limits = limits_of(found, known=True)
    reach = float(np.abs(limits).max()) * 1.15 or 1.0
    title = "worlds.effects.title" if by == "previous_place" else "worlds.effects.title_player"
    fig.begin(
        w(title, of=w(f"worlds.outcome.{of}")),
        w(f"worlds.effects.under_{worlds.how}"),
        height=330 + 74 * len(names),
        x=numbers(w, w("worlds.effects.axis", unit=w(f"worlds.unit.{of}")), -reach, reach),
        y=categories(names, w(f"worlds.effects.head.{by}"), 0.9, down=True),
    )
    fig.level(x=0, color=fig.theme.ink)
    shown, spans = each(w.signed, value), each(w.span, low, high)
    said = {"group": told, "effect": shown, "limits": spans}
    hover = each(w, "worlds.effects.label", **said)
    # Diamonds with limits, the number above each; what is not sure is open.
    sure, shade = (low > 0) | (high < 0), fig.theme
    colours = np.where(sure, np.where(value > 0, shade.second, shade.first), shade.ink)
    symbols = np.where(sure, "diamond", "diamond-open").tolist()
    marker = {"symbol": symbols, "size": 19, "color": colours.tolist(), "line": {"width": 2}}
    behind = src, lambda key: _differing(worlds, by, table.labels.index(key))
    fig.dots(limits, range(len(value)), marker, hover=hover, keys=table.labels, behind=behind)
    for i, text in enumerate(shown):
        fig.note(f"<b>{text}</b>", float(value[i]), i, yshift=26)
    if of in ("place", "finish"):
        fig.corner(w("worlds.effects.better"), 0, 1)
        fig.corner(w("worlds.effects.worse"), 1, 1)
    mean_a, mean_b = (each(w.number, one.value, 2) for one in (found.a, found.b))
    columns = {table.by: names, "a": mean_a, "b": mean_b, "effect": shown, "limits": spans}
    if table.better is not None:
        columns |= {"better": each(w.percent, table.better), "worse": each(w.percent, table.worse)}
    ratio = np.asarray(found.variance_ratio, np.float64)
    times = each("× {}".format, each(w.number, ratio, 1))
    columns["variance_ratio"] = np.where(np.isfinite(ratio), times, "—").tolist()
    most = int(np.abs(value).argmax())
    first = w("worlds.effects.most", **{key: texts[most] for key, texts in said.items()})
    groups = [name for name, clear in zip(told, sure, strict=True) if clear]
    clear = w("worlds.effects.clear", groups=groups) if groups else w("worlds.effects.unclear")
    return fig.by_columns(
        "worlds.effects.head.",
        columns,
        (first, clear, _pairing(ratio[np.isfinite(ratio)], w)),
        (*_what_differs(worlds, w), found.note(w.lang)),
    )


def _differing(worlds: Comparison, by: str, i: int) -> Finder:
    """The deals of a group, those in which its places differ most between the worlds first."""

    def find() -> Ints:
        fits = worlds.groups(by) == i
        change = np.abs(worlds.change[:, : fits.shape[1]].astype(np.int64))
        return np.argwhere(fits)[np.argsort(-change[fits], kind="stable")]

    return find


def _pairing(ratio: Floats, w: Words) -> str:
    """What it gained to play each deal twice."""
    if not len(ratio):
        return w("worlds.effects.pairing_all")
    least, most = each(w.number, [ratio.min(), ratio.max()], 1)
    key = "pairing_one" if least == most else "pairing"
    return w(f"worlds.effects.{key}", least=least, most=most)


def _what_differs(worlds: Comparison, w: Words) -> list[str]:
    """In what the two worlds differ, in the words of their rule cards."""
    specs = worlds.spec_a, worlds.spec_b
    lines = [[line.text for line in spec.rules.card(w.lang).lines()] for spec in specs]
    out = []
    for own, other, key in ((*lines, "only_a"), (*lines[::-1], "only_b")):
        texts = [text for text in own if text not in other]
        if texts:
            out.append(w(f"worlds.effects.{key}", texts=" ".join(texts)))
    a, b = (w.join(dict.fromkeys(map(str, spec.strategies))) for spec in specs)
    key = "players" if specs[0].strategies != specs[1].strategies else "all_players"
    out = out or [w("worlds.effects.same_rules")]
    return [*out, w(f"worlds.effects.{key}", a=a, b=b)]
