"""The first line of a record: format, players, rules."""

from __future__ import annotations

from typing import Any, NamedTuple

from slime.game.match import check_names
from slime.game.rules import Rules, RulesError, from_json
from slime.records.fault import Line

#: The format that is written and read.
FORMAT = "slime/1"


class Header(NamedTuple):
    """What the first line says, and the fresh state of such a match."""

    rules: Rules
    players: tuple[str, ...]
    meta: dict[str, Any]
    S: list[int]


def read_header(data: dict[str, Any] | None, line: Line) -> Header:
    """Judge the first line; raises `RecordError`."""
    if data is None or data.get("record") != FORMAT:
        raise line.error("bad-header", "record", "bad_header", format=FORMAT)
    players = _players(data.get("players"), line)
    try:
        # A record names a preset by its own name; other names of it are for people who type.
        rules = from_json(data.get("rules"))
        S = rules.numbers(len(players))
    except RulesError as problem:
        raise line.error_in(problem.code, problem.at, problem.said(line.words.lang)) from None
    meta = data.get("meta")
    return Header(rules, players, meta if isinstance(meta, dict) else {}, S)


def _players(names: Any, line: Line) -> tuple[str, ...]:
    if isinstance(names, list) and names:
        try:
            return check_names(names)
        except ValueError:
            pass
    raise line.error("bad-players", "players", "bad_players")
