"""`slime.tournament`: all tables on the same luck."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from math import isfinite

import numpy as np

from slime._checks import InvalidValue, check_choice, check_fraction, check_int, check_key, invalid
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
#: Threads for each core where files play: many of them may sleep.
_THREADS = 2
#: Seconds that are never reached.
_LONG = 1e9


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
    seed: int | None = None,
    *,
    key: str | None = None,
    deals: int | None = None,
    kind: str | None = None,
    rounds: int = 4,
    level: float = 0.95,
    seconds: float = 1.0,
    budget: float = 300.0,
    clock: float = 60.0,
    memory: int = 1024,
    trust: bool = False,
    forfeits: Sequence[Forfeit] | None = None,
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
    seed : int, optional
        For luck that is the same as in `simulate` with this seed, 0 to 2**64 - 1.  Not for
        files: who knows how the kit draws can compute all cards from what he draws himself.
    key : str, optional
        The secret that all luck comes from, if no seed is named; a fresh one if not given.  The
        result tells it, and under the same key the same cards are dealt.
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
    clock : float
        Seconds on the wall that it has for all answers, counted while it is its turn.
    memory : int
        Megabytes that a file has.
    trust : bool
        Whether files are run where the system cannot wall them off (Windows, macOS).
    forfeits : list of Forfeit, optional
        Those of a tournament that is played again, with its key: they are taken as facts, and
        nobody's time is counted, so that it comes out the same.
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
    >>> result = tournament(["lowest", "highest"], matches=10, deals=1, seed=1)
    >>> result.names
    ('lowest', 'highest')
    """
    players = check_int("players", players, 2, 8)
    spec = make_spec(
        *(rules, players, matches, deals, "lowest"),
        seed=1 if seed is None else seed,
        engine=engine or "interpreted",
    )
    if seed is None:
        spec = replace(spec, key=secrets.token_hex(16) if key is None else check_key(key))
    level = check_fraction("level", level)
    rounds = check_int("rounds", rounds, 1)
    workers = None if workers is None else check_int("workers", workers, 1, 4096)
    if kind is not None:
        check_choice("kind", kind, KINDS)
    for name, value in (("seconds", seconds), ("budget", budget), ("clock", clock)):
        fits = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not (fits and isfinite(value) and value > 0):
            raise invalid("checks.above_zero", name=name, got=value)
    facts = {fact.name: fact for fact in forfeits or ()}
    if forfeits is not None:
        budget = clock = _LONG
    limits = {"seconds": seconds, "budget": budget, "clock": clock}
    limits["memory"] = check_int("memory", memory, 1)
    # the processes end before the threads that ask them, so that Ctrl-C need not wait for answers
    with ThreadPoolExecutor(workers or _THREADS * cores()) as pool, ExitStack() as stack:
        found, out = read_entrants(entrants, limits, trust, stack, facts.values())
        if seed is not None and any(isinstance(one.strategy, Process) for one in found):
            raise invalid("tournament.no_seed")
        found, failed = _try_out(found, spec, facts, pool)
        out += failed
        if len(found) < 2:
            raise TooFew(out)
        kind = choose_kind(len(found), players, kind)
        luck = spec.seed if spec.key is None else spec.key
        tables = make_tables(len(found), players, kind, rounds, luck)
        if engine is None and _count_deals(spec, tables) > _SMALL:
            spec = replace(spec, engine=choose_engine(None))
        spread = _spread(spec, found, workers, pool)
        places, finish, failed = _play(spec, found, tables, spread, facts, progress)
    every = (*out, *failed)
    return Tournament(spec, kind, level, tuple(found), tuple(tables), places, finish, every)


def _try_out(
    entrants: list[Entrant], spec: Spec, facts: Mapping[str, Forfeit], pool: ThreadPoolExecutor
) -> tuple[list[Entrant], list[Forfeit]]:
    """Let players of one's own play a little before; most faults show at once."""
    short = spec.rules.replace(match={"deals": 4})

    def problem(entrant: Entrant) -> Forfeit | None:
        if isinstance(entrant.strategy, BuiltIn):
            return None
        seats = (entrant.strategy, *spec.strategies[1:])
        some = replace(spec, rules=short, strategies=seats, seed=4, key=None, matches=4)
        try:
            run_spec(replace(some, engine="interpreted"), progress=False)
        except StrategyFault as fault:
            return forfeit_of(entrant.name, fault, entrant.file, "tried")
        return None

    def found(entrant: Entrant) -> Forfeit | Future[Forfeit | None] | None:
        if entrant.name in facts:
            fact = facts[entrant.name]
            return fact if fact.stage == "tried" else None
        if isinstance(entrant.strategy, Process):
            return pool.submit(problem, entrant)
        return problem(entrant)

    waiting = [(entrant, found(entrant)) for entrant in entrants]
    told = [(e, one.result() if isinstance(one, Future) else one) for e, one in waiting]
    fit = [entrant for entrant, forfeit in told if forfeit is None]
    return fit, [forfeit for _, forfeit in told if forfeit is not None]


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
    spec: Spec,
    entrants: list[Entrant],
    tables: list[Table],
    spread: Spread,
    facts: Mapping[str, Forfeit],
    progress: bool,
) -> tuple[list[Places], list[Places], list[Forfeit]]:
    """Play all tables in all rotations; again what a player who forfeits later had a part in.

    Places and order of finishing of each table, by position at the table (not by chair).
    """
    out = {e: facts[one.name] for e, one in enumerate(entrants) if one.name in facts}
    done: dict[tuple[int, int], Places] = {}
    every = [(t, r) for t, table in enumerate(tables) for r in range(rotations(table))]
    with Progress(len(every), progress, words()("tournament.unit")) as bar:
        while todo := [one for one in every if one not in done]:
            # where somebody is out already, all tables with him will be played again
            for t, r in sorted(todo, key=lambda one: not out.keys().isdisjoint(tables[one[0]])):
                chairs = rotated(tables[t], r)
                seats = [find("lowest") if e in out else entrants[e].strategy for e in chairs]
                try:
                    sim = run_spec(replace(spec, strategies=tuple(seats)), spread, progress=False)
                except StrategyFault as fault:
                    e = chairs[spec.names.index(fault.player)]
                    out[e] = forfeit_of(entrants[e].name, fault, entrants[e].file)
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
    return places, finish, [forfeit for _, forfeit in sorted(out.items())]
