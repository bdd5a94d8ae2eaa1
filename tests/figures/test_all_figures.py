"""What holds for every figure: a text table, both languages, both themes, marks open to deals."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from shown import FIGURES, made, sim

from slime import measures
from slime.figures import Figure
from slime.figures.palette import THEMES
from slime.i18n import language

EACH = pytest.mark.parametrize("name", FIGURES)
BOTH = pytest.mark.parametrize("lang", ["en", "ru"])
ROOT = Path(__file__).resolve().parents[2]


def texts(value: Any) -> Iterator[str]:
    """All texts in a figure that a person reads."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in ("text", "ticktext", "hovertext", "name", "label", "hovertemplate"):
                yield from flat(inner)
            else:
                yield from texts(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from texts(inner)


def flat(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from flat(inner)
    elif isinstance(value, dict):
        yield from texts(value)


def plain(shown: Figure) -> dict[str, Any]:
    """The figure as it is drawn: what its template says stands in its layout too."""
    spec: dict[str, Any] = json.loads(shown.figure.to_json())
    spec["layout"] = merged(spec["layout"].pop("template")["layout"], spec["layout"])
    return spec


def merged(template: Any, layout: Any) -> Any:
    if not (isinstance(template, dict) and isinstance(layout, dict)):
        return layout
    own = {key: merged(template[key], layout[key]) for key in template if key in layout}
    return {**template, **layout, **own}


@EACH
@BOTH
def test_the_table_says_what_the_figure_shows(name: str, lang: str) -> None:
    shown = made(name, lang)
    table = shown.table
    assert shown.text.startswith(table.title)
    assert table.title in " ".join(flat(plain(shown)["layout"]["title"])).replace(
        "</b><br><b>", " "
    )
    assert len(table.rows) >= 2 and len(table.head) >= 2 and table.sentences
    told = shown.text + shown.table.html() + shown.table.markdown()
    for wrong in ("{", "}", "nan", "None", "np."):
        assert wrong not in told


@EACH
def test_the_languages_do_not_mix(name: str) -> None:
    english = " ".join(texts(plain(made(name, "en")))) + made(name, "en").text
    assert not re.search("[А-Яа-яёЁ]", english)
    shown = made(name, "ru")
    russian = " ".join(texts(plain(shown))) + shown.text
    without_marks = re.sub(r"<[^>]*>|%\{\w+\}", " ", russian)
    left = set(re.findall("[A-Za-z]{2,}", without_marks))
    assert left <= {*sim().players, "Egor", "lowest"}, left
    assert not re.search(r"\d\.\d", without_marks)  # a decimal comma


@EACH
def test_an_object_keeps_its_language(name: str) -> None:
    shown = made(name, "ru")
    before = shown.text
    language("en")
    assert shown.text == before
    assert language("ru") and FIGURES[name]().lang == "ru"


@EACH
def test_letters_are_large(name: str) -> None:
    sizes = [int(x) for x in re.findall(r"font-size:(\d+)px", " ".join(texts(plain(made(name)))))]

    def of(value: Any) -> Iterator[int]:
        if isinstance(value, dict):
            for key, inner in value.items():
                if key in ("font", "tickfont", "textfont") and "size" in inner:
                    yield inner["size"]
                yield from of(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from of(inner)

    found = [*sizes, *of(plain(made(name)))]
    assert min(found) >= 14 and max(found) >= 25
    assert plain(made(name))["layout"]["font"]["size"] >= 18


@EACH
@pytest.mark.parametrize("theme", THEMES)
def test_the_theme_is_followed(name: str, theme: str) -> None:
    shown = made(name, "en", theme)
    layout, sheet = plain(shown)["layout"], THEMES[theme]
    assert layout["paper_bgcolor"] == layout["plot_bgcolor"] == sheet.paper
    assert layout["font"]["color"] == sheet.ink
    assert shown.theme == theme
    other = THEMES["light" if theme == "dark" else "dark"]
    assert other.paper not in json.dumps(layout)


@EACH
def test_every_mark_has_a_label_and_its_deals(name: str) -> None:
    shown = made(name)
    assert shown.marks and len(set(shown.marks)) == len(shown.marks)
    for mark in shown.marks:
        assert shown.label(mark)
        source = shown.source_of(mark)
        assert isinstance(source, measures.Places)
        places = source.array
        found = shown.addresses(mark, None)
        assert len(set(found)) == len(found)
        for address in found:
            assert places[address] > 0  # played
        assert shown.addresses(mark, 2) == found[:2]
        if found and isinstance(mark, tuple):
            assert shown.addresses(list(mark), 1) == found[:1]


@EACH
def test_every_mark_can_be_clicked(name: str) -> None:
    shown = made(name)
    traces = shown.figure.data
    reached = set()
    for (number, point), key in shown._hits.items():
        trace = traces[number]
        if trace.type == "heatmap":
            assert trace.text[point[0]][point[1]]
        elif trace.type == "sankey":
            assert point < len(trace.link.value)
        else:
            assert trace.y[point] is not None
        reached.add(key)
        assert shown.mark_at(number, list(point) if isinstance(point, tuple) else point) == key
    assert reached == set(shown.marks)
    assert shown.mark_at(99, 0) is None


@EACH
def test_a_widget_answers_clicks(name: str) -> None:
    from plotly.callbacks import InputDeviceState, Points

    shown = made(name)
    heard: list[Any] = []
    widget = shown.widget(heard.append)
    (number, point), key = list(shown._hits.items())[-1]
    points = Points([point], [0], [0], None, number)
    trace = widget.data[number]
    trace._dispatch_on_click(points, InputDeviceState(False, False, False, False))
    assert heard == [shown.addresses(key)] == [shown.picked]
    elsewhere = Points([], [], [], None, number)
    trace._dispatch_on_click(elsewhere, InputDeviceState(False, False, False, False))
    assert len(heard) == 1
    widget.close()


@EACH
def test_a_notebook_shows_the_figure_and_its_table(name: str, monkeypatch: Any) -> None:
    published: list[dict[str, Any]] = []
    monkeypatch.setattr(
        "IPython.display.publish_display_data", lambda data, *more, **how: published.append(data)
    )
    import plotly.io

    monkeypatch.setattr(plotly.io.renderers, "default", "plotly_mimetype")
    shown = made(name)
    shown._ipython_display_()
    picture, table = published
    assert "application/vnd.plotly.v1+json" in picture
    assert picture["text/plain"] == shown.text == shown._repr_mimebundle_()["text/plain"]
    assert table["text/html"].startswith("<details><summary>The same in words and numbers")
    assert table["text/html"].count("<tr>") == len(shown.table.rows) + 1
    assert "<script" not in table["text/html"]


def test_nothing_heavy_is_loaded_before_a_figure_is_made() -> None:
    code = (
        "import sys; from slime import figures; figures.Figure;"
        "print([m for m in ('plotly', 'pandas', 'numba', 'ipywidgets') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_bad_marks_and_numbers() -> None:
    shown = made("worth_of_places")
    with pytest.raises(ValueError, match="mark: one of 1, 2, 3, 4, 5, not 9"):
        shown.addresses(9)
    with pytest.raises(ValueError, match=r"mark: one of 1, 2, 3, 4, 5, not {}"):
        shown.addresses({})
    for bad in (0, -1, True, 1.5, "2"):
        with pytest.raises(ValueError, match="n: a whole number from 1, not"):
            shown.addresses(1, bad)  # type: ignore[arg-type]
    for name in FIGURES:
        with pytest.raises(ValueError, match="theme: one of light, dark, not 'pink'"):
            FIGURES[name](theme="pink")
        with pytest.raises(ValueError, match="lang must be 'en' or 'ru'"):
            FIGURES[name](lang="de")


def test_the_template_is_not_the_default_of_other_figures() -> None:
    import plotly.graph_objects as go
    import plotly.io

    before = plotly.io.templates.default
    made("careers")
    assert "slime_light" in plotly.io.templates and plotly.io.templates.default == before
    assert go.Figure().layout.template.layout.paper_bgcolor != THEMES["dark"].paper


def test_deals_behind_a_mark_can_be_played_again() -> None:
    shown = made("transition_heatmap")
    for mark in ((1, 5), (3, 2), (5, 1)):
        for address in shown.addresses(mark, 3):
            deal = sim().deal(address.match, address.deal).finish()
            name = sim().players[address.player]
            before = list(deal.previous_standing or ()).index(name) + 1
            assert (before, deal.places[name]) == mark


def test_simulated_and_typed_places_give_the_same_picture() -> None:
    from slime.figures import transition_heatmap

    one = transition_heatmap(sim(), lang="en")
    other = transition_heatmap(sim().places.tolist(), lang="en")
    assert np.array_equal(one.figure.data[0].z, other.figure.data[0].z)
    assert [row[1:] for row in one.table.rows] == [row[1:] for row in other.table.rows]
