"""Writing files whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from slime._checks import invalid

if TYPE_CHECKING:
    from filelock import FileLock


def write_file(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write ``content`` (text as UTF-8) to ``path`` under another name first, then rename.

    So a reader never sees half a file, and a failure leaves the old one and nothing else. The
    file gets the permissions that any new file gets; the folder must exist. A link stays a link:
    the file it leads to is written. What is there and no file (a device such as ``/dev/null``, a
    pipe) is written to as it is, never replaced. Raises `OSError`, which names ``path``,
    and `ValueError` for what is no name.
    """
    named = file_name(path)
    target = Path(os.path.realpath(named))
    data = content.encode("utf-8") if isinstance(content, str) else content
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), named)
    if os.path.exists(named) and not target.is_file():
        with open(named, "wb") as stream:
            stream.write(data)
        return
    try:
        _write_and_rename(target, data)
    except OSError as problem:
        # Nobody asked for the passing name: what is to be told is the file that was wanted.
        if problem.errno is not None:
            problem.filename, problem.filename2 = named, None
        raise


def check_writable(path: str | os.PathLike[str]) -> None:
    """Raise the `OSError` that `write_file` would, before hours are spent on what to write."""
    named = file_name(path)
    target = Path(os.path.realpath(named))
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), named)
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), named)
    if not os.access(target if target.exists() else target.parent, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), named)


@contextlib.contextmanager
def locked(file: str | os.PathLike[str], wait: float = 0) -> Iterator[None]:
    """Hold a file as the sign that one program alone works beside it.

    ``ValueError`` if another one holds it, still so after `wait` seconds. Without the package
    filelock, or on a disk that knows no locks, it is not held.
    """
    try:
        from filelock import FileLock, Timeout
    except ImportError:
        yield
        return
    lock = FileLock(file)
    try:
        while not _acquire(lock, file, wait):
            pass
    except Timeout:
        raise invalid("checks.in_use", folder=Path(file).parent) from None
    except NotImplementedError:
        pass
    try:
        yield
    finally:
        if os.name != "nt":  # while nobody else has it
            _unlink(file)
        lock.release()
        if os.name == "nt":  # where a file that somebody has open cannot be taken away
            _unlink(file)


def _acquire(lock: FileLock, file: str | os.PathLike[str], wait: float) -> bool:
    """Acquire a lock; whether the file of that name is the one that is locked.

    Who waits may have opened the file before another one took it away, and lock what has no name
    any more; a third would make a new one.  One that is held open can be told from all others.
    """
    with open(file, "ab") as known:
        lock.acquire(timeout=wait)
        with contextlib.suppress(OSError):
            if os.path.samestat(os.fstat(known.fileno()), os.stat(file)):
                return True
        lock.release()
        return False


def _unlink(file: str | os.PathLike[str]) -> None:
    with contextlib.suppress(OSError):
        os.unlink(file)


def shipped(name: str) -> Path:
    """A folder that came with the kit: inside an installed package, beside it in the project."""
    here = Path(__file__).resolve().parent
    inside = here / name
    return inside if inside.is_dir() else here.parent / name


def may_be_name(text: str) -> bool:
    """Whether a text may be meant as a file's name: it is short and on one line, and no JSON.

    >>> may_be_name("anna.csv"), may_be_name('{"record": "slime/1"}')
    (True, False)
    """
    return len(text) < 1000 and not set("{\n\0") & set(text)


def file_name(path: str | os.PathLike[str]) -> str:
    """A file's name; ``ValueError`` for what no file is called."""
    if not isinstance(path, (str, os.PathLike)) or not isinstance(named := os.fspath(path), str):
        raise invalid("checks.path", got=path)
    if "\0" in named:
        raise invalid("checks.path_zero", got=named)
    return named


def _write_and_rename(target: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".slime-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        # mkstemp makes files for the owner alone; what the umask allows is to be had by asking.
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)
        os.replace(name, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
