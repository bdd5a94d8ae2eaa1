"""The text on trial: each claim of the commentary, measured, run and judged.

`commentary` lists the claims; see `Commentary`.
"""

from slime._lazy import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
