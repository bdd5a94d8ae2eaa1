"""A pupil's file as a player: its program runs in processes of its own, under limits.

Where the system has walls (`slime.tournaments.walls`), each seat of each match has a fresh process
behind them, so what a program learned at one seat is nowhere at the next; where it has none, one
process that is trusted plays all seats.  `Nursery` and `Line` are our ends of both.
"""

from __future__ import annotations

import ast
import contextlib
import json
import os
import pickle
import secrets
import signal
import site
import socket
import subprocess
import sys
import tempfile
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from typing import Any, Self

from slime._checks import invalid
from slime.engine.layout import LUCK
from slime.game.setting import Setting
from slime.i18n import language, words
from slime.strategies.base import Seated, Strategy, must_be_seated
from slime.strategies.faults import Place, StrategyFault
from slime.strategies.files import plain_name, read_program
from slime.tournaments.walls import has_walls

#: The clock on the wall may run so many times longer than the processor's, and some seconds.
_WALL, _GRACE = 10.0, 5.0
#: So many seconds of the processor more than an answer may take are nobody's fault.
_SLACK = 1.0
#: A line of the process has at most so many bytes, a fault of it so many letters.
_LINE, _LETTERS = 1 << 16, 1000
#: More seats than can be taken at the same time.
_SEATS = 4096
#: How long a process may take to start, in seconds.
_START = 60.0

#: Modules, and parts of their names, that open a browser, print, or begin something else when they
#: are imported.
_LOUD = {"antigravity", "this", "turtle", "idlelib", "test", "tests", "__main__"}
#: Modules that others load only when something of theirs is first used.
_LATE = {
    "concurrent.futures": ("concurrent.futures.process", "concurrent.futures.thread"),
    "datetime": ("_strptime",),
    "numpy": ("numpy.fft", "numpy.linalg", "numpy.polynomial", "numpy.random"),
    "time": ("_strptime",),
}


class Process(Strategy):
    """A strategy in a file that processes of its own play; close it when done (``with``)."""

    kind = "python"

    @property
    def program(self) -> Program:
        """What is run."""
        found: Program = self.owner[0]
        return found

    def at_table(self, setting: Setting) -> ProcessSeated:
        """The process at a seat."""
        return ProcessSeated(self, setting)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.program.stop()


def start_process(
    file: str | Path,
    text: str | None = None,
    *,
    seconds: float = 1.0,
    budget: float = 300.0,
    clock: float = 60.0,
    memory: int = 1024,
    nursery: Nursery | None = None,
    trust: bool = False,
) -> Process:
    """The player in a file, its process started; `StrategyFault` if the file is no good.

    `seconds` of the processor for one answer and `budget` for all of them, `clock` seconds on the
    wall for all, `memory` in megabytes (on Windows the memory is not limited).  `text` is what was
    read of the file before; `nursery` is where it runs, a new one if not given.  Without walls it
    runs only on `trust`.
    """
    nursery = nursery or Nursery(trust)
    text = read_program(file) if text is None else text
    program = Program(str(Path(file).resolve()), text, nursery, seconds, budget, clock, memory)
    program.open()
    return Process(program.wish, must_be_seated, must_be_seated, owner=(program, None))


class ProcessSeated(Seated):
    """A player in a process at one seat of one match."""

    def __init__(self, strategy: Process, setting: Setting) -> None:
        super().__init__(strategy, setting)
        self._program = strategy.program
        self._line: Line | None = None
        self._seat = next(strategy.program.seats) % _SEATS
        self._table: Any = (setting.rules, setting.names, setting.lang)

    def ask(self, seen: list[int], me: int, count: int) -> int:
        """What the process answers."""
        player = self.setting.names[me]
        if self._line is None:
            self._line = self._program.open(player)
        question = (self._seat, self._table, me, count, seen)
        found = self._program.ask(self._line, question, player)
        self._table = None  # it is known now
        match found:
            case {"answer": int(answer), "luck": int(luck)} if (
                0 <= answer < 1 << 60 and -(1 << 63) <= luck < 1 << 63
            ):
                seen[LUCK + me] = luck
                return answer
        raise self._program.end("tournament.no_answer", player, self._line)


