"""Judging a deal of a record step by step, with the game's own rules."""

from __future__ import annotations

from typing import Any

from slime.engine import layout as st
from slime.engine.exchange import start_exchange
from slime.engine.play import set_lead, start_trick
from slime.engine.seating import (
    begin_deal,
    count_hands,
    dealer_is_drawn,
    extra_players,
    first_leader,
    link_seats,
    sit_to_play,
)
from slime.game.cards import counted
from slime.game.deal import Deal, Setting
from slime.records.fault import Line, shown
from slime.records.steps import judge_exchange, judge_plays, str_or_none, wrong_card


class Leader:
    """Takes the seats of play and lets the first leader lead, as far as he is known.

    Who leads by lot, or where suits were not noted, is known from the first play on.
    """

    def __init__(self) -> None:
        self.known = -1

    def __call__(self, S: list[int]) -> None:
        sit_to_play(S)
        leader = first_leader(S)
        if leader < 0:
            leader = self.known
        if leader >= 0:
            start_trick(S, leader)
            return
        S[st.PHASE] = st.PLAYING
        S[st.TURN] = S[st.LEADER] = -1
        S[st.PASSED] = 0
        set_lead(S)

    def lead(self, S: list[int], player: int) -> None:
        """Note that this player leads first."""
        self.known = player
        start_trick(S, player)


