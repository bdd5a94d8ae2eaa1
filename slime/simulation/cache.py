"""Where compiled code is kept, and when it is stale.

numba notices a change of the file that a compiled function stands in, not of the files it
calls.  The rules live in many files, so what is compiled here is filed under a hash of all of
them; other functions' caches are left alone.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

from slime.engine import layout as state
from slime.engine.rule import PRIMITIVES, RULES


def _ours() -> list[Any]:
    """The rule functions of this package, in an order that no import changes."""
    found = [f for f in (*RULES, *PRIMITIVES) if f.__module__.startswith("slime.")]
    return sorted(found, key=lambda f: (f.__module__, f.__name__))


def rule_files() -> list[Path]:
    """All files with functions that the compiled loop may call, or that shape it."""
    from slime.simulation import compiled, dispatch, kernel

    files = {f.__code__.co_filename for f in _ours()}
    files |= {str(m.__file__) for m in (state, compiled, dispatch, kernel)}
    return sorted(Path(file) for file in files if os.path.exists(file))


@cache
def stamp() -> str:
    """A hash of the rule files, of the constants they use and of the compiler's version."""
    checked = numba.config.BOUNDSCHECK
    digest = hashlib.sha256(f"{numba.__version__} {sys.version} {checked}".encode())
    for file in rule_files():
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    for function in _ours():  # constants may come from any module
        for name in function.__code__.co_names:
            value = function.__globals__.get(name)
            if isinstance(value, int):
                digest.update(f"{function.__name__} {name} {value};".encode())
    return digest.hexdigest()[:24]


def cache_folder() -> Path:
    """The folder for compiled code: the user's own, or a temporary one where none can be written.

    ``NUMBA_CACHE_DIR`` comes first, then ``XDG_CACHE_HOME``, then ``~/.cache``.
    """
    candidates = []
    if os.environ.get("NUMBA_CACHE_DIR"):
        candidates.append(Path(os.environ["NUMBA_CACHE_DIR"]))
    elif os.environ.get("XDG_CACHE_HOME"):
        candidates.append(Path(os.environ["XDG_CACHE_HOME"]))
    elif os.name == "nt" and os.environ.get("LOCALAPPDATA"):
        candidates.append(Path(os.environ["LOCALAPPDATA"]))
    elif Path.home() != Path("/"):
        candidates.append(Path.home() / ".cache")
    for base in candidates:
        folder = base / "slime" / stamp()
        if _writable(folder):
            return folder
    user = getattr(os, "getuid", lambda: "user")()
    own = Path(tempfile.gettempdir()) / f"slime-{user}"
    if _only_ours(own) and _writable(own / stamp()):
        return own / stamp()
    return Path(tempfile.mkdtemp(prefix="slime-"))


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


def keep(dispatcher: Any, name: str = "loop", files: Sequence[str] = ()) -> Any:
    """Let a compiled function be kept on disk under the stamp of all rule files.

    Loops beside the simulator's have a `name` of their own and say what other `files` they
    stand in, so that the simulator's stamp does not depend on whether they were used before.
    """
    more = hashlib.sha256(b"\0".join(Path(file).read_bytes() for file in files)).hexdigest()
    mark = f"{stamp()}-{more[:16]}" if files else stamp()

    class Locator(_CacheLocator):  # type: ignore[misc]
        def __init__(self, py_func: Any) -> None:
            self._path = str(cache_folder())

        def get_cache_path(self) -> str:
            return self._path

        def get_source_stamp(self) -> str:
            return mark

        def get_disambiguator(self) -> str:
            return name

        @classmethod
        def from_function(cls, py_func: Any, py_file: str) -> Locator:
            return cls(py_func)

    class Impl(CompileResultCacheImpl):  # type: ignore[misc]
        _locator_classes = [Locator]

    class Cache(FunctionCache):  # type: ignore[misc]
        _impl_class = Impl

    dispatcher._cache = Cache(dispatcher.py_func)
    return dispatcher
