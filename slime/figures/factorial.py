"""What causes what: shares of factors as a waterfall, from all rules off to all rules on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from slime.figures.builder import Builder, categories, each, limits_of, numbers
from slime.figures.compare import outcome_name
from slime.figures.figure import Figure, Key
from slime.figures.source import coming_from, expect
from slime.i18n import Words
from slime.measures import Places

if TYPE_CHECKING:
    from slime.experiments import Decomposition
    from slime.experiments.factorial import Contribution, Shares


def factor_name(factor: str, w: Words) -> str:
    """A factor in words; factors joined by + are named one after the other."""
    keys = {one: f"worlds.factor.{one}" for one in factor.split("+")}
    return " + ".join(w(key) if key in w else one for one, key in keys.items())


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
    value = np.array([part.value for part in one.shares])
    levels = one.empty + np.concatenate([[0.0], np.cumsum(value)])
    factors = [part.factors[0] for part in one.shares]
    named = [factor_name(factor, w) for factor in factors]
    names = [w("worlds.shares.empty"), *named, w("worlds.shares.full")]
    ends = _ends(one, levels)
    fig.begin(
        w("worlds.shares.title", outcome=name[:1].lower() + name[1:]),
        w("worlds.shares.under"),
        height=680,
        x=categories([_lines(x) for x in names]),
        y=numbers(w, name, *ends),
    )
    hover = _labels(one, names, w)
    keys: list[Key] = ["empty", *factors, "full"]
    fig.bars(
        np.array([one.empty, *np.abs(value), one.full]),
        [None, *(v >= 0 for v in value.tolist()), None],
        hover=hover,
        keys=keys,
        base=[0.0, *np.minimum(levels[:-1], levels[1:]).tolist(), 0.0],
        width=0.66,
    )
    _amounts(fig, one, levels)
    fig.level(y=0, color=fig.theme.ink)
    for k, level in enumerate(levels):  # the level that is handed on
        ends_at = (k - 0.33, k + 1.33)
        fig.segment(ends_at, (level, level), color=fig.theme.soft, width=1.5, dash="dot")
    for key, label in zip(keys, hover, strict=True):
        on = {"empty": (), "full": causes.factors}.get(str(key), (str(key),))
        src = Places.of(causes.world(on))
        fig.mark(key, label, src, coming_from(src, src.count))
    spec = causes.specs[-1]
    size = {"matches": spec.matches, "deals": spec.rules.match[0][1]}
    note = {"cells": len(causes.specs), "level": w.percent(one.level), **size}
    return fig.figure(
        [w(f"worlds.shares.head.{k}") for k in ("factor", "share", "limits", "alone", "last")],
        [
            (name, w.signed(part.value), _span(part, w), w.signed(alone), w.signed(last))
            for name, part, alone, last in zip(
                names[1:-1], one.shares, one.alone, one.last, strict=True
            )
        ],
        _sentences(one, names, w),
        (w("worlds.shares.note", **note), w("worlds.shares.no_percent")),
    )


def _ends(one: Shares, levels: np.ndarray[Any, Any]) -> tuple[float, float]:
    reach = [0.0, *levels]
    for level, part in zip(levels, one.shares, strict=False):
        reach += [level + x for x in (part.low, part.high) if x == x]
    low, high = min(reach), max(reach)
    room = 0.13 * (high - low) or 0.1
    return low - room if low < 0 else 0.0, high + room if high > 0 else 0.0


def _lines(name: str) -> str:
    if " + " in name:
        return name.replace(" + ", " +<br>")
    return name.replace(" ", "<br>", 1) if len(name) > 11 else name


def _labels(one: Shares, names: list[str], w: Words) -> list[str]:
    value, low, high = (x[[0, -1]] for x in limits_of(one.cells))
    shown = {"value": each(w.signed, value, plus=False), "limits": each(w.span, low, high)}
    first, last = each(w, "worlds.shares.bar_end", cell=[names[0], names[-1]], **shown)
    bars = [
        w("worlds.shares.bar", factor=name, share=w.signed(part.value), limits=_span(part, w))
        for name, part in zip(names[1:-1], one.shares, strict=True)
    ]
    return [first, *bars, last]


def _span(part: Contribution, w: Words) -> str:
    return w.span(part.low, part.high)


def _amounts(fig: Builder, one: Shares, levels: np.ndarray[Any, Any]) -> None:
    """Amounts at the ends of the bars, and the limits of each share as a thin line."""
    for x, value in ((0, one.empty), (len(one.shares) + 1, one.full)):
        fig.end(x, value, fig.w.signed(value, plus=False), above=value >= 0)
    for i, part in enumerate(one.shares):
        up, edge = part.value >= 0, levels[i + 1]
        if part.low == part.low:
            ends = levels[i] + part.low, levels[i] + part.high
            fig.segment((i + 1, i + 1), ends, color=fig.theme.ink, width=4)
            edge = ends[up]
        fig.end(i + 1, edge, fig.w.signed(part.value), above=up)


def _sentences(one: Shares, names: list[str], w: Words) -> list[str]:
    def said(key: str, amount: str, part: Contribution, **data: Any) -> str:
        shown = {amount: w.signed(part.value), "limits": _span(part, w)}
        return w(f"worlds.shares.{key}", **shown, **data)

    largest = max(range(len(one.shares)), key=lambda i: abs(one.shares[i].value))
    ends = {k: w.signed(v, plus=False) for k, v in (("empty", one.empty), ("full", one.full))}
    pairs = sorted(
        (p for p in one.interactions if len(p.factors) == 2), key=lambda p: -abs(p.value)
    )
    return [
        said("largest", "share", one.shares[largest], factor=names[largest + 1]),
        w("worlds.shares.sum", total=w.signed(one.total.value), **ends),
        *(
            said("pair", "amount", p, factors=[factor_name(f, w) for f in p.factors])
            for p in pairs[:3]
        ),
    ]
