"""How long until the first card on the front page: ``python benchmarks/first_card.py``.

The page is built, sent by Python's own server to a fresh browser each time, without compression;
the median of the repeats counts.  Asked: under six seconds to the first card and under ten
megabytes compressed.
"""

from __future__ import annotations

import argparse
import functools
import statistics
import sys
import tempfile
import threading
import time
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from chromium import find_chromium  # noqa: E402

from slime.app.site.build import write_site  # noqa: E402


class Quiet(SimpleHTTPRequestHandler):
    """Python's own server, without its log."""

    def log_message(self, *_: object) -> None: ...


def visit(base: str) -> tuple[float, float]:
    """Seconds until a card can be seen, and until Python has answered, in a new browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page()
        begin = time.perf_counter()
        page.goto(base)
        page.locator("#play .st-card").first.wait_for(timeout=120_000)
        card = time.perf_counter() - begin
        page.wait_for_function(
            "() => !document.getElementById('python').dataset.starting", timeout=240_000
        )
        ready = time.perf_counter() - begin
        browser.close()
    return card, ready


def main() -> int:
    parser = argparse.ArgumentParser(description="Time to the first card of the front page.")
    parser.add_argument("--repeats", type=int, default=5)
    repeats = parser.parse_args().repeats
    with tempfile.TemporaryDirectory() as folder:
        site = write_site(folder, "en")
        handler = functools.partial(Quiet, directory=folder)
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_port}/"
        times = [visit(base) for _ in range(repeats)]
        server.shutdown()
        server.server_close()
    card, ready = (statistics.median(column) for column in zip(*times, strict=True))
    size = site.compressed / 1e6
    print(f"compressed {size:.2f} MB; first card {card:.2f} s, Python {ready:.2f} s")
    return 0 if size < 10 and card < 6 else 1


if __name__ == "__main__":
    raise SystemExit(main())
