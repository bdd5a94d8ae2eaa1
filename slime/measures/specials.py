"""Values of measures in worlds that can be worked out, as the catalog declares them."""

from __future__ import annotations

import math
from collections.abc import Callable

from slime.measures.records import Special


def special(text: str, value: Callable[[int], float], odd: str | None = None) -> Special:
    return Special(text, text if odd is None else odd, value)


ZERO = special("0", lambda p: 0.0)
ONE = special("1", lambda p: 1.0)
NEVER = special("inf", lambda p: math.inf)
BY_LOT = special("1/P", lambda p: 1 / p)
MIDDLE = special("0", lambda p: (p % 2) / p, "1/P")  # the middle place stays in a reversal
REPEAT = special("P/(P-1)", lambda p: p / (p - 1))
