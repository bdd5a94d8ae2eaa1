"""What the registry declares is what the functions give."""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from measures.worlds import by_lot, sticky, still, turned

import slime.measures as sm
from slime.i18n import words
from slime.measures import Transitions
from slime.measures.catalog import docs_page

ROOT = Path(__file__).parents[2]
WORLDS = ("identity", "independence", "reversal")
TABLES = [m for m in sm.MEASURES.values() if m.takes == "transitions"]
SEQUENCES = [m for m in sm.MEASURES.values() if m.takes == "places" and m.statistics]


def table_of(world: str, players: int) -> np.ndarray:
    stay = np.eye(players)
    lot = np.full((players, players), 1 / players)
    return {"identity": stay, "independence": lot, "reversal": stay[::-1]}[world]


def through_sums(record: sm.Measure, table: np.ndarray, **options: object) -> np.ndarray:
    return record.shown(table * 12.0, {**record.options, **options}, len(table))


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize("record", TABLES, ids=lambda m: m.key)
def test_tables_have_the_declared_value(record: sm.Measure, world: str, players: int) -> None:
    special = getattr(record.worlds, world)
    if special is None:
        # No single number there: the measure gives many, or none, or it depends on the place asked.
        many = np.unique(np.round(through_sums(record, table_of(world, players)), 9))
        assert many.size > 1 or np.isnan(many).all() or record.key in ("stationary", "keep_place")
        return
    table = table_of(world, players)
    options = {k: v for k, v in record.options.items() if k in ("place", "cutoff")}
    if record.key == "keep_place":
        found = [sm.keep_place(Transitions(table), p) for p in range(1, players + 1)]
    else:
        found = [record(Transitions(table), **options)]
    for value in found:
        np.testing.assert_allclose(value, special.value(players), atol=1e-7)
    np.testing.assert_allclose(through_sums(record, table), special.value(players), atol=1e-7)


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("record", sm.MEASURES.values(), ids=lambda m: m.key)
def test_texts_of_the_declared_values(record: sm.Measure, players: int) -> None:
    for world in WORLDS:
        special = getattr(record.worlds, world)
        if special is not None:
            text = (players % 2 and special.odd) or special.even
            names = {"P": players, "inf": math.inf, "theil": sm.theil, "range": range}
            assert eval(text, {}, names) == pytest.approx(special.value(players))


@pytest.mark.parametrize("players", [2, 3, 5, 8])
@pytest.mark.parametrize("record", SEQUENCES, ids=lambda m: m.key)
def test_sequences_have_the_declared_value(record: sm.Measure, players: int) -> None:
    """All stay and turned over exactly; by lot in the limit, from many long matches."""
    horizon = 10
    options = {"horizon": horizon} if "horizon" in record.options else {}
    assert record.worlds.identity and record.worlds.independence and record.worlds.reversal
    kept = record(still(12, players), **options)
    declared = record.worlds.identity.value(players)
    # "inf" cannot be seen: a wait that never ends counts as the horizon.
    np.testing.assert_allclose(kept, horizon if math.isinf(declared) else declared, atol=1e-12)
    over = record(turned(12, players), **options)
    np.testing.assert_allclose(over, record.worlds.reversal.value(players), atol=1e-12)
    long = {"horizon": 200} if "horizon" in record.options else {}
    lot = record(by_lot(3, 150, 201, players), **long)
    np.testing.assert_allclose(lot, record.worlds.independence.value(players), rtol=0.05, atol=0.1)


@pytest.mark.parametrize("record", sm.MEASURES.values(), ids=lambda m: m.key)
def test_sums_over_sessions_give_the_function_itself(record: sm.Measure) -> None:
    """Statistics that add up over matches give what the public function gives on all matches."""
    if record.statistics is None:
        assert record.takes in ("values", "hands", "places")
        return
    places = sticky(5, 12, 20, 5)
    places[3, 15:] = 0
    options = dict(record.options)
    if record.key == "power_gap":
        options["lag"] = 3
    sums = record.by_session(places, options).sum(axis=0)
    np.testing.assert_allclose(
        record.shown(sums, options, 5), record(places, **options), rtol=1e-9, atol=1e-12
    )
    by_deal = record.by_deal(places, options)
    if by_deal is not None:
        np.testing.assert_allclose(by_deal.sum(axis=0), sums)


@pytest.mark.parametrize("record", sm.MEASURES.values(), ids=lambda m: m.key)
def test_declared_in_full(record: sm.Measure) -> None:
    assert sm.MEASURES[record.key] is record
    assert record.formula and record.span and record.source
    for lang in ("en", "ru"):
        w = words(lang)
        for part in ("title", "what", "ignores"):
            assert w(f"measures.{record.key}.{part}").strip()
        assert w(f"measures.unit.{record.unit}")


def test_words_are_all_used() -> None:
    """No words for measures that are gone; every assumption an interval may name has a sentence."""
    heads = {key.split(".")[1] for key in words("en").keys("measures")}
    assert heads - {"head", "unit", "assumption", "method", "limits", "source"} == set(sm.MEASURES)


def test_docs_page_is_current() -> None:
    assert (ROOT / "docs" / "measures.md").read_text(encoding="utf-8") == docs_page()


def test_every_public_function_is_in_the_glossary_or_a_helper() -> None:
    english, russian = sm.glossary("en"), sm.glossary("ru")
    for record in sm.MEASURES.values():
        assert words("en")(f"measures.{record.key}.title") in english
        assert words("ru")(f"measures.{record.key}.title") in russian
    assert english.count("\n## ") == russian.count("\n## ") == len(sm.MEASURES)


def test_imports_alone() -> None:
    """The measures need neither pandas nor plotly nor the engine."""
    code = (
        "import sys, slime.measures as m; m.shorrocks([[1, 2], [2, 1], [2, 1]]);"
        "heavy = {'pandas', 'plotly', 'numba', 'slime.game.match', 'slime.simulation.run'};"
        "sys.exit(str(heavy & set(sys.modules)) if heavy & set(sys.modules) else 0)"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_find_says_what_there_is() -> None:
    with pytest.raises(ValueError, match=r"measure: one of .*shorrocks"):
        sm.find("mobility")
    with pytest.raises(ValueError, match="takes no option 'horizon'; it may be: lag"):
        sm.find("shorrocks", {"horizon": 3})


@pytest.mark.parametrize("junk", [{}, {"a": 1}, set(), object(), 1j, "x", [[1], [1, 2]], None])
def test_what_holds_no_numbers_is_refused(junk: Any) -> None:
    tables = [sm.Transitions, sm.shorrocks, sm.stationary, sm.gini]
    for measure in (*tables, sm.Places.of, sm.find):
        with pytest.raises(ValueError) as caught:
            measure(junk)
        assert "\n" not in str(caught.value)
    with pytest.raises(ValueError, match=r"^points: "):
        sm.worth_of_place([[1, 2], [2, 1], [1, 2], [1, 2]], junk if junk is not None else "x")
