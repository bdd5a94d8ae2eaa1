"""`slime.tournament`: all tables on the same luck."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from slime._checks import InvalidValue, check_fraction, check_int, check_seed, invalid
from slime.game.match import number_names
from slime.game.rules import Rules
from slime.game.rules import rules as make_rules
from slime.i18n import language, words
from slime.simulation import simulate
from slime.simulation.job import Job
from slime.simulation.kernel import Outputs
from slime.simulation.result import Simulation
from slime.simulation.run import Progress, Spread, run_worlds
from slime.simulation.spec import LONGEST, Spec, make_spec
from slime.strategies.base import BuiltIn, Strategy
from slime.strategies.faults import StrategyFault
from slime.strategies.registry import find
from slime.tournaments.entrants import Entrant, Forfeit, forfeit_of, read_entrants
from slime.tournaments.process import Process
from slime.tournaments.result import Plan, Tournament
from slime.tournaments.schedule import Table, choose_kind, make_tables, rotated, rotations

Places = NDArray[np.int8]

#: Tournaments of so many deals at the most are interpreted; deals of a match by target, about.
_SMALL, _USUAL = 5_000, 10


class TooFew(InvalidValue):
    """Fewer than two players can play; `forfeits` says who cannot and why.

    >>> try:
    ...     tournament(["lowest"])
    ... except TooFew as problem:
    ...     print(problem, problem.forfeits)
    At least two players are needed who can play. []
    """

    def __init__(self, forfeits: list[Forfeit]) -> None:
        w = words()
        out = (" " + w("tournament.forfeit", name=f.name, what=f.message) for f in forfeits)
        super().__init__("tournament.too_few", {"forfeits": "".join(out)})
        self.forfeits = forfeits


def tournament(
    entrants: Any,
    rules: Rules | str = "slime-licker",
    players: int = 5,
    matches: int = 100,
    seed: int = 1,
    *,
    deals: int | None = None,
    kind: str | None = None,
    rounds: int = 4,
    level: float = 0.95,
    seconds: float = 1.0,
    budget: float = 300.0,
    memory: int = 1024,
    workers: int | None = None,
    engine: str | None = None,
    progress: bool = True,
) -> Tournament:
    """Let players meet at many tables, all on the same luck, and say who is better.

    `entrants` are names of strategies, strategies, functions of a view, paths of files or of
    a folder of files (pupils' programs, each run in a process of its own that has `seconds`
    of the processor for an answer, `budget` for all, and `memory` in megabytes), in a list,
    or in a dict by the names they are to have.

    `kind` says who meets whom: ``"mixes"``, all tables of different players (of all mixes,
    where there are fewer than seats); ``"rounds"``, tables by lot in so many `rounds`, all
    playing equally often; ``"round-robin"``, each alone among players of each other kind;
    None picks mixes or, if there are too many, rounds.  Each table plays the same `matches`
    shuffles (with `deals` deals each, by default as the rules say), each of them in all
    rotations, so that seats and cards are the same for everybody; the block of a shuffle is
    the unit of every interval.

    `engine` is ``"compiled"`` or ``"interpreted"``, with the same results (None: interpreted for
    a small tournament, which needs no waiting for the compiler).

    A player of one's own who breaks the rules or down, or is too slow, forfeits: that is
    reported, and `lowest` sits in for him, so that the others' tables are whole.

    >>> result = tournament(["lowest", "highest"], matches=10, deals=1, progress=False)
    >>> result.names
    ('lowest', 'highest')
    """
    made = make_rules(rules)
    if deals is not None:
        made = made.replace(match={"deals": check_int("deals", deals, 1, LONGEST)})
    players = check_int("players", players, 2, 8)
    made.check_players(players)
    matches = check_int("matches", matches, 1)
    seed = check_seed(seed)
    level = check_fraction("level", level)
    for name, value in (("seconds", seconds), ("budget", budget), ("memory", memory)):
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not value > 0:
            raise invalid("checks.above_zero", name=name, got=value)
    limits = {"seconds": seconds, "budget": budget, "memory": memory}
    with ExitStack() as stack:
        found, forfeits = read_entrants(entrants, limits, stack)
        found, failed = _tried(found, made, players, seed)
        forfeits += failed
        plan = Plan(
            made,
            players,
            matches,
            seed,
            choose_kind(len(found), players, kind),
            level,
            str(language()),
        )
        if len(found) < 2:
            raise TooFew(forfeits)
        count = check_int("rounds", rounds, 1)
        tables = make_tables(len(found), players, plan.kind, count, seed)
        run = _Run(plan, found, tables, _engine(plan, tables, engine), progress)
        run.play(check_int("workers", workers, 1) if workers is not None else _cores())
    every = (*forfeits, *run.forfeits())
    return Tournament(plan, tuple(found), tuple(tables), run.places, run.finish, every)


def _tried(
    entrants: list[Entrant], rules: Rules, players: int, seed: int
) -> tuple[list[Entrant], list[Forfeit]]:
    """Let players of one's own play a little before; most faults show at once."""
    fit: list[Entrant] = []
    failed: list[Forfeit] = []
    short = rules.replace(match={"deals": 4})
    for entrant in entrants:
        table: list[Any] = [entrant.strategy, *["lowest"] * (players - 1)]
        try:
            if not isinstance(entrant.strategy, BuiltIn):
                simulate(short, players, 4, 4, table, seed, 1, engine="interpreted", progress=False)
            fit.append(entrant)
        except StrategyFault as fault:
            failed.append(forfeit_of(entrant.name, fault, entrant.file))
    return fit, failed


