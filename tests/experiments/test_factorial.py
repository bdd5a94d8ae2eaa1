"""Shares: facts of the rulebook's notes, the axioms of Shapley's value, exact sums."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import slime
from slime.experiments import Decomposition, Factor, decompose
from slime.experiments.factorial import as_rows, dividends, shapley

NOTHING = slime.rules("slime-licker", exchange="none", champion_falls=False)


@pytest.mark.parametrize(
    ("lead", "dealer", "expected"),
    [("last", "last", 2.45), ("last", "draw", 2.52), ("draw", "last", 2.96), ("draw", "draw", 3.0)],
)
def test_next_place_of_the_last_is_two_effects(lead: str, dealer: str, expected: float) -> None:
    from slime.experiments.outcomes import next_place_last

    sim = slime.simulate(
        NOTHING.replace(lead=lead, dealer=dealer), matches=6000, deals=20, seed=7, progress=False
    )
    assert next_place_last(sim) == pytest.approx(expected, abs=0.02)


@pytest.fixture(scope="module")
def causes() -> Decomposition:
    return decompose(
        factors=("exchange", "fall", "lead+deal"), matches=3000, deals=20, seed=3, progress=False
    )


def test_shares_of_the_rank_correlation(causes: Decomposition) -> None:
    found = {p.factors[0]: p for p in causes["rank_correlation"].shares}
    expected = {"exchange": 0.603, "fall": -0.303, "lead+deal": -0.103}
    for name, amount in expected.items():
        assert found[name].value == pytest.approx(amount, abs=0.01)
        assert found[name].low < found[name].value < found[name].high
        assert found[name].high - found[name].low < 0.02


def test_shares_add_up_exactly(causes: Decomposition) -> None:
    for one in causes:
        total = Fraction(one.full) - Fraction(one.empty)
        assert sum(part.exact for part in one.shares) == total == one.total.exact
        assert sum(part.exact for part in one.dividends) == total
        for i, part in enumerate(one.shares):
            mine = [d for d in one.dividends if part.factors[0] in d.factors]
            assert part.exact == sum(d.exact / len(d.factors) for d in mine)
            assert one.alone[i] == one.dividends[i].value


def test_cells_are_the_simulator_s_own(causes: Decomposition) -> None:
    from slime.measures import rank_correlation

    frame = causes.cells()
    assert len(frame) == 8
    for on in ((), ("fall",), ("exchange", "lead+deal")):
        rules = causes.rules(on)
        assert (rules.exchange == "none") == ("exchange" not in on)
        assert rules.champion_falls == ("fall" in on)
        assert (rules.lead == rules.dealer == "draw") == ("lead+deal" not in on)
        sim = slime.simulate(rules, matches=3000, deals=20, seed=3, progress=False)
        value = rank_correlation(sim)
        assert frame["rank_correlation"][causes.cell(on)] == pytest.approx(value)
        deal = causes.deal(on, slime.Address(7, 3))
        assert deal.rules == rules.replace(match={"deals": 20})
        assert [deal.finish().places[p] for p in deal.players] == sim.places[7, 3].tolist()
    assert causes["rank_correlation"].full == pytest.approx(
        causes["rank_correlation"].empty + causes["rank_correlation"].total.value
    )


def test_the_exchange_together_with_the_fall() -> None:
    """Source A credits the exchange together with the fall: the pair's own part is shown."""
    found = decompose(
        factors=("exchange", "fall"), outcomes="rise_time", matches=1500, seed=2, progress=False
    )["rise_time"]
    (pair,) = found.interactions
    assert pair.factors == ("exchange", "fall")
    a, b, ab, both = (Fraction(float(v)) for v in np.asarray(found.cells.value))
    assert pair.exact == both - b - ab + a
    assert pair.high < 0  # the fall shortens the way up only where an exchange keeps one down


def test_players_as_a_factor() -> None:
    found = decompose(
        factors=("exchange", "skill"),
        outcomes=("rank_correlation", "friedman_ratio"),
        skill=["counter", "counter", "lowest", "lowest", "random"],
        matches=300,
        progress=False,
    )
    assert str(found.specs[0].strategies[0]) == "lowest"
    assert str(found.specs[-1].strategies[0]) == "counter"
    frame = found.frame().set_index(["outcome", "factor"])
    assert frame.loc[("friedman_ratio", "skill"), "low"] > 0
    assert frame.loc[("rank_correlation", "skill"), "low"] > 0


def test_a_factor_of_your_own_and_one_that_does_nothing() -> None:
    found = decompose(
        factors=("exchange", Factor("open", {"exchange_open": False}, {"exchange_open": True})),
        outcomes="rank_correlation",
        matches=200,
        progress=False,
    )["rank_correlation"]
    # lowest gives back its lowest cards, which it had before it was given better ones
    assert found.shares[1].exact == 0


def test_seating_as_a_factor() -> None:
    found = decompose(
        "king-and-slave", ("exchange", "seating"), "rank_correlation", matches=300, progress=False
    )
    assert found.rules(()).seating == "fixed"
    assert found.rules(("seating",)).seating == "by-place"


values_of = st.integers(1, 4).flatmap(
    lambda k: st.lists(st.fractions(-5, 5, max_denominator=50), min_size=1 << k, max_size=1 << k)
)


@given(values_of)
def test_shapley_is_the_mean_over_all_orders(values: list[Fraction]) -> None:
    k = len(values).bit_length() - 1
    total = [Fraction(0)] * k
    orders = list(permutations(range(k)))
    for order in orders:
        mask = 0
        for i in order:
            total[i] += values[mask | 1 << i] - values[mask]
            mask |= 1 << i
    assert shapley(values) == [t / len(orders) for t in total]
    assert sum(shapley(values)) == values[-1] - values[0]


@given(values_of)
def test_dividends_build_the_cells(values: list[Fraction]) -> None:
    parts = dividends(values)
    for mask, value in enumerate(values):
        assert value == sum(p for other, p in enumerate(parts) if other & mask == other)


@pytest.mark.parametrize("k", [1, 2, 3])
def test_rows_do_the_same(k: int) -> None:
    values = [Fraction(n * n % 7) for n in range(1 << k)]
    shares, parts = as_rows(k)
    floats = np.array([float(v) for v in values])
    assert (shares @ floats).tolist() == pytest.approx([float(x) for x in shapley(values)])
    assert (parts @ floats).tolist() == pytest.approx([float(x) for x in dividends(values)])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"factors": ()}, "factors: 1 to 7"),
        ({"factors": ("weather",)}, "factors: exchange, fall, lead, deal, seating, skill"),
        ({"factors": ("seating",)}, "at its neutral level already"),
        ({"factors": ("exchange", "exchange+fall")}, "two of them set exchange"),
        ({"factors": ("skill",)}, "skill: name the unequal players"),
        ({"outcomes": "next_places"}, "not one number"),
        ({"outcomes": ()}, "outcomes: at least one"),
        ({"outcomes": ("keep_first", "keep_first")}, "outcomes: at least one, each one once"),
        ({"deals": None}, "deals: a whole number"),
        ({"rules": "nonsense"}, "a preset is one of"),
    ],
)
def test_bad_arguments(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        decompose(**{"factors": ("exchange",), "matches": 3, **arguments})  # type: ignore[arg-type]


def test_bad_questions(causes: Decomposition) -> None:
    with pytest.raises(ValueError, match="outcome: one of"):
        causes["luck"]
    with pytest.raises(ValueError, match="on: one of exchange, fall, lead"):
        causes.deal(("luck",), 0, 0)
