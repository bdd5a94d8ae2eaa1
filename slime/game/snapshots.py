"""A deal as snapshots of the table with sentences: its events, folded one after another.

Drawings, the card table and texts take what they show from here; they know no rules.  All of
it can be written as JSON.  A snapshot is a dict:

=========== ==============================================================================
lang        ``en`` or ``ru``: the language of `sentence`
preset      name of the preset the rules come from
deal        number of the deal
seats       names clockwise, as they sit now
dealer      who dealt
hands       name -> cards, low to high in the order in force; a chosen gift has left the hand
left        name -> number of those cards
before      name -> place in the deal before, None where there is none
titles      name -> one of the preset's `TITLES`, or ``""``
turn        who acts now, or None
leader      who leads, or led, this trick, or None
top         None on a lead, else ``{"by", "cards", "rank", "size"}``
trick       plays of this trick: ``{"by", "cards"}``
passed      who passed since the last set was played, or in this trick where a pass binds
turned      whether the order of ranks is turned: lower beats higher, jokers beat all
cleared     whether the set on top has just ended the trick
skipped     who has lost the turn by that set, or None
places      name -> place won in this deal, or None
fallen      who fell from the first place, or None
phase       ``exchange``, ``play`` or ``over``
gifts       while cards are exchanged: ``{"from", "to", "cards", "kind"}``, kind best, choice, lot
totals      name -> points of the match; with this deal's from its end on
points      name -> points of this deal once it is over, else None
sentence    what has just happened
mark        ``deal``, ``exchange``, ``trick``, ``turn``, ``out``, ``foul``, ``fall``, ``clear``,
            ``skip``, ``over`` or None: for a time line
=========== ==============================================================================

Snapshots of one deal share the parts that did not change; do not write into them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from slime.engine import layout as st
from slime.engine.legal import count_legal
from slime.engine.seating import lead_rule
from slime.engine.strength import UNIT, strength, top_cards, whole_pack
from slime.game.events import (
    Cleared,
    DealEnded,
    Dealt,
    Event,
    Fell,
    Gave,
    Passed,
    Played,
    Skipped,
    TrickWon,
    Turned,
    WentOut,
)
from slime.game.history import DealHistory, events_of
from slime.i18n import words

Snapshot = dict[str, Any]
Animation = dict[str, Any]

_LICKERS = ("champion", "second", "common", "common", "last")
_TYCOONS = ("tycoon", "rich", "commoner", "poor", "beggar")
#: What the first, the second, those between, the last but one and the last are called, by preset.
TITLES = {
    "slime-licker": _LICKERS,
    "slime-licker-club": _LICKERS,
    "king-and-slave": ("king", "minister", "peasant", "peasant", "slave"),
    "president": ("president", "vice", "citizen", "citizen", "scum"),
    "daifugo": _TYCOONS,
    "tycoon": _TYCOONS,
}
#: Titles that many have: they say no more than the number of the place.
COMMON_TITLES = frozenset(titles[2] for titles in TITLES.values())
_LEADS = ("clubs", "first", "last", "left", "draw")  # by the numbers of slime.engine.layout


def titles(preset: str, standing: Sequence[str] | None, players: Iterable[str]) -> dict[str, str]:
    """What each player is called after a `standing`, best first; ``""`` without one.

    >>> titles("king-and-slave", ["Anna", "Boris", "Vera", "Gleb"], ["Gleb", "Boris"])
    {'Gleb': 'slave', 'Boris': 'minister'}
    """
    first, second, common, last_but_one, last = TITLES[preset]
    if standing is None:
        return dict.fromkeys(players, "")
    named = dict.fromkeys(standing, common)
    for at, title in ((-2, last_but_one), (1, second), (0, first), (-1, last)):
        named[standing[at]] = title
    return {name: named[name] for name in players}


def snapshot(deal: DealHistory, lang: str | None = None, *, viewer: str | None = None) -> Snapshot:
    """The table as it is now (see the top of this file).

    `lang` is the language of its sentence, the deal's own by default.  With `viewer`, the
    sentence tells no card and nothing of a hand that this player could not know; ``""`` holds none.

    >>> import slime
    >>> deal = slime.Match("slime-licker", ["Anna", "Boris", "Vera", "Gleb"]).next_deal()
    >>> snapshot(deal)["sentence"]
    'Vera holds 3♣ and leads first.'
    """
    return list(Replay(deal, lang, viewer))[-1]


def animation(
    deal: DealHistory,
    lang: str | None = None,
    *,
    viewer: str | None = None,
    deals: Iterable[DealHistory] = (),
) -> Animation:
    """All snapshots of a deal from its cards dealt to its present end, and what belongs to them.

    A dict with ``lang``, ``preset``, ``deal``, ``players`` and

    * ``snapshots``: one for the cards as dealt, each gift, the exchange as a whole, the first
      lead (with the seats of play), each play and pass, each turn of the order, the fall, a
      trick cleared, a turn lost, each new trick, the end;
    * ``strength``: name -> [before, after] the exchange, from 0 to 1 (see `slime.engine.strength`);
      None where nothing was exchanged, or while it is a secret to `viewer`;
    * ``top_cards``: the same, the number of cards of the pack's highest rank;
    * ``sheet``: the score sheet of the finished ones of `deals` (the deals of the match) or of
      this deal alone, see `score_sheet`.

    >>> import slime
    >>> match = slime.Match("slime-licker", ["Anna", "Boris", "Vera", "Gleb"]).finish()
    >>> animation(match.deals[0], "en")["snapshots"][-1]["sentence"]
    'The deal is over. Places: Gleb, Boris, Vera and Anna.'
    """
    replay = Replay(deal, lang, viewer)
    shown = list(replay)
    hands = replay.exchanged if viewer is None or deal.over else None
    return {
        "lang": replay.w.lang,
        "preset": deal.rules.preset,
        "deal": deal.number,
        "players": list(deal.players),
        "snapshots": shown,
        "strength": hands and replay.compare(strength, hands, UNIT),
        "top_cards": hands and replay.compare(top_cards, hands),
        "sheet": score_sheet(deals or [deal]),
    }


def score_sheet(deals: Iterable[DealHistory]) -> list[list[list[int]]]:
    """The score sheet: for each finished deal, for each player ``[place, running total]``.

    Players are in the order of ``deal.players``.

    >>> import slime
    >>> match = slime.Match("slime-licker", ["Anna", "Boris", "Vera", "Gleb"]).finish()
    >>> score_sheet(match.deals)[1]
    [[3, 7], [1, 3], [2, 5], [4, 5]]
    """
    return [
        [[int(deal.places[name] or 0), deal.totals[name]] for name in deal.players]
        for deal in deals
        if deal.over
    ]


class Replay:
    """The snapshots of a deal, one after another; the deal itself is left alone.

    Each event is folded into the snapshot before it.  Beside the events goes a copy of the
    deal, step by step, for what only the state knows: who is next, and who has no choice.
    """

    def __init__(self, deal: DealHistory, lang: str | None, viewer: str | None) -> None:
        if viewer:
            deal._index(viewer)  # raises where nobody is called so
        self.w = words(deal.setting.lang if lang is None else lang)
        self.deal, self.viewer = deal, viewer
        self.now = deal.at(0)
        self.dealt = dict(zip(deal.players, deal.dealt, strict=True))
        #: the hands after the exchange, once there was one
        self.exchanged: dict[str, list[str]] | None = None
        self._started = False

    def __iter__(self) -> Iterator[Snapshot]:
        shot: Snapshot = {}
        self._events = events_of(self.deal)
        for event in self._events:
            if isinstance(event, (Passed, Played)) and not self._started:
                yield (shot := self._first_lead(shot))
            fold = _FOLDS.get(type(event))
            if fold is not None:
                yield (shot := fold(self, shot, event))
            if isinstance(event, Gave) and self.now.phase != "exchange":
                yield (shot := self._exchanged(shot))
        if self.now.phase == "play" and not self._started:
            yield self._first_lead(shot)

    def _next(self, shot: Snapshot, mark: str | None, key: str, **data: Any) -> Snapshot:
        """The snapshot after this one: `data` fills its sentences."""
        w, shown = self.w, dict(data)
        if "cards" in data:
            shown["cards"] = w.faces(data["cards"])
        if "rank" in data:
            shown["rank"] = w.face(data["rank"])
        said = " ".join(w("story." + one, **shown) for one in key.split("+"))
        left = {name: len(hand) for name, hand in shot["hands"].items()}
        return {**shot, "left": left, "sentence": said, "mark": mark}

    def _step(self) -> None:
        """Take the copy of the deal one step on."""
        self.now._follow(self.deal.log[len(self.now._log)])

    def _dealt(self, shot: Snapshot, event: Dealt) -> Snapshot:
        deal, now, names = self.deal, self.now, self.deal.players
        standing = deal.previous_standing
        places = {name: i + 1 for i, name in enumerate(standing or ())}
        shot = {
            "lang": self.w.lang,
            "preset": deal.rules.preset,
            "deal": deal.number,
            "dealer": deal.dealer,
            "before": {name: places.get(name) for name in names},
            "titles": titles(deal.rules.preset, standing, names),
            "seats": list(event.seats),
            "hands": self.dealt,
            "left": {},
            "turn": now.turn if now.phase == "exchange" else None,
            "leader": None,
            "top": None,
            "trick": [],
            "passed": [],
            "turned": False,
            "cleared": False,
            "skipped": None,
            "places": dict.fromkeys(names),
            "fallen": None,
            "phase": "exchange" if now.phase == "exchange" else "play",
            "gifts": [],
            "totals": now.totals,
            "points": None,
        }
        sizes = {name: len(hand) for name, hand in self.dealt.items()}
        least, most = min(sizes.values()), max(sizes.values())
        data: dict[str, Any] = {"deal": deal.number, "dealer": deal.dealer, "n": least}
        key = "dealt.even"
        if least != most:
            key = "dealt.more"
            data |= {"more": most, "names": [n for n in event.seats if sizes[n] == most]}
        if deal._S[st.SEATING] == st.BY_PLACE and standing is not None:
            key = "by_place+" + key
        return self._next(shot, "deal", "number+" + key, **data)

    def _gave(self, shot: Snapshot, event: Gave) -> Snapshot:
        S, sort = self.now._S, self.deal.text.order.sort
        mark = None if shot["gifts"] else "exchange"
        cards = list(event.cards)
        gift = {"from": event.giver, "to": event.taker, "cards": cards, "kind": event.kind}
        gifts = [*shot["gifts"], gift]
        # blind, both lie on the table until both are chosen
        arrived = gifts[-1:] if S[st.EXCHANGE_OPEN] else gifts[-2:] if S[st.GIFT] & 1 else []
        hands = {**shot["hands"], event.giver: list(shot["hands"][event.giver])}
        for card in cards:
            hands[event.giver].remove(card)
        for one in arrived:
            hands[one["to"]] = sort([*hands[one["to"]], *one["cards"]])
        self._step()
        turn = self.now.turn if self.now.phase == "exchange" else None
        secret = "" if self.viewer in (None, event.giver, event.taker) else "_hidden"
        data = {"giver": event.giver, "taker": event.taker, "n": len(cards), "cards": cards}
        shot = {**shot, "gifts": gifts, "hands": hands, "turn": turn}
        return self._next(shot, mark, f"gift.{event.kind}{secret}", **data)

    def _exchanged(self, shot: Snapshot) -> Snapshot:
        self.exchanged = shot["hands"]
        if self.viewer is not None:
            return self._next(shot, "exchange", "exchanged.hidden")
        values = self.compare(strength, self.exchanged, UNIT)
        changes = {n: _hundredths(b) - _hundredths(a) for n, (a, b) in values.items()}
        up = [f"{n} +{c}" for n, c in changes.items() if c > 0]
        down = [f"{n} −{-c}" for n, c in changes.items() if c < 0]
        if not up or not down:
            return self._next(shot, "exchange", "exchanged.nobody")
        return self._next(shot, "exchange", "exchanged.both", up=up, down=down)

    def compare(
        self, measure: Callable[[int, int], int], hands: dict[str, list[str]], unit: int = 1
    ) -> dict[str, list[float]]:
        """A measure of the hands as dealt and of these, by player."""
        pack, packed = whole_pack(self.deal._S), self.deal.text.order.pack
        pairs = {name: (self.dealt[name], hand) for name, hand in hands.items()}
        values = {n: [measure(packed(cards), pack) for cards in two] for n, two in pairs.items()}
        return {n: [v / unit if unit > 1 else v for v in two] for n, two in values.items()}

    def _first_lead(self, shot: Snapshot) -> Snapshot:
        self._started = True
        now, turn = self.now, self.now.turn
        old, seats = shot["seats"], list(now.seats)
        shot = {**shot, "phase": "play", "gifts": [], "turn": turn, "leader": turn, "seats": seats}
        key = ""
        data: dict[str, Any] = {"player": turn}
        if old != seats:
            changed = [n for n, m in zip(old, seats, strict=True) if n != m]
            two = len(changed) == 2
            key = "moved.two+" if two else "moved.more+"
            data["names"] = changed if two else seats
        if turn is None:
            return self._next(shot, "trick", key + "lead.unknown", **data)
        reason = _LEADS[lead_rule(now._S)]
        if reason == "clubs" and "3c" not in shot["hands"][turn]:
            reason = "three"  # suits were not noted
        drawn = "_drawn" if now.number == 1 and reason in ("first", "last") else ""
        return self._next(shot, "trick", f"{key}lead.{reason}{drawn}", **data)

    def _act(self) -> str | None:
        """Take a play or a pass; who acts next in this trick, None where it is over."""
        trick = self.now.trick
        self._step()
        return self.now.turn if self.now.trick == trick else None

    def _passed(self, shot: Snapshot, event: Passed) -> Snapshot:
        S, name = self.now._S, event.player
        forced = self.viewer in (None, name) and count_legal(S, self.now.actor) == 1
        shot = {**shot, "passed": [*shot["passed"], name], "turn": self._act()}
        return self._next(shot, None, "must_pass" if forced else "passes", player=name)

    def _played(self, shot: Snapshot, event: Played) -> Snapshot:
        name, rank, cards = event.player, event.rank, list(event.cards)
        key = "laid.follow" if shot["top"] else "laid.lead"
        if any(card[0] != rank for card in cards):
            key += "_as"
        hand = list(shot["hands"][name])
        for card in cards:
            hand.remove(card)
        placed = self.now.places[name] is not None
        shot = {
            **shot,
            "skipped": None,
            "hands": {**shot["hands"], name: hand},
            "trick": [*shot["trick"], {"by": name, "cards": cards}],
            "top": {"by": name, "cards": cards, "rank": rank, "size": len(cards)},
            "passed": [] if self.now._S[st.PASSING] == st.FREE_PASS else shot["passed"],
            "turn": self._act(),
        }
        data = {"player": name, "cards": cards, "rank": rank}
        if hand:
            return self._next(shot, None, key, **data)
        place = self.now.places[name]
        shot["places"] = {**shot["places"], name: place}
        foul = any(isinstance(e, WentOut) and e.foul and e.player == name for e in self._events)
        mark, how = ("foul", "_foul") if foul else ("out", "_rid" if placed else "_out")
        return self._next(shot, mark, key + how, **data, place=place)

    def _turned(self, shot: Snapshot, event: Turned) -> Snapshot:
        key = f"turn.{event.until}_{'on' if event.turned else 'off'}"
        return self._next(self._ordered(shot, event.turned), "turn", key, player=event.player)

    def _ordered(self, shot: Snapshot, turned: bool) -> Snapshot:
        """The same with all hands in the order in force."""
        sort = self.deal.text.order.sort
        hands = {name: sort(hand, turned) for name, hand in shot["hands"].items()}
        return {**shot, "turned": turned, "hands": hands}

    def _cleared(self, shot: Snapshot, event: Cleared) -> Snapshot:
        return self._next({**shot, "cleared": True}, "clear", "cleared", rank=event.rank)

    def _skipped(self, shot: Snapshot, event: Skipped) -> Snapshot:
        return self._next({**shot, "skipped": event.player}, "skip", "skipped", player=event.player)

    def _fell(self, shot: Snapshot, event: Fell) -> Snapshot:
        name, hand = event.player, shot["hands"][event.player]
        leaves = self.now._S[st.FALLEN_CHAMPION] == st.LEAVES
        shot = {**shot, "fallen": name, "places": {**shot["places"], name: event.place}}
        if leaves:
            shot["hands"] = {**shot["hands"], name: []}
        key = "fell_leaves" if leaves else "fell"
        return self._next(shot, "fall", key, player=name, place=event.place, n=len(hand))

    def _trick_won(self, shot: Snapshot, event: TrickWon) -> Snapshot:
        leader = event.leader
        shot = {**shot, "top": None, "trick": [], "passed": [], "turn": leader, "leader": leader}
        shot |= {"cleared": False, "skipped": None}
        key = "trick.won" if event.player == leader else "trick.inherited"
        if shot["turned"] != self.now.turned:
            shot = self._ordered(shot, self.now.turned)
            key += "+turn.again_" + ("on" if shot["turned"] else "off")
        return self._next(shot, "trick", key, player=event.player, leader=leader)

    def _deal_ended(self, shot: Snapshot, event: DealEnded) -> Snapshot:
        shot = {**shot, "phase": "over", "turn": None, "leader": None, "places": self.deal.places}
        shot |= {"points": event.points, "totals": event.totals}
        return self._next(shot, "over", "over", names=event.places)


#: What each kind of event does to a snapshot; moving and going out belong to what comes before.
_FOLDS: dict[type[Event], Callable[[Replay, Snapshot, Any], Snapshot]] = {
    Dealt: Replay._dealt,
    Gave: Replay._gave,
    Passed: Replay._passed,
    Played: Replay._played,
    Turned: Replay._turned,
    Fell: Replay._fell,
    Cleared: Replay._cleared,
    Skipped: Replay._skipped,
    TrickWon: Replay._trick_won,
    DealEnded: Replay._deal_ended,
}


def _hundredths(share: float) -> int:
    return int(100 * share + 0.5)
