"""The one place where measures are looked up; ``catalog`` declares them."""

from __future__ import annotations

from typing import Any

from slime.measures.catalog_more import MEASURES
from slime.measures.records import Measure, Options


def find(measure: str | Measure, options: Options | None = None) -> tuple[Measure, dict[str, Any]]:
    """Return a measure by key (or itself), and its options with defaults filled in.

    ``ValueError`` names what there is.

    >>> record, options = find("keep_first", {"lag": 2})
    >>> record.unit, options
    ('share', {'lag': 2})
    >>> find("mobility")
    Traceback (most recent call last):
    ...
    ValueError: measure must be one of bartholomew, bartholomew_normalised, ...
    """
    if isinstance(measure, Measure):
        record = measure
    elif isinstance(measure, str) and measure in MEASURES:
        record = MEASURES[measure]
    else:
        raise ValueError(
            f"measure must be one of {', '.join(sorted(MEASURES))}; got {measure!r:.60}"
        )
    given = dict(options or {})
    for name in given:
        if name not in record.options:
            known = ", ".join(record.options) or "none"
            raise ValueError(f"{record.key} takes no option {name!r}; it may be: {known}")
    return record, {**record.options, **given}
