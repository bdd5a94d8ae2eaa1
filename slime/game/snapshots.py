"""A deal run again step by step, the table standing still at each moment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from slime.engine import layout as st
from slime.engine.exchange import gift_from, gift_kind, gift_to
from slime.engine.legal import count_legal
from slime.engine.play import act
from slime.engine.seating import lead_rule
from slime.engine.strength import UNIT, strength, top_cards, whole_pack
from slime.game.deal import Deal
from slime.game.dealview import KINDS, Entry
from slime.game.history import RealHands
from slime.i18n import words

Frame = dict[str, Any]

_TITLES = ("champion", "second", "common", "last")
_CHAIRS = ("king", "minister", "peasant", "slave")
_LEADS = ("clubs", "first", "last", "left", "draw")  # by the numbers of slime.engine.layout


def titles(preset: str, before: Sequence[str] | None, players: Iterable[str]) -> dict[str, str]:
    """What each player is called after the standing `before`, best first; ``""`` without one.

    >>> titles("king-and-slave", ["Anna", "Boris", "Vera", "Gleb"], ["Gleb", "Boris"])
    {'Gleb': 'slave', 'Boris': 'minister'}
    """
    first, second, common, last = _CHAIRS if preset == "king-and-slave" else _TITLES
    if before is None:
        return dict.fromkeys(players, "")
    named = {**dict.fromkeys(before, common)}
    for at, title in ((1, second), (0, first), (-1, last)):
        named[before[at]] = title
    return {name: named[name] for name in players}


class Moment(NamedTuple):
    """Something that happened: its mark, the key of its sentence and what is told in it."""

    mark: str | None
    key: str
    told: dict[str, Any] = {}  # noqa: RUF012 - never written to


class Reel:
    """Runs a deal again, step by step; between two steps it is the table at that moment."""

    def __init__(self, deal: Deal, lang: str | None, viewer: str | None) -> None:
        self.w = words(deal.setting.lang if lang is None else lang)
        self.lang = self.w.lang
        if viewer is not None:
            deal._index(viewer)  # raises where nobody is called so
        self.viewer = viewer
        self.names = deal.players
        self.log: tuple[Entry, ...] = deal.log
        self.end = deal
        self.deal = deal.copy()
        self.real = RealHands(deal)
        self.hands = {n: self._hand(p) for p, n in enumerate(self.names)}
        self.before = deal.previous_standing
        places = {name: i + 1 for i, name in enumerate(self.before or ())}
        self.fixed: Frame = {
            "lang": self.lang,
            "preset": deal.rules.preset,
            "deal": deal.number,
            "dealer": deal.dealer,
            "before": {name: places.get(name) for name in self.names},
            "titles": titles(deal.rules.preset, self.before, self.names),
        }
        start = deal.S[st.TOTALS : st.TOTALS + len(self.names)]
        self.totals = dict(zip(self.names, start, strict=True))
        self.points: dict[str, int] | None = None
        self.places: dict[str, int | None] = dict.fromkeys(self.names)
        self.seats = list(deal.dealt_seats)
        self.turn: str | None = None
        self.leader: str | None = None
        self.top: dict[str, Any] | None = None
        self.trick: list[dict[str, Any]] = []
        self.passed: list[str] = []
        self.gifts: list[dict[str, Any]] = []
        self.fallen: str | None = None
        self.phase = "play"
        self.exchanged = False
        self._packed: list[list[int]] = []

    def _hand(self, p: int) -> list[str]:
        return [card for rank in self.real.by_rank[p] for card in rank]

    def _name(self, p: int) -> str | None:
        return self.names[p] if p >= 0 else None

    def frame(self, moment: Moment) -> Frame:
        """The snapshot of this moment."""
        return {
            **self.fixed,
            "seats": self.seats,
            "hands": dict(self.hands),
            "left": {name: len(hand) for name, hand in self.hands.items()},
            "turn": self.turn,
            "leader": self.leader,
            "top": self.top,
            "trick": list(self.trick),
            "passed": list(self.passed),
            "places": dict(self.places),
            "fallen": self.fallen,
            "phase": self.phase,
            "gifts": list(self.gifts),
            "totals": self.totals,
            "points": self.points,
            "sentence": self.tell(moment),
            "mark": moment.mark,
        }

    def tell(self, moment: Moment) -> str:
        """The sentence of a moment."""
        texts = []
        for key in moment.key.split("+"):  # sentences that follow one another
            told = dict(moment.told)
            if "cards" in told:
                told["cards"] = self.w.faces(told["cards"])
            if "rank" in told:
                told["rank"] = self.w.face(told["rank"])
            texts.append(self.w("story." + key, **told))
        return " ".join(texts)

    # --- what happens ------------------------------------------------------------------

    def moments(self) -> Iterator[Moment]:
        """Go through the deal; each time something happened, the table is as it was then."""
        self.deal._rewind(0)
        S, started = self.deal.S, False
        self.phase = "exchange" if S[st.PHASE] == st.EXCHANGING else "play"
        self._whose_gift()
        yield self._dealt()
        self._pack_hands()
        for entry in self.log:
            if entry.trick == 0:
                yield self._gift(entry)
                if S[st.PHASE] != st.EXCHANGING:
                    yield self._exchanged()
                continue
            if not started:
                started = True
                yield self._first_lead()
            trick = S[st.TRICK]
            yield self._pass(entry) if entry.action == 0 else self._play(entry)
            if S[st.FALLEN] >= 0 and self.fallen is None:
                yield self._fall()
            if S[st.PHASE] == st.OVER:
                yield self._over()
            elif S[st.TRICK] != trick:
                yield self._new_trick()
        if not started and S[st.PHASE] != st.EXCHANGING:
            yield self._first_lead()

    def _dealt(self) -> Moment:
        sizes = {name: len(hand) for name, hand in self.hands.items()}
        least, most = min(sizes.values()), max(sizes.values())
        told: dict[str, Any] = {"deal": self.end.number, "dealer": self.end.dealer, "n": least}
        key = "dealt.even"
        if least != most:
            key = "dealt.more"
            told |= {"more": most, "names": [n for n in self.seats if sizes[n] == most]}
        if self.deal.S[st.SEATING] == st.BY_PLACE and self.before is not None:
            key = "by_place+" + key
        return Moment("deal", "number+" + key, told)

    def _whose_gift(self) -> None:
        S = self.deal.S
        due = S[st.PHASE] == st.EXCHANGING
        self.turn = self._name(gift_from(S, S[st.GIFT])) if due else None

    def _gift(self, entry: Entry) -> Moment:
        S = self.deal.S
        g = S[st.GIFT]
        giver, taker = self.names[gift_from(S, g)], self.names[gift_to(S, g)]
        kind = KINDS[gift_kind(S, g)]
        cards = self.real.take(entry.player, entry)
        first = not self.gifts
        self.gifts.append({"from": giver, "to": taker, "cards": cards, "kind": kind})
        arrived = self.gifts[-1:] if S[st.OPEN] else self.gifts[-2:] if g & 1 else []
        for gift in arrived:  # blind, both lie on the table until both are chosen
            self.real.put(self.names.index(gift["to"]), gift["cards"])
        for name in (giver, taker):
            self.hands[name] = self._hand(self.names.index(name))
        self.deal._log.append(entry)
        self.deal._move_gift(entry.action)
        self._whose_gift()
        told = {"giver": giver, "taker": taker, "n": len(cards), "cards": cards}
        secret = "" if self.viewer in (None, giver, taker) else "_hidden"
        return Moment("exchange" if first else None, f"gift.{kind}{secret}", told)

    def _exchanged(self) -> Moment:
        self.exchanged = True
        self._pack_hands()
        if self.viewer is not None:
            return Moment("exchange", "exchanged.hidden")
        values = self.strengths()
        changes = {n: _hundredths(b) - _hundredths(a) for n, (a, b) in values.items()}
        up = [f"{n} +{c}" for n, c in changes.items() if c > 0]
        down = [f"{n} −{-c}" for n, c in changes.items() if c < 0]
        if not up or not down:
            return Moment("exchange", "exchanged.nobody")
        return Moment("exchange", "exchanged.both", {"up": up, "down": down})

    def _first_lead(self) -> Moment:
        S = self.deal.S
        self.phase, self.gifts = "play", []
        self._whose_turn(S[st.TURN])
        old, self.seats = self.seats, list(self.deal.seats)
        key = ""
        told: dict[str, Any] = {"player": self.turn}
        if old != self.seats:
            changed = [n for n, m in zip(old, self.seats, strict=True) if n != m]
            two = len(changed) == 2
            key = "moved.two+" if two else "moved.more+"
            told["names"] = changed if two else self.seats
        if self.turn is None:
            return Moment("trick", key + "lead.unknown", told)
        reason = _LEADS[lead_rule(S)]
        if reason == "clubs" and "3c" not in self.hands[self.turn]:
            reason = "three"  # suits were not noted
        drawn = "_drawn" if S[st.DEAL] == 1 and reason in ("first", "last") else ""
        return Moment("trick", f"{key}lead.{reason}{drawn}", told)

    def _whose_turn(self, p: int) -> None:
        self.turn = self.leader = self._name(p)

    def _pass(self, entry: Entry) -> Moment:
        S, name = self.deal.S, self.names[entry.player]
        forced = self.viewer in (None, name) and count_legal(S, entry.player) == 1
        self.passed.append(name)
        self._act(entry)
        return Moment(None, "must_pass" if forced else "passes", {"player": name})

    def _play(self, entry: Entry) -> Moment:
        S, p = self.deal.S, entry.player
        name, lead = self.names[p], self.top is None
        cards = self.real.take(p, entry)
        rank = self.deal.text.order.letters_[entry.action >> st.RANK_BIT]
        self.hands[name] = self._hand(p)
        self.trick.append({"by": name, "cards": cards})
        self.top = {"by": name, "cards": cards, "rank": rank, "size": len(cards)}
        if S[st.PASSING] == st.FREE_PASS:
            self.passed = []
        had = S[st.PLACE + p]
        self._act(entry)
        key = "laid.lead" if lead else "laid.follow"
        if any(card[0] != rank for card in cards):
            key += "_as"
        told: dict[str, Any] = {"player": name, "cards": cards, "rank": rank}
        if self.hands[name]:
            return Moment(None, key, told)
        self.places[name] = told["place"] = S[st.PLACE + p]
        return Moment("out", key + ("_rid" if had else "_out"), told)

    def _act(self, entry: Entry) -> None:
        S = self.deal.S
        trick = S[st.TRICK]
        act(S, entry.player, entry.action)
        on = S[st.PHASE] == st.PLAYING and S[st.TRICK] == trick
        self.turn = self._name(S[st.TURN]) if on else None

    def _fall(self) -> Moment:
        S = self.deal.S
        p = S[st.FALLEN]
        name = self.names[p]
        self.fallen = name
        self.places[name] = place = S[st.PLACE + p]
        told = {"player": name, "place": place, "n": len(self.hands[name])}
        if S[st.LEAVES]:
            self.hands[name] = []
            return Moment("fall", "fell_leaves", told)
        return Moment("fall", "fell", told)

    def _over(self) -> Moment:
        self.phase, self.turn, self.leader = "over", None, None
        self.places = self.end.places
        self.points = self.end.points
        self.totals = self.end.totals
        return Moment("over", "over", {"names": self.end.standing})

    def _new_trick(self) -> Moment:
        assert self.top is not None
        winner = self.top["by"]
        self.top, self.trick, self.passed = None, [], []
        self._whose_turn(self.deal.S[st.TURN])
        key = "trick.won" if winner == self.turn else "trick.inherited"
        return Moment("trick", key, {"player": winner, "leader": self.turn})

    # --- strength ----------------------------------------------------------------------

    def _pack_hands(self) -> None:
        order = self.deal.text.order
        self._packed.append([order.pack(hand) for hand in self.hands.values()])

    def strengths(self) -> dict[str, list[float]]:
        """Strength of hands before and after the exchange."""
        return self._by_player(strength, UNIT)

    def top_cards(self) -> dict[str, list[float]]:
        """Cards of the highest rank before and after the exchange."""
        return self._by_player(top_cards, 1)

    def _by_player(self, measure: Any, unit: int) -> dict[str, list[float]]:
        pack = whole_pack(self.deal.S)
        pairs = zip(self._packed[0], self._packed[-1], strict=True)
        values = [[measure(hand, pack) for hand in pair] for pair in pairs]
        if unit != 1:
            values = [[value / unit for value in pair] for pair in values]
        return dict(zip(self.names, values, strict=True))


def _hundredths(share: float) -> int:
    return int(100 * share + 0.5)


__all__ = ["Frame", "Moment", "Reel", "titles"]
