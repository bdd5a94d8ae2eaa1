"""Positions with hands made by hand, for tests of advice."""

from __future__ import annotations

from collections.abc import Sequence

from slime.engine import layout as st
from slime.engine.hands import size_of
from slime.engine.seating import begin_deal
from slime.engine.turns import start_trick
from slime.game.rules import Rules


def pack(ranks: Sequence[int]) -> int:
    """A packed hand of cards given by the positions of their ranks."""
    return sum(1 << (4 * rank) for rank in ranks)


def leading(rules: Rules, hands: Sequence[int]) -> list[int]:
    """A state in which player 0 leads and everybody holds these packed cards."""
    S = rules.numbers(len(hands))
    for p in range(len(hands)):
        S[st.SEATS_AT + p] = p
    S[st.HAS_STANDING] = 0
    S[st.DEAL] = 1
    S[st.NEXT_PLAYER : st.NEXT_PLAYER + len(hands)] = range(len(hands))
    S[st.STANDING : st.STANDING + len(hands)] = range(len(hands))
    begin_deal(S)
    for p, hand in enumerate(hands):
        S[st.HAND + p] = hand
        S[st.CARDS_LEFT + p] = size_of(hand)
    start_trick(S, 0)
    return S
