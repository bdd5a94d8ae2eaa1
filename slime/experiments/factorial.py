"""What causes what: a full factorial design, and each factor's signed share of the difference.

A factor has a neutral level (off) and a full one (on).  For the named ones, on is what the rules
say and off is: no exchange; no fall; the first lead at random; the dealer at random; fixed seats;
all players alike.

A cell is a set of factors that are on, written as a bit mask.  `shapley` and `dividends` take one
number a cell, in the order of the masks: fractions in, fractions out, nothing is rounded, so the
shares add up to the full cell minus the empty one to the last digit.  The Shapley value (Shapley
1953) of a factor is its effect averaged over all orders in which the factors can be switched on
one after the other; as a way to take a statistic apart see Shorrocks (2013, Journal of Economic
Inequality 11, doi 10.1007/s10888-011-9214-z).  A dividend (Harsanyi 1963) is what a set of factors
does together beyond all that smaller sets of them do: of one factor, its effect alone; of a pair,
their interaction.  Each share is the sum of the dividends of its sets, every dividend divided
equally among its members.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from slime._checks import check_choice, check_fraction, check_int, invalid
from slime.experiments._compare import play_worlds
from slime.experiments.effects import in_groups
from slime.experiments.outcomes import Outcome, Outcomes, find_outcomes
from slime.game.rules import Rules
from slime.game.rules import rules as make_rules
from slime.game.setting import Strategies
from slime.measures import Interval, units_interval
from slime.measures.places import Floats
from slime.simulation.address import Address
from slime.simulation.result import Simulation
from slime.simulation.spec import make_spec

if TYPE_CHECKING:
    import pandas as pd

    from slime.game.deal import Deal

#: Named factors: the field of the rules, and its neutral level.
NEUTRAL: dict[str, tuple[str, Any]] = {
    "exchange": ("exchange", "none"),
    "fall": ("champion_falls", False),
    "lead": ("lead", "draw"),
    "deal": ("dealer", "draw"),
    "seating": ("seating", "fixed"),
}
#: The factor that changes who plays instead of the rules.
SKILL = "skill"
#: The most factors of one design.
MOST_FACTORS = 7


# --- factors -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Factor:
    """Something with two levels: fields of the rules when off and when on, or players.

    `off_players` and `on_players` are strategies as `slime.simulate` takes them; None leaves
    those of the design.

    Examples
    --------
    >>> Factor("passing", {"passing": "free"}, {"passing": "locked"}).name
    'passing'
    """

    name: str
    off: Mapping[str, Any]
    on: Mapping[str, Any]
    off_players: Strategies = None
    on_players: Strategies = None


def find_factor(
    which: str | Factor, rules: Rules, strategies: Strategies, skill: Strategies
) -> Factor:
    """A named factor under some rules; names joined by ``+`` are switched together.

    >>> find_factor("lead+deal", make_rules("slime-licker"), "lowest", None).off
    {'lead': 'draw', 'dealer': 'draw'}
    """
    if isinstance(which, Factor):
        return which
    names = set(which.split("+")) if isinstance(which, str) else {""}
    if not names <= {*NEUTRAL, SKILL}:
        raise invalid("experiments.factors", choices=", ".join((*NEUTRAL, SKILL)), got=which)
    if SKILL in names and skill is None:
        raise invalid("experiments.no_skill")
    fields = {name: level for name, level in NEUTRAL.items() if name in names}
    for name, (field, neutral) in fields.items():
        if getattr(rules, field) == neutral:
            raise invalid("experiments.neutral", name=name, field=field, neutral=repr(neutral))
    off = dict(fields.values())
    on = {field: getattr(rules, field) for field in off}
    return Factor(which, off, on, *((strategies, skill) if SKILL in names else ()))


def find_factors(
    which: Sequence[str | Factor], rules: Rules, strategies: Strategies, skill: Strategies
) -> tuple[Factor, ...]:
    """The factors of a design; ``ValueError`` if two of them set the same thing."""
    if isinstance(which, (str, Factor)) or not isinstance(which, Iterable):
        which = (which,)
    found = tuple(find_factor(one, rules, strategies, skill) for one in which)
    if not 1 <= len(found) <= MOST_FACTORS:
        raise invalid("experiments.factor_count", most=MOST_FACTORS, n=len(found))
    taken: set[str] = set()
    for factor in found:
        mine = {*factor.off, *factor.on, f"factor {factor.name}"}
        if factor.off_players is not None or factor.on_players is not None:
            mine.add("strategies")
        if twice := taken & mine:
            raise invalid("experiments.set_twice", what=min(twice))
        taken |= mine
    if skill is not None and not any(SKILL in factor.name.split("+") for factor in found):
        raise invalid("experiments.unused_skill", factor=SKILL)
    return found


def cells_of(
    factors: Sequence[Factor], rules: Rules, strategies: Strategies
) -> list[tuple[Rules, Strategies]]:
    """Rules and players of each cell; bit i of a cell's number says whether factor i is on."""
    cells: list[tuple[dict[str, Any], Strategies]] = [({}, strategies)]
    for factor in factors:
        levels = (factor.off, factor.off_players), (factor.on, factor.on_players)
        cells = [
            ({**fields, **level}, who if players is None else players)
            for level, players in levels
            for fields, who in cells
        ]
    return [(rules.replace(**fields), who) for fields, who in cells]