class Program:
    """A pupil's program, and what it has used of its time; it ends with its first fault."""

    def __init__(
        self,
        file: str,
        text: str,
        nursery: Nursery,
        seconds: float,
        budget: float,
        clock: float,
        memory: int,
    ) -> None:
        self.file = file
        self.text = text
        self.helpers = read_helpers(Path(file).parent)
        self.nursery = nursery
        self.limits = {"seconds": seconds, "budget": budget, "clock": clock, "memory": memory}
        self.lang = str(language())
        self.wish = self.name = Path(file).stem
        self.seats = count()
        self.modules = imported(text, *self.helpers.values())
        self._clock = self._processor = self._back = 0.0
        self._shared: Line | None = None
        self._fault: tuple[str, str, Place | None] | None = None
        self._lock, self._opening = threading.Lock(), threading.Lock()

    def open(self, player: str = "") -> Line:
        """A process in which the program has run; `StrategyFault` if it broke down."""
        if self._fault is not None:
            raise self.end("", player)
        left = self.limits["budget"] - self._processor
        if left <= 0:
            raise self.end("tournament.too_long", player)
        if self.nursery.walls:
            return self._begin(left, player)
        with self._opening:
            if self._shared is None:
                self._shared = self._begin(left, player)
            return self._shared

    def _begin(self, budget: float, player: str) -> Line:
        try:
            line = self.nursery.open(self, budget)
        except (OSError, ValueError, KeyError):  # no process could be made for it, twice
            raise self.end("tournament.ended", player) from None
        limits = {name: self.limits[name] for name in ("seconds", "memory")}
        about = {"file": self.file, "text": self.text, "helpers": self.helpers, "lang": self.lang}
        found = self.ask(line, {**about, **limits, "budget": budget}, player)
        self.wish = plain_name(found.get("name"), self.name)
        return line

    def took(self, seconds: float) -> None:
        """Note what a process of it took of the processor."""
        with self._lock:
            self._processor += seconds

    @property
    def spent(self) -> tuple[float, float]:
        """What it has used: seconds on the clock, and of the processor."""
        return self._clock, self._processor

    def charge(self, clock: float, processor: float) -> None:
        """Count seconds that were used before."""
        with self._lock:
            self._clock += clock
            self._processor += processor

    def give_back(self, clock: float, processor: float) -> None:
        """Take back seconds of what must be played again, for somebody else's fault.

        No more in all than it has, so that who waste time together come to an end.
        """
        back = min(clock, max(0.0, self.limits["clock"] - self._back))
        self._back += back
        self.charge(-back, -processor)

    def ask(self, line: Line, message: object, player: str = "") -> dict[str, Any]:
        """What the process answers; a `StrategyFault` if it tells of one, or does not answer."""
        if self._fault is not None:
            raise self.end("", player)
        left = self.limits["clock"] - self._clock
        wait = _WALL * self.limits["seconds"] + _GRACE
        text = b""
        key = "tournament.ended"
        with line.lock:
            idle, _ = line.used()  # what it thought in others' turns counts too
            begin, ours = time.monotonic(), _scheduled("thread-self")[1]
            try:
                text = line.exchange(message, max(min(wait, left), 0.001))
            except TimeoutError:
                key = "tournament.too_late" if wait < left else "tournament.out_of_time"
            ran, waited = line.used()
            waited += _scheduled("thread-self")[1] - ours
            spent = max(0.0, time.monotonic() - begin - waited)
        with self._lock:
            self._clock += spent
        if self._clock > self.limits["clock"]:
            raise self.end("tournament.out_of_time", player, line)
        if not text:
            raise self.end(key, player, line)
        if idle + ran > self.limits["seconds"] + _SLACK:  # it has silenced its own alarm
            raise self.end("tournament.too_slow", player, line)
        try:
            found: dict[str, Any] = json.loads(text)
            if (told := found.get("fault")) is None:
                return found
            why, message, at = _plain(told["why"]), _plain(told["message"]), told["line"]
            known = at is not None and 1 <= int(at) <= self.text.count("\n") + 1
        except (ValueError, TypeError, KeyError, AttributeError, ArithmeticError, RecursionError):
            raise self.end("tournament.no_answer", player, line) from None
        raise self.end(why, player, line, message, Place(self.file, int(at)) if known else None)

    def end(
        self,
        why: str,
        player: str,
        line: Line | None = None,
        message: str = "",
        place: Place | None = None,
    ) -> StrategyFault:
        """End it with a fault, the first it had; without a message `why` is a key of the words."""
        if line is not None:
            line.close()
            self.nursery.reap()
        with self._lock:
            if self._fault is None:
                if not message:
                    why = words(self.lang)(why, **self.limits)
                    message = f"{Path(self.file).name}: {why}"
                self._fault = message, why, place
            message, why, place = self._fault
        # whoever sits there now: at another table it had another name
        return StrategyFault(message, player=player, strategy=self.name, why=why, place=place)

    def stop(self) -> None:
        """End its processes; if it is asked again, its time begins anew."""
        if self._shared is not None:
            self._shared.close()
        self.nursery.close()
        self._shared = None
        self._clock = self._processor = self._back = 0.0


