"""What every figure is: a plotly figure, its text table, and the deals behind its marks."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from slime._checks import check_int
from slime._files import file_name, write_file
from slime.figures.source import Finder, Source
from slime.i18n import words
from slime.text_table import TextTable

if TYPE_CHECKING:
    from slime.simulation.result import Address

#: What a mark is called in Python: a place, a pair of places, a lag, ...
Key = Any
_PICTURES = ("png", "svg", "pdf", "jpg", "webp")
#: What the name of a figure's file may end in.
ENDINGS = tuple(f".{kind}" for kind in (*_PICTURES, "html", "txt", "md"))
_WIDTH, _HEIGHT = 1200, 640
_MOST = 20_000  # pixels a side


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing in a figure that can be pointed at: its key, what it says, what is behind it."""

    key: Key
    label: str
    source: Source
    find: Finder


def kind_of(path: str | os.PathLike[str]) -> str:
    """The kind of file a figure is written as, by its ending; `ValueError` for another one."""
    ending = Path(file_name(path)).suffix
    if ending.lower() not in ENDINGS:
        may_be = ", ".join(ENDINGS[:-1])
        raise ValueError(f"path must end in {may_be} or {ENDINGS[-1]}, not in {ending!r:.60}")
    return ending.lower().lstrip(".")


