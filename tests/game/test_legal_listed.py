"""Legal actions listed at once are those numbered one by one, at the table and in a view."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rule_sets import rule_sets

from slime.engine.layout import TURN
from slime.engine.legal import all_legal, count_legal, legal_number
from slime.game.match import Match
from slime.game.rules import Rules


@given(rule_sets, st.integers(0, 2**64 - 1))
@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
def test_listed_as_numbered(table: tuple[Rules, int], seed: int) -> None:
    rules, count = table
    asked = 0

    def look(view: Any) -> Any:
        nonlocal asked
        asked += 1
        S, p = deal.S, deal.S[TURN]
        numbered = [legal_number(S, p, i) for i in range(count_legal(S, p))]
        assert all_legal(S, p) == numbered
        at_table = [deal.text.write(action) for action in numbered]
        legal = view.legal()
        assert legal[0] == at_table[0]
        assert list(legal) == at_table == list(deal.legal())
        assert len(legal) == len(numbered)
        assert legal[-1] == at_table[-1]
        assert legal[1:3] == at_table[1:3]
        assert all(play in legal for play in at_table)
        assert "no play" not in legal
        return view.choice(at_table) if asked % 2 else " ".join(view.choice(legal))

    match = Match(rules, count, [look, *["random"] * (count - 1)], seed=seed)
    for _ in range(2):
        if not match.over:
            deal = match.next_deal()
            deal.finish()
    assert asked
