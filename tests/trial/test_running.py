"""Running the trial, going on with it, storing it, and the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from slime.claims import Scale, Trial, read_trial, run_trial, verdict_sheet
from slime.claims import trial as run
from slime.claims.report import page
from slime.claims.results import Row
from slime.cli import main
from slime.i18n import language

TINY = Scale("tiny", 30, 6, ("lowest",), (4, 5), ("A", "A-no-fall"))
ONLY = ("3", "4")


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Trial:
    folder = tmp_path_factory.mktemp("state")
    made = run_trial(TINY, 3, ONLY, folder, engine="interpreted", workers=1)
    assert len(list(folder.glob("*.json"))) == 8
    return made


def test_the_same_seed_gives_the_same_bytes(tiny: Trial) -> None:
    again = run_trial(TINY, 3, ONLY, engine="interpreted", workers=1)
    assert again.json() == tiny.json()
    other = run_trial(TINY, 4, ONLY, engine="interpreted", workers=1)
    assert other.rows != tiny.rows


def test_a_stopped_run_goes_on(
    tmp_path: Path, tiny: Trial, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def stop(number: int, of: int, what: str) -> None:
        if number == 3:
            raise KeyboardInterrupt
        done.append(what)

    with pytest.raises(KeyboardInterrupt):
        run_trial(TINY, 3, ONLY, tmp_path, progress=stop, engine="interpreted", workers=1)
    assert len(list(tmp_path.iterdir())) == 3
    played: list[str] = []
    rest = run_trial(
        TINY,
        3,
        ONLY,
        tmp_path,
        progress=lambda n, of, what: played.append(what),
        engine="interpreted",
        workers=1,
    )
    assert rest.json() == tiny.json()
    assert len([what for what in played if what]) == 5


def test_parts_of_another_run_or_broken_ones_are_not_taken(tmp_path: Path, tiny: Trial) -> None:
    run_trial(TINY, 4, ("3",), tmp_path, engine="interpreted", workers=1)
    first = sorted(tmp_path.iterdir())[0]
    first.write_text("{", encoding="utf-8")
    again = run_trial(TINY, 3, ONLY, tmp_path, engine="interpreted", workers=1)
    assert again.json() == tiny.json()


def test_the_mark_knows_the_files_of_the_claims(monkeypatch: pytest.MonkeyPatch) -> None:
    before = run._mark(TINY, 3, 0.99)
    assert before != run._mark(TINY, 4, 0.99)
    monkeypatch.setattr(run, "FOLDERS", run.FOLDERS[:-1])
    assert before != run._mark(TINY, 3, 0.99)


def test_stored_and_read_again(tmp_path: Path, tiny: Trial) -> None:
    path = tmp_path / "trial.json"
    tiny.save(path)
    assert read_trial(path) == tiny
    told = json.loads(path.read_text(encoding="utf-8"))
    assert told["verdicts"]["3"]["verdict"] == "depends"
    assert told["verdicts"]["3"]["depends_on"] == ["table"]
    path.write_text("[]", encoding="utf-8")
    with pytest.raises(ValueError, match="not a stored trial"):
        read_trial(path)


def test_a_verdict_is_computed_from_its_numbers(tiny: Trial) -> None:
    turned = Trial(
        tuple(
            r._replace(value=9.0, low=8.0, high=10.0) if r.claim == "3" else r for r in tiny.rows
        ),
        tiny.about,
    )
    assert tiny.verdict("3").word == "depends" and turned.verdict("3").word == "holds"
    unlike = tiny.disagreements(turned)
    assert {a.claim for a, _ in unlike} == {"3"}
    sheet = verdict_sheet(tiny, turned, "en").text()
    assert "opposite verdict" in sheet and "differs between the runs: 3." in sheet


def test_sheet_in_both_languages(tiny: Trial) -> None:
    for lang, holds in (
        ("en", "depends on the rules"),
        ("ru", "зависит от того, по каким правилам"),
    ):
        sheet = verdict_sheet(tiny, lang=lang)
        for form in (sheet.text(), sheet.markdown(), sheet.html(), page(sheet)):
            assert holds in " ".join(form.split()).lower()
    assert f'lang="{lang}"' in page(sheet)


def test_rows_that_are_not_numbers_decide_nothing() -> None:
    nan = float("nan")
    assert Row("4", "rises", "lowest", 5, "A", nan, nan, nan, 0).verdict == "undecided"


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved, forest = tmp_path / "t.json", tmp_path / "f.txt"
    state = str(tmp_path / "state")
    words = ["trial", "--claims", "3", "--seed", "5", "--save", str(saved), "--state", state]
    assert main([*words, "--forest", str(forest)]) == 0
    out = capsys.readouterr().out
    assert "depends on the rules" in " ".join(out.split())
    assert "failing costs" in forest.read_text(encoding="utf-8")
    assert main([*words, "--second", str(saved), "--language", "ru", "--form", "markdown"]) == 0
    out = capsys.readouterr().out
    assert "зависит от того" in out and "Второй прогон с зерном 5" in out
    language("en")
    assert main(["trial", "--claims", "12"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert main(["trial", "--second", str(tmp_path / "none.json")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    deep = tmp_path / "deep.json"
    deep.write_text("[" * 100_000)
    for wrong, text in (
        (["--claims", "12"], "--claims"),
        (["--seed", "-1"], "--seed"),
        (["--workers", "0"], "--workers"),
        (["--second", str(deep)], "--second"),
        (["--second", str(tmp_path)], "это папка"),
        (["--forest", "x.doc"], ".html"),
    ):
        assert main(["trial", *wrong, "--language", "ru"]) == 2
        err = capsys.readouterr().err
        assert text in err
        assert err.count("\n") == 1


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_how_long_it_takes_is_told_once_after_the_first_parts(
    monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    """Each part takes 10 seconds on this clock, and two of 40 were done before."""
    clock = iter(range(0, 1000, 10))
    monkeypatch.setattr(run.time, "perf_counter", lambda: float(next(clock)))
    told: list[tuple[int, str]] = []
    progress = run.tell_cost(lambda text: told.append((done, text)), "parts", lang)
    for done in range(2, 41):
        progress(done, 40, "1 lowest 5 A" if done < 40 else "")
    ((when, text),) = told
    assert when == 5 and "parts" in text
    assert ("About 5.8 min for the 35 parts left" in text) == (lang == "en")
    assert ("примерно 5,8 мин (35 частей)" in text) == (lang == "ru")


def test_a_trial_that_is_soon_over_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    run_trial(TINY, 3, ["3"], progress=True, engine="interpreted", workers=1)
    assert capsys.readouterr() == ("", "")


def test_a_long_trial_tells_on_standard_error_if_asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit, least in (("_PARTS", 1), ("_SECONDS", 0), ("_MINUTES", 0)):
        monkeypatch.setattr(run, limit, least)
    run_trial(TINY, 3, ["3"], progress=True, engine="interpreted", workers=1)
    out, err = capsys.readouterr()
    assert out == "" and err.count("min for the") == 1 and "nothing is kept" in err
    run_trial(TINY, 3, ["3"], engine="interpreted", workers=1)
    assert capsys.readouterr() == ("", "")
