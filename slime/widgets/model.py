"""The card table without a face: a dict of traits, and messages that are answered.

No notebook is needed: a page talks to a `TableModel` over any wire that carries JSON.  What is in
the traits and answers is what the viewer may see, and nothing else.

Traits
------
``animation`` the deal shown: all its snapshots (see `slime.game.snapshots`), its ``code`` where it
              is no secret, packed as `slime.widgets.assets.pack` does.  Stepping asks nobody.
``kept``      ``{number: animation}``: deals seen before, so that a saved table can show them.
``other``     the same cards under another rule, packed like ``animation``; empty: none.
``position``  the step shown, from 0.
``deals``     ``{"first", "last", "more"}``: the numbers of the deals, and if one more can be dealt.
``sheet``     ``[[[place, running total] for each player] for each finished deal]``, as JSON.
``ask``       what is asked of whom now, ``{}`` if nothing (`TableSource.ask`).
``look``      ``{"hands": "open" | "hidden", "play": [names], "view": name | None, "viewer": name,
              "big": bool}``; hands are hidden in the snapshots themselves.
``branch``    ``{}``, or ``{"deal", "at", "text"}``: a deal played on from an earlier step.
``hint``      a sentence for the coach's place; empty: the place is hidden.
``note``      a sentence on how secret the cards are; empty: nothing to say.

Messages
--------
A request is ``{"id", "do", ...}``.  It is answered by ``{"to": id, "ok", "text", "choices":
[{"text", "label"}]}``; what it changed is in the traits before the answer is sent.

``hello``     is Python there?
``at``        ``{"deal", "at"}``: the step shown; the only one that is not answered.
``play``      ``{"cards": [...]}`` clicked, ``{"text"}`` typed or taken from ``choices``; with
              ``mark`` as in ``ask``, only if nothing has moved since.
``give``      the same, in the exchange.
``pass``      no more to say; so ``undo``, ``redo``, ``which`` (what may be done), ``next``.
``deal``      ``{"deal"}``: show that deal; where nobody plays, the number after the last is played.
``sit``       ``{"seat"}``: this player sits before the screen now.
``open``      ``{"open": bool}``: the hands of a finished deal.
``branch``    ``{"at"}``: play the deal shown on from this step; ``back``: to the deal as it was.
``other``     ``{"what"}``: the same cards without ``exchange`` or ``fall``; ``""``: no more.
``hint``      what the coach would do (answered by a later part of the kit).

A move that the rules forbid is answered with ``ok`` false and the rule in ``text``.  No rule is
written in JavaScript.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

from slime._checks import check_choice, check_int, invalid
from slime.game.deal import Deal
from slime.game.match import Match
from slime.game.presets import PRESETS
from slime.game.rules import Rules, rules
from slime.i18n import Words, language, words
from slime.records import Recorded, read
from slime.widgets.assets import pack
from slime.widgets.code import is_code, read_code
from slime.widgets.source import Answer, TableSource

#: So many bytes may a table save of its deals: the one shown, the score sheet, and as many of those
#: shown before as there is room for.
ROOM = 24_000
#: Traits that travel packed.
PACKED = ("animation", "other")

Traits = dict[str, Any]

_tables: WeakKeyDictionary[Any, WeakSet[TableModel]] = WeakKeyDictionary()


class TableModel:
    """What a table shows and what it answers; `open_table` makes one.

    Parameters
    ----------
    source : TableSource
        The deals to show, and perhaps one to play.
    look : mapping, optional
        What the table shows at first, see the module's text.
    deal, step : int, optional
        The deal and the step shown first.

    Examples
    --------
    >>> model = open_table("slime-licker", "Anna", names=["Anna", "Boris", "Vera", "Gleb"])
    >>> told = []
    >>> model.on_change = lambda traits: told.append(sorted(traits))
    >>> model.receive({"id": "a1", "do": "hello"})
    {'to': 'a1', 'ok': True, 'text': '', 'choices': []}
    >>> takes = model.traits["ask"]["takes"]
    >>> rank = next(iter(takes), "")
    >>> asked = {"id": "a2", "do": "play", "text": takes.get(rank, "-")}
    >>> model.receive(asked)["ok"], "animation" in told[0]
    (True, True)
    >>> model.note_position(1, 0)
    >>> model.show(1, 0)
    >>> model.refresh()
    >>> model.traits["position"], sorted(model.wire({"hint": ""})), model.answer({"do": "hello"}).ok
    (0, ['hint'], True)
    """

    def __init__(
        self,
        source: TableSource,
        look: Mapping[str, Any] | None = None,
        deal: int | None = None,
        step: int | None = None,
    ) -> None:
        self.source = source
        #: Where a branch began: its deal and step.
        self._from: dict[str, int] = {}
        #: Is called with the traits that have changed.
        self.on_change: Callable[[Traits], None] = lambda traits: None
        source.run()
        number = source.deals()["last" if source.seats else "first"] if deal is None else deal
        animation, ask = source.animation(number), source.ask()
        last = len(animation["snapshots"]) - 1
        # Who comes back to a deal, or to its end, need not see it all again.
        seen = ask.get("undo") or ask.get("kind") in ("deal", "over")
        self._look = {"hands": "open", "view": None, "big": False, **(look or {})}
        self.traits: Traits = {
            "animation": animation,
            "kept": {},
            "other": {},
            "position": (last if seen and deal is None else 0)
            if step is None
            else check_int("step", step, 0, last),
            "hint": "",
            "note": "",
            **self._state(),
        }
        self._mark = source.mark()
        if source.secret and source.match is not None and not self._look.get("fresh"):
            self.traits["note"] = source.w("table.ask.named_seed") if source.seats else ""
        _tables.setdefault(source.game, WeakSet()).add(self)

    def _state(self) -> Traits:
        """The traits that follow from the game alone."""
        source = self.source
        look = {**self._look, "play": list(source.seats), "viewer": source.viewer}
        look.pop("fresh", None)
        if source.secret:
            look["hands"] = "open" if source.opened else "hidden"
        branch: dict[str, Any] = {}
        if source.branch is not None:
            branch = {**self._from, "text": source.w("table.ask.branch", **self._from)}
        return {
            "deals": source.deals(),
            "sheet": source.sheet(),
            "ask": source.ask(),
            "look": look,
            "branch": branch,
        }

    # --- what is sent -------------------------------------------------------------------

    def wire(self, traits: Mapping[str, Any] | None = None) -> Traits:
        """Traits as they travel: what is large is packed.

        Parameters
        ----------
        traits : mapping, optional
            Some of the traits, by default all.

        Returns
        -------
        dict
            What JSON can hold.
        """
        whole = self.traits if traits is None else traits
        return {name: wired(name, value) for name, value in whole.items()}

    def receive(self, request: Any) -> dict[str, Any] | None:
        """Do what a face asks for, and give the answer to send.

        Parameters
        ----------
        request : mapping
            ``{"id", "do"}`` and what belongs to it, see the module's text.

        Returns
        -------
        dict or None
            ``{"to", "ok", "text", "choices"}``; None where nothing was asked.
        """
        if not isinstance(request, Mapping) or "do" not in request:
            return None
        if request["do"] == "at":
            self.note_position(request.get("deal"), request.get("at"))
            return None
        try:
            with language(self.source.w.lang):  # a page's own, whatever is set here
                answer = self.answer(request)
        except Exception as problem:
            # A learner's own strategy can fail in any way; the table must not wait for ever, and
            # what it says may name cards that are nobody's to see.
            said = self.source.w("table.ask.failed") if self.source.secret else str(problem)
            self.failed = problem
            answer = Answer(False, said or type(problem).__name__)
        reply = {"ok": answer.ok, "text": answer.text, "choices": answer.choices}
        return {"to": request.get("id"), **reply}

    #: What a strategy raised last; a host may show it where it does no harm.
    failed: Exception | None = None

    def note_position(self, deal: Any, at: Any) -> None:
        """Note which step a face shows.

        Parameters
        ----------
        deal : int
            The number of the deal; another one than is shown is not noted.
        at : int
            The step.
        """
        if isinstance(at, int) and deal in (None, self.traits["animation"]["deal"]):
            last = len(self.traits["animation"]["snapshots"]) - 1
            self.traits["position"] = min(max(at, 0), last)

    def answer(self, request: Mapping[str, Any]) -> Answer:
        """Do what a face asks for.

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
        mark = request.get("mark", self._mark)
        if do in (*_MOVES, "which") and not mark == self._mark == source.mark():
            self.refresh()
            return Answer(False, source.w("table.ask.moved"))
        if do in _MOVES:
            return self._done(_MOVES[do](source, _cards(request)))
        if do in _ASKED:
            return _ASKED[do](self, request)
        said = "table.ask.no_coach" if do == "hint" else "table.ask.unknown"
        return Answer(False, source.w(said))

    # --- what is asked ------------------------------------------------------------------

    def _shown(self) -> Deal:
        return self.source.find(self.traits["animation"]["deal"])

    def _deal(self, request: Mapping[str, Any]) -> Answer:
        number, deals = request.get("deal"), self.source.deals()
        if deals["more"] and number == deals["last"] + 1:
            return self._done(self.source.more())
        again = self.traits["animation"]["deal"] == number
        try:
            self.show(number, 0)
        except ValueError as problem:
            return Answer(False, str(problem))
        if again:  # the face may have gone to a kept deal by itself
            self.on_change({name: self.traits[name] for name in ("animation", "position")})
        return Answer(True)

    def _sit(self, request: Mapping[str, Any]) -> Answer:
        answer = self.source.sit(request.get("seat"))
        return self._again(answer)

    def _open(self, request: Mapping[str, Any]) -> Answer:
        return self._again(self.source.open(self._shown(), bool(request.get("open"))))

    def _again(self, answer: Answer) -> Answer:
        """The deal shown, as it may be seen now."""
        if answer.ok:
            self._set(kept={}, other={})
            self.show(self.traits["animation"]["deal"], None)
        return answer

    def _branch(self, request: Mapping[str, Any]) -> Answer:
        shown, at = self._shown(), request.get("at")
        if self.source.branch is not None or not isinstance(at, int):
            return Answer(False, self.source.w("table.ask.unknown"))
        answer = self.source.play_on(shown, at)
        if answer.ok:
            self._from = {"deal": shown.number, "at": at}
            self._set(other={})
            self.source.run()
            self.show(shown.number, at)
        return answer

    def _back(self, request: Mapping[str, Any]) -> Answer:
        if self.source.branch is None:
            return Answer(False, self.source.w("table.ask.unknown"))
        self.source.leave_branch()
        self._set(other={})
        self.show(self._from["deal"], self._from["at"])
        return Answer(True)

    def _other(self, request: Mapping[str, Any]) -> Answer:
        what = str(request.get("what") or "")
        try:
            self._set(other=self.source.other(self._shown(), what) if what else {})
        except ValueError as problem:
            return Answer(False, str(problem))
        return Answer(True)

    def _done(self, answer: Answer) -> Answer:
        """After a move the others go on, and the deal being played is shown."""
        if answer.ok:
            try:
                self.source.run()
            finally:
                self.show(self.source.deals()["last"], None)
                for table in list(_tables.get(self.source.game, ())):
                    if table is not self:
                        table.refresh()
        return answer

    def refresh(self) -> None:
        """Show what was played elsewhere."""
        source = self.source
        if source.branch is None:
            source.run()
        last = source.deals()["last"]
        self.show(last if source.seats else self.traits["animation"]["deal"], None)

    def show(self, number: Any, position: int | None) -> None:
        """Bring all that is kept in step up to date, a deal shown.

        Parameters
        ----------
        number : int
            The number of the deal.
        position : int or None
            The step; None is where one stands now.

        Raises
        ------
        ValueError
            If there is no such deal.
        """
        source, traits = self.source, self.traits
        animation = source.animation(number)
        new: Traits = {"animation": animation, **self._state()}
        if traits["animation"]["deal"] != number:
            room = ROOM - len(pack(animation)) - len(json.dumps(source.sheet()))
            new |= {"kept": _keep(traits["kept"], traits["animation"], number, room), "other": {}}
            position = position or 0
        elif traits["animation"]["snapshots"] != animation["snapshots"]:
            new["other"] = {}
        if position is not None:
            new["position"] = min(position, len(animation["snapshots"]) - 1)
        self._mark = source.mark()
        self._set(**new)

    def _set(self, **new: Any) -> None:
        changed = {name: value for name, value in new.items() if self.traits[name] != value}
        self.traits |= changed
        if changed:
            self.on_change(changed)


