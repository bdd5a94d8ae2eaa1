"""Figures as files, and the list of deals behind a mark."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from chromium import MISSING, find_chromium
from shown import made, sim

from slime import figures


@pytest.fixture
def chrome(monkeypatch: pytest.MonkeyPatch) -> None:
    path = find_chromium()
    assert path is not None, MISSING
    monkeypatch.setenv("BROWSER_PATH", path)


def test_pictures(tmp_path: Path, chrome: None) -> None:
    shown = made("careers", "ru", "dark")
    png = shown.save(tmp_path / "careers.png", scale=2).read_bytes()
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = (int.from_bytes(png[at : at + 4], "big") for at in (16, 20))
    assert (width, height) == (2400, 2 * shown.figure.layout.height)
    svg = shown.save(tmp_path / "careers.SVG", width=900, height=500).read_text(encoding="utf-8")
    drawn = ElementTree.fromstring(svg)
    assert (drawn.get("width"), drawn.get("height")) == ("900", "500")
    words = "".join(drawn.itertext())
    assert "Карьеры" in words and "Gleb" in words
    assert sorted(p.name for p in tmp_path.iterdir()) == ["careers.SVG", "careers.png"]


def test_a_page_works_offline(tmp_path: Path) -> None:
    page = made("place_flow", "ru").save(tmp_path / "flow.html").read_text(encoding="utf-8")
    assert page.startswith('<!doctype html>\n<html lang="ru">')
    assert "<details><summary>То же словами и числами</summary>" in page
    assert not re.findall(r"<(?:script|link)[^>]+(?:src|href)=", page)


def test_words(tmp_path: Path) -> None:
    shown = made("worth_of_places")
    assert shown.save(tmp_path / "a.txt").read_text(encoding="utf-8") == shown.text + "\n"
    assert "| 2 | −0." in shown.save(str(tmp_path / "a.md")).read_text(encoding="utf-8")


def test_another_ending(tmp_path: Path) -> None:
    with pytest.raises(
        ValueError, match=r"path: its ending is one of \.png, .*, \.txt, \.md, not '\.x'"
    ):
        made("careers").save(tmp_path / "a.x")
    assert list(tmp_path.iterdir()) == []


def test_a_saved_page_leaves_nothing_behind_on_failure(tmp_path: Path) -> None:
    (tmp_path / "flow.html").mkdir()
    with pytest.raises(OSError):
        made("place_flow").save(tmp_path / "flow.html")
    assert os.listdir(tmp_path) == ["flow.html"]


def test_a_terminal_prints_the_table() -> None:
    code = (
        "from slime import figures, measures;"
        "display(figures.worth_of_places(measures.Transitions([[3, 1], [1, 3]])))"
    )
    command = [sys.executable, "-m", "IPython", "--simple-prompt", "--colors=NoColor", "-c", code]
    root = Path(__file__).resolve().parents[2]
    env = {**os.environ, "PYTHONPATH": str(root), "PLOTLY_RENDERER": "plotly_mimetype"}
    done = subprocess.run(command, cwd=root, env=env, capture_output=True, text=True, check=True)
    assert "What a place is worth for the deals to come" in done.stdout
    assert "<details>" not in done.stdout


class TestExplorer:
    def test_a_mark_offers_its_deals_and_opens_the_first(self) -> None:
        shown = made("careers")
        opened: list[Any] = []
        box = shown.explore(opened.append)
        assert box.deal.disabled and not opened
        box.mark.value = shown.marks.index((4, 2))
        assert not box.deal.disabled and len(box.deal.options) == 1
        assert box.deal.options[0][0] == "match 4, deal 5: Vera"
        assert [deal.number for deal in opened] == [5] and opened[0].over
        assert shown.picked == shown.addresses((4, 2))
        box.mark.value = -1
        assert box.deal.disabled and box.deal.value is None
        box.close()

    def test_another_mark_opens_another_deal(self) -> None:
        shown = made("transition_heatmap")
        opened: list[Any] = []
        box = shown.explore(opened.append)
        for mark in ((1, 5), (1, 1), (2, 1)):
            box.mark.value = shown.marks.index(mark)
        assert len(opened) == 3
        box.deal.index = 1
        match, deal, _ = shown.addresses((2, 1))[1]
        assert opened[-1].number == deal + 1
        assert opened[-1].places == sim().deal(match, deal).finish().places
        assert "20 of" in box.said.value
        box.close()

    def test_a_click_chooses_in_the_list(self) -> None:
        from plotly.callbacks import InputDeviceState, Points

        shown = made("transition_heatmap")
        box = shown.explore()
        points = Points([[0, 4]], [0], [0], None, 0)
        box.figure.data[0]._dispatch_on_click(points, InputDeviceState(False, False, False, False))
        assert shown.marks[box.mark.value] == (1, 5)
        assert box.table.outputs == ()
        box.close()

    def test_what_is_shown_appears_below(self) -> None:
        shown = made("place_flow", "ru")
        box = shown.explore(lambda deal: deal.number)
        box.mark.value = 0
        assert [output["data"]["text/plain"] for output in box.table.outputs] == [
            str(shown.addresses((1, 1))[0].deal + 1)
        ]
        assert box.mark.description == "Что открыть:"
        assert not any("<" in label for label, _ in box.mark.options)
        box.close()

    def test_a_widget_is_shown_as_such(self) -> None:
        import ipywidgets

        shown = made("transition_heatmap")
        box = shown.explore(lambda deal: ipywidgets.Label(str(deal.number)))
        assert box.live.children == ()
        box.mark.value = 0
        (label,) = box.live.children
        assert label.value == str(shown.addresses((1, 1))[0].deal + 1)
        assert box.table.outputs == ()
        box.mark.value = -1
        assert box.live.children == ()
        box.close()

    def test_a_mark_without_deals(self) -> None:
        shown = figures.transition_heatmap([[1, 2, 3], [1, 3, 2]], lang="en")
        box = shown.explore(lambda deal: deal)
        box.mark.value = shown.marks.index((1, 3))
        assert "No deals here" in box.said.value and box.deal.disabled
        box.close()
