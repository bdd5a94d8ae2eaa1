"""Figures in a real JupyterLab: shown with their text table, clicks and keys that open deals."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect
from rig import Lab, Notebook

MAKE = """
import slime
from IPython.display import HTML
from slime import figures
sim = slime.simulate(matches=30, deals=12, seed=1, progress=False, engine="interpreted")
heat, flow = figures.transition_heatmap(sim), figures.place_flow(sim)
"""
HEAT = "heat"
CLICK = """
said = []
heat.widget(said.append)
"""
STREAMS = "flow.widget()"
ASK = """
import json
json.dumps({"heat": [said[-1] if said else [], heat.addresses((1, 5))],
            "flow": [flow.picked, flow.addresses((3, 2)), flow.addresses((None, 1))]})
"""
EXPLORE = """
path = figures.careers(sim, 2, theme="dark")
path.explore(lambda deal: HTML(f"<p data-testid='opened'>{deal.number} {deal.standing}</p>"))
"""
TABLE = "heat.explore(slime.table)"


@pytest.fixture(scope="module")
def living(browser: Browser, lab: Lab) -> Iterator[Notebook]:
    lab.write("figures", [MAKE, HEAT, CLICK, STREAMS, ASK, EXPLORE, TABLE])
    # So tall that all cells stay on the page: JupyterLab takes far ones out of it.
    notebook = lab.open(browser, "figures", size=(1280, 6800))
    notebook.run_all()
    yield notebook
    notebook.close()


def cell(living: Notebook, number: int) -> Locator:
    found = living.page.locator(".jp-Notebook .jp-Cell").nth(number)
    found.scroll_into_view_if_needed()
    return found


def answers(living: Notebook) -> dict[str, Any]:
    """What Python has heard so far."""
    asked = cell(living, 4)
    before = asked.locator(".jp-InputPrompt").inner_text()
    asked.locator(".cm-content").click()
    living.page.keyboard.press("Control+Enter")
    expect(asked.locator(".jp-InputPrompt")).not_to_have_text(before)
    expect(asked.locator(".jp-InputPrompt")).to_have_text(re.compile(r"\[\d+\]"))
    text = asked.locator(".jp-OutputArea-output").inner_text().strip().strip("'")
    found: dict[str, Any] = json.loads(text)
    return found


def pick(choice: Locator, down: int) -> None:
    """Open a list by a key, go down and choose; outside an open list JupyterLab takes arrows."""
    for key in ("Enter", *["ArrowDown"] * down, "Enter"):
        choice.press(key)
        choice.page.wait_for_timeout(150)  # the list is a window of its own


def centre(living: Notebook, where: Locator) -> tuple[float, float]:
    box = where.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_figure_is_shown_and_its_table_opens_by_keys(living: Notebook) -> None:
    shown = cell(living, 1)
    expect(shown.locator(".js-plotly-plot")).to_have_count(1)
    details = shown.locator("details")
    expect(details.locator("table")).to_be_hidden()
    details.locator("summary").focus()
    living.page.keyboard.press("Enter")
    expect(details.locator("table")).to_be_visible()
    expect(details.locator("tbody tr")).to_have_count(5)
    assert "The first place stays with the same player" in details.inner_text()


def test_a_widget_is_as_wide_as_its_cell(living: Notebook) -> None:
    for number in (2, 3, 5):
        plot = cell(living, number).locator(".js-plotly-plot")
        room = plot.bounding_box()
        assert room is not None and room["width"] > 900
        expect(plot.locator("svg").first).to_have_attribute("width", str(int(room["width"])))


def test_a_click_on_a_cell_gives_its_deals(living: Notebook) -> None:
    plot = cell(living, 2).locator(".js-plotly-plot")
    expect(plot).to_be_visible()
    box = plot.locator(".heatmaplayer .hm").bounding_box()
    assert box is not None
    living.page.mouse.move(box["x"] + 0.88 * box["width"], box["y"] + 0.12 * box["height"])
    living.page.mouse.move(box["x"] + 0.9 * box["width"], box["y"] + 0.1 * box["height"])
    expect(plot.locator(".hovertext")).to_be_visible()
    living.page.mouse.click(box["x"] + 0.9 * box["width"], box["y"] + 0.1 * box["height"])
    heard, expected = answers(living)["heat"]
    assert heard == expected != []


def test_a_click_on_a_stream_and_on_a_block(living: Notebook) -> None:
    plot = cell(living, 3).locator(".js-plotly-plot")
    expect(plot.locator(".sankey-link")).to_have_count(22)  # a champion stays or falls to the end
    links = plot.locator(".sankey-link")
    wanted = links.evaluate_all(
        "all => all.findIndex(e => e.__data__.link.pointNumber === 10 + 2 * 5 + 1)"
    )
    # A point in the middle of a stream of any shape.
    spot = links.nth(wanted).evaluate(
        """e => { const box = e.getBoundingClientRect();
                  for (let t = 0.05; t < 0.5; t += 0.01) {
                    const x = box.x + t * box.width;
                    for (let y = box.y; y < box.bottom; y += 2)
                      if (document.elementFromPoint(x, y) === e) return [x, y + 1];
                  }
                  return null; }"""
    )
    assert spot is not None
    living.page.mouse.move(spot[0] - 1, spot[1])
    living.page.mouse.click(*spot)
    heard, stream, block = answers(living)["flow"]
    assert heard == stream != []
    node = cell(living, 3).locator(".node-rect").nth(5)
    living.page.mouse.click(*centre(living, node))
    heard, _, block = answers(living)["flow"]
    assert heard == block != []


def test_keys_choose_a_mark_and_a_deal(living: Notebook) -> None:
    explorer = cell(living, 5)
    mark, deal = explorer.locator("select").nth(0), explorer.locator("select").nth(1)
    expect(deal).to_be_disabled()
    pick(mark, 1)
    expect(deal).to_be_enabled()
    expect(explorer.get_by_test_id("opened")).to_have_text(re.compile(r"^1 \("))
    pick(mark, 4)
    expect(explorer.get_by_test_id("opened")).to_have_text(re.compile(r"^5 \("))
    point = explorer.locator(".scatterlayer .trace").nth(1).locator(".point").nth(8)
    living.page.mouse.move(*centre(living, point))
    living.page.mouse.click(*centre(living, point))
    expect(explorer.get_by_test_id("opened")).to_have_text(re.compile(r"^9 \("))


def test_a_deal_opens_as_the_card_table(living: Notebook) -> None:
    explorer = cell(living, 6)
    table = explorer.get_by_test_id("slime-table")
    expect(table).to_have_count(0)
    pick(explorer.locator("select").nth(0), 1)
    expect(table).to_have_count(1)
    expect(table).to_be_visible()
    said = table.get_by_test_id("sentence")
    before = said.inner_text()
    table.get_by_role("button", name="One step on").click()
    expect(said).not_to_have_text(before)
