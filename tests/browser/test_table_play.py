"""The card table in a browser: playing at it, by mouse, by keyboard and by typing."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from by_hand import NAMES, act, at, card, played, press, second
from playwright.sync_api import Locator, expect
from rig import settled
from stand import Stand

import slime
from slime.widgets import table


@pytest.fixture
def game(stand: Stand) -> Iterator[Locator]:
    """Anna plays the first deal of a match; she is asked, and can lay cards or pass."""
    match = slime.Match("slime-licker", NAMES, seed=1)
    shown = stand.show(table(match, play="Anna", lang="en"))
    settled(shown)
    yield shown


def test_an_illegal_play_is_answered_by_its_rule(stand: Stand, game: Locator) -> None:
    deal = stand.tables["one"].source.deal  # type: ignore[attr-defined]
    hand = deal.hand("Anna")
    assert deal.why_not(hand[0]) is not None
    card(game, hand[0]).click()
    act(game, "play").click()
    answer = game.get_by_test_id("answer")
    expect(answer).to_have_text(deal.why_not(hand[0]))
    expect(answer).to_have_attribute("role", "alert")
    expect(game.locator('.st-pick[aria-pressed="true"]')).to_have_count(1)
    assert deal.hand("Anna") == hand


@pytest.mark.parametrize("by", ["mouse", "keyboard", "typing"])
def test_cards_are_laid_and_the_others_follow(stand: Stand, game: Locator, by: str) -> None:
    deal = stand.tables["one"].source.deal  # type: ignore[attr-defined]
    play = next(play for play in deal.legal() if play != "-")
    ranks = list(play)
    hand = deal.hand("Anna")
    codes: list[str] = []
    steps = game.get_by_test_id("at").inner_text()
    for rank in ranks:
        codes.append(next(c for c in hand if c[0] == rank and c not in codes))
    if by == "mouse":
        for code in codes:
            card(game, code).click()
        act(game, "play").click()
    elif by == "keyboard":
        card(game, hand[0]).focus()
        for i, code in enumerate(hand):
            if code in codes:
                stand.page.keyboard.press(" ")
            if i < len(hand) - 1:
                stand.page.keyboard.press("ArrowRight")
        stand.page.keyboard.press("Enter")
    else:
        game.focus()
        stand.page.keyboard.type(" ".join(ranks)[0:1])
        field = game.get_by_test_id("typed")
        expect(field).to_be_focused()
        stand.page.keyboard.type(" ".join(ranks)[1:])
        stand.page.keyboard.press("Enter")
    expect(game.get_by_test_id("at")).not_to_have_text(steps)
    settled(game)
    assert len(deal.hand("Anna")) == len(hand) - len(codes)
    assert deal.turn == "Anna"


@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_pass_and_undo(stand: Stand, game: Locator, by: str) -> None:
    deal = stand.tables["one"].source.deal  # type: ignore[attr-defined]
    before = (deal.log, deal.hand("Anna"))

    def do(what: str, key: str) -> None:
        if by == "mouse":
            act(game, what).click()
        else:
            press(game, key)

    steps = game.get_by_test_id("at").inner_text()
    do("pass", "p")
    expect(game.get_by_test_id("at")).not_to_have_text(steps)
    settled(game)
    assert len(deal.log) > len(before[0])
    do("undo", "u")
    expect(act(game, "undo")).to_have_attribute("aria-disabled", "true")
    assert (deal.log, deal.hand("Anna")) == before


def test_what_may_be_laid(stand: Stand, game: Locator) -> None:
    deal = stand.tables["one"].source.deal  # type: ignore[attr-defined]
    act(game, "which").click()
    choices = game.get_by_test_id("choices").get_by_role("button")
    expect(choices).to_have_count(len(deal.legal()))
    count = len(deal.hand("Anna"))
    steps = game.get_by_test_id("at").inner_text()
    choices.first.click()
    expect(game.get_by_test_id("at")).not_to_have_text(steps)
    assert len(deal.hand("Anna")) < count


def test_looking_back_and_returning(stand: Stand, game: Locator) -> None:
    press(game, "ArrowLeft")
    expect(game.get_by_test_id("asked")).to_contain_text("looking back")
    expect(act(game, "play")).to_have_attribute("aria-disabled", "true")
    act(game, "now").click()
    expect(game.get_by_test_id("asked")).to_contain_text("Anna")


def test_back_to_now_is_not_all_again(stand: Stand) -> None:
    match = played(deals=1)
    match.next_deal()
    shown = stand.show(table(match, play="Anna", lang="en"))
    for _ in range(2):
        settled(shown)
        steps = shown.get_by_test_id("at").inner_text()
        act(shown, "which").click()
        shown.get_by_test_id("choices").get_by_role("button").first.click()
        expect(shown.get_by_test_id("at")).not_to_have_text(steps)
    settled(shown)
    now = shown.get_by_test_id("at").inner_text()
    press(shown, "PageUp")
    expect(shown.get_by_test_id("asked")).to_contain_text("Deal 2 is still being played")
    act(shown, "now").click()
    expect(shown.get_by_test_id("title")).to_contain_text("Deal 2")
    assert shown.get_by_test_id("at").inner_text() == now
    assert act(shown, "play").is_visible()


def test_a_double_click_and_a_key_held_down_pass_once(stand: Stand) -> None:
    """Around one projector the next player is asked at once, and must not pass unasked."""
    match = slime.Match("slime-licker", NAMES, seed=1)
    shown = stand.show(table(match, play="all", lang="en"))
    deal = match.deals[0]
    settled(shown)
    act(shown, "which").click()
    shown.get_by_test_id("choices").get_by_role("button").first.click()
    expect(shown.get_by_test_id("at")).to_have_text(re.compile("^2/2$"))
    act(shown, "pass").dblclick(delay=30)
    expect(shown.get_by_test_id("at")).to_have_text(re.compile("^3/3$"))
    stand.page.wait_for_timeout(300)
    assert len(deal.log) == 2
    shown.focus()
    for _ in range(4):  # without letting it go: the browser repeats it
        stand.page.keyboard.down("p")
        stand.page.wait_for_timeout(100)
    stand.page.keyboard.up("p")
    expect(shown.get_by_test_id("at")).to_have_text(re.compile("^4/4$"))
    assert len(deal.log) == 3


def test_a_match_is_played_to_its_end(stand: Stand) -> None:
    rules = slime.rules("slime-licker", match={"deals": 2})
    match = slime.Match(rules, NAMES, seed=4)
    shown = stand.show(table(match, play="Anna", lang="en"))
    for _ in range(120):
        settled(shown, also=".st-asked")
        if match.over:
            break
        if act(shown, "deal").is_visible():
            act(shown, "deal").click()
            expect(shown.get_by_test_id("title")).to_contain_text("Deal 2")
            continue
        steps = shown.get_by_test_id("at").inner_text()
        act(shown, "which").click()
        shown.get_by_test_id("choices").get_by_role("button").first.click()
        expect(shown.get_by_test_id("at")).not_to_have_text(steps)
    assert match.over
    expect(shown.get_by_test_id("asked")).to_contain_text("The match is over")


def test_gifts_are_chosen_by_clicking(stand: Stand) -> None:
    match = slime.Match("slime-licker", NAMES, seed=4)
    match.next_deal().finish()
    deal = match.next_deal()
    who = next(due.giver for due in deal.gifts_due() if due.kind == "choice")
    shown = stand.show(table(match, play=who, lang="en"))
    settled(shown)
    due = deal.gifts_due()[0]
    assert due.giver == who
    hand = deal.hand(who)
    card(shown, hand[0]).click()
    act(shown, "play").click()
    expect(shown.get_by_test_id("answer")).to_contain_text(f"{due.size} cards")
    steps = shown.get_by_test_id("at").inner_text()
    card(shown, hand[1]).click()
    act(shown, "play").click()
    expect(shown.get_by_test_id("at")).not_to_have_text(steps)
    assert hand[0] not in deal.hand(who)


def test_everybody_around_one_projector(stand: Stand) -> None:
    match = slime.Match("king-and-slave", NAMES, seed=2)
    shown = stand.show(table(match, play="all", lang="en"))
    deal = match.deals[0]
    for _ in range(6):
        settled(shown)
        turn = deal.turn
        expect(shown.get_by_test_id("hand")).to_have_attribute("aria-label", f"Hand of {turn}")
        steps = shown.get_by_test_id("at").inner_text()
        act(shown, "which").click()
        if shown.get_by_test_id("choices").count():
            shown.get_by_test_id("choices").get_by_role("button").first.click()
        else:
            card(shown, deal.hand(turn)[0]).click()
            act(shown, "play").click()
        expect(shown.get_by_test_id("at")).not_to_have_text(steps)


def test_typed_cards_are_read_by_the_language(stand: Stand) -> None:
    match = slime.Match("king-and-slave", ["Анна", "Борис", "Вера", "Глеб"], seed=2)
    shown = stand.show(table(match, play="all", lang="ru"))
    settled(shown)
    field = shown.get_by_test_id("typed")
    field.fill("B")
    field.press("Enter")
    expect(shown.get_by_test_id("answer")).to_contain_text("латинская буква")
    expect(field).to_have_value("B")


def test_wild_cards_that_can_mean_two_things_are_asked_about(stand: Stand) -> None:
    rules = slime.rules("king-and-slave", wild="23", initial_places="none", first_lead="draw")
    # A shuffle in which whoever leads holds a two and a three, both wild.
    for seed in range(100):
        match = slime.Match(rules, NAMES[:4], seed=seed)
        deal = match.next_deal()
        holder = deal.turn or ""
        if {"2", "3"} <= {card[0] for card in deal.hand(holder)}:
            break
    shown = stand.show(table(match, play="all", lang="en"))
    settled(shown)
    hand = deal.hand(holder)
    for rank in "23":
        card(shown, next(c for c in hand if c[0] == rank)).click()
    act(shown, "play").click()
    choices = shown.get_by_test_id("choices").get_by_role("button")
    expect(choices.first).to_contain_text(" as ")
    choices.last.click()
    expect(shown.get_by_test_id("sentence")).to_contain_text("counting as")


def test_two_tables_are_independent(stand: Stand) -> None:
    one = stand.show(second(played(), lang="en"), "one")
    two = stand.show(second(played("king-and-slave"), lang="ru"), "two")
    press(one, "ArrowRight", "ArrowRight", "ArrowRight")
    assert (at(one), at(two)) == (3, 0)
    press(two, "o", "End")
    assert at(one) == 3
    assert one.locator('.st-seat .st-card[data-c="?"]').count() == 0


def test_without_python_it_can_be_looked_at(stand: Stand) -> None:
    made = table(slime.Match("slime-licker", NAMES, seed=4), play="Anna", lang="en")
    stand.deaf = True
    shown = stand.show(made)
    press(shown, "End")
    expect(shown.get_by_test_id("asked")).to_contain_text("Python does not answer")
    press(shown, "Home", "ArrowRight")
    assert at(shown) == 1


def test_a_kernel_started_again_is_told_at_once(stand: Stand, game: Locator) -> None:
    stand.page.evaluate("tables.one.gone = true")
    act(game, "which").click()
    expect(game.get_by_test_id("asked")).to_contain_text("run the cell again")
    here = at(game)
    press(game, "ArrowLeft")
    assert at(game) == here - 1


def test_python_that_answers_late_still_brings_the_players_turn(stand: Stand) -> None:
    """As after Run All: the kernel is busy with the next cells when the table appears."""
    first = slime.Match("slime-licker", NAMES, seed=4).next_deal().turn
    made = table(
        slime.Match("slime-licker", NAMES, seed=4),
        play=next(name for name in NAMES if name != first),
        lang="en",
    )
    stand.deaf = True
    shown = stand.show(made)
    expect(shown.get_by_test_id("asked")).to_contain_text("looking back")
    stand.page.wait_for_timeout(4300)
    stand.deaf = False
    stand.page.evaluate(
        """() => {
          const to = tables.one.sent.find((message) => message.do === "hello").id;
          tables.one.receive({ to, ok: true });
        }"""
    )
    expect(shown.get_by_test_id("asked")).to_contain_text(made.ask["text"])
    here, last = shown.get_by_test_id("at").inner_text().split("/")
    assert here.strip() == last.strip() != "0"


def test_without_python_deals_seen_before_can_be_stepped(stand: Stand) -> None:
    made = table(played(), lang="en")
    made.show_deal(2)
    stand.deaf = True
    shown = stand.show(made)
    stand.page.wait_for_function("tables.one.host.querySelector('.slime-table').isConnected")
    shown.page.wait_for_timeout(4300)
    press(shown, "PageUp")
    expect(shown.get_by_test_id("title")).to_contain_text("Deal 1")
    press(shown, "ArrowRight", "PageDown")
    expect(shown.get_by_test_id("title")).to_contain_text("Deal 2")
