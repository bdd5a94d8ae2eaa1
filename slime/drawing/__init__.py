"""Cards, hands and tables as SVG and as text; it knows no rules, only snapshots."""

from slime._lazy import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
