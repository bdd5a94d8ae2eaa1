"""Dose and response: more cards exchanged, other ways to give them, and what that does.

Every dose is played with the same luck, so doses are compared match by match.

One set of doses is that of an experiment with people, the Swap Game: Molina, Bucca and Macy (2019),
"It's not just how the game is played, it's whether you win or lose", Science Advances 5(7):
eaau1156, doi 10.1126/sciadv.aau1156; data: doi 10.7910/DVN/BCOZ6N.  Two players; one plays a card,
the other a higher one or passes; who is rid of all cards first wins.  Between rounds cards are
exchanged: the winner's best for the loser's worst (the game becomes more equal), the winner's worst
for the loser's best (less equal), or cards at random; one card in some versions, two in others.
Both winners and losers called the outcome less fair the more was redistributed, winners more so;
winners on the whole called the game fair more often, even where it was tilted in their favour most.
What is taken over here is the exchange and the number of players; the pack of 13 ranks in one suit
(so that single cards are played) and the equal players are this kit's, and nobody here is asked
what is fair.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from slime._checks import check_choice, check_fraction, check_int, invalid
from slime.experiments._compare import play_worlds
from slime.experiments.effects import Effect, in_groups, paired_effect
from slime.experiments.outcomes import Outcomes, find_outcomes
from slime.game.rules import Rules
from slime.game.rules import rules as make_rules
from slime.game.setting import Strategies
from slime.measures import Interval, units_interval
from slime.simulation.address import Address
from slime.simulation.result import Simulation
from slime.simulation.spec import Spec, make_spec

if TYPE_CHECKING:
    import pandas as pd

    from slime.game.deal import Deal

#: Flows of the exchange, as the rules name them.
FLOWS = ("up", "down", "random")
#: Where the Swap Game comes from.
CITATION = (
    "Molina, M., Bucca, M., Macy, M. W. (2019). It's not just how the game is played, it's whether"
    " you win or lose. Science Advances 5(7), eaau1156. https://doi.org/10.1126/sciadv.aau1156"
)


@dataclass(frozen=True)
class Dose:
    """One dose: its series (a line in the picture), its amount, and the fields of the rules.

    The amount is a number for the axis (cards given by a side in all), `label` its name.

    Examples
    --------
    >>> Dose("up", 3.0, "2-1", {"exchange": [2, 1]}).name
    'up 2-1'
    """

    series: str
    amount: float
    label: str
    fields: Mapping[str, Any]

    @property
    def name(self) -> str:
        """Series and label."""
        return f"{self.series} {self.label}".strip()


@dataclass(frozen=True)
class Response:
    """An outcome at a dose: its interval, and the paired effect against the first dose."""

    dose: Dose
    outcome: str
    value: Interval
    effect: Effect


def exchange_doses(
    players: int,
    counts: Sequence[Sequence[int]] | None = None,
    flows: Sequence[str] = FLOWS,
    opens: Sequence[bool] = (False,),
) -> tuple[Dose, ...]:
    """Doses of the exchange: no exchange, then each flow, blind or open, with each count.

    Parameters
    ----------
    players : int
        How many play.
    counts : sequence of sequence of int, optional
        Cards by pair from the outside in; None: 1, 2-1, 3-2-1 and so on, as far as there are
        pairs.
    flows : sequence of str
        Out of ``"up"``, ``"down"``, ``"random"``.
    opens : sequence of bool
        Whether those who choose may look first.

    Returns
    -------
    tuple of Dose
        No exchange first.

    Raises
    ------
    ValueError
        For what is no such list.

    Examples
    --------
    >>> [dose.name for dose in exchange_doses(5, flows=("up",))]
    ['none 0', 'up 1', 'up 2-1']
    """
    players = check_int("players", players, 2, 8)
    if counts is None:
        counts = [list(range(n, 0, -1)) for n in range(1, players // 2 + 1)]
    for name, given in (("counts", counts), ("flows", flows), ("opens", opens)):
        _check_list(name, given)
    for cards in counts:
        for n in _check_list("counts", cards):
            check_int("counts", n, 0, 6)
    for is_open in opens:
        if not isinstance(is_open, bool):
            raise invalid("experiments.opens", got=is_open)
    for flow in flows:
        check_choice("flows", flow, FLOWS)
    return Dose("none", 0.0, "0", {"exchange": "none"}), *(
        Dose(
            f"{flow} open" if is_open else flow,
            float(sum(cards)),
            "-".join(map(str, cards)),
            {"exchange": list(cards), "exchange_flow": flow, "exchange_open": is_open},
        )
        for flow in flows
        for is_open in opens
        for cards in counts
    )


def _check_list(name: str, given: Any) -> Sequence[Any]:
    if isinstance(given, (str, bytes)) or not isinstance(given, Sequence):
        raise invalid("experiments.list", name=name, got=given)
    return given


def swap_game_rules() -> Rules:
    """Rules for two like those of the Swap Game: single cards, no fall, the last one leads.

    Returns
    -------
    Rules
        13 ranks in one suit, no exchange.

    Examples
    --------
    >>> swap_game_rules().players
    (2, 8)
    """
    return make_rules(
        "slime-licker",
        players=[2, 8],
        suits=1,
        jokers=0,
        ranks="3456789TJQKA2",
        champion_falls=False,
        exchange="none",
    )


def swap_game() -> tuple[Dose, ...]:
    """The five conditions of the Swap Game, from two cards down (progressive) to two up.

    Returns
    -------
    tuple of Dose
        Amounts are cards that go to the winner; the first one, the reference, is the exchange at
        random.

    Examples
    --------
    >>> [dose.name for dose in swap_game()]
    ['random 1', 'progressive 2', 'progressive 1', 'regressive 1', 'regressive 2']
    """
    out = [Dose("random", 0.0, "1", {"exchange": [1], "exchange_flow": "random"})]
    for series, flow, amounts in (("progressive", "down", (-2, -1)), ("regressive", "up", (1, 2))):
        for n in amounts:
            fields = {"exchange": [abs(n)], "exchange_flow": flow}
            out.append(Dose(series, float(n), str(abs(n)), fields))
    return tuple(out)


@dataclass(frozen=True, repr=False, eq=False)
class DoseResponse:
    """Outcomes at all doses; `deal` opens any deal behind them.

    Examples
    --------
    >>> found = dose_response(doses=exchange_doses(4, flows=("up",)), outcomes="keep_first",
    ...                       players=4, matches=50, deals=10, progress=False)
    >>> found.outcomes, [r.dose.name for r in found.of("keep_first")]
    (('keep_first',), ['none 0', 'up 1', 'up 2-1'])
    >>> found.world("up 2-1").places.shape, found.deal("up 2-1", 0, 1).rules.exchange
    ((50, 10, 4), (2, 1))
    >>> found.frame()["value"].is_monotonic_increasing
    True
    """

    doses: tuple[Dose, ...]
    worlds: tuple[Simulation, ...]
    responses: tuple[Response, ...]

    @property
    def outcomes(self) -> tuple[str, ...]:
        """The names of the outcomes."""
        return tuple(dict.fromkeys(r.outcome for r in self.responses))

    def of(self, outcome: str) -> tuple[Response, ...]:
        """The responses of one outcome, dose by dose.

        Parameters
        ----------
        outcome : str
            Its name.

        Returns
        -------
        tuple of Response
            In the order of the doses.
        """
        check_choice("outcome", outcome, self.outcomes)
        return tuple(r for r in self.responses if r.outcome == outcome)

    def world(self, name: str) -> Simulation:
        """The simulation of a dose.

        Parameters
        ----------
        name : str
            The dose's name: series and label.

        Returns
        -------
        Simulation
            All its matches.
        """
        names = [dose.name for dose in self.doses]
        return self.worlds[names.index(check_choice("name", name, names))]

    def deal(self, name: str, m: int | Address, d: int | None = None) -> Deal:
        """A deal at a dose, to be stepped through.

        Parameters
        ----------
        name : str
            The dose's name: series and label.
        m : int or Address
            Number of the match, from 0, or the address of the deal.
        d : int, optional
            Number of the deal in its match, from 0; not with an address.

        Returns
        -------
        Deal
            At its beginning.
        """
        return self.world(name).deal(m, d)

    def frame(self) -> pd.DataFrame:
        """One row for each outcome and dose; effects are against the first dose.

        Returns
        -------
        pandas.DataFrame
            Columns: outcome, series, dose, label, value, low, high, effect, effect_low,
            effect_high, variance_ratio.
        """
        import pandas as pd

        names = ("value", "low", "high")
        return pd.DataFrame(
            {"outcome": r.outcome, "series": r.dose.series, "dose": r.dose.amount}
            | {"label": r.dose.label}
            | {name: getattr(r.value, name) for name in names}
            | {f"effect_{name}".replace("_value", ""): getattr(r.effect, name) for name in names}
            | {"variance_ratio": r.effect.variance_ratio}
            for r in self.responses
        )

    def __repr__(self) -> str:
        return f"<DoseResponse: {', '.join(dose.name for dose in self.doses)}>"


def dose_response(
    rules: Rules | str = "slime-licker",
    doses: Sequence[Dose] | None = None,
    outcomes: Outcomes = None,
    players: int | Sequence[str] = 6,
    matches: int = 1_000,
    deals: int = 20,
    strategies: Strategies = "lowest",
    seed: int = 1,
    *,
    level: float = 0.95,
    draws: int = 1999,
    workers: int | None = None,
    engine: str | None = None,
    progress: bool = True,
) -> DoseResponse:
    """Play several doses of a rule with the same luck and watch outcomes.

    Parameters
    ----------
    rules : Rules or str
        What all doses share.
    doses : sequence of Dose, optional
        Those of `exchange_doses` (None: no exchange, then 1, 2-1, 3-2-1 cards flowing up, down
        and at random) or any others, for example those of `slime.experiments.swap_game`.
    outcomes : str, Measure or sequence of these, optional
        As in `slime.decompose`; effects are paired, against the first dose.
    players, matches, deals, strategies, seed
        As in `slime.simulate`.
    level, draws : float and int
        Of the limits: how often they are to hold the true value; resamples.
    workers, engine, progress
        As in `slime.simulate`.

    Returns
    -------
    DoseResponse
        Each outcome at each dose.

    Raises
    ------
    ValueError
        For arguments that cannot be.

    Examples
    --------
    >>> found = dose_response(doses=exchange_doses(5, flows=("up",)), players=5, matches=200,
    ...                       deals=10, outcomes="rank_correlation", progress=False)
    >>> none, one, two = (r.value.value for r in found.of("rank_correlation"))
    >>> none < one < two
    True
    """
    made = make_rules(rules)
    level, draws = check_fraction("level", level), check_int("draws", draws, 1, 10**6)

    def spec(own: Rules) -> Spec:
        return make_spec(own, players, matches, deals, strategies, seed, engine)

    count = len(spec(made).names)
    chosen = _check_doses(exchange_doses(count) if doses is None else doses)
    wanted = find_outcomes(outcomes)
    specs = [spec(made.replace(**dose.fields)) for dose in chosen]
    worlds = play_worlds(specs, workers, progress)
    responses = []
    for outcome in wanted:
        value = partial(outcome.value, players=count)
        units = [in_groups(outcome.units(world.places)) for world in worlds]
        for dose, own in zip(chosen, units, strict=True):
            at = units_interval(own, None, value, level, seed, draws)
            effect = paired_effect(outcome.key, units[0], own, value, level, seed, draws)
            responses.append(Response(dose, outcome.key, at, effect))
    return DoseResponse(chosen, worlds, tuple(responses))


def _check_doses(given: Any) -> tuple[Dose, ...]:
    doses = tuple(given) if isinstance(given, Iterable) else (given,)
    if not all(isinstance(dose, Dose) for dose in doses):
        raise invalid("experiments.doses", got=given)
    if not doses or len({dose.name for dose in doses}) < len(doses):
        raise invalid("experiments.doses_once")
    return doses
