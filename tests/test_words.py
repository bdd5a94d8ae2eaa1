"""Words: the language setting, templates in both languages, faces, typed cards."""

from __future__ import annotations

import contextvars
import json
import pickle
import re
import string
import subprocess
import sys
import threading
from pathlib import Path

import nbclient
import nbformat
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import slime
from slime.game.snapshots import animation
from slime.i18n import (
    LANGUAGES,
    Words,
    face,
    faces,
    language,
    read_cards,
    words,
)
from slime.i18n._words import _texts, topics
from slime.i18n.cards import RANKS, SUITS
from slime.i18n.numbers import FORMS, plural
from slime.i18n.setting import system_language

ALL_TOPICS = sorted({topic for lang in LANGUAGES for topic in topics(lang)})
PACK = [rank + suit for rank in RANKS for suit in SUITS] + ["*"]


def placeholders(template: str) -> set[str]:
    """The names that a template fills in, those inside plural forms too."""
    found = set()
    for _, name, spec, _ in string.Formatter().parse(template):
        if name is not None:
            found |= {name} | placeholders(spec or "")
    return found


def plural_specs(template: str) -> list[str]:
    specs = [spec or "" for _, _, spec, _ in string.Formatter().parse(template)]
    return [spec for spec in specs if "|" in spec]


class TestBothLanguages:
    def test_the_same_topics(self) -> None:
        assert topics("en") == topics("ru")
        assert "common" in topics("en")

    @pytest.mark.parametrize("topic", ALL_TOPICS)
    def test_the_same_keys(self, topic: str) -> None:
        assert set(words("en").keys(topic)) == set(words("ru").keys(topic))
        assert words("en").keys(topic)

    @pytest.mark.parametrize("topic", ALL_TOPICS)
    def test_the_same_placeholders(self, topic: str) -> None:
        for key in words("en").keys(topic):
            english, russian = (words(lang).template(key) for lang in LANGUAGES)
            assert placeholders(english) == placeholders(russian), key

    @pytest.mark.parametrize("topic", ALL_TOPICS)
    @pytest.mark.parametrize("lang", LANGUAGES)
    def test_as_many_plural_forms_as_the_language_has(self, lang: str, topic: str) -> None:
        for key in words(lang).keys(topic):
            for spec in plural_specs(words(lang).template(key)):
                assert spec.count("|") + 1 == len(FORMS[lang]), key

    def test_the_two_helpers_of_these_tests_see_what_is_there(self) -> None:
        assert placeholders("{a} {b:{c}} {n:x {d}|y}") == {"a", "b", "c", "n", "d"}
        assert plural_specs("{n:card|cards} {x:.2f}") == ["card|cards"]


class TestLanguage:
    def test_choose_and_ask(self) -> None:
        assert language("ru") == "ru"
        assert language() == "ru"
        assert words().lang == "ru"
        assert language("en") == language() == "en"

    @pytest.mark.parametrize("code", ["de", "EN", "", 1, ["en"]])
    def test_unknown(self, code: object) -> None:
        with pytest.raises(ValueError, match=r"language must be 'en' or 'ru', not"):
            language(code)  # type: ignore[call-overload]
        with pytest.raises(ValueError, match="lang must be 'en' or 'ru'"):
            Words(code)  # type: ignore[arg-type]
        assert language() == "en"

    def test_for_a_block(self) -> None:
        with language("ru") as lang:
            assert lang == language() == "ru"
            with language("en"):
                assert language() == "en"
            assert language() == "ru"
            language("en")
            assert language() == "en"
        assert language() == "en"

    def test_a_block_ends_by_an_error_too(self) -> None:
        with pytest.raises(ZeroDivisionError), language("ru"):
            raise ZeroDivisionError
        assert language() == "en"

    def test_a_block_is_for_its_own_code_only(self) -> None:
        seen: list[str] = []
        with language("ru"):
            other = threading.Thread(target=lambda: seen.append(language()))
            other.start()
            other.join()
        assert seen == ["en"]

    def test_a_choice_holds_in_threads_and_other_contexts(self) -> None:
        context = contextvars.copy_context()
        seen: list[str] = []
        language("ru")
        other = threading.Thread(target=lambda: seen.append(language()))
        other.start()
        other.join()
        assert [*seen, context.run(language)] == ["ru", "ru"]

    def test_it_is_a_text(self) -> None:
        chosen = language("ru")
        assert json.dumps(chosen) == '"ru"'
        copy = pickle.loads(pickle.dumps(chosen))
        assert copy == "ru"
        assert type(copy) is str

    @pytest.mark.parametrize(
        ("variables", "expected"),
        [
            ({"LANG": "ru_RU.UTF-8"}, "ru"),
            ({"LANG": "ru_RU.UTF-8", "LC_ALL": "C"}, "en"),
            ({"LC_MESSAGES": "ru_RU"}, "ru"),
            ({"LANG": "de_DE.UTF-8"}, "en"),
        ],
    )
    def test_the_computers(
        self, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], expected: str
    ) -> None:
        for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
            monkeypatch.delenv(name, raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        assert system_language() == expected

    def test_the_first_cell_of_a_notebook_holds_in_all_others(self) -> None:
        ask = "print(language())"
        cells = [
            "import asyncio, threading\nfrom slime.i18n import language\nlanguage('ru');",
            ask,
            f"await asyncio.sleep(0)\n{ask}\nlanguage('en')\nlanguage('ru');",
            ask,
            f"t = threading.Thread(target=lambda: {ask}); t.start(); t.join()",
            f"async def f(): {ask}\nawait asyncio.create_task(f())",
            "with language('en'):\n    print(language())\nprint(language())",
            ask,
        ]
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in cells])
        root = Path(__file__).resolve().parent.parent
        client = nbclient.NotebookClient(
            notebook, kernel_name="python3", resources={"metadata": {"path": str(root)}}
        )
        client.execute()
        printed = [
            "".join(output.text for output in cell.outputs if output.get("name") == "stdout")
            for cell in notebook.cells
        ]
        assert printed == ["", *["ru\n"] * 5, "en\nru\n", "ru\n"]


