"""The records that the measures and the intervals share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from slime.i18n import words
from slime.measures.places import Floats, Ints

Method = Literal["bootstrap", "t", "wilson", "none"]


@dataclass(frozen=True)
class Interval:
    """A number, or an array of numbers, with limits and what they rest on.

    Parameters
    ----------
    value : float or array
        The estimate.
    low, high : float or array
        Its limits, cell by cell (not for all cells at once); nan where there are none.
    level : float
        In what share of cases the limits hold the true value.
    method : {"bootstrap", "t", "wilson", "none"}
        How the limits were made.
    unit : {"session", "deal"}
        What was taken as drawn independently.
    n : int
        How many units there were.
    assumption : str
        What must hold, or why there are no limits: a key of the words ``measures.assumption``.

    Examples
    --------
    >>> found = Interval(0.3, 0.2, 0.4, 0.95, "t", "session", 5)
    >>> found.covers(0.25), found.excludes(0), -found == Interval(-0.3, -0.4, -0.2, n=5)
    (True, True, True)
    >>> print(found)
    0.300 (0.200 to 0.400)
    >>> found.note("en")[:69]
    'Limits hold the true value in 95% of cases: t interval over 5 session'
    """

    value: float | Floats
    low: float | Floats
    high: float | Floats
    level: float = 0.95
    method: Method = "t"
    unit: Literal["session", "deal"] = "session"
    n: int = 0
    assumption: str = "sessions_alike"

    def covers(self, value: float) -> bool:
        """Tell whether a value lies within the limits (in every cell, for arrays).

        Parameters
        ----------
        value : float

        Returns
        -------
        bool

        Examples
        --------
        >>> Interval(0.3, 0.2, 0.4).covers(0.5)
        False
        """
        import numpy as np

        return bool(np.all((self.low <= np.asarray(value)) & (np.asarray(value) <= self.high)))

    def excludes(self, value: float = 0.0) -> bool:
        """Tell whether a value lies outside of the limits (in every cell); never without limits.

        Parameters
        ----------
        value : float

        Returns
        -------
        bool

        Examples
        --------
        >>> Interval(0.3, 0.2, 0.4).excludes(), Interval(0.3, -0.2, 0.4).excludes()
        (True, False)
        """
        import numpy as np

        return bool(np.all((value < np.asarray(self.low)) | (np.asarray(self.high) < value)))

    def text(self, lang: str | None = None, digits: int = 3) -> str:
        """Write the number and its limits, many line by line; alone where there are no limits.

        Parameters
        ----------
        lang : str, optional
            ``"en"`` or ``"ru"``; the one set, if none is named.
        digits : int
            Decimals.

        Returns
        -------
        str

        Examples
        --------
        >>> Interval(0.3, 0.2, 0.4).text("en", 2)
        '0.30 (0.20 to 0.40)'
        """
        import numpy as np

        w = words(lang)
        if np.ndim(self.value):
            return "\n".join(self[i].text(lang, digits) for i in range(len(np.asarray(self.value))))
        value, low, high = (w.number(float(x), digits) for x in (self.value, self.low, self.high))
        known = self.method != "none"
        return w("measures.limits.text", value=value, low=low, high=high) if known else value

    def note(self, lang: str | None = None) -> str:
        """Tell how the limits were made, and what must hold for them; or why there are none.

        Parameters
        ----------
        lang : str, optional
            ``"en"`` or ``"ru"``; the one set, if none is named.

        Returns
        -------
        str

        Examples
        --------
        >>> Interval(0.3, float("nan"), float("nan"), method="none", assumption="steps").note("en")
        'A whole number of deals jumps by steps, so no limits are given: see the limits of ...'
        """
        w = words(lang)
        why = w(f"measures.assumption.{self.assumption}")
        if self.method == "none":
            return why
        by_deal = self.unit == "deal" and self.method != "wilson"
        how = w(f"measures.method.{self.method}{'_deal' if by_deal else ''}", n=self.n)
        return f"{w('measures.limits.note', level=w.percent(self.level), how=how)} {why}"

    def __neg__(self) -> Interval:
        return replace(self, value=-self.value, low=-self.high, high=-self.low)

    def __getitem__(self, cell: int | tuple[int, ...]) -> Interval:
        import numpy as np

        value, low, high = (np.asarray(x)[cell] for x in (self.value, self.low, self.high))
        return replace(self, value=_plain(value), low=_plain(low), high=_plain(high))

    def __str__(self) -> str:
        return self.text()


def _plain(number: Floats) -> float | Floats:
    """A float where there is but one number."""
    return number if number.ndim else float(number)


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
