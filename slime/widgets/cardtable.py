"""The card table in a notebook: `slime.widgets.model` on the wire of a widget.

A table saves its own state and nothing that all tables share: scripts, styles, cards and words are
in one more widget, of which there is one for each language.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from typing import Any

import anywidget
import traitlets as t

from slime.drawing.table import table_svg
from slime.drawing.text import table_text
from slime.figures.live import new_id, picture_html, show, stand_in, view_of
from slime.game.deal import Deal
from slime.game.match import Match
from slime.game.rules import Rules
from slime.game.snapshots import Snapshot
from slime.widgets.assets import loader, shared
from slime.widgets.model import TableModel, Traits, open_table, wired
from slime.widgets.page import write_page
from slime.widgets.source import Answer, TableSource

#: Traits of the model that are traits of the widget; the others travel as one text.
_OWN = ("kept", "position")


class TableAssets(anywidget.AnyWidget):
    """What all tables of a language share; it is saved once."""

    _esm = "export default {};"
    data = t.Unicode().tag(sync=True)


_assets: dict[str, TableAssets] = {}


def assets_of(lang: str) -> TableAssets:
    """What tables of a language share, as one widget."""
    if lang not in _assets or _assets[lang].comm is None:
        _assets[lang] = TableAssets(data=shared(lang))
    return _assets[lang]


class CardTable(anywidget.AnyWidget):
    """A table to look at and to play at; `slime.table` makes one.

    Parameters
    ----------
    table : TableModel
        What is shown.

    Examples
    --------
    >>> import slime
    >>> match = slime.Match("slime-licker", ["Anna", "Boris", "Vera", "Gleb"], seed=1).finish()
    >>> shown = slime.table(match, lang="en")
    >>> shown.position = 3
    >>> shown.snapshot["sentence"] == shown.snapshots[3]["sentence"]
    True
    >>> shown.show_deal(2)
    >>> shown.animation["deal"]
    2
    >>> shown.text().splitlines()[0]
    'Slime licker · deal 2 · exchange'
    >>> shown.svg().startswith("<svg"), shown.code[:7], shown.deals
    (True, 'slime1.', {'first': 1, 'last': 10, 'more': False})
    >>> shown.answer({"do": "deal", "deal": 99}).text
    'There is no deal 99.'
    >>> shown.refresh()
    >>> shown.still_html().startswith("<div"), shown.source.match is match, shown.ask
    (True, True, {})
    >>> import tempfile, pathlib
    >>> shown.html(pathlib.Path(tempfile.mkdtemp()) / "deal.html").name
    'deal.html'
    >>> shown.close()
    """

    # Plain traits: a file's contents would keep every table alive that was made from it.
    _esm = t.Unicode(loader()).tag(sync=True)
    state = t.Unicode("{}").tag(sync=True)
    kept = t.Dict().tag(sync=True)
    position = t.Int(0).tag(sync=True)
    assets = t.Unicode().tag(sync=True)

    def __init__(self, table: TableModel) -> None:
        self.table = table
        #: The id of the still picture that stands in where no widget is alive.
        self.still = new_id()
        own = {name: table.traits[name] for name in _OWN}
        shared_with = f"IPY_MODEL_{assets_of(table.source.w.lang).model_id}"
        super().__init__(state=self._state(), assets=shared_with, **own)
        table.on_change = self._changed
        self.on_msg(CardTable._hear)

    # --- the wire ----------------------------------------------------------------------

    def _state(self) -> str:
        traits = {name: v for name, v in self.table.traits.items() if name not in _OWN}
        state = {name: wired(name, value) for name, value in traits.items()}
        return json.dumps({**state, "still": self.still}, ensure_ascii=False, separators=(",", ":"))

    def _changed(self, traits: Traits) -> None:
        with self.hold_sync():
            for name in _OWN:
                if name in traits:
                    setattr(self, name, traits[name])
            self.state = self._state()

    @t.observe("position")
    def _moved(self, change: Mapping[str, Any]) -> None:
        self.table.traits["position"] = change["new"]

    def _hear(self, content: Any, buffers: Any = None) -> None:
        if isinstance(content, dict) and content.get("do") == "assets":
            self.send({"to": content.get("id"), "assets": shared(self.table.source.w.lang)})
            return
        self.table.failed = None
        reply = self.table.receive(content)
        if reply is not None:
            self.send(reply)
        if self.table.failed is not None:
            raise self.table.failed

    def answer(self, request: Mapping[str, Any]) -> Answer:
        """Do what the browser asks for; the same call serves a test.

        Parameters
        ----------
        request : mapping
            ``{"do": ...}`` and what belongs to it, see `slime.widgets.model`.

        Returns
        -------
        Answer
            Whether it was done, a sentence, and what there is to choose from.
        """
        return self.table.answer(request)

    # --- looking -----------------------------------------------------------------------

    @property
    def source(self) -> TableSource:
        """The game behind the table."""
        return self.table.source

    @property
    def animation(self) -> dict[str, Any]:
        """The deal shown, as its viewer may see it."""
        animation: dict[str, Any] = self.table.traits["animation"]
        return animation

    @property
    def deals(self) -> dict[str, Any]:
        """The numbers of the deals, and whether one more can be dealt."""
        deals: dict[str, Any] = self.table.traits["deals"]
        return deals

    @property
    def ask(self) -> dict[str, Any]:
        """What is asked of whom now."""
        ask: dict[str, Any] = self.table.traits["ask"]
        return ask

    @property
    def code(self) -> str:
        """The code of the deal and step shown, for `slime.table`; empty while it is a secret."""
        code = self.animation["code"]
        return code and f"{code}~{self.position}"

    @property
    def snapshots(self) -> list[Snapshot]:
        """All snapshots of the deal shown."""
        snapshots: list[Snapshot] = self.animation["snapshots"]
        return snapshots

    @property
    def snapshot(self) -> Snapshot:
        """The snapshot shown now."""
        return self.snapshots[min(max(self.position, 0), len(self.snapshots) - 1)]

    def show_deal(self, number: int) -> None:
        """Show another deal of the match from its beginning.

        Parameters
        ----------
        number : int
            The number of the deal, from 1.

        Raises
        ------
        ValueError
            If there is no such deal.
        """
        self.table.show(number, 0)

    def refresh(self) -> None:
        """Show what was played elsewhere, by ``deal.play(...)`` in a cell for example."""
        self.table.refresh()

    def text(self) -> str:
        """The snapshot shown now, in words.

        Returns
        -------
        str
            What `slime.drawing.table_text` says of it.
        """
        return table_text(self.snapshot, self.source.w.lang, viewer=self._front())

    def svg(self) -> str:
        """The snapshot shown now as a still picture.

        Returns
        -------
        str
            What `slime.drawing.table_svg` draws of it.
        """
        return table_svg(self.snapshot, self.source.w.lang, viewer=self._front())

    def _front(self) -> str | None:
        """Who sits in front."""
        look: dict[str, Any] = self.table.traits["look"]
        front: str | None = next(iter(look["play"]), None) or look["view"]
        return front

    def html(self, path: str | Path) -> Path:
        """Write the table as one page that needs neither Python nor a network.

        Parameters
        ----------
        path : str or Path
            The file, ``deal.html`` for example.

        Returns
        -------
        Path
            The file. It holds what the table shows now: as many deals as it keeps, no hidden hand.
        """
        return write_page(Path(path), self.table)

    # --- standing in -------------------------------------------------------------------

    def __repr__(self) -> str:
        return self.text()

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The live table, and the text."""
        return view_of(self, **{"text/plain": self.text()}), {}

    def _ipython_display_(self, **_: Any) -> None:
        """The table, and its still picture for where no widget lives."""
        show(self, self.still_html())

    def still_html(self) -> str:
        """The still picture that is saved with a notebook.

        Returns
        -------
        str
            HTML: a plain drawing of the snapshot shown, and how to get the table.
        """
        how: dict[str, Any] = {"viewer": self._front(), "plain": True, "uid": "s"}
        svg = table_svg(_suitless(self.snapshot), self.source.w.lang, **how)
        said = f"<p>{escape(self.source.w('table.repr.still'))}</p>"
        return stand_in(self.still, picture_html(svg, self.snapshot["sentence"]) + said)


