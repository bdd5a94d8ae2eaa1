"""The hand as people expect it, and what if: in a browser, without a notebook."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from by_hand import NAMES, act, at, button, card, played, press, second
from playwright.sync_api import Browser, Locator, expect
from rig import settled
from stand import Stand

import slime
from slime.widgets import table


@pytest.fixture
def pair(stand: Stand) -> Iterator[tuple[Locator, slime.Deal]]:
    """Anna must follow a pair, and holds a higher one."""
    deal, shown = asked_for_a_pair(stand)
    yield shown, deal


def asked_for_a_pair(stand: Stand) -> tuple[slime.Deal, Locator]:
    for seed in range(60):
        match = slime.Match("slime-licker", NAMES, seed=seed)
        deal = match.next_deal()
        while not deal.over:
            top = deal.to_beat
            if deal.turn == "Anna" and top and top.size == 2 and len(deal.legal()) > 2:
                break
            deal.step()
        if not deal.over:
            break
    shown = stand.show(table(match, play="Anna", lang="en"))
    settled(shown)
    return deal, shown


def picked(shown: Locator) -> list[str]:
    cards = shown.locator('.st-pick[aria-pressed="true"]')
    found: list[str] = cards.evaluate_all("all => all.map(e => e.dataset.card)")
    return found


def test_playable_cards_are_those_of_python(pair: tuple[Locator, slime.Deal]) -> None:
    shown, deal = pair
    can = shown.locator(".st-can").evaluate_all("all => all.map(e => e.dataset.card)")
    ranks = {char for play in deal.legal() for char in play.partition("=")[0]} - {"-"}
    assert can == [code for code in deal.hand("Anna") if code[0] in ranks] != deal.hand("Anna")
    expect(shown.locator(".st-cannot")).to_have_count(len(deal.hand("Anna")) - len(can))


def test_one_click_takes_as_many_as_are_asked_and_a_double_click_plays(
    pair: tuple[Locator, slime.Deal],
) -> None:
    shown, deal = pair
    play = next(p for p in deal.legal() if p != "-")
    code = next(c for c in deal.hand("Anna") if c[0] == play[0])
    card(shown, code).click()
    assert sorted(c[0] for c in picked(shown)) == sorted(play.partition("=")[0])
    card(shown, code).click()
    assert code not in picked(shown)
    left = len(deal.hand("Anna"))
    steps = shown.get_by_test_id("at").inner_text()
    card(shown, code).click()
    shown.page.wait_for_timeout(700)
    card(shown, code).click()
    shown.page.wait_for_timeout(700)
    card(shown, code).dblclick()
    expect(shown.get_by_test_id("at")).not_to_have_text(steps)
    assert len(deal.hand("Anna")) == left - 2


def test_a_card_dragged_to_the_table_is_played_with_its_like(
    pair: tuple[Locator, slime.Deal],
) -> None:
    shown, deal = pair
    play = next(p for p in deal.legal() if p != "-")
    code = next(c for c in deal.hand("Anna") if c[0] == play[0])
    left = len(deal.hand("Anna"))
    box, felt = card(shown, code).bounding_box(), shown.locator(".st-felt").bounding_box()
    assert box is not None and felt is not None
    mouse = shown.page.mouse
    mouse.move(box["x"] + 20, box["y"] + 20)
    mouse.down()
    mouse.move(box["x"] + 25, box["y"] - 30, steps=4)
    assert len(picked(shown)) == 2
    mouse.move(felt["x"] + felt["width"] / 2, felt["y"] + felt["height"] / 2, steps=4)
    steps = shown.get_by_test_id("at").inner_text()
    mouse.up()
    expect(shown.get_by_test_id("at")).not_to_have_text(steps)
    assert len(deal.hand("Anna")) == left - 2


def test_redo(pair: tuple[Locator, slime.Deal]) -> None:
    shown, deal = pair
    before = deal.log
    steps = shown.get_by_test_id("at").inner_text()
    act(shown, "pass").click()
    expect(shown.get_by_test_id("at")).not_to_have_text(steps)
    settled(shown)
    after = deal.log
    press(shown, "u")
    expect(act(shown, "redo")).to_be_visible()
    assert deal.log == before
    press(shown, "y")
    expect(act(shown, "redo")).to_have_count(0)
    assert deal.log == after


def test_each_seats_last_play_lies_before_it(stand: Stand) -> None:
    made = second(played(), lang="en")
    shown = stand.show(made)
    step = next(i for i, now in enumerate(made.snapshots) if len(now["trick"]) >= 3)
    press(shown, *["ArrowRight"] * step)
    for play in made.snapshots[step]["trick"][-3:]:
        last = shown.locator(f'.st-seat[data-name="{play["by"]}"]').get_by_test_id("last")
        expect(last.locator(".st-mini")).to_have_count(len(play["cards"]))


def test_what_came_in_the_exchange_is_marked(stand: Stand) -> None:
    match = played(deals=1)
    champion = match.deals[0].standing[0]  # type: ignore[index]
    match.next_deal().exchange()
    shown = stand.show(table(match, play=champion, lang="en"))
    settled(shown)
    got = [e.cards for e in match.deals[1].events if getattr(e, "taker", "") == champion]
    marked = shown.locator(".st-got").evaluate_all("all => all.map(e => e.dataset.card)")
    assert sorted(marked) == sorted(got[0])


def test_a_machine_that_is_passed_around_shows_one_hand_at_a_time(stand: Stand) -> None:
    match = slime.Match("slime-licker", NAMES, seed=1)
    made = table(match, play=["Anna", "Boris"], hands="hidden", lang="en")
    shown = stand.show(made)
    settled(shown)
    expect(shown.locator(".st-pick")).to_have_count(0)
    for _ in range(3):
        name = made.ask["seat"]
        act(shown, "sit").click()
        expect(shown.locator(".st-pick")).to_have_count(len(match.deals[0].hand(name)))
        expect(shown.locator('.st-seat .st-card:not([data-c="?"])')).to_have_count(0)
        steps = shown.get_by_test_id("at").inner_text()
        act(shown, "pass").click() if made.ask["pass"] else card(
            shown, match.deals[0].hand(name)[0]
        ).dblclick()
        expect(shown.get_by_test_id("at")).not_to_have_text(steps)
        settled(shown)


def test_a_branch_and_back(stand: Stand) -> None:
    match = played()
    made = second(match, lang="en")
    shown = stand.show(made)
    log = match.deals[1].log
    press(shown, *["ArrowDown"] * 4)
    here, whole = at(shown), len(made.snapshots)
    shown.locator('[data-ask="branch"]').click()
    expect(shown.get_by_test_id("branch")).to_contain_text(f"step {here}")
    settled(shown)
    act(shown, "which").click()
    shown.get_by_test_id("choices").get_by_role("button").last.click()
    settled(shown, "[data-testid='asked']")
    assert match.deals[1].log == log
    shown.locator('[data-ask="back"]').click()
    expect(shown.get_by_test_id("branch")).to_be_hidden()
    assert len(made.snapshots) == whole and at(shown) == here


def test_two_worlds_step_together_to_both_podiums(stand: Stand) -> None:
    shown = stand.show(second(played(), lang="en"))
    shown.locator('[data-what="exchange"]').click()
    twin = shown.get_by_test_id("other").locator(".slime-table")
    expect(twin).to_be_visible()
    expect(twin.get_by_test_id("title")).to_contain_text("without the exchange")
    shown.focus()
    stand.page.keyboard.press("End")
    expect(shown.get_by_test_id("podium")).to_have_count(2)
    stand.page.keyboard.press("Home")
    said = twin.get_by_test_id("sentence").inner_text()
    for _ in range(12):
        stand.page.keyboard.press("ArrowRight")
    expect(twin.get_by_test_id("sentence")).not_to_have_text(said)
    shown.locator('[data-ask="other"]').click()
    expect(twin).to_have_count(0)


def test_the_moves_beside_a_wide_table_lead_there(browser: Browser) -> None:
    stand = Stand(browser, width=1500, height=900)
    shown = stand.show(second(played(), lang="en"))
    moves = shown.get_by_test_id("moves")
    expect(moves).to_be_visible()
    line = moves.locator(".st-move").nth(20)
    line.click()
    assert at(shown) == int(str(line.get_attribute("data-at")))
    expect(line).to_have_attribute("aria-current", "step")
    stand.close()


def test_the_table_is_read_out_and_suits_have_four_colours(stand: Stand) -> None:
    shown = stand.show(second(played(), lang="en"))
    press(shown, "ArrowDown", "r")
    aloud = shown.get_by_test_id("aloud")
    for name in NAMES:
        expect(aloud).to_contain_text(name)
    press(shown, "f")
    assert "st-four" in str(shown.get_attribute("class"))
    press(shown, "f")
    assert "st-four" not in str(shown.get_attribute("class"))


def test_a_phone_shows_table_hand_and_buttons_on_one_screen(browser: Browser) -> None:
    stand = Stand(browser, width=390, height=844, has_touch=True, is_mobile=True)
    match = slime.Match("slime-licker", NAMES, seed=1)
    shown = stand.show(table(match, play="Anna", lang="en"))
    settled(shown)
    assert stand.page.evaluate("document.documentElement.scrollWidth") <= 390
    for part in (*shown.locator(".st-seat").all(), *shown.locator(".st-pick").all()):
        box = part.bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 390
        assert box["y"] >= 0 and box["y"] + box["height"] <= 844
    for target in (
        *shown.locator(".st-tray button").all(),
        *shown.locator(".st-tools .st-btn").all(),
    ):
        if target.is_visible():
            box = target.bounding_box()
            assert box is not None and min(box["width"], box["height"]) >= 44
            assert box["y"] + box["height"] <= 844
    left = len(match.deals[0].hand("Anna"))
    play = next(p for p in match.deals[0].legal() if p != "-")
    card(shown, next(c for c in match.deals[0].hand("Anna") if c[0] == play[0])).tap()
    act(shown, "play").tap()
    expect(shown.locator(".st-pick")).not_to_have_count(left)
    stand.close()


@pytest.mark.parametrize("width", [250, 680, 760, 840])
def test_nothing_is_cut_or_covered_at_any_width(browser: Browser, width: int) -> None:
    stand = Stand(browser, width=width, height=900)
    made = second(played(), lang="ru")
    made.table.traits["position"] = 30
    shown = stand.show(made)
    stand.page.wait_for_timeout(600)
    assert stand.page.evaluate("document.documentElement.scrollWidth") <= width
    felt = shown.locator(".st-felt").bounding_box()
    assert felt is not None
    for seat in shown.locator(".st-seat").all():
        plate = seat.locator(".st-plate").bounding_box()
        assert plate is not None
        assert plate["x"] >= felt["x"] - 1
        assert plate["x"] + plate["width"] <= felt["x"] + felt["width"] + 1
        count = seat.locator(".st-count").bounding_box()
        who = seat.locator(".st-who").bounding_box()
        if (
            count is None
            or who is None
            or shown.locator(".st-felt").get_attribute("data-ring") == "false"
        ):
            continue
        assert who["x"] + who["width"] <= count["x"] + 1
    for control in shown.locator(".st-btn:visible").all():
        box = control.bounding_box()
        assert box is not None and box["x"] + box["width"] <= width
    stand.close()


def test_a_page_of_its_own_steps_from_disk(browser: Browser, tmp_path: Path) -> None:
    match = slime.Match("slime-licker", NAMES, seed=4).finish()
    made = table(match, lang="en", deal=2, step=30)
    path = made.html(tmp_path / "deal.html")
    assert path.stat().st_size < 150_000
    page = browser.new_page()
    outside: list[str] = []
    faults: list[str] = []
    page.on("request", lambda r: outside.append(r.url) if r.url.startswith("http") else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(path.as_uri())
    shown = page.get_by_test_id("slime-table")
    expect(shown.get_by_test_id("at")).to_have_text("30/" + str(len(made.snapshots) - 1))
    shown.focus()
    page.keyboard.press("ArrowRight")
    expect(shown.get_by_test_id("at")).to_contain_text("31/")
    assert button(shown, "copy_code").is_visible()
    page.goto(path.as_uri() + "#2~12")
    page.reload()
    expect(shown.get_by_test_id("at")).to_contain_text("12/")
    assert outside == faults == []
    page.emulate_media(media="print")
    expect(shown.locator(".st-controls")).to_be_hidden()
    expect(shown.locator(".st-felt")).to_be_visible()
    page.close()


def test_a_page_of_its_own_hears_keys_at_once_and_is_dark_where_it_is_dark(
    browser: Browser, tmp_path: Path
) -> None:
    path = second(played(), lang="en").html(tmp_path / "deal.html")
    for scheme in ("light", "dark"):
        page = browser.new_page(color_scheme=scheme)
        page.goto(path.as_uri())
        shown = page.get_by_test_id("slime-table")
        expect(shown.get_by_test_id("at")).to_contain_text("0/")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        expect(shown.get_by_test_id("at")).to_contain_text("2/")
        expect(shown).to_have_attribute("data-theme", scheme)
        # What is around the table is seen in a picture only: the page itself paints nothing.
        corner = page.screenshot(clip={"x": 0, "y": 0, "width": 4, "height": 4})
        (tmp_path / f"{scheme}.png").write_bytes(corner)
        page.close()
    assert (tmp_path / "light.png").read_bytes() != (tmp_path / "dark.png").read_bytes()


def test_a_page_of_its_own_speaks_of_no_cell(browser: Browser, tmp_path: Path) -> None:
    made = table(played(deals=3), lang="en")
    path = made.html(tmp_path / "deal.html")
    page = browser.new_page()
    page.goto(path.as_uri())
    shown = page.get_by_test_id("slime-table")
    button(shown, "deal_after").click()
    expect(shown.get_by_test_id("sentence")).to_have_text("This page has not kept that deal.")
    page.close()


def test_two_tables_end_side_by_side_with_both_podiums(browser: Browser) -> None:
    stand = Stand(browser, 1280, 900)
    shown = stand.show(second(played(), lang="en"))
    shown.locator('[data-ask="other"][data-what="exchange"]').click()
    other = stand.page.locator(".st-other .slime-table")
    expect(other).to_be_visible()
    shown.get_by_role("slider").first.fill("500")
    podiums = stand.page.get_by_test_id("podium")
    expect(podiums).to_have_count(2)
    mine, its = (podiums.nth(number).bounding_box() for number in range(2))
    assert mine is not None and its is not None
    assert abs(mine["y"] - its["y"]) < 40 and mine["x"] + mine["width"] < its["x"]
    title, whole = other.get_by_test_id("title").bounding_box(), shown.bounding_box()
    assert title is not None and whole is not None
    assert title["x"] + title["width"] <= whole["x"] + whole["width"]
    stand.close()
