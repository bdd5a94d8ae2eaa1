"""Who pays the tax: hands before and after the exchange, by place in the deal before."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from slime._checks import check_fraction, invalid
from slime.measures.declare import described
from slime.measures.limits import Interval, units_interval
from slime.measures.places import Floats, Places, PlacesLike, numbers, ratio


@dataclass(frozen=True)
class TaxIncidence:
    """Hands by the place in the deal before; entry i of each array belongs to place i + 1.

    ``dealt`` and ``after``: mean strength before and after the exchange, in the unit of the arrays
    given; ``change``: after minus dealt, with limits (a gift counts minus, a gain plus); ``hands``:
    number of hands. Changes of the deal add up to 0 if strength is a sum over cards.

    Examples
    --------
    >>> tax = tax_incidence([[[5, 5], [6, 4]]], [[[5, 5], [7, 3]]], [[[0, 0], [1, 2]]])
    >>> tax.dealt.value.tolist(), tax.after.value.tolist(), tax.hands
    ([6.0, 4.0], [7.0, 3.0], (1, 1))
    """

    dealt: Interval
    after: Interval
    change: Interval
    hands: tuple[int, ...]


@described(
    r"\overline{s^{\text{after}}} - \overline{s^{\text{dealt}}} \text{ by place}",
    "(-inf, inf)",
    "strength",
    "own",
    "hands",
)
def tax_incidence(
    strength_dealt: ArrayLike,
    strength_after: ArrayLike,
    place_before: PlacesLike,
    level: float = 0.95,
    seed: int = 0,
) -> TaxIncidence:
    """Compare hands before and after the exchange, by the place their holders had.

    Sessions are the unit of the limits, deals if there is one session.

    Parameters
    ----------
    strength_dealt, strength_after : array-like ``[match, deal, player]``
        Strength of each hand, more being stronger (nan where not known).
    place_before : simulation, array, data frame, text or list
        Places in the deal before, 0 in the first; see `Places.of`.
    level : float
        In what share of cases the limits should hold the true value.
    seed : int
        Of the bootstrap.

    Returns
    -------
    TaxIncidence

    Raises
    ------
    ValueError
        If shapes differ or a place was never seen.

    Examples
    --------
    >>> dealt = [[[5, 5, 5], [6, 4, 5], [4, 6, 5]]]
    >>> after = [[[5, 5, 5], [9, 4, 2], [5, 6, 4]]]
    >>> tax = tax_incidence(dealt, after, [[[0, 0, 0], [1, 2, 3], [1, 2, 3]]])
    >>> tax.change.value.tolist(), tax.hands
    ([2.0, 0.0, -2.0], (2, 2, 2))
    """
    before = Places.of(place_before, name="place_before").array
    strengths = []
    for name, given in (("strength_dealt", strength_dealt), ("strength_after", strength_after)):
        array = numbers(given, name)
        array = array[None] if array.ndim == 2 else array
        if array.shape != before.shape:
            raise invalid("places.shape", name=name, shape=str(before.shape))
        strengths.append(array)
    dealt, after = strengths
    known = (before > 0) & np.isfinite(dealt) & np.isfinite(after)
    mark = (before[..., None] == np.arange(1, before.shape[2] + 1)) & known[..., None]
    hands = mark.sum(axis=(0, 1, 2))
    if not hands.all():
        raise invalid("places.unseen", name="place_before", place=int(hands.argmin()) + 1)
    level = check_fraction("level", level)

    def result(values: Floats) -> Interval:
        sums = (np.where(known, values, 0.0)[..., None] * mark).sum(axis=2)
        by_deal = np.stack([sums, mark.sum(axis=2)], axis=2)
        flat = by_deal.reshape(-1, *by_deal.shape[2:])
        return units_interval(by_deal.sum(axis=1), flat, _mean, level, seed)

    return TaxIncidence(result(dealt), result(after), result(after - dealt), tuple(hands.tolist()))


def _mean(total: Floats) -> Floats:
    return ratio(total[..., 0, :], total[..., 1, :])
