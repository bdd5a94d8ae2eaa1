"""What causes what: a full factorial design, and each factor's signed share of the difference."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from slime._checks import check_fraction, check_int
from slime.experiments import shapley as exact
from slime.experiments._compare import check_pack
from slime.experiments.factors import Factor, cell_of, find_factors
from slime.experiments.outcomes import find_outcomes, finished
from slime.experiments.pairs import in_groups
from slime.game.rules import Rules
from slime.game.rules import rules as make_rules
from slime.measures import Interval, Measure, units_interval
from slime.simulation import simulate
from slime.simulation.result import Simulation
from slime.simulation.run import make_plan

if TYPE_CHECKING:
    import pandas as pd

    from slime.game.deal import Deal

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Part:
    """A signed amount in the outcome's own units, with limits; `exact` is not rounded.

    `factors` are those it belongs to: one for a share, one or more for a dividend.
    """

    factors: tuple[str, ...]
    exact: Fraction
    low: float
    high: float

    @property
    def value(self) -> float:
        """The amount as a float."""
        return float(self.exact)

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
    total: Part
    shares: tuple[Part, ...]
    dividends: tuple[Part, ...]
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
    def interactions(self) -> tuple[Part, ...]:
        """The dividends of two and more factors."""
        return tuple(part for part in self.dividends if len(part.factors) > 1)


class Decomposition:
    """All cells of a factorial design with the same luck, and outcomes taken apart.

    ``result["rank_correlation"]`` gives the `Shares` of an outcome; `deal` opens any deal of any
    cell.

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
        self.plans = tuple(world.plan for world in worlds)
        self._found = {shares.outcome: shares for shares in found}

    @property
    def outcomes(self) -> tuple[str, ...]:
        """The names of the outcomes."""
        return tuple(self._found)

    def __getitem__(self, outcome: str) -> Shares:
        if not isinstance(outcome, str) or outcome not in self._found:
            raise ValueError(f"outcome: one of {', '.join(self._found)}, not {outcome!r:.60}")
        return self._found[outcome]

    def __iter__(self) -> Any:
        return iter(self._found.values())

    def cell(self, on: Iterable[str] = ()) -> int:
        """The number of the cell in which the named factors are on."""
        if not isinstance(on, Iterable):
            raise ValueError(f"on: out of {', '.join(self.factors)}, not {on!r:.60}")
        names = (on,) if isinstance(on, str) else tuple(on)
        for name in names:
            if name not in self.factors:
                raise ValueError(f"on: out of {', '.join(self.factors)}, not {name!r:.60}")
        return sum(1 << self.factors.index(name) for name in set(names))

    def rules(self, on: Iterable[str] = ()) -> Rules:
        """The rules of a cell."""
        return self.plans[self.cell(on)].rules

    def world(self, on: Iterable[str] = ()) -> Simulation:
        """The simulation of a cell."""
        return self.worlds[self.cell(on)]

    def deal(self, on: Iterable[str], m: int, d: int) -> Deal:
        """Deal `d` of match `m` (both from 0) of a cell, to be stepped through."""
        return self.world(on).deal(m, d)

    def frame(self) -> pd.DataFrame:
        """Shares: one row for each outcome and factor, amounts in the outcome's own units."""
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    "outcome": one.outcome,
                    "factor": part.factors[0],
                    "share": part.value,
                    "low": part.low,
                    "high": part.high,
                    "alone": alone,
                    "last": last,
                }
                for one in self
                for part, alone, last in zip(one.shares, one.alone, one.last, strict=True)
            ]
        )

    def cells(self) -> pd.DataFrame:
        """One row a cell: which factors are on, and all outcomes."""
        import pandas as pd

        rows = []
        for mask in range(len(self.plans)):
            row: dict[str, Any] = {name: bool(mask >> i & 1) for i, name in enumerate(self.factors)}
            row |= {one.outcome: np.asarray(one.cells.value)[mask] for one in self}
            rows.append(row)
        return pd.DataFrame(rows)

    def __repr__(self) -> str:
        plan = self.plans[-1]
        return (
            f"<Decomposition: {', '.join(self.factors)}; {len(self.plans)} cells of "
            f"{plan.matches:,} matches, {plan.rules!r}, seed {plan.seed}>"
        )


