"""The page on this computer: a small server, Python behind it, and the doors to the lessons."""

from __future__ import annotations

import json
import secrets
import threading
import webbrowser
from collections import OrderedDict
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from typing import Any
from urllib.parse import quote, urlsplit

from slime.app.launcher import CopiedLessons, Lab, can_browse, free_port, open_lab
from slime.app.site.front import Front
from slime.app.site.pages import pages

#: The doors, and which lesson each opens.
DOORS = {"lessons": "01_", "analyse": "11_"}
#: So many visitors are remembered: open pages of this computer.
_VISITORS = 32
_PATIENCE = 180.0  # seconds: the first start of JupyterLab on a slow disk
_MOST = 2_000_000  # bytes of a message: a long record
_TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "json": "application/json",
}


class Doors:
    """JupyterLab, started when somebody first goes through a door."""

    def __init__(self, copied: CopiedLessons) -> None:
        self.copied = copied
        self.lab: Lab | None = None
        self._lock = threading.Lock()

    def there(self) -> dict[str, str]:
        """The doors that lead somewhere here, with their addresses."""
        if find_spec("jupyterlab") is None:
            return {}
        return {key: f"door/{key}" for key in DOORS if self._lesson(key) is not None}

    def _lesson(self, key: str) -> str | None:
        for lesson in self.copied.lessons:
            if lesson.path.name.startswith(DOORS[key]):
                return quote(lesson.path.relative_to(self.copied.folder).as_posix())
        return None

    def address(self, key: str) -> str:
        """The address of a lesson in JupyterLab, which is started if it does not run."""
        with self._lock:
            if self.lab is None or self.lab.process.poll() is not None:
                self.lab = open_lab(self.copied, browser=False, seconds=_PATIENCE)
        parts = urlsplit(self.lab.address)
        return f"{parts.scheme}://{parts.netloc}/lab/tree/{self._lesson(key)}?{parts.query}"

    def stop(self) -> None:
        """End JupyterLab, if it runs; one that is just starting too."""
        with self._lock:
            if self.lab is not None:
                self.lab.stop()


@dataclass
class Page:
    """A page that is served: its address, and what runs behind it."""

    server: ThreadingHTTPServer
    address: str
    doors: Doors

    def wait(self) -> None:
        """Serve until Ctrl-C."""
        try:
            self.server.serve_forever()
        finally:
            self.stop()

    def stop(self) -> None:
        """End the server and what it started."""
        self.server.server_close()
        self.doors.stop()


def open_page(
    copied: CopiedLessons, *, browser: bool | None = None, port: int | None = None
) -> Page:
    """Make the front page ready to be served, and open a browser on it.

    It listens on this computer only, at an address that nobody can guess.

    Parameters
    ----------
    copied : CopiedLessons
        What `copy_lessons` gave: the lessons that the doors open, and the language.
    browser : bool, optional
        Whether to open a browser; by default where there is one.
    port : int, optional
        The port, by default the first free one from 8888 on.

    Returns
    -------
    Page
        The page; `Page.wait` serves it.

    Raises
    ------
    ValueError
        If the port is not free, or none.

    Examples
    --------
    >>> import tempfile
    >>> from slime.app.launcher import copy_lessons
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     page = open_page(copy_lessons(folder), browser=False)
    >>> page.address.startswith("http://127.0.0.1:")
    True
    >>> page.stop()
    """
    doors, port = Doors(copied), free_port(port)
    base = f"/{secrets.token_urlsafe(16)}/"
    texts = pages(copied.language, "http", doors.there())
    files = {base + name: text.encode() for name, text in texts.items()}
    files[base] = files[base + "index.html"]
    handler = _handler(base, files, doors, copied.language)
    server = ThreadingHTTPServer(("127.0.0.1", port), handler)
    address = f"http://127.0.0.1:{port}{base}"
    if can_browse() if browser is None else browser:
        # It waits in the server's queue until the page is served.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    return Page(server, address, doors)


class Visitors:
    """A `Front` for each page that is open; those not heard of for longest are forgotten."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._fronts: OrderedDict[str, Front] = OrderedDict()
        self._lock = threading.Lock()

    def hear(self, message: dict[str, Any]) -> dict[str, Any]:
        """Answer a message of a visitor; one at a time."""
        visitor = str(message.pop("visitor", ""))[:64]
        with self._lock:
            front = self._fronts.pop(visitor, None) or Front(self._lang)
            self._fronts[visitor] = front
            if len(self._fronts) > _VISITORS:
                self._fronts.popitem(last=False)
            return front.hear(message)


def _handler(
    base: str, files: dict[str, bytes], doors: Doors, lang: str
) -> type[BaseHTTPRequestHandler]:
    visitors = Visitors(lang)

    class Handler(BaseHTTPRequestHandler):
        """Sends the files, answers messages, opens doors."""

        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            path = urlsplit(self.path).path
            key = path.removeprefix(f"{base}door/")
            if path in files:
                suffix = path.rpartition(".")[2] if path != base else "html"
                self._send(files[path], _TYPES[suffix])
            elif key in doors.there():
                self._go(key)
            else:
                self.send_error(HTTPStatus.NOT_FOUND)

        def do_POST(self) -> None:
            size = int(self.headers.get("Content-Length") or 0)
            if urlsplit(self.path).path != f"{base}ask" or not 0 < size <= _MOST:
                self.send_error(HTTPStatus.NOT_FOUND)
                return
            try:
                message = dict(json.loads(self.rfile.read(size)))
            except (ValueError, TypeError):
                self.send_error(HTTPStatus.BAD_REQUEST)
                return
            answer = json.dumps(visitors.hear(message), ensure_ascii=False)
            self._send(answer.encode(), _TYPES["json"])

        def _go(self, key: str) -> None:
            try:
                address = doors.address(key)
            except OSError as problem:
                self._send(str(problem).encode(), "text/plain; charset=utf-8", 500)
                return
            self.send_response(HTTPStatus.FOUND)
            self.send_header("Location", address)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def _send(self, data: bytes, kind: str, status: int = 200) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            self.send_header("Cache-Control", "no-store")
            self.send_header("Referrer-Policy", "no-referrer")
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing: a learner's terminal is no log."""

    return Handler
