"""The fields of a rule set, their values, the presets and their aliases: declared once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from slime._checks import as_int
from slime.game.cards import JOKER_LETTER, RANK_LETTERS


def _whole(value: Any, least: int, most: int | None = None) -> bool:
    if isinstance(value, bool) or not isinstance(value, int):
        return False
    return value >= least and (most is None or value <= most)


def _is_list(value: Any) -> bool:
    return isinstance(value, (list, tuple))


def _players(value: Any) -> bool:
    return (
        _is_list(value)
        and len(value) == 2
        and all(_whole(n, 2, 8) for n in value)
        and value[0] <= value[1]
    )


def _ranks(value: Any) -> bool:
    if not isinstance(value, str):
        return False
    plain = value.removesuffix(JOKER_LETTER)
    return len(plain) >= 2 and len(set(plain)) == len(plain) and set(plain) <= set(RANK_LETTERS)


def _exchange(value: Any) -> bool:
    if _is_list(value):
        return all(_whole(n, 0, 6) for n in value)
    return isinstance(value, str) and value in ("descending", "ends", "none")


def _scoring(value: Any) -> bool:
    if _is_list(value):
        numbers = [n for n in value if isinstance(n, int) and not isinstance(n, bool)]
        return len(value) > 0 and len(numbers) == len(value)
    return isinstance(value, str) and value in ("places", "titles")


def _match(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and len(value) == 1
        and next(iter(value)) in ("deals", "target")
        and _whole(next(iter(value.values())), 1)
    )


class Field(NamedTuple):
    """A field of a rule set: its name, a test of its values, and what they may be, in words."""

    name: str
    fits: Callable[[Any], bool]
    may_be: str
    values: tuple[Any, ...] = ()


def _choice(name: str, *values: Any) -> Field:
    shown = ", ".join(repr(v) for v in values)
    # `True == 1` in Python, but not in a rule set
    return Field(
        name,
        lambda x: any(type(x) is type(v) and x == v for v in values),
        f"one of {shown}",
        values,
    )


FIELDS: dict[str, Field] = {
    f.name: f
    for f in (
        Field("players", _players, "two whole numbers from 2 to 8, least first"),
        Field("decks", lambda x: x is None or _whole(x, 1, 2), "1, 2 or None", (1, 2, None)),
        Field("suits", lambda x: _whole(x, 1, 4), "a whole number from 1 to 4", (1, 2, 3, 4)),
        Field("jokers", lambda x: _whole(x, 0, 2), "0, 1 or 2", (0, 1, 2)),
        Field("ranks", _ranks, "at least two of 23456789TJQKA, none twice, then * or not"),
        _choice("passing", "free", "locked", "one-turn"),
        _choice("must_play", False, True),
        _choice("bigger_sets", False, True),
        _choice("equal_ranks", False, True),
        _choice("joker_trump", False, True),
        _choice("wild", "", "*", "23", "23*"),
        _choice("big_two", False, True),
        _choice("seating", "fixed", "swap-ends", "by-place"),
        _choice("lead_after_out", "left", "right"),
        _choice("first_lead", "3c", "first", "last", "dealer-left", "draw"),
        _choice("lead", "last", "first", "draw"),
        _choice("dealer", "last", "rotate", "draw"),
        _choice("extras", "left", "dealer"),
        _choice("initial_places", "none", "draw"),
        Field("exchange", _exchange, "'descending', 'ends', 'none' or a list of counts 0 to 6"),
        _choice("exchange_open", False, True),
        _choice("exchange_flow", "up", "down", "random"),
        _choice("champion_falls", False, True),
        _choice("fallen_champion", "plays-on", "leaves"),
        Field("scoring", _scoring, "'places', 'titles' or a list of whole numbers, one a place"),
        Field("match", _match, "{'deals': n} or {'target': t} with a whole number from 1"),
    )
}

_A: dict[str, Any] = {
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
    "match": {"deals": 10},
}
_B: dict[str, Any] = {
    **_A,
    "seating": "swap-ends",
    "champion_falls": False,
    "match": {"deals": 5},
}
_C: dict[str, Any] = {
    **_A,
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
    "match": {"target": 25},
}

PRESETS: dict[str, dict[str, Any]] = {
    "slime-licker": _A,
    "slime-licker-club": _B,
    "king-and-slave": _C,
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


def player_count(players: int) -> int:
    """A number of players, any number; ``ValueError`` for what is none.

    >>> player_count(5)
    5
    """
    number = as_int(players)
    if number is None or abs(number) > 1_000_000:
        raise ValueError(f"players: a whole number, not {players!r:.60}")
    return number
