"""All tests, by session: `python3 start.py test [SESSION ...] [-- PYTEST OPTIONS]`.

Everything runs in the environment that start.py made.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import nox

sys.path.insert(0, str(Path(__file__).parent / "tests"))
from chromium import MISSING, find_chromium

nox.options.default_venv_backend = "none"
nox.options.stop_on_first_error = False


def pytest(session: nox.Session, *arguments: str) -> None:
    """Run pytest with a fresh cache: compiled code must never be older than its source."""
    env = {"NUMBA_CACHE_DIR": str(Path(session.create_tmp()) / "numba"), "PYTHONUTF8": "1"}
    shutil.rmtree(env["NUMBA_CACHE_DIR"], ignore_errors=True)
    # A choice of tests (-k) may leave nothing of a session: pytest's exit 5.
    codes = [0, 5] if session.posargs else [0]
    session.run(
        *(sys.executable, "-m", "pytest", *arguments, *session.posargs),
        env=env,
        success_codes=codes,
    )


@nox.session
def lint(session: nox.Session) -> None:
    """Style, types."""
    session.run(sys.executable, "-m", "ruff", "check", ".")
    session.run(sys.executable, "-m", "ruff", "format", "--check", "--quiet", ".")
    session.run(sys.executable, "-m", "mypy")


@nox.session
def unit(session: nox.Session) -> None:
    """Small tests, property tests, conformance cases, golden transcripts."""
    apart = ("--ignore=tests/browser", "--ignore=tests/differential")
    pytest(session, "-n2", "tests", *apart)


@nox.session
def differential(session: nox.Session) -> None:
    """Interpreted against compiled, other processes, small repeats of the long proofs."""
    pytest(session, "-n2", "tests/differential")


@nox.session
def notebooks(session: nox.Session) -> None:
    """The lessons in both languages, by nbval."""
    nbval = ("--nbval-lax", "--nbval-current-env", "--dist=loadscope")
    pytest(session, "-n2", *nbval, "notebooks/en", "notebooks/ru")


@nox.session
def browser(session: nox.Session) -> None:
    """Widgets and figures in a real JupyterLab and Voila, driven in Chromium."""
    if find_chromium() is None:
        session.error(MISSING)
    pytest(session, "tests/browser")


@nox.session
def docs(session: nox.Session) -> None:
    """Docstrings, README and documents: their examples run."""
    pytest(session, "-n2", "slime", "README.md", "docs")
