"""A tournament in words and numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slime.i18n import Words, words
from slime.text_table import TextTable

if TYPE_CHECKING:
    from slime.tournaments.result import Tournament


def report(result: Tournament, lang: str) -> TextTable:
    """The standings as a table; what can and cannot be told apart; who forfeited."""
    w = words(lang)
    rows = []
    for number, name in enumerate(result.names, 1):
        place = result.mean_place(name)
        e = result._number(name)
        rating = result.ratings
        rows.append(
            (
                f"{number} {name}",
                w.number(place.value, 2),
                _span(place.low, place.high, w, 2),
                w.number(float(rating.rating[e]), 0),
                _span(float(rating.low[e]), float(rating.high[e]), w, 0),
                w.percent(float(result._wins[e])),
            )
        )
    head = tuple(
        w(f"tournament.column_{key}")
        for key in ("player", "place", "limits", "rating", "limits", "won")
    )
    return TextTable(
        w("tournament.title", preset=w(f"drawing.preset.{result.rules.preset}")),
        head,
        tuple(rows),
        (*_compared(result, w), *_forfeits(result, w)),
        _notes(result, w),
    )


def _span(low: float, high: float, w: Words, digits: int) -> str:
    if low != low or high != high:
        return "?"
    ends = [w.number(x, digits).replace("-", "\N{MINUS SIGN}") for x in (low, high)]
    if low < 0:
        return w("common.span", low=ends[0], high=ends[1])
    return "\N{EN DASH}".join(ends)


def _compared(result: Tournament, w: Words) -> list[str]:
    """Each player and the next: surely better, or not to be told apart."""
    out = []
    for name, other in zip(result.names, result.names[1:], strict=False):
        gap = result.difference(other, name)
        key = "better" if gap.clear else "alike"
        out.append(
            w(
                f"tournament.{key}",
                name=name,
                other=other,
                gap=w.number(gap.value, 2),
                limits=_span(gap.low, gap.high, w, 2),
            )
        )
    return out


def _forfeits(result: Tournament, w: Words) -> list[str]:
    """Who was taken out, why and where."""
    out = []
    for f in result.forfeits:
        what, *where = map(str.strip, f.message.splitlines())
        told = " ".join([what, ": ".join(where)]) if where else what
        out.append(w("tournament.forfeit", name=f.name, what=told))
    return out


def _notes(result: Tournament, w: Words) -> tuple[str, ...]:
    """What the numbers rest on."""
    plan = result.plan
    kind, length = plan.rules.match[0]
    return (
        w(f"tournament.kind.{plan.kind.replace('-', '_')}", tables=len(result.tables)),
        w(
            "tournament.blocks",
            matches=plan.matches,
            players=plan.players,
            deals=result.deals,
            seed=plan.seed,
        ),
        w(f"tournament.length.{kind}", n=length),
        w("tournament.limits", level=w.percent(plan.level)),
        w("tournament.rated"),
    )
