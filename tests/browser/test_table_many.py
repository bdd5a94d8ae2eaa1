"""Many card tables in one JupyterLab notebook: what is saved, and whose turn comes by itself."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Browser, expect
from rig import Lab

STATE = "application/vnd.jupyter.widget-state+json"
VIEW = "application/vnd.jupyter.widget-view+json"

GAMES = """
import slime
EN = ["Anna", "Boris", "Vera", "Gleb", "Daria", "Egor", "Zhanna", "Ilya"]
RU = ["Александра", "Борис", "Вера", "Глеб", "Дарья", "Егор", "Жанна", "Илья"]
def game(seed, preset, names, deals=2, **fields):
    match = slime.Match(slime.rules(preset, **fields), names, seed=seed)
    for _ in range(deals):
        match.next_deal().finish()
    return match
tables = []
def show(*args, **how):
    tables.append(slime.table(*args, **how))
    return tables[-1]
"""
#: Few and many players, both games, both languages, looked at and played.
TEN = (
    "show(game(1, 'slime-licker', EN[:4]), lang='en')",
    "show(game(2, 'slime-licker', EN[:5], 10), lang='en')",
    "show(game(3, 'slime-licker', RU, players=[4, 8]), lang='ru')",
    "show(game(4, 'slime-licker', EN, players=[4, 8]), lang='en')",
    "show(game(5, 'king-and-slave', EN[:6]), lang='en')",
    "show(game(6, 'king-and-slave', RU), lang='ru')",
    "show(game(7, 'slime-licker', EN[:5], 1), play='Anna', lang='en')",
    "show(game(8, 'king-and-slave', EN[:5]), play='all', lang='en')",
    "show(game(9, 'slime-licker', EN[:2], players=[2, 8]).record(), lang='ru')",
    "show(game(10, 'king-and-slave', RU[:5], 3, variants=[10]), hands='hidden', view=RU[0])",
)
#: Deals looked at before are kept with a table, and saved with it.
LOOK = """
for one in tables:
    if not one.source.seats:
        one.show_deal(2)
        one.show_deal(1)
        one.show_deal(2)
"""


def in_file(value: Any, depth: int) -> int:
    """How many bytes of a notebook file something is that stands so deep in it."""
    text = json.dumps(value, ensure_ascii=False, indent=1)
    return len(text.encode()) + depth * text.count("\n")


def test_ten_different_tables_fit_a_saved_notebook(browser: Browser, lab: Lab) -> None:
    path = lab.write("ten", [GAMES, *TEN, LOOK])
    notebook = lab.open(browser, "ten")
    notebook.run_all()
    expect(notebook.page.get_by_test_id("slime-table")).to_have_count(10)
    saved = notebook.save()
    notebook.close()
    state = saved["metadata"]["widgets"][STATE]["state"]
    sizes = []
    for cell in saved["cells"]:
        for output in cell["outputs"]:
            view = output.get("data", {}).get(VIEW)
            if view:
                model = in_file(state[view["model_id"]], 4)
                sizes.append(model + in_file(cell["outputs"], 3))
    assert len(sizes) == 10
    assert max(sizes) < 150_000, sizes
    print("SIZE", path.stat().st_size, sizes)
    assert path.stat().st_size < 1_500_000


def test_after_run_all_every_table_comes_to_its_player_s_turn(browser: Browser, lab: Lab) -> None:
    """The kernel is busy for longer than a table waits for it, and one table is out of sight."""
    # Somebody else leads, so that the others play before the player is asked.
    play = "slime.table(slime.Match('slime-licker', EN[:5], seed=4), play='{}', lang='en')"
    between = ["print('\\n' * 60)"] * 3
    cells = [
        GAMES,
        play.format("Anna"),
        *between,
        play.format("Vera"),
        "import time; time.sleep(7)",
    ]
    lab.write("busy", cells)
    notebook = lab.open(browser, "busy")
    notebook.run_all()
    tables = notebook.page.get_by_test_id("slime-table")
    expect(tables).to_have_count(2)
    for number in range(2):
        asked = notebook.table(number).get_by_test_id("asked")
        expect(asked).to_contain_text(", or pass.")
    notebook.close()
