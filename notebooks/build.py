"""Build the lessons: `python notebooks/build.py` writes them, `--check` tells what is not current.

A lesson has one source, `notebooks/src/NN_name.py`, in the percent format:

    # ---
    # jupyter:
    #   slime:
    #     title:
    #       en: One deal
    #       ru: Одна раздача
    #     about:
    #       en: Step through a deal and see what the exchange does.
    #       ru: Раздача по шагам и что в ней меняет обмен.
    # ---

    # %% [markdown] tags=["en"]
    # What you will find out ...

    # %% [markdown] tags=["ru"]
    # Что вы узнаете ...

    # %%
    import slime
    slime.language("en")

    # %% tags=["solution"]
    answer = 42

Each text cell `en` is followed by its twin `ru`; a text for both, a formula say, is tagged
`both`. Code stands once; the first code cell chooses the language by `slime.language("en")`, which
the Russian build turns round. A cell tagged `solution` is folded. The title is put on top, and the
number is the file's. The built notebooks, `notebooks/en/NN_name.ipynb` and `notebooks/ru/...`,
have no outputs, and are the same to the byte for the same source.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jupytext
import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

HERE = Path(__file__).resolve().parent
if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parent))

from slime.i18n import LANGUAGES, words  # noqa: E402

SOURCE_NAME = re.compile(r"(\d\d)_[a-z0-9_]+\.py")
LANGUAGE_CALL = 'slime.language("{}")'
FOLDED = {"jupyter": {"source_hidden": True}}


@dataclass(frozen=True)
class Source:
    """A lesson's source: its name and number, titles and abouts by language, its cells."""

    name: str
    number: int
    title: dict[str, str]
    about: dict[str, str]
    cells: tuple[Any, ...]


def read_source(path: Path) -> Source:
    """Read a lesson's source. One that breaks the rules above raises `ValueError`."""
    match = SOURCE_NAME.fullmatch(path.name)
    if not match:
        raise ValueError(f"{path.name}: a source is named like 01_one_deal.py")
    notebook = jupytext.reads(path.read_text(encoding="utf-8"), "py:percent")
    header = notebook.metadata.get("slime", {})
    told = {}
    for key in ("title", "about"):
        texts = header.get(key) or {}
        if set(texts) != set(LANGUAGES) or not all(str(text).strip() for text in texts.values()):
            raise ValueError(f"{path.name}: the header needs a {key} in {' and '.join(LANGUAGES)}")
        told[key] = {language: str(text) for language, text in texts.items()}
    cells = tuple(notebook.cells)
    _check_texts(path.name, cells)
    _check_language(path.name, cells)
    return Source(path.stem, int(match[1]), told["title"], told["about"], cells)


def _check_texts(name: str, cells: tuple[Any, ...]) -> None:
    """Each English text is followed by its Russian twin, with the same folding."""
    expected = "en"
    for cell in cells:
        if cell.cell_type == "code":
            kind = "code"
        else:
            kinds = [tag for tag in _tags(cell) if tag in (*LANGUAGES, "both")]
            kind = kinds[0] if len(kinds) == 1 and cell.cell_type == "markdown" else "?"
        first = (str(cell.source).splitlines() or ["(empty)"])[0]
        if kind == "?":
            raise ValueError(f"{name}: tag this text en, ru or both, one of them: {first}")
        if kind == "ru" and expected != "ru":
            raise ValueError(f"{name}: this ru text follows no en text: {first}")
        if kind != "ru" and expected == "ru":
            raise ValueError(f"{name}: an en text is not followed by its ru twin, but by: {first}")
        expected = "ru" if kind == "en" else "en"
    if expected == "ru":
        raise ValueError(f"{name}: the last en text has no ru twin")


def _check_language(name: str, cells: tuple[Any, ...]) -> None:
    code = [str(cell.source) for cell in cells if cell.cell_type == "code"]
    calls = [source.count("slime.language(") for source in code]
    if not code or calls[0] != 1 or sum(calls) != 1 or LANGUAGE_CALL.format("en") not in code[0]:
        call = LANGUAGE_CALL.format("en")
        raise ValueError(f"{name}: the first code cell must have {call}, and no other may")


