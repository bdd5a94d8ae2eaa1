"""Writing records."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from slime._checks import invalid
from slime.engine.layout import SEATS_AT
from slime.engine.seating import sit_to_play
from slime.game.deal import Deal
from slime.game.events import Gave, Passed, Played
from slime.game.notation import natural_reading
from slime.game.rules import Rules
from slime.records.format import FORMAT, written_names


def write_deals(
    rules: Rules,
    players: Sequence[str],
    deals: Iterable[Deal],
    meta: Mapping[str, Any] | None = None,
) -> str:
    """The record of some deals, which must be the first ones of a match, in order.

    Parameters
    ----------
    rules : Rules
        What they were played by.
    players : sequence of str
        Names; a blank in one is written as ``_``, and ``meta["names"]`` says what is shown.
    deals : iterable of Deal
        The deals; only the last one may be unfinished.
    meta : mapping, optional
        Written as it is.

    Returns
    -------
    str
        The record: a header and a line for each deal.

    Raises
    ------
    ValueError
        If JSON cannot hold `meta`.

    Examples
    --------
    >>> import slime
    >>> names = ["Anna K.", "Boris", "Vera", "Gleb"]
    >>> record = json.loads(write_deals(slime.rules("slime-licker"), names, []))
    >>> record["players"], record["meta"]
    (['Anna_K.', 'Boris', 'Vera', 'Gleb'], {'names': {'Anna_K.': 'Anna K.'}})
    """
    meta = dict(meta or {})
    shown = meta.get("names")
    known = {v: k for k, v in shown.items()} if isinstance(shown, dict) else {}
    names = written_names(players, known)
    if blanks := {text: name for name, text in names.items() if text != name}:
        meta["names"] = blanks
    header = {"record": FORMAT, "rules": rules.header(), "players": list(names.values())}
    if meta:
        try:
            json.dumps(meta, allow_nan=False)
        except (TypeError, ValueError, RecursionError) as problem:
            raise invalid("record.meta", why=str(problem)) from None
        header["meta"] = meta
    lines = (header, *(deal_to_json(deal, names) for deal in deals))
    return "".join(_line(data) + "\n" for data in lines)


def deal_to_json(deal: Deal, names: Mapping[str, str] | None = None) -> dict[str, Any]:
    """One deal as the object that its line of a record is.

    What is known is written; an exchange that is not complete is left out.

    Parameters
    ----------
    deal : Deal
        A deal, finished or not.
    names : mapping of str to str, optional
        The name that is written for each player; blanks become ``_`` if None.

    Returns
    -------
    dict
        What JSON can hold.

    Examples
    --------
    >>> import slime
    >>> list(deal_to_json(slime.Match("slime-licker", players=4, seed=1).next_deal()))
    ['deal', 'seats', 'dealer', 'hands', 'plays']
    """
    named = (names or written_names(deal.players, {})).__getitem__
    data: dict[str, Any] = {
        "deal": deal.number,
        "seats": list(map(named, seats_in_play(deal))),
        "dealer": named(deal.dealer),
    }
    if deal.previous_standing is not None:
        data["before"] = list(map(named, deal.previous_standing))
    data["hands"] = {
        named(n): " ".join(cards) for n, cards in zip(deal.players, deal.dealt, strict=True)
    }
    if deal.phase == "exchange":
        return data
    gifts, plays = [], []
    for event in deal.events:
        if isinstance(event, Gave):
            cards = " ".join(deal.text.order.sort(event.cards))
            gifts.append({"from": named(event.giver), "to": named(event.taker), "cards": cards})
        elif isinstance(event, Played):
            plays.append(f"{named(event.player)} {_set(deal, event)}")
        elif isinstance(event, Passed):
            plays.append(f"{named(event.player)} -")
    if gifts:
        data["exchange"] = gifts
    data["plays"] = plays
    if deal.over:
        data["places"] = list(map(named, deal.standing or ()))
        data["points"] = {named(name): n for name, n in deal.points.items()}
        data["totals"] = {named(name): n for name, n in deal.totals.items()}
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
