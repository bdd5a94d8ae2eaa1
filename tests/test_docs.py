"""The documents say what is so: tables, links, examples, the two READMEs side by side."""

from __future__ import annotations

import importlib.util
import json
import re
import shlex
from pathlib import Path
from types import ModuleType

import pytest

import slime
from slime.cli import command_names, make_parser

ROOT = Path(__file__).resolve().parent.parent
READMES = {"en": ROOT / "README.md", "ru": ROOT / "README.ru.md"}
DOCUMENTS = [
    *READMES.values(),
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "data").glob("*.md")),
]


def text(name: str | Path) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(name: str | Path, kind: str) -> list[str]:
    """The fenced parts of a document of one kind (the empty one: those that name none)."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", text(name), re.DOTALL | re.MULTILINE)
    return [body for label, body in found if label == kind]


@pytest.fixture(scope="module")
def tables() -> ModuleType:
    spec = importlib.util.spec_from_file_location("doc_tables", ROOT / "docs/tables.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_tables_are_current(tables: ModuleType) -> None:
    assert list(tables.not_current()) == [], "run `python docs/tables.py`"


def test_every_table_has_its_place(tables: ModuleType) -> None:
    places = [found[0] for name in tables.DOCUMENTS for found in tables.PLACE.findall(text(name))]
    assert sorted(places) == sorted(tables.TABLES)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text(path)):
        if not target.startswith(("http://", "https://")):
            assert (path.parent / target).exists(), target


def test_every_document_is_in_the_index() -> None:
    index = text("docs/README.md")
    for path in (ROOT / "docs").glob("*.md"):
        assert path.name == "README.md" or f"({path.name})" in index, path.name


@pytest.mark.parametrize("lang", READMES)
def test_commands_in_a_readme_are_understood(lang: str) -> None:
    rows = re.search(
        rf"<!-- table: commands-{lang} -->\n(.*?)<!-- end -->", text(READMES[lang]), re.S
    )
    assert rows is not None
    examples = re.findall(r"`(slime [^`]+)`", rows[1])
    assert {example.split()[1] for example in examples} == set(command_names())
    for example in examples:
        args = shlex.split(example)[1:]
        assert make_parser(args).parse_args(args).run


def test_both_readmes_have_the_same_parts() -> None:
    english, russian = (text(path) for path in READMES.values())
    assert len(re.findall(r"^## ", english, re.M)) == len(re.findall(r"^## ", russian, re.M))
    # What the Russian one shows is run as part of the English one.
    assert blocks("README.md", "python") == blocks("README.ru.md", "python") != []
    for link in ("docs/players.md", "docs/records.md", "docs/rulebook.md", "docs/measures.md"):
        assert link in english and link in russian


@pytest.mark.parametrize("lang", READMES)
def test_the_table_to_play_at_once(lang: str) -> None:
    (cell,) = (body for body in blocks(READMES[lang], "") if "slime.table" in body)
    space: dict[str, object] = {}
    with slime.language(lang):
        *before, last = cell.strip().splitlines()
        exec("\n".join(before), space)
        table = eval(last, space)
    try:
        assert table.ask["seat"] == {"en": "Anna", "ru": "Анна"}[lang]
    finally:
        table.close()


@pytest.mark.parametrize("name", ["docs/card_table.png", "docs/card_table_ru.png"])
def test_pictures_are_small(name: str) -> None:
    assert (ROOT / name).stat().st_size < 300_000


def test_the_record_of_the_documents() -> None:
    (record,) = blocks("docs/records.md", "jsonl")
    right, wrong = (json.loads(body) for body in blocks("docs/records.md", "json"))
    assert slime.replay(record) == right
    assert record.count('"Vera 5c"]') == 1
    spoilt = record.replace('"Vera 5c"]', '"Vera 5c", "Anna 3d 3h"]')
    assert slime.replay(spoilt) == wrong


def test_every_code_of_a_record_is_told() -> None:
    """The codes that the transcript of all faults shows are those of the table, and no others."""
    shown = set(re.findall(r"^([a-z]+(?:-[a-z]+)+)$", text("tests/record/golden/faults.txt"), re.M))
    (rows,) = re.findall(r"^\| at \|.*?\n\n", text("docs/records.md"), re.S | re.M)
    codes = {code for row in rows.splitlines()[2:] for code in re.findall(r"`([a-z-]+)`", row)}
    fields = {"record", "players", "rules", "deal", "seats", "before", "dealer", "hands"}
    fields |= {"exchange", "plays", "places", "points", "totals"}
    assert shown == codes - fields
