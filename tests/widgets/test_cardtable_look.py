"""The card table without a browser: looking at games."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from watching import first_or_pass, match

import slime
import slime.game.snapshots
import slime.i18n
from slime.widgets import table


def test_a_match_is_shown_from_its_first_deal() -> None:
    game = match(deals=3)
    shown = table(game, lang="en")
    assert shown.animation["deal"] == 1
    assert shown.deals == {"first": 1, "last": 3, "more": True}
    assert [len(row) for row in shown.table.traits["sheet"]] == [5, 5, 5]
    assert shown.ask == {}
    assert shown.snapshots == slime.game.snapshots.animation(game.deals[0], "en")["snapshots"]


def test_a_table_of_a_long_match_is_saved_small() -> None:
    names = ["Александра", "Борис", "Вера", "Глеб", "Дарья", "Егор", "Жанна", "Илья"]
    rules = slime.rules("slime-licker", players=[4, 8], match={"deals": 100})
    for count in (5, 8):
        game = slime.Match(rules, names[:count], seed=3)
        for _ in range(100):
            game.next_deal().finish()
        shown = table(game, lang="ru")
        for number in (1, 2, 3, 99, 100, 98):
            shown.show_deal(number)
        # As in a file: indented, and the picture beside it.
        state = json.dumps(shown.get_state(), ensure_ascii=False, indent=1)
        whole = state + 6 * state.count("\n") * " " + shown.still_html()
        assert len(whole.encode()) < 45_000
        assert json.loads(json.loads(shown.state)["sheet"]) == shown.table.traits["sheet"]


def test_a_match_not_begun_is_dealt_and_played() -> None:
    game = match()
    table(game)
    assert game.deals[0].over


def test_a_single_deal() -> None:
    deal = match(deals=1).deals[0]
    shown = table(deal)
    assert shown.deals == {"first": 1, "last": 1, "more": False}
    assert not shown.answer({"do": "next"}).ok


def test_a_deal_not_begun_is_shown_as_it_would_be_played() -> None:
    deal = match(deals=2).next_deal()  # such as `sim.deal(m, d)` gives
    shown = table(deal, lang="en")
    assert shown.snapshots[-1]["phase"] == "over" and shown.animation["deal"] == 3
    assert deal.log == ()
    assert shown.snapshots == slime.game.snapshots.animation(deal.finish(), "en")["snapshots"]


def test_a_deal_begun_is_shown_as_it_is() -> None:
    deal = match().next_deal()
    deal.step().step()
    assert (
        table(deal, lang="en").snapshots == slime.game.snapshots.animation(deal, "en")["snapshots"]
    )


def test_a_record_is_shown() -> None:
    game = match(deals=3)
    shown = table(game.record(), lang="ru")
    assert shown.deals == {"first": 1, "last": 3, "more": False}
    shown.show_deal(3)
    assert shown.snapshots == slime.game.snapshots.animation(game.deals[2], "ru")["snapshots"]
    assert shown.table.traits["sheet"] == table(game, lang="ru").table.traits["sheet"]


def test_a_record_without_suits() -> None:
    game = match(deals=1)
    lines = game.record().splitlines()
    bare = json.loads(lines[1])
    bare["hands"] = {n: re.sub(r"\b([2-9TJQKA])[cdhs]", r"\1", c) for n, c in bare["hands"].items()}
    bare["plays"] = [re.sub(r" ([2-9TJQKA])[cdhs]", r" \1", play) for play in bare["plays"]]
    shown = table("\n".join([lines[0], json.dumps(bare)]), lang="en")
    assert all(len(card) == 1 for hand in shown.snapshot["hands"].values() for card in hand)
    assert "♣" not in shown.text() and "7" in shown.text()


def test_an_unfinished_record_can_be_played_on() -> None:
    game = match()
    game.next_deal().step().step()
    shown = table(game.record(), play="all", lang="en")
    assert shown.ask["kind"] == "play" and shown.ask["seat"] == game.deals[0].turn
    assert shown.answer({"do": "play", "text": first_or_pass(shown)}).ok


@pytest.mark.parametrize(
    ("text", "says"), [("hello", "Line 1"), ("", "Line 1"), (match().record(), "no deal")]
)
def test_records_that_cannot_be_shown(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        table(text, lang="en")


def test_deals_are_filmed_only_when_they_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    filmed: list[int] = []
    real = slime.game.snapshots.animation

    def spy(deal: slime.Deal, *args: Any, **how: Any) -> Any:
        filmed.append(deal.number)
        return real(deal, *args, **how)

    monkeypatch.setattr("slime.widgets.source.animation", spy)
    shown = table(match(deals=9))
    assert filmed == [1]
    assert shown.answer({"do": "deal", "deal": 7}).ok
    assert filmed == [1, 7]
    assert shown.animation["deal"] == 7 and list(shown.kept) == ["1"]


def test_deals_that_are_not_there() -> None:
    shown = table(match(deals=2), lang="en")
    for number in (0, 5, -1, None, "x", 1.5, [1]):
        answer = shown.answer({"do": "deal", "deal": number})
        assert not answer.ok and answer.text
    assert shown.animation["deal"] == 1
    with pytest.raises(ValueError, match="no deal 9"):
        shown.show_deal(9)


def test_kept_deals_stay_small() -> None:
    shown = table(match(deals=10))
    for number in range(2, 11):
        shown.show_deal(number)
    kept = json.dumps(shown.kept, ensure_ascii=False).encode()
    assert len(kept) < 22_000
    assert "9" in shown.kept and "10" not in shown.kept


def test_position_and_frame() -> None:
    shown = table(match(deals=1), lang="en")
    shown.position = 3
    assert shown.snapshot == shown.snapshots[3]
    shown.position = 10_000
    assert shown.snapshot == shown.snapshots[-1]
    assert "The deal is over" in shown.text()
