"""The rulebook compiled: the collected functions, as they are, by numba.

The state goes to the compiled rules as a bare address, which is several times faster than an
array; with numba's bounds checks on (``NUMBA_BOUNDSCHECK=1``) it stays an array, so that every
index is checked.
"""

from __future__ import annotations

import operator
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache, lru_cache, partial
from typing import Any

import numba
import numpy as np
from numba import config, njit, types
from numba.core import cgutils, errors
from numba.core.datamodel import models, register_default
from numba.core.dispatcher import Dispatcher
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.cpython.unsafe.numbers import leading_zeros, trailing_zeros
from numba.extending import intrinsic, overload, register_jitable

from slime._checks import InvalidValue
from slime.engine import hands as bits
from slime.engine import layout
from slime.engine.beats import FINE
from slime.engine.exchange import gift_count
from slime.engine.layout import GIFT, PHASE, PLAYING, TURN
from slime.engine.marks import HOT, RULES
from slime.engine.streams import draw
from slime.simulation import kernel
from slime.simulation.cache import keep
from slime.simulation.dispatch import COMPILED
from slime.simulation.kernel import (
    MATCH_AT,
    SAID,
    WAITING,
    WORLD_AT,
    asked_player,
    cells,
    close_page,
    log_and_answer,
    open_page,
    play_on,
    run_matches,
    show,
)
from slime.strategies import worlds
from slime.strategies.base import Strategy
from slime.strategies.contract import positions
from slime.strategies.custom import plain

# numba says this at each call that takes a function; the use here is the plain one
warnings.filterwarnings("ignore", "First-class function type feature is experimental")

CHECKED = bool(config.BOUNDSCHECK)
#: No reference counts (nothing is allocated), no checks of division.
OPTIONS: dict[str, Any] = {"_nrt": False, "error_model": "numpy"}
if CHECKED:
    OPTIONS = {"error_model": "python"}
#: Functions of less byte code than this are opened up where they are called.
_SMALL = 200


@intrinsic
def _popcount(typingctx: Any, x: Any) -> Any:
    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), build


@intrinsic
def _add(typingctx: Any, x: Any, y: Any) -> Any:
    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.add(*args)

    return types.int64(types.int64, types.int64), build


@intrinsic
def _multiply(typingctx: Any, x: Any, y: Any) -> Any:
    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.mul(*args)

    return types.int64(types.int64, types.int64), build


@intrinsic
def _address(typingctx: Any, array: Any) -> Any:
    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return context.make_array(sig.args[0])(context, builder, value=args[0]).data

    return types.CPointer(array.dtype)(array), build


@overload(kernel.cells, strict=False)
def _compiled_cells(array: Any) -> Any:
    if CHECKED:
        return lambda array: array
    return lambda array: _address(array)


@intrinsic
def _on_stack(typingctx: Any) -> Any:
    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        word = context.get_value_type(types.int64)
        return cgutils.alloca_once(builder, word, worlds.ROOM)

    return types.CPointer(types.int64)(), build


@overload(worlds.scratch, strict=False)
def _compiled_scratch() -> Any:
    if CHECKED:
        return lambda: np.zeros(worlds.ROOM, np.int64)
    return lambda: _on_stack()


def _replace(primitive: Callable[[int], int], compiled: Callable[[int], int]) -> None:
    overload(primitive, strict=False)(lambda x: compiled)


_replace(bits.wrap64, lambda x: x)
_replace(bits.low_bit, lambda x: trailing_zeros(x))
_replace(bits.high_bit, lambda x: 63 - leading_zeros(x))
_replace(bits.bit_count, lambda x: _popcount(x))
overload(bits.plus, strict=False)(lambda x, y: lambda x, y: _add(x, y))
overload(bits.times, strict=False)(lambda x, y: lambda x, y: _multiply(x, y))


def _register(function: Any) -> None:
    # only compiled code calls them: without doors to Python and C they are sooner there
    options = dict(OPTIONS, no_cfunc_wrapper=True, no_cpython_wrapper=True)
    if not CHECKED:
        small = len(function.__code__.co_code) < _SMALL
        options["forceinline"] = small or function in HOT
    register_jitable(**options)(function)


for _function in RULES:
    _register(_function)


def compile_apart(function: Callable[..., Any], callees: Sequence[Callable[..., Any]] = ()) -> Any:
    """A loop over rule functions, compiled when it is called and kept on disk.

    What it calls besides rule functions are `callees`, the inner ones first.  It is filed under a
    stamp of all that it reaches, so loops apart from the simulator's do not make that one stale.
    """
    for callee in callees:
        register_jitable(**OPTIONS)(callee)
    return keep(njit(nogil=True, **OPTIONS)(function))


