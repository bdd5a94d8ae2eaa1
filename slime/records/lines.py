"""The lines of a file and the JSON objects in them, whatever the file holds."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
#: Python refuses to write numbers with many more digits than this.
_DIGITS = 4000


def split_lines(text: Any) -> Iterator[tuple[int, str | None]]:
    """Lines that are not blank, with their numbers from 1; None for one that is not UTF-8.

    Only the line feed ends a line.  ``ValueError`` for what is neither text nor bytes.

    >>> list(split_lines(b"one\\r\\n\\n\\xff"))
    [(1, 'one\\r'), (3, None)]
    """
    for number, line in enumerate(_split(text), 1):
        decoded = _decode(line)
        if decoded is None or decoded.strip():
            yield number, decoded


def _split(text: Any) -> Sequence[str | bytes]:
    if isinstance(text, str):
        return text.removeprefix(_MARK).split("\n")
    if isinstance(text, (bytes, bytearray, memoryview)):
        return bytes(text).removeprefix(_MARK.encode()).split(b"\n")
    raise ValueError(
        f"text: a record as text or bytes (the content of a file), not {type(text).__name__}"
    )


def _decode(line: str | bytes) -> str | None:
    try:
        if isinstance(line, bytes):
            return line.decode()
        line.encode()  # half a surrogate pair is no text
    except UnicodeError:
        return None
    return line


def read_object(line: str | None) -> dict[str, Any] | None:
    """The JSON object that a line is; None where it is none.

    >>> read_object('{"deal": 1}'), read_object("[1]"), read_object('{"deal": NaN}')
    ({'deal': 1}, None, None)
    """
    if line is None:
        return None
    try:
        value = json.loads(line, parse_int=_whole, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _whole(digits: str) -> int | float:
    return int(digits) if len(digits) <= _DIGITS else float(digits)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