def members(names: Sequence[str], mask: int) -> tuple[str, ...]:
    """The names of the factors in a bit mask.

    >>> members(("exchange", "fall", "lead"), 5)
    ('exchange', 'lead')
    """
    return tuple(name for i, name in enumerate(names) if mask >> i & 1)


# --- shares ------------------------------------------------------------------------------


def order_of(values: Sequence[object]) -> int:
    """How many factors a list of cells has; ``ValueError`` unless it is a power of two long."""
    k = len(values).bit_length() - 1
    if len(values) < 2 or len(values) != 1 << k:
        raise ValueError(f"values: one for each of 2, 4, 8, ... cells, not {len(values)}")
    return k


def shapley(values: Sequence[Fraction]) -> list[Fraction]:
    """The Shapley value of each factor.

    >>> both = [Fraction(0), Fraction(1), Fraction(2), Fraction(5)]
    >>> shapley(both)
    [Fraction(2, 1), Fraction(3, 1)]
    """
    parts = [(mask, part) for mask, part in enumerate(dividends(values)) if mask]
    return [
        sum((part / mask.bit_count() for mask, part in parts if mask >> i & 1), Fraction(0))
        for i in range(order_of(values))
    ]


def dividends(values: Sequence[Fraction]) -> list[Fraction]:
    """The dividend of each cell (that of the empty cell is its value).

    >>> dividends([Fraction(0), Fraction(1), Fraction(2), Fraction(5)])[3]
    Fraction(2, 1)
    """
    out = list(values)
    for i in range(order_of(values)):
        for mask in range(len(out)):
            if mask >> i & 1:
                out[mask] -= out[mask ^ 1 << i]
    return out


def as_rows(k: int) -> tuple[Floats, Floats]:
    """Both as matrices that take the values of the cells: [k, 2**k] and [2**k, 2**k].

    >>> shares, parts = as_rows(2)
    >>> (shares @ [0.0, 1.0, 2.0, 5.0]).tolist()
    [2.0, 3.0]
    """
    size = range(1 << k)
    units = [[Fraction(int(mask == other)) for other in size] for mask in size]
    shares, parts = (
        np.array([list(map(float, f(u))) for u in units]) for f in (shapley, dividends)
    )
    return shares.T, parts.T


@dataclass(frozen=True, kw_only=True)
class Contribution(Interval):
    """A signed amount in the outcome's own units, with limits; `exact` is not rounded.

    `factors` are those it belongs to: one for a share, one or more for a dividend.
    """

    value: float
    low: float
    high: float
    factors: tuple[str, ...]
    exact: Fraction

    def __repr__(self) -> str:
        name = "+".join(self.factors)
        return f"<{name}: {self.value:+.3f} [{self.low:+.3f}, {self.high:+.3f}]>"


@dataclass(frozen=True)
class Shares:
    """One outcome taken apart.

    `cells` [2**k] are its values by cell (bit i of a cell's number: factor i is on), `empty` and
    `full` the first and the last of them, `total` the difference.  `shares` has the Shapley value
    of each factor; they add up to `total` exactly.  `dividends` has what each set of factors does
    together beyond its smaller sets, single factors first; `alone` is the effect of a factor when
    all others are off, `last` when all others are on.
    """

    outcome: str
    unit: str
    level: float
    cells: Interval
    total: Contribution
    shares: tuple[Contribution, ...]
    dividends: tuple[Contribution, ...]
    alone: tuple[float, ...]
    last: tuple[float, ...]

    @property
    def empty(self) -> float:
        """The outcome with all factors off."""
        return float(np.asarray(self.cells.value)[0])

    @property
    def full(self) -> float:
        """The outcome with all factors on."""
        return float(np.asarray(self.cells.value)[-1])

    @property
    def interactions(self) -> tuple[Contribution, ...]:
        """The dividends of two and more factors."""
        return tuple(part for part in self.dividends if len(part.factors) > 1)


