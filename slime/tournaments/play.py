"""`slime.tournament`: all tables on the same luck."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from math import isfinite

import numpy as np

from slime._checks import InvalidValue, check_choice, check_fraction, check_int, invalid
from slime.game.rules import Rules
from slime.i18n import words
from slime.simulation.run import Progress, Spread, cores, run_spec
from slime.simulation.spec import Spec, choose_engine, make_spec
from slime.strategies.base import BuiltIn
from slime.strategies.faults import StrategyFault
from slime.strategies.registry import find
from slime.tournaments.entrants import Entrant, Entrants, Forfeit, forfeit_of, read_entrants
from slime.tournaments.process import Process
from slime.tournaments.result import Places, Tournament
from slime.tournaments.schedule import KINDS, Table, choose_kind, make_tables, rotated, rotations

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
    entrants: Entrants,
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

    Each table plays the same shuffles, each of them in all rotations, so that seats and cards
    are the same for everybody; the block of a shuffle is the unit of every interval.  A player
    of one's own who breaks the rules or down, or is too slow, forfeits: that is reported, and
    `lowest` sits in for him, so that the others' tables are whole.

    Parameters
    ----------
    entrants : list or dict
        Names of strategies, strategies, functions of a view, paths of files or of a folder of
        files (pupils' programs, each run in a process of its own); a dict names the players.
    rules : Rules or str
        A rule set, or the name of a preset.
    players : int
        How many sit at a table.
    matches : int
        How many shuffles each table plays.
    seed : int
        Where all luck comes from, 0 to 2**64 - 1.
    deals : int, optional
        Deals of each match; if not given, matches end as the rules say.
    kind : {"mixes", "rounds", "round-robin"}, optional
        Who meets whom.  ``"mixes"``: all tables of different players (of all mixes, where there
        are fewer than seats); ``"rounds"``: tables at random, all playing equally often;
        ``"round-robin"``: each alone among players of each other kind.  If not given, mixes or,
        where these are too many, rounds.
    rounds : int
        How many rounds ``"rounds"`` has.
    level : float
        In what share of cases the limits hold the true value.
    seconds, budget : float
        Seconds of the processor that a file has for one answer, and for all.
    memory : int
        Megabytes that a file has.
    workers : int, optional
        How many threads do the work; all cores if not given.
    engine : {"compiled", "interpreted"}, optional
        The results are the same; if not given, a small tournament is interpreted, which needs
        no waiting for the compiler.
    progress : bool
        Whether a long run shows a progress bar.

    Returns
    -------
    Tournament
        Mean places, ratings, who beats whom, who forfeited, and the deals behind it.

    Raises
    ------
    TooFew
        If fewer than two can play (a ``ValueError``).
    ValueError
        For arguments that cannot be; it says what they may be.

    Examples
    --------
    >>> result = tournament(["lowest", "highest"], matches=10, deals=1, progress=False)
    >>> result.names
    ('lowest', 'highest')
    """
    players = check_int("players", players, 2, 8)
    spec = make_spec(rules, players, matches, deals, "lowest", seed, engine or "interpreted")
    level = check_fraction("level", level)
    rounds = check_int("rounds", rounds, 1)
    workers = None if workers is None else check_int("workers", workers, 1, 4096)
    if kind is not None:
        check_choice("kind", kind, KINDS)
    for name, value in (("seconds", seconds), ("budget", budget)):
        fits = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not (fits and isfinite(value) and value > 0):
            raise invalid("checks.above_zero", name=name, got=value)
    limits = {"seconds": seconds, "budget": budget, "memory": check_int("memory", memory, 1)}
    # the processes end before the threads that ask them, so that Ctrl-C need not wait for answers
    with ThreadPoolExecutor(workers or cores()) as pool, ExitStack() as stack:
        found, forfeits = read_entrants(entrants, limits, stack)
        found, failed = _try_out(found, spec)
        forfeits += failed
        if len(found) < 2:
            raise TooFew(forfeits)
        kind = choose_kind(len(found), players, kind)
        tables = make_tables(len(found), players, kind, rounds, spec.seed)
        if engine is None and _count_deals(spec, tables) > _SMALL:
            spec = replace(spec, engine=choose_engine(None))
        spread = _spread(spec, found, workers, pool)
        places, finish, failed = _play(spec, found, tables, spread, progress)
    every = (*forfeits, *failed)
    return Tournament(spec, kind, level, tuple(found), tuple(tables), places, finish, every)


