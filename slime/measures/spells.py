"""Waiting as seen: first passage and reigns, with ends of matches taken as what they are.

A match ends while somebody still waits, or still reigns. Such a wait is *censored*: it lasted at
least that long. To drop it, or to count it as over, makes waits too short. Here the product-limit
estimate (Kaplan and Meier 1958) is used, and the model beside it is cut at the same horizon.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import numpy as np

from slime._checks import check_int
from slime.measures.chain import expected_reign, mean_first_passage
from slime.measures.declare import NEVER, ONE, PLAYERS, REPEAT, described, measure
from slime.measures.places import (
    Floats,
    Ints,
    Places,
    PlacesLike,
    check_place,
    ratio,
    rows_to_shares,
)
from slime.measures.transitions import Transitions

KAPLAN = "Kaplan and Meier (1958), JASA 53, 457-481"
WAIT = r"\sum_{a=0}^{H-1} \hat S(a), \quad \hat S(a) = \prod_{b \le a} (1 - d_b / n_b)"


@dataclass(frozen=True)
class FirstPassage:
    """First passage as seen and by the chain, all P x P (row: from, column: to).

    ``starts``: waits begun (every deal on the place starts one); ``reached``: those that ended;
    ``share_seen`` and ``share_model``: chance to arrive within ``horizon`` deals; ``mean_seen`` and
    ``mean_model``: mean wait, a wait longer than the horizon counted as the horizon (so the two can
    be compared); ``mean_full``: mean wait of the chain without the cut. Nan where nothing was seen
    long enough. The diagonal is the return to the same place.

    Examples
    --------
    >>> waits = first_passage([[1, 2], [2, 1], [1, 2], [2, 1], [1, 2]], horizon=2)
    >>> waits.starts.tolist(), waits.mean_seen.tolist()
    ([[4, 4], [4, 4]], [[2.0, 1.0], [1.0, 2.0]])
    """

    horizon: int
    starts: Ints
    reached: Ints
    share_seen: Floats
    share_model: Floats
    mean_seen: Floats
    mean_model: Floats
    mean_full: Floats


@dataclass(frozen=True)
class Reigns:
    """Deals in a row on one place, as seen and by the chain.

    ``lengths[i]`` deals: ``lasted_seen[i]`` and ``lasted_model[i]`` are the shares of reigns longer
    than that. Means count a reign longer than ``horizon`` as the horizon; ``mean_full`` is the
    chain's 1 / (1 - p) without the cut. ``begun`` reigns, ``ended`` of them seen to end.

    Examples
    --------
    >>> held = reigns([[1, 2], [1, 2], [2, 1], [1, 2], [2, 1]], horizon=2)
    >>> held.begun, held.ended, held.mean_seen
    (3, 3, 1.3333333333333335)
    """

    place: int
    horizon: int
    begun: int
    ended: int
    lengths: Ints
    lasted_seen: Floats
    lasted_model: Floats
    mean_seen: float
    mean_model: float
    mean_full: float


def passage_counts(places: PlacesLike, horizon: int) -> Ints:
    """Count waits by how long they lasted: ``[match, 2, horizon, P, P]``.

    ``[:, 0, a]`` are the waits that were still watched in deal a + 1 after the start, ``[:, 1, a]``
    those that ended in it. Sums over matches are the sums of more matches.

    >>> passage_counts([[1, 2], [2, 1], [2, 1]], 1)[0, :, 0].tolist()
    [[[2, 2], [2, 2]], [[1, 1], [1, 1]]]
    """
    array = Places.of(places).array
    horizon = check_int("horizon", horizon, 1)
    matches, deals, players = array.shape
    size = matches * horizon * players * players
    watched, ended = np.zeros(size, np.int64), np.zeros(size, np.int64)
    never = np.iinfo(np.int64).max // 2
    arrive = np.full((matches, players, players), never)  # next deal on each place, by player
    until = np.full((matches, players), -1)  # last deal that can be watched
    match = np.arange(matches)[:, None, None]
    target = np.arange(players)
    for t in range(deals - 1, -1, -1):
        now = array[:, t]
        here = now > 0
        until = np.where(here, np.maximum(until, t), -1)
        arrive[~here] = never
        wait = arrive - t
        seen = np.minimum(np.where(wait < never // 2, wait, (until - t)[..., None]), horizon)
        cell = (match * horizon * players + (now - 1)[..., None]) * players + target
        use = here[..., None] & (seen > 0)
        # A wait of length a is watched in deals 1 to a; written at a, summed backwards below.
        watched += np.bincount((cell + (seen - 1) * players**2)[use], minlength=size)
        end = here[..., None] & (wait <= horizon)
        ended += np.bincount((cell + (wait - 1) * players**2)[end], minlength=size)
        place, when = np.maximum(now - 1, 0)[..., None], np.where(here, t, never)[..., None]
        np.put_along_axis(arrive, place, when, axis=2)
    shape = (matches, horizon, players, players)
    at_risk = watched.reshape(shape)[:, ::-1].cumsum(axis=1)[:, ::-1]
    return np.stack([at_risk, ended.reshape(shape)], axis=1)


def survival(counts: Floats) -> Floats:
    """Product-limit shares still waiting after 1 .. H deals, from counts ``[..., 2, H, ...]``.

    The axis of the two kinds of counts must be the first; ages the second. Nan from where on
    nobody was watched any more (unless all had arrived).

    >>> survival(np.array([[4.0, 2.0], [2.0, 1.0]])).tolist()
    [0.5, 0.25]
    """
    step = 1 - ratio(counts[1], counts[0])
    arrived = np.logical_or.accumulate(step == 0, axis=0)
    return np.where(arrived, 0.0, np.cumprod(step, axis=0))


def truncated_mean(lasting: Floats) -> Floats:
    """Mean wait cut at the horizon, from the shares still waiting after 1 .. H deals (axis 0).

    >>> truncated_mean(np.array([0.5, 0.25])).item()
    1.5
    """
    return cast(Floats, 1 + lasting[:-1].sum(axis=0))


def _still_waiting(matrix: Floats, horizon: int) -> Floats:
    """Chain: share not yet on j after 1 .. H deals, ``[H, n, n]``."""
    n = len(matrix)
    without = matrix * (1 - np.eye(n))[:, None, :]  # [j]: no way to j
    left, out = np.ones((n, n)), np.empty((horizon, n, n))
    for age in range(horizon):
        left = np.einsum("jik,jk->ji", without, left)
        out[age] = left.T
    return out


@described(WAIT, "[1, H]", "deals", f"{KAPLAN}; Kemeny and Snell (1960), ch. 4", "places")
def first_passage(places: PlacesLike, horizon: int | None = None) -> FirstPassage:
    """Waits from each place to each, as seen and by the Markov chain, cut at the same horizon.

    Every deal on a place starts a wait, so waits overlap: take intervals by match, not by wait.

    Parameters
    ----------
    places : simulation, array, data frame, text or list
        See `Places.of`.
    horizon : int, optional
        Deals after which a wait is cut; if left out, half of the longest that can be watched.

    Returns
    -------
    FirstPassage

    Raises
    ------
    ValueError
        If nobody moved on from a place.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> lots = np.array([[rng.permutation(4) + 1 for _ in range(12)] for _ in range(200)])
    >>> waits = first_passage(lots, horizon=8)
    >>> float(waits.mean_full[3, 0].round(1))
    4.0
    >>> bool(abs(waits.mean_seen - waits.mean_model).max() < 0.2)
    True
    """
    read = Places.of(places)
    horizon = _horizon(read, horizon)
    matrix = Transitions.of(read).shares
    counts = np.sum([passage_counts(part, horizon).sum(axis=0) for part in read.parts()], axis=0)
    seen = survival(counts.astype(np.float64))
    model = _still_waiting(matrix, horizon)
    return FirstPassage(
        horizon=horizon,
        starts=np.asarray(counts[0, 0]),
        reached=np.asarray(counts[1].sum(axis=0)),
        share_seen=1 - seen[-1],
        share_model=1 - model[-1],
        mean_seen=truncated_mean(seen),
        mean_model=truncated_mean(model),
        mean_full=np.asarray(mean_first_passage.function(matrix)),
    )


def _horizon(places: Places, horizon: int | None) -> int:
    """The horizon asked for, or half of the longest wait that can be watched: many can be."""
    longest = places.shape[1] - 1
    return max(longest // 2, 1) if horizon is None else check_int("horizon", horizon, 1)


def reign_counts(places: PlacesLike, horizon: int, place: int = 1) -> Ints:
    """Count reigns by how long they lasted: ``[match, 2, horizon]`` as in ``passage_counts``.

    A reign begins when a player comes to the place (or the match begins with him there).

    >>> reign_counts([[1, 2], [1, 2], [2, 1]], 2)[0].tolist()
    [[1, 1], [0, 1]]
    """
    array = Places.of(places).array
    horizon = check_int("horizon", horizon, 1)
    matches, deals, players = array.shape
    place = check_place(place, players)
    counts = np.zeros((matches, 2, horizon), np.int64)
    age = np.zeros((matches, players), np.int64)
    row = np.broadcast_to(np.arange(matches)[:, None], age.shape)
    for t in range(deals - 1):
        on = array[:, t] == place
        age = np.where(on, age + 1, 0)
        watched = on & (array[:, t + 1] > 0) & (age <= horizon)
        np.add.at(counts, (row[watched], 0, age[watched] - 1), 1)
        end = watched & (array[:, t + 1] != place)
        np.add.at(counts, (row[end], 1, age[end] - 1), 1)
    return counts


def reigns(places: PlacesLike, place: int = 1, horizon: int | None = None) -> Reigns:
    """Return how long a place is held in a row, as seen and by the chain.

    The two differ if a long reign makes a longer one likely: skill, or a seat that helps.

    Parameters
    ----------
    places : simulation, array, data frame, text or list
        See `Places.of`.
    place : int
        The place, 1 to P.
    horizon : int, optional
        Deals after which a reign is cut; if left out, half of the longest that can be watched.

    Returns
    -------
    Reigns

    Examples
    --------
    >>> held = reigns([[1, 2], [1, 2], [2, 1], [2, 1], [2, 1]], horizon=3)
    >>> held.ended, held.lasted_seen.tolist(), held.mean_full
    (1, [1.0, 0.5, nan], 4.0)
    """
    read = Places.of(places)
    place, horizon = check_place(place, read.count), _horizon(read, horizon)
    parts = [reign_counts(part, horizon, place).sum(axis=0) for part in read.parts()]
    counts, moves = np.sum(parts, axis=0), read.moves()[0].sum(axis=0)
    keep = float(rows_to_shares(moves)[place - 1, place - 1])
    lengths: Ints = np.arange(1, horizon + 1)
    seen, model = survival(counts.astype(np.float64)), np.power(keep, lengths.astype(np.float64))
    return Reigns(
        place=place,
        horizon=horizon,
        begun=int(counts[0, 0]),
        ended=int(counts[1].sum()),
        lengths=lengths,
        lasted_seen=seen,
        lasted_model=model,
        mean_seen=float(truncated_mean(seen)),
        mean_model=float(truncated_mean(model)),
        mean_full=float(expected_reign.shown(moves, {"place": place}, read.count)),
    )


def _mean_wait(sums: Floats) -> Floats:
    return truncated_mean(survival(np.moveaxis(sums, (-2, -1), (0, 1))))


def _rises(places: Places, horizon: int | None = None) -> Ints:
    """Waits from the last place to the first."""
    return np.asarray(passage_counts(places, _horizon(places, horizon))[..., -1, 0])


def _reigns(places: Places, place: int = 1, horizon: int | None = None) -> Ints:
    return reign_counts(places, _horizon(places, horizon), place)


@measure(WAIT, "[1, H]", "deals", KAPLAN, NEVER, PLAYERS, ONE, statistics=_rises)
def rise_seen(sums: Floats) -> Floats:
    """Mean number of deals from the last place to the first, as seen, cut at ``horizon`` deals.

    One cell of `first_passage`: ``mean_seen[-1, 0]``. The horizon left out is half of the longest
    wait that can be watched.

    >>> round(rise_seen([[1, 2], [1, 2], [2, 1], [2, 1]], horizon=3), 4)
    1.6667
    """
    return _mean_wait(sums)


@measure(WAIT, "[1, H]", "deals", KAPLAN, NEVER, REPEAT, ONE, statistics=_reigns)
def reign_seen(sums: Floats) -> Floats:
    """Mean number of deals in a row on a place, as seen, cut at ``horizon`` deals.

    The horizon left out is half of the longest wait that can be watched.

    >>> reign_seen([[1, 2], [1, 2], [2, 1], [2, 1], [2, 1]], horizon=3)
    2.5
    """
    return _mean_wait(sums)
