"""The format of records: its lines, its names for players, and what is wrong with one."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any, NamedTuple, NoReturn

from slime._checks import invalid
from slime.i18n import Words

#: The format that is written and read.
FORMAT = "slime/1"
#: How much of what a record says is repeated in a sentence.
SHOWN = 40
#: Python refuses to write numbers with many more digits than this.
_DIGITS = 4000
_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}".encode()


class RecordError(ValueError):
    """A record that is not right.

    `code` and `at` are those of the record's format, `line` is the line of the file (from 1).

    >>> RecordError("bad-header", "record", 1, "Line 1: ...").result()["error"]["code"]
    'bad-header'
    """

    def __init__(self, code: str, at: str, line: int, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.at = at
        self.line = line

    def __reduce__(self) -> Any:
        return RecordError, (self.code, self.at, self.line, str(self))

    def result(self) -> dict[str, Any]:
        """The fault as `slime.replay` gives it."""
        error = {"code": self.code, "at": self.at, "message": str(self)}
        return {"ok": False, "error": error}


class Line(NamedTuple):
    """A line that is being judged: its number, and the number of its deal (0: the header)."""

    number: int
    deal: int
    words: Words

    def error(self, code: str, at: str, key: str, **values: Any) -> RecordError:
        """The error at a field of this line; `key` names its sentence in the topic `record`."""
        return self.error_in(code, at, self.words("record." + key, **values))

    def error_in(self, code: str, at: str, what: str, **part: Any) -> RecordError:
        """The error with a finished sentence; `part` says which play or gift it is about."""
        form = "play" if "play" in part else "gift" if "gift" in part else "line"
        message = self.words(f"record.at_{form}", line=self.number, what=what, **part)
        if self.deal:
            at = f"deal[{self.deal}]" + (f".{at}" if at else "")
        return RecordError(code, at, self.number, message)

    def no_card(self, text: Any) -> str:
        """The sentence for what is no card; a Cyrillic letter in it looks right and is not."""
        text = shown(text)
        letter = next((char for char in text if "\u0400" <= char <= "\u04ff"), None)
        key = "game.bad_card" if letter is None else "record.bad_letter"
        return self.words(key, text=text, letter=letter)


def shown(value: Any) -> str:
    """A value of a record, short enough to be repeated, whatever it is.

    >>> shown("7c"), shown(True), shown([[]])
    ('7c', 'true', '[...]')
    """
    if isinstance(value, (list, dict)):
        return "[...]" if isinstance(value, list) else "{...}"
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    text = " ".join(str(value)[: 4 * SHOWN].split())
    return text if len(text) <= SHOWN else text[:SHOWN] + "..."


def written_names(names: Sequence[str], known: Mapping[str, str]) -> dict[str, str]:
    """The names that a record writes, which have no blank in them, by the names that are shown.

    `known` are such names from before; where a name is taken, ``_2`` is added.

    >>> written_names(["Anna K.", "Anna_K.", "Boris"], {})
    {'Anna K.': 'Anna_K._2', 'Anna_K.': 'Anna_K.', 'Boris': 'Boris'}
    """
    found: dict[str, str] = {}
    for name in sorted(names, key=lambda n: (n not in known, any(map(str.isspace, n)))):
        plain = "_".join(known.get(name, name).split())
        tries = (plain if i == 1 else f"{plain}_{i}" for i in range(1, len(names) + 1))
        found[name] = next(one for one in tries if one not in found.values())
    return {name: found[name] for name in names}


# --- lines ------------------------------------------------------------------------------------


def split_lines(text: Any) -> Iterator[tuple[int, str | None]]:
    r"""Lines that are not blank, with their numbers from 1; None for one that is not UTF-8.

    Only the line feed ends a line.  ``ValueError`` for what is neither text nor bytes.

    >>> list(split_lines(b"one\r\n\n\xff"))
    [(1, 'one\r'), (3, None)]
    """
    for number, line in enumerate(_bytes(text).removeprefix(_MARK).split(b"\n"), 1):
        try:
            decoded = line.decode()
        except UnicodeError:
            yield number, None
            continue
        if decoded.strip():
            yield number, decoded


def _bytes(text: Any) -> bytes:
    if isinstance(text, str):
        return text.encode(errors="surrogatepass")  # half a surrogate pair is then no text
    if isinstance(text, (bytes, bytearray, memoryview)):
        return bytes(text)
    if isinstance(text, os.PathLike):
        raise invalid("record.is_path", text=shown(os.fspath(text)))
    raise invalid("record.no_text", kind=type(text).__name__)


def read_object(line: str | None) -> dict[str, Any] | None:
    """The JSON object that a line is; None where it is none.

    >>> read_object('{"deal": 1}'), read_object("[1]"), read_object('{"deal": NaN}')
    ({'deal': 1}, None, None)
    """
    try:
        value = None if line is None else _DECODER.decode(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _int(digits: str) -> int | float:
    return int(digits) if len(digits) <= _DIGITS else float(digits)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(parse_int=_int, parse_constant=_no_constant)


def mistaken(
    text: str | bytes, number: int, line: str | None, otherwise: str
) -> tuple[str, dict[str, str]]:
    """What a text seems to be whose line of this number is no object: a key and its values."""
    if line is None:
        cyrillic = sum("А" <= char <= "я" for char in _bytes(text).decode("cp1251", "replace"))
        return ("windows_1251" if cyrillic > 2 else "not_utf8"), {}
    lines = _bytes(text).removeprefix(_MARK).decode(errors="replace").split("\n")
    rest = "\n".join(lines[number - 1 :]).lstrip()
    if "{" not in rest and number == 1:
        name = rest.strip()
        path = len(name) < 300 and "\n" not in name and "\0" not in name
        if path and (PurePath(name).suffix in (".json", ".jsonl", ".txt") or os.path.exists(name)):
            return "is_path", {"text": shown(name)}
    try:
        value, end = _DECODER.raw_decode(rest)
    except (ValueError, RecursionError):
        return otherwise, {}
    inner = value if isinstance(value, list) else [value]
    several = "\n" in rest[:end] or value is inner
    pretty = several and any(isinstance(v, dict) for v in inner)
    return "pretty_printed" if pretty else otherwise, {}
