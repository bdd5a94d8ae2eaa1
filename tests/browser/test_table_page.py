"""The card table in a browser: what each control does, by mouse and by keyboard."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, expect
from rig import settled
from stand import Stand

import slime
from slime.widgets import table
from slime.widgets.cardtable import CardTable
from slime.widgets.movie import expand

NAMES = ["Anna", "Boris", "Vera", "Gleb", "Daria"]
EIGHT = [*NAMES, "Egor", "Zhanna", "Ilya"]


def played(preset: str = "slime-licker", names: list[str] = NAMES, deals: int = 2) -> slime.Match:
    match = slime.Match(slime.rules(preset, players=[4, 8]), names, seed=4)
    for _ in range(deals):
        match.next_deal().finish()
    return match


def second(match: slime.Match, **how: object) -> CardTable:
    """A table that shows the second deal, which has an exchange and a fall."""
    shown = table(match, **how)  # type: ignore[arg-type]
    shown.show_deal(2)
    return shown


def at(shown: Locator) -> int:
    return int(shown.get_by_test_id("at").inner_text().split("/")[0])


def press(shown: Locator, *keys: str) -> None:
    shown.focus()
    for key in keys:
        shown.page.keyboard.press(key)


def button(shown: Locator, act: str) -> Locator:
    return shown.locator(f'[data-act="{act}"]')


def act(shown: Locator, what: str) -> Locator:
    return shown.locator(f'.st-tray [data-do="{what}"]')


def card(shown: Locator, code: str) -> Locator:
    return shown.locator(f'.st-pick[data-card="{code}"]').first


# --- stepping ------------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_steps(stand: Stand, by: str) -> None:
    shown = stand.show(second(played(), lang="en"))
    frames = expand(stand.tables["one"].movie)["frames"]
    end = len(frames) - 1

    def do(what: str, key: str) -> None:
        if by == "mouse":
            button(shown, what).click()
        else:
            press(shown, key)

    assert at(shown) == 0
    do("forward", "ArrowRight")
    do("forward", "ArrowRight")
    assert at(shown) == 2
    do("back", "ArrowLeft")
    assert at(shown) == 1
    expect(shown.get_by_test_id("sentence")).to_have_text(frames[1]["sentence"])
    do("last", "End")
    assert at(shown) == end
    expect(shown.get_by_test_id("podium").locator("li")).to_have_count(5)
    expect(button(shown, "forward")).to_have_attribute("aria-disabled", "true")
    press(shown, "ArrowRight")
    assert at(shown) == end
    do("first", "Home")
    assert at(shown) == 0
    assert [m["do"] for m in stand.sent()] == ["hello"], "stepping must ask nobody"


@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_play_and_pause(stand: Stand, by: str) -> None:
    shown = stand.show(second(played(), lang="en"))

    def do(what: str, key: str) -> None:
        if by == "mouse":
            button(shown, what).click()
        else:
            press(shown, key)

    for _ in range(2):
        do("speed", "s")
    expect(button(shown, "speed")).to_have_text("4×")
    do("play", " ")
    expect(button(shown, "play")).to_have_attribute("aria-label", "Pause")
    expect(shown.get_by_test_id("at")).to_have_text(re.compile(r"^[3-9]/"))
    do("play", " ")
    expect(button(shown, "play")).to_have_attribute("aria-label", "Play")
    stopped = at(shown)
    shown.page.wait_for_timeout(700)
    assert at(shown) == stopped


def test_every_frame_is_drawn_as_python_has_it(stand: Stand) -> None:
    made = second(played(), lang="en")
    shown = stand.show(made)
    frames = expand(made.movie)["frames"]
    for number, frame in enumerate(frames):
        made_at = shown.evaluate(
            """(el) => {
                const cards = (box) =>
                    [...box.querySelectorAll(".st-fan .st-card")].map((c) => c.dataset.c);
                const seats = {};
                for (const seat of el.querySelectorAll(".st-seat")) seats[seat.dataset.name] = {
                    cards: cards(seat), turn: seat.classList.contains("st-turn"),
                    medal: seat.querySelector(".st-medal b")?.textContent ?? null,
                    pass: !!seat.querySelector(".st-pass"),
                };
                const top = el.querySelector(".st-top > .st-fan");
                return { seats, top: top ? [...top.children].map((c) => c.dataset.c) : null,
                         say: el.querySelector(".st-say").textContent };
            }"""
        )
        assert made_at["say"] == frame["sentence"], number
        for name, seat in made_at["seats"].items():
            assert seat["cards"] == frame["hands"][name], (number, name)
            assert seat["turn"] == (frame["turn"] == name), (number, name)
            place = frame["places"][name]
            assert seat["medal"] == (str(place) if place else None), (number, name)
            flagged = frame["turn"] == name or frame["fallen"] == name
            assert seat["pass"] == (name in frame["passed"] and not flagged), (number, name)
        if frame["phase"] == "play":
            assert made_at["top"] == (frame["top"]["cards"] if frame["top"] else None), number
        press(shown, "ArrowRight")


def test_time_line(stand: Stand) -> None:
    shown = stand.show(second(played(), lang="en"))
    frames = expand(stand.tables["one"].movie)["frames"]
    fall = next(i for i, frame in enumerate(frames) if frame["mark"] == "fall")
    shown.locator(".st-mark-fall").click()
    assert at(shown) == fall
    expect(shown.locator(".st-fell")).to_be_visible()
    marks = [i for i, frame in enumerate(frames) if frame["mark"]]
    press(shown, "ArrowDown")
    assert at(shown) == min(i for i in marks if i > fall)
    press(shown, "ArrowUp")
    assert at(shown) == fall
    slider = shown.get_by_role("slider")
    slider.fill("7")
    assert at(shown) == 7
    expect(slider).to_have_attribute("aria-valuetext", re.compile(re.escape(frames[7]["sentence"])))
    slider.focus()
    stand.page.keyboard.press("ArrowRight")
    assert at(shown) == 8, "a step, not two"
    outs = shown.locator(".st-mark-out").all_inner_texts()
    assert outs == [str(place) for place in range(1, len(outs) + 1)]


def test_deals_of_a_match(stand: Stand) -> None:
    shown = stand.show(table(played(deals=3), lang="en"))
    title = shown.get_by_test_id("title")
    expect(title).to_contain_text("Deal 1 of 3")
    button(shown, "deal_after").click()
    expect(title).to_contain_text("Deal 2 of 3")
    press(shown, "PageDown")
    expect(title).to_contain_text("Deal 3 of 3")
    press(shown, "PageUp")
    expect(title).to_contain_text("Deal 2 of 3")
    press(shown, "PageUp", "PageUp")
    expect(title).to_contain_text("Deal 1 of 3")
    asked = [m["deal"] for m in stand.sent() if m["do"] == "deal"]
    assert asked == [2, 3, 2, 1]


def test_the_next_deal_is_dealt_on_demand(stand: Stand) -> None:
    match = slime.Match("slime-licker", NAMES, seed=4)
    shown = stand.show(table(match, lang="en"))
    press(shown, "PageDown")
    expect(shown.get_by_test_id("title")).to_contain_text("Deal 2")
    assert len(match.deals) == 2


def test_exchange_and_strength(stand: Stand) -> None:
    shown = stand.show(second(played(), lang="en"))
    shown.locator(".st-mark-exchange").click()
    expect(shown.locator(".st-gift")).to_have_count(1)
    frames = expand(stand.tables["one"].movie)["frames"]
    gifts = max(len(frame["gifts"]) for frame in frames)
    for _ in range(gifts - 1):
        press(shown, "ArrowRight")
    expect(shown.locator(".st-gift")).to_have_count(gifts)
    press(shown, "ArrowRight")
    bars = shown.get_by_test_id("strength").locator("tr")
    expect(bars).to_have_count(5)
    for name, (before, after) in stand.tables["one"].movie["strength"].items():
        row = bars.filter(has_text=name)
        expect(row).to_contain_text(f"{round(before * 100)} → {round(after * 100)}")


def test_cards_travel_and_leave_no_ghosts(stand: Stand) -> None:
    shown = stand.show(second(played(), lang="en"))
    frames = expand(stand.tables["one"].movie)["frames"]
    trick = next(i for i, f in enumerate(frames) if f["mark"] == "trick" and frames[i - 1]["top"])
    shown.get_by_role("slider").fill(str(trick - 2))
    flying = "el => el.getAnimations({subtree: true}).length"
    press(shown, "ArrowRight")
    press(shown, "ArrowRight")
    assert shown.evaluate(flying) > 0
    expect(shown.locator(".st-ghost")).to_have_count(0)


def test_gifts_travel_between_hands(stand: Stand) -> None:
    shown = stand.show(second(played(), lang="en"))
    flying = """el => [...el.querySelectorAll(".st-card")].filter((c) => c.getAnimations().length)
        .map((c) => [c.closest("[data-name]")?.dataset.name ?? null, c.dataset.c]).sort()"""
    frames = expand(stand.tables["one"].movie)["frames"]
    first, other = frames[2]["gifts"][:2]
    press(shown, "ArrowRight")
    assert shown.evaluate(flying) == [[None, card] for card in sorted(first["cards"])]
    press(shown, "ArrowRight")
    # Blind: both gifts reach the hands once both are chosen.
    landed = [[gift["to"], card] for gift in (first, other) for card in gift["cards"]]
    assert [one for one in shown.evaluate(flying) if one[0]] == sorted(landed)


def test_who_asks_for_rest_gets_it(browser: Browser) -> None:
    stand = Stand(browser, 1060, 900, reduced_motion="reduce")
    shown = stand.show(second(played(), lang="en"))
    for _ in range(12):
        press(shown, "ArrowRight")
        assert shown.evaluate("el => el.getAnimations({subtree: true}).length") == 0
    stand.close()


def test_hands_can_be_hidden_and_opened(stand: Stand) -> None:
    shown = stand.show(table(played(), hands="hidden", view="Vera", lang="en"))
    faces = shown.locator('.st-seat .st-card:not([data-c="?"])')
    seat = shown.locator('.st-seat[data-name="Vera"] .st-card')
    assert faces.count() == seat.count() > 0
    press(shown, "o")
    assert faces.count() == 54
    button(shown, "hands").click()
    assert faces.count() == seat.count()


def test_score_sheet_does_not_tell_what_is_still_to_come(stand: Stand) -> None:
    shown = stand.show(second(played(deals=3), lang="en"))
    shown.locator("summary").click()
    rows = shown.get_by_test_id("sheet").locator("tbody tr")
    expect(rows).to_have_count(1)
    press(shown, "End")
    expect(rows).to_have_count(2)
    sheet = stand.tables["one"].sheet
    cells = rows.nth(1).locator("td").all_inner_texts()
    assert cells == [f"{place}/{total}" for place, total in sheet[1]]


def test_help_lists_keys(stand: Stand) -> None:
    shown = stand.show(second(played(), lang="ru"))
    press(shown, "?")
    panel = shown.get_by_test_id("help-panel")
    expect(panel).to_contain_text("шаг назад")
    press(shown, "Escape")
    expect(panel).to_be_hidden()
    button(shown, "help").click()
    expect(panel).to_be_visible()


def test_projector(stand: Stand) -> None:
    shown = stand.show(second(played(), lang="en"))
    size = "el => parseFloat(getComputedStyle(el.querySelector('.st-who b')).fontSize)"
    small = shown.evaluate(size)
    press(shown, "b")
    expect(button(shown, "big")).to_have_attribute("aria-pressed", "true")
    assert shown.evaluate(size) > small
    press(shown, "b")
    expect(button(shown, "big")).to_have_attribute("aria-pressed", "false")
    assert shown.evaluate(size) == small


# --- playing -------------------------------------------------------------------------------


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
    card(game, hand[0]).click()
    card(game, hand[-1]).click()
    act(game, "lay").click()
    answer = game.get_by_test_id("answer")
    expect(answer).to_have_text(deal.why_not(f"{hand[0]} {hand[-1]}"))
    expect(answer).to_have_attribute("role", "alert")
    expect(game.locator('.st-pick[aria-pressed="true"]')).to_have_count(2)
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
        act(game, "lay").click()
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
    expect(act(game, "lay")).to_have_attribute("aria-disabled", "true")
    act(game, "now").click()
    expect(game.get_by_test_id("asked")).to_contain_text("Anna")


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
    who = next(due.giver for due in deal.due() if due.kind == "choice")
    shown = stand.show(table(match, play=who, lang="en"))
    settled(shown)
    due = deal.due()[0]
    assert due.giver == who
    hand = deal.hand(who)
    card(shown, hand[0]).click()
    act(shown, "lay").click()
    expect(shown.get_by_test_id("answer")).to_contain_text(f"{due.size} cards")
    steps = shown.get_by_test_id("at").inner_text()
    card(shown, hand[1]).click()
    act(shown, "lay").click()
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
            act(shown, "lay").click()
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
    act(shown, "lay").click()
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


# --- looks ---------------------------------------------------------------------------------


def small_text(shown: Locator) -> list[str]:
    """Texts below 14 px."""
    return shown.evaluate(
        """(el) => [...el.querySelectorAll("*")].filter((e) => e.checkVisibility() &&
            [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()) &&
            !["STYLE"].includes(e.tagName) && parseFloat(getComputedStyle(e).fontSize) < 14)
            .map((e) => e.className + ": " + e.textContent)"""
    )


@pytest.mark.parametrize("width", [400, 700, 1060, 1920])
@pytest.mark.parametrize("names", [NAMES[:4], EIGHT], ids=["4", "8"])
def test_fits_and_can_be_read(browser: Browser, width: int, names: list[str]) -> None:
    stand = Stand(browser, width, 900)
    shown = stand.show(second(played(names=names), lang="ru"))
    shown.locator("summary").click()
    for step in (1, 6, 40, 500):
        shown.get_by_role("slider").fill(str(step))
        assert small_text(shown) == []
        assert stand.page.evaluate("document.documentElement.scrollWidth") <= width
        outside = shown.evaluate(
            """(el) => { const felt = el.querySelector(".st-felt").getBoundingClientRect();
                const parts = ".st-seat .st-plate, .st-seat .st-card, .st-top .st-card";
                return [...el.querySelectorAll(parts)]
                    .filter((e) => { const r = e.getBoundingClientRect();
                        return r.left < felt.left - 1 || r.right > felt.right + 1
                            || r.top < felt.top - 1 || r.bottom > felt.bottom + 1; })
                    .map((e) => e.outerHTML.slice(0, 90)); }"""
        )
        assert outside == []
        covered = shown.evaluate(
            """(el) => { const parts = ".st-plate, .st-seat .st-fan, .st-top > .st-fan";
                const boxes = [...el.querySelectorAll(parts)]
                    .map((e) => [e, e.getBoundingClientRect()]);
                return boxes.flatMap(([a, p], i) => boxes.slice(0, i).filter(([b, q]) =>
                    a.parentNode !== b.parentNode &&
                    Math.min(p.right, q.right) - Math.max(p.left, q.left) > 6 &&
                    Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 6)
                    .map(([b]) => a.textContent + " on " + b.textContent)); }"""
        )
        assert covered == [], (step, covered)
    stand.close()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("state", ["look", "play"])
def test_no_serious_fault_for_those_who_cannot_see(
    browser: Browser, dark: bool, state: str
) -> None:
    stand = Stand(browser, 1060, 900, color_scheme="dark" if dark else "light")
    if state == "play":
        shown = stand.show(table(slime.Match("slime-licker", NAMES, seed=4), play="Anna"))
        settled(shown)
        act(shown, "which").click()
        expect(shown.get_by_test_id("choices")).to_be_visible()
    else:
        shown = stand.show(second(played(), lang="en"))
        shown.locator("summary").click()
        press(shown, "?")
    steps = (4, 60, 111) if state == "look" else (None,)
    for step in steps:
        if step is not None:
            shown.get_by_role("slider").fill(str(step))
        stand.page.wait_for_timeout(600)
        found = Axe().run(stand.page, context=".slime-table").response["violations"]
        bad = [
            (v["id"], [n["html"][:160] for n in v["nodes"]])
            for v in found
            if v["impact"] in ("serious", "critical")
        ]
        assert bad == [], step
    stand.close()


def test_closing_leaves_nothing(stand: Stand) -> None:
    made = second(played(), lang="en")
    nodes = "document.getElementsByTagName('*').length"
    before = stand.page.evaluate(nodes)
    stand.show(made)
    heard = "tables.one.model.heard.length"
    assert stand.page.evaluate(heard) > 0
    stand.page.evaluate("tables.one.close()")
    assert stand.page.evaluate(heard) == 0
    stand.page.evaluate("tables.one.host.remove()")
    # The style sheet stays: it is one for all tables.
    assert stand.page.evaluate(nodes) == before + 1
