"""What a strategy is: two functions on what a player may see, and the numbers that tune them.

``choose(S, me)`` gives the action (a packed set with its rank, 0 for a pass), ``give(S, me,
count)`` the packed cards to hand over where the giver may choose.  Both are rule functions
(see `slime.engine.marks`), read only the common part of the state and the row cells of player `me`,
and draw luck only from ``draw(S, LUCK + me)``.
"""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from inspect import Parameter, Signature
from operator import attrgetter
from typing import Any, ClassVar, Self

from slime._checks import check_int, check_options, invalid
from slime.engine.layout import LUCK, OPTION, OPTIONS, State
from slime.engine.marks import rule
from slime.game.setting import Player, Setting
from slime.strategies.faults import StrategyFault, defined_at, illegal_answer
from slime.strategies.observation import blanked

KEYWORD = Parameter.KEYWORD_ONLY
Choose = Callable[[Any, int], int]
Give = Callable[[Any, int, int], int]


@rule
def option(S: State, me: int, i: int) -> int:
    """Number `i` of those that configure the strategy of player `me`.

    Parameters
    ----------
    S : sequence of int
        The state, or what a player may see of it.
    me : int
        The player's number.
    i : int
        Which option, from 0.

    Returns
    -------
    int
        Its value.

    Examples
    --------
    >>> from slime.engine.layout import OPTION, SIZE
    >>> S = [0] * SIZE
    >>> S[OPTION] = 7
    >>> option(S, 0, 0)
    7
    """
    return S[OPTION + me * OPTIONS + i]


@dataclass(frozen=True)
class Option:
    """A number that tunes a strategy: what it means, its default, least and most.

    >>> Option("until", 0, 0, 8, "it fights once so many players are out").most
    8
    """

    name: str
    default: int
    least: int
    most: int
    what: str


@dataclass(frozen=True)
class Strategy(ABC):
    """A strategy with its settings; equal settings are equal, and it prints itself.

    Call it with keywords to change settings.  The classes differ in how they are seated and
    asked: `BuiltIn` by the engine itself; others on a copy of what the player may see.

    >>> from slime.strategies import find
    >>> one = find("patient")(until=2)
    >>> one, one.kind, one.remembers, isinstance(one.at_table(None), Strategy), one.copy() is one
    (patient(until=2), 'built-in', False, True, True)
    >>> one.doc.partition(":")[0]
    'patient'
    >>> from slime.engine.layout import SIZE
    >>> S = [0] * SIZE
    >>> one.write_options(S, 0)
    >>> option(S, 0, 0)
    2
    """

    name: str
    choose: Choose = field(compare=False, repr=False)
    give: Give = field(compare=False, repr=False)
    options: tuple[Option, ...] = ()
    settings: tuple[int, ...] = ()
    #: a learner's own function or class and what gives for it; None if built in
    owner: Any = field(default=None, repr=False)
    #: how it is run: "built-in" (in the compiled loop), "compiled" (its owner's), "python"
    kind: ClassVar[str]

    def __post_init__(self) -> None:
        if not self.settings:
            object.__setattr__(self, "settings", tuple(o.default for o in self.options))
        # so that ``patient?`` tells what it does, and Tab in ``patient(`` offers its settings
        values = zip(self.options, self.settings, strict=True)
        parameters = [Parameter(o.name, KEYWORD, default=v, annotation=int) for o, v in values]
        vars(self)["__signature__"] = Signature(parameters, return_annotation=type(self))
        vars(self)["__doc__"] = self.doc

    @abstractmethod
    def at_table(self, setting: Setting) -> Player:
        """The strategy ready to be asked: for each seat of each match, called once.

        Parameters
        ----------
        setting : Setting
            What is known of the table.

        Returns
        -------
        Player
            Who plays at the seat.
        """

    @property
    def doc(self) -> str:
        """What it says of itself: its file if it is built in, else its owner's docstring."""
        told = inspect.getdoc(self.owner[0]) if self.owner else self.choose.__globals__["__doc__"]
        return told or ""

    @property
    def remembers(self) -> bool:
        """Whether it is a class, made anew for each match, that may keep a memory."""
        function = self.owner and self.owner[0]
        return isinstance(function, type) and hasattr(function, "choose")

    def fault(self, S: State, me: int, answer: int, setting: Setting) -> StrategyFault:
        """The error for an answer that the rules forbid.

        Parameters
        ----------
        S : sequence of int
            The state in which it was asked.
        me : int
            The player's number.
        answer : int
            The packed action or gift.
        setting : Setting
            What is known of the table.

        Returns
        -------
        StrategyFault
            It says what was answered, why that is illegal, and where the strategy is.

        Examples
        --------
        >>> import slime
        >>> deal = slime.Match(players=4, seed=1).next_deal()
        >>> slime.strategies.lowest.fault(deal.S, deal.actor, 0, deal.setting).why
        'Whoever leads must play cards; passing is not possible.'
        """
        place = defined_at(self.owner[0]) if self.owner is not None else None
        return illegal_answer(S, me, answer, str(self), setting, place)

    def __reduce__(self) -> Any:
        """Send a learner's decorated function by its name: that names the strategy, not it."""
        function = self.owner and self.owner[0]
        module, path = getattr(function, "__module__", None), getattr(function, "__qualname__", "")
        found = sys.modules.get(module) if isinstance(module, str) else None
        for part in path.split("."):
            found = getattr(found, part, None)
        if isinstance(found, Strategy) and found.owner == self.owner:
            return _by_name, (module, path, self.settings)
        return super().__reduce__()

    def __call__(self, **settings: int) -> Self:
        """The same strategy with other values of its options."""
        known = {o.name: o for o in self.options}
        check_options(self.name, settings, known)
        values = dict(zip(known, self.settings, strict=True))
        for name, value in settings.items():
            o = known[name]
            values[name] = check_int(f"{self.name}: {name}", value, o.least, o.most)
        return replace(self, settings=tuple(values.values()))

    def __repr__(self) -> str:
        changed = [
            f"{o.name}={value}"
            for o, value in zip(self.options, self.settings, strict=True)
            if value != o.default
        ]
        return f"{self.name}({', '.join(changed)})" if changed else self.name

    __str__ = __repr__

    def write_options(self, S: State, me: int) -> None:
        """Write the settings into the state for a player.

        Parameters
        ----------
        S : sequence of int
            The state.
        me : int
            The player's number.
        """
        for i, value in enumerate(self.settings):
            S[OPTION + me * OPTIONS + i] = value


