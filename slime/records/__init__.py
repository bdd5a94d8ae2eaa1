"""Records: a match written down so that every step can be judged again.

A record is JSON Lines: a header, then a line for each deal.  `replay` judges one and says where
a match stands, or what is wrong with it; `read` gives its deals to step through; `write_match`
and `write_deals` write one.

>>> from slime import Match
>>> match = Match("slime-licker-club", players=["Anna", "Boris", "Vera", "Gleb"], seed=1)
>>> result = replay(match.finish().record())
>>> result["ok"], result["deals"], result["totals"] == match.totals
(True, 5, True)
"""

from __future__ import annotations

from slime.records.fault import RecordError
from slime.records.reading import Recorded, read, replay
from slime.records.writing import deal_to_json, write_deals, write_match

__all__ = [
    "RecordError",
    "Recorded",
    "deal_to_json",
    "read",
    "replay",
    "write_deals",
    "write_match",
]
