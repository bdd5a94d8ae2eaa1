"""The rules as whole numbers: the part that is stepped through as Python and compiled by numba."""

from slime._lazy import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
