"""Bad arguments of matches and deals: a sentence that names the argument, nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import slime

JUNK: list[Any] = [None, True, -1, 2.5, "x", b"x", [], [[]], {"a": 1}, object(), 10**30, "a" * 999]


@pytest.mark.parametrize("value", [*JUNK, 0, 1, 9, [1, 2, 3, 4], ["A", "A", "B", "C"]])
def test_players(value: Any) -> None:
    with pytest.raises(ValueError, match=r"^players: ") as caught:
        slime.Match(players=value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("value", [*JUNK, 1 << 64])
@pytest.mark.parametrize("name", ["seed", "number"])
def test_whole_numbers(name: str, value: Any) -> None:
    given: dict[str, Any] = {name: value}
    with pytest.raises(ValueError, match=f"^{name}: ") as caught:
        slime.Match(**given)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("value", [None, True, 1, 2.5, "x", ["x"], [[]], [1], object(), "a" * 999])
def test_automation(value: Any) -> None:
    with pytest.raises(ValueError, match=r"^automation: out of gifts, bots, forced") as caught:
        slime.Match(automation=value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("value", [None, -1, 2.5, "1", [], 10**30])
def test_steps_of_the_log(value: Any) -> None:
    deal = slime.Match(seed=1).next_deal().finish()
    with pytest.raises(ValueError, match=f"^length: a whole number from 0 to {len(deal.log)}"):
        deal.at(value)


def test_numbers_of_numpy_are_numbers() -> None:
    plain = slime.Match(players=5, seed=3, number=2).finish()
    match = slime.Match(players=np.int64(5), seed=np.uint64(3), number=np.int8(2)).finish()
    assert match.record() == plain.record()
    deal = match.deals[0]
    assert deal.at(np.int64(4)).log == deal.log[:4]
