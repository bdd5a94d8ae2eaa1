"""One collection of what files become: fifty kinds of damage, for every reader."""

from __future__ import annotations

import gzip
import random
from collections.abc import Callable

Damage = Callable[[bytes], bytes]


def _cut(share: float) -> Damage:
    return lambda data: data[: int(len(data) * share)]


def _flip(seed: int, times: int) -> Damage:
    def damage(data: bytes) -> bytes:
        rng, out = random.Random(seed), bytearray(data or b"\0")
        for _ in range(times):
            out[rng.randrange(len(out))] ^= 1 << rng.randrange(8)
        return bytes(out)

    return damage


def _swap(old: bytes, new: bytes, times: int = -1) -> Damage:
    return lambda data: data.replace(old, new, times)


def _put(what: bytes, share: float) -> Damage:
    def damage(data: bytes) -> bytes:
        at = int(len(data) * share)
        return data[:at] + what + data[at:]

    return damage


def _recode(encoding: str) -> Damage:
    return lambda data: data.decode("utf-8", "replace").encode(encoding, "replace")


def _lines(change: Callable[[list[bytes]], list[bytes]]) -> Damage:
    return lambda data: b"\n".join(change(data.split(b"\n")))


#: What may have happened to a file, by name.
DAMAGES: dict[str, Damage] = {
    "empty": lambda data: b"",
    "one byte": lambda data: data[:1],
    **{f"cut at {share:.0%}": _cut(share) for share in (0.05, 0.3, 0.6, 0.9, 0.99)},
    "last byte gone": lambda data: data[:-1],
    "first byte gone": lambda data: data[1:],
    "first half gone": lambda data: data[len(data) // 2 :],
    **{f"bits flipped {seed}": _flip(seed, 1 + seed**2) for seed in range(8)},
    "zeros at the end": lambda data: data + b"\0" * 4096,
    "zeros inside": _put(b"\0" * 100, 0.5),
    "all zeros": lambda data: b"\0" * len(data),
    "random bytes": lambda data: random.Random(1).randbytes(len(data) or 9),
    "random bytes inside": _put(random.Random(2).randbytes(64), 0.4),
    "twice": lambda data: data + data,
    "backwards": lambda data: data[::-1],
    "compressed": gzip.compress,
    "windows-1251": _recode("cp1251"),
    "latin-1": _recode("latin-1"),
    "utf-16": _recode("utf-16"),
    "utf-16 cut": lambda data: _recode("utf-16")(data)[:-1],
    "utf-16 without its mark": _recode("utf-16-le"),
    "utf-32": _recode("utf-32"),
    "with a mark": lambda data: b"\xef\xbb\xbf" + data,
    "two marks": lambda data: b"\xef\xbb\xbf" * 2 + data,
    "carriage returns": _swap(b"\n", b"\r"),
    "both line ends": _swap(b"\n", b"\r\n"),
    "no line ends": _swap(b"\n", b" "),
    "indented": _swap(b",", b",\n  "),
    "lines mixed": _lines(lambda rows: random.Random(3).sample(rows, len(rows))),
    "a line twice": _lines(lambda rows: [*rows, *rows[-2:]]),
    "a line gone": _lines(lambda rows: rows[:1] + rows[2:]),
    "quotes gone": _swap(b'"', b""),
    "typographic quotes": _swap(b'"', "\N{LEFT DOUBLE QUOTATION MARK}".encode()),
    "not a number": _swap(b"1", b"NaN"),
    "large numbers": _swap(b"1", b"9" * 400),
    "negative": _swap(b"1", b"-1"),
    "fractions": _swap(b"1", b"1.5"),
    "true": _swap(b"1", b"true"),
    "null": _swap(b"1", b"null"),
    "control characters": _swap(b'"', b'"\x07'),
    "half a pair": _swap(b'"', b'"\xed\xa0\x80'),
    "deep": lambda data: b"[" * 50_000 + data,
    "a web page": lambda data: b"<!DOCTYPE html><html><body>404</body></html>",
    "a conflict": lambda data: b"<<<<<<< HEAD\n" + data + b"=======\n" + data + b">>>>>>> b\n",
}
