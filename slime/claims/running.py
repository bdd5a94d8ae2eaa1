"""Running the trial: which cases, how many matches, and a folder with what is done so far."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slime._files import write_file
from slime.claims import cases, counting, model, sethands
from slime.claims import catalogue as book
from slime.claims import runner as lab
from slime.claims.cases import SOCIETIES, TABLES, Case
from slime.claims.model import LEVEL, Claim
from slime.claims.registry import claims, find_claim
from slime.claims.results import Row, Trial, rows_of
from slime.claims.runner import Lab
from slime.engine.streams import VERSION
from slime.simulation.cache import stamp


@dataclass(frozen=True)
class Scale:
    """How much a trial plays: matches and deals a world, and in which cases.

    >>> [case.key for case in Scale("mine", 50, 10, ("lowest",), (5,), ("A", "C")).cases()]
    [('lowest', 5, 'A'), ('lowest', 5, 'C')]
    """

    name: str
    matches: int
    deals: int
    societies: tuple[str, ...]
    players: tuple[int, ...]
    tables: tuple[str, ...]
    #: with other numbers of players than the first, only this society (None: all)
    only: str | None = None

    def cases(self) -> Iterator[Case]:
        """The cases; a society whose players are not there yet is left out."""
        for society in self.societies:
            if not SOCIETIES[society].ready:
                continue
            for players in self.players:
                if self.only not in (None, society) and players != self.players[0]:
                    continue
                for table in self.tables:
                    yield Case(society, players, table)


_PLAYING = ("lowest", "counter", "mix", "patient-poor")
#: The trials that the command runs.  `coaches` are to be named here once they play.
SCALES = {
    "quick": Scale(
        "quick", 100, 16, ("lowest", "counter", "mix"), (5, 4), ("A", "A-no-fall", "C"), "lowest"
    ),
    "full": Scale("full", 1000, 20, _PLAYING, (4, 5, 6, 7), tuple(TABLES)),
}


def run_trial(
    scale: str | Scale = "quick",
    seed: int = 1,
    only: Sequence[str | int | Claim] | None = None,
    folder: str | Path | None = None,
    workers: int | None = None,
    told: Callable[[int, int, str], None] | None = None,
    level: float = LEVEL,
    engine: str | None = None,
) -> Trial:
    """Try the claims `only` (None: all) in all cases of a scale: ``quick``, ``full`` or a `Scale`.

    With a `folder`, finished parts are kept there, and a run that was stopped goes on from them;
    parts of another seed, size or version of the kit are not taken.  `told` is called with the
    number done, the number of all and what comes next.

    >>> small = Scale("mine", 30, 8, ("lowest",), (5,), ("A-no-fall",))
    >>> trial = run_trial(small, seed=1, only=["1"], engine="interpreted", workers=1)
    >>> [(row.part, row.verdict) for row in trial.rows]
    [('again', 'holds'), ('exchange', 'holds')]
    """
    made = find_scale(scale)
    if isinstance(only, (str, bytes)) or not isinstance(only, Iterable | None):
        raise ValueError(f"only: a list of claims or None, not {only!r:.60}")
    if not isinstance(folder, str | Path | None) or folder == "":
        raise ValueError(f"folder: the name of a folder or None, not {folder!r:.60}")
    if told is not None and not callable(told):
        raise ValueError(f"told: a function of three things or None, not {told!r:.60}")
    wanted = [find_claim(c) for c in (_all() if only is None else only)]
    place = Lab(made.matches, made.deals, seed, level, workers, engine)
    work = [(case, c) for case in made.cases() for c in wanted if case.rules_name in c.tables]
    mark = _mark(made, seed, level)
    kept = None if folder is None else Path(folder)
    if kept is not None:
        kept.mkdir(parents=True, exist_ok=True)
    rows: list[Row] = []
    for i, (case, claim) in enumerate(work):
        name = f"{claim.key}-{case.who.name}-{case.players}-{case.rules_name}.json"
        file = None if kept is None else kept / name
        found = None if file is None else _stored(file, mark)
        if found is None:
            if told is not None:
                told(i, len(work), f"{claim.key} {case.who.name} {case.players} {case.rules_name}")
            found = rows_of(claim, case, claim.apply(place, case))
            if file is not None:
                write_file(file, json.dumps({"mark": mark, "rows": found}) + "\n")
        rows += found
    if told is not None:
        told(len(work), len(work), "")
    order = {key: i for i, key in enumerate(_all())}
    rows.sort(key=lambda row: order[row.claim])
    about: dict[str, Any] = {
        "scale": made.name,
        "seed": seed,
        "level": level,
        "matches": made.matches,
        "deals": made.deals,
        "streams": VERSION,
    }
    if made is SCALES.get(made.name):
        about = {"command": f"slime trial {made.name} --seed {seed}"} | about
    return Trial(tuple(rows), about)


def find_scale(which: str | Scale) -> Scale:
    """A scale by name, or itself."""
    if isinstance(which, Scale):
        return which
    if not isinstance(which, str) or which not in SCALES:
        raise ValueError(f"scale: {' or '.join(map(repr, SCALES))}, not {which!r:.60}")
    return SCALES[which]


def _all() -> list[str]:
    return list(claims())


def _mark(scale: Scale, seed: int, level: float) -> str:
    """What a finished part depends on: its size and seed, the rules and the claims' own files."""
    digest = hashlib.sha256(repr((scale.matches, scale.deals, seed, level, stamp())).encode())
    own = [Path(str(m.__file__)) for m in (cases, counting, lab, model, sethands)]
    for file in (*own, *sorted(Path(book.__path__[0]).glob("*.py"))):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:24]


def _stored(file: Path, mark: str) -> list[Row] | None:
    """The rows of a finished part; None where there is none that can be used."""
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
        if told["mark"] != mark:
            return None
        return [Row(*row) for row in told["rows"]]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


__all__ = ["SCALES", "Scale", "find_scale", "run_trial"]
