"""Learners' own strategies: from a function on a readable view to a player at the table.

`from_function` takes a plain Python function (or class) on a `View`; `strategy` marks one on
the flat state that the simulator compiles.  Both are shown a copy of what the player may see.
What goes wrong is told with the file and the line.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, overload

from slime.engine import layout as st
from slime.engine.exchange import gift_count
from slime.engine.hands import CARDS, size_of, within
from slime.engine.play import FINE, NOT_A_SET, State, why_not
from slime.game.dealview import DealView
from slime.game.errors import CODES, IllegalAction, sentence
from slime.game.rules import Rules
from slime.i18n import face, words
from slime.strategies.base import Option, Strategy
from slime.strategies.builtin.lowest import give_lowest
from slime.strategies.faults import Place, answering_place, defined_at, raised_at
from slime.strategies.observation import TableFacts, blanked, luck_after, table_facts
from slime.strategies.view import View

__all__ = [
    "StrategyFault",
    "View",
    "fault",
    "from_function",
    "packed_fault",
    "seat",
    "strategy",
    "table_facts",
]

#: How far settings of a learner's strategy may go.
_FAR = 10**9


class StrategyFault(ValueError):
    """A strategy answered what the rules forbid, or broke down.

    `player` and `strategy` are names, `why` is the sentence of the rule or the error, `file`
    and `line` tell where (None where that is unknown); the message says all this in the
    language of the table.
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


def _fault(
    key: str,
    lang: str,
    *,
    player: str,
    strategy: str,
    why: str,
    place: Place | None,
    answer: str = "",
) -> StrategyFault:
    w = words(lang)
    message = w(key, strategy=strategy, player=player, why=why, answer=answer)
    if place is not None:
        message += "\n" + place.tell(lang)
    return StrategyFault(message, player=player, strategy=strategy, why=why, place=place)


def fault(deal: DealView, p: int, action: int) -> StrategyFault:
    """The error for an illegal answer (a packed action or gift) of the strategy of player `p`."""
    strategy = deal.setting.strategies[p]
    assert strategy is not None
    return packed_fault(deal.S, p, action, strategy, _table_of(deal))


def _table_of(deal: DealView) -> TableFacts:
    return TableFacts(deal.rules, deal.players, deal.text, deal.setting.lang)


def packed_fault(
    S: State, p: int, action: int, strategy: Strategy, table: TableFacts
) -> StrategyFault:
    """The same from a state and what is known of the table."""
    lang = table.lang
    if S[st.PHASE] == st.EXCHANGING:
        count = gift_count(S, S[st.GIFT])
        counts = 0 <= action <= CARDS and size_of(action) != count
        why = sentence("exchange-count" if counts else "not-held", lang, count=count)
    else:
        code = why_not(S, p, action) if 0 <= action < 1 << (st.RANK_BIT + 4) else NOT_A_SET
        why = str(View(blanked(S, p), p, table)._illegal(CODES[code]))
    return _fault(
        "game.strategy_fault",
        lang,
        player=table.names[p],
        strategy=str(strategy),
        why=why,
        answer=_shown(action, table),
        place=defined_at(strategy.owner[0]) if strategy.owner is not None else None,
    )


def _shown(action: int, table: TableFacts) -> str:
    """A packed answer as text, whatever it is."""
    if not 0 <= action < 1 << (st.RANK_BIT + 4):
        return str(action)
    if action == 0:
        return "-"
    letters = table.text.order.letters(action & CARDS)
    return " ".join(face(card, table.lang) for card in letters) or str(action)


# --- on the readable view -------------------------------------------------------------


def _must_be_seated(S: State, me: int, *count: int) -> int:
    raise ValueError("this strategy must be put at a table first: Strategy.at_table")


