"""The project's own files hold together: packages, versions, what a wheel has in it."""

from __future__ import annotations

import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        return dict(tomllib.load(file)["project"])


@pytest.fixture(scope="module")
def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    wanted = [Requirement(line) for line in lines if line and not line.startswith("#")]
    pinned = {}
    for requirement in wanted:
        (only,) = requirement.specifier
        assert only.operator == "==", requirement
        assert requirement.name not in pinned
        pinned[requirement.name] = only.version
    return pinned


def requirements(lines: list[str]) -> dict[str, Requirement]:
    return {requirement.name: requirement for requirement in map(Requirement, lines)}


def test_conda_gets_what_pip_gets(project: dict[str, Any]) -> None:
    environment = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    lines = [line for line in environment["dependencies"] if isinstance(line, str)]
    conda = {name: str(wanted.specifier) for name, wanted in requirements(lines).items()}
    assert conda.pop("python") == project["requires-python"]
    assert conda.pop("pip") == ""
    ours = project["dependencies"] + project["optional-dependencies"]["lab"]
    checks = requirements(project["optional-dependencies"]["test"])
    ours += [str(checks[name]) for name in ("nbval", "pytest")]
    assert conda == {name: str(wanted.specifier) for name, wanted in requirements(ours).items()}
    assert {"pip": ["-e ."]} in environment["dependencies"]
    assert environment["channels"] == ["conda-forge"]


def test_every_package_has_a_tested_version_in_its_range(
    project: dict[str, Any], pins: dict[str, str]
) -> None:
    groups = [project["dependencies"], *project["optional-dependencies"].values()]
    for name, requirement in requirements([line for group in groups for line in group]).items():
        assert name in pins
        assert requirement.specifier.contains(pins[name]), requirement


def test_the_versions_tested_are_those_installed_in_ci(pins: dict[str, str]) -> None:
    """Constraints name nothing twice and nothing of this project."""
    assert not {"slime-licker", "pip", "setuptools"} & set(pins)
    assert list(pins) == sorted(pins)


def test_a_wheel_has_the_lessons_the_words_and_the_settings(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    expected = {
        "slime/py.typed",
        "slime/app/jupyter_config/labconfig/default_setting_overrides.json",
    }
    for pattern in ("slime/i18n/*/*.toml", "slime/**/*.js", "slime/**/*.css", "slime/**/*.py"):
        expected |= {path.relative_to(ROOT).as_posix() for path in ROOT.glob(pattern)}
    for language in ("en", "ru"):
        lessons = (ROOT / "notebooks" / language).glob("*.ipynb")
        expected |= {f"slime/notebooks/{language}/{path.name}" for path in lessons}
    assert expected <= names
    with zipfile.ZipFile(wheel) as archive:
        (entry,) = (name for name in names if name.endswith("entry_points.txt"))
        assert "slime = slime.cli:main" in archive.read(entry).decode()
