"""A simulation written to a Parquet file piece by piece: it may be larger than memory.

The work is cut into segments of some matches each.  A finished segment is a file in the folder
``FILE.parquet.parts``, beside a ``plan.json`` that says what is being made; at the end the
segments become the row groups of one file, which gets its name when it is whole.  So a run
that was killed leaves nothing under the final name, and can be gone on with: the result is the
same, for it depends on its arguments alone.  While segments are put together, the data is on disk
twice.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import inspect
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from slime import __version__
from slime._checks import InvalidValue, invalid
from slime._files import check_writable, file_name, locked, write_file
from slime.engine.streams import VERSION
from slime.game.rules import Rules
from slime.game.setting import Strategies
from slime.i18n import words
from slime.simulation.columns import FRAME, KINDS, PACKED, PLAIN, meaning
from slime.simulation.job import Keep
from slime.simulation.result import Simulation
from slime.simulation.run import Progress, Spread, Stopped, room_for, run_worlds
from slime.simulation.spec import Spec, make_spec
from slime.strategies.base import Strategy

#: The key of our description among the metadata of the file's schema.
KEY = b"slime"
#: Rows that a segment has, about.
ROWS = 400_000
_FORMAT = 1
_LOCK = ".lock"
#: Names that a run gives: the plan, segments, and what is half written.
_OURS = re.compile(r"plan\.json|\d{8,}\.parquet|\..*")
_TEXT = pa.dictionary(pa.int32(), pa.string())


class Unfinished(InvalidValue):
    """There is an unfinished run of this name: to be gone on with, or its folder deleted."""


class OtherPlan(InvalidValue):
    """What is to be gone on with was begun with other arguments: `field`, what it `was`, `now`."""


class Foreign(InvalidValue):
    """The folder for the parts holds what no run of ours put there; it is left as it is."""


class Damaged(InvalidValue):
    """A finished part cannot be read: `part` is to be deleted, then the run can be gone on with."""


class DiskFull(OSError):
    """No space is left on the disk; the message names the file and says how to go on."""


class Interrupted(Stopped):
    """A run to disk stopped by its user: `done` of `total` matches are in `folder`."""

    def __init__(self, done: int, total: int, folder: Path) -> None:
        super().__init__(done, total)
        self.folder = folder


def write_parquet(
    path: str | os.PathLike[str],
    rules: Rules | str = "slime-licker",
    players: int | Sequence[str] = 5,
    matches: int = 1_000,
    deals: int | None = None,
    strategies: Strategies = "lowest",
    seed: int = 1,
    workers: int | None = None,
    *,
    details: bool = False,
    resume: bool = False,
    executor: Executor | None = None,
    engine: str | None = None,
    progress: bool = True,
) -> int:
    """Simulate into a Parquet file, which may be larger than memory.

    The columns are those of `Simulation.frame` (see `slime.simulation.columns`); what they
    mean, the rules, players, strategies, seed and version of the streams are in the metadata
    of the schema under ``slime``, as JSON.

    Parameters
    ----------
    path : path-like
        The file; beside it a folder holds the parts while it grows.
    rules, players, matches, deals, strategies, seed, workers, executor, engine, progress
        As in `slime.simulate`.
    details : bool
        Whether to keep seats, hands, gifts and tricks too.
    resume : bool
        Go on with a run that was stopped or killed; begin one where there is none, do nothing
        where the file is there and made by this simulation.

    Returns
    -------
    int
        Number of rows, one a match, deal and player.

    Raises
    ------
    ValueError
        `Unfinished` where a stopped run is there and `resume` is not set, `OtherPlan` where it
        was begun with other arguments, `Foreign` where the folder for the parts is something
        else, `Damaged` where a part in it is.
    Interrupted
        When stopped; what is done is kept.
    OSError
        Where it cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     rows = write_parquet(f"{folder}/some.parquet", matches=10, deals=4)
    ...     rows, pd.read_parquet(f"{folder}/some.parquet").shape
    (200, (200, 7))
    """
    for name, given in (("details", details), ("resume", resume)):
        if not isinstance(given, bool):
            raise invalid("simulation.switch", name=name, got=given)
    path = Path(file_name(path))
    if path.suffix != ".parquet":
        raise invalid("simulation.parquet", got=str(path))
    spec = make_spec(rules, players, matches, deals, strategies, seed, engine)
    file = _File(path, spec, details)
    try:
        file.make(resume, Spread(workers, executor), progress)
    except KeyboardInterrupt:
        raise Interrupted(file.done, spec.matches, file.folder) from None
    except OSError as problem:
        if problem.errno == errno.ENOSPC:
            told = {"file": path, "done": file.done, "total": spec.matches, "folder": file.folder}
            raise DiskFull(errno.ENOSPC, words()("simulation.disk_full", **told)) from None
        raise
    return int(pq.read_metadata(path).num_rows)


def describe(spec: Spec, details: bool) -> dict[str, Any]:
    """What a file is made of and by: the same description, the same rows."""
    return {
        "format": _FORMAT,
        "slime": __version__,
        "streams": VERSION,
        "rules": spec.rules.header(),
        "players": list(spec.names),
        "seated": "by lot" if spec.random_seats else "as given",
        "strategies": [str(s) for s in spec.strategies],
        "sources": [_source(s) for s in spec.strategies],
        "seed": spec.seed,
        "matches": spec.matches,
        "details": details,
    }


def _source(strategy: Strategy) -> str | None:
    """What tells a learner's own strategies of one name apart: a hash of their text."""
    if strategy.owner is None:
        return None
    texts = []
    for one in strategy.owner:
        try:
            texts.append("" if one is None else inspect.getsource(one))
        except (OSError, TypeError):
            texts.append(repr(getattr(getattr(one, "__code__", None), "co_code", None)))
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def schema_of(spec: Spec, details: bool) -> pa.Schema:
    """The columns of a plan's file, each with what it means, and the file's description."""
    fields = [
        pa.field(name, _kind(name, spec), nullable=False, metadata={"meaning": meaning(name)})
        for name in (FRAME if details else PLAIN)
    ]
    told = describe(spec, details) | {"columns": {f.name: meaning(f.name) for f in fields}}
    return pa.schema(fields, metadata={KEY: json.dumps(told, ensure_ascii=False).encode()})


