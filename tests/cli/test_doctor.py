"""The environment check: what it finds wrong when something is wrong."""

from __future__ import annotations

import importlib.metadata
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from slime.app import doctor
from slime.app.doctor import FRONT_ENDS, NEEDED, SMALL, Diagnosis, Report, examine, version_key
from slime.app.origin import how_to_install
from slime.cli import main
from slime.i18n import LANGUAGES, words

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> dict[str, str | None]:
    """Versions that are found, to be changed."""
    found: dict[str, str | None] = dict.fromkeys(NEEDED, "99.1")
    found["jupyterlab"] = "4.6.0"

    def version(name: str) -> str:
        if found.get(name) is None:
            raise importlib.metadata.PackageNotFoundError(name)
        return str(found[name])

    monkeypatch.setattr(importlib.metadata, "version", version)
    return found


@pytest.fixture
def jupyter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folders of JupyterLab's own, with all front ends in."""
    for package, front in FRONT_ENDS.items():
        folder = tmp_path / "labextensions" / front
        folder.mkdir(parents=True)
        version = "5.0.1" if package == "ipywidgets" else "99.1"
        (folder / "package.json").write_text(json.dumps({"version": version}))
    (tmp_path / "labconfig").mkdir()
    monkeypatch.setattr(
        "jupyter_core.paths.jupyter_path", lambda *sub: [str(tmp_path.joinpath(*sub))]
    )
    monkeypatch.setattr("jupyter_core.paths.jupyter_config_path", lambda: [str(tmp_path)])
    return tmp_path


def found(look: Any, lang: str = "en") -> list[Diagnosis]:
    return list(look(words(lang)))


def bad(checks: list[Diagnosis]) -> list[Diagnosis]:
    return [check for check in checks if check.state == "bad"]


def test_what_is_needed_is_what_the_project_needs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    def least(texts: list[str]) -> dict[str, str]:
        found = (re.match(r"([a-z]+)>=([0-9.]+)", text) for text in texts)
        return {match[1]: match[2] for match in found if match}

    small = least(project["dependencies"])
    assert small == SMALL
    lab = small | least(project["optional-dependencies"]["lab"])
    fronts = {"ipykernel", "jupyterlab", "voila"}  # looked at in other ways
    assert {name: version for name, version in lab.items() if name not in fronts} == NEEDED


@pytest.mark.parametrize("lang", LANGUAGES)
def test_here(lang: str) -> None:
    report = examine(lang)
    text = str(report)
    page = report._repr_html_()
    w = words(lang)
    for check in report.checks:
        assert check.text in text
        assert check.state in ("ok", "note", "bad")
    assert report.summary() in text
    assert report.summary() in page
    assert f"[{w('doctor.ok')}]" in text
    assert "{" not in text
    assert not [c for c in report.checks if c.text == w("doctor.no_game", why="")]


class TestPackages:
    def test_all(self, installed: dict[str, str | None]) -> None:
        checks = found(doctor._packages)
        assert [check.state for check in checks] == ["ok"]
        assert all(name in checks[0].text for name in NEEDED)

    def test_missing(self, installed: dict[str, str | None]) -> None:
        installed["anywidget"] = None
        (check,) = bad(found(doctor._packages))
        assert check.text == "anywidget is missing, and anywidget 0.9 or newer is needed."
        assert check.how == 'pip install --upgrade "anywidget>=0.9"'

    def test_the_small_part_is_enough_to_play(self, installed: dict[str, str | None]) -> None:
        installed["numba"] = None
        missing, _ = found(doctor._packages)
        assert (missing.state, missing.how) == ("note", how_to_install())
        assert missing.text.startswith("numba is not here.")

    def test_too_old(self, installed: dict[str, str | None]) -> None:
        installed["ipywidgets"] = "7.8.5"
        (check,) = bad(found(doctor._packages))
        assert "ipywidgets 7.8.5 is too old: 8.1" in check.text

    def test_no_lab(self, installed: dict[str, str | None]) -> None:
        installed["jupyterlab"] = None
        (check,) = found(doctor._lab)
        assert check.state == "note"
        assert check.how == how_to_install()
        assert found(doctor._fronts) == []


class TestFronts:
    def test_all(self, installed: dict[str, str | None], jupyter: Path) -> None:
        (check,) = found(doctor._fronts)
        assert check.state == "ok"
        assert "anywidget 99.1, ipywidgets 5.0.1, plotly 99.1" in check.text

    def test_missing(self, installed: dict[str, str | None], jupyter: Path) -> None:
        (jupyter / "labextensions" / "anywidget" / "package.json").unlink()
        (check,) = bad(found(doctor._fronts))
        assert "anywidget" in check.text
        assert check.how == "pip install --force-reinstall anywidget"

    @pytest.mark.parametrize("listed", [["anywidget"], {"anywidget": True}])
    def test_switched_off(
        self, installed: dict[str, str | None], jupyter: Path, listed: Any
    ) -> None:
        config = jupyter / "labconfig" / "page_config.json"
        config.write_text(json.dumps({"disabledExtensions": listed}))
        (check,) = bad(found(doctor._fronts))
        assert check.how == "jupyter labextension enable anywidget"
        config.write_text(json.dumps({"disabledExtensions": {"anywidget": False}}))
        assert bad(found(doctor._fronts)) == []
        config.write_text("not json")
        assert bad(found(doctor._fronts)) == []

    def test_another_copy_first(self, installed: dict[str, str | None], jupyter: Path) -> None:
        installed["plotly"] = "98.0"
        note = found(doctor._fronts)[0]
        assert note.state == "note"
        assert "version 99.1, the package itself 98.0" in note.text


