"""The trial's panel: choose a claim, a case and options, see whether the verdict stands."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

import ipywidgets as ui

from slime.claims import SOCIETIES, TABLES, ClaimResult, commentary, report
from slime.figures.claims import claim_figure
from slime.figures.live import keep
from slime.i18n import Words, language, words
from slime.widgets.cardtable import table

#: So many deals are offered.
_OFFERED = 10
_LOOK = {
    "style": {"description_width": "11em"},
    "layout": {"width": "auto", "max_width": "62em"},
}


class TrialPanel:
    """The parts of the panel by name; `box` is what a notebook shows.

    Everything is a list, a slider or a button: Tab goes from one to the next, arrows choose,
    Space or Enter presses.  `tried` is what was tried last.

    Parameters
    ----------
    claim : str
        The claim shown first, by its key.
    matches : int
        How many matches are played where nothing else is chosen.
    w : Words
        The words of the panel's language.
    show : callable
        Makes a widget of a deal.

    Examples
    --------
    >>> panel = trial_panel("4", matches=20, lang="en")
    >>> panel.run()
    >>> panel.tried.verdict in ("holds", "fails", "depends", "undecided")
    True
    """

    def __init__(self, claim: str, matches: int, w: Words, show: Callable[[Any], Any]) -> None:
        self.w, self.show = w, show
        self.tried: ClaimResult | None = None
        claims = [(f"{c.key}. {_short(commentary.says(c, w.lang))}", c.key) for c in commentary]
        societies = [(report.society(name, w).replace("`", ""), name) for name in SOCIETIES]
        self.claim = self._list("claim", claims, claim)
        self.society = self._list("society", societies, "lowest")
        self.players = self._list("players", [(str(n), n) for n in (4, 5, 6, 7)], 5)
        self.table = self._list("table", self._tables(claim), "A")
        self.matches = ui.IntSlider(
            matches, 20, 1000, 20, description=w("trial.panel.matches"), **_LOOK
        )
        self.options: dict[str, ui.Dropdown] = {}
        self.option_box, self.picture, self.shown = ui.VBox(), ui.VBox(), ui.VBox()
        run = w("trial.panel.run")
        self.button = ui.Button(description=run, button_style="primary", icon="play")
        self.said = ui.HTML()
        self.deal = self._list("deal", [], None)
        self.claim.observe(self._chosen, "value")
        self.button.on_click(self.run)
        self.deal.observe(self._opened, "value")
        parts = [self.claim, self.society, self.players, self.table, self.matches, self.option_box]
        parts += [self.button, self.said, self.picture, self.deal, self.shown]
        box = ui.VBox(parts, layout={"max_width": "76em"})
        self.box = keep(box, f"<p>{escape(w('trial.panel.still'))}</p>")
        self._chosen()

    def _list(self, key: str, options: list[Any], value: Any, part: str = "panel") -> ui.Dropdown:
        word = self.w(f"trial.{part}.{key}")
        return ui.Dropdown(options=options, value=value, description=word, **_LOOK)

    def _tables(self, claim: str) -> list[tuple[str, str]]:
        there = commentary[claim].tables
        return [(report.table(name, self.w), name) for name in TABLES if name in there]

    def _chosen(self, _change: Any = None) -> None:
        """Another claim: its rules, its options, what was fixed beforehand."""
        w, claim = self.w, commentary[self.claim.value]
        kept = self.table.value
        self.table.options = self._tables(claim.key)
        self.table.value = kept if kept in claim.tables else claim.tables[0]
        values = {one: [(_value(v, w), v) for v in one.values] for one in claim.options}
        self.options = {
            one.name: self._list(one.name, shown, one.default, "option")
            for one, shown in values.items()
        }
        self.option_box.children = tuple(self.options.values())
        decided = w(f"commentary.{claim.name}.decided")
        says = f"<b>{claim.key}. {escape(commentary.says(claim, w.lang))}</b>"
        fixed = escape(w("trial.panel.fixed", decided=decided).replace("`", ""))
        self.said.value = f"<p>{says} <small>({report.source(claim, w)})</small></p><p>{fixed}</p>"
        self.picture.children = self.shown.children = ()
        self.deal.options = ()
        self.deal.layout.display = "none"  # there is nothing to open yet

    def run(self, _button: Any = None) -> None:
        """Try the claim as the panel says; the button does it."""
        w = self.w
        case = [one.value for one in (self.claim, self.society, self.players, self.table)]
        options = {name: option.value for name, option in self.options.items()}
        self.button.disabled = True
        self.said.value = f"<p>{escape(w('trial.panel.running'))}</p>"
        try:
            with language(w.lang):
                matches = self.matches.value
                tried = commentary.test(*case, matches=matches, lang=w.lang, **options)
        except ValueError as problem:
            self.said.value = f"<p>{escape(w('trial.panel.wrong', why=str(problem)))}</p>"
            return
        finally:
            self.button.disabled = False
        self.tried = tried
        lines = "".join(f"<li>{escape(line)}</li>" for line in tried.text.splitlines())
        verdict = escape(w(f"trial.verdict.{tried.verdict}"))
        sign = report.SIGNS[tried.verdict]
        self.said.value = f"<p><b>{sign} {verdict}</b></p><ul>{lines}</ul>"
        figure = claim_figure(tried)
        self.picture.children = (figure.widget(), ui.HTML(figure._details()))
        names = tried.finding.world.players
        found = []
        for one in tried.addresses(_OFFERED):
            at = {"match": one.match + 1, "deal": one.deal + 1, "player": names[one.player or 0]}
            found.append((w("trial.panel.address", **at), one))
        self.deal.layout.display = None
        self.deal.options = [("—" if found else w("trial.panel.none"), None), *found]

    def _opened(self, _change: Any = None) -> None:
        """The deal chosen, or in two worlds both deals."""
        parts: list[ui.Widget] = []
        if self.deal.value is not None and self.tried is not None:
            deals = self.tried.open(self.deal.value)
            for name, deal in zip("AB", deals, strict=False):
                if len(deals) > 1:
                    head = escape(self.w("trial.panel.world", world=name))
                    parts.append(ui.HTML(f"<h4>{head}</h4>"))
                parts.append(self.show(deal))
        self.shown.children = tuple(parts)

    def _ipython_display_(self) -> None:
        self.box._ipython_display_()


def trial_panel(
    claim: str | int = "5",
    *,
    matches: int = 200,
    lang: str | None = None,
    show: Callable[[Any], Any] = table,
) -> TrialPanel:
    """A panel to try claims in a notebook, by mouse or keyboard.

    Parameters
    ----------
    claim : str or int, default "5"
        The claim shown first.
    matches : int, default 200
        How many matches are played where nothing else is chosen.
    lang : {"en", "ru"}, optional
        The language, by default the one set by `slime.language`.
    show : callable, optional
        Makes a widget of a deal, by default the card table.

    Returns
    -------
    TrialPanel
        The panel; a notebook shows it.

    Raises
    ------
    ValueError
        If there is no such claim.

    Examples
    --------
    >>> panel = trial_panel("4", lang="en")
    >>> panel.table.options[0], list(panel.options)
    (('Slime licker', 'A'), ['to', 'lag'])
    """
    return TrialPanel(commentary[claim].key, matches, words(lang), show)


def _short(text: str) -> str:
    return text if len(text) <= 90 else text[:88].rsplit(" ", 1)[0] + " …"


def _value(value: Any, w: Words) -> str:
    """An option's value in words, where it is not a number or a name."""
    return w.get(f"trial.value.{str(value).replace(' ', '_')}", str(value))
