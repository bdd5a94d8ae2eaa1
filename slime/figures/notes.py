"""Sentences that many figures share: how much was counted, and how sure it is."""

from __future__ import annotations

from slime.figures.source import Source
from slime.i18n import Words
from slime.measures import Interval


def limit_note(found: Interval, w: Words) -> str:
    """How the limits were made, and what they assume."""
    return found.note(w.lang)


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
