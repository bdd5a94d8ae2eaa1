"""`start.py`: what it does and says before the project is installed."""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from slime.i18n import words

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """As much of the project as start.py needs, in a folder with a blank in its name."""
    folder = tmp_path / "a copy"
    shutil.copytree(ROOT / "slime/i18n", folder / "slime/i18n")
    for name in ("__init__.py", "__init__.pyi", "_lazy.py"):
        shutil.copy(ROOT / "slime" / name, folder / "slime")
    for name in ("start.py", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, folder)
    return folder


@pytest.fixture
def start(copy: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("start_copy", copy / "start.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(copy: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1", **variables}
    command = [sys.executable, "start.py", *arguments]
    return subprocess.run(command, check=False, cwd=copy, env=env, capture_output=True, text=True)


def test_an_old_python_can_read_it_and_is_told() -> None:
    source = (ROOT / "start.py").read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 6))
    code = (
        "import runpy, sys\n"
        "sys.version_info = (3, 9, 18)\n"
        "runpy.run_path('start.py', run_name='__main__')"
    )
    how = {"cwd": ROOT, "capture_output": True, "text": True, "encoding": "utf-8"}
    done = subprocess.run([sys.executable, "-c", code], check=False, **how)
    assert done.returncode == 2
    assert done.stderr.splitlines()[0].startswith("slime needs Python 3.11 or newer, this is 3.9.")
    assert "Traceback" not in done.stderr


def test_it_uses_the_standard_library_and_words_only(copy: Path) -> None:
    command = [sys.executable, "-E", "-s", "-S", "start.py", "--help"]
    done = subprocess.run(command, check=False, cwd=copy, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Set up slime in this folder")


def test_debian_without_ensurepip(copy: Path, start: ModuleType) -> None:
    (copy / "ensurepip.py").write_text("raise ImportError")
    done = run(copy, "test")
    debian = Path("/etc/debian_version").exists()
    say = words("en")("start.no_ensurepip_debian" if debian else "start.no_ensurepip")
    assert (done.returncode, done.stderr.strip(), done.stdout) == (1, say, "")
    assert "sudo apt install python3-venv" in words("ru")("start.no_ensurepip_debian")
    assert not (copy / ".venv").exists()
    assert "venv" in run(copy, "--language", "ru").stderr


def test_packages_that_cannot_be_had(copy: Path) -> None:
    done = run(copy, "test", PIP_NO_INDEX="1", PIP_FIND_LINKS="", CI="true")
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith("Could not install: ")
    assert "hatchling" in line
    assert str(copy / ".venv/slime-install.log") in line
    assert [text.endswith("...") for text in done.stdout.splitlines()] == [True] * 3
    # The environment is known as this folder's, and as not ready.
    assert json.loads((copy / ".venv/slime-start.json").read_text()) == {"here": str(copy)}


class TestSetUp:
    """What is made and installed, and when; with the slow parts replaced by notes of them."""

    @pytest.fixture
    def did(self, start: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        did: list[str] = []

        def make(w: object) -> None:
            did.append("environment")
            start.VENV.mkdir(exist_ok=True)

        monkeypatch.setattr(start, "make_environment", make)
        monkeypatch.setattr(start, "install", lambda extras, w: did.append("+".join(extras)))
        monkeypatch.setattr(start, "works", lambda: "environment" in did)
        return did

    def test_the_second_time_nothing_is_done(self, start: ModuleType, did: list[str]) -> None:
        for _ in range(2):
            start.set_up(["lab"], words("en"))
        assert did == ["environment", "lab"]

    def test_extras_come_on_top(self, start: ModuleType, did: list[str]) -> None:
        for extras in (["lab"], ["lab", "test"], ["lab"]):
            start.set_up(extras, words("en"))
        assert did == ["environment", "lab", "lab+test"]

    @pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt"])
    def test_other_packages_are_installed(
        self, start: ModuleType, did: list[str], copy: Path, name: str
    ) -> None:
        start.set_up(["lab"], words("en"))
        with (copy / name).open("a") as file:
            file.write("# more\n")
        start.set_up(["lab"], words("en"))
        assert did == ["environment", "lab", "lab"]

    def test_a_moved_folder_gets_a_new_environment(self, start: ModuleType, did: list[str]) -> None:
        start.set_up(["lab", "test"], words("en"))
        stamp = json.loads(start.STAMP.read_text())
        start.STAMP.write_text(json.dumps({**stamp, "here": "elsewhere", "of": "other"}))
        start.set_up(["lab"], words("en"))
        assert did == ["environment", "lab+test", "environment", "lab"]

    def test_a_stopped_install_is_done_again_and_clears_nothing(
        self, start: ModuleType, did: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def stopped(extras: list[str], w: object) -> None:
            did.append("stopped")
            raise KeyboardInterrupt

        with monkeypatch.context() as first:
            first.setattr(start, "install", stopped)
            with pytest.raises(KeyboardInterrupt):
                start.set_up(["lab"], words("en"))
        start.set_up(["lab"], words("en"))
        assert did == ["environment", "stopped", "lab"]

    def test_a_broken_stamp_is_no_stamp(self, start: ModuleType, did: list[str]) -> None:
        start.set_up(["lab"], words("en"))
        start.STAMP.write_text("[")
        start.set_up(["lab"], words("en"))
        assert did == ["environment", "lab"] * 2


@pytest.mark.parametrize(
    ("argv", "computer", "expected"),
    [
        ([], "ru_RU.UTF-8", "ru"),
        ([], "C", "en"),
        (["--language", "ru"], "C", "ru"),
        (["--language=en", "--no-browser"], "ru_RU.UTF-8", "en"),
        (["--language"], "C", "en"),
        (["--language", "de"], "C", "en"),
    ],
)
def test_the_language_it_speaks(
    start: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    argv: list[str],
    computer: str,
    expected: str,
) -> None:
    monkeypatch.setenv("LC_ALL", computer)
    assert start.wanted_language(argv) == expected


def test_the_last_line_that_says_why(start: ModuleType) -> None:
    log = "Collecting\nERROR: first\n  ERROR: why it failed\nnote: more\n\n"
    assert start.last_line(log, "ERROR:") == "why it failed"
    assert start.last_line("a\nb\n", "ERROR:") == "b"
    assert start.last_line("", "ERROR:") == "?"


@pytest.mark.skipif(os.name == "nt", reason="a console tells all its programs")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_what_it_runs_ends_with_it_whoever_is_told(copy: Path, name: str) -> None:
    inner = "import os, time; print(os.getpid(), flush=True); time.sleep(60)"
    code = f"import start, sys; sys.exit(start.run([sys.executable, '-c', {inner!r}], None))"
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, cwd=copy, stdout=subprocess.PIPE, text=True) as outer:
        assert outer.stdout is not None
        child = int(outer.stdout.readline())
        outer.send_signal(getattr(signal, name))  # to it alone, as `kill` does
        outer.wait(30)
        with pytest.raises(ProcessLookupError):
            os.kill(child, 0)


def test_its_help_names_the_options(copy: Path) -> None:
    assert "--no-browser" in run(copy, "--help").stdout
