"""A small table with sentences, as text, HTML and Markdown: what a picture says, without it."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from html import escape

#: Plain text is folded at this width, tables excepted.
WIDTH = 88


@dataclass(frozen=True, slots=True)
class Twin:
    """A title, a table (head and rows of texts, first column names the row) and sentences.

    `notes` are sentences too: what the numbers rest on. Rows must be as long as the head, else
    `ValueError`.

    >>> rows = (("1", "52%"), ("2", "9%"))
    >>> print(Twin("Places", ("place", "share"), rows, ("Few stay.",)).text())
    Places
    <BLANKLINE>
    place  share
    ----- ------
    1        52%
    2         9%
    <BLANKLINE>
    Few stay.
    """

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    sentences: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if any(len(row) != len(self.head) for row in self.rows):
            raise ValueError(f"rows must have {len(self.head)} texts each, as many as the head")

    def text(self) -> str:
        """The twin as plain text: columns lined up, sentences folded."""
        parts = [self.title]
        if self.rows:
            table = [self.head, *self.rows]
            widths = [max(len(row[i]) for row in table) for i in range(len(self.head))]
            lines = ["  ".join(_lined(row, widths)).rstrip() for row in table]
            rule = " ".join("-" * (w + (i > 0)) for i, w in enumerate(widths))
            parts.append("\n".join([lines[0], rule, *lines[1:]]))
        parts += [textwrap.fill(told, WIDTH) for told in (*self.sentences, *self.notes)]
        return "\n\n".join(parts)

    def html(self, heading: bool = True) -> str:
        """The twin as HTML without styles of its own; `heading`: with the title."""
        parts = []
        if heading:
            parts.append(f"<p><b>{escape(self.title)}</b></p>")
        if self.rows:
            head = "".join(f'<th scope="col">{escape(t)}</th>' for t in self.head)
            body = "".join(
                f'<tr><th scope="row" style="text-align:left">{escape(row[0])}</th>'
                + "".join(f'<td style="text-align:right">{escape(t)}</td>' for t in row[1:])
                + "</tr>"
                for row in self.rows
            )
            parts.append(f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")
        parts += [f"<p>{escape(told)}</p>" for told in self.sentences]
        if self.notes:
            items = "".join(f"<li>{escape(told)}</li>" for told in self.notes)
            parts.append(f"<ul>{items}</ul>")
        return "".join(parts)

    def markdown(self) -> str:
        """The twin as Markdown.

        >>> print(Twin("T", ("a", "b"), (("1", "2"),)).markdown())
        **T**
        <BLANKLINE>
        | a | b |
        |:--|--:|
        | 1 | 2 |
        """
        parts = [f"**{self.title}**"]
        if self.rows:
            rule = "|:--" + "|--:" * (len(self.head) - 1) + "|"
            rows = ["| " + " | ".join(_cell(t) for t in row) + " |" for row in self.rows]
            head = "| " + " | ".join(_cell(t) for t in self.head) + " |"
            parts.append("\n".join([head, rule, *rows]))
        parts += list(self.sentences)
        if self.notes:
            parts.append("\n".join(f"- {told}" for told in self.notes))
        return "\n\n".join(parts)


def _lined(row: tuple[str, ...], widths: list[int]) -> list[str]:
    first = row[0].ljust(widths[0])
    return [first, *(t.rjust(w) for t, w in zip(row[1:], widths[1:], strict=True))]


def _cell(text: str) -> str:
    return text.replace("|", r"\|").replace("\n", " ")
