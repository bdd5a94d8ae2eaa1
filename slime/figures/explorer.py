"""A figure, a list of its marks and the deals behind the chosen one: for mouse and keyboard."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from slime.figures.base import Figure
from slime.i18n import words

#: So many deals are offered behind a mark.
OFFERED = 20
#: The value of the list of marks before one is chosen.
_NOTHING = -1


def explorer(shown: Figure, show: Callable[[Any], Any] | None = None) -> Any:
    """What `Figure.explore` gives: an ipywidgets ``VBox``, nothing opened until a mark is chosen.

    Its parts have names: ``.figure``, ``.mark`` and ``.deal`` (lists to choose from), ``.said``,
    ``.table`` (what was made of the deal, if it is no widget) and ``.live`` (if it is one).
    """
    import ipywidgets as ui

    w = words(shown.lang)
    wide = {"width": "auto", "max_width": "60em"}
    style = {"description_width": "9em"}
    choices = [("—", _NOTHING), *((shown.label(key), i) for i, key in enumerate(shown.marks))]
    mark = ui.Dropdown(
        options=[(_plain(text), i) for text, i in choices],
        description=w("figures.explore.mark"),
        layout=wide,
        style=style,
    )
    deal = ui.Dropdown(
        options=[], description=w("figures.explore.deal"), layout=wide, style=style, disabled=True
    )
    said = ui.HTML(f"<p>{escape(w('figures.explore.hint'))}</p>")
    table, live = ui.Output(), ui.VBox([])

    def chosen(_change: Any = None) -> None:
        deal.index = None  # new options alone would not tell that the deal is another one
        if mark.value == _NOTHING:
            deal.options, deal.disabled = [], True
            said.value = f"<p>{escape(w('figures.explore.hint'))}</p>"
            return
        key = shown.marks[mark.value]
        found = shown.addresses(key, None)
        shown.picked = found[:OFFERED]
        names = shown.source_of(key).players
        deal.disabled = not found
        call = f"addresses({key!r})"
        if not found:
            said.value = f"<p>{escape(w('figures.explore.none'))}</p>"
        elif len(found) > OFFERED:
            told = w("figures.explore.found_more", n=OFFERED, all=len(found), call=call)
            said.value = f"<p>{escape(told)}</p>"
        else:
            said.value = f"<p>{escape(w('figures.explore.found', n=len(found), call=call))}</p>"
        deal.options = [
            (
                w(
                    "figures.explore.address",
                    match=a.match + 1,
                    deal=a.deal + 1,
                    player=names[a.player],
                ),
                a,
            )
            for a in shown.picked
        ]
        deal.index = 0 if found else None

    def opened(_change: Any = None) -> None:
        address = deal.value
        table.outputs, live.children = (), ()
        if address is None or mark.value == _NOTHING:
            return
        sim = shown.source_of(shown.marks[mark.value]).sim
        if sim is None or show is None:
            return
        result = show(sim.deal(address.match, address.deal).finish())
        # A widget that displays itself would show in the log of the notebook, not in an output.
        if isinstance(result, ui.Widget):
            live.children = (result,)
        elif result is not None:
            table.append_display_data(result)

    def clicked(key: Any) -> None:
        mark.value = shown.marks.index(key)

    mark.observe(chosen, "value")
    deal.observe(opened, "value")
    picture = shown._widget(clicked)
    box = ui.VBox([picture, mark, deal, said, table, live])
    box.figure, box.mark, box.deal, box.said = picture, mark, deal, said
    box.table, box.live = table, live
    return box


def _plain(text: str) -> str:
    """A label without the marks of HTML that hovering shows."""
    return text.replace("<b>", "").replace("</b>", "").replace("<br>", " ")
