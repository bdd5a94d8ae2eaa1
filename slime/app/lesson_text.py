"""What the cells of a lesson say: its sentences, in the language set, shown as text.

Numbers in a lesson come from cells, so the sentences they stand in do as well; they are in the
words' topic ``lesson1``, ``lesson2``, ...
"""

from __future__ import annotations

import re

from slime.i18n import Words, words

#: A hyphen that is a minus: before a number, at the beginning or after a blank, "(" or "*".
_MINUS = re.compile(r"(?<![^\s(*])-(?=\d)")


class Said(str):
    """A text that a notebook shows as Markdown."""

    __slots__ = ()

    def _repr_markdown_(self) -> str:
        return str(self)


class Telling:
    """The sentences of one lesson: ``tell("key", name=value, ...)``; negative numbers with a minus.

    >>> tell = Telling(1, "en")
    >>> tell("with")
    'with the exchange'
    >>> tell.faces(["Td", "*"])
    '10♦ ★'
    """

    def __init__(self, lesson: int, lang: str | None = None) -> None:
        self.words: Words = words(lang)
        self.topic = f"lesson{lesson}"
        if not self.words.keys(self.topic):
            raise ValueError(f"lesson: there are no sentences for lesson {lesson!r}")

    def __call__(self, key: str, /, **values: object) -> Said:
        return Said(_MINUS.sub("\N{MINUS SIGN}", self.words(f"{self.topic}.{key}", **values)))

    def number(self, value: float, digits: int = 2) -> str:
        """A number for a table, as the language writes it.

        >>> Telling(1, "ru").number(-0.5)
        '−0,50'
        """
        return _MINUS.sub("\N{MINUS SIGN}", self.words.number(value, digits))

    def faces(self, cards: list[str]) -> str:
        """Cards as they are printed."""
        return self.words.faces(cards)

    def fold(self, *sentences: str) -> Said:
        """Sentences that are seen when they are unfolded: answers to a question."""
        heading = f"<details><summary>{self.words('lessons.unfold')}</summary>"
        return Said("\n\n".join([heading, *sentences, "</details>"]))


__all__ = ["Said", "Telling"]