def _run_own(
    state: Any,
    other: Any,
    room: Any,
    at: Any,
    stretch: Any,
    out: Any,
    own: Any,
    chooses: Any,
    gives: Any,
) -> int:
    """`run`, asking learners' compiled strategies; gives a negative code for a bad answer."""
    cursor, page = cells(at), cells(own)
    while run_matches(state, other, room, at, stretch, True, True, True, out) == WAITING:
        array = state
        which = 0
        if other is not None and cursor[WORLD_AT] == 1:
            array = other
            which = layout.MAX_PLAYERS
        S = cells(array)
        m = stretch.first + cursor[MATCH_AT]
        p = asked_player(S)
        if S[layout.STRATEGY_ID + p] != COMPILED:
            return WAITING
        while S[layout.STRATEGY_ID + p] == COMPILED:
            playing = S[PHASE] == PLAYING
            open_page(S, page, p)
            if playing:
                said = chooses[which + p](S, page, p)
            else:
                said = gives[which + p](S, page, p, gift_count(S, S[GIFT]))
            close_page(S, page, p)
            code = log_and_answer(array, at, stretch.first, out.log, said)
            if code != FINE:
                cursor[SAID] = said
                return -code
            # to go on with play here is sooner than to come back by the loop
            if not playing or play_on(S, cursor, m, out.log, True, True) != WAITING:
                break
            p = S[TURN]
    return 0


run = compile_apart(run_matches)
run_own = compile_apart(_run_own)
answer_asked = compile_apart(log_and_answer)

_CELLS: Any = types.Array(types.int64, 1, "C") if CHECKED else types.CPointer(types.int64)
#: What a compiled strategy is asked with: the state, its own page and number, cards due.
_CHOOSE = types.int64(_CELLS, _CELLS, types.int64)
_GIVE = types.int64(_CELLS, _CELLS, types.int64, types.int64)


class Shown(types.Type):  # type: ignore[misc]
    """The state as a player sees it: the public part as it is, all else from the player's page.

    Only streams of luck can be drawn from: what else writes is shown a copy (see `_shown_to`).
    """

    def __init__(self) -> None:
        super().__init__("Shown")


@register_default(Shown)
class _ShownModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("state", _CELLS), ("page", _CELLS)])


#: How the one function that may write there is called in compiled code.
_DRAW = "".join(f"{len(part)}{part}" for part in (*draw.__module__.split("."), draw.__name__))


@intrinsic
def _shown(typingctx: Any, state: Any, page: Any) -> Any:
    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return cgutils.pack_struct(builder, args)

    return Shown()(state, page), build


