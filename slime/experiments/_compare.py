"""Two worlds, same luck: the same shuffles under two rule sets, or with two sets of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from slime._checks import check_choice, check_fraction, check_int, invalid
from slime.experiments.counterfactual import counterfactual_deal, run_counterfactual
from slime.experiments.effects import Effect, paired_effect
from slime.experiments.outcomes import Outcomes, find_outcome, find_outcomes
from slime.game.rules import Rules
from slime.game.rules import rules as make_rules
from slime.game.setting import Strategies
from slime.measures import Measure
from slime.measures.places import Floats, quotient
from slime.simulation.address import Address
from slime.simulation.result import Simulation, best_addresses
from slime.simulation.run import Spread, run_spec
from slime.simulation.spec import Spec, make_spec

if TYPE_CHECKING:
    import pandas as pd

    from slime.game.deal import Deal

Int8s = NDArray[np.int8]

#: The ways to hold two worlds side by side.
WAYS = ("parallel", "counterfactual")
#: What means are taken of in a table of effects.
OF = ("place", "points", "finish", "first", "last")


def compare(
    rules_a: Rules | str = "slime-licker",
    rules_b: Rules | str | None = None,
    players: int | Sequence[str] = 5,
    matches: int = 1_000,
    deals: int | None = 20,
    strategies: Strategies = "lowest",
    seed: int = 1,
    *,
    strategies_b: Strategies = None,
    how: str = "parallel",
    workers: int | None = None,
    engine: str | None = None,
    progress: bool = True,
) -> Comparison:
    """Play the same shuffles under two rule sets, or with two sets of players.

    Both worlds use common random numbers: the same shuffles, lots and draws of the players.  So
    both must use one pack, that the same shuffle deals the same hands.  Effects are B minus A.

    Parameters
    ----------
    rules_a, rules_b : Rules or str
        The rules of world A and of world B; None: B has those of A.
    players : int or sequence of str
        How many play (seated at random), or their names in the order of the seats.
    matches, deals : int
        How many matches, of how many deals each; ``deals=None``: as the rules end a match.
    strategies, strategies_b : str, Strategy, function or sequence of these
        Who plays in A and in B, as in `slime.simulate`; None: B has those of A.
    seed : int
        Where all luck comes from.
    how : str
        ``"parallel"``: each world goes its own way with the same luck; effects are averages over
        whole matches.  ``"counterfactual"``: world A is played, and every deal of it is played
        under B as well, with the same standing, seats, dealer, hands and streams as A had;
        effects are those of one deal, on every single player, everywhere.  (What B's rules say
        of dealer, seats and extras they say from where A left off.  In the first deal both begin
        by their own rules, so in the deal after it the two ways agree unless the first one came
        out differently.)
    workers, engine, progress
        As in `slime.simulate`.

    Returns
    -------
    Comparison
        Effects with intervals, and the pairs of deals behind them.

    Raises
    ------
    ValueError
        For arguments that cannot be; for packs that differ.

    Examples
    --------
    >>> worlds = compare("slime-licker", make_rules("slime-licker", exchange="none"), matches=100,
    ...                  how="counterfactual", engine="interpreted", progress=False)
    >>> effect = worlds.effect("rank_correlation")
    >>> effect.value < -0.3, effect.variance_ratio > 1.2
    (True, True)
    >>> pair = worlds.deal(0, 3)
    >>> pair.a.dealt == pair.b.dealt, pair.a.previous_standing == pair.b.previous_standing
    (True, True)
    """
    check_choice("how", how, WAYS)
    if rules_b is None and strategies_b is None:
        raise invalid("experiments.one_world")
    if deals is None and how != "parallel" and make_rules(rules_a).match[0][0] != "deals":
        raise invalid("experiments.target")

    def spec(rules: Rules | str, who: Strategies) -> Spec:
        return make_spec(rules, players, matches, deals, who, seed, engine)

    a = spec(rules_a, strategies)
    others = strategies if strategies_b is None else strategies_b
    b = spec(rules_a if rules_b is None else rules_b, others)
    if how == "parallel":
        one, two = play_worlds((a, b), workers, progress)
        return Comparison(how, one, b, two.places, two.finish)
    check_pack(a, b)
    world = run_counterfactual(a, b, workers, progress)
    return Comparison(how, world, b, world.places_b, world.finish_b)


def check_pack(a: Spec, b: Spec) -> None:
    """Raise ``ValueError`` unless one shuffle deals the same hands in both worlds."""
    one, two = (spec.rules.pack(len(a.names)) for spec in (a, b))
    if one != two:
        same_cards = sorted(one) == sorted(two)
        raise invalid("experiments.pack_order" if same_cards else "experiments.pack_cards")


def play_worlds(
    specs: Sequence[Spec], workers: int | None, progress: bool
) -> tuple[Simulation, ...]:
    """Several worlds with the same luck; ``ValueError`` unless all use one pack."""
    for spec in specs[1:]:
        check_pack(specs[0], spec)
    return tuple(run_spec(spec, Spread(workers), progress) for spec in specs)


class DealPair(NamedTuple):
    """One deal in both worlds, each to be stepped through.

    Examples
    --------
    >>> worlds = compare(strategies="lowest", strategies_b="highest", matches=5, deals=4,
    ...                  engine="interpreted", progress=False)
    >>> pair = worlds.deal(0, 0)
    >>> pair.a.dealt == pair.b.dealt, pair.a.finish().places == pair.b.finish().places
    (True, False)
    """

    a: Deal
    b: Deal


@dataclass(frozen=True)
class GroupEffects:
    """Means in both worlds and their difference B minus A, one number a group.

    `labels` names the groups (previous places, or players), `n` counts what each mean in A is
    over.  `effect` has arrays.  In counterfactual worlds `better`, `same` and `worse` are the
    shares of cases whose place is better, the same or worse in B than in A; in parallel worlds
    they are None.

    Examples
    --------
    >>> worlds = compare(strategies="lowest", strategies_b="highest", matches=10, deals=5,
    ...                  engine="interpreted", progress=False)
    >>> found = worlds.table(by="player", of="points")
    >>> found.labels, found.frame().shape
    (('P1', 'P2', 'P3', 'P4', 'P5'), (5, 8))
    """

    by: str
    of: str
    labels: tuple[Any, ...]
    n: NDArray[np.int64]
    effect: Effect
    better: Floats | None = None
    same: Floats | None = None
    worse: Floats | None = None

    def frame(self) -> pd.DataFrame:
        """One row a group.

        Returns
        -------
        pandas.DataFrame
            Columns: the group, n, a, b, difference, low, high, variance_ratio; in counterfactual
            worlds also better, same, worse.
        """
        import pandas as pd

        effect = self.effect
        columns: dict[str, Any] = {self.by: list(self.labels), "n": self.n}
        columns |= {"a": effect.a.value, "b": effect.b.value, "difference": effect.value}
        columns |= {name: getattr(effect, name) for name in ("low", "high", "variance_ratio")}
        if self.better is not None:
            columns |= {"better": self.better, "same": self.same, "worse": self.worse}
        return pd.DataFrame(columns)

    def __repr__(self) -> str:
        return f"<GroupEffects on {self.of} by {self.by}: {len(self.labels)} groups>"


class Comparison:
    """Two worlds with the same luck; all effects are world B minus world A.

    `places_a`, `places_b`, `finish_a`, `finish_b` are int8 arrays [match, deal, player] (0 = not
    played).  In counterfactual worlds row [m, d] of B is the deal that follows A's deal d - 1.

    Examples
    --------
    >>> worlds = compare("slime-licker", make_rules("slime-licker", exchange="none"), matches=20,
    ...                  deals=10, how="counterfactual", engine="interpreted", progress=False)
    >>> worlds.players, worlds.seed, worlds.change.shape
    (('P1', 'P2', 'P3', 'P4', 'P5'), 1, (20, 10, 5))
    >>> found = worlds.effects(["rank_correlation", "keep_first"])
    >>> found["rank_correlation"].high < 0, round(worlds.effect("keep_first").value, 1)
    (True, -0.3)
    >>> worlds.table().frame()["difference"].round(1).tolist()
    [1.4, 0.5, -0.1, -0.7, -1.1]
    >>> worlds.find("worse", 1, previous_place=1)
    [<Address match=0, deal=1, player=0: match 1, deal 2, player 1>]
    >>> worlds.deal(0, 1).b.rules.exchange, worlds.frame().shape
    ('none', (1000, 7))
    """

    def __init__(self, how: str, a: Simulation, spec_b: Spec, places: Int8s, finish: Int8s):
        self.how = how
        self.a = a
        self.spec_a = a.spec
        self.spec_b = spec_b
        self.places_a, self.finish_a = a.places, a.finish
        self.places_b, self.finish_b = places, finish

    @property
    def players(self) -> tuple[str, ...]:
        """Names by player number."""
        return self.spec_a.names

    @property
    def seed(self) -> int:
        """The seed that the luck of both worlds came from."""
        return self.spec_a.seed

    # --- effects -----------------------------------------------------------------------

    def effect(
        self,
        outcome: str | Measure[object] = "rank_correlation",
        level: float = 0.95,
        seed: int = 0,
        draws: int = 1999,
        **options: Any,
    ) -> Effect:
        """The effect on an outcome, with a paired interval over matches.

        Parameters
        ----------
        outcome : str or Measure
            One of `slime.measures.MEASURES`, or ``next_places``, ``next_place_first``,
            ``next_place_last``, ``friedman_ratio``, ``excess_persistence``.
        level : float
            How often limits are to hold the true value.
        seed, draws : int
            Of the bootstrap.
        **options
            Those of the measure.

        Returns
        -------
        Effect
            The outcome in both worlds and the difference.

        Raises
        ------
        ValueError
            Counterfactual worlds know moves over one deal only, from A's places: outcomes of
            whole matches are refused there.
        """
        found = find_outcome(outcome, options)
        level, draws = check_fraction("level", level), check_int("draws", draws, 1, 10**6)
        before = self.places_a if self.how == "counterfactual" else None
        if before is not None and not found.of_moves:
            raise invalid("experiments.one_deal", key=found.key)
        a, b = (found.units(places, before) for places in (self.places_a, self.places_b))
        value = partial(found.value, players=len(self.players))
        return paired_effect(found.key, a, b, value, level, seed, draws)

    def effects(self, outcomes: Outcomes = None, **how: Any) -> dict[str, Effect]:
        """Effects on several outcomes by name.

        Parameters
        ----------
        outcomes : str, Measure or sequence of these, optional
            Names or measures; None: the usual ones.
        **how
            `level`, `seed` and `draws` of `effect`.

        Returns
        -------
        dict of str to Effect
            In the order asked for.
        """
        return {o.key: self.effect(o.measure, **o.options, **how) for o in find_outcomes(outcomes)}

    def table(
        self, by: str = "previous_place", of: str = "place", level: float = 0.95, seed: int = 0
    ) -> GroupEffects:
        """Effects on the mean of something, by previous place or by player.

        Parameters
        ----------
        by : str
            ``"previous_place"`` (in the deal before; in counterfactual worlds that of A for both
            worlds) or ``"player"``.
        of : str
            ``"place"``, ``"points"``, ``"finish"`` (order of going out), ``"first"`` or
            ``"last"`` (share of deals in which one is that).
        level, seed : float and int
            As in `effect`.

        Returns
        -------
        GroupEffects
            One number a group.
        """
        check_choice("of", of, OF)
        counterfactual = self.how == "counterfactual"
        group = self.groups(by)
        group_b = group if counterfactual else _groups(by, self.places_b)
        a = _sums(group, _values(of, self.places_a, self.finish_a, self.spec_a.rules))
        b = _sums(group_b, _values(of, self.places_b, self.finish_b, self.spec_b.rules))
        effect = paired_effect(of, a, b, quotient, check_fraction("level", level), seed)
        change = self.change
        moved = (change < 0, change == 0, change > 0) if counterfactual else ()
        shares = [quotient(_sums(group, share).sum(axis=0)) for share in moved]
        labels = self.players if by == "player" else tuple(range(1, len(self.players) + 1))
        n = a[..., 1].sum(axis=0).astype(np.int64)
        return GroupEffects(by, of, labels, n, effect, *shares)

    @property
    def change(self) -> Int8s:
        """Place in B minus place in A [match, deal, player]; 0 where one was not played."""
        a, b = self._both()
        longest = max(self.places_a.shape[1], self.places_b.shape[1])
        out = np.zeros((len(a), longest, a.shape[2]), np.int8)
        out[:, : a.shape[1]] = np.where((a > 0) & (b > 0), b - a, 0)
        return out

    def _both(self) -> tuple[Int8s, Int8s]:
        """Places in A and in B, as many deals as both have."""
        deals = min(self.places_a.shape[1], self.places_b.shape[1])
        return self.places_a[:, :deals], self.places_b[:, :deals]

    def groups(self, by: str = "previous_place") -> NDArray[np.int64]:
        """The group that each match, deal and player of A belongs to.

        Parameters
        ----------
        by : str
            As in `table`.

        Returns
        -------
        numpy.ndarray
            [match, deal, player]: the number of the group, from 0; -1 for none.

        Examples
        --------
        >>> worlds = compare(strategies="lowest", strategies_b="highest", matches=3, deals=4,
        ...                  engine="interpreted", progress=False)
        >>> bool((worlds.groups()[:, 1:] == worlds.places_a[:, :-1] - 1).all())
        True
        """
        return _groups(check_choice("by", by, ("previous_place", "player")), self.places_a)

    # --- back to the deals -------------------------------------------------------------

    def deal(self, m: int | Address, d: int | None = None) -> DealPair:
        """One deal in both worlds, to be stepped through.

        In counterfactual worlds B's deal starts where A's did; in parallel ones each world has
        come there by its own way.

        Parameters
        ----------
        m : int or Address
            Number of the match, from 0, or the address of the deal.
        d : int, optional
            Number of the deal in its match, from 0; not with an address.

        Returns
        -------
        DealPair
            The deal in A and in B.

        Raises
        ------
        ValueError
            Where there is no such deal.

        Examples
        --------
        >>> worlds = compare(strategies="lowest", strategies_b="highest", matches=5, deals=4,
        ...                  engine="interpreted", progress=False)
        >>> address = worlds.find("largest", 1)[0]
        >>> pair = worlds.deal(address)
        >>> pair.a.number == address.deal + 1
        True
        """
        a = self.a.deal(m, d)
        at = m if isinstance(m, Address) else Address(m, a.number - 1)
        if self.how == "counterfactual":
            return DealPair(a, counterfactual_deal(self.spec_a, self.spec_b, at.match, at.deal))
        return DealPair(a, self.spec_b.deal(at.match, at.deal))

    def find(
        self, what: str = "largest", n: int = 10, previous_place: int | None = None
    ) -> list[Address]:
        """Addresses of players whose place differs most between the worlds.

        Parameters
        ----------
        what : str
            ``"largest"`` (either way), ``"better"`` (in B) or ``"worse"``.
        n : int
            How many at the most.
        previous_place : int, optional
            Only those who had this place in A's deal before.

        Returns
        -------
        list of Address
            The largest change first; equal ones in the order of matches.
        """
        scores: dict[str, Any] = {"largest": np.abs, "better": np.negative, "worse": np.positive}
        score = scores[check_choice("find", what, scores)](self.change)
        n = check_int("n", n, 1)
        if previous_place is not None:
            place = check_int("previous_place", previous_place, 1, len(self.players))
            group = self.groups()
            score = np.where(group == place - 1, score[:, : group.shape[1]], 0)
        return best_addresses(score, n)

    def frame(self) -> pd.DataFrame:
        """One row for each match, deal and player that both worlds played.

        Returns
        -------
        pandas.DataFrame
            Columns: match, deal, player, previous_place (in A's deal before, 0 = none), place_a,
            place_b, change (B minus A: below 0 is better in B).
        """
        import pandas as pd

        a, b = self._both()
        before, change = _previous(a), self.change[:, : a.shape[1]]
        shown = np.flatnonzero((a > 0) & (b > 0))
        match, deal, player = np.unravel_index(shown, a.shape)
        names = pd.Categorical.from_codes(player, categories=pd.Index(list(self.players)))
        columns = {"previous_place": before, "place_a": a, "place_b": b, "change": change}
        return pd.DataFrame(
            {"match": match, "deal": deal, "player": names}
            | {name: array.ravel()[shown] for name, array in columns.items()}
        )

    def __repr__(self) -> str:
        return (
            f"<Comparison, {self.how}: A {self.spec_a.rules!r}, B {self.spec_b.rules!r}, "
            f"{self.spec_a.matches:,} matches, seed {self.seed}>"
        )


def _previous(places: Int8s) -> Int8s:
    """The places of the deal before, 0 in the first deal."""
    out = np.zeros_like(places)
    out[:, 1:] = places[:, :-1]
    return out


def _groups(by: str, places: Int8s) -> NDArray[np.int64]:
    """The group of each match, deal and player, from 0; -1 for none."""
    group = np.arange(places.shape[2]) if by == "player" else _previous(places).astype(np.int64) - 1
    return np.where(places > 0, group, -1)


def _values(of: str, places: Int8s, finish: Int8s, rules: Rules) -> NDArray[Any]:
    count = places.shape[-1]
    made = {"place": places, "finish": finish, "first": places == 1, "last": places == count}
    return made[of] if of in made else np.array((0, *rules.points(count)), np.float64)[places]


def _sums(group: NDArray[np.int64], values: NDArray[Any]) -> Floats:
    """Sum and number of values by match and group: [match, group, 2]."""
    matches, _, count = group.shape
    counted = group >= 0
    cell = (group + (np.arange(matches) * count)[:, None, None])[counted]
    total = np.bincount(cell, weights=values[counted], minlength=matches * count)
    number = np.bincount(cell, minlength=matches * count)
    return np.stack([total, number.astype(np.float64)], axis=-1).reshape(matches, count, 2)
