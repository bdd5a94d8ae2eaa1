"""Pictures of the card table in many states, to look at: `shots_table.py FOLDER [NAME ...]`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "browser")]

from chromium import find_chromium  # noqa: E402
from rig import CHROME  # noqa: E402
from stand import Stand  # noqa: E402

import slime  # noqa: E402
from slime.widgets import table  # noqa: E402
from slime.widgets.cardtable import CardTable  # noqa: E402

EN = ["Anna", "Boris", "Vera", "Gleb", "Daria", "Egor", "Zhanna", "Ilya"]
RU = ["Анна", "Борис", "Вера", "Глеб", "Дарья", "Егор", "Жанна", "Илья"]


def match(preset: str, names: list[str], deals: int = 2, seed: int = 4) -> slime.Match:
    rules = slime.rules(preset, players=[4, 8])
    made = slime.Match(rules, names, seed=seed)
    for _ in range(deals):
        made.next_deal().finish()
    return made


def shown(game: slime.Match, deal: int | None, at: float | str, **how: object) -> CardTable:
    """A table that shows a step: a share of the deal, or the last step with a mark."""
    made = table(game, **how)  # type: ignore[arg-type]
    if deal is not None:
        made.show_deal(deal)
    snapshots = made.snapshots
    if isinstance(at, str):
        made.position = max(i for i, now in enumerate(snapshots) if now["mark"] == at)
    else:
        made.position = round(at * (len(snapshots) - 1))
    return made


def settle(page: Page) -> None:
    """Skip what the others do, until somebody is asked."""
    page.wait_for_timeout(300)
    skip = page.locator('[data-do="now"]')
    if skip.is_visible():
        skip.click()
    page.wait_for_timeout(900)


def play(names: list[str], lang: str, seed: int = 4) -> Callable[[Page, Stand], None]:
    def go(page: Page, stand: Stand) -> None:
        game = slime.Match("slime-licker", names[:5], seed=seed)
        game.next_deal().finish()
        game.next_deal()
        stand.put(table(game, play=names[0], lang=lang))
        settle(page)
        first = page.locator(".st-pick")
        if first.count() > 3:
            first.nth(1).click()
            first.nth(3).click()
        page.locator('[data-do="play"]').click()
        page.wait_for_timeout(700)

    return go


def refused(names: list[str], lang: str) -> Callable[[Page, Stand], None]:
    """The README's picture: one card played on a pair, and the rule that forbids it."""

    def go(page: Page, stand: Stand) -> None:
        game = slime.Match("slime-licker", names[:5], seed=75)
        game.next_deal().finish()
        deal = game.next_deal().exchange()
        while deal.turn != names[0] or deal.to_beat is None or deal.to_beat.size == 1:
            deal.step()
        stand.put(table(game, play=names[0], lang=lang))
        settle(page)
        page.locator(".st-pick").nth(6).click()
        page.locator('[data-do="play"]').click()
        page.wait_for_timeout(700)

    return go


def which(page: Page, stand: Stand) -> None:
    game = slime.Match("king-and-slave", EN[:5], seed=2)
    stand.put(table(game, play="all", lang="en"))
    settle(page)
    page.locator('[data-do="which"]').click()
    page.wait_for_timeout(600)


def put(make: Callable[[], CardTable], *keys: str) -> Callable[[Page, Stand], None]:
    def go(page: Page, stand: Stand) -> None:
        stand.put(make())
        for key in keys:
            page.locator(f'[data-act="{key}"]').first.click()
        if not {"help", "big"} & set(keys):
            for summary in page.locator("summary").all():
                if summary.is_visible():
                    summary.click()
        page.wait_for_timeout(700)

    return go


# name -> (width, height, dark, what to do)
SHOTS: dict[str, tuple[int, int, bool, Callable[[Page, Stand], None]]] = {
    "five": (
        1060,
        900,
        False,
        put(lambda: shown(match("slime-licker", EN[:5]), 2, 0.3, lang="en")),
    ),
    "five-dark": (
        1060,
        900,
        True,
        put(lambda: shown(match("slime-licker", RU[:5]), 2, 0.55, lang="ru")),
    ),
    "five-narrow": (
        400,
        1400,
        False,
        put(lambda: shown(match("slime-licker", RU[:5]), 2, 0.4, lang="ru")),
    ),
    "exchange": (
        1060,
        900,
        False,
        put(lambda: shown(match("slime-licker", EN[:6]), 2, 0.014, lang="en")),
    ),
    "strength": (
        1060,
        900,
        False,
        put(lambda: shown(match("slime-licker", EN[:5]), 2, "exchange", lang="en")),
    ),
    "strength-narrow": (
        400,
        1400,
        True,
        put(lambda: shown(match("slime-licker", EN[:8]), 2, "exchange", lang="en")),
    ),
    "eight": (1060, 1000, False, put(lambda: shown(match("slime-licker", EN), 2, 0.12, lang="en"))),
    "eight-narrow": (
        400,
        1700,
        False,
        put(lambda: shown(match("slime-licker", RU), 2, 0.5, lang="ru")),
    ),
    "eight-dark-wide": (
        1500,
        1100,
        True,
        put(lambda: shown(match("king-and-slave", EN), 2, 0.5, lang="en")),
    ),
    "over": (
        1060,
        900,
        False,
        put(lambda: shown(match("slime-licker", EN[:5], 3), 3, 1.0, lang="en")),
    ),
    "fall": (
        1060,
        900,
        False,
        put(lambda: shown(match("slime-licker", EN[:5], 2, 4), 2, "fall", lang="en")),
    ),
    "projector": (
        1920,
        1080,
        False,
        put(lambda: shown(match("slime-licker", EN[:5]), 2, 0.4, lang="en"), "big"),
    ),
    "projector-eight": (
        1920,
        1080,
        True,
        put(lambda: shown(match("king-and-slave", RU), 2, 0.4, lang="ru"), "big"),
    ),
    "play": (1060, 1100, False, play(EN, "en")),
    "play-dark": (1060, 1100, True, play(RU, "ru")),
    "play-narrow": (400, 1700, False, play(EN, "en")),
    "card_table": (960, 800, False, refused(EN, "en")),
    "card_table_ru": (960, 800, False, refused(RU, "ru")),
    "which": (1060, 1100, False, which),
    "help": (
        1060,
        1200,
        False,
        put(lambda: shown(match("slime-licker", EN[:4]), 1, 0.2, lang="en"), "help"),
    ),
}


def main(argv: list[str]) -> int:
    folder = Path(argv[0])
    folder.mkdir(parents=True, exist_ok=True)
    wanted = argv[1:] or list(SHOTS)
    with sync_playwright() as pw:
        browser = pw.chromium.launch(executable_path=find_chromium(), args=list(CHROME))
        for name in wanted:
            width, height, dark, act = SHOTS[name]
            stand = Stand(browser, width, height, color_scheme="dark" if dark else "light")
            page = stand.page
            ground = "#111" if dark else "#fff"
            page.evaluate("c => document.body.style.setProperty('--page', c)", ground)
            act(page, stand)
            page.screenshot(path=folder / f"{name}.png", full_page="projector" not in name)
            stand.close()
        browser.close()
    print(f"{len(wanted)} pictures in {folder}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
