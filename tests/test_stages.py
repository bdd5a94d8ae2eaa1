"""The stages of `start.py test`: what runs, what is counted, what fails."""

from __future__ import annotations

from pathlib import Path

import chromium
import pytest
import stages

GOOD = "def test_a(): pass\ndef test_b(): pass\n"
BAD = "import pytest\ndef test_c(): assert False\n@pytest.mark.skip\ndef test_d(): pass\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "good").mkdir()
    (tmp_path / "good/test_good.py").write_text(GOOD)
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad/test_bad.py").write_text(BAD)
    monkeypatch.setattr(stages, "ROOT", tmp_path)
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p no:cacheprovider")
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    three = (
        stages.Stage("good", 1, (("pytest", "good"),)),
        stages.Stage("bad", 1, (("pytest", "bad"),)),
        stages.Stage("none", 1, (("pytest", "none"),)),
        stages.Stage("seen", 1, (("pytest", "good"),), needs_browser=True),
    )
    monkeypatch.setattr(stages, "STAGES", three)
    return tmp_path


def closing(capfd: pytest.CaptureFixture[str]) -> list[str]:
    return capfd.readouterr().out.splitlines()


def test_one_stage_that_passes(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert stages.main(["good"]) == 0
    assert closing(capfd)[-1] == "2 passed, 0 failed"


def test_a_failing_stage_fails_all_and_the_others_run(
    project: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stages, "find_chromium", lambda: "/usr/bin/chromium")
    assert stages.main(["--installed=12.5"]) == 1
    out = closing(capfd)
    assert out[-1] == "4 passed, 1 failed, 1 skipped"
    names = [line.split()[0] for line in out[-6:-1]]
    assert names == ["install", "good", "bad", "none", "seen"]
    assert "12.5 s of 240 s" in out[-6]
    assert out[-4].endswith("FAILED")
    assert out[-3].endswith("nothing to test")


def test_what_follows_two_dashes_goes_to_pytest(
    project: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert stages.main(["good", "--", "-k", "test_b"]) == 0
    assert closing(capfd)[-1] == "1 passed, 0 failed"


def test_a_command_that_is_no_test_can_fail_a_stage(
    project: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = stages.Stage("lint", 1, (("json.tool", "--nothing"), ("pytest", "good")))
    monkeypatch.setattr(stages, "STAGES", (one,))
    assert stages.main([]) == 1
    assert closing(capfd)[-1] == "2 passed, 1 failed"


def test_without_a_browser_its_stage_fails_and_says_why(
    project: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stages, "find_chromium", lambda: None)
    assert stages.main(["seen"]) == 1
    out, err = capfd.readouterr()
    assert out.splitlines()[-1] == "0 passed, 1 failed"
    assert err.strip() == chromium.MISSING
    assert "sudo apt install chromium" in err


def test_a_stage_that_is_not_there(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        stages.main(["goood"])
    assert stop.value.code == 2
    assert "no stage 'goood', there are good, bad" in capfd.readouterr().err


def test_the_real_stages_fit_in_half_an_hour() -> None:
    assert sum(stage.minutes for stage in stages.STAGES) + 4 == 30


def test_a_browser_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "browser"
    monkeypatch.setenv("BROWSER_PATH", str(own))
    assert chromium.find_chromium() is None
    own.write_text("")
    assert chromium.find_chromium() == str(own)
