"""Experiments: two worlds with the same luck, what causes what, rule or person.

Simulated worlds held against each other, with intervals over matches; exact small worlds; how
many deals a question needs.
"""

from slime._lazy import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
