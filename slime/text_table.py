"""A small table with sentences, as text, HTML and Markdown: what a picture shows, without it."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

#: Plain text is folded at this width, tables excepted.
WIDTH = 88


@dataclass(frozen=True, slots=True, repr=False)
class TextTable:
    """A table of texts with a title, sentences and notes; a notebook shows it.

    Parameters
    ----------
    title : str
        What the table shows; its caption.
    head, rows : tuple of str, tuple of tuple of str
        The table. The first column names the rows. No rows: no table, only the words.
    sentences : tuple of str
        What the table says in words.
    notes : tuple of str
        What the numbers rest on, below everything else.
    align : str
        One letter a column, ``l`` or ``r``; without it the first is left and the rest right.
    footnote : str
        A sentence close below the table.
    notes_head : str
        A heading for the notes; with it HTML folds them away.
    numbered : bool
        Whether HTML numbers the sentences.
    lang : str
        The language, for HTML.

    Raises
    ------
    ValueError
        Where a row is not as long as the head.

    Examples
    --------
    >>> rows = (("1", "52%"), ("2", "9%"))
    >>> print(TextTable("Places", ("place", "share"), rows, ("Few stay.",)).text())
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
    align: str = ""
    footnote: str = ""
    notes_head: str = ""
    numbered: bool = False
    lang: str = ""

    def __post_init__(self) -> None:
        if any(len(row) != len(self.head) for row in self.rows):
            raise ValueError(f"rows must have {len(self.head)} texts each, as many as the head")

    @property
    def _sides(self) -> str:
        return self.align or "l" + "r" * (len(self.head) - 1)

    @property
    def _notes(self) -> list[str]:
        """The notes as plain text: items of a list where they have a heading."""
        if not self.notes_head:
            return list(self.notes)
        return [self.notes_head, *(f"- {note}" for note in self.notes)]

    def text(self) -> str:
        """Plain text: columns lined up, sentences folded.

        Returns
        -------
        str
            Parts with an empty line between them, no line end at the end.
        """
        parts = [self.title]
        if self.rows:
            table = [self.head, *self.rows]
            lines = columns(table, self._sides)
            rule = " ".join("-" * (w + (i > 0)) for i, w in enumerate(_widths(table)))
            parts.append("\n".join([lines[0], rule, *lines[1:]]))
        words = filter(None, (self.footnote, *self.sentences, *self._notes))
        parts += [textwrap.fill(sentence, WIDTH) for sentence in words]
        return "\n\n".join(parts)

    def html(self) -> str:
        """HTML whose only style is the alignment of columns: caption, heads marked as such.

        Returns
        -------
        str
            Elements without a page around them.
        """
        out = f"<p><b>{escape(self.title)}</b></p>"
        if self.rows:
            caption = '<caption style="text-align:left;font-weight:bold">' + escape(self.title)
            head = f"<thead><tr>{self._row(self.head, 'col')}</tr></thead>"
            body = "".join(f"<tr>{self._row(row)}</tr>" for row in self.rows)
            out = f"<table>{caption}</caption>{head}<tbody>{body}</tbody></table>"
        if self.footnote:
            out += f"<p><small>{escape(self.footnote)}</small></p>"
        if self.numbered and self.sentences:
            out += f"<ol>{_items(self.sentences)}</ol>"
        else:
            out += "".join(f"<p>{escape(sentence)}</p>" for sentence in self.sentences)
        if self.notes:
            notes = f"<ul>{_items(self.notes)}</ul>"
            fold = f"<details><summary>{escape(self.notes_head)}</summary>{notes}</details>"
            out += fold if self.notes_head else notes
        return f'<div lang="{self.lang}">{out}</div>' if self.lang else out

    def _row(self, row: tuple[str, ...], head: str = "") -> str:
        """The cells of a row; `head` is ``col`` for the head, whose cells are all headings."""
        out = []
        for i, (text, side) in enumerate(zip(row, self._sides, strict=True)):
            scope = head or ("row" if i == 0 else "")
            tag, about = ("th", f' scope="{scope}"') if scope else ("td", "")
            style = f' style="text-align:{"left" if side == "l" else "right"}"'
            out.append(f"<{tag}{about}{style}>{escape(text).replace(chr(10), '<br>')}</{tag}>")
        return "".join(out)

    def markdown(self) -> str:
        """Markdown, the table in the form that GitHub and Jupyter show.

        Returns
        -------
        str
            Parts with an empty line between them, no line end at the end.

        Examples
        --------
        >>> print(TextTable("T", ("a", "b"), (("1", "2"),)).markdown())
        **T**
        <BLANKLINE>
        | a | b |
        |:--|--:|
        | 1 | 2 |
        """
        parts = [f"**{self.title}**"]
        if self.rows:
            rule = "|" + "".join(":--|" if side == "l" else "--:|" for side in self._sides)
            head, *rows = ["| " + " | ".join(map(_cell, r)) + " |" for r in (self.head, *self.rows)]
            parts.append("\n".join([head, rule, *rows]))
        parts += filter(None, (self.footnote, *self.sentences, self.notes_head))
        if self.notes:
            parts.append("\n".join(f"- {note}" for note in self.notes))
        return "\n\n".join(parts)

    __str__ = __repr__ = text
    _repr_html_ = html
    _repr_markdown_ = markdown


def html_page(title: str, body: str, lang: str, style: str = "") -> str:
    """A page of HTML for any screen."""
    return (
        f'<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{style}</style></head><body>{body}</body></html>\n"
    )


def columns(rows: Iterable[Sequence[str]], align: str = "", gap: str = "  ") -> list[str]:
    """Rows of cells as lines with the cells below one another.

    `align` has one letter a column, ``l`` or ``r`` (without it all are left).

    >>> columns([("a", "1"), ("bb", "10")], "lr")
    ['a    1', 'bb  10']
    """
    table = list(rows)
    widths = _widths(table)
    sides = align or "l" * len(widths)
    lines = []
    for row in table:
        cells = []
        for text, width, side in zip(row, widths, sides, strict=True):
            room = " " * (width - display_width(text))
            cells.append(text + room if side == "l" else room + text)
        lines.append(gap.join(cells).rstrip())
    return lines


def display_width(text: str) -> int:
    """How many columns of a terminal a text takes.

    >>> display_width("no\u0308"), display_width("字")
    (2, 2)
    """
    shown = (c for c in text if not unicodedata.combining(c) and c not in "\u200d\ufe0e\ufe0f")
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in shown)


def _widths(rows: Sequence[Sequence[str]]) -> list[int]:
    return [max(map(display_width, column)) for column in zip(*rows, strict=True)]


def _items(texts: Iterable[str]) -> str:
    return "".join(f"<li>{escape(text)}</li>" for text in texts)


def _cell(text: str) -> str:
    return text.replace("|", r"\|").replace("\n", " ")
