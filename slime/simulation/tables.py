"""Tidy data frames of a simulation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from slime.engine.hands import CARDS, size_of
from slime.engine.layout import RANK_BIT
from slime.game.setting import play_text
from slime.simulation.columns import FRAME, PACKED, PLAYS
from slime.simulation.job import log_of
from slime.simulation.spec import Spec


def _category(codes: NDArray[Any], names: Iterable[str], ordered: bool = False) -> Any:
    """A categorical column; the code -1 is missing."""
    return pd.Categorical.from_codes(codes, categories=pd.Index(list(names)), ordered=ordered)


def frame_of(spec: Spec, arrays: Mapping[str, NDArray[Any]]) -> pd.DataFrame:
    """The table of `Simulation.frame` from arrays [match, deal, player], places among them."""
    places = arrays["place"]
    shown = np.flatnonzero(places.ravel() > 0)
    match, deal, player = np.unravel_index(shown, places.shape)
    columns: dict[str, Any] = {
        "match": match.astype(np.int32),
        "deal": deal.astype(np.int16 if places.shape[1] < 1 << 15 else np.int32),
        "player": _category(player.astype(np.int8), spec.names),
    }
    letters = spec.rules.order().letters
    for name, array in arrays.items():
        columns[name] = array.ravel()[shown]
        if name in PACKED:
            kinds, codes = np.unique(columns[name], return_inverse=True)
            columns[name] = _category(codes, [letters(int(kind)) for kind in kinds])
    return pd.DataFrame({name: columns[name] for name in FRAME if name in columns})


def plays_of(spec: Spec, deals: int, matches: int | range | None) -> pd.DataFrame:
    """The table of `Simulation.plays`: matches of at most `deals` deals played once more."""
    log = log_of(spec, deals, matches)
    actions = log[:, 5]
    kinds, codes = np.unique(actions, return_inverse=True)
    text = play_text(spec.rules)
    size = np.array([size_of(int(a) & CARDS) for a in kinds], np.int8)
    rank = np.array([int(a) >> RANK_BIT if a else -1 for a in kinds], np.int8)
    columns = {
        "match": log[:, 0].astype(np.int32),
        "deal": (log[:, 1] - 1).astype(np.int32),
        "trick": log[:, 2].astype(np.int16),
        "turn": log[:, 3].astype(np.int16),
        "player": _category(log[:, 4].astype(np.int8), spec.names),
        "play": _category(codes, (text.write(int(a)) for a in kinds)),
        "rank": _category(rank[codes], text.order.letters_, ordered=True),
        "size": size[codes],
        "beaten_by": _category(_beaten_by(log).astype(np.int8), spec.names),
    }
    return pd.DataFrame({name: columns[name] for name in PLAYS})


def _beaten_by(log: NDArray[np.int64]) -> NDArray[np.int64]:
    """Who played the next set of the same trick, -1 for nobody (and for passes)."""
    out = np.full(len(log), -1, np.int64)
    played = np.flatnonzero(log[:, 5] != 0)
    same = (log[played[:-1], :3] == log[played[1:], :3]).all(axis=1)
    out[played[:-1]] = np.where(same, log[played[1:], 4], -1)
    return out
