"""What experiments look at: measures that add up over matches, and some more of our own.

Those of a table of moves one deal apart work everywhere; the others (of whole matches, or over
several deals) only where each world goes its own way.

The *Friedman ratio* is Friedman's (1937) statistic for one session, divided by P - 1, averaged over
sessions: deals times the variance between players of their mean place, over what chance would
give, which is 1.  It is large where the same players end high again and again, whoever or whatever
keeps them there.

*Excess persistence* asks for more than places carry: the rank correlation of places `k` deals apart
minus that of the k-th power of the one-deal matrix, averaged over k from 2 to `lags`, each k as
often as it was seen.  With equal players it is near 0 (with fixed seats not quite: compare it with
a band).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slime._checks import check_choice, invalid
from slime.measures import MEASURES, Measure, find
from slime.measures.declare import ONE, PLAYERS, ReferenceValue, measure, measure_of_many
from slime.measures.places import Floats, Places, mean_places, quotient, ratio, rows_to_shares
from slime.simulation.moves import count_moves

Options = dict[str, Any]

#: Names or measures; None: the usual ones.
Outcomes = str | Measure[object] | Sequence[str | Measure[object]] | None

#: The outcomes that are looked at when none are named.
USUAL = ("rank_correlation", "keep_first", "next_place_last", "rise_time")


@dataclass(frozen=True)
class Outcome:
    """A measure that adds up over matches, with its options."""

    measure: Measure[object]
    options: Options

    @property
    def key(self) -> str:
        """The measure's name."""
        return self.measure.key

    @property
    def of_moves(self) -> bool:
        """Whether it is a function of the table of moves one deal apart."""
        return self.measure.takes == "transitions" and self.options.get("lag", 1) == 1

    def units(self, places: NDArray[Any], before: NDArray[Any] | None = None) -> Floats:
        """Statistics that add up [match, ...] from places [match, deal, player].

        With other places `before`, each deal is held against the one before it there.
        """
        if before is None:
            return self.measure.by_session(places.astype(np.int64), self.options)
        return count_moves(before[:, :-1], places[:, 1:]).astype(np.float64)

    def value(self, sums: Floats, players: int) -> Floats:
        """The outcome of sums [..., *statistics], on the scale on which it is shown."""
        return self.measure.shown(sums, self.options, players)


# --- the next place ----------------------------------------------------------------------


_MIDDLE = ReferenceValue("(P+1)/2", lambda p: (p + 1) / 2)


@measure_of_many(r"\sum_j j \, M_{ij}", "[1, P]", "places", "counting", of_counts=True)
def next_places(counts: Floats) -> Floats:
    """Mean place in the next deal, by place before (P numbers).

    >>> next_places([[1, 2], [1, 2], [1, 2]]).tolist()
    [1.0, 2.0]
    """
    return mean_places(counts)


@measure(
    r"\sum_j j \, M_{Pj}", "[1, P]", "places", "counting", PLAYERS, _MIDDLE, ONE, of_counts=True
)
def next_place_last(counts: Floats) -> Floats:
    """Mean place in the next deal of who was last.

    >>> next_place_last([[1, 2], [1, 2], [2, 1]])
    1.5
    """
    return mean_places(counts[..., -1, :])


@measure(
    r"\sum_j j \, M_{1j}", "[1, P]", "places", "counting", ONE, _MIDDLE, PLAYERS, of_counts=True
)
def next_place_first(counts: Floats) -> Floats:
    """Mean place in the next deal of who was first.

    >>> next_place_first([[1, 2], [1, 2], [2, 1]])
    1.5
    """
    return mean_places(counts[..., 0, :])


# --- whole sessions ----------------------------------------------------------------------


def _friedman_sums(places: Places) -> Floats:
    array, count = places.array, places.count
    played = np.asarray((array > 0).all(axis=2))
    deals = played.sum(axis=1)
    mean = ratio((array * played[:, :, None]).sum(axis=1), deals[:, None])
    # Friedman's statistic over P - 1; (P + 1) P / 12 is (P - 1) times the variance over P - 1
    off = ((mean - (count + 1) / 2) ** 2).sum(axis=1) * 12 / (count * (count + 1)) * deals
    value = np.where(deals > 0, off / (count - 1), 0.0)
    return np.stack([np.nan_to_num(value), (deals > 0).astype(np.float64)], axis=1)


