"""The face of a room: public names loaded on first use, declared once in its ``__init__.pyi``.

Type checkers and editors read the stub, and so does the room itself (SPEC 1 of Scientific
Python), so that a name stands in one list and importing a room costs nothing.
"""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any


class MissingPackage(ImportError):
    """A package that only a part of the kit needs is not installed; the message names it."""


def need(package: str) -> None:
    """Raise `MissingPackage`, which says what to install, unless a package can be imported.

    >>> need("json")
    """
    try:
        importlib.import_module(package)
    except ModuleNotFoundError as error:
        raise _missing(error) from error


def _missing(error: ModuleNotFoundError) -> MissingPackage:
    from slime.i18n import words

    package = str(error.name).partition(".")[0]
    return MissingPackage(words()("checks.missing", package=package), name=package)


def attach(
    package: str, file: str
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """``__getattr__``, ``__dir__`` and ``__all__`` of a package, from the stub beside `file`.

    Every import of the stub, ``from MODULE import NAME as NAME``, is a public name.
    """
    where: dict[str, tuple[str, str]] = {}
    stub = Path(file).with_suffix(".pyi")
    for node in ast.parse(stub.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module != "__future__":
            for alias in node.names:
                where[alias.asname or alias.name] = (str(node.module), alias.name)
    public = sorted(where)

    def load(name: str) -> Any:
        if name not in where:
            raise AttributeError(f"module {package!r} has no attribute {name!r}", name=name)
        module, original = where[name]
        if module == package:  # a room as a public name: slime.measures
            return importlib.import_module(f"{package}.{original}")
        try:
            found = importlib.import_module(module)
        except ModuleNotFoundError as error:
            if str(error.name).partition(".")[0] == __package__:
                raise
            raise _missing(error) from error
        value = getattr(found, original)
        setattr(sys.modules[package], name, value)
        return value

    return load, lambda: list(public), public
