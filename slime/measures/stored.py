"""Places in files and in tables of Arrow, which may be larger than memory.

A long table (a row for each match, deal and player, as `slime.simulation.write_parquet` makes it)
is read some matches at a time, again for each thing that is worked out of it; what else a file
holds is small, and read whole.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from slime._checks import InvalidValue, invalid
from slime._files import file_name
from slime._lazy import need
from slime.game.rules import Rules, from_json
from slime.i18n import words

if TYPE_CHECKING:
    import pyarrow as pa

Ints = NDArray[np.int64]
#: Columns of a long table, a row for each deal and player; ``match`` may be there too.
LONG = ("deal", "player", "place")
#: Files that are tables, by the end of their names, and those that are records.
TABLES = (".parquet", ".csv", ".tsv", ".arrow", ".feather")
RECORDS = (".jsonl", ".json", ".txt")
#: Rows read at once.
_ROWS = 1 << 18
_COLUMNS = ("match", *LONG)

Batches = Callable[[], Iterator[Any]]


@dataclass(frozen=True)
class Run:
    """By what rules and by whom it was played, as a file says that a simulation wrote."""

    rules: Rules
    strategies: tuple[str, ...]


class Table:
    """A long table of places; its matches are read some at a time, as often as they are asked for.

    Matches follow one another in it; `first` is the number of the first deal.
    """

    def __init__(
        self,
        batches: Batches,
        shape: tuple[int, int, int],
        first: int,
        players: Sequence[str],
        name: str,
        run: Run | None = None,
    ) -> None:
        self.batches, self.shape, self.first = batches, shape, first
        self.players, self.name, self.run = tuple(players), name, run

    def parts(self) -> Iterator[Ints]:
        """Places ``[match, deal, player]`` of some matches, and of the next ones."""
        number = {player: p for p, player in enumerate(self.players)}
        rest = np.zeros((4, 0), np.int64)
        at = 0
        for batch in self.batches():
            rest = np.concatenate([rest, _rows(batch, number)], axis=1)
            if (np.diff(rest[0]) < 0).any():
                raise invalid("places.unsorted", name=self.name)
            whole = int(np.searchsorted(rest[0], rest[0, -1])) if rest.size else 0
            if whole:
                yield (part := self._part(rest[:, :whole], at))
                at += len(part)
                rest = rest[:, whole:]
        if rest.size:
            yield self._part(rest, at)

    def _part(self, rows: Ints, at: int) -> Ints:
        match, deal, who, place = rows
        match = np.cumsum(np.diff(match, prepend=match[0]) != 0)
        shape = (int(match[-1]) + 1, *self.shape[1:])
        cell = np.ravel_multi_index((match, deal - self.first, who), shape)
        array, seen = np.zeros(math.prod(shape), np.int64), np.zeros(math.prod(shape), bool)
        array[cell], seen[cell] = place, True
        if seen.sum() < len(cell):
            row = int(np.setdiff1d(np.arange(len(cell)), np.unique(cell, return_index=True)[1])[0])
            told = {"match": at + int(match[row]) + 1, "row": int(deal[row]) - self.first + 1}
            where, who = words()("places.match_row", **told), self.players[who[row]]
            raise invalid("places.two_rows", name=self.name, where=where, who=who)
        return array.reshape(shape)


def read_stored(source: Any, name: str) -> Any:
    """What is in a file, or a table of Arrow that is read by and by; anything else as it is."""
    if isinstance(source, str):
        named = len(source) < 1000 and not set("{\n\0") & set(source)
        if not named or Path(source).suffix.lower() not in (*TABLES, *RECORDS):
            return source
    elif not isinstance(source, os.PathLike):
        return read_table(source, name) if hasattr(source, "to_batches") else source
    return read_file(source, name)


def read_file(path: str | os.PathLike[str], name: str = "places") -> Any:
    """What a file holds: a table of places, or a record.

    >>> import tempfile, slime
    >>> from slime.simulation import write_parquet
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     rows = write_parquet(f"{folder}/run.parquet", matches=3, deals=4, progress=False)
    ...     found = slime.places(f"{folder}/run.parquet")
    ...     found, found.deals, found.rules.preset
    (<Places of P1, P2, P3, P4, P5: matches 3, deals 4>, 12, 'slime-licker')
    """
    file = Path(file_name(path))
    kind = file.suffix.lower()
    try:
        if kind not in TABLES:
            from slime.records import read

            with file.open("rb") as stream:
                return read(stream)
        need("pandas")
        if kind in (".csv", ".tsv"):
            return _read_csv(file)
        need("pyarrow")
        import pyarrow as pa

        try:
            return _read_parquet(file, name) if kind == ".parquet" else _read_ipc(file, name)
        except pa.ArrowException as problem:
            raise OSError(str(problem)) from None
    except OSError as problem:
        raise unreadable(file, problem) from None


def unreadable(file: Path, problem: OSError) -> InvalidValue:
    """The error for a file that cannot be read, as a system or a library says it."""
    why = problem.strerror or " ".join(str(problem).split())
    return invalid("places.unreadable", file=file, why=f"{why:.200}")


def _read_csv(file: Path) -> Any:
    """A table that a spreadsheet saved, whatever parts its columns and in whatever encoding."""
    import io

    import pandas as pd

    data = file.read_bytes()
    encodings = ("utf-16",) if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig", "cp1251")
    for encoding in encodings:
        try:
            text = data.decode(encoding)
            break
        except UnicodeError:
            continue
    else:
        raise OSError(encodings[0])
    head = text.partition("\n")[0]
    try:
        return pd.read_csv(io.StringIO(text), sep=max(",;\t", key=head.count))
    except ValueError as problem:
        raise OSError(str(problem)) from None


def _read_parquet(file: Path, name: str) -> Any:
    import pyarrow.parquet as pq

    how = {"read_dictionary": ["player"], "page_checksum_verification": True}
    source = pq.ParquetFile(file, **how)
    names = source.schema_arrow.names
    known = [column for column in _COLUMNS if column in names]
    if not set(LONG) <= set(names):
        return source.read().to_pandas()

    def batches() -> Iterator[Any]:
        try:
            with pq.ParquetFile(file, **how) as opened:
                yield from opened.iter_batches(_ROWS, columns=known)
        except OSError as problem:
            raise unreadable(file, problem) from None

    told = (source.schema_arrow.metadata or {}).get(b"slime")
    deals = _bounds(source, names.index("deal")) if told else None
    if told and deals:
        said = json.loads(told)
        run = Run(from_json(said["rules"]), tuple(said["strategies"]))
        shape = (said["matches"], deals[1] - deals[0] + 1, len(said["players"]))
        return Table(batches, shape, deals[0], said["players"], name, run)
    return _stored(batches, name)


def _bounds(source: Any, column: int) -> tuple[int, int] | None:
    """The least and the greatest number of a column, if its file says so."""
    groups = [source.metadata.row_group(i) for i in range(source.metadata.num_row_groups)]
    found = [group.column(column).statistics for group in groups]
    if not found or any(one is None or not one.has_min_max for one in found):
        return None
    return min(one.min for one in found), max(one.max for one in found)


def _read_ipc(file: Path, name: str) -> Any:
    import pyarrow as pa

    return read_table(pa.ipc.open_file(pa.memory_map(str(file))).read_all(), name)


def read_table(table: pa.Table, name: str) -> Any:
    """A table of Arrow: a long one is read some matches at a time."""
    if not set(LONG) <= set(table.column_names):
        return table.to_pandas()
    known = [column for column in _COLUMNS if column in table.column_names]
    return _stored(lambda: iter(table.select(known).to_batches(_ROWS)), name)


def _stored(batches: Batches, name: str) -> Table:
    """Places of a table that says nothing of itself: looked through once."""
    players: dict[str, int] = {}
    matches, low, high, last = 0, math.inf, -math.inf, None
    for batch in batches():
        match, deal, _, _ = _rows(batch, players, grow=True)
        if not len(match):
            continue
        matches += int((np.diff(match) != 0).sum()) + (last != match[0])
        low, high, last = min(low, deal.min()), max(high, deal.max()), match[-1]
    if not matches:
        raise invalid("places.none", name=name)
    shape = (matches, int(high - low) + 1, len(players))
    return Table(batches, shape, int(low), tuple(players), name)


def _rows(batch: Any, number: dict[str, int], grow: bool = False) -> Ints:
    """Match, deal, player's number and place of each row; a place that is missing is 0."""
    columns = dict(zip(batch.schema.names, batch.columns, strict=True))
    who = columns["player"]
    if not hasattr(who, "dictionary"):
        who = who.dictionary_encode()
    names = [str(one) for one in who.dictionary.to_pylist()]
    if grow:
        for player in names:
            number.setdefault(player, len(number))
    code = np.array([number[player] for player in names], np.int64)[_ints(who.indices, "player")]
    deal = _ints(columns["deal"], "deal")
    match = _ints(columns["match"], "match") if "match" in columns else np.zeros_like(deal)
    return np.stack([match, deal, code, _ints(columns["place"], "place")])


def _ints(column: Any, title: str) -> NDArray[np.int64]:
    array = column.fill_null(0).to_numpy(zero_copy_only=False)
    if array.dtype.kind not in "iu" and not (
        array.dtype.kind == "f" and np.isfinite(array).all() and not (array % 1).any()
    ):
        raise invalid("places.whole", name=title, kind=str(array.dtype))
    return np.asarray(array, np.int64)
