"""Places in files and in tables of Arrow, which may be larger than memory.

A long table (a row for each match, deal and player, as `slime.simulation.write_parquet` makes it)
is read some matches at a time, again for each thing that is worked out of it; what else a file
holds is small, and read whole.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from slime._checks import InvalidValue, check_int, invalid
from slime._files import file_name, may_be_name
from slime._lazy import need
from slime.game.rules import Rules, from_json
from slime.i18n import words
from slime.records.format import SUFFIXES

if TYPE_CHECKING:
    import pyarrow as pa

Ints = NDArray[np.int64]
#: Columns of a long table, a row for each deal and player; ``match`` may be there too.
LONG = ("deal", "player", "place")
#: Files that are tables, by the end of their names.
TABLES = (".parquet", ".csv", ".tsv", ".arrow", ".feather")
#: Deals of a match that a long table may count up to.
_MOST_DEALS = 1_000_000
#: Whole numbers that a float can hold, all of them.
_EXACT = 1 << 53
#: Rows read at once.
_ROWS = 1 << 18
_COLUMNS = ("match", *LONG)

Batches = Callable[[], Iterator[Any]]


@dataclass(frozen=True)
class Run:
    """By what rules and by whom it was played, as a file says that a simulation wrote."""

    rules: Rules
    strategies: tuple[str, ...]


class LongTable:
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
        rest, at, rows = np.zeros((4, 0), np.int64), 0, _Rows(self.name, self.players)
        for batch in self.batches():
            read = rows.read(batch)
            read[1] -= self.first
            fits = read[1].min(initial=0) >= 0 and read[1].max(initial=0) < self.shape[1]
            if not fits or len(rows.players) > self.shape[2]:
                raise invalid("places.changed", name=self.name)
            rest = np.concatenate([rest, read], axis=1)
            if (np.diff(rest[0]) < 0).any():
                raise invalid("places.unsorted", name=self.name)
            whole = int(np.searchsorted(rest[0], rest[0, -1])) if rest.size else 0
            if whole:
                yield (part := self._part(rest[:, :whole], at))
                at += len(part)
                rest = rest[:, whole:]
        if rest.size:
            yield (part := self._part(rest, at))
            at += len(part)
        if at != self.shape[0]:
            raise invalid("places.changed", name=self.name)

    def _part(self, rows: Ints, at: int) -> Ints:
        rows[0] = np.cumsum(np.diff(rows[0], prepend=rows[0, 0]) != 0)
        shape = (int(rows[0, -1]) + 1, *self.shape[1:])
        return filled(rows, shape, self.players, self.name, at, self.shape[0] == 1)


def filled(
    rows: Ints,
    shape: tuple[int, int, int],
    players: Sequence[str],
    name: str,
    at: int = 0,
    one: bool = False,
) -> Ints:
    """Places ``[match, deal, player]`` of rows with these three and the place; 0 for no row.

    `at` and `one` are for what is said of two rows for one cell: see `where`.

    >>> filled(np.array([[0, 0], [0, 1], [1, 0], [2, 1]]), (1, 2, 2), "AB", "places").tolist()
    [[[0, 2], [1, 0]]]
    """
    match, deal, who, place = rows
    cell = np.ravel_multi_index((match, deal, who), shape)
    array, seen = np.zeros(math.prod(shape), np.int64), np.zeros(math.prod(shape), bool)
    array[cell], seen[cell] = place, True
    if seen.sum() < len(cell):
        row = int(np.setdiff1d(np.arange(len(cell)), np.unique(cell, return_index=True)[1])[0])
        told = where(at + int(match[row]), int(deal[row]), one)
        raise invalid("places.two_rows", name=name, where=told, who=players[who[row]])
    return array.reshape(shape)


def where(match: int, deal: int, one: bool) -> str:
    """Tell where a deal stands, counted from 1; without its match if there is but `one`.

    >>> where(0, 1, False)
    'match 1, row 2'
    """
    return words()("places.row" if one else "places.match_row", match=match + 1, row=deal + 1)


def check_deals(low: int, high: int) -> int:
    """How many deals a long table tells apart from the `low` to the `high` one."""
    return check_int("deal", high - low, 0, _MOST_DEALS) + 1


def whole_numbers(
    column: NDArray[Any], title: str, name: str, first: int = 0, gaps: bool = False
) -> Ints:
    """A column as whole numbers; `first` counts the rows before, and gaps become 0 if allowed.

    >>> whole_numbers(np.array([1.0, np.nan]), "Anna", "places", gaps=True)
    array([1, 0])
    >>> whole_numbers(np.array([1, 2.5]), "Anna", "places")
    Traceback (most recent call last):
    ...
    slime._checks.InvalidValue: places: row 2 (Anna): a whole number, not 2.5
    """
    if column.dtype.kind in "iu":
        return column.astype(np.int64)
    gone = missing(column)
    if not gaps:
        check_there(gone, title, name, first)
    exact = column if column.dtype.kind == "f" else np.array([*map(_number, column.tolist())])
    exact = np.where(gone, 0.0, exact.astype(np.float64))
    with np.errstate(invalid="ignore"):  # of the infinite there is no rest
        bad = (exact % 1 != 0) | (abs(exact) > _EXACT)
    if bad.any():
        row = int(bad.argmax())
        told, got = f"{where(0, first + row, True)} ({title})", column[row : row + 1].tolist()[0]
        raise invalid("places.cell", name=name, where=told, got=got)
    return exact.astype(np.int64)


def _number(value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return math.inf


def missing(column: NDArray[Any]) -> NDArray[np.bool_]:
    """Where nothing stands in a column of a data frame, however that is written."""
    if column.dtype.kind in "fmM":
        return np.asarray(np.isnan(column))
    if column.dtype.kind != "O":
        return np.zeros(len(column), bool)
    empty = ("None", "nan", "NaN", "<NA>", "NaT")
    return np.array([not isinstance(v, str) and str(v) in empty for v in column], bool)


def check_there(gone: NDArray[np.bool_], title: str, name: str, first: int = 0) -> None:
    """Raise `InvalidValue` for the first row in which a column's cell is missing."""
    if gone.any():
        told = where(0, first + int(gone.argmax()), True)
        raise invalid("places.missing", name=name, where=told, column=title)


