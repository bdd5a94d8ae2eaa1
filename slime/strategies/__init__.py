"""Players: built-in strategies by name, and learners' own.

>>> import slime.strategies
>>> slime.strategies.lowest
lowest
>>> dir(slime.strategies)[-3:]
['random', 'strategy', 'template']
"""

from __future__ import annotations

from typing import Any

from slime._lazy import attach

_load, _face, __all__ = attach(__name__, __file__)


def __getattr__(name: str) -> Any:
    if name in __all__:
        return _load(name)
    from slime.strategies.registry import registry

    strategies = registry()
    if name in strategies:
        return strategies[name]
    raise AttributeError(f"slime.strategies has no {name!r}; strategies: {', '.join(strategies)}")


def __dir__() -> list[str]:
    return sorted([*_face(), *_load("names")()])
