"""The order turned, a trick cleared, a turn lost: seen at the table in a browser."""

from __future__ import annotations

import pytest
from by_hand import NAMES, button, card, press
from playwright.sync_api import Browser, Locator, expect
from stand import Stand

import slime
from slime.widgets import table
from slime.widgets.cardtable import CardTable

#: With these rules and this seed the second deal has all of it.
RULES = slime.rules(
    "president",
    revolution=3,
    turns_trick="J",
    clears="8",
    equal_ranks=True,
    equal_skips=True,
    champion_falls=True,
)
SEED = 17


@pytest.fixture(scope="module")
def match() -> slime.Match:
    match = slime.Match(RULES, NAMES, seed=SEED)
    for _ in range(2):
        match.next_deal().finish()
    return match


def shown_at(stand: Stand, shown: CardTable, mark: str) -> tuple[Locator, int]:
    """The table at the first step of the second deal that is marked so."""
    shown.show_deal(2)
    step = [one["mark"] for one in shown.snapshots].index(mark)
    shown.position = step
    return stand.show(shown), step


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_turned_order_is_seen_as_long_as_it_is_turned(
    stand: Stand, match: slime.Match, lang: str
) -> None:
    made = table(match, lang=lang)
    shown, step = shown_at(stand, made, "turn")
    sign = shown.get_by_test_id("turned")
    says = {"en": "lower beats higher", "ru": "младшее бьёт старшее"}[lang]
    for at, snapshot in enumerate(made.snapshots):
        if at in (step - 1, step, step + 1) or snapshot["mark"] in ("turn", "trick"):
            shown.get_by_role("slider").fill(str(at))
            expect(sign).to_have_count(int(snapshot["turned"]))
            if snapshot["turned"]:
                expect(sign).to_have_text(says)


def test_it_turns_in_a_scene_and_without_one_where_motion_is_not_wanted(
    browser: Browser, match: slime.Match
) -> None:
    for motion, scenes in (("no-preference", 1), ("reduce", 0)):
        stand = Stand(browser, 1060, 900, reduced_motion=motion)
        shown, step = shown_at(stand, table(match), "turn")
        shown.get_by_role("slider").fill(str(step - 1))
        press(shown, "ArrowRight")
        assert shown.locator(".st-turning").count() == scenes
        expect(shown.locator(".st-turning")).to_have_count(0)
        expect(shown.get_by_test_id("turned")).to_be_visible()
        stand.close()


def test_the_hand_lies_in_the_order_in_force(stand: Stand, match: slime.Match) -> None:
    made = table(match, view="Anna", hands="hidden", lang="en")
    shown, step = shown_at(stand, made, "turn")
    hand = shown.locator('.st-seat[data-name="Anna"] .st-card')

    def ranks() -> list[str]:
        return [code[0] for code in hand.evaluate_all("all => all.map(e => e.dataset.c)")]

    for at, turned in ((step - 1, False), (step, True)):
        shown.get_by_role("slider").fill(str(at))
        expect(shown.get_by_test_id("turned")).to_have_count(int(turned))
        found = [rank for rank in ranks() if rank != "*"]
        low_first = sorted(found, key="3456789TJQKA2".index)
        assert len(set(found)) > 1 and found == (low_first[::-1] if turned else low_first)


def test_a_trick_that_is_cleared_and_a_turn_that_is_lost_are_seen(
    stand: Stand, match: slime.Match
) -> None:
    made = table(match, lang="en")
    shown, step = shown_at(stand, made, "clear")
    expect(shown.get_by_test_id("cleared")).to_have_text("Trick over")
    press(shown, "ArrowRight")
    expect(shown.get_by_test_id("cleared")).to_have_count(0)
    step = [one["mark"] for one in made.snapshots].index("skip")
    shown.get_by_role("slider").fill(str(step))
    seat = shown.locator(f'.st-seat[data-name="{made.snapshots[step]["skipped"]}"]')
    expect(seat.locator(".st-flag")).to_have_text("turn lost")


def test_the_moves_and_the_time_line_tell_it(browser: Browser, match: slime.Match) -> None:
    stand = Stand(browser, 1300, 900)
    made = table(match, lang="en")
    shown, step = shown_at(stand, made, "turn")
    line = shown.locator(f'.st-move[data-at="{step}"]')
    expect(line).to_contain_text("lower beats higher")
    marks = [one["mark"] for one in made.snapshots]
    assert shown.locator(".st-mark-turn").count() == marks.count("turn")
    for mark in ("clear", "skip"):
        at = marks.index(mark)
        said = shown.locator(f'.st-move[data-at="{at}"]')
        expect(said).to_have_text(made.snapshots[at]["sentence"])
    # Every change of the order has its line, the one at the end of a trick too.
    changes = [
        at
        for at, one in enumerate(made.snapshots)
        if at and one["turned"] != made.snapshots[at - 1]["turned"]
    ]
    assert len(changes) > marks.count("turn")
    for at in changes:
        expect(shown.locator(f'.st-move[data-at="{at}"]')).to_contain_text("\u21c5")
    stand.close()


def test_a_card_that_goes_back_is_named(stand: Stand) -> None:
    match = slime.Match("slime-licker", NAMES, seed=1)
    deal = match.next_deal()
    while deal.turn != "Anna" or deal.to_beat is not None:
        deal.step()
    shown = stand.show(table(match, play="Anna", lang="en"))
    codes = list(deal.hand("Anna"))
    first = codes[0]
    other = next(code for code in codes if code[0] != first[0])
    expect(shown.locator('.st-tray[data-mode="ask"]')).to_be_visible()
    card(shown, first).click()
    expect(shown.get_by_test_id("answer")).to_have_count(0)
    card(shown, other).click()
    expect(card(shown, first)).to_have_attribute("aria-pressed", "false")
    expect(shown.get_by_test_id("answer")).to_contain_text("Put back:")
    expect(button(shown, "help")).to_be_visible()
