"""Who pays the tax: hands before and after the exchange, by place in the deal before."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from slime._checks import check_fraction
from slime.measures.arrays import numbers
from slime.measures.intervals import units_interval
from slime.measures.places import Floats, Places
from slime.measures.records import Interval


@dataclass(frozen=True)
class TaxIncidence:
    """Hands by the place in the deal before; entry i of each array belongs to place i + 1.

    ``dealt`` and ``after``: mean strength before and after the exchange, in the unit of the arrays
    given; ``change``: after minus dealt, with limits (a gift counts minus, a gain plus); ``hands``:
    number of hands. Changes of the deal add up to 0 if strength is a sum over cards.

    >>> tax = tax_incidence([[[5, 5], [6, 4]]], [[[5, 5], [7, 3]]], [[[0, 0], [1, 2]]])
    >>> tax.dealt.value.tolist(), tax.after.value.tolist(), tax.hands
    ([6.0, 4.0], [7.0, 3.0], (1, 1))
    """

    dealt: Interval
    after: Interval
    change: Interval
    hands: tuple[int, ...]


def tax_incidence(
    strength_dealt: ArrayLike,
    strength_after: ArrayLike,
    place_before: ArrayLike,
    level: float = 0.95,
    seed: int = 0,
) -> TaxIncidence:
    """Compare hands before and after the exchange, by the place their holders had.

    ``strength_dealt``, ``strength_after``: numbers ``[match, deal, player]``, more being stronger
    (nan where not known); ``place_before``: places in the deal before, 0 in the first. Sessions are
    the unit of the limits, deals if there is one session. ``ValueError`` if shapes differ or a
    place was never seen.

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
            raise ValueError(f"{name} must have the shape of place_before, {before.shape}")
        strengths.append(array)
    known = (before > 0) & np.isfinite(strengths[0]) & np.isfinite(strengths[1])
    players = before.shape[2]
    mark = (before[..., None] == np.arange(1, players + 1)) & known[..., None]
    hands = mark.sum(axis=(0, 1, 2))
    if (hands == 0).any():
        raise ValueError(
            f"place_before must hold each place; nobody came from {int(hands.argmin()) + 1}"
        )

    def sums(values: Floats) -> Floats:
        filled = np.where(known, values, 0.0)[..., None]
        return np.stack([(filled * mark).sum(axis=2), mark.sum(axis=2)], axis=2)

    def mean(total: Floats) -> Floats:
        with np.errstate(invalid="ignore", divide="ignore"):
            return total[..., 0, :] / total[..., 1, :]

    def result(values: Floats) -> Interval:
        by_deal = sums(values)
        flat = by_deal.reshape(-1, *by_deal.shape[2:])
        return units_interval(by_deal.sum(axis=1), flat, mean, check_fraction("level", level), seed)

    dealt, after = strengths
    return TaxIncidence(result(dealt), result(after), result(after - dealt), tuple(hands.tolist()))
