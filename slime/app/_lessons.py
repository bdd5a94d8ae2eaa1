"""The lessons that came with this copy of the kit: built notebooks, one folder a language."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from slime._files import shipped
from slime.i18n.setting import chosen_language


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson in one language: its number, title, what it is about, and its notebook.

    Examples
    --------
    >>> lessons("en")[0].title
    'One deal'
    """

    number: int
    title: str
    about: str
    language: str
    path: Path


def lessons(language: str | None = None) -> tuple[Lesson, ...]:
    """The lessons of a language (the current one if none is named), in their order.

    What a lesson is called stands in its notebook's metadata, put there from its source by
    ``notebooks/build.py``.

    Parameters
    ----------
    language : {"en", "ru"}, optional
        The language, by default the one set by `slime.language`.

    Returns
    -------
    tuple of Lesson
        The lessons by their numbers.

    Raises
    ------
    ValueError
        If the language is unknown.

    Examples
    --------
    >>> [lesson.number for lesson in lessons("en")] == [lesson.number for lesson in lessons("ru")]
    True
    """
    code = chosen_language(language)
    found = [_read(path, code) for path in lessons_folder(code).glob("*.ipynb")]
    return tuple(sorted(found, key=lambda lesson: lesson.number))


def lessons_folder(language: str) -> Path:
    """Where the notebooks are."""
    return shipped(f"notebooks/{language}")


def _read(path: Path, language: str) -> Lesson:
    about = json.loads(path.read_text(encoding="utf-8"))["metadata"]["slime"]
    return Lesson(about["lesson"], about["title"], about["about"], language, path)
