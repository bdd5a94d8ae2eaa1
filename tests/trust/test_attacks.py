"""What an attacker with the source at hand found, each as a test: none of it works any more."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from slime.game.match import Match
from slime.strategies import StrategyFault, from_file
from slime.strategies.files import LARGEST
from slime.tournaments.play import tournament
from slime.tournaments.process import Nursery, imported, read_helpers, start_process
from slime.tournaments.result import Tournament
from slime.tournaments.walls import has_walls

FIRST = "def choose(view):\n    return view.legal()[0]\n"
walled = pytest.mark.skipif(not has_walls(), reason="the system has no walls")


def played(folder: Path, texts: dict[str, str], **how: object) -> Tournament:
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    size: dict[str, object] = {"matches": 1, "deals": 1, "players": 4, "progress": False, **how}
    return tournament([folder, "lowest", "highest"], **size)  # type: ignore[arg-type]


def out(result: Tournament) -> dict[str, str]:
    return {one.name: one.why for one in result.forfeits}


@pytest.mark.parametrize("module", ["unittest.__main__", "lib2to3.__main__", "numpy.f2py.tests"])
def test_an_import_that_begins_something_is_not_made_for_a_pupil(
    module: str, tmp_path: Path
) -> None:
    """It ended the process that all players come from, and with it everybody's game."""
    assert imported(f"import {module}\nimport math") == ["math"]
    result = played(tmp_path, {"evil": f"import {module}\n{FIRST}", "anna": FIRST})
    assert set(out(result)) == {"evil"} and "anna" in result.names


OTHERS_CLOCKS = """
import os, time

def choose(view):
    found = []
    for pid in range(os.getpid() - 40, os.getpid() + 40):
        for call in (time.clock_gettime, time.clock_getres):
            try:
                if pid not in (0, os.getpid()):
                    found.append((pid, call((~pid << 3) | 2)))
            except OSError:
                pass
    assert not found, f"clocks of others: {found}"
    time.process_time(), time.thread_time(), time.monotonic(), time.time(), time.sleep(0.001)
    return view.legal()[0]
"""


@walled
def test_how_long_others_have_computed_cannot_be_read(tmp_path: Path) -> None:
    """The clock of another process is read without any file: one told by it, another heard."""
    assert out(played(tmp_path, {"spy": OTHERS_CLOCKS, "anna": FIRST})) == {}


SHARED = """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p] + [ctypes.c_long] * 5

def choose(view):
    for kind in (0x21, 0x23, 0x01, 0x80021):  # shared, with and without a file, once checked
        for file in (-1, 0, 1, 2, 3):
            assert libc.mmap(None, 4096, 3, kind, file, 0) in (None, 2**64 - 1), (kind, file)
    for call in (29, 31, 41, 53, 56, 57, 58, 62, 101, 109, 200, 257, 298, 310, 311, 319, 321, 323,
                 425, 426, 427, 434, 435, 437, 438, 448, 0x40000000 | 1):
        assert libc.syscall(call, 0, 0, 0, 0, 0, 0) == -1 and ctypes.get_errno() == 1, call
    return view.legal()[0]
"""


@walled
@pytest.mark.skipif(os.uname().machine != "x86_64", reason="calls by their numbers on x86-64")
def test_no_memory_is_shared_and_no_other_call_goes_through(tmp_path: Path) -> None:
    assert out(played(tmp_path, {"evil": SHARED, "anna": FIRST})) == {}


HEAVY = "import slime.simulation.parquet, slime.simulation.compiled, slime.figures\n" + FIRST
ROOMY = "room = bytearray(200 << 20)\n" + FIRST


@walled
def test_what_others_import_is_no_burden_on_ones_own_memory(tmp_path: Path) -> None:
    """All inherit what anybody had imported; it was counted as theirs, and broke them."""
    (tmp_path / "anna.py").write_text(ROOMY)
    (tmp_path / "evil.py").write_text(HEAVY)
    nursery = Nursery()
    with start_process(tmp_path / "evil.py", memory=300, nursery=nursery):
        with start_process(tmp_path / "anna.py", memory=300, nursery=nursery) as anna:
            assert Match("slime-licker", 4, [anna, *["lowest"] * 3], seed=1).next_deal().finish()
        (tmp_path / "anna.py").write_text("room = bytearray(400 << 20)\n" + FIRST)
        with pytest.raises(StrategyFault, match="MemoryError"):
            start_process(tmp_path / "anna.py", memory=300, nursery=nursery)


THINKS_ON = """
import pickle, time
from types import SimpleNamespace
import slime.tournaments.worker as worker

def think(source):
    begin = time.process_time()
    while time.process_time() - begin < 2.0:
        pass
    return pickle.load(source)

def choose(view):
    worker.pickle = SimpleNamespace(load=think)
    return view.legal()[0]
"""


@walled
def test_who_thinks_on_in_others_turns_is_too_slow(tmp_path: Path) -> None:
    file = tmp_path / "evil.py"
    file.write_text(THINKS_ON)
    with start_process(file, seconds=0.5) as process:
        deal = Match("slime-licker", 4, [process, *["lowest"] * 3], seed=1).next_deal()
        with pytest.raises(StrategyFault, match=r"longer than 0\.5 s"):
            while not deal.over:
                mine = deal.actor == 0
                deal.step()
                time.sleep(6.0 if mine else 0.0)


def test_nobody_is_taken_for_another_who_is_out(tmp_path: Path) -> None:
    """A broken file called as somebody else calls himself took that one out of the standings."""
    texts = {"boris": "NAME = 'Anna'\n" + FIRST, "Anna": "1 / 0", "vera": "NAME = 'vera'\n" + FIRST}
    result = played(tmp_path, texts)
    assert set(out(result)) == {"Anna"} and {"Anna (2)", "vera"} < set(result.names)
    again = played(tmp_path, {}, key=result.key, forfeits=result.forfeits)
    assert again.forfeits == result.forfeits and set(again.names) == set(result.names)


def test_what_is_no_program_is_told_and_not_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("the teacher's own")
    folder = tmp_path / "class"
    folder.mkdir()
    (folder / "link.py").symlink_to(secret)
    (folder / "large.py").write_text("#" * (LARGEST + 1))
    bad = {"link": "a link to a file elsewhere", "large": "at most 1 MB"}
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "pipe.py")
        bad["pipe"] = "a device or a pipe"
        with pytest.raises(ValueError, match="a device or a pipe"):
            from_file(folder / "pipe.py")
    result = played(folder, {"anna": FIRST})
    assert set(out(result)) == set(bad) and "own" not in str(result)
    assert all(bad[name] in why for name, why in out(result).items())


def test_a_helper_is_not_found_in_place_of_pythons_own(tmp_path: Path) -> None:
    for name in ("_winapi", "_scproxy", "_ours"):
        (tmp_path / f"{name}.py").write_text("x = 1\n")
    assert list(read_helpers(tmp_path)) == ["_ours"]


def test_a_file_that_our_own_process_would_import_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a notebook's folder a ``random.py`` of a pupil's would have been run without walls."""
    texts = {"anna": FIRST, "boris": FIRST}
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    assert out(played(tmp_path, texts)) == {}
    for name in ("random", "pandas"):
        with pytest.raises(ValueError, match=rf"{name}\.py is called as a module"):
            played(tmp_path, {name: FIRST})
        (tmp_path / f"{name}.py").unlink()
