"""The lessons in a learner's folder, and JupyterLab started on them."""

from __future__ import annotations

import json
import os
import socket
import sys
import sysconfig
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from slime.app import launcher as lab
from slime.app.launcher import CopiedLessons, can_browse, copy_lessons, lab_command, lab_environment
from slime.i18n import language


def notebook(text: str, number: int = 1) -> str:
    about = {"lesson": number, "title": f"Lesson {number}", "about": "It.", "language": "en"}
    cell = {"cell_type": "markdown", "id": "a", "metadata": {}, "source": text}
    return json.dumps(
        {"cells": [cell], "metadata": {"slime": about}, "nbformat": 4, "nbformat_minor": 5}
    )


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the kit's own lessons are, as far as these tests go."""
    folder = tmp_path / "shipped"
    for lang in ("en", "ru"):
        (folder / lang).mkdir(parents=True)
        (folder / lang / "01_one.ipynb").write_text(notebook(f"one {lang}"))
        (folder / lang / "02_two.ipynb").write_text(notebook(f"two {lang}", 2))
    monkeypatch.setattr("slime.app._lessons.lessons_folder", lambda language: folder / language)
    return folder


def states(copied: CopiedLessons) -> list[tuple[str, str]]:
    return [(lesson.path.name, lesson.state) for lesson in copied.lessons]


