"""What is wrong with a record: a code, where, and a sentence for a person."""

from __future__ import annotations

from typing import Any, NamedTuple

from slime.i18n import Words

#: How much of what a record says is repeated in a sentence.
SHOWN = 40


class RecordError(ValueError):
    """A record that is not right.

    `code` and `at` are those of the record's format, `line` is the line of the file (from 1).
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
        form = "play" if "play" in part else "gift" if "gift" in part else "line"
        message = self.words(f"record.at_{form}", line=self.number, what=what, **part)
        if self.deal:
            at = f"deal[{self.deal}]" + (f".{at}" if at else "")
        return RecordError(code, at, self.number, message)


def shown(value: Any) -> str:
    """A value of a record, short enough to be repeated, whatever it is.

    >>> shown("7c"), shown(True), shown([[]])
    ('7c', 'true', '[...]')
    """
    if isinstance(value, (list, dict)):
        return "[...]" if isinstance(value, list) else "{...}"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    text = " ".join(str(value)[: 4 * SHOWN].split())
    return text if len(text) <= SHOWN else text[:SHOWN] + "..."
