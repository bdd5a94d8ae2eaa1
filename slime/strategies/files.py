"""Strategies in files: one player a file, and the template to begin with."""

from __future__ import annotations

import linecache
from html import escape
from pathlib import Path
from types import ModuleType

from slime._checks import invalid
from slime.i18n import words
from slime.i18n.setting import chosen_language
from slime.strategies.base import Strategy
from slime.strategies.custom import from_function
from slime.strategies.faults import StrategyFault, make_fault, raised_at

#: Letters of a player's name, bytes of a program, at the most.
LONGEST, LARGEST = 40, 1 << 20

_FOLDER = Path(__file__).parent / "templates"


class Source(str):
    """A program's text that shows itself as it is."""

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self)}</pre>"


def template(lang: str | None = None) -> Source:
    """A player to copy and change, with a comment at every step.

    Parameters
    ----------
    lang : str, optional
        ``"en"`` or ``"ru"``; by default the language set.

    Returns
    -------
    Source
        The text of a file of Python.

    Examples
    --------
    >>> print(template("en")[:34])
    \"\"\"A player to copy and to change.
    """
    file = _FOLDER / f"{chosen_language(lang)}.txt"
    return Source(file.read_text(encoding="utf-8"))


def from_file(path: str | Path) -> Strategy:
    """The strategy in a file of Python.

    The file has a function ``choose(view)`` and, if wanted, ``give(view)`` (see
    `from_function`), or a class ``Player`` with such methods; ``NAME`` is what the player is
    called, else the file's name.

    Parameters
    ----------
    path : str or Path
        The file.

    Returns
    -------
    Strategy
        The player.

    Raises
    ------
    StrategyFault
        If the file cannot be run; it names the line.
    ValueError
        If the file cannot be read or has no player.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder) / "mine.py"
    ...     _ = file.write_text(template("en"), encoding="utf-8")
    ...     from_file(file)
    My first player
    """
    if not isinstance(path, (str, Path)):
        raise invalid("strategies.no_path", got=path)
    return from_text(read_program(path), path)


def read_program(path: str | Path) -> str:
    """The text of a program in a file; `ValueError` says why it cannot be read."""
    try:
        why = _unfit(Path(path))
        if why is None:
            return Path(path).read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        why = f"{error!s:.90}"
    raise invalid("strategies.not_read", got=str(path), why=why)


def _unfit(path: Path) -> str | None:
    """Why a file cannot be a program: no reader would come to the end of a pipe or a device."""
    w = words()
    if path.exists() and not (path.is_file() or path.is_dir()):
        return w("strategies.no_regular")
    return w("strategies.too_large", most=LARGEST >> 20) if path.stat().st_size > LARGEST else None


def from_text(text: str, path: str | Path) -> Strategy:
    """The strategy in the text of a file, see `from_file`; the file itself is not looked at."""
    path = Path(path)
    # errors show the line that was run, wherever the file is by now
    linecache.cache[str(path)] = (len(text), None, text.splitlines(keepends=True), str(path))
    module = ModuleType(path.stem)
    module.__file__ = str(path)
    try:
        exec(compile(text, str(path), "exec"), module.__dict__)
    except (Exception, SystemExit) as error:  # its exit() ends itself, not the program here
        raise _unreadable(path, error) from error
    player = getattr(module, "Player", None) or getattr(module, "choose", None)
    if player is None:
        raise invalid("strategies.no_player", file=path.name)
    if isinstance(player, Strategy):  # marked as compiled
        return player
    name = plain_name(getattr(module, "NAME", ""), path.stem)
    return from_function(player, give=getattr(module, "give", None), name=name)


def plain_name(wish: object, otherwise: str) -> str:
    r"""A player's name as wished, on one line and not too long.

    >>> plain_name(" Anna\n the  Great ", "anna"), plain_name("", "anna")
    ('Anna the Great', 'anna')
    """
    if not isinstance(wish, str):
        return otherwise
    shown = "".join(c if c.isprintable() else " " for c in wish)
    return " ".join(shown.split())[:LONGEST].strip() or otherwise


def _unreadable(path: Path, error: BaseException) -> StrategyFault:
    why = f"{type(error).__name__}: {error.msg if isinstance(error, SyntaxError) else error}"
    told = {"strategy": path.stem, "why": why, "file": path.name}
    place = raised_at(error, str(path))
    return make_fault("strategies.unreadable", chosen_language(None), place=place, **told)
