"""`slime.experiments.counterfactual_kernel` compiled, and kept on disk under a stamp of its own."""

from __future__ import annotations

from typing import Any

from numba import njit
from numba.extending import register_jitable

from slime.experiments import counterfactual_kernel as branch
from slime.simulation import compiled
from slime.simulation.cache import keep
from slime.simulation.kernel import cells

for _function in branch.FUNCTIONS:
    register_jitable(**compiled.OPTIONS)(_function)


@njit(nogil=True, **compiled.OPTIONS)  # type: ignore[untyped-decorator]
def _run(A: Any, B: Any, pack: Any, cursor: Any, seed: int, rest: Any) -> int:
    return branch.run_branches(cells(A), cells(B), cells(pack), cells(cursor), seed, *rest)


#: See `branch.run_branches`; the last argument is a tuple of what that takes after the seed.
run = keep(_run, "branch", (branch.__file__, __file__))

__all__ = ["run"]