class DealJudge:
    """Judges one line, in the order in which a record's faults count."""

    def __init__(self, setting: Setting, S: list[int], data: dict[str, Any], line: Line) -> None:
        self.setting = setting
        self.names = setting.names
        self.S = S[:]
        self.data = data
        self.line = line

    def judge(self) -> Deal:
        """The deal as far as it was played; raises `RecordError`."""
        number = self.data.get("deal")
        if type(number) is not int or number != self.line.deal:
            raise self.line.error("deal-number", "deal", "deal_number", n=self.line.deal)
        self._seats()
        dealt = self._hands()
        begin = Leader()
        if not start_exchange(self.S):
            self.S[st.PHASE] = st.OVER  # how a deal is told that none is due
        deal = Deal(self.setting, self.S, dealt, begin)
        judge_exchange(deal, self.data, self.line)
        judge_plays(deal, begin.lead, self.data, self.line)
        self._outcome(deal)
        return deal

    # --- before the cards are dealt ----------------------------------------------------

    def _everybody(self, value: Any) -> list[int] | None:
        """Numbers of the players in a list that names each of them once; None if it does not."""
        if not isinstance(value, list) or len(value) != len(self.names):
            return None
        found = [self.names.index(v) for v in value if isinstance(v, str) and v in self.names]
        return found if len(set(found)) == len(self.names) else None

    def _list(self, at: int) -> list[str]:
        return [self.names[p] for p in self.S[at : at + len(self.names)]]

    def _seats(self) -> None:
        S, count, line = self.S, len(self.names), self.line
        seats = self._everybody(self.data.get("seats"))
        if seats is None:
            raise line.error("wrong-seats", "seats", "seats_all")
        self._before()
        if S[st.DEAL] == 0:
            S[st.SEATS_AT : st.SEATS_AT + count] = seats
        begin_deal(S)
        played = S[:]
        sit_to_play(played)
        ruled = played[st.SEATS_AT : st.SEATS_AT + count]
        turned = ruled.index(seats[0])
        if ruled[turned:] + ruled[:turned] != seats:
            names = [self.names[p] for p in ruled]
            raise line.error("wrong-seats", "seats", "wrong_seats", names=names)
        # as written, whoever stands first; a change of seats is its own way back
        S[st.SEATS_AT : st.SEATS_AT + count] = seats
        sit_to_play(S)
        link_seats(S)
        self._dealer()

    def _before(self) -> None:
        S, value = self.S, self.data.get("before")
        standing = self._everybody(value)
        if S[st.DEAL] > 0:
            if value is not None and standing != S[st.STANDING : st.STANDING + len(self.names)]:
                names = self._list(st.STANDING)
                raise self.line.error("wrong-before", "before", "wrong_before", names=names)
        elif S[st.DRAWN]:
            if standing is None:
                raise self.line.error("wrong-before", "before", "before_drawn")
            S[st.STANDING : st.STANDING + len(self.names)] = standing
            S[st.HAS_STANDING] = 1
        elif value is not None:
            raise self.line.error("wrong-before", "before", "before_first")

    def _dealer(self) -> None:
        S, name = self.S, self.data.get("dealer")
        known = isinstance(name, str) and name in self.names
        if dealer_is_drawn(S):
            if not known:
                raise self.line.error("wrong-dealer", "dealer", "dealer_known")
            S[st.DEALER_IS] = self.names.index(name)
        elif name != self.names[S[st.DEALER_IS]]:
            ruled = self.names[S[st.DEALER_IS]]
            raise self.line.error("wrong-dealer", "dealer", "wrong_dealer", name=ruled)

    # --- the cards ---------------------------------------------------------------------

    def _hands(self) -> list[list[str]]:
        S, line, names = self.S, self.line, self.names
        written = self.data.get("hands")
        if not isinstance(written, dict) or any(written.get(n) is None for n in names):
            raise line.error("wrong-deck", "hands", "hands_all")
        dealt = []
        for name in names:
            text = str_or_none(written[name])
            wrong = wrong_card(text)
            if text is None or wrong is not None:
                text = wrong or shown(written[name])
                raise line.error("bad-card", f"hands.{name}", "bad_card_of", name=name, text=text)
            dealt.append(text.split())
        pack = self.setting.rules.pack(len(names))
        if any(len(c) == 1 and c != "*" for cards in dealt for c in cards):
            # suits were not noted: they count nowhere in this deal
            dealt = [[card[0] for card in cards] for cards in dealt]
            pack = [card[0] for card in pack]
        self._check_deck(counted([card for cards in dealt for card in cards]), counted(pack))
        self._check_shares(dealt)
        for p, cards in enumerate(dealt):
            S[st.HAND + p] = self.setting.text.order.pack(cards)
            S[st.CLUBS + p] = cards.count("3c")
        count_hands(S)
        return dealt

    def _check_deck(self, there: dict[str, int], pack: dict[str, int]) -> None:
        if there == pack:
            return
        w = self.line.words
        missing = [w.face(c) for c in pack if there.get(c, 0) < pack[c]]
        extra = [w.face(c) for c in there if there[c] > pack.get(c, 0)]
        key = "wrong_deck" if missing and extra else "deck_missing" if missing else "deck_extra"
        raise self.line.error(
            "wrong-deck", "hands", key, missing=" ".join(missing[:8]), extra=" ".join(extra[:8])
        )

    def _check_shares(self, dealt: list[list[str]]) -> None:
        S = self.S
        shares = [S[st.SHARE]] * len(dealt)
        for p in extra_players(S):
            shares[p] += 1
        for name, cards, share in zip(self.names, dealt, shares, strict=True):
            if len(cards) != share:
                raise self.line.error(
                    "wrong-deal", "hands", "wrong_deal", name=name, n=share, there=len(cards)
                )

    # --- how it ended ------------------------------------------------------------------

    def _outcome(self, deal: Deal) -> None:
        places = self.data.get("places")
        if places is not None and (not deal.over or places != list(deal.standing or ())):
            key = "wrong_places" if deal.over else "not_over"
            names = list(deal.standing or ())
            raise self.line.error("wrong-places", "places", key, names=names, field="places")
        for field, ruled in (("points", deal.points), ("totals", deal.totals)):
            value = self.data.get(field)
            if value is None or (deal.over and same_numbers(value, ruled)):
                continue
            told = [f"{name} {n}" for name, n in ruled.items()]
            key = f"wrong_{field}" if deal.over else "not_over"
            raise self.line.error(f"wrong-{field}", field, key, numbers=told, field=field)


def same_numbers(value: Any, ruled: dict[str, int]) -> bool:
    """Whether a record's numbers by name are those of the rules; true is not 1."""
    return (
        isinstance(value, dict)
        and value == ruled
        and not any(isinstance(n, bool) for n in value.values())
    )
