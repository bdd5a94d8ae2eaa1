"""Checks of arguments, in one voice and either language.

>>> check_int("players", 12, 4, 7)
Traceback (most recent call last):
...
slime._checks.InvalidValue: players: a whole number from 4 to 7, not 12
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Any

from slime.i18n import words

#: What no count reaches: `check_int` does not name it as an upper limit.
MOST = 1 << 48


class Portable(ValueError):
    """An error with data of its own, which reaches another process whole: class, words, data."""

    def __reduce__(self) -> Any:
        """As it was said, in whatever language the process it is sent to speaks."""
        return ValueError.__new__, (type(self), *self.args), self.__dict__


class InvalidValue(Portable):
    """An argument that cannot be: `code` is the key of its sentence, `data` what fills it.

    The message is in the language set when it was raised (or in `lang`).
    """

    def __init__(self, code: str, data: dict[str, Any], lang: str | None = None) -> None:
        super().__init__(words(lang)(code, **data))
        self.code, self.data = code, data


def invalid(code: str, /, *, lang: str | None = None, **data: Any) -> InvalidValue:
    """The error for a sentence of the words files.

    A value named ``got`` is shown as Python writes it, cut at 60 characters.
    """
    if "got" in data:
        data["got"] = f"{data['got']!r:.60}"
    return InvalidValue(code, data, lang)


def as_int(value: Any) -> int | None:
    """A whole number (numpy's too) as an int; None for all else, true and false too.

    >>> as_int(5), as_int(5.0), as_int(True)
    (5, None, None)
    """
    try:
        return None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        return None


def check_int(name: str, value: Any, least: int, most: int = MOST) -> int:
    """`value` as a whole number from `least` to `most`, else `InvalidValue` names the argument.

    >>> check_int("matches", 10, 1)
    10
    """
    number = as_int(value)
    if number is None or not least <= number <= most:
        code = "checks.int_from" if most == MOST else "checks.int"
        raise invalid(code, name=name, least=least, most=most, got=value)
    return number


def check_seed(seed: Any) -> int:
    """A seed, a whole number from 0 to 2**64 - 1.

    >>> check_seed(7)
    7
    """
    number = as_int(seed)
    if number is None or not 0 <= number < 1 << 64:
        raise invalid("checks.seed", got=seed)
    return number


def check_key(key: Any) -> str:
    """A secret key: a text of 1 to 200 letters.

    >>> check_key("f3a9")
    'f3a9'
    """
    if not isinstance(key, str) or not 0 < len(key) <= 200:
        raise invalid("checks.key", got=key)
    return key


def check_fraction(name: str, value: Any) -> float:
    """`value` as a number between 0 and 1, the ends left out.

    >>> check_fraction("level", 0.95)
    0.95
    """
    try:
        number = float("nan") if isinstance(value, (bool, str)) else float(value)
    except (TypeError, ValueError):
        number = float("nan")
    if not 0.0 < number < 1.0:
        raise invalid("checks.fraction", name=name, got=value)
    return number


def check_choice(name: str, value: Any, choices: Iterable[str]) -> str:
    """`value` if it is one of the `choices`.

    >>> check_choice("keep", "places", ("places", "counts"))
    'places'
    """
    known = tuple(choices)
    if not isinstance(value, str) or value not in known:
        raise invalid("checks.choice", name=name, choices=", ".join(known), got=value)
    return value


def check_options(name: str, given: Iterable[str], known: Iterable[str]) -> None:
    """Refuse options of something that it does not have.

    >>> check_options("patient", ["until"], ("until", "poor"))
    """
    choices = tuple(known)
    for option in given:
        if not choices:
            raise invalid("checks.no_option", name=name, got=option)
        if option not in choices:
            raise invalid("checks.option", name=name, choices=", ".join(choices), got=option)
