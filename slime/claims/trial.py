"""Running the trial: which cases, how many matches, and a folder with what is done so far."""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import slime.engine
import slime.experiments
import slime.game
import slime.measures
import slime.simulation
import slime.strategies
from slime._checks import check_choice, invalid
from slime._files import locked, write_file
from slime.claims.cases import TABLES, Case, make_case
from slime.claims.estimates import LEVEL
from slime.claims.model import Claim, claims, find_claim
from slime.claims.results import Row, Trial, rows_of
from slime.claims.runner import Runner
from slime.engine.streams import VERSION
from slime.i18n import words


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
        """The cases.

        Returns
        -------
        iterator of Case
            By society, players, table.
        """
        for society in self.societies:
            for players in self.players:
                if self.only in (None, society) or players == self.players[0]:
                    yield from (make_case(society, players, table) for table in self.tables)


_BELOW = (
    *(slime.engine, slime.game, slime.strategies),
    *(slime.simulation, slime.measures, slime.experiments),
)
#: The folders of code that a finished part depends on: all that plays and measures.
FOLDERS = (*(Path(room.__path__[0]) for room in _BELOW), Path(__file__).parent)
_PLAYING = ("lowest", "counter", "mix", "patient-poor")
#: The trials that the command runs; coaches would take a thousand times as long.
SCALES = {
    "quick": Scale(
        "quick", 100, 16, ("lowest", "counter", "mix"), (5, 4), ("A", "A-no-fall", "C"), "lowest"
    ),
    "full": Scale("full", 1000, 20, _PLAYING, (4, 5, 6, 7), tuple(TABLES)),
}
#: How long a trial takes is told from so many parts and so many seconds on, if it is more minutes.
_PARTS, _SECONDS, _MINUTES = 3, 3.0, 0.5


def run_trial(
    scale: str | Scale = "quick",
    seed: int = 1,
    only: Sequence[str | int | Claim] | None = None,
    folder: str | Path | None = None,
    workers: int | None = None,
    progress: Callable[[int, int, str], None] | bool | None = None,
    level: float = LEVEL,
    engine: str | None = None,
) -> Trial:
    """Try claims in all cases of a scale.

    Parameters
    ----------
    scale : str or Scale
        ``"quick"``, ``"full"`` or a `Scale`.
    seed : int
        Where all luck comes from.
    only : sequence of str, int or Claim, optional
        The claims to try; None: all.
    folder : str or Path, optional
        Finished parts are kept there, and a run that was stopped goes on from them; parts of
        another seed, size or version of the kit are not taken.
    workers, engine
        As in `slime.simulate`.
    progress : callable or bool, optional
        Called with the number done, the number of all and what comes next; True tells on standard
        error how long it will take, once the first parts have shown it.
    level : float
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
    if not callable(progress) and progress not in (None, False, True):
        raise invalid("trial.progress", got=progress)
    if progress is True:
        progress = tell_cost(lambda text: sys.stderr.write(text + "\n"), folder)
    order = list(claims())
    wanted = [find_claim(c) for c in (order if only is None else only)]
    runner = Runner(made.matches, made.deals, seed, level, workers, engine)
    work = [(case, c) for case in made.cases() for c in wanted if case.table in c.tables]
    tell = progress if callable(progress) else (lambda done, of, what: None)
    mark = _mark(made, seed, level)
    if folder is not None:
        Path(folder).mkdir(parents=True, exist_ok=True)
    rows: list[Row] = []
    with nullcontext() if folder is None else locked(Path(folder, ".lock")):
        for i, (case, claim) in enumerate(work):
            name = (claim.key, *map(str, case.key))
            file = None if folder is None else Path(folder, "-".join(name) + ".json")
            found = None if file is None else _read(file, mark)
            if found is None:
                tell(i, len(work), " ".join(name))
                found = rows_of(claim, case, claim.apply(runner, case))
                if file is not None:
                    write_file(file, json.dumps({"mark": mark, "rows": found}) + "\n")
            rows += found
    tell(len(work), len(work), "")
    rows.sort(key=lambda row: order.index(row.claim))
    about: dict[str, Any] = {"scale": made.name, "seed": seed, "level": level}
    about |= {"matches": made.matches, "deals": made.deals, "streams": VERSION}
    if made is SCALES.get(made.name):
        about = {"command": f"slime trial {made.name} --seed {seed}"} | about
    return Trial(tuple(rows), about)


def tell_cost(
    tell: Callable[[str], object], folder: str | Path | None = None, lang: str | None = None
) -> Callable[[int, int, str], None]:
    """A `progress` that tells once how long a trial will take, and what a stop keeps.

    Parameters
    ----------
    tell : callable
        Called with the sentence, when some parts have shown it; not where little is left.
    folder : str or Path, optional
        Where finished parts are kept.
    lang : str, optional
        ``"en"`` or ``"ru"``; None: the language set.

    Returns
    -------
    callable

    Examples
    --------
    >>> progress = tell_cost(print)
    >>> [progress(done, 5, "1 lowest 5 A") for done in range(5)]  # over in a moment
    [None, None, None, None, None]
    """
    times: list[float] = []
    told: list[str] = []

    def progress(done: int, of: int, what: str) -> None:
        times.append(time.perf_counter())
        fresh, took = len(times) - 1, times[-1] - times[0]
        if told or not what or fresh < _PARTS or took < _SECONDS:
            return
        minutes, w = took / fresh * (of - done) / 60, words(lang)
        key = "trial.cost" if folder is None else "trial.cost_kept"
        told.append(w(key, minutes=w.number(minutes, 1), n=of - done, folder=folder))
        if minutes > _MINUTES:
            tell(told[0])

    return progress


def find_scale(which: str | Scale) -> Scale:
    """A scale by name, or itself."""
    return which if isinstance(which, Scale) else SCALES[check_choice("scale", which, SCALES)]


def _mark(scale: Scale, seed: int, level: float) -> str:
    """What a finished part depends on: its size and seed, and all that plays and measures."""
    digest = hashlib.sha256(repr((scale.matches, scale.deals, seed, level)).encode())
    for file in sorted(file for folder in FOLDERS for file in folder.rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:24]


def _read(file: Path, mark: str) -> list[Row] | None:
    """The rows of a finished part; None where there is none with this mark."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        return [Row(*row) for row in found["rows"]] if found["mark"] == mark else None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