@measure(
    r"\frac{12 D}{P (P+1) (P-1)} \sum_p \left(\bar x_p - \frac{P+1}{2}\right)^2",
    "[0, D]",
    "number",
    "Friedman (1937)",
    statistics=_friedman_sums,
)
def friedman_ratio(sums: Floats) -> Floats:
    """Variance between the players' mean places over that of chance, see above.

    >>> friedman_ratio([[1, 2, 3], [1, 2, 3], [1, 2, 3], [1, 2, 3]])
    4.0
    >>> friedman_ratio([[1, 2, 3], [2, 3, 1], [3, 1, 2]])
    0.0
    """
    return quotient(sums)


def _lag_sums(places: Places, lags: int = 8) -> Floats:
    array = places.array
    each = [count_moves(array[:, :-k], array[:, k:]) for k in range(1, lags + 1)]
    return np.stack(each, axis=1).astype(np.float64)


def correlations(sums: Floats) -> tuple[Floats, Floats, Floats]:
    """Rank correlations as seen, by the power, and pairs seen, for counts [..., lag, P, P].

    All three are [..., lag]; where nothing was seen, the first two are 0.
    """
    count = sums.shape[-1]
    at = np.arange(count) - (count - 1) / 2
    size = float(at @ at)
    share = np.nan_to_num(rows_to_shares(sums))
    seen = np.einsum("i,...kij,j->...k", at, share, at) / size
    one = share[..., 0, :, :]
    power, model = one, []
    for _ in range(sums.shape[-3]):
        model.append(np.einsum("i,...ij,j->...", at, power, at) / size)
        power = power @ one
    return seen, np.stack(model, axis=-1), sums.sum(axis=(-2, -1))


@measure(r"\sum_k w_k \left(r_k - r(M^k)\right)", "[-2, 2]", "number", "own", statistics=_lag_sums)
def excess_persistence(sums: Floats) -> Floats:
    """Rank correlation over 2 to `lags` deals beyond the power of the matrix, see above.

    >>> round(excess_persistence([[1, 2], [1, 2], [2, 1], [1, 2], [1, 2], [1, 2]], lags=2), 6)
    -0.04
    """
    seen, model, pairs = correlations(sums)
    weight = pairs[..., 1:]
    return ratio(((seen - model)[..., 1:] * weight).sum(axis=-1), weight.sum(axis=-1))


# --- what there is -----------------------------------------------------------------------

#: Outcomes beside those of `slime.measures`.
OWN: dict[str, Measure[object]] = {
    one.key: one
    for one in (next_places, next_place_first, next_place_last, friedman_ratio, excess_persistence)
}


def find_outcome(which: str | Measure[object], options: Options | None = None) -> Outcome:
    """An outcome by name, with its options filled in; ``ValueError`` says what there is.

    >>> find_outcome("next_place_last").measure.unit
    'places'
    >>> find_outcome("luck")
    Traceback (most recent call last):
    ...
    slime._checks.InvalidValue: outcome: one of bartholomew, ..., worth_of_place, not 'luck'
    """
    known = {k: m for k, m in MEASURES.items() if m.statistics is not None and not m.steps} | OWN
    if isinstance(which, str):
        which = known[check_choice("outcome", which, sorted(known))]
    if not isinstance(which, Measure) or which.statistics is None:
        raise invalid("experiments.outcome", got=which)
    return Outcome(*find(which, options))


def find_outcomes(which: Outcomes) -> tuple[Outcome, ...]:
    """Several outcomes; None stands for `USUAL`."""
    named = USUAL if which is None else (which,) if isinstance(which, (str, Measure)) else which
    if not isinstance(named, Iterable):
        raise invalid("experiments.outcomes", got=which)
    found = tuple(find_outcome(one) for one in named)
    if not found or len({outcome.key for outcome in found}) < len(found):
        raise invalid("experiments.outcomes_once", got=[outcome.key for outcome in found])
    return found
