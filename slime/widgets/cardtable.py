"""The card table, a widget: what is shown is Python's, how it is drawn is the browser's.

What both sides know of each other
----------------------------------
Kept in step, and saved with a notebook (traits):

``animation`` the deal shown, all its snapshots (see `slime.game.snapshots`), packed as
              `slime.widgets.assets.pack` does.  Stepping asks nobody.
``kept``      ``{number: animation}``: deals seen before, so that a saved table can show them.
``position``  the step shown, from 0.
``deals``     ``{"first", "last", "more"}``: the numbers of the deals, and if one more can be dealt.
``sheet``     ``[[[place, running total] for each player] for each finished deal]``, sent as JSON.
``ask``       what is asked of whom now, ``{}`` if nothing (`TableSource.ask`).
``look``      ``{"hands": "open" | "hidden", "play": [names], "view": name | None, "big": bool}``.
``words``     the words of the table's language.
``art``       the symbols of cards, hats and medals, packed.
``hint``      a sentence for the coach's place; empty: the place is hidden.
``still``     the id of the still picture that stands in where no widget is alive.

Requests from the browser are custom messages ``{"id", "do", ...}``.  Each is answered by
``{"to": id, "ok", "text", "choices": [{"text", "label"}]}``; what it changed is in the traits
before the answer is sent.

``hello``     is Python there?
``play``      ``{"cards": [...]}`` clicked, ``{"text"}`` typed or taken from ``choices``.
``give``      the same, in the exchange.
``pass``      no more to say; so ``undo``, ``which`` (what may be done), ``next`` (deal again).
``deal``      ``{"deal"}``: show that deal; where nobody plays, the number after the last is played.
``hint``      what the coach would do (answered by a later part of the kit).

A move that the rules forbid is answered with ``ok`` false and the rule in ``text``.  No rule is
written in JavaScript.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import anywidget
import traitlets as t

from slime._checks import check_choice, invalid
from slime.drawing.cards import RANKS
from slime.drawing.table import table_svg
from slime.drawing.text import table_text
from slime.game.deal import Deal
from slime.game.match import Match
from slime.game.snapshots import Snapshot
from slime.i18n import Words, words
from slime.records import Recorded, read
from slime.widgets.assets import art, css, esm, pack, unpack
from slime.widgets.source import Answer, TableSource

#: So many bytes may a table save of its deals: the one shown, the score sheet, and as many of those
#: shown before as there is room for.
ROOM = 26_000

_VIEW = "application/vnd.jupyter.widget-view+json"


class CardTable(anywidget.AnyWidget):
    """A table to look at and to play at; `slime.table` makes one.

    Parameters
    ----------
    source : TableSource
        The deals to show, and perhaps one to play.
    look : mapping, optional
        What the table shows at first, see the module's text.

    Examples
    --------
    >>> import slime
    >>> match = slime.Match("slime-licker", ["Anna", "Boris", "Vera", "Gleb"], seed=1).finish()
    >>> shown = slime.table(match, lang="en")
    >>> shown.position = 3
    >>> shown.snapshot["sentence"] == shown.snapshots[3]["sentence"]
    True
    >>> shown.show_deal(2)
    >>> shown.text().splitlines()[0]
    'Slime licker · deal 2 · exchange'
    >>> shown.svg().startswith("<svg")
    True
    >>> shown.answer({"do": "deal", "deal": 99}).text
    'There is no deal 99.'
    >>> shown.refresh()
    >>> shown.close()
    """

    # Plain traits: a file's contents would keep every table alive that was made from it.
    _esm = t.Unicode(esm()).tag(sync=True)
    _css = t.Unicode(css()).tag(sync=True)
    animation = t.Dict().tag(
        sync=True, to_json=lambda value, _: pack(value), from_json=lambda text, _: unpack(text)
    )
    kept = t.Dict().tag(sync=True)
    position = t.Int(0).tag(sync=True)
    deals = t.Dict().tag(sync=True)
    # One text: a saved notebook gives every number of a list a line of its own, with its blanks.
    sheet: t.List[Any] = t.List().tag(
        sync=True, to_json=lambda value, _: json.dumps(value, separators=(",", ":"))
    )
    ask = t.Dict().tag(sync=True)
    look = t.Dict().tag(sync=True)
    words = t.Dict().tag(sync=True)
    art = t.Unicode().tag(sync=True)
    hint = t.Unicode("").tag(sync=True)
    still = t.Unicode("").tag(sync=True)

    def __init__(self, source: TableSource, look: Mapping[str, Any] | None = None) -> None:
        self.source = source
        source.run()
        number = source.deals()["last" if source.seats else "first"]
        animation, ask = source.animation(number), source.ask()
        # Who comes back to a deal, or to its end, need not see it all again.
        seen = ask.get("undo") or ask.get("kind") in ("deal", "over")
        super().__init__(
            animation=animation,
            deals=source.deals(),
            position=len(animation["snapshots"]) - 1 if seen else 0,
            sheet=source.sheet(),
            ask=ask,
            look={"hands": "open", "play": list(source.seats), "view": None, **(look or {})},
            words=ui_words(source.w),
            art=art(source.w.lang),
        )
        self._mark = source.mark()
        self.still = f"s{(self.model_id or '')[:5]}"
        self.on_msg(CardTable._hear)

    # --- looking -----------------------------------------------------------------------

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
        self._show(number, 0)

    def refresh(self) -> None:
        """Show what was played elsewhere, by ``deal.play(...)`` in a cell for example."""
        self.source.run()
        last = self.source.deals()["last"]
        self._show(last if self.source.seats else self.animation["deal"], self.position)

    def text(self) -> str:
        """The snapshot shown now, in words.

        Returns
        -------
        str
            What `slime.drawing.table_text` says of it.
        """
        return table_text(self.snapshot, self.source.w.lang, **self._seen())

    def svg(self) -> str:
        """The snapshot shown now as a still picture.

        Returns
        -------
        str
            What `slime.drawing.table_svg` draws of it.
        """
        return table_svg(self.snapshot, self.source.w.lang, **self._seen())

    def _seen(self) -> dict[str, Any]:
        viewer = next(iter(self.look.get("play") or ()), None) or self.look.get("view")
        return {"open_hands": self.look.get("hands") != "hidden", "viewer": viewer}

    # --- being asked -------------------------------------------------------------------

    def _hear(self, content: Any, buffers: Any = None) -> None:
        if not isinstance(content, dict) or "do" not in content:
            return
        try:
            self._tell(content, self.answer(content))
        except Exception as problem:
            # A learner's own strategy can fail in any way; the table must not wait for ever.
            self._tell(content, Answer(False, str(problem) or type(problem).__name__))
            raise

    def _tell(self, content: Mapping[str, Any], answer: Answer) -> None:
        told = {"to": content.get("id"), "ok": answer.ok, "text": answer.text}
        self.send({**told, "choices": answer.choices})

    def answer(self, request: Mapping[str, Any]) -> Answer:
        """Do what the browser asks for; the same call serves a test.

        Parameters
        ----------
        request : mapping
            ``{"do": ...}`` and what belongs to it, see the module's text.

        Returns
        -------
        Answer
            Whether it was done, a sentence, and what there is to choose from.
        """
        source, do = self.source, str(request.get("do"))
        if do in (*_MOVES, "which") and self._mark != source.mark():
            self.refresh()
            return Answer(False, source.w("table.ask.moved"))
        if do in _MOVES:
            return self._done(_MOVES[do](source, _cards(request)))
        if do == "deal":
            return self._deal(request.get("deal"))
        if do == "which":
            return source.which()
        if do == "hello":
            return Answer(True)
        return Answer(
            False, source.w("table.ask.no_coach" if do == "hint" else "table.ask.unknown")
        )

    def _deal(self, number: Any) -> Answer:
        deals = self.source.deals()
        if deals["more"] and number == deals["last"] + 1:
            return self._done(self.source.more())
        again = self.animation["deal"] == number
        try:
            self._show(number, 0)
        except ValueError as problem:
            return Answer(False, str(problem))
        if again:  # the browser may have gone to a kept deal by itself
            self.send_state(["animation", "position"])
        return Answer(True)

    def _done(self, answer: Answer) -> Answer:
        """After a move the others go on, and the deal being played is shown."""
        if answer.ok:
            try:
                self.source.run()
            finally:
                self._show(self.source.deals()["last"], None)
        return answer

    def _show(self, number: int, position: int | None) -> None:
        """Bring all that is kept in step up to date, a deal shown; None: where one stands now."""
        source = self.source
        animation = source.animation(number)
        with self.hold_sync():
            if self.animation["deal"] != number:
                room = ROOM - len(pack(animation)) - len(json.dumps(source.sheet()))
                self.kept = _keep(self.kept, self.animation, number, room)
                position = position or 0
            if position is not None:
                self.position = min(position, len(animation["snapshots"]) - 1)
            self.deals, self.sheet = source.deals(), source.sheet()
            self.ask = source.ask()
            self.animation = animation
        self._mark = source.mark()

    # --- standing in -------------------------------------------------------------------

    def __repr__(self) -> str:
        return self.text()

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The live table, the still picture for where it cannot live, and the text."""
        view = {"version_major": 2, "version_minor": 0, "model_id": self.model_id}
        return {_VIEW: view, "image/svg+xml": self._still(), "text/plain": self.text()}, {}

    def _ipython_display_(self, **_: Any) -> None:
        """The table, and after it its still picture, which a living table takes away.

        A notebook opened where no widget state was saved shows the picture, and in it the
        sentence that tells how to get the table.
        """
        from IPython import display

        bundle, _meta = self._repr_mimebundle_()
        picture = bundle.pop("image/svg+xml")
        said = self.source.w("table.repr.still")
        display.publish_display_data(bundle)  # type: ignore[no-untyped-call]
        still = {"image/svg+xml": picture, "text/plain": said}
        display.publish_display_data(still)  # type: ignore[no-untyped-call]

    def _still(self) -> str:
        snapshot = _suitless(self.snapshot)
        snapshot["sentence"] = f"{snapshot['sentence']} {self.source.w('table.repr.still')}"
        svg = table_svg(snapshot, self.source.w.lang, uid=self.still, **self._seen())
        return re.sub(r'\.0(?=")', "", svg)


