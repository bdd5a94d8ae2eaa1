"""Judging a deal of a record step by step, with the game's own rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain, takewhile
from typing import Any

from slime.engine import layout as st
from slime.engine.beats import set_lead
from slime.engine.exchange import gift_count, gift_from, gift_to, gifts, start_exchange
from slime.engine.hands import count_at
from slime.engine.seating import (
    begin_deal,
    count_hands,
    dealer_is_drawn,
    extra_players,
    first_leader,
    lead_rule,
    link_seats,
    sit_to_play,
)
from slime.engine.turns import start_trick
from slime.game.cards import JOKER_LETTER, KNOWN_CARDS, RANK_LETTERS
from slime.game.deal import Deal, Run, Step, do_plays
from slime.game.errors import IllegalAction
from slime.game.notation import Reading
from slime.game.setting import Setting
from slime.records.format import Line, RecordError, shown

_DECLARED = frozenset("=" + rank for rank in (*RANK_LETTERS, JOKER_LETTER))
_WITH_SUIT = frozenset(card for card in KNOWN_CARDS if len(card) > 1 or card == JOKER_LETTER)


class Judge:
    """Judges the deals of a match, one after another."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        #: What does plays on the state; a faster one may be put here.
        self.run: Run = do_plays
        self.pack = setting.rules.pack(len(setting.names))
        self.known = frozenset(self.pack)
        self.sorted_pack = sorted(self.pack)
        #: A play as it mostly stands in a record, a play of cards with suits; None for all else.
        self.plain = lru_cache(1 << 16)(self._plain)

    def deal(self, S: list[int], data: dict[str, Any], line: Line) -> Deal:
        """The deal that a line tells, as far as it was played; raises `RecordError`.

        `S` is the state of the match before it.
        """
        return _DealJudge(self, S, data, line).judge()

    def _plain(self, written: str) -> Step | None:
        name, *tokens = written.split() or [""]
        if name not in self.setting.names or not tokens:
            return None
        p = self.setting.names.index(name)
        if tokens == ["-"]:
            return Step(p, 0, None)
        declared = tokens.pop()[1:] if tokens[-1] in _DECLARED else None
        if not tokens or not _WITH_SUIT.issuperset(tokens):
            return None
        cards = sorted(tokens, key=len, reverse=True)  # as a deal notes what is typed
        action = self.setting.text.action(Reading(cards, declared))
        return Step(p, action, tuple(cards)) if action > 0 else None


