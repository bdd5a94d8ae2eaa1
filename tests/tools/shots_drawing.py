"""Gallery of the drawings as PNG, to be looked at: python tests/tools/shots_drawing.py [FOLDER].

Needs Chromium and playwright. It also measures every text in the browser and tells where one
is wider than the drawing module thinks or leaves its drawing.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from drawing import demo
from playwright.sync_api import sync_playwright

from slime.drawing import hand_svg, table_svg
from slime.drawing.canvas import text_width

LONG = ["Константин-Владислав Оболенский", '<Bob & "Co">', "Ж" * 30, "👑 Zoë 🎩", "M" * 30]

MEASURE = """() => {
  const svg = document.querySelector('svg'), frame = svg.getBoundingClientRect();
  return [...svg.querySelectorAll('text')].map(t => {
    const b = t.getBoundingClientRect();
    return {text: t.textContent, width: t.getComputedTextLength(),
      size: +t.getAttribute('font-size'), bold: t.getAttribute('font-weight') === '700',
      out: b.left < frame.left - .5 || b.right > frame.right + .5
        || b.top < frame.top - .5 || b.bottom > frame.bottom + .5};
  });
}"""


def gallery() -> dict[str, str]:
    """Names and drawings."""
    made = {}
    for players in range(2, 9):
        packs = 2 if players > 5 else 1
        made[f"play{players}"] = table_svg(demo.mid_trick(players=players, packs=packs))
    made["play4-two-packs"] = table_svg(demo.mid_trick(players=4, packs=2, size=5))
    made["play5-ru-dark"] = table_svg(
        demo.mid_trick(players=5, lang="ru", preset="king-and-slave"), theme="dark"
    )
    made["play8-ru-dark"] = table_svg(demo.mid_trick(players=8, packs=2, lang="ru"), theme="dark")
    made["auto5"] = table_svg(demo.mid_trick(players=5), theme="auto")
    made["lead5"] = table_svg(demo.frame(players=5))
    made["hidden5"] = table_svg(demo.mid_trick(players=5), open_hands=False, viewer="Vera")
    made["suitless4-ru"] = table_svg(demo.mid_trick(players=4, lang="ru", suits=False))
    made["exchange4"] = table_svg(demo.exchange(players=4))
    made["exchange5-ru-dark"] = table_svg(demo.exchange(players=5, lang="ru"), theme="dark")
    made["exchange5-one"] = table_svg(demo.exchange(gifts=1, players=5))
    made["exchange7"] = table_svg(demo.exchange(players=7, packs=2))
    made["exchange8"] = table_svg(demo.exchange(players=8, packs=2))
    made["exchange8-two"] = table_svg(demo.exchange(gifts=2, players=8, packs=2))
    made["late5"] = table_svg(demo.late(players=5))
    made["late8-ru-dark"] = table_svg(demo.late(players=8, packs=2, lang="ru"), theme="dark")
    made["over4-ru"] = table_svg(demo.over(players=4, lang="ru"))
    made["over5-dark"] = table_svg(demo.over(players=5), theme="dark")
    made["over8"] = table_svg(demo.over(players=8, packs=2))
    made["long-names"] = table_svg(demo.late(players=5, names=LONG))
    made["narrow5-ru"] = table_svg(demo.mid_trick(players=5, lang="ru"), width=400)
    made["narrow8"] = table_svg(demo.mid_trick(players=8, packs=2), width=400)
    made["narrow4-exchange"] = table_svg(demo.exchange(players=4), width=400)
    made["wide8"] = table_svg(demo.mid_trick(players=8, packs=2), width=1600)
    hand = demo.frame(players=4)["hands"]["Anna"]
    made["hand"] = hand_svg(hand, "en", label="Anna")
    made["hand-ru"] = hand_svg(hand, "ru")
    return made


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp(prefix="drawing-"))
    only = sys.argv[2:]
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as pw:
        browser = pw.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 1640, "height": 1200})
        for name, svg in gallery().items():
            if only and not any(part in name for part in only):
                continue
            page.set_content(f'<body style="margin:0;background:#888">{svg}</body>')
            page.locator("svg").first.screenshot(path=str(folder / f"{name}.png"))
            # the widest of the usual fonts
            page.add_style_tag(content="svg{font-family:'DejaVu Sans'!important}")
            for found in page.evaluate(MEASURE):
                room = text_width(found["text"], found["size"], found["bold"])
                if found["out"] or found["width"] > room + 0.5:
                    print(f"{name}: {found} has room {room:.1f}")
            print(f"{folder / name}.png  {len(svg.encode()) / 1000:.1f} kB")
        browser.close()


if __name__ == "__main__":
    main()
