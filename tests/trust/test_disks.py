"""A full disk, two programs at once, a folder that cannot be written, no HOME."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from slime._files import locked, write_file
from slime.simulation import parquet, write_parquet

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of one megabyte."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        folder = Path("/dev/full")  # what cannot be mounted can still be full
    yield folder
    if folder.is_dir():
        subprocess.run(["umount", str(folder)], check=False)


def fill(folder: Path) -> None:
    with contextlib.suppress(OSError), (folder / "ballast").open("wb", buffering=0) as file:
        while file.write(b"x" * 4096):
            pass


def kit(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", **environment}
    return subprocess.run(
        [sys.executable, "-m", "slime", *arguments, "--language", "en"],
        capture_output=True,
        text=True,
        env=env,
        timeout=300,
        check=False,
    )


def test_a_full_disk_keeps_no_half_file(small_disk: Path) -> None:
    if not small_disk.is_dir():
        with pytest.raises(OSError, match="space"):
            write_file(small_disk, "x" * 10_000)
        return
    (small_disk / "kept.txt").write_text("old")
    fill(small_disk)
    with pytest.raises(OSError, match="space") as found:
        write_file(small_disk / "kept.txt", "x" * 100_000)
    assert found.value.filename == str(small_disk / "kept.txt")
    assert (small_disk / "kept.txt").read_text() == "old"
    assert sorted(path.name for path in small_disk.iterdir()) == ["ballast", "kept.txt"]


def test_a_run_on_a_full_disk_is_gone_on_with(
    small_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "ROWS", 600)
    size = {"matches": 60, "deals": 6, "engine": "interpreted", "progress": False}
    if not small_disk.is_dir():
        assert os.getuid() != 0 or "CI" in os.environ, "root can mount a small disk"
        pytest.skip("no small disk can be mounted here")
    file = small_disk / "run.parquet"
    real = parquet._File._write

    def late(self: parquet._File, tables: object, path: Path) -> None:
        if path.name == "00000001.parquet" and not (small_disk / "ballast").exists():
            fill(small_disk)
        real(self, tables, path)

    monkeypatch.setattr(parquet._File, "_write", late)
    with pytest.raises(parquet.DiskFull, match=r"run\.parquet.*20 of 60.*resume"):
        write_parquet(file, **size)
    parts = {path.name for path in (small_disk / "run.parquet.parts").iterdir()}
    assert parts - {".lock"} == {"plan.json", "00000000.parquet"} and not file.exists()
    (small_disk / "ballast").write_bytes(b"")
    assert write_parquet(file, **size, resume=True) == 60 * 6 * 5
    assert not (small_disk / "run.parquet.parts").exists()


def test_a_damaged_part_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "ROWS", 600)
    size = {"matches": 60, "deals": 6, "engine": "interpreted", "progress": False}
    file = tmp_path / "run.parquet"

    def halt(self: parquet._File) -> None:
        raise KeyboardInterrupt

    join = parquet._File.join
    monkeypatch.setattr(parquet._File, "join", halt)
    with pytest.raises(parquet.Interrupted):
        write_parquet(file, **size)
    monkeypatch.setattr(parquet._File, "join", join)
    part = tmp_path / "run.parquet.parts" / "00000001.parquet"
    data = bytearray(part.read_bytes())
    data[8:80] = bytes(72)
    part.write_bytes(data)
    with pytest.raises(parquet.Damaged, match=r"00000001\.parquet"):
        write_parquet(file, **size, resume=True)
    part.unlink()
    assert write_parquet(file, **size, resume=True) == 60 * 6 * 5


def test_a_folder_in_use_says_so(tmp_path: Path) -> None:
    folder = tmp_path / "run.parquet.parts"
    folder.mkdir()
    run = ("simulate", "--matches", "4", "--deals", "3", "--quiet", "--out")
    with locked(folder / ".lock"):
        done = kit(*run, str(tmp_path / "run.parquet"))
        assert done.returncode == 2 and "in use by another program" in done.stderr
        with pytest.raises(ValueError, match="in use"), locked(folder / ".lock"):
            pass
    assert kit(*run, str(tmp_path / "run.parquet")).returncode == 0


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be taken away")
def test_two_who_wait_for_a_lock_do_not_both_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One opens the file, its owner takes it away, the one locks it: a third made a new one."""
    filelock = pytest.importorskip("filelock")
    real, late = filelock.FileLock.acquire, []

    def slow(self: Any, *args: Any, **how: Any) -> Any:
        found = real(self, *args, **how)
        if not late:  # as if the owner before had let go just now
            late.append(True)
            os.unlink(file)
        return found

    file = tmp_path / ".lock"
    monkeypatch.setattr(filelock.FileLock, "acquire", slow)
    with locked(file):
        done = kit_locks(file)
        assert done.returncode == 1 and "in use" in done.stderr
    assert not file.exists() and kit_locks(file).returncode == 0


def kit_locks(file: Path) -> subprocess.CompletedProcess[str]:
    """Another program that wants a lock."""
    code = f"from slime._files import locked\nwith locked({str(file)!r}): pass"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False
    )


def test_without_home_and_where_nothing_can_be_written(tmp_path: Path) -> None:
    env = {"HOME": "/nonexistent", "XDG_CACHE_HOME": "", "NUMBA_CACHE_DIR": ""}
    done = kit("play", "--seed", "1", **env)
    assert done.returncode == 0 and done.stdout
    done = kit("simulate", "--matches", "5", "--deals", "2", "--out", "/proc/x.parquet", **env)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "/proc" in done.stderr


def test_a_terminal_of_ascii_prints_what_can_be_read() -> None:
    done = kit("play", "--seed", "1", PYTHONIOENCODING="ascii")
    assert done.returncode == 0 and done.stdout.isascii() and "\\u" not in done.stdout
