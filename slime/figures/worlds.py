"""Two worlds side by side: effects with limits, and the deals behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from slime.figures import look
from slime.figures.bars import limits_of
from slime.figures.base import Figure, Mark
from slime.figures.notes import limit_note
from slime.figures.palette import find_theme
from slime.figures.source import Finder, expect, place_names, read_source, told_names
from slime.i18n import Words, words
from slime.measures import Interval
from slime.text_table import TextTable

if TYPE_CHECKING:
    from slime.experiments import Comparison, GroupEffects


def outcome_name(key: str, w: Words) -> str:
    """What an outcome is called in a title."""
    return w(f"worlds.outcome.{key}" if f"worlds.outcome.{key}" in w else f"measures.{key}.title")


def limits_told(found: Interval, w: Words, digits: int = 2) -> str:
    """The limits of one number, in words; a dash where nothing varied."""
    return look.number_span(float(found.low), float(found.high), w, digits)


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

    `worlds` is a result of `slime.compare`; `by` is ``"previous_place"`` or ``"player"``,
    `of` what the effect is on (see `Comparison.table`). Marks: places from 1, or names; behind a
    mark are its deals, those first in which the worlds differ most.

    >>> import slime
    >>> both = slime.compare("slime-licker", slime.rules("slime-licker", exchange="none"),
    ...                      matches=60, how="counterfactual", engine="interpreted", deals=5)
    >>> shown = paired_effects(both, lang="en")
    >>> shown.marks, len(shown.table.rows)
    ((1, 2, 3, 4, 5), 5)
    """
    from slime.experiments import Comparison

    expect(worlds, "worlds", Comparison, "slime.compare")
    w, colours = words(lang), find_theme(theme)
    table = worlds.table(by, of, level)
    src = read_source(worlds.a)
    names = place_names(src, w) if by == "previous_place" else list(worlds.players)
    told = (
        [w("worlds.effects.place", name=name) for name in told_names(src, w)]
        if by == "previous_place"
        else names
    )
    found = table.effect.difference
    value, low, high = (np.asarray(x, np.float64) for x in (found.value, found.low, found.high))
    low, high = (np.where(np.isnan(x), value, x) for x in (low, high))
    n = len(names)
    title = w(
        "worlds.effects.title" if by == "previous_place" else "worlds.effects.title_player",
        of=w(f"worlds.outcome.{of}"),
    )
    reach = float(np.abs([value, low, high]).max()) * 1.15 or 1.0
    figure = look.sheet(
        colours,
        title,
        w(f"worlds.effects.under_{worlds.how}"),
        height=330 + 74 * n,
        xaxis={
            "title": look.titled(w("worlds.effects.axis", unit=w(f"worlds.unit.{of}"))),
            "range": [-reach, reach],
            **look.number_ticks(look.steps(-reach, reach), w),
        },
        yaxis={
            "tickvals": list(range(n)),
            "ticktext": names,
            "title": look.titled(w(f"worlds.effects.head.{by}")),
            "range": [n - 0.4, -0.9],
            "showgrid": False,
        },
        showlegend=False,
    )
    figure.add_vline(x=0, line={"color": colours.ink, "width": 2})
    spans = [look.number_span(float(low[i]), float(high[i]), w) for i in range(n)]
    shown = [look.signed(float(v), w) for v in value]
    hover = [
        w("worlds.effects.label", group=told[i], effect=shown[i], limits=spans[i]) for i in range(n)
    ]
    _forest(figure, colours, value, low, high, shown, hover)
    if of in ("place", "finish"):
        _ends(figure, colours, w)
    marks = [
        Mark(key, hover[i], src, _differing(worlds, by, i)) for i, key in enumerate(table.labels)
    ]
    text_table = TextTable(
        title,
        tuple(w(f"worlds.effects.head.{k}") for k in _columns(table)),
        tuple(_row(table, i, names[i], shown[i], spans[i], w) for i in range(n)),
        _sentences(table, told, shown, spans, w),
        (*worlds_told(worlds, w), limit_note(found, w)),
    )
    return Figure(
        figure, text_table, w.lang, theme, marks, {(0, i): m.key for i, m in enumerate(marks)}
    )