class Decomposition:
    """All cells of a factorial design with the same luck, and outcomes taken apart.

    ``result["rank_correlation"]`` gives the `Shares` of an outcome; `deal` opens any deal of any
    cell.

    Examples
    --------
    >>> causes = decompose(factors=("exchange", "fall"), outcomes="rank_correlation", matches=50,
    ...                    deals=10, progress=False)
    >>> causes.outcomes, causes.cell(["fall"]), causes.rules(["fall"]).exchange
    (('rank_correlation',), 2, 'none')
    >>> causes.frame()["share"].round(1).tolist()
    [0.6, -0.3]
    >>> causes.cells().shape, causes.world(["fall"]).places.shape
    ((4, 3), (50, 10, 5))
    >>> causes.deal(["fall"], 0, 3).finish().over
    True
    """

    def __init__(
        self, factors: tuple[Factor, ...], worlds: tuple[Simulation, ...], found: Iterable[Shares]
    ) -> None:
        self.factors = tuple(factor.name for factor in factors)
        self.worlds = worlds
        self.specs = tuple(world.spec for world in worlds)
        self._found = {shares.outcome: shares for shares in found}

    @property
    def outcomes(self) -> tuple[str, ...]:
        """The names of the outcomes."""
        return tuple(self._found)

    def __getitem__(self, outcome: str) -> Shares:
        return self._found[check_choice("outcome", outcome, self._found)]

    def __iter__(self) -> Iterator[Shares]:
        return iter(self._found.values())

    def cell(self, on: Iterable[str] = ()) -> int:
        """The number of a cell.

        Parameters
        ----------
        on : iterable of str
            The factors that are on in it.

        Returns
        -------
        int
            Bit i is 1 where factor i is on.
        """
        names = on if isinstance(on, Iterable) and not isinstance(on, str) else (on,)
        chosen = {check_choice("on", name, self.factors) for name in names}
        return sum(1 << self.factors.index(name) for name in chosen)

    def rules(self, on: Iterable[str] = ()) -> Rules:
        """The rules of a cell.

        Parameters
        ----------
        on : iterable of str
            The factors that are on in it.

        Returns
        -------
        Rules
            Those that were played by.
        """
        return self.specs[self.cell(on)].rules

    def world(self, on: Iterable[str] = ()) -> Simulation:
        """The simulation of a cell.

        Parameters
        ----------
        on : iterable of str
            The factors that are on in it.

        Returns
        -------
        Simulation
            All its matches.
        """
        return self.worlds[self.cell(on)]

    def deal(self, on: Iterable[str], m: int | Address, d: int | None = None) -> Deal:
        """A deal of a cell, to be stepped through.

        Parameters
        ----------
        on : iterable of str
            The factors that are on in the cell.
        m : int or Address
            Number of the match, from 0, or the address of the deal.
        d : int, optional
            Number of the deal in its match, from 0; not with an address.

        Returns
        -------
        Deal
            At its beginning.
        """
        return self.world(on).deal(m, d)

    def frame(self) -> pd.DataFrame:
        """Shares: one row for each outcome and factor, amounts in the outcome's own units.

        Returns
        -------
        pandas.DataFrame
            Columns: outcome, factor, share, low, high, alone, last.
        """
        import pandas as pd

        rows = [
            (one.outcome, part.factors[0], part.value, part.low, part.high, alone, last)
            for one in self
            for part, alone, last in zip(one.shares, one.alone, one.last, strict=True)
        ]
        columns = ("outcome", "factor", "share", "low", "high", "alone", "last")
        return pd.DataFrame(rows, columns=list(columns))

    def cells(self) -> pd.DataFrame:
        """One row a cell: which factors are on, and all outcomes.

        Returns
        -------
        pandas.DataFrame
            A column for each factor (True: on) and for each outcome.
        """
        import pandas as pd

        masks = np.arange(len(self.specs))
        on = {name: masks >> i & 1 > 0 for i, name in enumerate(self.factors)}
        return pd.DataFrame(on | {one.outcome: np.asarray(one.cells.value) for one in self})

    def __repr__(self) -> str:
        spec = self.specs[-1]
        return (
            f"<Decomposition: {', '.join(self.factors)}; {len(self.specs)} cells of "
            f"{spec.matches:,} matches, {spec.rules!r}, seed {spec.seed}>"
        )


