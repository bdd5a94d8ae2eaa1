"""Real servers and a real browser for the tests: JupyterLab and Voila, cut off from the network."""

from __future__ import annotations

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, TimeoutError, expect

from slime.app.launcher import lab_command, lab_environment

ROOT = Path(__file__).resolve().parents[2]
SHARE = ROOT / "slime" / "app" / "jupyter_share"

CHROME = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-color-profile=srgb",
)
# Two people's cores under load: waiting is cheap, a false alarm is not.
PATIENCE = 60_000


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """A server with settings of its own, so that the user's never leak in."""

    def __init__(self, home: Path, base: str, port: int) -> None:
        self.home, self.base, self.port = home, base, port
        self.process: subprocess.Popen[bytes] | None = None
        self.log = home / "server.log"

    def environment(self) -> dict[str, str]:
        folders = {
            "JUPYTER_CONFIG_DIR": "config",
            "JUPYTER_DATA_DIR": "data",
            "JUPYTER_RUNTIME_DIR": "runtime",
            "IPYTHONDIR": "ipython",
            "JUPYTERLAB_SETTINGS_DIR": "settings",
            "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        }
        kept = {key: value for key, value in os.environ.items() if key != "JUPYTER_CONFIG_PATH"}
        own = {name: str(self.home / folder) for name, folder in folders.items()}
        return {**kept, **own, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}

    def start(self, command: list[str], environment: dict[str, str]) -> None:
        """Start it in a process group of its own and wait until it answers."""
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command, env=environment, start_new_session=True, stdout=log, stderr=log
            )
        end = time.monotonic() + 90
        while time.monotonic() < end and self.process.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.1)
        self.stop()
        raise AssertionError(f"the server does not answer:\n{self.log.read_text()[-2000:]}")

    def stop(self) -> None:
        if self.process is None or self.process.poll() is not None:
            return
        os.killpg(self.process.pid, signal.SIGTERM)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


class Watched:
    """A page that may ask nobody outside and say nothing on its console."""

    def __init__(
        self,
        browser: Browser,
        base: str,
        allowed: Iterable[str] = (),
        patience: int = PATIENCE,
        **how: Any,
    ) -> None:
        self.context: BrowserContext = browser.new_context(**how)
        self.context.set_default_timeout(patience)
        self.base, self.allowed = base, tuple(allowed)
        self.outside: list[str] = []
        self.faults: list[str] = []
        self.context.route("**/*", self._gate)
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self._fault(str(error)))
        self.page.on("console", lambda m: self._fault(m.text) if m.type == "error" else None)

    def _gate(self, route: Route) -> None:
        url = route.request.url
        if url.startswith((self.base, "data:", "blob:")):
            route.continue_()
        else:
            self.outside.append(url)
            route.abort()

    def _fault(self, text: str) -> None:
        if not any(known in text for known in self.allowed):
            self.faults.append(text)

    def table(self, number: int = 0) -> Locator:
        """The table with this number on the page."""
        return self.page.get_by_test_id("slime-table").nth(number)

    def close(self) -> None:
        """Close it; what it asked outside or said on the console fails the test."""
        self.context.close()
        assert self.outside == [], f"asked outside: {self.outside}"
        assert self.faults == [], f"faults on the page: {self.faults}"


class Lab(Server):
    """`slime lab` on a folder of notebooks."""

    def __init__(self, home: Path) -> None:
        self.token, port = secrets.token_hex(8), free_port()
        base = f"http://127.0.0.1:{port}"
        super().__init__(home, base, port)
        self.folder = home / "notebooks"
        self.folder.mkdir()
        environment = lab_environment(self.environment(), self.token)
        self.start(lab_command(self.folder, "/lab", port, browser=False), environment)

    def write(self, name: str, cells: Iterable[str], **metadata: Any) -> Path:
        """Write a notebook with these code cells, and one more that tells when all have run."""
        path = self.folder / f"{name}.ipynb"
        cells = [*cells, f"import pathlib; pathlib.Path({name + '.done'!r}).touch()"]
        path.write_text(json.dumps(notebook(cells, **metadata)), encoding="utf-8")
        return path

    def open(self, browser: Browser, name: str, **how: Any) -> Notebook:
        """Open a notebook of the folder, alone on its page; ``app="notebook"`` in Notebook 7."""
        return Notebook(browser, self, name, **how)


