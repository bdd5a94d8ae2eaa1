"""Values as plain text that two kits can be compared by, whatever their classes are called."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import math
import re
from collections.abc import Mapping, Set
from fractions import Fraction
from typing import Any

from frozen.names import ADDED, CLASSES, COLUMNS, KEYS

#: Longer texts are kept as their beginning and a hash.
LONGEST = 6000
_ADDRESS = re.compile(r"\b0x[0-9a-f]{6,}")


def plain(value: Any) -> Any:
    """A value as JSON could hold it: names as the frozen kit has them, 12 digits of a number."""
    if value is None or (isinstance(value, (bool, int, str)) and type(value) in (bool, int, str)):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, bytes):
        return {"bytes": value.hex()}
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, Mapping):
        kept = {str(key): one for key, one in value.items() if not _added(str(key), one)}
        return {KEYS.get(key, key): plain(one) for key, one in kept.items()}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        names = [name for name in value._fields if not _added(name, getattr(value, name))]
        fields = {KEYS.get(name, name): plain(getattr(value, name)) for name in names}
        return {"class": class_name(value), **fields}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if isinstance(value, Set):
        return sorted((plain(one) for one in value), key=str)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = [field.name for field in dataclasses.fields(value)]
        names = [name for name in names if not _added(name, getattr(value, name))]
        kind = type(value).__name__
        fields = {
            KEYS.get(f"{kind}.{name}", KEYS.get(name, name)): plain(getattr(value, name))
            for name in names
        }
        return {"class": class_name(value), **fields}
    return _library(value)


def _added(name: str, value: Any) -> bool:
    """Whether this is new here, and says no more than the frozen kit's silence."""
    return name in ADDED and type(value) is type(ADDED[name]) and value == ADDED[name]


def _library(value: Any) -> Any:
    """Values of numpy and pandas, numbers of any kind; anything else by its text."""
    if hasattr(value, "iloc") and hasattr(value, "columns"):
        return {
            COLUMNS.get(str(name), str(name)): digest([plain(one) for one in value[name].tolist()])
            for name in value.columns
        } | {"index": digest([plain(one) for one in value.index.tolist()])}
    if hasattr(value, "iloc"):
        return {str(key): plain(one) for key, one in value.to_dict().items()}
    if hasattr(value, "shape") and hasattr(value, "tolist"):
        listed = plain(value.tolist())
        return {"shape": list(value.shape), "values": listed} if value.shape else listed
    if isinstance(value, float):
        return number(value)
    if hasattr(value, "__index__"):
        return int(value)
    if hasattr(value, "__float__"):
        return number(float(value))
    return clean(repr(value))


def number(value: float) -> Any:
    """A number by its first 12 digits; what has no finite value by its name."""
    if not math.isfinite(value):
        return str(value)
    short = float(f"{value:.12g}")
    return int(short) if short.is_integer() and abs(short) < 1e15 else short


def class_name(value: Any) -> str:
    """The class of a value, as the frozen kit calls it."""
    name = type(value).__name__
    return CLASSES.get(name, name)


def clean(text: str) -> str:
    """A text without what differs from run to run."""
    return _ADDRESS.sub("0x", text)


def written(value: Any) -> str:
    """A value as text: texts as they are, all else as JSON with sorted keys."""
    if isinstance(value, str):
        return clean(value)
    return clean(json.dumps(plain(value), ensure_ascii=False, sort_keys=True))


def digest(value: Any) -> str:
    """A hash of a value, where the whole would be too long to keep."""
    text = written(value)
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:20]


def kept(text: str, whole: bool = False) -> str:
    """A text as it is stored: whole if short, else its beginning, its length and its hash."""
    if whole or len(text) <= LONGEST:
        return text
    return f"{text[:240]} ... [{len(text)} characters, {digest(text)}]"


def raised(problem: BaseException) -> dict[str, Any]:
    """An exception as a value: its class, what it says, its code and place where it has them."""
    out: dict[str, Any] = {"raised": class_name(problem), "says": str(problem)}
    for name in ("code", "at"):
        if isinstance(getattr(problem, name, None), str):
            out[name] = getattr(problem, name)
    return out
