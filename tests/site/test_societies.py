"""Matches played by and by, without numpy: the same numbers as the simulator's."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from itertools import islice

import pytest

import slime
from slime.app.site.societies import (
    DEALS,
    MATCHES,
    PLAYERS,
    RULES,
    SEED,
    STRATEGIES,
    Moves,
    Society,
    play,
    shown,
    stored,
)
from slime.datasets import data_folder
from slime.i18n import LANGUAGES, words


def last(society: Society, seed: int, matches: int) -> Moves:
    *_, moves = play(society, seed, matches)
    return moves


@pytest.mark.parametrize("rules", RULES)
def test_it_counts_what_the_simulator_counts(rules: str) -> None:
    society = Society(rules, 4, "lowest")
    sim = slime.simulate(
        *(society.rule_set(), 4, 6, DEALS, "lowest", 3), engine="interpreted", progress=False
    )
    assert last(society, 3, 6).counts == sim.transitions().tolist()


def test_the_stored_ones_are_all_there_and_are_what_is_played() -> None:
    found = stored()
    assert len(found) == len(RULES) * len(PLAYERS) * len(STRATEGIES)
    for society, moves in found.items():
        assert moves.matches == MATCHES == len(moves.kept)
        assert sum(map(sum, moves.counts)) == MATCHES * (DEALS - 1) * society.players
        assert sum(kept for _, kept in moves.kept) == moves.counts[0][0]
    for society in (Society(), Society("none", 7, "random"), Society("king", 4, "counter")):
        played = last(society, SEED, 2)
        assert found[society].kept[:2] == played.kept


def test_the_file_says_how_it_was_made() -> None:
    told = json.loads((data_folder() / "societies.json").read_text(encoding="utf-8"))
    assert told["command"] == "python data/make.py --only societies"
    assert (told["seed"], told["matches"], told["deals"]) == (SEED, MATCHES, DEALS)


def test_the_limits_are_those_of_a_ratio_by_match() -> None:
    moves = stored()[Society()]
    share, limit = moves.stay()
    by_match = [kept / deals for deals, kept in moves.kept]
    mean = sum(by_match) / MATCHES
    deviation = (sum((x - mean) ** 2 for x in by_match) / (MATCHES - 1)) ** 0.5
    assert share == pytest.approx(mean)
    assert limit == pytest.approx(1.96 * deviation / MATCHES**0.5)
    assert Moves(4).stay() == (0.0, 0.0)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_shown_as_text_and_as_a_picture(lang: str) -> None:
    w = words(lang)
    society = Society("fall", 7, "random")
    told = shown(stored()[society], society, w)
    picture = ET.fromstring(told["svg"])
    cells = [e for e in picture.iter() if e.tag.endswith("rect")]
    assert len(cells) == 49
    share = w.percent(stored()[society].shares()[0][0])
    assert (
        share in told["svg"]
        and share in told["text"]
        and told["said"] in " ".join(told["text"].split("\n"))
    )


@pytest.mark.parametrize(
    "society", [Society("other"), Society(players=3), Society(strategy="clever")]
)
def test_others_are_not_on_offer(society: Society) -> None:
    with pytest.raises(ValueError):
        society.checked()


def test_a_run_grows_match_by_match() -> None:
    grown = [moves.matches for moves in islice(play(Society(players=4), 1), 3)]
    assert grown == [1, 2, 3]
