"""Every public name has an example that can be pasted; the examples themselves are run as tests.

A function has one of its own.  A class has one in its text or in that of a method, and each of its
public methods and properties has one of its own or is used in one of the class.
"""

from __future__ import annotations

import doctest
import importlib
import inspect
import re
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

import pytest

MODULES = (
    *("slime", "slime.measures", "slime.figures", "slime.experiments"),
    *("slime.claims", "slime.simulation"),
)
#: Not to be pasted: it compiles for half a minute (people say `slime doctor --warm`).
SLOW = {"slime.simulation.warm"}
#: Called by the simulator alone, while a result grows.
GROWING = {"clear", "add", "seal"}


def examples(told: str | None) -> list[str]:
    return [one.source for one in doctest.DocTestParser().get_examples(told or "")]


def ours(cls: type) -> list[type]:
    return [base for base in cls.__mro__ if base.__module__.startswith("slime")]


def members(cls: type) -> dict[str, Any]:
    """Public methods and properties by name, those of bases too, as functions."""
    found = {}
    for base in reversed(ours(cls)):
        for name, value in vars(base).items():
            value = getattr(value, "fget", None) or getattr(value, "func", None) or value
            value = getattr(value, "__func__", value)
            if not name.startswith("_") and isinstance(value, FunctionType):
                found[name] = value
    return found


def without_example(name: str, value: Any) -> Iterator[str]:
    if not inspect.isclass(value):
        if not examples(value.__doc__):
            yield name
        return
    methods = members(value)
    texts = [vars(base).get("__doc__") for base in ours(value)]
    texts += [method.__doc__ for method in methods.values()]
    code = "\n".join(source for text in texts for source in examples(text))
    if not code:
        yield name
    for key, method in methods.items():
        if not examples(method.__doc__) and not re.search(rf"\.{key}\b", code):
            yield f"{name}.{key}"


def public(module: ModuleType) -> Iterator[tuple[str, Any]]:
    for name in module.__all__:
        value = getattr(module, name)
        if inspect.isclass(value) or inspect.isroutine(value):
            yield f"{module.__name__}.{name}", value
        elif type(value).__module__.startswith("slime"):  # one that is made already
            yield f"{module.__name__}.{name}", type(value)


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_has_an_example(module: str) -> None:
    names = list(public(importlib.import_module(module)))
    assert names
    missing = [one for name, value in names for one in without_example(name, value)]
    growing = {
        f"slime.simulation.{cls}.{key}"
        for cls in ("Simulation", "TransitionCounts")
        for key in GROWING
    }
    assert set(missing) - SLOW - growing == set()


def test_what_has_no_example_is_found() -> None:
    class Bare:
        __module__ = "slime.made_up"

        def used(self) -> None: ...

        def unused(self) -> None: ...

    Bare.__doc__ = "Says nothing."
    assert list(without_example("Bare", Bare)) == ["Bare", "Bare.used", "Bare.unused"]
    Bare.__doc__ = ">>> Bare().used()"
    assert list(without_example("Bare", Bare)) == ["Bare.unused"]
    assert list(without_example("len", lambda: None)) == ["len"]
