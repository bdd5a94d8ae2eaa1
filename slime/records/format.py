"""The format of records: its fields, its names for players, and what is wrong with one."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from slime._checks import Portable
from slime.i18n import Words

#: The format that is written and read.
FORMAT = "slime/1"
#: How much of what a record says is repeated in a sentence.
SHOWN = 40
#: What the name of a file with a record may end in.
SUFFIXES = (".jsonl", ".json", ".txt")
#: What is looked at in the header beside ``meta``, and in the line of a deal.
HEADER = ("record", "rules", "players")
DEAL = (
    *("deal", "seats", "dealer", "before", "hands", "exchange", "plays"),
    *("places", "points", "totals"),
)


class RecordError(Portable):
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
        form = next((one for one in ("play", "gift", "column") if part.get(one)), "line")
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