def _kind(name: str, spec: Spec) -> Any:
    """How a column is kept on disk."""
    if name in ("player", *PACKED):
        return _TEXT
    long = name == "match" and spec.matches >= 1 << 31
    return pa.from_numpy_dtype("int64" if long else KINDS.get(name, "int8"))


class _File:
    """One file in the making."""

    def __init__(self, path: Path, spec: Spec, details: bool) -> None:
        self.path = path
        self.spec = spec
        self.details = details
        self.schema = schema_of(spec, details)
        self.folder = path.with_name(path.name + ".parts")
        self.manifest = self.folder / "plan.json"
        self.done = 0  # matches in finished segments
        self.size = self.room = 0  # matches of a segment, deals to make room for

    def make(self, resume: bool, spread: Spread, progress: bool) -> None:
        """Make the file, or see that it is made; one program at a time."""
        told = describe(self.spec, self.details)
        self._check_folder()
        if resume and self.path.is_file() and not self.manifest.exists():
            self._compare(self.path, _json_object(_description(self.path)), told)
            self._clear()
            return
        check_writable(self.path)
        self.folder.mkdir(exist_ok=True)
        with locked(self.folder / _LOCK):
            self.begin(resume, told)
            self.play(spread, progress)
            self.join()
            self._clear(_LOCK)
        with contextlib.suppress(OSError):  # another program may wait there already
            self.folder.rmdir()

    def begin(self, resume: bool, told: dict[str, Any]) -> None:
        """Write down in the folder what is made, or go on with what is there."""
        if not self.manifest.exists():
            self.room = room_for(self.spec)
            self.size = max(1, ROWS // (self.room * len(self.spec.names)))
            for file in self.folder.glob("*.parquet"):  # of a run killed while it cleaned up
                file.unlink()
            plan = {"plan": told, "segment": self.size, "room": self.room}
            write_file(self.manifest, json.dumps(plan, ensure_ascii=False, indent=1) + "\n")
            return
        if not resume:
            raise Unfinished("simulation.unfinished", {"folder": self.folder})
        begun = _json_object(self.manifest.read_bytes())
        sizes: list[Any] = [begun.get(key) for key in ("segment", "room")]
        whole = all(type(n) is int and n > 0 for n in sizes)
        if not whole or not isinstance(begun.get("plan"), dict):
            raise self._foreign(self.manifest)
        self._compare(self.folder, begun["plan"], told)
        self.size, self.room = sizes
        for left in self.folder.glob(".*.parquet"):  # half a segment of a run that was killed
            left.unlink()

    def _foreign(self, found: Path) -> Foreign:
        return Foreign("simulation.foreign", {"folder": self.folder, "found": found.name})

    def _check_folder(self) -> None:
        """Raise `Foreign` if in the folder is what no run of ours puts there."""
        for found in sorted(self.folder.iterdir()) if self.folder.is_dir() else ():
            if not _OURS.fullmatch(found.name) or not found.is_file():
                raise self._foreign(found)

    def _clear(self, but: str = "") -> None:
        """Take the folder away, the plan first: what is left without it is no run."""
        if not self.folder.is_dir():
            return
        self.manifest.unlink(missing_ok=True)
        for file in self.folder.iterdir():
            if _OURS.fullmatch(file.name) and file.is_file() and file.name != but:
                file.unlink()
        with contextlib.suppress(OSError):  # what somebody put there meanwhile is not ours
            self.folder.rmdir()

    def _compare(self, path: Path, was: dict[str, Any], now: dict[str, Any]) -> None:
        for field, value in now.items():
            if was.get(field) != value:
                told = {"was": f"{was.get(field)!r:.90}", "now": f"{value!r:.90}"}
                raise OtherPlan("simulation.other_plan", {"path": path, "field": field, **told})

    def segments(self) -> Iterator[tuple[int, int, Path]]:
        """First match, match after the last one, and file of each segment."""
        for number, first in enumerate(range(0, self.spec.matches, self.size)):
            stop = min(first + self.size, self.spec.matches)
            yield first, stop, self.folder / f"{number:08}.parquet"

    def play(self, spread: Spread, progress: bool) -> None:
        """Make the segments that are not there yet."""
        with Progress(self.spec.matches, progress) as bar:
            for first, stop, file in self.segments():
                if not file.exists() or _description(file) != self.schema.metadata[KEY]:
                    self._write([self._table(first, stop, spread)], file)
                self.done = stop
                bar.update(stop - first)

    def _table(self, first: int, stop: int, spread: Spread) -> pa.Table:
        spec = replace(self.spec, matches=stop)
        sim = Simulation(spec, Keep(details=self.details))
        frame = run_worlds((spec,), sim, spread, False, first, self.room).frame()
        frame["match"] = frame["match"].to_numpy(np.int64) + first
        arrays = [_array(frame[field.name], field) for field in self.schema]
        return pa.Table.from_arrays(arrays, schema=self.schema)

    def _write(self, tables: Iterable[pa.Table], file: Path) -> None:
        """Write tables as row groups of a file, which gets its name when it is on disk."""
        half = self.folder / ("." + file.name)
        try:
            settings = {"compression": "zstd", "write_page_checksum": True}
            with pq.ParquetWriter(half, self.schema, **settings) as writer:
                for table in tables:
                    writer.write_table(table, row_group_size=table.num_rows)
            with open(half, "r+b") as handle:
                os.fsync(handle.fileno())
            os.replace(half, file)
        except BaseException:
            with contextlib.suppress(OSError):
                half.unlink()
            raise

    def join(self) -> None:
        """Put the segments together under the final name and clear away."""
        self._write((self._part(file) for _, _, file in self.segments()), self.path)

    def _part(self, file: Path) -> pa.Table:
        """A finished segment, or `Damaged`."""
        try:
            with pq.ParquetFile(file, page_checksum_verification=True) as part:
                return part.read().cast(self.schema)
        except (OSError, pa.ArrowException) as problem:
            if isinstance(problem, OSError) and problem.errno:
                raise
            raise Damaged("simulation.damaged", {"part": file}) from None


def _array(column: pd.Series[Any], field: pa.Field) -> pa.Array:
    if field.type != _TEXT:
        return pa.array(column.to_numpy(), field.type)
    codes = pa.array(column.cat.codes.to_numpy(np.int32))
    return pa.DictionaryArray.from_arrays(codes, pa.array(list(column.cat.categories), pa.string()))


def _description(file: Path) -> bytes:
    """What a file says of itself; nothing if it is not a whole one of ours."""
    try:
        return bytes((pq.read_schema(file).metadata or {}).get(KEY, b""))
    except (OSError, pa.ArrowInvalid):
        return b""


def description(metadata: Mapping[bytes, bytes] | None) -> dict[str, Any]:
    """What a schema's metadata say of a file, as `describe` wrote it; empty where they do not."""
    return _json_object((metadata or {}).get(KEY, b""))


def _json_object(text: bytes) -> dict[str, Any]:
    """A JSON object as a dictionary; an empty one for all else."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
