"""A bet for a notebook: nothing preset, locked when placed, judged when the result is there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import anywidget
import traitlets as t

from slime.figures.live import view_of
from slime.widgets.assets import bundle, css
from slime.widgets.betting import Betting, Kind


class Bet(anywidget.AnyWidget):
    """A bet that can be placed once; `slime.bet` makes one.

    Parameters
    ----------
    betting : Betting
        The questions, without a notebook.

    Examples
    --------
    >>> import slime
    >>> bet = slime.bet("Who comes first?", "choice", ["Anna", "Boris"], lang="en")
    >>> bet.phase
    'open'
    >>> bet.reveal("Boris")
    Who comes first?
    No bet placed.
    """

    _esm = t.Unicode(bundle("bet.js")).tag(sync=True)
    _css = t.Unicode(css("bet.css")).tag(sync=True)
    state = t.Dict().tag(sync=True)
    words = t.Dict().tag(sync=True)

    def __init__(self, betting: Betting) -> None:
        self.betting = betting
        super().__init__(state=betting.state(), words=betting.words())
        self.on_msg(Bet._hear)

    @property
    def phase(self) -> str:
        """``"open"``, ``"placed"`` or ``"done"``."""
        return self.betting.phase

    @property
    def placed(self) -> Any:
        """The bet: a value, or values by question where there are several; None before it.

        Examples
        --------
        >>> import slime
        >>> bet = slime.bet("How many of 100?", "share", lang="en")
        >>> bet.place(40)
        >>> bet.placed
        40
        """
        placed = self.betting.placed
        return placed.get("") if "" in self.betting.questions else placed

    def place(self, bets: Any) -> None:
        """Place the bet from a cell, as its button does.

        Parameters
        ----------
        bets : value, or mapping of values by question
            The bet.

        Raises
        ------
        ValueError
            If it cannot be, or one is placed already.
        """
        self.betting.place(bets)
        self.state = self.betting.state()

    def reveal(self, result: Any, text: str = "") -> Bet:
        """Say the result: it is shown, and the bet judged, as soon as there is a bet.

        Parameters
        ----------
        result : value, or mapping of values by question
            A number; a share of 1; a place; the key of the right answer, or several where they
            cannot be told apart; the keys in their order, best first, ties as a list inside.
        text : str
            What belongs to the result, with ``**bold**`` and ``code``; shown with it, not before.

        Returns
        -------
        Bet
            The bet itself, to be shown once more where the result belongs.

        Raises
        ------
        ValueError
            If there is not one result for each question.
        """
        self.betting.reveal(result, text)
        self.state = self.betting.state()
        return self

    def _hear(self, content: Any, buffers: Any = None) -> None:
        wrong = self.betting.hear(content) if isinstance(content, Mapping) else ""
        self.state = self.betting.state()
        self.send({"wrong": wrong})

    def __repr__(self) -> str:
        return self.betting.text()

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The live bet, and for where it cannot live what was bet and what came out."""
        # Nobody can bet there any more: the result is not kept back.
        text = self.betting.text(done=bool(self.betting.results))
        lines = text.replace("\n", "  \n")
        return view_of(self, **{"text/markdown": lines, "text/plain": text}), {}


def bet(
    question: str | Mapping[str, str],
    kind: Kind = "number",
    answers: Mapping[str, str] | Iterable[str] = (),
    *,
    low: float = 0,
    high: float | None = None,
    step: float = 1,
    lang: str | None = None,
) -> Bet:
    """Ask for a bet: nothing is preset, and once placed it is locked.

    It is judged by itself when both the bet and the result (`Bet.reveal`) are there, whichever
    comes first. Where no bet was placed, that is what it says.

    Parameters
    ----------
    question : str or mapping of str to str
        The question, or several by key, answered and locked together.
    kind : {"number", "share", "place", "verdict", "choice", "order"}
        What is bet on: a number; how many of 100; a place from 1; holds, does not hold or
        depends; one of the answers; the order of the answers, best first.
    answers : mapping or iterable of str
        For ``"choice"`` and ``"order"``: the answers, or what they are called by key.
    low, high, step : float
        For ``"number"``: from where to where (100 by default), and how fine. For ``"place"``
        ``high`` is the number of players, 5 by default.
    lang : {"en", "ru"}, optional
        The language, by default the one set by `slime.language`.

    Returns
    -------
    Bet
        A widget; a notebook shows it.

    Raises
    ------
    ValueError
        If an argument is not what it may be.

    Examples
    --------
    >>> import slime
    >>> again = slime.bet("How often is the champion first again?", "share", lang="en")
    >>> again.place(30)
    >>> again.reveal(0.52)
    How often is the champion first again?
    Your bet: 30 of 100. It is 52 of 100: off by 22.
    """
    made = Betting(question, kind, answers, low=low, high=high, step=step, lang=lang)
    return Bet(made)