class TestCopy:
    def test_first_time(self, shipped: Path, tmp_path: Path) -> None:
        copied = copy_lessons(tmp_path / "mine", "ru")
        assert states(copied) == [("01_one.ipynb", "new"), ("02_two.ipynb", "new")]
        assert (copied.folder, copied.language) == (tmp_path / "mine", "ru")
        for lesson in copied.lessons:
            assert lesson.path.parent == tmp_path / "mine/ru"
            assert lesson.path.read_bytes() == (shipped / "ru" / lesson.path.name).read_bytes()
        assert not (tmp_path / "mine/en").exists()

    def test_where_and_in_which_language_if_nothing_is_said(
        self, shipped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        with language("ru"):
            copied = copy_lessons()
        assert copied.lessons[0].path == tmp_path / "slime-lessons/ru/01_one.ipynb"

    def test_again(self, shipped: Path, tmp_path: Path) -> None:
        copy_lessons(tmp_path / "mine")
        assert states(copy_lessons(tmp_path / "mine")) == [
            ("01_one.ipynb", "kept"),
            ("02_two.ipynb", "kept"),
        ]

    def test_work_is_kept(self, shipped: Path, tmp_path: Path) -> None:
        mine = copy_lessons(tmp_path / "mine").lessons[0].path
        mine.write_text("my work")
        assert states(copy_lessons(tmp_path / "mine"))[0] == ("01_one.ipynb", "kept")
        assert mine.read_text() == "my work"

    def test_a_newer_lesson_replaces_an_unchanged_copy(self, shipped: Path, tmp_path: Path) -> None:
        mine = copy_lessons(tmp_path / "mine").lessons[0].path
        (shipped / "en/01_one.ipynb").write_text(notebook("one, newer"))
        copied = copy_lessons(tmp_path / "mine")
        assert states(copied) == [("01_one.ipynb", "renewed"), ("02_two.ipynb", "kept")]
        assert "one, newer" in mine.read_text()

    def test_a_newer_lesson_goes_beside_work(self, shipped: Path, tmp_path: Path) -> None:
        mine = copy_lessons(tmp_path / "mine").lessons[0].path
        mine.write_text("my work")
        mine.with_name("01_one-2.ipynb").write_text("more work")
        (shipped / "en/01_one.ipynb").write_text(notebook("one, newer"))
        copied = copy_lessons(tmp_path / "mine")
        assert states(copied)[0] == ("01_one-3.ipynb", "beside")
        assert "one, newer" in copied.lessons[0].path.read_text()
        assert mine.read_text() == "my work"
        assert mine.with_name("01_one-2.ipynb").read_text() == "more work"
        # The next time that newer copy is the lesson.
        assert states(copy_lessons(tmp_path / "mine"))[0] == ("01_one-3.ipynb", "kept")
        copied.lessons[0].path.write_text("my work in the newer one")
        (shipped / "en/01_one.ipynb").write_text(notebook("one, newest"))
        assert states(copy_lessons(tmp_path / "mine"))[0] == ("01_one-4.ipynb", "beside")
        assert copied.lessons[0].path.read_text() == "my work in the newer one"

    def test_a_file_that_was_there_before_is_work(self, shipped: Path, tmp_path: Path) -> None:
        (tmp_path / "mine/en").mkdir(parents=True)
        (tmp_path / "mine/en/01_one.ipynb").write_text("my work")
        assert states(copy_lessons(tmp_path / "mine"))[0] == ("01_one-2.ipynb", "beside")
        assert (tmp_path / "mine/en/01_one.ipynb").read_text() == "my work"

    @pytest.mark.parametrize("ledger", ["", "[]", "{broken", '{"en/01_one.ipynb": 3}', None, "out"])
    def test_without_its_ledger_nothing_is_replaced(
        self, shipped: Path, tmp_path: Path, ledger: str | None
    ) -> None:
        mine = copy_lessons(tmp_path / "mine").lessons[0].path
        outside = tmp_path / "outside.ipynb"
        outside.write_text("x")
        kept = tmp_path / "mine/.slime-lessons.json"
        if ledger is None:
            kept.unlink()
        elif ledger == "out":
            entry = {"file": "../outside.ipynb", "digest": lab._digest(b"x")}
            kept.write_text(json.dumps({"en/01_one.ipynb": entry}))
        else:
            kept.write_text(ledger)
        mine.write_text("my work")
        assert states(copy_lessons(tmp_path / "mine"))[0] == ("01_one-2.ipynb", "beside")
        assert (mine.read_text(), outside.read_text()) == ("my work", "x")

    def test_a_copy_that_was_removed_comes_back(self, shipped: Path, tmp_path: Path) -> None:
        copy_lessons(tmp_path / "mine").lessons[1].path.unlink()
        copied = copy_lessons(tmp_path / "mine")
        assert states(copied) == [("01_one.ipynb", "kept"), ("02_two.ipynb", "new")]
        assert copied.lessons[1].path.exists()

    def test_it_leaves_nothing_else(self, shipped: Path, tmp_path: Path) -> None:
        copy_lessons(tmp_path / "mine")
        names = sorted(path.name for path in (tmp_path / "mine").rglob("*"))
        assert names == [".slime-lessons.json", "01_one.ipynb", "02_two.ipynb", "en"]

    @pytest.mark.skipif(os.name == "nt", reason="Windows has no umask")
    def test_others_may_read_what_the_umask_lets_them(self, shipped: Path, tmp_path: Path) -> None:
        before = os.umask(0o027)
        try:
            copied = copy_lessons(tmp_path / "mine")
        finally:
            os.umask(before)
        assert copied.lessons[0].path.stat().st_mode & 0o777 == 0o640

    def test_bad_arguments(self, shipped: Path, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        with pytest.raises(ValueError, match=r"folder: .*file is a file"):
            copy_lessons(tmp_path / "file")
        with pytest.raises(ValueError, match="lang must be 'en' or 'ru'"):
            copy_lessons(tmp_path / "mine", "de")
        assert not (tmp_path / "mine").exists()

    def test_told_in_words(self, shipped: Path, tmp_path: Path) -> None:
        first = copy_lessons(tmp_path / "mine", "ru")
        assert first.sentences() == [
            f"Уроки лежат в {tmp_path / 'mine/ru'}. Это ваши копии: меняйте их как хотите.",
            "Скопировано: 01_one.ipynb и 02_two.ipynb.",
        ]
        assert len(copy_lessons(tmp_path / "mine", "ru").sentences()) == 1
        first.lessons[0].path.write_text("my work")
        for name in ("01_one", "02_two"):
            (shipped / f"ru/{name}.ipynb").write_text(notebook("newer", int(name[:2])))
        told = copy_lessons(tmp_path / "mine", "ru").sentences()
        assert "02_two.ipynb" in told[1] and "который вы не меняли" in told[1]
        assert "01_one-2.ipynb" in told[2] and "оставлен как есть" in told[2]


class TestStart:
    def test_the_command(self, tmp_path: Path) -> None:
        command = lab_command(tmp_path, "/lab/tree/en/01_one.ipynb", 8899, browser=True)
        assert command[0] == sys.executable
        assert command[command.index("-m") + 1] == "jupyterlab"
        assert f"--ServerApp.root_dir={tmp_path}" in command
        assert "--ServerApp.ip=127.0.0.1" in command
        assert "--no-browser" not in command
        assert "--no-browser" in lab_command(tmp_path, "/lab", 8899, browser=False)

    def test_the_token_is_not_in_the_command(self) -> None:
        variables = lab_environment({"A": "b", "JUPYTER_CONFIG_PATH": "theirs"}, "secret")
        assert (variables["JUPYTER_TOKEN"], variables["A"]) == ("secret", "b")
        assert variables["PATH"] == sysconfig.get_path("scripts")
        path = lab_environment({"PATH": "theirs"}, "secret")["PATH"].split(os.pathsep)
        assert path == [sysconfig.get_path("scripts"), "theirs"]
        ours, theirs = variables["JUPYTER_CONFIG_PATH"].split(os.pathsep)
        assert theirs == "theirs"
        settings = json.loads((Path(ours) / "labconfig/default_setting_overrides.json").read_text())
        assert settings["@jupyter-widgets/jupyterlab-manager:plugin"] == {"saveState": True}
        assert settings["@jupyterlab/apputils-extension:notification"]["fetchNews"] == "false"

    @pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="always have a window")
    def test_no_browser_without_a_display(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("DISPLAY", raising=False)
        monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
        assert not can_browse()

    def test_ports(self, shipped: Path, tmp_path: Path) -> None:
        copied = copy_lessons(tmp_path / "mine")
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            with pytest.raises(ValueError, match=f"port: {port} is taken"):
                lab.open_lab(copied, browser=False, port=port)
        for wrong in (0, 70000, True, "8888"):
            with pytest.raises(ValueError, match="port: a whole number"):
                lab.open_lab(copied, browser=False, port=wrong)  # type: ignore[arg-type]

    def test_without_jupyterlab(
        self, shipped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        copied = copy_lessons(tmp_path / "mine", "ru")
        monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
        with pytest.raises(ModuleNotFoundError, match="JupyterLab не установлен"):
            lab.open_lab(copied, browser=False)

    def test_a_server_that_ends_at_once(
        self, shipped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        copied = copy_lessons(tmp_path / "mine")
        command = [sys.executable, "-c", "raise SystemExit(3)"]
        monkeypatch.setattr(lab, "lab_command", lambda *_: command)
        with pytest.raises(OSError, match="did not start"):
            lab.open_lab(copied, browser=False)

    def test_a_real_server(
        self, shipped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name in ("CONFIG", "DATA", "RUNTIME"):
            monkeypatch.setenv(f"JUPYTER_{name}_DIR", str(tmp_path / name))
        monkeypatch.setenv("JUPYTERLAB_SETTINGS_DIR", str(tmp_path / "settings"))
        copied = copy_lessons(tmp_path / "mine", "ru")
        server = lab.open_lab(copied, browser=False)
        try:
            base, _, token = server.address.partition("/lab/tree/ru/01_one.ipynb?token=")
            assert token
            with urllib.request.urlopen(server.address) as page:
                assert page.status == 200
            lesson = f"{base}/api/contents/ru/01_one.ipynb"
            with urllib.request.urlopen(f"{lesson}?token={token}") as answer:
                assert json.load(answer)["content"]["cells"][0]["source"] == "one ru"
            with pytest.raises(urllib.error.HTTPError, match="403"):
                urllib.request.urlopen(lesson)
            plugin = "@jupyter-widgets/jupyterlab-manager:plugin"
            with urllib.request.urlopen(f"{base}/lab/api/settings/{plugin}?token={token}") as s:
                schema = json.load(s)["schema"]
            assert schema["properties"]["saveState"]["default"] is True
        finally:
            server.stop()
        assert server.process.returncode is not None
        assert server.wait() == server.process.returncode
        with pytest.raises(urllib.error.URLError):
            urllib.request.urlopen(f"{base}/api/status", timeout=5)

    def test_waiting_goes_on_after_ctrl_c(self) -> None:
        class Process:
            calls = 0

            def wait(self) -> int:
                self.calls += 1
                if self.calls == 1:
                    raise KeyboardInterrupt
                return 7

            def terminate(self) -> None:  # whoever was told alone tells the server
                self.calls += 10

        process = Process()
        assert lab.Lab(process, "http://127.0.0.1/", "en").wait() == 7  # type: ignore[arg-type]
        assert process.calls == (2 if os.name == "nt" else 12)
