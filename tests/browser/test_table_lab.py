"""The card table in a real JupyterLab: living, saved, and reopened."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, expect
from rig import Lab, Notebook, settled

STATE = "application/vnd.jupyter.widget-state+json"

LOOK = """
import slime
names = ["Anna", "Boris", "Vera", "Gleb", "Daria"]
match = slime.Match("slime-licker", names, seed=4)
match.next_deal().finish()
match.next_deal().finish()
look = slime.table(match, lang="en")
look.show_deal(2)
look
"""
PLAY = """
game = slime.table(slime.Match("slime-licker", names, seed=1), play="Anna", lang="en")
game
"""
EIGHT = """
rules = slime.rules("slime-licker", players=[4, 8])
many = slime.Match(rules, ["Александра", "Борис", "Вера", "Глеб", "Дарья", "Егор", "Жанна", "Илья"])
many.next_deal().finish()
many.next_deal().finish()
crowd = slime.table(many, lang="ru")
crowd.show_deal(2)
crowd.show_deal(1)
crowd
"""


def at(shown: Locator) -> str:
    return shown.get_by_test_id("at").inner_text()


def press(shown: Locator, *keys: str) -> None:
    shown.focus()
    for key in keys:
        shown.page.keyboard.press(key)


def cells(notebook: Notebook) -> int:
    return notebook.page.locator(".jp-Notebook .jp-Cell").count()


@pytest.fixture(scope="module")
def living(browser: Browser, lab: Lab) -> Iterator[Notebook]:
    """A notebook with a table to look at, one to play at, and one of eight players, all run."""
    lab.write(
        "tables", [LOOK, PLAY, EIGHT, "[look.position, look.snapshot['mark'], len(match.deals)]"]
    )
    notebook = lab.open(browser, "tables")
    notebook.run_all()
    yield notebook
    notebook.close()


def test_a_cell_shows_one_living_table(living: Notebook) -> None:
    expect(living.page.get_by_test_id("slime-table")).to_have_count(3)
    still = living.page.locator(".slime-still img")
    assert still.count() == 3
    for number in range(3):
        expect(still.nth(number)).to_be_hidden()


def test_keys_reach_the_table_and_not_the_notebook(living: Notebook) -> None:
    look = living.table(0)
    count = cells(living)
    press(look, "Home")
    # In a notebook's command mode these would cut, delete, insert and move cells.
    press(look, "x", "d", "d", "a", "m", "ArrowRight", "ArrowRight", "j", "Enter")
    assert at(look).startswith("2/")
    assert cells(living) == count
    press(look, "ArrowDown", "ArrowLeft", " ", " ")
    expect(look).to_be_visible()


def test_python_sees_what_is_shown(living: Notebook) -> None:
    look = living.table(0)
    look.locator(".st-mark-fall").click()
    living.page.wait_for_timeout(600)
    living.page.locator(".jp-CodeCell .jp-InputArea-editor").nth(3).click()
    living.page.keyboard.press("Control+Enter")
    living.idle()
    shown = living.page.locator(".jp-CodeCell").nth(3).locator(".jp-OutputArea-output")
    expect(shown).to_contain_text("'fall'")


def test_playing_asks_python(living: Notebook) -> None:
    game = living.table(1)
    settled(game)
    steps = at(game)
    field = game.get_by_test_id("typed")
    field.fill("3 4 5")
    field.press("Enter")
    expect(game.get_by_test_id("answer")).to_be_visible()
    game.locator('[data-do="which"]').click()
    game.get_by_test_id("choices").get_by_role("button").first.click()
    expect(game.get_by_test_id("at")).not_to_have_text(steps)
    settled(game)
    expect(game.get_by_test_id("asked")).to_contain_text("Anna")
    before = at(living.table(0))
    press(game, "ArrowLeft")
    assert at(living.table(0)) == before, "two tables are independent"


def test_eight_players_with_two_packs(living: Notebook) -> None:
    crowd = living.table(2)
    expect(crowd.locator(".st-seat")).to_have_count(8)
    expect(crowd.locator(".st-seat .st-card")).to_have_count(108)
    crowd.locator('[data-act="deal_after"]').click()
    expect(crowd.get_by_test_id("title")).to_contain_text("Раздача 2")


def test_theme_switch(living: Notebook) -> None:
    look = living.table(0)
    ground = "el => getComputedStyle(el).backgroundColor"
    light = look.evaluate(ground)
    living.page.get_by_role("menuitem", name="Settings", exact=True).click()
    living.page.locator(".lm-Menu-itemLabel").get_by_text("Theme", exact=True).hover()
    living.page.locator(".lm-Menu-itemLabel").get_by_text("JupyterLab Dark", exact=True).click()
    living.page.wait_for_selector('body[data-jp-theme-light="false"]', state="attached")
    dark = look.evaluate(ground)
    assert dark != light
    assert sum(int(x) for x in dark[4:-1].split(",")) < 3 * 90
    found = Axe().run(living.page, context=".slime-table").response["violations"]
    assert [v["id"] for v in found if v["impact"] in ("serious", "critical")] == []
    living.page.get_by_role("menuitem", name="Settings", exact=True).click()
    living.page.locator(".lm-Menu-itemLabel").get_by_text("Theme", exact=True).hover()
    living.page.locator(".lm-Menu-itemLabel").get_by_text("JupyterLab Light", exact=True).click()
    living.page.wait_for_selector('body[data-jp-theme-light="true"]', state="attached")
    assert look.evaluate(ground) == light


@pytest.fixture(scope="module")
def saved(living: Notebook) -> dict[str, Any]:
    """The notebook as it was saved after all that."""
    return living.save()


def size(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


def test_saved_tables_are_small(saved: dict[str, Any]) -> None:
    state = saved["metadata"]["widgets"][STATE]["state"]
    outputs = [cell["outputs"] for cell in saved["cells"] if len(cell["outputs"]) == 2]
    assert len(outputs) == 3
    for output in outputs:
        model = output[0]["data"]["application/vnd.jupyter.widget-view+json"]["model_id"]
        whole = size(state[model]) + size(output)
        assert whole < 50_000, whole  # the largest keeps a deal of eight players
    # What all share is saved once for each language.
    shared = [one for one in state.values() if "data" in one["state"]]
    assert len(shared) == 2
    assert (size(state) + size(outputs)) / 3 < 60_000


def test_reopened_without_kernel_it_can_be_stepped(
    browser: Browser, lab: Lab, saved: dict[str, Any]
) -> None:
    (lab.folder / "reopened.ipynb").write_text(json.dumps(saved), encoding="utf-8")
    trusted = [sys.executable, "-m", "jupyter", "trust", str(lab.folder / "reopened.ipynb")]
    subprocess.run(trusted, env=lab.environment(), check=True, capture_output=True)
    notebook = lab.open(browser, "reopened")
    look, game, crowd = (notebook.table(number) for number in range(3))
    expect(notebook.page.get_by_test_id("slime-table")).to_have_count(3)
    expect(look.locator(".st-fell")).to_be_visible()
    press(look, "Home", "ArrowRight", "ArrowRight")
    assert at(look).startswith("2/")
    press(game, "End")
    expect(game.get_by_test_id("asked")).to_contain_text("Python does not answer")
    expect(crowd.get_by_test_id("title")).to_contain_text("Раздача 2")
    press(crowd, "PageUp")
    expect(crowd.get_by_test_id("title")).to_contain_text("Раздача 1")
    notebook.close()


def test_where_no_state_was_saved_a_sentence_says_how(
    browser: Browser, lab: Lab, saved: dict[str, Any]
) -> None:
    bare = json.loads(json.dumps(saved))
    del bare["metadata"]["widgets"]
    path = lab.folder / "bare.ipynb"
    path.write_text(json.dumps(bare), encoding="utf-8")
    trusted = [sys.executable, "-m", "jupyter", "trust", str(path)]
    subprocess.run(trusted, env=lab.environment(), check=True, capture_output=True)
    # JupyterLab itself says on the console that it misses the widgets.
    missing = ("widget model not found", "Error displaying widget", "model not found")
    notebook = lab.open(browser, "bare", allowed=missing)
    still = notebook.page.locator(".slime-still")
    expect(still).to_have_count(3)
    for number in range(3):
        expect(still.nth(number).locator("img")).to_be_visible()
        expect(still.nth(number)).to_contain_text("Settings →")
    expect(notebook.page.get_by_text("model not found")).to_be_hidden()
    notebook.close()


def test_an_untrusted_notebook_shows_each_picture_once(
    browser: Browser, lab: Lab, saved: dict[str, Any]
) -> None:
    (lab.folder / "stranger.ipynb").write_text(
        json.dumps({**saved, "metadata": {**saved["metadata"], "orig": 1}}), encoding="utf-8"
    )
    notebook = lab.open(browser, "stranger")
    expect(notebook.page.get_by_test_id("slime-table")).to_have_count(0)
    still = notebook.page.locator(".slime-still img")
    expect(still).to_have_count(3)
    for number in range(3):
        expect(still.nth(number)).to_be_visible()
        assert still.nth(number).evaluate("i => i.complete && i.naturalWidth") > 300
    expect(notebook.page.get_by_text("CardTable(")).to_have_count(0)
    notebook.close()


@pytest.mark.parametrize("state", [True, False], ids=["with-state", "without-state"])
def test_as_a_web_page_a_still_picture_stands_in(
    browser: Browser, tmp_path: Path, saved: dict[str, Any], state: bool
) -> None:
    bare = json.loads(json.dumps(saved))
    if not state:
        del bare["metadata"]["widgets"]
    source = tmp_path / "page.ipynb"
    source.write_text(json.dumps(bare), encoding="utf-8")
    export = [sys.executable, "-m", "jupyter", "nbconvert", "--to", "html", str(source)]
    subprocess.run(export, check=True, capture_output=True)
    page = browser.new_page()
    page.route(
        "**/*",
        lambda r: r.continue_() if r.request.url.startswith(("file:", "data:")) else r.abort(),
    )
    page.goto((tmp_path / "page.html").as_uri())
    pictures = page.locator(".slime-still img")
    expect(pictures).to_have_count(3)
    for number in range(3):
        expect(pictures.nth(number)).to_be_visible()
        assert pictures.nth(number).evaluate("i => i.complete && i.naturalWidth") > 300
    page.close()


def test_closed_tables_go(browser: Browser, lab: Lab) -> None:
    lab.write("closing", [LOOK, "look.close()"])
    notebook = lab.open(browser, "closing")
    notebook.run_all()
    expect(notebook.page.get_by_test_id("slime-table")).to_have_count(0)
    notebook.close()
