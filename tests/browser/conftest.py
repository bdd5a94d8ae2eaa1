"""One browser, one JupyterLab, for all tests that look at pages."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).parent))

from chromium import MISSING, find_chromium
from rig import CHROME, PATIENCE, Lab
from stand import Stand

expect.set_options(timeout=PATIENCE // 3)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    path = find_chromium()
    assert path is not None, MISSING
    browser = playwright.chromium.launch(executable_path=path, args=list(CHROME))
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    lab = Lab(tmp_path_factory.mktemp("lab"))
    yield lab
    lab.stop()


@pytest.fixture
def stand(browser: Browser) -> Iterator[Stand]:
    """A page for tables without a notebook; faults on it fail the test."""
    stand = Stand(browser, width=1060, height=900)
    yield stand
    stand.close()
