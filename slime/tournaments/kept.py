"""What is finished of a tournament, kept in a folder table by table, to go on from.

``plan.json`` says what is played, its key and who is out; each table in each rotation is a file of
its own.  A file that is missing, damaged or of other players is played again.
"""

from __future__ import annotations

import errno
import hashlib
import inspect
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from slime import __version__
from slime._checks import invalid
from slime._files import locked, write_file
from slime.engine.streams import VERSION
from slime.simulation.spec import Spec
from slime.strategies.base import Strategy
from slime.tournaments.entrants import Forfeit, Given
from slime.tournaments.process import read_helpers
from slime.tournaments.result import Places

#: What programs used of their time, by name: seconds on the clock and of the processor.
Spent = dict[str, tuple[float, float]]
#: What reading a damaged file comes to.
_DAMAGED = (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError)


@contextmanager
def keeping(folder: Path | None) -> Iterator[Kept]:
    """Hold a folder, made where there is none, and read what is kept there; None keeps nothing."""
    if folder is None:
        yield Kept(None)
        return
    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder / ".lock"):
        yield Kept(folder)


class Kept:
    """What is kept in a folder: the plan, and tables."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.key: str | None = None
        self.forfeits: list[Forfeit] = []
        #: what those used who played a little before; None while that is to be done
        self.tried: Spent | None = None
        self.played: dict[str, str] = {}
        self._mark = ""
        self._file = None if folder is None else folder / "plan.json"
        if self._file is None or not self._file.exists():
            return
        try:
            plan = json.loads(self._file.read_text(encoding="utf-8"))
            self.key, self.played = plan["key"], dict(plan["played"])
            self.forfeits = [Forfeit(*one) for one in plan["forfeits"]]
            self.tried = _seconds(plan["tried"])
        except _DAMAGED:
            raise invalid("tournament.damaged", file=self._file) from None

    def begin(self, played: dict[str, str], key: str | None) -> None:
        """Raise ``ValueError`` if what is kept is of a tournament other than this."""
        was, now = {**self.played, "key": self.key}, {**played, "key": key}
        for field, value in now.items():
            if self.played and was.get(field) != value:
                raise invalid("tournament.other_plan", folder=self.folder, field=field)
        self.played, self.key = played, key
        self._mark = hashlib.sha256(repr(now).encode()).hexdigest()[:24]

    def write(self, tried: Spent, out: Iterable[Forfeit]) -> None:
        """Note who played a little before, and who is out; then tables are kept."""
        self.tried, self.forfeits = tried, list(out)
        if self._file is not None:
            told = ("played", "key", "tried", "forfeits")
            self._keep(self._file, {name: getattr(self, name) for name in told})

    def out_too(self, late: Forfeit) -> None:
        """Note one more who is out."""
        self.write(self.tried or {}, [*self.forfeits, late])

    def add(self, table: int, rotation: int, seats: Sequence[str], found: Places, s: Spent) -> None:
        """Keep a table, as it was played by those in the seats."""
        if self.folder is not None:
            told = {"mark": self._mark, "seats": list(seats), "spent": s}
            told["places"] = found.tolist()
            self._keep(self._part(table, rotation), told)

    def read(
        self, table: int, rotation: int, seats: Sequence[str], matches: int
    ) -> tuple[Places, Spent] | None:
        """What is kept of a table, if these sat there."""
        if self.folder is None:
            return None
        try:
            told = json.loads(self._part(table, rotation).read_text(encoding="utf-8"))
            spent = _seconds(told["spent"])
            found = np.array(told["places"])
            fits = found.ndim == 4 and found.shape[::3] == (2, len(seats))
            whole = fits and found.shape[1] == matches and found.dtype.kind == "i"
            within = whole and found.min() >= 0 and found.max() <= len(seats)
            ours = (told["mark"], told["seats"]) == (self._mark, [*seats])
            return (found.astype(np.int8), spent) if within and ours else None
        except (OSError, *_DAMAGED):
            return None

    def _keep(self, file: Path, told: dict[str, Any]) -> None:
        try:
            write_file(file, json.dumps(told, ensure_ascii=False) + "\n")
        except OSError as problem:
            if problem.errno != errno.ENOSPC:
                raise
            raise invalid("tournament.disk_full", file=file, folder=self.folder) from None

    def _part(self, table: int, rotation: int) -> Path:
        assert self.folder is not None
        return self.folder / f"table-{table + 1}-{rotation + 1}.json"


def _seconds(told: dict[str, Any]) -> Spent:
    return {name: (float(clock), float(processor)) for name, (clock, processor) in told.items()}


def described(spec: Spec, given: Given, **more: object) -> dict[str, str]:
    """What a tournament is: with the same description and key it comes out the same."""
    who = [
        (wish, *((str(one), given.texts[one]) if isinstance(one, Path) else _text_of(one)))
        for wish, one in given.pairs
    ]
    helpers = [read_helpers(folder) for folder in sorted({file.parent for file in given.texts})]
    return {
        "slime": f"{__version__}, streams {VERSION}",
        "rules": json.dumps(spec.rules.header(), sort_keys=True),
        "players": str(len(spec.names)),
        "matches": str(spec.matches),
        "entrants": hashlib.sha256(repr((who, helpers)).encode()).hexdigest(),
        **{name: repr(value) for name, value in more.items()},
    }


def _text_of(player: Any) -> tuple[str, str]:
    """A player that is no file: its name, and what tells two functions of one name apart."""
    owner = player.owner[0] if isinstance(player, Strategy) and player.owner else player
    name = str(player) if isinstance(player, (str, Strategy)) else getattr(player, "__name__", "")
    try:
        return name, inspect.getsource(owner)
    except (OSError, TypeError):
        return name, ""
