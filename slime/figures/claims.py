"""The claims in pictures: one claim in one case, in all cases, and all claims at once."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from slime._checks import check_choice, invalid
from slime.claims import report
from slime.claims.model import find_claim
from slime.figures.builder import (
    TEXT,
    Builder,
    Limits,
    around,
    categories,
    each,
    limits_of,
    numbers,
)
from slime.figures.figure import Figure
from slime.figures.palette import SYMBOLS, place_colours
from slime.i18n import Words
from slime.measures import Places

if TYPE_CHECKING:
    from slime.claims import ClaimResult, Trial

#: How far the forest of all claims goes: further marks stand at its edge.
_EDGE = (-3.0, 5.0)
_SYMBOLS = {"holds": "circle", "fails": "x", "undecided": "square-open"}


def claim_figure(result: ClaimResult, *, lang: str | None = None, theme: str = "light") -> Figure:
    """A claim tried in one case: its groups with limits, and the deals behind it.

    Parameters
    ----------
    result : ClaimResult
        A result of ``slime.commentary.test``.
    lang : str, optional
        ``"en"`` or ``"ru"``; the one it was tried in, if none is named.
    theme : {"light", "dark"}

    Returns
    -------
    Figure
        Its mark ``"deals"`` has the addresses of the deals that show it best.

    Raises
    ------
    ValueError
        For other arguments.

    Examples
    --------
    >>> from slime.claims import commentary
    >>> result = commentary.test("4", matches=40, engine="interpreted", workers=1)
    >>> len(claim_figure(result, lang="en").table.rows)
    5
    """
    fig = Builder(lang or result.lang, theme)
    w, claim, finding = fig.w, result.claim, result.finding
    names = [report.group(claim, g, w) for g in finding.groups]
    limits = limits_of([g.found for g in finding.groups])
    says = w(f"commentary.{claim.name}.says")
    axis = w(f"trial.axis.{finding.axis}")
    fig.begin(
        w("trial.picture.title", key=claim.key, verdict=w(f"trial.verdict.{result.verdict}")),
        w("trial.picture.under", case=_capital(report.case(result.case.key, w)), says=says),
        height=300 + 58 * len(names),
        x=_axis(w, axis, limits, finding.line, finding.unit),
        y=categories(names, down=True),
    )
    fig.level(x=finding.line, color=fig.theme.ink, dash="dot")
    shown = each(report.number, limits[0], finding.unit, w)
    spans = each(report.limits, limits[1], limits[2], finding.unit, w)
    _dots(fig, limits, range(len(names)), (names, shown, spans))
    for i, text in enumerate(shown):
        fig.note(
            f"<b>{text}</b>", np.nan_to_num(limits[0])[i], i, yshift=21, bgcolor=fig.theme.paper
        )
    spec = finding.world.spec
    size = {"matches": spec.matches, "deals": spec.rules.match[0][1], "seed": spec.seed}
    fig.mark(
        "deals",
        w("trial.picture.deals"),
        Places.of(finding.world),
        lambda: np.array(result.addresses(20), np.int64).reshape(-1, 3),
    )
    return fig.figure(
        [w(f"trial.picture.head_{k}") for k in ("group", "value", "limits")],
        zip(names, shown, spans, strict=True),
        [report.finding(claim, row, w) for row in result.rows],
        [
            w(f"commentary.{claim.name}.measured"),
            w("trial.picture.size", level=w.percent(result.level), **size),
        ],
        title=f"{fig.title}. {_capital(axis)}",
    )


def claim_forest(
    trial: Trial,
    claim: str | int,
    part: str | None = None,
    *,
    lang: str | None = None,
    theme: str = "light",
) -> Figure:
    """One part of a claim in every case, with limits and the bound.

    Parameters
    ----------
    trial : Trial
        A result of `slime.claims.run_trial`.
    claim : str or int
        The claim's key.
    part : str, optional
        The key of the part; None: the first.
    lang : str, optional
        ``"en"`` or ``"ru"``; the one set, if none is named.
    theme : {"light", "dark"}

    Returns
    -------
    Figure
        It has no marks.

    Raises
    ------
    ValueError
        For other arguments.

    Examples
    --------
    >>> from slime.claims import Row, Trial
    >>> row = Row("5", "waiting", "lowest", 5, "A", 0.8, 0.7, 0.9, 100)
    >>> claim_forest(Trial((row,), {}), "5", "waiting", lang="en").table.rows
    (('all lowest, 5 players, Slime licker', '80%', '70% to 90%', 'undecided'),)
    """
    fig = Builder(lang, theme)
    w, found = fig.w, find_claim(claim)
    parts = [p.key for p in found.parts]
    chosen = found.part(parts[0] if part is None else check_choice("part", part, parts))
    rows = trial.of(found, chosen.key)
    if not rows:
        raise invalid("figures.wrong.claim", claim=found.key, part=chosen.key)
    lines = list(dict.fromkeys((r.society, r.table) for r in rows))
    sizes = sorted({r.players for r in rows})
    names = [f"{report.society(s, w)}, {report.table(t, w)}".replace("`", "") for s, t in lines]
    said = w(f"commentary.{found.name}.part.{chosen.key}")
    limits = np.array([(r.value, r.low, r.high) for r in rows], np.float64).T
    fig.begin(
        w("trial.forest.one", key=found.key),
        f"{_capital(said)}: {report.bound(found, chosen.key, w)}",
        height=294 + 64 * len(lines),
        legend=34,
        showlegend=True,
        legend_title_text=w("trial.panel.players"),
        x=_axis(w, "", limits, chosen.bound, chosen.unit),
        y=categories(_wrapped(names, 34), down=True, showgrid=True),
    )
    fig.level(x=chosen.bound, color=fig.theme.ink, width=4)

    cases = [report.case(r.case, w) for r in rows]
    shown = each(report.number, limits[0], chosen.unit, w)
    spans = each(report.limits, limits[1], limits[2], chosen.unit, w)
    texts, number = np.array([cases, shown, spans]), np.array([r.players for r in rows])
    line = np.array([lines.index((r.society, r.table)) for r in rows])
    for k, (players, colour) in enumerate(zip(sizes, place_colours(len(sizes)), strict=True)):
        mine, shift = number == players, 0.56 * ((k + 0.5) / len(sizes) - 0.5)
        look = {"symbol": SYMBOLS[k], "color": colour}
        _dots(fig, limits[:, mine], line[mine] + shift, texts[:, mine], look, name=str(players))
    verdicts = [w(f"trial.verdict.{r.verdict}") for r in rows]
    return fig.figure(
        ("", *(w(f"trial.picture.head_{k}") for k in ("value", "limits")), ""),
        zip((c.replace("`", "") for c in cases), shown, spans, verdicts, strict=True),
        title=f"{fig.title}: {said}",
    )


def trial_forest(
    trial: Trial, *, besides: bool = False, lang: str | None = None, theme: str = "light"
) -> Figure:
    """All claims in all cases on one scale: the smallest effect that matters is 1.

    Parameters
    ----------
    trial : Trial
        A result of `slime.claims.run_trial`.
    besides : bool
        Whether with the parts that do not decide on their claim.
    lang : str, optional
        ``"en"`` or ``"ru"``; the one set, if none is named.
    theme : {"light", "dark"}

    Returns
    -------
    Figure
        It has no marks.

    Raises
    ------
    ValueError
        For other arguments.

    Examples
    --------
    >>> from slime.claims import Row, Trial
    >>> row = Row("5", "waiting", "lowest", 5, "A", 0.8, 0.7, 0.9, 100)
    >>> trial_forest(Trial((row,), {}), lang="en").table.rows[0][2:]
    ('80% to 80%', '0', '0', '1')
    """
    fig = Builder(lang, theme)
    w, colours = fig.w, fig.theme
    lines = report.parts_of(trial, besides)
    if not lines:
        raise invalid("figures.wrong.trial")
    names = [report.part_name(claim, part, w) for claim, part in lines]
    low, high = _EDGE[0] - 0.2, _EDGE[1] + 0.2
    fig.begin(
        w("trial.forest.title"),
        w("trial.forest.under"),
        height=364 + 52 * len(lines),
        legend=34,
        x=numbers(w, w("trial.forest.axis"), low, high, ticks=range(-3, 6), digits=0),
        y=categories(_wrapped(names, 44), down=True, showgrid=True, tickfont={"size": TEXT - 2}),
    )
    band = {"fillcolor": colours.band, "opacity": 0.3, "line_width": 0, "layer": "below"}
    fig.plot.add_vrect(x0=1, x1=high, **band)
    fig.level(x=0)
    fig.level(x=1, color=colours.ink, width=4)
    rows = [(i, part, row) for i, (c, part) in enumerate(lines) for row in trial.of(c, part.key)]
    number = {case: i for i, case in enumerate(dict.fromkeys(row.case for row in trial.rows))}
    x = np.clip([part.scaled(row.value, row.players) for _, part, row in rows], *_EDGE)
    y = np.array([i + 0.64 * ((number[r.case] + 0.5) / len(number) - 0.5) for i, _, r in rows])
    hover = np.array([report.spot(row, w) for _, _, row in rows])
    verdict = np.array([row.verdict for _, _, row in rows])
    shades = {"holds": colours.first, "fails": colours.second, "undecided": colours.ink}
    for word, colour in shades.items():
        mine, symbol = verdict == word, _SYMBOLS[word]
        edge = {"width": 1.5 if "open" in symbol else 0, "color": colour}
        marker = {"symbol": symbol, "size": 9, "color": colour, "line": edge}
        name = w(f"trial.forest.{word}", n=int(mine.sum()))
        fig.points(x[mine].tolist(), y[mine].tolist(), marker, name=name, hover=hover[mine])
    verdicts = [
        f"{claim.key}. {w(f'commentary.{claim.name}.says')} — "
        f"{report.verdict(trial.verdict(claim.key), w)}."
        for claim in map(find_claim, trial.claims)
    ]
    return fig.figure(
        report.part_head(w),
        [report.part_row(trial, claim, part, w) for claim, part in lines],
        verdicts,
        (w("trial.forest.note"),),
    )


def _dots(
    fig: Builder,
    limits: Limits,
    y: Iterable[float],
    texts: Iterable[list[str]],
    look: dict[str, Any] | None = None,
    **more: Any,
) -> None:
    """Diamonds with limits across; `texts`: names, values and limits of all."""
    marker = {"symbol": "diamond", "size": 15, "color": fig.theme.first, "line": {"width": 1}}
    bars, hover = {"thickness": 2.5, "width": 7}, each("{}: <b>{}</b> ({})".format, *texts)
    fig.dots(limits, y, {**marker, **(look or {})}, error_x=bars, hover=hover, **more)


def _wrapped(names: list[str], width: int) -> list[str]:
    return ["<br>".join(textwrap.wrap(name, width)) for name in names]


def _axis(w: Words, title: str, limits: Limits, line: float, unit: str) -> dict[str, Any]:
    ends = around([*limits[1], *limits[2], line], 0.08)
    return numbers(w, title, *ends, percent=unit == "share")


def _capital(text: str) -> str:
    text = text.replace("`", "")
    return text[:1].upper() + text[1:]
