"""A notebook as one page: what is in it, without a browser."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import nbformat
import pytest

from slime.app.export import export_lesson

SOURCES = [
    "import slime\nmatch = slime.Match('slime-licker', ['Anna', 'Boris', 'Vera', 'Gleb'], seed=4)\n"
    "match.finish()\nslime.table(match, lang='en', deal=2, step=3)",
    "slime.table(match, lang='en', deal=3)",
    "from slime import figures\nfigures.transition_heatmap([[1, 2, 3], [1, 3, 2], [2, 1, 3]])",
    "figures.transition_heatmap([[1, 2, 3], [1, 3, 2], [2, 1, 3]]).explore()",
]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    cells = [nbformat.v4.new_code_cell(source) for source in SOURCES]
    path = tmp_path_factory.mktemp("export") / "lesson.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    written = export_lesson(path)
    assert written == path.with_suffix(".html")
    return written.read_text(encoding="utf-8")


def test_tables_and_figures_are_alive_and_their_scripts_stand_once(page: str) -> None:
    assert page.count('class="slime-exported"') == 2
    assert page.count('class="slime-plot"') == 2
    assert page.count("const known = ") == 1
    assert len(re.findall(r"plotly\.js v\d", page[:-1])) == 1
    assert len(page) < 7_000_000


def test_nothing_stands_twice_and_nothing_is_asked_outside(page: str) -> None:
    assert 'class="slime-still"' not in page
    assert "application/vnd.jupyter.widget-view+json" not in page
    assert not re.findall(r"<(?:script|link)[^>]+(?:src|href)=\"https?:", page)


def test_the_step_shown_is_kept(page: str) -> None:
    # nbconvert writes an attribute's quotes as it likes.
    written = re.findall(r"""data-traits=(?:"([^"]*)"|'([^']*)')""", page)
    found: list[dict[str, Any]] = [json.loads(unescape("".join(text))) for text in written]
    assert [traits["position"] for traits in found] == [3, 0]
    assert all(traits["ask"] == {} for traits in found)
