"""What all figures are made with: a theme as a plotly template, and a `Builder` of their parts."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from slime._lazy import need
from slime.figures.figure import Figure, Key, Mark, Point
from slime.figures.palette import Theme, find_theme, on_scale, text_on
from slime.figures.source import Finder, Source
from slime.i18n import Words, words
from slime.measures import Interval
from slime.measures.places import Floats
from slime.text_table import TextTable

FONT = "system-ui, 'Segoe UI', 'Liberation Sans', 'DejaVu Sans', Arial, sans-serif"
#: Sizes in pixels: text on axes, title, the line below it, numbers in the picture.
TEXT, TITLE, UNDER, NUMBER = 19, 25, 18, 20
#: A line of a title has so many characters at the most.
LINE, LINE_UNDER = 52, 92
#: What stands in a cell that is surely more, or less, than chance gives.
UP, DOWN = "▲", "▼"

#: Value, low and high, one below the other.
Limits: TypeAlias = Floats
_Made = TypeVar("_Made", bound=Figure)


def template(theme: Theme) -> str:
    """The name of a theme's plotly template, registered when first asked for, never the default."""
    import plotly.graph_objects as go
    import plotly.io as pio

    name = f"slime_{theme.name}"
    if name in pio.templates:
        return name
    ink, text = {"color": theme.ink}, {"size": TEXT, "color": theme.ink}
    lines = {"gridcolor": theme.grid, "linecolor": theme.soft, "showline": True, "zeroline": False}
    room = {"ticks": "", "automargin": True, "fixedrange": True, "tickfont": text}
    axis = {**ink, **lines, **room, "title": {"font": text, "standoff": 14}}
    left = {"x": 0, "xanchor": "left", "xref": "container", "pad": {"l": 14, "t": 34}}
    above = {"y": 1, "yanchor": "top", "yref": "container", "font": {"size": TITLE, **ink}}
    label = {"bgcolor": theme.paper, "bordercolor": theme.soft, "align": "left"}
    legend = {"orientation": "h", "x": 0, "y": 1.0, "yanchor": "bottom", "font": text}
    still = {"itemclick": False, "itemdoubleclick": False, "bgcolor": "rgba(0,0,0,0)"}
    layout = {
        "paper_bgcolor": theme.paper,
        "plot_bgcolor": theme.paper,
        "font": {"family": FONT, **text},
        "title": {**left, **above},
        "margin": {"l": 84, "r": 30, "b": 84},
        "hoverlabel": {**label, "font": {"family": FONT, **text}},
        "legend": {**legend, **still},
        "xaxis": axis,
        "yaxis": axis,
        "annotationdefaults": {"showarrow": False, "font": {"size": NUMBER, **ink}},
    }
    edge = {"line": {**ink, "width": 1.5}}
    stripes = {"fillmode": "replace", "bgcolor": theme.paper, "size": 14, "solidity": 0.7}
    limits = {**ink, "thickness": 3, "width": 9}
    error = {"error_x": limits, "error_y": limits}
    scale = [[0, theme.second], [0.5, theme.paper], [1, theme.first]]
    data = {
        "scatter": [{"marker": edge, "textfont": {"size": NUMBER, **ink}, **error}],
        "bar": [{"marker": {**edge, "pattern": stripes}, **error}],
        "heatmap": [{"colorscale": scale, "showscale": False, "xgap": 3, "ygap": 3}],
        "sankey": [{"textfont": {**text, "family": FONT}}],
    }
    pio.templates[name] = go.layout.Template(layout=layout, data=data)
    return name


