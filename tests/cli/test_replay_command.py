"""`slime replay`: what it prints, and how it ends."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import slime
from slime.cli import main
from slime.game.match import Match
from slime.records import replay, write_deals

NAMES = ["Анна", "Boris", "Vera", "Gleb"]


@pytest.fixture
def match() -> Match:
    return Match("slime-licker", NAMES, "lowest", seed=5)


def run(capsys: pytest.CaptureFixture[str], *args: object) -> tuple[int, str, str]:
    status = main(["replay", *map(str, args)])
    return status, *capsys.readouterr()


def test_a_right_record_as_json(
    tmp_path: Path, match: Match, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.jsonl"
    file.write_text(match.finish().record(), encoding="utf-8")
    status, out, err = run(capsys, file, "--json")
    assert (status, err) == (0, "")
    assert json.loads(out) == replay(match.record())
    assert out.count("\n") == 1


def test_a_wrong_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.jsonl"
    file.write_bytes(b"\xff\xfe\x00 rubbish")
    status, out, err = run(capsys, file, "--json", "--language", "en")
    assert (status, err) == (1, "")
    assert json.loads(out)["error"]["code"] == "bad-header"
    status, out, err = run(capsys, file, "--language", "ru")
    assert (status, err) == (1, "")
    assert out.startswith("Строка 1: ")
    assert out.count("\n") == 1


@pytest.mark.parametrize("name", ["none", ".", "a\nb", "a\0b"])
def test_a_file_that_cannot_be_read(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for options in ([], ["--json"]):
        status, out, err = run(capsys, f"{tmp_path}/{name}", *options)
        assert (status, out) == (2, "")
        assert err.count("\n") == 1


def test_standard_input(
    match: Match, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match.next_deal().finish()
    text = match.record()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(text.encode())))
    status, out, _ = run(capsys, "-", "--json")
    assert status == 0
    assert json.loads(out) == replay(text)
    monkeypatch.setattr(sys, "stdin", None)
    assert run(capsys, "-", "--json")[0] == 2


def test_a_match_in_words(tmp_path: Path, match: Match, capsys: pytest.CaptureFixture[str]) -> None:
    first = match.next_deal().finish()
    second = match.next_deal().finish()
    file = tmp_path / "match.jsonl"

    def told(*deals: slime.Deal, rules: slime.Rules = match.rules, lang: str = "en") -> str:
        file.write_text(write_deals(rules, NAMES, deals), encoding="utf-8")
        status, out, err = run(capsys, file, "--language", lang)
        assert (status, err) == (0, "")
        return out

    assert "0 finished deals" in told()
    assert "1 finished deal." in told(first)
    assert "Totals: " in told(first)
    assert "the exchange is due" in told(first, second.at(0))
    assert "owes" in told(first, second.at(0))
    steps = len([entry for entry in second.log if not entry.trick])
    begun = told(first, second.at(steps))
    assert f"it is {second.at(steps).turn}'s turn" in begun
    assert "To beat" not in begun
    assert "To beat" in told(first, second.at(steps + 1))
    by_lot = match.rules.replace(first_lead="draw")
    drawn = Match(by_lot, NAMES, "lowest", seed=1).next_deal()
    assert "the first play will show" in told(drawn, rules=by_lot)
    short = match.rules.replace(match={"deals": 1})
    assert f"Won by: {(first.standing or '?')[0]}" in told(first, rules=short)
    assert "Запись верна: 2 оконченные раздачи" in told(first, second, lang="ru")
