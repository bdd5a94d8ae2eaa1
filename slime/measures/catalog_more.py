"""Measures of sequences, totals and hands, declared once; and the registry of all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Literal, cast

import numpy as np

from slime._checks import check_int
from slime.measures import inequality, spells, transitions
from slime.measures.catalog import COUNTING, OWN, TABLES, deal_lags, gap, lags
from slime.measures.places import Floats, Ints
from slime.measures.records import Measure, Options, Special
from slime.measures.specials import NEVER, ONE, REPEAT, ZERO, special


def _horizon(places: Ints, options: Options) -> int:
    if options["horizon"] is None:
        return spells.default_horizon(places)
    return check_int("horizon", options["horizon"], 1)


def _rises(places: Ints, options: Options) -> Floats:
    counts = spells.passage_counts(places, _horizon(places, options))
    return counts[..., -1, 0].astype(np.float64)


def _reigns(places: Ints, options: Options) -> Floats:
    counts = spells.reign_counts(places, _horizon(places, options), options["place"])
    return counts.astype(np.float64)


def _mean_wait(sums: Floats, options: Options) -> Floats:
    return spells.truncated_mean(spells.survival(np.moveaxis(sums, (-2, -1), (0, 1))))


def _averaged(rows: Callable[[Floats], Floats]) -> Callable[[Ints, Options], Floats]:
    """One number a match, and a 1 to count it; matches too short count nothing."""

    def statistics(places: Ints, options: Options) -> Floats:
        values = rows(inequality.totals_after(places, options["horizon"], options["points"]))
        return _pairs(values, np.ones_like(values))

    return statistics


def _pairs(above: Floats, below: Floats) -> Floats:
    known = np.isfinite(above) & np.isfinite(below)
    return cast(Floats, np.stack([np.where(known, x, 0.0) for x in (above, below)], axis=1))


def _rigid(places: Ints, options: Options) -> Floats:
    parts = inequality.rigidity_parts(
        places, options["horizon"], options["index"], options["points"]
    )
    return _pairs(*parts)


def _ratio(sums: Floats, options: Options) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        return sums[..., 0] / sums[..., 1]


def _theil_still(players: int) -> float:
    return inequality.theil(range(players))


def _of_places(
    key: str,
    function: Callable[..., Any],
    formula: str,
    span: str,
    unit: str,
    source: str,
    worlds: tuple[Special | None, Special | None, Special | None],
    by_session: Callable[[Ints, Options], Floats],
    value: Callable[[Floats, Options], Floats],
    options: Options,
    by_deal: Callable[[Ints, Options], Floats] | None = None,
) -> Measure:
    return Measure(
        key,
        function,
        "places",
        formula,
        span,
        unit,
        source,
        *worlds,
        by_session=by_session,
        value=value,
        by_deal=by_deal,
        options=options,
    )


def _shown(
    key: str,
    function: Callable[..., Any],
    takes: Literal["places", "values", "hands"],
    formula: str,
    span: str,
    unit: str,
    source: str,
) -> Measure:
    """A measure with a function of its own and no interval by key."""
    return Measure(key, function, takes, formula, span, unit, source, None, None, None)


def _tax(*args: Any, **kwargs: Any) -> Any:
    """``hands.tax_incidence``, imported when called: it uses the intervals, which use this file."""
    from slime.measures.hands import tax_incidence

    return tax_incidence(*args, **kwargs)


_WAIT = r"\sum_{a=0}^{H-1} \hat S(a), \quad \hat S(a) = \prod_{b \le a} (1 - d_b / n_b)"
_KAPLAN = "Kaplan and Meier (1958), JASA 53, 457-481"
_TOTALS: Options = {"horizon": None, "points": None}

_OTHERS = [
    _of_places(
        "power_gap",
        transitions.power_gap,
        r"M^{(k)} - M^k",
        "[-1, 1]",
        "share",
        COUNTING,
        (ZERO, ZERO, ZERO),
        lags,
        gap,
        {"lag": 2},
        deal_lags,
    ),
    _of_places(
        "rise_seen",
        spells.rise_seen,
        _WAIT,
        "[1, H]",
        "deals",
        _KAPLAN,
        (NEVER, special("P", float), ONE),
        _rises,
        _mean_wait,
        {"horizon": None},
    ),
    _of_places(
        "reign_seen",
        spells.reign_seen,
        _WAIT,
        "[1, H]",
        "deals",
        _KAPLAN,
        (NEVER, REPEAT, ONE),
        _reigns,
        _mean_wait,
        {"horizon": None, "place": 1},
    ),
    _of_places(
        "gini",
        inequality.gini_of_totals,
        r"\frac{\sum_{a,b} |x_a - x_b|}{2 P^2 \bar x}",
        "[0, (P-1)/P]",
        "number",
        "Gini (1914)",
        (special("(P+1)/(3*P)", lambda p: (p + 1) / (3 * p)), ZERO, ZERO),
        _averaged(inequality.gini_rows),
        _ratio,
        _TOTALS,
    ),
    _of_places(
        "theil",
        inequality.theil_of_totals,
        r"\frac{1}{P} \sum_a \frac{x_a}{\bar x} \ln \frac{x_a}{\bar x}",
        "[0, ln P]",
        "nats",
        "Theil (1967), Economics and Information Theory",
        (special("theil(range(P))", _theil_still), ZERO, ZERO),
        _averaged(inequality.theil_rows),
        _ratio,
        _TOTALS,
    ),
    _of_places(
        "rigidity",
        inequality.rigidity,
        r"R(T) = \frac{I(\sum_t x_t)}{\sum_t v_t I(x_t)}, \quad v_t = \bar x_t / \sum_s \bar x_s",
        "[0, 1]",
        "number",
        "Shorrocks (1978b), Journal of Economic Theory 19, 376-393",
        (ONE, ZERO, ZERO),
        _rigid,
        _ratio,
        {**_TOTALS, "index": "gini"},
    ),
    _shown(
        "lorenz",
        inequality.lorenz,
        "values",
        r"L(k/P) = \sum_{a \le k} x_{(a)} / \sum_a x_a",
        "[0, 1]",
        "share",
        "Lorenz (1905), Publications of the ASA 9, 209-219",
    ),
    _shown(
        "first_passage",
        spells.first_passage,
        "places",
        _WAIT,
        "[1, H]",
        "deals",
        f"{_KAPLAN}; Kemeny and Snell (1960), ch. 4",
    ),
    _shown(
        "tax_incidence",
        _tax,
        "hands",
        r"\overline{s^{\text{after}}} - \overline{s^{\text{dealt}}} \text{ by place}",
        "(-inf, inf)",
        "strength",
        OWN,
    ),
]

MEASURES: Mapping[str, Measure] = MappingProxyType({m.key: m for m in [*TABLES, *_OTHERS]})
