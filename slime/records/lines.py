"""The lines of a record, one after another, and the objects in them; or what is wrong there."""

from __future__ import annotations

import codecs
import io
import json
import os
import re
from collections.abc import Container, Iterator
from pathlib import PurePath
from typing import Any, BinaryIO, NoReturn

from slime._checks import invalid
from slime._files import may_be_name
from slime.records.format import SUFFIXES, shown

#: Keys of a gift in a list of them; what else stands there is ignored.
_GIFT = ("from", "to", "cards")
#: Python refuses to write numbers with many more digits than this.
_DIGITS = 4000
#: How much of what follows a line is looked at to say what a text seems to be.
_AHEAD = 1 << 20
_BLANK = " \t\r\n"
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[][{},:]|[^][\s{},:"]+', re.DOTALL)
_ODD = re.compile(r"[\0-\x1f\ud800-\udfff]")


class BadLine(ValueError):
    """A line that holds no object: its sentence in the words ``record``, and the column."""

    def __init__(self, sentence: str, column: int = 0, **values: str) -> None:
        super().__init__(sentence)
        self.sentence, self.column, self.values = sentence, column, values


class Lines:
    r"""Lines that are not blank, in UTF-8, with their numbers from 1; only the line feed ends one.

    Of text, of bytes, or of a file open for reading bytes. UTF-16 is read where its mark stands
    before it. ``ValueError`` for all else.

    >>> list(Lines(b"one\r\n\n\xff")), list(Lines("two".encode("utf-16")))
    ([(1, b'one\r\n'), (3, b'\xff')], [(1, b'two')])
    """

    def __init__(self, source: str | bytes | BinaryIO) -> None:
        self.typed = not hasattr(source, "read")
        stream = _stream(source)
        head = stream.peek(3)
        if len(head) > 2 and head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            lines = _from_utf16(stream)
        else:
            stream.read(3 * head.startswith(codecs.BOM_UTF8))
            lines = iter(stream)
        self._numbered = (
            (n, line) for n, line in enumerate(lines, 1) if line.decode(errors="replace").strip()
        )

    def __iter__(self) -> Iterator[tuple[int, bytes]]:
        return self

    def __next__(self) -> tuple[int, bytes]:
        return next(self._numbered)

    def why(self, line: bytes, problem: BadLine, first: bool) -> BadLine:
        """What a text seems to be in which a line is no object, if that says more."""
        if problem.sentence != "bad_json":
            return problem
        parts, size = [line], len(line)
        for _, more in self:
            parts.append(more)
            if (size := size + len(more)) > _AHEAD:
                break
        rest = b"".join(parts).decode(errors="replace").lstrip()
        name = rest.strip()
        path = self.typed and first and may_be_name(name)
        if path and (PurePath(name).suffix in SUFFIXES or os.path.exists(name)):
            return BadLine("is_path", text=shown(name))
        try:
            value, end = _LOOSE.raw_decode(rest)
        except (ValueError, RecursionError):
            return problem
        inner = value if isinstance(value, list) else [value]
        several = "\n" in rest[:end] or value is inner
        pretty = several and any(isinstance(v, dict) for v in inner)
        return BadLine("pretty_printed") if pretty else problem


def _stream(source: object) -> io.BufferedReader:
    if isinstance(source, io.BufferedReader):
        return source
    if isinstance(source, io.IOBase):
        source = source.read()
    if isinstance(source, str):  # half a surrogate pair is then found in its line
        source = source.encode(errors="surrogatepass")
    if isinstance(source, os.PathLike):
        raise invalid("record.is_path", text=shown(os.fspath(source)))
    if not isinstance(source, (bytes, bytearray, memoryview)):
        raise invalid("record.no_text", kind=type(source).__name__)
    return io.BufferedReader(io.BytesIO(source))


def _from_utf16(stream: io.BufferedReader) -> Iterator[bytes]:
    """The lines of a text in UTF-16, in UTF-8; a last one that is none where it breaks off."""
    rest = ""
    chunks = iter(lambda: stream.read(1 << 16), b"")
    try:
        for text in codecs.iterdecode(chunks, "utf-16", "surrogatepass"):
            *whole, rest = (rest + text).split("\n")
            yield from (f"{line}\n".encode(errors="surrogatepass") for line in whole)
    except UnicodeError:
        rest = "\udcff"
    yield rest.encode(errors="surrogateescape" if rest == "\udcff" else "surrogatepass")


def read_object(line: bytes, keys: Container[str]) -> dict[str, Any]:
    """The JSON object that a line is; `BadLine` where it is none.

    Faults that do not keep it from being read count in the values of these keys alone.

    >>> read_object(b'{"deal": 1, "note": NaN}', ["deal"])
    {'deal': 1, 'note': None}
    >>> try:
    ...     read_object(b'{"deal": 1, "deal": 2}', ["deal"])
    ... except BadLine as problem:
    ...     print(problem, problem.column, problem.values)
    key_twice 13 {'key': 'deal'}
    """
    try:
        value = _STRICT.decode(line.decode())
    except (ValueError, RecursionError):
        value = _loose(_decoded(line), keys)
    if not isinstance(value, dict):
        raise BadLine("bad_json")
    return value


def _decoded(line: bytes) -> str:
    try:
        return line.decode(errors="surrogatepass")
    except UnicodeError:
        cyrillic = sum("А" <= char <= "я" for char in line.decode("cp1251", "replace"))
        raise BadLine("windows_1251" if cyrillic > 2 else "not_utf8") from None


def _loose(text: str, keys: Container[str]) -> Any:
    """What a text holds that is not quite JSON, if what is wrong is wrong where nobody looks."""
    for problem in _faults(text, keys):
        raise problem
    start = len(text) - len(text.lstrip(_BLANK))
    try:
        value, end = _LOOSE.raw_decode(text, start)
    except (ValueError, RecursionError):
        raise BadLine("bad_json") from None
    rest = text[end:].lstrip(" \t")
    if not rest.strip(_BLANK):
        return value
    if rest[0] != "\r":
        raise BadLine("bad_json")
    raise BadLine("cr_only", len(text) - len(rest) + 1)


def _faults(text: str, keys: Container[str]) -> Iterator[BadLine]:
    """What JSON does not allow, or does not settle, in the values of these keys; in order."""
    levels: list[tuple[list[str], set[str]]] = []  # of objects: the key that is at, all keys
    for token in _TOKEN.finditer(text):
        word, column = token[0], token.start() + 1
        inside = word[0] == '"'
        if word in "{[":
            levels.append(([], set()) if word == "{" else ([""], set()))
        elif word in "]}":
            del levels[-1:]
        elif word == ",":
            if levels and levels[-1][1]:
                levels[-1][0].clear()
        elif inside and levels and not levels[-1][0]:
            at, known = levels[-1]
            at.append(key := _key(word))
            if key in known and _counts(levels, keys):
                yield BadLine("key_twice", column, key=shown(key))
            known.add(key)
        if not inside or _counts(levels, keys):
            if odd := _ODD.search(word):
                yield _odd(odd[0], column + odd.start())
            elif word in ("NaN", "Infinity", "-Infinity") and _counts(levels, keys):
                yield BadLine("no_number", column, text=word)


def _counts(levels: list[tuple[list[str], set[str]]], keys: Container[str]) -> bool:
    """Whether what stands here is looked at."""
    top = levels[0] if levels else ([], set())
    if not top[0] or not top[1] or top[0][0] not in keys:
        return False
    gift = levels[2][0] if top[0][0] == "exchange" and len(levels) > 2 else None
    return not gift or not levels[2][1] or gift[0] in _GIFT


def _key(word: str) -> str:
    try:
        return str(_LOOSE.decode(word))
    except ValueError:
        return word


def _odd(char: str, column: int) -> BadLine:
    if char == "\0":
        return BadLine("nul", column)
    key = "control" if char < " " else "lone_surrogate"
    return BadLine(key, column, code=f"U+{ord(char):04X}", escape=f"\\u{ord(char):04x}")


def _int(digits: str) -> int | float:
    return int(digits) if len(digits) <= _DIGITS else float(digits)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice")
    return found


_STRICT = json.JSONDecoder(parse_int=_int, parse_constant=_no_constant, object_pairs_hook=_once)
_LOOSE = json.JSONDecoder(parse_int=_int, parse_constant=lambda name: None, strict=False)
