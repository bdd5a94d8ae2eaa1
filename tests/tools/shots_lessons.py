"""Lessons run in JupyterLab, photographed from top to bottom: `shots_lessons.py FOLDER NAME ...`.

A name is like ``en/02_exchange``; pictures are ``FOLDER/en-02_exchange-00.png`` and so on.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "browser")]

import rig  # noqa: E402
from chromium import find_chromium  # noqa: E402
from rig import CHROME, Lab  # noqa: E402

WIDTH, HEIGHT = 1280, 1500
rig.PATIENCE = 300_000


def photograph(browser: Browser, lab: Lab, name: str, folder: Path) -> None:
    """Run a lesson and take pictures of it, each beginning a bit before the last one ends."""
    source = json.loads((ROOT / "notebooks" / f"{name}.ipynb").read_text(encoding="utf-8"))
    short = name.replace("/", "-")
    done = f"import pathlib; pathlib.Path({short + '.done'!r}).touch()"
    last = {"cell_type": "code", "id": "last", "metadata": {}, "outputs": [], "source": done}
    source["cells"].append({**last, "execution_count": None})
    (lab.folder / f"{short}.ipynb").write_text(json.dumps(source), encoding="utf-8")
    notebook = lab.open(browser, short, size=(WIDTH, HEIGHT))
    notebook.run_all()
    page = notebook.page
    page.evaluate("() => document.querySelectorAll('details').forEach((d) => (d.open = false))")
    scroller = page.locator(".jp-WindowedPanel-outer").first
    scroller.evaluate("e => e.scrollTo(0, 0)")
    at, number = 0.0, 0
    while True:
        page.wait_for_timeout(1500)
        page.screenshot(path=folder / f"{short}-{number:02}.png")
        print(short, number, flush=True)
        step = scroller.evaluate("e => e.clientHeight") - 120
        at += step
        scroller.evaluate("(e, at) => e.scrollTo(0, at)", at)
        page.wait_for_timeout(500)
        top = scroller.evaluate("e => e.scrollTop")
        number += 1
        if top < at - step / 2 or number > 30:
            break
        at = top
    print("outside:", notebook.outside, "faults:", notebook.faults)
    notebook.context.close()


def main(folder: str, *names: str) -> None:
    out = Path(folder)
    out.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as home:
        path = find_chromium()
        browser = playwright.chromium.launch(executable_path=path, args=list(CHROME))
        lab = Lab(Path(home))
        try:
            for name in names:
                photograph(browser, lab, name, out)
        finally:
            lab.stop()
            browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
