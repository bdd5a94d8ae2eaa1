"""slime: a teaching and analysis kit for the games Slime licker and King and slave.

The public names are loaded when they are first used, so that ``import slime`` is instant.
"""

from slime._lazy import attach

__version__ = "0.1.0"

__getattr__, __dir__, __all__ = attach(__name__, __file__)
__all__ += ["__version__"]
