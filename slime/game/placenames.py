"""What the places of a game are called: their number, and a title where the game gives one."""

from __future__ import annotations

from slime.game.snapshots import COMMON_TITLES, titles
from slime.i18n import Words

#: Titles that say no more than the number.
_PLAIN = COMMON_TITLES | {"second"}


def place_titles(preset: str | None, count: int, w: Words) -> dict[int, str]:
    """Titles by place; empty where the number says it all, or where no game is known.

    >>> from slime.i18n import words
    >>> place_titles("king-and-slave", 4, words("en"))
    {1: 'king', 2: 'minister', 3: '', 4: 'slave'}
    """
    numbers = [str(k) for k in range(1, count + 1)]
    if preset is None:
        return dict.fromkeys(range(1, count + 1), "")
    keys = titles(preset, numbers, numbers)
    return {int(k): "" if key in _PLAIN else w(f"drawing.title.{key}") for k, key in keys.items()}


def place_names(preset: str | None, count: int, w: Words) -> list[str]:
    """The places as they stand in a table or at an axis.

    >>> from slime.i18n import words
    >>> place_names("slime-licker", 4, words("en"))
    ['1 champion', '2', '3', '4 slime licker']
    """
    return [f"{k} {title}".strip() for k, title in place_titles(preset, count, w).items()]


def places_in_text(preset: str | None, count: int, w: Words) -> list[str]:
    """The places as they stand in a sentence: the title in brackets.

    >>> from slime.i18n import words
    >>> places_in_text("slime-licker", 3, words("en"))
    ['1 (champion)', '2', '3 (slime licker)']
    """
    titled = place_titles(preset, count, w)
    return [f"{k} ({title})" if title else str(k) for k, title in titled.items()]
