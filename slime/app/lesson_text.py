"""The sentences of a lesson that its cells fill in, in the language set, shown as text.

Numbers in a lesson come from cells, so the sentences they stand in do as well; they are in the
words' topic ``lesson1``, ``lesson2``, ...
"""

from __future__ import annotations

import re

from slime._checks import invalid
from slime.i18n import words

#: A hyphen that is a minus: before a number, at the beginning or after a blank, "(" or "*".
_MINUS = re.compile(r"(?<![^\s(*])-(?=\d)")


class MarkdownText(str):
    """A text that a notebook shows as Markdown."""

    __slots__ = ()

    def _repr_markdown_(self) -> str:
        return str(self)


class LessonText:
    """The sentences of one lesson: ``text("key", name=value, ...)``; negative numbers with a minus.

    Parameters
    ----------
    lesson : int
        The number of the lesson.
    lang : {"en", "ru"}, optional
        The language, by default the one set by `slime.language`.

    Raises
    ------
    ValueError
        If there are no sentences for the lesson.

    Examples
    --------
    >>> text = LessonText(1, "en")
    >>> text("with")
    'with the exchange'
    """

    def __init__(self, lesson: int, lang: str | None = None) -> None:
        self.words = words(lang)
        self.topic = f"lesson{lesson}"
        if not self.words.keys(self.topic):
            raise invalid("lab.no_lesson_text", lang=self.words.lang, got=lesson)

    def __call__(self, key: str, /, **values: object) -> MarkdownText:
        """The sentence of a key, filled in."""
        return MarkdownText(_minus(self.words(f"{self.topic}.{key}", **values)))

    def number(self, value: float, digits: int = 2) -> str:
        """A number for a table, as the language writes it.

        Parameters
        ----------
        value : float
            The number.
        digits : int, default 2
            How many digits stand behind the point.

        Returns
        -------
        str
            The number as text.

        Examples
        --------
        >>> LessonText(1, "ru").number(-0.5)
        '−0,50'
        """
        return _minus(self.words.number(value, digits))

    def faces(self, cards: list[str]) -> str:
        """Cards as they are printed.

        Parameters
        ----------
        cards : list of str
            Cards as in a record.

        Returns
        -------
        str
            Their faces, with blanks between.

        Examples
        --------
        >>> LessonText(1, "en").faces(["Td", "*"])
        '10♦ ★'
        """
        return self.words.faces(cards)

    def fold(self, *sentences: str) -> MarkdownText:
        """Sentences that are seen when they are unfolded: answers to a question.

        Parameters
        ----------
        *sentences : str
            Paragraphs.

        Returns
        -------
        MarkdownText
            A text that a notebook shows folded.

        Examples
        --------
        >>> LessonText(1, "en").fold("Yes.")[:9]
        '<details>'
        """
        heading = f"<details><summary>{self.words('lessons.unfold')}</summary>"
        return MarkdownText("\n\n".join([heading, *sentences, "</details>"]))


def _minus(text: str) -> str:
    return _MINUS.sub("\N{MINUS SIGN}", text)
