"""Exact small worlds: all deals of a small pack, transition matrices as fractions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from slime._checks import check_choice, check_int, invalid
from slime.experiments.exact_deals import (
    DealOutcome,
    Enumerator,
    Spot,
    State,
    added,
    ways_to_deal,
)
from slime.experiments.factorial import (
    Factor,
    cells_of,
    dividends,
    find_factors,
    members,
    shapley,
)
from slime.game.rules import Rules
from slime.game.rules import rules as make_rules
from slime.game.setting import Strategies
from slime.strategies.base import Strategy
from slime.strategies.registry import find_all

Chances = Mapping[State, Mapping[State, Fraction]]
Matrix = tuple[tuple[Fraction, ...], ...]
#: The same while it is worked out: an array of fractions.
Grid = NDArray[np.object_]

#: The most deals that are played to make one world.
MOST = 400_000


# --- chains of chances -------------------------------------------------------------------


def _grid(rows: Iterable[Iterable[Fraction]]) -> Grid:
    return np.array([list(row) for row in rows], dtype=object)


def _matrix(grid: Grid) -> Matrix:
    return tuple(map(tuple, grid))


def solve(rows: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> list[Fraction]:
    """The solution of a square system of equations, exactly.

    ``ValueError`` if there is not just one.

    >>> solve([[Fraction(2), Fraction(1)], [Fraction(1), Fraction(1)]], [Fraction(4), Fraction(3)])
    [Fraction(1, 1), Fraction(2, 1)]
    """
    n = len(rows)
    table = _grid([*row, right[i]] for i, row in enumerate(rows))
    for c in range(n):
        pivot = next((r for r in range(c, n) if table[r, c] != 0), None)
        if pivot is None:
            raise ValueError("rows: the equations have no single solution")
        table[[c, pivot]] = table[[pivot, c]]
        table[c] = table[c] / table[c, c]
        for r in range(n):
            if r != c and table[r, c] != 0:
                table[r] = table[r] - table[r, c] * table[c]
    return [row[-1] for row in table]


def long_run(chain: Chances[State], start: Mapping[State, Fraction]) -> dict[State, Fraction]:
    """The share of time spent in each state in the long run, from a first distribution.

    >>> half = Fraction(1, 2)
    >>> chain = {"a": {"b": Fraction(1)}, "b": {"a": half, "b": half}}
    >>> long_run(chain, {"a": Fraction(1)})
    {'a': Fraction(1, 3), 'b': Fraction(2, 3)}
    """
    states, none, one = list(chain), Fraction(0), Fraction(1)
    moves = _grid([chain[s].get(t, none) for t in states] for s in states)
    left = np.eye(len(states), dtype=object) - moves
    first = np.array([start.get(s, none) for s in states])
    reach = (moves != 0) | np.eye(len(states), dtype=bool)
    for _ in range(len(states).bit_length()):
        reach = reach @ reach
    closed = (reach <= reach.T).all(axis=1)  # in a set of states that is never left
    passing = np.flatnonzero(~closed)
    out = dict.fromkeys(states, none)
    for row in np.unique(reach[closed], axis=0):
        group = np.flatnonzero(row)
        # the chance to end in this set, from each state outside
        into = solve(left[np.ix_(passing, passing)], moves[np.ix_(passing, group)].sum(axis=1))
        weight = sum(first[passing] * into, first[group].sum())
        # what flows into a state flows out of it, and the shares add up to 1
        flows = left[np.ix_(group, group)].T[1:]
        shares = solve([*flows, [one] * len(group)], [*[none] * len(flows), one])
        out |= {states[i]: weight * share for i, share in zip(group, shares, strict=True)}
    return out


def passage(matrix: Matrix, start: int, goal: int) -> Fraction:
    """Mean number of steps from a state to another, for a chain with this matrix.

    >>> half = Fraction(1, 2)
    >>> passage(((half, half), (half, half)), 1, 0)
    Fraction(2, 1)
    """
    others = [i for i in range(len(matrix)) if i != goal]
    rows = [[Fraction(int(i == j)) - matrix[i][j] for j in others] for i in others]
    return solve(rows, [Fraction(1)] * len(others))[others.index(start)]


# --- worlds ------------------------------------------------------------------------------


class SmallWorld:
    """Every deal of a small pack, played by players who draw nothing at random.

    `spots` are the states of the chain: what one deal hands on to the next (see `Spot`).  All
    chances are fractions.  `hands` is the number of ways to deal the pack, card by card; `played`
    how many deals had to be played (cards of a rank are alike).

    Examples
    --------
    >>> tiny = make_rules("slime-licker", players=[3, 5], ranks="345", suits=1, jokers=0,
    ...                   exchange="none", champion_falls=False)
    >>> world = small_world(tiny)
    >>> world.hands, world.played, world.shares[world.spots[0]], world.outcome("keep_first")
    (6, 30, Fraction(5, 6), Fraction(0, 1))
    >>> world.matrix(2)[0][1] - world.power(2)[0][1]
    Fraction(-5, 81)
    >>> print(world.text)
        0  13/18   5/18
        0   5/18  13/18
        1      0      0
    """

    def __init__(
        self, rules: Rules, strategies: tuple[Strategy, ...], at_random: bool, most: int
    ) -> None:
        self.rules = rules
        self.strategies = strategies
        self.count = len(strategies)
        self._engine = Enumerator(rules, strategies, len(set(strategies)) == 1, most)
        self.opening: dict[Spot, Fraction] = self._engine.opening(at_random)
        self.outcomes: dict[Spot, dict[DealOutcome, Fraction]] = {}
        self.explore(self.opening)
        size = len(rules.pack(self.count))
        share, rest = divmod(size, self.count)
        self.hands = ways_to_deal([share + int(p < rest) for p in range(self.count)])

    def explore(self, spots: Iterable[Spot]) -> None:
        """Play every deal after these spots, and after all that they lead to.

        Parameters
        ----------
        spots : iterable of Spot
            States of a chain, of this world or of another.

        Examples
        --------
        >>> tiny = make_rules("slime-licker", players=[3, 5], ranks="345", suits=1, jokers=0,
        ...                   exchange="none", champion_falls=False)
        >>> world = small_world(tiny)
        >>> before = world.played
        >>> world.explore(world.spots)
        >>> world.played == before
        True
        """
        todo = list(spots)
        while todo:
            spot = todo.pop()
            if spot not in self.outcomes:
                self.outcomes[spot] = self._engine.after(spot)
                todo += [outcome.then for outcome in self.outcomes[spot]]

    @property
    def played(self) -> int:
        """How many deals were played so far."""
        return self._engine.played

    @property
    def spots(self) -> tuple[Spot, ...]:
        """The states of the chain."""
        return tuple(sorted(self.outcomes))

    def chain(self) -> dict[Spot, dict[Spot, Fraction]]:
        """Chances from spot to spot.

        Returns
        -------
        dict
            For each spot, what may follow it and how often.

        Examples
        --------
        >>> tiny = make_rules("slime-licker", players=[3, 5], ranks="345", suits=1, jokers=0,
        ...                   exchange="none", champion_falls=False)
        >>> world = small_world(tiny)
        >>> [sum(row.values()) for row in world.chain().values()]
        [Fraction(1, 1), Fraction(1, 1)]
        """
        return {
            spot: added((outcome.then, chance) for outcome, chance in self.outcomes[spot].items())
            for spot in self.spots
        }

    @cached_property
    def shares(self) -> dict[Spot, Fraction]:
        """The share of deals that follow each spot, in the long run."""
        return long_run(self.chain(), self.opening)

    def shares_in(self, deals: int) -> dict[Spot, Fraction]:
        """The same in matches of so many deals, the first deal left out: it follows none.

        Parameters
        ----------
        deals : int
            The length of a match.

        Returns
        -------
        dict
            A share for each spot.

        Examples
        --------
        >>> tiny = make_rules("slime-licker", players=[3, 5], ranks="345", suits=1, jokers=0,
        ...                   exchange="none", champion_falls=False)
        >>> world = small_world(tiny)
        >>> [str(share) for share in world.shares_in(3).values()]
        ['11/12', '1/12']
        >>> world.matrix_in(3) == world.matrix_after(world.shares_in(3))
        True
        """
        deals = check_int("deals", deals, 2)
        chain, now = self.chain(), self.opening
        total = dict.fromkeys(self.spots, Fraction(0))
        for _ in range(deals - 1):
            total = added([*total.items(), *now.items()])
            now = added((t, p * step) for s, p in now.items() for t, step in chain[s].items())
        return {spot: n / (deals - 1) for spot, n in total.items()}

    # --- matrices ----------------------------------------------------------------------

    def matrix_at(self, spot: Spot, k: int = 1) -> Matrix:
        """From place (row) to place (column) `k` deals later, after a certain spot.

        Parameters
        ----------
        spot : Spot
            One of `spots`.
        k : int
            How many deals.

        Returns
        -------
        tuple of tuple of Fraction
            A matrix of chances.

        Examples
        --------
        >>> tiny = make_rules("slime-licker", players=[3, 5], ranks="345", suits=1, jokers=0,
        ...                   exchange="none", champion_falls=False)
        >>> world = small_world(tiny)
        >>> [str(x) for x in world.matrix_at(world.spots[0])[0]]
        ['0', '5/6', '1/6']
        """
        return _matrix(self._ahead(check_int("k", k, 1))[spot])

    def matrix(self, k: int = 1) -> Matrix:
        """From place to place `k` deals later, in the long run.

        Parameters
        ----------
        k : int
            How many deals.

        Returns
        -------
        tuple of tuple of Fraction
            A matrix of chances.
        """
        return self.matrix_after(self.shares, k)

    def matrix_after(self, shares: Mapping[Spot, Fraction], k: int = 1) -> Matrix:
        """From place to place `k` deals later, after spots with these shares.

        The shares of another world give the effect of one deal there played by these rules, as
        counterfactual worlds of `slime.compare` show it.

        Parameters
        ----------
        shares : mapping
            Of all deals, by the spot that they follow.
        k : int
            How many deals.

        Returns
        -------
        tuple of tuple of Fraction
            A matrix of chances.
        """
        self.explore(shares)
        ahead = self._ahead(check_int("k", k, 1))
        return _matrix(sum(w * ahead[spot] for spot, w in shares.items()))

    def power(self, k: int) -> Matrix:
        """The `k`-th power of the matrix of one deal.

        Parameters
        ----------
        k : int
            How many deals.

        Returns
        -------
        tuple of tuple of Fraction
            What ``matrix(k)`` would be if only places were carried over.
        """
        out = one = _grid(self.matrix())
        for _ in range(check_int("k", k, 1) - 1):
            out = out @ one
        return _matrix(out)

    def matrix_in(self, deals: int) -> Matrix:
        """The matrix of one deal to expect in matches of so many deals, all moves counted.

        Parameters
        ----------
        deals : int
            The length of a match.

        Returns
        -------
        tuple of tuple of Fraction
            A matrix of chances.
        """
        return self.matrix_after(self.shares_in(deals))

    def _ahead(self, k: int) -> dict[Spot, Grid]:
        """The matrix `k` deals ahead after each spot."""
        ahead = dict.fromkeys(self.spots, np.eye(self.count, dtype=object))
        for _ in range(k):
            ahead = {
                spot: sum(
                    chance * ahead[outcome.then][[outcome.places[p] for p in spot.standing]]
                    for outcome, chance in self.outcomes[spot].items()
                )
                for spot in self.spots
            }
        return ahead

    # --- outcomes ----------------------------------------------------------------------

    def outcome(self, which: str, deals: int | None = None) -> Fraction:
        """An outcome of the matrix of one deal.

        Parameters
        ----------
        which : str
            ``"rank_correlation"``, ``"keep_first"``, ``"next_place_last"`` or ``"rise_time"``.
        deals : int, optional
            In matches of so many deals; None: in the long run.

        Returns
        -------
        Fraction
            Its value, exactly.

        Raises
        ------
        ValueError
            For an unknown outcome; for a rise time where some never rise.
        """
        value = EXACT[check_choice("outcome", which, EXACT)]
        return value(self.matrix() if deals is None else self.matrix_in(deals))

    @property
    def text(self) -> str:
        """The matrix of one deal as plain text: rows are places before, columns places after."""
        cells = [[str(x) for x in row] for row in self.matrix()]
        width = max(len(cell) for row in cells for cell in row)
        return "\n".join("  ".join(cell.rjust(width) for cell in row) for row in cells)

    def __repr__(self) -> str:
        return (
            f"<SmallWorld: {self.rules!r}, {self.count} players, {self.hands:,} ways to deal, "
            f"{len(self.outcomes)} spots>"
        )


def _correlation(m: Matrix) -> Fraction:
    at = _grid([[Fraction(2 * i - len(m) + 1, 2) for i in range(len(m))]])[0]
    return Fraction(at @ _grid(m) @ at / (at @ at))


def _rise_time(m: Matrix) -> Fraction:
    try:
        return passage(m, len(m) - 1, 0)
    except ValueError:
        raise invalid("experiments.never_rise") from None


#: Outcomes as fractions, from the matrix of one deal.
EXACT: dict[str, Callable[[Matrix], Fraction]] = {
    "rank_correlation": _correlation,
    "keep_first": lambda m: m[0][0],
    "next_place_last": lambda m: sum((j * x for j, x in enumerate(m[-1], 1)), Fraction(0)),
    "rise_time": _rise_time,
}


def small_world(
    rules: Rules | str,
    players: int = 3,
    strategies: Strategies = "lowest",
    *,
    at_random: bool = True,
    most: int = MOST,
) -> SmallWorld:
    """Play every deal of a small pack.

    Parameters
    ----------
    rules : Rules or str
        With small `ranks` and `suits`; its `players` must allow the number wanted.
    players : int
        How many play.
    strategies : str, Strategy, function or sequence of these
        As in `slime.simulate`, but only built-in ones that draw nothing at random.
    at_random : bool
        Whether unequal players are seated at random (else in the order named).
    most : int
        The most deals that may be played.

    Returns
    -------
    SmallWorld
        The chain of spots, and matrices as fractions.

    Raises
    ------
    ValueError
        Where more than `most` deals would have to be played, or where an exchange at random is
        asked for.

    Examples
    --------
    >>> tiny = make_rules("slime-licker", players=[3, 5], ranks="345", suits=1, jokers=0,
    ...                   exchange="none", champion_falls=False)
    >>> print(small_world(tiny).text)
        0  13/18   5/18
        0   5/18  13/18
        1      0      0
    """
    made = make_rules(rules)
    count = check_int("players", players, 2, 8)
    made.check_players(count)
    found = find_all(strategies, count)
    who = tuple(s for s in found if s is not None and s.kind == "built-in")
    if len(who) < count:
        raise invalid("experiments.built_in")
    if made.exchange_flow == "random" and any(made.exchange_counts(count)):
        raise invalid("experiments.random_exchange")
    if made.packs(count) != 1:
        raise invalid("experiments.one_pack")
    return SmallWorld(made, who, at_random, check_int("most", most, 1))


class ExactShares:
    """An outcome taken apart in fractions: see `slime.decompose` for the terms."""

    def __init__(self, outcome: str, names: tuple[str, ...], values: Sequence[Fraction]) -> None:
        self.outcome = outcome
        self.factors = names
        self.cells = tuple(values)
        self.total = values[-1] - values[0]
        self.shares = dict(zip(names, shapley(values), strict=True))
        sets = enumerate(dividends(values))
        self.dividends = {members(names, mask): amount for mask, amount in sets if mask}

    def __repr__(self) -> str:
        shares = ", ".join(f"{name} {share}" for name, share in self.shares.items())
        return f"<ExactShares of {self.outcome}: {shares}; together {self.total}>"


def exact_shares(
    rules: Rules | str,
    factors: Sequence[str | Factor] = ("exchange", "fall", "lead"),
    outcome: str = "rank_correlation",
    players: int = 3,
    strategies: Strategies = "lowest",
    *,
    skill: Strategies = None,
    deals: int | None = None,
    most: int = MOST,
) -> ExactShares:
    """What causes what in a small world, exactly: `slime.decompose` with every deal played.

    Parameters
    ----------
    rules, players, strategies, most
        As in `small_world`.
    factors, skill
        As in `slime.decompose`.
    outcome : str
        As in `SmallWorld.outcome`.
    deals : int, optional
        In matches of so many deals; None: in the long run.

    Returns
    -------
    ExactShares
        Fractions that add up.

    Raises
    ------
    ValueError
        For arguments that cannot be.

    Examples
    --------
    >>> tiny = make_rules("slime-licker", players=[3, 5], ranks="345", suits=1, jokers=0,
    ...                   exchange="none")
    >>> exact_shares(tiny, ("fall", "lead"))
    <ExactShares of rank_correlation: fall -97/324, lead -227/324; together -1>
    """
    made = make_rules(rules)
    found = find_factors(factors, made, strategies, skill)
    cells = cells_of(found, made, strategies)
    worlds = (small_world(own, players, who, most=most) for own, who in cells)
    values = [world.outcome(outcome, deals) for world in worlds]
    return ExactShares(outcome, tuple(factor.name for factor in found), values)