def from_function(
    function: Any, *, give: Callable[..., Any] | None = None, name: str | None = None
) -> Strategy:
    """A strategy from a function of a `View`, which answers with a play.

    The answer is text such as ``"7 7"`` or ``"77"`` (cards may also be written as people of
    the table's language do), a list of ranks, or ``"-"`` or None for a pass.  `give`, or an
    attribute of that name, is a function of a view that answers with the cards to give away
    (``view.cards_due`` says how many); without it the lowest cards are given.  A class with
    methods ``choose`` and, if wanted, ``give`` does as well: it is made anew for each match
    and seat.  Keywords of the function with whole numbers as defaults are its settings.

    Raises ``ValueError`` for what cannot be called so.

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
        raise ValueError(
            "strategy: a function of one view, or a class with a method choose(view),"
            f" not {function!r:.60}"
        )
    asked = choose if callable(choose) else function
    options = _options(asked, skip=2 if isinstance(function, type) and choose else 1)
    called = name or getattr(function, "__name__", type(function).__name__)
    return Strategy(
        str(called),
        _must_be_seated,
        _must_be_seated,
        options,
        tuple(o.default for o in options),
        kind="python",
        doc=inspect.getdoc(function) or "",
        owner=(function, give),
    )


def _options(function: Any, skip: int) -> tuple[Option, ...]:
    """The settings of a learner's function: its keywords with whole numbers as defaults."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return ()
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    needed = [p for p in parameters if p.default is p.empty and p.kind in kinds]
    takes_any = any(p.kind is p.VAR_POSITIONAL for p in parameters)
    takes_first = sum(p.kind in kinds for p in parameters) >= skip or takes_any
    if len(needed) > skip or not takes_first:
        raise ValueError(
            f"strategy: {getattr(function, '__name__', function)!s:.60} must take one view,"
            f" not {len(needed)} things"
        )
    found = []
    for p in parameters[skip:]:
        if isinstance(p.default, int) and not isinstance(p.default, bool):
            found.append(Option(p.name, p.default, -_FAR, _FAR, ""))
    if len(found) > st.OPTIONS:
        raise ValueError(f"strategy: at most {st.OPTIONS} settings")
    return tuple(found)


@lru_cache(maxsize=64)
def _facts(rules: Rules, names: tuple[str, ...], lang: str) -> TableFacts:
    return table_facts(rules, names, lang)


def seat(strategy: Strategy, rules: Rules, names: tuple[str, ...], lang: str) -> Strategy:
    """A learner's strategy ready to be asked at one seat of one match."""
    table = _facts(rules, names, lang)
    if strategy.kind == "compiled":
        return _seat_compiled(strategy, table)
    function, give = strategy.owner
    if hasattr(function, "at_table"):  # it plays elsewhere, see `slime.tournaments.pupil`
        seated: Strategy = function.at_table(strategy, rules, names, lang)
        return seated
    if isinstance(function, type) and hasattr(function, "choose"):
        function = function()
    choose = getattr(function, "choose", function)
    give = give or getattr(function, "give", None)
    settings = {o.name: v for o, v in zip(strategy.options, strategy.settings, strict=True)}

    def answer(seen: list[int], me: int, asked: Callable[..., Any], gift: bool) -> int:
        luck = seen[st.LUCK + me]
        view = View(seen, me, table, settings)
        own = {} if gift else settings
        try:
            said = asked(view, **own)
        except (Exception, SystemExit) as error:  # a learner's exit() ends a game, not the kernel
            raise _broken(error, asked, strategy, table, me, view.leading) from error
        try:
            return view._gift(said) if gift else view._action(said)
        except IllegalAction as problem:
            again = seen[:]
            again[st.LUCK + me] = luck
            place = answering_place(asked, View(again, me, table, settings), **own)
            key = "strategies.illegal_gift" if gift else "strategies.illegal_play"
            # None is a pass too, but where a pass is wrong, a return was rather forgotten.
            hint = " " + words(table.lang)("strategies.no_return") if said is None else ""
            raise _fault(
                key,
                table.lang,
                player=table.names[me],
                strategy=str(strategy),
                why=f"{problem}{hint}",
                answer=f"{said!r:.60}",
                place=place,
            ) from None

    def ask(seen: list[int], me: int, count: int) -> int:
        if count == 0:
            return answer(seen, me, choose, False)
        if give is None:
            return give_lowest(seen, me, count)
        return answer(seen, me, give, True)

    return replace(strategy, **_on_copies(ask))


