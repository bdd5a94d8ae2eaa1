"""Pupils' files: each in a process of its own, with limits, told by file and line."""

from __future__ import annotations

import gc
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

import slime
from slime.game.match import Match
from slime.strategies import StrategyFault, from_file, template
from slime.tournaments.play import tournament
from slime.tournaments.process import Process, start_process

FIRST = "def choose(view):\n    return view.legal()[0]\n"


def write(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def play(file: Path, deals: int = 2, **limits: float) -> Match:
    """A match of a file against `lowest`."""
    with start_process(file, **limits) as player:  # type: ignore[arg-type]
        rules = slime.rules("slime-licker", match={"deals": deals})
        return Match(rules, 5, [player, *["lowest"] * 4], seed=2).finish()


def test_it_plays_as_it_would_here(tmp_path: Path) -> None:
    file = write(tmp_path, "anna.py", template("en"))
    there = play(file, deals=4)
    here = Match(there.rules, 5, [from_file(file), *["lowest"] * 4], seed=2).finish()
    assert [d.log for d in there.deals] == [d.log for d in here.deals]


def test_luck_is_repeatable_even_from_random(tmp_path: Path) -> None:
    text = (
        "import random\ndef choose(view):\n    x = view.random()\n"
        "    return random.choice(list(view.legal()))\n"
    )
    file = write(tmp_path, "luck.py", text)
    assert [d.log for d in play(file).deals] == [d.log for d in play(file).deals]


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("def choose(view):\n    return 'A A A A A A'\n", 2, "not in this hand"),
        ("def choose(view):\n    x = []\n    return x[1]\n", 3, "IndexError"),
        ("def choose(view):\n    while True:\n        pass\n", (2, 3), "took longer than 0.2 s"),
        ("while True:\n    pass\n", (1, 2), "took longer than 0.2 s"),
        ("def choose(view):\n    x = [0] * 10**9\n    return '-'\n", 2, "MemoryError"),
        ("import sys\ndef choose(view):\n    sys.exit(3)\n", 3, "SystemExit"),
        ("import os\ndef choose(view):\n    os._exit(3)\n", None, "ended in the middle"),
        ("def choose(view:\n", 1, "SyntaxError"),
        ("x = 1\n", None, "no function choose"),
        ("1 / 0\n", 1, "ZeroDivisionError"),
    ],
)
def test_faults_name_file_and_line(
    tmp_path: Path, text: str, line: int | tuple[int, ...] | None, why: str
) -> None:
    file = write(tmp_path, "pupil.py", text)
    with pytest.raises(StrategyFault) as found:
        play(file, seconds=0.2, memory=500)
    assert why in found.value.why
    lines = line if isinstance(line, tuple) else (line,)
    assert found.value.line in lines
    assert found.value.file == (None if line is None else str(file))


def test_all_answers_together_are_limited(tmp_path: Path) -> None:
    slow = "def choose(view):\n    sum(range(300_000))\n    return view.legal()[0]\n"
    with pytest.raises(StrategyFault, match="All answers together"):
        play(write(tmp_path, "slow.py", slow), deals=40, seconds=1, budget=0.8)


def test_what_it_prints_does_no_harm(tmp_path: Path) -> None:
    text = "print('hello')\nimport sys\n" + FIRST.replace(
        "    return", "    print('x' * 5000, flush=True)\n    sys.stdin.read()\n    return"
    )
    assert play(write(tmp_path, "loud.py", text)).over


def test_a_file_that_looks_around_finds_no_other_hand(tmp_path: Path) -> None:
    text = (
        "import gc, slime.engine.layout as st\n"
        "def choose(view):\n"
        "    me = view.players.index(view.me)\n"
        "    for thing in gc.get_objects():\n"
        "        if isinstance(thing, list) and len(thing) == st.SIZE:\n"
        "            hands = thing[st.HAND:st.HAND + 5]\n"
        "            assert all(h == 0 for p, h in enumerate(hands) if p != me), hands\n"
        "    return view.legal()[0]\n"
    )
    assert play(write(tmp_path, "spy.py", text), deals=1, seconds=20).over


def test_helpers_beside_the_file_can_be_imported(tmp_path: Path) -> None:
    write(tmp_path, "_helper.py", "def first(view):\n    return view.legal()[0]\n")
    file = write(
        tmp_path, "p.py", "from _helper import first\n\ndef choose(view):\n    return first(view)\n"
    )
    assert play(file).over


def test_answers_that_are_none_end_it(tmp_path: Path) -> None:
    """A program that writes to the pipe itself cannot make the tournament believe anything."""
    text = (
        "import os\ndef choose(view):\n"
        "    for fd in range(3, 20):\n"
        "        try:\n            os.write(fd, b'{\"fault\": 7}\\n[1]\\n9999 x\\n')\n"
        "        except OSError:\n            pass\n"
        "    return view.legal()[0]\n"
    )
    with pytest.raises(StrategyFault, match="no answer"):
        play(write(tmp_path, "forger.py", text))


def test_processes_end(tmp_path: Path) -> None:
    def left(player: Process) -> list[Path]:
        """Processes in the folder of those that a player's came from."""
        folder = player.program.nursery.folder
        return [one for one in Path("/proc").glob("[0-9]*/cwd") if _is(one, folder)]

    player = start_process(write(tmp_path, "p.py", FIRST))
    first, nursery = left(player), player.program.nursery
    assert first
    player.program.stop()
    assert _gone(first, nursery.folder)
    player.program.stop()
    other = start_process(tmp_path / "p.py")
    second, folder = left(other), other.program.nursery.folder
    del other
    gc.collect()
    assert second and _gone(second, folder)


