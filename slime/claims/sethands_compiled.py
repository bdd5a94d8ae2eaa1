"""`slime.claims.sethands` compiled, and kept on disk under a stamp of its own."""

from __future__ import annotations

from typing import Any

from numba import njit
from numba.extending import register_jitable

from slime.claims import sethands
from slime.simulation import compiled
from slime.simulation.cache import keep
from slime.simulation.kernel import cells

for _function in sethands.FUNCTIONS:
    register_jitable(**compiled.OPTIONS)(_function)


@njit(nogil=True, **compiled.OPTIONS)  # type: ignore[untyped-decorator]
def _run(S: Any, B: Any, pack: Any, cursor: Any, seed: int, rest: Any) -> int:
    return sethands.run_set(cells(S), cells(B), cells(pack), cells(cursor), seed, *rest)


#: See `sethands.run_set`; the last argument is a tuple of what that takes after the seed.
run = keep(_run, "sethands", (sethands.__file__, __file__))

__all__ = ["run"]
