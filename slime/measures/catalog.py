"""Measures of the transition table, declared once.

Docs, glossary, intervals and tests read them from here; ``catalog_more`` has the others.

Words for learners (title, what it says, what it ignores) are in ``slime/i18n`` under
``measures.<key>``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from slime._checks import check_fraction, check_int
from slime.measures import chain, kernels, mobility, transitions
from slime.measures.arrays import as_weights
from slime.measures.places import Floats, Ints
from slime.measures.records import Measure, Options, Special
from slime.measures.specials import BY_LOT, MIDDLE, NEVER, ONE, REPEAT, ZERO, special
from slime.measures.transitions import check_place, transition_counts

Kernel = Callable[[Floats, Options], Floats]
Triple = tuple[Floats, Floats, Floats]
Finish = Callable[[Floats, Floats, Floats, int], Triple]


def _counts(places: Ints, options: Options) -> Floats:
    return transition_counts(places, options["lag"], by="match").astype(np.float64)


def _deal_counts(places: Ints, options: Options) -> Floats:
    counts = transition_counts(places, options["lag"], by="deal").astype(np.float64)
    return counts.reshape(-1, *counts.shape[2:])


def lags(places: Ints, options: Options) -> Floats:
    one = transition_counts(places, 1, by="match")
    more = transition_counts(places, options["lag"], by="match")
    return np.stack([one, more], axis=1).astype(np.float64)


def deal_lags(places: Ints, options: Options) -> Floats:
    one = transition_counts(places, 1, by="deal")
    more = transition_counts(places, options["lag"], by="deal")
    missing = one.shape[1] - more.shape[1]
    more = np.pad(more, ((0, 0), (0, missing), (0, 0), (0, 0)))
    both = np.stack([one, more], axis=2) * 1.0
    return cast(Floats, both.reshape(-1, *both.shape[2:]))


def gap(sums: Floats, options: Options) -> Floats:
    one, more = (kernels.rows_to_shares(sums[..., i, :, :]) for i in (0, 1))
    return cast(Floats, more - np.linalg.matrix_power(one, options["lag"]))


def _on_matrix(kernel: Kernel) -> Kernel:
    return lambda sums, options: kernel(kernels.rows_to_shares(sums), options)


def _row(which: Callable[[int, Options], int]) -> Callable[[Floats, Options], Floats]:
    """How many players left a place: as many trials as deals."""

    def trials(sums: Floats, options: Options) -> Floats:
        return cast(Floats, sums[..., which(sums.shape[-1], options), :].sum(axis=-1))

    return trials


def _rows(sums: Floats, options: Options) -> Floats:
    return cast(Floats, np.broadcast_to(sums.sum(axis=-1, keepdims=True), sums.shape))


def _place(players: int, options: Options) -> int:
    return check_place(options["place"], players) - 1


def _signed(m: Floats, options: Options) -> Floats:
    return cast(Floats, np.linalg.det(np.nan_to_num(m)))


def _unsigned(root: bool) -> Finish:
    """Limits are found for the determinant with its sign, which has no corner at 0."""

    def finish(value: Floats, low: Floats, high: Floats, players: int) -> Triple:
        power = 1 / (players - 1) if root else 1
        far = np.maximum(np.abs(low), np.abs(high)) ** power
        near = np.where((low <= 0) & (high >= 0), 0, np.minimum(np.abs(low), np.abs(high))) ** power
        return 1 - np.abs(value) ** power, 1 - far, 1 - near + 0 * far

    return finish


def _to_reign(value: Floats, low: Floats, high: Floats, players: int) -> Triple:
    """Limits are found for the share that stays."""
    with np.errstate(divide="ignore"):
        return cast(Triple, tuple(1 / np.maximum(1 - x, 0) for x in (value, low, high)))


def _table(
    key: str,
    function: Callable[..., Any],
    kernel: Kernel,
    formula: str,
    span: str,
    unit: str,
    source: str,
    worlds: tuple[Special | None, Special | None, Special | None],
    options: Options | None = None,
    normal: bool = True,
    **more: Any,
) -> Measure:
    """A measure of the transition table; ``normal``: its kernel takes shares by row."""
    return Measure(
        key,
        function,
        "table",
        formula,
        span,
        unit,
        source,
        *worlds,
        by_session=_counts,
        by_deal=_deal_counts,
        value=_on_matrix(kernel) if normal else kernel,
        options={"lag": 1, **(options or {})},
        **more,
    )


def _even(m: Floats) -> Floats:
    return as_weights(None, m.shape[-1])


def _cutoff(options: Options) -> tuple[float, int]:
    return check_fraction("cutoff", options["cutoff"]), check_int("most", options["most"], 1)


SHORROCKS = "Shorrocks (1978a), Econometrica 46, 1013-1024"
FORMBY = "Formby, Smith and Zheng (2004), Journal of Econometrics 120, 181-205"
KEMENY = "Kemeny and Snell (1960), Finite Markov Chains, ch. 4"
# Keys of ``measures.source`` in slime.i18n: these two have no text to point to.
COUNTING, OWN = "counting", "own"

TABLES = [
    _table(
        "transition_matrix",
        transitions.transition_matrix,
        lambda m, o: m,
        r"M_{ij} = n_{ij} / \sum_k n_{ik}",
        "[0, 1]",
        "share",
        COUNTING,
        (None, BY_LOT, None),
        trials=_rows,
    ),
    _table(
        "immobility_ratio",
        mobility.immobility_ratio,
        lambda m, o: kernels.immobility(m),
        r"\frac{1}{P} \sum_i M_{ii}",
        "[0, 1]",
        "share",
        COUNTING,
        (ONE, BY_LOT, MIDDLE),
    ),
    _table(
        "keep_first",
        mobility.keep_first,
        lambda m, o: kernels.keep(m, 0),
        r"M_{11}",
        "[0, 1]",
        "share",
        COUNTING,
        (ONE, BY_LOT, ZERO),
        trials=_row(lambda n, o: 0),
    ),
    _table(
        "keep_last",
        mobility.keep_last,
        lambda m, o: kernels.keep(m, -1),
        r"M_{PP}",
        "[0, 1]",
        "share",
        COUNTING,
        (ONE, BY_LOT, ZERO),
        trials=_row(lambda n, o: n - 1),
    ),
    _table(
        "keep_place",
        mobility.keep_place,
        lambda m, o: kernels.keep(m, _place(m.shape[-1], o)),
        r"M_{ii}",
        "[0, 1]",
        "share",
        COUNTING,
        (ONE, BY_LOT, None),
        {"place": 2},
        trials=_row(_place),
    ),
    _table(
        "shorrocks",
        mobility.shorrocks,
        lambda m, o: kernels.shorrocks(m),
        r"\frac{P - \operatorname{tr} M}{P - 1}",
        "[0, P/(P-1)]",
        "number",
        f"Prais (1955), JRSS A 118, 56-66; {SHORROCKS}",
        (ZERO, ONE, special("P/(P-1)", lambda p: (p - p % 2) / (p - 1), "1")),
    ),
    _table(
        "movers_index",
        mobility.movers_index,
        lambda m, o: kernels.movers(m, _even(m)),
        r"\frac{P}{P - 1} \Bigl(1 - \sum_i w_i M_{ii}\Bigr)",
        "[0, P/(P-1)]",
        "number",
        FORMBY,
        (ZERO, ONE, special("P/(P-1)", lambda p: (p - p % 2) / (p - 1), "1")),
    ),
    _table(
        "determinant_index",
        mobility.determinant_index,
        _signed,
        r"1 - |\det M|",
        "[0, 1]",
        "number",
        FORMBY,
        (ZERO, ONE, ZERO),
        finish=_unsigned(root=False),
    ),
    _table(
        "determinant_index_root",
        mobility.determinant_index_root,
        _signed,
        r"1 - |\det M|^{1/(P-1)}",
        "[0, 1]",
        "number",
        SHORROCKS,
        (ZERO, ONE, ZERO),
        finish=_unsigned(root=True),
    ),
    _table(
        "second_eigenvalue_index",
        mobility.second_eigenvalue_index,
        lambda m, o: kernels.second_eigenvalue(m),
        r"1 - |\lambda_2|",
        "[0, 1]",
        "number",
        "Sommers and Conlisk (1979), Journal of Mathematical Sociology 6, 253-276",
        (ZERO, ONE, ZERO),
    ),
    _table(
        "bartholomew",
        mobility.bartholomew,
        lambda m, o: kernels.bartholomew(m, _even(m)),
        r"\sum_i w_i \sum_j M_{ij} |i - j|",
        "[0, P-1]",
        "places",
        "Bartholomew (1967), Stochastic Models for Social Processes",
        (
            ZERO,
            special("(P**2-1)/(3*P)", lambda p: (p**2 - 1) / (3 * p)),
            special("P/2", lambda p: (p**2 - p % 2) / (2 * p), "(P**2-1)/(2*P)"),
        ),
    ),
    _table(
        "bartholomew_normalised",
        mobility.bartholomew_normalised,
        lambda m, o: kernels.bartholomew(m, _even(m)) / (m.shape[-1] - 1),
        r"\frac{1}{P-1} \sum_i w_i \sum_j M_{ij} |i - j|",
        "[0, 1]",
        "number",
        FORMBY,
        (
            ZERO,
            special("(P+1)/(3*P)", lambda p: (p + 1) / (3 * p)),
            special("P/(2*(P-1))", lambda p: (p**2 - p % 2) / (2 * p * (p - 1)), "(P+1)/(2*P)"),
        ),
    ),
    _table(
        "mean_places_moved",
        mobility.mean_places_moved,
        lambda s, o: kernels.moved(s),
        r"\frac{\sum_{ij} n_{ij} |i - j|}{\sum_{ij} n_{ij}}",
        "[0, P-1]",
        "places",
        COUNTING,
        (
            ZERO,
            special("(P**2-1)/(3*P)", lambda p: (p**2 - 1) / (3 * p)),
            special("P/2", lambda p: (p**2 - p % 2) / (2 * p), "(P**2-1)/(2*P)"),
        ),
        normal=False,
    ),
    _table(
        "rank_correlation",
        mobility.rank_correlation,
        lambda s, o: kernels.correlation(s),
        r"\frac{\sum_{ij} n_{ij} (i - \bar\imath)(j - \bar\jmath)}"
        r"{\sqrt{\sum_{ij} n_{ij} (i - \bar\imath)^2 \sum_{ij} n_{ij} (j - \bar\jmath)^2}}",
        "[-1, 1]",
        "number",
        "Pearson (1896); Spearman (1904); Dahl and DeLeire (2008)",
        (ONE, ZERO, special("-1", lambda p: -1.0)),
        normal=False,
    ),
    _table(
        "mean_first_passage",
        chain.mean_first_passage,
        lambda m, o: kernels.passage(m),
        r"m_{ij} = 1 + \sum_{k \ne j} M_{ik} m_{kj}",
        "[1, inf]",
        "deals",
        KEMENY,
        (None, special("P", float), None),
    ),
    _table(
        "rise_time",
        chain.rise_time,
        lambda m, o: kernels.passage(m)[..., -1, 0],
        r"m_{P1}",
        "[1, inf]",
        "deals",
        KEMENY,
        (NEVER, special("P", float), ONE),
    ),
    _table(
        "fall_time",
        chain.fall_time,
        lambda m, o: kernels.passage(m)[..., 0, -1],
        r"m_{1P}",
        "[1, inf]",
        "deals",
        KEMENY,
        (NEVER, special("P", float), ONE),
    ),
    _table(
        "expected_reign",
        chain.expected_reign,
        lambda m, o: kernels.keep(m, _place(m.shape[-1], o)),
        r"\frac{1}{1 - M_{ii}}",
        "[1, inf]",
        "deals",
        "Prais (1955), JRSS A 118, 56-66",
        (NEVER, REPEAT, ONE),
        {"place": 1},
        finish=_to_reign,
        trials=_row(_place),
    ),
    _table(
        "mixing_time",
        chain.mixing_time,
        lambda m, o: kernels.mixing(m, *_cutoff(o)),
        r"\min\{t : \max_i \tfrac12 \sum_j |(M^t)_{ij} - \pi_j| \le c\}",
        "1, 2, ..., inf",
        "deals",
        "Levin, Peres and Wilmer (2009), Markov Chains and Mixing Times, 4.5",
        (NEVER, ONE, NEVER),
        {"cutoff": 0.25, "most": 1000},
        steps=True,
    ),
    _table(
        "deals_until_forgotten",
        chain.deals_until_forgotten,
        lambda m, o: kernels.forgotten(m, *_cutoff(o)),
        r"\min\{t : |\rho(M^s)| \le c \text{ for all } s \ge t\}",
        "1, 2, ..., inf",
        "deals",
        OWN,
        (NEVER, ONE, NEVER),
        {"cutoff": 0.05, "most": 1000},
        steps=True,
    ),
    _table(
        "stationary",
        chain.stationary,
        lambda m, o: kernels.stationary(m),
        r"\pi = \pi M, \quad \sum_i \pi_i = 1",
        "[0, 1]",
        "share",
        KEMENY,
        (None, BY_LOT, None),
    ),
    _table(
        "worth_of_place",
        chain.worth_of_place,
        lambda m, o: kernels.worth(m, chain.check_points(o["points"], m.shape[-1])),
        r"w = M (r - g) + M w, \quad \sum_i \pi_i w_i = 0, \quad g = \sum_i \pi_i r_i",
        "(-inf, inf)",
        "points",
        "Puterman (1994), Markov Decision Processes, 8.2",
        (None, ZERO, None),
        {"points": None},
    ),
]
