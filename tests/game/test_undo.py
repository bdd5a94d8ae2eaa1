"""Back and forth again: the whole state is as it was, what was drawn by lot too."""

from __future__ import annotations

import random

import pytest

import slime

WORLDS = [
    {"exchange_flow": "random"},
    {"exchange_flow": "random", "lead": "draw", "exchange_open": True},
    {"exchange_flow": "down", "lead": "draw"},
    {"wild": "23*", "seating": "swap-ends"},
]


@pytest.mark.parametrize("fields", WORLDS)
@pytest.mark.parametrize("automation", [(), ("gifts",), ("gifts", "bots", "forced")])
def test_redo_gives_back_what_undo_took(fields: dict[str, object], automation: object) -> None:
    rules = slime.rules("slime-licker", match={"deals": 3}, **fields)
    players = ["random", None, "counter", None, "lowest"]
    match = slime.Match(rules, list("abcde"), players, seed=8, automation=automation)
    rng = random.Random(5)
    undone = 0
    while not match.over:
        deal = match.next_deal()
        while not deal.over:
            back = rng.randint(1, 4) if rng.random() < 0.3 else 0
            states = []
            while back and deal.log:
                states.append((deal.S[:], deal.events, [*map(list, deal.hands)], deal.log))
                deal.undo()
                back -= 1
            for before in reversed(states):
                deal.redo()
                assert (deal.S, deal.events, deal.hands, deal.log) == before
            undone += len(states)
            if deal.phase == "exchange":
                due = deal.gifts_due()[0]
                if due.kind == "choice" and due.giver in "bd":
                    deal.give(" ".join(deal.hand(due.giver)[: due.size]))
                else:
                    deal.step()
            elif deal.turn in ("b", "d"):
                deal.play(rng.choice(list(deal.legal())))
            else:
                deal.step()
    assert undone > 20
    assert slime.replay(match.record())["ok"]