def table(
    game: Match | Deal | Rules | str,
    play: str | Iterable[str] | None = None,
    *,
    hands: str | None = None,
    view: str | None = None,
    lang: str | None = None,
    big: bool = False,
    deal: int | None = None,
    step: int | None = None,
) -> CardTable:
    """A card table for a notebook: step through a deal, or play at it.

    Parameters
    ----------
    game : Match, Deal, Rules or str
        The match or deal to show, the text of a record, or the code of a deal. A deal that nobody
        has begun is shown as its strategies would play it. A rule set, or the name of one, is a
        new match whose seed nobody has named.
    play : str or iterable of str, optional
        The seats that people play at this table: a name, several, or ``"all"`` for everybody
        around one projector. The others are played by their strategies.
    hands : {"open", "hidden"}, optional
        Whether all hands are seen, or only those played here (or that of ``view``). Hidden by
        default where one seat is played, else open. Hidden hands are not sent to the browser.
    view : str, optional
        Whose hand is seen where hands are hidden and nobody plays; sits in front.
    lang : {"en", "ru"}, optional
        The language, by default the one set by `slime.language`.
    big : bool, default False
        Whether the table opens large, for a projector.
    deal, step : int, optional
        The deal shown first, and its step, from 0.

    Returns
    -------
    CardTable
        A widget; a notebook shows it.

    Raises
    ------
    ValueError
        If an argument is not what it may be, in words of the language.

    Examples
    --------
    >>> import slime
    >>> match = slime.Match("slime-licker", ["Anna", "Boris", "Vera", "Gleb"], seed=1)
    >>> shown = slime.table(match, play="Anna", lang="en")
    >>> shown.ask["seat"], shown.ask["kind"]
    ('Anna', 'play')
    >>> shown.close()
    """
    how: dict[str, Any] = {"hands": hands, "view": view, "lang": lang, "big": big}
    return CardTable(open_table(game, play, deal=deal, step=step, **how))


def _suitless(snapshot: Snapshot) -> Snapshot:
    """A snapshot whose picture needs 14 cards, not 54: it is saved with the table."""

    def bare(shown: Mapping[str, Any]) -> dict[str, Any]:
        return {**shown, "cards": [card[0] for card in shown["cards"]]}

    hands = {name: [card[0] for card in hand] for name, hand in snapshot["hands"].items()}
    top = snapshot["top"] and bare(snapshot["top"])
    lists = {key: [bare(one) for one in snapshot[key]] for key in ("trick", "gifts")}
    return {**snapshot, "hands": hands, "top": top, **lists}
