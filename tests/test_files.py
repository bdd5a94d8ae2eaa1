"""Files are written whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from slime.files import write_file


def test_text_and_bytes(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_file(path, "туз\n")
    assert path.read_bytes() == "туз\n".encode()
    write_file(str(path), b"\x00")
    assert path.read_bytes() == b"\x00"


def test_a_failure_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_text("old")

    def full(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(OSError, match="no space left"):
        write_file(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_no_folder(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_file(tmp_path / "nowhere/file", "new")
