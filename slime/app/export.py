"""A lesson as one page of HTML: tables that can be stepped, figures that are alive, no network.

What ``jupyter nbconvert`` writes asks other computers for the scripts of widgets and figures.
`export_lesson` puts them into the page: our tables once, plotly once.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from slime._files import write_file
from slime.figures.live import VIEW
from slime.widgets.assets import bundle, unpack

_PLOTLY = "application/vnd.plotly.v1+json"
_STATE = "application/vnd.jupyter.widget-state+json"

Model = Mapping[str, Any]


class LessonExport:
    """One notebook being exported: what its widgets were, and which scripts the page needs."""

    def __init__(self, notebook: Mapping[str, Any]) -> None:
        saved = notebook["metadata"].get("widgets", {}).get(_STATE, {})
        self.models: Mapping[str, Model] = saved.get("state", {})
        self.assets: dict[str, str] = {}
        self.plots = 0

    def output(self, data: dict[str, Any]) -> None:
        """Put HTML that needs no server in place of what an output has."""
        html = ""
        if _PLOTLY in data:
            html = self._plot(data[_PLOTLY])
        elif VIEW in data:
            html = self._widget(data[VIEW]["model_id"])
        if html:
            data.clear()
            data["text/html"] = html
        elif "text/markdown" in data:  # what stands in for a widget that is not drawn here
            data.pop(VIEW, None)

    def _widget(self, key: str) -> str:
        model = self.models.get(key)
        state: Model = model["state"] if model else {}
        shared = str(state.get("assets", "")).removeprefix("IPY_MODEL_")
        if shared in self.models:
            return self._table(state, shared)
        if "_widget_data" in state:
            layout = state.get("_widget_layout") or state.get("_layout") or {}
            return self._plot({"data": state["_widget_data"], "layout": layout})
        inside = [str(child).removeprefix("IPY_MODEL_") for child in state.get("children", ())]
        found = [html for html in map(self._widget, inside) if html]
        if not found and model and model["model_name"] == "HTMLModel":
            return str(state.get("value", ""))
        return "".join(found)

    def _table(self, state: Model, shared: str) -> str:
        self.assets[shared] = self.models[shared]["state"]["data"]
        traits = {**json.loads(state["state"]), "ask": {}, "note": ""}
        traits |= {"kept": state["kept"], "position": state["position"]}
        text = _script(json.dumps(traits, ensure_ascii=False))
        first = unpack(traits["animation"])["snapshots"][traits["position"]]["sentence"]
        return f'<div class="slime-exported" data-assets="{shared}" data-traits="{text}">' + (
            f"<noscript>{escape(first)}</noscript></div>"
        )

    def _plot(self, figure: Mapping[str, Any]) -> str:
        self.plots += 1
        drawn = {key: figure.get(key) or [] for key in ("data", "layout", "frames")}
        return f'<div class="slime-plot" data-figure="{_script(json.dumps(drawn))}"></div>'

    def scripts(self) -> str:
        """What the page needs once."""
        out = []
        if self.plots:
            from plotly.offline import get_plotlyjs

            out.append(f"<script>{get_plotlyjs()}</script>\n<script>{_DRAW}</script>")
        if self.assets:
            script = f"{bundle('alone.js')}\nconst known = {json.dumps(self.assets)};{_SHOW}"
            out.append(f'<script type="module">{script}</script>')
        return "\n".join(out)


_DRAW = """
for (const place of document.querySelectorAll(".slime-plot")) {
  const { data, layout, frames } = JSON.parse(place.dataset.figure);
  const own = { ...layout, autosize: true, width: undefined };
  Plotly.newPlot(place, { data, layout: own, frames, config: { responsive: true } });
}
"""
_SHOW = """
for (const place of document.querySelectorAll(".slime-exported")) {
  await show(known[place.dataset.assets], JSON.parse(place.dataset.traits), place);
}
"""


def _script(text: str) -> str:
    """A text as the value of an attribute."""
    return escape(text, quote=True)


def export_lesson(
    source: str | Path, target: str | Path | None = None, *, run: bool = True
) -> Path:
    """Write a lesson as one page of HTML that needs neither Python nor a network.

    Parameters
    ----------
    source : str or Path
        The notebook.
    target : str or Path, optional
        The page, by default beside the notebook, with ``.html``.
    run : bool, default True
        Whether the notebook is run first; else its outputs are taken as they were saved.

    Returns
    -------
    Path
        The page.

    Examples
    --------
    >>> import json, tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> empty = {"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    >>> _ = (folder / "lesson.ipynb").write_text(json.dumps(empty))
    >>> export_lesson(folder / "lesson.ipynb", run=False).name
    'lesson.html'
    """
    import nbconvert
    import nbformat

    convert: Any = nbconvert
    reader: Any = nbformat
    source = Path(source)
    notebook = reader.read(source, as_version=4)
    if run:
        runner = convert.preprocessors.ExecutePreprocessor(timeout=-1, store_widget_state=True)
        runner.preprocess(notebook, {"metadata": {"path": str(source.parent)}})
    export = LessonExport(notebook)
    for cell in notebook.cells:
        outputs = cell.get("outputs", [])
        for number, output in enumerate(outputs):
            if "data" in output:
                living = VIEW in output["data"]
                export.output(output["data"])
                if living and "text/html" in output["data"] and number + 1 < len(outputs):
                    _drop_still(outputs[number + 1])
    notebook["metadata"].pop("widgets", None)
    nowhere = dict.fromkeys(("require_js_url", "jquery_url", "mermaid_js_url", "mathjax_url"), "")
    exporter = convert.HTMLExporter(**nowhere)
    page, _ = exporter.from_notebook_node(notebook)
    head, end, tail = page.rpartition("</body>")
    target = source.with_suffix(".html") if target is None else Path(target)
    write_file(target, head + export.scripts() + end + tail)
    return target


def _drop_still(output: Any) -> None:
    """The picture that stands in for a widget which lives on the page."""
    if 'class="slime-still"' in str(output.get("data", {}).get("text/html", "")):
        output["data"] = {"text/html": ""}


__all__ = ["export_lesson"]
