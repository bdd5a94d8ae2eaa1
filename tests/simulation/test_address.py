"""Where a deal is: one object, whose numbers count from 0 and whose text counts from 1."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import slime
from slime import Address
from slime.simulation import Simulation

SIM: Simulation = slime.simulate(matches=20, deals=6, seed=3, engine="interpreted", progress=False)


@pytest.mark.parametrize(
    ("lang", "plain", "with_player"),
    [
        ("en", "match 8, deal 3", "match 8, deal 3, player 5"),
        ("ru", "матч 8, сдача 3", "матч 8, сдача 3, игрок 5"),
    ],
)
def test_it_says_both(lang: str, plain: str, with_player: str) -> None:
    with slime.language(lang):
        assert str(Address(7, 2)) == plain
        assert str(Address(7, 2, 4)) == with_player
        assert repr(Address(7, 2)) == f"<Address match=7, deal=2: {plain}>"
        assert repr(Address(7, 2, 4)) == f"<Address match=7, deal=2, player=4: {with_player}>"


def test_a_simulation_takes_it() -> None:
    address = Address(7, 2, 4)
    assert SIM.deal(address).finish().standing == SIM.deal(7, 2).finish().standing
    assert SIM.record(address) == SIM.record(7)
    assert SIM.match(address).number == 7
    for found in SIM.find("champion-stayed", 5):
        assert found.player is not None
        name = SIM.players[found.player]
        assert SIM.deal(found).finish().places[name] == 1


def test_rows_of_frames_name_a_deal() -> None:
    frame = SIM.frame()
    for i in (0, 77, len(frame) - 1):
        row = frame.iloc[i]
        address = slime.deal_of(row)
        assert address == (row.match, row.deal, None)
        assert SIM.deal(address).finish().places[row.player] == row.place
        assert slime.deal_of(dict(row)) == address
        named = next(frame.iloc[i : i + 1].itertuples())
        assert slime.deal_of(named) == address
        numbers = frame.select_dtypes("number").astype(float).iloc[i]  # all of it floats
        assert slime.deal_of(numbers) == address
    plays = SIM.plays(range(7, 9))
    assert slime.deal_of(plays.iloc[0]) == (7, 0, None)
    assert slime.deal_of(plays.iloc[-1]).match == 8
    assert slime.deal_of(Address(3, 1, 2)) == (3, 1, None)


@pytest.mark.parametrize(
    "row",
    [
        None,
        7,
        "match",
        (7, 2),
        {"match": 7},
        {"match": "a", "deal": 2},
        {"match": 0.5, "deal": 2},
        {"match": -1, "deal": 2},
        {"match": True, "deal": 2},
        np.zeros(3),
        np.zeros((3, 3)),
    ],
)
def test_what_is_no_row(row: Any) -> None:
    with pytest.raises(ValueError, match=r"^(row|match): "):
        slime.deal_of(row)


def test_a_whole_frame_is_no_row() -> None:
    with pytest.raises(ValueError, match=r"^row: "):
        slime.deal_of(SIM.frame())
