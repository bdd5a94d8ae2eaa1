"""What a tournament came to: mean places, ratings, who beats whom, and the deals behind it."""

from __future__ import annotations

from bisect import bisect
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from slime.game.match import Match
from slime.game.rules import Rules
from slime.simulation.result import Address
from slime.strategies.base import Strategy
from slime.strategies.registry import find
from slime.text_table import TextTable
from slime.tournaments.entrants import Entrant, Forfeit
from slime.tournaments.rating import Ratings, block_limits, fit
from slime.tournaments.schedule import Table

if TYPE_CHECKING:
    import pandas as pd

    from slime.game.deal import Deal

Floats = NDArray[np.float64]


class Plan(NamedTuple):
    """What a tournament was asked for."""

    rules: Rules
    players: int
    matches: int
    seed: int
    kind: str
    level: float
    lang: str


class Estimate(NamedTuple):
    """A number with its limits, over blocks of the same luck."""

    value: float
    low: float
    high: float

    @property
    def clear(self) -> bool:
        """Whether the limits leave 0 out."""
        return self.low > 0 or self.high < 0


class Tournament:
    """The result of `slime.tournament`.

    `places` and `finish` are lists with an array [rotation, shuffle, deal, position at the
    table] for each of `tables`, which are tuples of entrants' numbers; 0 = not played.  As
    addresses of deals have it, the matches of all tables, rotations and shuffles are numbered
    through in this order (`table_of`).

    Numbers of different tournaments must not be compared: their luck is not the same.
    Comparisons within one are made block by block (`difference`).
    """

    def __init__(
        self,
        plan: Plan,
        entrants: list[Entrant],
        tables: list[Table],
        places: list[NDArray[np.int8]],
        finish: list[NDArray[np.int8]],
        forfeits: list[Forfeit],
    ) -> None:
        self.plan = plan
        self.entrants = tuple(entrants)
        self.tables = tuple(tables)
        self.places = places
        self.finish = finish
        self.forfeits = tuple(forfeits)

    @property
    def rules(self) -> Rules:
        """The rules played."""
        return self.plan.rules

    @property
    def seed(self) -> int:
        """The seed all luck came from."""
        return self.plan.seed

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return sum(int((p[..., 0] > 0).sum()) for p in self.places)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Who was rated, best mean place first."""
        mean = self._place_limits[0]
        return tuple(self.entrants[e].name for e in sorted(self._rated, key=lambda e: mean[e]))

    @cached_property
    def _rated(self) -> tuple[int, ...]:
        """Numbers of the entrants who did not forfeit."""
        out = {f.name for f in self.forfeits}
        return tuple(e for e, one in enumerate(self.entrants) if one.name not in out)

    def _number(self, name: str) -> int:
        for e in self._rated:
            if self.entrants[e].name == name:
                return e
        raise ValueError(f"name: one of {', '.join(self.names)}, not {name!r:.60}")

    # --- by block ----------------------------------------------------------------------

    def _spread(self, values: list[Floats]) -> Floats:
        """Values by table [match, position] as means by entrant [match, entrant]."""
        n = len(self.entrants)
        total = np.zeros((self.plan.matches, n))
        count = np.zeros(n)
        for table, array in zip(self.tables, values, strict=True):
            for position, e in enumerate(table):
                total[:, e] += array[:, position]
                count[e] += 1
        return np.asarray(total / np.maximum(count, 1))

    @cached_property
    def block_places(self) -> Floats:
        """Mean place [match, entrant]: of each shuffle, over all tables, rotations and deals."""
        return self._spread([_deal_means(p).mean(axis=0) for p in self.places])

    @cached_property
    def _place_limits(self) -> tuple[Floats, Floats, Floats]:
        return block_limits(self.block_places, self.plan.level)

    def mean_place(self, name: str) -> Estimate:
        """A player's mean place with its limits."""
        e = self._number(name)
        return Estimate(*(float(a[e]) for a in self._place_limits))

    def difference(self, name: str, other: str) -> Estimate:
        """By how much the mean place of one is above that of another, on the same luck.

        Negative: the first one is better.
        """
        a, b = self._number(name), self._number(other)
        both = self.block_places[:, a] - self.block_places[:, b]
        return Estimate(*(float(x) for x in block_limits(both, self.plan.level)))

    @cached_property
    def _wins(self) -> Floats:
        """Share of matches won [entrant]; a shared win counts in part."""
        points = np.array((0, *self.rules.points(self.plan.players)))
        sign = -1 if self.rules.fewest_win else 1
        shares = []
        for places in self.places:
            totals = sign * points[places].sum(axis=2)
            best = totals == totals.max(axis=-1, keepdims=True)
            shares.append((best / best.sum(axis=-1, keepdims=True)).mean(axis=0))
        return np.asarray(self._spread(shares).mean(axis=0))

    # --- ratings and meetings ----------------------------------------------------------

    @cached_property
    def ratings(self) -> Ratings:
        """Ratings by number of entrant, from all orders of finishing; see `rating.fit`."""
        orders, blocks = [], []
        for table, finish in zip(self.tables, self.finish, strict=True):
            seats = np.array(table)
            played = finish[..., 0] > 0
            ranks = finish[played]
            orders.append(seats[np.argsort(ranks, axis=1)])
            blocks.append(np.nonzero(played)[1])
        return fit(
            np.concatenate(orders),
            np.concatenate(blocks),
            len(self.entrants),
            self.plan.level,
            self._rated,
        )

    @cached_property
    def _meetings(self) -> tuple[Floats, Floats, Floats]:
        """Share of deals [entrant, other] in which it was out of cards first, with limits."""
        n = len(self.entrants)
        first = np.zeros((self.plan.matches, n, n))
        count = np.zeros((n, n))
        for table, finish in zip(self.tables, self.finish, strict=True):
            played = (finish[..., 0] > 0).sum(axis=2)
            for i, a in enumerate(table):
                for k, b in enumerate(table):
                    if a == b:
                        continue
                    ahead = (finish[..., i] < finish[..., k]).sum(axis=2) / played
                    first[:, a, b] += ahead.mean(axis=0)
                    count[a, b] += 1
        with np.errstate(invalid="ignore"):
            return block_limits(first / count, self.plan.level)

    def met(self, name: str, other: str) -> Estimate:
        """Share of their common deals in which a player ran out of cards before another."""
        a, b = self._number(name), self._number(other)
        return Estimate(*(float(x[a, b]) for x in self._meetings))

    def one_among(self, name: str, others: str) -> Estimate:
        """Mean place of one player where all others are of one kind (round-robin only)."""
        a, b = self._number(name), self._number(others)
        table = (a, *[b] * (self.plan.players - 1))
        if a == b or table not in self.tables:
            raise ValueError("one_among: such tables are played in kind='round-robin' only")
        block = _deal_means(self.places[self.tables.index(table)])[:, :, 0].mean(axis=0)
        return Estimate(*(float(x) for x in block_limits(block, self.plan.level)))

    # --- tables ------------------------------------------------------------------------

    def frame(self) -> pd.DataFrame:
        """One row for each rated player, best first: mean place, rating, share of matches won."""
        import pandas as pd

        rows = []
        for name in self.names:
            e = self._number(name)
            place = self.mean_place(name)
            rows.append(
                {
                    "player": name,
                    "place": place.value,
                    "place_low": place.low,
                    "place_high": place.high,
                    "rating": float(self.ratings.rating[e]),
                    "rating_low": float(self.ratings.low[e]),
                    "rating_high": float(self.ratings.high[e]),
                    "won": float(self._wins[e]),
                }
            )
        return pd.DataFrame(rows)

    def head_to_head(self) -> pd.DataFrame:
        """Share of common deals in which the row's player was out before the column's."""
        import pandas as pd

        order = [self._number(name) for name in self.names]
        share = self._meetings[0][np.ix_(order, order)]
        np.fill_diagonal(share, np.nan)
        return pd.DataFrame(share, index=list(self.names), columns=list(self.names))

    # --- deals -------------------------------------------------------------------------

    @cached_property
    def _first(self) -> list[int]:
        """The number of each table's first match."""
        counts = [p.shape[0] * p.shape[1] for p in self.places]
        return [sum(counts[:t]) for t in range(len(counts) + 1)]

    def table_of(self, match: int) -> tuple[int, int, int]:
        """Table, rotation and shuffle of a match by its number."""
        if isinstance(match, bool) or not 0 <= match < self._first[-1]:
            raise ValueError(f"match: from 0 to {self._first[-1] - 1}, not {match!r:.60}")
        table = bisect(self._first, match) - 1
        return (table, *divmod(int(match) - self._first[table], self.plan.matches))

    def _chairs(self, table: int, rotation: int) -> Table:
        """The entrant on each player's chair."""
        seats = self.tables[table]
        return seats[-rotation:] + seats[:-rotation] if rotation else seats

    def chair_places(self) -> NDArray[np.int64]:
        """Places [match, deal, chair] of all matches, numbered through; 0 = not played."""
        most = max(p.shape[2] for p in self.places)
        parts = []
        for places in self.places:
            room = ((0, 0), (0, 0), (0, most - places.shape[2]), (0, 0))
            padded = np.pad(places, room)
            parts += [np.roll(padded[r], r, axis=-1) for r in range(len(padded))]
        return np.concatenate(parts).astype(np.int64)

    def addresses(
        self, name: str, place: int | None = None, before: str | None = None, n: int | None = 20
    ) -> list[Address]:
        """The first `n` deals (None: all) of a player, as addresses for `deal`.

        `place`: those in which that was the player's place; `before`: those in which that
        other player ran out of cards later.
        """
        e = self._number(name)
        other = None if before is None else self._number(before)
        if place is not None and (isinstance(place, bool) or not 1 <= place <= self.plan.players):
            raise ValueError(f"place: from 1 to {self.plan.players}, not {place!r:.60}")
        out: list[Address] = []
        for t, table in enumerate(self.tables):
            places, finish = self.places[t], self.finish[t]
            for i in (i for i, one in enumerate(table) if one == e):
                fits = places[..., i] > 0 if place is None else places[..., i] == place
                if other is not None:
                    later = [
                        finish[..., i] < finish[..., k] for k, b in enumerate(table) if b == other
                    ]
                    if not later:
                        continue
                    fits = fits & np.any(later, axis=0)
                rows = np.argwhere(fits)
                for r, m, d in rows[: None if n is None else n - len(out)].tolist():
                    number = self._first[t] + r * self.plan.matches + m
                    out.append(Address(number, d, (i + r) % self.plan.players))
                if n is not None and len(out) >= n:
                    return out
        return out

    def deal(self, m: int, d: int) -> Deal:
        """Deal number `d` (from 0) of match `m`, to be stepped through as it was played."""
        table, rotation, shuffle = self.table_of(m)
        strategies = [self._strategy(e) for e in self._chairs(table, rotation)]
        match = Match(self.rules, self.plan.players, strategies, self.plan.seed, number=shuffle)
        for _ in range(d):
            match.next_deal().finish()
        return match.next_deal()

    def _strategy(self, e: int) -> Strategy:
        return self.entrants[e].strategy if e in self._rated else find("lowest")

    # --- shown -------------------------------------------------------------------------

    def text_table(self, lang: str | None = None) -> TextTable:
        """The result as a small table with sentences."""
        from slime.tournaments.report import report

        return report(self, lang or self.plan.lang)

    def __str__(self) -> str:
        return self.text_table().text()

    def __repr__(self) -> str:
        plan = self.plan
        return (
            f"<Tournament: {', '.join(self.names)}; {plan.rules!r}, {plan.players} players, "
            f"{plan.kind}, {plan.matches} shuffles, seed {plan.seed}>"
        )

    def _repr_html_(self) -> str:
        return self.text_table().html()


def _deal_means(places: NDArray[np.int8]) -> Floats:
    """Mean place in a match [rotation, match, position] over the deals that were played."""
    played = (places > 0).sum(axis=2)
    return np.asarray(places.sum(axis=2, dtype=np.int64) / played)


__all__ = ["Estimate", "Plan", "Tournament"]
