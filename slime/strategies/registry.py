"""The built-in strategies by name; each file of `slime.strategies.builtin` is one."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from slime._checks import invalid
from slime.game.setting import Strategies, StrategyLike
from slime.strategies.base import Strategy, read_call
from slime.strategies.custom import from_function


@cache
def registry() -> dict[str, Strategy]:
    """All built-in strategies by name; each file of `slime.strategies.builtin` is one."""
    files = sorted((Path(__file__).parent / "builtin").glob("[a-z]*.py"))
    found = (importlib.import_module(f"{__package__}.builtin.{f.stem}").STRATEGY for f in files)
    return {strategy.name: strategy for strategy in found}


def names() -> list[str]:
    """The names of the built-in strategies, in order.

    Returns
    -------
    list of str
        A name can be given wherever a strategy is asked for.

    Examples
    --------
    >>> names()[:3]
    ['coach', 'counter', 'highest']
    """
    return list(registry())


def find(which: StrategyLike) -> Strategy:
    """The strategy that a name, a function or a strategy means.

    Parameters
    ----------
    which : str, Strategy, function or class
        A name with or without settings (``"patient"``, ``"patient(until=2)"``), a strategy, or
        what `from_function` takes.

    Returns
    -------
    Strategy
        The strategy, with its settings.

    Raises
    ------
    ValueError
        If it is none of these; the message lists the names.

    Examples
    --------
    >>> find("patient(until=2)")
    patient(until=2)
    """
    if isinstance(which, Strategy):
        return which
    if isinstance(which, str):
        name, settings = read_call(which)
        if name not in registry():
            raise invalid("strategies.unknown", got=which, choices=", ".join(registry()))
        return registry()[name](**settings)
    if callable(which) or callable(getattr(which, "choose", None)):
        return from_function(which)
    raise invalid("strategies.no_strategy", got=which, choices=", ".join(registry()))


def find_all(which: Strategies, players: int) -> list[Strategy | None]:
    """One strategy for each player, from one for all or a list; None is a person."""
    if which is None or isinstance(which, (str, Strategy)) or not isinstance(which, Sequence):
        return [None if which is None else find(which)] * players
    if len(which) != players:
        raise invalid("strategies.one_for_each", players=players, there=len(which))
    return [None if one is None else find(one) for one in which]
