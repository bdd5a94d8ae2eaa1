"""The lesson builder: one source, two languages, the same bytes each time."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import nbformat
import pytest

from slime.app._lessons import lessons

ROOT = Path(__file__).resolve().parent.parent

SOURCE = """\
# ---
# jupyter:
#   slime:
#     title:
#       en: A trial
#       ru: Проба
#     about:
#       en: Tries things.
#       ru: Пробует всякое.
# ---

# %% [markdown] tags=["en"]
# ## What you will find out
#
# *Things.*

# %% [markdown] tags=["ru"]
# ## Что вы узнаете
#
# *Всякое.*

# %% [markdown] tags=["both"]
# $x^2$

# %%
import slime

slime.language("en")

# %% tags=["raises-exception"]
1 / 0

# %% [markdown] tags=["en", "solution"]
# Because.

# %% [markdown] tags=["ru", "solution"]
# Потому что.

# %% tags=["solution"]
# The answer
answer = 42

# %%
answer

# %%
answer
"""


@pytest.fixture(scope="module")
def builder() -> ModuleType:
    spec = importlib.util.spec_from_file_location("build", ROOT / "notebooks/build.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # A dataclass looks its module up by name.
    import sys

    sys.modules["build"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "src").mkdir()
    (tmp_path / "src/01_trial.py").write_text(SOURCE, encoding="utf-8")
    return tmp_path


def read(path: Path) -> nbformat.NotebookNode:
    return nbformat.read(path, as_version=4)


def test_the_committed_lessons_are_what_their_sources_make(builder: ModuleType) -> None:
    assert builder.not_current() == [], "run `python notebooks/build.py`"


def test_both_languages(builder: ModuleType, folder: Path) -> None:
    builder.write(folder)
    english, russian = (read(folder / lang / "01_trial.ipynb") for lang in ("en", "ru"))
    texts = [
        [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
        for notebook in (english, russian)
    ]
    assert texts == [
        ["# 1. A trial", "## What you will find out\n\n*Things.*", "$x^2$", "Because."],
        ["# 1. Проба", "## Что вы узнаете\n\n*Всякое.*", "$x^2$", "Потому что."],
    ]
    code = [
        [cell.source for cell in notebook.cells if cell.cell_type == "code"]
        for notebook in (english, russian)
    ]
    assert code[0][0] == 'import slime\n\nslime.language("en")'
    assert code[1][0] == 'import slime\n\nslime.language("ru")'
    assert code[0][1:] == code[1][1:] == ["1 / 0", "# The answer\nanswer = 42", "answer", "answer"]


def test_what_a_built_notebook_says_of_itself(builder: ModuleType, folder: Path) -> None:
    builder.write(folder)
    path = folder / "ru/01_trial.ipynb"
    notebook = read(path)
    nbformat.validate(notebook)
    assert notebook.metadata.kernelspec.name == "python3"
    assert notebook.metadata.title == "Проба"
    assert notebook.metadata.slime == {
        "lesson": 1,
        "title": "Проба",
        "about": "Пробует всякое.",
        "language": "ru",
    }
    for cell in notebook.cells:
        folded = cell.metadata.get("jupyter", {}).get("source_hidden", False)
        assert folded == ("solution" in cell.metadata.get("tags", []))
        assert not {"en", "ru", "both"} & set(cell.metadata.get("tags", []))
        if cell.cell_type == "code":
            assert (cell.outputs, cell.execution_count) == ([], None)
    assert [cell.source for cell in notebook.cells if cell.metadata.get("jupyter")] == [
        "Потому что.",
        "# The answer\nanswer = 42",
    ]
    assert ["raises-exception"] in [cell.metadata.get("tags") for cell in notebook.cells]
    assert "Проба" in path.read_text(encoding="utf-8")


def test_the_same_bytes_each_time(builder: ModuleType, folder: Path) -> None:
    first = builder.write(folder)
    assert len(first) == 4
    before = {path: path.read_bytes() for path in first}
    assert builder.write(folder) == builder.not_current(folder) == []
    for path in first:
        path.unlink()
    assert builder.write(folder) == first
    assert {path: path.read_bytes() for path in first} == before


def test_ids_are_unique_and_stay_when_another_cell_changes(
    builder: ModuleType, folder: Path
) -> None:
    builder.write(folder)
    before = [cell.id for cell in read(folder / "en/01_trial.ipynb").cells]
    assert len(set(before)) == len(before)
    source = folder / "src/01_trial.py"
    changed = SOURCE.replace("# $x^2$\n", '# $x^3$\n\n# %% [markdown] tags=["both"]\n# More.\n')
    source.write_text(changed, encoding="utf-8")
    builder.write(folder)
    after = [cell.id for cell in read(folder / "en/01_trial.ipynb").cells]
    assert len(after) == len(before) + 1
    assert len(set(before) & set(after)) == len(before) - 1


def test_what_is_not_current(builder: ModuleType, folder: Path) -> None:
    builder.write(folder)
    english = folder / "en/01_trial.ipynb"
    old = folder / "ru/07_gone.ipynb"
    english.write_text(english.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    old.write_text("{}", encoding="utf-8")
    assert builder.not_current(folder) == [english, old]
    assert builder.write(folder) == [english, old]
    assert not old.exists()
    assert builder.not_current(folder) == []


def test_the_index(builder: ModuleType, folder: Path) -> None:
    two = SOURCE.replace("A trial", "Another").replace("Проба", "Другая")
    (folder / "src/02_other.py").write_text(two, encoding="utf-8")
    builder.write(folder)
    index = (folder / "ru/README.md").read_text(encoding="utf-8")
    assert index.splitlines()[-2:] == [
        "1. [Проба](01_trial.ipynb) Пробует всякое.",
        "2. [Другая](02_other.ipynb) Пробует всякое.",
    ]


EN = '# %% [markdown] tags=["en"]'
RU = '# %% [markdown] tags=["ru"]'


@pytest.mark.parametrize(
    ("old", "new", "say"),
    [
        ("#       ru: Проба\n", "", "needs a title in en and ru"),
        ("#       en: Tries things.\n", "#       en: ''\n", "needs a about in en and ru"),
        (EN + "\n# ##", RU + "\n# ##", "follows no en text: ## What you"),
        (RU + "\n# ##", EN + "\n# ##", "not followed by its ru twin, but by: ## Что"),
        (RU + "\n# ##", '# %% [markdown] tags=["both"]\n# ##', "not followed by its ru twin"),
        (RU + "\n# ##", "# %% [markdown]\n# ##", "tag this text en, ru or both"),
        (RU + "\n# ##", '# %% [markdown] tags=["en", "ru"]\n# ##', "one of them"),
        ('slime.language("en")\n', "", 'the first code cell must have slime.language("en")'),
        ('slime.language("en")\n', 'slime.language("ru")\n', "the first code cell must have"),
        ("answer = 42\n", 'slime.language("en")\n', "no other may"),
    ],
)
def test_sources_that_break_a_rule(
    builder: ModuleType, folder: Path, old: str, new: str, say: str
) -> None:
    assert old in SOURCE
    text = SOURCE.replace(old, new, 1)
    (folder / "src/01_trial.py").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"01_trial\.py: ") as caught:
        builder.write(folder)
    assert say in str(caught.value)
    assert not (folder / "en").exists()


def test_a_last_text_without_twin(builder: ModuleType, folder: Path) -> None:
    (folder / "src/01_trial.py").write_text(SOURCE + f"\n{EN}\n# Bye\n", encoding="utf-8")
    with pytest.raises(ValueError, match="the last en text has no ru twin"):
        builder.write(folder)


def test_names_and_numbers(builder: ModuleType, folder: Path) -> None:
    (folder / "src/01_other.py").write_text(SOURCE, encoding="utf-8")
    with pytest.raises(ValueError, match="two lessons have the number 1"):
        builder.write(folder)
    (folder / "src/01_other.py").rename(folder / "src/other.py")
    with pytest.raises(ValueError, match="named like 01_one_deal"):
        builder.write(folder)


def test_lessons_tell_what_their_sources_say(
    builder: ModuleType, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = SOURCE.replace("A trial", "Another")
    (folder / "src/02_other.py").write_text(two, encoding="utf-8")
    builder.write(folder)
    monkeypatch.setattr("slime.app._lessons.lessons_folder", lambda language: folder / language)
    found = lessons("en")
    assert [(lesson.number, lesson.title, lesson.about) for lesson in found] == [
        (1, "A trial", "Tries things."),
        (2, "Another", "Tries things."),
    ]
    assert json.loads(found[0].path.read_text(encoding="utf-8"))["nbformat"] == 4
    with pytest.raises(ValueError, match="lang must be"):
        lessons("de")
