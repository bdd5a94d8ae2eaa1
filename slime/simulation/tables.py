"""Tidy data frames of a simulation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from slime._checks import check_int
from slime.engine.hands import size_of
from slime.engine.layout import RANK_BIT
from slime.game.notation import PlayText
from slime.simulation import kernel
from slime.simulation.columns import FRAME, PLAYS
from slime.simulation.job import run_job

if TYPE_CHECKING:
    from slime.simulation.result import Simulation

#: Details that are packed cards.
PACKED = ("gave", "got")


def _category(codes: NDArray[Any], names: Iterable[str], ordered: bool = False) -> Any:
    """A categorical column; the code -1 is missing."""
    return pd.Categorical.from_codes(codes, categories=pd.Index(list(names)), ordered=ordered)


def _names(sim: Simulation, numbers: NDArray[Any]) -> Any:
    return _category(numbers, sim.players)


def frame_of(sim: Simulation) -> pd.DataFrame:
    """The table of `Simulation.frame`."""
    matches, deals, count = sim.places.shape
    shown = np.flatnonzero(sim.places.ravel() > 0)
    match, rest = np.divmod(shown, deals * count)
    deal, player = np.divmod(rest, count)
    columns: dict[str, Any] = {
        "match": match.astype(np.int32),
        "deal": deal.astype(np.int16 if deals < 1 << 15 else np.int32),
        "player": _names(sim, player.astype(np.int8)),
        "place": sim.places.ravel()[shown],
        "finish": sim.finish.ravel()[shown],
        "points": sim.points.ravel()[shown],
        "total": sim.totals.ravel()[shown],
    }
    if sim.detailed:
        letters = sim.rules.order().letters
        for name in kernel.DETAILS:
            values = sim.detail(name).ravel()[shown]
            if name in PACKED:
                kinds, codes = np.unique(values, return_inverse=True)
                texts = [letters(int(v)) for v in kinds]
                columns[name] = _category(codes, texts)
            else:
                columns[name] = values
    order = [name for name in FRAME if name in columns]
    return pd.DataFrame({name: columns[name] for name in order})


def plays_of(sim: Simulation, matches: int | range | None) -> pd.DataFrame:
    """The table of `Simulation.plays`: the matches are played once more, with a log."""
    log = log_of(sim, matches)
    count = len(sim.players)
    actions = log[:, 5]
    kinds, codes = np.unique(actions, return_inverse=True)
    rules = sim.rules
    text = PlayText(rules.order(), rules.ranks, rules.wild)
    letters = rules.order().letters_
    size = np.array([size_of(int(a) & ((1 << RANK_BIT) - 1)) for a in kinds], np.int8)
    rank = np.array([int(a) >> RANK_BIT if a else -1 for a in kinds], np.int8)
    columns = {
        "match": log[:, 0].astype(np.int32),
        "deal": (log[:, 1] - 1).astype(np.int32),
        "trick": log[:, 2].astype(np.int16),
        "turn": log[:, 3].astype(np.int16),
        "player": _names(sim, log[:, 4].astype(np.int8)),
        "play": _category(codes, (text.write(int(a)) for a in kinds)),
        "rank": _category(rank[codes], letters, ordered=True),
        "size": size[codes],
        "beaten_by": _names(sim, _beaten_by(log, count).astype(np.int8)),
    }
    return pd.DataFrame({name: columns[name] for name in PLAYS})


def _beaten_by(log: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """Who laid the next set of the same trick, -1 for nobody (and for passes)."""
    out = np.full(len(log), -1, np.int64)
    laid = np.flatnonzero(log[:, 5] != 0)
    same = (log[laid[:-1], :3] == log[laid[1:], :3]).all(axis=1)
    out[laid[:-1]] = np.where(same, log[laid[1:], 4], -1)
    return out


def log_of(sim: Simulation, matches: int | range | None = None) -> NDArray[np.int64]:
    """The raw log [row, `slime.simulation.kernel.LOG`] of some matches, by playing them again."""
    from slime.simulation.run import jobs

    if matches is None:
        chosen = range(min(100, sim.plan.matches))
    elif isinstance(matches, range):
        chosen = matches
    else:
        number = check_int("matches", matches, 0, sim.plan.matches - 1)
        chosen = range(number, number + 1)
    if len(chosen) == 0 or chosen.step != 1:
        raise ValueError(f"matches: a number or a range of step 1, not {matches!r:.60}")
    if chosen.start < 0 or chosen.stop > sim.plan.matches:
        raise ValueError(f"matches: from 0 to {sim.plan.matches - 1}, not {matches!r:.60}")
    deals = int(sim.places.shape[1])
    most = max(1, 200_000_000 // (deals * 108 * 8 * 48))  # rooms of 200 MB
    plan = sim.plan._replace(matches=chosen.stop)
    parts = [
        run_job(replace(job, places=False, log=True))["log"].copy()
        for job in jobs(plan, deals, chosen.start, most, False, 0)
    ]
    return np.concatenate(parts)
