"""Advice: what each action is worth, by play-outs or exactly."""

from slime._lazy import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