def _try_out(entrants: list[Entrant], spec: Spec) -> tuple[list[Entrant], list[Forfeit]]:
    """Let players of one's own play a little before; most faults show at once."""
    fit: list[Entrant] = []
    failed: list[Forfeit] = []
    short = spec.rules.replace(match={"deals": 4})
    for entrant in entrants:
        seats = (entrant.strategy, *spec.strategies[1:])
        try:
            if not isinstance(entrant.strategy, BuiltIn):
                some = replace(spec, rules=short, strategies=seats, seed=4, matches=4)
                run_spec(replace(some, engine="interpreted"), progress=False)
            fit.append(entrant)
        except StrategyFault as fault:
            failed.append(forfeit_of(entrant.name, fault, entrant.file))
    return fit, failed


def _count_deals(spec: Spec, tables: list[Table]) -> int:
    kind, length = spec.rules.match[0]
    return sum(map(rotations, tables)) * spec.matches * (length if kind == "deals" else _USUAL)


def _spread(
    spec: Spec, entrants: list[Entrant], workers: int | None, pool: ThreadPoolExecutor
) -> Spread:
    """Threads help the compiled game and processes; functions of plain Python they do not."""
    strategies = [entrant.strategy for entrant in entrants]
    here = not all(isinstance(one, (BuiltIn, Process)) for one in strategies)
    if here or (
        spec.engine == "interpreted" and not any(isinstance(s, Process) for s in strategies)
    ):
        return Spread(workers)
    return Spread(workers or cores(), pool)


def _play(
    spec: Spec, entrants: list[Entrant], tables: list[Table], spread: Spread, progress: bool
) -> tuple[list[Places], list[Places], list[Forfeit]]:
    """Play all tables in all rotations; again what a player who forfeits later had a part in.

    Places and order of finishing of each table, by position at the table (not by chair).
    """
    faults: dict[int, StrategyFault] = {}
    done: dict[tuple[int, int], Places] = {}
    every = [(t, r) for t, table in enumerate(tables) for r in range(rotations(table))]
    with Progress(len(every), progress, words()("tournament.unit")) as bar:
        while todo := [one for one in every if one not in done]:
            for t, r in todo:
                chairs = rotated(tables[t], r)
                seats = [find("lowest") if e in faults else entrants[e].strategy for e in chairs]
                try:
                    sim = run_spec(replace(spec, strategies=tuple(seats)), spread, progress=False)
                except StrategyFault as fault:
                    e = chairs[spec.names.index(fault.player)]
                    faults[e] = fault
                    done = {one: found for one, found in done.items() if e not in tables[one[0]]}
                    break
                done[t, r] = np.roll(np.stack([sim.places, sim.finish]), -r, axis=-1)
                bar.update(1)
    places, finish = [], []
    for t, table in enumerate(tables):
        parts = [done[t, r] for r in range(rotations(table))]
        most = max(part.shape[2] for part in parts)
        whole = [np.pad(p, ((0, 0), (0, 0), (0, most - p.shape[2]), (0, 0))) for p in parts]
        places.append(np.stack([part[0] for part in whole]))
        finish.append(np.stack([part[1] for part in whole]))
    failed = [
        forfeit_of(entrants[e].name, fault, entrants[e].file) for e, fault in sorted(faults.items())
    ]
    return places, finish, failed
