"""Where pupils' players are born: a process that forks one, walled, for each seat of a match.

Run as ``python -m slime.tournaments.nursery`` by `slime.tournaments.process`, with its socket as
standard input.  It never sees a hand, nor runs a line of a pupil's: what a player finds in the
memory that it inherits is this package, and names and texts of programs at the most.

A message is JSON: ``{"end": [pid, ...]}`` ends players, and the answer says what they took of the
processor; with a file descriptor beside it comes ``modules`` to be imported before, ``memory`` and
``processor``, and a player is born who serves there.  On its first message it says whether the
walls stand.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import signal
import socket
import time
from typing import Any

from slime.game.match import Match
from slime.game.rules import rules as make_rules
from slime.i18n import words
from slime.i18n.setting import LANGUAGES
from slime.strategies.faults import StrategyFault
from slime.strategies.files import from_text, template
from slime.tournaments import walls
from slime.tournaments.worker import limit_process, serve

#: The words that sentences about a player's faults are made of.
TOPICS = ("cards", "checks", "common", "drawing", "game", "rules", "strategies", "tournament")
#: The longest message.
_LONGEST = 1 << 16


def tend(control: socket.socket) -> None:
    """Do what is asked until nobody asks any more."""
    control.send(json.dumps({"walls": _walls_stand()}).encode())
    while True:
        text, handles, _, _ = socket.recv_fds(control, _LONGEST, 1)
        if not text:
            return
        asked = json.loads(text)
        told: dict[str, Any] = {"took": [_end(pid) for pid in asked["end"]]}
        for handle in handles:
            for name in asked["modules"]:
                with contextlib.suppress(Exception, SystemExit):
                    importlib.import_module(name)
            told["pid"] = _fork() or _live(handle, asked["memory"], asked["processor"])
            os.close(handle)
        control.send(json.dumps(told).encode())


def _fork() -> int:
    """Fork; where there is no room at the moment, a little later."""
    while True:
        try:
            return os.fork()
        except OSError:
            time.sleep(0.1)


def _end(pid: int) -> float:
    """Kill a player; the seconds that it took of the processor."""
    os.kill(pid, signal.SIGKILL)
    usage = os.wait4(pid, 0)[2]
    return usage.ru_utime + usage.ru_stime


def _live(handle: int, memory: int, processor: float) -> int:
    """Be a player: with nothing but the connection, behind walls."""
    try:
        walls.die_with_parent()
        os.setsid()
        os.dup2(handle, 3)
        os.closerange(4, 256)
        source, sink = os.fdopen(3, "rb"), os.fdopen(3, "wb", closefd=False)
        limit_process(memory, processor)
        with open("/proc/self/oom_score_adj", "w") as first_to_go:  # where memory runs out
            first_to_go.write("1000")
        walls.confine()
        serve(source, sink)
    finally:
        os._exit(0)


def _walls_stand() -> bool:
    """Whether a process behind the walls cannot open a file."""
    if (pid := os.fork()) == 0:
        try:
            walls.confine()
            os.open("/", os.O_RDONLY)
        except PermissionError:
            os._exit(0)
        finally:
            os._exit(1)
    return os.waitpid(pid, 0)[1] == 0


def rehearse() -> None:
    """Load what a player may need: behind the walls no file can be opened."""
    for lang in LANGUAGES:
        for topic in TOPICS:
            words(lang).keys(topic)
    for text in (template("en"), "def choose(view):\n    return 'A A A A A'\n"):
        with contextlib.suppress(StrategyFault):
            rules = make_rules("king-and-slave", match={"deals": 2})
            Match(rules, 5, from_text(text, "rehearsal.py"), seed=1).finish()


def main() -> None:
    """Let go of what others could reach, get ready what players need, and serve."""
    control = socket.socket(fileno=os.dup(0))
    null = os.open(os.devnull, os.O_RDWR)
    for standard in range(3):
        os.dup2(null, standard)
    walls.leave_network()
    rehearse()
    os.environ.clear()
    gc.freeze()
    tend(control)


if __name__ == "__main__":
    main()
