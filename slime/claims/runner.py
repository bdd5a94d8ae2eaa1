"""Where the experiments are run: worlds of one size and seed, each played once and kept a while."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slime._checks import check_fraction, check_int
from slime.claims.cases import Case
from slime.claims.model import LEVEL, Estimate, Floats, Group, estimate, estimates
from slime.experiments._compare import Comparison, compare
from slime.experiments.outcomes import counts_between
from slime.measures import transition_counts
from slime.simulation import Simulation, simulate
from slime.simulation.result import Address

_KEPT = 4


class Lab:
    """Plays worlds of `matches` matches of `deals` deals from `seed`; limits at `level`.

    >>> from slime.claims import make_case
    >>> lab, case = Lab(matches=10, deals=5, engine="interpreted"), make_case("lowest", 4, "A")
    >>> lab.world(case).places.shape, lab.moves(case).shape
    ((10, 5, 4), (10, 4, 4))
    >>> lab.keep("two", lambda: 2) + lab.keep("two", lambda: 3)
    4
    >>> lab.branch(case, {"exchange": "none"}).how
    'counterfactual'
    >>> lab.estimate(lab.moves(case), lambda s: s[..., 0, 0] / s[..., 0, :].sum(axis=-1)).n
    10
    >>> len(lab.estimates(lab.moves(case), lambda s: s[..., 0, :]))
    4
    """

    def __init__(
        self,
        matches: int = 400,
        deals: int = 20,
        seed: int = 1,
        level: float = LEVEL,
        workers: int | None = None,
        engine: str | None = None,
    ) -> None:
        self.matches = check_int("matches", matches, 2)
        self.deals = check_int("deals", deals, 3)
        self.seed = check_int("seed", seed, 0, (1 << 64) - 1)
        self.level = check_fraction("level", level)
        self.workers = None if workers is None else check_int("workers", workers, 1, 4096)
        self.engine = engine
        self._kept: OrderedDict[Any, Any] = OrderedDict()

    def keep(self, key: Any, make: Callable[[], Any]) -> Any:
        """What was made for a key, made only once as long as it is kept."""
        if key not in self._kept:
            while len(self._kept) >= _KEPT:
                self._kept.popitem(last=False)
            self._kept[key] = make()
        return self._kept[key]

    def world(self, case: Case) -> Simulation:
        """The case as it is, with details."""

        def play() -> Any:
            return simulate(
                case.rules,
                case.players,
                self.matches,
                self.deals,
                case.strategies,
                self.seed,
                self.workers,
                keep="details",
                engine=self.engine,
                progress=False,
            )

        return self.keep(("world", case.key, str(case.strategies)), play)  # type: ignore[no-any-return]

    def moves(self, case: Case, lag: int = 1) -> Floats:
        """Moves between places `lag` deals apart, by match: [match, before, after]."""
        places = self.world(case).places.astype(np.int64)
        return transition_counts(places, lag, by="match").astype(np.float64)

    def branch(
        self, case: Case, fields: dict[str, Any] | None = None, a: Any = None, b: Any = None
    ) -> Comparison:
        """Each deal of the case played twice: as it is (players `a`), and with other rules or
        with players `b`."""
        one = case.strategies if a is None else a
        return compare(
            case.rules,
            case.rules.replace(**(fields or {})),
            case.players,
            self.matches,
            self.deals,
            one,
            self.seed,
            strategies_b=one if b is None else b,
            how="counterfactual",
            workers=self.workers,
            engine=self.engine,
            progress=False,
        )

    def estimate(self, units: Any, value: Callable[[Floats], Any]) -> Estimate:
        """See `model.estimate`."""
        return estimate(units, value, self.level)

    def estimates(self, units: Any, value: Callable[[Floats], Any]) -> list[Estimate]:
        """See `model.estimates`."""
        return estimates(units, value, self.level)


def share_of(row: NDArray[Any], wanted: list[int]) -> Callable[[Floats], Any]:
    """Of those on places `row`, the share going to `wanted` (from 0): of sums of moves."""

    def value(sums: Floats) -> Any:
        chosen = sums[..., row, :].sum(axis=-2)
        return chosen[..., wanted].sum(axis=-1) / chosen.sum(axis=-1)

    return value


def next_means(sums: Floats) -> Floats:
    """Mean next place by place before."""
    places = np.arange(1.0, sums.shape[-1] + 1)
    return np.asarray((sums @ places) / sums.sum(axis=-1))


def correlation(sums: Floats) -> Floats:
    """Rank correlation between places before and after."""
    n = sums.shape[-1]
    grid = np.arange(n) - (n - 1) / 2
    total = sums.sum(axis=(-2, -1))
    return np.asarray((sums * np.outer(grid, grid)).sum(axis=(-2, -1)) / (grid @ grid / n) / total)


def both_moves(worlds: Comparison, player: int | None = None) -> Floats:
    """Moves of counterfactual worlds from A's places, by match: [match, world, before, after].

    `player` counts one player only.
    """
    before = worlds.places_a[:, :-1]
    made = []
    for places in (worlds.places_a, worlds.places_b):
        after = places[:, 1:]
        if player is not None:
            only = np.zeros_like(after)
            only[..., player] = after[..., player]
            after = only
        made.append(counts_between(before, after))
    return np.stack(made, axis=1)


def effect_by_place(lab: Lab, worlds: Comparison) -> list[Group]:
    """Mean next place in B minus that in A, by place before."""
    found = lab.estimates(
        both_moves(worlds), lambda s: next_means(s[..., 1, :, :]) - next_means(s[..., 0, :, :])
    )
    return [Group("place", {"place": i + 1}, e) for i, e in enumerate(found)]


def focal_effect(lab: Lab, worlds: Comparison, place: int) -> tuple[Estimate, list[Group]]:
    """Player 0 on `place`: effect on the mean next place, and on the share of each next place."""
    units = both_moves(worlds, 0)[:, :, place - 1, :]
    count = units.shape[-1]
    places = np.arange(1.0, count + 1)

    def mean(sums: Floats) -> Any:
        means = (sums @ places) / sums.sum(axis=-1)
        return means[..., 1] - means[..., 0]

    def shares(sums: Floats) -> Any:
        part = sums / sums.sum(axis=-1, keepdims=True)
        return part[..., 1, :] - part[..., 0, :]

    groups = [
        Group("comes", {"place": i + 1}, e) for i, e in enumerate(lab.estimates(units, shares))
    ]
    return lab.estimate(units, mean), groups


def focal_deals(worlds: Comparison, place: int, better: bool = True) -> Callable[[int], Any]:
    """Finds deals in which player 0, on `place`, does better (or worse) in world B."""

    def find(n: int) -> list[Address]:
        change = worlds.change[..., 0].astype(np.int64)
        change[:, 0] = 0
        change[:, 1:][worlds.places_a[:, :-1, 0] != place] = 0
        score = (-change if better else change).ravel()
        fits = np.flatnonzero(score > 0)
        order = fits[np.argsort(-score[fits], kind="stable")][:n]
        deals = change.shape[1]
        return [Address(int(i // deals), int(i % deals), 0) for i in order]

    return find


def open_both(worlds: Comparison) -> Callable[[Address], list[Any]]:
    """Opens a deal in both worlds, played to its end."""
    return lambda a: [deal.finish() for deal in worlds.deal(a.match, a.deal)]


def open_one(world: Simulation) -> Callable[[Address], list[Any]]:
    """Opens a deal, played to its end."""
    return lambda a: [world.deal(a.match, a.deal).finish()]


__all__ = [
    *("Lab", "both_moves", "correlation", "effect_by_place", "focal_deals", "focal_effect"),
    *("next_means", "open_both", "open_one", "share_of"),
]
