"""Checks of arguments, in one voice."""

from __future__ import annotations

from typing import Any

from slime.presets import whole_number

#: What no count in a simulation reaches.
MOST = 1 << 48


def whole(name: str, value: Any, least: int, most: int = MOST) -> int:
    """`value` as a whole number in a range (numpy's too); ``ValueError`` names the argument.

    >>> whole("matches", 10, 1)
    10
    >>> whole("lag", 3, 1, 2)
    Traceback (most recent call last):
    ...
    ValueError: lag: a whole number from 1 to 2, not 3
    """
    number = whole_number(value)
    if number is None or not least <= number <= most:
        reach = f"from {least}" if most == MOST else f"from {least} to {most}"
        raise ValueError(f"{name}: a whole number {reach}, not {value!r:.60}")
    return number
