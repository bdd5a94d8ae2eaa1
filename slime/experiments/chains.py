"""Chains of chances in fractions: where they stay in the long run, and how long a way takes."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

State = TypeVar("State", bound=Hashable)
Chances = Mapping[State, Mapping[State, Fraction]]
Matrix = tuple[tuple[Fraction, ...], ...]


def solve(rows: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> list[Fraction]:
    """The solution of a square system of equations, exactly.

    ``ValueError`` if there is not just one.

    >>> solve([[Fraction(2), Fraction(1)], [Fraction(1), Fraction(1)]], [Fraction(4), Fraction(3)])
    [Fraction(1, 1), Fraction(2, 1)]
    """
    n = len(rows)
    table = [[*row, right[i]] for i, row in enumerate(rows)]
    for c in range(n):
        pivot = next((r for r in range(c, n) if table[r][c] != 0), None)
        if pivot is None:
            raise ValueError("rows: the equations have no single solution")
        table[c], table[pivot] = table[pivot], table[c]
        head = table[c][c]
        table[c] = [x / head for x in table[c]]
        for r in range(n):
            factor = table[r][c]
            if r != c and factor != 0:
                table[r] = [x - factor * y for x, y in zip(table[r], table[c], strict=True)]
    return [row[-1] for row in table]


def _reach(chain: Chances[State], start: State) -> set[State]:
    seen, todo = {start}, [start]
    while todo:
        for other in chain[todo.pop()]:
            if other not in seen:
                seen.add(other)
                todo.append(other)
    return seen


def long_run(chain: Chances[State], start: Mapping[State, Fraction]) -> dict[State, Fraction]:
    """The share of time spent in each state in the long run, from a first distribution.

    >>> half = Fraction(1, 2)
    >>> chain = {"a": {"b": Fraction(1)}, "b": {"a": half, "b": half}}
    >>> long_run(chain, {"a": Fraction(1)})
    {'a': Fraction(1, 3), 'b': Fraction(2, 3)}
    """
    reach = {s: _reach(chain, s) for s in chain}
    closed: list[list[State]] = []  # sets of states that are never left
    for s in chain:
        if all(s in reach[t] for t in reach[s]) and not any(s in group for group in closed):
            closed.append([t for t in chain if t in reach[s]])
    open_states = [s for s in chain if not any(s in group for group in closed)]
    out = {s: Fraction(0) for s in chain}
    for group in closed:
        inside = _ends_inside(chain, open_states, group)
        weight = sum(
            (p * (inside.get(s, Fraction(int(s in group)))) for s, p in start.items()), Fraction(0)
        )
        for s, share in zip(group, _stationary(chain, group), strict=True):
            out[s] = weight * share
    return out


def _ends_inside(
    chain: Chances[State], open_states: list[State], group: list[State]
) -> dict[State, Fraction]:
    """The chance to end in a closed group, from each state outside of such groups."""
    rows = [
        [Fraction(int(s == t)) - chain[s].get(t, Fraction(0)) for t in open_states]
        for s in open_states
    ]
    right = [sum((chain[s].get(t, Fraction(0)) for t in group), Fraction(0)) for s in open_states]
    return dict(zip(open_states, solve(rows, right), strict=True))


def _stationary(chain: Chances[State], group: list[State]) -> list[Fraction]:
    rows = [
        [chain[s].get(t, Fraction(0)) - Fraction(int(s == t)) for s in group] for t in group[:-1]
    ]
    rows.append([Fraction(1)] * len(group))
    return solve(rows, [Fraction(0)] * (len(group) - 1) + [Fraction(1)])


def multiply(a: Matrix, b: Matrix) -> Matrix:
    """The product of two square matrices."""
    n = range(len(a))
    return tuple(tuple(sum((a[i][k] * b[k][j] for k in n), Fraction(0)) for j in n) for i in n)


def passage(matrix: Matrix, start: int, goal: int) -> Fraction:
    """Mean number of steps from a state to another, for a chain with this matrix.

    >>> half = Fraction(1, 2)
    >>> passage(((half, half), (half, half)), 1, 0)
    Fraction(2, 1)
    """
    others = [i for i in range(len(matrix)) if i != goal]
    rows = [[Fraction(int(i == j)) - matrix[i][j] for j in others] for i in others]
    return solve(rows, [Fraction(1)] * len(others))[others.index(start)]
