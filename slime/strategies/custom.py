"""Learners' own strategies: from a function on a readable view to a player at the table.

`from_function` takes a plain Python function (or class) on a `View`; `strategy` marks one on
the flat state that the simulator compiles.  Both are shown a copy of what the player may see.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from copy import deepcopy
from types import CellType, CodeType, FunctionType
from typing import Any, overload

from slime._checks import invalid
from slime.engine import layout as st
from slime.engine.beats import FINE
from slime.engine.exchange import why_not_answer
from slime.game.errors import IllegalAction
from slime.game.setting import Setting
from slime.i18n import words
from slime.strategies.base import Option, Seated, Strategy, must_be_seated
from slime.strategies.builtin.lowest import give_lowest
from slime.strategies.faults import (
    StrategyFault,
    answering_place,
    defined_at,
    make_fault,
    raised_at,
)
from slime.strategies.view import View

#: How far settings of a learner's strategy may go.
_FAR = 10**9


class LearnerSeated(Seated):
    """A learner's strategy at a seat: what goes wrong in it is told with its line."""

    def _broken(
        self, error: BaseException, asked: Any, me: int, view: View | None = None
    ) -> StrategyFault:
        why = f"{type(error).__name__}: {error}"[:300]
        none_read = isinstance(error, AttributeError) and "'NoneType'" in why
        if none_read and view is not None and view.leading:
            why += ". " + words(self.setting.lang)("strategies.top_is_none")
        return self._fault("strategies.broken", me, why=why, place=raised_at(error, asked))

    def _fault(self, key: str, me: int, **values: Any) -> StrategyFault:
        names, lang = self.setting.names, self.setting.lang
        return make_fault(key, lang, player=names[me], strategy=str(self.strategy), **values)


# --- on the readable view -------------------------------------------------------------


class FromFunction(Strategy):
    """A learner's function (or class) of a `View`, asked in plain Python."""

    kind = "python"

    def at_table(self, setting: Setting) -> Seated:
        """The function, or an object of the class, at a seat."""
        function = self.owner[0]
        return FunctionSeated(self, setting, function() if self.remembers else function)


class FunctionSeated(LearnerSeated):
    """A function of a view, or an object with such methods, at one seat."""

    def __init__(self, strategy: Strategy, setting: Setting, function: Any) -> None:
        super().__init__(strategy, setting)
        self.function = function
        self._choose = getattr(function, "choose", function)
        self._give = strategy.owner[1] or getattr(function, "give", None)
        pairs = zip(strategy.options, strategy.settings, strict=True)
        self._settings = {option.name: value for option, value in pairs}

    def ask(self, seen: list[int], me: int, count: int) -> int:
        """What the function answers to a view of it; a `StrategyFault` says what is wrong."""
        asked = self._give if count else self._choose
        if asked is None:
            return give_lowest(seen, me, count)
        settings = {} if count else self._settings
        luck = seen[st.LUCK + me]
        view = View(seen, me, self.setting, self._settings)
        try:
            said = asked(view, **settings)
        except (Exception, SystemExit) as error:  # a learner's exit() ends a game, not the kernel
            raise self._broken(error, asked, me, view) from error
        try:
            return view._read_gift(said)[0] if count else view._action(said)
        except IllegalAction as problem:
            again = seen[:]
            again[st.LUCK + me] = luck
            view = View(again, me, self.setting, self._settings)
            place = answering_place(asked, view, **settings)
            why = str(problem)
            if said is None:  # a pass too, but where that is wrong, a return was rather forgotten
                why += " " + words(self.setting.lang)("strategies.no_return")
            key = "strategies.illegal_gift" if count else "strategies.illegal_play"
            raise self._fault(key, me, why=why, place=place, answer=f"{said!r:.60}") from None
        except Exception as error:  # who was shown the view has changed what is in it
            why = words(self.setting.lang)("strategies.view_damaged")
            place = defined_at(asked)
            raise self._fault("strategies.broken", me, why=why, place=place) from error

    def copy(self) -> FunctionSeated:
        """The same with a memory of its own; itself where it has none."""
        if not self.strategy.remembers:
            return self
        return FunctionSeated(self.strategy, self.setting, deepcopy(self.function))


def from_function(
    function: Any, *, give: Callable[..., Any] | None = None, name: str | None = None
) -> Strategy:
    """A strategy from a function of a `View`, which answers with a play.

    The answer is text such as ``"7 7"`` or ``"77"`` (cards may also be written as people of
    the table's language do), a list of ranks, or ``"-"`` or None for a pass.  Keywords of the
    function with whole numbers as defaults are its settings.

    Parameters
    ----------
    function : function, class or object
        ``f(view)``.  A class with methods ``choose(view)`` and, if wanted, ``give(view)`` does
        as well: it is made anew for each match and seat.
    give : function, optional
        ``g(view)`` answers with the cards to give away (``view.cards_due`` says how many);
        without it, and without an attribute of that name, the lowest cards are given.
    name : str, optional
        What the strategy is called; by default the name of the function.

    Returns
    -------
    Strategy
        It can be given wherever a strategy is asked for.

    Raises
    ------
    ValueError
        If it cannot be called so.

    Examples
    --------
    >>> def smallest(view, above=0):
    ...     plays = [play for play in view.legal() if view.value(play) >= above]
    ...     return plays[0] if plays else view.legal()[0]
    >>> from_function(smallest), from_function(smallest)(above=3)
    (smallest, smallest(above=3))
    """
    if isinstance(function, Strategy):
        return function
    choose = getattr(function, "choose", None)
    if not callable(function) and not callable(choose):
        raise invalid("strategies.no_function", got=function)
    asked = choose if callable(choose) else function
    options = _options(asked, skip=2 if isinstance(function, type) and choose else 1)
    called = str(name or getattr(function, "__name__", type(function).__name__))
    return FromFunction(called, must_be_seated, must_be_seated, options, owner=(function, give))


