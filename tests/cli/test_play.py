"""``slime play``, ``slime rules`` and ``slime lab`` from the inside."""

from __future__ import annotations

import html.parser
import json
import os
import socket
import stat
from pathlib import Path
from typing import Any

import pytest

import slime
from slime.cli import main
from slime.game.presets import ALIASES, PRESETS
from slime.game.transcript import match_text


def said(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert main([*args, "--language", "en"]) == 0
    return capsys.readouterr().out


class TestPlay:
    def test_it_is_the_match_of_that_seed(self, capsys: pytest.CaptureFixture[str]) -> None:
        shown = said(
            capsys, "play", "--seed", "7", "--players", "4", "--number", "3", "--width", "88"
        )
        match = slime.Match("slime-licker", 4, "lowest", 7, number=3).finish()
        with slime.language("en"):
            assert shown == match_text(match, "en", width=88)

    def test_rules_players_strategies_deals(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        file = tmp_path / "match.jsonl"
        names = ["Anna", "Boris", "Vera", "Gleb"]
        strategies = ["random", "lowest", "random", "lowest"]
        shown = said(
            capsys,
            *("play", "--rules", "king-and-slave", "wild=23", "--players", *names),
            *("--strategies", *strategies, "--deals", "2", "-o", str(file)),
        )
        assert shown.endswith(f"The record is in {file}.\n")
        text = file.read_text(encoding="utf-8")
        rules = slime.rules("king-and-slave", wild="23", match={"deals": 2})
        match = slime.Match(rules, names, strategies, 1).finish()
        assert text == match.record()
        result = slime.replay(text)
        assert result["ok"]
        assert result["deals"] == 2
        assert json.loads(text.splitlines()[0])["meta"]["strategies"] == strategies

    def test_names_with_commas(self, capsys: pytest.CaptureFixture[str]) -> None:
        shown = said(capsys, "play", "--players", "Anna,Boris,Vera,Gleb", "--deals", "1")
        assert "Players, clockwise: Anna, Boris, Vera and Gleb" in shown

    def test_the_record_alone(self, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
        assert main(["play", "-o", "-", "--deals", "1", "--players", "Аня", "b", "c", "d"]) == 0
        text = capfdbinary.readouterr().out.decode("utf-8")
        assert slime.replay(text)["ok"]
        assert text.count("\n") == 2

    def test_quiet(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        file = tmp_path / "m.jsonl"
        assert said(capsys, "play", "--quiet", "--deals", "1", "--record", str(file)) == ""
        assert file.exists()

    def test_the_file_is_replaced_whole(self, tmp_path: Path, monkeypatch: Any) -> None:
        file = tmp_path / "m.jsonl"
        file.write_text("old")
        args = ["play", "--quiet", "--deals", "1", "-o", str(file)]

        def fail(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "replace", fail)
        assert main(args) == 2
        assert file.read_text() == "old"
        assert [path.name for path in tmp_path.iterdir()] == ["m.jsonl"]
        monkeypatch.undo()
        assert main(args) == 0
        assert slime.replay(file.read_text())["ok"]
        if os.name != "nt":
            mask = os.umask(0)
            os.umask(mask)
            assert stat.S_IMODE(file.stat().st_mode) == 0o666 & ~mask

    def test_story(self, capsys: pytest.CaptureFixture[str]) -> None:
        shown = said(capsys, "play", "--story", "--deals", "1", "--players", "4")
        assert "Deal 1. " in shown
        assert "wins the trick" in shown
        assert "The deal is over. Places:" in shown
        assert "Columns are seats" not in shown

    @pytest.mark.parametrize(
        ("args", "named"),
        [
            (["--rules", "king-and-slave", "scoring=0,0,0,0,0"], "(deals)"),
            (["--rules", "king-and-slave", f"match=target:{10**17}"], "--deals"),
            (["--number", "-1"], "--number"),
            (["--strategies", "patient(until=99)"], "от 0 до 8"),
            (["--strategies", "patient(til=1)"], "until"),
            (["--strategies", "lowest(x=1)"], "нет"),
            (["--strategies", "patient(until"], "patient(until"),
            (["--record", "."], "это папка"),
        ],
    )
    def test_what_cannot_be_is_told_before_the_first_card(
        self, args: list[str], named: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["play", *args, "--language", "ru"]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.count("\n") == 1
        assert named in err

    def test_in_russian(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["play", "--deals", "2", "--language", "ru"]) == 0
        shown = capsys.readouterr().out
        assert "Карты после сдачи" in shown
        assert "Раздача 2" in shown


class TestRules:
    def test_the_card(self, capsys: pytest.CaptureFixture[str]) -> None:
        shown = said(capsys, "rules", "king-and-slave", "must_play=yes", "--width", "70")
        card = slime.rules("king-and-slave", must_play=True).card("en")
        assert shown == card.text(70) + "\n"
        assert main(["rules", "king-and-slave", "--width", "-5"]) == 2
        assert "--width" in capsys.readouterr().err

    def test_markdown_and_html(self, capsys: pytest.CaptureFixture[str]) -> None:
        card = slime.rules("slime-licker").card("en")
        assert said(capsys, "rules", "slime-licker", "--form", "markdown") == card.markdown()
        page = said(capsys, "rules", "slime-licker", "--form", "html")
        assert card._repr_html_() in page
        tags: list[str] = []
        reader = html.parser.HTMLParser()
        reader.handle_starttag = lambda tag, attrs: tags.append(tag)  # type: ignore[method-assign]
        reader.feed(page)
        assert tags[:3] == ["html", "head", "meta"]

    def test_the_list(self, capsys: pytest.CaptureFixture[str]) -> None:
        shown = " ".join(said(capsys, "rules").split())
        assert all(name in shown for name in [*PRESETS, *ALIASES])
        assert "10 seating=fixed" in shown


class TestLab:
    def test_copy_only(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        shown = said(capsys, "lab", str(tmp_path / "mine"), "--copy-only")
        assert str(tmp_path / "mine" / "en") in shown
        assert (tmp_path / "mine" / "en").is_dir()

    @pytest.mark.parametrize("args", [["", "--copy-only"], [".", "--port", "0"]])
    def test_nothing_is_copied_where_it_cannot_work(
        self,
        args: list[str],
        capsys: pytest.CaptureFixture[str],
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.chdir(tmp_path)
        assert main(["lab", *args, "--language", "ru"]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert "нужно имя папки" in err or "от 1 до 65535" in err
        assert list(tmp_path.iterdir()) == []

    def test_a_port_that_is_taken(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = str(taken.getsockname()[1])
            assert main(["lab", str(tmp_path), "--port", port, "--language", "ru"]) == 2
        assert f"порт {port} занят" in capsys.readouterr().err

    def test_without_jupyter(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: Any
    ) -> None:
        import importlib.util

        real = importlib.util.find_spec
        monkeypatch.setattr(
            importlib.util, "find_spec", lambda name: None if name == "jupyterlab" else real(name)
        )
        assert main(["lab", str(tmp_path), "--no-browser", "--language", "en"]) == 2
        assert "JupyterLab is not installed" in capsys.readouterr().err

    def test_it_waits_for_the_server(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: Any
    ) -> None:
        import slime.app.launcher

        asked: dict[str, object] = {}

        class Server:
            address = "http://127.0.0.1:1/lab"

            def wait(self) -> int:
                asked["waited"] = True
                return 0

        def open_lab(copied: object, **options: object) -> Server:
            asked.update(options)
            return Server()

        monkeypatch.setattr(slime.app.launcher, "open_lab", open_lab)
        shown = said(capsys, "lab", str(tmp_path), "--no-browser", "--port", "9001")
        assert asked == {"browser": False, "port": 9001, "waited": True}
        assert Server.address in shown
