"""Sentences that many figures share: how much was counted, and how sure it is."""

from __future__ import annotations

from slime.figures.source import Source
from slime.i18n import Words
from slime.measures import Interval


def limit_note(found: Interval, w: Words) -> str:
    """How the limits were made, and what they assume."""
    key: str = found.method if found.unit == "session" or found.method == "wilson" else "t_deal"
    if found.method == "bootstrap" and found.unit == "deal":
        key = "bootstrap_deal"
    how = w(f"measures.method.{key}", n=found.n)
    told = w("figures.note.limits", level=w.percent(found.level), how=how)
    return f"{told} {w(f'measures.assumption.{found.assumption}')}"


def size_note(source: Source, w: Words) -> list[str]:
    """How much was counted, and by whom it was played; nothing for bare counts."""
    if not source.deals:
        return []
    told = [w("figures.note.size", matches=source.matches, deals=source.deals)]
    if source.sim is not None:
        kinds = sorted({str(strategy) for strategy in source.sim.strategies})
        told.append(w("figures.note.players", n=len(kinds), names=kinds))
    return told


def when(lag: int, w: Words) -> str:
    """In the next deal, or so many deals later."""
    return w("figures.later.next") if lag == 1 else w("figures.later.lag", lag=lag)
