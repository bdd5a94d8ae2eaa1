"""Running the trial: which cases, how many matches, and a folder with what is done so far."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slime._checks import invalid
from slime._files import write_file
from slime.claims.cases import SOCIETIES, TABLES, Case, make_case
from slime.claims.estimates import LEVEL
from slime.claims.model import Claim, claims, find_claim
from slime.claims.results import Row, Trial, rows_of
from slime.claims.runner import Runner
from slime.engine.streams import VERSION


@dataclass(frozen=True)
class Scale:
    """How much a trial plays: matches and deals a world, and in which cases.

    Examples
    --------
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
        """The cases; a society whose players are not there yet is left out.

        Returns
        -------
        iterator of Case
            By society, players, table.
        """
        for society in (s for s in self.societies if SOCIETIES[s].ready):
            for players in self.players:
                if self.only in (None, society) or players == self.players[0]:
                    yield from (make_case(society, players, table) for table in self.tables)


#: The rooms whose code a finished part depends on.
ROOMS = ("engine", "game", "strategies", "simulation", "measures", "experiments", "claims")
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
    progress: Callable[[int, int, str], None] | None = None,
    level: float = LEVEL,
    engine: str | None = None,
) -> Trial:
    """Try claims in all cases of a scale.

    Parameters
    ----------
    scale
        ``"quick"``, ``"full"`` or a `Scale`.
    seed
        Where all luck comes from.
    only
        The claims to try; None: all.
    folder
        Finished parts are kept there, and a run that was stopped goes on from them; parts of
        another seed, size or version of the kit are not taken.
    workers, engine
        As in `slime.simulate`.
    progress
        Called with the number done, the number of all and what comes next.
    level
        How often limits are to hold the true value.

    Returns
    -------
    Trial
        All numbers and verdicts.

    Raises
    ------
    ValueError
        For arguments that cannot be.

    Examples
    --------
    >>> small = Scale("mine", 30, 8, ("lowest",), (5,), ("A-no-fall",))
    >>> trial = run_trial(small, seed=1, only=["1"], engine="interpreted", workers=1)
    >>> [(row.part, row.verdict) for row in trial.rows]
    [('again', 'holds'), ('exchange', 'holds')]
    """
    made = find_scale(scale)
    if isinstance(only, (str, bytes)) or not isinstance(only, Iterable | None):
        raise invalid("trial.only", got=only)
    if not isinstance(folder, str | Path | None) or folder == "":
        raise invalid("trial.folder", got=folder)
    if progress is not None and not callable(progress):
        raise invalid("trial.progress", got=progress)
    order = list(claims())
    wanted = [find_claim(c) for c in (order if only is None else only)]
    player = Runner(made.matches, made.deals, seed, level, workers, engine)
    work = [(case, c) for case in made.cases() for c in wanted if case.table in c.tables]
    kept = None if folder is None else _Kept(Path(folder), _mark(made, seed, level))
    rows: list[Row] = []
    for i, (case, claim) in enumerate(work):
        name = (claim.key, *map(str, case.key))
        found = None if kept is None else kept.rows("-".join(name))
        if found is None:
            if progress is not None:
                progress(i, len(work), " ".join(name))
            found = rows_of(claim, case, claim.apply(player, case))
            if kept is not None:
                kept.write("-".join(name), found)
        rows += found
    if progress is not None:
        progress(len(work), len(work), "")
    rows.sort(key=lambda row: order.index(row.claim))
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
        raise invalid("checks.choice", name="scale", choices=", ".join(SCALES), got=which)
    return SCALES[which]


def _mark(scale: Scale, seed: int, level: float) -> str:
    """What a finished part depends on: its size and seed, and all that plays and measures."""
    digest = hashlib.sha256(repr((scale.matches, scale.deals, seed, level)).encode())
    kit = Path(__file__).parents[1]
    for file in sorted(file for room in ROOMS for file in (kit / room).rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:24]


class _Kept:
    """A folder with the finished parts of a run; those with another mark do not count."""

    def __init__(self, folder: Path, mark: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.mark = folder, mark

    def rows(self, name: str) -> list[Row] | None:
        """The rows of a finished part; None where there is none that can be used."""
        try:
            found = json.loads((self.folder / f"{name}.json").read_text(encoding="utf-8"))
            return [Row(*row) for row in found["rows"]] if found["mark"] == self.mark else None
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None

    def write(self, name: str, rows: list[Row]) -> None:
        """Keep a finished part."""
        found = json.dumps({"mark": self.mark, "rows": rows})
        write_file(self.folder / f"{name}.json", found + "\n")


__all__ = ["SCALES", "Scale", "find_scale", "run_trial"]
