"""Whatever is read, the answer is an answer: nothing is raised, nothing runs away."""

from __future__ import annotations

import copy
import io
import json
import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rule_sets import NAMES, some_rules
from test_record_faults import CODES

from slime.game.match import Match
from slime.records import read, replay, write_deals

AT = re.compile(
    r"record|players|rules(\..*)?|line\[\d+\]|deal\[\d+\](\.(deal|seats|before|dealer"
    r"|hands(\..+)?|exchange(\[\d+\])?|plays(\[\d+\])?|places|points|totals))?",
    re.DOTALL,
)
HEAD = '{"record": "slime/1", "rules": "slime-licker", "players": ["A", "B", "C", "D"]'
DEEP_RULES = '{"preset": "slime-licker", "decks": ' + "[" * 900 + "]" * 900 + "}"


def answer(text: Any) -> dict[str, Any]:
    """What `replay` says, which must have the right form."""
    result = replay(text)
    json.dumps(result, allow_nan=False)
    if result["ok"]:
        assert set(result) == {"ok", "deals", "totals", "places", "winners", "state"}
        assert replay(read(text).record())["totals"] == result["totals"]
    else:
        error = result["error"]
        assert set(error) == {"code", "at", "message"}
        assert error["code"] in CODES
        assert AT.fullmatch(error["at"])
        assert re.search(r"\d", error["message"])
        assert len(error["message"]) < 1000
        assert "\n" not in error["message"]
    return result


@cache
def records() -> list[str]:
    """Right records of many rule sets, finished and not."""
    found = []
    for seed in range(40):
        rng = Random(seed)
        rules, count = some_rules(rng, small=seed % 2 == 0)
        match = Match(rules, NAMES[:count], "random", seed=seed)
        while not match.over and len(match.deals) < 3:
            match.next_deal().finish()
        found.append(match.record())
        *done, last = match.deals
        part = last.at(rng.randrange(len(last.log) + 1))
        found.append(write_deals(rules, match.players, [*done, part]))
    return found


#: Values of every type that a reader may trip over.
VALUES = st.sampled_from(
    [
        *(None, True, False, 0, 1, -1, 3.5, 2.0, 1e999, 10**30, -(10**400), "", " ", "x", "-", "="),
        *("=3", "3c", "*", "3", "* =*", "Anna", "Anna -", "Anna *", "Anna  3c\t=3", "\ud800"),
        *("\x00", "\N{NO-BREAK SPACE}", "9" * 5000, [], {}, [[]], [None], ["Anna"], {"Anna": 1}),
        *({"from": "Anna", "to": "Gleb", "cards": "3c"}, {"preset": "slime-licker"}),
    ]
)


