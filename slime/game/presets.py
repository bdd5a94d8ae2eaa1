"""What a rule set consists of: its fields and what they may be, the presets, the variants.

A field is declared once, as a line of `RuleFields`: its name, its type, which lists its values,
and its value in Slime licker; the other presets say what they have otherwise.  What is more than a
choice among a few values has a reader.
Sentences of both languages are in ``rules.toml`` and ``rulecard.toml``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import partial
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
Revolution = Literal[0, 3, 4, 5, 6, 7, 8]
Scoring = Literal["places", "titles"] | tuple[int, ...]
MatchEnd = tuple[tuple[Literal["deals", "target"], int]]


@dataclass(frozen=True, slots=True)
class RuleFields:
    """The fields of a rule set with the values of the preset ``slime-licker``, bare.

    `slime.game.rules.Rules` is what people use.
    """

    preset: str
    players: tuple[int, int] = (4, 7)
    decks: Decks = None
    suits: Suits = 4
    jokers: Jokers = 2
    ranks: str = "3456789TJQKA2*"
    passing: Passing = "free"
    must_play: bool = False
    bigger_sets: bool = False
    equal_ranks: bool = False
    joker_trump: bool = False
    wild: Wild = ""
    big_two: bool = False
    seating: Seating = "fixed"
    lead_after_out: Side = "left"
    first_lead: FirstLead = "3c"
    lead: Lead = "last"
    dealer: Dealer = "last"
    extras: Extras = "left"
    initial_places: InitialPlaces = "none"
    exchange: Exchange = "descending"
    exchange_open: bool = False
    exchange_flow: Flow = "up"
    champion_falls: bool = True
    fallen_champion: Fallen = "plays-on"
    scoring: Scoring = "places"
    match: MatchEnd = (("deals", 10),)
    clears: str = ""
    equal_skips: bool = False
    revolution: Revolution = 0
    turns_trick: str = ""
    foul_finish: str = ""


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


def _some_ranks(value: Any, may_be: str) -> str:
    """Ranks, each once, in any order, as a text in the order of `may_be`."""
    if not isinstance(value, str) or len(set(value)) < len(value) or not set(value) <= set(may_be):
        raise ValueError(value)
    return "".join(sorted(value, key=may_be.index))


def _scoring(value: Any) -> tuple[int, ...]:
    first, *rest = _ints(value, -float("inf"), float("inf"))
    return (first, *rest)


def _match(value: Any) -> MatchEnd:
    ((kind, length),) = dict(value).items()
    (number,) = _ints([length], 1, float("inf"))
    if kind not in ("deals", "target"):
        raise ValueError(value)
    return ((kind, number),)


#: Fields whose value is any of some ranks, and of which.
SOME_RANKS = {
    "clears": RANK_LETTERS + JOKER_LETTER,
    "turns_trick": RANK_LETTERS,
    "foul_finish": RANK_LETTERS + JOKER_LETTER,
}
_READERS: dict[str, Callable[[Any], Any]] = {
    "players": _players,
    "ranks": _ranks,
    "exchange": lambda value: _ints(value, 0, 6) or "none",
    "scoring": _scoring,
    "match": _match,
    **{field: partial(_some_ranks, may_be=may_be) for field, may_be in SOME_RANKS.items()},
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
PRESETS["slime-licker"] = {f.name: f.default for f in fields(RuleFields) if f.name in FIELDS}
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
PRESETS["president"] = {
    **PRESETS["slime-licker"],
    "players": (4, 8),
    "decks": 1,
    "jokers": 0,
    "ranks": "3456789TJQKA2",
    "passing": "locked",
    "equal_ranks": True,
    "exchange": (2, 1),
    "exchange_open": True,
    "champion_falls": False,
    "clears": "2",
}
PRESETS["daifugo"] = {
    **PRESETS["slime-licker"],
    "players": (4, 6),
    "decks": 1,
    "jokers": 1,
    "passing": "locked",
    "wild": "*",
    "first_lead": "draw",
    "exchange": (2, 1),
    "exchange_open": True,
    "fallen_champion": "leaves",
    "clears": "8",
    "revolution": 4,
}
PRESETS["tycoon"] = {
    **PRESETS["daifugo"],
    "players": (4, 4),
    "jokers": 2,
    "first_lead": "3c",
    "match": (("deals", 3),),
}
#: Presets of which no source text tells: common ways to play.
COMMON = ("president", "daifugo", "tycoon")

ALIASES: dict[str, str] = {
    "slime": "slime-licker",
    "great tahimie": "slime-licker",
    "слайм ликер": "slime-licker",
    "слайм ликёр": "slime-licker",
    "club": "slime-licker-club",
    "слайм ликер клуб": "slime-licker-club",
    "клубный слайм ликер": "slime-licker-club",
    "король и раб": "king-and-slave",
    "верхушка": "king-and-slave",
    "президент": "president",
    "scum": "president",
    "дайфуго": "daifugo",
    "daihinmin": "daifugo",
    "дайхинмин": "daifugo",
    "тайкун": "tycoon",
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
