"""The records that the measures and the intervals share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from slime.measures.arrays import Floats, Ints

Method = Literal["bootstrap", "t", "wilson", "none"]


@dataclass(frozen=True)
class Interval:
    """An estimate with limits, and what they rest on.

    ``estimate``, ``low``, ``high``: floats, or arrays of one shape for a measure of many numbers
    (limits are then cell by cell, not for all cells at once). ``method``: ``"bootstrap"``, ``"t"``,
    ``"wilson"`` or ``"none"`` (limits are nan). ``unit`` (``"session"`` or ``"deal"``) and ``n``:
    of what, and how many. ``assumption``: key of the sentence in ``slime.i18n``, under
    ``measures.assumption``, that says what must hold, or why there are no limits.

    >>> Interval(0.3, 0.2, 0.4, 0.95, "t", "session", 5, "sessions_alike").covers(0.25)
    True
    """

    estimate: float | Floats
    low: float | Floats
    high: float | Floats
    level: float
    method: Method
    unit: Literal["session", "deal"]
    n: int
    assumption: str

    def covers(self, value: float) -> bool:
        """Say whether a value lies within the limits (in every cell, for arrays)."""
        import numpy as np

        return bool(np.all((self.low <= np.asarray(value)) & (np.asarray(value) <= self.high)))


@dataclass(frozen=True)
class Special:
    """The value of a measure in a world that can be worked out: texts in P, and the number.

    ``even`` and ``odd`` are Python expressions in ``P`` (or ``inf``) for an even and an odd
    number of players.

    >>> share = Special("1/P", "1/P", lambda p: 1 / p)
    >>> share.text(), share.value(5)
    ('1/P', 0.2)
    """

    even: str
    odd: str
    value: Callable[[int], float]

    def text(self) -> str:
        """The expression, or both with a bar between if they differ (even | odd).

        >>> Special("0", "1/P", lambda p: 0.0).text()
        '0 | 1/P'
        """
        return self.even if self.even == self.odd else f"{self.even} | {self.odd}"


Options = Mapping[str, Any]


@dataclass(frozen=True)
class Measure:
    """One measure: what it is, and how it is computed from statistics that add up.

    ``key`` names it everywhere (words: ``measures.<key>.title``, ``.what``, ``.ignores``);
    ``function`` is the public function; ``takes`` what that function is given: ``"table"``,
    ``"places"``, ``"values"`` (one number a person) or ``"hands"``. ``formula`` is LaTeX, ``span``
    the range, ``unit`` a key of ``measures.unit``, ``source`` a citation or a key of
    ``measures.source``. ``identity``, ``independence`` and ``reversal``:
    all stay, drawn by lot anew, first and last change places in each deal (for measures of many
    deals: in the long run); ``None`` where the measure has no one number there. ``options``:
    names and defaults of what ``interval`` may be told.

    ``by_session(places, options)`` gives statistics ``[match, ...]`` that add up over matches,
    ``by_deal`` (or ``None``) the same ``[deal, ...]`` for the deals of all matches, ``value(sums,
    options)`` turns sums ``[..., *statistics]`` into the measure ``[..., *shape]``; without them
    ``interval`` does not know the measure. ``finish`` maps estimate, low and high (and P) to the
    scale that is shown. ``trials(sums, options)``: number of trials, if the measure is a share of
    them. ``steps``: jumps in whole numbers, so that no limits are given.

    >>> from slime.measures import MEASURES
    >>> one = MEASURES["shorrocks"]
    >>> one.span, one.reversal.text(), one.function([[3, 1], [1, 3]])
    ('[0, P/(P-1)]', 'P/(P-1) | 1', 0.5)
    """

    key: str
    function: Callable[..., Any]
    takes: Literal["table", "places", "values", "hands"]
    formula: str
    span: str
    unit: str
    source: str
    identity: Special | None
    independence: Special | None
    reversal: Special | None
    by_session: Callable[[Ints, Options], Floats] | None = None
    value: Callable[[Floats, Options], Floats] | None = None
    by_deal: Callable[[Ints, Options], Floats] | None = None
    finish: Callable[[Floats, Floats, Floats, int], tuple[Floats, Floats, Floats]] | None = None
    trials: Callable[[Floats, Options], Floats] | None = None
    options: Options = field(default_factory=dict)
    steps: bool = False
