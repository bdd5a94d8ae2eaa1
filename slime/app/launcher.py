"""`slime lab`: the lessons in a folder of the user's own, and JupyterLab open on them.

`copy_lessons` and `open_lab` do it and tell what they did; the command line prints it.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import json
import os
import secrets
import socket
import subprocess
import sys
import sysconfig
import time
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

from slime._checks import check_int, invalid
from slime._files import locked, write_file
from slime.app._lessons import lessons
from slime.app.origin import how_to_install
from slime.i18n import words
from slime.i18n.setting import chosen_language

State = Literal["new", "kept", "renewed", "beside"]

# What was copied, by lesson: so that a file still as it was copied is known from one edited.
_LEDGER = ".slime-lessons.json"
_LOCK = ".slime-lessons.lock"
_JUPYTER_CONFIG = Path(__file__).resolve().parent / "jupyter_config"
# Templates for Voila, which ask nobody outside: `voila --template=slime`.
_JUPYTER_SHARE = Path(__file__).resolve().parent / "jupyter_share"


@dataclass(frozen=True, slots=True)
class CopiedLesson:
    """A lesson in the user's folder, and what became of it.

    ``state`` is ``"new"`` (copied now), ``"kept"`` (was there), ``"renewed"`` (an unchanged copy
    was replaced by a newer lesson) or ``"beside"`` (a newer lesson was put under another name,
    the user's own file stays as it is).

    Examples
    --------
    >>> CopiedLesson(Path("01_one_deal.ipynb"), "kept", "One deal").state
    'kept'
    """

    path: Path
    state: State
    title: str


@dataclass(frozen=True, slots=True)
class CopiedLessons:
    """The lessons of one language in the user's folder.

    Examples
    --------
    >>> CopiedLessons(Path("mine"), "en", ()).sentences()[0].startswith("The lessons are in mine")
    True
    """

    folder: Path
    language: str
    lessons: tuple[CopiedLesson, ...]

    def sentences(self) -> list[str]:
        """What was done, in words: where the lessons are, which are new, which were left alone.

        Returns
        -------
        list of str
            The sentences, in the language of the lessons.
        """
        w = words(self.language)
        told = [w("lab.folder", folder=self.folder / self.language)]
        for state in ("new", "renewed", "beside"):
            names = [lesson.path.name for lesson in self.lessons if lesson.state == state]
            if names:
                told.append(w(f"lab.{state}", n=len(names), names=names))
        return told


def copy_lessons(
    folder: str | os.PathLike[str] = "slime-lessons", language: str | None = None
) -> CopiedLessons:
    """Copy the lessons of a language to ``folder/<language>``, never over the user's work.

    A file that is not as it was copied stays; where there is a newer lesson, it gets another
    name beside it. Files that are no longer there are copied again.

    Parameters
    ----------
    folder : str or path, default "slime-lessons"
        Where the lessons go; made if it is not there.
    language : {"en", "ru"}, optional
        The language, by default the one set by `slime.language`.

    Returns
    -------
    CopiedLessons
        The copies, and what became of each.

    Raises
    ------
    ValueError
        If the language is unknown, or ``folder`` is a file.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     copied = copy_lessons(folder, "en")
    >>> copied.lessons[0].path.name, copied.lessons[0].state
    ('01_one_deal.ipynb', 'new')
    """
    code = chosen_language(language)
    root = Path(folder).expanduser().absolute()
    if root.exists() and not root.is_dir():
        raise invalid("lab.is_file", lang=code, file=root)
    (root / code).mkdir(parents=True, exist_ok=True)
    with locked(root / _LOCK, wait=60):
        ledger = _read_ledger(root)
        copied = [
            CopiedLesson(
                *_copy(lesson.path, root, f"{code}/{lesson.path.name}", ledger), lesson.title
            )
            for lesson in lessons(code)
        ]
        write_file(root / _LEDGER, json.dumps(ledger, indent=1, sort_keys=True) + "\n")
    return CopiedLessons(root, code, tuple(copied))


def _copy(source: Path, root: Path, key: str, ledger: dict[str, Any]) -> tuple[Path, State]:
    """Bring one lesson into the folder and write it into the ledger."""
    new = source.read_bytes()
    digest = _digest(new)
    entry = ledger.get(key, {"file": key, "digest": ""})
    path = root / entry["file"]
    there = _digest(path.read_bytes()) if path.exists() else None
    state: State = "kept"
    if there is None:
        state = "new"
    elif digest not in (there, entry["digest"]):
        state = "renewed" if there == entry["digest"] else "beside"
    if state == "beside":
        path = _free_name(root / key)
    if state != "kept":
        write_file(path, new)
    ledger[key] = {"file": path.relative_to(root).as_posix(), "digest": digest}
    return path, state


def _free_name(path: Path) -> Path:
    number = 2
    while (free := path.with_stem(f"{path.stem}-{number}")).exists():
        number += 1
    return free


def _read_ledger(root: Path) -> dict[str, Any]:
    """What was copied before; nothing where that cannot be read: then no file is replaced."""
    try:
        ledger = json.loads((root / _LEDGER).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(ledger, dict):
        return {}
    return {key: entry for key, entry in ledger.items() if _is_entry(entry, root)}


def _is_entry(entry: object, root: Path) -> bool:
    if not isinstance(entry, dict):
        return False
    file, digest = entry.get("file"), entry.get("digest")
    # A name that leads out of the folder is not one of ours.
    inside = isinstance(file, str) and (root / file).resolve().is_relative_to(root.resolve())
    return inside and isinstance(digest, str)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@dataclass(frozen=True, slots=True)
class Lab:
    """A JupyterLab server that runs: its process, the address to open, and its language.

    Examples
    --------
    >>> import subprocess, sys
    >>> server = subprocess.Popen([sys.executable, "-c", "print('any program')"])
    >>> lab = Lab(server, "http://127.0.0.1:8888/lab", "en")
    >>> lab.wait(), lab.stop()
    (0, None)
    """

    process: subprocess.Popen[bytes]
    address: str
    language: str

    def wait(self) -> int:
        """Wait until the server ends, by Ctrl-C for one.

        Returns
        -------
        int
            Its exit status.
        """
        while True:
            try:
                return self.process.wait()
            except KeyboardInterrupt:
                # On a terminal the server got the signal too, and this one changes nothing.
                if os.name != "nt":
                    self.process.terminate()

    def stop(self) -> None:
        """End the server and its kernels."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


def open_lab(
    copied: CopiedLessons,
    *,
    browser: bool | None = None,
    port: int | None = None,
    seconds: float = 60,
) -> Lab:
    """Start JupyterLab on the first of the copied lessons, and return once it answers.

    It listens on this computer only, with a token of its own.

    Parameters
    ----------
    copied : CopiedLessons
        What `copy_lessons` gave.
    browser : bool, optional
        Whether to open a browser; by default where there is one.
    port : int, optional
        The port, by default the first free one from 8888 on.
    seconds : float, default 60
        How long to wait for its first answer.

    Returns
    -------
    Lab
        The server that runs.

    Raises
    ------
    ValueError
        If the port is not free, or none.
    ModuleNotFoundError
        If JupyterLab is not installed.
    OSError
        If the server does not answer in time.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     lab = open_lab(copy_lessons(folder, "en"), browser=False, seconds=300)
    ...     lab.stop()
    >>> lab.address  # doctest: +ELLIPSIS
    'http://127.0.0.1:.../lab/tree/en/01_one_deal.ipynb?token=...'
    """
    w = words(copied.language)
    if importlib.util.find_spec("jupyterlab") is None:
        raise ModuleNotFoundError(w("lab.no_jupyter", how=how_to_install()), name="jupyterlab")
    port = free_port(port)
    token = secrets.token_hex(16)
    page = "/lab"
    if copied.lessons:
        first = copied.lessons[0].path.relative_to(copied.folder).as_posix()
        page = f"/lab/tree/{quote(first)}"
    browser = can_browse() if browser is None else browser
    process = subprocess.Popen(
        lab_command(copied.folder, page, port, browser), env=lab_environment(os.environ, token)
    )
    lab = Lab(process, f"http://127.0.0.1:{port}{page}?token={token}", copied.language)
    try:
        if _answers(process, f"http://127.0.0.1:{port}/api/status?token={token}", seconds):
            return lab
        raise OSError(w("lab.not_started"))
    except BaseException:
        lab.stop()
        raise


def lab_command(folder: Path, page: str, port: int, browser: bool) -> list[str]:
    """The command that starts the server: on this computer only, quiet, ended by one Ctrl-C."""
    # Warnings of Jupyter's about itself are nothing a learner can act on.
    command = [sys.executable, "-W", "ignore::DeprecationWarning", "-m", "jupyterlab"]
    command += ["--log-level=ERROR", "--LabApp.log_level=ERROR"]
    command += [f"--ServerApp.root_dir={folder}"]
    command += ["--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}"]
    command += ["--ServerApp.port_retries=0", "--ServerApp.answer_yes=True"]
    command += [f"--LabApp.default_url={page}", "--LabApp.extension_manager=readonly"]
    if not browser:
        command.append("--no-browser")
    # Jupyter refuses to run as root, which is who one is in many containers.
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    return command


def lab_environment(environment: Mapping[str, str], token: str) -> dict[str, str]:
    """The variables the server gets: the token (others can read a command line), our settings.

    The command ``slime`` is found in its terminals, and by ``!slime`` in a cell.
    """

    def first(folder: Path, variable: str) -> str:
        paths = (str(folder), environment.get(variable, ""))
        return os.pathsep.join(path for path in paths if path)

    return {
        **environment,
        "JUPYTER_TOKEN": token,
        "JUPYTER_CONFIG_PATH": first(_JUPYTER_CONFIG, "JUPYTER_CONFIG_PATH"),
        "JUPYTER_PATH": first(_JUPYTER_SHARE, "JUPYTER_PATH"),
        "PATH": first(Path(sysconfig.get_path("scripts")), "PATH"),
    }


def can_browse() -> bool:
    """Whether a browser with a window can be opened here."""
    graphic = sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if not graphic:
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def free_port(port: int | None) -> int:
    """The port asked for; without one the first that is free from 8888 on, else any."""
    if port is not None:
        check_int("port", port, 1, 65535)
    for one in [*range(8888, 8988), 0] if port is None else [port]:
        with socket.socket() as probe, contextlib.suppress(OSError):
            if os.name != "nt":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", one))
            return int(probe.getsockname()[1])
    raise invalid("lab.port_taken", port=port)


def _answers(process: subprocess.Popen[bytes], status: str, seconds: float) -> bool:
    """Whether the server answers in time; False as soon as it has ended."""
    # A proxy in the environment has no business with an address on this computer.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None:
        try:
            with opener.open(status, timeout=2) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    return False