def _plain(text: str) -> str:
    """What a pupil's process says, without what could upset a terminal."""
    return "".join(c if c.isprintable() or c == "\n" else " " for c in text[:_LETTERS])


def read_helpers(folder: Path) -> dict[str, str]:
    """Texts of the modules beside a pupil's file whose names begin with an underscore.

    Those called as modules of Python's own are left out: others' imports might find them.
    """
    found = {}
    for file in sorted(folder.glob("_*.py")):
        if file.stem not in sys.stdlib_module_names:
            with contextlib.suppress(ValueError):
                found[file.stem] = read_program(file)
    return found


def imported(*texts: str) -> list[str]:
    """Modules of Python's own, of this package, and numpy, that programs may mean to import.

    Of ``from a import b`` it may be ``a.b``; a text that is no program imports nothing.

    >>> imported("import datetime; import wave, nothing", "from xml.etree import ElementTree", "(")
    ['_strptime', 'datetime', 'wave', 'xml.etree', 'xml.etree.ElementTree']
    """
    names: set[str] = set()
    for text in texts:
        with contextlib.suppress(SyntaxError, ValueError, RecursionError, MemoryError):
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Import):
                    names |= {alias.name for alias in node.names}
                elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    inner = {f"{node.module}.{alias.name}" for alias in node.names}
                    names |= {node.module, *inner}
    known = sys.stdlib_module_names | {"numpy", "slime"}
    names = {name for name in names if name.partition(".")[0] in known and len(name) < 80}
    names = {name for name in names if _LOUD.isdisjoint(name.split("."))}
    return sorted(names.union(*(_LATE.get(name, ()) for name in names)))[:500]


class Line:
    """Our end of the connection to a process of a program; `close` lets go of both."""

    def __init__(self, pid: int, connection: socket.socket, *after: Any) -> None:
        self.lock = threading.Lock()
        self._pid = pid
        self._used = _scheduled(pid)
        self._connection = connection
        self._rest = b""
        self.close = weakref.finalize(self, _close, connection, *after)

    def exchange(self, message: object, wait: float) -> bytes:
        """Send a message, wait for the line that answers it; nothing if the process is no more."""
        until = time.monotonic() + wait
        try:
            self._connection.settimeout(wait)
            self._connection.sendall(pickle.dumps(message))
            while b"\n" not in self._rest and len(self._rest) < _LINE:
                self._connection.settimeout(max(until - time.monotonic(), 0.001))
                part = self._connection.recv(_LINE)
                if not part:
                    return b""
                self._rest += part
        except TimeoutError:
            raise
        except (OSError, ValueError):
            return b""
        line, _, self._rest = self._rest.partition(b"\n")
        return line

    def used(self) -> tuple[float, float]:
        """How long the process had a processor since this was last asked, and waited for one.

        In seconds; known on Linux only, elsewhere 0.
        """
        before, self._used = self._used, _scheduled(self._pid)
        ran, waited = (now - was for now, was in zip(self._used, before, strict=True))
        return max(0.0, ran), max(0.0, waited)  # of one that is gone nothing is known


def _scheduled(which: int | str) -> tuple[float, float]:
    """How long a process or thread has had a processor, and waited for one, as Linux tells."""
    try:
        with open(f"/proc/{which}/schedstat", "rb") as told:
            ran, waited = told.read().split()[:2]
        return int(ran) / 1e9, int(waited) / 1e9
    except (OSError, ValueError):
        return 0.0, 0.0


def _close(connection: socket.socket, after: Callable[..., object], *what: Any) -> None:
    connection.close()
    after(*what)


