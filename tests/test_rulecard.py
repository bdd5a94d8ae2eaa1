"""The rule card says every value of every field, in both languages and three forms."""

from __future__ import annotations

import html.parser
import itertools
from typing import Any

import pytest

import slime
from slime.game.presets import FIELDS, PRESETS, VARIANTS
from slime.game.rulecard import PARTS, RuleCard, RuleLine, sentence
from slime.game.rules import Rules, RulesError
from slime.i18n import LANGUAGES, words

# values of the fields that are not a choice among a few
OPEN: dict[str, list[Any]] = {
    "players": [(2, 8), (4, 4)],
    "ranks": ["3456789TJQKA2*", "A2", "23456789TJQKA"],
    "exchange": ["descending", "ends", "none", (1,), (3, 0, 2), (5,)],
    "scoring": ["places", "titles", (3, 2, 1, 0), (10, 0, 0, 0, -10)],
    "clears": ["", "8", "28*"],
    "turns_trick": ["", "J", "5J"],
    "foul_finish": ["", "2", "28*"],
    "match": [(("deals", 1),), (("deals", 22),), (("target", 1),), (("target", 25),)],
}


def values(field: str) -> list[Any]:
    return OPEN.get(field) or list(FIELDS[field].values)


def rule_sets() -> list[Rules]:
    """Each value of each field on each preset, where it stands."""
    sets = []
    for preset, field in itertools.product(PRESETS, FIELDS):
        for value in values(field):
            named = {field: dict(value) if field == "match" else value}
            try:
                sets.append(slime.rules(preset, **named))
            except RulesError as problem:
                assert problem.code == "rules-conflict"
    return sets


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("field", FIELDS)
def test_every_value_of_a_field_has_a_sentence_of_its_own(field: str, lang: str) -> None:
    w = words(lang)
    told = [sentence(field, value, w) for value in values(field)]
    assert len(set(told)) == len(told)
    for text in told:
        assert text.endswith((".", ".)"))
        assert text[0].isupper() or text[0].isdigit()
        assert "{" not in text
        assert "rulecard" not in text


def test_every_field_stands_on_the_card_once() -> None:
    entries = [entry for part in PARTS.values() for entry in part]
    assert sorted(entry for entry in entries if not entry.startswith("base.")) == sorted(FIELDS)
    assert len(set(entries)) == len(entries)


