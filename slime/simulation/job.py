"""A stretch of matches played in one go: what a worker gets and gives back.

A `Job` can be sent to another process; `run_job` plays it, compiled or interpreted, and gives
arrays.  What comes out depends on the job alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from slime._checks import check_int, invalid
from slime.engine import layout as st
from slime.engine.beats import FINE
from slime.engine.exchange import gift_count
from slime.engine.streams import secret_words, seed_word
from slime.game.setting import make_setting
from slime.simulation import kernel
from slime.simulation.columns import DETAILS
from slime.simulation.dispatch import BASELINE, NUMBERS, QUICK
from slime.simulation.kernel import Outputs, Stretch
from slime.simulation.spec import Spec
from slime.strategies.base import Seated, Strategy
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
            shapes["details"] = (len(DETAILS), *rows)
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


def run_job(job: Job) -> Outputs:
    """Play a job's matches; see `slime.simulation.kernel.run_matches` for what comes out."""
    out = job.room()
    states, cursor, run, answer = _engine(job, out)
    asked = ("python",) if job.worlds[0].engine == "compiled" else ("python", "compiled")
    settings = [make_setting(spec.rules, spec.names, lang=spec.lang) for spec in job.worlds]
    looks = [_looking(S, len(spec.names)) for S, spec in zip(states, job.worlds, strict=True)]
    seated: list[dict[int, Seated]] = [{}, {}]
    at = [(-1, -1), (-1, -1)]
    while (code := run()) != kernel.DONE:
        world = int(cursor[kernel.WORLD_AT])
        strategies, setting = job.worlds[world].strategies, settings[world]
        p, seen = looks[world]()
        if code < 0:  # a compiled player's answer was not legal
            raise strategies[p].fault(seen, p, int(cursor[kernel.SAID]), setting)
        # a class is made anew for each match; in a second world for each deal, which follows none
        here = (int(cursor[kernel.MATCH_AT]), int(cursor[kernel.DEAL_AT]) if world else 0)
        if at[world] != here:
            at[world] = here
            seated[world] = {
                q: player
                for q, strategy in enumerate(strategies)
                if strategy.kind in asked
                and isinstance(player := strategy.at_table(setting), Seated)
            }
        playing = seen[st.PHASE] == st.PLAYING
        said = seated[world][p].ask(seen, p, 0 if playing else gift_count(seen, seen[st.GIFT]))
        S = states[world]
        S[st.LUCK + p] = seen[st.LUCK + p]
        fits = -(1 << 63) <= said < 1 << 63
        if not fits or answer(S, cursor, job.first, out.log, said) != FINE:
            raise strategies[p].fault(seen, p, said, setting)
    return out._replace(log=out.log[: cursor[kernel.LOGGED]])


def _looking(S: Any, players: int) -> Callable[[], tuple[int, list[int]]]:
    """What tells, again and again, who is asked, with a copy of what that player may see."""
    heads = [blanked(S, p) for p in range(players)]  # what does not change
    cell = S.__getitem__ if isinstance(S, list) else S.item

    def look() -> tuple[int, list[int]]:
        p = cell(st.TURN) if cell(st.PHASE) == st.PLAYING else kernel.asked_player(S)
        seen = heads[p][:]
        public = S[st.DEAL : st.PRIVATE]
        seen[st.DEAL : st.PRIVATE] = public if isinstance(public, list) else public.tolist()
        for row in PRIVATE_ROWS:
            seen[row + p] = cell(row + p)
        return p, seen

    return look


#: The worlds' states, the cursor, what goes on until all is done or a player must be asked, and
#: what carries out the answer.
_Engine = tuple[list[Any], Any, Callable[[], int], Callable[..., int]]


def _engine(job: Job, out: Outputs) -> _Engine:
    rows: list[Any] = [spec.state() for spec in job.worlds]
    rows += [[0] * size for size in (kernel.CURSOR, st.MAX_PACK, st.SIZE)]
    arguments = _arguments(job, out)
    if job.worlds[0].engine == "compiled":
        from slime.simulation import compiled

        rows = list(map(compiled.new_state, rows))
    *states, cursor, pack, view = rows
    worlds = states[0], states[1] if len(states) > 1 else None, pack, cursor
    run: Callable[[], int] = partial(kernel.run_matches, *worlds, *arguments)
    if job.worlds[0].engine == "interpreted":
        return states, cursor, run, kernel.log_and_answer
    if any(strategy.kind == "compiled" for strategy in job.strategies):
        own = compiled.own_tuples([spec.strategies for spec in job.worlds])
        run = compiled.ready(compiled.run_own, *worlds, arguments[0], out, view, *own)
    else:
        run = compiled.ready(compiled.run, *worlds, *arguments)
    return states, cursor, run, compiled.answer_asked


def _arguments(job: Job, out: Outputs) -> tuple[Any, ...]:
    """What `run_matches` takes after the states, the pack and the cursor."""
    spec = job.worlds[0]
    stretch = Stretch(seed_word(spec.seed), job.first, job.count, job.deals, spec.random_seats)
    if spec.key is not None:
        words = _words(spec.key, job.first, job.count, job.deals)
        stretch = stretch._replace(words=words if spec.engine == "compiled" else words.tolist())
    built_in = [s.name for s in job.strategies if s.kind == "built-in"]
    plain = built_in.count(BASELINE) == len(job.strategies)
    quick = all(NUMBERS[name] in QUICK for name in built_in)
    flags = (
        None if left_out else True for left_out in (plain, quick, plain and job.keep == PLACES)
    )
    return stretch, *flags, out


@lru_cache(maxsize=16)
def _words(key: str, first: int, count: int, deals: int) -> NDArray[np.int64]:
    """The secret words of a job's matches; all tables of a tournament have the same."""
    matches = range(first, first + count)
    every = [secret_words(key, m, d) for m in matches for d in range(deals + 1)]
    return np.array(every, np.int64).reshape(-1)


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
