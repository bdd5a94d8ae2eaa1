"""What every figure is: a plotly figure, its text table, and the deals behind its marks."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from slime._checks import check_int, invalid
from slime._files import file_name, write_file
from slime.figures.live import keep
from slime.figures.palette import find_theme
from slime.figures.source import Finder, Source
from slime.i18n import Words, words
from slime.measures import Places, Transitions
from slime.simulation.address import Address
from slime.text_table import TextTable, html_page

if TYPE_CHECKING:
    import ipywidgets
    import plotly.graph_objects as go

    from slime.game.deal import Deal

#: What a mark is called in Python: a place, a pair of places, a lag, ...
Key: TypeAlias = Hashable
#: A point of a trace by its number, or by row and column.
Point: TypeAlias = int | tuple[int, ...]
_PICTURES = ("png", "svg", "pdf", "jpg", "webp")
#: What the name of a figure's file may end in.
ENDINGS = tuple(f".{kind}" for kind in (*_PICTURES, "html", "txt", "md"))
_WIDTH, _HEIGHT = 1200, 640
_MOST = 20_000  # pixels a side
#: What plotly's own bar of buttons offers; and a figure follows the width of its window.
CONFIG = {"displaylogo": False, "responsive": True}
#: So many deals are offered behind a mark.
OFFERED = 20
#: The value of the list of marks before one is chosen.
_NOTHING = -1


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
        raise invalid("figures.wrong.ending", endings=", ".join(ENDINGS), got=ending)
    return ending.lower().lstrip(".")


class Figure:
    """A figure of this kit; a notebook shows it, its text table below, folded.

    Attributes
    ----------
    figure : plotly.graph_objects.Figure
        The plotly figure, free to be changed.
    table : slime.text_table.TextTable
        The same in words and numbers.
    lang, theme : str
        The language and the theme it was made with.
    picked : list of Address
        The deals behind the mark that was clicked last.

    Examples
    --------
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
        figure: go.Figure,
        table: TextTable,
        lang: str,
        theme: str,
        marks: Sequence[Mark] = (),
        hits: Mapping[tuple[int, Point], Key] | None = None,
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

        Parameters
        ----------
        mark : a key of `marks`

        Returns
        -------
        str

        Raises
        ------
        ValueError
            For an unknown mark.

        Examples
        --------
        >>> from slime.figures import transition_heatmap
        >>> transition_heatmap([[1, 2], [2, 1], [2, 1]], lang="en").label((2, 1))
        'from 2 to 1: <b>50.0%</b> (9–91) 1 of 2'
        """
        return self._find(mark).label

    def addresses(self, mark: Key, n: int | None = 20) -> list[Address]:
        """The first deals behind a mark, as addresses for ``sim.deal``.

        Parameters
        ----------
        mark : a key of `marks`
        n : int, optional
            How many at the most; None: all.

        Returns
        -------
        list of Address
            Match, deal and player, each from 0.

        Raises
        ------
        ValueError
            For an unknown mark, and for a figure made from counts, which have no deals.

        Examples
        --------
        >>> from slime.figures import transition_heatmap
        >>> shown = transition_heatmap([[1, 2, 3], [1, 3, 2], [2, 1, 3]])
        >>> shown.addresses((1, 2))
        [<Address match=0, deal=2, player=0: match 1, deal 3, player 1>]
        """
        found = self._find(mark)
        if isinstance(found.source, Transitions):
            raise invalid("figures.wrong.counts")
        first = n if n is None else check_int("n", n, 1)
        return [Address(*map(int, row)) for row in found.find()[:first]]

    def source_of(self, mark: Key) -> Source:
        """What a mark was counted in: a simulation, or places.

        Parameters
        ----------
        mark : a key of `marks`

        Returns
        -------
        Places or Transitions

        Examples
        --------
        >>> from slime.figures import transition_heatmap
        >>> shown = transition_heatmap([[1, 2], [2, 1], [2, 1]], lang="en")
        >>> shown.source_of((1, 2)).array.shape
        (1, 3, 2)
        """
        return self._find(mark).source

    def _find(self, mark: Key) -> Mark:
        key = tuple(mark) if isinstance(mark, list) else mark
        try:
            return self._marks[key]
        except (KeyError, TypeError):
            some = ", ".join(map(repr, list(self._marks)[:6]))
            more = ", ..." if len(self._marks) > 6 else ""
            raise invalid("checks.choice", name="mark", choices=some + more, got=mark) from None

    def mark_at(self, trace: int, point: int | Sequence[int]) -> Key | None:
        """The key of the mark at a point of a trace of `figure`.

        Parameters
        ----------
        trace : int
            The number of the trace in ``figure.data``.
        point : int or sequence of int
            The point's number, row and column in a table.

        Returns
        -------
        key or None
            None where there is no mark.

        Examples
        --------
        >>> from slime.figures import transition_heatmap
        >>> shown = transition_heatmap([[1, 2], [2, 1], [2, 1]], lang="en")
        >>> shown.mark_at(0, (0, 1)), shown.mark_at(0, (9, 9))
        ((1, 2), None)
        """
        return self._hits.get((trace, tuple(point) if isinstance(point, Sequence) else point))

    # --- shown -------------------------------------------------------------------------

    def widget(self, on_click: Callable[[list[Address]], object] | None = None) -> go.FigureWidget:
        """A plotly ``FigureWidget``: a click on a mark gives the deals behind it.

        For the keyboard, and for a list to choose from, see `explore`.

        Parameters
        ----------
        on_click : callable, optional
            Called with the addresses of the first 20 deals; `picked` keeps the last ones.

        Returns
        -------
        plotly.graph_objects.FigureWidget

        Examples
        --------
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

    def _widget(self, clicked: Callable[[Key], None]) -> go.FigureWidget:
        import plotly.graph_objects as go

        shown = go.FigureWidget(self.figure)

        def point_clicked(trace: Any, points: Any, _state: object) -> None:
            keys = (self.mark_at(points.trace_index, point) for point in points.point_inds)
            key = next((key for key in keys if key is not None), None)
            if key is not None:
                clicked(key)

        for number in {trace for trace, _ in self._hits}:
            shown.data[number].on_click(point_clicked)
        _fill_width(shown)
        return shown

    def explore(self, show: Callable[[Deal], object] | None = None) -> ipywidgets.VBox:
        """The figure with a list of its marks and of the deals behind the chosen one.

        A click chooses a mark, and so do the keys in the list.

        Parameters
        ----------
        show : callable, optional
            Called with the deal, played, where the figure was made from a simulation; what it
            gives is shown. Try ``slime.widgets.table``.

        Returns
        -------
        ipywidgets.VBox
            Its parts have names: ``.figure``, ``.mark`` and ``.deal`` (lists to choose from),
            ``.said``, ``.table`` (what was made of the deal, if it is no widget) and ``.live`` (if
            it is one).

        Examples
        --------
        >>> from slime.figures import transition_heatmap
        >>> panel = transition_heatmap([[1, 2], [2, 1], [2, 1]], lang="en").explore()
        >>> type(panel).__name__
        'VBox'
        """
        import ipywidgets as ui

        w = words(self.lang)
        place = {"layout": {"width": "auto", "max_width": "60em"}}
        place["style"] = {"description_width": "9em"}
        labels = ["—", *map(self.label, self.marks)]
        options = [(_plain(text), i) for i, text in enumerate(labels, _NOTHING)]
        mark = ui.Dropdown(options=options, description=w("figures.explore.mark"), **place)
        deal = ui.Dropdown(description=w("figures.explore.deal"), disabled=True, **place)
        said, table, live = ui.HTML(), ui.Output(), ui.VBox([])

        def say(key: str, **data: object) -> None:
            said.value = f"<p>{escape(w(f'figures.explore.{key}', **data))}</p>"

        def mark_chosen(_change: object = None) -> None:
            deal.index = None  # new options alone would not tell that the deal is another one
            if mark.value == _NOTHING:
                deal.options, deal.disabled = [], True
                return say("hint")
            key = self.marks[mark.value]
            found = self.addresses(key, None)
            self.picked = found[:OFFERED]
            more = "found_more" if len(found) > OFFERED else "found"
            n, call = len(self.picked), f"addresses({key!r})"
            say(more if found else "none", n=n, all=len(found), call=call)
            deal.options = [(self._address(key, one, w), one) for one in self.picked]
            deal.disabled, deal.index = not found, 0 if found else None

        def deal_chosen(_change: object = None) -> None:
            address = deal.value
            table.outputs, live.children = (), ()
            if address is None or mark.value == _NOTHING:
                return
            sim: Any = self.source_of(self.marks[mark.value]).origin
            if sim is None or show is None:
                return
            result = show(sim.deal(address.match, address.deal).finish())
            # A widget that displays itself would show in the notebook's log, not in an output.
            if isinstance(result, ui.Widget):
                live.children = (result,)
            elif result is not None:
                table.append_display_data(result)

        def clicked(key: Key) -> None:
            mark.value = self.marks.index(key)

        say("hint")
        mark.observe(mark_chosen, "value")
        deal.observe(deal_chosen, "value")
        picture = self._widget(clicked)
        stands = f"<p>{escape(w('figures.explore.still'))}</p>{self._details()}"
        box = keep(ui.VBox([picture, mark, deal, said, table, live]), stands)
        box.figure, box.mark, box.deal, box.said = picture, mark, deal, said
        box.table, box.live = table, live
        return box

    def _address(self, mark: Key, address: Address, w: Words) -> str:
        """An address as people count, from 1, with the player's name."""
        source = self.source_of(mark)
        name = source.names(w.lang)[address.player or 0] if isinstance(source, Places) else ""
        spot = {"match": address.match + 1, "deal": address.deal + 1}
        return w("figures.explore.address", player=name, **spot)

    def save(
        self,
        path: str | os.PathLike[str],
        width: int = _WIDTH,
        height: int | None = None,
        scale: float = 1.0,
    ) -> Path:
        """Write the figure to a file, whole or not at all.

        Parameters
        ----------
        path : str or path
            Its ending says what is written: a picture (png, svg, pdf, jpg, webp; needs Chrome or
            Chromium), html (works offline), txt or md (the text table).
        width, height : int
            Size of a picture in pixels; without a height that of the figure.
        scale : float
            Multiplies both (2 for print).

        Returns
        -------
        pathlib.Path
            The file.

        Raises
        ------
        ValueError
            For another ending or size.

        Examples
        --------
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
            raise invalid("figures.wrong.scale", got=scale)
        content: str | bytes
        if kind in _PICTURES:
            height = height or self.figure.layout.height or _HEIGHT
            content = self.figure.to_image(format=kind, width=width, height=height, scale=scale)
        elif kind == "html":
            content = self._page()
        else:
            content = (self.text if kind == "txt" else self.table.markdown()) + "\n"
        write_file(target, content)
        return target

    def _page(self) -> str:
        theme = find_theme(self.theme)
        plot = self.figure.to_html(full_html=False, include_plotlyjs=True, config=CONFIG)
        style = (
            f"body{{background:{theme.paper};color:{theme.ink};font:18px/1.5 system-ui,sans-serif;"
            "margin:16px}td,th{padding:2px 10px}"
        )
        return html_page(self.table.title, plot + self._details(), self.lang, style)

    def _details(self) -> str:
        summary = escape(words(self.lang)("figures.in_words"))
        return f"<details><summary>{summary}</summary>{self.table.html()}</details>"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
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


def _plain(text: str) -> str:
    """A label without the marks of HTML that hovering shows."""
    return text.replace("<b>", "").replace("</b>", "").replace("<br>", " ")
