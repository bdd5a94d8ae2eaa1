"""Moves from place to place: `Transitions`, counted in places or said to be counts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, TypeAlias, Union, cast, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike

from slime._checks import InvalidValue, check_choice, check_int, invalid
from slime.measures.places import (
    Bools,
    Floats,
    Ints,
    Places,
    PlacesLike,
    deals_apart,
    numbers,
    rows_to_shares,
)
from slime.simulation.moves import count_moves

if TYPE_CHECKING:
    from slime.simulation.spec import Spec


@runtime_checkable
class HasCounts(Protocol):
    """What kept counts of moves only, as a simulation with ``keep="counts"`` does."""

    @property
    def spec(self) -> Spec:
        """What was simulated."""

    def transitions(self, lag: int) -> Ints:
        """Counts of moves ``[before, after]``."""

    def standard_errors(self, lag: int) -> Floats:
        """Standard errors of their shares, matches as units."""


MovesLike: TypeAlias = Union["Transitions", HasCounts, PlacesLike]


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
    >>> moves.matches, moves.deals
    (0, 0)
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
        origin: object = None,
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
            return cls(counts, lag, errors, source.spec.matches, origin=source)
        places = places_not_counts(cast(PlacesLike, source), name=name)
        return cls(
            places.moves(lag)[0].sum(axis=0), lag, None, places.matches, places, places.origin
        )

    @property
    def deals(self) -> int:
        """Number of deals played, 0 if not known.

        Examples
        --------
        >>> Transitions.of([[1, 2], [2, 1], [1, 2]]).deals
        3
        """
        return self.places.deals if self.places else int(getattr(self.origin, "deals", 0))

    @property
    def count(self) -> int:
        """Number of places."""
        return len(self.counts)

    @cached_property
    def shares(self) -> Floats:
        """Share of each place after, by place before: rows that add up to 1.

        ``ValueError`` if nobody moved on from a place.
        """
        left = self.counts.sum(axis=1)
        if not left.all():
            raise invalid("places.left", name="places", place=int(np.argmin(left)) + 1)
        return rows_to_shares(self.counts)

    def __repr__(self) -> str:
        return f"<Transitions of {self.count} places, lag {self.lag}>"


def places_not_counts(
    source: PlacesLike, players: Sequence[str] | None = None, name: str = "places"
) -> Places:
    """Read places where counts of moves would do too: an error says how these are given."""
    try:
        return Places.of(source, players, name)
    except InvalidValue as problem:
        try:
            array = np.asarray(source, dtype=np.float64)
        except (TypeError, ValueError):
            raise problem from None
        if array.ndim == 2 and array.shape[0] == array.shape[1] > 1:
            raise invalid("places.meant", problem=str(problem)) from None
        raise


def lag_pairs(places: PlacesLike, lag: int = 1) -> tuple[Ints, Ints, Bools]:
    """Pair the places of deals ``lag`` apart in one match; pairs never cross into the next.

    Parameters
    ----------
    places : simulation, array, data frame, text or list
        See `Places.of`.
    lag : int
        How many deals later.

    Returns
    -------
    tuple of three arrays ``[match, deal - lag, player]``
        Places before, places after, and whether both deals were played.

    Examples
    --------
    >>> before, after, played = lag_pairs([[1, 2], [2, 1], [0, 0]])
    >>> before[0].tolist(), after[0].tolist(), played[0].tolist()
    ([[1, 2], [2, 1]], [[2, 1], [0, 0]], [[True, True], [False, False]])
    """
    array = Places.of(places).array
    lag = check_int("lag", lag, 1)
    before, after = deals_apart(array, lag)
    return before, after, (before > 0) & (after > 0)


def transition_counts(places: PlacesLike, lag: int = 1, *, by: str = "all") -> Ints:
    """Count how often a player went from one place to another, ``lag`` deals later.

    Parameters
    ----------
    places : simulation, array, data frame, text or list
        See `Places.of`.
    lag : int
        How many deals later.
    by : {"all", "match", "deal"}
        Of what the moves are counted together.

    Returns
    -------
    array ``[before, after]``
        With axes ``[match]`` or ``[match, deal - lag]`` before these, by match or by deal.

    Examples
    --------
    >>> transition_counts([[1, 2, 3], [1, 3, 2], [2, 3, 1]])
    array([[1, 1, 0],
           [1, 0, 1],
           [0, 1, 1]])
    """
    axes = {"all": 0, "match": 1, "deal": 2}[check_choice("by", by, ("all", "match", "deal"))]
    before, after, _ = lag_pairs(places, lag)
    units, players = before.shape[:axes], before.shape[2]
    shape = math.prod(units), math.prod(before.shape[axes:2]), players
    counts = count_moves(before.reshape(shape), after.reshape(shape))
    return counts.reshape(*units, players, players)


def check_square(table: ArrayLike, name: str) -> Floats:
    """Return a finite square table without negative entries as floats, or raise ``ValueError``.

    >>> check_square([[1, 0], [0, 1]], "counts").dtype
    dtype('float64')
    """
    array = numbers(table, name)
    if array.ndim != 2 or array.shape[0] != array.shape[1] or array.shape[0] < 2:
        raise invalid("places.square", name=name, got=table)
    if not np.isfinite(array).all() or (array < 0).any():
        raise invalid("places.counts", name=name)
    return array
