"""Random rule sets that hold together, and nonsense ones, without asking the kit anything."""

from __future__ import annotations

from random import Random
from typing import Any

NAMES = ("Anna", "Борис", "Vera", "Gleb", "Dina", "Egor", "Zoya", "Ilya")
STRATEGIES = (
    *("counter", "highest", "hoarder", "keep_sets", "lowest", "minister", "patient", "random"),
    "patient(until=2)",
)
PRESETS = ("slime-licker", "slime-licker-club", "king-and-slave")
CHOICES: dict[str, tuple[Any, ...]] = {
    "passing": ("free", "locked", "one-turn"),
    "must_play": (False, True),
    "bigger_sets": (False, True),
    "equal_ranks": (False, True),
    "joker_trump": (False, True),
    "wild": ("", "*", "23", "23*"),
    "big_two": (False, True),
    "seating": ("fixed", "swap-ends", "by-place"),
    "lead_after_out": ("left", "right"),
    "first_lead": ("3c", "first", "last", "dealer-left", "draw"),
    "lead": ("last", "first", "draw"),
    "dealer": ("last", "rotate", "draw"),
    "extras": ("left", "dealer"),
    "initial_places": ("none", "draw"),
    "exchange_open": (False, True),
    "exchange_flow": ("up", "down", "random"),
    "champion_falls": (False, True),
    "fallen_champion": ("plays-on", "leaves"),
}
_LICKER: dict[str, Any] = {
    "decks": None,
    "suits": 4,
    "jokers": 2,
    "ranks": "3456789TJQKA2*",
    "wild": "",
    "big_two": False,
    "joker_trump": False,
    "initial_places": "none",
    "first_lead": "3c",
}
_KING = {
    **_LICKER,
    "decks": 1,
    "jokers": 0,
    "ranks": "23456789TJQKA",
    "initial_places": "draw",
    "first_lead": "first",
}
DEFAULTS = {"slime-licker": _LICKER, "slime-licker-club": _LICKER, "king-and-slave": _KING}
_NONSENSE: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 2, 3, 9, -1, 2.0, "", "x", "free", "3c", "none", "*", "23", "22"),
    *([], [1], [1, 1], [9], (3, 2, 1), [2, 8], [8, 2], {}, {"deals": 1}, {"deals": 0}, {"x": 1}),
    *({"target": 5}, {"deals": 1, "target": 2}, "A", "AK", "AKQ*", "*A", "titles", "descending"),
)


def small_table(rng: Random) -> bool:
    """Whether this one is to be of few cards."""
    return rng.random() < 0.5


def rule_set(rng: Random, *, small: bool = False) -> tuple[str, dict[str, Any], int]:
    """A preset, fields for `slime.rules` that go together, and a number of players."""
    count = rng.randint(2, 4 if small else 8)
    preset = rng.choice(PRESETS)
    named: dict[str, Any] = {
        name: rng.choice(values) for name, values in CHOICES.items() if rng.random() < 0.4
    }
    named["players"] = [rng.randint(2, count), rng.randint(count, 8)]
    named["match"] = {"deals": rng.randint(1, 3)}
    _pack(rng, named, small)
    size = _agree(rng, preset, named, count)
    share = size // count
    named["exchange"] = _exchange(rng, count, share)
    named["scoring"] = _scoring(rng, count)
    scoring = named["scoring"]
    grows = isinstance(scoring, str) or (min(scoring) >= 0 and max(scoring) > 0)
    if grows and rng.random() < 0.3:
        named["match"] = {"target": rng.randint(1, 12)}
    return preset, named, count


def nonsense(rng: Random) -> tuple[str, dict[str, Any], int]:
    """A rule set with a field or two that may well be refused."""
    preset, named, count = rule_set(rng, small=small_table(rng))
    for _ in range(rng.randint(1, 2)):
        field = rng.choice([*CHOICES, "players", "decks", "suits", "jokers", "ranks", "exchange"])
        named[rng.choice([field, field, field, "scoring", "match", "no_field"])] = rng.choice(
            _NONSENSE
        )
    if rng.random() < 0.1:
        preset = rng.choice(["", "slime", "король и раб", "poker", "King and Slave"])
    return preset, named, rng.choice([count, rng.randint(0, 9)])


def table_strategies(rng: Random, count: int) -> list[str]:
    """A strategy for each player; often the same for all."""
    if rng.random() < 0.3:
        return [rng.choice(STRATEGIES)] * count
    return [rng.choice(STRATEGIES) for _ in range(count)]


def _pack(rng: Random, named: dict[str, Any], small: bool) -> None:
    named["decks"] = rng.choice([1, 2]) if small else rng.choice([1, 2, None])
    if small or rng.random() < 0.4:
        named["suits"] = rng.randint(1, 2 if small else 4)
    if small or rng.random() < 0.4:
        must = {"3"} | set(str(named.get("wild", "")).replace("*", ""))
        if named.get("big_two"):
            must.add("2")
        others = [rank for rank in "23456789TJQKA" if rank not in must]
        ranks = [*must, *rng.sample(others, rng.randint(2, 3 if small else len(others)))]
        ranks.sort()
        rng.shuffle(ranks)
        named["ranks"] = "".join(ranks) + rng.choice(["", "*"])
    named["jokers"] = rng.choice([0, 1, 1, 2] if small else [0, 1, 2])


def _agree(rng: Random, preset: str, named: dict[str, Any], count: int) -> int:
    """Change what cannot stand together; how many cards the pack has."""
    table = {**DEFAULTS[preset], **named}
    if table["big_two"] and "2" in table["wild"]:
        named["big_two"] = False
    if table["joker_trump"] or "*" in table["wild"]:
        named["jokers"] = named["jokers"] or 1
    elif "*" not in table["ranks"]:
        named["jokers"] = 0
    drawn = table["initial_places"] == "draw"
    if table["first_lead"] in ("first", "last") and not drawn:
        named["first_lead"] = rng.choice(["3c", "dealer-left", "draw"])
    table.update(named)
    plain = table["ranks"].replace("3", "")
    unneeded = table["first_lead"] != "3c" and len(plain.replace("*", "")) > 1
    if "ranks" in named and unneeded and rng.random() < 0.3:
        named["ranks"] = table["ranks"] = plain
    if _size(table, count) < 8:
        named["suits"], named["decks"] = 4, 1
        table.update(named)
    return _size(table, count)


def _size(table: dict[str, Any], count: int) -> int:
    decks = table["decks"] or (1 if count <= 5 else 2)
    return (len(table["ranks"].replace("*", "")) * table["suits"] + table["jokers"]) * decks


def _exchange(rng: Random, count: int, share: int) -> Any:
    kind = rng.choice(["descending", "ends", "none", "list"])
    if kind == "descending" and count // 2 > share:
        kind = "ends"
    if kind == "list":
        pairs = rng.randint(0, count // 2)
        return [rng.randint(0, min(share, 6)) for _ in range(pairs)]
    return kind


def _scoring(rng: Random, count: int) -> Any:
    kind = rng.choice(["places", "titles", "list"])
    if kind == "list" or (kind == "titles" and count < 4):
        return [rng.randint(-3, 9) for _ in range(count)]
    return kind