def _engine(plan: Plan, tables: list[Table], wished: str | None) -> str | None:
    """The engine wished; else the interpreted one if it is done before the other is compiled."""
    kind, length = plan.rules.match[0]
    matches = sum(map(rotations, tables)) * plan.matches
    deals = matches * (length if kind == "deals" else _USUAL)
    return "interpreted" if wished is None and deals <= _SMALL else wished


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Seating(NamedTuple):
    """A table in one rotation: the entrant on each player's chair."""

    table: int
    rotation: int
    chairs: Table


class _Stoppable(Simulation):
    """A simulation in a thread, which Ctrl-C does not reach: it ends where `stopped` is set."""

    def __init__(self, spec: Spec, stopped: threading.Event) -> None:
        super().__init__(spec)
        self._stopped = stopped

    def add(self, job: Job, outputs: Outputs) -> None:
        """Take the outputs of the next job."""
        if self._stopped.is_set():
            raise KeyboardInterrupt
        super().add(job, outputs)


class _Run:
    """The tables as they are played; who forfeits is replaced everywhere."""

    def __init__(
        self,
        plan: Plan,
        entrants: list[Entrant],
        tables: list[Table],
        engine: str | None,
        progress: bool,
    ) -> None:
        self.plan = plan
        self.entrants = entrants
        self.tables = tables
        self.faults: dict[int, StrategyFault] = {}
        self.places: list[Places] = []
        self.finish: list[Places] = []
        self._engine = engine
        self._progress = progress
        self._stopped = threading.Event()

    def forfeits(self) -> list[Forfeit]:
        """Who was taken out while playing."""
        out = []
        for e, fault in sorted(self.faults.items()):
            entrant = self.entrants[e]
            out.append(forfeit_of(entrant.name, fault, entrant.file))
        return out

    def seatings(self) -> list[_Seating]:
        """All tables in all rotations that differ, in order."""
        return [
            _Seating(t, r, rotated(table, r))
            for t, table in enumerate(self.tables)
            for r in range(rotations(table))
        ]

    def play(self, workers: int) -> None:
        """Play everything; again what a player who forfeits later had a part in."""
        todo = self.seatings()
        done: dict[tuple[int, int], tuple[Places, Places]] = {}
        bar = Progress(len(todo), self._progress, words()("tournament.unit"))
        try:
            while todo:
                out: set[int] = set()
                for seating, result in self._results(todo, workers):
                    if isinstance(result, StrategyFault):
                        e = self._guilty(seating, result)
                        self.faults.setdefault(e, result)
                        out.add(e)
                        break
                    done[seating[:2]] = result
                    bar.update(1)
                todo = [s for s in self.seatings() if s[:2] not in done or out & set(s.chairs)]
        except KeyboardInterrupt:
            self._stop()
            raise
        finally:
            bar.close()
        for t, table in enumerate(self.tables):
            parts = [done[t, r] for r in range(rotations(table))]
            deals = max(p.shape[1] for p, _ in parts)
            self.places.append(np.stack([_padded(p, deals) for p, _ in parts]))
            self.finish.append(np.stack([_padded(f, deals) for _, f in parts]))

    def _results(self, todo: list[_Seating], workers: int) -> Iterator[tuple[_Seating, Any]]:
        """Seatings and what came of them, in order; those of plain Python one by one."""

        def work(seating: _Seating) -> Any:
            try:
                return self._one(seating)
            except StrategyFault as fault:
                return fault

        def here(seating: _Seating) -> bool:
            """Whether a function of plain Python is called in this process."""
            strategies = [self._strategy(e) for e in seating.chairs]
            return any(not isinstance(s, (BuiltIn, Process)) for s in strategies)

        if workers == 1 or any(map(here, todo)):
            yield from ((seating, work(seating)) for seating in todo)
            return
        with ThreadPoolExecutor(workers) as pool:
            try:
                yield from zip(todo, pool.map(work, todo), strict=True)
            except KeyboardInterrupt:  # the pool waits for what is under way
                self._stop()
                raise

    def _stop(self) -> None:
        """Let all that is under way end soon."""
        self._stopped.set()
        for entrant in self.entrants:
            if isinstance(entrant.strategy, Process):
                entrant.strategy.child.stop()

    def _guilty(self, seating: _Seating, fault: StrategyFault) -> int:
        """The entrant whose fault it is."""
        names = number_names(self.plan.players)
        return seating.chairs[names.index(fault.player)]

    def _strategy(self, e: int) -> Strategy:
        return find("lowest") if e in self.faults else self.entrants[e].strategy

    def _one(self, seating: _Seating) -> tuple[Places, Places]:
        """Play a seating; places and order of finishing by place at the table (not by chair)."""
        plan = self.plan
        kind, length = plan.rules.match[0]
        made = make_spec(
            plan.rules,
            plan.players,
            plan.matches,
            length if kind == "deals" else None,
            [self._strategy(e) for e in seating.chairs],
            plan.seed,
            self._engine,
        )
        sim = _Stoppable(made, self._stopped)
        run_worlds((made,), sim, Spread(1), False)
        back = np.roll(np.arange(plan.players), -seating.rotation)
        return sim.places[:, :, back], sim.finish[:, :, back]


def _padded(places: Places, deals: int) -> Places:
    """The same with room for more deals (0: not played)."""
    more = deals - places.shape[1]
    return np.pad(places, ((0, 0), (0, more), (0, 0))) if more else places


__all__ = ["tournament"]
