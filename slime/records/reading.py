"""Reading a record: as a dictionary that says whether it is right, or as deals to step through."""

from __future__ import annotations

from typing import Any

from slime.engine import layout as st
from slime.engine.seating import close_deal
from slime.game.deal import Deal
from slime.game.match import make_setting, winners
from slime.game.rules import Rules
from slime.i18n import words
from slime.records.fault import Line, RecordError
from slime.records.header import Header, read_header
from slime.records.judge import DealJudge
from slime.records.lines import read_object, split_lines
from slime.records.writing import seats_in_play, write_deals


class Recorded:
    """A right record: `rules`, `players`, `meta` and `deals`, the last one maybe unfinished.

    Each deal can be stepped through with ``deal.at(n)``; nothing says who played it, so no
    strategy plays on.
    """

    def __init__(self, header: Header, deals: list[Deal]) -> None:
        self.rules: Rules = header.rules
        self.players = header.players
        self.meta = header.meta
        self.deals = deals

    @property
    def finished(self) -> list[Deal]:
        """The deals that were played to their end."""
        return self.deals if not self.deals or self.deals[-1].over else self.deals[:-1]

    @property
    def totals(self) -> dict[str, int]:
        """Points of all finished deals."""
        return self.deals[-1].totals if self.deals else dict.fromkeys(self.players, 0)

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return bool(self.deals) and _after(self.deals[-1])[st.ENDED] == 1

    @property
    def winners(self) -> list[str] | None:
        """Who won, sorted by name; None while the match is not over."""
        return winners(self.rules, self.totals) if self.over else None

    def result(self) -> dict[str, Any]:
        """Where the match stands, as `replay` gives it."""
        finished = self.finished
        last = self.deals[-1] if self.deals else None
        return {
            "ok": True,
            "deals": len(finished),
            "totals": self.totals,
            "places": list(finished[-1].standing or ()) if finished else None,
            "winners": self.winners,
            "state": None if last is None or last.over else _state(last),
        }

    def record(self) -> str:
        """The record, written anew: what can be worked out is filled in."""
        return write_deals(self.rules, self.players, self.deals, self.meta)

    def __repr__(self) -> str:
        return f"<Recorded {self.rules!r}, {', '.join(self.players)}, {len(self.deals)} deals>"


def _after(deal: Deal) -> list[int]:
    """The state of the match after a deal, as it goes into the next one."""
    S = deal.S[:]
    if deal.over:
        close_deal(S)
    return S


def _state(deal: Deal) -> dict[str, Any]:
    if deal.phase == "exchange":
        owed = [{"from": d.giver, "to": d.taker, "count": d.size} for d in deal.gifts_due()]
        return {"phase": "exchange", "seats": list(seats_in_play(deal)), "due": owed}
    top = deal.to_beat
    return {
        "phase": "play",
        "seats": list(deal.seats),
        "to_play": deal.turn,
        "on_table": top and {"rank": top.rank, "size": top.size, "by": top.by},
        "left": deal.cards_left,
        "legal": sorted(deal.legal()),
    }


def read(text: str | bytes, lang: str | None = None) -> Recorded:
    """The match that a record tells, each step of it judged.

    Raises `RecordError`, a ``ValueError``, at the first fault; its sentence is in the language
    named or set.

    >>> read('{"record": "slime/1", "rules": "slime-licker", "players": ["Anna"]}', "en")
    Traceback (most recent call last):
    ...
    slime.records.fault.RecordError: Line 1: 1 player cannot play by these rules, 4 to 7 can.
    """
    w = words(lang)
    lines = split_lines(text)
    number, first = next(lines, (1, None))
    header = read_header(read_object(first), Line(number, 0, w))
    setting = make_setting(header.rules, header.players, None, w.lang)
    recorded = Recorded(header, [])
    deals, S = recorded.deals, header.S
    place = Line(number, 0, w)
    for number, written in lines:
        data = read_object(written)
        if data is None:
            raise Line(number, 0, w).error("bad-json", f"line[{number}]", "bad_json")
        if deals and not deals[-1].over:
            raise place.error("incomplete-deal", "", "incomplete_deal", n=place.deal)
        if S[st.ENDED]:
            raise Line(number, len(deals) + 1, w).error("match-over", "", "match_over")
        place = Line(number, len(deals) + 1, w)
        deal = DealJudge(setting, S, data, place).judge()
        if deals:
            deals[-1].closed = True
        deals.append(deal)
        S = _after(deal)
    return recorded


def replay(text: str | bytes, lang: str | None = None) -> dict[str, Any]:
    """Judge every step of a record, trusting nothing that can be worked out.

    Of a right record: ``{"ok": True, "deals", "totals", "places", "winners", "state"}``, where
    `state` is what comes next in an unfinished deal.  Otherwise ``{"ok": False, "error": {"code",
    "at", "message"}}`` of the first fault, the message in the language named or set.  Whatever
    the text holds, nothing is raised; ``ValueError`` for what is neither text nor bytes.

    >>> replay("hello", "en")["error"]["code"]
    'bad-header'
    """
    try:
        return read(text, lang).result()
    except RecordError as problem:
        return problem.result()
