"""What a trial found: rows of numbers, and the verdicts computed from them."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from slime._checks import invalid
from slime._files import write_file
from slime.claims.cases import Case
from slime.claims.model import Claim, Finding, Part, claims, find_claim
from slime.claims.verdicts import UNDECIDED, Verdict, all_of, combine, judge

if TYPE_CHECKING:
    import pandas as pd

#: Digits after the point in stored results.
DIGITS = 5


class Row(NamedTuple):
    """One part of one claim in one case.

    Examples
    --------
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
    def about(self) -> Part:
        """The part of the claim that it measures.

        Examples
        --------
        >>> from slime.datasets import load_trial
        >>> row = load_trial().rows[0]
        >>> row.about.key == row.part
        True
        """
        return find_claim(self.claim).part(self.part)

    @property
    def verdict(self) -> str:
        """The verdict on this number alone."""
        return judge(self.low, self.high, self.about.bound, self.about.side)


def rows_of(claim: Claim, case: Case, finding: Finding) -> list[Row]:
    """The rows of an experiment; parts that say nothing in this case are left out."""
    out = []
    for key in (part.key for part in claim.parts):
        if (one := finding.parts.get(key)) is not None:
            value, low, high = (round(float(x), DIGITS) for x in (one.value, one.low, one.high))
            out.append(Row(claim.key, key, *case.key, value, low, high, one.n))
    return out


@dataclass(frozen=True)
class Trial:
    """The rows of a trial and how it was made; verdicts are computed when they are asked for.

    Examples
    --------
    >>> trial = Trial((Row("4", "rises", "lowest", 5, "A", 0.7, 0.6, 0.8, 100),), {"seed": 1})
    >>> trial.claims, trial.verdict("4").word, len(trial.of("4", "rises")), trial.cases("4")
    (('4',), 'fails', 1, {('lowest', 5, 'A'): 'fails'})
    >>> trial.frame().shape[0] == len(trial.rows)
    True
    >>> trial.disagreements(trial), trial.json().startswith("{")
    ([], True)
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
        """The rows of a claim.

        Parameters
        ----------
        claim : str, int or Claim
            A claim or its key.
        part : str, optional
            Only those of this part.

        Returns
        -------
        list of Row
            One a case and part.
        """
        key = find_claim(claim).key
        return [r for r in self.rows if r.claim == key and part in (None, r.part)]

    def cases(self, claim: str | int | Claim) -> dict[tuple[str, int, str], str]:
        """The verdict in each case: all main parts together.

        Parameters
        ----------
        claim : str, int or Claim
            A claim or its key.

        Returns
        -------
        dict
            By (society, players, table).
        """
        found = find_claim(claim)
        rows = [row for row in self.of(found) if found.part(row.part).main]
        return {
            case: all_of(row.verdict for row in rows if row.case == case)
            for case in dict.fromkeys(row.case for row in rows)
        }

    def verdict(self, claim: str | int | Claim, part: str | None = None) -> Verdict:
        """The verdict on a claim over all its cases.

        Parameters
        ----------
        claim : str, int or Claim
            A claim or its key.
        part : str, optional
            On this part alone.

        Returns
        -------
        Verdict
            The word, and on what it depends.
        """
        if part is None:
            return combine(self.cases(claim))
        key = find_claim(claim).part(part).key
        return combine({r.case: r.verdict for r in self.of(claim, key)})

    def frame(self) -> pd.DataFrame:
        """One row a number.

        Returns
        -------
        pandas.DataFrame
            Columns: the fields of `Row`, bound, side, unit, main, verdict.
        """
        import pandas as pd

        more = ("bound", "side", "unit", "main")
        return pd.DataFrame(
            row._asdict() | {k: getattr(row.about, k) for k in more} | {"verdict": row.verdict}
            for row in self.rows
        )

    def disagreements(self, other: Trial) -> list[tuple[Row, Row]]:
        """Numbers that both trials have and judge differently.

        Parameters
        ----------
        other : Trial
            The second trial.

        Returns
        -------
        list of tuple of Row
            This one's row and the other's; opposite verdicts come first.
        """
        there = {row[:5]: row for row in other.rows}
        pairs = [(row, there[row[:5]]) for row in self.rows if row[:5] in there]
        unlike = [(a, b) for a, b in pairs if a.verdict != b.verdict]
        return sorted(unlike, key=lambda p: UNDECIDED in (p[0].verdict, p[1].verdict))

    def json(self) -> str:
        """The trial as text.

        Returns
        -------
        str
            How it was made, the verdicts, the rows.
        """
        found = {key: self.verdict(key) for key in self.claims}
        verdicts = {
            key: {"verdict": v.word, "depends_on": list(v.factors), "cases": v.cases}
            for key, v in found.items()
        }
        head = json.dumps({"about": dict(self.about), "verdicts": verdicts}, indent=1)
        lines = ",\n".join("  " + json.dumps(list(row)) for row in self.rows)
        fields = json.dumps(list(Row._fields))
        return f'{head[:-2]},\n "fields": {fields},\n "rows": [\n{lines}\n ]\n}}\n'

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the trial to a file, whole or not at all.

        Parameters
        ----------
        path : str or Path
            Where to.
        """
        write_file(path, self.json())

    def __repr__(self) -> str:
        made = ", ".join(f"{key}: {self.verdict(key).word}" for key in self.claims)
        return f"<Trial, seed {self.about.get('seed')}: {made}>"


def read_trial(path: str | os.PathLike[str]) -> Trial:
    """A trial from its file; verdicts are computed anew from its numbers.

    Parameters
    ----------
    path : str or Path
        A file that `Trial.save` wrote.

    Returns
    -------
    Trial
        Equal to the one saved.

    Raises
    ------
    ValueError
        If it is no such file.

    Examples
    --------
    >>> import tempfile
    >>> one = Trial((Row("4", "rises", "lowest", 5, "A", 0.7, 0.6, 0.8, 100),), {"seed": 1})
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     one.save(folder + "/mine.json")
    ...     read_trial(folder + "/mine.json").verdict("4").word
    'fails'
    """
    try:
        found = json.loads(Path(path).read_text(encoding="utf-8"))
        return Trial(tuple(map(_row, found["rows"])), dict(found["about"]))
    except (KeyError, TypeError, ValueError, RecursionError) as problem:
        raise invalid("trial.not_stored", path=str(path), problem=str(problem)) from None


def _row(written: list[Any]) -> Row:
    """A row as it was written, null for a number that could not be had."""
    row = Row._make(float("nan") if x is None else x for x in written)
    number = (int, float)
    kinds: tuple[Any, ...] = (str, str, str, int, str, number, number, number, int)
    for name, value, kind in zip(Row._fields, row, kinds, strict=True):
        if isinstance(value, bool) or not isinstance(value, kind):
            raise ValueError(f"{name} {value!r:.60}")
    find_claim(row.claim).part(row.part)
    return row
