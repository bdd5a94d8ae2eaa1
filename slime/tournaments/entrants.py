"""Who takes part: strategies by name, functions, and files of pupils."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from slime.strategies.base import Strategy
from slime.strategies.faults import StrategyFault
from slime.strategies.files import plain_name
from slime.strategies.registry import find
from slime.tournaments.pupil import Pupil


class Entrant(NamedTuple):
    """A player of a tournament: what it is called, how it plays, its file if it has one."""

    name: str
    strategy: Strategy
    file: str | None = None


class Forfeit(NamedTuple):
    """A player who was taken out: why, and where in the player's file (None if unknown)."""

    name: str
    why: str
    file: str | None
    line: int | None
    message: str


def forfeit_of(name: str, fault: StrategyFault, file: str | None = None) -> Forfeit:
    """A fault as a forfeit."""
    return Forfeit(name, fault.why, fault.file or file, fault.line, str(fault))


def read_entrants(
    given: Any, limits: Mapping[str, Any]
) -> tuple[list[Entrant], list[Forfeit], list[Pupil]]:
    """The entrants, those who cannot take part, and the processes that must be closed.

    `given` is a list of names of strategies, strategies, functions of a view, paths of files
    and folders (every ``.py`` in a folder whose name does not begin with ``_`` or ``.``), or a
    dict of these by the names they are to have; a single folder will do.
    """
    entrants: list[Entrant] = []
    forfeits: list[Forfeit] = []
    pupils: list[Pupil] = []
    try:
        for wish, one in _pairs(given):
            if isinstance(one, Path):
                pupil = Pupil(one, **limits)
                pupils.append(pupil)
                try:
                    strategy = pupil.strategy()
                except StrategyFault as fault:
                    forfeits.append(forfeit_of(pupil.name, fault, pupil.file))
                    continue
                entrants.append(Entrant(wish or strategy.name, strategy, pupil.file))
            else:
                strategy = find(one)
                entrants.append(Entrant(wish or str(strategy), strategy))
    except BaseException:
        for pupil in pupils:
            pupil.close()
        raise
    names = different([e.name for e in entrants])
    return (
        [e._replace(name=name) for e, name in zip(entrants, names, strict=True)],
        forfeits,
        pupils,
    )


def _pairs(given: Any) -> Iterable[tuple[str, Any]]:
    """Wished name ("" for none) and what plays, folders opened."""
    if isinstance(given, (str, Path, Strategy)) or callable(given):
        given = [given]
    if isinstance(given, Mapping):
        for wish, one in given.items():
            yield plain_name(wish, str(wish)), _path(one) or one
        return
    if not isinstance(given, Iterable):
        raise ValueError(f"entrants: a list of strategies, files or folders, not {given!r:.60}")
    for one in given:
        path = _path(one)
        if path is None:
            yield "", one
        elif path.is_dir():
            files = sorted(f for f in path.glob("*.py") if f.name[0] not in "_.")
            if not files:
                raise ValueError(f"entrants: no file that ends in .py in {path}")
            yield from (("", file) for file in files)
        else:
            yield "", path


def _path(one: Any) -> Path | None:
    """A file or folder, if that is what is meant."""
    if isinstance(one, str):
        written_so = one.endswith(".py") or "/" in one or "\\" in one
        if not one.strip() or not (written_so or _is_there(Path(one), folder=True)):
            return None
        one = Path(one)
    if not isinstance(one, Path):
        return None
    if not _is_there(one):
        raise ValueError(f"entrants: there is no file or folder {str(one)[:200]}")
    return one


def _is_there(path: Path, folder: bool = False) -> bool:
    try:
        return path.is_dir() if folder else path.exists()
    except (OSError, ValueError):  # a name too long, or with a zero in it
        return False


def different(names: list[str]) -> list[str]:
    """Names with a number where one comes up again.

    >>> different(["Anna", "lowest", "Anna", "Anna (2)"])
    ['Anna', 'lowest', 'Anna (2)', 'Anna (2) (2)']
    """
    out: list[str] = []
    for name in names:
        new, n = name, 1
        while new in out:
            n += 1
            new = f"{name} ({n})"
        out.append(new)
    return out
