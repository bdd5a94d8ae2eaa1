"""What people type at the table: cards by letter, passes, lists, and what is refused and why."""

from __future__ import annotations

from typing import Any

import pytest

import slime
from slime.game.errors import IllegalAction

NAMES = ["Anna", "Boris", "Vera", "Gleb"]


def dealt(hand: str, lang: str = "ru", **rules: Any) -> slime.Deal:
    """A deal in which the first to play holds `hand` among other cards."""
    with slime.language(lang):
        made = slime.rules("slime-licker", first_lead="dealer-left", **rules)
        for seed in range(200):
            deal = slime.Match(made, NAMES, seed=seed).next_deal()
            mine = deal.hand(str(deal.turn))
            if all(mine.count(card) >= hand.split().count(card) for card in hand.split()):
                return deal
    raise AssertionError(hand)


@pytest.mark.parametrize(
    ("typed", "card"), [("7т", "7c"), ("7к", "7c"), ("7ч", "7h"), ("7б", "7d"), ("7п", "7s")]
)
def test_suits_by_letter(typed: str, card: str) -> None:
    deal = dealt(card).play(typed)
    assert deal.log[-1].cards == (card,)


def test_clubs_of_a_ten() -> None:
    assert dealt("Tc").play("10к").log[-1].cards == ("Tc",)


def test_both_readings_legal_are_refused_and_named() -> None:
    deal = dealt("Ac As")
    with pytest.raises(IllegalAction, match=r"двояко: Т Т или Т♣\."):
        deal.play("ТТ")
    assert deal.play("Т Т").log[-1].cards is None


def test_the_legal_reading_is_taken() -> None:
    two = next(
        deal
        for deal in (dealt(f"A{a} A{b}") for a, b in ("ds", "dh", "hs"))
        if "Ac" not in deal.hand(str(deal.turn))
    )
    assert two.play("ТТ").to_beat is not None and two.to_beat.size == 2  # type: ignore[union-attr]
    one = dealt("Kc")
    if sum(card[0] == "K" for card in one.hand(str(one.turn))) == 1:
        assert one.play("КК").log[-1].cards == ("Kc",)


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("word", ["-", "–", "—", "pass", "PASS", " пас "])
def test_passes(word: str, lang: str) -> None:
    deal = dealt("3c", lang)
    deal.play("3c")
    assert deal.play(word).log[-1].action == 0


def test_a_list_of_cards() -> None:
    deal = dealt("7c 7d")
    assert deal.play(["7c", "7d"]).log[-1].cards == ("7c", "7d")  # type: ignore[arg-type]


@pytest.mark.parametrize("typed", ["3 =3 3 3", "77=A=K", "7 7 =A K"])
@pytest.mark.parametrize(("lang", "say"), [("en", "nothing else"), ("ru", "больше ничего")])
def test_what_follows_a_declared_rank_is_refused(typed: str, lang: str, say: str) -> None:
    deal = dealt("3c", lang)
    with pytest.raises(IllegalAction, match=say) as problem:
        deal.play(typed)
    assert problem.value.code == "bad-card"
    assert not deal.log


def test_a_gift_declares_nothing() -> None:
    match = slime.Match("slime-licker", NAMES, "lowest", seed=2)
    match.next_deal().finish()
    deal = match.next_deal()
    due = deal.gifts_due()[0]
    best = " ".join(deal.hand(due.giver)[-due.size :])
    with pytest.raises(IllegalAction, match="without “=”"):
        deal.give(f"{best} =K")
    assert deal.why_not_give(best) is None


@pytest.mark.parametrize("play", [7, None, ["7", 7], b"7", ""])
def test_no_text(play: Any) -> None:
    with pytest.raises(IllegalAction) as problem:
        dealt("3c", "en").play(play)
    assert problem.value.code == "bad-play"
