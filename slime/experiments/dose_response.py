"""The exchange as a dial: more cards, other ways to give them, and what that does.

Every setting is played with the same luck, so settings are compared match by match.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from slime._checks import check_fraction, check_int
from slime.experiments._compare import check_pack
from slime.experiments.outcomes import find_outcomes, finished
from slime.experiments.pairs import Effect, in_groups, paired_effect
from slime.game.rules import Rules
from slime.game.rules import rules as make_rules
from slime.measures import Interval, units_interval
from slime.simulation import simulate
from slime.simulation.result import Simulation
from slime.simulation.run import make_plan

if TYPE_CHECKING:
    import pandas as pd

    from slime.game.deal import Deal

Floats = NDArray[np.float64]

#: Flows of the exchange, as the rules name them.
FLOWS = ("up", "down", "random")


@dataclass(frozen=True)
class Setting:
    """One setting of a dial: its series (a line in the picture), its dose, and rule fields.

    The dose is a number for the axis (cards given by a side in all) and a label.

    >>> Setting("up", 3.0, "2-1", {"exchange": [2, 1]}).name
    'up 2-1'
    """

    series: str
    dose: float
    label: str
    fields: Mapping[str, Any]

    @property
    def name(self) -> str:
        """Series and label."""
        return f"{self.series} {self.label}".strip()


@dataclass(frozen=True)
class Response:
    """An outcome at a setting: its interval, and the paired effect against the first setting."""

    setting: Setting
    outcome: str
    value: Interval
    effect: Effect


def exchange_settings(
    players: int,
    counts: Sequence[Sequence[int]] | None = None,
    flows: Sequence[str] = FLOWS,
    opens: Sequence[bool] = (False,),
) -> tuple[Setting, ...]:
    """Settings of the exchange: no exchange, then each flow, blind or open, at each dose.

    `counts` are cards by pair from the outside in; None: 1, 2-1, 3-2-1 and so on, as far as there
    are pairs.

    >>> [s.name for s in exchange_settings(5, flows=("up",))]
    ['none 0', 'up 1', 'up 2-1']
    """
    players = check_int("players", players, 2, 8)
    if counts is None:
        counts = [list(range(n, 0, -1)) for n in range(1, players // 2 + 1)]
    for name, given in (("counts", counts), ("flows", flows), ("opens", opens)):
        if isinstance(given, str) or not isinstance(given, Sequence):
            raise ValueError(f"{name}: a list, not {given!r:.60}")
    for cards in counts:
        if isinstance(cards, str) or not isinstance(cards, Sequence):
            raise ValueError(f"counts: lists of numbers of cards, not {cards!r:.60}")
        for n in cards:
            check_int("counts", n, 0, 6)
    for is_open in opens:
        if not isinstance(is_open, bool):
            raise ValueError(f"opens: True or False, not {is_open!r:.60}")
    for flow in flows:
        if flow not in FLOWS:
            raise ValueError(f"flows: out of {', '.join(FLOWS)}, not {flow!r:.60}")
    out = [Setting("none", 0.0, "0", {"exchange": "none"})]
    for flow in flows:
        for is_open in opens:
            series = f"{flow} open" if is_open else flow
            for cards in counts:
                fields = {
                    "exchange": list(cards),
                    "exchange_flow": flow,
                    "exchange_open": bool(is_open),
                }
                label = "-".join(map(str, cards))
                out.append(Setting(series, float(sum(cards)), label, fields))
    return tuple(out)


class DoseResponse:
    """Outcomes at all settings of a dial; `deal` opens any deal behind them.

    >>> found = dial(settings=exchange_settings(4, flows=("up",)), outcomes="keep_first", players=4,
    ...              matches=50, deals=10, progress=False)
    >>> found.outcomes, [r.setting.name for r in found.of("keep_first")]
    (('keep_first',), ['none 0', 'up 1', 'up 2-1'])
    >>> found.world("up 2-1").places.shape, found.deal("up 2-1", 0, 1).rules.exchange
    ((50, 10, 4), (2, 1))
    >>> found.frame()["value"].is_monotonic_increasing
    True
    """

    def __init__(
        self,
        settings: tuple[Setting, ...],
        worlds: tuple[Simulation, ...],
        responses: Sequence[Response],
    ) -> None:
        self.settings = settings
        self.worlds = worlds
        self.responses = tuple(responses)

    @property
    def outcomes(self) -> tuple[str, ...]:
        """The names of the outcomes."""
        return tuple(dict.fromkeys(r.outcome for r in self.responses))

    def of(self, outcome: str) -> tuple[Response, ...]:
        """The responses of one outcome, setting by setting."""
        if outcome not in self.outcomes:
            raise ValueError(f"outcome: one of {', '.join(self.outcomes)}, not {outcome!r:.60}")
        return tuple(r for r in self.responses if r.outcome == outcome)

    def world(self, name: str) -> Simulation:
        """The simulation of a setting, by its name."""
        names = [setting.name for setting in self.settings]
        if name not in names:
            raise ValueError(f"name: one of {', '.join(names)}, not {name!r:.60}")
        return self.worlds[names.index(name)]

    def deal(self, name: str, m: int, d: int) -> Deal:
        """Deal `d` of match `m` (both from 0) at a setting, to be stepped through."""
        return self.world(name).deal(m, d)

    def frame(self) -> pd.DataFrame:
        """One row for each outcome and setting; effects are against the first setting."""
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    "outcome": r.outcome,
                    "series": r.setting.series,
                    "dose": r.setting.dose,
                    "label": r.setting.label,
                    "value": r.value.value,
                    "low": r.value.low,
                    "high": r.value.high,
                    "effect": r.effect.value,
                    "effect_low": r.effect.low,
                    "effect_high": r.effect.high,
                    "narrowing": r.effect.narrowing,
                }
                for r in self.responses
            ]
        )

    def __repr__(self) -> str:
        return f"<DoseResponse: {', '.join(setting.name for setting in self.settings)}>"


def dial(
    rules: Rules | str = "slime-licker",
    settings: Sequence[Setting] | None = None,
    outcomes: Any = None,
    players: int | Sequence[str] = 6,
    matches: int = 1_000,
    deals: int = 20,
    strategies: Any = "lowest",
    seed: int = 1,
    *,
    level: float = 0.95,
    draws: int = 1999,
    workers: int | None = None,
    engine: str | None = None,
    progress: bool = True,
) -> DoseResponse:
    """Turn a dial of the rules and watch outcomes, all settings with the same luck.

    `settings` are those of `exchange_settings` (None: no exchange, then 1, 2-1, 3-2-1 cards
    flowing up, down and by lot) or any others, for example `slime.experiments.swap_game`'s.
    Outcomes as in `slime.compare`; effects are paired, against the first setting.

    >>> doses = dial(settings=exchange_settings(5, flows=("up",)), players=5, matches=200,
    ...              deals=10, outcomes="rank_correlation", progress=False)
    >>> none, one, two = (r.value.value for r in doses.of("rank_correlation"))
    >>> none < one < two
    True
    """
    made = make_rules(rules)
    level, draws = check_fraction("level", level), check_int("draws", draws, 1, 10**6)
    base = make_plan(made, players, matches, deals, strategies, seed, engine)
    if settings is None:
        settings = exchange_settings(len(base.names))
    if not isinstance(settings, Iterable):
        raise ValueError(f"settings: a list of settings, not {settings!r:.60}")
    chosen = tuple(settings)
    for setting in chosen:
        if not isinstance(setting, Setting):
            raise ValueError(f"settings: each one a Setting, not {setting!r:.60}")
    if len(chosen) < 1 or len({s.name for s in chosen}) < len(chosen):
        raise ValueError("settings: at least one, each with a series and label of its own")
    wanted = find_outcomes(outcomes)
    plans = []
    for setting in chosen:
        own = made.replace(**dict(setting.fields))
        plans.append(make_plan(own, players, matches, deals, strategies, seed, engine))
        check_pack(plans[0], plans[-1])
    number = len(plans[0].names)
    responses: list[Response] = []
    first: list[Floats] = []
    worlds: list[Simulation] = []
    for setting, plan in zip(chosen, plans, strict=True):
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
        for i, (record, options) in enumerate(wanted):
            assert record.by_session is not None
            sums = in_groups(record.by_session(places, options))
            if setting is chosen[0]:
                first.append(sums)

            def value(sums: Floats, record: Any = record, options: Any = options) -> Floats:
                return finished(record, options, sums, number)

            at = units_interval(sums, None, value, level, seed, draws)
            effect = paired_effect(record.key, first[i], sums, value, level, seed, draws)
            responses.append(Response(setting, record.key, at, effect))
    order = [m.key for m, _ in wanted]
    responses.sort(key=lambda r: order.index(r.outcome))
    return DoseResponse(chosen, tuple(worlds), responses)
