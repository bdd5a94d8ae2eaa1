"""``slime simulate``: what it prints, what it writes, what it refuses, how it is stopped."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import slime
from slime.cli import main
from slime.simulation import parquet as disk

ROOT = Path(__file__).resolve().parents[2]


def said(capsys: pytest.CaptureFixture[str], *args: str, lang: str = "en") -> str:
    assert main(["simulate", *args, "--language", lang]) == 0
    return capsys.readouterr().out


def numbers(line: str) -> list[float]:
    return [float(n.replace(",", ".")) for n in re.findall(r"\d+[.,]\d+", line)]


class TestMatrix:
    def test_it_is_that_of_the_simulation(self, capsys: pytest.CaptureFixture[str]) -> None:
        asked = ("king-and-slave", "passing=locked", "--players", "6", "--seed", "3")
        shown = said(capsys, *asked, "--deals", "20")
        rules = slime.rules("king-and-slave", passing="locked")
        counted = slime.simulate(rules, 6, seed=3, keep="counts", deals=20)
        head, _, caption, _, places, *rows, _, sentence = shown.splitlines()
        assert head == (
            "king-and-slave passing=locked, 6 players (lowest), 1,000 matches of 20 deals, seed 3."
        )
        assert "19,000 moves from each place" in caption
        assert places.split() == list("123456")
        share = 100 * counted.transitions() / 19_000
        half = 100 * counted.standard_errors() * 1.9623  # t, 999 degrees
        for row, line in enumerate(rows):
            found = np.array(numbers(line))
            np.testing.assert_allclose(found[::2], share[row], atol=0.0501)
            np.testing.assert_allclose(found[1::2], half[row], atol=0.00501)
        first, fell, last, lot = numbers(sentence)
        assert first == pytest.approx(share[0, 0], abs=0.0501)
        assert fell == pytest.approx(share[0, 5], abs=0.0501)
        assert last == pytest.approx(share[5, 5], abs=0.0501)
        assert lot == 16.7

    def test_the_same_in_russian(self, capsys: pytest.CaptureFixture[str]) -> None:
        english = said(capsys, "--matches", "50")
        russian = said(capsys, "--matches", "50", lang="ru")
        for ours, theirs in zip(english.splitlines()[3:], russian.splitlines()[3:], strict=True):
            assert numbers(ours) == numbers(theirs)
        assert "Первое место остаётся первым" in russian

    def test_one_match_has_no_intervals(self, capsys: pytest.CaptureFixture[str]) -> None:
        shown = said(capsys, "--matches", "1")
        assert "One match gives no intervals" in shown
        assert "±" not in shown
        assert "nan" not in shown

    def test_one_deal_has_no_moves(self, capsys: pytest.CaptureFixture[str]) -> None:
        shown = said(capsys, "--deals", "1", "--strategies", "random")
        assert shown.splitlines()[1].startswith("Matches of one deal")

    def test_matches_to_the_end(self, capsys: pytest.CaptureFixture[str]) -> None:
        shown = said(
            capsys, "king-and-slave", "--to-the-end", "--matches", "30", "--players", "a,b,c,d"
        )
        assert "30 matches to the end" in shown
        counted = slime.simulate("king-and-slave", list("abcd"), 30, None, keep="counts")
        assert f"{counted.moves[0, 0]} moves" in shown

    def test_a_match_is_as_long_as_the_rules_say(self, capsys: pytest.CaptureFixture[str]) -> None:
        ends = {"slime-licker": "9 matches of 10 deals", "king-and-slave": "9 matches to the end"}
        for rules, kind in ends.items():
            shown = said(capsys, rules, "--matches", "9")
            assert kind in shown
            assert shown == said(capsys, rules, "--matches", "9", "--to-the-end")
            counted = slime.simulate(rules, matches=9, keep="counts", progress=False)
            assert f"{counted.moves[0, 0]} moves" in shown


class TestFile:
    def test_it_has_the_frame(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        path = tmp_path / "some.parquet"
        shown = said(capsys, "--matches", "9", "--deals", "4", "--out", str(path), "--details")
        assert shown == f"180 rows are in {path}.\n"
        frame = slime.simulate(matches=9, deals=4, keep="details").frame()
        found = pd.read_parquet(path)
        assert list(found) == list(frame)
        assert (found["place"] == frame["place"]).all()

    def test_going_on(
        self,
        capsys: pytest.CaptureFixture[str],
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        path = tmp_path / "some.parquet"
        monkeypatch.setattr(disk, "ROWS", 500)

        def stop(*_: object) -> None:
            raise KeyboardInterrupt

        args = ["simulate", "--matches", "20", "--deals", "20", "--out", str(path)]
        args += ["--language", "en"]
        with monkeypatch.context() as patch:
            patch.setattr(disk._File, "join", stop)
            assert main(args) == 130
        assert capsys.readouterr().err == (
            f"Stopped: 20 of 20 matches are in {path}.parts."
            " The same command with --resume goes on.\n"
        )
        assert main(args) == 2
        assert "holds a run that was stopped" in capsys.readouterr().err
        assert main([*args, "--resume", "--seed", "2"]) == 2
        assert capsys.readouterr().err == (
            f"slime: --resume: {path}.parts was begun with other settings:"
            " seed was 1, now it is 2\n"
        )
        assert main([*args, "--resume", "--quiet"]) == 0
        assert capsys.readouterr() == ("", "")
        assert len(pd.read_parquet(path)) == 20 * 20 * 5


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("plan.json", b"\xff"),
        ("plan.json", b"[]"),
        ("plan.json", b'{"plan": 3}'),
        ("plan.json", b'{"plan": {}, "segment": 0, "room": 20}'),
        ("plan.json", b"[" * 100_000),
        ("notes.txt", b"mine"),
    ],
)
@pytest.mark.parametrize("resume", [[], ["--resume"]])
def test_a_folder_that_is_no_run_is_left_alone(
    name: str,
    content: bytes,
    resume: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    parts = tmp_path / "some.parquet.parts"
    parts.mkdir()
    (parts / name).write_bytes(content)
    out = str(tmp_path / "some.parquet")
    assert main(["simulate", "--matches", "9", "--out", out, *resume, "--language", "ru"]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "папк" in err
    assert [(f.name, f.read_bytes()) for f in parts.iterdir()] == [(name, content)]
    assert [f.name for f in tmp_path.iterdir()] == [parts.name]


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (["nothing"], "'nothing'"),
        (["slime-licker", "passing"], "passing"),
        (["slime-licker", "passing=maybe"], "passing"),
        (["--players", "9"], "9"),
        (["--players", "a", "a", "b", "c"], "--players"),
        (["--strategies", "clever"], "clever"),
        (["--strategies", "lowest", "random"], "--strategies"),
        (["--strategies", "patient(until=x)"], "until=x"),
        (["--matches", "0"], "--matches"),
        (["--matches", "many"], "--matches"),
        (["--matches", str(10**30)], "matches"),
        (["--deals", "0"], "--deals"),
        (["--deals", "3", "--to-the-end"], "--to-the-end"),
        (["--seed", "-1"], "--seed"),
        (["--seed", str(2**64)], "--seed"),
        (["--workers", "0"], "--workers"),
        (["--workers", "5000"], "--workers"),
        (["--deals", str(10**9)], "--deals"),
        (["--strategies", "patient(until=99)"], "from 0 to 8"),
        (["--resume"], "--resume"),
        (["--details"], "--details"),
        (["--out", "some.csv"], "some.csv"),
        (["--out", "no/such/folder/some.parquet"], "no/such/folder"),
        (["--out", "/proc/some.parquet"], "/proc"),
        (["slime-licker", "scoring=0,0,0,0,0", "match=target:5", "--to-the-end"], "gains points"),
        (["slime-licker", "match=target:99999999", "--to-the-end"], "20,000 deals"),
        (["slime-licker", f"scoring={2**61},1,1,1,1"], "under 2**61"),
        (["--nonsense"], "--nonsense"),
    ],
)
def test_bad_arguments_are_told_in_one_line(
    args: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *args, "--language", "en"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("slime")
    assert named in err


#: The command, which leaves a file when some matches are done.
SAYS_WHEN = """
import pathlib
import sys
from slime.cli import main
from slime.simulation.run import Progress
update = Progress.update
def and_say(self, more):
    update(self, more)
    pathlib.Path(sys.argv[1]).touch()
Progress.update = and_say
sys.exit(main(sys.argv[2:]))
"""


@pytest.mark.parametrize("to_disk", [False, True], ids=["matrix", "file"])
def test_ctrl_c_says_how_far_it_came(to_disk: bool, tmp_path: Path) -> None:
    path, begun = tmp_path / "some.parquet", tmp_path / "begun"
    more = ["--out", str(path)] if to_disk else []
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            SAYS_WHEN,
            str(begun),
            "simulate",
            "--matches",
            "500000000",
            *more,
            "--language",
            "en",
        ],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    parts = tmp_path / "some.parquet.parts"
    end = time.monotonic() + 600
    while not (list(parts.glob("0*.parquet")) if to_disk else begun.exists()):
        assert process.poll() is None and time.monotonic() < end
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=600)
    assert process.returncode == 130, err
    assert out == ""
    told = re.fullmatch(
        r"Stopped: ([\d,]+) of 500,000,000 matches (were played|are in .*)\.\n", err
    )
    assert told, err
    assert int(told[1].replace(",", "")) > 0
    if to_disk:
        assert str(parts) in err
        assert err.endswith("The same command with --resume goes on.\n")
        assert not path.exists()
