"""Measures of mobility and inequality: plain arrays in, numbers out.

``places`` are integers ``[match, deal, player]``: 1 for the first out of cards to P for the last, 0
where a deal was not played. Measures of mobility take a table of counts or shares, row = place
before, column = place after. ``MEASURES`` declares each measure with formula, range, source and its
value in three worlds that can be worked out; ``interval`` gives limits for any of them. Needs numpy
and scipy only.

>>> counts = transition_counts([[1, 2, 3], [1, 3, 2], [2, 1, 3]])
>>> shorrocks(counts)
1.25
"""

from slime.measures.arrays import as_matrix, check_places
from slime.measures.bands import AgainstBand, Band, against_band, band
from slime.measures.catalog_more import MEASURES
from slime.measures.chain import (
    deals_until_forgotten,
    expected_reign,
    fall_time,
    mean_first_passage,
    mixing_time,
    rise_time,
    stationary,
    worth_of_place,
)
from slime.measures.glossary_text import glossary
from slime.measures.hands import TaxIncidence, tax_incidence
from slime.measures.inequality import (
    gini,
    gini_of_totals,
    goods,
    inequality_by_deal,
    lorenz,
    mean_lorenz,
    rigidity,
    running_totals,
    theil,
    theil_of_totals,
    totals_after,
)
from slime.measures.intervals import cell_interval, interval, paired_interval, units_interval
from slime.measures.mobility import (
    bartholomew,
    bartholomew_normalised,
    determinant_index,
    determinant_index_root,
    immobility_ratio,
    keep_first,
    keep_last,
    keep_place,
    mean_places_moved,
    movers_index,
    rank_correlation,
    second_eigenvalue_index,
    shorrocks,
)
from slime.measures.records import Interval, Measure, Special
from slime.measures.registry import find
from slime.measures.spells import (
    FirstPassage,
    Reigns,
    first_passage,
    reign_seen,
    reigns,
    rise_seen,
)
from slime.measures.transitions import (
    KDeals,
    k_deals,
    keep_by_lag,
    lag_pairs,
    power_gap,
    transition_counts,
    transition_matrix,
)

__all__ = [
    "MEASURES",
    "AgainstBand",
    "Band",
    "FirstPassage",
    "Interval",
    "KDeals",
    "Measure",
    "Reigns",
    "Special",
    "TaxIncidence",
    "against_band",
    "as_matrix",
    "band",
    "bartholomew",
    "bartholomew_normalised",
    "cell_interval",
    "check_places",
    "deals_until_forgotten",
    "determinant_index",
    "determinant_index_root",
    "expected_reign",
    "fall_time",
    "find",
    "first_passage",
    "gini",
    "gini_of_totals",
    "glossary",
    "goods",
    "immobility_ratio",
    "inequality_by_deal",
    "interval",
    "k_deals",
    "keep_by_lag",
    "keep_first",
    "keep_last",
    "keep_place",
    "lag_pairs",
    "lorenz",
    "mean_first_passage",
    "mean_lorenz",
    "mean_places_moved",
    "mixing_time",
    "movers_index",
    "paired_interval",
    "power_gap",
    "rank_correlation",
    "reign_seen",
    "reigns",
    "rigidity",
    "rise_seen",
    "rise_time",
    "running_totals",
    "second_eigenvalue_index",
    "shorrocks",
    "stationary",
    "tax_incidence",
    "theil",
    "theil_of_totals",
    "totals_after",
    "transition_counts",
    "transition_matrix",
    "units_interval",
    "worth_of_place",
]
