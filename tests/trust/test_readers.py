"""Every reader is given every file of one collection: it reads it, or says in words why not."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from trust.corrupted import DAMAGES

import slime
from slime.app import copy_lessons
from slime.claims.results import read_trial
from slime.game.match import Match
from slime.simulation import simulate, write_parquet
from slime.strategies import from_file

#: What the lessons' folder keeps of itself.
LEDGER = ".slime-lessons.json"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A right file for each reader."""
    folder = tmp_path_factory.mktemp("right")
    rules = slime.rules("slime-licker", match={"deals": 3})
    match = Match(rules, ["Анна", "Boris", "Vera", "Gleb"], "lowest", seed=5)
    (folder / "match.jsonl").write_text(match.finish().record(), encoding="utf-8")
    sim = simulate(matches=4, deals=3, seed=1, engine="interpreted", progress=False)
    sim.frame()[["match", "deal", "player", "place"]].to_csv(folder / "long.csv", index=False)
    (folder / "wide.csv").write_text("Анна,Вера,Глеб\n1,2,3\n2,1,3\n", encoding="utf-8")
    write_parquet(folder / "run.parquet", matches=4, deals=3, engine="interpreted", progress=False)
    sim.frame().to_feather(folder / "run.feather")
    shutil.copy(Path(__file__).parents[2] / "data" / "trial-seed1.json", folder / "trial.json")
    copy_lessons(folder / "lessons", "en")
    shutil.copy(folder / "lessons" / LEDGER, folder / LEDGER)
    (folder / "mine.py").write_text(
        'def choose(view):\n    """Мой."""\n    return view.legal()[1 % len(view.legal())]\n',
        encoding="utf-8",
    )
    return {file.name: file for file in folder.iterdir()}


def replayed(path: Path) -> None:
    result = slime.replay(path.read_bytes())
    with path.open("rb") as stream:
        assert slime.replay(stream) == result
    if not result["ok"]:
        raise ValueError(result["error"]["message"])


def measured(path: Path) -> None:
    read = slime.places(path)
    assert read.deals >= 0 and slime.measures.transition_counts(read.array).ndim == 2
    assert sum(len(part.array) for part in read.parts()) == read.shape[0]


def ledgered(path: Path) -> None:
    folder = path.parent / "lessons"
    copy_lessons(folder, "en")
    ledger = folder / LEDGER
    shutil.copy(path, ledger)
    assert all(lesson.path.exists() for lesson in copy_lessons(folder, "en").lessons)
    assert json.loads(ledger.read_text(encoding="utf-8"))  # and what was damaged is whole again


READERS: list[tuple[str, Callable[[Path], Any]]] = [
    ("match.jsonl", replayed),
    ("match.jsonl", slime.places),
    ("long.csv", measured),
    ("wide.csv", measured),
    ("run.parquet", measured),
    ("run.feather", measured),
    ("trial.json", read_trial),
    (LEDGER, ledgered),
    ("mine.py", from_file),
]


def test_the_collection_has_fifty_kinds() -> None:
    assert len(DAMAGES) >= 50


@pytest.mark.parametrize(("name", "reader"), READERS, ids=[f"{n}-{r.__name__}" for n, r in READERS])
def test_it_is_read_or_refused_in_words(
    name: str, reader: Callable[[Path], Any], files: dict[str, Path], tmp_path: Path
) -> None:
    reader(files[name])
    refused = {}
    for kind, damage in DAMAGES.items():
        path = tmp_path / name
        path.write_bytes(damage(files[name].read_bytes()))
        try:
            reader(path)
        except ValueError as problem:
            refused[kind] = str(problem)
    assert reader in (ledgered, from_file) or len(refused) > 10
    for kind, said in refused.items():
        assert said.strip() and "Traceback" not in said and "\n\n" not in said, kind
        assert len(said) < 2000, kind


def test_a_record_says_the_same_of_text_bytes_and_a_file(files: dict[str, Path]) -> None:
    for damage in DAMAGES.values():
        data = damage(files["match.jsonl"].read_bytes())
        json.dumps(slime.replay(data), allow_nan=False)