#: What is asked of the game as the table shows it, and not as another table or a cell left it.
_MOVES: dict[str, Callable[[TableSource, str], Answer]] = {
    "play": TableSource.play,
    "give": TableSource.give,
    "pass": lambda source, _: source.play("-"),
    "undo": lambda source, _: source.undo(),
    "redo": lambda source, _: source.redo(),
    "next": lambda source, _: source.more(),
}
#: What is asked of the table.
_ASKED: dict[str, Callable[[TableModel, Mapping[str, Any]], Answer]] = {
    "hello": lambda table, _: Answer(True),
    "which": lambda table, _: table.source.which(),
    "deal": TableModel._deal,
    "sit": TableModel._sit,
    "open": TableModel._open,
    "branch": TableModel._branch,
    "back": TableModel._back,
    "other": TableModel._other,
}


def wired(name: str, value: Any) -> Any:
    """A trait as it travels."""
    if name in PACKED:
        return pack(value) if value else ""
    # One text: a saved notebook gives every number of a list a line of its own, with its blanks.
    return json.dumps(value, separators=(",", ":")) if name == "sheet" else value


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


def open_table(
    game: Match | Deal | Rules | str,
    play: str | Iterable[str] | None = None,
    *,
    hands: str | None = None,
    view: str | None = None,
    lang: str | None = None,
    big: bool = False,
    deal: int | None = None,
    step: int | None = None,
    names: Iterable[str] | None = None,
) -> TableModel:
    """A table for any face; arguments as of `slime.table`.

    Parameters
    ----------
    game : Match, Deal, Rules or str
        The match or deal to show, the text of a record, the code of a deal, or a rule set (or the
        name of one): a new match whose seed nobody has named.
    play, hands, view, lang, big, deal, step
        See `slime.table`.
    names : iterable of str, optional
        Who plays a new match.

    Returns
    -------
    TableModel
        The model; a face shows it.

    Raises
    ------
    ValueError
        If an argument is not what it may be, in words of the language.

    Examples
    --------
    >>> model = open_table("slime-licker", play="Boris", lang="en")
    >>> model.traits["look"]["viewer"], model.traits["animation"]["code"]
    ('Boris', '')
    """
    w = words(lang)
    shown, coded, fresh = _game(game, w, names)
    step = coded if step is None else step
    players = tuple(shown.players)
    seats = _seats(play, players)
    if view is not None:
        check_choice("view", view, players)
    if hands is None:
        hands = "hidden" if len(seats) == 1 else "open"
    check_choice("hands", hands, ("open", "hidden"))
    setting = (shown.deals[0] if isinstance(shown, Recorded) else shown).setting
    for name, strategy in zip(players, setting.strategies, strict=True):
        if seats and strategy is None and name not in seats:
            raise invalid("table.error.no_strategy", lang=w.lang, name=name)
    secret = hands == "hidden"
    viewer = seats[0] if len(seats) == 1 else view or ""
    source = TableSource(shown, w, seats, secret, viewer if secret and len(seats) < 2 else "")
    return TableModel(
        source, {"hands": hands, "view": view, "big": big, "fresh": fresh}, deal, step
    )