#: What is asked of the game as the table shows it, and not as another table or a cell left it.
_MOVES: dict[str, Callable[[TableSource, str], Answer]] = {
    "play": TableSource.play,
    "give": TableSource.give,
    "pass": lambda source, _: source.play("-"),
    "undo": lambda source, _: source.undo(),
    "next": lambda source, _: source.more(),
}


def ui_words(w: Words) -> dict[str, str]:
    """All words that the browser fills in itself, by their short keys."""
    short = {"table.ui.": "", "drawing.title.": "title.", "common.suit.": "suit."}
    out = {"rank_of_suit": w.template("common.rank_of_suit"), "joker": w("common.joker", n=1)}
    for begin, kept in short.items():
        keys = [key for key in w.keys(begin.partition(".")[0]) if key.startswith(begin)]
        out |= {kept + key.removeprefix(begin): w.template(key) for key in keys}
    for rank in RANKS:
        out |= {f"rank.{rank}": w(f"common.rank.{rank}", n=1), f"face.{rank}": w.face(rank)}
    return out


def _suitless(snapshot: Snapshot) -> Snapshot:
    """A snapshot whose picture needs 14 cards, not 54: it is saved with the table."""

    def bare(shown: Mapping[str, Any]) -> dict[str, Any]:
        return {**shown, "cards": [card[0] for card in shown["cards"]]}

    hands = {name: [card[0] for card in hand] for name, hand in snapshot["hands"].items()}
    top = snapshot["top"] and bare(snapshot["top"])
    lists = {key: [bare(one) for one in snapshot[key]] for key in ("trick", "gifts")}
    return {**snapshot, "hands": hands, "top": top, **lists}


