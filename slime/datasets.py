"""The data that came with this copy of the kit: matches to explore, the trial's results.

What is in them says ``data/README.md``; ``python data/make.py`` makes them again.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from slime._checks import check_int
from slime._files import shipped
from slime._lazy import need

if TYPE_CHECKING:
    import pandas as pd

    from slime.claims import Trial


def data_folder() -> Path:
    """Where the data are."""
    return shipped("data")


def load_matches() -> pd.DataFrame:
    """Matches of several societies.

    Returns
    -------
    pandas.DataFrame
        One row for each match, deal and player; what the columns mean says ``data/README.md``.

    Examples
    --------
    >>> import slime
    >>> sorted(slime.load_matches().society.unique())
    ['counter', 'lowest', 'mix', 'patient-poor']
    """
    need("pandas")
    need("pyarrow")
    import pandas as pd

    return pd.read_parquet(data_folder() / "matches.parquet")


def load_trial(seed: int = 1) -> Trial:
    """The full trial of the commentary; its verdicts are computed anew.

    Parameters
    ----------
    seed : {1, 2}
        It was run twice.

    Returns
    -------
    Trial
        All claims with their results.

    Raises
    ------
    ValueError
        For another seed.

    Examples
    --------
    >>> load_trial().claims[:3]
    ('1', '2a', '2b')
    """
    from slime.claims import read_trial

    return read_trial(data_folder() / f"trial-seed{check_int('seed', seed, 1, 2)}.json")


__all__ = ["load_matches", "load_trial"]


def __dir__() -> list[str]:
    return list(__all__)
