"""Is all there that the kit needs?  What is not, in a sentence, and how to mend it.

`examine` looks, `show` does so in a notebook and draws a slider and a table below.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
import json
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from slime import __version__
from slime.app.origin import how_to_install
from slime.i18n import Words, words
from slime.text_table import TextTable, columns

if TYPE_CHECKING:
    from ipywidgets import VBox

State = Literal["ok", "note", "bad"]

#: Packages needed, and the least version (as in pyproject.toml; a test compares): by the game and
#: the card table, and by simulations and lessons as well.
SMALL = {"anywidget": "0.9", "ipywidgets": "8.1"}
NEEDED = SMALL | {
    "filelock": "3.12",
    "numba": "0.60",
    "numpy": "1.26",
    "pandas": "2.2",
    "plotly": "6",
    "pyarrow": "15",
    "scipy": "1.11",
    "tqdm": "4.66",
}
#: JupyterLab's part of each package that draws there.
FRONT_ENDS = {
    "anywidget": "anywidget",
    "ipywidgets": "@jupyter-widgets/jupyterlab-manager",
    "plotly": "jupyterlab-plotly",
}
_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Something looked at: how it is, in a sentence, and how to mend it (None: nothing to do)."""

    state: State
    text: str
    how: str | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """All that was looked at; prints itself as text, shows itself as HTML in a notebook.

    Examples
    --------
    >>> print(Report("en", (Diagnosis("ok", "All packages are there."),)).text())
    [ok] All packages are there.
    <BLANKLINE>
    All is well.
    """

    lang: str
    checks: tuple[Diagnosis, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing must be mended."""
        return all(check.state != "bad" for check in self.checks)

    def text(self) -> str:
        """A line for each thing looked at, and one that sums up.

        Returns
        -------
        str
            The lines, without a line end at the end.
        """
        w = words(self.lang)
        rows = []
        for check in self.checks:
            rows.append((f"[{w('doctor.' + check.state)}]", check.text))
            rows += [("", line) for line in _mend(check, w)]
        return "\n".join([*columns(rows, gap=" "), "", self.summary()])

    def summary(self) -> str:
        """Whether all is well, in a sentence.

        Returns
        -------
        str
            The sentence.
        """
        w = words(self.lang)
        bad = sum(check.state == "bad" for check in self.checks)
        return w("doctor.some_bad", n=bad) if bad else w("doctor.all_well")

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        w = words(self.lang)
        rows = tuple(
            (w("doctor." + check.state), "\n".join([check.text, *_mend(check, w)]))
            for check in self.checks
        )
        head = (w("doctor.state"), w("doctor.what"))
        title = w("doctor.heading")
        return TextTable(title, head, rows, (self.summary(),), align="ll", lang=self.lang).html()


def _mend(check: Diagnosis, w: Words) -> list[str]:
    return [w("doctor.mend", how=check.how)] if check.how else []


def examine(lang: str | None = None) -> Report:
    """Look at the packages, the widgets' parts in JupyterLab, the cache, the fonts, the lessons.

    Parameters
    ----------
    lang : {"en", "ru"}, optional
        The language, by default the one set by `slime.language`.

    Returns
    -------
    Report
        What was found; prints itself.

    Examples
    --------
    >>> examine("en").checks[0].text.startswith("slime 0")
    True
    """
    w = words(lang)
    python = platform.python_version()
    checks = [Diagnosis("ok", w("doctor.version", slime=__version__, python=python))]
    for look in (
        _packages,
        _lab,
        _fronts,
        _cache,
        _fonts,
        _terminal,
        _chromium,
        _lessons,
        _game,
        _compiler,
    ):
        checks += look(w)
    return Report(w.lang, tuple(checks))


def show(lang: str | None = None) -> VBox:
    """In a notebook: the report, and below it a slider and a table that should be seen.

    Parameters
    ----------
    lang : {"en", "ru"}, optional
        The language, by default the one set by `slime.language`.

    Returns
    -------
    ipywidgets.VBox
        A widget; a notebook shows it.

    Examples
    --------
    >>> len(show("en").children)
    4
    """
    import ipywidgets

    from slime.game.match import Match
    from slime.widgets.cardtable import table

    w = words(lang)
    report = examine(w.lang)
    deal = Match("slime-licker", seed=1).next_deal().finish()
    slider = ipywidgets.IntSlider(value=3, min=0, max=10, description=w("doctor.show.slider"))
    return ipywidgets.VBox(
        [
            ipywidgets.HTML(report._repr_html_()),
            ipywidgets.HTML(f"<p>{escape(w('doctor.show.look'))}</p>"),
            slider,
            table(deal, lang=w.lang),
        ]
    )


def warm() -> float:
    """Compile the simulator ahead of its first use, as ``slime doctor --warm`` does.

    Returns
    -------
    float
        The seconds it took: half a minute or more, where nothing is compiled yet.
    """
    import slime.simulation

    begin = time.perf_counter()
    slime.simulation.warm()
    return time.perf_counter() - begin


def version_key(version: str) -> tuple[int, ...]:
    """The numbers a version begins with, to be compared.

    >>> version_key("8.1.9") >= version_key("8.1"), version_key("2.0rc1")
    (True, (2, 0))
    """
    numbers = re.match(r"(\d+\.)*\d*", version)
    return tuple(int(part) for part in numbers[0].split(".") if part) if numbers else ()


def _installed(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _packages(w: Words) -> Iterator[Diagnosis]:
    there = {name: _installed(name) for name in NEEDED}
    for name, least in NEEDED.items():
        version = there[name]
        how = f'pip install --upgrade "{name}>={least}"'
        if version is None and name in SMALL:
            yield Diagnosis("bad", w("doctor.missing", name=name, least=least), how)
        elif version is None:
            yield Diagnosis("note", w("doctor.small", name=name), how_to_install())
        elif version_key(version) < version_key(least):
            yield Diagnosis("bad", w("doctor.old", name=name, there=version, least=least), how)
    told = ", ".join(f"{name} {version}" for name, version in there.items() if version)
    if told:
        yield Diagnosis("ok", w("doctor.packages", names=told))


def _lab(w: Words) -> Iterator[Diagnosis]:
    version = _installed("jupyterlab")
    if version is None:
        yield Diagnosis("note", w("doctor.no_lab"), how_to_install())
    else:
        yield Diagnosis("ok", w("doctor.lab", version=version))


def _fronts(w: Words) -> Iterator[Diagnosis]:
    """JupyterLab's parts: there, of the version of the package, switched on."""
    if _installed("jupyterlab") is None:
        return
    from jupyter_core.paths import jupyter_config_path, jupyter_path

    folders = [Path(path) for path in jupyter_path("labextensions")]
    off = _switched_off([Path(path) / "labconfig" for path in jupyter_config_path()])
    fine = []
    for package, front in FRONT_ENDS.items():
        version = _installed(package)
        found = [path for path in folders if (path / front / "package.json").is_file()]
        if version is None:
            continue
        if not found:
            more = " jupyterlab_widgets" if package == "ipywidgets" else ""
            how = f"pip install --force-reinstall {package}{more}"
            yield Diagnosis("bad", w("doctor.no_front", name=package), how)
            continue
        if front in off:
            how = f"jupyter labextension enable {front}"
            yield Diagnosis("bad", w("doctor.disabled", name=package), how)
            continue
        about = json.loads((found[0] / front / "package.json").read_text(encoding="utf-8"))
        there = str(about.get("version", "?"))
        # the widgets' manager counts its versions for itself
        if package != "ipywidgets" and version_key(there) != version_key(version):
            told = {"name": package, "there": there, "version": version, "folder": found[0]}
            yield Diagnosis("note", w("doctor.other_version", **told))
        fine.append(f"{package} {there}")
    if fine:
        yield Diagnosis("ok", w("doctor.fronts", names=", ".join(fine)))


def _switched_off(folders: list[Path]) -> set[str]:
    """Extensions that a settings file of JupyterLab disables: a list, or names with yes and no."""
    off: set[str] = set()
    for folder in folders:
        with contextlib.suppress(OSError, ValueError, AttributeError):
            read = json.loads((folder / "page_config.json").read_text(encoding="utf-8"))
            listed = read.get("disabledExtensions", {})
            named = listed.items() if isinstance(listed, dict) else [(name, 1) for name in listed]
            off |= {str(name) for name, value in named if value}
    return off


def _cache(w: Words) -> Iterator[Diagnosis]:
    if _installed("numba") is None:
        return
    from slime.simulation.cache import WHOLE, cache_folder

    folder = cache_folder()
    if Path(tempfile.gettempdir()) in folder.parents:
        text = w("doctor.cache_temporary", folder=folder)
        yield Diagnosis("note", text, w("doctor.cache_mend"))
    else:
        yield Diagnosis("ok", w("doctor.cache", folder=folder))
    if (folder / WHOLE).exists():
        yield Diagnosis("ok", w("doctor.compiled"))
    else:
        part = any(folder.glob("*.nbc"))
        text = w("doctor.compiled_in_part" if part else "doctor.not_compiled")
        yield Diagnosis("note", text, w("doctor.warm_how"))


def _fonts(w: Words) -> Iterator[Diagnosis]:
    tool = shutil.which("fc-list")
    if tool is None:  # Windows and macOS have such fonts; elsewhere nobody can be asked
        return
    ask = subprocess.run([tool, ":charset=2663"], capture_output=True, timeout=30, check=False)
    if ask.stdout.strip():
        yield Diagnosis("ok", w("doctor.fonts"))
    else:
        yield Diagnosis("note", w("doctor.no_fonts"), w("doctor.fonts_how"))


def _terminal(w: Words) -> Iterator[Diagnosis]:
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        "♣".encode(encoding)
    except (UnicodeError, LookupError):
        yield Diagnosis("note", w("doctor.terminal", encoding=encoding), w("doctor.terminal_how"))


def _chromium(w: Words) -> Iterator[Diagnosis]:
    path = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if path:
        yield Diagnosis("ok", w("doctor.chromium", path=path))
    else:
        yield Diagnosis("note", w("doctor.no_chromium"))


def _lessons(w: Words) -> Iterator[Diagnosis]:
    from slime.app._lessons import lessons

    count = len(lessons(w.lang))
    if count:
        yield Diagnosis("ok", w("doctor.lessons", n=count))
    else:
        how = w("doctor.lessons_how", how=how_to_install())
        yield Diagnosis("bad", w("doctor.no_lessons"), how)


def _game(w: Words) -> Iterator[Diagnosis]:
    from slime.game.match import Match

    try:
        deal = Match("slime-licker", seed=1).next_deal().finish()
    except Exception as problem:  # whatever it is, it is what is looked for
        yield Diagnosis("bad", w("doctor.no_game", why=f"{type(problem).__name__}: {problem}"))
    else:
        yield Diagnosis("ok", w("doctor.game", n=len(deal.log)))


def _compiler(w: Words) -> Iterator[Diagnosis]:
    """Whether a compiled player answers as in plain Python, where numba has been seen to fail."""
    from slime.simulation.spec import can_compile

    if not can_compile():
        return
    from numba import njit

    from slime.engine.layout import LUCK
    from slime.engine.legal import count_legal, legal_number
    from slime.engine.streams import below, draw
    from slime.simulation.compiled import NotCompiled, own_tuples
    from slime.strategies.custom import strategy

    def drawn(S: Any, me: int, n: int) -> int:
        return below(draw(S, LUCK + me), n)

    helper = njit(drawn)

    @strategy
    def canary(S: Any, me: int) -> int:
        n = count_legal(S, me)
        first = helper(S, me, n + 1)
        return legal_number(S, me, helper(S, me, n) if first < n else 0)

    try:
        own_tuples([[canary]])
    except NotCompiled as problem:
        yield Diagnosis("bad", str(problem))
    else:
        yield Diagnosis("ok", w("doctor.compiler"))
