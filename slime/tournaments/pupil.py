"""A pupil's file as a player, in a process of its own with limits of time and memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
import weakref
from array import array
from pathlib import Path
from typing import Any

from slime.engine.layout import LUCK
from slime.game.setting import Setting
from slime.i18n import language, words
from slime.strategies.base import Seated, Strategy, must_be_seated
from slime.strategies.faults import Place, StrategyFault
from slime.strategies.files import plain_name
from slime.tournaments.worker import HEAD, QUESTION

#: The clock on the wall may run so many times longer than the processor's, and some seconds.
_WALL, _GRACE = 10.0, 5.0
#: A line of the process has at most so many bytes.
_LINE = 1 << 16
#: More seats than can be taken at the same time.
_SEATS = 4096


class Process(Strategy):
    """A strategy that is played by a process of its own, see `Pupil`."""

    kind = "python"

    @property
    def pupil(self) -> Pupil:
        """The process."""
        found: Pupil = self.owner[0]
        return found

    def at_table(self, setting: Setting) -> ProcessSeated:
        return ProcessSeated(self, setting)


class ProcessSeated(Seated):
    """A player in a process at one seat of one match."""

    def __init__(self, strategy: Process, setting: Setting) -> None:
        super().__init__(strategy, setting)
        self._pupil = strategy.pupil
        self._seat = self._pupil.sit(setting)

    def ask(self, seen: list[int], me: int, count: int) -> int:
        return self._pupil.question(self._seat, seen, me, count, self.setting.names[me])


class PupilFault(StrategyFault):
    """A fault of a player who plays in a process of its own."""

    pupil: Pupil


class Pupil:
    """The process that plays one file; close it when done (or use it in ``with``).

    `seconds` of the processor for one answer and `budget` for all of them, `memory` in
    megabytes (on Windows the memory is not limited).  The process is given what the player
    may see, nothing else; it is no prison for a program that means harm.
    """

    def __init__(
        self, file: str | Path, *, seconds: float = 1.0, budget: float = 300.0, memory: int = 1024
    ) -> None:
        self.file = str(Path(file).resolve())
        self.limits = {"seconds": seconds, "budget": budget, "memory": memory}
        self.lang = str(language())
        self.name = Path(file).stem
        self._process: subprocess.Popen[bytes] | None = None
        self._deadline: float | None = None
        self._lock = threading.Lock()
        self._table: Any = None
        self._seats = 0
        self._ended: PupilFault | None = None  # what the process ended with

    # --- as a strategy -----------------------------------------------------------------

    def strategy(self) -> Strategy:
        """Start the process; the player as a strategy.  `StrategyFault` if the file is no good."""
        told = self._start()
        self.name = plain_name(told.get("name"), self.name)
        return Process(self.name, must_be_seated, must_be_seated, owner=(self, None))

    def sit(self, setting: Setting) -> int:
        """Let the player sit down for a match; gives the number of the seat."""
        if self._process is None:  # a deal is opened after the tournament
            self._start()
        with self._lock:
            self._seats += 1
            seat = self._seats % _SEATS
        told = {
            "seat": seat,
            "rules": setting.rules.to_json(),
            "names": setting.names,
            "lang": setting.lang,
        }
        self._ask(b"S", json.dumps(told).encode(), "")
        return seat

    def question(self, seat: int, seen: list[int], me: int, count: int, player: str) -> int:
        """The answer to what is seen; luck that was drawn is noted in it."""
        body = QUESTION.pack(seat, me, count) + array("q", seen).tobytes()
        line = self._ask(b"G" if count else b"C", body, player)
        try:
            answer, luck = map(int, line.split())
            fits = 0 <= answer < 1 << 60 and -(1 << 63) <= luck < 1 << 63
        except ValueError:
            fits = False
        if not fits:
            raise self._fault(words(self.lang)("tournament.no_answer"), player)
        seen[LUCK + me] = luck
        return answer

    # --- the process -------------------------------------------------------------------

    def _start(self) -> dict[str, Any]:
        root = str(Path(__file__).resolve().parents[2])
        path = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
        self._process = subprocess.Popen(
            [sys.executable, "-B", "-m", "slime.tournaments.worker", self.file],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0"},
        )
        weakref.finalize(self, _end, self._process)
        guard = threading.Thread(target=_guard, args=(weakref.ref(self), self._process))
        guard.daemon = True
        guard.start()
        body = json.dumps({**self.limits, "lang": self.lang}).encode()
        told: dict[str, Any] = json.loads(self._ask(b"L", body, ""))
        return told

    def _ask(self, kind: bytes, body: bytes, player: str) -> str:
        """Send a message and wait for the line that answers it."""
        process = self._process
        assert process is not None and process.stdin is not None and process.stdout is not None
        with self._lock:
            if self._ended is not None:
                raise self._ended
            self._deadline = time.monotonic() + _WALL * self.limits["seconds"] + _GRACE
            try:
                process.stdin.write(HEAD.pack(kind, len(body)) + body)
                process.stdin.flush()
                line = process.stdout.readline(_LINE).decode("utf-8", "replace").strip()
            except (OSError, ValueError):
                line = ""  # it is no more
            late = time.monotonic() > self._deadline
            self._deadline = None
        if not line:
            key = "tournament.too_late" if late else "tournament.ended"
            self._ended = self._ended or self._fault(words(self.lang)(key), player)
            raise self._ended
        if line.startswith("{"):
            fault = self._told(line, player)
            if fault is not None:
                raise fault
        return line

    def _told(self, line: str, player: str) -> PupilFault | None:
        """The fault that a line of JSON tells of, if it does."""
        try:
            told = json.loads(line).get("fault")
            if told is None:
                return None
            file, at = told["file"], told["line"]
            place = Place(str(file), int(at)) if file and at else None
            fault = self._fault(str(told["why"]), player, str(told["message"]), place)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return self._fault(words(self.lang)("tournament.no_answer"), player)
        if told.get("fatal"):  # the process ends itself
            self._ended = fault
        return fault

    def _fault(
        self, why: str, player: str, message: str | None = None, place: Place | None = None
    ) -> PupilFault:
        message = message or f"{Path(self.file).name}: {why}"
        fault = PupilFault(message, player=player, strategy=self.name, why=why, place=place)
        fault.pupil = self
        return fault

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        self._ended = None
        if process is not None:
            _end(process)

    def stop(self) -> None:
        """Kill the process at once; who waits for its answer gets a fault."""
        process = self._process
        if process is not None:
            process.kill()

    def __enter__(self) -> Pupil:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Pupil {self.name}>"


def _end(process: subprocess.Popen[bytes]) -> None:
    """Close the pipes of a process, and end it if it does not end by itself."""
    for pipe in (process.stdin, process.stdout):
        try:
            if pipe is not None:
                pipe.close()
        except OSError:
            pass  # it ended in the middle of a message
    try:
        process.wait(0.5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _guard(pupil: weakref.ref[Pupil], process: subprocess.Popen[bytes]) -> None:
    """End the process when it keeps its pupil waiting too long."""
    while process.poll() is None:
        one = pupil()
        if one is None:
            return
        deadline = one._deadline
        if deadline is not None and time.monotonic() > deadline:
            process.kill()
            return
        del one
        time.sleep(0.1)
