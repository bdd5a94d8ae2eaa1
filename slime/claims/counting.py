"""Counts from plays: what becomes of the poor's high cards, and when small cards leave the hand."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from slime.engine.layout import RANK_BIT
from slime.measures.places import Floats
from slime.simulation import Simulation
from slime.simulation.address import Address
from slime.simulation.job import log_of

#: Matches whose plays are read at a time: a log is large.
_AT_ONCE = 250
#: Deals to show at the most.
_SHOWN = 40


class Plays:
    """The sets played in some matches, from their second deal on, one array a column."""

    def __init__(self, sim: Simulation, matches: range) -> None:
        log = log_of(sim.spec, sim.places.shape[1], matches)
        log = log[(log[:, 1] > 1) & (log[:, 5] != 0)]
        # whether the next set is of the same match, deal and trick
        self.beaten = np.zeros(len(log), bool)
        self.beaten[:-1] = (log[1:, :3] == log[:-1, :3]).all(axis=1)
        self.leads = np.roll(~self.beaten, 1)
        self.match, self.deal = log[:, 0], log[:, 1] - 1
        self.turn, self.player = log[:, 3], log[:, 4]
        self.rank = log[:, 5] >> RANK_BIT
        cards = log[:, 5] & ((1 << RANK_BIT) - 1)
        self.size = sum((cards >> (4 * i)) & 15 for i in range(14)).astype(np.int64)
        places = sim.places.astype(np.int64)
        self.before = places[self.match, self.deal - 1, self.player]
        # of who plays the next set of the trick, and the last one; -1: nobody
        self.next_before = np.where(self.beaten, np.roll(self.before, -1), -1)
        last = np.flatnonzero(~self.beaten)
        self.winner_before = self.before[last[np.searchsorted(last, np.arange(len(log)))]]
        out = sim.detail("out_turn").astype(np.int64)[self.match, self.deal]  # [row, player]
        before = places[self.match, self.deal - 1]
        self._playing = np.where((out == 0) | (out > self.turn[:, None]), before, 99)

    def still_in(self, rich: int) -> NDArray[np.bool_]:
        """Whether one of the first `rich` of the deal before holds cards at this play."""
        return np.asarray(self._playing.min(axis=1) <= rich)


def _read(sim: Simulation) -> Iterator[Plays]:
    matches = range(sim.spec.matches)
    return (Plays(sim, matches[first : first + _AT_ONCE]) for first in matches[::_AT_ONCE])


def high_cards_beaten(
    sim: Simulation, high: int, rich: int, poor: int, how: str, only_while_in: bool
) -> tuple[Floats, list[Address]]:
    """Sets of the `high` highest ranks played by the `poor` last: [match, rank, (beaten, all)].

    Beaten: by a rich player, who plays the next set (`how` ``"next"``) or wins the trick
    (``"trick"``).  Ranks from the lowest of the high ones up.  Also some addresses of such deals.
    """
    count, ranks = len(sim.players), len(sim.rules.ranks)
    units = np.zeros((sim.spec.matches, high, 2))
    seen: list[Address] = []
    ace = sim.rules.ranks.index("A")
    for plays in _read(sim):
        chosen = (plays.before > count - poor) & (plays.rank >= ranks - high)
        if only_while_in:
            chosen &= plays.still_in(rich)
        by = plays.next_before if how == "next" else plays.winner_before
        lost = plays.beaten & (by >= 1) & (by <= rich)
        where = (plays.match[chosen], plays.rank[chosen] - (ranks - high))
        np.add.at(units[..., 1], where, 1)
        np.add.at(units[..., 0], where, lost[chosen])
        if len(seen) < _SHOWN:
            # aces first, where these can be beaten
            rows = np.flatnonzero(chosen & lost)
            rows = rows[np.argsort(plays.rank[rows] != ace, kind="stable")][:_SHOWN]
            columns = (column[rows].tolist() for column in (plays.match, plays.deal, plays.player))
            seen += map(Address, *columns)
    return units, list(dict.fromkeys(seen))


def small_cards_led(sim: Simulation, small: int) -> Floats:
    """Cards played by rank, on an own lead and in all: [match, rank, (on lead, all)].

    Ranks: the lowest, which cannot leave otherwise, then the `small` above it, then the rest.
    """
    units = np.zeros((sim.spec.matches, 3, 2))
    for plays in _read(sim):
        kind = np.where(plays.rank == 0, 0, np.where(plays.rank <= small, 1, 2))
        np.add.at(units[..., 1], (plays.match, kind), plays.size)
        np.add.at(units[..., 0], (plays.match, kind), plays.size * plays.leads)
    return units
