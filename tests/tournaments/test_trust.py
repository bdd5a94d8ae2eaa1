"""A tournament that a class can trust: what a hostile program tries, and what comes of it."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from struct import pack

import numpy as np
import pytest

import slime
from slime.engine import layout as st
from slime.engine.streams import PLAYER, SHUFFLE, secret_words
from slime.game.match import Match
from slime.strategies import StrategyFault, template
from slime.tournaments import process
from slime.tournaments.play import TooFew, tournament

M64 = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15
FIRST = "def choose(view):\n    return view.legal()[0]\n"


def unmix(z: int) -> int:
    """The mixing of a stream undone, step by step."""
    for shift, factor in ((31, 0x94D049BB133111EB), (27, 0xBF58476D1CE4E5B9), (30, 1)):
        y = z
        for _ in range(64 // shift + 1):
            y = z ^ (y >> shift)
        z = y * pow(factor, -1, 1 << 64) & M64
    return z


def seed_behind(luck: int, match: int, deal: int, player: int) -> int:
    """The seed that a player's own stream began from, if it came from one."""
    h = luck & M64
    for part in (player, deal, match, PLAYER):
        h = (unmix(h) - GAMMA & M64) ^ part
    return unmix(h) - GAMMA & M64


class TestTheKey:
    @pytest.mark.parametrize("luck", [{"seed": 987654321}, {"key": "nobody knows"}])
    def test_cards_cannot_be_computed_from_own_luck_and_ten_finished_deals(
        self, luck: dict[str, int | str]
    ) -> None:
        rules = slime.rules("slime-licker", match={"deals": 11})
        match = Match(rules, 5, "lowest", **luck)  # type: ignore[arg-type]
        seeds = set()
        while not match.over:
            deal = match.next_deal()
            for p in range(5):  # all that pupils together could tell one another
                seeds.add(seed_behind(deal.S[st.LUCK + p], 0, deal.number, p))
            last = deal.dealt
            deal.finish()
        guessed = []
        for seed in seeds:
            other = Match(rules, 5, "lowest", seed=seed)
            while not other.over:
                deal = other.next_deal()
                guess = deal.dealt
                deal.finish()
            guessed.append(guess)
        assert (last in guessed) == ("seed" in luck)
        assert len(seeds) == (1 if "seed" in luck else 55)

    def test_each_word_is_a_hash_of_its_own(self) -> None:
        words = secret_words("k", 3, 7)
        root = blake2b(b"k", digest_size=64).digest()
        own = blake2b(pack("<4Q", SHUFFLE, 3, 7, 0), key=root, digest_size=8).digest()
        assert words[SHUFFLE] == int.from_bytes(own, "little", signed=True)
        near = (("k", 3, 8), ("k", 4, 7), ("K", 3, 7))
        every = [*words, *(w for other in near for w in secret_words(*other))]
        assert len(set(every)) == len(every) == 4 * st.KEY_COUNT

    def test_a_fresh_key_each_time_which_is_told_and_plays_the_same(self) -> None:
        one, two = (tournament(["lowest", "random"], matches=3, deals=1) for _ in range(2))
        assert one.key and two.key and one.key != two.key and one.seed is None
        assert len(one.key) == 32 and one.key in str(one) and one.key in repr(one)
        again = tournament(["lowest", "random"], matches=3, deals=1, key=one.key)
        for a, b in zip(one.places, again.places, strict=True):
            assert np.array_equal(a, b)
        m, d, p = one.addresses("random", place=2)[0]
        assert one.deal(m, d).finish().places[f"P{p + 1}"] == 2

    def test_compiled_as_interpreted(self) -> None:
        how = {"matches": 4, "deals": 3, "key": "k"}
        a, b = (
            tournament(["lowest", "random"], engine=engine, **how)  # type: ignore[arg-type]
            for engine in ("compiled", "interpreted")
        )
        for x, y in zip(a.finish, b.finish, strict=True):
            assert np.array_equal(x, y)

    def test_a_record_tells_the_key(self) -> None:
        record = Match(key="k").finish().record()
        assert '"key": "k"' in record and '"seed"' not in record
        assert len(slime.replay(record)["totals"]) == 5

    def test_files_have_no_seed(self, tmp_path: Path) -> None:
        files(tmp_path, a=FIRST, b=FIRST)
        with pytest.raises(ValueError, match="secret key"):
            tournament(tmp_path, matches=1, deals=1, seed=1)
        with pytest.raises(ValueError, match="key"):
            tournament(["lowest", "random"], matches=1, key="")


