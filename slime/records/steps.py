"""Judging the gifts and the plays of a deal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from slime.engine import layout as st
from slime.engine.hands import count_at
from slime.engine.seating import lead_rule
from slime.game.cards import JOKER_LETTER, KNOWN_CARDS, RANK_LETTERS
from slime.game.deal import Deal
from slime.game.errors import IllegalAction, illegal
from slime.records.fault import Line, RecordError, shown

_RANKS = frozenset([*RANK_LETTERS, JOKER_LETTER])


class _Gift(NamedTuple):
    """A gift as written: where in the list, and its cards."""

    i: int
    cards: str


def judge_exchange(deal: Deal, data: dict[str, Any], line: Line) -> None:
    """Give the gifts of a record, unless the exchange is still due."""
    due = deal.gifts_due()
    written = data.get("exchange")
    if written is None and data.get("plays") in (None, []):
        return
    given = _read_gifts(written, {(d.giver, d.taker) for d in due}, line)
    for one in due:
        gift = given.get((one.giver, one.taker))
        if gift is None:
            raise line.error(
                "exchange-missing", "exchange", "no_gift", giver=one.giver, taker=one.taker
            )
        try:
            if not gift.cards:
                raise illegal(deal, "exchange-count", count=one.size)
            deal.give(gift.cards)
        except IllegalAction as problem:
            raise _at_gift(line, gift.i, problem.code, str(problem)) from None


def _read_gifts(
    written: Any, owed: set[tuple[str, str]], line: Line
) -> dict[tuple[str, str], _Gift]:
    """The gifts by giver and taker, each owed and given once."""
    given: dict[tuple[str, str], _Gift] = {}
    if written is None:
        return given
    if not isinstance(written, list):
        raise line.error("exchange-pair", "exchange", "exchange_list")
    for i, gift in enumerate(written):
        fields = gift if isinstance(gift, dict) else {}
        giver, taker, cards = (str_or_none(fields.get(key)) for key in ("from", "to", "cards"))
        pair = (giver or "", taker or "")
        if pair not in owed or pair in given:
            raise _at_gift(line, i, "exchange-pair", line.words("record.no_such_gift"))
        wrong = wrong_card(cards)
        if cards is None or wrong is not None:
            what = line.words("game.bad_card", text=wrong or shown(fields.get("cards")))
            raise _at_gift(line, i, "bad-card", what)
        given[pair] = _Gift(i, " ".join(cards.split()))
    return given


def _at_gift(line: Line, i: int, code: str, what: str) -> RecordError:
    return line.error_in(code, f"exchange[{i}]", what, gift=i + 1)


def wrong_card(cards: str | None) -> str | None:
    """The first word that is no card, to be shown; None if all are."""
    return next((shown(c) for c in (cards or "").split() if c not in KNOWN_CARDS), None)


def str_or_none(value: Any) -> str | None:
    """A text, or None for what is none."""
    return value if isinstance(value, str) else None


class _Play(NamedTuple):
    """A play as written: number of the player, and its cards or ``-``."""

    player: int
    cards: list[str]


def judge_plays(
    deal: Deal, lead: Callable[[list[int], int], None], data: dict[str, Any], line: Line
) -> None:
    """Play what a record says; `lead` notes who led first where only the first play tells."""
    plays = data.get("plays")
    if plays is None or plays == []:
        return
    if not isinstance(plays, list):
        raise line.error("bad-play", "plays", "plays_list")
    for i, written in enumerate(plays):
        try:
            play = _read_play(written, deal, line)
            _check_turn(play.player, deal, lead, line, first=i == 0)
            deal.play(" ".join(play.cards))
        except IllegalAction as problem:
            raise line.error_in(
                problem.code, f"plays[{i}]", str(problem), play=i + 1, text=shown(written)
            ) from None


def _read_play(written: Any, deal: Deal, line: Line) -> _Play:
    w = line.words
    tokens = written.split() if isinstance(written, str) else []
    bare = all(word.startswith("=") for word in tokens[1:])  # no cards, though perhaps a rank
    if bare or tokens[0] not in deal.players:
        raise IllegalAction("bad-play", w("record.bad_play"))
    name, *cards = tokens
    if cards != ["-"]:
        plain = cards[:-1] if cards[-1][0] == "=" and cards[-1][1:] in _RANKS else cards
        wrong = wrong_card(" ".join(plain))
        if wrong is not None:
            raise IllegalAction("bad-card", w("game.bad_card", text=wrong))
    return _Play(deal.players.index(name), cards)


def _check_turn(
    player: int,
    deal: Deal,
    lead: Callable[[list[int], int], None],
    line: Line,
    *,
    first: bool,
) -> None:
    """Whether it is this player's turn, or, before any card was laid, first lead."""
    S, w = deal.S, line.words
    if deal.over:
        raise IllegalAction("deal-over", w("game.deal_over"))
    if first and S[st.TURN] < 0:
        by_three = lead_rule(S) == st.LEAD_CLUBS  # suits were not noted: any three will do
        if by_three and count_at(S[st.HAND + player], S[st.THREE]) == 0:
            raise IllegalAction("wrong-leader", w("record.leader_three"))
        lead(S, player)
    elif S[st.TURN] != player:
        key = "wrong_leader" if first else "out_of_turn"
        raise IllegalAction(
            "wrong-leader" if first else "out-of-turn", w(f"record.{key}", player=deal.turn)
        )
