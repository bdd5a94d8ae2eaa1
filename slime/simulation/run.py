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
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from itertools import islice
from types import FrameType
from typing import Any, Literal, TypeVar, overload

from slime._checks import check_choice, check_int, invalid
from slime.game.match import ENDLESS, Endless
from slime.game.rules import Rules
from slime.game.setting import Strategies
from slime.i18n import words
from slime.simulation.job import PLACES, Job, Keep, jobs, run_job
from slime.simulation.kernel import Outputs
from slime.simulation.result import Simulation, TransitionCounts
from slime.simulation.spec import Spec, make_spec

#: Deals a job has at the most: short enough to stop soon, long enough to be worth sending.
_DEALS_A_JOB = 40_000
#: The same where plain Python plays.
_SLOW_DEALS_A_JOB = 500


class Stopped(KeyboardInterrupt):
    """A run stopped by its user: the message says what was done, `done` of `total` matches.

    `result` is the simulation of those, where there is one.

    >>> print(Stopped(20, 100))
    stopped: 20 of 100 matches were played
    """

    def __init__(self, done: int, total: int, result: Simulation | None = None) -> None:
        super().__init__(words()("simulation.stopped", done=done, total=total))
        self.done = done
        self.total = total
        self.result = result


R = TypeVar("R", bound=Simulation | TransitionCounts)


@overload
def simulate(
    rules: Rules | str = ...,
    players: int | Sequence[str] = ...,
    matches: int = ...,
    deals: int | None = ...,
    strategies: Strategies = ...,
    seed: int = ...,
    workers: int | None = ...,
    *,
    keep: Literal["counts"],
    lags: int = ...,
    executor: Executor | None = ...,
    engine: str | None = ...,
    job_size: int | None = ...,
    progress: bool = ...,
) -> TransitionCounts: ...
@overload
def simulate(
    rules: Rules | str = ...,
    players: int | Sequence[str] = ...,
    matches: int = ...,
    deals: int | None = ...,
    strategies: Strategies = ...,
    seed: int = ...,
    workers: int | None = ...,
    *,
    keep: Literal["places", "details"] = ...,
    executor: Executor | None = ...,
    engine: str | None = ...,
    job_size: int | None = ...,
    progress: bool = ...,
) -> Simulation: ...
def simulate(
    rules: Rules | str = "slime-licker",
    players: int | Sequence[str] = 5,
    matches: int = 1_000,
    deals: int | None = None,
    strategies: Strategies = "lowest",
    seed: int = 1,
    workers: int | None = None,
    *,
    keep: str = "places",
    lags: int = 1,
    executor: Executor | None = None,
    engine: str | None = None,
    job_size: int | None = None,
    progress: bool = True,
) -> Simulation | TransitionCounts:
    """Play many matches and keep what is wanted of them.

    The result depends on `seed`, to the byte, and not on how the work was spread.

    Parameters
    ----------
    rules : Rules or str
        A rule set, or the name of a preset.
    players : int or sequence of str
        How many (their seats are drawn), or names (who sit as given).
    matches : int
        How many matches.
    deals : int, optional
        Deals of each match; if not given, matches end as the rules say.
    strategies : str, Strategy, function, or a list of them
        Who plays: one for all, or one for each player.
    seed : int
        Where all luck comes from, 0 to 2**64 - 1.
    workers : int, optional
        How many threads do the work; all cores if not given.
    keep : {"places", "details", "counts"}
        ``"places"`` keeps places and the order of finishing, ``"details"`` also seats, hands,
        gifts and tricks; ``"counts"`` only how often players moved from place to place, in a
        memory that does not grow.
    lags : int
        With ``"counts"``: moves over 1 to so many deals.
    executor : concurrent.futures.Executor, optional
        What does the work instead of threads of our own.
    engine : {"compiled", "interpreted"}, optional
        Compiled where numba is installed, if not given; the result is the same.
    job_size : int, optional
        Matches sent to a worker at a time.
    progress : bool
        Whether a long run shows a progress bar.

    Returns
    -------
    Simulation or TransitionCounts
        The second for ``keep="counts"``.

    Raises
    ------
    ValueError
        For arguments that cannot be; it says what they may be.
    Stopped
        When stopped by its user (a ``KeyboardInterrupt``); it says how far it came.

    Examples
    --------
    >>> sim = simulate("slime-licker", players=5, matches=200, deals=10, seed=1)
    >>> sim.places.shape, sim.transitions().sum(axis=1).tolist()
    ((200, 10, 5), [1800, 1800, 1800, 1800, 1800])
    """
    check_choice("keep", keep, ("places", "details", "counts"))
    spec = make_spec(rules, players, matches, deals, strategies, seed, engine)
    spread = Spread(workers, executor, job_size)
    if keep == "counts":
        wanted = Keep(lags=check_int("lags", lags, 1, 1000))
        return run_worlds((spec,), TransitionCounts(spec, wanted), spread, progress)
    return run_spec(spec, spread, progress, Keep(details=keep == "details"))


