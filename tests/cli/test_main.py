"""The command as a whole: help, languages, errors in one line, pipes, signals."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import slime
from slime.cli import command_names, main, make_parser, named_language
from slime.cli._command import complaint
from slime.i18n import LANGUAGES, language, words

ROOT = Path(__file__).resolve().parents[2]
CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)


def start(*args: str, **settings: object) -> subprocess.Popen[bytes]:
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "LC_ALL": "C.UTF-8"}
    return subprocess.Popen(
        [sys.executable, "-m", "slime", *args],
        env={**env, **settings.pop("env", {})},  # type: ignore[dict-item]
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **settings,  # type: ignore[call-overload]
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_of_everything(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--language", lang]) == 0
    said = capsys.readouterr().out
    assert main(["--language", lang, "--help"]) == 0
    assert capsys.readouterr().out == said
    for name in command_names():
        assert f"  {name} " in said
        assert main([name, "--language", lang, "--help"]) == 0
        shown = capsys.readouterr().out
        assert words(lang)("cli.usage") + f"slime {name}" in shown
        assert f"slime {name}" in shown.split("-h, --help")[1]  # there are examples
    assert bool(CYRILLIC.search(said)) == (lang == "ru")


def test_commands() -> None:
    names = command_names()
    assert names[:6] == ["play", "rules", "replay", "simulate", "open", "lab"]
    assert names[6:8] == ["site", "doctor"]
    assert not any(name.startswith("_") for name in names)
    everything = make_parser()
    text = everything.format_help()
    assert all(name in text for name in names)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"slime {slime.__version__}\n"


def test_help_loads_nothing_heavy() -> None:
    check = (
        "import sys; from slime.cli import main; main(['--help']);"
        "heavy = {'numba', 'numpy', 'pandas', 'plotly', 'ipywidgets', 'anywidget'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    run = subprocess.run(
        [sys.executable, "-c", check], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert run.stdout.splitlines()[-1] == "[]"


ERRORS = [
    ["frob"],
    ["play", "--seed", "x"],
    ["play", "--seed"],
    ["play", "--seed", "-1"],
    ["play", "--deals", "0"],
    ["play", "--players", "3"],
    ["play", "--players", "Anna", "Anna", "Boris", "Vera"],
    ["play", "--players", "Anna", "Anna", "Vera", "Gleb"],
    ["play", "--strategies", "nobody"],
    ["play", "--strategies", "lowest", "random"],
    ["play", "--rules", "chess"],
    ["play", "--rules", "slime-licker", "suits=9"],
    ["play", "--rules", "slime-licker", "colour=red"],
    ["play", "--rules", "king-and-slave", "joker_trump=yes", "jokers=0"],
    ["play", "--rules", "king-and-slave", "variants=99"],
    ["play", "--rules", "scoring=1,2,3"],
    ["play", "-o", "no-such-folder/match.jsonl"],
    ["play", "more"],
    ["play", "--frob"],
    ["rules", "slime-licker", "passing"],
    ["rules", "passing=locked", "passing=free"],
    ["rules", "--form", "pdf"],
    ["replay"],
    ["lab", "--port", "0"],
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("args", ERRORS, ids=" ".join)
def test_errors_are_one_line(
    args: list[str],
    lang: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*args, "--language", lang]) == 2
    out, err = capsys.readouterr()
    assert out == "" or args[0] == "lab"
    assert err.count("\n") == 1
    assert err.startswith("slime")
    assert "Traceback" not in err
    if lang == "ru" and args[0] != "lab":
        assert CYRILLIC.search(err)


def test_a_file_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "taken").mkdir()
    args = ["play", "--deals", "1", "--quiet", "-o", str(tmp_path / "taken")]
    assert main(args) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert err == f"slime: {tmp_path / 'taken'}: is a folder\n" or os.name == "nt"
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


class TestLanguage:
    def test_named(self) -> None:
        assert named_language(["play", "--language", "ru"]) == "ru"
        assert named_language(["--language=ru", "play"]) == "ru"

    def test_the_computers(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")
        assert named_language([]) == "ru"
        assert named_language(["--language", "en"]) == "en"
        assert named_language(["--language", "de"]) == "ru"  # the parser says what is wrong
        assert named_language(["--", "--language", "en"]) == "ru"

    def test_unknown(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["--language", "de", "rules"]) == 2
        assert "'de'" in capsys.readouterr().err

    def test_it_ends_with_the_command(self, capsys: pytest.CaptureFixture[str]) -> None:
        before = language()
        main(["rules", "--language", "ru"])
        assert language() == before
        assert CYRILLIC.search(capsys.readouterr().out)


class TestComplaints:
    @pytest.mark.parametrize(
        ("message", "russian"),
        [
            ("the following arguments are required: FILE", "не хватает: FILE"),
            ("unrecognized arguments: --a b", "непонятно: --a b"),
            ("argument --seed: expected one argument", "--seed: дальше нужно значение"),
            (
                "argument --players: expected at least one argument",
                "--players: дальше нужно хотя бы одно значение",
            ),
            (
                "argument --form: invalid choice: 'x' (choose from 'a', 'b')",
                "--form: 'x' — не одно из 'a', 'b'",
            ),
            (
                "argument --form: invalid choice: 'x' (choose from a, b)",
                "--form: 'x' — не одно из a, b",
            ),
            ("something new", "something new"),
        ],
    )
    def test_in_russian(self, message: str, russian: str) -> None:
        assert complaint(message, words("ru")) == russian


@pytest.mark.skipif(os.name == "nt", reason="pipes and signals of POSIX")
class TestProcess:
    def test_nobody_reads_on(self) -> None:
        process = start("play", "--deals", "200", "--story")
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.wait(60) == 141
        assert process.stderr.read() == b""

    def test_control_c(self) -> None:
        process = start("play", "--rules", "match=deals:1000000")
        assert process.stdout is not None
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        assert process.returncode == 130
        assert err.decode() == "Stopped.\n"

    def test_a_terminal_without_the_signs(self) -> None:
        settings = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii", "PYTHONCOERCECLOCALE": "0"}
        process = start("play", "--deals", "1", env=settings)
        out, err = process.communicate(timeout=60)
        assert process.returncode == 0, err.decode()
        assert b"\\u" not in out
        assert re.search(rb"\b[3-9JQKA10]+[cdhs]\b", out)
        process = start(
            "play", "--deals", "1", "-o", "-", "--players", "Аня", "b", "c", "d", env=settings
        )
        out, _ = process.communicate(timeout=60)
        assert "Аня" in out.decode("utf-8")
        assert slime.replay(out.decode("utf-8"))["ok"]
