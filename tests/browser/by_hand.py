"""What the tests of the card table in a browser do by hand."""

from __future__ import annotations

from playwright.sync_api import Locator

import slime
from slime.widgets import table
from slime.widgets.cardtable import CardTable

NAMES = ["Anna", "Boris", "Vera", "Gleb", "Daria"]
EIGHT = [*NAMES, "Egor", "Zhanna", "Ilya"]


def played(preset: str = "slime-licker", names: list[str] = NAMES, deals: int = 2) -> slime.Match:
    match = slime.Match(slime.rules(preset, players=[4, 8]), names, seed=4)
    for _ in range(deals):
        match.next_deal().finish()
    return match


def second(match: slime.Match, **how: object) -> CardTable:
    """A table that shows the second deal, which has an exchange and a fall."""
    shown = table(match, **how)  # type: ignore[arg-type]
    shown.show_deal(2)
    return shown


def at(shown: Locator) -> int:
    return int(shown.get_by_test_id("at").inner_text().split("/")[0])


def press(shown: Locator, *keys: str) -> None:
    shown.focus()
    for key in keys:
        shown.page.keyboard.press(key)


def button(shown: Locator, act: str) -> Locator:
    return shown.locator(f'[data-act="{act}"]')


def act(shown: Locator, what: str) -> Locator:
    return shown.locator(f'.st-tray [data-do="{what}"]')


def card(shown: Locator, code: str) -> Locator:
    return shown.locator(f'.st-pick[data-card="{code}"]').first