@infer_global(operator.getitem)
class _Read(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        shown = isinstance(args[0], Shown) and isinstance(args[1], types.Integer)
        return signature(types.int64, args[0], types.int64) if shown else None


@infer_global(operator.setitem)
class _Write(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        shown = isinstance(args[0], Shown) and isinstance(args[1], types.Integer)
        return signature(types.none, args[0], types.int64, types.int64) if shown else None


@lower_builtin(operator.getitem, Shown, types.Integer)
def _read(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    state, page = cgutils.unpack_tuple(builder, args[0], 2)
    edge = context.get_constant(types.int64, layout.PRIVATE)
    public = builder.icmp_unsigned("<", args[1], edge)
    index = builder.select(public, args[1], builder.sub(args[1], edge))
    return builder.load(builder.gep(builder.select(public, state, page), [index]))


@lower_builtin(operator.setitem, Shown, types.Integer, types.Integer)
def _write(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    if _DRAW not in builder.function.name:
        raise errors.LoweringError("nothing can be written where the state itself is shown")
    _, page = cgutils.unpack_tuple(builder, args[0], 2)

    def const(number: int) -> Any:
        return context.get_constant(types.int64, number)

    stream = builder.and_(builder.sub(args[1], const(layout.LUCK)), const(layout.MAX_PLAYERS - 1))
    place = builder.add(stream, const(layout.LUCK - layout.PRIVATE))
    builder.store(args[2], builder.gep(page, [place]))


@intrinsic
def _view(typingctx: Any) -> Any:
    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        word = context.get_value_type(types.int64)
        return cgutils.alloca_once(builder, word, layout.SIZE)

    return _CELLS(), build


def _shown_to(function: Any, gives: bool, copy: bool) -> Any:
    """A learner's function on a state that is shown to it, or on a copy where it may write."""
    asked = function if isinstance(function, Dispatcher) else njit(**OPTIONS)(function)
    room = njit(lambda: np.zeros(layout.SIZE, np.int64)) if CHECKED else _view
    if copy:

        def choose(S: Any, page: Any, me: Any) -> int:
            view = room()
            show(S, view, me)
            said = asked(view, me)
            page[layout.LUCK + me - layout.PRIVATE] = view[layout.LUCK + me]
            return said  # type: ignore[no-any-return]

        def give(S: Any, page: Any, me: Any, count: Any) -> int:
            view = room()
            show(S, view, me)
            said = asked(view, me, count)
            page[layout.LUCK + me - layout.PRIVATE] = view[layout.LUCK + me]
            return said  # type: ignore[no-any-return]
    else:

        def choose(S: Any, page: Any, me: Any) -> int:
            return asked(_shown(S, page), me)  # type: ignore[no-any-return]

        def give(S: Any, page: Any, me: Any, count: Any) -> int:
            return asked(_shown(S, page), me, count)  # type: ignore[no-any-return]

    return njit(_GIVE, **OPTIONS)(give) if gives else njit(_CHOOSE, **OPTIONS)(choose)


class NotCompiled(InvalidValue):
    """A strategy that numba cannot compile: the message says where and why."""


def compile_own(name: str, function: Any, gives: bool) -> Any:
    """A learner's function on the state, compiled; `NotCompiled` says why it cannot be."""
    function = getattr(function, "py_func", function)
    return _compile_own(name, function, gives, tuple(_around(function)))


def _around(function: Any) -> Iterator[tuple[str, Any]]:
    """What a function finds around itself: it is compiled in, so a change must be seen."""
    near = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    for name in (*function.__code__.co_names, *near):
        value = near[name].cell_contents if name in near else function.__globals__.get(name)
        yield name, value if isinstance(value, (int, float)) else id(value)


@lru_cache(maxsize=64)
def _compile_own(name: str, function: Any, gives: bool, around: tuple[Any, ...]) -> Any:
    if not CHECKED:
        with suppress(Exception):
            return _shown_to(function, gives, copy=False)
    try:
        return _shown_to(function, gives, copy=True)
    except Exception as error:
        code = function.__code__
        why = " ".join(str(error).split())[:400]
        file, line = code.co_filename, code.co_firstlineno
        raise NotCompiled(
            "simulation.not_compiled", {"strategy": name, "file": file, "line": line, "why": why}
        ) from error


@cache
def compile_thinker(function: Any, gives: bool) -> Any:
    """A function of this kit that is asked like a learner's, compiled and kept on disk."""
    return _shown_to(keep(njit(nogil=True, **OPTIONS)(function)), gives, copy=True)


def own_tuples(worlds: Sequence[Sequence[Strategy]]) -> tuple[Any, Any]:
    """Function-typed tuples for the own strategies of all players (others: never called)."""
    made = {id(s): s for strategies in worlds for s in strategies if s.kind == "compiled"}
    chooses, gives = {}, {}
    for k, s in made.items():
        if s.owner is None:
            chooses[k], gives[k] = compile_thinker(s.choose, False), compile_thinker(s.give, True)
            continue
        chooses[k] = compile_own(s.name, s.choose, False)
        gives[k] = compile_own(s.name, s.give, True)
        _compare(s, chooses[k], gives[k])
    some = next(iter(made))
    padded = []
    for strategies in worlds:
        padded += [id(s) if id(s) in made else some for s in strategies]
        padded += [some] * (layout.MAX_PLAYERS - len(strategies))
    return tuple(chooses[k] for k in padded), tuple(gives[k] for k in padded)


def _ask_own(state: Any, own: Any, me: Any, count: Any, chooses: Any, gives: Any) -> int:
    S, page = cells(state), cells(own)
    open_page(S, page, me)
    said = chooses[0](S, page, me) if count == 0 else gives[0](S, page, me, count)
    close_page(S, page, me)
    return said  # type: ignore[no-any-return]


ask_own = compile_apart(_ask_own)


@lru_cache(maxsize=64)
def _compare(strategy: Strategy, choose: Any, give: Any) -> None:
    """Raise `NotCompiled` where a compiled strategy answers otherwise than in plain Python."""
    choose_plain, give_plain = plain(strategy.choose), plain(strategy.give)
    luck, state, page = layout.LUCK, new_state([0] * layout.SIZE), new_state([0] * layout.SIZE)
    ask = ready(ask_own, state, page, 0, 0, (choose,), (give,)).func
    for S, me, count in positions():
        seen = S[:]
        strategy.write_options(seen, me)
        state[:] = seen
        try:
            said = int(give_plain(seen, me, count) if count else choose_plain(seen, me))
        except Exception:  # asked at the table, it breaks down again, which says where
            continue
        answer = ask(state, page, me, count, (choose,), (give,))
        if (answer, state[luck + me]) != (said, seen[luck + me]):
            text = {"strategy": strategy.name, "numba": numba.__version__}
            raise NotCompiled("simulation.compiled_differs", text)


def ready(dispatcher: Any, *arguments: Any) -> partial[int]:
    """A compiled function with its arguments, to be called again and again.

    Their types are looked at once, here.  A tuple of learners' compiled functions counts as one
    of functions of their signature, whoever they are: that is compiled once, and kept on disk.
    """
    kinds = []
    for argument in arguments:
        own = isinstance(argument, tuple) and isinstance(argument[0], Dispatcher)
        if own:
            (signature,) = argument[0].nopython_signatures
            kinds.append(types.UniTuple(types.FunctionType(signature), len(argument)))
        else:
            kinds.append(numba.typeof(argument))
    return partial(dispatcher.compile(tuple(kinds)), *arguments)


def new_state(numbers: Sequence[int]) -> Any:
    """A state as the compiled rules want it."""
    return np.array(numbers, dtype=np.int64)
