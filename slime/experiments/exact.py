"""Exact small worlds: all deals of a small pack, transition matrices as fractions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from slime._checks import check_int
from slime.experiments.chains import Matrix, long_run, multiply, passage
from slime.experiments.exact_deals import Enumerator, Outcome, Spot, ways_to_deal
from slime.experiments.factors import Factor, cell_of, find_factors
from slime.experiments.shapley import dividends, shapley
from slime.game.rules import Rules
from slime.game.rules import rules as make_rules
from slime.strategies.registry import find_all

#: The most deals that are played to make one world.
MOST = 400_000


class SmallWorld:
    """Every deal of a small pack, played by players who draw no lots.

    `spots` are the states of the chain: what one deal hands on to the next (see `Spot`).  All
    chances are fractions.  `hands` is the number of ways to deal the pack, card by card; `played`
    how many deals had to be played (cards of a rank are alike).

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

    def __init__(self, rules: Rules, strategies: tuple[Any, ...], by_lot: bool, most: int) -> None:
        self.rules = rules
        self.strategies = strategies
        self.count = len(strategies)
        self._engine = Enumerator(rules, strategies, len(set(strategies)) == 1, most)
        self.opening: dict[Spot, Fraction] = self._engine.opening(by_lot)
        self.outcomes: dict[Spot, dict[Outcome, Fraction]] = {}
        self.explore(self.opening)
        size = len(rules.pack(self.count))
        share, rest = divmod(size, self.count)
        self.hands = ways_to_deal([share + int(p < rest) for p in range(self.count)])

    def explore(self, spots: Iterable[Spot]) -> None:
        """Play every deal after these spots, and after all that they lead to.

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

        >>> tiny = make_rules("slime-licker", players=[3, 5], ranks="345", suits=1, jokers=0,
        ...                   exchange="none", champion_falls=False)
        >>> world = small_world(tiny)
        >>> [sum(row.values()) for row in world.chain().values()]
        [Fraction(1, 1), Fraction(1, 1)]
        """
        out: dict[Spot, dict[Spot, Fraction]] = {}
        for spot in self.spots:
            row: dict[Spot, Fraction] = {}
            for outcome, chance in self.outcomes[spot].items():
                row[outcome.then] = row.get(outcome.then, Fraction(0)) + chance
            out[spot] = row
        return out

    @cached_property
    def shares(self) -> dict[Spot, Fraction]:
        """The share of deals that follow each spot, in the long run."""
        return long_run(self.chain(), self.opening)

    def shares_in(self, deals: int) -> dict[Spot, Fraction]:
        """The same in matches of so many deals, the first deal left out: it follows none.

        >>> tiny = make_rules("slime-licker", players=[3, 5], ranks="345", suits=1, jokers=0,
        ...                   exchange="none", champion_falls=False)
        >>> world = small_world(tiny)
        >>> [str(share) for share in world.shares_in(3).values()]
        ['11/12', '1/12']
        >>> world.matrix_in(3) == world.matrix_after(world.shares_in(3))
        True
        """
        deals = check_int("deals", deals, 2)
        chain = self.chain()
        now = dict(self.opening)
        total = {spot: Fraction(0) for spot in self.spots}
        for _ in range(deals - 1):
            then: dict[Spot, Fraction] = {}
            for spot, chance in now.items():
                total[spot] += chance
                for other, step in chain[spot].items():
                    then[other] = then.get(other, Fraction(0)) + chance * step
            now = then
        return {spot: n / (deals - 1) for spot, n in total.items()}

    # --- matrices ----------------------------------------------------------------------

    def matrix_at(self, spot: Spot, k: int = 1) -> Matrix:
        """From place (row) to place (column) `k` deals later, after a certain spot.

        >>> tiny = make_rules("slime-licker", players=[3, 5], ranks="345", suits=1, jokers=0,
        ...                   exchange="none", champion_falls=False)
        >>> world = small_world(tiny)
        >>> [str(x) for x in world.matrix_at(world.spots[0])[0]]
        ['0', '5/6', '1/6']
        """
        return self._ahead(check_int("k", k, 1))[spot]

    def matrix(self, k: int = 1) -> Matrix:
        """From place to place `k` deals later, in the long run."""
        return self.matrix_after(self.shares, k)

    def matrix_after(self, shares: Mapping[Spot, Fraction], k: int = 1) -> Matrix:
        """From place to place `k` deals later, after spots with these shares.

        The shares of another world give the effect of one deal there played by these rules, as
        branching worlds of `slime.compare` show it.
        """
        self.explore(shares)
        n = range(self.count)
        ahead = self._ahead(check_int("k", k, 1))
        return tuple(
            tuple(sum((w * ahead[s][i][j] for s, w in shares.items()), Fraction(0)) for j in n)
            for i in n
        )

    def power(self, k: int) -> Matrix:
        """The `k`-th power of the matrix of one deal: what `matrix(k)` would be if only places
        were carried over."""
        out = one = self.matrix()
        for _ in range(check_int("k", k, 1) - 1):
            out = multiply(out, one)
        return out

    def matrix_in(self, deals: int) -> Matrix:
        """The matrix of one deal to expect in matches of so many deals, all moves counted."""
        return self.matrix_after(self.shares_in(deals))

    def _ahead(self, k: int) -> dict[Spot, Matrix]:
        n = range(self.count)
        ahead: dict[Spot, Matrix] = {
            spot: tuple(tuple(Fraction(int(i == j)) for j in n) for i in n) for spot in self.spots
        }
        for _ in range(k):
            ahead = {spot: self._step(spot, ahead) for spot in self.spots}
        return ahead

    def _step(self, spot: Spot, ahead: dict[Spot, Matrix]) -> Matrix:
        n = range(self.count)
        rows = [[Fraction(0) for _ in n] for _ in n]
        for outcome, chance in self.outcomes[spot].items():
            later = ahead[outcome.then]
            for i in n:
                new = outcome.places[spot.standing[i]]
                for j in n:
                    rows[i][j] += chance * later[new][j]
        return tuple(tuple(row) for row in rows)

    # --- outcomes ----------------------------------------------------------------------

    def outcome(self, which: str, deals: int | None = None) -> Fraction:
        """An outcome, one of `EXACT`, in the long run or in matches of so many deals."""
        if which not in EXACT:
            raise ValueError(f"outcome: one of {', '.join(EXACT)}, not {which!r:.60}")
        return EXACT[which](self.matrix() if deals is None else self.matrix_in(deals))

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
    n = len(m)
    at = [Fraction(2 * i - n + 1, 2) for i in range(n)]
    both = sum((at[i] * at[j] * m[i][j] for i in range(n) for j in range(n)), Fraction(0))
    return both / sum((x * x for x in at), Fraction(0))


