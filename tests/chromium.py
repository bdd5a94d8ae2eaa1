"""Where Chromium or Chrome is on this machine, for all tests that drive a browser."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

MISSING = (
    "The browser tests need Chromium or Chrome: `sudo apt install chromium` on Debian, "
    "https://www.google.com/chrome elsewhere, or its path in the variable BROWSER_PATH."
)

_COMMANDS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Google/Chrome/Application/chrome.exe",
)


def find_chromium() -> str | None:
    """The path of a browser that can be driven, or None."""
    named = os.environ.get("BROWSER_PATH")
    if named:
        return named if Path(named).exists() else None
    found = (shutil.which(command) for command in _COMMANDS)
    places = (place for place in _PLACES if Path(place).exists())
    return next((path for path in found if path), None) or next(places, None)
