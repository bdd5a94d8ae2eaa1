"""A tournament kept table by table: killed, stopped or without room, it goes on from there."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import slime
from slime.tournaments import play
from slime.tournaments.play import Interrupted, tournament
from slime.tournaments.process import Program
from slime.tournaments.result import Tournament

ROOT = Path(__file__).resolve().parents[2]
FIRST = "def choose(view):\n    return view.legal()[0]\n"
SIZE: dict[str, Any] = {"matches": 1, "deals": 2, "players": 4, "progress": False}


def pupils(folder: Path, **texts: str) -> Path:
    folder.mkdir()
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return folder


def tables_in(folder: Path) -> dict[str, int]:
    return {file.name: file.stat().st_mtime_ns for file in folder.glob("table-*.json")}


def same(one: Tournament, two: Tournament) -> bool:
    pairs = [*zip(one.places, two.places, strict=True), *zip(one.finish, two.finish, strict=True)]
    return one.names == two.names and all(np.array_equal(a, b) for a, b in pairs)


def test_killed_it_keeps_every_finished_table_and_goes_on(tmp_path: Path) -> None:
    nap = "import time\n" + FIRST.replace("    return", "    time.sleep(0.005)\n    return")
    bad = "def choose(view):\n    return 'A A A A A'\n"
    late = "def choose(view):\n    return view.legal()[0] if view.number < 5 else 1 / 0\n"
    folder = pupils(tmp_path / "class", anna=nap, boris=nap, evil=bad, late=late)
    kept = tmp_path / "kept"
    asked = ["tournament", str(folder), "lowest", "--players", "4", "--matches", "1"]
    asked += ["--deals", "5", "--state", str(kept), "--key", "k", "--language", "en"]
    command = [sys.executable, "-m", "slime", *asked]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as run:
        for _ in range(3000):
            if len(tables_in(kept)) >= 3 or run.poll() is not None:
                break
            time.sleep(0.02)
        run.send_signal(signal.SIGKILL)
    finished = tables_in(kept)
    assert len(finished) >= 3 and run.returncode == -signal.SIGKILL
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    names = set(json.loads((kept / "plan.json").read_text())["tried"])
    assert names == {"anna", "boris", "late"}
    now = tables_in(kept)
    # those of the one who was out later are others' now; the rest was not touched again
    assert sum(now[name] == finished[name] for name in finished) >= 1
    alone = tournament([folder, "lowest"], **{**SIZE, "deals": 5}, key="k")
    assert [one.name for one in alone.forfeits] == ["evil", "late"]
    assert alone.text_table("en").text() == done.stdout.rstrip("\n")


def test_stopped_it_says_how_much_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, count = play.run_spec, 0

    def pressed(*args: Any, **how: Any) -> Any:
        nonlocal count
        count += 1
        if count == 4:
            raise KeyboardInterrupt
        return real(*args, **how)

    monkeypatch.setattr(play, "run_spec", pressed)
    who = ["lowest", "random", "highest"]
    with pytest.raises(Interrupted, match=r"3 of 48 .* are in .*kept\. The same") as found:
        tournament(who, **SIZE, folder=tmp_path / "kept")
    assert (found.value.done, found.value.total) == (3, 48)
    finished = tables_in(tmp_path / "kept")
    assert len(finished) == 3
    key = json.loads((tmp_path / "kept" / "plan.json").read_text())["key"]
    result = tournament(who, **SIZE, folder=str(tmp_path / "kept"))
    assert result.key == key and count == 4 + 48 - 3
    assert same(result, tournament(who, **SIZE, key=key))
    count = 3
    with pytest.raises(Interrupted, match="--state"), slime.language("en"):
        tournament(who, **SIZE)


def test_another_tournament_is_refused_and_damage_is_named_or_mended(tmp_path: Path) -> None:
    who = ["lowest", "random"]
    one = tournament(who, **SIZE, folder=tmp_path)
    for other in ({"deals": 3}, {"key": "k"}, {"seed": 1}, {"kind": "rounds"}, {"seconds": 2}):
        with pytest.raises(ValueError, match="begun otherwise"):
            tournament(who, **{**SIZE, **other}, folder=tmp_path)
    with pytest.raises(ValueError, match="entrants"):
        tournament([*who, "highest"], **SIZE, folder=tmp_path)
    parts = sorted(tmp_path.glob("table-*.json"))
    parts[0].write_text(parts[0].read_text().replace("[", "{", 5))
    parts[1].write_text(parts[1].read_text()[:-30])
    parts[2].write_text(parts[2].read_text().replace("1", "99"))
    parts[3].write_text("[" * 100_000)
    assert same(tournament(who, **SIZE, folder=tmp_path), one)
    (tmp_path / "plan.json").write_text("{}")
    with pytest.raises(ValueError, match=r"plan\.json is damaged"):
        tournament(who, **SIZE, folder=tmp_path)
    (tmp_path / "plan.json").unlink()  # what lies there is of another key, and not taken
    two = tournament(who, **SIZE, folder=tmp_path)
    assert two.key != one.key and same(two, tournament(who, **SIZE, key=two.key))


def test_time_of_what_is_played_again_for_others_counts_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who broke down late made honest ones run out of time, whose tables were played again."""
    nap = "import time\n" + FIRST.replace("    return", "    time.sleep(0.02)\n    return")
    evil = "def choose(view):\n    1 / (view.me != 'P3' or view.number < 5)\n" + FIRST[17:]
    folder = pupils(tmp_path / "class", anna=nap, evil=evil)
    used: dict[str, float] = {}
    stop = Program.stop

    def noting(self: Program) -> None:
        used.setdefault(self.name, self.spent[0])
        stop(self)

    monkeypatch.setattr(Program, "stop", noting)
    kept = tmp_path / "kept"
    how = {**SIZE, "deals": 5, "workers": 1, "key": "k"}
    result = tournament([folder, "lowest", "highest"], **how, folder=kept)
    assert [f.name for f in result.forfeits] == ["evil"]
    tried = json.loads((kept / "plan.json").read_text())["tried"]["anna"][0]
    parts = [json.loads(file.read_text())["spent"]["anna"][0] for file in kept.glob("table-*")]
    assert len(parts) == 4 and min(parts) > 0.1
    assert used["anna"] == pytest.approx(tried + sum(parts), abs=0.05)


def test_what_it_costs_is_told_before(tmp_path: Path) -> None:
    folder = pupils(tmp_path / "class", anna=FIRST, boris=FIRST)
    for lang, words in (("en", ("2 files are run", "Ctrl-C")), ("ru", ("Файлов: 2", "Ctrl-C"))):
        told: list[str] = []
        with slime.language(lang):
            tournament([folder, "lowest"], **SIZE, tell=told.append)
        assert len(told) == 2 and "60" in told[0] and "1024" in told[0]
        assert all(word in one for word, one in zip(words, told, strict=True))
    told = []
    tournament([folder, "lowest"], **SIZE, tell=told.append, folder=tmp_path / "kept")
    assert "kept in" in told[1]
    tournament(["random", "lowest"], **SIZE, tell=told.append)
    assert len(told) == 2  # players of our own are quick
