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
from dataclasses import replace
from pathlib import Path
from typing import Any

from slime.engine.layout import LUCK
from slime.engine.play import State
from slime.game.rules import Rules
from slime.i18n import language, words
from slime.strategies.base import Strategy
from slime.strategies.custom import StrategyFault
from slime.strategies.faults import Place
from slime.strategies.files import plain_name
from slime.strategies.observation import blanked
from slime.tournaments.worker import HEAD, QUESTION

#: The clock on the wall may run so many times longer than the processor's, and some seconds.
_WALL, _GRACE = 10.0, 5.0
#: A line of the process has at most so many bytes.
_LINE = 1 << 16
#: More seats than can be taken at the same time.
_SEATS = 4096


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
        return Strategy(self.name, _unseated, _unseated, kind="python", owner=(self, None))

    def at_table(
        self, strategy: Strategy, rules: Rules, names: tuple[str, ...], lang: str
    ) -> Strategy:
        """The strategy at one seat of one match."""
        if self._process is None:  # a deal is opened after the tournament
            self._start()
        with self._lock:
            self._seats += 1
            seat = self._seats % _SEATS
        told = {
            "seat": seat,
            "rules": rules.to_json(),
            "names": names,
            "lang": lang,
        }
        self._ask(b"S", json.dumps(told).encode(), "")

        def choose(S: State, me: int) -> int:
            return self._question(b"C", seat, S, me, 0, names[me])

        def give(S: State, me: int, count: int) -> int:
            return self._question(b"G", seat, S, me, count, names[me])

        return replace(strategy, choose=choose, give=give)

    def _question(self, kind: bytes, seat: int, S: State, me: int, count: int, player: str) -> int:
        cells = array("q", blanked(S, me))
        body = QUESTION.pack(seat, me, count) + cells.tobytes()
        line = self._ask(kind, body, player)
        try:
            answer, luck = map(int, line.split())
            fits = 0 <= answer < 1 << 60 and -(1 << 63) <= luck < 1 << 63
        except ValueError:
            fits = False
        if not fits:
            raise self._fault(words(self.lang)("tournament.no_answer"), player)
        S[LUCK + me] = luck
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


def _unseated(S: State, me: int, *count: int) -> int:
    raise ValueError("this player must be put at a table first: Strategy.at_table")
