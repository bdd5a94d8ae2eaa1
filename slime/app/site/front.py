"""What the page asks, answered: tables, the bet, matches played by and by.

The page is the same everywhere; its messages come from a web worker with Pyodide or over HTTP from
a browser on this computer.  A message is ``{"to": table or "bet", "message"}`` or ``{"do": ...}``,
the answer is what JSON can hold; ``{"wrong": sentence}`` where it cannot be.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from slime._checks import check_choice, check_seed, invalid
from slime.app.site.societies import MATCHES, Moves, Society, play, shown, stored
from slime.game.deal import Deal
from slime.game.events import Gave
from slime.game.match import Match
from slime.game.presets import PRESETS
from slime.i18n import Words, language, words
from slime.widgets.betting import Betting
from slime.widgets.model import TableModel, open_table

#: The first hand: from here on the first player comes last or last but one, whatever is played
#: (a test tries it all), and is dealt aces next.
SEED, CARDS = 169, 5
_GAME = "slime-licker"
#: So many matches are played before the page is told.
_CHUNK = 5


def first_match(w: Words) -> Match:
    """The match of the first hand, played until the person takes over with a few cards."""
    names = w("table.names").split()
    match = Match(_GAME, names, "lowest", SEED)
    deal = match.next_deal()
    while deal.turn != names[0] or len(deal.hand(names[0])) > CARDS:
        deal.step()
    return match


def first_table(w: Words) -> TableModel:
    """The table of the first hand."""
    match = first_match(w)
    model = open_table(match, match.players[0], lang=w.lang)
    model.traits["note"] = w("site.same_hand")
    return model


def the_bet(w: Words) -> Betting:
    """The bet of the page: how often the champion stays, with the exchange and without."""
    questions = {key: w(f"site.bet.{key}") for key in ("exchange", "none")}
    bet = Betting(questions, "share", lang=w.lang)
    found = stored()
    bet.reveal({key: found[Society(key)].stay()[0] for key in questions}, w("site.bet.about"))
    return bet


def taken(deal: Deal, name: str, w: Words) -> str:
    """What the exchange took from a player or brought, in a sentence; empty before it."""
    if deal.phase == "exchange":
        return ""
    gifts = [event for event in deal.events if isinstance(event, Gave)]
    gave = next((gift for gift in gifts if gift.giver == name), None)
    got = next((gift for gift in gifts if gift.taker == name), None)
    if gave is None or got is None:
        return w("site.story.spared") if gifts else ""
    cards = {"gave": w.faces(gave.cards), "got": w.faces(got.cards), "name": gave.taker}
    if deal.previous_standing and deal.previous_standing.index(name) < 2:
        return w("site.story.gained", **cards)
    aces = sum(card[0] == "A" for card in map(str, gave.cards))
    return w("site.story.aces" if aces else "site.story.paid", n=aces, **cards)


class Front:
    """One visitor: the tables on his page, his bet, the run that goes on.

    >>> front = Front("en")
    >>> front.hear({"do": "run", "society": ["none", 4, "lowest"], "seed": 1})
    {'of': 500}
    >>> more = front.hear({"do": "more"})
    >>> more["done"], more["title"][:9]
    (5, '4 players')
    """

    def __init__(self, lang: str | None = None) -> None:
        self.w = words(lang)
        self.tables: dict[str, TableModel] = {}
        self.bet = the_bet(self.w)
        self._changed: dict[str, dict[str, Any]] = {}
        self._run: Iterator[Moves] = iter(())
        self._society = Society()
        self._set("play", first_table(self.w))

    def hear_json(self, message: str) -> str:
        """`hear`, as text."""
        return json.dumps(self.hear(json.loads(message)), ensure_ascii=False)

    def hear(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """Answer a message, see the top of this file."""
        to, request = message.get("to"), message.get("message")
        if to == "bet" and isinstance(request, Mapping):
            wrong = self.bet.hear(request)
            return {"state": self.bet.state(), "wrong": wrong}
        if to in self.tables:
            return self._at_table(str(to), request)
        do = message.get("do")
        try:
            with language(self.w.lang):
                if do in ("first", "new", "open"):
                    return self._open(str(do), message)
                if do == "run":
                    return self._start(message)
                if do == "more":
                    return self._more()
        except (ValueError, TypeError) as problem:
            return {"wrong": str(problem)}
        return {"wrong": self.w("table.ask.unknown")}

    def _set(self, name: str, model: TableModel) -> TableModel:
        self.tables[name] = model
        self._changed[name] = {}
        model.on_change = self._changed[name].update
        return model

    def _open(self, do: str, message: Mapping[str, Any]) -> dict[str, Any]:
        if do == "open":
            model = self._set("look", open_table(str(message.get("text", "")), lang=self.w.lang))
        elif do == "first":
            model = self._set("play", first_table(self.w))
        else:
            name = self.w("table.names").split()[0]
            game = check_choice("game", message.get("game", _GAME), PRESETS)
            fresh = open_table(game, name, lang=self.w.lang)
            model = self._set("play", fresh)
        return {"traits": model.wire()}

    def _at_table(self, name: str, request: Any) -> dict[str, Any]:
        model = self.tables[name]
        reply = model.receive(request)
        traits = model.wire(self._changed[name])
        self._changed[name].clear()
        return {"traits": traits, "reply": reply, "story": self._story() if name == "play" else ""}

    def _story(self) -> str:
        source = self.tables["play"].source
        if source.deal.number < 2:
            return ""
        return taken(source.deal, source.deal.players[0], self.w)

    def _start(self, message: Mapping[str, Any]) -> dict[str, Any]:
        asked = message.get("society")
        if not isinstance(asked, list) or len(asked) != len(Society._fields):
            raise invalid("checks.choice", name="society", choices=Society._fields, got=asked)
        society = Society(*asked).checked()
        society.rule_set().check_players(society.players)
        seed = check_seed(message.get("seed", 1))
        self._society, self._run = society, play(society, seed)
        return {"of": MATCHES}

    def _more(self) -> dict[str, Any]:
        moves = None
        for _ in range(_CHUNK):
            moves = next(self._run, moves)
        if moves is None:
            return {"wrong": self.w("site.no_run")}
        return {"done": moves.matches, "of": MATCHES, **shown(moves, self._society, self.w)}
