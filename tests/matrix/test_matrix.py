"""What other Pythons and libraries gave is what this one gives."""

from __future__ import annotations

import json

from matrix.fingerprint import fingerprint
from matrix.run import ENVIRONMENTS, RESULT


def test_all_environments_gave_what_this_one_gives() -> None:
    stored = json.loads(RESULT.read_text(encoding="utf-8"))
    assert set(stored) == set(ENVIRONMENTS)
    here = fingerprint()
    for name, one in stored.items():
        assert one["hashes"] == here, name
        assert (one["versions"]["numba"] is None) == ("without numba" in name)
