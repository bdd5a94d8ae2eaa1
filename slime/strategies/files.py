"""Strategies in files: one player a file, and the template to begin with."""

from __future__ import annotations

from html import escape
from pathlib import Path
from types import ModuleType

from slime.i18n import words
from slime.i18n.setting import chosen_language
from slime.strategies.base import Strategy
from slime.strategies.custom import StrategyFault, from_function
from slime.strategies.faults import Place

#: Letters of a player's name, at the most.
LONGEST = 40

_FOLDER = Path(__file__).parent / "templates"


class Source(str):
    """A program's text that shows itself as it is."""

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self)}</pre>"


def template(lang: str | None = None) -> Source:
    """A player to copy and change, with a comment at every step, in the language given.

    >>> print(template("en")[:34])
    \"\"\"A player to copy and to change.
    """
    file = _FOLDER / f"{chosen_language(lang)}.txt"
    return Source(file.read_text(encoding="utf-8"))


def from_file(path: str | Path) -> Strategy:
    """The strategy in a file of Python.

    The file has a function ``choose(view)`` and, if wanted, ``give(view)`` (see
    `from_function`), or a class ``Player`` with such methods; ``NAME`` is what the player is
    called, else the file's name.  A file that cannot be run raises a `StrategyFault` that
    names its line; one without a player a ``ValueError``.
    """
    if not isinstance(path, (str, Path)):
        raise ValueError(f"path: the name of a file, not {path!r:.60}")
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"path: {str(path)!r:.200} cannot be read: {str(error):.90}") from None
    module = ModuleType(path.stem)
    module.__file__ = str(path)
    try:
        exec(compile(text, str(path), "exec"), module.__dict__)
    except Exception as error:
        raise _unreadable(path, error) from error
    player = getattr(module, "Player", None) or getattr(module, "choose", None)
    if player is None:
        raise ValueError(words()("strategies.no_player", file=path.name))
    if isinstance(player, Strategy):  # marked as compiled
        return player
    name = plain_name(getattr(module, "NAME", ""), path.stem)
    return from_function(player, give=getattr(module, "give", None), name=name)


def plain_name(wish: object, otherwise: str) -> str:
    """A player's name as wished, on one line and not too long.

    >>> plain_name(" Anna\\n the  Great ", "anna"), plain_name("", "anna")
    ('Anna the Great', 'anna')
    """
    if not isinstance(wish, str):
        return otherwise
    shown = "".join(c if c.isprintable() else " " for c in wish)
    return " ".join(shown.split())[:LONGEST].strip() or otherwise


def _unreadable(path: Path, error: Exception) -> StrategyFault:
    line = None
    if isinstance(error, SyntaxError) and error.filename == str(path):
        line = error.lineno
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    lang = chosen_language(None)
    why = f"{type(error).__name__}: {error.msg if isinstance(error, SyntaxError) else error}"
    place = Place(str(path), line) if line else None
    message = words(lang)("strategies.unreadable", file=path.name, why=why)
    if place is not None:
        message += "\n" + place.tell(lang)
    return StrategyFault(message, player="", strategy=path.stem, why=why, place=place)
