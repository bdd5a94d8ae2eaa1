"""What a tournament came to: mean places, ratings, who beats whom, and the deals behind it."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from slime._checks import check_choice, check_int, invalid
from slime._lazy import need
from slime.game.rules import Rules
from slime.i18n import Words, words
from slime.measures.limits import Interval
from slime.simulation.address import Address
from slime.simulation.spec import Spec
from slime.strategies.registry import find
from slime.text_table import TextTable
from slime.tournaments.entrants import Entrant, Forfeit
from slime.tournaments.rating import Floats, Ratings, block_interval, fit
from slime.tournaments.schedule import Table, rotated

if TYPE_CHECKING:
    import pandas as pd

    from slime.game.deal import Deal

Places = NDArray[np.int8]


@dataclass(eq=False, repr=False)
class Tournament:
    """The result of `slime.tournament`; a notebook shows it as a table.

    Numbers of different tournaments must not be compared: their luck is not the same.
    Comparisons within one are made block by block (`difference`).

    Attributes
    ----------
    spec : Spec
        What was played: rules, seed, matches; its strategies are not the entrants.
    kind : str
        Who met whom.
    level : float
        In what share of cases the limits hold the true value.
    entrants : tuple of Entrant
        Who could play, by number.
    tables : tuple of tuple of int
        The entrants at each table.
    places, finish : list of array
        For each table, places and the order of running out of cards: [rotation, shuffle, deal,
        position at the table]; 0 where nothing was played.
    forfeits : tuple of Forfeit
        Who was taken out, and why.

    Examples
    --------
    >>> import slime
    >>> result = slime.tournament(["lowest", "random"], matches=5, deals=1, seed=1)
    >>> result.names, result.rules, result.seed, result.deals, result.players
    (('lowest', 'random'), rules('slime-licker', match={'deals': 1}), 1, 100, 5)
    >>> result.key is None
    True
    >>> result.block_places.shape, result.ratings.rating.value.round().tolist()
    ((5, 2), [1620.0, 1380.0])
    """

    spec: Spec
    kind: str
    level: float
    entrants: tuple[Entrant, ...]
    tables: tuple[Table, ...]
    places: list[Places]
    finish: list[Places]
    forfeits: tuple[Forfeit, ...]

    @property
    def rules(self) -> Rules:
        """The rules played."""
        return self.spec.rules

    @property
    def seed(self) -> int | None:
        """The seed all luck came from; None if it came from a key."""
        return self.spec.seed if self.spec.key is None else None

    @property
    def key(self) -> str | None:
        """The key all luck came from, secret until now; None if it came from a seed."""
        return self.spec.key

    @property
    def players(self) -> int:
        """How many sat at a table."""
        return len(self.spec.names)

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return sum(int((p[..., 0] > 0).sum()) for p in self.places)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Who was rated, best mean place first."""
        mean = self.block_places.mean(axis=0)
        return tuple(sorted(self._rated, key=lambda name: float(mean[self._rated[name]])))

    @cached_property
    def _rated(self) -> dict[str, int]:
        """The numbers of the entrants who did not forfeit, by name."""
        out = {f.name for f in self.forfeits}
        return {one.name: e for e, one in enumerate(self.entrants) if one.name not in out}

    def _number(self, name: str) -> int:
        return self._rated[check_choice("name", name, self.names)]

    # --- by block ----------------------------------------------------------------------

    def _by_entrant(self, values: list[Floats]) -> Floats:
        """Values by table [match, position] as means by entrant [match, entrant]."""
        n = len(self.entrants)
        total = np.zeros((self.spec.matches, n))
        count = np.zeros(n)
        for table, array in zip(self.tables, values, strict=True):
            for position, e in enumerate(table):
                total[:, e] += array[:, position]
                count[e] += 1
        return np.asarray(total / np.maximum(count, 1))

    @cached_property
    def block_places(self) -> Floats:
        """Mean place [match, entrant]: of each shuffle, over all tables, rotations and deals."""
        return self._by_entrant([_deal_means(p).mean(axis=0) for p in self.places])

    @cached_property
    def _mean_places(self) -> Interval:
        return block_interval(self.block_places, self.level)

    def mean_place(self, name: str) -> Interval:
        """The mean place of a player.

        Parameters
        ----------
        name : str
            One of `names`.

        Returns
        -------
        Interval
            Over the blocks of a shuffle.

        Raises
        ------
        ValueError
            For a name that is none of them.

        Examples
        --------
        >>> import slime
        >>> result = slime.tournament(["lowest", "random"], matches=5, deals=1, seed=1)
        >>> print(result.mean_place("random"))
        3.640 (3.413 to 3.867)
        """
        return self._mean_places[self._number(name)]

    def difference(self, name: str, other: str) -> Interval:
        """By how much the mean place of one is above that of another, on the same luck.

        Parameters
        ----------
        name, other : str
            Two of `names`.

        Returns
        -------
        Interval
            Negative where the first one is better.

        Raises
        ------
        ValueError
            For a name that is none of them.

        Examples
        --------
        >>> import slime
        >>> result = slime.tournament(["lowest", "random"], matches=5, deals=1, seed=1)
        >>> result.difference("lowest", "random").excludes(0)
        True
        """
        a, b = self._number(name), self._number(other)
        return block_interval(self.block_places[:, a] - self.block_places[:, b], self.level)

    @cached_property
    def _wins(self) -> Floats:
        """Share of matches won [entrant]; a shared win counts in part."""
        points = np.array((0, *self.rules.points(self.players)))
        sign = -1 if self.rules.fewest_win else 1
        shares = []
        for places in self.places:
            totals = sign * points[places].sum(axis=2)
            best = totals == totals.max(axis=-1, keepdims=True)
            shares.append((best / best.sum(axis=-1, keepdims=True)).mean(axis=0))
        return np.asarray(self._by_entrant(shares).mean(axis=0))

    # --- ratings and meetings ----------------------------------------------------------

    @cached_property
    def ratings(self) -> Ratings:
        """Ratings by number of entrant, from all orders of finishing; see `rating.fit`."""
        orders, blocks = [], []
        for table, finish in zip(self.tables, self.finish, strict=True):
            played = finish[..., 0] > 0
            orders.append(np.array(table)[np.argsort(finish[played], axis=1)])
            blocks.append(np.nonzero(played)[1])
        rated = list(self._rated.values())
        every = np.concatenate(orders), np.concatenate(blocks)
        return fit(*every, len(self.entrants), self.level, rated)

    @cached_property
    def _meetings(self) -> Interval:
        """Share of deals [entrant, other] in which it was out of cards first."""
        n = len(self.entrants)
        first = np.zeros((self.spec.matches, n, n))
        count = np.zeros((n, n))
        for table, finish in zip(self.tables, self.finish, strict=True):
            played = (finish[..., 0] > 0).sum(axis=2)
            for i, a in enumerate(table):
                for k, b in enumerate(table):
                    if a != b:
                        ahead = (finish[..., i] < finish[..., k]).sum(axis=2) / played
                        first[:, a, b] += ahead.mean(axis=0)
                        count[a, b] += 1
        with np.errstate(invalid="ignore"):
            return block_interval(first / count, self.level)

    def met(self, name: str, other: str) -> Interval:
        """Share of their common deals in which a player ran out of cards before another.

        Parameters
        ----------
        name, other : str
            Two of `names`.

        Returns
        -------
        Interval
            Nan where they never met.

        Raises
        ------
        ValueError
            For a name that is none of them.

        Examples
        --------
        >>> import slime
        >>> result = slime.tournament(["lowest", "random"], matches=5, deals=1, seed=1)
        >>> result.met("lowest", "random").text("en", 2)
        '0.82 (0.71 to 0.93)'
        """
        return self._meetings[self._number(name), self._number(other)]

    def one_among(self, name: str, others: str) -> Interval:
        """Mean place of one player where all others are of one kind (round-robin only).

        Parameters
        ----------
        name, others : str
            Two of `names`.

        Returns
        -------
        Interval
            Over the blocks of a shuffle.

        Raises
        ------
        ValueError
            For other names, or where no such table was played.

        Examples
        --------
        >>> import slime
        >>> result = slime.tournament(
        ...     ["lowest", "random"], matches=5, deals=1, kind="round-robin", seed=1
        ... )
        >>> print(result.one_among("random", "lowest"))
        4.240 (3.508 to 4.972)
        """
        a, b = self._number(name), self._number(others)
        table = (a, *[b] * (self.players - 1))
        if a == b or table not in self.tables:
            raise invalid("tournament.no_round_robin")
        means = _deal_means(self.places[self.tables.index(table)])[:, :, 0].mean(axis=0)
        return block_interval(means, self.level)

    # --- tables ------------------------------------------------------------------------

    def frame(self) -> pd.DataFrame:
        """One row for each rated player, best first: mean place, rating, share of matches won.

        Returns
        -------
        pandas.DataFrame
            Limits are in the columns that end in ``_low`` and ``_high``.

        Examples
        --------
        >>> import slime
        >>> result = slime.tournament(["lowest", "random"], matches=5, deals=1, seed=1)
        >>> result.frame().set_index("player")["place"].round(2).to_dict()
        {'lowest': 2.36, 'random': 3.64}
        """
        need("pandas")
        import pandas as pd

        order = [self._number(name) for name in self.names]
        columns: dict[str, object] = {"player": list(self.names)}
        for key, found in (("place", self._mean_places), ("rating", self.ratings.rating)):
            for end, values in (("", found.value), ("_low", found.low), ("_high", found.high)):
                columns[key + end] = np.asarray(values)[order]
        return pd.DataFrame({**columns, "won": self._wins[order]})

    def head_to_head(self) -> pd.DataFrame:
        """Share of common deals in which the row's player was out before the column's.

        Returns
        -------
        pandas.DataFrame
            Players by players, best first; nan where two never met.

        Examples
        --------
        >>> import slime
        >>> result = slime.tournament(["lowest", "random"], matches=5, deals=1, seed=1)
        >>> result.head_to_head().round(2).loc["random"].to_dict()
        {'lowest': 0.18, 'random': nan}
        """
        need("pandas")
        import pandas as pd

        order = [self._number(name) for name in self.names]
        share = np.asarray(self._meetings.value)[np.ix_(order, order)]
        np.fill_diagonal(share, np.nan)
        return pd.DataFrame(share, index=list(self.names), columns=list(self.names))

    # --- deals -------------------------------------------------------------------------

    @cached_property
    def _first(self) -> list[int]:
        """The number of each table's first match, and how many matches there are."""
        return list(accumulate((p.shape[0] * p.shape[1] for p in self.places), initial=0))

    def table_of(self, match: int) -> tuple[int, int, int]:
        """Table, rotation and shuffle of a match.

        Parameters
        ----------
        match : int
            Its number: the matches of all tables, rotations and shuffles are numbered through
            from 0, in this order.

        Returns
        -------
        tuple of int
            All from 0.

        Raises
        ------
        ValueError
            If there is no such match.

        Examples
        --------
        >>> import slime
        >>> result = slime.tournament(["lowest", "random"], matches=5, deals=1, seed=1)
        >>> result.table_of(32)
        (1, 1, 2)
        """
        match = check_int("match", match, 0, self._first[-1] - 1)
        table = bisect(self._first, match) - 1
        return (table, *divmod(match - self._first[table], self.spec.matches))

    def chair_places(self) -> NDArray[np.int64]:
        """Places of all matches, numbered through.

        Returns
        -------
        array
            [match, deal, chair]; 0 = not played.

        Examples
        --------
        >>> import slime
        >>> result = slime.tournament(["lowest", "random"], matches=5, deals=1, seed=1)
        >>> result.chair_places().shape
        (100, 1, 5)
        """
        most = max(p.shape[2] for p in self.places)
        parts = []
        for places in self.places:
            room = ((0, 0), (0, 0), (0, most - places.shape[2]), (0, 0))
            parts += [np.roll(one, r, axis=-1) for r, one in enumerate(np.pad(places, room))]
        return np.concatenate(parts).astype(np.int64)

    def addresses(
        self, name: str, place: int | None = None, before: str | None = None, n: int | None = 20
    ) -> list[Address]:
        """Where a player's deals are.

        Parameters
        ----------
        name : str
            One of `names`.
        place : int, optional
            Only the deals in which that was the player's place.
        before : str, optional
            Only those in which this other player ran out of cards later.
        n : int, optional
            So many, from the first on; None for all.

        Returns
        -------
        list of Address
            Each opens with `deal`.

        Raises
        ------
        ValueError
            For a name or a place that there is not.

        Examples
        --------
        >>> import slime
        >>> result = slime.tournament(["lowest", "random"], matches=5, deals=1, seed=1)
        >>> found = result.addresses("random", place=1)[0]
        >>> result.deal(found.match, found.deal).finish().places[f"P{found.player + 1}"]
        1
        """
        e = self._number(name)
        other = None if before is None else self._number(before)
        if place is not None:
            place = check_int("place", place, 1, self.players)
        out: list[Address] = []
        for t, table in enumerate(self.tables):
            places, finish = self.places[t], self.finish[t]
            for i in (i for i, one in enumerate(table) if one == e):
                fits = places[..., i] > 0 if place is None else places[..., i] == place
                if other is not None:
                    seats = [k for k, b in enumerate(table) if b == other]
                    fits = fits & (finish[..., [i]] < finish[..., seats]).any(axis=-1)
                for r, m, d in np.argwhere(fits)[: None if n is None else n - len(out)].tolist():
                    number = self._first[t] + r * self.spec.matches + m
                    out.append(Address(number, d, (i + r) % self.players))
        return out

    def deal(self, m: int, d: int) -> Deal:
        """A deal, to be stepped through as it was played.

        Parameters
        ----------
        m, d : int
            The match, numbered through as in `table_of`, and the deal in it; both from 0.

        Returns
        -------
        Deal
            At its beginning.

        Raises
        ------
        ValueError
            If there is no such match or deal.

        Examples
        --------
        >>> import slime
        >>> result = slime.tournament(["lowest", "random"], matches=5, deals=1, seed=1)
        >>> [str(player) for player in result.deal(32, 0).setting.strategies]
        ['random', 'lowest', 'lowest', 'lowest', 'random']
        """
        table, rotation, shuffle = self.table_of(m)
        rated = self._rated.values()
        strategies = tuple(
            self.entrants[e].strategy if e in rated else find("lowest")
            for e in rotated(self.tables[table], rotation)
        )
        return replace(self.spec, strategies=strategies).deal(shuffle, d)

    # --- shown -------------------------------------------------------------------------

    def text_table(self, lang: str | None = None) -> TextTable:
        """The standings; what can and cannot be told apart; who forfeited.

        Parameters
        ----------
        lang : str, optional
            ``"en"`` or ``"ru"``; the tournament's own if not given.

        Returns
        -------
        TextTable
            As text, HTML and Markdown.

        Examples
        --------
        >>> import slime
        >>> result = slime.tournament(["lowest", "random"], matches=5, deals=1, seed=1)
        >>> result.text_table("en").head[:3]
        ('player', 'mean place', 'limits')
        """
        w = words(lang or self.spec.lang)
        rows = []
        for number, name in enumerate(self.names, 1):
            e = self._number(name)
            row = [f"{number} {name}"]
            for found, digits in ((self._mean_places[e], 2), (self.ratings.rating[e], 0)):
                low, high = float(found.low), float(found.high)
                row += [w.number(float(found.value), digits), w.span(low, high, digits)]
            rows.append((*row, w.percent(float(self._wins[e]))))
        columns = ("player", "place", "limits", "rating", "limits", "won")
        return TextTable(
            w("tournament.title", preset=w(f"drawing.preset.{self.rules.preset}")),
            tuple(w(f"tournament.column_{key}") for key in columns),
            tuple(rows),
            tuple(self._sentences(w)),
            tuple(self._notes(w)),
        )

    def _sentences(self, w: Words) -> Iterator[str]:
        """Each player and the next: surely better, or not to be told apart; who was taken out."""
        for name, other in zip(self.names, self.names[1:], strict=False):
            gap = self.difference(other, name)
            yield w(
                f"tournament.{'better' if gap.excludes(0) else 'alike'}",
                name=name,
                other=other,
                gap=w.number(float(gap.value), 2),
                limits=w.span(float(gap.low), float(gap.high)),
            )
        for f in self.forfeits:
            what, *where = map(str.strip, f.message.splitlines())
            yield w("tournament.forfeit", name=f.name, what=f"{what} {': '.join(where)}".strip())

    def _notes(self, w: Words) -> Iterator[str]:
        """What the numbers rest on."""
        kind, length = self.rules.match[0]
        yield w(f"tournament.kind.{self.kind.replace('-', '_')}", tables=len(self.tables))
        counts = {"matches": self.spec.matches, "players": self.players, "deals": self.deals}
        luck = "seed" if self.key is None else "key"
        yield w(
            "tournament.blocks", **counts, luck=w(f"tournament.{luck}", n=self.key or self.seed)
        )
        yield w(f"tournament.length.{kind}", n=length)
        yield w("tournament.limits", level=w.percent(self.level))
        yield w("tournament.rated")

    def __str__(self) -> str:
        return self.text_table().text()

    def __repr__(self) -> str:
        luck = f"seed {self.seed}" if self.key is None else f"key {self.key}"
        return (
            f"<Tournament: {', '.join(self.names)}; {self.rules!r}, {self.players} players, "
            f"{self.kind}, {self.spec.matches} shuffles, {luck}>"
        )

    def _repr_html_(self) -> str:
        return self.text_table().html()


def _deal_means(places: Places) -> Floats:
    """Mean place in a match [rotation, match, position] over the deals that were played."""
    played = (places > 0).sum(axis=2)
    return np.asarray(places.sum(axis=2, dtype=np.int64) / played)
