"""Measures of mobility and inequality: plain arrays in, numbers out.

``places`` are integers ``[match, deal, player]``: 1 for the first out of cards to P for the last, 0
where a deal was not played. Measures of mobility take a table of counts or shares, row = place
before, column = place after. ``MEASURES`` declares each measure with formula, range, source and its
value in three worlds that can be worked out; ``interval`` gives limits for any of them. Needs numpy
and scipy only.

>>> counts = transition_counts([[1, 2, 3], [1, 3, 2], [2, 1, 3]])
>>> shorrocks(counts)
1.25
"""

from slime._lazy import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
