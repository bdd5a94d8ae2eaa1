"""Where compiled code is kept, and when it is stale.

numba notices a change of the file that a compiled function stands in, not of the files it
calls.  The rules live in many files, so what is compiled here is filed under a hash of all that
the function reaches; other functions' caches are left alone.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, ClassVar

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

from slime.engine import layout
from slime.simulation.kernel import run_matches

#: Code compiled by other versions is deleted when it was not used for so long.
UNUSED_DAYS = 30
_STAMP = re.compile(r"[0-9a-f]{24}")


def reached(*functions: Any) -> list[Any]:
    """These functions and all of this package that they call, however far down.

    >>> from slime.engine.hands import lowest_cards
    >>> [function.__name__ for function in reached(lowest_cards)]
    ['low_bit', 'lowest_cards']
    """
    found: dict[Any, None] = {}
    todo = list(functions)
    while todo:
        function = todo.pop()
        if isinstance(function, FunctionType) and function not in found:
            found[function] = None
            todo += [value for _, value in _used(function)]
    return sorted(found, key=lambda f: (f.__module__, f.__qualname__))


def _used(function: Any) -> Iterator[tuple[str, Any]]:
    """Names and values of the functions of this package and the constants that a function uses."""
    names = function.__code__.co_names
    for name in names:
        value = function.__globals__.get(name)
        if isinstance(value, ModuleType) and value.__name__.startswith("slime."):
            yield from ((f"{name}.{n}", getattr(value, n, None)) for n in names)
        elif isinstance(value, FunctionType) and not value.__module__.startswith("slime."):
            continue
        else:
            yield name, value


def files_of(*functions: Any) -> list[Path]:
    """The files that functions stand in, with all that they call, and those that shape them."""
    files = {str(layout.__file__), str(Path(__file__).with_name("compiled.py"))}
    for function in reached(*functions):
        files |= {function.__code__.co_filename, str(sys.modules[function.__module__].__file__)}
    return sorted(Path(file) for file in files if os.path.exists(file))


#: Lies in the folder of compiled code once all was compiled ahead.
WHOLE = "whole"


@cache
def stamp(*functions: Any) -> str:
    """A hash of all that compiled code is made from: files, constants, the compiler's version.

    Of some functions, or of the simulator's loop.
    """
    if not functions:
        return stamp(run_matches)
    checked = numba.config.BOUNDSCHECK
    digest = hashlib.sha256(f"{numba.__version__} {sys.version} {checked}".encode())
    for file in files_of(*functions):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    for function in reached(*functions):  # constants may come from any module
        for name, value in _used(function):
            if isinstance(value, (int, tuple)):
                digest.update(f"{function.__name__} {name} {value};".encode())
    return digest.hexdigest()[:24]


def cache_folder() -> Path:
    """The folder for compiled code: the user's own, or a temporary one where none can be written.

    ``NUMBA_CACHE_DIR`` comes first, then ``XDG_CACHE_HOME``, then ``~/.cache``.
    """
    names = ["NUMBA_CACHE_DIR", "XDG_CACHE_HOME", *["LOCALAPPDATA"] * (os.name == "nt")]
    named = next(filter(None, map(os.environ.get, names)), None)
    folder = Path(named or Path.home() / ".cache") / "slime" / stamp()
    if (named or Path.home() != Path("/")) and _writable(folder):
        prune(folder)
        return folder
    user = getattr(os, "getuid", lambda: "user")()
    own = Path(tempfile.gettempdir()) / f"slime-{user}"
    if _only_ours(own) and _writable(own / stamp()):
        return own / stamp()
    return Path(tempfile.mkdtemp(prefix="slime-"))


def prune(folder: Path) -> None:
    """Note that a folder of compiled code is used, and delete those beside it unused for long."""
    with contextlib.suppress(OSError):
        os.utime(folder)
        for other in folder.parent.iterdir():
            old = time.time() - other.stat().st_mtime > UNUSED_DAYS * 86_400
            if old and _STAMP.fullmatch(other.name) and not other.is_symlink():
                shutil.rmtree(other, ignore_errors=True)


def _only_ours(folder: Path) -> bool:
    """Make a folder that nobody else can write to: what lies in it will be run."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return False
    user = getattr(os, "getuid", lambda: found.st_uid)()
    shared = os.name != "nt" and found.st_mode & 0o022
    return folder.is_dir() and not folder.is_symlink() and found.st_uid == user and not shared


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


def keep(dispatcher: Any) -> Any:
    """Let a compiled function be kept on disk under the stamp of all that it is made from."""
    function = dispatcher.py_func

    folder = str(cache_folder())

    class Locator(_CacheLocator):  # type: ignore[misc]
        def get_cache_path(self) -> str:
            return folder

        def get_source_stamp(self) -> str:
            return stamp(function)

        def get_disambiguator(self) -> str:
            return str(function.__module__)

        @classmethod
        def from_function(cls, py_func: Any, py_file: str) -> Locator:
            return cls()

    class Impl(CompileResultCacheImpl):  # type: ignore[misc]
        _locator_classes: ClassVar = [Locator]

    class Cache(FunctionCache):  # type: ignore[misc]
        _impl_class = Impl

    dispatcher._cache = Cache(function)
    return dispatcher
