"""A small right record, and every way to spoil it, in the order in which faults count.

``python tests/record/record_faults.py`` writes the golden file of the sentences anew.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any, NamedTuple

GOLDEN = Path(__file__).parent / "golden" / "faults.txt"

HEADER = {
    "record": "slime/1",
    "rules": {
        "preset": "slime-licker",
        "players": [3, 4],
        "suits": 3,
        "jokers": 1,
        "ranks": "3456*",
        "must_play": True,
        "match": {"deals": 2},
    },
    "players": ["Anna", "Boris", "Vera"],
}
FIRST = {
    "deal": 1,
    "seats": ["Anna", "Boris", "Vera"],
    "dealer": "Boris",
    "hands": {"Anna": "4d 4h 6h *", "Boris": "3c 4c 5c 6c", "Vera": "3d 3h 5d 5h 6d"},
    "plays": [
        *("Boris 3c", "Vera 6d", "Anna *", "Boris -", "Vera -", "Anna 4d 4h", "Boris -"),
        *("Vera 5d 5h", "Anna -", "Boris -", "Vera 3d 3h", "Anna -", "Boris -", "Anna 6h"),
    ],
    "places": ["Vera", "Anna", "Boris"],
    "points": {"Anna": 2, "Boris": 3, "Vera": 1},
    "totals": {"Anna": 2, "Boris": 3, "Vera": 1},
}
SECOND = {
    "deal": 2,
    "seats": ["Anna", "Boris", "Vera"],
    "dealer": "Boris",
    "before": ["Vera", "Anna", "Boris"],
    "hands": {"Anna": "4d 4h 6c 6d", "Boris": "3c 3d 5c 5d", "Vera": "3h 4c 5h 6h *"},
    "exchange": [
        {"from": "Boris", "to": "Vera", "cards": "5c"},
        {"from": "Vera", "to": "Boris", "cards": "6h"},
    ],
    "plays": [
        *("Boris 3c 3d", "Vera 5c 5h", "Anna 6c 6d", "Boris -", "Vera -", "Anna 4d 4h"),
    ],
    "places": ["Anna", "Boris", "Vera"],
    "points": {"Anna": 1, "Boris": 2, "Vera": 3},
    "totals": {"Anna": 3, "Boris": 5, "Vera": 4},
}
BASE = [HEADER, FIRST, SECOND]
GONE = object()
ALL = ["Anna", "Boris", "Vera"]


class Fault(NamedTuple):
    """Edits of the base, each (where, value), and the fault they make."""

    code: str
    at: str
    edits: tuple[tuple[tuple[Any, ...], Any], ...]


def fault(code: str, at: str, *edits: Any) -> Fault:
    """`edits`: a path and a value, in turn."""
    return Fault(code, at, tuple(zip(edits[::2], edits[1::2], strict=True)))


def _in(deal: int) -> Any:
    """Faults at fields of one deal; a path begins with the field."""

    def make(code: str, at: str, *edits: Any) -> Fault:
        paths = [(deal, *path) for path in edits[::2]]
        mixed = [x for pair in zip(paths, edits[1::2], strict=True) for x in pair]
        return fault(code, f"deal[{deal}].{at}" if at else f"deal[{deal}]", *mixed)

    return make


one, two = _in(1), _in(2)
RULES = (0, "rules")

FAULTS = [
    fault("bad-header", "record", (0, "record"), None),
    fault("bad-header", "record", (0, "record"), "slime/2"),
    fault("bad-header", "record", (0, "record"), ["slime/1"]),
    fault("bad-players", "players", (0, "players"), GONE),
    fault("bad-players", "players", (0, "players"), {"Anna": 1}),
    fault("bad-players", "players", (0, "players"), []),
    fault("bad-players", "players", (0, "players"), ["Anna", "Boris", "Anna"]),
    fault("bad-players", "players", (0, "players"), ["Anna", "Boris", "Ve\u00a0ra"]),
    fault("bad-players", "players", (0, "players"), ["Anna", "Boris", ""]),
    fault("bad-players", "players", (0, "players"), ["Anna", "Boris", None]),
    fault("unknown-rules", "rules", RULES, GONE),
    fault("unknown-rules", "rules", RULES, "slime licker"),
    fault("unknown-rules", "rules", (*RULES, "preset"), None),
    fault("unknown-rules", "rules", (*RULES, "preset"), {}),
    fault("unknown-rules", "rules.colour", (*RULES, "colour"), "red"),
    fault("unknown-rules", "rules.suits", (*RULES, "suits"), True),
    fault("unknown-rules", "rules.suits", (*RULES, "suits"), 3.0),
    fault("unknown-rules", "rules.match", (*RULES, "match"), {"deals": 2, "target": 3}),
    fault("unknown-rules", "rules.ranks", (*RULES, "ranks"), "*3456"),
    fault("rules-conflict", "rules.jokers", (*RULES, "joker_trump"), True, (*RULES, "jokers"), 0),
    fault("rules-conflict", "rules.wild", (*RULES, "big_two"), True, (*RULES, "wild"), "23"),
    fault("rules-conflict", "rules.ranks", (*RULES, "big_two"), True),
    fault("rules-conflict", "rules.jokers", (*RULES, "ranks"), "3456"),
    fault("rules-conflict", "rules.first_lead", (*RULES, "first_lead"), "last"),
    fault("rules-conflict", "rules.first_lead", (*RULES, "ranks"), "456*"),
    fault("bad-players", "players", (0, "players"), ["Anna", "Boris"]),
    fault(
        "rules-conflict",
        "rules.ranks",
        (*RULES, "suits"),
        1,
        (*RULES, "ranks"),
        "34",
        (*RULES, "jokers"),
        0,
    ),
    fault("rules-conflict", "rules.exchange", (*RULES, "exchange"), [1, 1]),
    fault("rules-conflict", "rules.exchange", (*RULES, "exchange"), [5]),
    fault("rules-conflict", "rules.scoring", (*RULES, "scoring"), "titles"),
    fault("rules-conflict", "rules.scoring", (*RULES, "scoring"), [1, 2]),
    fault("bad-json", "line[2]", (1,), "[1]"),
    fault("bad-json", "line[2]", (1,), '{"deal": 1'),
    one("deal-number", "deal", ("deal",), 2),
    one("deal-number", "deal", ("deal",), True),
    one("deal-number", "deal", ("deal",), GONE),
    one("wrong-seats", "seats", ("seats",), GONE),
    one("wrong-seats", "seats", ("seats",), ["Anna", "Boris"]),
    one("wrong-seats", "seats", ("seats",), ["Anna", "Boris", "Boris"]),
    one("wrong-seats", "seats", ("seats",), ["Anna", "Boris", ["Vera"]]),
    one("wrong-before", "before", ("before",), ALL),
    one("wrong-dealer", "dealer", ("dealer",), "Gleb"),
    one("wrong-dealer", "dealer", ("dealer",), ["Anna"]),
    one("wrong-deck", "hands", ("hands",), GONE),
    one("wrong-deck", "hands", ("hands",), ALL),
    one("wrong-deck", "hands", ("hands", "Vera"), GONE),
    one("wrong-deck", "hands", ("hands", "Vera"), None),
    one("bad-card", "hands.Anna", ("hands", "Anna"), "4d 4h 6h 10c"),
    one("bad-card", "hands.Anna", ("hands", "Anna"), ["4d", "4h", "6h", "*"]),
    one("bad-card", "hands.Vera", ("hands", "Vera"), "3d 3h 5d5h 6d"),
    one("wrong-deck", "hands", ("hands", "Anna"), "4d 4d 6h *"),
    one("wrong-deck", "hands", ("hands", "Anna"), "4d 4h 6h"),
    one("wrong-deck", "hands", ("hands", "Anna"), "4d 4h 6h * *"),
    one(
        "wrong-deal", "hands", ("hands", "Anna"), "4d 4h 6h * 6d", ("hands", "Vera"), "3d 3h 5d 5h"
    ),
    one("exchange-pair", "exchange", ("exchange",), {}),
    one("exchange-pair", "exchange[0]", ("exchange",), [{"from": "Anna", "to": "Vera"}]),
    one("bad-play", "plays", ("plays",), {}),
    one("bad-play", "plays[0]", ("plays", 0), "Boris"),
    one("bad-play", "plays[0]", ("plays", 0), "Gleb 3c"),
    one("bad-play", "plays[0]", ("plays", 0), ["Boris", "3c"]),
    one("bad-play", "plays[0]", ("plays", 0), "Boris =3"),
    one("bad-card", "plays[0]", ("plays", 0), "Boris 3c4c"),
    one("bad-card", "plays[0]", ("plays", 0), "Boris 3c =B"),
    one("bad-card", "plays[0]", ("plays", 0), "Boris 3c =3 =3"),
    one("bad-card", "plays[0]", ("plays", 0), "Boris - 3c"),
    one("wrong-leader", "plays[0]", ("plays", 0), "Anna 6h"),
    one("pass-on-lead", "plays[0]", ("plays", 0), "Boris -"),
    one("not-held", "plays[0]", ("plays", 0), "Boris 3d"),
    one("not-held", "plays[0]", ("plays", 0), "Boris 3 3"),
    one("not-a-set", "plays[0]", ("plays", 0), "Boris 3c 4c"),
    one("not-a-set", "plays[0]", ("plays", 0), "Boris 3c =4"),
    one("out-of-turn", "plays[1]", ("plays", 1), "Anna *"),
    one("must-play", "plays[1]", ("plays", 1), "Vera -"),
    one("wrong-size", "plays[1]", ("plays", 1), "Vera 5d 5h"),
    one("too-low", "plays[1]", ("plays", 1), "Vera 3d"),
    one("pass-on-lead", "plays[5]", ("plays", 5), "Anna -"),
    one("deal-over", "plays[14]", ("plays", 14), "Boris 4c"),
    one("wrong-places", "places", ("places",), ["Anna", "Vera", "Boris"]),
    one("wrong-places", "places", ("places",), {"Vera": 1}),
    one("wrong-places", "places", ("plays", 13), GONE),
    one("wrong-points", "points", ("points",), {"Anna": 2, "Boris": 3, "Vera": True}),
    one("wrong-points", "points", ("points",), {"Anna": 2, "Boris": 3}),
    one("wrong-totals", "totals", ("totals",), [2, 3, 1]),
    one(
        *("incomplete-deal", "", ("plays", 13), GONE, ("places",), None),
        *(("points",), None, ("totals",), None),
    ),
    two("wrong-before", "before", ("before",), ["Anna", "Vera", "Boris"]),
    two("wrong-before", "before", ("before",), "Vera"),
    two("wrong-seats", "seats", ("seats",), ["Anna", "Vera", "Boris"]),
    two("wrong-dealer", "dealer", ("dealer",), "Vera"),
    two("exchange-pair", "exchange[0]", ("exchange", 0, "from"), "Anna"),
    two("bad-card", "exchange[0]", ("exchange", 0, "cards"), None),
    two(
        "exchange-pair",
        "exchange[1]",
        ("exchange", 1, "from"),
        "Boris",
        ("exchange", 1, "to"),
        "Vera",
    ),
    two("exchange-pair", "exchange[1]", ("exchange", 1), "6h"),
    two("bad-card", "exchange[1]", ("exchange", 1, "cards"), "6h -"),
    two("exchange-missing", "exchange", ("exchange",), GONE),
    two("exchange-missing", "exchange", ("exchange",), []),
    two("exchange-count", "exchange[0]", ("exchange", 0, "cards"), "5c 5d"),
    two("exchange-count", "exchange[0]", ("exchange", 0, "cards"), " "),
    two("not-held", "exchange[0]", ("exchange", 0, "cards"), "6h"),
    two("exchange-not-best", "exchange[0]", ("exchange", 0, "cards"), "3c"),
    two("exchange-missing", "exchange", ("exchange", 1), GONE),
    two("not-held", "exchange[1]", ("exchange", 1, "cards"), "5c"),
    two("wrong-leader", "plays[0]", ("plays", 0), "Vera 3h"),
    fault("match-over", "deal[3]", (3,), '{"deal": 4}'),
]


def spoil(*faults: Fault) -> str:
    """The text of the base with some faults."""
    lines: list[Any] = copy.deepcopy(BASE)
    gone = []
    for path, value in (edit for one_fault in faults for edit in one_fault.edits):
        where: Any = lines
        for key in path[:-1]:
            where = where[key]
        if value is GONE:
            gone.append((where, path[-1]))
        elif isinstance(where, list) and path[-1] == len(where):
            where.append(value)
        else:
            where[path[-1]] = value
    for where, key in gone:
        del where[key]
    return "\n".join(x if isinstance(x, str) else json.dumps(x) for x in lines)


def sentences() -> str:
    """What is said about each fault, in both languages, for the golden file."""
    from slime.records import replay

    told: dict[str, None] = {}
    for one_fault in FAULTS:
        text = spoil(one_fault)
        both = [replay(text, lang)["error"]["message"] for lang in ("en", "ru")]
        told["\n  ".join([one_fault.code, *both])] = None  # each once
    return "\n".join(told) + "\n"


if __name__ == "__main__":
    GOLDEN.write_text(sentences(), encoding="utf-8")
