"""`slime.experiments.claims.sethands` compiled, and kept on disk under a stamp of its own."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from numba import njit
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.extending import register_jitable

from slime.experiments.claims import sethands
from slime.simulation import compiled
from slime.simulation.cache import _Locator, stamp

for _function in sethands.FUNCTIONS:
    register_jitable(**compiled._OPTIONS)(_function)


@cache
def _own_stamp() -> str:
    files = (sethands.__file__, __file__)
    digest = hashlib.sha256(b"\0".join(Path(str(file)).read_bytes() for file in files))
    return f"{stamp()}-{digest.hexdigest()[:16]}"


class _SetLocator(_Locator):
    def get_source_stamp(self) -> str:
        return _own_stamp()

    def get_disambiguator(self) -> str:
        return "sethands"


class _Impl(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = [_SetLocator]


class _Cache(FunctionCache):  # type: ignore[misc]
    _impl_class = _Impl


@njit(nogil=True, **compiled._OPTIONS)  # type: ignore[untyped-decorator]
def run(S: Any, B: Any, pack: Any, cursor: Any, seed: int, rest: Any) -> int:
    """See `sethands.run_set`; `rest` is what it takes after the seed."""
    a, b = compiled._cells(S), compiled._cells(B)
    return sethands.run_set(a, b, compiled._cells(pack), compiled._cells(cursor), seed, *rest)


run._cache = _Cache(run.py_func)

__all__ = ["run"]
