"""Finding deals by what happened in them: each finder is declared once, here."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from slime._checks import check_int

if TYPE_CHECKING:
    from slime.simulation.result import Address, Simulation

# A finder gives a score [match, deal, player]: the higher, the better it fits; 0 does not.
Finder = Callable[["Simulation"], NDArray[Any]]


def _moved(sim: Simulation, before: int, after: int) -> NDArray[Any]:
    """Who went from one place to another between a deal and the one before it."""
    places = sim.places
    score = np.zeros(places.shape, np.int64)
    score[:, 1:] = (places[:, :-1] == before) & (places[:, 1:] == after)
    return score


def _fell(sim: Simulation) -> NDArray[Any]:
    last = len(sim.players)
    fell = _moved(sim, 1, last)
    return fell if sim.rules.champion_falls else np.zeros_like(fell)


def _reign(sim: Simulation) -> NDArray[Any]:
    """Length of an unbroken reign, at its last deal."""
    first = sim.places == 1
    run = np.zeros(first.shape, np.int64)
    for d in range(first.shape[1]):
        run[:, d] = first[:, d] * ((run[:, d - 1] if d else 0) + 1)
    ended = np.ones_like(first)
    ended[:, :-1] = ~first[:, 1:]
    return np.asarray(run * ended)


def _rise(sim: Simulation) -> NDArray[Any]:
    change = sim.detail("strength_played") - sim.detail("strength_dealt")
    return np.where(sim.places > 0, change, 0.0)


#: What can be found -> how; words for it are in the topic ``find``.
FINDERS: dict[str, Finder] = {
    "champion-fell": _fell,
    "champion-stayed": lambda sim: _moved(sim, 1, 1),
    "last-to-first": lambda sim: _moved(sim, len(sim.players), 1),
    "last-stayed": lambda sim: _moved(sim, len(sim.players), len(sim.players)),
    "second-stayed": lambda sim: _moved(sim, 2, 2),
    "longest-reign": _reign,
    "largest-rise": _rise,
    "largest-loss": lambda sim: -_rise(sim),
}


def find(sim: Simulation, what: str, n: int = 10) -> list[Address]:
    """The `n` best addresses for a finder; equal ones in the order of matches."""
    from slime.simulation.result import Address

    if not isinstance(what, str) or what not in FINDERS:
        raise ValueError(f"find: one of {', '.join(FINDERS)}, not {what!r:.60}")
    n = check_int("n", n, 1)
    score = FINDERS[what](sim)
    flat = score.ravel()
    fits = np.flatnonzero(flat > 0)
    order = fits[np.argsort(-flat[fits], kind="stable")][:n]
    where = np.unravel_index(order, score.shape)
    return [Address(*map(int, cell)) for cell in zip(*where, strict=True)]
