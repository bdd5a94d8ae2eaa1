"""What causes what: shares of factors as a waterfall, from all rules off to all rules on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from slime.figures.builder import (
    Builder,
    Limits,
    around,
    categories,
    each,
    limits_of,
    numbers,
    two_lines,
)
from slime.figures.compare import outcome_name
from slime.figures.figure import Figure
from slime.figures.source import coming_from, expect
from slime.i18n import Words
from slime.measures import Places
from slime.measures.places import Floats

if TYPE_CHECKING:
    from slime.experiments import Decomposition
    from slime.experiments.factorial import Shares


def factor_name(factor: str, w: Words) -> str:
    """A factor in words; factors joined by + are named one after the other."""
    return " + ".join(w.get(f"worlds.factor.{one}", one) for one in factor.split("+"))


def shapley_shares(
    causes: Decomposition,
    outcome: str | None = None,
    *,
    lang: str | None = None,
    theme: str = "light",
) -> Figure:
    """How much each rule adds to an outcome, as a waterfall with limits.

    A share is the effect of a rule averaged over all orders of switching the rules on (Shapley's
    value): with its sign, and the shares add up.

    Parameters
    ----------
    causes : Decomposition
        A result of `slime.decompose`.
    outcome : str, optional
        One of its outcomes; None: the first.
    lang : str, optional
        ``"en"`` or ``"ru"``; the one set, if none is named.
    theme : {"light", "dark"}

    Returns
    -------
    Figure
        Its marks are ``"empty"``, the factors, ``"full"``; behind a factor are deals of the world
        in which it alone is on, of those who were last before.

    Raises
    ------
    ValueError
        For other arguments.

    Examples
    --------
    >>> import slime
    >>> causes = slime.decompose(factors=("exchange", "fall"), outcomes="keep_first", matches=30,
    ...                          deals=5, engine="interpreted", progress=False)
    >>> shapley_shares(causes, lang="en").marks
    ('empty', 'exchange', 'fall', 'full')
    """
    from slime.experiments import Decomposition

    expect(causes, "causes", Decomposition, "slime.decompose")
    fig = Builder(lang, theme)
    w = fig.w
    one = causes[causes.outcomes[0] if outcome is None else outcome]
    name = outcome_name(one.outcome, w)
    value, low, high = limits = limits_of(one.shares)
    levels = one.empty + np.concatenate([[0.0], np.cumsum(value)])
    reach = np.array([0.0, *levels, *(levels[:-1] + low), *(levels[:-1] + high)])
    least, most = around(reach, 0.13)
    factors = [part.factors[0] for part in one.shares]
    named = [factor_name(factor, w) for factor in factors]
    cells = [w("worlds.shares.empty"), w("worlds.shares.full")]
    fig.begin(
        w("worlds.shares.title", outcome=name[:1].lower() + name[1:]),
        w("worlds.shares.under"),
        height=680,
        x=categories([_lines(x) for x in (cells[0], *named, cells[1])]),
        y=numbers(
            w, name, least if np.nanmin(reach) < 0 else 0.0, most if np.nanmax(reach) > 0 else 0.0
        ),
    )
    ends = each(w.signed, [one.empty, one.full], plus=False)
    cell_low, cell_high = (x[[0, -1]] for x in limits_of(one.cells)[1:])
    shown, spans = each(w.signed, value), each(w.span, low, high)
    cell_spans = each(w.span, cell_low, cell_high)
    first, last = each(w, "worlds.shares.bar_end", cell=cells, value=ends, limits=cell_spans)
    bars = each(w, "worlds.shares.bar", factor=named, share=shown, limits=spans)
    hover, keys = [first, *bars, last], ["empty", *factors, "full"]
    fig.bars(
        np.array([one.empty, *np.abs(value), one.full]),
        [None, *(v >= 0 for v in value.tolist()), None],
        hover=hover,
        keys=keys,
        base=[0.0, *np.minimum(levels[:-1], levels[1:]).tolist(), 0.0],
        width=0.66,
    )
    for x, end, text in ((0, one.empty, ends[0]), (len(named) + 1, one.full, ends[1])):
        fig.end(x, end, text, above=end >= 0)
    _amounts(fig, limits, levels, shown)
    fig.level(y=0, color=fig.theme.ink)
    for k, level in enumerate(levels):  # the level that is handed on
        ends_at = (k - 0.33, k + 1.33)
        fig.segment(ends_at, (level, level), color=fig.theme.soft, width=1.5, dash="dot")
    for key, label in zip(keys, hover, strict=True):
        on = {"empty": (), "full": causes.factors}.get(key, (key,))
        src = Places.of(causes.world(on))
        fig.mark(key, label, src, coming_from(src, src.count))
    spec = causes.specs[-1]
    size = {"matches": spec.matches, "deals": spec.rules.match[0][1]}
    note = {"cells": len(causes.specs), "level": w.percent(one.level), **size}
    columns = {"factor": named, "share": shown, "limits": spans}
    columns |= {"alone": each(w.signed, one.alone), "last": each(w.signed, one.last)}
    k = int(np.abs(value).argmax())
    sentences = [
        w("worlds.shares.largest", factor=named[k], share=shown[k], limits=spans[k]),
        w("worlds.shares.sum", total=w.signed(one.total.value), empty=ends[0], full=ends[1]),
        *_pairs(one, w),
    ]
    notes = (w("worlds.shares.note", **note), w("worlds.shares.no_percent"))
    return fig.by_columns("worlds.shares.head.", columns, sentences, notes)


def _lines(name: str) -> str:
    if " + " in name:
        return name.replace(" + ", " +<br>")
    return two_lines(name) if len(name) > 11 else name


def _amounts(fig: Builder, limits: Limits, levels: Floats, shown: list[str]) -> None:
    """The share at the end of each bar, and its limits as a thin line."""
    for i, (value, low, high) in enumerate(limits.T):
        up, edge = value >= 0, levels[i + 1]
        if low == low:
            ends = levels[i] + low, levels[i] + high
            fig.segment((i + 1, i + 1), ends, color=fig.theme.ink, width=4)
            edge = ends[int(up)]
        fig.end(i + 1, edge, shown[i], above=up)


def _pairs(one: Shares, w: Words) -> Iterator[str]:
    """The three strongest interactions of two factors."""
    pairs = [part for part in one.interactions if len(part.factors) == 2]
    for part in sorted(pairs, key=lambda part: -abs(part.value))[:3]:
        said = {"amount": w.signed(part.value), "limits": w.span(part.low, part.high)}
        yield w("worlds.shares.pair", factors=[factor_name(f, w) for f in part.factors], **said)