def files(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")


def stopping(told: list[str]) -> Callable[[str], None]:
    """Note a sentence and stop."""

    def tell(sentence: str) -> None:
        told.append(sentence)
        raise KeyboardInterrupt

    return tell


def left_in(folder: str) -> list[str]:
    """Processes that are in a folder."""
    found = []
    for link in Path("/proc").glob("[0-9]*/cwd"):
        try:
            if os.readlink(link).startswith(folder):
                found.append(link.parent.name)
        except OSError:
            pass
    return found


class TestTime:
    def test_thirty_who_all_sleep_run_out_of_time(self, tmp_path: Path) -> None:
        for i in range(30):
            nap = "import time\n" + FIRST.replace("    return", "    time.sleep(0.2)\n    return")
            files(tmp_path, **{f"p{i}": nap})
        with pytest.raises(TooFew) as found:
            tournament(tmp_path, matches=1, deals=1, clock=0.5)
        assert len(found.value.forfeits) == 30
        assert {one.why for one in found.value.forfeits} == {
            "All answers together took longer than 0.5 s on the clock."
        }

    def test_who_surely_needs_too_long_is_told_so_before(self, tmp_path: Path) -> None:
        nap = "import time\n" + FIRST.replace("    return", "    time.sleep(0.02)\n    return")
        files(tmp_path, slow=nap, quick=FIRST)
        found = tournament([tmp_path, "lowest"], matches=2, deals=5, players=4, clock=20.0)
        assert [(f.name, f.stage) for f in found.forfeits] == [("slow", "tried")]
        assert "20 s on the clock would not do" in found.forfeits[0].why

    def test_without_a_limit_named_there_is_time_for_every_deal(self, tmp_path: Path) -> None:
        files(tmp_path, a=FIRST)
        told: list[str] = []
        for matches in (2, 400):
            with pytest.raises(KeyboardInterrupt):
                tournament([tmp_path, "lowest"], matches=matches, deals=5, tell=stopping(told))
        assert "60 s on the clock" in told[0] and "5 min" in told[0]
        assert "3000 s on the clock" in told[1] and "50 min of the processor" in told[1]

    def test_who_ran_out_of_time_is_a_fact_when_it_is_played_again(self, tmp_path: Path) -> None:
        slow = "import time\n" + FIRST.replace(
            "    return", "    if view.number == 5:\n        time.sleep(10**6)\n    return"
        )
        files(tmp_path, a=FIRST, slow=slow, late="def choose(view):\n    return 7\n", bad="1 /")
        how = {"matches": 1, "deals": 5, "players": 4}
        one = tournament([tmp_path, "lowest"], clock=12.0, **how)  # type: ignore[arg-type]
        stages = {f.name: f.stage for f in one.forfeits}
        assert stages == {"bad": "read", "late": "tried", "slow": "played"}
        assert set(one.names) == {"a", "lowest"}
        again = tournament(
            [tmp_path, "lowest"],
            key=one.key,
            forfeits=one.forfeits,
            clock=0.001,
            **how,  # type: ignore[arg-type]
        )
        assert again.forfeits == one.forfeits and again.tables == one.tables
        for a, b in zip(one.places, again.places, strict=True):
            assert np.array_equal(a, b)


#: Two programs that would tell each other their hands: what each tries, and what it finds.
TELL = """
import glob, mmap, os, socket, sys, tempfile

def tell(text):
    for way in (tell_file, tell_socket, tell_shared, tell_beside, tell_name, tell_queue):
        try:
            way(text)
        except Exception:
            pass

def tell_file(text):
    for folder in ("/tmp", "/dev/shm", "/var/tmp", ".", os.path.expanduser("~")):
        try:
            with open(folder + "/slime-told-%d" % os.getpid(), "w") as file:
                file.write(text)
        except OSError:
            pass

def tell_socket(text):
    s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    s.bind("\\0slime-told-%d" % os.getpid())

def tell_shared(text):
    from multiprocessing import shared_memory
    shared_memory.SharedMemory("slime-told", create=True, size=100).buf[:4] = b"told"

def tell_beside(text):
    with open(__file__ + ".told", "w") as file:
        file.write(text)

def tell_name(text):
    with open("/proc/self/comm", "w") as name:
        name.write("slime-told")

def tell_queue(text):
    import ctypes
    libc = ctypes.CDLL(None)
    if libc.shmget(0x51DE, 4096, 0o1666) < 0 and libc.msgget(0x51DE, 0o1666) < 0:
        raise OSError

def others():
    # what can be seen of the other: files, sockets with and without a file, its process
    for folder in ("/tmp", "/dev/shm", "/var/tmp", ".", os.path.dirname(__file__)):
        yield from glob.glob(folder + "/*told*")
    for table in ("/proc/net/unix", "/proc/sysvipc/shm", "/proc/sysvipc/msg"):
        try:
            yield from (table + " " + row for row in open(table) if "told" in row or "20958" in row)
        except OSError:
            pass
    for pid in range(max(os.getpid() - 40, 2), os.getpid() + 40):
        for file in ("comm", "environ", "mem", "fd"):
            name = "/proc/%d/%s" % (pid, file)
            try:
                if pid == os.getpid():
                    continue
                if file == "fd":
                    os.listdir(name)
                elif file == "comm" and "told" not in open(name).read():
                    continue
                else:
                    open(name, "rb")
                yield name
            except OSError:
                pass

def choose(view):
    mine = "-%d" % os.getpid()
    heard = [what for what in others() if not what.strip().endswith(mine)]
    tell("".join(view.hand))
    if heard:
        raise RuntimeError("heard " + heard[0])
    return view.legal()[0]
"""


class TestWalls:
    @pytest.mark.skipif(sys.platform != "linux", reason="walls are of Linux")
    def test_where_others_tools_make_walls_ours_stand(self) -> None:
        """No other test here may be passed over where bubblewrap could run."""
        boxed = shutil.which("bwrap") and subprocess.run(
            ["bwrap", "--ro-bind", "/", "/", "true"], capture_output=True, check=False
        )
        with contextlib.closing(process.Nursery(trust=True)) as nursery:
            assert nursery.walls or not boxed or boxed.returncode != 0

    def test_two_who_agreed_cannot_tell_each_other_their_hands(self, tmp_path: Path) -> None:
        files(tmp_path, a=TELL, b=TELL)
        found = tournament(tmp_path, matches=1, deals=2, players=4)
        assert not found.forfeits
        assert not list(tmp_path.glob("*told*"))

    def test_where_there_are_no_walls_they_can(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """That is why it is refused; and the test above would find it."""
        monkeypatch.setattr(process, "has_walls", lambda: False)
        files(tmp_path, a=TELL, b=TELL)
        with pytest.raises(ValueError, match="trust=True"):
            tournament(tmp_path, matches=1, deals=1)
        with pytest.raises(TooFew, match="heard"):
            tournament(tmp_path, matches=1, deals=1, trust=True)
        for file in Path("/tmp").glob("slime-told-*"):
            file.unlink()
        for queue in ("-M", "-Q"):
            subprocess.run(["ipcrm", queue, "0x51de"], capture_output=True, check=False)
        for folder in ("/dev/shm", "/var/tmp", str(Path.home())):
            for file in Path(folder).glob("slime-told*"):
                file.unlink()

    def test_on_trust_it_plays_the_same(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        files(tmp_path, a=template("en"), b=FIRST, loop="while True:\n    pass\n")
        how = {"matches": 1, "deals": 2, "players": 4, "key": "k", "seconds": 0.5}
        one = tournament(tmp_path, **how)  # type: ignore[arg-type]
        monkeypatch.setattr(process, "has_walls", lambda: False)
        two = tournament(tmp_path, trust=True, **how)  # type: ignore[arg-type]
        for a, b in zip(one.places, two.places, strict=True):
            assert np.array_equal(a, b)
        assert [f.line for f in one.forfeits] == [f.line for f in two.forfeits]

    def test_nothing_is_remembered_from_one_match_to_the_next(self, tmp_path: Path) -> None:
        """All tables play the same shuffles: who remembered one would know them all."""
        text = (
            "seen = []\ndef choose(view):\n"
            "    seen.append(view.number)\n"
            "    assert seen == sorted(seen), 'a match before is remembered'\n"
            "    return view.legal()[0]\n"
        )
        files(tmp_path, a=text, b=text)
        assert not tournament(tmp_path, matches=2, deals=2, players=4).forfeits

    def test_files_are_read_before_any_of_them_runs(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(process, "has_walls", lambda: False)
        other = tmp_path / "b.py"
        files(tmp_path, a=f"open({str(other)!r}, 'w').write('1 / 0')\n{FIRST}", b=FIRST)
        found = tournament(tmp_path, matches=1, deals=1, players=4, trust=True)
        assert other.read_text() == "1 / 0" and not found.forfeits

    def test_an_exit_in_a_file_ends_the_file_only(self, tmp_path: Path) -> None:
        files(tmp_path, a="import sys\nsys.exit(3)\n")
        with pytest.raises(StrategyFault, match="SystemExit") as found:
            slime.strategies.from_file(tmp_path / "a.py")
        assert found.value.line == 2


def hostile(line: str, *more: str) -> str:
    """A program whose `choose` does something before it answers."""
    imports = "import ctypes, json, mmap, os, signal, socket, subprocess, sys, threading, time\n"
    lines = [line, *more, "return view.legal()[0]"]
    return imports + "def choose(view):\n" + "".join(f"    {one}\n" for one in lines)


def thirty(folder: Path) -> dict[str, str]:
    """Thirty programs that mean harm, by name."""
    other = repr(str(folder / "anna.py"))
    forever = "while True:", "    pass"
    return {
        "rewrites": hostile(f"open({other}, 'w').write('1 / 0')"),
        "reads": hostile(f"open({other}).read()"),
        "lists": hostile("os.listdir('/')"),
        "kills_parent": hostile("os.kill(os.getppid(), 9)"),
        "kills_all": hostile("os.kill(-1, 9)"),
        "kills_itself": hostile("os.kill(os.getpid(), 9)"),
        "forks": hostile("while True:", "    os.fork()"),
        "starts": hostile("subprocess.Popen(['sleep', '1000'])"),
        "calls": hostile("socket.create_connection(('127.0.0.1', 80))"),
        "listens": hostile("socket.socketpair()"),
        "environment": hostile("os.environ['HOME']"),
        "memory_of_parent": hostile("open('/proc/%d/mem' % os.getppid(), 'rb')"),
        "shares_memory": hostile("mmap.mmap(-1, 4096)"),
        "threads": hostile("threading.Thread(target=time.sleep, args=(1000,)).start()"),
        "loops": hostile(*forever),
        "loops_on": hostile("while True:", "    try:", "        while True: pass").replace(
            "pass\n", "pass\n        except BaseException: pass\n"
        ),
        "deaf": hostile("signal.signal(signal.SIGPROF, signal.SIG_IGN)", *forever),
        "loops_at_once": "while True:\n    pass\n",
        "sleeps": hostile("time.sleep(0.3)"),
        "sleeps_on": hostile("time.sleep(10**6)"),
        "bomb": hostile("x = [[0] * 10**7 for _ in range(10**4)]"),
        "recursion": "def choose(view):\n    return choose(view)\n",
        "nested": "x = " + "(" * 20000 + ")" * 20000 + "\n" + FIRST,
        "segfault": hostile("ctypes.string_at(0)"),
        "aborts": hostile("os.abort()"),
        "leaves": hostile("os._exit(0)"),
        "exits": hostile("sys.exit(0)"),
        "garbage": hostile(
            "for fd in range(64):",
            "    try: os.write(fd, b'\\xff\\x00{}[]\\n' * 9)",
            "    except OSError: pass",
        ),
        "floods": hostile("while True:", "    os.write(3, b'x' * 10**6)"),
        "forges": hostile('os.write(3, b\'{"answer": 1e999, "luck": {}}\\n\' * 20)'),
        "overflows": hostile(
            'os.write(3, b\'{"fault": {"why": "x", "message": "x", "line": 1e999}}\\n\')'
        ),
        "nests": hostile("os.write(3, b'[' * 60000 + b'\\n')"),
        "patches": hostile("json.dumps = pickle = None"),
        "shouts": hostile("raise ValueError('\\x1b[2J\\x07' * 1000)"),
        "cheats": "def choose(view):\n    return 'A A A A A A A A'\n",
    }


def test_thirty_who_mean_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = []
    start = process.Nursery._start

    def noting(self: process.Nursery) -> bool:
        stood = start(self)
        folders.append(self.folder)
        return stood

    monkeypatch.setattr(process.Nursery, "_start", noting)
    honest = {"anna": template("en"), "boris": FIRST}
    bad = thirty(tmp_path)
    files(tmp_path, **honest, **bad)
    how = {"matches": 1, "deals": 2, "players": 4, "key": "k"}
    limits = {"seconds": 0.3, "clock": 6.0, "memory": 400}
    result = tournament([tmp_path, "highest"], **how, **limits)  # type: ignore[arg-type]
    assert len(bad) >= 30
    assert {f.name for f in result.forfeits} == set(bad)
    report = str(result)
    assert all(f"{name} forfeits." in report for name in bad) and "\x1b" not in report
    alone = tournament([*(tmp_path / f"{name}.py" for name in honest), "highest"], **how)  # type: ignore[arg-type]
    assert result.names == alone.names
    for a, b in zip(result.places, alone.places, strict=True):
        assert np.array_equal(a, b)
    assert folders
    for _ in range(100):
        if not (left := [one for folder in folders for one in left_in(folder)]):
            break
        time.sleep(0.1)
    assert not left
    assert (tmp_path / "anna.py").read_text("utf-8") == template("en")


USING = """
import datetime, math; import wave
import numpy as np
from concurrent.futures import (
    ThreadPoolExecutor,
)
from xml.etree import ElementTree

def choose(view):
    datetime.datetime.strptime("2020", "%Y")
    np.random.default_rng(1).random()
    ElementTree.fromstring("<a/>"), wave.Error, math.pi, ThreadPoolExecutor
    return view.legal()[0]
"""
SILENT = """
import signal, time

def choose(view):
    signal.signal(signal.SIGPROF, signal.SIG_IGN)
    begin = time.process_time()
    while time.process_time() - begin < 2:
        pass
    return view.legal()[0]
"""


def test_whatever_way_a_file_imports_it_is_there(tmp_path: Path) -> None:
    files(tmp_path, mine=USING)
    assert tournament(["lowest", tmp_path / "mine.py"], matches=1, deals=1).forfeits == ()


def test_who_silences_the_alarm_is_too_slow_all_the_same(tmp_path: Path) -> None:
    files(tmp_path, mine=SILENT, honest=FIRST, other=FIRST)
    (forfeit,) = tournament(tmp_path, matches=1, deals=1, seconds=0.5).forfeits
    assert forfeit.name == "mine"
    assert "took longer than 0.5 s" in forfeit.why