class BuiltIn(Strategy):
    """A strategy of this kit: trusted, and asked on the state itself."""

    kind = "built-in"

    def at_table(self, setting: Setting) -> BuiltIn:
        """Itself: it is the same at every seat.

        Parameters
        ----------
        setting : Setting
            What the match is played with.

        Returns
        -------
        BuiltIn
        """
        return self

    def copy(self) -> BuiltIn:
        """Itself: it has no memory."""
        return self


class Seated(ABC):
    """A learner's strategy at one seat of one match.

    It is asked on a copy of what the player may see, which it may change.
    """

    def __init__(self, strategy: Strategy, setting: Setting) -> None:
        self.strategy = strategy
        self.setting = setting
        self.write_options = strategy.write_options
        self.fault = strategy.fault

    @abstractmethod
    def ask(self, seen: list[int], me: int, count: int) -> int:
        """The answer to what is seen: an action, or `count` cards to give if that is not 0."""

    def choose(self, S: State, me: int) -> int:
        """What to play, or to pass."""
        return self.give(S, me, 0)

    def give(self, S: State, me: int, count: int) -> int:
        """Which `count` cards to give; what to play if that is 0."""
        seen = blanked(S, me)
        answer = self.ask(seen, me, count)
        S[LUCK + me] = seen[LUCK + me]
        return answer

    def copy(self) -> Seated:
        """The same with a memory of its own; itself where it has none."""
        return self

    def __str__(self) -> str:
        return str(self.strategy)


def must_be_seated(S: State, me: int, *count: int) -> int:
    """What stands for the functions of a strategy that is asked at a seat only."""
    raise ValueError("this strategy must be put at a table first: Strategy.at_table")


def _by_name(module: str, path: str, settings: tuple[int, ...]) -> Strategy:
    found: Strategy = attrgetter(path)(importlib.import_module(module))
    return replace(found, settings=settings)


def declare(name: str, choose: Choose, give: Give, *options: Option) -> BuiltIn:
    """Declare a built-in strategy; a file of `slime.strategies.builtin` ends with this."""
    if len(options) > OPTIONS:
        raise ValueError(f"{name}: at most {OPTIONS} settings")
    return BuiltIn(name, choose, give, options)


_CALL = re.compile(r"\s*([\w-]+)\s*(?:\((.*)\))?\s*", re.DOTALL)


def read_call(text: str) -> tuple[str, Mapping[str, int]]:
    """Name and settings of a strategy written as text.

    >>> read_call("patient(until=2)")
    ('patient', {'until': 2})
    """
    found = _CALL.fullmatch(text)
    settings: dict[str, int] = {}
    if found is None:
        raise invalid("strategies.no_name", got=text)
    for part in filter(None, (p.strip() for p in (found[2] or "").split(","))):
        key, equals, value = part.partition("=")
        if not equals or not re.fullmatch(r"-?\d{1,9}", value.strip()):
            raise invalid("strategies.bad_settings", got=text)
        settings[key.strip()] = int(value)
    return found[1].replace("-", "_"), settings