def test_a_field_needs_a_name() -> None:
    with pytest.raises(ValueError, match="field: one of players"):
        sentence("colour", 1, words("en"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_differs_from_the_preset_is_marked_and_nothing_else(lang: str) -> None:
    sets = rule_sets()
    assert len(sets) > 150
    for rules in sets:
        card = rules.card(lang)
        marked = {line.entry for line in card.lines() if line.differs}
        preset = slime.rules(rules.preset)
        assert marked == {f for f in FIELDS if getattr(rules, f) != getattr(preset, f)}
        for line in card.lines():
            assert line.sign.startswith("Δ") == line.differs
            if line.differs:
                assert line.source is not None
                original = sentence(line.entry, getattr(preset, line.entry), words(lang))
                assert line.source.endswith(original)
                assert line.text != original
            else:
                assert line.source is None
        # a field that is not on the card changes nothing and is as in the source
        missing = set(FIELDS) - {line.entry for line in card.lines()}
        assert missing <= {
            *(
                "exchange_open",
                "exchange_flow",
                "fallen_champion",
                "joker_trump",
                "big_two",
                "wild",
            ),
            *("clears", "equal_skips", "revolution", "turns_trick", "foul_finish"),
        }


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
def test_all_forms_say_the_same(preset: str, lang: str) -> None:
    for fields in VARIANTS.values():
        still = {"revolution": 0} if "big_two" in fields else {}
        rules = slime.rules(preset, **fields, **still)
        card = rules.card(lang)
        shown = read_html(card._repr_html_())
        plain = " ".join(str(card).split())
        down = card.markdown()
        for line in card.lines():
            for text in (line.text, line.source, line.decided):
                if text:
                    assert text in shown
                    assert text in plain
                    assert text in down
            if line.sign:
                assert f"{line.sign} {line.text}" in " ".join(shown.split())
                assert f"**{line.sign}** {line.text}" in down
        assert card.named in plain
        for name in rules.differences:
            assert name in card.named


class _Reader(html.parser.HTMLParser):
    """The text of a page, and whether its tags are closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def read_html(page: str) -> str:
    reader = _Reader()
    reader.feed(page)
    assert reader.open == []
    return "".join(reader.texts)


def entry(card: RuleCard, name: str) -> RuleLine:
    (line,) = [line for line in card.lines() if line.entry == name]
    return line


class TestDecided:
    @pytest.mark.parametrize(
        ("preset", "decided"),
        [
            ("slime-licker", {"match", "first_lead", "base.shared"}),
            ("slime-licker-club", {"dealer", "exchange", "first_lead", "base.shared"}),
            (
                "king-and-slave",
                {"initial_places", "lead_after_out", "exchange_open", "extras", "base.shared"},
            ),
        ],
    )
    def test_by_preset(self, preset: str, decided: set[str]) -> None:
        card = slime.rules(preset).card("en")
        assert {line.entry for line in card.lines() if line.decided} == decided
        assert not any(line.differs for line in card.lines())

    def test_what_is_named_is_no_decision_of_ours(self) -> None:
        card = slime.rules("slime-licker", match={"deals": 7}).card("en")
        assert entry(card, "match").decided is None
        assert entry(card, "match").sign == "Δ"

    def test_both_signs(self) -> None:
        card = slime.rules("slime-licker", exchange_flow="random", decks=1).card("en")
        assert entry(card, "exchange_flow").sign == "Δ°"
        assert "necessary for seven" in (entry(card, "decks").decided or "")
        assert entry(card, "first_lead").decided is None  # one pack has one three of clubs


def test_without_effect() -> None:
    card = slime.rules("slime-licker-club", fallen_champion="leaves").card("en")
    assert "no effect" in entry(card, "fallen_champion").text
    plain = slime.rules("slime-licker-club").card("en")
    assert all(line.entry != "fallen_champion" for line in plain.lines())


def test_faces_by_language() -> None:
    rules = slime.rules("king-and-slave")
    assert "9 10 J Q K A" in entry(rules.card("en"), "ranks").text
    assert "9 10 В Д К Т" in entry(rules.card("ru"), "ranks").text


def test_the_language_is_the_current_one_and_stays() -> None:
    with slime.language("ru"):
        card = slime.rules().card()
        shown = slime.rules()._repr_html_()
    assert card.lang == "ru"
    assert str(card).startswith("Слайм-ликер")
    assert 'lang="ru"' in shown


def test_it_fits_a_page() -> None:
    for preset in PRESETS:
        for lang in LANGUAGES:
            lines = slime.rules(preset).card(lang).text(88).splitlines()
            assert len(lines) <= 70
            assert max(map(len, lines)) <= 88


def test_what_another_field_implies_is_no_change_of_its_own() -> None:
    """Twos on top come with the big two: their line has its sign, the count is what is named."""
    card = slime.rules("king-and-slave", variants=[2, 8]).card("en")
    assert card.changed == "2 fields differ from the source text."
    assert card.named == "passing='locked', big_two=True"
    assert sum(line.differs for line in card.lines()) == 3


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_blurb_follows_the_fields(lang: str) -> None:
    """What the head of a card says of exchange, fall and seats is what its lines say."""
    w = words(lang)
    own = {w(f"rulecard.about.{preset}") for preset in PRESETS}
    for rules in rule_sets():
        about = rules.card(lang).about
        none = sentence("exchange", "none", w) in about
        preset = PRESETS[rules.preset]
        if about in own:
            assert rules.champion_falls == preset["champion_falls"]
            assert rules.seating == preset["seating"]
            assert rules.exchange_flow == preset["exchange_flow"] and rules.exchange != "none"
        else:
            for field in ("champion_falls", "seating"):
                assert sentence(field, getattr(rules, field), w) in about
            assert none == (rules.exchange == "none" or not any(rules.exchange))
            assert none or sentence("exchange_flow", rules.exchange_flow, w) in about


def test_nobody_falls_where_no_champion_falls() -> None:
    card = slime.rules("slime-licker", champion_falls=False).card("en")
    assert "falls to the bottom" not in card.text()
    card = slime.rules("slime-licker", champion_falls=False).card("ru")
    assert "на самое дно" not in card.text()
    card = slime.rules("slime-licker-club", champion_falls=True).card("en")
    assert "no champion falls" not in card.text()
    for flow in ("down", "random"):
        text = slime.rules("slime-licker", exchange_flow=flow).card("en").text()
        assert "The last one gives the best cards" not in text
    assert (
        "moves after each deal" not in slime.rules("king-and-slave", seating="fixed").card().text()
    )


def test_a_joker_without_a_rank_is_no_rank_like_any_other() -> None:
    for lang, said in (("en", "a rank like any other"), ("ru", "такое же достоинство")):
        card = slime.rules("king-and-slave", wild="*").card(lang).text()
        assert said not in card


def test_a_wild_card_that_the_pack_lacks_has_no_effect() -> None:
    rules = slime.rules("slime-licker", wild="23", ranks="456", jokers=0, first_lead="draw")
    assert "no effect" in entry(rules.card("en"), "wild").text


def test_an_exchange_of_no_cards_is_none() -> None:
    rules = slime.rules("slime-licker", exchange=[0, 0], exchange_flow="down")
    assert "no effect" in entry(rules.card("en"), "exchange_flow").text
    assert "No cards are exchanged." in rules.card("en").about
