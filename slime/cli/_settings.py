"""Rule sets, players and strategies as a person types them on the command line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from slime._files import check_writable
from slime.cli._command import option
from slime.game.presets import FIELDS, SOME_RANKS
from slime.game.rules import Rules
from slime.game.rules import rules as make_rules
from slime.i18n import words

#: Options that several commands have.
RULES = option("--rules", nargs="+", metavar="NAME", key="cli.play.rules")
PLAYERS = option("--players", nargs="+", metavar="N", default=["5"], key="cli.play.players")
STRATEGIES = option(
    "--strategies", nargs="+", metavar="NAME", default=["lowest"], key="cli.play.strategies"
)
#: Limits of numbers of which there may be very many.
MANY = (1, 10**9)

_YES_NO = {
    **dict.fromkeys(("yes", "true", "on", "да"), True),
    **dict.fromkeys(("no", "false", "off", "нет"), False),
}
_NUMBERS = re.compile(r"(-?\d{1,99}(?:\s*[,;]\s*-?\d{1,99})*)?")


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


def read_value(field: str, text: str) -> Any:
    """A field's value as typed; what is no value of it stays text, for the rules to refuse.

    >>> read_value("exchange", "3,2,1"), read_value("must_play", "yes"), read_value("wild", "23")
    ([3, 2, 1], True, '23')
    >>> read_value("match", "deals:7"), read_value("players", "5"), read_value("decks", "auto")
    ({'deals': 7}, [5, 5], None)
    """
    low = text.lower()
    if field in ("variants", "players"):
        numbers = _numbers(text.replace("-", ",") if field == "players" else text)
        if not numbers:
            raise ValueError(words()("cli.rules.no_list", field=field, text=repr(text)))
        return numbers * 2 if field == "players" and len(numbers) == 1 else numbers
    if field == "match":
        kind, _, length = text.strip("{}").replace('"', "").partition(":")
        numbers = _numbers(length)
        return {kind.strip(): numbers[0]} if numbers and len(numbers) == 1 else text
    if field in ("exchange", "scoring"):
        numbers = _numbers(text)
        return text if numbers is None else numbers
    if (field, low) in (("decks", "auto"), ("decks", "null")):
        return None
    if low == "none" and field in ("wild", *SOME_RANKS):
        return ""
    choices = FIELDS[field].choices if field in FIELDS else ()
    if choices == (False, True):
        return _YES_NO.get(low, text)
    number = bool(choices) and re.fullmatch(r"-?\d{1,18}", text)
    otherwise = int(text) if number else text
    return next((one for one in choices if str(one) in (text, text.title())), otherwise)


def _numbers(text: str) -> list[int] | None:
    """Whole numbers with commas between; None for anything else."""
    bare = text.strip()
    listed = bare.startswith("[") and bare.endswith("]") and len(bare) > 1
    inner = bare[1:-1].strip() if listed else bare
    if not (inner or listed) or not _NUMBERS.fullmatch(inner):
        return None
    return [int(n) for n in re.findall(r"-?\d+", inner)]


def read_players(typed: list[str]) -> int | list[str]:
    """A number of players, or their names (commas between, or a word each).

    >>> read_players(["5"]), read_players(["-3"]), read_players(["Anna,Boris", "Vera K."])
    (5, -3, ['Anna', 'Boris', 'Vera K.'])
    """
    if len(typed) == 1 and re.fullmatch(r"-?\d{1,18}", typed[0]):
        return int(typed[0])
    return [name.strip() for text in typed for name in text.split(",") if name.strip()]


def read_strategies(typed: list[str]) -> str | list[str]:
    """Strategies as typed: one for all, or one for each.

    >>> read_strategies(["patient(until=2)"]), read_strategies(["lowest", "random"])
    ('patient(until=2)', ['lowest', 'random'])
    """
    return typed[0] if len(typed) == 1 else typed


def check_figure(path: str) -> None:
    """Raise ``ValueError``, in the language set, for a file that no figure can be written to."""
    from slime.figures.figure import ENDINGS, kind_of

    try:
        kind_of(path)
    except ValueError:
        wrong = words()("cli.tournament.bad_ending", file=path, endings=", ".join(ENDINGS))
        raise ValueError(wrong) from None


def check_output(option: str, path: str | Path | None) -> None:
    """Raise, before the work is done, for a file (None: none) that cannot be written."""
    if path is not None:
        check_folder(option, path)
        check_writable(path)


def check_folder(option: str, path: str | Path) -> None:
    """Raise ``ValueError``, in the language set, where a file's folder does not exist."""
    folder = Path(path).absolute().parent
    if not folder.is_dir():
        raise ValueError(words()("cli.no_folder", option=option, folder=Path(path).parent))
