"""The front page on this computer: its first seconds, its first screen, its games."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect
from rig import Watched

from slime.app.launcher import copy_lessons
from slime.app.site.server import Page, open_page
from slime.i18n import words

SIZES = [(1280, 900), (390, 844)]


@pytest.fixture(scope="module", params=["en", "ru"])
def page(request: pytest.FixtureRequest, tmp_path_factory: Any) -> Iterator[Page]:
    folder: Path = tmp_path_factory.mktemp("lessons")
    page = open_page(copy_lessons(folder, request.param), browser=False)
    thread = threading.Thread(target=page.server.serve_forever)
    thread.start()
    yield page
    page.server.shutdown()
    thread.join()
    page.stop()


def opened(
    browser: Browser, page: Page, size: tuple[int, int] = (1280, 900), path: str = ""
) -> Watched:
    watched = Watched(
        browser, page.address, viewport={"width": size[0], "height": size[1]}, patience=20_000
    )
    watched.page.goto(page.address + path)
    return watched


def asked(watched: Watched) -> Locator:
    """What the table asks, once it is the visitor's turn."""
    tray = watched.page.locator('#play .st-tray[data-mode="ask"]')
    expect(tray).to_be_visible()
    return tray


def said(page: Page, key: str) -> str:
    return words(page.doors.copied.language)(key)


def test_python_may_take_its_time_and_the_page_says_so(browser: Browser, page: Page) -> None:
    watched = Watched(browser, page.address, patience=20_000)
    watched.page.route("**/ask", lambda route: None)  # no answer yet
    watched.page.clock.install()
    watched.page.goto(page.address)
    tray = watched.page.locator("#play .st-tray")
    expect(tray).to_contain_text(said(page, "table.ui.starting"))
    watched.page.clock.fast_forward(60_000)
    expect(tray).to_contain_text(said(page, "table.ui.starting"))
    watched.page.unroute("**/ask")
    asked(watched)
    watched.close()


def test_a_python_that_does_not_start_is_told_without_cells(browser: Browser, page: Page) -> None:
    watched = Watched(browser, page.address, ["500"], patience=20_000)
    watched.page.route("**/ask", lambda route: route.fulfill(status=500))
    watched.page.goto(page.address)
    tray = watched.page.locator("#play .st-tray")
    expect(tray).to_contain_text(said(page, "table.ui.no_python_page"))
    watched.close()


@pytest.mark.parametrize("size", SIZES)
def test_table_hand_and_buttons_are_on_the_first_screen(
    browser: Browser, page: Page, size: tuple[int, int]
) -> None:
    watched = opened(browser, page, size)
    asked(watched)
    # On a wide screen the time line too.
    last = "#play .st-controls" if size[0] > 1000 else "#play .st-acts"
    for part in ("#play .st-felt", last):
        box = watched.page.locator(part).bounding_box()
        assert box is not None and box["y"] >= 0 and box["y"] + box["height"] <= size[1], part
    watched.close()


def test_a_new_match_on_a_phone_is_on_one_screen(browser: Browser, page: Page) -> None:
    watched = opened(browser, page, SIZES[1])
    asked(watched)
    watched.page.locator("#game").select_option("daifugo")
    table = watched.page.locator("#play")
    expect(table.get_by_test_id("title")).to_contain_text(said(page, "drawing.preset.daifugo"))
    expect(table.locator('.st-tray[data-mode="ask"], [data-do="now"]').first).to_be_visible()
    for part in (".st-felt", ".st-tray"):
        box = table.locator(part).bounding_box()
        assert box is not None and box["y"] >= -1 and box["y"] + box["height"] <= 844, part
    watched.close()


def test_a_link_names_the_game_of_a_class(browser: Browser, page: Page) -> None:
    watched = opened(browser, page, path="#game=tycoon")
    title = watched.page.locator("#play").get_by_test_id("title")
    expect(title).to_contain_text(said(page, "drawing.preset.tycoon"))
    expect(watched.page.locator("#game")).to_have_value("tycoon")
    assert watched.page.locator("#game option").count() == 6
    watched.close()


def test_the_bet_is_not_answered_before_it_is_placed(browser: Browser, page: Page) -> None:
    watched = opened(browser, page)
    asked(watched)
    shown = watched.page.locator("body")
    expect(shown).not_to_contain_text("52", use_inner_text=True)
    expect(watched.page.locator("#societies")).to_be_hidden()
    for at, bet in enumerate(("30", "25")):
        watched.page.locator("#bet input[type=number]").nth(at).fill(bet)
    watched.page.locator('[data-act="place"]').click()
    expect(watched.page.locator("#society")).to_contain_text("52")
    watched.close()


def test_to_bet_is_the_plainer_way(browser: Browser, page: Page) -> None:
    watched = opened(browser, page)
    ground = "e => getComputedStyle(e).backgroundColor"
    place = watched.page.locator('#bet [data-act="place"]').evaluate(ground)
    for other in ('#bet [data-act="show"]', "#see-button"):
        assert watched.page.locator(other).evaluate(ground) != place
    assert sum(map(int, place.removeprefix("rgb(").rstrip(")").split(",")[:2])) > 400  # yellow
    watched.close()


def test_the_page_does_not_dress_the_table(browser: Browser, page: Page) -> None:
    watched = opened(browser, page)
    asked(watched)
    watched.page.locator("#play summary").first.evaluate("e => (e.parentNode.open = true)")
    changed = watched.page.evaluate(
        """() => {
          const sheet = [...document.styleSheets].find((s) => /front.css/.test(s.href));
          const names = ["min-height", "max-width", "padding", "margin", "border-radius", "display",
                         "font-size", "background-color", "border-top-width"];
          const all = [...document.querySelectorAll("#play .slime-table, #play .slime-table *")];
          const look = () => all.map((e) => names.map((n) => getComputedStyle(e)[n]).join());
          const dressed = look();
          sheet.disabled = true;
          const bare = look();
          sheet.disabled = false;
          return all.filter((_, i) => dressed[i] !== bare[i]).map((e) => e.outerHTML.slice(0, 90));
        }"""
    )
    assert changed == []
    watched.close()


def test_a_match_just_begun_is_the_first_of_its_ten_deals(browser: Browser, page: Page) -> None:
    watched = opened(browser, page)
    asked(watched)
    of = words(page.doors.copied.language)("table.ui.deal_of", n=1, of=10)
    expect(watched.page.locator("#play").get_by_test_id("title")).to_contain_text(of)
    watched.close()
