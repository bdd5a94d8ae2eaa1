"""What a trial found: rows of numbers, and the verdicts computed from them."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from slime._files import write_file
from slime.claims.cases import Case
from slime.claims.model import Claim, Outcome
from slime.claims.registry import claims, find_claim
from slime.claims.verdicts import HOLDS, UNDECIDED, Verdict, all_of, combine, judge

if TYPE_CHECKING:
    import pandas as pd

#: Digits after the point in stored results.
DIGITS = 5


class Row(NamedTuple):
    """One part of one claim in one case.

    >>> row = Row("4", "rises", "lowest", 5, "A", 0.7, 0.6, 0.8, 100)
    >>> row.case, row.verdict
    (('lowest', 5, 'A'), 'fails')
    """

    claim: str
    part: str
    society: str
    players: int
    table: str
    value: float
    low: float
    high: float
    matches: int

    @property
    def case(self) -> tuple[str, int, str]:
        """Society, players, table."""
        return (self.society, self.players, self.table)

    @property
    def verdict(self) -> str:
        """The verdict on this number alone."""
        part = find_claim(self.claim).part(self.part)
        return judge(self.low, self.high, part.bound, part.side)


def rows_of(claim: Claim, case: Case, outcome: Outcome) -> list[Row]:
    """The rows of an experiment; parts that say nothing in this case are left out."""
    out = []
    for part in claim.parts:
        found = outcome.parts.get(part.key)
        if found is not None:
            value, low, high = (round(x, DIGITS) for x in found[:3])
            who, players, table = case.key
            out.append(Row(claim.key, part.key, who, players, table, value, low, high, found.n))
    return out


@dataclass(frozen=True)
class Trial:
    """The rows of a trial and how it was made; verdicts are computed when they are asked for.

    >>> from slime import shipped
    >>> trial = shipped.trial(seed=1)
    >>> trial.claims[:3], trial.verdict("6").word, len(trial.of("6", "lead")), len(trial.cases("6"))
    (('1', '2a', '2b'), 'holds', 64, 64)
    >>> trial.frame().shape[0] == len(trial.rows)
    True
    >>> trial.disagreements(trial), trial.json().startswith("{")
    ([], True)
    >>> trial.sheet("en").title
    'The text on trial: verdicts'
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     trial.save(folder + "/mine.json")
    ...     read_trial(folder + "/mine.json") == trial
    True
    """

    rows: tuple[Row, ...]
    about: Mapping[str, Any]

    @property
    def claims(self) -> tuple[str, ...]:
        """Keys of the claims that were tried."""
        there = {row.claim for row in self.rows}
        return tuple(key for key in claims() if key in there)

    def of(self, claim: str | int | Claim, part: str | None = None) -> list[Row]:
        """The rows of a claim, or of one of its parts."""
        key = find_claim(claim).key
        return [r for r in self.rows if r.claim == key and part in (None, r.part)]

    def cases(self, claim: str | int | Claim) -> dict[tuple[str, int, str], str]:
        """The verdict in each case: all main parts together."""
        found = find_claim(claim)
        main = {p.key for p in found.parts if p.main}
        by_case: dict[tuple[str, int, str], list[str]] = {}
        for row in self.of(found):
            if row.part in main:
                by_case.setdefault(row.case, []).append(row.verdict)
        return {case: all_of(verdicts) for case, verdicts in by_case.items()}

    def verdict(self, claim: str | int | Claim, part: str | None = None) -> Verdict:
        """The verdict on a claim over all its cases, or on one part of it."""
        if part is None:
            return combine(self.cases(claim))
        find_claim(claim).part(part)
        return combine({r.case: r.verdict for r in self.of(claim, part)})

    def frame(self) -> pd.DataFrame:
        """One row a number: the fields of `Row`, with bound, side, main and verdict."""
        import pandas as pd

        made = []
        for row in self.rows:
            part = find_claim(row.claim).part(row.part)
            more = {"bound": part.bound, "side": part.side, "unit": part.unit, "main": part.main}
            made.append(row._asdict() | more | {"verdict": row.verdict})
        return pd.DataFrame(made)

    def disagreements(self, other: Trial) -> list[tuple[Row, Row]]:
        """Numbers that both trials have and judge differently; opposite verdicts come first."""
        there = {(r.claim, r.part, r.case): r for r in other.rows}
        pairs = [
            (r, there[r.claim, r.part, r.case])
            for r in self.rows
            if (r.claim, r.part, r.case) in there
        ]
        unlike = [(a, b) for a, b in pairs if a.verdict != b.verdict]
        return sorted(unlike, key=lambda p: UNDECIDED in (p[0].verdict, p[1].verdict))

    def sheet(self, lang: str | None = None, other: Trial | None = None) -> Any:
        """The one-page sheet of verdicts; `other` is a run with another seed to compare."""
        from slime.claims.sheet import Sheet

        return Sheet(self, other, lang)

    def json(self) -> str:
        """The trial as text: how it was made, the verdicts, the rows."""
        verdicts = {
            key: {"verdict": v.word, "depends_on": list(v.factors), "cases": v.cases}
            for key, v in ((key, self.verdict(key)) for key in self.claims)
        }
        head = json.dumps({"about": dict(self.about), "verdicts": verdicts}, indent=1)
        lines = ",\n".join("  " + json.dumps(list(row)) for row in self.rows)
        fields = json.dumps(list(Row._fields))
        return f'{head[:-2]},\n "fields": {fields},\n "rows": [\n{lines}\n ]\n}}\n'

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the trial to a file, whole or not at all."""
        write_file(path, self.json())

    def __repr__(self) -> str:
        made = ", ".join(f"{key}: {self.verdict(key).word}" for key in self.claims)
        return f"<Trial, seed {self.about.get('seed')}: {made}>"


def read_trial(path: str | os.PathLike[str]) -> Trial:
    """A trial from its file; verdicts are computed anew from its numbers.

    >>> import tempfile
    >>> one = Trial((Row("4", "rises", "lowest", 5, "A", 0.7, 0.6, 0.8, 100),), {"seed": 1})
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     one.save(folder + "/mine.json")
    ...     read_trial(folder + "/mine.json").verdict("4").word
    'fails'
    """
    try:
        told = json.loads(Path(path).read_text(encoding="utf-8"))
        rows = tuple(_row(row) for row in told["rows"])
        about = dict(told["about"])
    except (KeyError, TypeError, ValueError, RecursionError) as problem:
        raise ValueError(f"path: {path} is not a stored trial ({problem})") from None
    return Trial(rows, about)


def _row(told: list[Any]) -> Row:
    """A row as it was written, null for a number that could not be had."""
    row = Row._make(float("nan") if x is None else x for x in told)
    number = (int, float)
    kinds: tuple[Any, ...] = (str, str, str, int, str, number, number, number, int)
    for name, value, kind in zip(Row._fields, row, kinds, strict=True):
        if isinstance(value, bool) or not isinstance(value, kind):
            raise ValueError(f"{name} {value!r:.60}")
    find_claim(row.claim).part(row.part)
    return row


__all__ = ["HOLDS", "Row", "Trial", "read_trial", "rows_of"]
