"""Planted worlds: built so that a claim must be true, or must be false, and the verdict turns."""

from __future__ import annotations

from typing import Any

import pytest

import slime
from slime.claims import Commentary, make_case
from slime.engine.layout import TO_BEAT_SIZE
from slime.strategies.builtin.highest import choose_highest
from slime.strategies.builtin.lowest import choose_lowest

commentary = Commentary()
PLAIN = slime.rules("slime-licker", champion_falls=False)


def tried(claim: str, **how: Any) -> Any:
    settings: dict[str, Any] = {"matches": 60, "deals": 12, "engine": "interpreted", "workers": 1}
    return commentary.test(claim, **(settings | how))


def verdict_of(found: Any, part: str) -> str:
    return str(next(row.verdict for row in found.rows if row.part == part))


def test_1_the_exchange_turned_round_makes_no_inequality() -> None:
    assert verdict_of(tried("1", table=PLAIN), "exchange") == "holds"
    down = tried("1", table=PLAIN.replace(exchange_flow="down"))
    assert verdict_of(down, "exchange") == "fails"
    none = tried("1", table=PLAIN.replace(exchange="none"))
    assert verdict_of(none, "exchange") == "fails"
    assert none.rows[1].value == 0  # both worlds are the same


def test_1_no_world_without_the_fall_says_anything_of_it() -> None:
    assert {row.part for row in tried("1", table=PLAIN).rows} == {"again", "exchange"}


def test_2a_beaten_more_where_the_rich_get_more_and_not_where_they_give() -> None:
    up = tried("2a", table=PLAIN)
    down = tried("2a", table=PLAIN.replace(exchange_flow="down"))
    assert up.verdict == "holds" and down.verdict == "fails"


def test_2b_waiting_helps_who_would_throw_good_cards_away(monkeypatch: Any) -> None:
    """Compared with playing on as `highest` does, not as `lowest`, waiting does help."""
    assert tried("2b").verdict != "holds"
    from slime.claims.runner import Runner

    whole = Runner.compare

    def haste(self: Any, case: Any, fields: Any = None, a: Any = None, b: Any = None) -> Any:
        return whole(self, case, fields, ["highest", *a[1:]], b)

    monkeypatch.setattr(Runner, "compare", haste)
    assert tried("2b", matches=120).verdict == "holds"


def test_3_only_with_the_fall_has_the_champion_most_to_lose() -> None:
    assert tried("3").verdict == "holds"
    assert tried("3", table=PLAIN).verdict == "fails"


def test_4_from_the_bottom_it_is_hard_only_under_a_hard_exchange() -> None:
    hard = PLAIN.replace(exchange=[5, 4], lead="first")
    assert tried("4", table=hard).verdict == "holds"
    assert tried("4", table=PLAIN.replace(exchange="none")).verdict == "fails"


def test_5_the_second_place_is_best_with_the_fall_and_not_without() -> None:
    assert verdict_of(tried("5"), "worth") == "holds"
    assert verdict_of(tried("5", table=PLAIN), "worth") == "fails"


def test_5_holds_whole_where_the_second_is_given_the_best_six_and_the_champion_nothing() -> None:
    rich = slime.rules("slime-licker", exchange=[0, 6])
    assert tried("5", table=rich, matches=120).verdict == "holds"
    assert verdict_of(tried("5"), "waiting") == "fails"


def wastes_leads(S: Any, me: int) -> int:
    """Leads its highest, follows with its lowest."""
    return int(choose_highest(S, me) if S[TO_BEAT_SIZE] == 0 else choose_lowest(S, me))


def test_6_the_lead_is_worth_nothing_to_those_who_lead_their_best_cards() -> None:
    assert tried("6").verdict == "holds"
    wasters = slime.strategy(name="wasters")(wastes_leads)
    found = tried("6", society=[wasters], matches=40)
    assert verdict_of(found, "lead") == verdict_of(found, "small") == "fails"


def test_7_three_are_better_in_a_tiny_pack_among_players_who_begin_with_their_best() -> None:
    tiny = PLAIN.replace(ranks="QKA2", jokers=0, first_lead="dealer-left")
    assert tried("7", table=tiny, players=4, society="highest").verdict == "holds"
    assert tried("7", table=tiny, players=4, society="lowest").verdict == "fails"


def test_8_passing_is_worth_it_to_who_counts_and_not_to_who_hoards() -> None:
    assert tried("8", matches=100, passes="hoarder").verdict == "fails"
    counts = tried("8", matches=200, passes="counter", engine=None, workers=None)
    assert counts.verdict == "holds"


def test_9_skill_counts_where_a_beginner_sits_among_thinkers_and_not_among_equals() -> None:
    mixed = tried("9", society=["lowest", "lowest", "highest", "highest", "highest"])
    assert mixed.verdict == "holds"
    assert tried("9", society="lowest", who="as they are", matches=150).verdict == "fails"


def gives_back_what_hurts(S: Any, me: int, count: int) -> int:
    """Gives its highest cards if it may not look first, its lowest if it may."""
    from slime.engine.hands import highest_cards
    from slime.engine.layout import EXCHANGE_OPEN, HAND
    from slime.strategies.builtin.lowest import give_lowest

    if S[EXCHANGE_OPEN] != 0:
        return int(give_lowest(S, me, count))
    return int(highest_cards(S[HAND + me], count))


def test_10_it_matters_to_a_player_who_gives_better_after_looking() -> None:
    assert tried("10").verdict == "fails"
    looks = slime.strategy(give=gives_back_what_hurts, name="looks")(choose_lowest)
    assert tried("10", society=[looks]).verdict == "holds"


def test_cases_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="society: one of"):
        make_case("nobody")
    with pytest.raises(ValueError, match="table: one of"):
        make_case(table="B")
    with pytest.raises(ValueError, match="players: "):
        make_case(players=12)
    with pytest.raises(ValueError, match="takes no option"):
        tried("4", until=1)
    with pytest.raises(ValueError, match="lag: one of 1, 2, 3, 5"):
        tried("4", lag=7)
    with pytest.raises(ValueError, match="claim: one of 1, 2a"):
        tried("11")
    with pytest.raises(ValueError, match=r"not 12$"):
        tried(12)
