"""What a rule set consists of: its fields and what they may be, the presets, the variants.

A field is declared once, as a line of `RuleFields`: its name and its type, which lists its values.
What is more than a choice among a few values has a reader; each preset has a value.
Sentences of both languages are in ``rules.toml`` and ``rulecard.toml``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from types import NoneType
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from slime._checks import as_int
from slime.game.cards import JOKER_LETTER, RANK_LETTERS
from slime.i18n import Words

Decks = Literal[1, 2] | None
Suits = Literal[1, 2, 3, 4]
Jokers = Literal[0, 1, 2]
Passing = Literal["free", "locked", "one-turn"]
Wild = Literal["", "*", "23", "23*"]
Seating = Literal["fixed", "swap-ends", "by-place"]
Side = Literal["left", "right"]
FirstLead = Literal["3c", "first", "last", "dealer-left", "draw"]
Lead = Literal["last", "first", "draw"]
Dealer = Literal["last", "rotate", "draw"]
Extras = Literal["left", "dealer"]
InitialPlaces = Literal["none", "draw"]
Exchange = Literal["descending", "ends", "none"] | tuple[int, ...]
Flow = Literal["up", "down", "random"]
Fallen = Literal["plays-on", "leaves"]
Scoring = Literal["places", "titles"] | tuple[int, ...]
MatchEnd = tuple[tuple[Literal["deals", "target"], int]]


class _AsPreset:
    """Stands for a field that is not named."""

    def __repr__(self) -> str:
        return "<as the preset>"


AS_PRESET: Any = _AsPreset()


@dataclass(frozen=True, slots=True)
class RuleFields:
    """The fields of a rule set, bare; `slime.game.rules.Rules` is what people use."""

    preset: str
    players: tuple[int, int] = AS_PRESET
    decks: Decks = AS_PRESET
    suits: Suits = AS_PRESET
    jokers: Jokers = AS_PRESET
    ranks: str = AS_PRESET
    passing: Passing = AS_PRESET
    must_play: bool = AS_PRESET
    bigger_sets: bool = AS_PRESET
    equal_ranks: bool = AS_PRESET
    joker_trump: bool = AS_PRESET
    wild: Wild = AS_PRESET
    big_two: bool = AS_PRESET
    seating: Seating = AS_PRESET
    lead_after_out: Side = AS_PRESET
    first_lead: FirstLead = AS_PRESET
    lead: Lead = AS_PRESET
    dealer: Dealer = AS_PRESET
    extras: Extras = AS_PRESET
    initial_places: InitialPlaces = AS_PRESET
    exchange: Exchange = AS_PRESET
    exchange_open: bool = AS_PRESET
    exchange_flow: Flow = AS_PRESET
    champion_falls: bool = AS_PRESET
    fallen_champion: Fallen = AS_PRESET
    scoring: Scoring = AS_PRESET
    match: MatchEnd = AS_PRESET


class Field(NamedTuple):
    """A field of a rule set: its name, the values its type lists, a reader of other values."""

    name: str
    choices: tuple[Any, ...]
    reader: Callable[[Any], Any] | None

    @property
    def values(self) -> tuple[Any, ...]:
        """All its values; none listed where there may be others."""
        return () if self.reader else self.choices

    def may_be(self, w: Words) -> str:
        """What it may be, in words."""
        if self.reader:
            return w(f"rules.may_be.{self.name}")
        return w.join(map(repr, self.values), "or")

    def read(self, value: Any) -> Any:
        """A value as a rule set keeps it; ``ValueError`` or ``TypeError`` for what is none.

        >>> FIELDS["players"].read([4, 6]), FIELDS["exchange"].read([])
        ((4, 6), 'none')
        """
        number = as_int(value)
        plain = value if number is None else number
        for choice in self.choices:  # `True == 1` in Python, but not in a rule set
            if type(plain) is type(choice) and plain == choice:
                return choice
        if self.reader is None:
            raise ValueError(value)
        return self.reader(value)


def _ints(value: Any, least: float, most: float) -> tuple[int, ...]:
    numbers = [as_int(n) for n in value] if isinstance(value, (list, tuple)) else [None]
    found = tuple(n for n in numbers if n is not None and least <= n <= most)
    if len(found) < len(numbers):
        raise ValueError(value)
    return found


def _players(value: Any) -> tuple[int, ...]:
    least, most = _ints(value, 2, 8)
    return _ints([least, most], 2, most)


def _ranks(value: Any) -> str:
    plain = value.removesuffix(JOKER_LETTER) if isinstance(value, str) else ""
    if len(plain) < 2 or len(set(plain)) < len(plain) or not set(plain) <= set(RANK_LETTERS):
        raise ValueError(value)
    return str(value)


def _scoring(value: Any) -> tuple[int, ...]:
    first, *rest = _ints(value, -float("inf"), float("inf"))
    return (first, *rest)


def _match(value: Any) -> MatchEnd:
    ((kind, length),) = dict(value).items()
    (number,) = _ints([length], 1, float("inf"))
    if kind not in ("deals", "target"):
        raise ValueError(value)
    return ((kind, number),)


_READERS: dict[str, Callable[[Any], Any]] = {
    "players": _players,
    "ranks": _ranks,
    "exchange": lambda value: _ints(value, 0, 6) or "none",
    "scoring": _scoring,
    "match": _match,
}


def _choices(kind: Any) -> tuple[Any, ...]:
    """The values that a type lists."""
    if kind is bool:
        return (False, True)
    if kind is NoneType:
        return (None,)
    if get_origin(kind) is Literal:
        return get_args(kind)
    if get_origin(kind) is tuple:
        return ()
    return tuple(value for part in get_args(kind) for value in _choices(part))


_TYPES = get_type_hints(RuleFields)
FIELDS: dict[str, Field] = {
    f.name: Field(f.name, _choices(_TYPES[f.name]), _READERS.get(f.name))
    for f in fields(RuleFields)
    if f.name != "preset"
}

PRESETS: dict[str, dict[str, Any]] = {}
PRESETS["slime-licker"] = {
    "players": (4, 7),
    "decks": None,
    "suits": 4,
    "jokers": 2,
    "ranks": "3456789TJQKA2*",
    "passing": "free",
    "must_play": False,
    "bigger_sets": False,
    "equal_ranks": False,
    "joker_trump": False,
    "wild": "",
    "big_two": False,
    "seating": "fixed",
    "lead_after_out": "left",
    "first_lead": "3c",
    "lead": "last",
    "dealer": "last",
    "extras": "left",
    "initial_places": "none",
    "exchange": "descending",
    "exchange_open": False,
    "exchange_flow": "up",
    "champion_falls": True,
    "fallen_champion": "plays-on",
    "scoring": "places",
    "match": (("deals", 10),),
}
PRESETS["slime-licker-club"] = {
    **PRESETS["slime-licker"],
    "seating": "swap-ends",
    "champion_falls": False,
    "match": (("deals", 5),),
}
PRESETS["king-and-slave"] = {
    **PRESETS["slime-licker"],
    "players": (4, 8),
    "decks": 1,
    "jokers": 0,
    "ranks": "23456789TJQKA",
    "seating": "by-place",
    "lead_after_out": "right",
    "first_lead": "first",
    "lead": "first",
    "extras": "dealer",
    "initial_places": "draw",
    "exchange": "ends",
    "exchange_open": True,
    "champion_falls": False,
    "scoring": "titles",
    "match": (("target", 25),),
}

ALIASES: dict[str, str] = {
    "slime licker": "slime-licker",
    "slime": "slime-licker",
    "great tahimie": "slime-licker",
    "слайм ликер": "slime-licker",
    "слайм ликёр": "slime-licker",
    "slime licker club": "slime-licker-club",
    "club": "slime-licker-club",
    "слайм ликер клуб": "slime-licker-club",
    "клубный слайм ликер": "slime-licker-club",
    "king and slave": "king-and-slave",
    "president": "king-and-slave",
    "король и раб": "king-and-slave",
    "президент": "king-and-slave",
    "верхушка": "king-and-slave",
}

#: The ten variants of King and slave, by number: the fields each sets.
VARIANTS: dict[int, dict[str, Any]] = {
    1: {"passing": "one-turn"},
    2: {"passing": "locked"},
    3: {"must_play": True},
    4: {"bigger_sets": True},
    5: {"equal_ranks": True},
    6: {"joker_trump": True},
    7: {"wild": "*"},
    8: {"big_two": True},
    9: {"wild": "23"},
    10: {"seating": "fixed"},
}
