"""The front page as a folder for the web: played, bet, seen, with the network off at the end."""

from __future__ import annotations

import functools
import hashlib
import re
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from rig import PATIENCE, Watched

import slime
from slime.app.site.build import Site, write_site
from slime.game.presets import PRESETS


class Quiet(SimpleHTTPRequestHandler):
    """Python's own server, without its log."""

    def log_message(self, *_: Any) -> None: ...


class Served:
    """A folder on a port of its own, until it is taken down."""

    def __init__(self, folder: Path) -> None:
        handler = functools.partial(Quiet, directory=str(folder))
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.base = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def down(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return write_site(tmp_path_factory.mktemp("site"), "en")


@pytest.fixture(scope="module")
def served(site: Site) -> Iterator[Served]:
    served = Served(site.folder)
    yield served
    served.down()


def opened(browser: Browser, base: str, path: str = "", **how: Any) -> Watched:
    """The page, once Python is there and all is kept for later."""
    how = {"viewport": {"width": 1100, "height": 900}, **how}
    watched = Watched(browser, base, **how)
    # The worker's requests and those of the service worker are looked at too.
    watched.page.goto(base + path)
    note = watched.page.locator("#python")
    expect(note).to_have_text(
        "This page works without a network from now on.", timeout=3 * PATIENCE
    )
    return watched


def play_one_hand(page: Page) -> None:
    """Play what comes first, until the exchange has taken an ace."""
    table, story = page.locator("#play"), page.locator("#story")
    for _ in range(200):
        page.wait_for_timeout(250)
        if story.is_visible():
            return
        skip = table.get_by_role("button", name="Skip")
        if skip.is_visible():
            skip.click()
            continue
        again = table.get_by_role("button", name="Deal the cards again")
        which = table.locator('[data-do="which"]:visible')
        if again.count():
            again.first.click()
        elif which.count():
            which.first.click()
            choice = table.get_by_test_id("choices").get_by_role("button").first
            choice.click()
    raise AssertionError("the exchange did not come")


def test_it_is_small(site: Site) -> None:
    assert site.compressed < 7_500_000
    assert {"index.html", "offline.js", "slime.whl", "pyodide/pyodide.asm.wasm"} <= set(site.sizes)


def test_play_bet_see_and_then_without_a_network(browser: Browser, site: Site) -> None:
    served = Served(site.folder)
    watched = opened(browser, served.base)
    page = watched.page
    play_one_hand(page)
    expect(page.locator("#story")).to_contain_text("The exchange took your")
    expect(page.locator("#see")).to_be_hidden()
    for at, bet in enumerate(("30", "25")):
        page.locator("#bet input[type=number]").nth(at).fill(bet)
    page.get_by_role("button", name="Place the bet").click()
    expect(page.locator("#bet")).to_contain_text("It is 52 of 100: off by 22.")
    expect(page.locator("#see-exchange svg")).to_be_visible()
    served.down()
    page.reload()
    expect(page.locator("#python")).to_have_text(
        "This page works without a network from now on.", timeout=3 * PATIENCE
    )
    # A new visit has not bet: the societies answer what the bet asks.
    expect(page.locator("#societies")).to_be_hidden()
    page.locator("#see-button").click()
    page.locator("#run").click()
    own = re.compile(r"\((?!500)\d+ matches of 20 deals\)")  # own ones, not those stored
    expect(page.locator("#society")).to_contain_text(own)
    watched.close()


def test_own_matches_grow_can_be_stopped_and_are_in_the_link(
    browser: Browser, served: Served
) -> None:
    watched = opened(browser, served.base, "#see=none.4.random.7")
    page = watched.page
    expect(page.locator("#running")).to_contain_text("seed 7")
    expect(page.locator("#rules")).to_have_value("none")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#progress")).to_be_hidden()
    told = page.locator("#society").inner_text()
    page.wait_for_timeout(1500)
    assert page.locator("#society").inner_text() == told
    page.locator("#players").select_option("6")
    expect(page.locator("#society")).to_contain_text("500 matches of 20 deals")
    assert page.url.endswith("#see=none.6.random")
    page.get_by_text("As text").click()
    expect(page.locator("#society-text")).to_contain_text("place before")
    watched.close()


def test_a_record_is_opened_by_drop_by_paste_and_from_a_link(
    browser: Browser, served: Served
) -> None:
    watched = opened(browser, served.base)
    page = watched.page
    match = slime.Match("slime-licker", ["Ann", "Ben", "Cleo", "Dan"], seed=4).finish()
    page.evaluate(
        """text => {
          const data = new DataTransfer();
          data.items.add(new File([text], "match.jsonl"));
          document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
        }""",
        match.record(),
    )
    look = page.locator("#look")
    expect(look).to_contain_text("Cleo")
    expect(look).to_contain_text("Deal 1 of 10")
    page.locator("#paste").fill("nonsense")
    page.locator("#open").click()
    expect(page.locator("#record-wrong")).not_to_be_empty()
    code = slime.table(match.deals[2], lang="en").code
    page.goto(f"{served.base}#{code}")
    expect(look).to_contain_text("Deal 3")
    watched.close()


_RECORDS = """
import hashlib, slime
texts = [slime.Match(preset, slime.rules(preset).players[0], seed=seed).finish().record()
         for preset in presets for seed in range(1, 21)]
hashlib.sha256("".join(texts).encode()).hexdigest()
"""


def test_records_are_the_same_to_the_byte(browser: Browser, served: Served) -> None:
    names = list(PRESETS)
    texts = [
        slime.Match(name, slime.rules(name).players[0], seed=seed).finish().record()
        for name in names
        for seed in range(1, 21)
    ]
    watched = Watched(browser, served.base)
    watched.page.goto(served.base)
    found = watched.page.evaluate(
        """async ([base, code, presets]) => {
          const { loadPyodide } = await import(base + "pyodide/pyodide.mjs");
          const python = await loadPyodide({ indexURL: base + "pyodide/" });
          python.unpackArchive(await (await fetch(base + "slime.whl")).arrayBuffer(), "wheel");
          python.globals.set("presets", python.toPy(presets));
          return python.runPython(code);
        }""",
        [served.base, _RECORDS, names],
    )
    assert found == hashlib.sha256("".join(texts).encode()).hexdigest()
    watched.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1100, 900), (390, 844)])
def test_nobody_is_shut_out(
    browser: Browser, served: Served, scheme: Any, size: tuple[int, int]
) -> None:
    how = {"width": size[0], "height": size[1]}
    watched = opened(browser, served.base, viewport=how, color_scheme=scheme)
    page = watched.page
    page.locator("#see-button").click()
    expect(page.locator("#see-none svg")).to_be_visible()
    found = Axe().run(page).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"][:200]) for one in found] == []
    small = page.evaluate(
        """() => [...document.querySelectorAll("button, select, textarea, input, summary")]
          .filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 24)
          .map(e => e.outerHTML.slice(0, 120))"""
    )
    assert small == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    watched.close()
