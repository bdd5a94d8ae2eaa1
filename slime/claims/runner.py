"""Where the experiments are run: worlds of one size and seed, each played once and kept a while."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from slime._checks import check_fraction, check_int, check_seed
from slime.claims.cases import Case
from slime.claims.estimates import LEVEL, Group, by_place, change, estimate
from slime.experiments._compare import Comparison, compare
from slime.game.setting import StrategyLike
from slime.measures import Interval, transition_counts
from slime.measures.places import Floats, mean_places, rows_to_shares
from slime.simulation import Simulation, simulate
from slime.simulation.address import Address
from slime.simulation.moves import count_moves
from slime.simulation.result import best_addresses

_KEPT = 4


class Runner:
    """Plays worlds of one size from one seed, for claims to be measured in.

    Parameters
    ----------
    matches, deals
        How many matches, of how many deals each.
    seed
        Where all luck comes from.
    level
        How often limits are to hold the true value.
    workers, engine
        As in `slime.simulate`.

    Examples
    --------
    >>> from slime.claims import make_case
    >>> runner = Runner(matches=10, deals=5, engine="interpreted")
    >>> case = make_case("lowest", 4, "A")
    >>> runner.world(case).places.shape, runner.moves(case).shape
    ((10, 5, 4), (10, 4, 4))
    >>> runner.compare(case, {"exchange": "none"}).how
    'counterfactual'
    >>> runner.estimate(runner.moves(case), lambda s: s[..., 0, 0] / s[..., 0, :].sum(axis=-1)).n
    10
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
        self.seed = check_seed(seed)
        self.level = check_fraction("level", level)
        workers = None if workers is None else check_int("workers", workers, 1, 4096)
        self._how: dict[str, Any] = {"workers": workers, "engine": engine, "progress": False}
        self._worlds: dict[tuple[object, str], Simulation] = {}

    def world(self, case: Case) -> Simulation:
        """The case as it is, with details; kept a while.

        Parameters
        ----------
        case : Case
            Who plays, how many, by which rules.

        Returns
        -------
        Simulation
            All its matches.
        """
        key = (case.key, str(case.strategies))
        if key not in self._worlds:
            if len(self._worlds) == _KEPT:
                del self._worlds[next(iter(self._worlds))]
            self._worlds[key] = simulate(
                *(case.rules, case.players, self.matches, self.deals, case.strategies, self.seed),
                keep="details",
                **self._how,
            )
        return self._worlds[key]

    def moves(self, case: Case, lag: int = 1) -> Floats:
        """Moves between places, by match.

        Parameters
        ----------
        case : Case
            Who plays, how many, by which rules.
        lag : int
            How many deals apart.

        Returns
        -------
        array
            Counts [match, before, after].
        """
        places = self.world(case).places.astype(np.int64)
        return transition_counts(places, lag, by="match").astype(np.float64)

    def compare(
        self,
        case: Case,
        fields: dict[str, Any] | None = None,
        a: Sequence[StrategyLike] | None = None,
        b: Sequence[StrategyLike] | None = None,
        how: str = "counterfactual",
    ) -> Comparison:
        """Each deal of the case played twice: as it is, and with other rules or players.

        Parameters
        ----------
        case : Case
            World A.
        fields : dict, optional
            Fields of the rules that differ in world B.
        a, b : sequence of str, Strategy or function, optional
            Who plays in A (None: those of the case) and in B (None: those of A).
        how : str
            As in `slime.compare`.

        Returns
        -------
        Comparison
            Both worlds.
        """
        who = case.strategies if a is None else a
        return compare(
            case.rules,
            case.rules.replace(**(fields or {})),
            *(case.players, self.matches, self.deals, who, self.seed),
            strategies_b=who if b is None else b,
            how=how,
            **self._how,
        )

    def estimate(self, units: ArrayLike, value: Callable[[Floats], Floats]) -> Interval:
        """A function of sums over matches, at this runner's level.

        Parameters
        ----------
        units, value : array-like and callable
            As in `slime.claims.estimate`.

        Returns
        -------
        Interval
            The number, or several, with limits.
        """
        return estimate(units, value, self.level)


def both_moves(worlds: Comparison, player: int | None = None) -> Floats:
    """Moves of counterfactual worlds from A's places, by match: [match, world, before, after].

    `player` counts one player only.
    """
    everybody = np.arange(len(worlds.players))
    counted = everybody >= 0 if player is None else everybody == player
    before, both = worlds.places_a[:, :-1], (worlds.places_a, worlds.places_b)
    moves = [count_moves(before, p[:, 1:] * counted) for p in both]
    return np.stack(moves, axis=1).astype(np.float64)


def effect_by_place(runner: Runner, worlds: Comparison) -> list[Group]:
    """Mean next place in B minus that in A, by place before."""
    return by_place("place", runner.estimate(both_moves(worlds), change(mean_places)))


def focal_effect(runner: Runner, worlds: Comparison, place: int) -> tuple[Interval, list[Group]]:
    """Player 0 on `place`: effect on the mean next place, and on the share of each next place."""
    units = both_moves(worlds, 0)[:, :, place - 1, :]
    mean, moved = (runner.estimate(units, change(f, 1)) for f in (mean_places, rows_to_shares))
    return mean, by_place("comes", moved)


def focal_deals(worlds: Comparison, place: int) -> Callable[[int], list[Address]]:
    """Finds deals in which player 0, on `place`, does better in world B."""

    def find(n: int) -> list[Address]:
        better, there = -worlds.change.astype(np.int64), worlds.groups() == place - 1
        return best_addresses(np.where(there, better, 0)[..., :1], n)

    return find
