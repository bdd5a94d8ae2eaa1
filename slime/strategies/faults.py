"""What went wrong in a learner's strategy, and where: with the file and the line."""

from __future__ import annotations

import functools
import inspect
import linecache
import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType, TracebackType
from typing import Any, NamedTuple

from slime._checks import Portable
from slime.engine import layout as st
from slime.engine.beats import NOT_A_SET
from slime.engine.exchange import gift_count, why_not_answer
from slime.engine.hands import CARDS, size_of
from slime.engine.layout import State
from slime.game.setting import Setting
from slime.i18n import words
from slime.strategies.observation import blanked
from slime.strategies.view import View


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
        """The text of the line, cut where it is very long; empty where it cannot be had."""
        return linecache.getline(self.file, self.line).strip()[:200]

    def text(self, lang: str) -> str:
        """The place in words, with the line's text."""
        where = "cell" if self.in_notebook else "file"
        named = words(lang)(f"strategies.in_{where}", file=Path(self.file).name, line=self.line)
        return f"{named}\n    {self.source}" if self.source else named


class StrategyFault(Portable):
    """A strategy answered what the rules forbid, or broke down.

    `player` and `strategy` are names, `why` is the sentence of the rule or the error, `file`
    and `line` tell where (None where that is unknown); the message says all this in the
    language of the table.

    >>> import slime
    >>> def wrong(view):
    ...     return "3 4"
    >>> try:
    ...     slime.Match(strategies=wrong, seed=1).next_deal().finish()
    ... except slime.strategies.StrategyFault as fault:
    ...     print(fault.strategy, fault.why)
    wrong These cards do not stand for one rank.
    """

    def __init__(
        self, message: str, *, player: str, strategy: str, why: str, place: Place | None
    ) -> None:
        super().__init__(message)
        self.player = player
        self.strategy = strategy
        self.why = why
        self.file = place.file if place else None
        self.line = place.line if place else None


def make_fault(
    key: str,
    lang: str,
    *,
    player: str = "",
    strategy: str,
    why: str,
    place: Place | None,
    **values: str,
) -> StrategyFault:
    """A fault with the sentence of a key and, if known, its place."""
    message = words(lang)(key, strategy=strategy, player=player, why=why, **values)
    if place is not None:
        message += "\n" + place.text(lang)
    return StrategyFault(message, player=player, strategy=strategy, why=why, place=place)


def illegal_answer(
    S: State, me: int, answer: int, strategy: str, setting: Setting, place: Place | None
) -> StrategyFault:
    """The fault for a packed answer (an action or a gift) that the rules forbid."""
    lang = setting.lang
    fits = 0 <= answer < 1 << (st.RANK_BIT + 4)
    code: str | int = why_not_answer(S, me, answer) if fits else NOT_A_SET
    values = {}
    if S[st.PHASE] == st.EXCHANGING:
        values["count"] = count = gift_count(S, S[st.GIFT])
        code = "exchange-count" if fits and size_of(answer & CARDS) != count else "not-held"
    why = str(View(blanked(S, me), me, setting)._illegal(code, **values))
    shown = words(lang).faces(list(setting.text.order.letters(answer & CARDS))) if fits else ""
    answered = "-" if answer == 0 else shown or str(answer)
    told = {"player": setting.names[me], "strategy": strategy, "why": why, "answer": answered}
    return make_fault("game.strategy_fault", lang, place=place, **told)


# --- where -----------------------------------------------------------------------------


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


def raised_at(error: BaseException, where: Any) -> Place | None:
    """The innermost line that an error came through of a file, or of a function's own file."""
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        return Place(error.filename, error.lineno)
    code = None if isinstance(where, str) else code_of(where)
    file = where if code is None else code.co_filename
    found = None
    trace: TracebackType | None = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            found = Place(file, trace.tb_lineno)
        trace = trace.tb_next
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
