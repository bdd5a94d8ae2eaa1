"""Names with blanks in records; files that are no records; Cyrillic letters in cards."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from record_faults import BASE

import slime
from slime.records import RecordError, read, replay, write_deals

BLANKS = ["Anna K.", "Anna_K.", "Борис  Б", "Gleb"]


def played(names: Any = BLANKS, **rules: Any) -> slime.Match:
    return slime.Match(slime.rules("slime-licker", **rules), names, "lowest", seed=3).finish()


class TestNames:
    def test_shown_as_typed(self) -> None:
        match = played()
        assert match.players == tuple(BLANKS)
        assert set(match.totals) == set(BLANKS)

    def test_the_record_has_names_of_its_own(self) -> None:
        header, first = map(json.loads, played().record().splitlines()[:2])
        assert header["players"] == ["Anna_K._2", "Anna_K.", "Борис_Б", "Gleb"]
        assert header["meta"]["names"] == {"Anna_K._2": "Anna K.", "Борис_Б": "Борис  Б"}
        assert sorted(first["seats"]) == sorted(header["players"]) == sorted(first["hands"])
        assert {play.split()[0] for play in first["plays"]} == set(header["players"])

    def test_nothing_is_said_of_names_without_blanks(self) -> None:
        assert "names" not in played(["Anna", "Boris", "Vera", "Gleb"]).record()

    def test_replay_answers_in_the_records_names(self) -> None:
        match = played()
        result = replay(match.record())
        assert result["ok"]
        shown = json.loads(match.record().splitlines()[0])["meta"]["names"]
        assert {shown.get(n, n): v for n, v in result["totals"].items()} == match.totals
        assert sorted(shown.get(n, n) for n in result["winners"]) == match.winners

    def test_deals_are_read_with_the_names_shown(self) -> None:
        match = played()
        recorded = read(match.record())
        assert recorded.players == match.players
        assert recorded.winners == match.winners
        for there, here in zip(recorded.deals, match.deals, strict=True):
            assert there.events == here.events
            assert there.points == here.points
        again = recorded.record()
        assert again == match.record() and replay(again) == replay(match.record())

    def test_an_unfinished_deal(self) -> None:
        match = slime.Match("slime-licker", BLANKS, "lowest", seed=3)
        match.next_deal().step()
        state = replay(match.record())["state"]
        assert set(state["seats"]) == {"Anna_K._2", "Anna_K.", "Борис_Б", "Gleb"}
        assert state["to_play"] in state["seats"] and set(state["left"]) == set(state["seats"])
        match.deals[-1].finish()
        match.next_deal()
        due = replay(match.record())["state"]["due"]
        assert due and {d["from"] for d in due} <= set(state["seats"])

    def test_names_in_a_record_keep_their_spelling(self) -> None:
        header = copy.deepcopy(BASE[0])
        header["meta"] = {"names": {"Anna": "Анна Каренина", "Boris": "Boris"}}
        text = "\n".join(map(json.dumps, [header, BASE[1]]))
        recorded = read(text)
        assert recorded.players == ("Анна Каренина", "Boris", "Vera")
        assert json.loads(recorded.record().splitlines()[0])["players"] == header["players"]

    @pytest.mark.parametrize(
        "names", [[], "Anna", {"Anna": 1}, {"Anna": "Boris"}, {"Anna": ""}, {"Anna": "A\nB"}, None]
    )
    def test_what_cannot_be_shown_is_not(self, names: Any) -> None:
        header = {**BASE[0], "meta": {"names": names}}
        recorded = read("\n".join(map(json.dumps, [header, BASE[1]])))
        assert recorded.players == ("Anna", "Boris", "Vera")
        assert replay(recorded.record())["ok"]

    @pytest.mark.parametrize("make", [np.array, pd.Series, pd.Index, tuple, iter])
    def test_names_of_numpy_and_pandas(self, make: Any) -> None:
        match = slime.Match("slime-licker", make(["Anna", "Boris", "Vera K.", "Gleb"]), seed=1)
        assert match.players == ("Anna", "Boris", "Vera K.", "Gleb")
        assert all(type(name) is str for name in match.players)
        assert replay(match.finish().record())["ok"]

    @pytest.mark.parametrize("name", ["", " ", " Anna", "Anna\nK.", "Anna\t", None, 3])
    @pytest.mark.parametrize(("lang", "say"), [("en", "on one line"), ("ru", "в одну строку")])
    def test_what_is_no_name(self, name: Any, lang: str, say: str) -> None:
        with slime.language(lang), pytest.raises(ValueError, match=f"players: .*{say}"):
            slime.Match("slime-licker", [name, "Boris", "Vera", "Gleb"])

    def test_a_name_twice_is_told_in_both_languages(self) -> None:
        for lang, say in (("en", "each name once"), ("ru", "каждое имя один раз")):
            with slime.language(lang), pytest.raises(ValueError, match=say):
                slime.Match("slime-licker", ["Anna", "Boris", "Anna", "Gleb"])


RECORD = write_deals(slime.rules("slime-licker"), ["Анна", "Борис", "Вера", "Глеб"], [])
FULL = played(["Анна", "Борис", "Вера", "Глеб"], match={"deals": 2}).record()
INDENTED = "\n".join(json.dumps(json.loads(line), indent=2) for line in FULL.splitlines())


class TestWhatIsNoRecord:
    @pytest.mark.parametrize(
        ("text", "at", "english", "russian"),
        [
            (INDENTED, "record", "lines and indents", "отступами"),
            (json.dumps([json.loads(x) for x in FULL.splitlines()]), "record", "brackets", "скоб"),
            (json.dumps([{"a": 1}], indent=1), "record", "lines and indents", "отступами"),
            (RECORD + INDENTED, "line[2]", "lines and indents", "отступами"),
            (FULL.encode("cp1251"), "record", "Windows-1251", "Windows-1251"),
            (RECORD.encode() + FULL.encode("cp1251"), "line[2]", "Windows-1251", "Windows-1251"),
            (b"\xff\xfe", "record", "not UTF-8", "не UTF-8"),
            ("match.jsonl", "record", "name of a file", "имя файла"),
            ("C:\\games\\match.json", "record", "name of a file", "имя файла"),
            (str(Path(__file__)), "record", "name of a file", "имя файла"),
            ("hello", "record", "begins with a JSON object", "начинается с объекта"),
            ("", "record", "begins with a JSON object", "начинается с объекта"),
            ("[1]", "record", "begins with a JSON object", "начинается с объекта"),
            ('{"record": "slime/2"}', "record", "begins with a JSON object", "с объекта"),
            (RECORD + "[1]", "line[2]", "not a JSON object", "не объект JSON"),
        ],
    )
    def test_it_says_what_it_is(
        self, text: str | bytes, at: str, english: str, russian: str
    ) -> None:
        for lang, say in (("en", english), ("ru", russian)):
            error = replay(text, lang)["error"]
            assert (error["code"], error["at"]) == (
                "bad-header" if at == "record" else "bad-json",
                at,
            )
            assert say in error["message"]

    def test_a_path(self) -> None:
        for lang, say in (("en", "name of a file"), ("ru", "имя файла")):
            with slime.language(lang), pytest.raises(ValueError, match=say):
                replay(Path("match.jsonl"))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("field", "edit"),
    [
        ("hands", lambda deal: deal["hands"].update(Anna="4d 4h 6h * 3с")),
        ("plays", lambda deal: deal.update(plays=["Boris 3с"])),
        ("exchange", lambda deal: deal.update(exchange=[{**deal["exchange"][0], "cards": "5с"}])),
    ],
)
def test_a_cyrillic_letter_is_named(field: str, edit: Any) -> None:
    spoilt = copy.deepcopy(BASE)
    edit(spoilt[2] if field == "exchange" else spoilt[1])
    text = "\n".join(map(json.dumps, spoilt))
    for lang, say in (
        ("en", "“с” in it is a Cyrillic letter"),
        ("ru", "«с» в ней — русская буква"),
    ):
        with pytest.raises(RecordError, match=say) as problem:
            read(text, lang)
        assert problem.value.code == "bad-card"
