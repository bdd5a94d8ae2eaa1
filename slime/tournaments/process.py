"""A pupil's file as a player, in a process of its own with limits of time and memory."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import threading
import weakref
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any, Self

from slime.engine.layout import LUCK
from slime.game.setting import Setting
from slime.i18n import language, words
from slime.strategies.base import Seated, Strategy, must_be_seated
from slime.strategies.faults import Place, StrategyFault
from slime.strategies.files import plain_name

#: The clock on the wall may run so many times longer than the processor's, and some seconds.
_WALL, _GRACE = 10.0, 5.0
#: A line of the process has at most so many bytes.
_LINE = 1 << 16
#: More seats than can be taken at the same time.
_SEATS = 4096


class Process(Strategy):
    """A strategy in a file that a process of its own plays; close it when done (``with``)."""

    kind = "python"

    @property
    def child(self) -> Child:
        """The process."""
        found: Child = self.owner[0]
        return found

    def at_table(self, setting: Setting) -> ProcessSeated:
        """The process at a seat."""
        return ProcessSeated(self, setting)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.child.stop()


def start_process(
    file: str | Path, *, seconds: float = 1.0, budget: float = 300.0, memory: int = 1024
) -> Process:
    """The player in a file, its process started; `StrategyFault` if the file is no good.

    `seconds` of the processor for one answer and `budget` for all of them, `memory` in
    megabytes (on Windows the memory is not limited).
    """
    child = Child(str(Path(file).resolve()), seconds=seconds, budget=budget, memory=memory)
    name = plain_name(child.start().get("name"), child.name)
    return Process(name, must_be_seated, must_be_seated, owner=(child, None))


class ProcessSeated(Seated):
    """A player in a process at one seat of one match."""

    def __init__(self, strategy: Process, setting: Setting) -> None:
        super().__init__(strategy, setting)
        self._child = strategy.child
        self._seat = next(strategy.child.seats) % _SEATS
        self._table: Any = (setting.rules, setting.names, setting.lang)

    def ask(self, seen: list[int], me: int, count: int) -> int:
        """What the process answers."""
        player = self.setting.names[me]
        found = self._child.ask((self._seat, self._table, me, count, seen), player)
        self._table = None  # it is known now
        match found:
            case {"answer": int(answer), "luck": int(luck)} if (
                0 <= answer < 1 << 60 and -(1 << 63) <= luck < 1 << 63
            ):
                seen[LUCK + me] = luck
                return answer
        raise self._child.end("tournament.no_answer", player)


class Child:
    """A process that runs one file: it is started, fed, timed and killed here, nowhere else.

    It is given what the player may see, nothing else; it is no prison for a program that means
    harm.  It ends with its first fault.
    """

    def __init__(self, file: str, **limits: float) -> None:
        self.file = file
        self.name = Path(file).stem
        self.limits = limits
        self.lang = str(language())
        self.seats = count()
        self._process: subprocess.Popen[bytes] | None = None
        self._fault: StrategyFault | None = None
        self._lock = threading.RLock()
        self._talk = ThreadPoolExecutor(1)

    def start(self) -> dict[str, Any]:
        """Start the process and let it read the file; what it says of the player."""
        root = str(Path(__file__).resolve().parents[2])
        path = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
        self._process = subprocess.Popen(
            [sys.executable, "-B", "-m", "slime.tournaments.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0"},
        )
        self._kill = weakref.finalize(self, _kill, self._process)
        return self.ask({"file": self.file, "lang": self.lang, **self.limits})

    def ask(self, message: object, player: str = "") -> dict[str, Any]:
        """What the process answers; a `StrategyFault` if it tells of one, or does not answer."""
        with self._lock:
            if self._fault is not None:
                raise self._fault
            if self._process is None:  # a deal is opened after the tournament
                self.start()
            assert self._process is not None
            key, line = "tournament.ended", b""
            wait = min(_WALL * self.limits["seconds"] + _GRACE, threading.TIMEOUT_MAX)
            try:
                line = self._talk.submit(_exchange, self._process, message).result(wait)
            except TimeoutError:
                key = "tournament.too_late"
            finally:
                if not line:
                    self.stop()
            if not line:
                raise self.end(key, player)
            fault: tuple[str, str, str | None, Place | None]
            try:
                found: dict[str, Any] = json.loads(line)
                if (told := found.get("fault")) is None:
                    return found
                place = Place(str(told["file"]), int(told["line"])) if told["line"] else None
                fault = str(told["why"]), player, str(told["message"]), place
            except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
                fault = "tournament.no_answer", player, None, None
            raise self.end(*fault)

    def end(
        self, why: str, player: str, message: str | None = None, place: Place | None = None
    ) -> StrategyFault:
        """End the process with a fault; `why` is a key of the words if there is no message."""
        self.stop()
        if message is None:
            why = words(self.lang)(why)
            message = f"{Path(self.file).name}: {why}"
        self._fault = StrategyFault(
            message, player=player, strategy=self.name, why=why, place=place
        )
        return self._fault

    def stop(self) -> None:
        """Kill the process; who waits for its answer gets a fault."""
        if self._process is not None:
            self._kill()
            self._process = None


def _exchange(process: subprocess.Popen[bytes], message: object) -> bytes:
    """Write a message and read the line that answers it; nothing if the process is no more."""
    assert process.stdin is not None and process.stdout is not None
    try:
        pickle.dump(message, process.stdin)
        process.stdin.flush()
        return process.stdout.readline(_LINE)
    except (OSError, ValueError):
        return b""


def _kill(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        try:
            if pipe is not None:
                pipe.close()
        except OSError:
            pass  # it ended in the middle of a message