def build(source: Source, language: str) -> str:
    """The notebook of a lesson in a language, as the text of its file."""
    title = f"# {source.number}. {source.title[language]}"
    cells = [new_markdown_cell(title)]
    for cell in source.cells:
        tags = _tags(cell)
        if cell.cell_type == "markdown" and not {language, "both"} & set(tags):
            continue
        metadata = dict(FOLDED) if "solution" in tags else {}
        kept = [tag for tag in tags if tag not in (*LANGUAGES, "both")]
        if kept:
            metadata["tags"] = kept
        text = str(cell.source)
        if cell.cell_type == "code":
            text = text.replace(LANGUAGE_CALL.format("en"), LANGUAGE_CALL.format(language))
            cells.append(new_code_cell(text, metadata=metadata))
        else:
            cells.append(new_markdown_cell(text, metadata=metadata))
    _give_ids(cells)
    about = {
        "lesson": source.number,
        "title": source.title[language],
        "about": source.about[language],
        "language": language,
    }
    notebook = new_notebook(
        cells=cells,
        metadata={
            "kernelspec": {
                "display_name": "Python 3 (ipykernel)",
                "language": "python",
                "name": "python3",
            },
            "language_info": {"name": "python"},
            "slime": about,
            "title": source.title[language],
        },
    )
    notebook.nbformat_minor = 5
    nbformat.validate(notebook)
    return str(nbformat.writes(notebook)).rstrip("\n") + "\n"


def _give_ids(cells: list[Any]) -> None:
    """Ids that depend on a cell's own text only: a change elsewhere does not change them."""
    seen: Counter[str] = Counter()
    for cell in cells:
        digest = hashlib.sha256(f"{cell.cell_type}\n{cell.source}".encode()).hexdigest()[:12]
        seen[digest] += 1
        cell["id"] = digest if seen[digest] == 1 else f"{digest}-{seen[digest]}"


def _tags(cell: Any) -> list[str]:
    return list(cell.metadata.get("tags", ()))


def index(sources: list[Source], language: str) -> str:
    """The list of all lessons in a language, as Markdown."""
    w = words(language)
    lines = [f"# {w('lessons.heading')}", "", w("lessons.how"), ""]
    for source in sources:
        link = f"[{source.title[language]}]({source.name}.ipynb)"
        lines.append(f"{source.number}. {link} {source.about[language]}")
    return "\n".join(lines).rstrip("\n") + "\n"


def everything(folder: Path = HERE) -> dict[Path, str]:
    """All files that the sources in ``folder/src`` make, with their texts."""
    sources = [read_source(path) for path in sorted((folder / "src").glob("*.py"))]
    numbers = Counter(source.number for source in sources)
    twice = [number for number, count in numbers.items() if count > 1]
    if twice:
        raise ValueError(f"two lessons have the number {twice[0]}")
    made = {}
    for language in LANGUAGES:
        for source in sources:
            made[folder / language / f"{source.name}.ipynb"] = build(source, language)
        made[folder / language / "README.md"] = index(sources, language)
    return made


def not_current(folder: Path = HERE) -> list[Path]:
    """The built files that are missing, differ from what the sources make, or have no source."""
    made = everything(folder)
    stale = [path for path, text in made.items() if not path.exists() or _text(path) != text]
    there = [path for language in LANGUAGES for path in (folder / language).glob("*.ipynb")]
    return sorted({*stale, *(path for path in there if path not in made)})


def write(folder: Path = HERE) -> list[Path]:
    """Write what is not current and remove what has no source; tells the paths that changed."""
    made = everything(folder)
    changed = not_current(folder)
    for path in changed:
        if path in made:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(made[path], encoding="utf-8", newline="\n")
        else:
            path.unlink()
    return changed


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Build the lessons from notebooks/src.")
    parser.add_argument("--check", action="store_true", help="write nothing, fail if not current")
    check = parser.parse_args(argv).check
    try:
        changed = not_current() if check else write()
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    for path in changed:
        print("not current:" if check else "wrote:", path.relative_to(HERE.parent))
    return 1 if check and changed else 0


if __name__ == "__main__":
    raise SystemExit(main())
