"""What the tests of the card table's Python side share."""

from __future__ import annotations

from typing import Any

import slime
import slime.game.snapshots
import slime.i18n
from slime.widgets.cardtable import CardTable

NAMES = ["Anna", "Boris", "Vera", "Gleb", "Daria"]


def match(
    preset: str = "slime-licker", deals: int = 0, seed: int = 1, **fields: Any
) -> slime.Match:
    made = slime.Match(slime.rules(preset, **fields), NAMES, seed=seed)
    for _ in range(deals):
        made.next_deal().finish()
    return made


def first(shown: CardTable) -> str:
    """The first legal play."""
    choices = shown.answer({"do": "which"}).choices
    return next(choice["text"] for choice in choices if choice["text"] != "-")


def first_or_pass(shown: CardTable) -> str:
    choices = shown.answer({"do": "which"}).choices
    return choices[0]["text"]