def read_stored(source: Any, name: str) -> Any:
    """What is in a file, or a table of Arrow that is read by and by; anything else as it is."""
    if isinstance(source, str):
        if not may_be_name(source) or Path(source).suffix.lower() not in (*TABLES, *SUFFIXES):
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

    from slime.simulation.parquet import description

    how = {"read_dictionary": ["player"], "page_checksum_verification": True}
    source = pq.ParquetFile(file, **how)
    names = source.schema_arrow.names
    if not set(LONG) <= set(names):
        return source.read().to_pandas()

    def batches() -> Iterator[Any]:
        try:
            with pq.ParquetFile(file, **how) as opened:
                yield from opened.iter_batches(_ROWS, columns=[c for c in _COLUMNS if c in names])
        except OSError as problem:
            raise unreadable(file, problem) from None

    said = description(source.schema_arrow.metadata)
    players = _texts(said.get("players"))
    shape, first = _shape(source, players)
    run = _run(said, players)
    # a file that was filtered or changed since still says of itself what it said before
    if players and math.prod(shape) == source.metadata.num_rows:
        return LongTable(batches, shape, first, players, name, run)
    found = _looked_through(batches, name, players)
    found.run = run if found.players == players else None
    return found


def _texts(value: Any) -> tuple[str, ...]:
    """Different texts of a list; none for all else."""
    known = isinstance(value, list) and all(isinstance(one, str) for one in value)
    return tuple(value) if known and len({*value}) == len(value) else ()


def _run(said: dict[str, Any], players: tuple[str, ...]) -> Run | None:
    """By what rules and by whom a file was played, as it says of itself."""
    try:
        rules = from_json(said["rules"])
    except (KeyError, ValueError):
        return None
    who = said.get("strategies")
    known = isinstance(who, list) and len(who) == len(players)
    return Run(rules, tuple(map(str, who or ()))) if known else None


