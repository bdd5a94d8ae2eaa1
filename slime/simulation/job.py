"""A stretch of matches played in one go: what a worker gets and gives back.

A `Job` can be sent to another process; `run_job` plays it, compiled or interpreted, and gives
arrays.  What comes out depends on the job alone.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slime._checks import invalid
from slime.engine import layout as st
from slime.engine.exchange import gift_count
from slime.engine.play import FINE
from slime.game.rules import Rules
from slime.game.setting import make_setting
from slime.simulation import kernel
from slime.simulation.dispatch import ASK, NUMBERS, OWN, QUICK, YARDSTICK
from slime.strategies.base import Seated, Strategy
from slime.strategies.observation import PRIVATE_ROWS, blanked

_NOTHING = 0


@dataclass(frozen=True)
class Job:
    """Matches `first` to ``first + matches - 1`` of a simulation, and what is wanted of them.

    `seed` is the signed 64-bit word, `deals` the most deals a match can have.
    """

    rules: Rules
    names: tuple[str, ...]
    by_lot: bool
    strategies: tuple[Strategy, ...]
    seed: int
    first: int
    matches: int
    deals: int
    lang: str = "en"
    places: bool = True
    details: bool = False
    log: bool = False
    lags: int = 0
    engine: str = "compiled"


Outputs = dict[str, NDArray[Any]]


def can_compile() -> bool:
    """Whether numba can be imported and is not switched off (``NUMBA_DISABLE_JIT=1``)."""
    try:
        from numba import config
    except ImportError:
        return False
    return not config.DISABLE_JIT


def choose_engine(wanted: str | None) -> str:
    """``compiled`` where numba is there, else ``interpreted``, which is said once."""
    known = (None, "compiled", "interpreted")
    if not isinstance(wanted, str | None) or wanted not in known:
        raise ValueError(f"engine: 'compiled', 'interpreted' or None, not {wanted!r:.60}")
    if wanted is not None:
        if wanted == "compiled" and not can_compile():
            raise ValueError("engine: 'compiled' needs numba, which is not there or switched off")
        return wanted
    if can_compile():
        return "compiled"
    _tell_once()
    return "interpreted"


@cache
def _tell_once() -> None:
    """Say, once a process, that there is no compiler."""
    warnings.warn(
        "numba is not there or switched off: the simulator runs interpreted, some hundred times"
        " slower, with the same results",
        stacklevel=5,
    )


def prepared_state(job: Job) -> list[int]:
    """The state a match of the job starts from: rules, who plays for whom, their settings."""
    S = job.rules.numbers(len(job.names))
    if max(abs(n) for n in S) >= 1 << 61:
        raise invalid("rules.too_far")
    for p, strategy in enumerate(job.strategies):
        S[st.STRATEGY_ID + p] = _robot(strategy)
        strategy.write_options(S, p)
    return S


def _robot(strategy: Strategy) -> int:
    if strategy.kind == "built-in":
        return NUMBERS[strategy.name]
    return OWN if strategy.kind == "compiled" else ASK


def _all_quick(job: Job) -> bool:
    """Whether the short loop will do: in it play only built-in strategies of the quick kind."""
    return all(
        s.kind == "python" or (s.kind == "built-in" and NUMBERS[s.name] in QUICK)
        for s in job.strategies
    )


def _rooms(job: Job) -> Outputs:
    count, deals = len(job.names), job.deals
    rows = job.matches if job.places else _NOTHING
    log = job.matches * deals * len(job.rules.pack(count)) * count if job.log else _NOTHING
    lags = job.lags
    shapes: dict[str, tuple[int, ...]] = {
        "places": (rows, deals, count),
        "finish": (rows, deals, count),
        "played": (job.matches,),
        "details": (
            job.matches if job.details else _NOTHING,
            deals,
            count,
            len(kernel.DETAILS),
        ),
        "log": (log, len(kernel.LOG)),
        "recent": (lags, count),
        "mine": (lags, count, count),
        "counts": (lags, count, count),
        "squares": (lags, count, count),
        "cross": (lags, count, count),
        "totals": (count, count),
    }
    return {name: np.zeros(shapes[name], kind) for name, (_, kind) in kernel.OUTPUTS.items()}


def run_job(job: Job) -> Outputs:
    """Play a job's matches; see `slime.simulation.kernel.run_matches` for what comes out."""
    outputs = _rooms(job)
    every = None if _all_quick(job) else True
    plain = all(s.kind == "built-in" and s.name == YARDSTICK for s in job.strategies)
    mixed = None if plain and not (job.details or job.log or job.lags) else True
    rest = (job.first, job.matches, job.deals, job.by_lot, mixed, every, *outputs.values())
    numbers = prepared_state(job)
    runner = _interpreted if job.engine == "interpreted" else _compiled
    cursor = runner(job, numbers, rest, outputs["log"])
    outputs["log"] = outputs["log"][: cursor[kernel.LOGGED]]
    return outputs


