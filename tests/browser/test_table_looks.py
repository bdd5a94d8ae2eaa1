"""The card table in a browser: sizes, contrast, and that it leaves nothing behind."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from by_hand import EIGHT, NAMES, act, played, press, second
from playwright.sync_api import Browser, Locator, expect
from rig import settled
from stand import Stand

import slime
from slime.widgets import table


def small_text(shown: Locator) -> list[str]:
    """Texts below 14 px."""
    return shown.evaluate(
        """(el) => [...el.querySelectorAll("*")].filter((e) => e.checkVisibility() &&
            [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()) &&
            !["STYLE"].includes(e.tagName) && parseFloat(getComputedStyle(e).fontSize) < 14)
            .map((e) => e.className + ": " + e.textContent)"""
    )


@pytest.mark.parametrize("width", [400, 700, 1060, 1920])
@pytest.mark.parametrize("names", [NAMES[:4], EIGHT], ids=["4", "8"])
def test_fits_and_can_be_read(browser: Browser, width: int, names: list[str]) -> None:
    stand = Stand(browser, width, 900)
    shown = stand.show(second(played(names=names), lang="ru"))
    shown.locator("summary").click()
    for step in (1, 6, 40, 500):
        shown.get_by_role("slider").fill(str(step))
        assert small_text(shown) == []
        assert stand.page.evaluate("document.documentElement.scrollWidth") <= width
        outside = shown.evaluate(
            """(el) => { const felt = el.querySelector(".st-felt").getBoundingClientRect();
                const parts = ".st-seat .st-plate, .st-seat .st-card, .st-top .st-card";
                return [...el.querySelectorAll(parts)]
                    .filter((e) => { const r = e.getBoundingClientRect();
                        return r.left < felt.left - 1 || r.right > felt.right + 1
                            || r.top < felt.top - 1 || r.bottom > felt.bottom + 1; })
                    .map((e) => e.outerHTML.slice(0, 90)); }"""
        )
        assert outside == []
        covered = shown.evaluate(
            """(el) => { const parts = ".st-plate, .st-seat .st-fan, .st-top > .st-fan";
                const boxes = [...el.querySelectorAll(parts)]
                    .map((e) => [e, e.getBoundingClientRect()]);
                return boxes.flatMap(([a, p], i) => boxes.slice(0, i).filter(([b, q]) =>
                    a.parentNode !== b.parentNode &&
                    Math.min(p.right, q.right) - Math.max(p.left, q.left) > 6 &&
                    Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 6)
                    .map(([b]) => a.textContent + " on " + b.textContent)); }"""
        )
        assert covered == [], (step, covered)
    stand.close()


#: What lies on what in all steps of a deal: flags and last plays on what is to be read.
_COVERED = """
(el) => {
  const range = el.querySelector(".st-range");
  const found = new Set();
  const box = (e) => [e, e.getBoundingClientRect()];
  const seen = (what) => [...el.querySelectorAll(what)].filter((e) => e.checkVisibility()).map(box);
  for (let at = 0; at <= Number(range.max); at += 1) {
    range.value = at;
    range.dispatchEvent(new Event("input"));
    const over = seen(".st-flag, .st-last");
    const read = seen(".st-who b, .st-podium, .st-strength, .st-lead, .st-by > span, .st-gift");
    for (const [a, p] of over)
      for (const [b, q] of [...read, ...over]) {
        const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left);
        const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
        if (a !== b && wide > 2 && high > 3)
          found.add(`${at}: ${a.className} ${a.textContent} on ${b.className} ${b.textContent}`);
      }
  }
  return [...found];
}
"""


@pytest.mark.parametrize("width", [400, 760, 1060, 1300])
@pytest.mark.parametrize("names", [NAMES[:4], NAMES, EIGHT], ids=["4", "5", "8"])
def test_last_plays_and_flags_cover_nothing(browser: Browser, width: int, names: list[str]) -> None:
    stand = Stand(browser, width, 900)
    shown = stand.show(second(played(names=names), lang="en"))
    assert shown.evaluate(_COVERED) == []
    stand.close()


@pytest.mark.parametrize("width", [400, 700, 1060])
@pytest.mark.parametrize(
    "names",
    [NAMES, ["Александра-Константиновна", "Bartholomew-Featherstone", "Вера"], EIGHT],
    ids=["5", "long", "8"],
)
def test_nothing_in_the_middle_is_hidden(browser: Browser, width: int, names: list[str]) -> None:
    stand = Stand(browser, width, 900)
    match = slime.Match(slime.rules("slime-licker", players=[3, 8]), names, seed=4)
    match.next_deal().finish()
    match.next_deal().finish()
    shown = stand.show(second(match, lang="en"))
    for step in (1, 2, 4, 12, 30, 500):
        shown.get_by_role("slider").fill(str(step))
        assert stand.page.evaluate("document.documentElement.scrollWidth") <= width
        hidden = shown.evaluate(
            """(el) => { const box = (e) => e.getBoundingClientRect();
                const parts = ".st-gift > *, .st-by > *, .st-podium li > *, .st-lead";
                const plates = [...el.querySelectorAll(".st-plate, .st-seat .st-fan")].map(box);
                return [...el.querySelectorAll(parts)].filter((e) => { const r = box(e);
                    return r.left < 0 || r.right > innerWidth || plates.some((p) =>
                        Math.min(p.right, r.right) - Math.max(p.left, r.left) > 4 &&
                        Math.min(p.bottom, r.bottom) - Math.max(p.top, r.top) > 4); })
                    .map((e) => e.textContent || e.className); }"""
        )
        assert hidden == [], (step, hidden)
    # Names in the list of places stay on one line each.
    high = (
        shown.get_by_test_id("podium")
        .locator("li")
        .evaluate_all(
            "all => all.map((li) => Math.max(...[...li.children].map((e) => e.offsetHeight || 0)))"
        )
    )
    assert max(high) < 40
    stand.close()


def test_the_row_of_the_deal_shown_stands_out(browser: Browser) -> None:
    stand = Stand(browser, 1060, 900, color_scheme="dark")
    shown = stand.show(table(played(deals=3), lang="en"))
    shown.locator("summary").click()
    for deal in (1, 2, 3):
        press(shown, "End")
        row = shown.get_by_test_id("sheet").locator("tbody tr").nth(deal - 1)
        ground = row.evaluate("e => getComputedStyle(e).backgroundColor")
        assert ground not in ("rgba(0, 0, 0, 0)", "transparent"), deal
        press(shown, "PageDown")
        expect(shown.get_by_test_id("title")).to_contain_text(f"Deal {deal + 1}")
    stand.close()


@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)])
def test_whole_screen_holds_the_hand_and_its_buttons(
    browser: Browser, size: tuple[int, int]
) -> None:
    """A class around a projector: nobody scrolls to lay cards."""
    stand = Stand(browser, *size)
    match = played(deals=1)
    match.next_deal()
    shown = stand.show(table(match, play="all", lang="en"))
    settled(shown)
    press(shown, "b")
    stand.page.wait_for_function("document.fullscreenElement !== null")
    for what in ("play", "which"):
        expect(act(shown, what)).to_be_in_viewport(ratio=1)
    assert small_text(shown) == []
    press(shown, "b")
    stand.page.wait_for_function("document.fullscreenElement === null")
    stand.close()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("state", ["look", "play"])
def test_no_serious_fault_for_those_who_cannot_see(
    browser: Browser, dark: bool, state: str
) -> None:
    stand = Stand(browser, 1060, 900, color_scheme="dark" if dark else "light")
    if state == "play":
        shown = stand.show(table(slime.Match("slime-licker", NAMES, seed=4), play="Anna"))
        settled(shown)
        act(shown, "which").click()
        expect(shown.get_by_test_id("choices")).to_be_visible()
    else:
        shown = stand.show(second(played(), lang="en"))
        shown.locator("summary").click()
        press(shown, "?")
    steps = (4, 60, 111) if state == "look" else (None,)
    for step in steps:
        if step is not None:
            shown.get_by_role("slider").fill(str(step))
        stand.page.wait_for_timeout(600)
        found = Axe().run(stand.page, context=".slime-table").response["violations"]
        bad = [
            (v["id"], [n["html"][:160] for n in v["nodes"]])
            for v in found
            if v["impact"] in ("serious", "critical")
        ]
        assert bad == [], step
    stand.close()


def test_closing_leaves_nothing(stand: Stand) -> None:
    made = second(played(), lang="en")
    nodes = "document.getElementsByTagName('*').length"
    before = stand.page.evaluate(nodes)
    stand.show(made)
    heard = "tables.one.heard.length"
    assert stand.page.evaluate(heard) > 0
    stand.page.evaluate("tables.one.close()")
    assert stand.page.evaluate(heard) == 0
    stand.page.evaluate("tables.one.host.remove()")
    # The style sheet stays: it is one for all tables.
    assert stand.page.evaluate(nodes) == before + 1
