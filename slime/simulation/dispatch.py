"""Who plays for a player: one branch a built-in strategy, made from the registry.

``S[STRATEGY_ID + p]`` is the number of a built-in strategy in the registry's order, or `ASK` or
`COMPILED`: the engine stops and waits for an answer from outside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from slime.engine.layout import STRATEGY_ID
from slime.engine.marks import HOT, hot, rule
from slime.strategies.registry import registry

#: Plain Python answers for this player.
ASK = -1
#: A learner's own compiled strategy answers for this player.
COMPILED = -2

#: Who plays where nothing is said; its loop is compiled apart, so that it is there first.
BASELINE = "lowest"
#: Those that are asked inside of the loop, and their numbers.
_INNER = [s for s in registry().values() if s.kind == "built-in"]
NUMBERS = {s.name: i for i, s in enumerate(_INNER)}
#: Numbers of those that are short and often used: their loop is compiled apart, without the
#: others, so that it is fast and soon there.  Their functions are marked `slime.engine.marks.hot`.
QUICK = frozenset(NUMBERS[s.name] for s in _INNER if s.choose in HOT)


def _switch(name: str, arguments: str, functions: list[Callable[..., int]]) -> Callable[..., int]:
    """A function that calls number ``S[STRATEGY_ID + me]`` of some functions, branch by branch.

    With `general_loop` None only the baseline is there, with `all_strategies` None only the quick
    strategies; a compiler leaves the rest out.
    """

    def branches(numbers: Iterable[int]) -> list[str]:
        lines = [f"        kind = S[{STRATEGY_ID} + me]"]
        for i in numbers:
            lines += [f"        if kind == {i}:", f"            return f{i}({arguments})"]
        return lines

    lines = [
        f"def {name}({arguments}, general_loop, all_strategies):",
        "    if general_loop is None:",
        f"        return f{NUMBERS[BASELINE]}({arguments})",
        "    elif all_strategies is None:",
        *branches(sorted(QUICK)),
        "    else:",
        *branches(range(len(functions))),
        "    return 0",
    ]
    space: dict[str, Any] = {f"f{i}": f for i, f in enumerate(functions)}
    exec("\n".join(lines), space)
    made: Callable[..., int] = space[name]
    made.__module__ = __name__
    return hot(rule(made))


choose = _switch("choose", "S, me", [s.choose for s in _INNER])
give = _switch("give", "S, me, count", [s.give for s in _INNER])
