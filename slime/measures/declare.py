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
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike

from slime._checks import invalid
from slime.measures.places import Floats, Places, PlacesLike, in_blocks, rows_to_shares
from slime.measures.transitions import MovesLike, Transitions, transition_counts

R_co = TypeVar("R_co", covariant=True)
OptionValue: TypeAlias = ArrayLike | None
Options = Mapping[str, Any]
Triple = tuple[Floats, Floats, Floats]
Kernel = Callable[..., Floats]
Takes = Literal["transitions", "places", "values", "hands"]

#: What the options of measures are, in the words of their docstrings.
OPTIONS = {
    "lag": "int\n    How many deals later.",
    "lags": "int\n    Up to how many deals apart.",
    **dict.fromkeys(("place", "before", "after"), "int\n    A place, 1 to P."),
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
    even : str
        A Python expression in ``P`` (or ``inf``) for an even number of players.
    value : callable
        The number for so many players.
    odd : str
        The expression for an odd number of players, where it differs.

    Examples
    --------
    >>> share = ReferenceValue("1/P", lambda p: 1 / p)
    >>> share.text(), share.value(5)
    ('1/P', 0.2)
    """

    even: str
    value: Callable[[int], float]
    odd: str = ""

    def text(self) -> str:
        """Write the expression, or both with a bar between if they differ (even | odd).

        Returns
        -------
        str

        Examples
        --------
        >>> ReferenceValue("0", lambda p: (p % 2) / p, "1/P").text()
        '0 | 1/P'
        """
        return f"{self.even} | {self.odd}" if self.odd else self.even


ZERO = ReferenceValue("0", lambda p: 0.0)
ONE = ReferenceValue("1", lambda p: 1.0)
NEVER = ReferenceValue("inf", lambda p: math.inf)
BY_LOT = ReferenceValue("1/P", lambda p: 1 / p)
MIDDLE = ReferenceValue("0", lambda p: (p % 2) / p, "1/P")  # the middle place stays in a reversal
REPEAT = ReferenceValue("P/(P-1)", lambda p: p / (p - 1))
PLAYERS = ReferenceValue("P", float)
THIRD = ReferenceValue("(P+1)/(3*P)", lambda p: (p + 1) / (3 * p))


class Worlds(NamedTuple):
    """Values where all stay, where places are drawn anew, and where first and last change places.

    Each may be None: it has no one number there.
    """

    identity: ReferenceValue | None = None
    independence: ReferenceValue | None = None
    reversal: ReferenceValue | None = None


@dataclass(frozen=True, eq=False)
class Measure(Generic[R_co]):
    """A measure: called on places (or on `Transitions`) it gives its value.

    Parameters
    ----------
    function : callable
        Turns statistics ``[..., *statistics]`` into the measure ``[..., *shape]``.
    formula, span, unit, source : str
        The formula in LaTeX, the range, a key of the words ``measures.unit``, and a citation or a
        key of ``measures.source``.
    worlds : Worlds
        Its value in worlds that can be worked out.
    key : str
        Its name everywhere (words: ``measures.<key>.title``, ``.what``, ``.ignores``), the
        function's if left out.
    takes : {"transitions", "places", "values", "hands"}
        What it is called on: moves from place to place (places will do), places (always so with
        statistics of its own), one number a player, or strengths of hands.
    statistics : callable, optional
        Makes statistics that add up of places, by match (and by deal, if it knows ``by``); without
        them there are no limits by `interval`, and the function is what is called.
    of_counts : bool
        Whether a function of moves wants counts, not rows that add up to 1.
    finish : callable, optional
        Takes value, low, high and the number of players to the scale that is shown.
    cells : bool
        Whether the value is a share with trials behind it, a cell of the matrix.
    steps : bool
        Whether it jumps in whole numbers, so that no limits are given.

    Examples
    --------
    >>> from slime.measures import keep_first, shorrocks
    >>> shorrocks([[1, 2, 3], [1, 3, 2], [2, 1, 3]]), shorrocks(Transitions([[3, 1], [1, 3]]))
    (1.25, 0.5)
    >>> shorrocks.key, shorrocks.span, shorrocks.worlds.reversal.text(), shorrocks.options
    ('shorrocks', '[0, P/(P-1)]', 'P/(P-1) | 1', {'lag': 1})
    >>> shorrocks.takes, shorrocks.shares, shorrocks.knows_deals
    ('transitions', True, True)
    >>> counts = shorrocks.by_session([[1, 2], [1, 2], [2, 1]], {"lag": 1})
    >>> len(shorrocks.by_deal([[1, 2], [1, 2], [2, 1]], {"lag": 1}))
    2
    >>> shorrocks.in_blocks(Places.of([[1, 2], [1, 2], [2, 1]]), {"lag": 1})[1]
    1
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
    worlds: Worlds = Worlds()  # noqa: RUF009 (a tuple)
    key: str = ""
    takes: Takes = "transitions"
    statistics: Callable[..., Any] | None = field(default_factory=lambda: transition_counts)
    of_counts: bool = False
    finish: Callable[[Floats, Floats, Floats, int], Triple] | None = None
    cells: bool = False
    steps: bool = False

    def __post_init__(self) -> None:
        signature, told = inspect.signature(self.function), self.function.__doc__
        if self.statistics is not None:
            own = _defaults(self.function)
            named = {"source": inspect.Parameter.empty, **own, **_defaults(self.statistics), **own}
            kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
            parameters = [inspect.Parameter(k, kind, default=v) for k, v in named.items()]
            signature = signature.replace(parameters=parameters)
        key = self.key or self.function.__name__
        if self.statistics not in (None, transition_counts):
            vars(self)["takes"] = "places"
        vars(self).update(key=key, __signature__=signature, __wrapped__=self.function)
        vars(self).update(__module__=self.function.__module__, __name__=self.function.__name__)
        vars(self)["__doc__"] = _docstring(self) if self.statistics else told

    @property
    def shares(self) -> bool:
        """Whether the function wants rows that add up to 1."""
        return self.takes == "transitions" and not self.of_counts

    @property
    def knows_deals(self) -> bool:
        """Whether its statistics add up over deals, not only over matches."""
        return self.statistics is not None and "by" in inspect.signature(self.statistics).parameters

    @property
    def options(self) -> dict[str, Any]:
        """Names and defaults of what it may be told."""
        known = list(inspect.signature(self).parameters.values())[1:]
        return {p.name: p.default for p in known if self.statistics}

    def __call__(self, source: MovesLike, *given: OptionValue, **named: OptionValue) -> R_co:
        """The measure of places or moves."""
        if self.statistics is None:
            return cast(R_co, self.function(source, *given, **named))
        asked = inspect.signature(self).bind(source, *given, **named)
        if isinstance(source, Transitions) and "lag" in self.options:
            asked.arguments.setdefault("lag", source.lag)
        asked.apply_defaults()
        options = {k: v for k, v in asked.arguments.items() if k != "source"}
        if self.takes == "transitions":
            moves = Transitions.of(source, options["lag"])
            found = self.shown(moves.shares if self.shares else moves.counts, options, moves.count)
        else:
            places = Places.of(cast(PlacesLike, source))
            sums = self.in_blocks(places, options)[0].sum(axis=0)
            found = self.shown(sums, options, places.count)
        return cast(R_co, found if found.ndim else float(found))

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
        sums = [self._sums(part, options, "match") for part in Places.of(places).parts()]
        return np.concatenate(sums)

    def in_blocks(self, places: Places, options: Options) -> tuple[Floats, int]:
        """The same, many sessions added up (see `slime.measures.places.in_blocks`).

        Parameters
        ----------
        places : Places
        options : mapping
            All options by name.

        Returns
        -------
        tuple of array ``[block, ...]`` and int
            The sums, and how many sessions something was counted in.
        """
        if self.statistics is transition_counts:
            return places.moves(int(options["lag"]))
        parts = (self._sums(part, options, "match") for part in places.parts())
        return in_blocks(parts, places.shape[0])

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
        if not self.knows_deals:
            return None
        sums = self._sums(places, options, "deal")
        return sums.reshape(-1, *sums.shape[2:])

    def _sums(self, places: PlacesLike, options: Options, by: str) -> Floats:
        if self.statistics is None:
            raise invalid("measures.limits.own", key=self.key)
        known = inspect.signature(self.statistics).parameters
        chosen = {k: v for k, v in {**options, "by": by}.items() if k in known}
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
        """As how many trials the deals count, where the value is a share of them.

        Parameters
        ----------
        counts : array ``[..., P, P]``
            Moves.
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


def _defaults(function: Callable[..., Any]) -> dict[str, Any]:
    """The options of a function: all but what it works on, and but how sums are taken."""
    known = list(inspect.signature(function).parameters.values())[1:]
    return {p.name: p.default for p in known if p.name != "by"}


def _docstring(record: Measure[object]) -> str:
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


def measure(
    formula: str, span: str, unit: str, source: str, *worlds: ReferenceValue | None, **more: Any
) -> Callable[[Kernel], Measure[float]]:
    """Declare a measure that is one number; `more`: the other fields of `Measure`."""
    return lambda function: Measure(function, formula, span, unit, source, Worlds(*worlds), **more)


def measure_of_many(
    formula: str, span: str, unit: str, source: str, *worlds: ReferenceValue | None, **more: Any
) -> Callable[[Kernel], Measure[Floats]]:
    """Declare a measure of many numbers, by place or from place to place."""
    return lambda function: Measure(function, formula, span, unit, source, Worlds(*worlds), **more)


def described(
    formula: str, span: str, unit: str, source: str, takes: Takes
) -> Callable[[Callable[..., R_co]], Measure[R_co]]:
    """Declare a function of its own kind, with no interval by key: it is called as it stands."""
    more: dict[str, Any] = {"takes": takes, "statistics": None}
    return lambda function: Measure(function, formula, span, unit, source, **more)
