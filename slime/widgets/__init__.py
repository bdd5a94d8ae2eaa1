"""Things to see and touch in a notebook: the card table, and the panel of the text on trial."""

from slime._lazy import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
