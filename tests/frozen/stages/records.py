"""Right records broken in many ways: what is said to be wrong with each, and where."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache, partial
from random import Random
from typing import Any

import slime
from frozen import random_rules

SIZES = {"small": 300, "full": 3000}
JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 2, -1, 3.5, 1e400, 10**30, "", " ", "x", "-", "Anna", "Anna -"),
    *("3c", "3c 3c", "* *", "10", "7т", "с7", "3с", "Anna 3c =4", "Anna =3", [], {}, [None]),
    *(["Anna"], ["Anna", "Anna"], {"Anna": 1}, [[]], {"a": {"b": []}}, "slime/2", "\u0000", "😀"),
)
Lines = list[Any]


@cache
def base(number: int) -> str:
    """A right record, short: few cards, one to three deals."""
    rng = Random(f"record {number}")
    preset, fields, count = random_rules.rule_set(rng, small=True)
    fields["match"] = {"deals": rng.randint(1, 3)}
    rules = slime.rules(preset, **fields)
    names = list(random_rules.NAMES[:count])
    return (
        slime.Match(rules, names, random_rules.STRATEGIES[number % 8], seed=number)
        .finish()
        .record()
    )


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything inside a JSON value."""
    inside = value.items() if isinstance(value, dict) else ()
    if isinstance(value, list):
        inside = enumerate(value)
    for key, one in inside:
        yield (*path, key)
        yield from _paths(one, (*path, key))


def _somewhere(rng: Random, lines: Lines) -> tuple[Any, ...]:
    """The way to something, more often in a deal than in the header."""
    paths = list(_paths(lines))
    deals = [path for path in paths if path[0] != 0 and len(path) > 1]
    return rng.choice(deals if deals and rng.random() < 0.85 else paths)


def _inside(lines: Lines, path: tuple[Any, ...]) -> Any:
    for key in path[:-1]:
        lines = lines[key]
    return lines


def put(rng: Random, lines: Lines) -> None:
    """Something else in the place of something."""
    path = _somewhere(rng, lines)
    _inside(lines, path)[path[-1]] = deepcopy(rng.choice(JUNK))


def drop(rng: Random, lines: Lines) -> None:
    """Something is missing."""
    path = _somewhere(rng, lines)
    del _inside(lines, path)[path[-1]]


def swap(rng: Random, lines: Lines) -> None:
    """Two things in each other's place."""
    one, other = (_somewhere(rng, lines) for _ in range(2))
    try:
        a, b = _inside(lines, one)[one[-1]], _inside(lines, other)[other[-1]]
        _inside(lines, one)[one[-1]], _inside(lines, other)[other[-1]] = deepcopy(b), deepcopy(a)
    except (KeyError, IndexError, TypeError):
        pass


def neighbours(rng: Random, lines: Lines) -> None:
    """Two plays or lines that follow one another, the other way round."""
    lists = [lines, *(line[k] for line in lines[1:] for k in ("plays", "exchange") if k in line)]
    chosen = rng.choice([one for one in lists if len(one) > 1] or [lines])
    at = rng.randrange(max(len(chosen) - 1, 1))
    chosen[at : at + 2] = chosen[at : at + 2][::-1]


def double(rng: Random, lines: Lines) -> None:
    """A line, a play or a gift twice."""
    lists = [lines, *(line[k] for line in lines[1:] for k in ("plays", "exchange") if k in line)]
    chosen = rng.choice([one for one in lists if one] or [lines])
    at = rng.randrange(len(chosen))
    chosen.insert(at, deepcopy(chosen[at]))


def text_of(rng: Random, lines: Lines) -> None:
    """A letter of some text changed, added or gone."""
    path = _somewhere(rng, lines)
    if not isinstance(_inside(lines, path)[path[-1]], str):
        return play(rng, lines)
    _inside(lines, path)[path[-1]] = _letters(rng, _inside(lines, path)[path[-1]])
    return None


