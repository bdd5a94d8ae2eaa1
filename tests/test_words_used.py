"""Every sentence of the words files is said somewhere: a key that nothing names is dead.

Keys are named whole (``"story.passes"``) or put together (``f"story.{key}"``); what is put in must
be named somewhere too. The words of the card table (``table.ui``) are named in its scripts.
"""

from __future__ import annotations

import ast
import errno
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from slime.claims.model import claims
from slime.i18n._words import topics, words
from slime.measures import MEASURES

ROOT = Path(__file__).resolve().parent.parent
CODE = [ROOT / "start.py", *(ROOT / "slime").rglob("*.py"), *(ROOT / "notebooks/src").glob("*.py")]
HOLE = "\0"


def named(tree: ast.AST) -> Iterator[str]:
    """Texts of a module: constants, and f-strings and sums of texts with holes in them.

    The beginning of a key, ``"figures.worth.head."``, has a hole at its end.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str | int):
            yield str(node.value)
            if re.fullmatch(r"(\w+\.){2,}", str(node.value)):
                yield str(node.value) + HOLE
        elif isinstance(node, ast.JoinedStr):
            parts = (v.value if isinstance(v, ast.Constant) else HOLE for v in node.values)
            yield "".join(map(str, parts))
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            left, right = node.left, node.right
            if isinstance(left, ast.Constant) and isinstance(left.value, str):
                yield left.value + HOLE
            elif isinstance(right, ast.Constant) and isinstance(right.value, str):
                yield HOLE + right.value
        elif isinstance(node, ast.keyword | ast.arg):
            yield str(node.arg)
        elif isinstance(node, ast.AnnAssign | ast.FunctionDef | ast.ClassDef):
            name = node.target if isinstance(node, ast.AnnAssign) else node.name
            yield name.id if isinstance(name, ast.Name) else str(name)


SOURCES = [path.read_text("utf-8") for path in CODE]
EXAMPLES = "".join(SOURCES)
TEXTS = {text for source in SOURCES for text in named(ast.parse(source))}
WHOLE = {text for text in TEXTS if HOLE not in text}
WHOLE |= {text.lstrip("-").replace("-", "_") for text in WHOLE}  # options of commands
WHOLE |= {text.strip("_.").replace(" ", "_") for text in WHOLE}  # endings, names as keys
WHOLE |= set(errno.errorcode.values())  # errors of the system
WHOLE |= {path.stem for path in CODE}  # commands, topics of lessons
WHOLE |= {claim.name for claim in claims().values()} | set(MEASURES)
SCRIPTS = {
    text
    for folder in ("widgets/static", "app/site/static")
    for path in (ROOT / "slime" / folder).glob("*.*")
    for text in re.findall(r"\w+", path.read_text("utf-8"))
}
STEMS = {f"measures.{key}" for key in MEASURES}
PATTERNS = [
    (text, re.compile(re.escape(text).replace(re.escape(HOLE), "(.+)")))
    for text in sorted(TEXTS - WHOLE)
    if text.strip(HOLE)
]


def is_said(key: str, topic: str) -> bool:
    """Whether a key is named whole (an example counts), or put together from what is named."""
    if key in WHOLE or f'"{key}"' in EXAMPLES:
        return True
    if ".ui." in key:
        parts = key.split(".")[2:]
        return all(is_in_scripts(part) for part in parts)
    for text, pattern in PATTERNS:
        begins, found = text.partition(HOLE)[0], pattern.fullmatch(key)
        if found and begins and (begins.startswith(topic + ".") or topic.startswith(begins)):
            if all(map(is_part, found.groups())):
                return True
        elif found and not begins and len(text) > 4 and found[1] in STEMS:
            return True
    return False


def is_in_scripts(part: str) -> bool:
    """Whether a script names it, or an ending ("_cards") of what Python or a script names."""
    ends = (end for end in SCRIPTS if end.startswith("_") and part.endswith(end))
    known = SCRIPTS | WHOLE
    return part in known or any(part.removesuffix(end) in known for end in ends)


def is_part(part: str) -> bool:
    """Whether what fills a hole is named: whole, piece by piece, or with a hole of its own."""
    if part in WHOLE or all(
        one in WHOLE or set(one.split("_")) <= WHOLE for one in part.split(".")
    ):
        return True
    ends = [at for at, char in enumerate(part) if char == "_"]  # "laid.lead" + "_as" + "_out"
    if any(part[:at] in WHOLE and set(part[at + 1 :].split("_")) <= WHOLE for at in ends):
        return True
    found = (pattern.fullmatch(part) for text, pattern in PATTERNS if text[0] != HOLE)
    return any(one and all(group in WHOLE for group in one.groups()) for one in found)


@pytest.mark.parametrize("topic", topics("en"))
def test_every_key_is_said_somewhere(topic: str) -> None:
    assert [key for key in words("en").keys(topic) if not is_said(key, topic)] == []


def test_a_dead_key_is_seen() -> None:
    assert is_said("common.yes", "common") and is_said("rulecard.passing.free", "rulecard")
    assert not is_said("common.zebra", "common") and not is_said("rulecard.zebra", "rulecard")
    assert is_said("table.ui.play_cards", "table")
    assert not is_said("table.ui.play_again", "table") and not is_said("site.ui.zebra", "site")
