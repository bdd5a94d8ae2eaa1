"""A stretch of matches played in one go: what a worker gets and gives back.

A `Job` can be sent to another process; `run_job` plays it, compiled or interpreted, and gives
arrays.  What comes out depends on the job alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from slime._checks import check_int, invalid
from slime.engine import layout as st
from slime.engine.exchange import gift_count
from slime.engine.play import FINE
from slime.engine.streams import seed_word
from slime.game.setting import make_setting
from slime.simulation import kernel
from slime.simulation.dispatch import BASELINE, NUMBERS, QUICK
from slime.simulation.kernel import Outputs, Stretch
from slime.simulation.spec import Spec
from slime.strategies.base import Seated, Strategy
from slime.strategies.faults import StrategyFault
from slime.strategies.observation import PRIVATE_ROWS, blanked

#: How many bytes a log may take at a time.
_ROOM = 200_000_000


class Keep(NamedTuple):
    """What is wanted of the matches: places, details, a log of plays, counts at so many lags."""

    places: bool = True
    details: bool = False
    log: bool = False
    lags: int = 0


#: Places and nothing else.
PLACES = Keep()


@dataclass(frozen=True)
class Job:
    """Matches `first` to ``first + count - 1`` of a simulation, and what is wanted of them.

    `worlds` is the simulation's specification, or those of a world and of another with the same
    luck under whose rules and players each deal is played as well; `deals` is the most deals
    that there is room for in a match.
    """

    worlds: tuple[Spec, ...]
    first: int
    count: int
    deals: int
    keep: Keep = PLACES

    @property
    def strategies(self) -> list[Strategy]:
        """Those of all worlds."""
        return [strategy for spec in self.worlds for strategy in spec.strategies]

    def room(self) -> Outputs:
        """Room for what comes out."""
        spec, keep = self.worlds[0], self.keep
        count = len(spec.names)
        rows = (self.count, self.deals, count)
        lags = (keep.lags, count, count)
        shapes: dict[str, tuple[int, ...]] = {"played": rows[:1]}
        if keep.places:
            shapes |= dict.fromkeys(("places", "finish"), rows)
        if len(self.worlds) > 1:
            shapes |= dict.fromkeys(("places_b", "finish_b"), rows)
        if keep.details:
            shapes["details"] = (*rows, len(kernel.DETAILS))
        if keep.log:
            lines = self.count * self.deals * len(spec.rules.pack(count)) * count
            shapes["log"] = (lines, len(kernel.LOG))
        if keep.lags:
            shapes |= dict.fromkeys(("mine", "counts", "squares", "cross"), lags)
            shapes |= {"recent": lags[:2], "totals": lags[1:]}
        none = Outputs()
        return none._replace(
            **{name: np.zeros(shape, getattr(none, name).dtype) for name, shape in shapes.items()}
        )


def jobs(
    worlds: tuple[Spec, ...], keep: Keep, deals: int, first: int, stop: int, size: int
) -> Iterator[Job]:
    """The jobs that play the matches from `first` to before `stop`, `size` matches each."""
    for start in range(first, stop, size):
        yield Job(worlds, start, min(size, stop - start), deals, keep)


class _Engine(NamedTuple):
    """The loop over a job's matches, as plain Python or compiled.

    `states` are the worlds' states, `go` runs until all is done or a player must be asked;
    `shown` says who that is and gives a copy of what that player may see, `reply` carries out
    the answer (of a world, to the state and its log).
    """

    states: list[Any]
    cursor: Any
    go: Callable[[], int]
    shown: Callable[[int], tuple[int, list[int]]]
    reply: Callable[[int, int], int]


def run_job(job: Job) -> Outputs:
    """Play a job's matches; see `slime.simulation.kernel.run_matches` for what comes out."""
    out = job.room()
    interpreted = job.worlds[0].engine == "interpreted"
    engine = _interpreted(job, out) if interpreted else _compiled(job, out)
    kinds = ("python", "compiled") if interpreted else ("python",)
    cursor = engine.cursor
    settings = [make_setting(spec.rules, spec.names, lang=spec.lang) for spec in job.worlds]
    seated: list[dict[int, Seated]] = [{}, {}]
    at = [(-1, -1), (-1, -1)]
    while engine.go() == kernel.WAITING:
        world = int(cursor[kernel.WORLD_AT])
        spec = job.worlds[world]
        # a class is made anew for each match; in a second world for each deal, which follows none
        here = (int(cursor[kernel.MATCH_AT]), int(cursor[kernel.DEAL_AT]) if world else 0)
        if at[world] != here:
            at[world] = here
            seated[world] = {
                p: player
                for p, strategy in enumerate(spec.strategies)
                if strategy.kind in kinds
                and isinstance(player := strategy.at_table(settings[world]), Seated)
            }
        p, seen = engine.shown(world)
        playing = seen[st.PHASE] == st.PLAYING
        said = seated[world][p].ask(seen, p, 0 if playing else gift_count(seen, seen[st.GIFT]))
        engine.states[world][st.LUCK + p] = seen[st.LUCK + p]
        if not -(1 << 63) <= said < 1 << 63 or engine.reply(world, said) != FINE:
            raise _fault(spec, seen, said)
    return out._replace(log=out.log[: cursor[kernel.LOGGED]])


