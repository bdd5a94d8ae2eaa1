"""A deal as a code to copy: rules, cards, moves and the step shown, in one word of text.

A code begins with its version. Behind ``~`` stands the step. The seed of the match is in it
where that gives no coming deal away.
"""

from __future__ import annotations

import base64
import json
import zlib
from itertools import chain
from typing import Any

from slime._checks import invalid
from slime.engine import layout as st
from slime.engine.dealing import begin_play, open_exchange
from slime.engine.seating import begin_deal, count_hands, link_seats
from slime.engine.turns import start_trick
from slime.game.deal import Deal
from slime.game.events import Gave, Passed, Played
from slime.game.rules import from_json
from slime.game.setting import make_setting
from slime.strategies.registry import find_all

VERSION = "slime1."
#: No deal unpacks to more: a longer text was not written here.
_MOST = 100_000


def write_code(deal: Deal, seed: int | None = None) -> str:
    """The code of a deal.

    >>> import slime
    >>> match = slime.Match("slime-licker", ["Anna", "Boris", "Vera", "Gleb"], seed=1).finish()
    >>> code = write_code(match.deals[1])
    >>> deal, step = read_code(code + "~30")
    >>> code[:7], step, deal.number, deal.standing == match.deals[1].standing
    ('slime1.', 30, 2, True)
    """
    at, start = deal.players.index, deal.at(0)
    before = deal.previous_standing
    moves: list[str] = []
    lead = -1
    for event in deal.events:
        if isinstance(event, (Played, Passed)) and lead < 0:
            lead = at(event.player)
        if isinstance(event, Gave):
            moves.append("".join(event.cards))
        elif isinstance(event, Played):
            moves.append("".join(event.cards) + "=" + event.rank)
        elif isinstance(event, Passed):
            moves.append("-")
    data = {
        "rules": deal.rules.header(),
        "players": deal.players,
        "strategies": [None if s is None else str(s) for s in deal.setting.strategies],
        "seed": seed,
        "deal": deal.number,
        "dealer": at(deal.dealer),
        "seats": [at(name) for name in deal.dealt_seats],
        "before": before and [at(name) for name in before],
        "totals": list(start.totals.values()),
        "lead": lead,
        "hands": ["".join(cards) for cards in deal.dealt],
        "moves": " ".join(moves),
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    packed = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    return VERSION + packed


def is_code(text: str) -> bool:
    """Whether a text is meant as a code of a deal."""
    return text.strip().startswith(VERSION)


def read_code(code: str, lang: str | None = None) -> tuple[Deal, int | None]:
    """The deal of a code, each move judged by the rules, and the step shown."""
    packed, _, step = code.strip().removeprefix(VERSION).partition("~")
    try:
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(
            base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), _MOST
        )
        deal = _deal(json.loads(text), lang)
        return deal, int(step) if step else None
    except Exception as problem:
        raise invalid("table.error.code", lang=lang, why=str(problem)) from None


def _deal(data: dict[str, Any], lang: str | None) -> Deal:
    rules, names = from_json(data["rules"]), tuple(map(str, data["players"]))
    rules.check_players(len(names))
    strategies = find_all([_known(one) for one in data["strategies"]], len(names))
    setting = make_setting(rules, names, strategies, lang)
    S = rules.numbers(len(names))
    count = len(names)
    S[st.DEAL], S[st.DEALER_IS] = int(data["deal"]) - 1, 0
    S[st.TOTALS : st.TOTALS + count] = data["totals"]
    S[st.SEATS_AT : st.SEATS_AT + count] = data["seats"]
    if data["before"] is not None:
        S[st.STANDING : st.STANDING + count] = data["before"]
        S[st.HAS_STANDING] = 1
    begin_deal(S)
    S[st.SEATS_AT : st.SEATS_AT + count] = data["seats"]
    S[st.DEALER_IS] = int(data["dealer"])
    link_seats(S)
    hands = [_cards(text) for text in data["hands"]]
    there, pack = sorted(chain(*hands)), sorted(rules.pack(count))
    if there not in (pack, sorted(card[0] for card in pack)):
        raise ValueError("hands")
    for p, cards in enumerate(hands):
        S[st.HAND + p] = setting.text.order.pack(cards)
        S[st.CLUBS + p] = cards.count("3c")
        player = setting.strategies[p]
        if player is not None:
            player.write_options(S, p)
    count_hands(S)

    def begin(S: list[int]) -> None:
        begin_play(S)
        if data["lead"] >= 0 and S[st.TURN] != data["lead"]:  # drawn from a stream not known here
            start_trick(S, int(data["lead"]))

    if not open_exchange(S):
        S[st.PHASE] = st.OVER
    deal = Deal(setting, S, hands, begin)
    for move in data["moves"].split():
        cards, _, rank = move.partition("=")
        if deal.phase == "exchange":
            deal.give(_cards(cards))
        else:
            deal.play("-" if cards == "-" else [*_cards(cards), "=" + rank])
    return deal


def _known(strategy: Any) -> Any:
    """A strategy by its name, ``lowest`` for one that is not known here; a person plays."""
    try:
        find_all(strategy, 1)
    except ValueError:
        return "lowest"
    return strategy


def _cards(text: str) -> list[str]:
    """Cards written without blanks; suitless ones stand with the joker in one letter."""
    cards: list[str] = []
    for char in text:
        if char in "cdhs" and cards:
            cards[-1] += char
        else:
            cards.append(char)
    return cards
