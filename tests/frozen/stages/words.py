"""Every text of both languages by its key, and how cards, numbers and lists are written."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from frozen.names import attr, get

LANGUAGES = ("en", "ru")
TYPED = (
    *("7c 7d", "77", "7 7", "10 J", "тк 7", "7т", "7к", "10к", "В Д К Т", "JQKA", "т", "T", "10"),
    *("*", "**", "дж", "joker", "", " ", "-", "–", "pass", "пас", "x", "1", "3♣ 3♦", "77=A=K"),
    *("3 =3 3 3", "AA=K", "7c,7d", "7c;7d", "7cc", "c7", "Б", "B", "2d2h2s", "😀", "10c10d", "0"),
)
NUMBERS = (0, 1, 2, 3, 5, 11, 21, 22, 25, 101, 111, 1000, 1234567, 0.5, 2.5, -1, -1234.5, 1e20)


def items(size: str) -> Iterator[tuple[str, Any]]:
    """Texts, and what the small functions beside them give."""
    for lang in LANGUAGES:
        yield f"topics/{lang}", partial(_topics, lang)
        w = get("words")(lang)
        for topic in get("topics")(lang):
            for key in attr(w, "words.keys")(topic):
                yield f"text/{lang}/{key}", partial(attr(w, "words.template"), key)
        for rank in "23456789TJQKA*":
            for suit in ("", "c", "d", "h", "s"):
                card = rank + suit
                yield f"card/{lang}/{card}", partial(_card, card, lang)
        for typed in TYPED:
            yield f"typed/{lang}/{typed!r}", partial(get("read_cards"), typed, lang)
        for value in NUMBERS:
            yield f"number/{lang}/{value}", partial(_number, value, lang)
        for count in range(5):
            yield f"join/{lang}/{count}", partial(_join, list("abcde")[:count], lang)


def _topics(lang: str) -> Any:
    return list(get("topics")(lang))


def _card(card: str, lang: str) -> Any:
    w = get("words")(lang)
    return [w.face(card), w.spell(card), w.faces([card, "7c"])]


def _number(value: float, lang: str) -> Any:
    w = get("words")(lang)
    forms = ["one", "other"] if lang == "en" else ["one", "few", "many"]
    return [
        w.number(value),
        w.number(value, 2),
        w.percent(value),
        w.percent(value, 1),
        get("plural")(value, forms, lang),
    ]


def _join(names: list[str], lang: str) -> Any:
    w = get("words")(lang)
    return [w.join(names), w.join(names, "or")]