def _interpreted(job: Job, S: list[int], rest: tuple[Any, ...], log: NDArray[Any]) -> Any:
    for p, strategy in enumerate(job.strategies):
        if strategy.kind != "built-in":
            S[st.STRATEGY_ID + p] = ASK
    cursor, pack = [0] * kernel.CURSOR, [0] * st.MAX_PACK

    def go() -> int:
        return kernel.run_matches(S, pack, cursor, job.seed, *rest)

    def reply(m: int, said: int) -> int:
        if len(log) and S[st.PHASE] == st.PLAYING:
            kernel.note_action(S, cursor, m, log, said)
        return kernel.answer(S, said)

    def shown() -> tuple[int, list[int]]:
        p = kernel.asked_player(S)
        return p, blanked(S, p)

    _ask(job, ("python", "compiled"), S, cursor, shown, go, reply)
    return cursor


def _compiled(job: Job, numbers: list[int], rest: tuple[Any, ...], log: NDArray[Any]) -> Any:
    from slime.simulation import compiled

    S = compiled.new_state(numbers)
    pack = np.zeros(st.MAX_PACK, np.int64)
    cursor = np.zeros(kernel.CURSOR, np.int64)
    kinds = {strategy.kind for strategy in job.strategies}
    if "compiled" in kinds:
        chooses, gives = compiled.own_tuples(list(job.strategies))
        view = compiled.new_state([0] * st.SIZE)
        run_own = compiled.run_own()

        def go() -> int:
            code = run_own(S, pack, cursor, job.seed, rest, view, chooses, gives)
            if code < 0:
                _raise_fault(job, S.tolist(), int(cursor[4]))
            return int(code)

    else:

        def go() -> int:
            return int(compiled.run(S, pack, cursor, job.seed, *rest))

    def reply(m: int, said: int) -> int:
        return int(compiled.answer_asked(S, cursor, m, said, log))

    heads = [blanked(numbers, p) for p in range(len(job.names))]  # what does not change
    public, cell = S[st.DEAL : st.PRIVATE], S.item

    def shown() -> tuple[int, list[int]]:
        playing = cell(st.PHASE) == st.PLAYING
        p = cell(st.TURN) if playing else kernel.asked_player(S)
        seen = heads[p][:]
        seen[st.DEAL : st.PRIVATE] = public.tolist()
        for row in PRIVATE_ROWS:
            seen[row + p] = cell(row + p)
        return p, seen

    _ask(job, ("python",), S, cursor, shown, go, reply)
    return cursor


def _raise_fault(job: Job, S: list[int], said: int) -> None:
    p = kernel.asked_player(S)
    raise job.strategies[p].fault(S, p, said, make_setting(job.rules, job.names, lang=job.lang))


def _ask(
    job: Job,
    kinds: tuple[str, ...],
    S: Any,
    cursor: Any,
    shown: Callable[[], tuple[int, list[int]]],
    go: Callable[[], int],
    reply: Callable[[int, int], int],
) -> None:
    """Run until all is done, answering for the players who are asked in plain Python.

    `shown` says who is asked, and gives a copy of what that player may see.
    """
    setting = make_setting(job.rules, job.names, lang=job.lang)
    seated: dict[int, Seated] = {}
    match = -1
    while go() == kernel.WAITING:
        if cursor[kernel.MATCH_AT] != match:  # a class is made anew for each match
            match = int(cursor[kernel.MATCH_AT])
            seated = {
                p: player
                for p, strategy in enumerate(job.strategies)
                if strategy.kind in kinds
                and isinstance(player := strategy.at_table(setting), Seated)
            }
        p, seen = shown()
        playing = seen[st.PHASE] == st.PLAYING
        said = seated[p].ask(seen, p, 0 if playing else gift_count(seen, seen[st.GIFT]))
        S[st.LUCK + p] = seen[st.LUCK + p]
        if not -(1 << 63) <= said < 1 << 63 or reply(job.first + match, said) != FINE:
            _raise_fault(job, seen, said)


__all__ = ["Job", "Outputs", "can_compile", "choose_engine", "run_job"]
