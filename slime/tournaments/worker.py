"""The process of one pupil's player: runs a program, answers when asked, keeps to its limits.

It is given the text of the program and then, for each question, what the player may see and
nothing else, so even a program that looks around in its own process finds no other hand.
`slime.tournaments.nursery` starts it behind walls, a process for each seat of each match; where
there are no walls ``python -m slime.tournaments.worker PORT`` is one for all seats of a pupil.

Messages in are pickled: what `Worker` is made of, then questions, the arguments of
`Worker.answer`.  Messages out are lines of JSON, one for each.
"""

from __future__ import annotations

import contextlib
import json
import pickle
import random
import signal
import socket
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from typing import Any, BinaryIO

from slime.engine import layout as st
from slime.game.rules import Rules
from slime.game.setting import Player, make_setting
from slime.i18n import language, words
from slime.strategies.base import Strategy
from slime.strategies.faults import StrategyFault, raised_at
from slime.strategies.files import from_text

#: One that ran out of time is told so again and again, in seconds.
_AGAIN = 0.2


class Limit(BaseException):
    """A limit was broken; its text is a key of the words."""


class Helpers(MetaPathFinder, InspectLoader):
    """Lets a program import modules of which only the texts are there."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts

    def find_spec(self, name: str, path: Any, target: Any = None) -> ModuleSpec | None:
        """How a module of ours is loaded."""
        return spec_from_loader(name, self) if name in self.texts else None

    def get_source(self, fullname: str) -> str:
        """The text of a module of ours."""
        return self.texts[fullname]


def limit_process(memory: int, processor: float) -> None:
    """Ask the system to hold limits of memory (megabytes) and of processor time, where it can."""
    try:
        import resource
    except ImportError:  # Windows
        return
    held = 0  # what others' programs had imported before is not this one's
    with contextlib.suppress(OSError, ValueError), open("/proc/self/statm", "rb") as sizes:
        held = int(sizes.read().split()[0]) * resource.getpagesize()
    most_memory = held + (memory << 20)
    limits = {"AS": most_memory, "CPU": int(processor) + 2, "CORE": 0, "FSIZE": 1 << 20}
    for name, most in limits.items():
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (most, most))


def _too_big(memory: int) -> bool:
    """Whether it took too much memory, on a system that was asked to hold the limit in vain."""
    if sys.platform != "darwin":
        return False
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > memory << 20


@dataclass
class Worker:
    """Answers questions until there are no more.

    `seconds` of the processor for one answer and `budget` for all; `memory` in megabytes.
    """

    source: BinaryIO
    sink: BinaryIO
    file: str
    text: str
    helpers: Mapping[str, str]
    lang: str
    seconds: float
    budget: float
    memory: int
    seats: dict[int, Player] = field(default_factory=dict)
    strategy: Strategy = field(init=False)

    def run(self) -> None:
        """Run the program, then serve."""
        language(self.lang)
        sys.meta_path.append(Helpers(self.helpers))
        self.guarded(self.load)
        while True:
            try:
                question = pickle.load(self.source)
            except (EOFError, OSError):
                return
            self.guarded(self.answer, *question)

    def load(self) -> dict[str, Any]:
        """Run the pupil's program; what the player is called."""
        self.strategy = from_text(self.text, self.file)
        return {"name": str(self.strategy.name)}

    def answer(
        self,
        seat: int,
        table: tuple[Rules, tuple[str, ...], str] | None,
        me: int,
        count: int,
        S: list[int],
    ) -> dict[str, Any]:
        """Ask the player at a seat; before the first question `table` lets it sit down."""
        if table is not None:  # a player that is a class is made anew
            rules, names, lang = table
            self.seats[seat] = self.strategy.at_table(make_setting(rules, names, lang=lang))
        player = self.seats[seat]
        random.seed(S[st.LUCK + me])  # whoever draws from `random` is repeatable all the same
        said = player.give(S, me, count) if count else player.choose(S, me)
        return {"answer": int(said), "luck": S[st.LUCK + me]}

    def guarded(self, work: Callable[..., dict[str, Any]], *args: Any) -> None:
        """Do something of the pupil's under the limits and send what came of it."""
        try:
            with _timer(self.seconds):
                told = work(*args)
            if time.process_time() > self.budget:
                raise Limit("too_long")
            if _too_big(self.memory):
                raise Limit("too_big")
        except StrategyFault as fault:
            told = _fault(str(fault), fault.why, fault.line)
        except BaseException as error:  # SystemExit, MemoryError: the pupil's doing too
            told = self.fault(error)
        self.sink.write(json.dumps(told).encode() + b"\n")
        self.sink.flush()

    def fault(self, error: BaseException) -> dict[str, Any]:
        """An error that is no `StrategyFault` as it is sent."""
        place = raised_at(error, self.file)
        if not isinstance(error, Limit):
            kind = "" if isinstance(error, ValueError) else f"{type(error).__name__}: "
            why = f"{kind}{error}"[:300]
            return _fault(why, why, place and place.line)
        limits = {"seconds": self.seconds, "budget": self.budget, "memory": self.memory}
        why = words(self.lang)(f"tournament.{error}", **limits)
        return _fault(
            why if place is None else f"{why}\n{place.text(self.lang)}", why, place and place.line
        )


def _fault(message: str, why: str, line: int | None) -> dict[str, Any]:
    """A fault as it is sent."""
    return {"fault": {"message": message, "why": why, "line": line}}


@contextlib.contextmanager
def _timer(seconds: float) -> Any:
    """Raise `Limit` in what takes more seconds of the processor, again and again."""
    if not hasattr(signal, "setitimer"):  # Windows: who asks waits no longer than that
        yield
        return

    def broken(*_: object) -> None:
        raise Limit("too_slow")

    signal.signal(signal.SIGPROF, broken)
    signal.setitimer(signal.ITIMER_PROF, seconds, _AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer on a connection until it is closed."""
    Worker(source, sink, **pickle.load(source)).run()


def main() -> None:
    """Connect to who started this and show its password, then serve."""
    password = sys.stdin.buffer.readline()
    if not password:
        return
    connection = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
    connection.sendall(password)
    serve(connection.makefile("rb"), connection.makefile("wb"))


if __name__ == "__main__":
    main()
