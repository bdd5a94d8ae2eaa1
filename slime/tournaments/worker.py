"""The process of one pupil's player: reads a file, answers when asked, keeps to its limits.

Run as ``python -m slime.tournaments.worker FILE``.  It gets a blanked state for each question,
so even a file that looks around in its own process finds no other hand.

Messages in: a letter, the length, the body.  ``L`` limits and language (JSON), ``S`` a seat to
take (JSON), ``C`` and ``G`` a choice or gift to make (seat, player, count, then the state's
cells).  Messages out: a line each; an answer and the state of the player's stream, or JSON.
"""

from __future__ import annotations

import json
import os
import random
import struct
import sys
import threading
import time
from array import array
from collections.abc import Callable
from typing import Any, BinaryIO

from slime.engine import layout as st
from slime.game.rules import from_json
from slime.game.setting import Player, make_setting
from slime.i18n import language, words
from slime.strategies.base import Strategy
from slime.strategies.faults import Place, StrategyFault
from slime.strategies.files import from_file

HEAD = struct.Struct("<cI")
QUESTION = struct.Struct("<III")
#: How often the limits are looked at, in seconds.
_TICK = 0.02


class Limits:
    """Time for one answer and for all, in seconds of the processor; memory in megabytes."""

    def __init__(self, told: dict[str, Any], file: str) -> None:
        self.answer = float(told["seconds"])
        self.all = float(told["budget"])
        self.memory = int(told["memory"])
        self.lang = str(told["lang"])
        self.file = file
        self.since: float | None = None

    def cap_memory(self) -> None:
        """Ask the system to hold the limit, where it can."""
        try:
            import resource
        except ImportError:  # not on Windows
            return
        most = self.memory << 20
        try:
            resource.setrlimit(resource.RLIMIT_AS, (most, most))
        except (ValueError, OSError):  # some systems refuse; then `used` is looked at
            return

    def broken(self) -> str | None:
        """What is broken now, as a key of the words; None if all is well."""
        since = self.since
        spent = time.process_time()
        if since is not None and spent - since > self.answer:
            return "tournament.too_slow"
        if spent > self.all:
            return "tournament.too_long"
        if peak_memory() > self.memory:
            return "tournament.too_big"
        return None

    def tell(self, key: str, place: Place | None) -> dict[str, Any]:
        """The fault as it is sent out."""
        why = words(self.lang)(key, seconds=self.answer, budget=self.all, memory=self.memory)
        message = why if place is None else f"{why}\n{place.text(self.lang)}"
        return _sent(message, why, place)


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


def _sent(message: str, why: str, place: Place | None) -> dict[str, Any]:
    return {
        "message": message,
        "why": why,
        "file": place.file if place else None,
        "line": place.line if place else None,
    }


def _where(thread: int, file: str) -> Place | None:
    """The line of the pupil's file at which a thread is."""
    frame = sys._current_frames().get(thread)
    while frame is not None:
        if frame.f_code.co_filename == file:
            return Place(file, frame.f_lineno)
        frame = frame.f_back
    return None


class Worker:
    """Answers questions until there are no more."""

    def __init__(self, file: str, source: BinaryIO, sink: BinaryIO) -> None:
        self.file = file
        self.source = source
        self.sink = sink
        self.lock = threading.Lock()
        self.seats: dict[int, Player] = {}
        self.limits: Limits | None = None
        self.strategy: Strategy | None = None

    def say(self, line: str) -> None:
        """Send a line."""
        with self.lock:
            self.sink.write(line.encode("utf-8") + b"\n")
            self.sink.flush()

    def run(self) -> None:
        """Serve."""
        while True:
            head = self.source.read(HEAD.size)
            if len(head) < HEAD.size:
                return
            kind, size = HEAD.unpack(head)
            body = self.source.read(size)
            if kind == b"L":
                self.begin(json.loads(body))
            elif kind == b"S":
                self.take_seat(json.loads(body))
            else:
                self.answer(kind, body)

    def begin(self, told: dict[str, Any]) -> None:
        """Take the limits, run the pupil's file, say what the player is called."""
        limits = self.limits = Limits(told, self.file)
        language(limits.lang)
        limits.cap_memory()
        threading.Thread(target=self.watch, args=(threading.get_ident(),), daemon=True).start()

        def load() -> str:
            self.strategy = from_file(self.file)
            return json.dumps({"name": str(self.strategy.name)})

        self.guarded(load)

    def take_seat(self, told: dict[str, Any]) -> None:
        """Sit down for a match: a player that is a class is made anew."""
        assert self.strategy is not None and self.limits is not None
        setting = make_setting(from_json(told["rules"]), told["names"], lang=told["lang"])
        strategy = self.strategy

        def sit() -> str:
            self.seats[told["seat"]] = strategy.at_table(setting)
            return json.dumps({"ok": True})

        self.guarded(sit)

    def answer(self, kind: bytes, body: bytes) -> None:
        """Ask the player."""
        seat, me, count = QUESTION.unpack_from(body)
        cells = array("q")
        cells.frombytes(body[QUESTION.size :])
        S = cells.tolist()
        player = self.seats[seat]
        luck = st.LUCK + me

        def ask() -> str:
            random.seed(S[luck])  # whoever draws from `random` is repeatable all the same
            said = player.choose(S, me) if kind == b"C" else player.give(S, me, count)
            return f"{said} {S[luck]}"

        self.guarded(ask)

    def guarded(self, work: Callable[[], str]) -> None:
        """Do something of the pupil's under the limits and send what came of it."""
        assert self.limits is not None
        self.limits.since = time.process_time()
        try:
            line = work()
        except StrategyFault as fault:
            place = Place(fault.file, fault.line) if fault.file and fault.line else None
            line = json.dumps({"fault": _sent(str(fault), fault.why, place)})
        except ValueError as problem:  # no player in the file
            line = json.dumps({"fault": _sent(str(problem), str(problem), None)})
        except BaseException as error:  # SystemExit, MemoryError: the pupil's doing too
            why = f"{type(error).__name__}: {error}"[:300]
            line = json.dumps({"fault": _sent(why, why, _last_line(error, self.file))})
        self.limits.since = None
        self.say(line)

    def watch(self, thread: int) -> None:
        """Look at the limits again and again; when one is broken, say where, and end."""
        assert self.limits is not None
        while True:
            time.sleep(_TICK)
            key = self.limits.broken()
            if key is not None:
                place = _where(thread, self.file)
                told = {**self.limits.tell(key, place), "fatal": True}
                self.say(json.dumps({"fault": told}))
                os._exit(3)


def _last_line(error: BaseException, file: str) -> Place | None:
    found = None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            found = Place(file, trace.tb_lineno)
        trace = trace.tb_next
    return found


def main(file: str) -> None:
    """Serve a file; what it prints goes to standard error, not between the answers."""
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    source = sys.stdin.buffer
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    sys.path.insert(0, os.path.dirname(os.path.abspath(file)))
    Worker(file, source, sink).run()


if __name__ == "__main__":
    main(sys.argv[1])
