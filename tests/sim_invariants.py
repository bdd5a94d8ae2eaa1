"""What holds in every deal of every simulation, checked on whole arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

import slime
from slime.engine.layout import RANK_BIT
from slime.records import read
from slime.simulation import Simulation

RANKS = 14


def check(sim: Simulation) -> None:
    """Check all deals of a simulation with details; AssertionError says what does not hold."""
    count = len(sim.players)
    played = sim.places[:, :, 0] > 0
    assert (played.sum(axis=1) == sim.lengths).all()
    assert (np.diff(played.astype(int), axis=1) <= 0).all(), "a gap in a match"
    _lengths(sim)
    places, finish = sim.places[played], sim.finish[played]
    everyone = np.arange(1, count + 1)
    assert (np.sort(places, axis=1) == everyone).all()
    assert (np.sort(finish, axis=1) == everyone).all()
    detail = {name: sim.detail(name)[played] for name in slime.simulation.columns.DETAILS}
    _standing(sim, played, detail)
    later = np.broadcast_to(np.arange(sim.places.shape[1])[:, None] > 0, sim.places.shape)[played]
    _fall(sim, places, finish, detail["before"] * later)
    _cards(sim, detail)
    _course(sim, finish, detail["before"] * later, detail)


def _lengths(sim: Simulation) -> None:
    """A match ends with the deal that ends it, not before and not after."""
    kind, length = sim.rules.match[0]
    if kind == "deals":
        assert (sim.lengths == length).all()
        return
    for m, deals in enumerate(sim.lengths):
        best = sim.totals[m].max(axis=1)
        assert best[deals - 1] >= length
        assert deals == 1 or best[deals - 2] < length


def _standing(sim: Simulation, played: Any, detail: dict[str, Any]) -> None:
    before = sim.detail("before")
    assert (before[:, 1:][played[:, 1:]] == sim.places[:, :-1][played[:, 1:]]).all()
    first = before[:, 0]
    if sim.rules.initial_places == "draw":
        assert (np.sort(first, axis=1) == np.arange(1, len(sim.players) + 1)).all()
    else:
        assert not first.any()
    assert (np.sort(detail["seat"], axis=1) == np.arange(len(sim.players))).all()
    assert (detail["dealer"].sum(axis=1) == 1).all()
    assert (detail["leader"].sum(axis=1) == 1).all()


def _fall(sim: Simulation, places: Any, finish: Any, before: Any) -> None:
    """Who was first and is not first now is last, if the rules say so; else nobody moves.

    `before` is 0 in first deals: a drawn place is no win to be lost.
    """
    if sim.rules.foul_finish:  # places are no order of going out then: the referee judges them
        return
    count = len(sim.players)
    champion = before == 1
    fell = champion & (finish != 1) if sim.rules.champion_falls else np.zeros_like(champion)
    assert (places[fell] == count).all()
    up = (fell * finish).sum(axis=1)[:, None]  # whoever came after who fell moves up
    moved = np.where(up > 0, finish - (finish > up), finish)
    assert (places[~fell] == moved[~fell]).all()


def _cards(sim: Simulation, detail: dict[str, Any]) -> None:
    count = len(sim.players)
    pack = sim.rules.pack(count)
    cards = detail["cards"]
    assert (cards.sum(axis=1) == len(pack)).all()
    assert (cards >= len(pack) // count).all()
    total = sum(1 << (4 * sim.rules.order().position[card[0]]) for card in pack)
    given, got = detail["gave"].sum(axis=1), detail["got"].sum(axis=1)
    assert (given == got).all()
    sizes = sum((detail["gave"] >> (4 * r)) & 15 for r in range(RANKS))
    back = sum((detail["got"] >> (4 * r)) & 15 for r in range(RANKS))
    assert (sizes == back).all()  # a pair exchanges like for like
    before, counts = detail["before"], sim.rules.exchange_counts(count)
    due = np.zeros(count + 1, int)
    for pair, n in enumerate(counts):
        due[pair + 1] = due[count - pair] = n
    due[0] = 0  # no place, no exchange
    assert (sizes == due[before]).all()
    assert (detail["gave"] & ~total_mask(total) == 0).all()
    for name in ("dealt", "played"):
        strength, tops = detail[f"strength_{name}"], detail[f"tops_{name}"]
        assert ((strength >= 0) & (strength <= 1)).all()
        best = max(r for r in range(RANKS) if (total >> (4 * r)) & 15)
        assert (tops.sum(axis=1) == (total >> (4 * best)) & 15).all()
    mean = (detail["strength_dealt"] * cards).sum(axis=1) / len(pack)
    np.testing.assert_allclose(mean, 0.5, atol=1e-5)  # the whole pack has one half
    mean = (detail["strength_played"] * cards).sum(axis=1) / len(pack)
    np.testing.assert_allclose(mean, 0.5, atol=1e-5)


def total_mask(total: int) -> int:
    """All bits of the ranks that the pack has."""
    return sum(15 << (4 * r) for r in range(RANKS) if (total >> (4 * r)) & 15)


def _course(sim: Simulation, finish: Any, before: Any, detail: dict[str, Any]) -> None:
    led, won, out = detail["led"], detail["won"], detail["out_turn"]
    assert (led.sum(axis=1) == won.sum(axis=1) + 1).all()  # the last trick is nobody's
    assert (led[detail["leader"] == 1] >= 1).all()
    left = detail["left_at_first_out"]
    assert (left[finish == 1] == 0).all()
    assert (left[finish != 1] >= 1).all()
    assert (out[finish == 1] > 0).all()
    later = np.where(out > 0, out, np.iinfo(np.int16).max).astype(int)
    by_turn = np.argsort(np.argsort(later, axis=1, kind="stable"), axis=1) + 1
    assert (by_turn[out > 0] == finish[out > 0]).all()
    still = (out == 0).sum(axis=1)
    leaves = sim.rules.champion_falls and sim.rules.fallen_champion == "leaves"
    assert (still >= 1).all()
    assert (still <= (2 if sim.rules.champion_falls else 1)).all()
    if leaves and not sim.rules.foul_finish:  # after a foul finish the first place may be nobody's
        fell = (before == 1) & (finish != 1)
        assert not out[fell].any()


def check_closely(sim: Simulation, m: int) -> int:
    """Replay a match from its record and step through it; gives its number of deals."""
    recorded = read(sim.record(m))
    assert len(recorded.deals) == sim.lengths[m]
    match = sim.match(m)
    for d, judged in enumerate(recorded.deals):
        assert [judged.places[n] for n in sim.players] == sim.places[m, d].tolist()
        deal = match.next_deal()
        pack = sorted(sim.rules.pack(len(sim.players)))
        gone: list[str] = []
        deal.exchange()
        while not deal.over:
            assert deal.turn is not None
            assert deal.hand(deal.turn), "who must act holds no card"
            legal = list(deal.legal())
            assert len(set(legal)) == len(legal) >= 1
            assert sum(deal.cards_left.values()) == len(pack) - len(gone)
            deal.step()
            last = deal.log[-1]
            text = deal.text.write(last.action)
            assert text in legal
            cards = last.action & ((1 << RANK_BIT) - 1)
            gone += deal.text.order.letters(cards)
        assert deal.log == match.deals[-1].log
        assert [e.action for e in deal.log] == [e.action for e in judged.log]
    return len(recorded.deals)
