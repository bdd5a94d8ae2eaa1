"""`check_strategy`: is a player fit for the table? What is wrong, in words."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from time import perf_counter
from typing import Any

import numpy as np

from slime.engine import layout as st
from slime.engine.legal import count_legal
from slime.game.match import Match, number_names
from slime.game.rules import Rules
from slime.game.rules import rules as make_rules
from slime.i18n import Words, language, words
from slime.i18n.setting import chosen_language
from slime.strategies.base import Strategy
from slime.strategies.contract import Violation, tables, watch
from slime.strategies.custom import Compiled
from slime.strategies.faults import StrategyFault
from slime.strategies.registry import find
from slime.tournaments.rating import block_interval

#: Answers that take longer than this on the average are remarked on, in milliseconds.
SLOW = 2.0
#: How many different faults are told.
MOST = 3


@dataclass(frozen=True, repr=False)
class Check:
    """What `slime.check_strategy` found; a notebook shows it as a list.

    Attributes
    ----------
    strategy : str
        Who was checked.
    problems : tuple of str
        What is wrong, in sentences; none if all is well.
    notes : tuple of str
        How it plays, or what to do now.

    Examples
    --------
    >>> found = Check("mine", (), ("It never passes.",))
    >>> found.ok, found
    (True, It never passes.)
    """

    strategy: str
    problems: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems

    def __str__(self) -> str:
        return "\n".join([*self.problems, *self.notes])

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        sign = "✔" if self.ok else "✘"
        rows = "".join(
            f"<li style='white-space:pre-wrap'>{escape(line)}</li>"
            for line in (*self.problems, *self.notes)
        )
        return f"<p><b>{sign} {escape(self.strategy)}</b></p><ul>{rows}</ul>"


def check_strategy(strategy: Any, *, lang: str | None = None) -> Check:
    """Try a strategy at many tables and say what is wrong.

    Checked are: answers are legal, the same situation and luck give the same answer, nothing
    is used that the player may not see, the function does not break down.  Takes a second or
    two for a function that answers quickly.

    Parameters
    ----------
    strategy : str, Strategy or function
        A name, a strategy, or a function (or class) of a view.
    lang : str, optional
        The language of the sentences: ``"en"`` or ``"ru"``; the one set if not given.

    Returns
    -------
    Check
        ``ok``, the problems, and notes that tell how it plays.

    Examples
    --------
    >>> def first(view):
    ...     return view.legal()[0]
    >>> check_strategy(first).ok
    True
    """
    lang = chosen_language(lang)
    w = words(lang)
    with language(lang):
        try:
            found = find(strategy)
        except ValueError as error:
            return Check(str(getattr(strategy, "__name__", strategy)), (str(error),), ())
        problems, deals, asked = _problems(found, w)
        if not problems and isinstance(found, Compiled):
            problems = _compiles(found)
        if problems:
            return Check(str(found), tuple(problems), (w("strategies.check_hint"),))
        notes = [w("strategies.check_ok", strategy=str(found), deals=deals, tables=len(tables()))]
        return Check(str(found), (), (*notes, *_habits(found, w), *asked))


def _problems(strategy: Strategy, w: Words) -> tuple[list[str], int, list[str]]:
    """The first few different faults, how many deals were played, a note on slowness."""
    seen: dict[Any, str] = {}
    deals = steps = 0
    begin = perf_counter()
    remembers = strategy.remembers
    for number, (rules, players) in enumerate(tables()):
        try:
            for deal, violation in watch(
                strategy, rules, players, seed=number, others="lowest", again=not remembers
            ):
                deals += 1
                steps += len(deal.log)
                if violation is not None:
                    seen.setdefault(violation.point, _told(violation, strategy, w))
            if remembers and _differs(strategy, rules, players, number):
                seen.setdefault("fickle", w("strategies.check_forgets", strategy=str(strategy)))
        except StrategyFault as fault:
            table = w("strategies.check_table", rules=repr(rules), players=players)
            seen.setdefault((fault.line, type(fault.__cause__)), f"{fault}\n{table}")
        if len(seen) >= MOST or "fickle" in seen:
            break
    spent = 1000 * (perf_counter() - begin) / max(steps, 1)
    slow = [w("strategies.check_slow", ms=spent)] if spent > SLOW else []
    return list(seen.values())[:MOST], deals, slow


def _compiles(strategy: Strategy) -> list[str]:
    """Why a strategy marked as compiled cannot be; nothing where it can, or numba is missing."""
    from slime.simulation.spec import can_compile

    if not can_compile():
        return []
    from slime.simulation.compiled import NotCompiled, own_tuples

    try:
        own_tuples([[strategy]])
    except NotCompiled as error:
        return [str(error)]
    return []


def _told(violation: Violation, strategy: Strategy, w: Words) -> str:
    """A violation of the contract, in words."""
    if violation.point == "illegal":
        try:
            violation.deal.copy().step()
        except StrategyFault as fault:
            return str(fault)
    return w(f"strategies.check_{violation.point}", strategy=str(strategy), detail=violation.detail)


def _differs(strategy: Strategy, rules: Rules, players: int, seed: int) -> bool:
    """Whether the same match, played twice, goes differently."""

    def logs() -> list[Any]:
        match = Match(rules, players, [strategy, *["lowest"] * (players - 1)], seed=seed).finish()
        return [deal.log for deal in match.deals]

    return logs() != logs()


def _habits(strategy: Strategy, w: Words) -> list[str]:
    """How it plays: how often it passes although it could play, and how well it does."""
    could = passed = 0
    rules = make_rules("slime-licker", match={"deals": 1})
    names = number_names(5)
    places = np.zeros((40, 5))
    for shuffle, seat in np.ndindex(places.shape):
        table: list[Any] = ["lowest"] * 5
        table[seat] = strategy
        deal = Match(rules, names, table, seed=1, number=shuffle).next_deal()
        while not deal.over:
            S = deal.S
            mine = deal.actor == seat and S[st.TO_BEAT_SIZE] and count_legal(S, seat) > 1
            deal.step()
            if mine:
                could += 1
                passed += deal.log[-1].action == 0
        places[shuffle, seat] = deal.places[names[seat]]
    found = block_interval(places.mean(axis=1), 0.95)
    half = float(found.high - found.low) / 2
    return [
        w("strategies.check_passes", share=passed / max(could, 1)),
        w("strategies.check_place", mean=float(places.mean()), half=half, deals=places.size),
    ]
