"""The data that came with this copy of the kit: matches to explore, the trial's results.

What is in them says ``data/README.md``; ``python data/make.py`` makes them again.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

    from slime.claims import Trial


def data_folder() -> Path:
    """Where the data are: inside an installed package, beside it in the project's folder."""
    here = Path(__file__).resolve().parent
    inside = here / "data"
    return inside if inside.is_dir() else here.parent / "data"


def matches() -> pd.DataFrame:
    """Matches of several societies: one row for each match, deal and player.

    >>> sorted(matches().society.unique())
    ['counter', 'lowest', 'mix', 'patient-poor']
    """
    import pandas as pd

    return pd.read_parquet(data_folder() / "matches.parquet")


def trial(seed: int = 1) -> Trial:
    """The full trial of the commentary, run with seed 1 or 2; verdicts are computed anew.

    >>> trial().claims[:3]
    ('1', '2a', '2b')
    """
    from slime.claims import read_trial

    if seed not in (1, 2):
        raise ValueError(f"seed: 1 or 2, not {seed!r:.60}")
    return read_trial(data_folder() / f"trial-seed{seed}.json")


__all__ = ["data_folder", "matches", "trial"]
