"""What experiments look at: measures of the table of moves, and three more of our own.

An outcome is a `slime.measures.Measure`.  Those that take a table of moves one deal apart work
everywhere; the others (of whole matches, or over several deals) only where each world goes its
own way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slime.experiments.sessions import LASTING, SPREAD, counts_between
from slime.measures import MEASURES, Measure, Special, as_matrix, transition_counts
from slime.measures.registry import find

Floats = NDArray[np.float64]
Options = dict[str, Any]

#: The outcomes that are looked at when none are named.
USUAL = ("rank_correlation", "keep_first", "next_place_last", "rise_time")


def next_places(table: Any) -> Floats:
    """Mean place in the next deal, by place before (P numbers).

    >>> next_places([[1, 0], [0, 1]]).tolist()
    [1.0, 2.0]
    """
    matrix = as_matrix(table)
    return np.asarray(matrix @ np.arange(1.0, len(matrix) + 1))


def next_place_last(table: Any) -> float:
    """Mean place in the next deal of who was last.

    >>> next_place_last([[3, 1], [1, 3]])
    1.75
    """
    return float(next_places(table)[-1])


def next_place_first(table: Any) -> float:
    """Mean place in the next deal of who was first.

    >>> next_place_first([[3, 1], [1, 3]])
    1.25
    """
    return float(next_places(table)[0])


def _means(sums: Floats) -> Floats:
    places = np.arange(1.0, sums.shape[-1] + 1)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray((sums @ places) / sums.sum(axis=-1))


def _moves(places: NDArray[np.int64], options: Any) -> Floats:
    return transition_counts(places, options["lag"], by="match").astype(np.float64)


def _own(key: str, function: Any, row: int | None, ends: tuple[str, str] | None) -> Measure:
    def value(sums: Floats, options: Any) -> Floats:
        means = _means(sums)
        return means if row is None else np.asarray(means[..., row])

    def special(text: str) -> Special:
        return Special(text, text, lambda p: 1.0 if text == "1" else float(p))

    stay, turned = (special(ends[0]), special(ends[1])) if ends else (None, None)
    lot = Special("(P+1)/2", "(P+1)/2", lambda p: (p + 1) / 2) if ends else None
    return Measure(
        key,
        function,
        "table",
        r"\sum_j j \, M_{ij}",
        "[1, P]",
        "places",
        "counting",
        stay,
        lot,
        turned,
        by_session=_moves,
        value=value,
        options={"lag": 1},
    )


#: Outcomes beside those of `slime.measures`.
OWN: dict[str, Measure] = {
    "next_places": _own("next_places", next_places, None, None),
    "next_place_first": _own("next_place_first", next_place_first, 0, ("1", "P")),
    "next_place_last": _own("next_place_last", next_place_last, -1, ("P", "1")),
    "spread": SPREAD,
    "lasting": LASTING,
}


def find_outcome(which: str | Measure, options: Options | None = None) -> tuple[Measure, Options]:
    """An outcome by name, with its options filled in; ``ValueError`` says what there is.

    >>> find_outcome("next_place_last")[0].unit
    'places'
    >>> find_outcome("luck")
    Traceback (most recent call last):
    ...
    ValueError: outcome: one of bartholomew, ..., worth_of_place, not 'luck'
    """
    known = {k: m for k, m in MEASURES.items() if m.by_session is not None and not m.steps} | OWN
    if isinstance(which, str):
        if which not in known:
            raise ValueError(f"outcome: one of {', '.join(sorted(known))}, not {which!r:.60}")
        which = known[which]
    if not isinstance(which, Measure) or which.by_session is None or which.value is None:
        raise ValueError(
            f"outcome: a name or a measure that is a function of places, not {which!r:.60}"
        )
    return find(which, options)


def find_outcomes(
    which: str | Measure | Sequence[str | Measure] | None,
) -> tuple[tuple[Measure, Options], ...]:
    """Several outcomes; None stands for `USUAL`."""
    named = USUAL if which is None else (which,) if isinstance(which, (str, Measure)) else which
    if not isinstance(named, Iterable):
        raise ValueError(f"outcomes: names, measures or a list of them, not {which!r:.60}")
    found = tuple(find_outcome(one) for one in named)
    if not found:
        raise ValueError("outcomes: name at least one")
    if len({m.key for m, _ in found}) < len(found):
        raise ValueError("outcomes: each one once")
    return found


def of_moves(record: Measure, options: Options) -> bool:
    """Whether an outcome is a function of the table of moves one deal apart."""
    return record.takes == "table" and options.get("lag", 1) == 1


def finished(record: Measure, options: Options, sums: Floats, players: int) -> Floats:
    """The outcome on the scale on which it is shown."""
    assert record.value is not None
    out = np.asarray(record.value(sums, options))
    if record.finish is not None:
        out = np.asarray(record.finish(out, out, out, players)[0])
    return out


__all__ = [
    "OWN",
    "USUAL",
    "counts_between",
    "find_outcome",
    "find_outcomes",
    "finished",
    "next_place_first",
    "next_place_last",
    "next_places",
    "of_moves",
]