def _next_place_last(m: Matrix) -> Fraction:
    return sum((Fraction(j + 1) * x for j, x in enumerate(m[-1])), Fraction(0))


def _rise_time(m: Matrix) -> Fraction:
    try:
        return passage(m, len(m) - 1, 0)
    except ValueError:
        raise ValueError(
            "outcome: rise_time has no value, for some never come to the first place"
        ) from None


#: Outcomes as fractions, from the matrix of one deal.
EXACT: dict[str, Callable[[Matrix], Fraction]] = {
    "rank_correlation": _correlation,
    "keep_first": lambda m: m[0][0],
    "next_place_last": _next_place_last,
    "rise_time": _rise_time,
}


def small_world(
    rules: Rules | str,
    players: int = 3,
    strategies: Any = "lowest",
    *,
    by_lot: bool = True,
    most: int = MOST,
) -> SmallWorld:
    """Play every deal of a small pack; `rules` need small `ranks` and `suits`.

    `players` is their number (the rules' `players` must allow it), `strategies` as in
    `slime.simulate`, but only built-in ones that draw no lots; `by_lot` says how unequal players
    are seated.  Raises ``ValueError`` where more than `most` deals would have to be played, or
    where an exchange by lot is asked for.

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
        raise ValueError("strategies: exact worlds are played by built-in strategies only")
    if made.exchange_flow == "random" and any(made.exchange_counts(count)):
        raise ValueError("rules: an exchange by lot cannot be enumerated here")
    if made.packs(count) != 1:
        raise ValueError("rules: one pack only (decks=1)")
    return SmallWorld(made, who, by_lot, check_int("most", most, 1))


class ExactShares:
    """An outcome taken apart in fractions: see `slime.decompose` for the terms."""

    def __init__(self, outcome: str, names: tuple[str, ...], values: Sequence[Fraction]) -> None:
        self.outcome = outcome
        self.factors = names
        self.cells = tuple(values)
        self.total = values[-1] - values[0]
        self.shares = dict(zip(names, shapley(values), strict=True))
        self.dividends = {
            tuple(name for i, name in enumerate(names) if mask >> i & 1): amount
            for mask, amount in enumerate(dividends(values))
            if mask
        }

    def __repr__(self) -> str:
        told = ", ".join(f"{name} {share}" for name, share in self.shares.items())
        return f"<ExactShares of {self.outcome}: {told}; together {self.total}>"


def exact_shares(
    rules: Rules | str,
    factors: Sequence[str | Factor] = ("exchange", "fall", "lead"),
    outcome: str = "rank_correlation",
    players: int = 3,
    strategies: Any = "lowest",
    *,
    skill: Any = None,
    deals: int | None = None,
    most: int = MOST,
) -> ExactShares:
    """What causes what in a small world, exactly: `slime.decompose` with every deal played.

    In the long run, or in matches of so many `deals`.

    >>> tiny = make_rules("slime-licker", players=[3, 5], ranks="345", suits=1, jokers=0,
    ...                   exchange="none")
    >>> exact_shares(tiny, ("fall", "lead"))
    <ExactShares of rank_correlation: fall -97/324, lead -227/324; together -1>
    """
    made = make_rules(rules)
    found = find_factors(factors, made, strategies, skill)
    values = []
    for mask in range(1 << len(found)):
        own, who = cell_of(found, mask, made, strategies)
        values.append(small_world(own, players, who, most=most).outcome(outcome, deals))
    return ExactShares(outcome, tuple(factor.name for factor in found), values)
