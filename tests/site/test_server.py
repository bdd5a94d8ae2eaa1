"""The page on this computer: files, messages, doors; nobody gets in without the address."""

from __future__ import annotations

import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from slime.app.launcher import CopiedLessons, Lab, copy_lessons
from slime.app.site import server
from slime.app.site.server import Page, Visitors, open_page


@pytest.fixture
def copied(tmp_path: Path) -> CopiedLessons:
    return copy_lessons(tmp_path / "lessons", "ru")


@pytest.fixture
def page(copied: CopiedLessons) -> Iterator[Page]:
    page = open_page(copied, browser=False)
    thread = threading.Thread(target=page.server.serve_forever)
    thread.start()
    yield page
    page.server.shutdown()
    thread.join()
    page.stop()


def get(address: str) -> tuple[str, str]:
    with urllib.request.urlopen(address) as answer:
        return answer.read().decode(), answer.headers["Content-Type"]


def post(page: Page, **message: Any) -> dict[str, Any]:
    request = urllib.request.Request(page.address + "ask", json.dumps(message).encode())
    with urllib.request.urlopen(request) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def test_the_page_and_all_it_needs_are_sent(page: Page) -> None:
    text, kind = get(page.address)
    assert '<html lang="ru">' in text and kind.startswith("text/html")
    assert '"python":"http"' in text and "door/lessons" in text
    assert get(page.address + "js/front.js")[1].startswith("text/javascript")
    assert json.loads(get(page.address + "societies.json")[0])["players"] == [4, 5, 6, 7]


def test_nobody_gets_in_without_the_whole_address(page: Page) -> None:
    root = page.address.rsplit("/", 2)[0]
    for path in ("/", "/ask", "/js/front.js", "/door/lessons", "/x/index.html"):
        with pytest.raises(urllib.error.HTTPError) as refused:
            get(root + path)
        assert refused.value.code == 404
        refused.value.close()
    assert page.server.server_address[0] == "127.0.0.1"


def test_messages_are_answered_and_nonsense_is_refused(page: Page) -> None:
    answer = post(page, visitor="a", to="play", message={"id": "1", "do": "hello"})
    assert answer["reply"]["ok"]
    for data in (b"[", b"7", b""):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(page.address + "ask", data)
        refused.value.close()


def test_visitors_are_apart_and_the_oldest_is_forgotten(monkeypatch: Any) -> None:
    monkeypatch.setattr(server, "_VISITORS", 2)
    visitors = Visitors("en")
    bets = {"do": "place", "bets": {"exchange": 1}}
    assert visitors.hear({"visitor": "a", "to": "bet", "message": bets})["wrong"] == ""
    assert visitors.hear({"visitor": "a", "to": "bet", "message": bets})["wrong"]
    assert visitors.hear({"visitor": "b", "to": "bet", "message": bets})["wrong"] == ""
    visitors.hear({"visitor": "c", "do": "first"})
    assert visitors.hear({"visitor": "a", "to": "bet", "message": bets})["wrong"] == ""


def test_the_doors_lead_to_the_lessons(page: Page, monkeypatch: Any) -> None:
    started: list[bool | None] = []

    class Process:
        def poll(self) -> None: ...
        def terminate(self) -> None: ...
        def wait(self, seconds: int) -> None: ...

    def lab(copied: CopiedLessons, browser: bool | None, seconds: float) -> Lab:
        started.append(browser)
        address = "http://127.0.0.1:1/lab/tree/ru/01_one_deal.ipynb?token=t"
        return Lab(Process(), address, "ru")  # type: ignore[arg-type]

    monkeypatch.setattr(server, "open_lab", lab)
    doors = page.doors
    assert doors.there() == {"lessons": "door/lessons", "analyse": "door/analyse"}
    assert doors.address("lessons").endswith("/lab/tree/ru/01_one_deal.ipynb?token=t")
    assert "/lab/tree/ru/11_" in doors.address("analyse")
    assert started == [False]


def test_without_jupyterlab_there_are_no_doors(copied: CopiedLessons, monkeypatch: Any) -> None:
    monkeypatch.setattr(server, "find_spec", lambda name: None)
    assert server.Doors(copied).there() == {}
