"""The summary of a simulation: the table, three sentences, and what to doubt."""

from __future__ import annotations

import re
from html import escape
from typing import Any

import numpy as np
import pytest

import slime
from slime import measures
from slime.experiments.summary import summarise
from slime.i18n import language, words
from slime.text_table import TextTable

BOTH = pytest.mark.parametrize("lang", ["en", "ru"])


def played(preset: str = "slime-licker", **how: Any) -> Any:
    settings = {"matches": 60, "deals": 8, "seed": 2, "progress": False, **how}
    return slime.simulate(preset, **settings, engine="interpreted")


@pytest.fixture(scope="module")
def sim() -> Any:
    return played()


def number(text: str) -> float:
    return float(text.replace("\N{MINUS SIGN}", "-").rstrip("%"))


def test_the_table_is_what_the_measures_say(sim: Any) -> None:
    told = sim.summary("en")
    share = measures.transition_matrix(sim.places)
    found = measures.interval(sim.places, "transition_matrix", draws=599)
    assert [row[0] for row in told.rows] == ["1 champion", "2", "3", "4", "5 slime licker"]
    for i, row in enumerate(told.rows):
        low, high = 100 * found.low[i, i], 100 * found.high[i, i]
        assert row[1] == f"{share[i, i]:.0%} ({low:.0f}–{high:.0f})"
        assert row[2] == f"{share[i, 0]:.0%}" and row[3] == f"{share[i, -1]:.0%}"
        assert number(row[4]) == pytest.approx(share[i] @ np.arange(1, 6), abs=0.0051)
    worth = measures.worth_of_place(sim)
    assert [number(row[5]) for row in told.rows] == pytest.approx(worth, abs=0.0051)


def test_the_sentences_are_what_the_measures_say(sim: Any) -> None:
    stay, rise, link = sim.summary("en").sentences
    table = measures.Transitions.of(sim)
    assert f"in {measures.keep_first(table):.0%} of cases" in stay and "it would be 20%" in stay
    assert f"takes {measures.rise_time(table):.1f} deals" in rise
    assert f"{measures.rank_correlation(table):+.2f}" in link
    assert f"forgotten after {measures.deals_until_forgotten(table):.0f} deals" in link


def test_known_facts() -> None:
    sim = slime.simulate(matches=1_000, deals=20, seed=3, progress=False)
    rows = sim.summary("en").rows
    mean = [number(row[4]) for row in rows]
    assert mean == pytest.approx([2.92, 2.31, 2.97, 3.49, 3.30], abs=0.05)
    assert "good place is followed by a good one" in sim.summary("en").text()
    rules = slime.rules("slime-licker", exchange="none")
    fall = slime.simulate(rules, matches=500, deals=20, seed=3, progress=False).summary("en")
    assert "good place is followed by a bad one: rank correlation −0.4" in fall.text()


@BOTH
def test_all_forms_say_the_same(sim: Any, lang: str) -> None:
    told = sim.summary(lang)
    page, marked = told._repr_html_(), told._repr_markdown_()
    for text in (told.title, *told.head, *told.sentences, *told.notes, told.footnote):
        assert escape(text) in page and text in marked
        assert " ".join(text.split()) in " ".join(told.text().split())
    assert str(told) == repr(told) == told.text()
    assert page.count("<li>") == len(told.sentences) + len(told.notes)
    assert not re.search(r"[{}]|nan|None", told.text())
    assert bool(re.search("[А-я]", told.text())) == (lang == "ru")


def test_the_language_is_that_of_the_simulation() -> None:
    with language("ru"):
        sim = played(matches=3)
    assert sim.summary().lang == "ru" and sim.summary("en").lang == "en"
    with pytest.raises(ValueError, match="lang must be 'en' or 'ru'"):
        sim.summary("fr")


def test_counted_matches_say_the_same(sim: Any) -> None:
    counted = slime.simulate(matches=60, deals=8, seed=2, keep="counts", progress=False)
    one, other = sim.summary("en"), counted.summary("en")
    assert one.title == other.title and one.sentences[0][:70] == other.sentences[0][:70]
    for a, b in zip(one.rows, other.rows, strict=True):
        assert (a[0], *a[2:]) == (b[0], *b[2:])
        low, high = (number(x) for x in re.findall(r"\d+(?=[–)])", b[1]))
        assert low < number(a[1].split("%")[0]) < high
    assert "no limits" in other.sentences[2]


def test_what_to_doubt() -> None:
    w = words("en")

    def doubts(**how: Any) -> str:
        return " ".join(played(**how).summary("en").notes)

    assert "All played lowest" in doubts()
    assert "seats are fixed" in doubts() and "they are exact" not in doubts()
    assert "they are exact" in doubts(preset="king-and-slave")
    assert "With 5 matches" in doubts(matches=5) and "rough" not in doubts()
    assert "One match" in doubts(matches=1)
    mixed = doubts(strategies=["lowest", "random", "lowest", "lowest", "highest"])
    assert "may be skill: P1 (lowest) mean place" in mixed and "P5 (highest)" in mixed
    assert w("summary.note.skill") in mixed and "All played" not in mixed


def test_points_are_those_of_the_rules() -> None:
    told = played("king-and-slave").summary("en")
    assert number(told.rows[0][5]) > 1 > -0.5 > number(told.rows[-1][5])
    assert "plus is good" in told.footnote
    assert "minus is good" in played().summary("en").footnote


@pytest.mark.parametrize("keep", ["places", "counts"])
def test_one_deal_a_match(keep: str) -> None:
    told = slime.simulate(matches=4, deals=1, keep=keep, progress=False).summary("en")
    assert isinstance(told, TextTable) and len(told.rows) == 5
    assert told.head == ("player", "strategy", "mean place")
    assert sum(number(row[2]) for row in told.rows) == pytest.approx(15, abs=0.02)
    assert "one deal only" in told.sentences[0]


def test_a_world_where_all_stay() -> None:
    class Still:
        """Places that never change, as a simulation would hold them."""

        def __init__(self, real: Any) -> None:
            self.spec, self.players, self.rules = real.spec, real.players, real.rules
            self.strategies, self.deals = real.strategies, real.deals
            self.places = np.tile(np.arange(1, 6), (60, 8, 1))

        def transitions(self, lag: int) -> Any:
            return measures.transition_counts(self.places, lag)

    told = summarise(Still(played()), "en")
    assert [row[1] for row in told.rows] == ["100% (94–100)"] * 5 or "100%" in told.rows[0][1]
    assert [row[5] for row in told.rows] == ["?"] * 5
    assert "may never be found" in told.sentences[1]
    assert "never quite forgotten" in told.sentences[2]


def test_the_share_by_lot_is_not_rounded_away() -> None:
    rules = slime.rules("slime-licker", players=[2, 8])
    for players, lot in ((8, "12.5%"), (5, "20%")):
        sim = slime.simulate(rules, players, 20, 5, engine="interpreted", progress=False)
        assert f"drawn at random, it would be {lot}." in sim.summary("en").sentences[0]
