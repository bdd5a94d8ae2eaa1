"""What is legal, against every choice of cards with every rank it could stand for.

In positions of small random deals, three lists must be the same: the legal plays as the game
lists them, the plays that its validator lets through, and those that a slow reading of the
rulebook (`slow_game`) allows.
"""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

import pytest
import slow_game as slow
from rule_sets import some_rules

from slime.engine.beats import FINE, why_not
from slime.engine.layout import TURN
from slime.game.deal import Deal
from slime.game.match import Match
from slime.game.notation import PlayText
from slime.game.presets import VARIANTS

#: What each variant sets, and what they set together where they can be together.
TABLES: dict[str, dict[str, Any]] = {
    "plain": {
        **dict.fromkeys(("must_play", "bigger_sets", "equal_ranks"), False),
        **dict.fromkeys(("joker_trump", "big_two"), False),
        "wild": "",
    },
    **{f"variant {number}": fields for number, fields in VARIANTS.items()},
    "wild both": {"wild": "23*", "big_two": False},
    "trump and big two": {"joker_trump": True, "big_two": True, "wild": ""},
    "trump, wild jokers": {"joker_trump": True, "wild": "*"},
    "trump, all wild, bigger": {"joker_trump": True, "wild": "23*", "bigger_sets": True},
    "big two, wild jokers": {"big_two": True, "wild": "*", "bigger_sets": True},
    "equal and bigger": {"equal_ranks": True, "bigger_sets": True},
    "must play trump": {"must_play": True, "joker_trump": True, "passing": "locked"},
    "must play wild": {"must_play": True, "wild": "23", "bigger_sets": True},
    "turned by sets": {"revolution": 3, "wild": "23*", "big_two": False},
    "turned by ranks": {"turns_trick": "23456789TJQKA", "big_two": False},
    "turned, trump, bigger": {
        "turns_trick": "3579JKA",
        "revolution": 3,
        "joker_trump": True,
        "big_two": False,
        "bigger_sets": True,
        "equal_ranks": True,
        "equal_skips": True,
    },
    "turned, must play": {"turns_trick": "2468TQ3", "must_play": True, "big_two": False},
    "anything": {},
}
MATCHES = 25


def every_choice(hand: str) -> list[str]:
    """All different choices of ranks out of a hand, none left out."""
    counts = {card: hand.count(card) for card in sorted(set(hand))}
    choices = itertools.product(*(range(n + 1) for n in counts.values()))
    return ["".join(c * n for c, n in zip(counts, ns, strict=True)) for ns in choices]


def compare(deal: Deal) -> int:
    """Compare the three lists in one position; gives how many plays were legal."""
    S, rules = deal.S, deal.rules
    me = S[TURN]
    hand = "".join(card[0] for card in deal.hands[me])
    text: PlayText = deal.text
    let_through = set()
    top = deal.to_beat and slow.Top(deal.to_beat.by, deal.to_beat.rank, deal.to_beat.size, "")
    model = slow.SlowDeal(rules, deal.seats, {n: [] for n in deal.players}, deal.turn or "", None)
    model.hands[model.turn] = list(hand)
    model.top = top
    model.deal_turned = deal.turned
    ruled = {slow.legal_text(rules, play) for play in model.plays()}
    for cards in every_choice(hand):
        for rank in "23456789TJQKA*":
            if cards and rank in text.order.position:
                action = text.order.pack(cards) | (text.order.position[rank] << 56)
                if why_not(S, me, action) == FINE:
                    let_through.add(text.write(action))
    if why_not(S, me, 0) == FINE:
        let_through.add("-")
    if model.may_pass():
        ruled.add("-")
    legal = list(deal.legal())
    assert len(legal) == len(deal.legal()) == len(set(legal)), "listed once, counted right"
    assert set(legal) == ruled
    assert let_through == ruled
    for play in legal:  # what is listed can be said in the same words
        spaced = " ".join(play.partition("=")[0]) + "".join(play.partition("=")[1:])
        assert deal.why_not(play) is None
        assert deal.why_not(spaced) is None
    return len(legal)


@pytest.mark.parametrize("name", TABLES)
def test_legal_is_what_a_slow_reading_allows(name: str) -> None:
    rng = Random(name)
    positions = plays = turned = 0
    for _ in range(MATCHES):
        rules, count = some_rules(rng, small=True, fields=TABLES[name])
        rules = rules.replace(match={"deals": 2})
        match = Match(rules, count, "random", seed=rng.getrandbits(60))
        while not match.over:
            deal = match.next_deal().exchange()
            while not deal.over:
                positions += 1
                turned += deal.turned
                plays += compare(deal)
                deal.step()
    assert positions > 100
    assert plays > positions
    assert turned > 20 or "turned" not in name