def play(rng: Random, lines: Lines) -> None:
    """A play of another rank, suit, size or player."""
    deals = [line for line in lines[1:] if line.get("plays")]
    if not deals:
        return put(rng, lines)
    plays = rng.choice(deals)["plays"]
    at = rng.randrange(len(plays))
    words = plays[at].split()
    others = [plays[rng.randrange(len(plays))].split() for _ in range(2)]
    kind = rng.randrange(5)
    if kind == 0:
        words[0] = others[0][0]
    elif kind == 1:
        words[1:] = others[0][1:]
    elif kind == 2:
        words.append(rng.choice([others[0][-1], "=A", "=3", "=*", "3c", "*"]))
    elif kind == 3:
        words[1:] = ["-"]
    else:
        words[-1] = rng.choice("23456789TJQKA") + rng.choice("cdhs")
    plays[at] = " ".join(words)
    return None


def fields(rng: Random, lines: Lines) -> None:
    """A field that nobody knows, or a rule set that does not fit."""
    where = rng.choice(lines)
    where[rng.choice(["x", "plays", "before", "rules", "players", "meta"])] = deepcopy(
        rng.choice(JUNK)
    )
    if rng.random() < 0.5:
        preset, named, _ = random_rules.nonsense(rng)
        lines[0]["rules"] = {"preset": preset, **named}


def _letters(rng: Random, text: str) -> str:
    at = rng.randrange(len(text) + 1)
    sign = rng.choice('cdhs23TJQKA*=- ",:{}[]\\сТВ\u0000\u00a0\ufeff♣😀\n')
    return rng.choice(
        [
            text[:at] + sign + text[at:],
            text[:at] + sign + text[at + 1 :],
            text[:at] + text[at + 1 :],
        ]
    )


IN_LINES: tuple[Callable[[Random, Lines], None], ...] = (
    *(put, put, drop, drop, swap, neighbours, double, text_of, text_of, play, play, play, fields),
)


def in_text(rng: Random, text: str) -> str | bytes:
    """The whole file hurt: letters, lines, the code of its bytes."""
    kind = rng.randrange(12)
    at = rng.randrange(len(text))
    if kind < 3:
        return _letters(rng, text)
    if kind == 3:
        return text[:at]
    if kind == 4:
        return text.replace("\n", rng.choice(["\r\n", "\r", "\n\n", "", " "]))
    if kind == 5:
        return json.dumps([json.loads(line) for line in text.splitlines()], indent=2)
    if kind == 6:
        return "\n".join(json.dumps(json.loads(line), indent=1) for line in text.splitlines())
    if kind == 7:
        return text.encode(rng.choice(["utf-16", "utf-8-sig", "utf-32", "utf-8"]))
    if kind == 8:
        return text.encode("cp1251", "replace")
    if kind == 9:
        raw = bytearray(text.encode())
        raw[at % len(raw)] = rng.randrange(256)
        return bytes(raw)
    if kind == 10:
        return rng.choice(
            ["", " ", "\n", "match.jsonl", "{}", "[]", "null", "[" * 5000, '{"a":' * 99]
        )
    return text[at:]


def broken(number: int) -> str | bytes:
    """Record `number`, with one to three faults."""
    rng = Random(f"broken {number}")
    text = base(rng.randrange(40))
    if rng.random() < 0.75:
        lines = [json.loads(line) for line in text.splitlines()]
        for _ in range(rng.choice([1, 1, 1, 2, 3])):
            try:
                rng.choice(IN_LINES)(rng, lines)
            except (AttributeError, TypeError, KeyError, IndexError, ValueError):
                continue  # another fault was there already
        text = "\n".join(json.dumps(line, ensure_ascii=rng.random() < 0.3) for line in lines)
        if rng.random() < 0.95:
            return text
    return in_text(rng, text) if text else text


def judged(number: int, what: str, lang: str = "en") -> Any:
    """One part of the verdict."""
    found = slime.replay(broken(number), lang)
    if found["ok"]:
        return {key: value for key, value in found.items() if what == "verdict"}
    error = found["error"]
    return error["message"] if what == "message" else [error["code"], error["at"]]


def items(size: str) -> Iterator[tuple[str, Any]]:
    for number in range(40):
        yield f"base/{number:02d}", partial(base, number)
    for number in range(SIZES[size]):
        yield f"verdict/{number:04d}", partial(judged, number, "verdict")
        for lang in ("en", "ru"):
            yield f"message/{lang}/{number:04d}", partial(judged, number, "message", lang)
    for number, value in enumerate((None, 1, [], {}, b"", bytearray(b"x"), object)):
        yield f"no_text/{number}", partial(slime.replay, value)