class TestTemplates:
    def test_missing_key(self) -> None:
        for key in ("common.nothing", "nothing.at_all", "", "common", "../common.yes"):
            with pytest.raises(KeyError, match="no words for") as caught:
                words("en")(key)
            assert repr(key) in str(caught.value)
            assert key not in words("en")
        assert "common.yes" in words("en")

    def test_missing_value(self) -> None:
        with pytest.raises(KeyError, match=r"'common\.cards' need a value for 'n'"):
            words("en")("common.cards")

    @pytest.mark.parametrize(
        ("n", "english", "russian"),
        [
            (0, "0 cards", "0 карт"),
            (1, "1 card", "1 карта"),
            (2, "2 cards", "2 карты"),
            (4, "4 cards", "4 карты"),
            (5, "5 cards", "5 карт"),
            (11, "11 cards", "11 карт"),
            (12, "12 cards", "12 карт"),
            (14, "14 cards", "14 карт"),
            (21, "21 cards", "21 карта"),
            (22, "22 cards", "22 карты"),
            (101, "101 cards", "101 карта"),
            (111, "111 cards", "111 карт"),
            (112, "112 cards", "112 карт"),
            (1.5, "1.5 cards", "1,5 карты"),
            (np.int64(21), "21 cards", "21 карта"),
            (-1, "-1 card", "-1 карта"),
        ],
    )
    def test_plural(self, n: float, english: str, russian: str) -> None:
        assert words("en")("common.cards", n=n) == english
        assert words("ru")("common.cards", n=n) == russian

    def test_plural_needs_a_number_and_all_forms(self) -> None:
        with pytest.raises(ValueError, match="n must be a number"):
            plural("2", ["a", "b"], "en")  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="forms must be 3 for 'ru'"):
            plural(2, ["a", "b"], "ru")

    def test_what_a_template_can_do(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        for lang, text in {
            "en": '[a]\nb = "{n:# deal|# deals} {x:.1%} {y:.2f} {m:,} {who} {who:or} {t:>4}"',
            "ru": '[a]\nb = "{n:# раздача|# раздачи|# раздач} {x:.1%} {y:.2f} {m:,} {who} {who:or}'
            ' {t:>4}"',
        }.items():
            (tmp_path / lang).mkdir()
            (tmp_path / lang / "trial.toml").write_text(text, encoding="utf-8")
            common = words(lang).template("common.list.and"), words(lang).template("common.list.or")
            (tmp_path / lang / "common.toml").write_text(
                '[list]\nand = "{}"\nor = "{}"\n'.format(*common), encoding="utf-8"
            )
        monkeypatch.setattr("slime.i18n._words._FOLDER", tmp_path)
        _texts.cache_clear()
        values = {"n": 3, "x": 0.125, "y": np.float64(2.5), "m": 12345, "t": "7"}
        try:
            assert words("en")("trial.a.b", who=["Ann"], **values) == (
                "3 deals 12.5% 2.50 12,345 Ann Ann    7"
            )
            assert words("ru")("trial.a.b", who=("a", "b"), **values) == (
                "3 раздачи 12,5\xa0% 2,50 12\xa0345 a и b a или b    7"
            )
        finally:
            _texts.cache_clear()

    def test_verbs_go_with_a_player_called_you(self) -> None:
        w = words("en")
        assert w("story.passes", player="Anna") == "Anna passes."
        assert w("story.passes", player="You") == "You pass."
        match = slime.Match("slime-licker", ["You", "Boris", "Vera", "Gleb"], seed=4)
        for _ in range(3):
            match.next_deal().finish()
        told = {f["sentence"] for deal in match.deals for f in animation(deal, "en")["snapshots"]}
        yours = [sentence for sentence in told if sentence.startswith("You ")]
        assert len(yours) > 20
        verbs = "passes|has|does|leads|lays|gives|holds|wins|deals|is|falls|leaves"
        assert [s for s in yours if re.match(rf"[^.]*\b({verbs})\b", s)] == []

    def test_join(self) -> None:
        assert words("en").join([]) == ""
        assert words("ru").join(["a"]) == "a"
        assert words("ru").join(["a", "b"]) == "a и b"
        assert words("ru").join("abc", "or") == "a, b или c"
        assert words("en").join([1, 2, 3]) == "1, 2 and 3"
        with pytest.raises(ValueError, match="how must be 'and' or 'or'"):
            words("en").join(["a"], "nor")

    def test_numbers(self) -> None:
        english, russian = words("en"), words("ru")
        assert english.number(0.1 + 0.2) == "0.3"
        assert russian.number(0.1 + 0.2) == "0,3"
        assert russian.number(3.0) == "3"
        assert russian.number(np.float64(-2.5), 2) == "-2,50"
        assert english.percent(0.5) == "50%"
        assert russian.percent(0.123, 1) == "12,3\xa0%"
        language("ru")
        assert (words().number(1.5), words().percent(0.015, digits=1)) == ("1,5", "1,5\xa0%")

    def test_words_speak_the_language_they_were_made_with(self) -> None:
        w = words("ru")
        language("en")
        assert w("common.yes") == "да"
        assert w == words("ru") != words("en")

    def test_loading_is_light(self) -> None:
        code = (
            "import sys; import slime.i18n; slime.i18n.words('ru')('common.yes');"
            "print([m for m in ('numpy', 'pandas', 'numba', 'plotly') if m in sys.modules])"
        )
        root = Path(__file__).resolve().parent.parent
        out = subprocess.run(
            [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True
        )
        assert out.stdout.strip() == "[]"


class TestFaces:
    def test_every_rank(self) -> None:
        assert faces(list(RANKS), "en") == "2 3 4 5 6 7 8 9 10 J Q K A"
        assert faces(list(RANKS), "ru") == "2 3 4 5 6 7 8 9 10 В Д К Т"

    def test_suits_and_joker(self) -> None:
        assert faces("7c 7d 7h 7s *", "en") == "7♣ 7♦ 7♥ 7♠ ★"

    def test_by_the_language_set(self) -> None:
        assert face("Js") == "J♠"
        language("ru")
        assert face("Js") == "В♠"
        assert words().face("Th") == "10♥"

    def test_spell(self) -> None:
        assert [words("ru").spell(c) for c in ("Qh", "A", "*")] == ["дама червей", "туз", "джокер"]
        assert [words("en").spell(c) for c in ("Td", "2")] == ["ten of diamonds", "two"]

    @pytest.mark.parametrize("card", ["", "1c", "7x", "10h", "**", "7cc", None])
    def test_not_a_card(self, card: object) -> None:
        with pytest.raises(ValueError, match="card must be like"):
            face(card, "en")


class TestReadCards:
    @given(cards=st.lists(st.sampled_from([*PACK, *RANKS])), lang=st.sampled_from(LANGUAGES))
    def test_what_is_shown_can_be_typed(self, cards: list[str], lang: str) -> None:
        assert read_cards(faces(cards, lang), lang) == cards

    @given(cards=st.lists(st.sampled_from([*PACK, *RANKS])), lang=st.sampled_from(LANGUAGES))
    def test_ascii_cards_are_read_in_both_languages(self, cards: list[str], lang: str) -> None:
        assert read_cards(" ".join(cards), lang) == cards

    @given(
        text=st.text("23456789TJQKAtjqkaВДКТвдктбчпсСcdhs♣♦♥♠*★=0 1,x"),
        lang=st.sampled_from(LANGUAGES),
    )
    def test_any_text_is_cards_or_a_sentence(self, text: str, lang: str) -> None:
        try:
            cards = read_cards(text, lang)
        except ValueError as error:
            assert str(error).endswith((".", "♣", "c")) and len(str(error)) > 20
        else:
            assert all(card.removeprefix("=") in {*PACK, *RANKS} for card in cards)

    @pytest.mark.parametrize(
        ("typed", "cards"),
        [
            ("", ""),
            (" , ", ""),
            ("7 7", "7 7"),
            ("77", "7 7"),
            ("10 10", "T T"),
            ("1010", "T T"),
            ("T t", "T T"),
            ("j Q kK a", "J Q K K A"),
            ("7c 7D 10h,as", "7c 7d Th As"),
            ("7c7d", "7c 7d"),
            ("7♣7♦ A♥ A♠", "7c 7d Ah As"),
            ("7 ♣; 8 d", "7c 8d"),
            ("7♥️ 8♡", "7h 8h"),
            ("joker Joker * ★", "* * * *"),
            ("2 3 =K", "2 3 =K"),
            ("22 = 10", "2 2 =T"),
            ("2 2 = joker", "2 2 =*"),
        ],
    )
    def test_english(self, typed: str, cards: str) -> None:
        assert read_cards(typed, "en") == cards.split()

    @pytest.mark.parametrize(
        ("typed", "cards"),
        [
            ("Т", "A"),  # Cyrillic: the ace
            ("T", "T"),  # Latin: the ten
            ("т t", "A T"),
            ("Т♣ T♣ 10♣", "Ac Tc Tc"),
            ("ТТТ", "A A A"),
            ("вВ дд", "J J Q Q"),
            ("В Д К Т", "J Q K A"),
            ("J Q K A", "J Q K A"),
            ("А", "A"),
            ("7ч 8п 9б 10с", "7h 8s 9d Tc"),
            ("7c Тd вH", "7c Ad Jh"),
            ("дб", "Qd"),
            ("10♥, Т, вб, *", "Th A Jd *"),
            ("джокер Джокер", "* *"),
            ("2 3 =Т", "2 3 =A"),
            ("2 3 =T", "2 3 =T"),
            ("7 т", "7 A"),
            ("10 К", "T K"),
            ("7т", "7c"),  # a rank and a suit's letter at the end of a word
            ("10Т", "Tc"),
            ("7к", "7c"),
            ("10к", "Tc"),
            ("КТ", "Kc"),
            ("ВК", "Jc"),
            ("тк", "Ac"),
            ("2т", "2c"),
            ("3 7т 8", "3 7c 8"),
            ("77т", "7 7c"),
            ("7ч7т", "7h 7c"),
            ("ТТ", "A A"),
            ("кк т", "K K A"),
            ("т, К", "A K"),
            ("*т", "* A"),
            ("7K", "7 K"),  # Latin: no suit
        ],
    )
    def test_russian(self, typed: str, cards: str) -> None:
        assert read_cards(typed, "ru") == cards.split()

    @pytest.mark.parametrize("typed", ["Тт", "кК", "3 Тт 8"])
    def test_a_suit_or_a_rank(self, typed: str) -> None:
        with pytest.raises(ValueError, match=r"можно понять двояко: .*[ТК] [ТК].* или .*♣"):
            read_cards(typed, "ru")

    @pytest.mark.parametrize("typed", ["7тч", "Кд", "78т", "7т8", "7ч8п"])
    def test_ranks_without_a_blank(self, typed: str) -> None:
        with pytest.raises(ValueError, match=r"слитно .* одного достоинства"):
            read_cards(typed, "ru")

    @pytest.mark.parametrize("typed", ["x", "1", "0", "7x", "=K", "22=", "c", "♣7", "11", "2 =x"])
    @pytest.mark.parametrize(
        ("lang", "say"),
        [("en", "is not a card|nothing else"), ("ru", "не карта|больше ничего")],
    )
    def test_not_cards(self, typed: str, lang: str, say: str) -> None:
        with pytest.raises(ValueError, match=say):
            read_cards(typed, lang)

    @pytest.mark.parametrize("typed", ["2 =K 3", "3 =3 3 3", "77=A=K", "77 =AA"])
    @pytest.mark.parametrize(("lang", "say"), [("en", "nothing else"), ("ru", "больше ничего")])
    def test_nothing_after_a_declared_rank(self, typed: str, lang: str, say: str) -> None:
        with pytest.raises(ValueError, match=say):
            read_cards(typed, lang)

    @pytest.mark.parametrize(
        ("typed", "meant"),
        [
            *[("Т", "10 or A"), ("В", "J"), ("7 Д", "Q"), ("К А", "K"), ("А", "A"), ("7с", "c")],
            *[("7 б", "d"), ("22 =К", "K")],
        ],
    )
    def test_cyrillic_letters_in_english(self, typed: str, meant: str) -> None:
        with pytest.raises(ValueError, match=rf"Cyrillic letter\. Write {meant}\.$"):
            read_cards(typed, "en")

    @pytest.mark.parametrize("typed", ["7 B", "b", "22 =B"])
    def test_latin_letters_in_russian(self, typed: str) -> None:
        with pytest.raises(ValueError, match=r"латинская буква. Пишите по-русски: В\."):
            read_cards(typed, "ru")

    def test_by_the_language_set(self) -> None:
        assert read_cards("T") == ["T"]
        with language("ru"):
            assert read_cards("Т") == ["A"]

    def test_not_a_text(self) -> None:
        with pytest.raises(ValueError, match="text must be a text"):
            read_cards(7, "en")  # type: ignore[arg-type]
