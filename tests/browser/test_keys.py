"""Keys stay where they are pressed, in JupyterLab and Notebook 7: tables, lists, panels."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect
from rig import Lab, Notebook, settled
from test_table_lab import LOOK, PLAY

EXPLORE = """
from slime import figures
sim = slime.simulate(matches=10, deals=6, seed=1, progress=False, engine="interpreted")
figures.transition_heatmap(sim).explore()
"""
PANEL = """
from slime.widgets import trial_panel
trial_panel("4", matches=20)
"""


@pytest.fixture(scope="module", params=["lab", "notebook"])
def living(request: pytest.FixtureRequest, browser: Browser, lab: Lab) -> Iterator[Notebook]:
    name = f"keys_{request.param}"
    lab.write(name, [LOOK, PLAY, EXPLORE, PANEL])
    # So tall that all cells stay on the page: far ones are taken out of it.
    # Notebook 7 itself misses settings, a command and a resource that it was not given.
    missed = ("reading 'schema'", "'filebrowser:open-path' not registered", "403 (Forbidden)")
    own = missed if request.param == "notebook" else ()
    notebook = lab.open(browser, name, app=request.param, size=(1280, 5200), allowed=own)
    notebook.run_all()
    yield notebook
    notebook.close()


def cells(living: Notebook) -> list[str]:
    """The kinds of all cells, in order."""
    found: list[str] = living.page.locator(".jp-Notebook .jp-Cell").evaluate_all(
        "all => all.map(e => [...e.classList].find(c => /jp-(Code|Markdown|Raw)Cell/.test(c)))"
    )
    return found


def all_letters(living: Notebook, where: Locator) -> None:
    """Press what would change a notebook; nothing of it may change."""
    before = cells(living)
    for key in ("b", "b", "a", "m", "r", "d", "d", "x", "j", "k", "y", "0", "1"):
        where.focus()
        living.page.keyboard.press(key)
    living.page.wait_for_timeout(300)
    assert cells(living) == before


def test_keys_on_a_table(living: Notebook) -> None:
    all_letters(living, living.table(0))
    game = living.table(1)
    settled(game)
    game.locator(".st-pick").first.focus()
    all_letters(living, game.locator(".st-pick").first)


def test_keys_on_lists_and_sliders_of_panels(living: Notebook) -> None:
    lists = living.page.locator(".slime-alive > .widget-dropdown select")
    expect(lists.first).to_be_visible()
    for number in (0, 2, 5):
        shown = lists.nth(number)
        if shown.is_disabled() or not shown.is_visible():
            continue
        all_letters(living, shown)
        before = shown.evaluate("e => e.selectedIndex")
        shown.press("ArrowDown")
        expect(shown).to_be_focused()
        expect(shown).not_to_have_js_property("selectedIndex", before)
    slider = living.page.locator(".slime-alive .widget-slider [role=slider]").first
    all_letters(living, slider)


def test_a_move_by_keys_alone(living: Notebook) -> None:
    game = living.table(1)
    settled(game)
    steps = game.get_by_test_id("at").inner_text()
    game.focus()
    living.page.keyboard.press("p")
    expect(game.get_by_test_id("at")).not_to_have_text(steps)
