"""The card table, a widget: what is shown is Python's, how it is drawn is the browser's.

What both sides know of each other
----------------------------------
Kept in step, and saved with a notebook (traits):

``movie``     the deal shown, as `slime.widgets.animation.compact` writes it.  Stepping asks nobody.
``kept``      ``{number: movie}``: deals seen before, so that a saved table can show them.
``position``  the step shown, from 0.
``deals``     ``{"first", "last", "more"}``: the numbers of the deals, and if one more can be dealt.
``sheet``     ``[[[place, running total] for each player] for each finished deal]``, sent as JSON.
``ask``       what is asked of whom now, ``{}`` if nothing (`slime.widgets.source.TableSource.ask`).
``look``      ``{"hands": "open" | "hidden", "play": [names], "view": name | None, "big": bool}``.
``words``     the words of the table's language.
``art``       paths and colours of cards and hats (`slime.widgets.assets.art`).
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
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import anywidget
import traitlets as t

from slime.drawing import table_svg, table_text
from slime.drawing.cards import RANKS
from slime.i18n import Words
from slime.widgets.animation import Frame, compact, expand
from slime.widgets.assets import art, css, esm
from slime.widgets.source import Answer, TableSource

#: So many bytes of JSON may a table save of its deals: the one shown, the score sheet, and as many
#: of those shown before as there is room for.
ROOM = 28_000

_VIEW = "application/vnd.jupyter.widget-view+json"


class CardTable(anywidget.AnyWidget):
    """A table to look at and to play at; `slime.table` makes one.

    ``look`` is what the table shows at first, see the module's text.
    """

    # Plain traits: a file's contents would keep every table alive that was made from it.
    _esm = t.Unicode(esm()).tag(sync=True)
    _css = t.Unicode(css()).tag(sync=True)
    movie = t.Dict().tag(sync=True)
    kept = t.Dict().tag(sync=True)
    position = t.Int(0).tag(sync=True)
    deals = t.Dict().tag(sync=True)
    # One text: a saved notebook gives every number of a list a line of its own, with its blanks.
    sheet: t.List[Any] = t.List().tag(sync=True, to_json=lambda value, _: _json(value))
    ask = t.Dict().tag(sync=True)
    look = t.Dict().tag(sync=True)
    words = t.Dict().tag(sync=True)
    art = t.Dict().tag(sync=True)
    hint = t.Unicode("").tag(sync=True)
    still = t.Unicode("").tag(sync=True)

    def __init__(self, source: TableSource, look: Mapping[str, Any] | None = None) -> None:
        self.source = source
        source.run()
        number = source.deals()["last"] if source.seats else source.deals()["first"]
        movie, ask = source.movie(number), source.ask()
        # Who comes back to a deal, or to its end, need not see it all again.
        seen = ask.get("undo") or ask.get("kind") in ("deal", "over")
        super().__init__(
            movie=compact(movie),
            deals=source.deals(),
            position=len(movie["frames"]) - 1 if seen else 0,
            sheet=source.sheet(),
            ask=ask,
            look={"hands": "open", "play": list(source.seats), "view": None, **(look or {})},
            words=ui_words(source.w),
            art=self._art(movie),
        )
        self._mark = source.mark()
        self.still = f"s{(self.model_id or '')[:5]}"
        self.on_msg(CardTable._hear)

    # --- looking -----------------------------------------------------------------------

    @property
    def frames(self) -> list[Frame]:
        """All snapshots of the deal shown."""
        frames: list[Frame] = expand(self.movie)["frames"]
        return frames

    @property
    def frame(self) -> Frame:
        """The snapshot shown now."""
        frames = self.frames
        return frames[min(max(self.position, 0), len(frames) - 1)]

    def show_deal(self, number: int) -> None:
        """Show another deal of the match from its beginning; `ValueError` if there is none."""
        self._show(number, 0)

    def refresh(self) -> None:
        """Show what was played elsewhere, by ``deal.play(...)`` in a cell for example."""
        self.source.run()
        self._show(self.movie["deal"] if not self.source.seats else None, self.position)

    def text(self) -> str:
        """The snapshot shown now, in words."""
        return str(table_text(self.frame, self.source.w.lang, **self._seen()))

    def svg(self) -> str:
        """The snapshot shown now as a still picture."""
        return str(table_svg(self.frame, self.source.w.lang, **self._seen()))

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
        """Do what the browser asks for; the same call serves a test."""
        handler = _HANDLERS.get(str(request.get("do")))
        if handler is None:
            return Answer(False, self.source.w("table.ask.unknown"))
        if request["do"] in _MOVES and self._mark != self.source.mark():
            self.refresh()
            return Answer(False, self.source.w("table.ask.moved"))
        return handler(self, request)

    def _hello(self, _: Mapping[str, Any]) -> Answer:
        return Answer(True)

    def _hint(self, _: Mapping[str, Any]) -> Answer:
        return Answer(False, self.source.w("table.ask.no_coach"))

    def _play(self, request: Mapping[str, Any]) -> Answer:
        return self._done(self.source.play(_cards(request)))

    def _pass(self, _: Mapping[str, Any]) -> Answer:
        return self._done(self.source.play("-"))

    def _give(self, request: Mapping[str, Any]) -> Answer:
        return self._done(self.source.give(_cards(request)))

    def _undo(self, _: Mapping[str, Any]) -> Answer:
        return self._done(self.source.undo())

    def _which(self, _: Mapping[str, Any]) -> Answer:
        return self.source.which()

    def _next(self, _: Mapping[str, Any]) -> Answer:
        return self._done(self.source.more())

    def _deal(self, request: Mapping[str, Any]) -> Answer:
        number = request.get("deal")
        deals = self.source.deals()
        if deals["more"] and number == deals["last"] + 1:
            return self._done(self.source.more())
        if type(number) is not int:
            return Answer(False, self.source.w("table.ask.no_deal", n=str(number)))
        again = self.movie["deal"] == number
        try:
            self._show(number, 0)
        except ValueError as problem:
            return Answer(False, str(problem))
        if again:  # the browser may have gone to a kept deal by itself
            self.send_state(["movie", "position"])
        return Answer(True)

    def _done(self, answer: Answer) -> Answer:
        if answer.ok:
            try:
                self.source.run()
            finally:
                self._show(None, None)
        return answer

    def _show(self, number: int | None, position: int | None) -> None:
        """Bring all that is kept in step up to date; the deal being played if none is named."""
        source = self.source
        number = source.deals()["last"] if number is None else number
        whole = source.movie(number)
        movie, drawn = compact(whole), self._art(whole)
        with self.hold_sync():
            if self.movie["deal"] != number:
                room = ROOM - _size(movie) - _size(source.sheet())
                self.kept = _keep(self.kept, self.movie, number, room)
                position = position or 0
            if position is not None:
                self.position = min(position, len(whole["frames"]) - 1)
            self.deals, self.sheet = source.deals(), source.sheet()
            self.ask = source.ask()
            if self.art != drawn:
                self.art = drawn
            self.movie = movie
        self._mark = source.mark()

    def _art(self, movie: Mapping[str, Any]) -> dict[str, Any]:
        hands = movie["frames"][0]["hands"].values()
        suits = any(len(card) > 1 for cards in hands for card in cards)
        return _art(self.source.w.lang, frozenset(self.source.titles()), suits)

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
        frame = _by_rank(self.frame)
        frame["sentence"] = f"{frame['sentence']} {self.source.w('table.repr.still')}"
        seen = self._seen()
        svg = table_svg(frame, self.source.w.lang, uid=self.still, **seen)
        return re.sub(r'\.0(?=")', "", svg)


_HANDLERS: dict[str, Callable[[CardTable, Mapping[str, Any]], Answer]] = {
    "hello": CardTable._hello,
    "hint": CardTable._hint,
    "play": CardTable._play,
    "pass": CardTable._pass,
    "give": CardTable._give,
    "undo": CardTable._undo,
    "which": CardTable._which,
    "next": CardTable._next,
    "deal": CardTable._deal,
}


#: What is asked of the game as the table shows it, and not as another table or a cell left it.
_MOVES = ("play", "pass", "give", "undo", "which", "next")

_art = cache(art)


def ui_words(w: Words) -> dict[str, str]:
    """All words that the browser fills in itself, by their short keys."""
    out = {
        key.removeprefix("table.ui."): w.template(key)
        for key in w.keys("table")
        if key.startswith("table.ui.")
    }
    for topic, part in (("drawing", "title"),):
        at = f"{topic}.{part}."
        out |= {
            f"{part}.{k.removeprefix(at)}": w.template(k) for k in w.keys(topic) if k.startswith(at)
        }
    for key in w.keys("common"):
        name = key.removeprefix("common.")
        if name.startswith("rank."):
            out[name] = w(key, n=1)
        elif name.startswith("suit.") or name == "rank_of_suit":
            out[name] = w.template(key)
    out["joker"] = w("common.joker", n=1)
    return out


def _by_rank(value: Any) -> Any:
    """A snapshot without suits: its picture needs 14 cards, not 54, and is saved with the table."""
    if isinstance(value, dict):
        return {key: _by_rank(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_by_rank(one) for one in value]
    card = isinstance(value, str) and len(value) == 2 and value[1] in "cdhs" and value[0] in RANKS
    return value[0] if card else value


def _cards(request: Mapping[str, Any]) -> str:
    cards = request.get("cards")
    return " ".join(map(str, cards)) if isinstance(cards, list) else str(request.get("text", ""))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _size(value: Any) -> int:
    return len(_json(value).encode())


def _keep(kept: Mapping[str, Any], movie: Mapping[str, Any], now: int, room: int) -> dict[str, Any]:
    """The deals kept with one more and without the one shown; those farthest from it go first."""
    out = {**kept, str(movie["deal"]): movie}
    out.pop(str(now), None)
    size = {key: _size(value) for key, value in out.items()}
    for key in sorted(out, key=lambda key: -abs(int(key) - now)):
        if sum(size.values()) <= room:
            break
        del out[key], size[key]
    return out