class _Leader:
    """Takes the seats of play and lets the first leader lead, as far as he is known.

    Who is drawn to lead, or where suits were not noted, is known from the first play on.
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


class _DealJudge:
    """Judges one line, in the order in which a record's faults count."""

    def __init__(
        self,
        match: Judge,
        S: list[int],
        data: dict[str, Any],
        line: Line,
    ) -> None:
        self.match = match
        self.setting = match.setting
        self.names = match.setting.names
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
        begin = _Leader()
        if not start_exchange(self.S):
            self.S[st.PHASE] = st.OVER  # how a deal is told that none is due
        deal = Deal(self.setting, self.S, dealt, begin)
        self.held: list[list[str]] | None = dealt
        self._exchange(deal)
        self._plays(deal, begin)
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
        elif S[st.INITIAL_PLACES]:
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
            try:
                dealt.append(self._cards(written[name]))
            except IllegalAction as problem:
                raise line.error(
                    problem.code, f"hands.{name}", "bad_card_of", name=name, what=str(problem)
                ) from None
        if not all(map(_WITH_SUIT.issuperset, dealt)):
            # suits were not noted: they count nowhere in this deal
            dealt = [[card[0] for card in cards] for cards in dealt]
            self._check_deck(dealt, [card[0] for card in self.match.pack])
        elif sorted(chain(*dealt)) != self.match.sorted_pack:
            self._check_deck(dealt, self.match.pack)
        self._check_shares(dealt)
        for p, cards in enumerate(dealt):
            S[st.HAND + p] = self.setting.text.order.pack(cards)
            S[st.CLUBS + p] = cards.count("3c")
        count_hands(S)
        return dealt

    def _cards(self, written: Any) -> list[str]:
        """Cards as written; `IllegalAction` for what is none."""
        cards = written.split() if isinstance(written, str) else [written]
        if isinstance(written, str) and KNOWN_CARDS.issuperset(cards):
            return cards
        for card in cards:
            if not isinstance(card, str) or card not in KNOWN_CARDS:
                raise IllegalAction("bad-card", self.line.no_card(card))
        return cards

    def _check_deck(self, dealt: list[list[str]], pack: list[str]) -> None:
        there = Counter(chain(*dealt))
        missing, extra = Counter(pack) - there, there - Counter(pack)
        if missing or extra:
            key = "wrong_deck" if missing and extra else "deck_missing" if missing else "deck_extra"
            face = self.line.words.faces
            told = {"missing": face([*missing][:8]), "extra": face([*extra][:8])}
            raise self.line.error("wrong-deck", "hands", key, **told)

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

    # --- gifts and plays ---------------------------------------------------------------

    def _exchange(self, deal: Deal) -> None:
        """Give the gifts of the record, unless the exchange is still due."""
        S, names = deal.S, self.names
        written = self.data.get("exchange")
        if written is None and self.data.get("plays") in (None, []):
            return
        exchange = gifts(S) if S[st.PHASE] == st.EXCHANGING else []
        due = [(gift_from(S, g), gift_to(S, g), gift_count(S, g)) for g in exchange]
        given = self._gifts(written, {(names[giver], names[taker]) for giver, taker, _ in due})
        told = [given.get((names[giver], names[taker]), (-1, [])) for giver, taker, _ in due]
        pack = self.setting.text.order.pack
        done = 0
        if self.held and all(self.match.known.issuperset(cards) for _, cards in told):
            steps = [
                Step(giver, pack(cards), tuple(sorted(cards, key=len, reverse=True)))
                for (giver, _, _), (_, cards) in zip(due, told, strict=True)
            ]
            done = deal.follow_gifts(steps, self.held)
        for (giver, taker, size), (i, cards) in zip(due[done:], told[done:], strict=True):
            if i < 0:
                who = {"giver": names[giver], "taker": names[taker]}
                raise self.line.error("exchange-missing", "exchange", "no_gift", **who)
            try:
                if not cards:
                    raise IllegalAction(
                        "exchange-count", self.line.words("game.exchange_count", count=size)
                    )
                deal.give(" ".join(cards))
            except IllegalAction as problem:
                raise self._at_gift(i, problem) from None
        if done < len(due):
            self.held = None

    def _gifts(
        self, written: Any, owed: set[tuple[str, str]]
    ) -> dict[tuple[str, str], tuple[int, list[str]]]:
        """Number and cards of each gift by giver and taker, each owed and given once."""
        given: dict[tuple[str, str], tuple[int, list[str]]] = {}
        if written is not None and not isinstance(written, list):
            raise self.line.error("exchange-pair", "exchange", "exchange_list")
        for i, gift in enumerate(written or ()):
            fields = gift if isinstance(gift, dict) else {}
            pair = (str(fields.get("from")), str(fields.get("to")))
            try:
                if pair not in owed or pair in given:
                    raise IllegalAction("exchange-pair", self.line.words("record.no_such_gift"))
                given[pair] = (i, self._cards(fields.get("cards")))
            except IllegalAction as problem:
                raise self._at_gift(i, problem) from None
        return given

    def _at_gift(self, i: int, problem: IllegalAction) -> RecordError:
        return self.line.error_in(problem.code, f"exchange[{i}]", str(problem), gift=i + 1)

    def _plays(self, deal: Deal, begin: _Leader) -> None:
        """Play what the record says; who led first is noted where only the first play tells."""
        plays = self.data.get("plays")
        if plays is None:
            return
        if not isinstance(plays, list):
            raise self.line.error("bad-play", "plays", "plays_list")
        done = 0
        while (
            done := done + deal.follow(self._steps(plays[done:]), self.held, self.match.run)
        ) < len(plays):
            i, written = done, plays[done]
            done += 1
            try:
                player, cards = self._play(written)
                self._check_turn(deal, player, begin, first=i == 0)
                deal.play(" ".join(cards))
                self.held = None  # to be asked for again
            except IllegalAction as problem:
                told = {"play": i + 1, "text": shown(written)}
                raise self.line.error_in(
                    problem.code, f"plays[{i}]", str(problem), **told
                ) from None

    def _steps(self, plays: list[Any]) -> Iterable[Step | None]:
        """Plays as steps, up to the first that is no text."""
        texts = plays if set(map(type, plays)) <= {str} else takewhile(_is_text, plays)
        return map(self.match.plain, texts)

    def _play(self, written: Any) -> tuple[int, list[str]]:
        """Number of the player, and his cards or ``-``."""
        tokens = written.split() if isinstance(written, str) else []
        bare = all(word.startswith("=") for word in tokens[1:])  # no cards, though perhaps a rank
        if bare or tokens[0] not in self.names:
            raise IllegalAction("bad-play", self.line.words("record.bad_play"))
        name, *cards = tokens
        if cards != ["-"]:
            self._cards(" ".join(cards[:-1] if cards[-1] in _DECLARED else cards))
        return self.names.index(name), cards

    def _check_turn(self, deal: Deal, player: int, begin: _Leader, *, first: bool) -> None:
        """Whether it is this player's turn, or, before any card was played, first lead."""
        S, w = deal.S, self.line.words
        if deal.over:
            raise IllegalAction("deal-over", w("game.deal_over"))
        if first and S[st.TURN] < 0:
            by_three = lead_rule(S) == st.LEAD_CLUBS  # suits were not noted: any three will do
            if by_three and count_at(S[st.HAND + player], S[st.THREE]) == 0:
                raise IllegalAction("wrong-leader", w("record.leader_three"))
            begin.lead(S, player)
        elif S[st.TURN] != player:
            code = "wrong-leader" if first else "out-of-turn"
            raise IllegalAction(code, w(f"record.{code.replace('-', '_')}", player=deal.turn))

    # --- how it ended ------------------------------------------------------------------

    def _outcome(self, deal: Deal) -> None:
        for field, ruled in (
            ("places", list(deal.standing or ())),
            ("points", deal.points),
            ("totals", deal.totals),
        ):
            value = self.data.get(field)
            if value is None or (deal.over and value == ruled and not _has_bool(value)):
                continue
            told = [f"{one} {ruled[one]}" if isinstance(ruled, dict) else one for one in ruled]
            key = f"wrong_{field}" if deal.over else "not_over"
            raise self.line.error(
                f"wrong-{field}", field, key, names=told, numbers=told, field=field
            )


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _has_bool(value: Any) -> bool:
    """Whether true or false stands among a record's numbers: true is not 1."""
    return isinstance(value, dict) and any(isinstance(n, bool) for n in value.values())
