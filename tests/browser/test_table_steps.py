"""The card table in a browser: stepping and looking, by mouse and by keyboard."""

from __future__ import annotations

import re

import pytest
from by_hand import NAMES, at, button, played, press, second
from playwright.sync_api import Browser, expect
from stand import Stand

import slime
from slime.widgets import table


@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_steps(stand: Stand, by: str) -> None:
    shown = stand.show(second(played(), lang="en"))
    frames = stand.tables["one"].snapshots
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
    do("run", " ")
    expect(button(shown, "run")).to_have_attribute("aria-label", "Pause")
    expect(shown.get_by_test_id("at")).to_have_text(re.compile(r"^[3-9]/"))
    do("run", " ")
    expect(button(shown, "run")).to_have_attribute("aria-label", "Run")
    stopped = at(shown)
    shown.page.wait_for_timeout(700)
    assert at(shown) == stopped


def test_every_frame_is_drawn_as_python_has_it(stand: Stand) -> None:
    made = second(played(), lang="en")
    shown = stand.show(made)
    frames = made.snapshots
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
    frames = stand.tables["one"].snapshots
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
    press(shown, "PageUp")
    expect(title).to_contain_text("Deal 1 of 3")
    press(shown, "PageUp")  # there is none before
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
    frames = stand.tables["one"].snapshots
    gifts = max(len(frame["gifts"]) for frame in frames)
    for _ in range(gifts - 1):
        press(shown, "ArrowRight")
    expect(shown.locator(".st-gift")).to_have_count(gifts)
    press(shown, "ArrowRight")
    bars = shown.get_by_test_id("strength").locator("tr")
    expect(bars).to_have_count(5)
    for name, (before, after) in stand.tables["one"].animation["strength"].items():
        row = bars.filter(has_text=name)
        expect(row).to_contain_text(f"{round(before * 100)} → {round(after * 100)}")


def test_cards_travel_and_leave_no_ghosts(stand: Stand) -> None:
    shown = stand.show(second(played(), lang="en"))
    frames = stand.tables["one"].snapshots
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
    frames = stand.tables["one"].snapshots
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
    expect(faces).to_have_count(54)
    button(shown, "hands").click()
    expect(faces).to_have_count(seat.count())


def test_score_sheet_does_not_tell_what_is_still_to_come(stand: Stand) -> None:
    shown = stand.show(second(played(deals=3), lang="en"))
    shown.locator("summary").click()
    rows = shown.get_by_test_id("sheet").locator("tbody tr")
    expect(rows).to_have_count(1)
    press(shown, "End")
    expect(rows).to_have_count(2)
    sheet = stand.tables["one"].table.traits["sheet"]
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
