"""The rulebook compiled: the collected functions, as they are, by numba.

The state goes to the compiled rules as a bare address, which is several times faster than an
array; with numba's bounds checks on (``NUMBA_BOUNDSCHECK=1``) it stays an array, so that every
index is checked.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Any

import numba
import numpy as np
from numba import config, njit, types
from numba.cpython.unsafe.numbers import leading_zeros, trailing_zeros
from numba.extending import intrinsic, overload, register_jitable

from slime.engine import hands as bits
from slime.engine import layout as state
from slime.engine.exchange import gift_count
from slime.engine.layout import GIFT, PHASE, PLAYING
from slime.engine.play import FINE
from slime.engine.rule import HOT, RULES
from slime.simulation import kernel
from slime.simulation.cache import keep
from slime.simulation.dispatch import OWN
from slime.simulation.kernel import (
    WAITING,
    answer,
    asked_player,
    cells,
    note_action,
    run_matches,
    show,
)

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
def _address(typingctx: Any, array: Any) -> Any:
    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return context.make_array(sig.args[0])(context, builder, value=args[0]).data

    return types.CPointer(array.dtype)(array), build


@overload(kernel.cells, strict=False)
def _compiled_cells(array: Any) -> Any:
    if CHECKED:
        return lambda array: array
    return lambda array: _address(array)


@overload(bits.wrap64, strict=False)
def _wrap64(x: Any) -> Any:
    return lambda x: x


@overload(bits.low_bit, strict=False)
def _low_bit(x: Any) -> Any:
    return lambda x: trailing_zeros(x)


@overload(bits.high_bit, strict=False)
def _high_bit(x: Any) -> Any:
    return lambda x: 63 - leading_zeros(x)


@overload(bits.bit_count, strict=False)
def _bit_count(x: Any) -> Any:
    return lambda x: _popcount(x)


def _register() -> None:
    for function in RULES:
        # only compiled code calls them: without doors to Python and C they are sooner there
        options = dict(OPTIONS, no_cfunc_wrapper=True, no_cpython_wrapper=True)
        if not CHECKED:
            small = len(function.__code__.co_code) < _SMALL
            options["forceinline"] = small or function in HOT
        register_jitable(**options)(function)


_register()


@njit(nogil=True, **OPTIONS)
def _answer(array: Any, at: Any, m: int, said: int, log: Any) -> int:
    S = cells(array)
    if log.shape[0] > 0 and S[PHASE] == PLAYING:
        note_action(S, cells(at), m, log, said)
    return answer(S, said)


@njit(nogil=True, **OPTIONS)
def _run_own(
    array: Any, room: Any, at: Any, seed: int, rest: Any, view: Any, chooses: Any, gives: Any
) -> int:
    """`run`, asking learners' compiled strategies; gives a negative code for a bad answer."""
    first = rest[0]
    log = rest[10]
    S, cursor, shown = cells(array), cells(at), cells(view)
    while run_matches(array, room, at, seed, *rest) == WAITING:
        p = asked_player(S)
        if S[state.STRATEGY_ID + p] != OWN:
            return WAITING
        show(S, shown, p)
        if S[PHASE] == PLAYING:
            said = chooses[p](shown, p)
        else:
            said = gives[p](shown, p, gift_count(S, S[GIFT]))
        S[state.LUCK + p] = shown[state.LUCK + p]
        m = first + cursor[0]
        if log.shape[0] > 0 and S[PHASE] == PLAYING:
            note_action(S, cursor, m, log, said)
        code = answer(S, said)
        if code != FINE:
            cursor[4] = said
            return -code
    return 0


run = keep(njit(nogil=True, **OPTIONS)(run_matches))
answer_asked = keep(_answer)

if CHECKED:
    _CELLS: Any = types.Array(types.int64, 1, "C")
else:
    _CELLS = types.CPointer(types.int64)
_CHOOSE = types.int64(_CELLS, types.int64)
_GIVE = types.int64(_CELLS, types.int64, types.int64)


class NotCompiled(ValueError):
    """A strategy that numba cannot compile: the message says where and why."""


def compile_own(name: str, function: Callable[..., int], gives: bool) -> Any:
    """A learner's function on the state, compiled; `NotCompiled` says why it cannot be."""
    return _compile_own(name, function, gives, tuple(_around(function)))


def _around(function: Any) -> Iterator[tuple[str, Any]]:
    """What a function finds around itself: it is compiled in, so a change must be seen."""
    near = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    for name in (*function.__code__.co_names, *near):
        value = near[name].cell_contents if name in near else function.__globals__.get(name)
        yield name, value if isinstance(value, (int, float)) else id(value)


@lru_cache(maxsize=64)
def _compile_own(name: str, function: Any, gives: bool, around: tuple[Any, ...]) -> Any:
    try:
        return njit(_GIVE if gives else _CHOOSE, **OPTIONS)(function)
    except Exception as error:
        code = function.__code__
        why = " ".join(str(error).split())[:400]
        raise NotCompiled(
            f"strategy {name}: it cannot be compiled ({code.co_filename}, line "
            f"{code.co_firstlineno}). Use whole numbers, S[...], if, for, while and functions "
            f"of slime marked @rule, or give it to slime.strategies.from_function. {why}"
        ) from error


def own_tuples(strategies: list[Any]) -> tuple[Any, Any]:
    """Function-typed tuples for the own strategies of all players (others: never called)."""
    made = {id(s): s for s in strategies if s is not None and s.kind == "compiled"}
    chooses = {k: compile_own(s.name, s.choose, False) for k, s in made.items()}
    gives = {k: compile_own(s.name, s.give, True) for k, s in made.items()}
    some = next(iter(made))
    padded = [id(s) if id(s) in made else some for s in strategies]
    padded += [some] * (state.MAX_PLAYERS - len(padded))
    return tuple(chooses[k] for k in padded), tuple(gives[k] for k in padded)


@cache
def run_own() -> Any:
    """`_run_own` for any strategies of one signature: compiled once, kept on disk."""
    array = types.Array(types.int64, 1, "C")
    rest = numba.typeof(rest_of_nothing())
    chooses = types.UniTuple(types.FunctionType(_CHOOSE), state.MAX_PLAYERS)
    gives = types.UniTuple(types.FunctionType(_GIVE), state.MAX_PLAYERS)
    made = keep(_run_own)
    made.compile((array, array, array, types.int64, rest, array, chooses, gives))
    made.disable_compile()
    return made


def rest_of_nothing() -> tuple[Any, ...]:
    """What `run_matches` gets after the seed, for no matches: the types count."""
    outputs = (np.zeros((0,) * axes, kind) for axes, kind in kernel.OUTPUTS.values())
    return (0, 0, 0, True, True, True, *outputs)


def new_state(numbers: list[int]) -> Any:
    """A state as the compiled rules want it."""
    return np.array(numbers, dtype=np.int64)
