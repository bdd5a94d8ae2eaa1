"""Who sits with whom: the tables of a tournament.

A table is a tuple of entrants' numbers, one a seat.  Each table plays every shuffle once in
each rotation, so that every one of its players has every hand, seat and lot once; and all
tables play the same shuffles.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, permutations
from math import comb
from random import Random

Table = tuple[int, ...]

KINDS = ("mixes", "rounds", "round-robin")
#: Up to so many tables all mixes are played where nothing else is wished.
_MANY = 200


def choose_kind(entrants: int, players: int, kind: str | None) -> str:
    """The kind wished, or all mixes where these are not too many, else rounds."""
    if kind is None:
        return "mixes" if mixes_count(entrants, players) <= _MANY else "rounds"
    return kind


def mixes_count(entrants: int, players: int) -> int:
    """How many tables `mixes` gives.

    >>> mixes_count(8, 5), mixes_count(2, 5), len(mixes(8, 5)), len(mixes(2, 5))
    (56, 4, 56, 4)
    """
    if entrants >= players:
        return comb(entrants, players)
    return comb(entrants + players - 1, players) - entrants


def mixes(entrants: int, players: int) -> list[Table]:
    """All tables of different entrants; with too few of them, all tables of more than one.

    >>> mixes(2, 3)
    [(0, 0, 1), (0, 1, 1)]
    """
    if entrants >= players:
        return list(combinations(range(entrants), players))
    every = combinations_with_replacement(range(entrants), players)
    return [table for table in every if len(set(table)) > 1]


def round_robin(entrants: int, players: int) -> list[Table]:
    """Each entrant alone among players of each other kind.

    >>> round_robin(2, 3)
    [(0, 1, 1), (1, 0, 0)]
    """
    return [(a, *[b] * (players - 1)) for a, b in permutations(range(entrants), 2)]


def rounds(entrants: int, players: int, count: int, seed: int | str) -> list[Table]:
    """Tables at random, `count` rounds of as many as there are entrants.

    In each round the entrants stand in a circle in a random order, and every stretch of it is
    a table: all play equally often.  With fewer entrants than seats the circle is gone round
    more than once.

    >>> tables = rounds(7, 5, 2, seed=1)
    >>> len(tables), sorted(sum(tables, ())) == sorted([*range(7)] * 10)
    (14, True)
    """
    rng = Random(f"tournament/{seed}")
    out: list[Table] = []
    for _ in range(count):
        circle = rng.sample(range(entrants), entrants)
        out += [
            tuple(circle[(start + i) % entrants] for i in range(players))
            for start in range(entrants)
        ]
    return out


def make_tables(entrants: int, players: int, kind: str, count: int, seed: int | str) -> list[Table]:
    """The tables of a tournament of this kind."""
    if kind == "mixes":
        return mixes(entrants, players)
    if kind == "round-robin":
        return round_robin(entrants, players)
    return rounds(entrants, players, count, seed)


def rotations(table: Table) -> int:
    """How many rotations of a table differ; the rest repeat these.

    >>> rotations((0, 1, 2)), rotations((0, 1, 0, 1)), rotations((0, 0))
    (3, 2, 1)
    """
    n = len(table)
    return next(k for k in range(1, n + 1) if n % k == 0 and table == table[k:] + table[:k])


def rotated(table: Table, rotation: int) -> Table:
    """The entrant on each player's chair.

    >>> rotated((0, 1, 2), 1)
    (2, 0, 1)
    """
    return table[-rotation:] + table[:-rotation]
