"""Players: built-in strategies by name, and learners' own.

>>> import slime.strategies
>>> slime.strategies.lowest
lowest
>>> sorted(slime.strategies.names())[:2]
['counter', 'highest']
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Sequence
from functools import cache
from typing import Any

from slime.strategies import builtin as book
from slime.strategies.base import Strategy, read_call

#: What this package also offers, and in which of its modules it is.
_OWN = {
    "from_function": "custom",
    "strategy": "custom",
    "StrategyFault": "custom",
    "View": "view",
    "from_file": "files",
    "template": "files",
}


@cache
def registry() -> dict[str, Strategy]:
    """All built-in strategies by name; each file of `slime.strategies.builtin` is one."""
    found = {}
    for info in sorted(pkgutil.iter_modules(book.__path__), key=lambda i: i.name):
        strategy = importlib.import_module(f"{book.__name__}.{info.name}").STRATEGY
        found[strategy.name] = strategy
    return found


def names() -> list[str]:
    """The names of the built-in strategies, in order."""
    return list(registry())


def find(which: Any) -> Strategy:
    """A strategy by name (``"patient"``, ``"patient(until=2)"``), or itself.

    A function of one argument is taken as a learner's own (see `from_function`).
    Raises ``ValueError`` for what is none.
    """
    if isinstance(which, Strategy):
        return which
    if isinstance(which, str):
        name, settings = read_call(which)
        if name not in registry():
            raise ValueError(
                f"strategies: there is no {which!r:.60}; there are {', '.join(registry())}"
            )
        return registry()[name](**settings)
    if callable(which) or callable(getattr(which, "choose", None)):
        from slime.strategies.custom import from_function

        return from_function(which)
    raise ValueError(
        f"strategies: a name ({', '.join(registry())}), a strategy or a function, not {which!r:.60}"
    )


def find_all(which: Any, players: int) -> list[Strategy | None]:
    """One strategy for each player, from one for all or a list; None is a person."""
    if which is None or isinstance(which, (str, Strategy)) or not isinstance(which, Sequence):
        return [None if which is None else find(which)] * players
    if len(which) != players:
        raise ValueError(f"strategies: one for each of {players} players, not {len(which)}")
    return [None if one is None else find(one) for one in which]


def __getattr__(name: str) -> Any:
    if name in _OWN:
        return getattr(importlib.import_module(f"slime.strategies.{_OWN[name]}"), name)
    if not name.startswith("_") and name in registry():
        return registry()[name]
    raise AttributeError(f"slime.strategies has no {name!r}; strategies: {', '.join(registry())}")