def _game(
    game: Any, w: Words, names: Iterable[str] | None
) -> tuple[Match | Deal | Recorded, int | None, bool]:
    """What is shown, the step that a code names, and whether nobody knows the seed."""
    if isinstance(game, Rules) or (isinstance(game, str) and game in PRESETS):
        wanted = game if isinstance(game, Rules) else rules(game)
        # As many as are named, or as the game takes.
        default = w("table.names").split()[: wanted.players[1]]
        who = default if names is None else list(names)
        return Match(wanted, who, seed=secrets.randbits(63)), None, True
    if isinstance(game, str) and is_code(game):
        return *read_code(game, w.lang), False
    shown = read(game, w.lang) if isinstance(game, str | bytes) else game
    if not isinstance(shown, Deal | Match | Recorded):
        raise invalid("table.error.source", lang=w.lang, what=type(shown).__name__)
    if isinstance(shown, Recorded) and not shown.deals:
        raise invalid("table.error.empty", lang=w.lang)
    return shown, None, False


def _seats(play: str | Iterable[str] | None, names: tuple[str, ...]) -> tuple[str, ...]:
    if play is None or play == "all":
        return names if play else ()
    chosen = (play,) if isinstance(play, str) or not isinstance(play, Iterable) else tuple(play)
    for name in chosen or (play,):
        check_choice("play", name, (*names, "all"))
    return tuple(name for name in names if name in chosen)
