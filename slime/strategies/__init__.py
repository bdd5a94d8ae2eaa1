"""Players: built-in strategies by name, and learners' own.

>>> import slime.strategies
>>> slime.strategies.lowest
lowest
>>> dir(slime.strategies)[-3:]
['random', 'strategy', 'template']
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from slime._lazy import attach

_load, _, _face = attach(__name__, __file__)
_names = [file.stem for file in (Path(__file__).parent / "builtin").glob("[a-z]*.py")]
__all__ = sorted([*_face, *_names])  # noqa: PLE0605 (a list of names)


def __getattr__(name: str) -> Any:
    if name in _names:
        return _load("find")(name)
    if name in _face:
        return _load(name)
    raise AttributeError(f"slime.strategies has no {name!r}; it has {', '.join(__all__)}")


def __dir__() -> list[str]:
    return list(__all__)