def _fault(spec: Spec, S: list[int], said: int) -> StrategyFault:
    """The error for an illegal answer of whoever was asked."""
    p = kernel.asked_player(S)
    setting = make_setting(spec.rules, spec.names, lang=spec.lang)
    return spec.strategies[p].fault(S, p, said, setting)


def _arguments(job: Job, out: Outputs) -> tuple[Any, ...]:
    """What `run_matches` takes after the states, the pack and the cursor."""
    spec = job.worlds[0]
    stretch = Stretch(seed_word(spec.seed), job.first, job.count, job.deals, spec.random_seats)
    built_in = [s.name for s in job.strategies if s.kind == "built-in"]
    plain = len(job.worlds) == 1 and job.keep == PLACES
    plain = plain and built_in.count(BASELINE) == len(job.strategies)
    quick = all(NUMBERS[name] in QUICK for name in built_in)
    return stretch, None if plain else True, None if quick else True, out


def _interpreted(job: Job, out: Outputs) -> _Engine:
    states = [spec.state() for spec in job.worlds]
    other = states[1] if len(states) > 1 else None
    cursor, pack = [0] * kernel.CURSOR, [0] * st.MAX_PACK
    arguments = _arguments(job, out)

    def go() -> int:
        return kernel.run_matches(states[0], other, pack, cursor, *arguments)

    def shown(world: int) -> tuple[int, list[int]]:
        p = kernel.asked_player(states[world])
        return p, blanked(states[world], p)

    def reply(world: int, said: int) -> int:
        S = states[world]
        return kernel.log_and_answer(S, cursor, job.first, out.log, said)

    return _Engine(states, cursor, go, shown, reply)


def _compiled(job: Job, out: Outputs) -> _Engine:
    from slime.simulation import compiled

    prepared = [spec.state() for spec in job.worlds]
    states = [compiled.new_state(S) for S in prepared]
    other = states[1] if len(states) > 1 else None
    cursor, pack = (compiled.new_state([0] * n) for n in (kernel.CURSOR, st.MAX_PACK))
    arguments = _arguments(job, out)
    if any(strategy.kind == "compiled" for strategy in job.strategies):
        own = compiled.own_tuples([spec.strategies for spec in job.worlds])
        view = compiled.new_state([0] * st.SIZE)
        run = compiled.ready(
            compiled.run_own, states[0], other, pack, cursor, arguments[0], out, view, *own
        )
    else:
        run = compiled.ready(compiled.run, states[0], other, pack, cursor, *arguments)

    def go() -> int:
        code = run()
        if code < 0:
            world, said = int(cursor[kernel.WORLD_AT]), int(cursor[kernel.SAID])
            raise _fault(job.worlds[world], states[world].tolist(), said)
        return code

    heads = [
        [blanked(S, p) for p in range(len(spec.names))]  # what does not change
        for spec, S in zip(job.worlds, prepared, strict=True)
    ]

    def shown(world: int) -> tuple[int, list[int]]:
        S = states[world]
        cell = S.item
        playing = cell(st.PHASE) == st.PLAYING
        p = cell(st.TURN) if playing else kernel.asked_player(S)
        seen = heads[world][p][:]
        seen[st.DEAL : st.PRIVATE] = S[st.DEAL : st.PRIVATE].tolist()
        for row in PRIVATE_ROWS:
            seen[row + p] = cell(row + p)
        return p, seen

    def reply(world: int, said: int) -> int:
        return int(compiled.answer_asked(states[world], cursor, job.first, out.log, said))

    return _Engine(states, cursor, go, shown, reply)


def log_of(spec: Spec, deals: int, matches: int | range | None = None) -> NDArray[np.int64]:
    """The raw log [row, `slime.simulation.kernel.LOG`] of some matches, by playing them again."""
    if matches is None:
        matches = range(min(100, spec.matches))
    elif not isinstance(matches, range):
        number = check_int("matches", matches, 0, spec.matches - 1)
        matches = range(number, number + 1)
    if matches.step != 1 or not 0 <= matches.start < matches.stop <= spec.matches:
        raise invalid("simulation.matches", most=spec.matches - 1, got=matches)
    most = max(1, _ROOM // (deals * 108 * 8 * 48))
    work = jobs((spec,), Keep(places=False, log=True), deals, matches.start, matches.stop, most)
    return np.concatenate([run_job(job).log.copy() for job in work])


__all__ = ["PLACES", "Job", "Keep", "jobs", "log_of", "run_job"]
