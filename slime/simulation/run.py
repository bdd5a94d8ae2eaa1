"""Many matches: cut into jobs, spread over workers, put together again."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from types import FrameType
from typing import Any

from slime._checks import check_int
from slime.engine.streams import seed_word
from slime.game.match import ENDLESS, Endless, check_names, number_names
from slime.game.rules import Rules
from slime.game.rules import rules as make_rules
from slime.i18n import language
from slime.simulation.job import Job, Outputs, choose_engine, run_job
from slime.simulation.result import Counted, Plan, Simulation
from slime.strategies.registry import find_all

#: Deals of one match at the most: it is played in one go, which Ctrl-C waits for.
LONGEST = 1_000_000
#: Deals a job has at the most: short enough to stop soon, long enough to be worth sending.
_DEALS_A_JOB = 40_000
#: The same where plain Python plays.
_SLOW_DEALS_A_JOB = 500


class Stopped(KeyboardInterrupt):
    """A run stopped by its user: the message says what was done, `done` of `total` matches.

    >>> print(Stopped(20, 100))
    stopped: 20 of 100 matches were played
    """

    def __init__(self, done: int, total: int) -> None:
        super().__init__(f"stopped: {done:,} of {total:,} matches were played")
        self.done = done
        self.total = total


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
        made = made.replace(match={"deals": check_int("deals", deals, 1, LONGEST)})
    by_lot = not isinstance(players, str) and hasattr(players, "__index__")
    names = number_names(check_int("players", players, 2, 8)) if by_lot else check_names(players)
    made.check_players(len(names))
    made.check_end(len(names))
    found = find_all(strategies, len(names))
    if None in found:
        raise ValueError("strategies: nobody plays by hand here; name one for each player")
    seed = check_int("seed", seed, 0, (1 << 64) - 1)
    seed_word(seed)
    return Plan(
        made,
        names,
        by_lot,
        tuple(s for s in found if s is not None),
        seed,
        check_int("matches", matches, 1),
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
    if not isinstance(keep, str) or keep not in ("places", "details", "counts"):
        raise ValueError(f"keep: 'places', 'details' or 'counts', not {keep!r:.60}")
    plan = make_plan(rules, players, matches, deals, strategies, seed, engine)
    lags = check_int("lags", lags, 1, 1000) if keep == "counts" else 0
    result: Any = Counted(plan, lags) if keep == "counts" else Simulation(plan, keep == "details")
    spread = Spread(plan, workers, executor, chunk)
    run_plan(plan, result, spread, progress)
    result.seal()
    return result


def jobs(
    plan: Plan, deals: int, first: int, size: int, details: bool, lags: int, stop: int | None = None
) -> Iterator[Job]:
    """The jobs of a plan from match `first` to before `stop` (all), `size` matches each."""
    stop = plan.matches if stop is None else stop
    for start in range(first, stop, size):
        yield Job(
            plan.rules,
            plan.names,
            plan.by_lot,
            plan.strategies,
            seed_word(plan.seed),
            start,
            min(size, stop - start),
            deals,
            plan.lang,
            places=lags == 0,
            details=details,
            lags=lags,
            engine=plan.engine,
        )


class Spread:
    """Over whom the work is spread, and in pieces of which size; the result does not show it."""

    def __init__(
        self, plan: Plan, workers: int | None, executor: Executor | None, chunk: int | None
    ) -> None:
        if executor is not None and not callable(getattr(executor, "submit", None)):
            raise ValueError(
                f"executor: an Executor of concurrent.futures or None, not {executor!r:.60}"
            )
        self.executor = executor
        self.slow = plan.engine == "interpreted" or any(s.kind == "python" for s in plan.strategies)
        self.workers = (
            self._default() if workers is None else check_int("workers", workers, 1, 4096)
        )
        self.chunk = None if chunk is None else check_int("chunk", chunk, 1)

    def _default(self) -> int:
        if self.slow and self.executor is None:
            return 1  # threads do not help plain Python
        if hasattr(os, "sched_getaffinity"):
            return len(os.sched_getaffinity(0))
        return os.cpu_count() or 1

    def size(self, matches: int, deals: int) -> int:
        """How many matches a job has."""
        if self.chunk is not None:
            return self.chunk
        most = (_SLOW_DEALS_A_JOB if self.slow else _DEALS_A_JOB) // deals
        return max(1, min(most, -(-matches // self.workers)))


def run_plan(
    plan: Plan, result: Any, spread: Spread, progress: bool, first: int = 0, room: int = 0
) -> None:
    """Play the matches of a plan from number `first` on and hand them to a result, in order.

    `room` is how many deals to make room for (0: see `room_for`).
    """
    bar = Progress(plan.matches - first, progress)
    pressed = CtrlC()
    try:
        pressed.watch()
        room = room or room_for(plan)
        size = spread.size(plan.matches - first, room)
        work = jobs(plan, room, first, size, result.detailed, result.lags)
        for job, outputs in _outputs(plan, work, spread):
            pressed.check()
            for done, out in _long_enough(job, outputs):
                result.add(done, out)
            bar.update(job.matches)
    except KeyboardInterrupt:
        raise Stopped(bar.done, bar.total) from None
    finally:
        pressed.forget()
        bar.close()


class CtrlC:
    """Notes that Ctrl-C was pressed, for a compiler's callback may swallow what it raises."""

    def __init__(self) -> None:
        self.pressed = False
        self._watching = False
        self._hook = sys.unraisablehook

    def watch(self) -> None:
        """Begin to note it, where Ctrl-C does what it usually does."""
        if threading.current_thread() is not threading.main_thread():
            return
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._note)
            self._hook, sys.unraisablehook = sys.unraisablehook, self._swallowed
            self._watching = True

    def _swallowed(self, what: sys.UnraisableHookArgs) -> None:
        if not isinstance(what.exc_value, KeyboardInterrupt):
            self._hook(what)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.pressed = True
        signal.default_int_handler(number, frame)

    def check(self) -> None:
        """Raise what was swallowed."""
        if self.pressed:
            raise KeyboardInterrupt

    def forget(self) -> None:
        """Leave Ctrl-C as it was."""
        if self._watching:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            sys.unraisablehook = self._hook
            self._watching = False


