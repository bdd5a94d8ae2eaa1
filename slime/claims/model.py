"""What a claim is: where it stands, how it is measured, and what would matter, fixed beforehand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from slime.claims.verdicts import judge
from slime.measures.sampling import t_limits

if TYPE_CHECKING:
    from slime.claims.cases import Case
    from slime.claims.runner import Lab
    from slime.game.deal import Deal
    from slime.simulation.result import Address

Floats = NDArray[np.float64]
#: The level of all limits of the trial: it makes hundreds of them.
LEVEL = 0.99


class Estimate(NamedTuple):
    """A number with limits over matches; `n` is how many matches had something to count.

    >>> found = Estimate(0.3, 0.2, 0.4, 50)
    >>> (-found).low, found.n
    (-0.4, 50)
    """

    value: float
    low: float
    high: float
    n: int

    def __neg__(self) -> Estimate:
        return Estimate(-self.value, -self.high, -self.low, self.n)


NOTHING = Estimate(float("nan"), float("nan"), float("nan"), 0)


def estimate(units: Any, value: Callable[[Floats], Any], level: float = LEVEL) -> Estimate:
    """A function of sums over matches, with t limits by the jackknife over matches (axis 0).

    >>> found = estimate([[1.0, 2.0], [1.0, 2.0], [0.0, 2.0]], lambda s: s[..., 0] / s[..., 1])
    >>> round(found.value, 3), found.n
    (0.333, 3)
    """
    units = np.asarray(units, np.float64)
    heard = units[units.reshape(len(units), -1).any(axis=1)]
    if len(heard) < 2:
        return NOTHING
    with np.errstate(invalid="ignore", divide="ignore"):
        whole, low, high = t_limits(heard, lambda s: np.asarray(value(s), np.float64), level)
    return Estimate(float(whole), float(low), float(high), len(heard))


def estimates(units: Any, value: Callable[[Floats], Any], level: float = LEVEL) -> list[Estimate]:
    """The same for a function that gives several numbers on its last axis."""
    units = np.asarray(units, np.float64)
    heard = units[units.reshape(len(units), -1).any(axis=1)]
    if len(heard) < 2:
        return []
    with np.errstate(invalid="ignore", divide="ignore"):
        made = t_limits(heard, lambda s: np.asarray(value(s), np.float64), level)
    n = len(heard)
    return [Estimate(float(a), float(b), float(c), n) for a, b, c in zip(*made, strict=True)]


def ratio(sums: Floats) -> Floats:
    """First statistic over the second."""
    return np.asarray(sums[..., 0] / sums[..., 1])


@dataclass(frozen=True)
class Part:
    """One measurable sentence of a claim: the number must lie beyond `bound`, on `side`.

    `neutral` gives the number at which nothing is the matter (by lot, or no effect) for so many
    players.  Only `main` parts decide on the claim; the others tell more.  `unit` is ``share``,
    ``places``, ``points`` or ``number``.

    >>> part = Part("keeps", 0.75, "share", neutral=lambda players: 2 / players)
    >>> part.judge(Estimate(0.9, 0.8, 1.0, 50)), part.judge(Estimate(0.7, 0.6, 0.8, 50))
    ('holds', 'undecided')
    >>> part.neutral(5)
    0.4
    """

    key: str
    bound: float
    unit: str
    side: str = "above"
    main: bool = True
    neutral: Callable[[int], float] = field(default=lambda players: 0.0, compare=False)

    def judge(self, found: Estimate) -> str:
        """The verdict on one estimate."""
        return judge(found.low, found.high, self.bound, self.side)


@dataclass(frozen=True)
class Knob:
    """A decision that could have been another: its values, the first is the one decided.

    >>> Knob("high", (4, 2, 3)).default
    4
    """

    name: str
    values: tuple[Any, ...]

    @property
    def default(self) -> Any:
        """What was decided."""
        return self.values[0]


class Group(NamedTuple):
    """A row of the picture and its table: a label (words key and values) and an estimate."""

    label: str
    values: dict[str, Any]
    found: Estimate


@dataclass
class Outcome:
    """What an experiment gives: an estimate a part (None: it says nothing here), the groups of
    the picture with the key of their axis and the place of its line, how to find the deals and to
    open them, and the simulation they are in."""

    parts: Mapping[str, Estimate | None]
    groups: list[Group]
    axis: str
    unit: str
    line: float = 0.0
    find: Callable[[int], Sequence[Address]] = lambda n: ()
    open: Callable[[Address], list[Deal]] = lambda address: []
    world: Any = None


@dataclass(frozen=True)
class Claim:
    """A claim of the commentary.  Its words are in the topic ``commentary`` under its name.

    >>> import slime
    >>> claim = slime.commentary["5"]
    >>> claim.name, claim.part("waiting").bound, claim.settings({"high": 6})
    ('c5', 0.75, {'keeps': 'second or first', 'high': 6})
    >>> from slime.claims import Lab, make_case
    >>> outcome = claim.apply(Lab(20, 6, engine="interpreted"), make_case("lowest", 5, "A"))
    >>> sorted(outcome.parts)
    ['helps', 'keeps', 'next', 'waiting', 'worth']
    """

    key: str
    source: tuple[tuple[str, int], ...]
    parts: tuple[Part, ...]
    run: Callable[..., Outcome] = field(compare=False, repr=False)
    knobs: tuple[Knob, ...] = ()
    tables: tuple[str, ...] = ("A", "A-leaves", "A-no-fall", "C")

    @property
    def name(self) -> str:
        """The claim's name among the words."""
        return f"c{self.key}"

    def part(self, key: str) -> Part:
        """A part by its key."""
        return next(p for p in self.parts if p.key == key)

    def settings(self, knobs: dict[str, Any]) -> dict[str, Any]:
        """All knobs with their values; `ValueError` for an unknown knob or value."""
        known = {k.name: k for k in self.knobs}
        for name, value in knobs.items():
            if name not in known:
                may = ", ".join(known) or "none"
                raise ValueError(f"{name}: claim {self.key} has no such knob; it may be: {may}")
            if value not in known[name].values:
                may = ", ".join(map(repr, known[name].values))
                raise ValueError(f"{name}: one of {may}, not {value!r:.60}")
        return {k.name: knobs.get(k.name, k.default) for k in self.knobs}

    def apply(self, lab: Lab, case: Case, **knobs: Any) -> Outcome:
        """Run the experiment in one case."""
        return self.run(lab, case, **self.settings(knobs))


__all__ = [
    *("LEVEL", "NOTHING", "Claim", "Estimate", "Group", "Knob", "Outcome", "Part"),
    *("estimate", "estimates", "ratio"),
]