class Builder:
    """A figure in the making: what is drawn, what can be pointed at, and in the end the words."""

    def __init__(self, lang: str | None, theme: str) -> None:
        self.w = words(lang)
        self.theme = find_theme(theme)
        self.title = ""
        self.marks: list[Mark] = []
        self.hits: dict[tuple[int, Point], Key] = {}
        self.plot: Any = None

    def begin(
        self,
        title: str,
        under: str = "",
        *,
        height: int = 600,
        x: Mapping[str, Any] | None = None,
        y: Mapping[str, Any] | None = None,
        legend: int = 0,
        margin: Mapping[str, int] | None = None,
        **more: Any,
    ) -> None:
        """An empty sheet with its title, a line below, axes, and `legend` pixels for a legend."""
        need("plotly")
        import plotly.graph_objects as go

        self.title = title
        lines = [f"<b>{line}</b>" for line in textwrap.wrap(title, LINE)]
        for line in textwrap.wrap(under, LINE_UNDER):
            lines.append(f'<span style="font-size:{UNDER}px;color:{self.theme.soft}">{line}</span>')
        margin = dict(margin or {})
        top = 34 + round(len(lines) * TITLE * 1.3) + legend + margin.pop("t", 0)
        self.plot = go.Figure(
            layout={
                "template": template(self.theme),
                "height": height,
                "title": {"text": "<br>".join(lines)},
                "margin": {"t": top, **margin},
                "xaxis": x or {},
                "yaxis": y or {},
                **({} if legend else {"showlegend": False}),
                **more,
            }
        )

    # --- what is drawn -----------------------------------------------------------------

    def trace(
        self,
        kind: str,
        *,
        hover: Any = None,
        keys: Mapping[int, Key] | Mapping[tuple[int, int], Key] | Sequence[Key] = (),
        behind: tuple[Source, Callable[[Any], Finder]] | None = None,
        limits: Limits | None = None,
        across: bool = False,
        **more: Any,
    ) -> None:
        """A trace of plotly with what it says, what its points are, and its limits.

        `hover` are texts point by point; a text if the trace has templates of its own, None: says
        nothing. `keys` are the marks' keys, point by point or by point; `behind` a source and what
        gives the finder of a key in it: then the points are marks that say what hovering says.
        `limits` are value, low and high (`across`: in the direction of x); those not known are
        left out.
        """
        if hover is None:
            more["hoverinfo"] = "skip"
        elif not isinstance(hover, str):
            more |= {"hovertext": hover, "hovertemplate": "%{hovertext}<extra></extra>"}
        if limits is not None:
            value, low, high = limits
            arrays = {"array": high - value, "arrayminus": value - low}
            bars = {key: np.nan_to_num(array).tolist() for key, array in arrays.items()}
            name = "error_x" if across else "error_y"
            more[name] = {"type": "data", "symmetric": False, **bars, **more.pop(name, {})}
        by_point: Mapping[Any, Key] = keys if isinstance(keys, Mapping) else dict(enumerate(keys))
        for point, key in by_point.items():
            self.hits[len(self.plot.data), point] = key
            if behind is not None:
                self.mark(key, str(np.asarray(hover, object)[point]), behind[0], behind[1](key))
        self.plot.add_trace({"type": kind, **more})

    def points(self, x: Any, y: Any, marker: Mapping[str, Any] | None = None, **more: Any) -> None:
        """Points, lines between them, texts beside them: what is given says which."""
        parts = {"lines": "line" in more, "markers": marker is not None, "text": "text" in more}
        more.setdefault("mode", "+".join(part for part, there in parts.items() if there))
        if marker is not None:
            more["marker"] = dict(marker)
        self.trace("scatter", x=x, y=y, **more)

    def dots(self, limits: Limits, y: Iterable[float], marker: Any, **more: Any) -> None:
        """Points with limits across, each at a height of its own."""
        self.points(limits[0].tolist(), list(y), marker, limits=limits, across=True, **more)

    def band(self, x: Any, low: Any, high: Any, name: str, **more: Any) -> None:
        """A filled band between two lines."""
        more = {"line": {"color": self.theme.soft, "width": 1}, **more}
        x, y = [*x, *x[::-1]], [*high, *low[::-1]]
        more |= {"fill": "toself", "fillcolor": self.theme.band}
        self.points(x, y, name=name, **more)

    def bars(self, y: Floats, good: Iterable[bool | None], **more: Any) -> None:
        """Bars side by side; a bad one has stripes besides its colour, None is neither."""
        shade = {True: self.theme.first, False: self.theme.second, None: self.theme.soft}
        colours = [shade[one] for one in good]
        shape = ["/" if one == self.theme.second else "" for one in colours]
        marker = {"color": colours, "pattern": {"shape": shape, "fgcolor": colours}}
        self.trace("bar", x=list(range(len(y))), y=y.tolist(), marker=marker, **more)

    def signed_bars(
        self, limits: Limits, good: list[bool], digits: int, down: bool = False, **more: Any
    ) -> None:
        """Bars up and down from 0, with limits; `down`: the axis points down.

        The numbers stand at the end of the bar and its limits, so that neither covers the other.
        """
        value, low, high = limits
        self.bars(value, good, limits=limits, width=0.62, **more)
        for i, v in enumerate(value):
            outer = np.nanmax([v, high[i]]) if v >= 0 else np.nanmin([v, low[i]])
            self.end(i, float(outer), self.w.signed(v, digits), above=(v >= 0) != down)
        self.level(y=0, color=self.theme.ink)

    def end(self, x: float, y: float, text: str, above: bool) -> None:
        """A large number at the end of a bar."""
        shift, anchor = (4, "bottom") if above else (-4, "top")
        self.note(f"<b>{text}</b>", x, y, yshift=shift, yanchor=anchor, size=NUMBER + 4)

    def cells(
        self,
        depth: Floats,
        large: list[list[str]],
        small: list[list[str]],
        hover: list[list[str]],
        sizes: tuple[int, int],
        keys: Mapping[tuple[int, int], Key],
        behind: tuple[Source, Callable[[Any], Finder]],
    ) -> None:
        """A table of coloured cells, the first at the top left; `depth` is from -1 to 1.

        Two texts a cell, black or white, whichever can be read there.
        """

        def cell(at: float, large: str, small: str) -> str:
            ink = f"color:{text_on(on_scale(self.theme, at))}"
            below = f'<br><span style="{ink};font-size:{sizes[1]}px">{small}</span>'
            return f'<span style="{ink}"><b>{large}</b></span>' + (below if small else "")

        self.trace(
            "heatmap",
            z=depth.tolist(),
            zmin=-1,  # plotly scales by the numbers there are if only a template says it
            zmax=1,
            text=each(cell, depth, large, small),
            texttemplate="%{text}",
            textfont={"size": sizes[0]},
            hover=hover,
            keys=keys,
            behind=behind,
        )

    def level(self, *, x: float | None = None, y: float | None = None, **line: Any) -> None:
        """A line across the picture at a value of x or y; without a colour a dotted one."""
        if "color" not in line:
            line = {"color": self.theme.soft, "dash": "dot", **line}
        line.setdefault("width", 2)
        if x is not None:
            self.plot.add_vline(x=x, line=line)
        else:
            self.plot.add_hline(y=y, line=line)

    def segment(self, x: tuple[float, float], y: tuple[float, float], **line: Any) -> None:
        """A line from point to point."""
        self.plot.add_shape(type="line", x0=x[0], x1=x[1], y0=y[0], y1=y[1], line=line)

    def arrow(self, tail: tuple[float, float], head: tuple[float, float]) -> None:
        """An arrow from point to point, short of the marks at both."""
        ends = {"x": head[0], "y": head[1], "ax": tail[0], "ay": tail[1]}
        axes = {"xref": "x", "yref": "y", "axref": "x", "ayref": "y"}
        look = {"arrowhead": 2, "arrowsize": 1.2, "arrowwidth": 4, "arrowcolor": self.theme.ink}
        gaps = {"standoff": 13, "startstandoff": 11}
        self.plot.add_annotation(text="", showarrow=True, **ends, **axes, **look, **gaps)

    def note(self, text: str, x: float, y: float, size: int = NUMBER, **more: Any) -> None:
        """A text at a point of the picture."""
        font = {} if size == NUMBER else {"font": {"size": size}}
        self.plot.add_annotation(text=text, x=x, y=y, **font, **more)

    def corner(self, text: str, x: int, y: int) -> None:
        """A small text in a corner: 0 is left and below, 1 is right and above."""
        anchors: dict[str, Any] = {"xanchor": ("left", "right")[x], "yanchor": ("bottom", "top")[y]}
        font = {"size": UNDER, "color": self.theme.soft}
        self.note(text, x, y, xref="paper", yref="paper", font=font, **anchors)

    # --- what it is about --------------------------------------------------------------

    def mark(self, key: Key, label: str, source: Source, find: Finder) -> None:
        """Something that can be pointed at: its key, what it says, where its deals are."""
        self.marks.append(Mark(key, label.replace("<br>", " "), source, find))

    def size_notes(self, source: Source) -> list[str]:
        """How much was counted, and by whom it was played; nothing for bare counts."""
        if not source.deals:
            return []
        notes = [self.w("figures.note.size", matches=source.matches, deals=source.deals)]
        if kinds := sorted(set(map(str, getattr(source.origin, "strategies", ())))):
            notes.append(self.w("figures.note.players", n=len(kinds), names=kinds))
        return notes

    def figure(
        self,
        head: Iterable[str],
        rows: Iterable[Iterable[str]],
        sentences: Iterable[str] = (),
        notes: Iterable[str] = (),
        title: str | None = None,
        kind: type[_Made] = Figure,  # type: ignore[assignment]
    ) -> _Made:
        """The figure with its text table; `title` where that of the table is another."""
        parts = tuple(head), tuple(map(tuple, rows)), tuple(sentences), tuple(notes)
        table = TextTable(self.title if title is None else title, *parts)
        return kind(self.plot, table, self.w.lang, self.theme.name, self.marks, self.hits)

    def by_columns(
        self,
        head: str,
        columns: Mapping[str, Iterable[str]],
        sentences: Iterable[str],
        notes: Iterable[str],
        kind: type[_Made] = Figure,  # type: ignore[assignment]
        **filled: object,
    ) -> _Made:
        """The figure with a text table of columns; `head` with a column's key names its head."""
        heads = [self.w(head + key, **filled) for key in columns]
        rows = zip(*columns.values(), strict=True)
        return self.figure(heads, rows, sentences, notes, kind=kind)


