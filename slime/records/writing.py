"""Writing records."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from slime.engine.layout import SEATS_AT
from slime.engine.seating import sit_to_play
from slime.engine.streams import VERSION
from slime.game.deal import Deal
from slime.game.events import Gave, Passed, Played
from slime.game.notation import natural_reading
from slime.game.rules import Rules
from slime.records.header import FORMAT

if TYPE_CHECKING:
    from slime.game.match import Match


def write_match(match: Match) -> str:
    """The record of a match so far, with all that is needed to play it again in its `meta`."""
    meta = {
        "seed": match.seed,
        "number": match.number,
        "strategies": [None if s is None else str(s) for s in match.setting.strategies],
        "streams": VERSION,
        "seated": match.seated,
    }
    return write_deals(match.rules, match.players, match.deals, meta)


def write_deals(
    rules: Rules,
    players: Sequence[str],
    deals: Iterable[Deal],
    meta: Mapping[str, Any] | None = None,
) -> str:
    """The record of some deals, which must be the first ones of a match, in order.

    `meta` is written as it is, unless it is empty; ``ValueError`` if JSON cannot hold it.
    """
    header = {"record": FORMAT, "rules": rules.header(), "players": list(players)}
    if meta:
        try:
            json.dumps(dict(meta), allow_nan=False)
        except (TypeError, ValueError, RecursionError) as problem:
            raise ValueError(f"meta: names and values that JSON can hold ({problem})") from None
        header["meta"] = dict(meta)
    return "".join(_line(data) + "\n" for data in (header, *map(deal_to_json, deals)))


def deal_to_json(deal: Deal) -> dict[str, Any]:
    """One deal as the object that its line of a record is.

    What is known is written; an exchange that is not complete is left out.
    """
    data: dict[str, Any] = {
        "deal": deal.number,
        "seats": list(seats_in_play(deal)),
        "dealer": deal.dealer,
    }
    if deal.previous_standing is not None:
        data["before"] = list(deal.previous_standing)
    data["hands"] = {n: " ".join(c) for n, c in zip(deal.players, deal.dealt, strict=True)}
    if deal.phase == "exchange":
        return data
    gifts, plays = [], []
    for event in deal.events:
        if isinstance(event, Gave):
            cards = " ".join(deal.text.order.sort(event.cards))
            gifts.append({"from": event.giver, "to": event.taker, "cards": cards})
        elif isinstance(event, Played):
            plays.append(f"{event.player} {_set(deal, event)}")
        elif isinstance(event, Passed):
            plays.append(f"{event.player} -")
    if gifts:
        data["exchange"] = gifts
    data["plays"] = plays
    if deal.over:
        data["places"] = list(deal.standing or ())
        data["points"] = deal.points
        data["totals"] = deal.totals
    return data


def seats_in_play(deal: Deal) -> tuple[str, ...]:
    """Names clockwise as they sit, or after the exchange will sit, in play."""
    if deal.phase != "exchange":
        return deal.seats
    S = deal.S[:]
    sit_to_play(S)
    return tuple(deal.players[p] for p in S[SEATS_AT : SEATS_AT + len(deal.players)])


def _set(deal: Deal, event: Played) -> str:
    """The cards of a set: those of its rank first; ``=R`` where it would be read otherwise."""
    cards = sorted(event.cards, key=lambda card: card[0] != event.rank)  # the rest low to high
    ranks = "".join(card[0] for card in cards)
    clear = natural_reading(ranks, deal.rules.wild, deal.rules.ranks) == event.rank
    return " ".join(cards) + ("" if clear else f" ={event.rank}")


def _line(data: Mapping[str, Any]) -> str:
    text = json.dumps(data, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeError:  # half a surrogate pair in a name: only ASCII can say it
        text = json.dumps(data)
    return text
