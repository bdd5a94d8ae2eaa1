"""Each fault of a record is found, where it is, and before those that count later."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from record_faults import BASE, FAULTS, GOLDEN, GONE, Fault, sentences, spoil

import slime
from slime.records import RecordError, _read, read, replay

#: All codes of the table of the format.
CODES = {
    *("bad-header", "bad-players", "unknown-rules", "rules-conflict", "bad-json"),
    *("incomplete-deal", "match-over", "deal-number", "wrong-seats", "wrong-before"),
    *("wrong-dealer", "wrong-deck", "bad-card", "wrong-deal", "exchange-pair"),
    *("exchange-missing", "exchange-count", "not-held", "exchange-not-best", "bad-play"),
    *("deal-over", "wrong-leader", "out-of-turn", "pass-on-lead", "must-play", "not-a-set"),
    *("wrong-size", "too-low", "wrong-places", "wrong-points", "wrong-totals"),
}


def found(text: str) -> tuple[str, str]:
    error = replay(text).get("error", {"code": "none", "at": ""})
    return error["code"], error["at"]


def test_the_base_is_right() -> None:
    assert replay(spoil())["winners"] == ["Anna"]


def test_every_code_is_tried() -> None:
    assert {f.code for f in FAULTS} == CODES


@pytest.mark.parametrize("fault", FAULTS, ids=lambda f: f"{f.code}-{f.at}")
def test_a_fault_is_found(fault: Fault) -> None:
    text = spoil(fault)
    assert found(text) == (fault.code, fault.at)
    with pytest.raises(RecordError) as problem:
        read(text, "en")
    line = {"p": 1, "r": 1, "l": 2, "d": 2}.get(fault.at[0], 1)
    if fault.at.startswith("deal["):
        line = int(fault.at[5]) + 1
    assert problem.value.line == line
    assert str(problem.value).startswith(f"Line {line}")


def apart(one: Fault, two: Fault) -> bool:
    """Whether two faults can be in one record, each as if alone."""
    for (a, what), (b, other) in itertools.product(one.edits, two.edits):
        if a[: len(b)] == b or b[: len(a)] == a:
            return False
        if GONE in (what, other) and a[:2] == b[:2] == (1, "plays"):
            return False
    # of two unknown fields the one written first counts
    return one.code != "unknown-rules" or two.code != "unknown-rules"


def test_of_two_faults_the_one_earlier_in_order_counts() -> None:
    wrong = []
    pairs = [p for p in itertools.combinations(FAULTS, 2) if apart(*p)]
    for one, two in pairs:
        got = found(spoil(one, two))
        if got != (one.code, one.at):
            wrong.append((one.code, one.at, two.code, two.at, got))
    assert wrong == []
    assert len(pairs) > 4000


def test_golden_sentences() -> None:
    assert sentences() == GOLDEN.read_text(encoding="utf-8")


def test_a_long_record_is_judged_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """From some deal on, plays are done by the compiled rules, where they are."""
    texts = [spoil(fault) for fault in FAULTS] + [spoil()]
    names = ["Anna", "Boris", "Vera", "Gleb"]
    for rules in ("slime-licker-club", "king-and-slave", "president"):
        texts.append(slime.Match(rules, names, "random", seed=1).finish().record())
    told = [replay(text) for text in texts]
    done = 0

    def counted(*plays: Any) -> int:
        nonlocal done
        done += (right := run(*plays))
        return right

    run = _read._fastest_run()
    monkeypatch.setattr(_read, "_fastest_run", lambda: counted)
    assert [replay(text) for text in texts] == told and done == 0
    monkeypatch.setattr(_read, "_MANY", 1)
    assert [replay(text) for text in texts] == told and done > 500
    monkeypatch.setattr(_read, "_fastest_run", lambda: run)
    fast = [[deal.events for deal in read(text).deals] for text in texts[-4:]]
    monkeypatch.setattr(_read, "_MANY", -1)
    assert fast == [[deal.events for deal in read(text).deals] for text in texts[-4:]]


def test_null_is_the_same_as_absent() -> None:
    lines = [dict(line) for line in BASE]
    lines[1] |= {"before": None, "exchange": None}
    lines[2] |= dict.fromkeys(("before", "places", "points", "totals"))
    assert replay("\n".join(map(json.dumps, lines))) == replay(spoil())


def test_a_number_may_be_written_with_a_point_where_any_number_may_stand() -> None:
    lines = [dict(line) for line in BASE]
    lines[1] |= {"points": {"Anna": 2.0, "Boris": 3.0, "Vera": 1}}
    assert replay("\n".join(map(json.dumps, lines))) == replay(spoil())


def test_other_keys_are_free() -> None:
    lines = [{**line, "note": ["any", {"thing": 1}]} for line in BASE]
    assert replay("\n".join(map(json.dumps, lines))) == replay(spoil())


def test_the_language_of_the_sentence() -> None:
    text = spoil(FAULTS[0])
    with slime.language("ru"):
        assert replay(text)["error"]["message"].startswith("Строка 1")
    assert replay(text, "en")["error"]["message"].startswith("Line 1")


@pytest.mark.parametrize(
    ("play", "code"),
    [
        ("Boris", "bad-play"),
        ("Boris =3", "bad-play"),
        ("Boris =", "bad-play"),
        ("Boris =3 3c", "bad-card"),
        ("Boris = 3c", "bad-card"),
        ("Boris 3c =", "bad-card"),
        ("Boris - =3", "bad-card"),
    ],
)
def test_no_cards_and_what_is_no_card(play: str, code: str) -> None:
    header, first = BASE[0], {**BASE[1], "plays": [play]}
    assert found(f"{json.dumps(header)}\n{json.dumps(first)}") == (code, "deal[1].plays[0]")
