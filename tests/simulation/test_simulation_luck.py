"""The luck: published numbers, even shuffles, nothing in common between deals and seeds."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import plain_streams as plain
import pytest
from numba import njit
from scipy import stats

import slime
from slime.engine import streams
from slime.game.match import Match
from slime.simulation import compiled, simulate

VECTORS = json.loads((Path(__file__).parents[2] / "docs/streams.json").read_text("utf-8"))
SURE = 1e-4  # a fixed seed cannot fail by chance twice; this says what would be odd once

assert compiled.run is not None  # it makes the rule functions known to numba


def signed(word: str) -> int:
    return streams.wrap64(int(word))


def unsigned(word: int) -> int:
    return int(word) % 2**64


@njit
def mixed(state: int, out: Any) -> None:
    for i in range(len(out)):
        state += np.int64(-7046029254386353131)
        out[i] = streams.mix64(state)


@njit
def drawn(start: int, out: Any) -> None:
    cells = np.array([start], np.int64)
    for i in range(len(out)):
        out[i] = streams.draw(cells, 0)


@njit
def dealt(seed: int, match: int, deal: int, cells: Any, pack: Any, n: int) -> None:
    cells[0] = streams.stream(seed, 1, match, deal)
    for i in range(n):
        pack[i] = i
    streams.shuffle(cells, 0, pack, n)


def test_the_published_outputs_of_splitmix64() -> None:
    told = VECTORS["splitmix64"]
    outputs = [int(word) for word in told["outputs"]]
    assert outputs[:2] == [6457827717110365317, 3203168211198807973]
    assert list(islice(plain.words(int(told["seed"])), len(outputs))) == outputs
    out = np.zeros(len(outputs), np.int64)
    mixed(int(told["seed"]), out)
    assert [unsigned(word) for word in out] == outputs
    state = int(told["seed"])
    for output in outputs:
        state = streams.wrap64(state + plain.GAMMA)
        assert unsigned(streams.mix64(state)) == output


def test_the_version_is_that_of_the_numbers() -> None:
    assert VECTORS["version"] == streams.VERSION


@pytest.mark.parametrize("told", VECTORS["streams"], ids=lambda told: "-".join(told["key"]))
def test_the_numbers_of_a_stream(told: dict[str, Any]) -> None:
    key = [int(part) for part in told["key"]]
    assert plain.start(*key) == int(told["start"])
    begin = streams.stream(*(streams.wrap64(part) for part in key[:4]))
    if key[4:]:
        begin = streams.absorb(begin, key[4])
    assert unsigned(begin) == int(told["start"])
    draws = [int(word) for word in told["draws"]]
    assert list(islice(plain.draws(int(told["start"])), 3)) == draws
    cells = [begin]
    assert [streams.draw(cells, 0) for _ in draws] == draws
    out = np.zeros(len(draws), np.int64)
    drawn(begin, out)
    assert out.tolist() == draws
    assert [streams.below(word, 5) for word in draws] == told["below_5"]
    if "shuffled_54" in told:
        pack = list(range(54))
        assert plain.shuffled(int(told["start"]), pack) == told["shuffled_54"]
        streams.shuffle([begin], 0, pack, 54)
        assert pack == told["shuffled_54"]
        array = np.zeros(54, np.int64)
        dealt(streams.wrap64(key[0]), key[2], key[3], np.zeros(1, np.int64), array, 54)
        assert array.tolist() == told["shuffled_54"]


def test_hands_and_seats_are_those_of_the_page() -> None:
    """docs/streams.md, followed without the engine."""
    rules = slime.rules("slime-licker", match={"deals": 3}, initial_places="draw")
    match = Match(rules, 5, "random", seed=2**63 + 5, number=77)
    pack = rules.pack(5)
    seats = plain.shuffled(plain.start(2**63 + 5, 3, 77, 0), [f"P{i + 1}" for i in range(5)])
    for d in (1, 2, 3):
        deal = match.next_deal()
        if d == 1:
            assert list(deal.dealt_seats) == seats
        cards = plain.shuffled(plain.start(2**63 + 5, 1, 77, d), pack)
        left = cards[50:]
        for p, hand in enumerate(deal.dealt):
            own = sorted(cards[10 * p : 10 * p + 10])
            extra = sorted(hand)
            for card in own:
                extra.remove(card)
            assert all(card in left for card in extra)
        assert sum(map(len, deal.dealt)) == 54
        deal.finish()


# --- evenness -------------------------------------------------------------------------


@njit
def count_positions(seed: int, deals: int, n: int, counts: Any) -> None:
    cells, pack = np.zeros(1, np.int64), np.zeros(n, np.int64)
    for d in range(deals):
        dealt(seed, d // 20, d % 20 + 1, cells, pack, n)
        for i in range(n):
            counts[pack[i], i] += 1


def fits(statistic: float, df: int) -> None:
    """Neither far too uneven nor far too even."""
    assert SURE < stats.chi2.sf(statistic, df) < 1 - SURE


@pytest.mark.parametrize("n", [8, 54, 108])
def test_each_card_is_at_each_position_alike(n: int) -> None:
    deals = 200_000
    counts = np.zeros((n, n), np.int64)
    count_positions(1, deals, n, counts)
    expected = deals / n
    # rows and columns add up: the sum of squares has (n - 1)^2 degrees, times n / (n - 1)
    statistic = ((counts - expected) ** 2 / expected).sum() * (n - 1) / n
    fits(statistic, (n - 1) ** 2)


@njit
def count_orders(seed: int, deals: int, counts: Any) -> None:
    cells, pack = np.zeros(1, np.int64), np.zeros(5, np.int64)
    for d in range(deals):
        dealt(seed, d, 1, cells, pack, 5)
        code = 0
        for i in range(5):
            code = code * 5 + pack[i]
        counts[code] += 1


def test_each_order_of_five_cards_is_as_likely() -> None:
    counts = np.zeros(5**5, np.int64)
    count_orders(3, 600_000, counts)
    seen = counts[counts > 0]
    assert len(seen) == 120
    fits(((seen - 5000) ** 2 / 5000).sum(), 119)


def test_each_card_goes_to_each_player_alike() -> None:
    """Through `Match`, extras and all: first deals, dealers and seats by lot."""
    rules = slime.rules("slime-licker", match={"deals": 1}, dealer="draw")
    matches = 4000
    owners: dict[str, np.ndarray[Any, Any]] = {}
    sizes = np.zeros(5, np.int64)
    for number in range(matches):
        deal = Match(rules, 5, seed=11, number=number).next_deal()
        for p, hand in enumerate(deal.dealt):
            sizes[p] += len(hand) == 11
            for card in set(hand):
                owners.setdefault(card, np.zeros(5, np.int64))[p] += hand.count(card)
    assert sizes.sum() == 4 * matches  # four of five get an eleventh card
    short = matches - sizes
    fits(((short - matches / 5) ** 2 / (matches / 5)).sum(), 4)
    table = np.array([owners[card] / owners[card].sum() for card in sorted(owners)]) * matches
    assert table.shape == (53, 5)
    statistic = ((table - matches / 5) ** 2 / (matches / 5)).sum()
    fits(statistic, 53 * 4)


def test_hands_of_the_simulator_have_the_sizes_of_the_rules() -> None:
    sim = simulate("slime-licker", 5, 2000, 10, keep="details", seed=5)
    cards, dealer = sim.detail("cards"), sim.detail("dealer")
    assert (np.sort(cards, axis=2) == [10, 11, 11, 11, 11]).all()
    assert (cards[dealer == 1] == 10).all()
    assert (dealer.sum(axis=2) == 1).all()
    first = dealer[:, 0].sum(axis=0)
    fits(((first - 400) ** 2 / 400).sum(), 4)


# --- nothing in common ----------------------------------------------------------------


@njit
def count_owners(first: Any, second: Any, deals: int, counts: Any) -> None:
    """Who has a card in a deal, and who in the deal beside it: [card, one, other]."""
    cells, pack = np.zeros(1, np.int64), np.zeros(50, np.int64)
    owner = np.zeros(50, np.int64)
    for i in range(deals):
        dealt(first[i, 0], first[i, 1], first[i, 2], cells, pack, 50)
        for k in range(50):
            owner[pack[k]] = k // 10
        dealt(second[i, 0], second[i, 1], second[i, 2], cells, pack, 50)
        for k in range(50):
            counts[pack[k], owner[pack[k]], k // 10] += 1


BESIDE = {"next deal": 2, "next match": 1, "next seed": 0}


@pytest.mark.parametrize("beside", BESIDE)
def test_deals_beside_each_other_have_nothing_in_common(beside: str) -> None:
    deals = 100_000
    first = np.zeros((deals, 3), np.int64)
    at = np.arange(deals)
    first[:, 0] = 7
    first[:, 1] = at // 20
    first[:, 2] = at % 20 + 1
    if beside == "next seed":
        first[:, 0], first[:, 1] = at, 0
        first[:, 2] = 1
    second = first.copy()
    second[:, BESIDE[beside]] += 1
    counts = np.zeros((50, 5, 5), np.int64)
    count_owners(first, second, deals, counts)
    expected = deals / 25
    for card in counts:  # margins are known, so all but the sum is free
        fits(((card - expected) ** 2 / expected).sum(), 24)
    total = counts.sum(axis=0)
    # cards of a deal hang together (ten a hand), the more so the fewer: one number over all
    same = np.trace(total) / total.sum()
    assert abs(same - 0.2) < 5 * np.sqrt(0.2 * 0.8 / (deals * 50))


def test_hands_dealt_are_not_correlated_along_a_match() -> None:
    """In the simulator: strength as dealt, one deal and the next, one player and the next."""
    rules = slime.rules("slime-licker", exchange="none")
    sim = simulate(rules, 5, 5000, 20, keep="details", seed=9)
    strength = sim.detail("strength_dealt").astype(float)
    n = strength[:, 1:].size
    along = np.corrcoef(strength[:, :-1].ravel(), strength[:, 1:].ravel())[0, 1]
    assert abs(along) < 4 / np.sqrt(n)
    next_match = np.corrcoef(strength[:-1].ravel(), strength[1:].ravel())[0, 1]
    assert abs(next_match) < 4 / np.sqrt(n)
    other = simulate(rules, 5, 5000, 20, keep="details", seed=10)
    seeds = np.corrcoef(strength.ravel(), other.detail("strength_dealt").astype(float).ravel())
    assert abs(seeds[0, 1]) < 4 / np.sqrt(n)
    assert (sim.places != other.places).mean() == pytest.approx(0.8, abs=0.01)
    beside = np.corrcoef(strength[:, 0].T)[0, 1]  # what one has, the others have not
    assert beside == pytest.approx(-0.25, abs=0.06)


# --- known means ----------------------------------------------------------------------

OFF: dict[str, Any] = {"exchange": "none", "champion_falls": False}
MEANS = {
    "exchange off, fall off": (OFF, [3.14, 3.14, 3.13, 3.14, 2.45]),
    "exchange on, fall off": ({"champion_falls": False}, [1.83, 2.42, 3.24, 3.85, 3.65]),
    "both on": ({}, [2.92, 2.31, 2.97, 3.49, 3.30]),
    "the last leads, does not deal": (OFF | {"dealer": "rotate"}, [None] * 4 + [2.52]),
    "the last deals, does not lead": (OFF | {"lead": "draw"}, [None] * 4 + [2.96]),
    "neither": (OFF | {"dealer": "rotate", "lead": "draw"}, [3.0] * 5),
}


@pytest.mark.parametrize("world", MEANS)
def test_mean_place_in_the_next_deal(world: str) -> None:
    """Five `lowest` players; the numbers were found by another program."""
    fields, expected = MEANS[world]
    counted = simulate(slime.rules("slime-licker", **fields), 5, 20_000, 20, keep="counts")
    moves = counted.transitions()
    found = (moves @ np.arange(1, 6)) / moves.sum(axis=1)
    for mean, known in zip(found, expected, strict=True):
        if known is not None:
            assert mean == pytest.approx(known, abs=0.02)


def test_shares_of_the_rank_correlation() -> None:
    """The exchange, the fall alone, and the last one's lead and deal, from the same numbers."""

    def correlation(**fields: Any) -> float:
        counted = simulate(slime.rules("slime-licker", **fields), 5, 20_000, 20, keep="counts")
        place = np.arange(1, 6) - 3.0
        moves = counted.transitions()
        return float(place @ moves @ place / (moves.sum() / 5) / (place @ place))

    alone = {"exchange": "none", "dealer": "rotate", "lead": "draw"}
    assert correlation(**alone) == pytest.approx(-0.30, abs=0.02)
    assert correlation(exchange="none") == pytest.approx(-0.42, abs=0.02)
