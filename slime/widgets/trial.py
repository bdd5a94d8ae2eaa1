"""The trial's panel: choose a claim, a case and options, see whether the verdict stands."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from slime.claims import SOCIETIES, TABLES, commentary
from slime.claims import report as say
from slime.claims._commentary import ClaimResult
from slime.figures.claims import claim_figure
from slime.i18n import Words, words

#: So many deals are offered.
_OFFERED = 10


class TrialPanel:
    """The parts of the panel by name; `box` is what a notebook shows.

    Everything is a list, a slider or a button: Tab goes from one to the next, arrows choose,
    Space or Enter presses.  `tried` is what was tried last.
    """

    def __init__(
        self, claim: str, matches: int, w: Words, show: Callable[[Any], Any] | None
    ) -> None:
        import ipywidgets as ui

        self.w = w
        self.show = show
        self.tried: ClaimResult | None = None
        self._ui = ui
        self._style = {"description_width": "11em"}
        self._wide = {"width": "auto", "max_width": "62em"}
        self.claim = self._list(
            "claim",
            [(f"{c.key}. {_short(commentary.says(c, w.lang))}", c.key) for c in commentary],
            claim,
        )
        ready = [(say.society(s.name, w).replace("`", ""), s.name) for s in SOCIETIES.values()]
        self.society = self._list("society", [r for r in ready if SOCIETIES[r[1]].ready], "lowest")
        self.players = self._list("players", [(str(n), n) for n in (4, 5, 6, 7)], 5)
        self.table = self._list("table", self._tables(claim), "A")
        self.matches = ui.IntSlider(
            matches,
            20,
            1000,
            20,
            description=w("trial.panel.matches"),
            style=self._style,
            layout=self._wide,
        )
        self.options: dict[str, Any] = {}
        self.option_box = ui.VBox([])
        self.button = ui.Button(
            description=w("trial.panel.run"), button_style="primary", icon="play"
        )
        self.said = ui.HTML()
        self.picture = ui.VBox([])
        self.deal = self._list("deal", [], None)
        self.shown = ui.VBox([])
        self.claim.observe(self._chosen, "value")
        self.button.on_click(self.run)
        self.deal.observe(self._opened, "value")
        parts = [self.claim, self.society, self.players, self.table, self.matches, self.option_box]
        self.box = ui.VBox(
            [*parts, self.button, self.said, self.picture, self.deal, self.shown],
            layout={"max_width": "76em"},
        )
        self._chosen()

    def _list(self, key: str, options: list[Any], value: Any) -> Any:
        return self._ui.Dropdown(
            options=options,
            value=value,
            description=self.w(f"trial.panel.{key}"),
            style=self._style,
            layout=self._wide,
        )

    def _tables(self, claim: str) -> list[tuple[str, str]]:
        return [
            (say.table(name, self.w), name) for name in TABLES if name in commentary[claim].tables
        ]

    def _chosen(self, _change: Any = None) -> None:
        """Another claim: its rules, its options, what was fixed beforehand."""
        w, claim = self.w, commentary[self.claim.value]
        kept = self.table.value
        self.table.options = self._tables(claim.key)
        self.table.value = kept if kept in claim.tables else claim.tables[0]
        self.options = {
            k.name: self._ui.Dropdown(
                options=[(_value(v, w), v) for v in k.values],
                value=k.default,
                description=w(f"trial.option.{k.name}"),
                style=self._style,
                layout=self._wide,
            )
            for k in claim.options
        }
        self.option_box.children = tuple(self.options.values())
        decided = w(f"commentary.{claim.name}.decided")
        says = f"<b>{claim.key}. {escape(commentary.says(claim, w.lang))}</b>"
        fixed = escape(w("trial.panel.fixed", decided=decided).replace("`", ""))
        self.said.value = f"<p>{says} <small>({say.source(claim, w)})</small></p><p>{fixed}</p>"
        self.picture.children = self.shown.children = ()
        self.deal.options = ()
        self.deal.layout.display = "none"  # there is nothing to open yet

    def run(self, _button: Any = None) -> None:
        """Try the claim as the panel says."""
        w = self.w
        self.button.disabled = True
        self.said.value = f"<p>{escape(w('trial.panel.running'))}</p>"
        try:
            tried = commentary.test(
                self.claim.value,
                self.society.value,
                self.players.value,
                self.table.value,
                matches=self.matches.value,
                lang=w.lang,
                **{name: option.value for name, option in self.options.items()},
            )
        except ValueError as problem:
            self.said.value = f"<p>{escape(w('trial.panel.wrong', why=str(problem)))}</p>"
            return
        finally:
            self.button.disabled = False
        self.tried = tried
        lines = "".join(f"<li>{escape(line)}</li>" for line in tried.text.splitlines())
        sign = say.SIGNS[tried.verdict]
        verdict = escape(w(f"trial.verdict.{tried.verdict}"))
        self.said.value = f"<p><b>{sign} {verdict}</b></p><ul>{lines}</ul>"
        figure = claim_figure(tried)
        self.picture.children = (figure.widget(), self._ui.HTML(figure._details()))
        found = tried.addresses(_OFFERED)
        names = tried.finding.world.players
        self.deal.layout.display = None
        self.deal.options = [
            ("—" if found else w("trial.panel.none"), None),
            *(
                (
                    w(
                        "trial.panel.address",
                        match=a.match + 1,
                        deal=a.deal + 1,
                        player=names[a.player],
                    ),
                    a,
                )
                for a in found
            ),
        ]

    def _opened(self, _change: Any = None) -> None:
        self.shown.children = ()
        if self.deal.value is None or self.tried is None or self.show is None:
            return
        deals = self.tried.open(self.deal.value)
        if len(deals) == 1:
            self.shown.children = (self.show(deals[0]),)
            return
        parts = []
        for name, deal in zip("AB", deals, strict=True):
            head = escape(self.w("trial.panel.world", world=name))
            parts += [self._ui.HTML(f"<h4>{head}</h4>"), self.show(deal)]
        self.shown.children = tuple(parts)

    def _ipython_display_(self) -> None:
        from IPython.display import display

        show: Any = display
        show(self.box)


def trial_panel(
    claim: str | int = "5",
    *,
    matches: int = 200,
    lang: str | None = None,
    show: Callable[[Any], Any] | None = None,
) -> TrialPanel:
    """A panel to try claims in a notebook, by mouse or keyboard.

    `claim` is the first one shown; `show` makes a widget of a deal (by default the card table).
    `ValueError` for an unknown claim.

    >>> panel = trial_panel("4", lang="en")
    >>> panel.table.options[0], list(panel.options)
    (('Slime licker', 'A'), ['to', 'lag'])
    """
    from slime.widgets import table

    key = commentary[claim].key
    return TrialPanel(key, matches, words(lang), show or table)


def _short(text: str) -> str:
    return text if len(text) <= 90 else text[:88].rsplit(" ", 1)[0] + " …"


def _value(value: Any, w: Words) -> str:
    """An option's value in words, where it is not a number or a name."""
    key = f"trial.value.{str(value).replace(' ', '_')}"
    return w(key) if key in w else str(value)


__all__ = ["TrialPanel", "trial_panel"]
