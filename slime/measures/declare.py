"""How a measure is declared: once, by a decorator on its vectorised function.

The function turns statistics that add up over matches (counts of moves, or what `statistics` makes
of places) into the measure, for many units at once: ``[..., *statistics] -> [..., *shape]``. Its
docstring tells what the measure says; the sections on arguments, formula, range and source are
added. From the declaration come the call on places, the catalogue, the glossary and the intervals.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, NotRequired, TypeAlias, TypedDict, TypeVar, Unpack, cast

import numpy as np
from numpy.typing import ArrayLike

from slime._checks import invalid
from slime.measures.places import (
    Floats,
    MovesLike,
    Places,
    PlacesLike,
    Transitions,
    rows_to_shares,
    transition_counts,
)

R = TypeVar("R")
Option: TypeAlias = ArrayLike | None
Options = Mapping[str, Any]
Triple = tuple[Floats, Floats, Floats]
Kernel = Callable[..., Floats]

#: What the options of measures are, in the words of their docstrings.
OPTIONS = {
    "lag": "int\n    How many deals later.",
    "lags": "int\n    Up to how many deals apart.",
    "place": "int\n    A place, 1 to P.",
    "weights": "array-like, optional\n    Weights of the places before; equal if none are given.",
    "points": "array-like, optional\n    Points of each place; see the text for those left out.",
    "horizon": "int, optional\n    After how many deals; see the text for what is left out.",
    "index": '{"gini", "theil"}\n    The index of inequality.',
    "cutoff": "float\n    How small counts as nothing, between 0 and 1.",
    "most": "int\n    Deals after which it is given up as ``inf``.",
}
SOURCES = {
    "transitions": "Transitions, or whatever `Places.of` takes",
    "places": "simulation, array, data frame, text or list",
}


@dataclass(frozen=True)
class ReferenceValue:
    """The value of a measure in a world that can be worked out: texts in P, and the number.

    Parameters
    ----------
    even, odd : str
        Python expressions in ``P`` (or ``inf``) for an even and an odd number of players.
    value : callable
        The number for so many players.

    Examples
    --------
    >>> share = ReferenceValue("1/P", "1/P", lambda p: 1 / p)
    >>> share.text(), share.value(5)
    ('1/P', 0.2)
    """

    even: str
    odd: str
    value: Callable[[int], float]

    def text(self) -> str:
        """Write the expression, or both with a bar between if they differ (even | odd).

        Returns
        -------
        str

        Examples
        --------
        >>> ReferenceValue("0", "1/P", lambda p: 0.0).text()
        '0 | 1/P'
        """
        return self.even if self.even == self.odd else f"{self.even} | {self.odd}"


def reference(text: str, value: Callable[[int], float], odd: str | None = None) -> ReferenceValue:
    """A reference value; `odd` is the text for an odd number of players, where it differs."""
    return ReferenceValue(text, text if odd is None else odd, value)


ZERO = reference("0", lambda p: 0.0)
ONE = reference("1", lambda p: 1.0)
NEVER = reference("inf", lambda p: math.inf)
BY_LOT = reference("1/P", lambda p: 1 / p)
MIDDLE = reference("0", lambda p: (p % 2) / p, "1/P")  # the middle place stays in a reversal
REPEAT = reference("P/(P-1)", lambda p: p / (p - 1))
PLAYERS = reference("P", float)


Takes = Literal["transitions", "places", "values", "hands"]


class Description(TypedDict):
    """What is said of a measure beside its function; see `Measure`."""

    formula: str
    span: str
    unit: str
    source: str
    takes: NotRequired[Takes]


class Declaration(Description, total=False):
    """What more is said of one that is a function of statistics."""

    key: str
    identity: ReferenceValue
    independence: ReferenceValue
    reversal: ReferenceValue
    statistics: Callable[..., Any]
    shares: bool
    finish: Callable[[Floats, Floats, Floats, int], Triple]
    cells: bool
    steps: bool


@dataclass(frozen=True, eq=False)
class Measure:
    """A measure: called on places (or on `Transitions`) it gives its value.

    Parameters
    ----------
    function : callable
        Turns statistics ``[..., *statistics]`` into the measure ``[..., *shape]``.
    formula, span, unit, source : str
        The formula in LaTeX, the range, a key of the words ``measures.unit``, and a citation or a
        key of ``measures.source``.
    key : str
        Its name everywhere (words: ``measures.<key>.title``, ``.what``, ``.ignores``), the
        function's if left out.
    takes : {"transitions", "places", "values", "hands"}
        What it is called on: moves from place to place (places will do), places, one number a
        player, or strengths of hands.
    identity, independence, reversal : ReferenceValue, optional
        Its value where all stay, where places are drawn anew, and where first and last change
        places in each deal; None where it has no one number there.
    statistics : callable, optional
        Makes statistics that add up of places, by match (and by deal, if it knows ``by``); without
        them there are no limits by `interval`, and the function is what is called.
    shares : bool
        Whether the function wants rows that add up to 1 in place of counts.
    finish : callable, optional
        Takes value, low, high and the number of players to the scale that is shown.
    cells : bool
        Whether the function only picks cells of the matrix: shares, with trials behind them.
    steps : bool
        Whether it jumps in whole numbers, so that no limits are given.

    Examples
    --------
    >>> from slime.measures import keep_first, shorrocks
    >>> shorrocks([[1, 2, 3], [1, 3, 2], [2, 1, 3]]), shorrocks(Transitions([[3, 1], [1, 3]]))
    (1.25, 0.5)
    >>> shorrocks.key, shorrocks.span, shorrocks.reversal.text(), shorrocks.options
    ('shorrocks', '[0, P/(P-1)]', 'P/(P-1) | 1', {'lag': 1})
    >>> counts = shorrocks.by_session([[1, 2], [1, 2], [2, 1]], {"lag": 1})
    >>> len(shorrocks.by_deal([[1, 2], [1, 2], [2, 1]], {"lag": 1}))
    2
    >>> shorrocks.value(counts, {}).tolist(), shorrocks.shown(counts, {}, 2).tolist()
    ([1.0], [1.0])
    >>> keep_first.trials(counts, {}).tolist(), keep_first.apply(counts, {}).tolist()
    ([2.0], [1.0])
    """

    function: Callable[..., Any]
    formula: str
    span: str
    unit: str
    source: str
    key: str = ""
    takes: Takes = "transitions"
    identity: ReferenceValue | None = None
    independence: ReferenceValue | None = None
    reversal: ReferenceValue | None = None
    statistics: Callable[..., Any] | None = transition_counts
    shares: bool = False
    finish: Callable[[Floats, Floats, Floats, int], Triple] | None = None
    cells: bool = False
    steps: bool = False

    def __post_init__(self) -> None:
        own = inspect.signature(self.function)
        shown = own
        if self.statistics is not None:
            wanted = {**_defaults(self.function), **_defaults(self.statistics)}
            kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
            named = {"source": inspect.Parameter.empty, **wanted}
            shown = own.replace(
                parameters=[inspect.Parameter(k, kind, default=v) for k, v in named.items()]
            )
        vars(self).update(
            key=self.key or self.function.__name__,
            __name__=self.function.__name__,
            __module__=self.function.__module__,
            __wrapped__=self.function,
            __signature__=shown,
        )
        vars(self)["__doc__"] = _docstring(self) if self.statistics else self.function.__doc__

    @property
    def options(self) -> dict[str, Any]:
        """Names and defaults of what it may be told."""
        known = inspect.signature(self).parameters.values()
        return {} if self.statistics is None else {p.name: p.default for p in list(known)[1:]}

    def __call__(self, source: MovesLike, *given: Option, **named: Option) -> Any:
        if self.statistics is None:
            return self.function(source, *given, **named)
        asked = inspect.signature(self).bind(source, *given, **named)
        if isinstance(source, Transitions) and "lag" in self.options:
            asked.arguments.setdefault("lag", source.lag)
        asked.apply_defaults()
        options = dict(asked.arguments)
        del options["source"]
        if self.takes == "transitions":
            moves = Transitions.of(source, options["lag"])
            sums = moves.shares if self.shares else moves.counts
            found = self.shown(sums, options, moves.count)
        else:
            places = Places.of(cast(PlacesLike, source))
            sums = self.by_session(places, options).sum(axis=0)
            found = self.shown(sums, options, places.count)
        return found if found.ndim else float(found)

    def by_session(self, places: PlacesLike, options: Options) -> Floats:
        """Statistics that add up over matches.

        Parameters
        ----------
        places : Places, or whatever `Places.of` takes
        options : mapping
            All options by name.

        Returns
        -------
        array ``[match, ...]``
        """
        return self._statistics(places, options)

    def by_deal(self, places: PlacesLike, options: Options) -> Floats | None:
        """The same statistics by deal, of all matches in a row; None if deals do not add up.

        Parameters
        ----------
        places : Places, or whatever `Places.of` takes
        options : mapping
            All options by name.

        Returns
        -------
        array ``[deal, ...]`` or None
        """
        if self.statistics is None or "by" not in inspect.signature(self.statistics).parameters:
            return None
        sums = self._statistics(places, options, by="deal")
        return sums.reshape(-1, *sums.shape[2:])

    def _statistics(self, places: PlacesLike, options: Options, by: str = "match") -> Floats:
        if self.statistics is None:
            raise invalid("measures.limits.own", key=self.key)
        known = inspect.signature(self.statistics).parameters
        chosen = {k: v for k, v in options.items() if k in known}
        if "by" in known:
            chosen["by"] = by
        return np.asarray(self.statistics(Places.of(places), **chosen), np.float64)

    def value(self, sums: Floats, options: Options) -> Floats:
        """The measure of sums of statistics, on the scale on which its limits are made.

        Parameters
        ----------
        sums : array ``[..., *statistics]``
        options : mapping
            All options by name.

        Returns
        -------
        array ``[..., *shape]``
        """
        return self.apply(rows_to_shares(sums) if self.shares else sums, options)

    @np.errstate(invalid="ignore", divide="ignore")
    def apply(self, table: Floats, options: Options) -> Floats:
        """The function itself, with those of the options that it knows.

        Parameters
        ----------
        table : array ``[..., *statistics]``
            Shares, where the function wants these.
        options : mapping
            All options by name.

        Returns
        -------
        array ``[..., *shape]``
        """
        chosen = {k: options[k] for k in _defaults(self.function) if k in options}
        return np.asarray(self.function(table, **chosen), np.float64)

    def trials(self, counts: Floats, options: Options) -> Floats:
        """As how many trials the deals count, where the function picks cells of the matrix.

        Parameters
        ----------
        counts : array ``[..., P, P]``
        options : mapping
            All options by name.

        Returns
        -------
        array ``[..., *shape]``
        """
        return self.apply(np.broadcast_to(counts.sum(-1, keepdims=True), counts.shape), options)

    def shown(self, sums: Floats, options: Options, players: int) -> Floats:
        """The measure of sums of statistics, on the scale that is shown.

        Parameters
        ----------
        sums : array ``[..., *statistics]``
        options : mapping
            All options by name.
        players : int

        Returns
        -------
        array ``[..., *shape]``
        """
        value = self.value(sums, options)
        return value if self.finish is None else self.finish(value, value, value, players)[0]

    def __repr__(self) -> str:
        return f"<Measure {self.key}>"


class Gives(Measure, Generic[R]):
    """A measure of which it is known what its call gives."""

    def __call__(self, source: MovesLike, *given: Option, **named: Option) -> R:
        return cast(R, super().__call__(source, *given, **named))


def _defaults(function: Callable[..., Any]) -> dict[str, Any]:
    """The options of a function: all but what it works on, and but how sums are taken."""
    known = list(inspect.signature(function).parameters.values())[1:]
    return {p.name: p.default for p in known if p.name != "by"}


def _docstring(record: Measure) -> str:
    """The docstring of the function, with sections on arguments, formula, range and source."""
    text, _, examples = (inspect.getdoc(record.function) or "").partition(">>>")
    arguments = [f"source : {SOURCES[record.takes]}"]
    arguments += [f"{name} : {OPTIONS[name]}" for name in record.options]
    citation = {"counting": "Counting.", "own": "Defined here."}.get(record.source, record.source)
    return "\n".join(
        [
            *(text.strip(), "", "Parameters", "----------", *arguments, ""),
            *("Returns", "-------", f"float or array, {record.span}", f"    In {record.unit}.", ""),
            *("Notes", "-----", f"Formula: ``{record.formula}``", "", f"Source: {citation}", ""),
            *("Examples", "--------", f">>>{examples}"),
        ]
    )


def measure(**declared: Unpack[Declaration]) -> Callable[[Kernel], Gives[float]]:
    """Declare a measure that is one number."""
    return lambda function: Gives(function, **declared)


def measure_of_many(**declared: Unpack[Declaration]) -> Callable[[Kernel], Gives[Floats]]:
    """Declare a measure of many numbers, by place or from place to place."""
    return lambda function: Gives(function, **declared)


def described(**declared: Unpack[Description]) -> Callable[[Callable[..., R]], Gives[R]]:
    """Declare a function of its own kind, with no interval by key: it is called as it stands."""
    return lambda function: Gives(function, statistics=None, **declared)
