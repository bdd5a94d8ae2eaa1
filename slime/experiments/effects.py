"""Effects: the difference between two worlds, and what pairing was good for.

Match m of one world shares its luck with match m of the other.  Intervals of a difference are
made over pairs of matches (see `slime.measures.units_interval`), so what luck they share falls
out.  The *variance ratio* is the variance that the difference would have if the worlds had been
played with luck of their own (the two variances added), divided by the variance it has: 1 means
that pairing did nothing, 4 that the interval is half as wide, as good as four times as many
matches.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from slime.measures import Interval, units_interval
from slime.measures.limits import Value, influences
from slime.measures.places import Floats, in_blocks, ratio

#: More matches than this are added up in as many groups before limits are made.
GROUPS = 1000


@dataclass(frozen=True, kw_only=True)
class Effect(Interval):
    """The difference of an outcome, world B minus world A, with limits over pairs of matches.

    ``a`` and ``b`` are the outcome in each world (of numbers, or of arrays cell by cell);
    ``variance_ratio`` is the variance without pairing over that with it (above 1: pairing helped),
    nan where nothing varied.

    Examples
    --------
    >>> from slime.experiments import compare
    >>> worlds = compare(strategies="lowest", strategies_b=["highest"] + ["lowest"] * 4, matches=30,
    ...                  deals=8, engine="interpreted", progress=False)
    >>> found = worlds.effect("friedman_ratio")
    >>> found.low < found.value < found.high, found.variance_ratio > 0
    (True, True)
    """

    outcome: str
    a: Interval
    b: Interval
    variance_ratio: float | Floats

    def __repr__(self) -> str:
        if np.ndim(self.value):
            return f"<Effect on {self.outcome}: {np.shape(self.value)} numbers>"
        return (
            f"<Effect on {self.outcome}: {self.a.value:.3f} in A, {self.b.value:.3f} in B,"
            f" difference {self.value:+.3f} [{self.low:+.3f}, {self.high:+.3f}],"
            f" variance ratio {self.variance_ratio:.2f}>"
        )


def in_groups(units: Floats, most: int = GROUPS) -> Floats:
    """Add neighbouring units up until there are at most `most`, of equal size but for the last.

    Independent units stay independent, and sums stay what they are.

    >>> in_groups(np.ones((10, 2)), 4).tolist()
    [[3.0, 3.0], [3.0, 3.0], [3.0, 3.0], [1.0, 1.0]]
    """
    return units if len(units) <= most else in_blocks([units], len(units), most)[0]


def paired_effect(
    outcome: str,
    a: Floats,
    b: Floats,
    value: Value,
    level: float = 0.95,
    seed: int = 0,
    draws: int = 1999,
) -> Effect:
    """The effect for sums [match, ...] of two worlds; `value` turns sums into the outcome.

    >>> rng = np.random.default_rng(1)
    >>> luck = rng.normal(size=(400, 1))
    >>> a = np.hstack([luck + rng.normal(size=(400, 1)) / 3, np.ones((400, 1))])
    >>> b = np.hstack([luck + rng.normal(size=(400, 1)) / 3 + 1, np.ones((400, 1))])
    >>> found = paired_effect("mean", a, b, lambda s: s[..., 0] / s[..., 1])
    >>> found.covers(1.0), 7 < found.variance_ratio < 13
    (True, True)
    """
    counted = (a.reshape(len(a), -1) != 0).any(axis=1) & (b.reshape(len(b), -1) != 0).any(axis=1)
    both = in_groups(np.stack([a[counted], b[counted]], axis=1))
    axis = 1 - both.ndim  # of the world, in sums [..., world, *statistics]

    def at(world: int) -> Value:
        return lambda sums: value(np.take(sums, world, axis))

    first, second = at(0), at(1)
    values = (first, second, lambda sums: second(sums) - first(sums))
    one, two, found = (units_interval(both, None, f, level, seed, draws) for f in values)
    gain = variance_ratio(both, first, second)
    return Effect(**vars(found), outcome=outcome, a=one, b=two, variance_ratio=gain)


def variance_ratio(both: Floats, first: Value, second: Value) -> float | Floats:
    """Variance without pairing over variance with it, from the matches' own values."""
    if len(both) < 2:
        return float("nan")
    own_a, own_b = influences(both, first)[1], influences(both, second)[1]
    apart = own_a.var(axis=0, ddof=1) + own_b.var(axis=0, ddof=1)
    together = (own_b - own_a).var(axis=0, ddof=1)
    nothing = np.where(apart > 0, np.inf, np.nan)
    found = np.where(together > 1e-12 * apart, ratio(apart, together), nothing)
    return found if np.ndim(found) else float(found)