class Figure:
    """A figure of this kit; a notebook shows it with its text table below, folded.

    `figure` is the plotly figure, free to be changed; `table` (`text`, as plain text) says the
    same in words. `marks` are the keys of what can be pointed at: `addresses(key)` gives the deals
    behind a mark, and so does a click on `widget()`. `lang` and `theme` are those it was made with.

    >>> import tempfile
    >>> from slime.figures import transition_heatmap
    >>> shown = transition_heatmap([[1, 2, 3], [1, 3, 2], [2, 1, 3]], lang="en")
    >>> shown.marks[:3], shown.label((1, 2))
    (((1, 1), (1, 2), (1, 3)), 'from 1 to 2: <b>50.0%</b> (9–91) 1 of 2')
    >>> shown.text.splitlines()[0]
    'Where the players of each place go next'
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     shown.save(folder + "/heatmap.html").name
    'heatmap.html'
    """

    def __init__(
        self,
        figure: Any,
        table: TextTable,
        lang: str,
        theme: str,
        marks: Sequence[Mark] = (),
        hits: Mapping[tuple[int, Any], Key] | None = None,
    ) -> None:
        self.figure = figure
        self.table = table
        self.lang = lang
        self.theme = theme
        self.picked: list[Address] = []
        self._marks = {mark.key: mark for mark in marks}
        self._hits = dict(hits or {})

    @property
    def text(self) -> str:
        """The figure in words: a table and sentences."""
        return self.table.text()

    @property
    def marks(self) -> tuple[Key, ...]:
        """The keys of all marks, as `addresses` takes them."""
        return tuple(self._marks)

    def label(self, mark: Key) -> str:
        """What a mark says, in words.

        >>> from slime.figures import transition_heatmap
        >>> transition_heatmap([[1, 2], [2, 1], [2, 1]], lang="en").label((2, 1))
        'from 2 to 1: <b>50.0%</b> (9–91) 1 of 2'
        """
        return self._find(mark).label

    def addresses(self, mark: Key, n: int | None = 20) -> list[Address]:
        """The first `n` deals behind a mark (None: all), as addresses for ``sim.deal``.

        An address is (match, deal, player), each from 0. `ValueError` for an unknown mark, and for
        a figure that was made from counts, which have no deals.

        >>> from slime.figures import transition_heatmap
        >>> shown = transition_heatmap([[1, 2, 3], [1, 3, 2], [2, 1, 3]])
        >>> shown.addresses((1, 2))
        [Address(match=0, deal=2, player=0)]
        """
        from slime.simulation.result import Address

        found = self._find(mark)
        if found.source.places is None:
            raise ValueError("addresses: this figure was made from counts, they have no deals")
        if n is not None and (isinstance(n, bool) or not hasattr(n, "__index__") or n < 1):
            raise ValueError(f"n must be a whole number from 1, or None, not {n!r:.60}")
        return [Address(*map(int, row)) for row in found.find()[:n]]

    def _find(self, mark: Key) -> Mark:
        key = tuple(mark) if isinstance(mark, list) else mark
        try:
            return self._marks[key]
        except (KeyError, TypeError):
            some = ", ".join(map(repr, list(self._marks)[:6]))
            more = ", ..." if len(self._marks) > 6 else ""
            raise ValueError(f"mark must be one of {some}{more}, not {mark!r:.60}") from None

    def mark_at(self, trace: int, point: Any) -> Key | None:
        """The key of the mark at a point of a trace of `figure`, None if there is none.

        >>> from slime.figures import transition_heatmap
        >>> shown = transition_heatmap([[1, 2], [2, 1], [2, 1]], lang="en")
        >>> shown.mark_at(0, (0, 1)), shown.mark_at(0, (9, 9))
        ((1, 2), None)
        """
        spot = tuple(point) if isinstance(point, (list, tuple)) else point
        return self._hits.get((trace, spot))

    def widget(self, on_click: Callable[[list[Address]], Any] | None = None) -> Any:
        """A plotly ``FigureWidget``: a click on a mark gives the deals behind it.

        `on_click` is called with their addresses (the first 20); `picked` keeps the last ones.
        For the keyboard, and for a list to choose from, see `explore`.

        >>> from slime.figures import transition_heatmap
        >>> shown = transition_heatmap([[1, 2], [2, 1], [2, 1]], lang="en").widget(on_click=print)
        >>> type(shown).__name__
        'FigureWidget'
        """

        def clicked(key: Key) -> None:
            self.picked = self.addresses(key)
            if on_click is not None:
                on_click(self.picked)

        return self._widget(clicked)

    def _widget(self, clicked: Callable[[Key], None]) -> Any:
        import plotly.graph_objects as go

        shown = go.FigureWidget(self.figure)
        traces = {trace for trace, _ in self._hits}

        def heard(trace: Any, points: Any, _state: Any) -> None:
            for point in points.point_inds:
                key = self.mark_at(points.trace_index, point)
                if key is not None:
                    clicked(key)
                    return

        for number, trace in enumerate(shown.data):
            if number in traces:
                trace.on_click(heard)
        _fill_width(shown)
        return shown

    def explore(self, show: Callable[[Any], Any] | None = None) -> Any:
        """The figure with a list of its marks and of the deals behind the chosen one.

        A click chooses a mark, and so do the keys in the list. Made from a simulation, `show` is
        called with the deal, played, and what it gives is shown: try ``slime.widgets.table``.

        >>> from slime.figures import transition_heatmap
        >>> panel = transition_heatmap([[1, 2], [2, 1], [2, 1]], lang="en").explore()
        >>> type(panel).__name__
        'VBox'
        """
        from slime.figures.explorer import explorer

        return explorer(self, show)

    def source_of(self, mark: Key) -> Source:
        """What a mark was counted in: a simulation, or places.

        >>> from slime.figures import transition_heatmap
        >>> shown = transition_heatmap([[1, 2], [2, 1], [2, 1]], lang="en")
        >>> shown.source_of((1, 2)).places.shape
        (1, 3, 2)
        """
        return self._find(mark).source

    def save(
        self,
        path: str | os.PathLike[str],
        width: int = _WIDTH,
        height: int | None = None,
        scale: float = 1.0,
    ) -> Path:
        """Write the figure: a picture (png, svg, pdf, jpg, webp), html (works offline), txt or md.

        `width` and `height` in pixels, `scale` multiplies them (2 for print). Pictures need Chrome
        or Chromium. `ValueError` for another ending; the file is written whole or not at all.

        >>> import tempfile
        >>> from slime.figures import transition_heatmap
        >>> shown = transition_heatmap([[1, 2], [2, 1], [2, 1]], lang="en")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     shown.save(folder + "/table.txt").read_text().splitlines()[0]
        'Where the players of each place go next'
        """
        kind = kind_of(path)
        target = Path(path)
        for name, pixels in (("width", width), ("height", height)):
            if pixels is not None:
                check_int(name, pixels, 1, _MOST)
        if isinstance(scale, bool) or not isinstance(scale, (int, float)) or not 0 < scale <= 20:
            raise ValueError(f"scale must be above 0 and at most 20, not {scale!r:.60}")
        content: str | bytes
        if kind in _PICTURES:
            height = height or self.figure.layout.height or _HEIGHT
            content = self.figure.to_image(format=kind, width=width, height=height, scale=scale)
        elif kind == "html":
            content = self._page()
        elif kind == "txt":
            content = self.text + "\n"
        else:
            content = self.table.markdown() + "\n"
        write_file(target, content)
        return target

    def _page(self) -> str:
        from slime.figures.palette import find_theme

        theme = find_theme(self.theme)
        plot = self.figure.to_html(full_html=False, include_plotlyjs=True, config=CONFIG)
        return (
            f'<!doctype html>\n<html lang="{self.lang}"><head><meta charset="utf-8">'
            f"<title>{escape(self.table.title)}</title><style>body{{background:{theme.paper};"
            f"color:{theme.ink};font:18px/1.5 system-ui,sans-serif;margin:16px}}"
            "td,th{padding:2px 10px}</style></head><body>"
            f"{plot}{self._details()}</body></html>\n"
        )

    def _details(self) -> str:
        told = escape(words(self.lang)("figures.in_words"))
        return f"<details><summary>{told}</summary>{self.table.html()}</details>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        bundle = dict(self.figure._repr_mimebundle_(include, exclude) or {})
        bundle["text/plain"] = self.text
        return bundle

    def _ipython_display_(self) -> None:
        # Two outputs, since a frontend shows the richest part of one and hides the rest: the
        # picture, and the words below it, to be opened by mouse or keyboard.
        from IPython.display import publish_display_data

        publish: Any = publish_display_data

        bundle = self._repr_mimebundle_()
        publish(bundle)
        if len(bundle) > 1:
            publish({"text/html": self._details(), "text/plain": ""})

    def __repr__(self) -> str:
        return f"<Figure: {self.table.title}>"


#: What plotly's own bar of buttons offers; and a figure follows the width of its window.
CONFIG = {"displaylogo": False, "responsive": True}


def _fill_width(shown: Any) -> None:
    """Let a widget be as wide as its cell.

    It is drawn at 700 pixels, before it has a place on the page (plotly 6 and 7). So when the
    browser first reports what it drew, it is asked to fit the figure to the place.
    """
    report, ask = "_js2py_traceDeltas", getattr(shown, "_send_relayout_msg", None)
    shown._config = {**shown._config, **CONFIG}
    if ask is None or not shown.has_trait(report):
        return

    def drawn(change: Any) -> None:
        if change["new"]:
            shown.unobserve(drawn, report)
            ask({"autosize": True})

    shown.observe(drawn, report)
