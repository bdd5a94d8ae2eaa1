"""Who moved where: pairs of deals, counts, matrices, and the k-deal matrix beside the power."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol, TypeAlias, Union, cast, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike

from slime._checks import InvalidValue, check_int, invalid
from slime.measures.arrays import as_matrix, check_square
from slime.measures.places import Bools, Floats, Ints, Places, PlacesLike


@runtime_checkable
class HasCounts(Protocol):
    """What kept counts of moves only, as a simulation with ``keep="counts"`` does."""

    plan: Any

    def transitions(self, lag: int) -> Ints:
        """Counts of moves ``[before, after]``."""

    def standard_errors(self, lag: int) -> Floats:
        """Standard errors of their shares, matches as units."""


MovesLike: TypeAlias = Union["Transitions", HasCounts, PlacesLike]


def lag_pairs(places: PlacesLike, lag: int = 1) -> tuple[Ints, Ints, Bools]:
    """Return places before, places after and what counts, for deals ``lag`` apart in one match.

    All three have the shape ``[match, deal - lag, player]``; the mask is false where one of the two
    deals was not played. Pairs never cross from one match into the next.

    >>> before, after, played = lag_pairs([[1, 2], [2, 1], [0, 0]])
    >>> before[0].tolist(), after[0].tolist(), played[0].tolist()
    ([[1, 2], [2, 1]], [[2, 1], [0, 0]], [[True, True], [False, False]])
    """
    array = Places.of(places).array
    lag = check_int("lag", lag, 1)
    before = array[:, : max(array.shape[1] - lag, 0)]
    after = array[:, lag:]
    return before, after, (before > 0) & (after > 0)


def transition_counts(places: PlacesLike, lag: int = 1, *, by: str = "all") -> Ints:
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


class Transitions:
    """Counts or shares of moves from place to place: what a table of numbers never is by itself.

    Parameters
    ----------
    counts : array-like ``[before, after]``
        How often a player went from a place (row) to a place (column), or the shares.
    lag : int
        How many deals lie between the two.
    errors : array, optional
        Standard errors of the shares over matches, where they are known.
    matches : int
        Number of matches behind the counts, 0 if not known.
    places : Places, optional
        The places that were counted.
    origin : object, optional
        What the counts were read from (a simulation that kept counts only).

    Examples
    --------
    >>> moves = Transitions([[3, 1], [1, 3]])
    >>> moves.shares.tolist(), moves.count
    ([[0.75, 0.25], [0.25, 0.75]], 2)
    >>> Transitions.of([[1, 2], [2, 1], [2, 1]]).counts.tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """

    def __init__(
        self,
        counts: ArrayLike,
        lag: int = 1,
        errors: Floats | None = None,
        matches: int = 0,
        places: Places | None = None,
        origin: Any = None,
    ) -> None:
        self.counts = check_square(counts, "counts")
        self.lag = check_int("lag", lag, 1)
        self.errors, self.matches = errors, matches
        self.places, self.origin = places, origin

    @classmethod
    def of(cls, source: MovesLike, lag: int = 1, name: str = "places") -> Transitions:
        """Count moves in places; take counts only where they are said to be.

        Parameters
        ----------
        source : Transitions, or whatever `Places.of` takes
            A simulation made with ``keep="counts"`` is taken too.
        lag : int
            How many deals later.
        name : str
            What the argument is called in the message of an error.

        Returns
        -------
        Transitions

        Raises
        ------
        ValueError
            If it holds no places; or counts of moves over another number of deals.

        Examples
        --------
        >>> Transitions.of([[1, 2], [2, 1], [2, 1]], lag=2).counts.tolist()
        [[0.0, 1.0], [1.0, 0.0]]
        """
        lag = check_int("lag", lag, 1)
        if isinstance(source, Transitions):
            if source.lag != lag:
                raise invalid("places.only_lag", lag=source.lag, got=lag)
            return source
        if isinstance(source, HasCounts) and not hasattr(source, "places"):
            counts, errors = source.transitions(lag), source.standard_errors(lag)
            matches = int(source.plan.matches)
            return cls(counts, lag, errors, matches, origin=source)
        try:
            places = Places.of(cast(PlacesLike, source), name=name)
        except InvalidValue as problem:
            if _may_be_counts(source):
                raise invalid("places.meant", problem=str(problem)) from None
            raise
        counts = transition_counts(places, lag)
        return cls(counts, lag, None, places.matches, places, places.origin)

    @property
    def count(self) -> int:
        """Number of places."""
        return len(self.counts)

    @cached_property
    def shares(self) -> Floats:
        """Share of each place after, by place before: rows that add up to 1.

        ``ValueError`` if nobody moved on from a place.
        """
        return as_matrix(self.counts, "places")

    def __repr__(self) -> str:
        return f"<Transitions of {self.count} places, lag {self.lag}>"


def _may_be_counts(source: Any) -> bool:
    """Whether what is no table of places looks like counts or shares of moves."""
    try:
        array = np.asarray(source, dtype=np.float64)
    except (TypeError, ValueError):
        return False
    return array.ndim == 2 and array.shape[0] == array.shape[1] > 1


def transition_matrix(places: PlacesLike, lag: int = 1) -> Floats:
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


def k_deals(places: PlacesLike, k: int) -> KDeals:
    """Compare the observed k-deal matrix with the k-th power of the one-deal matrix.

    Both use what was played; ``ValueError`` if no two deals lie k apart.

    >>> seen = k_deals([[1, 2], [2, 1], [1, 2], [2, 1]], 2)
    >>> seen.observed.tolist(), seen.difference.tolist()
    ([[1.0, 0.0], [0.0, 1.0]], [[0.0, 0.0], [0.0, 0.0]])
    """
    array = Places.of(places).array
    k = check_int("k", k, 1)
    observed = transition_matrix(array, k)
    power = np.linalg.matrix_power(transition_matrix(array), k)
    return KDeals(k, observed, power, observed - power)


def power_gap(places: PlacesLike, lag: int = 2) -> Floats:
    """Return the matrix seen over ``lag`` deals minus the power of the one-deal matrix, P x P.

    The ``difference`` of ``k_deals``, under the name that ``interval`` and ``band`` know.

    >>> power_gap([[1, 2], [2, 1], [1, 2], [2, 1]], lag=3).tolist()
    [[0.0, 0.0], [0.0, 0.0]]
    """
    return k_deals(places, lag).difference


def keep_by_lag(
    places: PlacesLike, place: int = 1, lags: Sequence[int] = (1, 2, 3, 4, 5)
) -> tuple[Floats, Floats]:
    """Return, for each lag, the share that is on the same place again: as seen, and by the power.

    Both arrays have one entry a lag. "Again" does not ask what was in between.

    >>> seen, power = keep_by_lag([[1, 2], [2, 1], [1, 2], [2, 1]], lags=[1, 2])
    >>> seen.tolist(), power.tolist()
    ([0.0, 1.0], [0.0, 1.0])
    """
    array = Places.of(places).array
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
