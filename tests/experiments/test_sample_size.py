"""Planned experiments reach the precision they were planned for."""

from __future__ import annotations

import pytest

import slime
from slime.experiments import compare, sample_size
from slime.experiments._sample_size import needed
from slime.measures import interval

OPEN = slime.rules("slime-licker", exchange="none")


def test_one_world_is_as_precise_as_planned() -> None:
    designs = sample_size("slime-licker", within=0.03, deals=(10, 20), progress=False)
    for row in designs.rows:
        assert (row.how, row.total) == ("one world", row.matches * row.deals)
        sim = slime.simulate(
            "slime-licker", matches=row.matches, deals=row.deals, seed=99, progress=False
        )
        found = interval(sim.places, "rank_correlation")
        assert (found.high - found.low) / 2 == pytest.approx(0.03, rel=0.35)


@pytest.mark.parametrize("how", ["parallel", "counterfactual"])
def test_differences_are_as_precise_as_planned(how: str) -> None:
    designs = sample_size(
        "slime-licker", OPEN, "keep_first", within=0.04, deals=(10,), progress=False
    )
    row = designs.best_of(how)
    worlds = compare(
        "slime-licker", OPEN, matches=row.matches, deals=10, how=how, seed=77, progress=False
    )
    found = worlds.effect("keep_first")
    assert (found.high - found.low) / 2 == pytest.approx(0.04, rel=0.35)
    assert row.total == 2 * row.matches * 10


def test_pairing_saves_deals() -> None:
    """A small change of rules: pairs of deals need a fraction of the matches."""
    other = slime.rules("slime-licker", lead_after_out="right")
    designs = sample_size("slime-licker", other, within=0.02, deals=(20,), progress=False)
    apart, pairs = (designs.best_of(how) for how in ("unpaired", "counterfactual"))
    assert pairs.matches < apart.matches / 2
    assert pairs.variance_ratio > 2
    assert designs.best.total == min(row.total for row in designs.rows)
    assert list(designs.frame()["how"]) == ["unpaired", "parallel", "counterfactual"]


def test_outcomes_of_whole_matches_have_no_branches() -> None:
    designs = sample_size(
        "slime-licker", OPEN, "rigidity", within=0.1, deals=(10,), pilot=50, progress=False
    )
    assert {row.how for row in designs.rows} == {"unpaired", "parallel"}
    with pytest.raises(ValueError, match="how: one of unpaired, parallel"):
        designs.best_of("counterfactual")


@pytest.mark.parametrize("deviation", [0.01, 0.4, 3.0])
def test_needed_is_the_least_that_will_do(deviation: float) -> None:
    from scipy.stats import t

    n = needed(deviation, 0.2)

    def half(n: int) -> float:
        return float(t.ppf(0.975, n - 1)) * deviation / n**0.5

    assert half(n) <= 0.2
    assert n == 2 or half(n - 1) > 0.2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"within": 0}, "within: a number above 0"),
        ({"within": "small"}, "within: a number above 0"),
        ({"deals": ()}, "deals: a list with at least one"),
        ({"deals": (1,)}, "deals: a whole number from 2"),
        ({"pilot": 3}, "pilot: a whole number from 20"),
        ({"outcome": "next_places"}, "not one number"),
        ({"level": 2}, "level"),
    ],
)
def test_bad_arguments(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        sample_size(**{"progress": False, "pilot": 20, **arguments})  # type: ignore[arg-type]
