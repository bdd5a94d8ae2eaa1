"""`slime.tournament`: all tables on the same luck."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np

from slime._checks import InvalidValue, check_choice, check_fraction, check_int, check_key, invalid
from slime.game.rules import Rules
from slime.i18n import words
from slime.simulation.run import Progress, Spread, cores, run_spec
from slime.simulation.spec import Spec, choose_engine, make_spec
from slime.strategies.base import BuiltIn
from slime.strategies.faults import StrategyFault
from slime.strategies.registry import find
from slime.tournaments.entrants import (
    Entrant,
    Entrants,
    Forfeit,
    forfeit_of,
    read_entrants,
    read_given,
)
from slime.tournaments.kept import Kept, Spent, described, keeping
from slime.tournaments.process import Process, Program
from slime.tournaments.result import Places, Tournament
from slime.tournaments.schedule import KINDS, Table, choose_kind, make_tables, rotated, rotations

#: Tournaments of so many deals at the most are interpreted; deals of a match by target, about.
_SMALL, _USUAL = 5_000, 10
#: Matches, and deals of each, that a file plays before.
_TRIED = 4
#: Seconds that a file has where none are named: on the clock, at least and for each deal that it
#: plays; of the processor, at least.  Who needs so many times as much is out before.
_CLOCK, _A_DEAL, _BUDGET, _SURELY = 60.0, 0.03, 300.0, 4
#: Seconds that we ourselves need for a deal of files, about.
_OURS = 0.02
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


class Interrupted(KeyboardInterrupt):
    """A tournament stopped by its user: `done` of `total` tables are in `folder`, if one was named.

    >>> Interrupted(3, 20, None).done
    3
    """

    def __init__(self, done: int, total: int, folder: Path | None) -> None:
        told = {"done": done, "total": total, "folder": folder}
        key = "tournament.stopped" if folder is None else "tournament.stopped_kept"
        super().__init__(words()(key, **told))
        self.done, self.total, self.folder = done, total, folder


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
    budget: float | None = None,
    clock: float | None = None,
    memory: int = 1024,
    trust: bool = False,
    forfeits: Sequence[Forfeit] | None = None,
    workers: int | None = None,
    engine: str | None = None,
    progress: bool = True,
    folder: str | Path | None = None,
    tell: Callable[[str], object] | None = None,
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
        Seconds of the processor that a file has for one answer, and for all (five minutes, or as
        many seconds as `clock` if that is more).
    clock : float, optional
        Seconds on the wall that it has for all answers, counted while it is its turn: a minute, or
        0.03 s for each deal that it plays if that is more.  Who would need four times as much is
        out before.  What is played again for somebody else's fault counts once, up to so many
        seconds more.
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
    folder : path, optional
        Each table is kept there as soon as it is finished, with the key and who is out, and a
        tournament that was stopped or killed goes on from there when it is called again.
    tell : callable, optional
        Given, before long work with files, sentences on how long it will take.

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
    Interrupted
        When stopped (a ``KeyboardInterrupt``); it says how many tables are finished.

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
    key = None if key is None else check_key(key)
    level = check_fraction("level", level)
    rounds = check_int("rounds", rounds, 1)
    workers = None if workers is None else check_int("workers", workers, 1, 4096)
    if kind is not None:
        check_choice("kind", kind, KINDS)
    if not isinstance(folder, str | Path | None) or folder == "":
        raise invalid("trial.folder", got=folder)
    given = read_given(entrants)
    each = _deals_each(spec, len(given.pairs), kind, rounds)
    limits = _limits(seconds, budget, clock, memory, max(_CLOCK, _A_DEAL * each))
    if forfeits is not None:
        limits |= {"budget": _LONG, "clock": _LONG}
    told = tell if tell is not None and given.texts else lambda sentence: None
    # the processes end before the threads that ask them, so that Ctrl-C need not wait for answers
    with ThreadPoolExecutor(workers or _THREADS * cores()) as pool, ExitStack() as stack:
        kept = stack.enter_context(keeping(None if folder is None else Path(folder)))
        if seed is None:
            spec = replace(spec, key=key or kept.key or secrets.token_hex(16))
        facts = [*(forfeits or ()), *kept.forfeits]
        how = {"seed": seed, "kind": kind, "rounds": rounds, "limits": limits}
        kept.begin(described(spec, given, **how, forfeits=forfeits), spec.key)
        told(_budgets(len(given.texts), limits, spec))
        found, out = read_entrants(given, limits, trust, stack, facts)
        if seed is not None and any(isinstance(one.strategy, Process) for one in found):
            raise invalid("tournament.no_seed")
        found, failed = _try_out(found, spec, facts, kept, pool, each)
        out += failed
        if kept.tried is None:
            kept.write(_spent(_programs(found)), out)
        assert kept.tried is not None
        if len(found) < 2:
            raise TooFew(out)
        if clock is None:
            usual = _A_DEAL * _deals_each(spec, len(found), kind, rounds)
            _more_time(found, usual, budget)
        kind = choose_kind(len(found), players, kind)
        luck = spec.seed if spec.key is None else spec.key
        tables = make_tables(len(found), players, kind, rounds, luck)
        if engine is None and _count_deals(spec, tables) > _SMALL:
            spec = replace(spec, engine=choose_engine(None))
        told(_cost(spec, tables, kept.tried, len(found), kept.folder))
        run = _Run(spec, found, tables, facts, kept)
        try:
            places, finish = run.play(_spread(spec, found, workers, pool), progress)
        except KeyboardInterrupt:
            raise Interrupted(len(run.done), len(run.every), kept.folder) from None
    every = (*out, *run.late)
    return Tournament(spec, kind, level, tuple(found), tuple(tables), places, finish, every)


def _deals_each(spec: Spec, entrants: int, kind: str | None, rounds: int) -> float:
    """How many deals each of so many plays, if a deal with two seats of his counts twice."""
    if entrants < 2:
        return 0.0
    players = len(spec.names)
    tables = make_tables(entrants, players, choose_kind(entrants, players, kind), rounds, 0)
    return _count_deals(spec, tables) * players / entrants


def _limits(
    seconds: float, budget: float | None, clock: float | None, memory: int, usual: float
) -> dict[str, Any]:
    """What a file has; `usual` seconds on the clock if none are named."""
    for name, value in (("seconds", seconds), ("budget", budget), ("clock", clock)):
        if value is None and name != "seconds":
            continue
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not (number and isfinite(value) and value > 0):  # type: ignore[arg-type, operator]
            raise invalid("checks.above_zero", name=name, got=value)
    clock = usual if clock is None else clock
    budget = max(_BUDGET, clock) if budget is None else budget
    memory = check_int("memory", memory, 1)
    return {"seconds": seconds, "budget": budget, "clock": clock, "memory": memory}


def _more_time(found: list[Entrant], usual: float, budget: float | None) -> None:
    """Give those more time who are left and meet more often."""
    for program in _programs(found).values():
        program.limits["clock"] = clock = max(program.limits["clock"], usual)
        if budget is None:
            program.limits["budget"] = max(program.limits["budget"], clock)


def _budgets(files: int, limits: Mapping[str, Any], spec: Spec) -> str:
    """What each file has, and how long it will be if all use it up."""
    w = words()
    most = files * limits["clock"] / 60 / min(spec.matches, _THREADS * cores())
    told = {**limits, "budget": limits["budget"] / 60}
    return w("tournament.budgets", files=files, most=w.number(most, 1), **told)


def _cost(spec: Spec, tables: list[Table], tried: Spent, entrants: int, folder: Path | None) -> str:
    """How long the tables will take, from what was used at first; what a stop keeps."""
    each = sum(clock for clock, _ in tried.values()) / entrants / _TRIED**2
    w = words()
    deals = _count_deals(spec, tables)
    minutes = deals * (each * len(spec.names) + _OURS) / cores() / 60
    key = "tournament.cost" if folder is None else "tournament.cost_kept"
    told = {"tables": sum(map(rotations, tables)), "deals": deals, "folder": folder}
    return w(key, minutes=w.number(minutes, 1), **told)


def _programs(entrants: Iterable[Entrant]) -> dict[str, Program]:
    """The programs that are run, by the names of their players."""
    return {e.name: e.strategy.program for e in entrants if isinstance(e.strategy, Process)}


def _spent(programs: Mapping[str, Program]) -> Spent:
    """What programs have used of their time until now."""
    for program in programs.values():
        program.nursery.reap()
    return {name: program.spent for name, program in programs.items()}


def _charge(programs: Mapping[str, Program], spent: Spent) -> None:
    """Count what was used before."""
    for name in programs.keys() & spent.keys():
        programs[name].charge(*spent[name])


def _try_out(
    entrants: list[Entrant],
    spec: Spec,
    known: Iterable[Forfeit],
    kept: Kept,
    pool: ThreadPoolExecutor,
    deals: float,
) -> tuple[list[Entrant], list[Forfeit]]:
    """Let players of one's own play a little before, if they did not; most faults show at once.

    So does who needs far more time than it has for so many deals.
    """
    facts = {one.name: one for one in known}
    if kept.tried is not None:
        _charge(_programs(entrants), kept.tried)
    short = spec.rules.replace(match={"deals": _TRIED})

    def problem(entrant: Entrant) -> Forfeit | None:
        if isinstance(entrant.strategy, BuiltIn):
            return None
        seats = (entrant.strategy, *spec.strategies[1:])
        some = replace(spec, rules=short, strategies=seats, seed=4, key=None, matches=_TRIED)
        try:
            run_spec(replace(some, engine="interpreted"), progress=False)
            if isinstance(entrant.strategy, Process):
                program = entrant.strategy.program
                if program.spent[0] / _TRIED**2 * deals > _SURELY * program.limits["clock"]:
                    raise program.end("tournament.would_be_late", spec.names[0])
        except StrategyFault as fault:
            return forfeit_of(entrant.name, fault, entrant.file, "tried")
        return None

    def found(entrant: Entrant) -> Forfeit | Future[Forfeit | None] | None:
        if entrant.name in facts:
            fact = facts[entrant.name]
            return fact if fact.stage == "tried" else None
        if kept.tried is not None:
            return None
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
    asked = any(isinstance(one, Process) for one in strategies)
    if here or (spec.engine == "interpreted" and not asked):
        return Spread(workers)
    return Spread(workers or (_THREADS if asked else 1) * cores(), pool)


class _Run:
    """All tables in all rotations; again what a player who forfeits later had a part in.

    Places and order of finishing of each table, by position at the table (not by chair).
    """

    def __init__(
        self,
        spec: Spec,
        entrants: list[Entrant],
        tables: list[Table],
        facts: Iterable[Forfeit],
        kept: Kept,
    ) -> None:
        self.spec, self.entrants, self.tables, self.kept = spec, entrants, tables, kept
        self.programs = _programs(entrants)
        known = {one.name: one for one in facts}
        self.out = {e: known[one.name] for e, one in enumerate(entrants) if one.name in known}
        self.every = [(t, r) for t, table in enumerate(tables) for r in range(rotations(table))]
        self.done: dict[tuple[int, int], Places] = {}
        self.spent: dict[tuple[int, int], Spent] = {}
        for t, r in self.every:
            part = kept.read(t, r, self.names(rotated(tables[t], r)), spec.matches)
            if part is not None:
                self.done[t, r], self.spent[t, r] = part
                _charge(self.programs, part[1])

    def names(self, chairs: Table) -> list[str]:
        """Who plays on these chairs."""
        return ["" if e in self.out else self.entrants[e].name for e in chairs]

    def play(self, spread: Spread, progress: bool) -> tuple[list[Places], list[Places]]:
        """Play what is not there yet; what came of all tables."""
        with Progress(len(self.every), progress, words()("tournament.unit")) as bar:
            bar.update(len(self.done))
            while todo := [one for one in self.every if one not in self.done]:
                # where somebody is out already, all tables with him will be played again
                for t, r in sorted(
                    todo, key=lambda one: not self.out.keys().isdisjoint(self.tables[one[0]])
                ):
                    if not self.one(t, r, spread):
                        break
                    bar.update(1)
        places, finish = [], []
        for t, table in enumerate(self.tables):
            parts = [self.done[t, r] for r in range(rotations(table))]
            most = max(part.shape[2] for part in parts)
            whole = [np.pad(p, ((0, 0), (0, 0), (0, most - p.shape[2]), (0, 0))) for p in parts]
            places.append(np.stack([part[0] for part in whole]))
            finish.append(np.stack([part[1] for part in whole]))
        return places, finish

    @property
    def late(self) -> list[Forfeit]:
        """Who was taken out at the tables."""
        return [forfeit for _, forfeit in sorted(self.out.items())]

    def one(self, t: int, r: int, spread: Spread) -> bool:
        """Play a table in a rotation; false if somebody forfeits there.

        Then the others get back the time of what is to be played again.
        """
        chairs = rotated(self.tables[t], r)
        seats = [find("lowest") if e in self.out else self.entrants[e].strategy for e in chairs]
        before = _spent(self.programs)
        late = None
        try:
            sim = run_spec(replace(self.spec, strategies=tuple(seats)), spread, progress=False)
        except StrategyFault as fault:
            e = chairs[self.spec.names.index(fault.player)]
            late = forfeit_of(self.entrants[e].name, fault, self.entrants[e].file)
        # (the fault is gone by now, and with it what its traceback held)
        after = _spent(self.programs)
        used = {
            name: (after[name][0] - before[name][0], after[name][1] - before[name][1])
            for name in {self.entrants[e].name for e in chairs} & after.keys()
        }
        if late is None:
            self.done[t, r] = np.roll(np.stack([sim.places, sim.finish]), -r, axis=-1)
            self.spent[t, r] = used
            self.kept.add(t, r, self.names(chairs), self.done[t, r], used)
            return True
        self.out[e] = late
        self.kept.out_too(late)
        again = [one for one in self.done if e in self.tables[one[0]]]
        for spent in (used, *(self.spent.pop(one) for one in again)):
            for name, seconds in spent.items():
                self.programs[name].give_back(*seconds)
        for one in again:
            del self.done[one]
        return False