# --- axes ------------------------------------------------------------------------------


def numbers(
    w: Words,
    title: str,
    low: float,
    high: float,
    *,
    percent: bool = False,
    ticks: Sequence[float] | None = None,
    digits: int | None = None,
    **more: Any,
) -> dict[str, Any]:
    """An axis of numbers from `low` to `high`, written as the language does, with a real minus."""
    at = steps(low, high) if ticks is None else list(ticks)
    text = [w.percent(v) if percent else w.signed(v, digits, plus=False) for v in at]
    return {**titled(title), "range": [low, high], "tickvals": at, "ticktext": text, **more}


def categories(
    names: Sequence[str], title: str = "", room: float = 0.6, down: bool = False, **more: Any
) -> dict[str, Any]:
    """An axis with a name at each whole number from 0; `down`: the first is on top.

    `room`: so much is left before the first name, 0.6 after the last.
    """
    reach = [-room, len(names) - 0.4]
    ticks = {"tickvals": list(range(len(names))), "ticktext": list(names), "showgrid": False}
    return {**titled(title), **ticks, "range": reach[::-1] if down else reach, **more}


def whole(title: str, values: Sequence[int], room: float, **more: Any) -> dict[str, Any]:
    """An axis with some whole numbers on it and room at both ends."""
    reach = [values[0] - room, values[-1] + room]
    return {**titled(title), "tickvals": list(values), "range": reach, "showgrid": False, **more}


