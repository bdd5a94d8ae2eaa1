"""Many matches at once: the same rules as in the stepping game, compiled."""

from slime._lazy import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
