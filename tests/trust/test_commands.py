"""Every command that writes: on a full disk, without a home, where nothing may be written, twice.

What there is comes from the parser: an option or argument that names a file or folder to write is
tried; a new one that is not known here fails the test of the table.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from slime.cli import command_names, make_parser

ROOT = Path(__file__).resolve().parents[2]
#: What each command that writes is asked, by command and option: {} is the file or folder.
WRITING = {
    ("play", "record"): "play --deals 1 --quiet --record {}/m.jsonl",
    ("simulate", "out"): "simulate --matches 300 --deals 9 --quiet --out {}/r.parquet",
    ("tournament", "table"): "tournament lowest random --matches 1 --deals 1 --table {}/t.csv",
    ("tournament", "figure"): "tournament lowest random --matches 1 --deals 1 --figure {}/t.html",
    ("tournament", "state"): "tournament lowest random --matches 1 --deals 1 --state {}/kept",
    ("tournament", "template"): "tournament --template {}/mine.py",
    ("trial", "save"): "trial --claims 5 --workers 1 --save {}/t.json",
    ("trial", "forest"): "trial --claims 5 --workers 1 --forest {}/t.html",
    ("trial", "state"): "trial --claims 5 --workers 1 --state {}/parts",
    ("lab", "folder"): "lab --copy-only {}/lessons",
    ("site", "folder"): "site {}/site",
}
#: What names a file or folder and is read, or the same as one above.
READING = {
    ("replay", "file"),
    ("trial", "second"),
    ("lab", "html"),
    ("open", "folder"),
    ("site", "pyodide"),
}
PLACES = {"FILE", "FOLDER", "NOTEBOOK"}
#: What the lessons' folder keeps of itself.
LEDGER = ".slime-lessons.json"


def test_the_table_has_every_option_that_names_a_place() -> None:
    found = set()
    for name in command_names():
        parser = make_parser([name])
        (commands,) = (a for a in parser._actions if a.dest == "command")
        for action in commands.choices[name]._actions:  # type: ignore[index, union-attr, call-overload]
            if action.metavar in PLACES:
                found.add((name, action.dest))
    assert found == WRITING.keys() | READING


def kit(asked: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", **environment}
    words = asked.replace("{}", str(folder)).split()
    return subprocess.run(
        [sys.executable, "-m", "slime", *words, "--language", "en"],
        capture_output=True,
        text=True,
        env=env,
        timeout=300,
        check=False,
        cwd=folder.parent,
    )


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A disk on which nothing is left but room for names."""
    folder = tmp_path_factory.mktemp("full") / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        assert os.getuid() != 0 or "CI" in os.environ, "root can mount a small disk"
        pytest.skip("no small disk can be mounted here")
    with (folder / "ballast").open("wb", buffering=0) as ballast:
        try:
            while ballast.write(b"x" * 4096):
                pass
        except OSError:
            pass
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=False)


def told_in_a_line(done: subprocess.CompletedProcess[str]) -> None:
    assert done.returncode == 2, (done.returncode, done.stderr)
    assert "Traceback" not in done.stderr
    (line,) = done.stderr.strip().splitlines()
    assert line.startswith("slime: ")


def files_in(folder: Path) -> set[str]:
    """Files with something in them, but for locks."""
    every = (f for f in folder.rglob("*") if f.is_file() and f.name != "ballast")
    return {str(f.relative_to(folder)) for f in every if not f.name.endswith("lock")}


every = pytest.mark.parametrize("which", WRITING, ids=" ".join)


@every
def test_a_full_disk_is_told_and_nothing_is_left_half_written(
    which: tuple[str, str], full: Path
) -> None:
    done = kit(WRITING[which], full)
    told_in_a_line(done)
    assert "space" in done.stderr
    left = files_in(full)
    assert not left, left


@every
def test_where_nothing_may_be_written_it_is_told(which: tuple[str, str]) -> None:
    done = kit(WRITING[which], Path("/proc/self"))
    told_in_a_line(done)
    assert "/proc/self" in done.stderr


@every
def test_without_a_home_installed_for_reading_and_twice_at_once(
    which: tuple[str, str], tmp_path: Path
) -> None:
    folder = tmp_path / "f"
    folder.mkdir()
    inside = ["--tmpfs", "/tmp", "--bind", str(folder), str(folder), "--chdir", str(folder)]
    box = ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", *inside]
    if not shutil.which("bwrap") or subprocess.run([*box, "true"], check=False).returncode != 0:
        box = []  # then the kit's own folder can be written, and is not
    words = WRITING[which].replace("{}", str(folder)).split()
    command = [*box, sys.executable, "-m", "slime", *words, "--language", "en"]
    none = {"HOME": "/nonexistent", "XDG_CACHE_HOME": "", "NUMBA_CACHE_DIR": ""}
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", **none}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "env": env}
    runs = [subprocess.Popen(command, **pipes) for _ in range(2)]  # type: ignore[call-overload]
    ends = [(run.communicate(timeout=300)[1].strip(), run.returncode) for run in runs]
    assert 0 in {code for _, code in ends}, ends
    for told, code in ends:
        assert code in (0, 2) and "Traceback" not in told, told
        assert code == 0 or len(told.splitlines()) == 1
    left = {Path(name).name for name in files_in(folder)}
    assert left and not any(n.startswith((".slime-", ".0")) for n in left - {LEDGER}), left
