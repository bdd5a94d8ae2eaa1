"""The exact endgame against plain minimax and against what is known of single cards."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, product
from random import Random
from typing import Any

import pytest
from positions import leading, pack
from rule_sets import some_rules

import slime
from slime.advice import endgame, solve
from slime.advice.endgame import open_places
from slime.advice.search import FULL, packed_places
from slime.engine import layout as st
from slime.engine.hands import size_of
from slime.engine.legal import all_legal
from slime.engine.turns import act
from slime.game.match import Match

SINGLE = slime.rules("slime-licker", players=[2, 8], suits=1, jokers=0)


def plain_minimax(S: list[int]) -> int:
    """No memo, nothing cut off: every way to the end, each for his own place, first of equals."""
    if S[st.PHASE] == st.OVER:
        return packed_places(S)
    p = S[st.TURN]
    best = 0
    for action in all_legal(S, p):
        after = S[:]
        act(after, p, action)
        found = plain_minimax(after)
        if best == 0 or (found >> (4 * p)) & 15 < (best >> (4 * p)) & 15:
            best = found
    return best


def place(packed: int, p: int) -> int:
    return (packed >> (4 * p)) & 15


def value(S: list[int]) -> int:
    found = open_places(S)
    assert found is not None
    p = S[st.TURN]
    return min(found.values(), key=lambda packed: place(packed, p))


def check(S: list[int]) -> None:
    p = S[st.TURN]
    expected = {}
    for action in all_legal(S, p):
        after = S[:]
        act(after, p, action)
        expected[action] = plain_minimax(after)
    assert open_places(S) == expected


def test_all_small_hands_of_two() -> None:
    """Every two hands of up to three cards of three ranks, pairs and triples among them."""
    hands = [pack(cards) for n in (1, 2, 3) for cards in combinations_with_replacement(range(3), n)]
    rules = SINGLE.replace(suits=4)
    for mine, yours in product(hands, hands):
        check(leading(rules, [mine, yours]))


@pytest.mark.parametrize("passing", ["free", "locked", "one-turn"])
def test_all_small_hands_of_three(passing: str) -> None:
    hands = [pack(cards) for n in (1, 2) for cards in combinations_with_replacement(range(3), n)]
    rules = SINGLE.replace(suits=4, passing=passing)
    for three in product(hands, repeat=3):
        check(leading(rules, list(three)))


def test_random_rule_sets() -> None:
    """Ends of deals under any rules: turned orders, wild cards, clears, falls, foul finishes."""
    rng = Random(15)
    seen = 0
    while seen < 120:
        rules, players = some_rules(rng, small=True)
        match = Match(rules, players, "random", seed=rng.randrange(1 << 30))
        while not match.over:
            deal = match.next_deal()
            while not deal.over:
                S = deal.S
                hands = [S[st.HAND + p] for p in range(players)]
                small = sum(map(size_of, hands)) <= 6
                if deal.phase == "play" and sum(map(bool, hands)) <= 3 and small:
                    check(S[:])
                    seen += 1
                    break
                deal.step()
            deal.finish()


#: Cells of the public part that only count what happened.
COUNTERS = {st.TRICK, st.PLAYED_CARDS, st.TURNS} | {
    row + p
    for row in (st.LED, st.WON, st.LEFT_AT_FIRST_OUT, st.OUT_TURN, st.FINISH)
    for p in range(8)
}


def remembering_minimax(S: list[int], seen: dict[tuple[int, ...], int]) -> int:
    """The same, where a position was met before from memory: known by all cells that count."""
    if S[st.PHASE] == st.OVER:
        return packed_places(S)
    key = tuple(S[i] for i in range(st.PHASE, st.HAND + 8) if i not in COUNTERS)
    if key not in seen:
        p, best = S[st.TURN], 0
        for action in all_legal(S, p):
            after = S[:]
            act(after, p, action)
            found = remembering_minimax(after, seen)
            if best == 0 or place(found, p) < place(best, p):
                best = found
        seen[key] = best
    return seen[key]


@pytest.mark.parametrize(
    "fields",
    [
        {"passing": "one-turn"},
        {"passing": "locked", "bigger_sets": True},
        {"turns_trick": "456", "equal_ranks": True, "equal_skips": True},
        {"revolution": 3, "clears": "5", "passing": "locked"},
        {"wild": "23", "foul_finish": "6", "lead_after_out": "right"},
        {"turns_trick": "5", "passing": "one-turn", "must_play": True},
    ],
    ids=str,
)
def test_nothing_that_counts_is_forgotten(fields: dict[str, Any]) -> None:
    """Longer ends, in which the same hands are reached on many ways."""
    rng = Random(7)
    rules = SINGLE.replace(suits=4, ranks="34567A", **fields)
    cards = [rank for rank in range(6) for _ in range(4)]
    for _ in range(6):
        dealt = rng.sample(cards, 12)
        S = leading(rules, [pack(dealt[i::3]) for i in range(3)])
        seen: dict[tuple[int, ...], int] = {}
        expected = {}
        for action in all_legal(S, 0):
            after = S[:]
            act(after, 0, action)
            expected[action] = remembering_minimax(after, seen)
        assert open_places(S) == expected


def test_single_cards_theory() -> None:
    one_three, two = pack([1, 3]), pack([2])
    found = open_places(leading(SINGLE, [one_three, two]))
    assert found is not None
    won = {action >> st.RANK_BIT: place(packed, 0) == 1 for action, packed in found.items()}
    assert won == {1: False, 3: True}
    assert place(value(leading(SINGLE, [pack([1, 2]), pack([3])])), 0) == 2
    mine, yours = pack([1, 4, 6, 7]), pack([2, 3, 5, 8])
    assert place(value(leading(SINGLE, [mine, yours])), 0) == 1
    S = leading(SINGLE, [mine, yours])
    lowest = slime.strategies.lowest
    while S[st.PHASE] != st.OVER:  # who always plays the lowest loses against the same
        act(S, S[st.TURN], lowest.choose(S, S[st.TURN]))
    assert S[st.PLACE] == 2


@pytest.mark.parametrize(("k", "wins"), [(2, 3), (3, 13), (4, 44), (5, 151)])
def test_splits_of_twice_k(k: int, wins: int) -> None:
    won = 0
    for mine in combinations(range(2 * k), k):
        yours = [rank for rank in range(2 * k) if rank not in mine]
        won += place(value(leading(SINGLE, [pack(mine), pack(yours)])), 0) == 1
    assert won == wins


def test_interpreted_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(3)
    cards = [rank for rank in range(13) for _ in range(4)]
    states = []
    for _ in range(5):
        dealt = rng.sample(cards, 9)
        hands = [pack(dealt[3 * i : 3 * i + 3]) for i in range(3)]
        states.append(leading(SINGLE.replace(suits=4), hands))
    fast = [open_places(S) for S in states]
    monkeypatch.setattr(endgame, "can_compile", lambda: False)
    endgame._engine.cache_clear()
    slow = [open_places(S) for S in states]
    endgame._engine.cache_clear()
    assert fast == slow


def test_too_much_is_refused() -> None:
    rng = Random(1)
    cards = rng.sample([rank for rank in range(13) for _ in range(4)], 36)
    S = leading(SINGLE.replace(suits=4), [pack(cards[:18]), pack(cards[18:])])
    assert open_places(S, most=1 << 13) is None
    assert FULL < 0
    deal = slime.Match(players=4, seed=1).next_deal()
    with pytest.raises(ValueError, match="3 players may still hold cards, not 4"):
        solve(deal)
    with slime.language("ru"):
        over = slime.Match(players=4, strategies="lowest", seed=1).next_deal().finish()
    with pytest.raises(ValueError, match="ходить некому"):
        solve(over)


def test_table_in_both_languages() -> None:
    for lang, words in (("en", "not advice"), ("ru", "не совет")):
        with slime.language(lang):
            match = slime.Match(players=["Anna", "Boris", "Vera", "Gleb"], seed=3)
            deal = slime.Match(players=match.players, strategies="lowest", seed=3).next_deal()
            while sum(map(bool, deal.hands)) > 2 or len(deal.legal()) < 2:
                deal.step()
        end = solve(deal)
        assert words in str(end)
        assert list(end.places) == list(deal.legal())
        assert end.table().markdown() == end._repr_markdown_()
        assert "<table>" in end._repr_html_()