def run_spec(
    spec: Spec, spread: Spread | None = None, progress: bool = True, keep: Keep = PLACES
) -> Simulation:
    """`simulate` for what has been checked already.

    >>> run_spec(make_spec(matches=3, deals=2), progress=False).places.shape
    (3, 2, 5)
    """
    return run_worlds((spec,), Simulation(spec, keep), spread or Spread(), progress)


class Spread:
    """Over whom the work is spread, and in pieces of which size; the result does not show it."""

    def __init__(
        self,
        workers: int | None = None,
        executor: Executor | None = None,
        job_size: int | None = None,
    ) -> None:
        if executor is not None and not callable(getattr(executor, "submit", None)):
            raise invalid("simulation.executor", got=executor)
        self.executor = executor
        self.workers = None if workers is None else check_int("workers", workers, 1, 4096)
        self.job_size = None if job_size is None else check_int("job_size", job_size, 1)

    def hands(self, worlds: Sequence[Spec]) -> int:
        """How many workers there are; threads do not help plain Python."""
        if self.workers is not None:
            return self.workers
        if self.executor is None and any(spec.is_python for spec in worlds):
            return 1
        return cores()

    def size(self, worlds: Sequence[Spec], matches: int, deals: int) -> int:
        """How many matches a job has."""
        if self.job_size is not None:
            return self.job_size
        slow = any(spec.is_python for spec in worlds)
        most = (_SLOW_DEALS_A_JOB if slow else _DEALS_A_JOB) // deals
        return max(1, min(most, -(-matches // self.hands(worlds))))


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_worlds(
    worlds: tuple[Spec, ...],
    result: R,
    spread: Spread,
    progress: bool = True,
    first: int = 0,
    room: int = 0,
) -> R:
    """Play the matches of a simulation from number `first` on and hand them to a result.

    `worlds` is its specification, or those of two worlds with the same luck, of which the second
    plays every deal of the first (see `slime.simulation.kernel`).  `room` is how many deals to
    make room for (0: see `room_for`).
    """
    matches = worlds[0].matches
    with Progress(matches - first, progress) as bar, _noting_ctrl_c() as check:
        try:
            room = room or room_for(worlds[0])
            size = spread.size(worlds, matches - first, room)
            work = jobs(worlds, result.keep, room, first, matches, size)
            for job, outputs in _outputs(worlds, work, spread):
                check()
                for done, out in _long_enough(job, outputs):
                    result.add(done, out)
                bar.update(job.count)
        except KeyboardInterrupt:
            kept = result._sealed_early() if isinstance(result, Simulation) else None
            raise Stopped(bar.done, bar.total, kept) from None
    result.seal()
    return result


@contextmanager
def _noting_ctrl_c() -> Iterator[Callable[[], None]]:
    """Note Ctrl-C, which a compiler's callback may swallow; gives what raises it again."""
    here = threading.current_thread() is threading.main_thread()
    if not here or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield lambda: None
        return
    pressed: list[int] = []
    hook = sys.unraisablehook

    def note(number: int, frame: FrameType | None) -> None:
        pressed.append(number)
        signal.default_int_handler(number, frame)

    def swallowed(what: sys.UnraisableHookArgs) -> None:
        if not isinstance(what.exc_value, KeyboardInterrupt):
            hook(what)

    def check() -> None:
        if pressed:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, note)
    sys.unraisablehook = swallowed
    try:
        yield check
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.unraisablehook = hook


def _long_enough(job: Job, outputs: Outputs) -> Iterator[tuple[Job, Outputs]]:
    """The outputs of a job, or those of smaller jobs with more room, if a match was not over."""
    if job.worlds[0].rules.match[0][0] == "deals" or (outputs.played > 0).all():
        yield job, outputs
        return
    if job.deals >= ENDLESS:
        raise Endless
    deals = min(job.deals * 4, ENDLESS)
    for part in jobs(job.worlds, job.keep, deals, job.first, job.first + job.count, 4):
        yield from _long_enough(part, run_job(part))


def seconds_for(spec: Spec, spread: Spread) -> float:
    """About how long matches will take: a few are played, what must be compiled is compiled."""
    room = room_for(spec)
    job = Job((spec,), 0, max(1, min(spec.matches, 500 // room)), room)
    run_job(replace(job, count=0))
    begin = time.perf_counter()
    run_job(job)
    return (time.perf_counter() - begin) * spec.matches / job.count / spread.hands((spec,))


def room_for(spec: Spec) -> int:
    """How many deals to make room for: where points end a match, more than a few needed."""
    kind, length = spec.rules.match[0]
    if kind == "deals":
        return length
    job = Job((spec,), 0, min(spec.matches, 20), 16)
    longest = max(int(out.played.max()) for _, out in _long_enough(job, run_job(job)))
    return min(2 * longest + 8, ENDLESS)


def _outputs(
    worlds: tuple[Spec, ...], work: Iterator[Job], spread: Spread
) -> Iterator[tuple[Job, Outputs]]:
    """Jobs and what came of them, in order, with only a few under way at a time."""
    workers = spread.hands(worlds)
    if spread.executor is None and workers == 1:
        for job in work:
            yield job, run_job(job)
        return
    if spread.executor is None:  # what must be compiled is compiled here, where it can be stopped
        run_job(Job(worlds, 0, 0, 1))
    with ExitStack() as stack:
        pool = spread.executor or stack.enter_context(ThreadPoolExecutor(workers))
        under_way = ((job, pool.submit(run_job, job)) for job in work)
        waiting: deque[tuple[Job, Future[Outputs]]] = deque()
        try:
            waiting.extend(islice(under_way, 4 * workers - 1))
            while waiting:
                waiting.extend(islice(under_way, 1))
                job, future = waiting.popleft()
                yield job, future.result()
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            _check_can_be_sent(worlds, error)
            raise
        finally:
            for _, future in waiting:
                future.cancel()


def _check_can_be_sent(worlds: Sequence[Spec], error: Exception) -> None:
    """Say which strategy cannot go to another process, if that is what went wrong."""
    for strategy in (strategy for spec in worlds for strategy in spec.strategies):
        try:
            pickle.dumps(strategy)
        except Exception:
            raise invalid("simulation.not_sent", strategy=strategy) from error


class Progress:
    """A progress bar that appears only when a run takes longer than a moment, for a ``with``."""

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
        if self._wanted and time.monotonic() - self._since > 1.0:
            if self._bar is None:
                from tqdm.auto import tqdm

                self._bar = tqdm(total=self.total, unit=self._unit, unit_scale=True, leave=False)
            self._bar.update(self.done - self._bar.n)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()


def _somebody_looks() -> bool:
    """Whether a bar is for a person, at a terminal or in a notebook, and not for a log."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    return hasattr(shell, "kernel") or (sys.stderr is not None and sys.stderr.isatty())


def warm(progress: Callable[[str], None] | None = None) -> str:
    """Compile everything ahead, so that later calls find it on disk.

    Parameters
    ----------
    progress : callable, optional
        Told the name of each player before what it needs is compiled.

    Returns
    -------
    str
        The folder where compiled code is kept.
    """
    from slime.engine.legal import legal_number
    from slime.simulation.cache import WHOLE, cache_folder
    from slime.simulation.dispatch import NUMBERS, QUICK
    from slime.strategies.custom import strategy

    def compiled(S: Any, me: int) -> int:
        return int(legal_number(S, me, 0))

    def python(view: Any) -> Any:
        return view.legal()[0]

    slow = [name for name, number in NUMBERS.items() if number not in QUICK]
    every: tuple[Any, ...] = ("lowest", *slow[:1], python, strategy(compiled), "coach")
    for which in every:
        if progress is not None:
            progress(getattr(which, "__name__", str(which)))
        spec = make_spec(matches=1, deals=1, strategies=which, engine="compiled")
        for worlds in ((spec,), (spec, spec)):
            run_job(Job(worlds, 0, 1, 1))
        run_job(Job((spec,), 0, 1, 1, Keep(details=True)))
    folder = cache_folder()
    (folder / WHOLE).touch()
    return str(folder)
