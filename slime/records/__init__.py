"""Records: a match written down so that every step can be judged again.

A record is JSON Lines: a header, then a line for each deal.  `replay` judges one and says where
a match stands, or what is wrong with it; `read` gives its deals to step through; ``match.record()``
and `write_deals` write one.

>>> from slime import Match
>>> match = Match("slime-licker-club", players=["Anna", "Boris", "Vera", "Gleb"], seed=1)
>>> result = replay(match.finish().record())
>>> result["ok"], result["deals"], result["totals"] == match.totals
(True, 5, True)
"""

from slime._lazy import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