def _cards(request: Mapping[str, Any]) -> str:
    cards = request.get("cards")
    return " ".join(map(str, cards)) if isinstance(cards, list) else str(request.get("text", ""))


def _keep(
    kept: Mapping[str, str], animation: Mapping[str, Any], now: int, room: int
) -> dict[str, str]:
    """The deals kept with one more and without the one shown; those farthest from it go first."""
    out = {**kept, str(animation["deal"]): pack(animation)}
    out.pop(str(now), None)
    for key in sorted(out, key=lambda key: -abs(int(key) - now)):
        if sum(map(len, out.values())) <= room:
            break
        del out[key]
    return out


def table(
    game: Match | Deal | str,
    play: str | Iterable[str] | None = None,
    *,
    hands: str | None = None,
    view: str | None = None,
    lang: str | None = None,
    big: bool = False,
) -> CardTable:
    """A card table for a notebook: step through a deal, or play at it.

    Parameters
    ----------
    game : Match, Deal or str
        The match or deal to show, or the text of a record. A deal that nobody has begun is shown
        as its strategies would play it.
    play : str or iterable of str, optional
        The seats that people play at this table: a name, several, or ``"all"`` for everybody
        around one projector. The others are played by their strategies.
    hands : {"open", "hidden"}, optional
        Whether all hands are seen, or only those played here (or that of ``view``). Hidden by
        default where one seat is played, else open.
    view : str, optional
        Whose hand is seen where hands are hidden and nobody plays; sits in front.
    lang : {"en", "ru"}, optional
        The language, by default the one set by `slime.language`.
    big : bool, default False
        Whether the table opens large, for a projector.

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
    w = words(lang)
    shown = read(game, w.lang) if isinstance(game, str | bytes) else game
    if not isinstance(shown, Deal | Match | Recorded):
        raise invalid("table.error.source", lang=w.lang, what=type(shown).__name__)
    if isinstance(shown, Recorded) and not shown.deals:
        raise invalid("table.error.empty", lang=w.lang)
    names = tuple(shown.players)
    seats = _seats(play, names)
    if view is not None:
        check_choice("view", view, names)
    if hands is None:
        hands = "hidden" if len(seats) == 1 else "open"
    check_choice("hands", hands, ("open", "hidden"))
    setting = (shown.deals[0] if isinstance(shown, Recorded) else shown).setting
    for name, strategy in zip(names, setting.strategies, strict=True):
        if seats and strategy is None and name not in seats:
            raise invalid("table.error.no_strategy", lang=w.lang, name=name)
    # Sentences keep the secrets of a game that one person sees; around a projector there are none.
    viewer = view or (seats[0] if len(seats) == 1 else None)
    source = TableSource(shown, w, seats, viewer if hands == "hidden" else None)
    return CardTable(source, {"hands": hands, "view": view, "big": big})


def _seats(play: str | Iterable[str] | None, names: tuple[str, ...]) -> tuple[str, ...]:
    if play is None or play == "all":
        return names if play else ()
    chosen = (play,) if isinstance(play, str) or not isinstance(play, Iterable) else tuple(play)
    for name in chosen or (play,):
        check_choice("play", name, (*names, "all"))
    return tuple(name for name in names if name in chosen)
