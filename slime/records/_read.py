"""Reading records: the header, the deals one after another, and where a match stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO

from slime.engine import layout as st
from slime.game.deal import Deal, Run
from slime.game.match import check_names
from slime.game.played import PlayedMatch, state_after, winners
from slime.game.rules import Rules, RulesError, from_json
from slime.game.setting import Setting, make_setting
from slime.i18n import words
from slime.records.format import DEAL, FORMAT, HEADER, Line, RecordError
from slime.records.judge import Judge
from slime.records.lines import BadLine, Lines, read_object
from slime.records.write import seats_in_play

#: A record of more deals is judged by the compiled rules: they take a second to be there.
_MANY = 500


class Recorded(PlayedMatch):
    """A right record: `rules`, `players`, `meta` and `deals`, the last one maybe unfinished.

    Players are called as they are shown: as ``meta["names"]`` says. Each deal can be stepped
    through with ``deal.at(n)``; nothing says who played it, so no strategy plays on.

    >>> from slime import Match
    >>> match = Match("slime-licker", ["Anna K.", "Boris", "Vera", "Gleb"], seed=1)
    >>> recorded = read(match.finish().record())
    >>> recorded.players, len(recorded.finished), recorded.over, recorded.winners == match.winners
    (('Anna K.', 'Boris', 'Vera', 'Gleb'), 10, True, True)
    >>> recorded.totals == match.totals, list(recorded.result()["totals"])
    (True, ['Anna_K.', 'Boris', 'Vera', 'Gleb'])
    """

    def __init__(self, rules: Rules, meta: dict[str, Any], setting: Setting) -> None:
        self.rules = rules
        self.meta = meta
        self.deals = []
        self._written = setting  # with the record's own names
        names = meta.get("names")
        try:
            shown = names if isinstance(names, dict) else {}
            self.players = check_names([shown.get(name, name) for name in setting.names])
        except ValueError:
            self.players = setting.names

    def result(self) -> dict[str, Any]:
        """Where the match stands, as `replay` gives it: in the record's own names."""
        deals = [_called(deal.copy(), self._written) for deal in self.deals[-2:]]
        last = deals[-1] if deals else None
        finished = [deal for deal in deals if deal.over]
        totals = last.totals if last else dict.fromkeys(self._written.names, 0)
        return {
            "ok": True,
            "deals": finished[-1].number if finished else 0,
            "totals": totals,
            "places": list(finished[-1].standing or ()) if finished else None,
            "winners": winners(self.rules, totals) if self.over else None,
            "state": None if last is None or last.over else _state(last),
        }


def _called(deal: Deal, setting: Setting) -> Deal:
    """A deal whose players are called as in another setting."""
    deal.setting = setting
    return deal


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
        **({"turned": True} if deal.turned else {}),
    }


def _read_header(data: dict[str, Any], line: Line) -> tuple[Rules, tuple[str, ...], list[int]]:
    """The rules, the players' names and the fresh state of such a match."""
    names = data.get("players")
    try:
        players = check_names(names if isinstance(names, list) else None)
    except ValueError:
        players = ()
    if not players or any(char.isspace() for name in players for char in name):
        raise line.error("bad-players", "players", "bad_players")
    try:
        # A record names a preset by its own name; other names of it are for people who type.
        rules = from_json(data.get("rules"))
        return rules, players, rules.numbers(len(players))
    except RulesError as problem:
        raise line.error_in(problem.code, problem.at, problem.said(line.words.lang)) from None


def _open(source: str | bytes | BinaryIO, lang: str | None) -> tuple[Recorded, Iterator[Deal]]:
    """What the header says, and the deals one after another, each judged when it is asked for."""
    w = words(lang)
    lines = Lines(source)
    number, first = next(lines, (1, b""))
    place = Line(number, 0, w)
    data = _object(lines, first, HEADER, place, "bad-header", "record")
    if data.get("record") != FORMAT:
        raise place.error("bad-header", "record", "bad_header", format=FORMAT)
    rules, players, S = _read_header(data, place)
    meta = data.get("meta")
    setting = make_setting(rules, players, lang=w.lang)
    recorded = Recorded(rules, meta if isinstance(meta, dict) else {}, setting)
    return recorded, _deals(lines, recorded, setting, S, place)


