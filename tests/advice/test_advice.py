"""Advice at the table, and the coach that plays by it."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

import slime
from slime.advice import advise
from slime.advice._advise import _engine, _mean
from slime.engine import layout as st
from slime.engine.hands import size_of
from slime.game.deal import Deal
from slime.strategies.contract import swap_unseen
from slime.strategies.playouts import next_gift_of
from slime.strategies.worlds import first_world, next_world, scratch

NAMES = ["Anna", "Boris", "Vera", "Gleb", "Dina"]


def second_deal(seed: int, steps: int, **fields: Any) -> Deal:
    match = slime.Match("slime-licker", NAMES, "lowest", seed=seed)
    if fields:
        match = slime.Match(slime.rules("slime-licker", **fields), NAMES, "lowest", seed=seed)
    match.next_deal().finish()
    deal = match.next_deal().exchange()
    for _ in range(steps):
        deal.step()
    while len(deal.legal()) < 3:
        deal.step()
    return deal


def test_it_does_not_look_into_other_hands() -> None:
    """Unseen cards swapped between two other hands change nothing."""
    deal = second_deal(4, 8)
    told = deal.advice(samples=60, seed=3)
    for number in range(3):
        other = deal.copy()
        other.S[:] = swap_unseen(deal.S, deal.actor, Random(number))
        assert other.S != deal.S
        assert advise(other, 60, 3) == told
    assert deal.advice(samples=60, seed=4) != told


def test_compiled_and_interpreted_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for fields in ({}, {"exchange_open": True}, {"exchange_flow": "down"}):
        deal = second_deal(5, 20, **fields)
        fast = deal.advice(samples=12, players="counter")
        monkeypatch.setattr("slime.advice._advise.can_compile", lambda: False)
        _engine.cache_clear()
        assert deal.advice(samples=12, players="counter") == fast
        monkeypatch.undo()
        _engine.cache_clear()


def test_hands_that_follow_from_the_view_are_searched() -> None:
    deal = slime.Match(players=NAMES[:4], strategies="lowest", seed=3).next_deal()
    while sum(map(bool, deal.hands)) > 2 or len(deal.legal()) < 2:
        deal.step()
    found = deal.advice()
    assert found.exact and found.samples == 0
    solved = slime.advice.solve(deal)
    for choice in found.choices:
        assert choice.place.value == solved.places[choice.play][str(deal.turn)]
    assert "searched exactly" in str(found)


def test_gifts_and_what_is_refused() -> None:
    match = slime.Match("slime-licker", NAMES, "lowest", seed=4)
    deal = match.next_deal()
    with pytest.raises(ValueError, match="samples: a whole number"):
        deal.advice(samples=1)
    with pytest.raises(ValueError, match="players: one of lowest, counter"):
        deal.advice(players="clever")
    deal.finish()
    with pytest.raises(ValueError, match="nothing to choose"):
        deal.advice()
    deal = match.next_deal()
    with pytest.raises(ValueError, match="nothing to choose"):
        deal.advice()  # the best cards are owed
    found = deal.step().advice(samples=40)
    assert len(found.choices) > 20
    assert all(deal.why_not_give(choice.play) is None for choice in found.choices)
    with slime.language("ru"):
        told = slime.Match(players=4, strategies="lowest", seed=1).next_deal().advice(20)
    assert "Чужие пасы не учитываются" in told._repr_html_()
    assert "пас" not in told.best and told.table().markdown() == told._repr_markdown_()


def test_alike_samples_do_not_claim_certainty() -> None:
    same = _mean(np.full(50, 2), 0.95, False)
    assert same.low < 2 < same.high
    deal = second_deal(4, 8)
    for choice in deal.advice(samples=30).choices:
        assert choice.place.low < choice.place.value < choice.place.high
        assert all(chance.low < chance.high for chance in choice.chances)


def test_all_gifts_once_each() -> None:
    cards, gift, seen = 0x1203, 2, set()
    while gift:
        seen.add(gift)
        gift = next_gift_of(cards, gift)
    assert len(seen) == 5  # 33 35 3* 55 5*
    assert all(size_of(one) == 2 for one in seen)


def test_worlds_hold_every_card_once() -> None:
    for seed in range(4):
        deal = second_deal(seed, 10)
        S, me = deal.S, deal.actor
        W = scratch()
        first_world(S, W, me, 3, 0)
        total = sum(S[st.HAND : st.HAND + 5])
        for _ in range(30):
            next_world(W, me, 20)
            assert sum(W[st.HAND : st.HAND + 5]) == total
            assert [size_of(W[st.HAND + q]) for q in range(5)] == S[
                st.CARDS_LEFT : st.CARDS_LEFT + 5
            ]


def test_the_coach_beats_the_lowest() -> None:
    """A small share of the stored table: mean place 2.0 of 5, par is 3."""
    table = ["coach", *["lowest"] * 4]
    sim = slime.simulate(players=5, matches=60, deals=5, strategies=table, seed=77, workers=1)
    assert sim.places[:, :, 0].mean() < 2.35
    again = slime.simulate(players=5, matches=60, deals=5, strategies=table, seed=77, workers=2)
    assert np.array_equal(sim.places, again.places)


def test_the_coach_plays_the_same_at_both_speeds() -> None:
    table = ["coach(samples=3)", "counter", "coach(samples=2,players=1)", "lowest"]
    for preset in ("slime-licker", "king-and-slave", "daifugo"):
        both = [
            slime.simulate(preset, 4, 1, 2, table, seed=8, engine=engine, progress=False).places
            for engine in ("compiled", "interpreted")
        ]
        assert np.array_equal(*both)