def _on_copies(ask: Callable[[list[int], int, int], int]) -> dict[str, Any]:
    """A strategy's functions from one that is asked on a blanked copy (count 0: for a play)."""

    def choose(S: State, me: int) -> int:
        return give(S, me, 0)

    def give(S: State, me: int, count: int) -> int:
        seen = blanked(S, me)
        answer = ask(seen, me, count)
        luck_after(seen, S, me)
        return answer

    return {"choose": choose, "give": give, "ask": ask}


def _broken(
    error: BaseException,
    function: Any,
    strategy: Strategy,
    table: TableFacts,
    me: int,
    leading: bool = False,
) -> StrategyFault:
    why = f"{type(error).__name__}: {error}"[:300]
    if leading and isinstance(error, AttributeError) and "'NoneType'" in why:
        why += ". " + words(table.lang)("strategies.top_is_none")
    return _fault(
        "strategies.broken",
        table.lang,
        player=table.names[me],
        strategy=str(strategy),
        why=why,
        place=raised_at(error, function),
    )


# --- on the flat state ----------------------------------------------------------------


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
) -> Any:
    """Mark a function ``f(S, me)`` on the flat state as a strategy that can be compiled.

    `S` is laid out as `slime.engine.layout` says, with all that player `me` may not see blanked;
    the answer is a packed action (0 passes).  The function is written in the subset of
    `slime.engine.rule`, so that the simulator can compile it; stepping through a deal runs it as
    plain Python.  `give` is ``g(S, me, count)``, which answers with packed cards (the lowest
    if there is none); `options` names settings and their defaults, read with
    ``slime.strategies.base.option(S, me, i)``.

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
                raise ValueError(f"strategy: a function of {takes} arguments, not {one!r:.60}")
        found = tuple(Option(n, v, -_FAR, _FAR, "") for n, v in (options or {}).items())
        if len(found) > st.OPTIONS:
            raise ValueError(f"strategy: at most {st.OPTIONS} settings")
        return Strategy(
            str(name or getattr(f, "__name__", "strategy")),
            f,
            give or give_lowest,
            found,
            tuple(o.default for o in found),
            kind="compiled",
            doc=inspect.getdoc(f) or "",
            owner=(f, give),
        )

    return mark if function is None else mark(function)


def _takes(function: Any, count: int) -> bool:
    try:
        inspect.signature(function).bind(*[None] * count)
    except TypeError:
        return False
    except ValueError:  # no signature to be had
        return True
    return True


def _seat_compiled(strategy: Strategy, table: TableFacts) -> Strategy:
    choose, give = strategy.choose, strategy.give

    def ask(seen: list[int], me: int, count: int) -> int:
        asked, more = (give, (count,)) if count else (choose, ())
        before = seen[:]
        try:
            answer = int(asked(seen, me, *more))
        except (Exception, SystemExit) as error:  # a learner's exit() ends a game, not the kernel
            raise _broken(error, asked, strategy, table, me) from error
        luck = seen[st.LUCK + me]
        seen[:] = before  # whatever it wrote there
        seen[st.LUCK + me] = luck
        cards = answer & CARDS if answer >= 0 else answer
        if count:
            hand = seen[st.HAND + me]
            fits = answer == cards and within(cards, hand) and size_of(cards) == count
        else:
            fits = answer >= 0 and why_not(seen, me, answer) == FINE
        if not fits:
            raise packed_fault(seen, me, answer, strategy, table)
        return answer

    return replace(strategy, **_on_copies(ask))
