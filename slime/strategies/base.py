"""What a strategy is: two functions on what a player may see, and the numbers that tune them.

``choose(S, me)`` gives the action (a packed set with its rank, 0 for a pass), ``give(S, me,
count)`` the packed cards to hand over where the giver may choose.  Both are rule functions
(see `slime.engine.rule`), read only the common part of the state and the row cells of player `me`,
and draw luck only from ``draw(S, LUCK + me)``.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from slime.engine.layout import OPTION, OPTIONS
from slime.engine.play import State
from slime.engine.rule import rule
from slime.game.rules import Rules

Choose = Callable[[Any, int], int]
Give = Callable[[Any, int, int], int]


@rule
def option(S: State, me: int, i: int) -> int:
    """Number `i` of those that configure the strategy of player `me`."""
    return S[OPTION + me * OPTIONS + i]


@dataclass(frozen=True)
class Option:
    """A number that tunes a strategy: what it means, its default, least and most."""

    name: str
    default: int
    least: int
    most: int
    what: str


@dataclass(frozen=True)
class Strategy:
    """A strategy with its settings; equal settings are equal, and it prints itself.

    Call it with keywords to change settings.

    >>> from slime.strategies import find
    >>> find("lowest")
    lowest
    """

    name: str
    choose: Choose = field(compare=False, repr=False)
    give: Give = field(compare=False, repr=False)
    options: tuple[Option, ...] = ()
    settings: tuple[int, ...] = ()
    #: how it is run: "built-in" (in the compiled loop), "compiled" (its owner's), "python"
    kind: str = "built-in"
    doc: str = field(default="", compare=False, repr=False)
    #: a learner's own function or class and what gives for it; None if built in
    owner: Any = field(default=None, repr=False)
    #: of a learner's at the table: asked on a blanked copy of the state, which it may change
    ask: Callable[[list[int], int, int], int] | None = field(
        default=None, compare=False, repr=False
    )

    def at_table(self, rules: Rules, names: tuple[str, ...], lang: str) -> Strategy:
        """The strategy ready to be asked: for each seat of each match, called once.

        A built-in strategy is ready as it is; a learner's is shown a blanked copy of the state.
        """
        if self.kind == "built-in":
            return self
        from slime.strategies.custom import seat

        return seat(self, rules, names, lang)

    def __reduce__(self) -> Any:
        """Send a learner's decorated function by its name: that names the strategy, not it."""
        function = None if self.owner is None else self.owner[0]
        module = getattr(function, "__module__", None)
        path = getattr(function, "__qualname__", "")
        found = sys.modules.get(module) if isinstance(module, str) else None
        for part in path.split("."):
            found = getattr(found, part, None)
        if isinstance(found, Strategy) and found.owner == self.owner:
            return _by_name, (module, path, self.settings)
        return super().__reduce__()

    def __call__(self, **settings: int) -> Strategy:
        values = dict(zip([o.name for o in self.options], self.settings, strict=True))
        known = {o.name: o for o in self.options}
        for name, value in settings.items():
            if name not in known:
                may = ", ".join(known) or "none"
                raise ValueError(f"{self.name}: no setting {name!r}; it may be: {may}")
            o = known[name]
            if isinstance(value, bool) or not isinstance(value, int):
                raise ValueError(f"{self.name}: {name} is a whole number, not {value!r}")
            if not o.least <= value <= o.most:
                raise ValueError(f"{self.name}: {name} is from {o.least} to {o.most}, not {value}")
            values[name] = value
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
        """Write the settings into the state for player `me`."""
        for i, value in enumerate(self.settings):
            S[OPTION + me * OPTIONS + i] = value


def asked_on_copies(strategy: Strategy) -> Callable[[list[int], int, int], int]:
    """How a strategy at the table is asked on a copy of the state (count 0: for a play)."""
    if strategy.ask is not None:
        return strategy.ask

    def ask(seen: list[int], me: int, count: int) -> int:
        return strategy.give(seen, me, count) if count else strategy.choose(seen, me)

    return ask


def _by_name(module: str, path: str, settings: tuple[int, ...]) -> Strategy:
    found: Any = importlib.import_module(module)
    for part in path.split("."):
        found = getattr(found, part)
    strategy: Strategy = replace(found, settings=settings)
    return strategy


def declare(
    name: str, choose: Choose, give: Give, *options: Option, doc: str | None = None
) -> Strategy:
    """Declare a built-in strategy; a file of `slime.strategies.builtin` ends with this."""
    if len(options) > OPTIONS:
        raise ValueError(f"{name}: at most {OPTIONS} settings")
    if doc is None:
        doc = choose.__globals__.get("__doc__") or ""
    return Strategy(name, choose, give, options, tuple(o.default for o in options), doc=doc)


_CALL = re.compile(r"\s*([\w-]+)\s*(?:\((.*)\))?\s*", re.DOTALL)


def read_call(text: str) -> tuple[str, Mapping[str, int]]:
    """Name and settings of a strategy written as text.

    >>> read_call("patient(until=2)")
    ('patient', {'until': 2})
    """
    found = _CALL.fullmatch(text)
    settings: dict[str, int] = {}
    if found is None:
        raise ValueError(f"strategies: {text!r:.60} is no name of a strategy")
    for part in filter(None, (p.strip() for p in (found[2] or "").split(","))):
        key, equals, value = part.partition("=")
        if not equals or not re.fullmatch(r"-?\d{1,9}", value.strip()):
            raise ValueError(f"strategies: in {text!r:.60}, write settings as name=number")
        settings[key.strip()] = int(value)
    return found[1].replace("-", "_"), settings