class TestCache:
    def test_where_and_whether_compiled(self, tmp_path: Path, monkeypatch: Any) -> None:
        from slime.simulation import cache

        folder = tmp_path / "kept"
        folder.mkdir()
        monkeypatch.setattr(cache, "cache_folder", lambda: folder)
        monkeypatch.setattr(doctor.tempfile, "gettempdir", lambda: "/somewhere/else")
        checks = found(doctor._cache)
        assert [c.state for c in checks] == ["ok", "note"]
        assert str(folder) in checks[0].text
        assert checks[1].how == "slime doctor --warm"
        (folder / "loop.nbc").touch()
        part = found(doctor._cache)[1]
        assert (part.state, part.text) == ("note", words("en")("doctor.compiled_in_part"))
        (folder / cache.WHOLE).touch()
        assert [c.state for c in found(doctor._cache)] == ["ok", "ok"]

    def test_nowhere_to_keep_it(self, tmp_path: Path, monkeypatch: Any) -> None:
        from slime.simulation import cache

        monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path / "x")
        monkeypatch.setattr(doctor.tempfile, "gettempdir", lambda: str(tmp_path))
        assert found(doctor._cache)[0].how == words("en")("doctor.cache_mend")


class TestFonts:
    @pytest.mark.parametrize(("out", "state"), [(b"DejaVu Sans\n", "ok"), (b"", "note")])
    def test_asked(self, monkeypatch: Any, out: bytes, state: str) -> None:
        monkeypatch.setattr(doctor.shutil, "which", lambda name: "/usr/bin/" + name)
        monkeypatch.setattr(subprocess, "run", lambda *_, **__: SimpleNamespace(stdout=out))
        (check,) = found(doctor._fonts)
        assert check.state == state

    def test_nobody_to_ask(self, monkeypatch: Any) -> None:
        monkeypatch.setattr(doctor.shutil, "which", lambda name: None)
        assert found(doctor._fonts) == []
        assert found(doctor._chromium)[0].state == "note"


def test_the_terminal(monkeypatch: Any) -> None:
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(encoding="cp1251"))
    (check,) = found(doctor._terminal)
    assert "cp1251" in check.text
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(encoding="utf-8"))
    assert found(doctor._terminal) == []


def test_lessons_and_game(monkeypatch: Any) -> None:
    monkeypatch.setattr("slime.app._lessons.lessons", lambda lang: ())
    assert bad(found(doctor._lessons))[0].how
    monkeypatch.setattr("slime.app._lessons.lessons", lambda lang: (1, 2))
    assert found(doctor._lessons)[0].text == "Lessons: 2"
    assert found(doctor._game)[0].state == "ok"

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("no cards")

    monkeypatch.setattr("slime.game.match.Match", fail)
    assert "RuntimeError: no cards" in bad(found(doctor._game))[0].text


class TestReport:
    def test_sums_up(self) -> None:
        fine = Report("en", (Diagnosis("ok", "a"), Diagnosis("note", "b", "c")))
        assert fine.ok
        assert fine.summary() == "All is well."
        poor = Report("en", (Diagnosis("bad", "a <b>", "do & be"), Diagnosis("bad", "x")))
        assert not poor.ok
        assert poor.summary() == "2 things must be mended."
        assert "What to do: do & be" in poor.text()
        assert "a &lt;b&gt;" in poor._repr_html_()
        assert "do &amp; be" in poor._repr_html_()

    def test_status(self, monkeypatch: Any, capsys: pytest.CaptureFixture[str]) -> None:
        for state, status in (("ok", 0), ("note", 0), ("bad", 1)):
            report = Report("en", (Diagnosis(state, "it"),))  # type: ignore[arg-type]
            monkeypatch.setattr(doctor, "examine", lambda r=report: r)
            assert main(["doctor", "--language", "en"]) == status
            assert "it" in capsys.readouterr().out

    def test_warm_compiles_first(
        self, monkeypatch: Any, capsys: pytest.CaptureFixture[str]
    ) -> None:
        import slime.simulation

        calls = []
        monkeypatch.setattr(slime.simulation, "warm", lambda: calls.append(1), raising=False)
        monkeypatch.setattr(doctor, "examine", lambda: Report("en", ()))
        assert main(["doctor", "--warm", "--language", "en"]) == 0
        assert calls == [1]
        assert capsys.readouterr().out.startswith("The simulator is compiled now, in ")


def test_versions() -> None:
    ordered = ["0.9", "0.9.1", "0.10", "1", "1.0.1", "2.0rc1", "10.0"]
    keys = [version_key(version) for version in ordered]
    assert keys == sorted(keys)
    assert version_key("dev") == ()


def test_shown_in_a_notebook() -> None:
    box = doctor.show("en")
    kinds = [child.__class__.__name__ for child in box.children]
    assert "IntSlider" in kinds
    assert "CardTable" in kinds
    assert box.children[-1].animation["players"] == ["P1", "P2", "P3", "P4", "P5"]
    assert "What slime needs" in box.children[0].value
