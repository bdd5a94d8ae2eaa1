"""Many matches: cut into jobs, spread over workers, put together again."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from slime.match import check_names, number_names
from slime.ruleset import Rules
from slime.ruleset import rules as make_rules
from slime.simulation.check import whole
from slime.simulation.chunk import Job, Outputs, choose_engine, run_job
from slime.simulation.result import Counted, Plan, Simulation
from slime.strategies import find_all
from slime.streams import seed_word
from slime.words import language

#: Deals a job has at the most: short enough to stop soon, long enough to be worth sending.
_DEALS_A_JOB = 40_000
#: Deals of a match by target that are tried before it is called endless.
_ENDLESS = 20_000


class Stopped(KeyboardInterrupt):
    """A run stopped by its user: the message says what was done."""


def make_plan(
    rules: Rules | str,
    players: int | Sequence[str],
    matches: int,
    deals: int | None,
    strategies: Any,
    seed: int,
    engine: str | None,
) -> Plan:
    """Check the arguments of `simulate` and put them into one frozen record."""
    made = make_rules(rules)
    if deals is not None:
        made = made.replace(match={"deals": whole("deals", deals, 1, 1 << 31)})
    by_lot = not isinstance(players, str) and hasattr(players, "__index__")
    names = number_names(whole("players", players, 2, 8)) if by_lot else check_names(players)
    made.check_players(len(names))
    found = find_all(strategies, len(names))
    if None in found:
        raise ValueError("strategies: nobody plays by hand here; name one for each player")
    seed = whole("seed", seed, 0, (1 << 64) - 1)
    seed_word(seed)
    return Plan(
        made,
        names,
        by_lot,
        tuple(s for s in found if s is not None),
        seed,
        whole("matches", matches, 1),
        str(language()),
        choose_engine(engine),
    )


def simulate(
    rules: Rules | str = "slime-licker",
    players: int | Sequence[str] = 5,
    matches: int = 1_000,
    deals: int | None = 20,
    strategies: Any = "lowest",
    seed: int = 1,
    workers: int | None = None,
    *,
    keep: str = "places",
    lags: int = 1,
    executor: Executor | None = None,
    engine: str | None = None,
    chunk: int | None = None,
    progress: bool = True,
) -> Any:
    """Play many matches and keep what is wanted of them.

    `rules` is a rule set or a preset's name, `players` a number (seated by lot) or names (who
    sit as given).  `deals` makes each match that long; None ends matches as the rules say.
    `strategies` is one for all or a list: names, strategies, or a learner's functions.

    `keep` is ``"places"`` (places and order of finishing), ``"details"`` (also seats, hands,
    gifts, tricks) -- both give a `Simulation` -- or ``"counts"`` (only transitions at lags 1
    to `lags` and totals, in a memory that does not grow: a `Counted`).

    The work is done by `workers` threads (default: all cores), or by any `executor`; the
    result is the same to the byte, and depends on `seed`, not on how it was spread.  `chunk`
    is the number of matches sent at a time, `engine` ``"compiled"`` or ``"interpreted"``
    (default: compiled where numba is installed).  Raises ``ValueError`` for bad arguments,
    `Stopped` (a ``KeyboardInterrupt``) when stopped, saying how far it came.

    >>> sim = simulate("slime-licker", players=5, matches=200, deals=10, seed=1)
    >>> sim.places.shape, sim.transitions().sum(axis=1).tolist()
    ((200, 10, 5), [1800, 1800, 1800, 1800, 1800])
    """
    if keep not in ("places", "details", "counts"):
        raise ValueError(f"keep: 'places', 'details' or 'counts', not {keep!r:.60}")
    plan = make_plan(rules, players, matches, deals, strategies, seed, engine)
    lags = whole("lags", lags, 1, 1000) if keep == "counts" else 0
    result: Any = Counted(plan, lags) if keep == "counts" else Simulation(plan, keep == "details")
    if plan.rules.match[0][0] == "deals":
        _run_through(plan, result, plan.rules.match[0][1], 0, workers, executor, chunk, progress)
    else:
        _run_by_target(plan, result, workers, executor, chunk, progress)
    result.seal()
    return result


def jobs(plan: Plan, deals: int, first: int, size: int, details: bool, lags: int) -> Iterator[Job]:
    """The jobs of a plan from match `first` on, `size` matches each."""
    for start in range(first, plan.matches, size):
        yield Job(
            plan.rules,
            plan.names,
            plan.by_lot,
            plan.strategies,
            seed_word(plan.seed),
            start,
            min(size, plan.matches - start),
            deals,
            plan.lang,
            places=lags == 0,
            details=details,
            lags=lags,
            engine=plan.engine,
        )


def _run_by_target(
    plan: Plan,
    result: Any,
    workers: int | None,
    executor: Executor | None,
    chunk: int | None,
    progress: bool,
) -> None:
    """Matches that end by points: guess how long they last, and go on where it did not do."""
    deals = 16
    probe = Plan(*(plan[:5]), min(plan.matches, 200), *plan[6:])
    while True:  # a few matches tell the usual length
        trial = Simulation(probe, False)
        _run_through(probe, trial, deals, 0, 1, None, None, False)
        longest = max(abs(n) for n in trial.lengths_)
        if min(trial.lengths_) > 0:
            break
        deals = _longer(deals)
    deals = min(2 * longest + 8, _ENDLESS)
    while True:
        try:
            _run_through(plan, result, deals, 0, workers, executor, chunk, progress)
            return
        except TooShort:
            result.clear()
            deals = _longer(deals)


class TooShort(Exception):
    """A match was not over when the room for its deals was."""


def _longer(deals: int) -> int:
    if deals >= _ENDLESS:
        raise ValueError(
            f"rules: a match had not ended after {_ENDLESS} deals; name `deals`, or a target"
            " that the points reach"
        )
    return min(deals * 4, _ENDLESS)


def _run_through(
    plan: Plan,
    result: Any,
    deals: int,
    first: int,
    workers: int | None,
    executor: Executor | None,
    chunk: int | None,
    progress: bool,
) -> None:
    """Run all jobs and hand their outputs to the result, in the order of matches."""
    count = _worker_count(plan, workers)
    size = _chunk_size(plan, deals, count, chunk)
    work = jobs(plan, deals, first, size, result.detailed, result.lags)
    bar = Progress(plan.matches, progress)
    try:
        for job, outputs in _outputs(work, count, executor):
            if (outputs["played"] < 0).any() and plan.rules.match[0][0] == "target":
                if isinstance(result, Simulation) and plan.matches <= 200:
                    result.add(job, outputs)
                    continue
                raise TooShort
            result.add(job, outputs)
            bar.update(job.matches)
    except KeyboardInterrupt:
        raise Stopped(f"stopped: {bar.done} of {plan.matches} matches were played") from None
    finally:
        bar.close()


def _worker_count(plan: Plan, workers: int | None) -> int:
    if workers is not None:
        return whole("workers", workers, 1, 4096)
    if plan.engine == "interpreted" or any(s.kind == "python" for s in plan.strategies):
        return 1  # threads do not help plain Python
    count = getattr(os, "process_cpu_count", None) or os.cpu_count
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return count() or 1


def _chunk_size(plan: Plan, deals: int, workers: int, chunk: int | None) -> int:
    if chunk is not None:
        return whole("chunk", chunk, 1)
    most = max(1, _DEALS_A_JOB // deals)
    return max(1, min(most, -(-plan.matches // workers)))


def _outputs(
    work: Iterator[Job], workers: int, executor: Executor | None
) -> Iterator[tuple[Job, Outputs]]:
    """Jobs and what came of them, in order, with only a few under way at a time."""
    if executor is None and workers == 1:
        for job in work:
            yield job, run_job(job)
        return
    owner: AbstractContextManager[Executor] = (
        nullcontext(executor) if executor is not None else ThreadPoolExecutor(workers)
    )
    with owner as pool:
        waiting: list[tuple[Job, Future[Outputs]]] = []
        try:
            for job in work:
                waiting.append((job, pool.submit(run_job, job)))
                if len(waiting) >= 4 * workers:
                    job, future = waiting.pop(0)
                    yield job, future.result()
            while waiting:
                job, future = waiting.pop(0)
                yield job, future.result()
        finally:
            for _, future in waiting:
                future.cancel()


class Progress:
    """A progress bar that appears only when a run takes longer than a moment."""

    def __init__(self, total: int, wanted: bool, unit: str = " matches") -> None:
        self.total = total
        self.done = 0
        # a bar is for a person: at a terminal or in a notebook, not in a log
        self._wanted = wanted and (sys.stderr.isatty() or "ipykernel" in sys.modules)
        self._unit = unit
        self._since = time.monotonic()
        self._bar: Any = None

    def update(self, more: int) -> None:
        """Say that so many more are done."""
        self.done += more
        if self._bar is None and self._wanted and time.monotonic() - self._since > 1.0:
            from tqdm.auto import tqdm

            self._bar = tqdm(total=self.total, unit=self._unit, unit_scale=True, leave=False)
            self._bar.update(self.done)
        elif self._bar is not None:
            self._bar.update(more)

    def close(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.close()


def warm(progress: Callable[[str], None] | None = None) -> str:
    """Compile everything ahead, so that later calls find it on disk; gives the folder."""
    from slime.legal import legal_number
    from slime.simulation.cache import cache_folder
    from slime.strategies.own import strategy

    def first(S: Any, me: int) -> int:
        return int(legal_number(S, me, 0))

    for which in ("lowest", strategy(first)):
        if progress is not None:
            progress(str(which))
        simulate(matches=1, deals=1, strategies=which, engine="compiled", workers=1)
    return str(cache_folder())