def _deals(
    lines: Lines, recorded: Recorded, setting: Setting, S: list[int], place: Line
) -> Iterator[Deal]:
    shown = make_setting(recorded.rules, recorded.players, lang=place.words.lang)
    judge, deal = Judge(setting), None
    for number, written in lines:
        if place.deal == _MANY:
            judge.run = _fastest_run()
        line = Line(number, 0, place.words)
        data = _object(lines, written, DEAL, line, "bad-json", f"line[{number}]")
        if deal is not None and not deal.over:
            raise place.error("incomplete-deal", "", "incomplete_deal", n=place.deal)
        place = line._replace(deal=place.deal + 1)
        if S[st.ENDED]:
            raise place.error("match-over", "", "match_over")
        if deal is not None:
            deal.closed = True
        deal = _called(judge.deal(S, data, place), shown)
        yield deal
        S = state_after(deal)


def _fastest_run() -> Run:
    from slime.simulation.plays import fastest_run

    return fastest_run()


def _object(
    lines: Lines, line: bytes, keys: Sequence[str], place: Line, code: str, at: str
) -> dict[str, Any]:
    """The object of a line, or the error that it is none."""
    try:
        return read_object(line, keys)
    except BadLine as bad:
        why = lines.why(line, bad, first=code == "bad-header")
        key = why.sentence
        if (key, code) == ("bad_json", "bad-header"):
            key = "bad_header"
        what = place.words(f"record.{key}", format=FORMAT, **why.values)
        raise place.error_in(code, at, what, column=why.column) from None


def read(text: str | bytes | BinaryIO, lang: str | None = None) -> Recorded:
    """The match that a record tells, each step of it judged.

    Parameters
    ----------
    text : str, bytes or binary file
        The record itself, the content of a file; or the file, open for reading bytes.
    lang : str, optional
        Language of the deals and of what is said, ``"en"`` or ``"ru"``; the one set if None.

    Returns
    -------
    Recorded
        The rules, the players and the deals, which can be stepped through.

    Raises
    ------
    RecordError
        At the first fault; a ``ValueError``.

    Examples
    --------
    >>> read('{"record": "slime/1", "rules": "slime-licker", "players": ["Anna"]}', "en")
    Traceback (most recent call last):
    ...
    slime.records.format.RecordError: Line 1: players: 4 to 7 can play, not 1
    """
    recorded, deals = _open(text, lang)
    recorded.deals += deals
    return recorded


def replay(text: str | bytes | BinaryIO, lang: str | None = None) -> dict[str, Any]:
    """Judge every step of a record, trusting nothing that can be worked out.

    A file may be longer than memory: no more than two deals are kept.

    Parameters
    ----------
    text : str, bytes or binary file
        The record itself, the content of a file; or the file, open for reading bytes. Whatever it
        holds, nothing is raised.
    lang : str, optional
        Language of the message, ``"en"`` or ``"ru"``; the one set if None.

    Returns
    -------
    dict
        Of a right record ``{"ok": True, "deals", "totals", "places", "winners", "state"}``, where
        `state` is what comes next in an unfinished deal. Otherwise ``{"ok": False, "error":
        {"code", "at", "message"}}`` of the first fault. Players are called as in the record.

    Raises
    ------
    ValueError
        For what is neither text nor bytes.

    Examples
    --------
    >>> replay("hello", "en")["error"]["code"]
    'bad-header'
    """
    try:
        recorded, deals = _open(text, lang)
        for deal in deals:
            recorded.deals = [*recorded.deals[-1:], deal]
        return recorded.result()
    except RecordError as problem:
        return problem.result()
