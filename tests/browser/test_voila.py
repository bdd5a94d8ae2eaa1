"""The card table in Voila, with our template."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, expect
from rig import Voila, settled
from test_table_lab import LOOK, PLAY, press


def test_tables_live_in_voila_and_nobody_outside_is_asked(browser: Browser, tmp_path: Path) -> None:
    voila = Voila(tmp_path, [LOOK, PLAY])
    try:
        # Voila's one known fault, of its own, with plotly's figures.
        shown = voila.open(browser, allowed=["r.setData is not a function"])
        look, game = shown.table(0), shown.table(1)
        expect(shown.page.get_by_test_id("slime-table")).to_have_count(2)
        press(look, "ArrowRight", "ArrowRight")
        expect(look.get_by_test_id("at")).to_have_text(re.compile("^2/"))
        settled(game)
        steps = game.get_by_test_id("at").inner_text()
        game.locator('[data-do="which"]').click()
        game.get_by_test_id("choices").get_by_role("button").first.click()
        expect(game.get_by_test_id("at")).not_to_have_text(steps)
        expect(shown.page.locator(".slime-still:visible")).to_have_count(0)
        shown.close()
    finally:
        voila.stop()