def decompose(
    rules: Rules | str = "slime-licker",
    factors: Sequence[str | Factor] = ("exchange", "fall", "lead", "deal"),
    outcomes: str | Measure | Sequence[str | Measure] | None = None,
    players: int | Sequence[str] = 5,
    matches: int = 1_000,
    deals: int = 20,
    strategies: Any = "lowest",
    seed: int = 1,
    *,
    skill: Any = None,
    level: float = 0.95,
    draws: int = 1999,
    workers: int | None = None,
    engine: str | None = None,
    progress: bool = True,
) -> Decomposition:
    """Take an outcome apart: what each rule adds, in the outcome's own units and with its sign.

    All 2**k cells of the `factors` are played with the same luck: ``exchange``, ``fall`` (of the
    champion), ``lead`` and ``deal`` (neutral: by lot), ``seating`` (neutral: fixed), ``skill``
    (neutral: `strategies`; on: `skill`, one strategy a player), names joined by ``+`` to switch
    them together, or a `Factor` of your own.  The full cell is the rules as they are.

    Each share is an exact Shapley value (see `slime.experiments.shapley`): the shares add up to
    the full cell minus the empty one exactly.  Signed amounts, no percentages: shares of opposite
    signs have no parts of a whole.  Limits come from resampling matches, jointly in all cells.

    `outcomes` are those of `slime.compare`; None: rank correlation, share of champions who stay,
    mean next place of the last, deals from last to first.  Raises ``ValueError`` for bad
    arguments.

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
        raise ValueError("deals: a whole number, so that all cells are as long")
    plans = []
    for mask in range(1 << len(found)):
        own, who = cell_of(found, mask, made, strategies)
        plans.append(make_plan(own, players, matches, deals, who, seed, engine))
        check_pack(plans[0], plans[-1])
    sums: list[list[Floats]] = [[] for _ in wanted]
    worlds: list[Simulation] = []
    for plan in plans:
        sim = simulate(
            plan.rules,
            players,
            matches,
            deals,
            list(plan.strategies),
            seed,
            workers,
            engine=plan.engine,
            progress=progress,
        )
        worlds.append(sim)
        places = sim.places.astype(np.int64)
        for (record, options), kept in zip(wanted, sums, strict=True):
            assert record.by_session is not None
            kept.append(in_groups(record.by_session(places, options)))
    names = tuple(factor.name for factor in found)
    count = len(plans[0].names)
    taken = [
        take_apart(names, record, options, np.stack(kept, axis=1), count, level, draws, seed)
        for (record, options), kept in zip(wanted, sums, strict=True)
    ]
    return Decomposition(found, tuple(worlds), taken)


def take_apart(
    names: tuple[str, ...],
    record: Measure,
    options: dict[str, Any],
    units: Floats,
    count: int,
    level: float,
    draws: int,
    seed: int,
) -> Shares:
    """Shares of one outcome from sums [match or group of matches, cell, ...]."""
    k = len(names)
    size = 1 << k
    by_factor, by_set = exact.as_rows(k)
    ends = np.zeros((1, size))
    ends[0, 0], ends[0, -1] = -1.0, 1.0
    rows = np.concatenate([np.eye(size), ends, by_factor, by_set[1:]])

    def value(sums: Floats) -> Floats:
        cells = finished(record, options, sums, count)
        if cells.ndim != sums.ndim - (units.ndim - 2):
            raise ValueError(f"outcomes: {record.key} is not one number, it cannot be taken apart")
        return np.asarray(cells @ rows.T)

    limits = units_interval(units, None, value, level, seed, draws)
    low, high = np.asarray(limits.low), np.asarray(limits.high)
    at_cells = finished(record, options, units.sum(axis=0), count)
    values = [Fraction(float(v)) for v in at_cells]
    shares, sets = exact.shapley(values), exact.dividends(values)
    cells = Interval(
        at_cells,
        low[:size],
        high[:size],
        level,
        limits.method,
        limits.unit,
        limits.n,
        limits.assumption,
    )

    def part(which: tuple[str, ...], amount: Fraction, row: int) -> Part:
        return Part(which, amount, float(low[row]), float(high[row]))

    masks = sorted(range(1, size), key=lambda mask: (mask.bit_count(), mask))
    members = [tuple(name for i, name in enumerate(names) if mask >> i & 1) for mask in masks]
    return Shares(
        record.key,
        record.unit,
        level,
        cells,
        part(names, values[-1] - values[0], size),
        tuple(part((name,), shares[i], size + 1 + i) for i, name in enumerate(names)),
        tuple(part(m, sets[mask], size + k + mask) for m, mask in zip(members, masks, strict=True)),
        tuple(float(values[1 << i] - values[0]) for i in range(k)),
        tuple(float(values[-1] - values[size - 1 - (1 << i)]) for i in range(k)),
    )
