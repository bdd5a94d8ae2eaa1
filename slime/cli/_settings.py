"""Rule sets as a person types them on the command line: a name, then ``field=value``."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from slime.game.presets import FIELDS
from slime.game.rules import Rules
from slime.game.rules import rules as make_rules
from slime.i18n import Words, words

_YES_NO = {
    **dict.fromkeys(("yes", "true", "on", "да"), True),
    **dict.fromkeys(("no", "false", "off", "нет"), False),
}
_NUMBERS = re.compile(r"(-?\d+(?:\s*[,;]\s*-?\d+)*)?")


def read_rules(typed: Sequence[str] | None) -> Rules:
    """The rule set that some words of a command line name.

    The first word is its name unless it has a ``=``; ``ValueError`` says what is wrong.

    >>> read_rules(["king-and-slave", "variants=2", "players=4-6"])
    rules('king-and-slave', players=[4, 6], passing='locked')
    """
    w = words()
    names = list(typed or ())
    preset = names.pop(0) if names and "=" not in names[0] else "slime-licker"
    fields: dict[str, Any] = {}
    for text in names:
        field, equals, value = text.partition("=")
        field = field.strip().replace("-", "_")
        if not equals:
            raise ValueError(w("cli.rules.no_pair", text=text))
        if field in fields:
            raise ValueError(w("cli.rules.twice", field=field))
        fields[field] = read_value(field, value.strip())
    variants = fields.pop("variants", ())
    return make_rules({"preset": preset, **fields}, variants=variants)


def read_strategies(typed: Sequence[str], count: int) -> str | list[str]:
    """Strategies as typed, one for all or one for each; ``ValueError`` says what is wrong.

    >>> read_strategies(["patient(until=2)"], 5), read_strategies(["lowest", "random"], 2)
    ('patient(until=2)', ['lowest', 'random'])
    """
    w = words()
    for text in typed:
        check_strategy(text, w)
    if len(typed) == 1:
        return typed[0]
    if len(typed) != count:
        raise ValueError(w("cli.play.not_one_each", n=count, given=len(typed)))
    return list(typed)


def check_strategy(text: str, w: Words) -> None:
    """Raise ``ValueError``, in the language set, if this names no strategy with its settings."""
    from slime.strategies.base import read_call
    from slime.strategies.registry import registry

    try:
        name, settings = read_call(text)
    except ValueError:
        raise ValueError(w("cli.strategy.unread", text=repr(text)[:80])) from None
    known = registry()
    if name not in known:
        raise ValueError(w("cli.play.no_strategy", name=name[:60], names=list(known)))
    try:
        known[name](**settings)
    except ValueError:
        options = [
            w("cli.strategy.setting", name=o.name, least=o.least, most=o.most)
            for o in known[name].options
        ]
        key = "cli.strategy.settings" if options else "cli.strategy.no_settings"
        raise ValueError(w(key, text=text[:60], name=name, settings=options)) from None


def check_whole(option: str, value: int | None, least: int, most: int | None = None) -> None:
    """Raise ``ValueError``, in the language set, for a number out of reach; None was not named."""
    if value is None or (least <= value and (most is None or value <= most)):
        return
    shown = str(value) if abs(value) < 10**30 else f"{str(value)[:30]}..."
    if most is None:
        raise ValueError(words()("cli.number_from", option=option, least=least, value=shown))
    raise ValueError(words()("cli.number_to", option=option, least=least, most=most, value=shown))


def check_seed(seed: int) -> None:
    """Raise ``ValueError``, in the language set, for what is no seed."""
    if not 0 <= seed < 1 << 64:
        raise ValueError(words()("cli.play.no_seed", seed=seed))


def check_figure(path: str) -> None:
    """Raise ``ValueError``, in the language set, for a file that no figure can be written to."""
    from slime.figures.figure import ENDINGS, kind_of

    try:
        kind_of(path)
    except ValueError:
        wrong = words()("tournament.command.bad_ending", file=path, endings=", ".join(ENDINGS))
        raise ValueError(wrong) from None


def read_value(field: str, text: str) -> Any:
    """A field's value as typed; what is no value of it stays text, for the rules to refuse.

    >>> read_value("exchange", "3,2,1"), read_value("must_play", "yes"), read_value("wild", "23")
    ([3, 2, 1], True, '23')
    >>> read_value("match", "deals:7"), read_value("players", "5"), read_value("decks", "auto")
    ({'deals': 7}, [5, 5], None)
    """
    if field in ("variants", "players"):
        numbers = _numbers(text.replace("-", ",") if field == "players" else text)
        if not numbers:
            raise ValueError(words()("cli.rules.no_list", field=field, text=repr(text)))
        return numbers * 2 if field == "players" and len(numbers) == 1 else numbers
    known = FIELDS.get(field)
    if known is not None and known.values and isinstance(known.values[0], bool):
        return _YES_NO.get(text.lower(), text)
    if field in ("exchange", "scoring"):
        numbers = _numbers(text)
        return text if numbers is None else numbers
    if field == "decks":
        return None if text.lower() in ("auto", "null", "none") else _whole(text)
    if field in ("suits", "jokers"):
        return _whole(text)
    if field == "match":
        kind, colon, length = text.partition(":")
        if colon and not text.startswith("{"):
            return {kind.strip(): _whole(length)}
        return _json(text)
    if field == "wild" and text.lower() == "none":
        return ""
    return text


def _whole(text: str) -> Any:
    return int(text) if re.fullmatch(r"\s*-?\d{1,18}\s*", text) else text


def _numbers(text: str) -> list[int] | None:
    """Whole numbers with commas between; None for anything else."""
    bare = text.strip()
    listed = bare.startswith("[") and bare.endswith("]") and len(bare) > 1
    inner = bare[1:-1].strip() if listed else bare
    if not (inner or listed) or not _NUMBERS.fullmatch(inner):
        return None
    return [int(n) for n in re.findall(r"-?\d+", inner)]


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


__all__ = [
    "check_figure",
    "check_seed",
    "check_strategy",
    "check_whole",
    "read_rules",
    "read_strategies",
    "read_value",
]