class Notebook(Watched):
    """A notebook open in JupyterLab or in Notebook 7."""

    def __init__(self, browser: Browser, lab: Lab, name: str, **how: Any) -> None:
        size, app = how.pop("size", (1280, 1000)), how.pop("app", "lab")
        how.setdefault("viewport", {"width": size[0], "height": size[1]})
        super().__init__(browser, lab.base, how.pop("allowed", ()), **how)
        self.path = lab.folder / f"{name}.ipynb"
        at = {"lab": "doc/tree", "notebook": "notebooks"}[app]
        self.page.goto(f"{lab.base}/{at}/{name}.ipynb?token={lab.token}&reset")
        self.idle()

    def idle(self) -> None:
        """Wait until the kernel is there and has nothing to do."""
        self.page.wait_for_selector(".jp-Notebook-ExecutionIndicator[data-status='idle']")

    def menu(self, first: str, then: str) -> None:
        self.page.get_by_role("menuitem", name=first, exact=True).click()
        self.page.locator(".lm-Menu-itemLabel").get_by_text(then, exact=True).click()

    def run_all(self) -> None:
        """Run all cells; a cell that fails shows its outputs in the message."""
        # A kernel can look idle before it takes anything: then nothing has begun to run.
        for _ in range(8):
            self.page.locator(".jp-Notebook .jp-Cell").first.click()
            self.menu("Run", "Run All Cells")
            try:
                self.page.wait_for_function(
                    """() => [...document.querySelectorAll(".jp-CodeCell .jp-InputPrompt")]
                        .some((e) => /\\[[\\d*]+\\]/.test(e.textContent))""",
                    timeout=5000,
                )
                break
            except TimeoutError:
                continue
        done = self.path.with_suffix(".done")
        end = time.monotonic() + PATIENCE / 1000
        while not done.exists() and time.monotonic() < end:
            self.page.wait_for_timeout(100)
        if not done.exists():
            said = self.page.locator(".jp-OutputArea-output").all_inner_texts()
            raise AssertionError("\n".join(said)[-3000:])
        self.idle()

    def save(self) -> dict[str, Any]:
        """Save it and give what was saved."""
        before = self.path.stat().st_mtime_ns
        self.menu("File", "Save Notebook")
        end = time.monotonic() + PATIENCE / 1000
        while self.path.stat().st_mtime_ns == before:
            assert time.monotonic() < end, "the notebook was not saved"
            self.page.wait_for_timeout(50)
        # Widget state is written right after the save begins; a second look sees it whole.
        self.page.wait_for_timeout(300)
        saved: dict[str, Any] = json.loads(self.path.read_text(encoding="utf-8"))
        return saved


class Voila(Server):
    """Voila on one notebook, with our template."""

    def __init__(self, home: Path, cells: Iterable[str]) -> None:
        port = free_port()
        super().__init__(home, f"http://127.0.0.1:{port}", port)
        path = home / "shown.ipynb"
        path.write_text(json.dumps(notebook(cells)), encoding="utf-8")
        command = [sys.executable, "-m", "voila", str(path), "--no-browser", f"--port={port}"]
        command += ["--Voila.ip=127.0.0.1", "--template=slime"]
        # What builds our lessons, and Notebook 7, add themselves to JupyterLab: not for Voila.
        apart = ["jupyterlab-jupytext", "@jupyter-notebook/lab-extension"]
        command += [f"--VoilaConfiguration.extension_denylist={apart}"]
        self.start(command, {**self.environment(), "JUPYTER_PATH": str(SHARE)})

    def open(self, browser: Browser, **how: Any) -> Watched:
        """Open the page; every visitor gets a kernel that runs the notebook."""
        watched = Watched(browser, self.base, how.pop("allowed", ()), **how)
        watched.page.goto(self.base)
        return watched


def notebook(cells: Iterable[str], **metadata: Any) -> dict[str, Any]:
    """A notebook with these code cells and no outputs."""
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}, **metadata},
        "cells": [
            {
                "cell_type": "code",
                "id": f"cell{number}",
                "metadata": {},
                "execution_count": None,
                "outputs": [],
                "source": source,
            }
            for number, source in enumerate(cells)
        ],
    }


def settled(table: Locator, also: str = "[data-do='deal']") -> None:
    """Skip what the others do, until somebody is asked at a table, or ``also`` is to be seen."""
    skip = table.locator('.st-tray [data-do="now"]')
    ready = table.locator(f'.st-tray[data-mode="ask"], .st-tray {also}')
    expect(skip.or_(ready).first).to_be_visible(timeout=PATIENCE)
    # The others may be done by themselves while we look.
    table.evaluate("el => el.querySelector('.st-tray [data-do=now]')?.click()")
    expect(skip).to_have_count(0)
    expect(ready.first).to_be_visible()
