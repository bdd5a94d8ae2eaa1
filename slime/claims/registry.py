"""All claims, found in `slime.claims.catalogue`: each file is one."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from slime.claims import catalogue as book
from slime.claims.model import Claim


@cache
def claims() -> dict[str, Claim]:
    """All claims by key, in the order of the rulebook.

    >>> list(claims())
    ['1', '2a', '2b', '3', '4', '5', '6', '7', '8', '9', '10']
    """
    names = sorted(info.name for info in pkgutil.iter_modules(book.__path__))
    found = [importlib.import_module(f"{book.__name__}.{name}").CLAIM for name in names]
    return {claim.key: claim for claim in found}


def find_claim(which: str | int | Claim) -> Claim:
    """A claim by key (``"2a"``, 5), or itself; `ValueError` says what there is."""
    if isinstance(which, Claim):
        return which
    known = claims()
    if str(which) not in known:
        raise ValueError(f"claim: one of {', '.join(known)}, not {which!r:.60}")
    return known[str(which)]


__all__ = ["claims", "find_claim"]
