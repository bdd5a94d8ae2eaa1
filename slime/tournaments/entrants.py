"""Who takes part: strategies by name, functions, and files of pupils."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any, NamedTuple

from slime._checks import invalid
from slime.strategies.base import Strategy, read_call
from slime.strategies.faults import StrategyFault
from slime.strategies.files import plain_name, read_program
from slime.strategies.registry import find, names
from slime.tournaments.process import Nursery, start_process

#: What may take part: names of strategies, strategies, functions, files and folders.
Entrants = str | Path | Strategy | Callable[..., Any] | Iterable[Any] | Mapping[str, Any]


class Entrant(NamedTuple):
    """A player of a tournament.

    Attributes
    ----------
    name : str
        What it is called.
    strategy : Strategy
        How it plays.
    file : str or None
        Where it was read from.

    Examples
    --------
    >>> import slime
    >>> result = slime.tournament(["lowest", "random"], matches=2, deals=1, seed=1)
    >>> result.entrants[0]
    Entrant(name='lowest', strategy=lowest, file=None)
    """

    name: str
    strategy: Strategy
    file: str | None = None


class Forfeit(NamedTuple):
    """A player who was taken out; given to `tournament` again, it is taken as a fact.

    Attributes
    ----------
    name : str
        The player.
    why : str
        What was wrong.
    file, line : str or None, int or None
        Where in the player's program; None where that is unknown.
    message : str
        All this in a sentence or two.
    stage : {"read", "tried", "played"}
        When: as its file was read, in the little that is played before, or at the tables, where
        `lowest` sits in for it.

    Examples
    --------
    >>> import slime
    >>> def wrong(view):
    ...     return "no card"
    >>> players = ["lowest", "random", wrong]
    >>> result = slime.tournament(players, matches=2, deals=1, seed=1)
    >>> [forfeit.name for forfeit in result.forfeits]
    ['wrong']
    """

    name: str
    why: str
    file: str | None
    line: int | None
    message: str
    stage: str = "played"


def forfeit_of(
    name: str, fault: StrategyFault, file: str | None = None, stage: str = "played"
) -> Forfeit:
    """A fault as a forfeit."""
    return Forfeit(name, fault.why, fault.file or file, fault.line, str(fault), stage)


class Given(NamedTuple):
    """What was given to play: wished names with players, and the texts of those that are files."""

    pairs: list[tuple[str, Any]]
    texts: dict[Path, str | StrategyFault]


def read_given(given: Any) -> Given:
    """Open folders and read all files, before the first of them runs."""
    pairs = list(_pairs(given))
    texts = {one: _text(one) for _, one in pairs if isinstance(one, Path)}
    _check_folders(texts)
    return Given(pairs, texts)


def read_entrants(
    given: Given,
    limits: Mapping[str, Any],
    trust: bool,
    stack: ExitStack,
    facts: Iterable[Forfeit] = (),
) -> tuple[list[Entrant], list[Forfeit]]:
    """The entrants and those who cannot take part; the stack ends processes when it closes.

    Of those in the `facts` none is run.
    """
    found: list[Entrant | Forfeit] = []
    pairs, texts = given
    known = {fact.file: fact for fact in facts if fact.file is not None}
    nursery = Nursery(trust) if texts else None
    for wish, one in pairs:
        if not isinstance(one, Path):
            strategy = find(one)
            found.append(Entrant(wish or str(strategy), strategy))
            continue
        file = str(one.resolve())
        if (fact := known.get(file)) is not None:
            read = fact.stage == "read"
            found.append(fact if read else Entrant(fact.name, find("lowest"), file))
            continue
        text = texts[one]
        try:
            if isinstance(text, StrategyFault):
                raise text
            process = stack.enter_context(start_process(file, text, nursery=nursery, **limits))
        except StrategyFault as fault:
            found.append(forfeit_of(wish or one.stem, fault, file, "read"))
        else:
            found.append(Entrant(wish or process.name, process, file))
    # who is out already keeps its name too: another of that name is not to be taken for it
    called = different([one.name for one in found])
    every = [one._replace(name=name) for one, name in zip(found, called, strict=True)]
    return (
        [one for one in every if isinstance(one, Entrant)],
        [one for one in every if isinstance(one, Forfeit)],
    )


def _text(file: Path) -> str | StrategyFault:
    """A file's text, or the fault of not being readable."""
    elsewhere = file.is_symlink() and file.resolve().parent != file.parent.resolve()
    try:
        if elsewhere:  # who hands in a link means what he cannot read himself
            raise invalid("tournament.link")
        return read_program(file)
    except ValueError as error:
        why = str(error)
        return StrategyFault(why, player="", strategy=file.stem, why=why, place=None)


def _check_folders(files: Iterable[Path]) -> None:
    """Raise `ValueError` where this very process might import somebody's file unwalled."""
    beside = {file.resolve().parent for file in files}
    paths = {path: Path(path or ".").resolve() for path in sys.path}
    for folder in beside & set(paths.values()):
        others = [path for path, real in paths.items() if real != folder]
        for file in sorted(folder.glob("*.py")):
            known = file.stem in sys.stdlib_module_names
            if known or PathFinder.find_spec(file.stem, others) is not None:
                raise invalid("tournament.shadows", file=file)


def _pairs(given: Any) -> Iterator[tuple[str, Any]]:
    """Wished name ("" for none) and what plays, folders opened."""
    if isinstance(given, Mapping):
        yield from ((plain_name(wish, str(wish)), as_path(one)) for wish, one in given.items())
        return
    if isinstance(given, (str, Path, Strategy)) or callable(given):
        given = [given]
    if not isinstance(given, Iterable):
        raise invalid("tournament.no_entrants", got=given)
    for one in map(as_path, given):
        if not (isinstance(one, Path) and one.is_dir()):
            yield "", one
            continue
        files = sorted(f for f in one.glob("*.py") if f.name[0] not in "_.")
        if not files:
            raise invalid("tournament.no_files", folder=one)
        yield from (("", file) for file in files)


def as_path(one: Any) -> Any:
    """What plays: a text that names a file or folder, and no strategy, as a path."""
    if isinstance(one, str):
        try:
            if read_call(one)[0] in names():
                return one
        except ValueError:
            pass  # no name of a strategy
    elif not isinstance(one, Path):
        return one
    try:
        if str(one).strip() and Path(one).exists():
            return Path(one)
    except (OSError, ValueError):  # a name too long, or with a zero in it
        pass
    raise invalid("tournament.no_player", name=str(one)[:200], names=names())


def different(given: list[str]) -> list[str]:
    """Names with a number where one comes up again.

    >>> different(["Anna", "lowest", "Anna", "Anna (2)"])
    ['Anna', 'lowest', 'Anna (2)', 'Anna (2) (2)']
    """
    out: list[str] = []
    for name in given:
        new, n = name, 1
        while new in out:
            n += 1
            new = f"{name} ({n})"
        out.append(new)
    return out
