"""Who moved where: pairs of deals, counts, matrices, and the k-deal matrix beside the power."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from slime._checks import check_int
from slime.measures.arrays import Bools, Floats, Ints, as_matrix, check_places


def lag_pairs(places: ArrayLike, lag: int = 1) -> tuple[Ints, Ints, Bools]:
    """Return places before, places after and what counts, for deals ``lag`` apart in one match.

    All three have the shape ``[match, deal - lag, player]``; the mask is false where one of the two
    deals was not played. Pairs never cross from one match into the next.

    >>> before, after, played = lag_pairs([[1, 2], [2, 1], [0, 0]])
    >>> before[0].tolist(), after[0].tolist(), played[0].tolist()
    ([[1, 2], [2, 1]], [[2, 1], [0, 0]], [[True, True], [False, False]])
    """
    array = check_places(places)
    lag = check_int("lag", lag, 1)
    before = array[:, : max(array.shape[1] - lag, 0)]
    after = array[:, lag:]
    return before, after, (before > 0) & (after > 0)


def transition_counts(places: ArrayLike, lag: int = 1, *, by: str = "all") -> Ints:
    """Count how often a player went from one place to another, ``lag`` deals later.

    Row = place before, column = place after. ``by="all"`` gives P x P counts, ``"match"`` gives
    ``[match, P, P]``, ``"deal"`` gives ``[match, deal - lag, P, P]``.

    >>> transition_counts([[1, 2, 3], [1, 3, 2], [2, 3, 1]])
    array([[1, 1, 0],
           [1, 0, 1],
           [0, 1, 1]])
    """
    if by not in ("all", "match", "deal"):
        raise ValueError(f'by must be "all", "match" or "deal"; got {by!r}')
    before, after, played = lag_pairs(places, lag)
    matches, deals, players = before.shape
    cell = (before - 1) * players + (after - 1)
    units = matches if by == "match" else matches * deals if by == "deal" else 1
    if by == "match":
        cell = cell + (np.arange(matches) * players**2)[:, None, None]
    elif by == "deal":
        number = np.arange(matches * deals).reshape(matches, deals, 1)
        cell = cell + number * players**2
    counts = np.bincount(cell[played], minlength=units * players**2).astype(np.int64)
    shape: dict[str, tuple[int, ...]] = {"all": (), "match": (matches,), "deal": (matches, deals)}
    return counts.reshape(*shape[by], players, players)


def transition_matrix(places: ArrayLike, lag: int = 1) -> Floats:
    """Return the share of each place after, by place before (rows add up to 1).

    A place that nobody left (nothing was played twice) gives a ``ValueError``.

    >>> transition_matrix([[1, 2], [2, 1], [2, 1], [1, 2], [2, 1]])
    array([[0.25, 0.75],
           [0.75, 0.25]])
    """
    return as_matrix(transition_counts(places, lag), "the table of transitions")


@dataclass(frozen=True)
class KDeals:
    """The matrix seen over k deals beside the k-th power of the one-deal matrix.

    ``difference`` is observed minus power, cell by cell: 0 throughout if a place is all that is
    carried over. How sure it is, ``interval(places, "power_gap", lag=k)`` says; how large it is
    among equal players at the same seats, ``band`` on a simulated world says.

    >>> seen = k_deals([[1, 2], [2, 1], [2, 1], [1, 2]], 2)
    >>> seen.k, seen.observed.tolist(), seen.power.round(2).tolist()
    (2, [[0.0, 1.0], [1.0, 0.0]], [[0.56, 0.44], [0.44, 0.56]])
    """

    k: int
    observed: Floats
    power: Floats
    difference: Floats


def k_deals(places: ArrayLike, k: int) -> KDeals:
    """Compare the observed k-deal matrix with the k-th power of the one-deal matrix.

    Both use what was played; ``ValueError`` if no two deals lie k apart.

    >>> seen = k_deals([[1, 2], [2, 1], [1, 2], [2, 1]], 2)
    >>> seen.observed.tolist(), seen.difference.tolist()
    ([[1.0, 0.0], [0.0, 1.0]], [[0.0, 0.0], [0.0, 0.0]])
    """
    array = check_places(places)
    k = check_int("k", k, 1)
    observed = transition_matrix(array, k)
    power = np.linalg.matrix_power(transition_matrix(array), k)
    return KDeals(k, observed, power, observed - power)


def power_gap(places: ArrayLike, lag: int = 2) -> Floats:
    """Return the matrix seen over ``lag`` deals minus the power of the one-deal matrix, P x P.

    The ``difference`` of ``k_deals``, under the name that ``interval`` and ``band`` know.

    >>> power_gap([[1, 2], [2, 1], [1, 2], [2, 1]], lag=3).tolist()
    [[0.0, 0.0], [0.0, 0.0]]
    """
    return k_deals(places, lag).difference


def keep_by_lag(
    places: ArrayLike, place: int = 1, lags: Sequence[int] = (1, 2, 3, 4, 5)
) -> tuple[Floats, Floats]:
    """Return, for each lag, the share that is on the same place again: as seen, and by the power.

    Both arrays have one entry a lag. "Again" does not ask what was in between.

    >>> seen, power = keep_by_lag([[1, 2], [2, 1], [1, 2], [2, 1]], lags=[1, 2])
    >>> seen.tolist(), power.tolist()
    ([0.0, 1.0], [0.0, 1.0])
    """
    array = check_places(places)
    place = check_place(place, array.shape[2])
    if isinstance(lags, (str, bytes)) or not isinstance(lags, Iterable):
        raise ValueError(f"lags must be a list of whole numbers; got {lags!r:.60}")
    lags = [check_int("lags", lag, 1) for lag in lags]
    if not lags:
        raise ValueError("lags must hold at least one number of deals")
    compared = [k_deals(array, lag) for lag in lags]
    seen = np.array([c.observed[place - 1, place - 1] for c in compared])
    power = np.array([c.power[place - 1, place - 1] for c in compared])
    return seen, power


def check_place(place: int, players: int, name: str = "place") -> int:
    """Return a place from 1 to the number of players, or raise ``ValueError``.

    >>> check_place(2, 5)
    2
    """
    place = check_int(name, place, 1)
    if place > players:
        raise ValueError(f"{name} must be 1 to {players}; got {place}")
    return place