def _shape(source: Any, players: tuple[str, ...]) -> tuple[tuple[int, int, int], int]:
    """The shape of a file's places and its first deal, by the limits that it notes of columns."""
    (match, last), (first, deal), who = (_bounds(source, c) for c in ("match", "deal", "player"))
    whole = all(type(n) is int for n in (match, last, first, deal))
    if not whole or not players or who != (min(players), max(players)):
        return (0, 0, 0), 0
    return (last - match + 1, deal - first + 1, len(players)), first


def _bounds(source: Any, column: str) -> tuple[Any, Any]:
    """The least and the greatest value of a column, as far as its file notes them."""
    if column not in source.schema.names:
        return 0, 0
    at = source.schema.names.index(column)
    groups = [source.metadata.row_group(i) for i in range(source.metadata.num_row_groups)]
    found = [group.column(at).statistics for group in groups]
    if not found or any(one is None or not one.has_min_max for one in found):
        return None, None
    return min(one.min for one in found), max(one.max for one in found)


def _read_ipc(file: Path, name: str) -> Any:
    import pyarrow as pa

    return read_table(pa.ipc.open_file(pa.memory_map(str(file))).read_all(), name)


def read_table(table: pa.Table, name: str) -> Any:
    """A table of Arrow: a long one is read some matches at a time."""
    if not set(LONG) <= set(table.column_names):
        return table.to_pandas()
    known = [column for column in _COLUMNS if column in table.column_names]
    return _looked_through(lambda: iter(table.select(known).to_batches(_ROWS)), name)


def _looked_through(batches: Batches, name: str, players: tuple[str, ...] = ()) -> LongTable:
    """Places of a table that says nothing of itself, or what is no longer so: looked through once.

    Its players are in the order of those that it names, if they are the same.
    """
    rows = _Rows(name)
    matches, low, high, last = 0, _EXACT, -_EXACT, None
    for batch in batches():
        match, deal, _, _ = rows.read(batch)
        if not len(match):
            continue
        matches += int((np.diff(match) != 0).sum()) + (last != match[0])
        low, high, last = min(low, int(deal.min())), max(high, int(deal.max())), match[-1]
    if not matches:
        raise invalid("places.none", name=name)
    found = tuple(rows.players)
    shape = (matches, check_deals(low, high), len(found))
    return LongTable(batches, shape, low, players if {*players} == {*found} else found, name)


class _Rows:
    """Reads the batches of a long table: match, deal, player and place of each row, as numbers.

    A place that is missing is 0. Matches that are no numbers are counted as they come.
    """

    def __init__(self, name: str, players: Sequence[str] = ()) -> None:
        self.name, self.count = name, 0
        self.players = {player: p for p, player in enumerate(players)}
        self.matches: dict[str, int] = {}

    def read(self, batch: Any) -> Ints:
        """A row for each of the four."""
        columns = dict(zip(batch.schema.names, batch.columns, strict=True))
        deal = self._whole(columns["deal"], "deal")
        match = np.zeros_like(deal)
        if "match" in columns:
            known = columns["match"]
            numbers = str(known.type).startswith(("int", "uint", "float", "double", "halffloat"))
            if numbers:
                match = self._whole(known, "match")
            else:
                match = self._codes(known, "match", self.matches)
        who = self._codes(columns["player"], "player", self.players)
        place = self._whole(columns["place"], "place", gaps=True)
        self.count += len(deal)
        return np.stack([match, deal, who, place])

    def _whole(self, column: Any, title: str, gaps: bool = False) -> Ints:
        values = column.to_numpy(zero_copy_only=False)
        return whole_numbers(values, title, self.name, self.count, gaps)

    def _codes(self, column: Any, title: str, known: dict[str, int]) -> Ints:
        """The number of each row's name; names that were not known are added."""
        if not hasattr(column, "dictionary"):
            column = column.dictionary_encode()
        names = [*column.dictionary.to_pylist(), None]
        code = column.indices.cast("int64").fill_null(len(names) - 1).to_numpy()
        gone = np.array([name is None for name in names])
        check_there(gone[code], title, self.name, self.count)
        number = np.zeros(len(names), np.int64)
        for i in np.flatnonzero(np.bincount(code, minlength=len(names))):
            number[i] = known.setdefault(str(names[i]), len(known))
        return np.asarray(number[code])
