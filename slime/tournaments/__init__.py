"""Players against players: checks, tournaments on the same luck, pupils' files.

>>> import slime
>>> slime.tournament(["lowest", "random"], matches=5, deals=1, seed=1).names
('lowest', 'random')
"""

from slime._lazy import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
