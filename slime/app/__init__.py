"""What surrounds the kit: opening the lessons, the doctor, the sentences of lessons."""

from slime._lazy import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
