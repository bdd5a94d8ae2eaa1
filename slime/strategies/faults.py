"""Where in a learner's file something went wrong."""

from __future__ import annotations

import functools
import inspect
import linecache
import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType, TracebackType
from typing import Any, NamedTuple

from slime.i18n import words


class Place(NamedTuple):
    """A line of a file."""

    file: str
    line: int

    @property
    def in_notebook(self) -> bool:
        """Whether the file is a cell of a notebook."""
        return "ipykernel_" in self.file or self.file.startswith("<ipython-input")

    @property
    def source(self) -> str:
        """The text of the line, empty where it cannot be had."""
        return linecache.getline(self.file, self.line).strip()

    def tell(self, lang: str) -> str:
        """The place in words, with the line's text."""
        where = "cell" if self.in_notebook else "file"
        told = words(lang)(f"strategies.in_{where}", file=Path(self.file).name, line=self.line)
        return f"{told}\n    {self.source}" if self.source else told


def code_of(function: Any) -> CodeType | None:
    """The code of a function, method, partial or object that can be called."""
    while isinstance(function, functools.partial):
        function = function.func
    function = inspect.unwrap(function) if callable(function) else function
    function = getattr(function, "py_func", function)  # compiled by numba
    for one in (function, inspect.getattr_static(type(function), "__call__", None)):
        code = getattr(getattr(one, "__func__", one), "__code__", None)
        if isinstance(code, CodeType):
            return code
    return None


def defined_at(function: Any) -> Place | None:
    """Where a function or class begins."""
    if isinstance(function, type) or (not callable(function) and hasattr(type(function), "choose")):
        function = getattr(function, "choose", None)
    code = code_of(function)
    return Place(code.co_filename, code.co_firstlineno) if code else None


def raised_at(error: BaseException, function: Any) -> Place | None:
    """The innermost line of the function's own file that an error came through."""
    code = code_of(function)
    found = None
    trace: TracebackType | None = error.__traceback__
    while trace is not None and code is not None:
        if trace.tb_frame.f_code.co_filename == code.co_filename:
            found = Place(code.co_filename, trace.tb_lineno)
        trace = trace.tb_next
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        return Place(error.filename, error.lineno)
    return found


def answering_place(function: Callable[..., Any], *args: Any, **settings: Any) -> Place | None:
    """The line on which a function gives its answer; it is called again to find out."""
    code = code_of(function)
    if code is None:
        return None
    last: list[int] = []

    def lines(frame: FrameType, event: str, arg: Any) -> Any:
        if event in ("line", "return"):
            last.append(frame.f_lineno)
        return lines

    def calls(frame: FrameType, event: str, arg: Any) -> Any:
        return lines if frame.f_code is code else None

    before = sys.gettrace()
    sys.settrace(calls)
    try:
        function(*args, **settings)
    except Exception:
        last.clear()  # not the same answer as before
    finally:
        sys.settrace(before)
    return Place(code.co_filename, last[-1] if last else code.co_firstlineno)
