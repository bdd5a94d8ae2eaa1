"""The process of one pupil's player: reads a file, answers when asked, keeps to its limits.

Run as ``python -m slime.tournaments.worker`` by `slime.tournaments.process`.  It gets a blanked
state for each question, so even a file that looks around in its own process finds no other hand.

Messages in are pickled: what `Worker` is made of, then questions, the arguments of
`Worker.answer`.  Messages out are lines of JSON, one for each.
"""

from __future__ import annotations

import json
import os
import pickle
import random
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from slime.engine import layout as st
from slime.game.rules import Rules
from slime.game.setting import Player, make_setting
from slime.i18n import language, words
from slime.strategies.base import Strategy
from slime.strategies.faults import Place, StrategyFault, raised_at
from slime.strategies.files import from_file

#: How often the limits are looked at, in seconds.
_TICK = 0.02


def peak_memory() -> float:
    """The most memory this process had, in megabytes; 0 where that cannot be known."""
    try:  # Linux: getrusage() there counts what the parent had before the start, too
        with open("/proc/self/status", "rb") as status:
            for line in status:
                if line.startswith(b"VmHWM:"):
                    return int(line.split()[1]) / (1 << 10)
    except OSError:
        pass
    try:
        import resource
    except ImportError:
        return 0.0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def cap_memory(megabytes: int) -> None:
    """Ask the system to hold the limit, where it can."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
    except (ImportError, ValueError, OSError):
        return  # Windows; or the system refuses: then `peak_memory` is looked at


@dataclass
class Worker:
    """Answers questions until there are no more.

    `seconds` of the processor for one answer and `budget` for all; `memory` in megabytes.
    """

    source: BinaryIO
    sink: BinaryIO
    file: str
    lang: str
    seconds: float
    budget: float
    memory: int
    seats: dict[int, Player] = field(default_factory=dict)
    since: float | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)
    strategy: Strategy = field(init=False)

    def run(self) -> None:
        """Read the file, then serve."""
        language(self.lang)
        cap_memory(int(self.memory))
        sys.path.insert(0, os.path.dirname(self.file))
        threading.Thread(target=self.watch, args=(threading.get_ident(),), daemon=True).start()
        self.guarded(self.load)
        while True:
            try:
                question = pickle.load(self.source)
            except EOFError:
                return
            self.guarded(self.answer, *question)

    def load(self) -> dict[str, Any]:
        """Run the pupil's file; what the player is called."""
        self.strategy = from_file(self.file)
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
        self.since = time.process_time()
        try:
            told = work(*args)
        except StrategyFault as fault:
            place = Place(fault.file, fault.line) if fault.file and fault.line else None
            told = _fault(str(fault), fault.why, place)
        except BaseException as error:  # SystemExit, MemoryError: the pupil's doing too
            kind = "" if isinstance(error, ValueError) else f"{type(error).__name__}: "
            why = f"{kind}{error}"[:300]
            told = _fault(why, why, raised_at(error, self.file))
        self.since = None
        self.say(told)

    def say(self, told: dict[str, Any]) -> None:
        """Send a line."""
        with self.lock:
            self.sink.write(json.dumps(told).encode() + b"\n")
            self.sink.flush()

    def watch(self, thread: int) -> None:
        """Look at the limits again and again; when one is broken, say where, and end."""
        while (key := self.broken()) is None:
            time.sleep(_TICK)
        frame = sys._current_frames().get(thread)
        while frame is not None and frame.f_code.co_filename != self.file:
            frame = frame.f_back
        place = None if frame is None else Place(self.file, frame.f_lineno)
        limits = {"seconds": self.seconds, "budget": self.budget, "memory": self.memory}
        why = words(self.lang)(f"tournament.{key}", **limits)
        self.say(_fault(why if place is None else f"{why}\n{place.text(self.lang)}", why, place))
        os._exit(3)

    def broken(self) -> str | None:
        """What is broken now, as a key of the words; None if all is well."""
        since, spent = self.since, time.process_time()
        if since is not None and spent - since > self.seconds:
            return "too_slow"
        if spent > self.budget:
            return "too_long"
        return "too_big" if peak_memory() > self.memory else None


def _fault(message: str, why: str, place: Place | None) -> dict[str, Any]:
    """A fault as it is sent."""
    file, line = place or (None, None)
    return {"fault": {"message": message, "why": why, "file": file, "line": line}}


def main() -> None:
    """Serve; what the pupil prints goes to standard error, not between the answers."""
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    source = sys.stdin.buffer
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    try:
        first = pickle.load(source)
    except EOFError:
        return
    Worker(source, sink, **first).run()


if __name__ == "__main__":
    main()
