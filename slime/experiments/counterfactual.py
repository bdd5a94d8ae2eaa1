"""Branching worlds, many matches: jobs, workers, learners' own players, the deals behind them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from slime._checks import check_int
from slime.engine import layout as st
from slime.engine.exchange import gift_count
from slime.engine.play import FINE, NOT_HELD
from slime.engine.seating import close_deal
from slime.engine.streams import seed_word
from slime.experiments import counterfactual_kernel as branch
from slime.game.deal import Deal
from slime.game.setting import Player, make_setting
from slime.simulation import kernel
from slime.simulation.dispatch import ASK, NUMBERS, QUICK
from slime.simulation.job import Job, prepared_state
from slime.simulation.result import Plan, Simulation
from slime.simulation.run import Progress, Stopped
from slime.strategies.base import Strategy

Outputs = dict[str, NDArray[Any]]
_DEALS_A_JOB = 20_000


class BranchJob(NamedTuple):
    """A stretch of matches of world A, and world B's rules and players."""

    a: Job
    b: Job


def _job(plan: Plan, first: int, matches: int, deals: int) -> Job:
    return Job(
        plan.rules,
        plan.names,
        plan.by_lot,
        plan.strategies,
        seed_word(plan.seed),
        first,
        matches,
        deals,
        plan.lang,
        engine=plan.engine,
    )


def _prepared(job: Job) -> list[int]:
    """The state to start from; who is not built in is asked from outside."""
    S = prepared_state(job)
    for p, strategy in enumerate(job.strategies):
        if strategy.kind != "built-in":
            S[st.STRATEGY_ID + p] = ASK
    return S


def _is_quick(strategy: Strategy) -> bool:
    """Whether the short loop has it (who is not built in is asked from outside)."""
    return strategy.kind != "built-in" or NUMBERS[strategy.name] in QUICK


def run_branch_job(job: BranchJob) -> Outputs:
    """Play a job; gives the arrays of `branch.OUTPUTS`."""
    a = job.a
    shape = (a.matches, a.deals, len(a.names))
    rooms = {name: np.zeros(shape[:axes], kind) for name, (axes, kind) in branch.OUTPUTS.items()}
    every = None if all(map(_is_quick, (*a.strategies, *job.b.strategies))) else True
    rest = (a.first, a.matches, a.deals, a.by_lot, every, *rooms.values())
    worlds: list[Any] = [_prepared(a), _prepared(job.b)]
    if a.engine == "interpreted":
        cursor: Any = [0] * (branch.CURSOR + 1)
        pack: Any = [0] * st.MAX_PACK
        run: Any = branch.run_branches
        args = (*worlds, pack, cursor, a.seed, *rest)
    else:
        from slime.experiments import counterfactual_compiled as branch_compiled
        from slime.simulation import compiled

        worlds = [compiled.new_state(S) for S in worlds]
        cursor = np.zeros(branch.CURSOR + 1, np.int64)
        pack = np.zeros(st.MAX_PACK, np.int64)
        run = branch_compiled.run
        args = (*worlds, pack, cursor, a.seed, rest)
    _ask(job, worlds, cursor, lambda: int(run(*args)))
    return rooms


def _ask(job: BranchJob, worlds: list[Any], cursor: Any, go: Callable[[], int]) -> None:
    """Run until all is done, answering for the players who are asked in plain Python."""
    seated: list[dict[int, Player]] = [{}, {}]
    settings = [make_setting(one.rules, one.names, lang=one.lang) for one in (job.a, job.b)]
    at = [(-1, -1), (-1, -1)]
    while go() == kernel.WAITING:
        which = int(cursor[branch.WORLD_AT])
        one, S = job[which], worlds[which]
        cells: list[int] = S if isinstance(S, list) else S.tolist()
        match, deal = int(cursor[branch.MATCH_AT]), int(cursor[kernel.DEAL_AT])
        # a class is made anew for each match; in B for each deal, which is no match's next one
        here = (match, deal if which == 1 else 0)
        if at[which] != here:
            at[which] = here
            seated[which] = {
                p: strategy.at_table(settings[which])
                for p, strategy in enumerate(one.strategies)
                if strategy.kind != "built-in"
            }
        p = kernel.asked_player(cells)
        player = seated[which][p]
        if cells[st.PHASE] == st.PLAYING:
            said = player.choose(cells, p)
        else:
            said = player.give(cells, p, gift_count(cells, cells[st.GIFT]))
        code = NOT_HELD
        if -(1 << 63) <= said < 1 << 63:
            code = kernel.answer(cells, said)
        if code != FINE:
            raise player.fault(cells, p, said, settings[which])
        if cells is not S:
            S[:] = cells


def run_branches(
    a: Plan, b: Plan, deals: int, workers: int | None, progress: bool
) -> tuple[Simulation, Outputs]:
    """All matches of world A as a simulation, and `places_b` and `finish_b` beside them."""
    plain = any(s.kind != "built-in" for s in (*a.strategies, *b.strategies))
    if workers is not None:
        workers = check_int("workers", workers, 1, 4096)
    if a.engine == "interpreted" or plain:
        workers = 1
    elif workers is None:
        workers = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 2
    size = max(1, min(_DEALS_A_JOB // deals, -(-a.matches // workers)))
    work = [
        BranchJob(
            _job(a, first, min(size, a.matches - first), deals),
            _job(b, first, min(size, a.matches - first), deals),
        )
        for first in range(0, a.matches, size)
    ]
    world = Simulation(a, False)
    other: list[Outputs] = []
    bar = Progress(a.matches, progress)
    try:
        for job, out in _results(work, workers):
            world.add(job.a, out)
            other.append(out)
            bar.update(job.a.matches)
    except KeyboardInterrupt:
        raise Stopped(bar.done, a.matches) from None
    finally:
        bar.close()
    world.seal()
    length = world.places.shape[1]
    kept = ("places_b", "finish_b")
    return world, {k: np.concatenate([o[k][:, :length] for o in other]) for k in kept}


def _results(work: list[BranchJob], workers: int) -> Iterator[tuple[BranchJob, Outputs]]:
    if workers == 1:
        for job in work:
            yield job, run_branch_job(job)
        return
    with ThreadPoolExecutor(workers) as pool:
        waiting: list[tuple[BranchJob, Future[Outputs]]] = []
        try:
            for job in work:
                waiting.append((job, pool.submit(run_branch_job, job)))
                if len(waiting) >= 4 * workers:
                    done, future = waiting.pop(0)
                    yield done, future.result()
            while waiting:
                done, future = waiting.pop(0)
                yield done, future.result()
        finally:
            for _, future in waiting:
                future.cancel()


def branch_deal(a: Simulation, b: Plan, m: int, d: int) -> Deal:
    """Deal `d` (from 0) of match `m` of world A, as it is dealt under B, to be stepped through."""
    match = Simulation(b, False).match(m)
    if d == 0:
        return match.next_deal()
    before = a.deal(m, d - 1).finish()
    S = before.S[:]
    close_deal(S)
    mine = match._S[:]
    branch.fork(S, mine)
    return match._deal(mine)


def warm() -> None:
    """Compile the loops of branching worlds ahead, so that later calls find them on disk."""
    from slime.experiments._compare import compare

    for which in ("lowest", "counter"):  # the short loop, and the one with all strategies
        compare(
            matches=1,
            deals=1,
            strategies=which,
            strategies_b=which,
            how="counterfactual",
            engine="compiled",
            workers=1,
            progress=False,
        )


__all__ = ["BranchJob", "branch_deal", "run_branch_job", "run_branches", "warm"]
