"""Tables in the documents that the code knows best: `python docs/tables.py` writes them anew.

    python docs/tables.py            write what is not current
    python docs/tables.py --check    write nothing, fail if a table is not current

A table stands between `<!-- table: NAME -->` and `<!-- end -->`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from slime.cli import make_parser  # noqa: E402
from slime.game.presets import FIELDS, PRESETS, VARIANTS  # noqa: E402
from slime.game.rules import rules  # noqa: E402
from slime.i18n import language, words  # noqa: E402
from slime.simulation.columns import FRAME, PLAYS, meaning  # noqa: E402
from slime.strategies.registry import registry  # noqa: E402

DOCUMENTS = (
    "README.md",
    "README.ru.md",
    "docs/rulebook.md",
    "docs/players.md",
    "docs/simulation.md",
)
PLACE = re.compile(r"(?<=<!-- table: )([a-z-]+)( -->\n).*?(?=<!-- end -->)", re.DOTALL)


def table(head: list[str], rows: list[list[str]]) -> str:
    """A table of Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(cells) + " |\n" for cells in lines)


def code(text: str) -> str:
    """A text as code."""
    return f"`{text}`"


def commands(lang: str) -> str:
    """What every command does, and the first two examples of its own help."""
    with language(lang):
        parser = make_parser()
    (group,) = (a for a in parser._actions if isinstance(a.choices, dict))
    short = {action.dest: str(action.help) for action in group._get_subactions()}
    rows = []
    for name, sub in group.choices.items():
        # What stands after two blanks is an explanation, a bar would end the cell.
        examples = re.findall(rf"^ *(slime {name}(?: \S+)*)(?:  .*)?$", sub.epilog, re.MULTILINE)
        examples = [example for example in examples if "|" not in example]
        rows.append([short[name], "<br>".join(map(code, examples[:2]))])
    head = {
        "en": ["what it does", "for example"],
        "ru": ["что делает", "например"],
    }
    return table(head[lang], rows)


def value(thing: Any) -> str:
    """A field's value as Python writes it in `slime.rules(...)`."""
    if isinstance(thing, tuple):
        thing = dict(thing) if isinstance(thing[0], tuple) else list(thing)
    return code(repr(thing))


def fields() -> str:
    """The fields of a rule set, what they may be, and what the presets say."""
    rows = []
    for field in FIELDS.values():
        may_be = ", ".join(map(value, field.values)) if field.values else field.may_be(words("en"))
        base = PRESETS["slime-licker"][field.name]
        told = [value(base)]
        for preset in list(PRESETS)[1:]:
            own = PRESETS[preset][field.name]
            told.append("the same" if own == base else value(own))
        rows.append([code(field.name), may_be, *told])
    return table(["field", "may be", *map(code, PRESETS)], rows)


def variants() -> str:
    """The ten variants of King and slave: the field of each, and its line of the rule card."""
    rows = []
    for number, changes in VARIANTS.items():
        ((name, to),) = changes.items()
        lines = rules("king-and-slave", variants=[number]).card("en").lines()
        (told,) = (line.text for line in lines if line.entry == name)
        rows.append([str(number), code(f"{name}={to!r}"), told])
    return table(["number", "field", "in words"], rows)


def players() -> str:
    """The built-in strategies: what their own files say first, and their settings."""
    rows = []
    for name, strategy in registry().items():
        first = " ".join(strategy.doc.split("\n\n")[0].split()).partition(": ")[2]
        told = [
            f"{code(o.name)} (from {o.least} to {o.most}, default {o.default}): {o.what}"
            for o in strategy.options
        ]
        rows.append([code(name), first, "; ".join(told)])
    return table(["name", "what it does", "settings"], rows)


def columns(of: dict[str, str]) -> str:
    """What the columns of the simulator's tables mean."""
    return table(["column", "meaning"], [[code(name), what] for name, what in of.items()])


TABLES: dict[str, Callable[[], str]] = {
    "commands-en": lambda: commands("en"),
    "commands-ru": lambda: commands("ru"),
    "fields": fields,
    "variants": variants,
    "players": players,
    "columns": lambda: columns({name: meaning(name) for name in FRAME}),
    "plays": lambda: columns(PLAYS),
}


def fill(text: str) -> str:
    """A document with all its tables as they should be."""
    return PLACE.sub(lambda found: found[1] + found[2] + TABLES[found[1]](), text)


def not_current() -> dict[Path, str]:
    """The documents that are not as they should be, and how they should be."""
    stale = {}
    for name in DOCUMENTS:
        path = ROOT / name
        text = path.read_text(encoding="utf-8")
        filled = fill(text)
        if filled != text:
            stale[path] = filled
    return stale


def main(argv: list[str]) -> int:
    """Write the pages that are not current, or only name them; the exit status."""
    stale = not_current()
    for path, text in stale.items():
        sys.stdout.write(f"{path.relative_to(ROOT)}\n")
        if "--check" not in argv:
            path.write_text(text, encoding="utf-8", newline="\n")
    return 1 if stale and "--check" in argv else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
