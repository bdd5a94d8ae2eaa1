"""The first line of a record: format, players, rules."""

from __future__ import annotations

from typing import Any, NamedTuple

from slime.game.match import check_names
from slime.game.presets import FIELDS, PRESETS
from slime.game.rules import Rules, RulesError
from slime.records.fault import Line, RecordError, shown

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
    rules = _rules(data.get("rules"), line)
    try:
        S = rules.numbers(len(players))
    except RulesError as problem:
        raise _rules_error(problem, data, line, rules, len(players)) from None
    meta = data.get("meta")
    return Header(rules, players, meta if isinstance(meta, dict) else {}, S)


def _players(names: Any, line: Line) -> tuple[str, ...]:
    if isinstance(names, list) and names:
        try:
            return check_names(names)
        except ValueError:
            pass
    raise line.error("bad-players", "players", "bad_players")


def _rules(value: Any, line: Line) -> Rules:
    # A record names a preset by its own name; other names of it are for people who type.
    named = dict(value) if isinstance(value, dict) else {"preset": value}
    preset = named.pop("preset", None)
    try:
        return Rules(preset, named)
    except RulesError as problem:
        raise _rules_error(problem, {"rules": named}, line) from None


def _rules_error(
    problem: RulesError,
    data: dict[str, Any],
    line: Line,
    rules: Rules | None = None,
    count: int = 0,
) -> RecordError:
    """The rules' own error in words for the reader of a record."""
    field = problem.at.removeprefix("rules.")
    values: dict[str, Any] = {}
    if problem.code == "bad-players" and rules is not None:
        key = "players_count"
        values = {"n": count, "least": rules.players[0], "most": rules.players[1]}
    elif problem.code == "rules-conflict":
        key = f"conflict.{field}"
    elif problem.at == "rules":
        key, values = "no_preset", {"presets": list(PRESETS)}
    elif field not in FIELDS:
        key, values = "no_field", {"field": shown(field)}
    else:
        possible = [shown(v) or '""' for v in FIELDS[field].values]
        key = "no_value_of" if possible else "no_value"
        values = {"field": field, "value": shown(data["rules"].get(field)), "values": possible}
    return line.error(problem.code, problem.at, key, **values)
