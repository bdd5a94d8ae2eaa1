"""Snapshots and animations of deals: what they show is what the engine has, at every moment."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest

import slime
from slime.drawing.rank_badges import BADGES
from slime.engine import layout as state
from slime.game import history
from slime.game.deal import Deal
from slime.game.match import Match
from slime.game.presets import PRESETS, VARIANTS
from slime.game.snapshots import TITLES, animation, score_sheet, snapshot, titles
from slime.i18n import LANGUAGES, faces, words

NAMES = ["Anna", "Boris", "Vera", "Gleb", "Dina", "Egor", "Zoya", "Ivan"]
KEYS = {
    *("lang", "preset", "deal", "seats", "dealer", "hands", "left", "before", "titles", "turn"),
    *("leader", "top", "trick", "passed", "places", "fallen", "phase", "gifts", "totals"),
    *("points", "sentence", "mark", "turned", "cleared", "skipped"),
}
MARKS = {
    *(None, "deal", "exchange", "trick", "turn", "out", "foul", "fall", "clear", "skip", "over")
}
FAMILY: dict[str, Any] = {
    "clears": "8*",
    "equal_ranks": True,
    "equal_skips": True,
    "revolution": 3,
    "turns_trick": "J5",
    "foul_finish": "2*K",
    "wild": "23*",
    "decks": 2,
}

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    *((name, n, {}) for name in PRESETS for n in (4, 5) if n <= PRESETS[name]["players"][1]),
    *(("king-and-slave", 5, fields) for fields in VARIANTS.values()),
    ("slime-licker", 7, {"fallen_champion": "leaves"}),
    ("slime-licker", 2, {"players": [2, 8]}),
    ("slime-licker", 3, {"players": [2, 8], "exchange_open": True, "lead": "draw"}),
    ("slime-licker", 8, {"players": [2, 8], "passing": "one-turn", "wild": "23*"}),
    ("slime-licker", 6, {"exchange": [2, 0, 1], "exchange_flow": "down", "passing": "locked"}),
    ("slime-licker-club", 5, {"exchange_flow": "random", "first_lead": "dealer-left"}),
    ("slime-licker-club", 4, {"exchange": "none", "champion_falls": True, "lead": "first"}),
    ("king-and-slave", 5, {"first_lead": "last", "must_play": True, "joker_trump": True}),
    ("slime-licker", 5, {"first_lead": "draw", "suits": 1, "ranks": "3456789TJQK*"}),
    ("daifugo", 5, FAMILY),
    ("slime-licker", 4, {**FAMILY, "passing": "one-turn", "joker_trump": True}),
]


def play(preset: str, players: int, fields: dict[str, Any], deals: int = 2, seed: int = 5) -> Match:
    rules = slime.rules(preset, **{**fields, "match": {"deals": deals}})
    return slime.Match(rules, NAMES[:players], "random", seed=seed).finish()


@pytest.fixture(params=TABLES, ids=lambda t: f"{t[0]}-{t[1]}-{t[2]}"[:60])
def match(request: pytest.FixtureRequest) -> Match:
    return play(*request.param)


def test_an_animation_that_stops_earlier_is_the_beginning_of_the_whole_film(match: Match) -> None:
    for deal in match.deals:
        whole = animation(deal)["snapshots"]
        seen = 0
        length = len(deal.log)
        for steps in sorted({*range(9), *range(9, length, 4), *range(length - 8, length + 1)}):
            earlier = deal.at(steps)
            part = animation(earlier)["snapshots"]
            assert part == whole[: len(part)]
            assert len(part) > seen
            seen = len(part)
            assert snapshot(earlier) == part[-1]
            agrees(part[-1], earlier)
        assert seen == len(whole)


def agrees(shown: dict[str, Any], deal: Deal) -> None:
    """A snapshot says what the deal itself says."""
    assert set(shown) == KEYS
    assert shown["mark"] in MARKS
    assert shown["turn"] == deal.turn
    assert shown["phase"] == deal.phase
    assert shown["seats"] == list(deal.seats)
    assert shown["dealer"] == deal.dealer
    assert shown["places"] == deal.places
    assert shown["totals"] == deal.totals
    assert shown["points"] == (deal.points if deal.over else None)
    top = shown["top"] if deal.phase == "play" else None
    assert (top and (top["rank"], top["size"], top["by"])) == (deal.to_beat and tuple(deal.to_beat))
    lying = [gift for gift in shown["gifts"] if gift["from"] in waiting(deal)]
    hands = {name: deal.hand(name) for name in deal.players}
    for gift in lying:
        for card in gift["cards"]:
            hands[gift["from"]].remove(card)
    if deal.rules.fallen_champion == "leaves" and shown["fallen"]:
        hands[shown["fallen"]] = []
    if shown["turned"]:
        hands = {name: deal.text.order.sort(hand, turned=True) for name, hand in hands.items()}
    assert shown["turned"] == deal.turned or deal.over
    assert shown["hands"] == hands
    assert shown["left"] == {name: len(hand) for name, hand in hands.items()}


def waiting(deal: Deal) -> list[str]:
    """Who chose a gift that still lies on the table."""
    if deal.rules.exchange_open or deal.phase != "exchange":
        return []
    due = deal.gifts_due()
    first = due[0]
    return [first.taker] if len(due) % 2 else []


def test_each_frame_follows_from_the_one_before(match: Match) -> None:
    for deal in match.deals:
        film = animation(deal)
        assert film["players"] == list(deal.players)
        shown = film["snapshots"]
        assert json.loads(json.dumps(shown)) == shown
        cards = sorted(card for hand in deal.dealt for card in hand)
        gone: list[str] = []
        kept: list[str] = []
        for before, after in itertools.pairwise(shown):
            if len(after["trick"]) > len(before["trick"]):
                assert after["trick"][:-1] == before["trick"]
                gone += after["trick"][-1]["cards"]
            if after["fallen"] != before["fallen"] and deal.rules.fallen_champion == "leaves":
                kept = before["hands"][after["fallen"]]
            held = [card for hand in after["hands"].values() for card in hand]
            lying = sum(len(g["cards"]) for g in after["gifts"]) if after["gifts"] else 0
            table = len(cards) - len(held) - len(gone) - len(kept)
            assert 0 <= table <= lying
            if not lying:
                assert sorted(held + gone + kept) == cards
        assert shown[0]["mark"] == "deal"
        assert [f["mark"] for f in shown].count("over") == 1
        assert shown[-1]["mark"] == "over"
        tricks = [f for f in shown if f["mark"] == "trick"]
        assert all(f["top"] is None and f["trick"] == [] and f["passed"] == [] for f in tricks)
        assert len(tricks) == deal.S[state.TRICK]
        outs = [f for f in shown if f["mark"] in ("out", "foul")]
        assert len(outs) == deal.S[state.PLAYERS_OUT]
        assert [f["mark"] for f in shown].count("fall") == (deal.S[state.FALLEN] >= 0)


def test_sentences_name_who_acts_and_the_cards(match: Match) -> None:
    for deal, lang in itertools.product(match.deals, ("en", "ru")):
        shown = animation(deal, lang)["snapshots"]
        for before, after in itertools.pairwise(shown):
            sentence = after["sentence"]
            assert sentence.endswith(".")
            assert "{" not in sentence
            assert after["lang"] == lang
            if len(after["trick"]) > len(before["trick"]):
                laid = after["trick"][-1]
                assert faces(laid["cards"], lang) in sentence
                assert laid["by"] in sentence
            if len(after["passed"]) > len(before["passed"]):
                assert after["passed"][-1] in sentence
            if len(after["gifts"]) > len(before["gifts"]):
                assert faces(after["gifts"][-1]["cards"], lang) in sentence


def test_strength_goes_from_hand_to_hand(match: Match) -> None:
    for deal in match.deals:
        film = animation(deal)
        gave = any(event.__class__.__name__ == "Gave" for event in deal.events)
        assert (film["strength"] is not None) == gave
        if not gave:
            continue
        exchanged = [f for f in film["snapshots"] if f["mark"] == "exchange"]
        assert len(exchanged) == 2
        sizes = [exchanged[-1]["left"][name] for name in deal.players]
        pack = sum(sizes)
        for side in (0, 1):  # the whole pack has one half
            total = sum(
                n * film["strength"][name][side]
                for n, name in zip(sizes, deal.players, strict=True)
            )
            assert total == pytest.approx(pack / 2, abs=pack * 1e-6)
        tops = [sum(pair[side] for pair in film["top_cards"].values()) for side in (0, 1)]
        assert tops[0] == tops[1] > 0


def test_an_animation_runs_through_the_deal_once(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = play("slime-licker", 5, {}).deals[1]
    calls = []
    real = history.act
    monkeypatch.setattr(history, "act", lambda S, p, a: calls.append(a) or real(S, p, a))
    animation(deal)
    assert len(calls) == sum(entry.trick > 0 for entry in deal.log)


def test_an_animation_leaves_the_deal_alone() -> None:
    match = slime.Match("slime-licker", NAMES[:5], "random", seed=4)
    deal = match.next_deal()
    deal.step().step().undo()
    before = (deal.S[:], deal.log, list(deal._redo))
    animation(deal)
    snapshot(deal)
    assert (deal.S, deal.log, list(deal._redo)) == before
    deal.redo()


class TestViewer:
    def test_sentences_keep_secrets(self) -> None:
        match = play("slime-licker", 6, {})
        told = 0
        for deal in match.deals[1:]:
            half = deal.at(6)
            for name in deal.players:
                film = animation(half, viewer=name)
                assert film["strength"] is None
                assert animation(deal, viewer=name)["strength"] is not None
                for before, after in itertools.pairwise(film["snapshots"]):
                    new = after["gifts"][len(before["gifts"]) :]
                    for gift in new:
                        own = name in (gift["from"], gift["to"])
                        told += own
                        assert (faces(gift["cards"], "en") in after["sentence"]) == own
                    if after["mark"] == "exchange" and not new:
                        assert after["sentence"] == "The exchange is over."
        assert told

    def test_of_passes_only_ones_own_say_whether_there_was_a_choice(self) -> None:
        deal = play("slime-licker", 5, {}).deals[0]
        plain = [
            f["sentence"] for f in animation(deal)["snapshots"] if "has to pass" in f["sentence"]
        ]
        mine = [
            f["sentence"]
            for f in animation(deal, viewer="Anna")["snapshots"]
            if "has to pass" in f["sentence"]
        ]
        assert mine == [s for s in plain if s.startswith("Anna ")]
        assert 0 < len(mine) < len(plain)

    def test_unknown(self) -> None:
        deal = play("slime-licker", 4, {}).deals[0]
        with pytest.raises(ValueError, match="player: one of Anna, Boris, Vera, Gleb"):
            animation(deal, viewer="Nobody")


class TestTitles:
    def test_by_preset(self) -> None:
        order = NAMES[:5]
        assert list(titles("slime-licker", order, order).values()) == [
            *("champion", "second", "common", "common", "last")
        ]
        assert list(titles("king-and-slave", order, order).values()) == [
            *("king", "minister", "peasant", "peasant", "slave")
        ]

    def test_few_players_and_none(self) -> None:
        two = NAMES[:2]
        assert titles("slime-licker", two, two) == {"Anna": "champion", "Boris": "last"}
        assert titles("slime-licker", None, two) == {"Anna": "", "Boris": ""}

    def test_at_the_table(self) -> None:
        first, second = play("slime-licker-club", 5, {}).deals[:2]
        assert set(snapshot(first)["titles"].values()) == {""}
        assert set(snapshot(first)["before"].values()) == {None}
        standing = first.standing
        assert standing is not None
        shown = snapshot(second)
        assert shown["titles"][standing[0]] == "champion"
        assert shown["titles"][standing[-1]] == "last"
        assert shown["before"] == {name: standing.index(name) + 1 for name in second.players}


def test_the_sheet_adds_up() -> None:
    match = play("slime-licker", 5, {})
    rows = score_sheet(match.deals)
    assert rows == animation(match.deals[0], deals=match.deals)["sheet"]
    for i, deal in enumerate(match.deals):
        for j, name in enumerate(deal.players):
            assert rows[i][j][0] == deal.places[name]
            assert rows[i][j][1] == sum(row[j][0] for row in rows[: i + 1])
    assert score_sheet([match.deals[0].at(3)]) == []


def test_the_language_is_the_deals_own() -> None:
    with slime.language("ru"):
        deal = slime.Match("slime-licker", NAMES[:4], seed=1).next_deal()
    assert snapshot(deal)["lang"] == "ru"
    assert snapshot(deal)["sentence"].startswith("Первый заход")
    assert snapshot(deal, "en")["lang"] == "en"


def test_seats_change_in_a_frame_of_their_own() -> None:
    deal = play("slime-licker-club", 5, {}).deals[1]
    shown = animation(deal)["snapshots"]
    changes = [b for a, b in itertools.pairwise(shown) if a["seats"] != b["seats"]]
    assert len(changes) == 1
    assert changes[0]["mark"] == "trick"
    assert changes[0]["seats"] == list(deal.seats)
    before = deal.previous_standing
    assert before is not None
    ends = {before[0], before[-1]}
    assert "change seats" in changes[0]["sentence"]
    assert all(name in changes[0]["sentence"] for name in ends)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
def test_each_game_has_titles_of_its_own_and_hats_for_them(preset: str, lang: str) -> None:
    for count in (2, 3, 4, 5, 8):
        players = [f"P{k}" for k in range(count)]
        called = titles(preset, players, players)
        assert called["P0"] == TITLES[preset][0] and called[players[-1]] == TITLES[preset][4]
        assert all(words(lang)(f"drawing.title.{title}") for title in called.values())
        assert set(called.values()) <= set(BADGES)
    first, second, common, *lowest = TITLES[preset]
    assert list(called.values()) == [first, second, *[common] * 4, *lowest]
