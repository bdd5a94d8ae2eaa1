"""The public face can be explored: names by Tab, docstrings with sections, examples to paste.

A function has an example of its own.  A class has one in its text or in that of a method, and each
of its public methods and properties has one of its own or is used in one of the class.  What takes
arguments names each in *Parameters*, with its type or where that is said, and says what it gives in
*Returns* (numpydoc).  The examples themselves are run as tests.
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
from numpydoc.docscrape import NumpyDocString

#: The rooms that people use.
MODULES = (
    *("slime", "slime.measures", "slime.figures", "slime.experiments", "slime.claims"),
    *("slime.simulation", "slime.strategies", "slime.tournaments", "slime.records"),
    *(
        "slime.advice",
        "slime.drawing",
        "slime.widgets",
        "slime.app",
        "slime.i18n",
        "slime.datasets",
    ),
)
#: Not to be pasted: it compiles for half a minute (people say `slime doctor --warm`).
SLOW = {"slime.simulation.warm"}
#: Called by the simulator alone, while a result grows.
INNER = {"add", "seal", "detailed", "is_python", "state"}


def examples(told: str | None) -> list[str]:
    return [one.source for one in doctest.DocTestParser().get_examples(told or "")]


def ours(cls: type) -> list[type]:
    return [base for base in cls.__mro__ if base.__module__.startswith("slime")]


def members(cls: type) -> dict[str, Any]:
    """Public methods and properties by name, those of bases too, as functions."""
    found = {}
    for base in reversed(ours(cls)):
        for name, kept in vars(base).items():
            value = getattr(kept, "fget", None) or getattr(kept, "func", None) or kept
            value = getattr(value, "__func__", value)
            if not name.startswith("_") and name not in INNER and isinstance(value, FunctionType):
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
    assert set(missing) - SLOW == set()


def undocumented(name: str, function: Any, method: bool = False) -> Iterator[str]:
    """What the sections of a docstring leave out of a signature."""
    signature = inspect.signature(function)
    given = [name for name in list(signature.parameters)[method:] if not name.startswith("_")]
    sections = NumpyDocString(inspect.getdoc(function) or "")
    entries = [*sections["Parameters"], *sections["Other Parameters"]]
    said = [one.strip(" *") for entry in entries for one in entry.name.split(",")]
    for one in given:
        if one not in said:
            yield f"{name}: {one} is not in Parameters"
    for one in said:
        if one not in given:
            yield f"{name}: {one} is no parameter"
    for entry in entries:
        elsewhere = "*" in entry.name or " ".join(entry.desc).startswith(("As in ", "See "))
        if not entry.type and not elsewhere:
            yield f"{name}: {entry.name} has no type"
    nothing = signature.return_annotation in (None, "None", signature.empty)
    if given and not nothing and not (sections["Returns"] or sections["Yields"]):
        yield f"{name}: no Returns"


def without_sections(name: str, value: Any) -> Iterator[str]:
    if not inspect.isclass(value):
        yield from undocumented(name, value)
        return
    for key, method in members(value).items():
        plain = inspect.getattr_static(value, key)
        if isinstance(plain, (FunctionType, classmethod)):
            yield from undocumented(f"{name}.{key}", method, method=True)
        elif isinstance(plain, staticmethod):
            yield from undocumented(f"{name}.{key}", method)


@pytest.mark.parametrize("module", MODULES)
def test_every_public_function_documents_its_arguments(module: str) -> None:
    names = list(public(importlib.import_module(module)))
    assert [one for name, value in names for one in without_sections(name, value)] == []


@pytest.mark.parametrize("module", MODULES)
def test_dir_shows_the_public_names_and_nothing_else(module: str) -> None:
    face = importlib.import_module(module)
    assert dir(face) == sorted(face.__all__)
    assert not [name for name in dir(face) if name.startswith("_") and name != "__version__"]


def test_tab_shows_the_strategies_and_the_fields_of_a_rule_set() -> None:
    import slime
    from slime.game.presets import FIELDS

    assert {"lowest", "counter", "keep_sets", "random"} <= set(dir(slime.strategies))
    assert set(FIELDS) <= set(dir(slime.rules()))
    assert set(FIELDS) <= set(inspect.signature(slime.rules).parameters)


def test_a_strategy_says_what_it_does_and_what_it_may_be_told() -> None:
    import slime

    until_two = slime.strategies.patient(until=2)
    assert (inspect.getdoc(until_two) or "").startswith("patient: ")
    assert inspect.signature(until_two).parameters["until"].default == 2
    for name in slime.strategies.names():
        strategy = slime.strategies.find(name)
        assert list(inspect.signature(strategy).parameters) == [o.name for o in strategy.options]


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


def test_what_is_not_documented_is_found() -> None:
    def bare(one: int, *rest: int) -> int:
        """Add."""
        return one + sum(rest)

    assert list(undocumented("bare", bare)) == [
        "bare: one is not in Parameters",
        "bare: rest is not in Parameters",
        "bare: no Returns",
    ]
    bare.__doc__ = "Add.\n\nParameters\n----------\none\n    First.\n*rest\n    More.\n"
    assert list(undocumented("bare", bare)) == ["bare: one has no type", "bare: no Returns"]
