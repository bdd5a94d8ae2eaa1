"""The page as files: whole, asking nobody outside, playable by Python alone."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from slime.app.site import build
from slime.app.site.pages import offline, pages
from slime.i18n import LANGUAGES


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_words_are_filled_in(lang: str) -> None:
    files = pages(lang, "worker")
    page = files["index.html"]
    assert f'<html lang="{lang}">' in page and "{w:" not in page and "{config}" not in page
    found = re.search(r'id="config">(.*?)</script>', page)
    assert found is not None
    config = json.loads(found[1])
    assert config["lang"] == lang and config["bet"]["state"]["phase"] == "open"
    assert config["first"]["ask"]["kind"] == "play"


def test_what_the_script_looks_for_is_on_the_page() -> None:
    files = pages("en", "worker")
    wanted = set(re.findall(r'\bat\("([\w-]+)"\)', files["js/front.js"]))
    there = set(re.findall(r'\bid="([\w-]+)"', files["index.html"]))
    assert len(wanted) > 20 and wanted <= there


def test_nobody_outside_is_asked() -> None:
    for name, text in pages("en", "worker").items():
        bare = re.sub(r"http://www\.w3\.org/\S+|python -m http\.server", "", text)
        assert not re.search(r"https?:|//cdn|@import|url\(", bare), name


def test_what_a_script_imports_is_sent() -> None:
    files = pages("en", "worker")
    for name in files:
        if name.endswith(".js"):
            for target in re.findall(r'from "\./(\S+)"|new URL\("(\w+\.js)"', files[name]):
                assert f"js/{''.join(target)}" in files, name
    assert "js/worker.js" not in pages("en", "http")


def test_the_answer_to_the_bet_is_not_in_the_page() -> None:
    page = pages("en", "worker")["index.html"]
    state = page[page.index('"bet":{"state"') :]
    assert '"result": null' in state.replace('"result":null', '"result": null')


def test_the_service_worker_keeps_every_file() -> None:
    text = offline(["a.js", "index.html"], "v7")
    assert 'const VERSION = "slime v7";' in text
    assert 'const FILES = [".", "a.js", "index.html"];' in text
    assert "FILLED" not in text


def test_the_wheel_plays_with_nothing_installed(tmp_path: Path) -> None:
    assert build.wheel() == build.wheel()
    with zipfile.ZipFile(io.BytesIO(build.wheel())) as archive:
        archive.extractall(tmp_path)
        names = archive.namelist()
    assert not [name for name in names if re.search(r"\.(ipynb|js|css|parquet)$", name)]
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from slime.app.site.front import Front\n"
        "front = Front('ru')\n"
        "front.hear({'do': 'run', 'society': ['fall', 5, 'counter'], 'seed': 1})\n"
        "assert front.hear({'do': 'more'})['done'] > 0\n"
        "assert front.hear({'do': 'new'})['traits']['animation']\n"
    )
    # Neither site-packages nor the folder of the project: the standard library alone.
    command = [sys.executable, "-I", "-S", "-c", code, str(tmp_path)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]


def test_another_package_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "pyodide.tgz"
    file.write_bytes(b"something else")
    with pytest.raises(ValueError, match="pyodide@"):
        build.write_site(tmp_path / "out", "en", file)
    assert not (tmp_path / "out").exists()
    with pytest.raises(ValueError):
        build.write_site(file, "en")


def test_without_npm_it_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(build.shutil, "which", lambda name: None)
    with pytest.raises(OSError, match="npm pack pyodide@"):
        build.write_site(tmp_path / "out", "en")
