"""The mark that makes a function part of the rulebook.

Rule functions are plain Python.  Stepping through a deal calls them as they are; the
simulator compiles the very same functions.  `rule` only collects them, so that nothing here
knows of a compiler.

The subset they are written in: integers, indexing, ``len``, ``range``, comparisons, tuples
out, small return codes.  No slices, no ``in``, no list arithmetic, no strings, no exceptions;
every value fits a signed 64-bit integer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

#: The rule functions in the order in which they were read.
RULES: list[Callable[..., Any]] = []
#: Those called at every turn: a compiler should open them up where they are called.
HOT: list[Callable[..., Any]] = []
#: Operations on machine words, which a compiler replaces by an instruction each.
PRIMITIVES: list[Callable[..., Any]] = []


def rule(function: F) -> F:
    """Collect a function of the rulebook and return it.

    >>> @rule
    ... def double(x):
    ...     return 2 * x
    >>> double(4), RULES.pop() is double
    (8, True)
    """
    RULES.append(function)
    return function


def hot(function: F) -> F:
    """Mark a rule function as called at every turn (a hint for speed, nothing else)."""
    HOT.append(function)
    return function


def primitive(function: F) -> F:
    """Collect an operation on machine words (see `slime.engine.hands`) and return it."""
    PRIMITIVES.append(function)
    return function
