"""A bet in a browser: by mouse, by keyboard, by dragging; after Run All and in Voila."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, expect
from rig import Lab, Voila, Watched

import slime
from slime.widgets import Bet

_SETUP = """
async ([esm, css, state, words]) => {
  document.head.appendChild(document.createElement("style")).textContent = css;
  const heard = [];
  const model = window.model = {
    values: { state, words },
    get: (key) => model.values[key],
    on: (name, what) => heard.push([name, what]),
    off() {},
    async send(content) {
      const { state, wrong } = JSON.parse(await window.toPython(JSON.stringify(content)));
      model.values.state = state;
      for (const [name, what] of heard) what(name === "msg:custom" ? { wrong } : undefined);
    },
    show(state) {
      model.values.state = state;
      for (const [name, what] of heard) if (name === "change:state") what();
    },
  };
  const code = URL.createObjectURL(new Blob([esm], { type: "text/javascript" }));
  const widget = (await import(code)).default;
  for (const el of document.querySelectorAll("main > div")) await widget.render({ model, el });
}
"""
_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bet</title></head>
<body style="margin:8px;background:{paper}"><main><div></div><div></div></main></body></html>"""


class Shown(Watched):
    """A bet on a page without a notebook, shown twice as in a lesson."""

    def __init__(self, browser: Browser, bet: Bet, paper: str = "#fff", **how: Any) -> None:
        super().__init__(browser, "about:", patience=20_000, **how)
        self.bet = bet
        self.page.set_content(_PAGE.format(paper=paper))
        self.page.expose_function("toPython", self._hear)
        self.page.evaluate(_SETUP, [bet._esm, bet._css, bet.state, bet.words])
        self.first, self.second = (self.page.locator(".slime-bet").nth(n) for n in (0, 1))

    def _hear(self, text: str) -> str:
        wrong = self.bet.betting.hear(json.loads(text))
        return json.dumps({"state": self.bet.betting.state(), "wrong": wrong})

    def reveal(self, *result: Any) -> None:
        self.bet.reveal(*result)
        self.page.evaluate("state => model.show(state)", self.bet.state)


@pytest.fixture
def shown(browser: Browser) -> Iterator[list[Shown]]:
    made: list[Shown] = []
    yield made
    for one in made:
        one.close()


def button(place: Locator, name: str) -> Locator:
    return place.get_by_role("button", name=name)


def test_nothing_is_preset_it_locks_and_both_places_are_judged(
    browser: Browser, shown: list[Shown]
) -> None:
    bet = slime.bet({"on": "With it?", "off": "Without it?"}, "share", lang="en")
    page = Shown(browser, bet)
    shown.append(page)
    numbers = page.first.locator("input[type=number]")
    assert [one.input_value() for one in numbers.all()] == ["", ""]
    place = button(page.first, "Place the bet")
    expect(place).to_have_attribute("aria-disabled", "true")
    place.click(force=True)
    assert bet.phase == "open"
    numbers.first.fill("40")
    place.click()
    expect(page.second).to_contain_text("Your bet: 40 of 100.")
    expect(page.first).to_contain_text("No bet placed.")
    assert page.first.locator("input").count() == 0
    page.reveal({"on": 0.52, "off": 0.16}, "So **much**.")
    for one in (page.first, page.second):
        expect(one).to_contain_text("It is 52 of 100: off by 12.")
        expect(one.locator(".sb-text b")).to_have_text("much")


def test_the_result_waits_for_the_bet(browser: Browser, shown: list[Shown]) -> None:
    bet = slime.bet("Who?", "choice", ["Anna", "Boris"], lang="en")
    page = Shown(browser, bet)
    shown.append(page)
    page.reveal("Boris", "It was **he**.")
    expect(page.second).to_contain_text("The result is there.")
    assert "he" not in page.page.evaluate("JSON.stringify(model.values.state.text)")
    page.second.get_by_role("radio", name="Anna").check()
    button(page.second, "Place the bet").click()
    expect(page.first).to_contain_text("The answer: Boris. You were wrong.")


def test_who_does_not_bet_is_told_so(browser: Browser, shown: list[Shown]) -> None:
    bet = slime.bet("How many?", lang="en")
    page = Shown(browser, bet)
    shown.append(page)
    page.reveal(7)
    button(page.first, "Show it without a bet").click()
    expect(page.first).to_contain_text("No bet placed. It is 7.")


