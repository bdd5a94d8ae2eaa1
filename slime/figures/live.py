"""Widgets in a notebook: their keys stay theirs, and a picture stands in where none lives.

A widget is shown by two outputs: itself, and HTML after it. A living widget hides the HTML; where
it is dead (the notebook is not trusted, its state was not saved, the page is read without a
network) its own output is empty or hidden by that HTML's style. So there is one of them everywhere.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import Any
from uuid import uuid4

# JupyterLab and Notebook 7 leave keys alone where what has the focus bears this sign.
_SHELL = """
export default {
  render({ model, el }) {
    el.style.display = "none";
    const still = model.get("still");
    const style = el.appendChild(document.createElement("style"));
    const hide = `#${still}, .jp-OutputArea-child:has(#${still})`;
    style.textContent = `${hide} { display: none !important }`;
    let tries = 0;
    const mark = () => {
      const box = el.parentElement && el.parentElement.closest(".widget-box");
      if (box) {
        box.classList.add("slime-alive");
        box.addEventListener("focusin", (event) => {
          event.target.dataset.lmSuppressShortcuts = "true";
        });
        box.addEventListener("keydown", (event) => event.stopPropagation());
      } else if ((tries += 1) < 600) requestAnimationFrame(mark);
    };
    mark();
  },
};
"""
_CHILD = ".jp-OutputArea-child"
#: The kind of output that a widget is.
VIEW = "application/vnd.jupyter.widget-view+json"
_DEAD = f'[data-mime-type="{VIEW}"]:not(:has(.slime-alive))'


def view_of(widget: Any, **beside: str) -> dict[str, Any]:
    """The output of a living widget, and other forms of it by their kind."""
    view = {"version_major": 2, "version_minor": 0, "model_id": widget.model_id}
    return {VIEW: view, **beside}


def new_id() -> str:
    """An id for what stands in."""
    return f"slime-{uuid4().hex[:6]}"


def picture_html(svg: str, alt: str) -> str:
    r"""A drawing as an image that notebooks show even where they trust nothing.

    >>> picture_html('<svg id="a"></svg>', "Two cards")
    '<img alt="Two cards" style="max-width:100%" src="data:image/svg+xml,<svg id=\'a\'></svg>">'
    """
    # Single quotes, and as little written in codes as a browser needs: it is saved with a notebook.
    data = re.sub(r'\\.\\d(?=")', "", svg.replace("'", "")).replace('"', "'")
    for sign, code in (("&", "&amp;"), ("%", "%25"), ("#", "%23")):
        data = data.replace(sign, code)
    return f'<img alt="{escape(alt)}" style="max-width:100%" src="data:image/svg+xml,{data}">'


def stand_in(uid: str, html: str) -> str:
    """What stands in for a widget shown just before it, hidden by it where it lives.

    >>> stand_in("s1", "<p>Run the cell.</p>").startswith('<div id="s1"')
    True
    """
    dead = f"{_CHILD}:has(>{_DEAD}):has(+{_CHILD} #{uid}){{display:none}}"
    return f'<div id="{uid}" class="slime-still"><style>{dead}</style>{html}</div>'


def show(widget: Any, html: str) -> None:
    """Show a widget in a notebook, and what stands in for it, see `stand_in`."""
    from IPython import display

    bundle = widget._repr_mimebundle_()
    bundle = bundle[0] if isinstance(bundle, tuple) else bundle
    publish: Any = display.publish_display_data
    publish({**bundle, "text/html": ""})
    publish({"text/html": html, "text/plain": ""})


@cache
def _shell() -> Any:
    import anywidget
    import traitlets as t

    class KeyShell(anywidget.AnyWidget):
        """Keeps keys pressed in its box from the notebook."""

        _esm = _SHELL
        still = t.Unicode().tag(sync=True)

    return KeyShell


def keep(box: Any, html: str) -> Any:
    """Give a box of widgets its keys, and HTML to stand in for it; the box itself comes back.

    Parameters
    ----------
    box : ipywidgets.Box
        A panel of lists, sliders and buttons.
    html : str
        What is seen where it does not live.

    Returns
    -------
    ipywidgets.Box
        The same box.

    Examples
    --------
    >>> import ipywidgets
    >>> box = keep(ipywidgets.VBox([ipywidgets.IntSlider()]), "<p>Run the cell.</p>")
    >>> [type(child).__name__ for child in box.children]
    ['IntSlider', 'KeyShell']
    """
    uid = new_id()
    box.children = (*box.children, _shell()(still=uid))
    box._ipython_display_ = lambda **_: show(box, stand_in(uid, html))
    return box


__all__ = ["VIEW", "keep", "new_id", "picture_html", "show", "stand_in", "view_of"]
