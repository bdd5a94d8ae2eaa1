"""Measures of mobility and inequality: places in, numbers with limits out.

All measures take what `Places.of` reads: a simulation, whole numbers ``[match, deal, player]`` or
``[deal, player]``, a data frame, a record, a list of sessions. Counts of moves are taken where they
are said to be: `Transitions`. ``MEASURES`` has each measure with formula, range, source and its
value in three worlds that can be worked out; `interval` gives limits for any of them. Needs numpy
and scipy only.

>>> shorrocks([[1, 2, 3], [1, 3, 2], [2, 1, 3]])
1.25
>>> shorrocks(Transitions([[1, 1, 0], [0, 0, 2], [1, 1, 0]]))
1.25
"""

from slime._lazy import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