def test_an_order_by_keyboard_alone(browser: Browser, shown: list[Shown]) -> None:
    bet = slime.bet("In what order?", "order", ["a", "b", "c"], lang="en")
    page = Shown(browser, bet)
    shown.append(page)
    keys = page.page.keyboard
    page.first.locator(".sb-pool button").first.focus()
    for _ in "abc":
        keys.press("Enter")
    expect(page.first.locator("li")).to_have_text(["1. a▲▼", "2. b▲▼", "3. c▲▼"])
    keys.press("ArrowDown")  # the first of the list has the focus
    keys.press("ArrowDown")
    expect(page.first.locator("li span")).to_have_text(["1. b", "2. c", "3. a"])
    keys.press("Backspace")
    expect(button(page.first, "Place the bet")).to_have_attribute("aria-disabled", "true")
    page.first.locator(".sb-pool button").click()
    button(page.first, "Place the bet").press("Enter")
    page.reveal(["a", "b", "c"])
    expect(page.first).to_contain_text("2 of 3 pairs the wrong way round")


def test_an_order_by_dragging(browser: Browser, shown: list[Shown]) -> None:
    bet = slime.bet("In what order?", "order", ["a", "b", "c"], lang="en")
    page = Shown(browser, bet)
    shown.append(page)
    for name in "abc":
        page.first.locator(".sb-pool button", has_text=name).click()
    items = page.first.locator("li")
    start, end = items.nth(0).bounding_box(), items.nth(2).bounding_box()
    assert start is not None and end is not None
    mouse = page.page.mouse
    mouse.move(start["x"] + 40, start["y"] + 15)
    mouse.down()
    mouse.move(end["x"] + 40, end["y"] + end["height"] - 2, steps=6)
    mouse.up()
    expect(page.first.locator("li span")).to_have_text(["1. b", "2. c", "3. a"])


@pytest.mark.parametrize("paper", ["#ffffff", "#101010"])
@pytest.mark.parametrize("kind", ["share", "place", "verdict", "order"])
def test_nobody_is_shut_out(browser: Browser, shown: list[Shown], kind: Any, paper: str) -> None:
    bet = slime.bet({"1": "One?", "2": "Two?"}, kind, ["a", "b"], lang="ru")
    page = Shown(browser, bet, paper, viewport={"width": 390, "height": 844})
    shown.append(page)
    if kind == "order":
        page.first.locator(".sb-pool button").first.click()
    found = Axe().run(page.page).response["violations"]
    serious = [one for one in found if one["impact"] in ("serious", "critical")]
    assert [(one["id"], one["nodes"][0]["html"][:160]) for one in serious] == []
    low = page.page.evaluate(
        """() => [...document.querySelectorAll(".slime-bet button, .slime-bet input, label")]
          .filter(e => e.getBoundingClientRect().height < 43.5).map(e => e.outerHTML)"""
    )
    assert low == []
    assert page.page.evaluate("document.documentElement.scrollWidth") <= 390


CELLS = (
    'import slime\nslime.language("en")\nbet = slime.bet("How many of 100?", "share")\nbet',
    'bet.reveal(13 / 25, "Half and **more**.")',
)


def bet_and_see(place: Watched) -> None:
    """After all cells have run nothing is told; the bet is placed then, and judged."""
    bets = place.page.locator(".slime-bet")
    expect(bets).to_have_count(2)
    expect(bets.nth(1)).to_contain_text("The result is there.")
    assert "52" not in place.page.locator("body").inner_text()
    bets.nth(0).locator("input[type=number]").fill("50")
    button(bets.nth(0), "Place the bet").click()
    expect(bets.nth(1)).to_contain_text("It is 52 of 100: off by 2.")
    expect(bets.nth(1)).to_contain_text("Half and more.")


def test_after_run_all_in_a_notebook(lab: Lab, browser: Browser) -> None:
    lab.write("bet", CELLS)
    notebook = lab.open(browser, "bet")
    notebook.run_all()
    bet_and_see(notebook)
    # A key on the bet is no command of the notebook.
    cells = notebook.page.locator(".jp-Cell").count()
    notebook.page.locator(".slime-bet").first.focus()
    notebook.page.keyboard.type("bdd")
    assert notebook.page.locator(".jp-Cell").count() == cells
    notebook.close()


def test_in_voila(browser: Browser, tmp_path: Path) -> None:
    voila = Voila(tmp_path, list(CELLS))
    try:
        shown = voila.open(browser)
        bet_and_see(shown)
        shown.close()
    finally:
        voila.stop()