def titled(text: str) -> dict[str, Any]:
    """The title of an axis, nothing without one."""
    return {"title": {"text": text}} if text else {}


def steps(low: float, high: float, most: int = 6) -> list[float]:
    """Round values between two limits, for ticks.

    >>> steps(0.0, 0.55)
    [0.0, 0.1, 0.2, 0.3, 0.4, 0.5]
    """
    span = max(high - low, 1e-9)
    size = 10 ** math.floor(math.log10(span / most))
    step = next(size * k for k in (1, 2, 5, 10, 20) if span / (size * k) <= most)
    first = math.ceil(low / step - 1e-9)
    return [round(k * step, 10) for k in range(first, math.floor(high / step + 1e-9) + 1)]


def around(values: ArrayLike, room: float, least: float = 0.1) -> tuple[float, float]:
    """The ends of an axis for some values: a share of their span is left at both, else `least`.

    >>> around([0.0, 2.0, 10.0], 0.1), around([3.0], 0.1)
    ((-1.0, 11.0), (2.9, 3.1))
    """
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    room = room * (high - low) or least
    return low - room, high + room


def two_lines(name: str) -> str:
    """A name cut at its first blank."""
    return name.replace(" ", "<br>", 1)


# --- numbers and texts -----------------------------------------------------------------


def each(write: Callable[..., str], *values: Any, **named: Any) -> list[Any]:
    """Texts of many values, cell by cell; one value is used for all.

    >>> each("{}: {}".format, ["a", "b"], 7), each("{x}".format, x=[[1, 2], [3, 4]])
    (['a: 7', 'b: 7'], [['1', '2'], ['3', '4']])
    """
    named = {key: np.asarray(value, object) for key, value in named.items()}
    parts = [np.asarray(value, object) for value in values]
    with np.errstate(all="ignore"):  # numpy warns of texts for what is not known
        texts: list[Any] = np.vectorize(write, otypes=[object])(*parts, **named).tolist()
    return texts


def limits_of(found: Interval | Sequence[Interval], known: bool = False) -> Limits:
    """Value, low and high of one interval of many numbers or of many intervals.

    `known`: limits that are not known are the value itself.
    """
    many = [found] if isinstance(found, Interval) else found
    limits = np.hstack([np.array([one.value, one.low, one.high]).reshape(3, -1) for one in many])
    return np.where(np.isnan(limits), limits[0], limits) if known else limits