def _options(function: Any, skip: int) -> tuple[Option, ...]:
    """The settings of a learner's function: its keywords with whole numbers as defaults."""
    if not _takes(function, skip):
        raise invalid(
            "strategies.one_view", name=f"{getattr(function, '__name__', function)!s:.60}"
        )
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return ()
    return _make_options({p.name: p.default for p in parameters[skip:] if type(p.default) is int})


def _make_options(defaults: Mapping[str, int]) -> tuple[Option, ...]:
    if len(defaults) > st.OPTIONS:
        raise invalid("strategies.many_settings", most=st.OPTIONS, n=len(defaults))
    return tuple(Option(name, value, -_FAR, _FAR, "") for name, value in defaults.items())


# --- on the flat state ----------------------------------------------------------------


class Compiled(Strategy):
    """A learner's function of the flat state, which the simulator compiles."""

    kind = "compiled"

    def at_table(self, setting: Setting) -> Seated:
        """The function at a seat, as plain Python."""
        return CompiledSeated(self, setting)


def plain(function: Any) -> Any:
    """A function as plain Python down to its helpers: each compiled by numba as it was written."""
    made: dict[int, Any] = {}

    def names(code: CodeType) -> set[str]:
        inner = (names(one) for one in code.co_consts if isinstance(one, CodeType))
        return set(code.co_names).union(*inner)

    def swap(value: Any) -> Any:
        source = getattr(value, "py_func", None)
        if not isinstance(source, FunctionType):
            return value
        return made[id(value)] if id(value) in made else copied(source, id(value))

    def copied(source: FunctionType, number: int) -> FunctionType:
        code, around = source.__code__, dict(source.__globals__)
        cells = tuple(CellType() for _ in source.__closure__ or ())
        new = FunctionType(code, around, source.__name__, source.__defaults__, cells or None)
        made[number] = new  # before what it calls: it may call itself
        around.update({name: swap(around[name]) for name in names(code) & around.keys()})
        for cell, old in zip(cells, source.__closure__ or (), strict=True):
            cell.cell_contents = swap(old.cell_contents)
        return new

    function = getattr(function, "py_func", function)
    if not isinstance(function, FunctionType):
        return function
    new = copied(function, 0)
    return new if len(made) > 1 else function


class CompiledSeated(LearnerSeated):
    """A function of the flat state at one seat, run as plain Python and checked."""

    def __init__(self, strategy: Strategy, setting: Setting) -> None:
        super().__init__(strategy, setting)
        self._choose, self._give = plain(strategy.choose), plain(strategy.give)

    def ask(self, seen: list[int], me: int, count: int) -> int:
        """What the function answers, if it may be; a `StrategyFault` says what is wrong."""
        asked = self._give if count else self._choose
        before = seen[:]
        more = (count,) if count else ()
        try:
            answer = int(asked(seen, me, *more))
        except (Exception, SystemExit) as error:
            raise self._broken(error, asked, me) from error
        luck = seen[st.LUCK + me]
        seen[:] = before  # whatever it wrote there
        seen[st.LUCK + me] = luck
        if why_not_answer(seen, me, answer) != FINE:
            raise self.fault(seen, me, answer, self.setting)
        return answer


@overload
def strategy(function: Callable[[Any, int], int], /) -> Strategy: ...
@overload
def strategy(
    *,
    give: Callable[[Any, int, int], int] | None = None,
    name: str | None = None,
    options: Mapping[str, int] | None = None,
) -> Callable[[Callable[[Any, int], int]], Strategy]: ...
def strategy(
    function: Callable[[Any, int], int] | None = None,
    /,
    *,
    give: Callable[[Any, int, int], int] | None = None,
    name: str | None = None,
    options: Mapping[str, int] | None = None,
) -> Strategy | Callable[[Callable[[Any, int], int]], Strategy]:
    """Mark a function ``f(S, me)`` on the flat state as a strategy that can be compiled.

    `S` is laid out as `slime.engine.layout` says, with all that player `me` may not see blanked;
    the answer is a packed action (0 passes).  The function is written in the subset of
    `slime.engine.marks`, so that the simulator can compile it; stepping through a deal runs it as
    plain Python.

    Parameters
    ----------
    function : function
        ``f(S, me)``; without it this is a decorator with arguments.
    give : function, optional
        ``g(S, me, count)`` answers with packed cards; without it the lowest are given.
    name : str, optional
        What the strategy is called; by default the name of the function.
    options : mapping of str to int, optional
        Settings and their defaults, read with ``slime.strategies.option(S, me, i)``.

    Returns
    -------
    Strategy
        It can be given wherever a strategy is asked for.

    Raises
    ------
    ValueError
        If the function does not take two arguments, or `give` not three.

    Examples
    --------
    >>> from slime.engine.legal import legal_number
    >>> @strategy
    ... def first_legal(S, me):
    ...     return legal_number(S, me, 0)
    >>> first_legal, first_legal.kind
    (first_legal, 'compiled')
    """

    def mark(f: Callable[[Any, int], int]) -> Strategy:
        for one, takes in ((f, 2), (give or give_lowest, 3)):
            if not callable(one) or not _takes(one, takes):
                raise invalid("strategies.takes", n=takes, got=one)
        called = str(name or getattr(f, "__name__", "strategy"))
        found = _make_options(options or {})
        return Compiled(called, f, give or give_lowest, found, owner=(f, give))

    return mark if function is None else mark(function)


def _takes(function: Any, count: int) -> bool:
    try:
        inspect.signature(function).bind(*[None] * count)
    except TypeError:
        return False
    except ValueError:  # no signature to be had
        return True
    return True