def decompose(
    rules: Rules | str = "slime-licker",
    factors: Sequence[str | Factor] = ("exchange", "fall", "lead", "deal"),
    outcomes: Outcomes = None,
    players: int | Sequence[str] = 5,
    matches: int = 1_000,
    deals: int = 20,
    strategies: Strategies = "lowest",
    seed: int = 1,
    *,
    skill: Strategies = None,
    level: float = 0.95,
    draws: int = 1999,
    workers: int | None = None,
    engine: str | None = None,
    progress: bool = True,
) -> Decomposition:
    """Take an outcome apart: what each rule adds, in the outcome's own units and with its sign.

    All 2**k cells of the `factors` are played with the same luck.  Each share is an exact Shapley
    value (see `slime.experiments.factorial`): the shares add up to the full cell minus the empty
    one exactly.  Signed amounts, no percentages: shares of opposite signs have no parts of a
    whole.  Limits come from resampling matches, jointly in all cells.

    Parameters
    ----------
    rules : Rules or str
        The full cell: all factors on.
    factors : sequence of str or Factor
        ``exchange``, ``fall`` (of the champion), ``lead`` and ``deal`` (neutral: at random),
        ``seating`` (neutral: fixed), ``skill`` (neutral: `strategies`; on: `skill`), names joined
        by ``+`` to switch them together, or a `Factor` of your own.
    outcomes : str, Measure or sequence of these, optional
        Those of `slime.compare`; None: rank correlation, share of champions who stay, mean next
        place of the last, deals from last to first.
    players, matches, deals, strategies, seed
        As in `slime.simulate`.
    skill : str, Strategy, function or sequence of these
        For the factor ``skill``: one strategy a player.
    level, draws : float and int
        Of the limits: how often they are to hold the true value; resamples.
    workers, engine, progress
        As in `slime.simulate`.

    Returns
    -------
    Decomposition
        The shares of each outcome, and all cells.

    Raises
    ------
    ValueError
        For arguments that cannot be.

    Examples
    --------
    >>> causes = decompose(factors=("exchange", "fall", "lead+deal"),
    ...                    outcomes="rank_correlation", matches=200, deals=10)
    >>> [round(part.value, 1) for part in causes["rank_correlation"].shares]
    [0.6, -0.3, -0.1]
    >>> one = causes["rank_correlation"]
    >>> sum(part.exact for part in one.shares) == one.total.exact
    True
    """
    made = make_rules(rules)
    found = find_factors(factors, made, strategies, skill)
    wanted = find_outcomes(outcomes)
    level, draws = check_fraction("level", level), check_int("draws", draws, 1, 10**6)
    if deals is None:
        raise invalid("experiments.no_length")
    cells = cells_of(found, made, strategies)
    specs = [make_spec(own, players, matches, deals, who, seed, engine) for own, who in cells]
    worlds = play_worlds(specs, workers, progress)
    names, count = tuple(factor.name for factor in found), len(specs[0].names)
    taken = []
    for outcome in wanted:
        units = np.stack([in_groups(outcome.units(world.places)) for world in worlds], axis=1)
        taken.append(take_apart(names, outcome, units, count, level, draws, seed))
    return Decomposition(found, worlds, taken)


def take_apart(
    names: tuple[str, ...],
    outcome: Outcome,
    units: Floats,
    count: int,
    level: float,
    draws: int,
    seed: int,
) -> Shares:
    """Shares of one outcome from sums [match or group of matches, cell, ...]."""
    k = len(names)
    size = 1 << k
    by_factor, by_set = as_rows(k)
    each = np.eye(size)
    rows = np.concatenate([each, each[-1:] - each[:1], by_factor, by_set[1:]])

    def value(sums: Floats) -> Floats:
        cells = outcome.value(sums, count)
        if cells.ndim != sums.ndim - (units.ndim - 2):
            raise invalid("experiments.many_numbers", key=outcome.key)
        return np.asarray(cells @ rows.T)

    limits = units_interval(units, None, value, level, seed, draws)
    low, high = np.asarray(limits.low), np.asarray(limits.high)
    at_cells = outcome.value(units.sum(axis=0), count)
    values = [Fraction(float(v)) for v in at_cells]
    cells = replace(limits, value=at_cells, low=low[:size], high=high[:size])

    def part(which: tuple[str, ...], amount: Fraction, row: int) -> Contribution:
        own = {"value": float(amount), "low": float(low[row]), "high": float(high[row])}
        return Contribution(**vars(limits) | own, factors=which, exact=amount)

    sets = dividends(values)
    masks = sorted(range(1, size), key=lambda mask: (mask.bit_count(), mask))
    total = part(names, values[-1] - values[0], size)
    shares = tuple(part((names[i],), x, size + 1 + i) for i, x in enumerate(shapley(values)))
    parts = tuple(part(members(names, mask), sets[mask], size + k + mask) for mask in masks)
    alone = tuple(float(values[1 << i] - values[0]) for i in range(k))
    last = tuple(float(values[-1] - values[size - 1 - (1 << i)]) for i in range(k))
    about = outcome.key, outcome.measure.unit, level
    return Shares(*about, cells, total, shares, parts, alone, last)