def places(node: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every value in a JSON value."""
    items: Any = ()
    if isinstance(node, dict):
        items = node.items()
    elif isinstance(node, list):
        items = enumerate(node)
    found = [path] if path else []
    for key, inside in items:
        found += places(inside, (*path, key))
    return found


def change(lines: list[Any], path: tuple[Any, ...], how: str, value: Any) -> None:
    where: Any = lines
    for key in path[:-1]:
        try:
            where = where[key]
        except (LookupError, TypeError):  # changed before
            return
    key = path[-1]
    if isinstance(where, dict) and key in where:
        if how == "remove":
            del where[key]
        else:
            where[key] = value
    elif isinstance(where, list) and isinstance(key, int) and key < len(where):
        if how == "remove":
            del where[key]
        elif how == "twice":
            where.insert(key, copy.deepcopy(where[key]))
        elif how == "insert":
            where.insert(key, value)
        else:
            where[key] = value


@given(st.data())
@settings(deadline=None, max_examples=600)
def test_values_changed(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(records()))
    lines = [json.loads(line) for line in text.splitlines()]
    everywhere = places(lines)
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(everywhere))
        how = data.draw(st.sampled_from(["put", "put", "remove", "twice", "insert"]))
        value = data.draw(VALUES)
        if data.draw(st.booleans()):  # something that stands elsewhere
            value = lines
            for key in data.draw(st.sampled_from(everywhere)):
                try:
                    value = value[key]
                except (LookupError, TypeError):
                    break
        change(lines, path, how, copy.deepcopy(value))
    answer("\n".join(json.dumps(line) for line in lines))


@given(st.data())
@settings(deadline=None, max_examples=300)
def test_text_changed(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(records()))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        length = data.draw(st.integers(0, 6))
        text = text[:start] + data.draw(st.text(max_size=4)) + text[start + length :]
    answer(text)
    cut = data.draw(st.integers(0, len(text)))
    answer(text[:cut])


@given(st.data())
@settings(deadline=None, max_examples=200)
def test_bytes_changed(data: st.DataObject) -> None:
    raw = bytearray(data.draw(st.sampled_from(records())).encode())
    for _ in range(data.draw(st.integers(1, 3))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    answer(raw)


@given(st.binary(max_size=200) | st.text(max_size=100))
def test_anything_at_all(text: bytes | str) -> None:
    answer(text)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("", "record"),
        (" \n\t\n\r\n", "record"),
        (b"", "record"),
        ("\ufeff", "record"),
        ("null", "record"),
        ("[" * 100_000, "record"),
        ('{"a":' * 100_000, "record"),
        ('{"record": ' + "[" * 900 + "]" * 900 + "}", "record"),
        ("\x00" * 10_000, "record"),
        (bytes(range(256)) * 40, "record"),
        (HEAD.encode("utf-16"), "record"),
        (HEAD + "}}", "record"),
        (HEAD + "}\n" + "[" * 100_000, "line[2]"),
        (HEAD + "}\n\n\n{}\v", "line[4]"),
        ((HEAD + '}\n{"deal": 1, "seats": "').encode() + b"\xff\xfe", "line[2]"),
        (HEAD + "}\n\ufeff{}", "line[2]"),
        (HEAD + "}\u2028{}", "record"),
        (HEAD + "}\r{}", "record"),
        (HEAD + '}\n{"deal": ' + "9" * 100_000 + "}", "deal[1].deal"),
        (HEAD + '}\n{"deal": 1, "seats": ' + "[" * 900 + "]" * 900 + "}", "deal[1].seats"),
        (HEAD.replace('"slime-licker"', "[" * 900 + "]" * 900) + "}", "rules"),
        (HEAD.replace('"slime-licker"', DEEP_RULES) + "}", "rules.decks"),
        (HEAD.replace('"slime-licker"', '{"preset": "slime-licker", "\ud7ff": 1}') + "}", None),
        (HEAD.replace('["A"', '["' + "A" * 1_000_000 + '", "A", "A"') + "}", "players"),
    ],
)
def test_rubbish(text: Any, at: str | None) -> None:
    result = answer(text)
    assert not result["ok"]
    assert at in (None, result["error"]["at"])


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "}",
        "\ufeff \n" + HEAD + "}\r\n\r\n",
        ("\ufeff" + HEAD + "}").encode(),
        memoryview((HEAD + "}").encode()),
        HEAD + ', "meta": ' + "[" * 400 + "]" * 400 + "}",
        HEAD + ', "meta": {"\\ud800": "\\ud800"}}',
        HEAD + ', "meta": {"x": NaN, "x": -Infinity}, "meta": {"x": Infinity}}',
        HEAD + ', "meta": "\ud800"}',
        HEAD + ', "note": "a\x00\x07", "note": "\x1f"}',
        (HEAD + ', "note": "\ud800"}\r\n').encode("utf-16", "surrogatepass"),
        (HEAD + "}").encode("utf-16-be", "surrogatepass").join([b"\xfe\xff", b""]),
        HEAD + ', "meta": ' + "9" * 100_000 + "}",
        HEAD + ', "meta": 5}',
    ],
)
def test_what_looks_odd_and_is_right(text: Any) -> None:
    assert answer(text)["ok"]


DEAL = '{"deal": 1, "seats": ["A"'


@pytest.mark.parametrize(
    ("text", "line", "column", "said"),
    [
        (HEAD + ', "record": "slime/1"}', 1, 81, "“record” stands here a second time"),
        (HEAD.replace("slime/1", "slime/2") + ', "record": "slime/1"}', 1, 81, "“record”"),
        (HEAD + ', "rules": NaN}', 1, 81, "“rules”"),
        (HEAD.replace('"C"', "-Infinity") + "}", 1, 70, "-Infinity is no number"),
        (HEAD.replace('"C"', '"C\x07"') + "}", 1, 72, "U+0007"),
        (HEAD.replace('"C"', '"C\x00"') + "}", 1, 72, "NUL"),
        (HEAD.replace('"C"', '"C\ud800"') + "}", 1, 72, "U+D800"),
        (HEAD + "}\x00", 1, 80, "NUL"),
        (HEAD + "}\r" + DEAL + "]}", 1, 80, "carriage return"),
        (HEAD + "}\n\n" + DEAL + ", NaN]}", 3, 28, "NaN"),
        (HEAD + "}\n" + DEAL + '], "points": {"A": 1, "A": 2}}', 2, 48, "“A”"),
        (
            HEAD + "}\n" + DEAL + '], "exchange": [{"x": 1, "x": 2, "from": Infinity}]}',
            2,
            67,
            "Inf",
        ),
        (HEAD + "}\n" + DEAL + '\ud800"]}', 2, 26, None),
        ((HEAD.replace('"C"', '"C\x07"') + "}").encode("utf-16"), 1, 72, "U+0007"),
    ],
)
def test_what_json_does_not_allow_says_where_and_what(
    text: Any, line: int, column: int, said: str | None
) -> None:
    error = answer(text)["error"]
    header = line == 1
    assert error["code"] == ("bad-header" if header else "bad-json")
    assert error["at"] == ("record" if header else f"line[{line}]")
    assert f"Line {line}, column {column}: " in error["message"]
    assert said is None or said in error["message"]
    russian = replay(text, "ru")["error"]["message"]
    assert f"Строка {line}, столбец {column}: " in russian


def test_a_file_is_read_as_its_content(tmp_path: Path) -> None:
    for text in records()[:5]:
        file = tmp_path / "match.jsonl"
        for encoding in ("utf-8", "utf-8-sig", "utf-16"):
            file.write_text(text, encoding=encoding, newline="")
            with file.open("rb") as stream:
                assert replay(stream) == replay(text)
            assert replay(file.read_bytes()) == replay(text)
        with io.BytesIO(text.encode()) as stream:
            assert read(stream).record() == read(text).record()
            assert not stream.closed


@pytest.mark.parametrize("text", [None, 5, ["{}"], {"record": "slime/1"}, open])
def test_what_is_no_text(text: Any) -> None:
    with pytest.raises(ValueError, match=r"^text: "):
        replay(text)


def test_a_number_beyond_all_bounds() -> None:
    digits = "9" * 3000
    rules = '{"preset": "slime-licker", "match": {"deals": %s}, "scoring": [%s, 1, 1, 1]}'
    text = HEAD.replace('"slime-licker"', rules % (digits, digits)) + "}"
    match = Match(read(text).rules, ["A", "B", "C", "D"], "lowest", seed=1)
    match.next_deal().finish()
    assert max(answer(match.record())["totals"].values()) == int(digits)
    assert not answer(text.replace(digits, digits * 2))["ok"]


def test_a_long_record_is_read_in_a_moment() -> None:
    text = HEAD + "}\n" + "\n" * 1_000_000
    assert answer(text + '{"deal": 2}')["error"]["at"] == "deal[1].deal"
    match = Match("slime-licker", ["A", "B", "C", "D"], seed=4)
    match.next_deal().finish()
    deal = json.loads(match.record().splitlines()[1])
    deal["hands"]["A"] = "3c " * 1_000_000
    assert answer(HEAD + "}\n" + json.dumps(deal))["error"]["code"] == "wrong-deck"
    deal = json.loads(match.record().splitlines()[1])
    deal["plays"][0] += " 3c" * 1_000_000
    assert answer(HEAD + "}\n" + json.dumps(deal))["error"]["code"] == "not-held"
