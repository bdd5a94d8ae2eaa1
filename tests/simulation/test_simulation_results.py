"""What `simulate` takes, refuses and gives back: arrays, frames, plays, addresses, summaries."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sim_tables import some_table

import slime
from slime.engine import layout as st
from slime.game.events import Fell
from slime.game.match import Match
from slime.simulation import Address, Simulation, TransitionCounts, simulate
from slime.simulation.columns import DETAILS, FRAME, PLAYS
from slime.simulation.compiled import new_state
from slime.simulation.kernel import show
from slime.simulation.result import FINDERS
from slime.strategies.observation import blanked


@pytest.fixture(scope="module")
def sim() -> Simulation:
    made: Simulation = simulate(
        "slime-licker", ["Аня", "Boris", "Vera", "Gleb"], 60, 12, "random", 5, keep="details"
    )
    return made


# --- what is refused ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"rules": "whist"}, r"^rules: a preset is one of .*, not 'whist'"),
        ({"rules": 3}, r"^rules: "),
        ({"players": 3}, r"^players: 4 to 7 can play, not 3"),
        ({"players": 9}, r"^players: a whole number from 2 to 8, not 9"),
        ({"players": "Anna"}, r"^players: a number or a list of names, not 'Anna'"),
        ({"players": ["A", "A", "B", "C"]}, r"^players: each name once"),
        ({"players": ["A", "B\nC", "D", "E"]}, r"^players: a name on one line"),
        ({"players": True}, r"^players: "),
        ({"matches": 0}, r"^matches: a whole number from 1, not 0"),
        ({"matches": 2.0}, r"^matches: a whole number from 1, not 2.0"),
        ({"matches": "10"}, r"^matches: a whole number from 1, not '10'"),
        ({"matches": True}, r"^matches: "),
        ({"matches": np.array([1, 2])}, r"^matches: "),
        ({"deals": 0}, r"^deals: a whole number from 1"),
        ({"deals": -1}, r"^deals: "),
        ({"deals": 10**9}, r"^deals: a whole number from 1 to 1000000"),
        ({"strategies": "clever"}, r"^strategies: there is no 'clever'; there are "),
        ({"strategies": ["lowest"] * 4}, r"^strategies: one for each of 5 players, not 4"),
        ({"strategies": [None] + ["lowest"] * 4}, r"^strategies: nobody plays by hand here"),
        ({"strategies": None}, r"^strategies: nobody plays by hand here"),
        ({"strategies": 7}, r"^strategies: a name .* or a function, not 7"),
        ({"seed": -1}, r"^seed: a whole number from 0 to 2\*\*64 - 1, not -1"),
        ({"seed": 2**64}, r"^seed: "),
        ({"seed": 1.5}, r"^seed: "),
        ({"workers": 0}, r"^workers: a whole number from 1 to 4096, not 0"),
        ({"job_size": 0}, r"^job_size: a whole number from 1, not 0"),
        ({"lags": 0, "keep": "counts"}, r"^lags: a whole number from 1 to 1000, not 0"),
        ({"keep": "everything"}, r"^keep: one of places, details, counts, not 'everything'"),
        ({"engine": "steam"}, r"^engine: one of compiled, interpreted, not 'steam'"),
        ({"executor": "threads"}, r"^executor: an Executor of concurrent.futures or None"),
        (
            {"rules": slime.rules("slime-licker", scoring=[0] * 5, match={"target": 3})}
            | {"deals": None},
            r"^rules: nobody gains points",
        ),
        (
            {"rules": slime.rules("slime-licker", match={"target": 10**9}), "deals": None},
            r"^rules: a match had not ended after 20,000 deals",
        ),
    ],
)
def test_a_bad_argument_is_named(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        simulate(**arguments)


def test_numbers_of_numpy_are_numbers() -> None:
    one = simulate(players=np.int8(4), matches=np.int64(3), deals=np.uint8(2), seed=np.uint64(7))
    np.testing.assert_array_equal(
        one.places, simulate(players=4, matches=3, deals=2, seed=7).places
    )


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda sim: sim.transitions(0), r"^lag: a whole number from 1, not 0"),
        (lambda sim: sim.transitions(1.5), r"^lag: "),
        (lambda sim: sim.match(60), r"^match: a whole number from 0 to 59, not 60"),
        (lambda sim: sim.match(-1), r"^match: "),
        (lambda sim: sim.record("1"), r"^match: "),
        (lambda sim: sim.deal(0, 12), r"^deal: match 0 has 12 deals, there is no 12"),
        (lambda sim: sim.deal(0, -1), r"^deal: a whole number from 0, not -1"),
        (lambda sim: sim.detail("colour"), r"^detail: one of seat, before, .*, not 'colour'"),
        (lambda sim: sim.find("nothing"), r"^find: one of champion-fell, .*, not 'nothing'"),
        (lambda sim: sim.find("champion-fell", 0), r"^n: a whole number from 1, not 0"),
        (lambda sim: sim.plays(60), r"^matches: a whole number from 0 to 59, not 60"),
        (lambda sim: sim.plays(range(50, 70)), r"^matches: .* from 0 to 59, not range\(50, 70\)"),
        (lambda sim: sim.plays(range(0, 10, 2)), r"^matches: a number or a range of step 1"),
        (lambda sim: sim.plays("all"), r"^matches: "),
    ],
)
def test_a_bad_question_is_refused(call: Any, message: str, sim: Simulation) -> None:
    with pytest.raises(ValueError, match=message):
        call(sim)


def test_details_must_be_asked_for() -> None:
    plain = simulate(matches=2, deals=2)
    for call in (lambda: plain.detail("seat"), lambda: plain.find("largest-rise")):
        with pytest.raises(ValueError, match="keep='details'"):
            call()


# --- arrays and frames ----------------------------------------------------------------


def test_shapes_kinds_and_print(sim: Simulation) -> None:
    assert sim.places.shape == sim.finish.shape == (60, 12, 4)
    assert sim.places.dtype == sim.finish.dtype == np.int8
    assert sim.lengths.tolist() == [12] * 60
    assert sim.players == ("Аня", "Boris", "Vera", "Gleb")
    assert (sim.seed, str(sim.strategies[0])) == (5, "random")
    assert sim.rules == slime.rules("slime-licker", match={"deals": 12})
    assert repr(sim) == (
        "<Simulation: 60 matches, 4 players (random), "
        "rules('slime-licker', match={'deals': 12}), seed 5; 720 deals>"
    )
    assert repr(simulate(matches=1000, keep="counts", deals=20)).endswith("seed 1; 20,000 deals>")
    assert sim.points.shape == sim.totals.shape == sim.places.shape
    np.testing.assert_array_equal(sim.points, sim.places)  # places count as points here
    np.testing.assert_array_equal(sim.totals[:, -1], sim.places.sum(axis=1))


def test_the_frame_is_tidy_and_typed(sim: Simulation) -> None:
    frame = sim.frame()
    assert list(frame) == list(FRAME)
    assert len(frame) == 60 * 12 * 4
    kinds = {name: str(kind) for name, kind in frame.dtypes.items()}
    small = {"match": "int32", "deal": "int16", "points": "int64", "total": "int64"}
    small |= {"strength_dealt": "float32", "strength_played": "float32", "out_turn": "int16"}
    small |= dict.fromkeys(("player", "gave", "got"), "category")
    assert kinds == {name: small.get(name, "int8") for name in FRAME}
    assert frame["player"].cat.categories.tolist() == list(sim.players)
    at = frame.set_index(["match", "deal", "player"])
    for m, d, p in ((0, 0, 0), (17, 3, 2), (59, 11, 3)):
        row = at.loc[(m, d, sim.players[p])]
        assert row["place"] == sim.places[m, d, p]
        assert row["total"] == sim.totals[m, d, p]
        for name in set(DETAILS) - {"gave", "got"}:
            assert row[name] == sim.detail(name)[m, d, p]
        deal = sim.deal(m, d)
        gave = [e.cards for e in deal.finish().events if getattr(e, "giver", "") == sim.players[p]]
        letters = "".join(card[0] for cards in gave for card in deal.text.order.sort(cards))
        assert row["gave"] == letters


def test_deals_not_played_are_not_in_the_frame() -> None:
    made = simulate("king-and-slave", 5, 30, None)
    frame = made.frame()
    assert len(frame) == made.lengths.sum() * 5
    assert (frame["place"] > 0).all()
    last = frame.groupby("match")["deal"].max() + 1
    assert last.tolist() == made.lengths.tolist()
    assert made.lengths.min() < made.lengths.max() == made.places.shape[1]
    assert list(frame) == [name for name in FRAME if name not in DETAILS]


def test_plays_are_those_of_the_deals(sim: Simulation) -> None:
    plays = sim.plays(range(7, 9))
    assert list(plays) == list(PLAYS)
    kinds = {name: str(kind) for name, kind in plays.dtypes.items()}
    assert kinds == {"match": "int32", "deal": "int32", "trick": "int16", "turn": "int16"} | {
        "size": "int8"
    } | dict.fromkeys(("player", "play", "rank", "beaten_by"), "category")
    for (m, d), rows in plays.groupby(["match", "deal"]):
        deal = sim.deal(m, d).finish()
        entries = [e for e in deal.log if e.trick]
        assert rows["turn"].tolist() == list(range(1, len(entries) + 1))
        assert rows["player"].tolist() == [sim.players[e.player] for e in entries]
        assert rows["play"].tolist() == [deal.text.write(e.action) for e in entries]
        assert rows["trick"].tolist() == [e.trick for e in entries]
        for i, row in enumerate(rows.itertuples()):
            later = [r for r in list(rows.itertuples())[i + 1 :] if r.trick == row.trick and r.size]
            if row.size == 0:
                assert row.play == "-"
                assert pd.isna(row.rank)
                assert pd.isna(row.beaten_by)
            else:
                assert row.rank in sim.rules.ranks
                beaten = later[0].player if later else None
                assert beaten is None if pd.isna(row.beaten_by) else row.beaten_by == beaten
    assert sim.plays()["match"].nunique() == 60  # all of them, if there are fewer than 100
    assert sim.plays(3)["match"].unique().tolist() == [3]


# --- every number opens to a deal -----------------------------------------------------


def test_an_address_opens_the_deal(sim: Simulation) -> None:
    for m, d in ((0, 0), (3, 11), (59, 6)):
        deal = sim.deal(m, d)
        assert deal.number == d + 1
        assert not deal.log  # at its start, to be stepped through
        assert [len(hand) for hand in deal.dealt] == sim.detail("cards")[m, d].tolist()
        assert [deal.finish().places[n] for n in sim.players] == sim.places[m, d].tolist()
    counted = simulate(matches=9, seed=3, keep="counts", deals=20)
    assert isinstance(counted, TransitionCounts)
    deal = counted.deal(8, 19).finish()
    places = simulate(matches=9, seed=3, deals=20).places[8, 19]
    assert [deal.places[n] for n in counted.players] == places.tolist()
    assert slime.replay(counted.record(4))["ok"]


def test_a_match_speaks_the_language_of_its_simulation() -> None:
    with slime.language("ru"):
        made = simulate(matches=2, deals=2)
    assert made.deal(1, 1).setting.lang == "ru"


def test_results_can_be_pickled(sim: Simulation) -> None:
    again = pickle.loads(pickle.dumps(sim))
    np.testing.assert_array_equal(again.places, sim.places)
    assert again.record(2) == sim.record(2)


@pytest.mark.parametrize("what", FINDERS)
def test_what_is_found_is_so(what: str, sim: Simulation) -> None:
    found = sim.find(what, 5)
    assert 0 < len(found) <= 5
    assert all(isinstance(address, Address) for address in found)
    last = len(sim.players)
    for m, d, p in found:
        place = sim.places[m, d, p]
        before = sim.places[m, d - 1, p] if d else 0
        expected = {
            "champion-fell": (1, last),
            "champion-stayed": (1, 1),
            "last-to-first": (last, 1),
            "last-stayed": (last, last),
            "second-stayed": (2, 2),
        }.get(what, (before, place))
        assert (before, place) == expected
        if what == "champion-fell":
            events = sim.deal(m, d).finish().events
            assert Fell(sim.players[p], last) in events


def test_the_longest_reign(sim: Simulation) -> None:
    longest = 0
    for m in range(60):
        for p in range(4):
            run = 0
            for place in sim.places[m, :, p]:
                run = run + 1 if place == 1 else 0
                longest = max(longest, run)
    (m, d, p), *_ = sim.find("longest-reign", 1)
    assert (sim.places[m, d - longest + 1 : d + 1, p] == 1).all()
    assert d + 1 == 12 or sim.places[m, d + 1, p] != 1
    assert d == longest - 1 or sim.places[m, d - longest, p] != 1


def test_the_largest_rise(sim: Simulation) -> None:
    change = sim.detail("strength_played") - sim.detail("strength_dealt")
    found = sim.find("largest-rise", 3)
    assert [change[a] for a in found] == sorted(change.ravel(), reverse=True)[:3]
    assert [change[a] for a in sim.find("largest-loss", 3)] == sorted(change.ravel())[:3]
    assert simulate(matches=3, deals=1, keep="details").find("largest-rise") == []


# --- summaries ------------------------------------------------------------------------


@pytest.mark.parametrize("deals", [9, None], ids=["same length", "to the end"])
def test_standard_errors_are_those_of_a_ratio_over_matches(deals: int | None) -> None:
    what: Any = ("king-and-slave", 5, 80, deals, "lowest", 4)
    sim, counted = simulate(*what), simulate(*what, keep="counts", lags=3)
    for lag in (1, 2, 3):
        moves = np.maximum(sim.lengths - lag, 0).astype(float)
        cells = np.zeros((80, 5, 5))
        for m in range(80):
            for d in range(lag, sim.lengths[m]):
                for p in range(5):
                    cells[m, sim.places[m, d - lag, p] - 1, sim.places[m, d, p] - 1] += 1
        np.testing.assert_array_equal(counted.transitions(lag), cells.sum(axis=0))
        share = cells.sum(axis=0) / moves.sum()
        residual = cells - share * moves[:, None, None]
        error = np.sqrt((residual**2).sum(axis=0) * 80 / 79) / moves.sum()
        np.testing.assert_allclose(counted.standard_errors(lag), error, rtol=1e-9, atol=1e-12)
        assert counted.moves[lag - 1].tolist() == [moves.sum(), (moves**2).sum()]


def test_standard_errors_are_as_large_as_the_scatter() -> None:
    """Over many seeds, the shares scatter as the errors say."""
    results = [
        simulate(matches=40, seed=seed, keep="counts", workers=1, deals=20) for seed in range(200)
    ]
    shares = np.array([r.transitions() / r.moves[0, 0] for r in results])
    errors = np.array([r.standard_errors() for r in results])
    ratio = shares.std(axis=0)[1:] / errors.mean(axis=0)[1:]  # the first row is partly fixed
    assert np.abs(ratio - 1).max() < 0.2


def test_summaries_refuse_lags_they_have_not() -> None:
    counted = simulate(matches=3, keep="counts", lags=2, deals=20)
    for call in (counted.transitions, counted.standard_errors):
        with pytest.raises(ValueError, match=r"^lag: a whole number from 1 to 2, not 3"):
            call(3)
        with pytest.raises(ValueError, match=r"^lag: "):
            call(0)
    assert np.isnan(simulate(matches=1, keep="counts", deals=20).standard_errors()).all()


# --- what players see -----------------------------------------------------------------


def test_no_view_shows_a_secret() -> None:
    """Neither others' cards and luck, nor the keys from which all luck could be reckoned."""
    for number in range(40):
        table = some_table(Random(number))
        names = "lowest"
        match = Match(table.rules, table.players, names, seed=table.seed)
        for _ in range(3):
            if match.over:
                break
            deal = match.next_deal()
            while not deal.over:
                S = deal.S
                for p in range(table.count):
                    seen = blanked(S, p)
                    view = new_state([7] * st.SIZE)
                    show(S, view, p)
                    assert view.tolist() == seen
                    hidden = {*S[st.KEYS :], S[st.RANDOM_STATE]}
                    hidden |= {S[st.LUCK + q] for q in range(table.count) if q != p}
                    large = {word for word in hidden if abs(word) >> 57}  # more than a hand
                    assert large
                    assert large.isdisjoint(seen)
                    assert not any(seen[st.REMOVED_CARDS :])
                    for row in (st.HAND, st.GAVE, st.GOT, st.CLUBS, st.LUCK):
                        for q in range(st.MAX_PLAYERS):
                            assert seen[row + q] == (S[row + q] if q == p else 0)
                for _ in range(7):
                    if not deal.over:
                        deal.step()
