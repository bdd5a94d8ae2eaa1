"""The worlds that a player thinks in, against every deal that fits what he has seen.

The enumeration is written apart from the sampler: all divisions of the cards as dealt, the
exchange carried out on lists of ranks, and what does not fit what was seen thrown away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2

import slime
from slime.engine import layout as st
from slime.engine.hands import count_at
from slime.game.deal import Deal
from slime.game.rules import Rules
from slime.strategies.observation import blanked
from slime.strategies.worlds import (
    LOWEST_GIFTS,
    SLOTS,
    UNKNOWN_GIFTS,
    first_world,
    next_world,
    scratch,
)

Hand = tuple[int, ...]


def ranks_of(packed: int) -> list[int]:
    return [rank for rank in range(14) for _ in range(count_at(packed, rank))]


def divisions(cards: list[int], sizes: list[int]) -> Iterator[list[list[int]]]:
    """All ways to deal cards, each one by itself, into hands of these sizes."""
    if not sizes:
        yield []
        return
    for picked in combinations(range(len(cards)), sizes[0]):
        rest = [card for i, card in enumerate(cards) if i not in picked]
        for more in divisions(rest, sizes[1:]):
            yield [[cards[i] for i in picked], *more]


def take(hand: list[int], cards: list[int]) -> list[int] | None:
    left = list(hand)
    for card in cards:
        if card not in left:
            return None
        left.remove(card)
    return left


def exchanged(
    rules: Rules, standing: list[int], dealt: dict[int, list[int]], me: int, gave: list[int]
) -> tuple[dict[int, list[int]], list[int]]:
    """The hands after the exchange, and what player `me` got; his own choice is `gave`."""
    hands = {q: sorted(hand) for q, hand in dealt.items()}
    got: list[int] = []
    for i, count in enumerate(rules.exchange_counts(len(standing))):
        high, low = standing[i], standing[-1 - i]
        giver, chooser = (low, high) if rules.exchange_flow == "up" else (high, low)
        best = hands[giver][-count:]
        choice_from = hands[chooser] + best if rules.exchange_open else hands[chooser]
        low_cards = gave if chooser == me else sorted(choice_from)[:count]
        mine = take(hands[giver], best) or []
        hands[giver] = sorted(mine + low_cards)
        kept = take(sorted(hands[chooser] + best), low_cards)
        if kept is None:  # he gave back what he would not have got
            return hands, [-1]
        hands[chooser] = kept
        if giver == me:
            got = sorted(low_cards)
        if chooser == me:
            got = sorted(best)
    return hands, got


def all_worlds(deal: Deal, me: int, exchange: bool = True) -> dict[tuple[Hand, ...], float]:
    """Each assignment of the hidden hands that fits, with its chance."""
    S = deal.S
    count = S[st.PLAYERS]
    rules = deal.rules
    others = [q for q in range(count) if q != me]
    standing = [S[st.STANDING + i] for i in range(count)]
    played = {q: ranks_of(S[st.PLAYED_BY + q]) for q in range(count)}
    gave, got = ranks_of(S[st.GAVE + me]), ranks_of(S[st.GOT + me])
    mine = take(ranks_of(S[st.HAND + me]) + played[me] + gave, got)
    assert mine is not None
    every = [
        rank for card in deal.rules.pack(count) for rank in [deal.text.order.position[card[0]]]
    ]
    unseen = take(every, mine)
    assert unseen is not None
    sizes = [S[st.CARDS_LEFT + q] + len(played[q]) for q in others]
    found: Counter[tuple[Hand, ...]] = Counter()
    for hands in divisions(unseen, sizes):
        dealt = dict(zip(others, hands, strict=True)) | {me: mine}
        after, gift = exchanged(rules, standing, dealt, me, gave)
        if gift != got:
            continue
        weight = 1
        left = []
        for q in others:
            rest = take(after[q], played[q])
            if rest is None:
                weight = 0
                break
            for rank in set(played[q]):  # taken as drawn from the hand at random
                weight *= comb(after[q].count(rank), played[q].count(rank))
            left.append(tuple(sorted(rest)))
        if weight:
            found[tuple(left)] += weight
    total = sum(found.values())
    return {world: n / total for world, n in found.items()}


def sampled(
    deal: Deal, me: int, samples: int, gifts: int = LOWEST_GIFTS, seed: int = 5
) -> Counter[tuple[Hand, ...]]:
    W = scratch()
    first_world(blanked(deal.S, me), W, me, seed, gifts)
    others = [q for q in range(deal.S[st.PLAYERS]) if q != me]
    found: Counter[tuple[Hand, ...]] = Counter()
    for _ in range(samples):
        next_world(W, me, 4 * W[SLOTS])
        found[tuple(tuple(ranks_of(W[st.HAND + q])) for q in others)] += 1
    return found


def chance_of_worse(found: Counter[Any], expected: dict[Any, float]) -> float:
    """The p-value of a chi-square test; rare worlds are put together."""
    n = sum(found.values())
    if any(world not in expected for world in found):
        return 0.0
    rare = [world for world, share in expected.items() if share * n < 5]
    counts = [(found[w], share * n) for w, share in expected.items() if share * n >= 5]
    if rare:
        counts.append((sum(found[w] for w in rare), n * sum(expected[w] for w in rare)))
    a, b = np.array(counts).T
    keep = b > 0
    if keep.sum() < 2:
        return 1.0
    return float(chi2.sf(((a - b) ** 2 / b)[keep].sum(), keep.sum() - 1))


def second_deal(rules: Rules, players: int, seed: int, steps: int) -> Deal | None:
    """The second deal of a match, so many plays and passes on."""
    match = slime.Match(rules, players, "lowest", seed=seed)
    match.next_deal().finish()
    deal = match.next_deal().exchange()
    for _ in range(steps):
        deal.step()
        if deal.over:
            return None
    return deal


TINY = slime.rules("slime-licker", players=[2, 8], suits=3, ranks="34567A2", jokers=0)
CASES = [
    {"exchange": [1, 1], "ranks": "4567"},
    {"exchange": [2, 1], "ranks": "4567"},
    {"exchange": [1, 1], "ranks": "4567", "exchange_open": True},
    {"exchange": [2, 1], "ranks": "4567", "exchange_open": True},
    {"exchange": [1, 1], "ranks": "4567", "exchange_flow": "down"},
    {"exchange": [2, 1], "ranks": "4567", "exchange_flow": "down", "exchange_open": True},
    {"exchange": [2], "ranks": "4567", "exchange_flow": "up"},
]


def rules_of(fields: dict[str, Any]) -> Rules:
    return TINY.replace(first_lead="dealer-left", match={"deals": 3}, **fields)


@pytest.mark.parametrize("fields", CASES, ids=str)
@pytest.mark.parametrize("steps", [0, 3, 6])
def test_worlds_are_those_that_fit(fields: dict[str, Any], steps: int) -> None:
    """Every player of four, in three deals: champion, slime licker and those between."""
    rng = Random(str((fields, steps)))
    worst = 1.0
    tried = 0
    while tried < 5:
        deal = second_deal(rules_of(fields), 4, rng.randrange(1 << 30), steps)
        if deal is None:
            continue
        me = tried % 4
        expected = all_worlds(deal, me)
        assert expected, "what happened must be possible"
        worst = min(worst, chance_of_worse(sampled(deal, me, 1500), expected))
        tried += 1
    assert worst > 1e-4


def test_five_players_the_middle_one_watches() -> None:
    fields = {"exchange": [1, 1], "suits": 2, "ranks": "34567"}
    for seed in (3, 4):
        deal = second_deal(rules_of(fields), 5, seed, 2)
        assert deal is not None
        for me in range(5):
            assert chance_of_worse(sampled(deal, me, 1500), all_worlds(deal, me)) > 1e-4


def test_dealt_afresh_is_another_thing() -> None:
    """Who forgets the exchange draws other worlds, and the same test sees it."""
    deal = second_deal(rules_of(CASES[0]), 4, 11, 0)
    assert deal is not None
    expected = all_worlds(deal, 0)
    assert chance_of_worse(sampled(deal, 0, 1500), expected) > 1e-4
    assert chance_of_worse(sampled(deal, 0, 1500, UNKNOWN_GIFTS), expected) < 1e-9


def test_gifts_that_the_model_forbids_tell_nothing() -> None:
    """A chooser who gave his best: no world fits the model, but there are worlds still."""
    match = slime.Match(rules_of(CASES[0]), 4, "hoarder", seed=2)
    match.next_deal().finish()
    deal = match.next_deal()
    while deal.phase == "exchange":
        due = deal.gifts_due()[0]
        deal.give(deal.hand(due.giver)[-due.size :])
    for me in range(4):
        found = sampled(deal, me, 20)
        assert sum(found.values()) == 20
        S = deal.S
        for world in found:
            left = [q for q in range(4) if q != me]
            assert [len(hand) for hand in world] == [S[st.CARDS_LEFT + q] for q in left]
