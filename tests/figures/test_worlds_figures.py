"""Figures of worlds: text tables, languages, marks open to deals; numbers as in the results."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from test_all_figures import flat, plain, texts

import slime
from slime import figures, measures
from slime.experiments import (
    Comparison,
    Decomposition,
    DoseResponse,
    EqualPlayersTest,
    compare,
    decompose,
    dose_response,
    equal_players_test,
    exchange_doses,
    swap_game,
    swap_game_rules,
)
from slime.figures import Figure
from slime.figures.palette import THEMES

PLAIN: dict[str, Any] = {"engine": "interpreted", "progress": False}
OPEN = slime.rules("slime-licker", exchange="none")
NAMES = ("Anna", "Boris", "Vera", "Gleb", "Daria")


@cache
def worlds(how: str) -> Comparison:
    return compare("slime-licker", OPEN, NAMES, 40, 6, how=how, **PLAIN)


@cache
def two_players() -> Comparison:
    """The same rules, a better player: Anna."""
    return compare(
        "slime-licker", None, NAMES, 30, 6, strategies_b=["counter", *["lowest"] * 4], **PLAIN
    )


@cache
def causes() -> Decomposition:
    return decompose(factors=("exchange", "fall", "lead+deal"), matches=40, deals=6, **PLAIN)


@cache
def doses() -> DoseResponse:
    return dose_response(
        doses=exchange_doses(5, opens=(False, True)),
        players=5,
        matches=30,
        deals=6,
        outcomes=("rank_correlation", "rise_time"),
        **PLAIN,
    )


@cache
def swap() -> DoseResponse:
    return dose_response(
        swap_game_rules(), swap_game(), "keep_first", players=2, matches=40, deals=8, **PLAIN
    )


@cache
def person(statistic: str) -> EqualPlayersTest:
    who = ["counter", "counter", "lowest", "lowest", "random"]
    sim = slime.simulate("slime-licker", 5, 3, 12, who, **PLAIN)
    return equal_players_test(
        sim.places, equal=["lowest", "highest"], statistic=statistic, draws=59, engine="interpreted"
    )


FIGURES: dict[str, Callable[..., Figure]] = {
    "counterfactual": lambda **how: figures.paired_effects(worlds("counterfactual"), **how),
    "parallel": lambda **how: figures.paired_effects(worlds("parallel"), of="first", **how),
    "by player": lambda **how: figures.paired_effects(two_players(), "player", "points", **how),
    "shares": lambda **how: figures.shapley_shares(causes(), **how),
    "shares, rise": lambda **how: figures.shapley_shares(causes(), "rise_time", **how),
    "doses": lambda **how: figures.dose_response(doses(), **how),
    "doses, rise": lambda **how: figures.dose_response(doses(), "rise_time", **how),
    "swap game": lambda **how: figures.dose_response(swap(), **how),
    "person": lambda **how: figures.equal_players_band(person("friedman_ratio"), **how),
    "person, lasting": lambda **how: figures.equal_players_band(
        person("excess_persistence"), **how
    ),
    "gaps": lambda **how: figures.persistence_by_lag(person("friedman_ratio"), **how),
}
EACH = pytest.mark.parametrize("name", FIGURES)


@cache
def made(name: str, lang: str = "en", theme: str = "light") -> Figure:
    return FIGURES[name](lang=lang, theme=theme)


@EACH
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_table_says_what_the_figure_shows(name: str, lang: str) -> None:
    shown = made(name, lang)
    title = " ".join(flat(plain(shown)["layout"]["title"])).replace("</b> <b>", " ")
    title = title.replace("</b><br><b>", " ")
    assert shown.text.startswith(shown.table.title) and shown.table.title in title
    assert len(shown.table.rows) >= 3 and shown.table.sentences and shown.table.notes
    told = shown.text + shown.table.html() + shown.table.markdown()
    for wrong in ("{", "}", "nan", "None", "np.", "Fraction"):
        assert wrong not in told


@EACH
def test_the_languages_do_not_mix(name: str) -> None:
    english = " ".join(texts(plain(made(name, "en")))) + made(name, "en").text
    assert not re.search("[А-Яа-яёЁ]", english)
    russian = " ".join(texts(plain(made(name, "ru")))) + made(name, "ru").text
    bare = re.sub(r"<[^>]*>|%\{\w+\}", " ", russian)
    assert set(re.findall("[A-Za-z]{2,}", bare)) <= {*NAMES, "lowest", "counter", "highest"}
    assert not re.search(r"\d\.\d", bare)


@EACH
@pytest.mark.parametrize("theme", THEMES)
def test_the_theme_is_followed(name: str, theme: str) -> None:
    layout = plain(made(name, "en", theme))["layout"]
    assert layout["paper_bgcolor"] == THEMES[theme].paper
    other = THEMES["light" if theme == "dark" else "dark"]
    assert other.paper not in json.dumps(layout)


@EACH
def test_marks_open_to_played_deals(name: str) -> None:
    shown = made(name)
    reached = set(shown._hits.values())
    assert reached == set(shown.marks)
    for mark in shown.marks:
        source = shown.source_of(mark)
        assert isinstance(source, measures.Places)
        found = shown.addresses(mark)
        assert found and shown.label(mark)
        for address in found:
            assert source.array[address] > 0
        m, d, p = found[0]
        deal = source.origin.deal(m, d).finish()
        assert deal.places[source.players[p]] == source.array[m, d, p]
    if not name.startswith(("person", "gaps")):
        assert len(shown.marks) >= 5


def test_deals_behind_an_effect_differ_most_first() -> None:
    shown, both = made("counterfactual"), worlds("counterfactual")
    for place in shown.marks:
        found = shown.addresses(place, None)
        size = [abs(int(both.change[a])) for a in found]
        assert size == sorted(size, reverse=True)
        assert len(found) == 40 * 5
        assert all(both.places_a[a.match, a.deal - 1, a.player] == place for a in found)


def test_numbers_are_those_of_the_results() -> None:
    table = worlds("counterfactual").table()
    drawn = made("counterfactual").figure.data[0]
    assert list(drawn.x) == pytest.approx(np.asarray(table.effect.value).tolist())
    one = causes()["rank_correlation"]
    bars = made("shares").figure.data[0]
    assert bars.y[0] == one.empty and bars.y[-1] == one.full
    assert list(bars.y[1:-1]) == pytest.approx([abs(p.value) for p in one.shares])
    tops = [b + h for b, h in zip(bars.base, bars.y, strict=True)]
    levels = one.empty + np.cumsum([0, *(p.value for p in one.shares)])
    for k in range(len(one.shares)):
        assert [bars.base[k + 1], tops[k + 1]] == pytest.approx(sorted(levels[k : k + 2]))
    assert levels[-1] == pytest.approx(one.full)
    points = {
        key: shown
        for (trace, _), key in made("doses")._hits.items()
        for shown in [made("doses").figure.data[trace]]
    }
    assert set(points) == {s.name for s in doses().doses}
    values = {r.dose.name: r.value.value for r in doses().of("rank_correlation")}
    for (trace, i), key in made("doses")._hits.items():
        assert made("doses").figure.data[trace].y[i] == pytest.approx(values[key])


def test_a_sign_besides_the_colour() -> None:
    """What takes away is striped; what is sure is filled; what lies outside is a diamond."""
    one = causes()["rank_correlation"]
    bars = made("shares").figure.data[0]
    for part, shape in zip(one.shares, bars.marker.pattern.shape[1:-1], strict=True):
        assert (shape == "/") == (part.value < 0)
    symbols = made("gaps").figure.data[-1].marker.symbol
    rows = person("friedman_ratio").lags
    assert [s == "diamond" for s in symbols] == [row.outside for row in rows]


def test_a_gap_outside_its_band_is_weighed_by_how_often_that_happens() -> None:
    one = person("friedman_ratio")
    far = [replace(row, gap=9.0) for row in one.lags[:1]]
    near = [replace(row, gap=(row.low + row.high) / 2) for row in one.lags[1:]]
    rows = tuple(far + near)
    for lang, usual, rare in (
        ("en", "says little", "in 1.0% of sets only"),
        ("ru", "мало", "лишь"),
    ):
        text = figures.persistence_by_lag(replace(one, lags=rows, lags_p=0.3), lang=lang).text
        assert usual in text and rare not in text
        text = figures.persistence_by_lag(replace(one, lags=rows, lags_p=0.01), lang=lang).text
        assert rare in " ".join(text.split()) and usual not in text


def test_worlds_are_told_by_their_rule_cards() -> None:
    assert "Only in world B: No cards are exchanged." in made("counterfactual").text
    text = made("by player").text
    assert "Both worlds have the same rules." in text
    assert "Who played in A: lowest; in B: counter and lowest." in text


def test_a_world_beside_itself_can_be_drawn() -> None:
    same = compare("slime-licker", "slime-licker", NAMES, 5, 4, how="counterfactual", **PLAIN)
    shown = figures.paired_effects(same, lang="en")
    assert "Nowhere is the difference sure." in shown.text
    assert "Pairing takes all luck out" in shown.text


def test_bad_arguments() -> None:
    with pytest.raises(ValueError, match="outcome: one of"):
        figures.shapley_shares(causes(), "luck")
    with pytest.raises(ValueError, match="outcome: one of"):
        figures.dose_response(doses(), "luck")
    with pytest.raises(ValueError, match="theme: one of"):
        figures.persistence_by_lag(person("friedman_ratio"), theme="pink")


def test_a_picture_of_the_test_says_what_the_test_says() -> None:
    """1 - 0.9 is a little less than 0.1 in floats; the size itself is small enough."""
    at_the_edge = replace(person("friedman_ratio"), p=0.1, lags_p=0.1, level=0.9)
    assert at_the_edge.rejected and at_the_edge.lags_rejected
    said = figures.equal_players_band(at_the_edge, lang="en").text
    assert "more than equal players show" in said