def _forest(
    figure: Any, colours: Any, value: Any, low: Any, high: Any, shown: list[str], hover: list[str]
) -> None:
    """Diamonds with limits, the number above each."""
    import plotly.graph_objects as go

    sure = (low > 0) | (high < 0)
    figure.add_trace(
        go.Scatter(
            x=value.tolist(),
            y=list(range(len(value))),
            mode="markers",
            marker={
                "symbol": ["diamond" if s else "diamond-open" for s in sure],
                "size": 19,
                "color": [
                    colours.ink if not s else colours.second if v > 0 else colours.first
                    for s, v in zip(sure, value, strict=True)
                ],
                "line": {"color": colours.ink, "width": 2},
            },
            error_x=limits_of(value, low, high, colours.ink),
            hovertext=hover,
            hovertemplate="%{hovertext}<extra></extra>",
        )
    )
    for i, text in enumerate(shown):
        figure.add_annotation(
            x=float(value[i]),
            y=i,
            yshift=26,
            text=f"<b>{text}</b>",
            showarrow=False,
            font={"size": look.NUMBER, "color": colours.ink},
        )


def _ends(figure: Any, colours: Any, w: Words) -> None:
    for x, key, anchor in ((0, "better", "left"), (1, "worse", "right")):
        figure.add_annotation(
            x=x,
            y=1,
            xref="paper",
            yref="paper",
            xanchor=anchor,
            yanchor="top",
            text=w(f"worlds.effects.{key}"),
            showarrow=False,
            font={"size": look.UNDER, "color": colours.soft},
        )


def _differing(worlds: Comparison, by: str, i: int) -> Finder:
    """The deals of a group, those in which its places differ most between the worlds first."""

    def find() -> Any:
        a = worlds.places_a
        change = np.abs(worlds.change[:, : a.shape[1]].astype(np.int64))
        fits = np.zeros(a.shape, bool)
        if by == "previous_place":
            fits[:, 1:] = (a[:, :-1] == i + 1) & (a[:, 1:] > 0)
        else:
            fits[:, :, i] = a[:, :, i] > 0
        rows = np.argwhere(fits)
        return rows[np.argsort(-change[fits], kind="stable")]

    return find


def _columns(table: GroupEffects) -> list[str]:
    more = ["better", "worse"] if table.better is not None else []
    return [table.by, "a", "b", "effect", "limits", *more, "variance_ratio"]


def _row(
    table: GroupEffects, i: int, name: str, shown: str, span: str, w: Words
) -> tuple[str, ...]:
    effect = table.effect
    a, b = (float(np.asarray(x.value)[i]) for x in (effect.a, effect.b))
    row = [name, w.number(a, 2), w.number(b, 2), shown, span]
    if table.better is not None and table.worse is not None:
        row += [w.percent(float(table.better[i])), w.percent(float(table.worse[i]))]
    ratio = float(np.asarray(effect.variance_ratio)[i])
    return (*row, f"× {w.number(ratio, 1)}" if np.isfinite(ratio) else "—")


def _sentences(
    table: GroupEffects, told: list[str], shown: list[str], spans: list[str], w: Words
) -> tuple[str, ...]:
    found = table.effect.difference
    value = np.asarray(found.value)
    sure = (np.asarray(found.low) > 0) | (np.asarray(found.high) < 0)
    most = int(np.abs(value).argmax())
    out = [w("worlds.effects.most", group=told[most], effect=shown[most], limits=spans[most])]
    if sure.any():
        groups = [name for name, s in zip(told, sure, strict=True) if s]
        out.append(w("worlds.effects.clear", groups=groups))
    else:
        out.append(w("worlds.effects.unclear"))
    ratio = np.asarray(table.effect.variance_ratio, np.float64)
    ratio = ratio[np.isfinite(ratio)]
    if not len(ratio):
        return (*out, w("worlds.effects.pairing_all"))
    least, high = w.number(float(ratio.min()), 1), w.number(float(ratio.max()), 1)
    key = "pairing_one" if least == high else "pairing"
    values = {"most": high} if least == high else {"least": least, "most": high}
    return (*out, w(f"worlds.effects.{key}", **values))


def worlds_told(worlds: Comparison, w: Words) -> list[str]:
    """In what the two worlds differ, in the words of their rule cards."""
    cards = [plan.rules.card(w.lang).lines() for plan in (worlds.plan_a, worlds.plan_b)]
    out = []
    for own, other, key in ((cards[0], cards[1], "only_a"), (cards[1], cards[0], "only_b")):
        known = {line.text for line in other}
        texts = [line.text for line in own if line.text not in known]
        if texts:
            out.append(w(f"worlds.effects.{key}", texts=" ".join(texts)))
    if not out:
        out.append(w("worlds.effects.same_rules"))
    who = [w.join(dict.fromkeys(map(str, p.strategies))) for p in (worlds.plan_a, worlds.plan_b)]
    key = "players" if worlds.plan_a.strategies != worlds.plan_b.strategies else "all_players"
    out.append(w(f"worlds.effects.{key}", a=who[0], b=who[1]))
    return out
