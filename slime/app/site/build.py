"""The page as a folder for any web server: Pyodide, the game, a service worker for no network.

Pyodide comes from its npm package, once, and is kept; no visitor of the page asks anybody but the
folder's own server.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import io
import json
import os
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

from slime._checks import invalid
from slime._files import write_file
from slime.app.site.pages import offline, pages
from slime.datasets import data_folder
from slime.i18n import words

PYODIDE = "pyodide@314.0.7"
_DIGEST = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
#: What a page needs of the package.
_PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
_LOCK = "pyodide-lock.json"
_PACKAGE = Path(__file__).resolve().parents[2]
#: What the game in a browser does without: pictures of notebooks, lessons, large data.
_WITHOUT = ("notebooks", "data", "static", "jupyter_config", "jupyter_share", "__pycache__")


@dataclass(frozen=True)
class Site:
    """A folder that was written: its files with their sizes, as they are and compressed."""

    folder: Path
    sizes: dict[str, tuple[int, int]]

    @property
    def compressed(self) -> int:
        """Bytes that a visitor loads from a server that compresses."""
        return sum(small for _, small in self.sizes.values())


def write_site(
    folder: str | os.PathLike[str],
    lang: str | None = None,
    pyodide: str | os.PathLike[str] | None = None,
) -> Site:
    """Write the page and all that it needs into a folder.

    Parameters
    ----------
    folder : str or path
        The folder; made if it is not there. Files of other names in it stay.
    lang : {"en", "ru"}, optional
        The language of the page, by default the one set by `slime.language`.
    pyodide : str or path, optional
        The npm package of Pyodide as a file; by default the one kept from before, else npm gets it.

    Returns
    -------
    Site
        What was written.

    Raises
    ------
    ValueError
        If the package is another one, or ``folder`` is a file.
    OSError
        If the package cannot be had, or something cannot be written.

    Examples
    --------
    >>> write_site("public", "en", pyodide=__file__)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    slime._checks.InvalidValue: ...build.py is not pyodide@314.0.7: its content differs
    """
    root = Path(folder).expanduser()
    if root.exists() and not root.is_dir():
        raise invalid("lab.is_file", file=root)
    package = Path(pyodide).read_bytes() if pyodide is not None else _package()
    parts = _parts(package, pyodide or PYODIDE)
    files: dict[str, bytes] = {f"pyodide/{name}": data for name, data in parts.items()}
    files["slime.whl"] = wheel()
    files |= {name: text.encode() for name, text in pages(words(lang).lang, "worker").items()}
    version = hashlib.sha256(b"".join(files[name] for name in sorted(files))).hexdigest()[:12]
    files["offline.js"] = offline(sorted(files), version).encode()
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, data)
    sizes = {name: (len(data), len(gzip.compress(data, 6))) for name, data in files.items()}
    return Site(root, sizes)


def wheel() -> bytes:
    """The package as Pyodide unpacks it, the same bytes for the same files.

    >>> zipfile.ZipFile(io.BytesIO(wheel())).namelist()[0]
    'slime/__init__.py'
    """
    room = io.BytesIO()
    with zipfile.ZipFile(room, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(_PACKAGE.rglob("*")):
            inside = path.relative_to(_PACKAGE)
            if path.suffix in (".py", ".pyi", ".toml") and not set(inside.parts) & set(_WITHOUT):
                _put(archive, f"slime/{inside.as_posix()}", path.read_bytes())
        _put(archive, "slime/data/societies.json", (data_folder() / "societies.json").read_bytes())
    return room.getvalue()


def _put(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, 9)


def _parts(package: bytes, file: object) -> dict[str, bytes]:
    """The files of the package that a page needs; its list of other packages is emptied."""
    if hashlib.sha256(package).hexdigest() != _DIGEST:
        raise invalid("site.wrong_pyodide", file=file, package=PYODIDE)
    with tarfile.open(fileobj=io.BytesIO(package)) as archive:

        def read(name: str) -> bytes:
            found = archive.extractfile(f"package/{name}")
            assert found is not None
            return found.read()

        lock = json.loads(read(_LOCK))
        parts = {name: read(name) for name in _PARTS}
    return {**parts, _LOCK: json.dumps({**lock, "packages": {}}).encode()}


def _package() -> bytes:
    """The package, kept from before, or got by npm now and kept where something can be."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    path = home / "slime" / f"{PYODIDE.replace('@', '-')}.tgz"
    if path.exists():
        return path.read_bytes()
    package = _fetch()
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, package)
    return package


def _fetch() -> bytes:
    npm = shutil.which("npm")
    if npm is None:
        raise OSError(words()("site.no_pyodide", why="npm", package=PYODIDE))
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [npm, "pack", PYODIDE, "--silent"],
            cwd=folder,
            env={**os.environ, "npm_config_cache": folder},  # there may be no home
            capture_output=True,
            text=True,
            check=False,
        )
        found = list(Path(folder).glob("*.tgz"))
        if done.returncode or not found:
            why = (done.stderr.strip().splitlines() or ["npm"])[-1]
            raise OSError(words()("site.no_pyodide", why=why, package=PYODIDE))
        return found[0].read_bytes()