def _gone(links: list[Path], folder: str) -> bool:
    """Whether processes end; one that was killed is there until the system has cleared it."""
    until = time.monotonic() + 30
    while any(_is(one, folder) for one in links) and time.monotonic() < until:
        time.sleep(0.05)
    return not any(_is(one, folder) for one in links)


def _is(link: Path, folder: str) -> bool:
    try:
        return os.readlink(link).startswith(folder)
    except OSError:
        return False


def test_a_class_tournament(tmp_path: Path) -> None:
    write(tmp_path, "anna.py", template("ru"))
    write(tmp_path, "boris.py", "NAME = 'Борис  Великий\\n'\n" + FIRST)
    write(
        tmp_path,
        "vera.py",
        "NAME = 7\nclass Player:\n    def choose(self, view):\n        return view.legal()[0]\n",
    )
    write(
        tmp_path,
        "gleb.py",
        "def choose(view):\n    return view.legal()[0] if view.leading else 'Q Q Q Q Q'\n",
    )
    write(tmp_path, "_draft.py", "1 / 0\n")
    how = {"players": 4, "progress": False, "seconds": 2, "key": "7" * 32}
    found = tournament([tmp_path, "lowest"], matches=3, deals=1, **how)
    assert set(found.names) == {"Мой первый игрок", "Борис Великий", "vera", "lowest"}
    (forfeit,) = found.forfeits
    assert forfeit.name == "gleb" and forfeit.line == 2
    assert forfeit.file == str(tmp_path / "gleb.py")
    assert "gleb forfeits" in str(found)
    m, d, p = found.addresses("vera", place=1)[0]  # its process begins again
    assert found.deal(m, d).finish().places[f"P{p + 1}"] == 1
    same = found.mean_place("Борис Великий"), found.mean_place("vera")
    assert same[0].value == pytest.approx(same[1].value, abs=0.7)


def test_the_command(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    from slime.cli import main

    file = tmp_path / "mine.py"
    assert main(["tournament", "--template", str(file), "--language", "en"]) == 0
    assert main(["tournament", "--template", str(file), "--language", "en"]) == 2
    assert "already there" in capfd.readouterr().err
    table, picture = tmp_path / "t.csv", tmp_path / "t.txt"
    args = ["--matches", "2", "--deals", "1", "--table", str(table), "--figure", str(picture)]
    assert main(["tournament", str(file), "lowest", *args, "--language", "en"]) == 0
    out = capfd.readouterr().out
    assert "My first player" in out and f"Written: {table}" in out
    assert table.read_text("utf-8").startswith("player,place,")
    assert "mean place" in picture.read_text("utf-8")
    (tmp_path / "empty").mkdir()
    (tmp_path / "d.csv").mkdir()
    for wrong, text in (
        (["nobody", "lowest"], "no strategy, file or folder nobody"),
        (["lowest"], "At least two"),
        (["lowest", "counter", "--kind", "x"], "kind: one of mixes"),
        (["lowest", "counter", "--matches", "0"], "--matches: a whole number from 1"),
        (["lowest", "counter", "--seconds", "9" * 30], "--seconds: a whole number from 1"),
        (["lowest", "counter", "--deals", "9" * 9], "--deals: a whole number from 1"),
        (["lowest", ""], "no strategy, file or folder"),
        (["lowest", "random", "--rules", "slime-licker", "match=target:9999999"], "20,000 deals"),
        (["lowest", "random", "--rules", "king-and-slave", "scoring=0,0,0,0,0"], "name deals"),
        (["lowest", "patient(until=99)"], "from 0 to 8"),
        (["lowest", str(tmp_path / "empty")], "no file that ends in .py"),
        (["lowest", "counter", "--table", "x.xls"], ".csv"),
        (["lowest", "counter", "--table", str(tmp_path / "no" / "x.csv")], "no folder"),
        (["lowest", "counter", "--table", str(tmp_path / "d.csv")], "is a folder"),
        (["lowest", "counter", "--players", "3"], "players"),
        (["lowest", "counter", "--seed", "-1"], "seed"),
    ):
        assert main(["tournament", *wrong, "--language", "en"]) == 2
        out, err = capfd.readouterr()
        assert out == ""
        assert text in err and err.count("\n") == 1
    assert main(["tournament", "lowest", "nobody", "--language", "ru"]) == 2
    assert "Нет ни стратегии" in capfd.readouterr().err


def test_ctrl_c_does_not_wait_for_the_tournament(tmp_path: Path) -> None:
    """Without being let go, the two tables under way would go on for hours."""
    mine = write(tmp_path, "mine.py", FIRST)
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "slime",
            "tournament",
            "lowest",
            str(mine),
            "--matches",
            "100000",
            "--deals",
            "100",
            "--budget",
            "99999",
            "--language",
            "en",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    tree, begin = psutil.Process(process.pid), time.monotonic()
    while not any(child.children() for child in tree.children()):  # a pupil sits down
        assert process.poll() is None and time.monotonic() - begin < 120
        time.sleep(0.1)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    try:
        out, err = process.communicate(timeout=120)
    finally:
        process.kill()
    assert (process.returncode, out) == (130, "") and re.match(r"Stopped(\.|: 0 of 20 .*)\n$", err)


def test_the_worker_without_a_parent_ends() -> None:
    command = [sys.executable, "-m", "slime.tournaments.worker"]
    done = subprocess.run(command, check=False, input=b"", timeout=60)
    assert done.returncode == 0
