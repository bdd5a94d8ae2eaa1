"""Effects by place before and by player: whom does a rule help, whom does it cost?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from slime.experiments.pairs import Effect, paired_effect

if TYPE_CHECKING:
    import pandas as pd

    from slime.experiments.comparison import Comparison
    from slime.game.rules import Rules

Floats = NDArray[np.float64]

#: What means are taken of.
OF = ("place", "points", "finish", "first", "last")


@dataclass(frozen=True)
class GroupEffects:
    """Means in both worlds and their difference B minus A, one number a group.

    `labels` names the groups (places before, or players), `n` counts what each mean in A is over.
    `effect` has arrays.  In branching worlds `better`, `same` and `worse` are the shares of cases
    whose place is better, the same or worse in B than in A; in parallel worlds they are None.

    >>> from slime.experiments import compare
    >>> worlds = compare(strategies="lowest", strategies_b="highest", matches=10, deals=5,
    ...                  engine="interpreted", progress=False)
    >>> found = worlds.table(by="player", of="points")
    >>> found.labels, found.frame().shape
    (('P1', 'P2', 'P3', 'P4', 'P5'), (5, 8))
    """

    by: str
    of: str
    labels: tuple[Any, ...]
    n: NDArray[np.int64]
    effect: Effect
    better: Floats | None
    same: Floats | None
    worse: Floats | None

    def frame(self) -> pd.DataFrame:
        """One row a group."""
        import pandas as pd

        effect = self.effect
        columns: dict[str, Any] = {
            self.by: list(self.labels),
            "n": self.n,
            "a": effect.a.value,
            "b": effect.b.value,
            "difference": effect.value,
            "low": effect.low,
            "high": effect.high,
            "narrowing": effect.narrowing,
        }
        if self.better is not None:
            columns |= {"better": self.better, "same": self.same, "worse": self.worse}
        return pd.DataFrame(columns)

    def __repr__(self) -> str:
        return f"<GroupEffects on {self.of} by {self.by}: {len(self.labels)} groups>"


def group_effects(worlds: Comparison, by: str, of: str, level: float, seed: int) -> GroupEffects:
    """See `Comparison.table`."""
    if by not in ("before", "player"):
        raise ValueError(f"by: 'before' or 'player', not {by!r:.60}")
    if of not in OF:
        raise ValueError(f"of: one of {', '.join(OF)}, not {of!r:.60}")
    count = len(worlds.players)
    branching = worlds.how == "branching"
    wanted = []
    for places, finish, rules in (
        (worlds.places_a, worlds.finish_a, worlds.plan_a.rules),
        (worlds.places_b, worlds.finish_b, worlds.plan_b.rules),
    ):
        own = worlds.places_a if branching else places
        group = _groups(by, own, places.shape[1])
        wanted.append(_sums(group, places, _values(of, places, finish, rules), count))
    a, b = wanted

    def value(sums: Floats) -> Floats:
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(sums[..., 0] / sums[..., 1])

    effect = paired_effect(of, a, b, value, level, seed)
    shares: tuple[Floats | None, ...] = (None, None, None)
    if branching:
        shares = _shares(worlds, by, count)
    labels: tuple[Any, ...] = tuple(range(1, count + 1)) if by == "before" else worlds.players
    n = a[..., 1].sum(axis=0).astype(np.int64)
    return GroupEffects(by, of, labels, n, effect, *shares)


def _groups(by: str, places: NDArray[Any], deals: int) -> NDArray[np.int64]:
    """The group of each match, deal and player, from 0; -1 for none."""
    out = np.full((places.shape[0], deals, places.shape[2]), -1, np.int64)
    if by == "player":
        out[:] = np.arange(places.shape[2])
    else:
        out[:, 1:] = places[:, : deals - 1].astype(np.int64) - 1
    return out


def _values(of: str, places: NDArray[Any], finish: NDArray[Any], rules: Rules) -> NDArray[Any]:
    count = places.shape[-1]
    points = np.array((0, *rules.points(count)), np.float64)
    made: dict[str, Callable[[], NDArray[Any]]] = {
        "place": lambda: places,
        "finish": lambda: finish,
        "points": lambda: points[places],
        "first": lambda: places == 1,
        "last": lambda: places == count,
    }
    return made[of]()


def _sums(
    group: NDArray[np.int64], places: NDArray[Any], values: NDArray[Any], count: int
) -> Floats:
    """Sum and number of values by match and group: [match, group, 2]."""
    matches = len(places)
    heard = (group >= 0) & (places > 0)
    cell = (group + (np.arange(matches) * count)[:, None, None])[heard]
    total = np.bincount(cell, weights=values[heard], minlength=matches * count)
    number = np.bincount(cell, minlength=matches * count)
    return np.stack([total, number.astype(np.float64)], axis=-1).reshape(matches, count, 2)


def _shares(worlds: Comparison, by: str, count: int) -> tuple[Floats, Floats, Floats]:
    group = _groups(by, worlds.places_a, worlds.places_a.shape[1])
    change = worlds.change.astype(np.int64)
    heard = (group >= 0) & (worlds.places_a > 0)
    number = np.bincount(group[heard], minlength=count)

    def share(which: NDArray[np.bool_]) -> Floats:
        with np.errstate(invalid="ignore", divide="ignore"):
            out = np.bincount(group[heard], weights=which[heard], minlength=count) / number
        return np.asarray(out, np.float64)

    return share(change < 0), share(change == 0), share(change > 0)
