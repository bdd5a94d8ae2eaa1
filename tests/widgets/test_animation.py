"""What a table stores of a deal gives the same snapshots back."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as some

import slime
from slime.game.snapshots import animation
from slime.widgets.assets import pack, unpack

NAMES = ["Анна", "Boris", "Vera", "Gleb", "Daria", "Egor", "Zhanna", "Ilya"]


def film(rules: Any, players: int, seed: int, deals: int = 2, lang: str = "en") -> dict[str, Any]:
    match = slime.Match(rules, NAMES[:players], strategies="random", seed=seed)
    for _ in range(deals):
        deal = match.next_deal().finish()
    return animation(deal, lang)


FIELDS = {
    "passing": ["free", "locked", "one-turn"],
    "wild": ["", "23", "*"],
    "equal_ranks": [False, True],
    "bigger_sets": [False, True],
    "joker_trump": [False, True],
    "exchange_open": [False, True],
    "exchange_flow": ["up", "down", "random"],
    "champion_falls": [False, True],
    "fallen_champion": ["plays-on", "leaves"],
    "seating": ["fixed", "swap-ends", "by-place"],
}


@settings(max_examples=60, deadline=None)
@given(
    some.fixed_dictionaries({key: some.sampled_from(values) for key, values in FIELDS.items()}),
    some.sampled_from(["slime-licker", "king-and-slave"]),
    some.integers(4, 8),
    some.integers(0, 10_000),
    some.sampled_from(["en", "ru"]),
)
def test_what_is_stored_gives_the_same_frames(
    fields: dict[str, Any], preset: str, players: int, seed: int, lang: str
) -> None:
    rules = slime.rules(preset, players=[4, 8], **fields)
    whole = film(rules, players, seed, lang=lang)
    assert unpack(json.loads(json.dumps(pack(whole)))) == whole


def test_a_deal_of_eight_with_two_packs_is_small() -> None:
    rules = slime.rules("slime-licker", players=[4, 8])
    assert len(pack(film(rules, 8, 3, lang="ru"))) < 15_000