class Nursery:
    """Where processes of programs come from: behind walls, or (on trust) one without for each."""

    def __init__(self, trust: bool = False) -> None:
        self._lock = threading.Lock()
        self._over: deque[tuple[int, Program]] = deque()
        self._control: socket.socket | None = None
        #: the folder that our process and its players are in
        self.folder = ""
        self.walls = has_walls() and self._start()
        if not (self.walls or trust):
            raise invalid("tournament.no_walls")

    def open(self, program: Program, processor: float) -> Line:
        """A process for a program, which may take so many seconds of the processor."""
        if not self.walls:
            return _open_alone(program)
        ours, theirs = socket.socketpair()
        memory = int(program.limits["memory"])
        wish = {"modules": program.modules, "memory": memory, "processor": processor}
        with theirs:
            pid = self._tell(wish, theirs)["pid"]
        # when a player is gone nothing may be asked of anybody at once, so it is only noted
        return Line(pid, ours, self._over.append, (pid, program))

    def reap(self) -> None:
        """End the processes of players who are gone."""
        if self._control is not None and self._over:
            self._tell({})

    def _tell(self, wish: Mapping[str, Any], handle: socket.socket | None = None) -> dict[str, Any]:
        """Tell our process what is wished, and who is to be ended; what it says."""
        with self._lock:
            try:
                over, told = self._exchange(wish, handle)
            except (OSError, ValueError):  # it is gone: once again with a new one
                self.close()
                self._start()
                over, told = self._exchange(wish, handle)
        for (_, program), seconds in zip(over, told["took"], strict=True):
            program.took(seconds)
        return told

    def _exchange(
        self, wish: Mapping[str, Any], handle: socket.socket | None
    ) -> tuple[list[tuple[int, Program]], dict[str, Any]]:
        if self._control is None:
            self._start()
        assert self._control is not None
        over = [self._over.popleft() for _ in range(min(len(self._over), 1000))]
        message = json.dumps({**wish, "end": [pid for pid, _ in over]}).encode()
        handles = [] if handle is None else [handle.fileno()]
        socket.send_fds(self._control, [message], handles)
        return over, json.loads(self._control.recv(_LINE))

    def _start(self) -> bool:
        """Start our process; whether its walls stand."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            process, folder = _run(["nursery"], theirs)
        self._over.clear()
        self._control, self.folder = ours, folder.name
        self._end = weakref.finalize(self, _close, ours, _kill, process, folder)
        ours.settimeout(_START)
        return bool(json.loads(ours.recv(_LINE))["walls"])

    def close(self) -> None:
        """End our process, and with it all of its players."""
        if self._control is not None:
            self._end()
            self._control = None


def _open_alone(program: Program) -> Line:
    """A process of its own for a program, without walls."""
    password = secrets.token_hex(16).encode() + b"\n"
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(_START)
        process, folder = _run(["worker", str(server.getsockname()[1])], subprocess.PIPE)
        assert process.stdin is not None
        with process.stdin:
            process.stdin.write(password)
        connection, _ = server.accept()
        connection.settimeout(_START)
        if connection.makefile("rb").readline(len(password)) != password:
            raise invalid("tournament.no_walls")
    return Line(process.pid, connection, _kill, process, folder)


def _run(
    arguments: list[str], source: Any
) -> tuple[subprocess.Popen[bytes], tempfile.TemporaryDirectory[str]]:
    """Start a module of this folder: no environment, an empty folder, a session of its own."""
    root = str(Path(__file__).resolve().parents[2])
    environment = {
        "PYTHONPATH": root,
        "PYTHONUSERBASE": site.getuserbase(),
        "PYTHONHASHSEED": "0",
        "PYTHONUTF8": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }
    if "SYSTEMROOT" in os.environ:  # Windows starts nothing without
        environment["SYSTEMROOT"] = os.environ["SYSTEMROOT"]
    folder = tempfile.TemporaryDirectory(prefix="slime-", ignore_cleanup_errors=True)
    process = subprocess.Popen(
        [sys.executable, "-B", "-P", "-m", f"{__package__}.{arguments[0]}", *arguments[1:]],
        stdin=source,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment,
        cwd=folder.name,
        start_new_session=True,
    )
    return process, folder


def _kill(process: subprocess.Popen[bytes], folder: tempfile.TemporaryDirectory[str]) -> None:
    """End a process and all of its group."""
    if hasattr(os, "killpg"):
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
    folder.cleanup()