def _long_enough(job: Job, outputs: Outputs) -> Iterator[tuple[Job, Outputs]]:
    """The outputs of a job, or those of smaller jobs with more room, if a match was not over."""
    if job.rules.match[0][0] == "deals" or (outputs["played"] > 0).all():
        yield job, outputs
        return
    deals = _longer(job.deals)
    for first in range(job.first, job.first + job.matches, 4):
        some = min(4, job.first + job.matches - first)
        part = replace(job, first=first, matches=some, deals=deals)
        yield from _long_enough(part, run_job(part))


def room_for(plan: Plan) -> int:
    """How many deals to make room for: where points end a match, more than a few needed."""
    kind, length = plan.rules.match[0]
    if kind == "deals":
        return length
    few = min(plan.matches, 20)
    (job,) = jobs(plan, 16, 0, few, False, 0, few)
    longest = max(int(out["played"].max()) for _, out in _long_enough(job, run_job(job)))
    return min(2 * longest + 8, ENDLESS)


def _longer(deals: int) -> int:
    if deals >= ENDLESS:
        raise Endless
    return min(deals * 4, ENDLESS)


def _outputs(plan: Plan, work: Iterator[Job], spread: Spread) -> Iterator[tuple[Job, Outputs]]:
    """Jobs and what came of them, in order, with only a few under way at a time."""
    if spread.executor is None and spread.workers == 1:
        for job in work:
            yield job, run_job(job)
        return
    owner: AbstractContextManager[Executor]
    if spread.executor is not None:
        owner = nullcontext(spread.executor)
    else:  # what must be compiled is compiled here, where it can be stopped
        for job in jobs(plan, 1, 0, 1, False, 0, 1):
            run_job(replace(job, matches=0))
        owner = ThreadPoolExecutor(spread.workers)
    with owner as pool:
        waiting: deque[tuple[Job, Future[Outputs]]] = deque()
        try:
            for job in work:
                waiting.append((job, pool.submit(run_job, job)))
                if len(waiting) >= 4 * spread.workers:
                    job, future = waiting.popleft()
                    yield job, future.result()
            while waiting:
                job, future = waiting.popleft()
                yield job, future.result()
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            _check_can_be_sent(plan, error)
            raise
        finally:
            for _, future in waiting:
                future.cancel()


def _check_can_be_sent(plan: Plan, error: Exception) -> None:
    """Say which strategy cannot go to another process, if that is what went wrong."""
    for strategy in plan.strategies:
        try:
            pickle.dumps(strategy)
        except Exception:
            raise ValueError(
                f"executor: the strategy {strategy} cannot be sent to another process; put it"
                " into a file that can be imported, or let threads do the work (executor=None)"
            ) from error


class Progress:
    """A progress bar that appears only when a run takes longer than a moment."""

    def __init__(self, total: int, wanted: bool, unit: str = " matches") -> None:
        self.total = total
        self.done = 0
        self._wanted = wanted and _somebody_looks()
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


def _somebody_looks() -> bool:
    """Whether a bar is for a person, at a terminal or in a notebook, and not for a log."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    return hasattr(shell, "kernel") or (sys.stderr is not None and sys.stderr.isatty())


def warm(progress: Callable[[str], None] | None = None) -> str:
    """Compile everything ahead, so that later calls find it on disk; gives the folder."""
    from slime.engine.legal import legal_number
    from slime.simulation.cache import cache_folder
    from slime.simulation.dispatch import NUMBERS, QUICK
    from slime.strategies.custom import strategy

    def compiled(S: Any, me: int) -> int:
        return int(legal_number(S, me, 0))

    def python(view: Any) -> Any:
        return view.legal()[0]

    slow = [name for name, number in NUMBERS.items() if number not in QUICK]
    for which in ("lowest", *slow[:1], python, strategy(compiled)):
        if progress is not None:
            progress(getattr(which, "__name__", str(which)))
        simulate(matches=1, deals=1, strategies=which, engine="compiled", workers=1)
    return str(cache_folder())
