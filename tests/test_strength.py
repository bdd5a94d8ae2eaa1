"""Strength of hands: against a count card by card, and the same when compiled."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

import slime
from slime.engine.hands import CARDS, count_at, size_of
from slime.engine.strength import UNIT, strength, top_cards, whole_pack

PACKS = [
    slime.rules("slime-licker"),
    slime.rules("king-and-slave"),
    slime.rules("king-and-slave", wild="23*"),
    slime.rules("slime-licker", suits=1, jokers=1, ranks="35689JQA*", exchange="none"),
]


@st.composite
def hands(draw: st.DrawFn) -> tuple[slime.Rules, int, list[str], list[str]]:
    rules = draw(st.sampled_from(PACKS))
    players = draw(st.integers(4, 7))
    pack = rules.pack(players)
    cards = draw(st.lists(st.integers(0, len(pack) - 1), unique=True))
    return rules, players, [pack[i] for i in cards], pack


@given(hands())
def test_it_is_the_mean_share_of_lower_cards(
    case: tuple[slime.Rules, int, list[str], list[str]],
) -> None:
    rules, players, hand, pack = case
    order = rules.order()
    packed = order.pack(pack)
    got = strength(order.pack(hand), packed)
    place = order.position
    total = Fraction(0)
    for card in hand:
        lower = sum(place[other[0]] < place[card[0]] for other in pack)
        equal = sum(other[0] == card[0] for other in pack) - 1
        total += Fraction(2 * lower + equal, 2 * (len(pack) - 1))
    expected = total / len(hand) if hand else Fraction(0)
    assert got == int(expected * UNIT)
    assert 0 <= got <= UNIT
    best = max(place[card[0]] for card in pack)
    assert top_cards(order.pack(hand), packed) == sum(place[c[0]] == best for c in hand)
    assert whole_pack(rules.numbers(players)) == packed


def test_the_ends_and_the_middle() -> None:
    assert strength(0, 0x121) == 0
    assert strength(0x1, 0x1) == 0
    rules = slime.rules("slime-licker")
    pack = rules.order().pack(rules.pack(7))
    assert strength(pack, pack) == UNIT // 2
    assert strength(rules.order().pack(["*"] * 4), pack) > 0.98 * UNIT


def test_compiled_it_gives_the_same() -> None:
    import numpy as np
    from numba import njit
    from numba.extending import register_jitable

    for function in (size_of, count_at):
        register_jitable(function)
    fast_strength, fast_top, fast_pack = njit(strength), njit(top_cards), njit(whole_pack)
    for players in (4, 7):
        for rules in PACKS:
            S = rules.numbers(players)
            pack = whole_pack(S)
            assert fast_pack(np.array(S, dtype=np.int64)) == pack
            for hand in (0, pack, pack & 0x0F0F0F0F0F0F0F, pack & 0x11111111111111):
                assert hand & CARDS == hand
                assert fast_strength(hand, pack) == strength(hand, pack)
                assert fast_top(hand, pack) == top_cards(hand, pack)
