"""Files are written whole or not at all."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from slime._files import check_writable, write_file
from slime.i18n import language


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


def test_errors_name_the_file_that_was_asked_for(tmp_path: Path) -> None:
    for wanted, kind in ((tmp_path / "nowhere/file", FileNotFoundError), (tmp_path, OSError)):
        with pytest.raises(kind) as caught:
            write_file(wanted, "new")
        assert caught.value.filename == str(wanted)
        assert caught.value.filename2 is None
    assert list(tmp_path.iterdir()) == []


def test_no_name_is_the_folder_itself() -> None:
    with pytest.raises(IsADirectoryError):
        write_file("", "new")


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    real, link = tmp_path / "there/file", tmp_path / "link"
    real.write_text("old")
    link.symlink_to(real)
    write_file(link, "new")
    assert link.is_symlink()
    assert real.read_text() == "new"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_what_is_no_file_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    # A pipe stands for /dev/null and its like, which the administrator's rename would destroy.
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()), daemon=True)
    reader.start()
    write_file(pipe, "new")
    assert pipe.is_fifo()
    reader.join(10)
    assert got == [b"new"]
    assert list(tmp_path.iterdir()) == [pipe]


def test_a_target_is_checked_before_the_work(tmp_path: Path) -> None:
    check_writable(tmp_path / "new.txt")
    with pytest.raises(FileNotFoundError):
        check_writable(tmp_path / "none" / "new.txt")
    with pytest.raises(IsADirectoryError):
        check_writable(tmp_path)


@pytest.mark.parametrize("lang, said", [("en", "the name of a file"), ("ru", "имя файла")])
def test_what_is_no_name_is_refused_in_the_language_set(lang: str, said: str) -> None:
    with language(lang), pytest.raises(ValueError, match=f"path: {said}, .* 7"):
        write_file(7, "")  # type: ignore[arg-type]
