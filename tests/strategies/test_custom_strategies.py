"""Learners' own strategies: what a view shows, what it hides, how errors are told."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rule_sets import some_rules

import slime
from slime.engine import layout as st
from slime.engine.legal import legal_number
from slime.game.errors import IllegalAction
from slime.game.match import Match
from slime.strategies import StrategyFault, View, find, from_file, template
from slime.strategies.contract import GuardedState, swap_unseen
from slime.strategies.custom import from_function, strategy
from slime.tournaments.check import check_strategy

NAMES = ["Anna", "Boris", "Vera", "Gleb"]


def keep_views(seen: list[View]) -> Any:
    """A player that lays the first legal play and keeps all views."""

    def look(view: View) -> str:
        seen.append(view)
        return view.legal()[0]

    return look


class TestView:
    @pytest.mark.parametrize("seed", range(12))
    def test_it_agrees_with_the_deal(self, seed: int) -> None:
        rules, players = some_rules(Random(seed))
        seen: list[View] = []
        match = Match(rules, players, keep_views(seen), seed=seed)
        while not match.over:
            deal = match.next_deal()
            deal.exchange()
            while not deal.over:
                before = deal.copy()
                deal.step()
                view = seen[-1]
                assert view.me == before.turn and view.players == before.players
                assert view.hand == [c[0] for c in before.hand(view.me)]
                assert view.counts == Counter(view.hand)
                assert view.to_beat == before.to_beat and view.leading == (before.to_beat is None)
                assert list(view.legal()) == list(before.legal())
                assert view.cards_left == before.cards_left and view.places == before.places
                assert view.seats == before.seats and view.number == before.number
                assert view.totals == before.totals and view.dealer == before.dealer
                standing = before.previous_standing or ()
                assert [
                    n for _, n in sorted((v, n) for n, v in view.previous_places.items() if v)
                ] == list(standing)
                assert view.my_previous_place == view.previous_places[view.me]
                everything = Counter(c[0] for c in rules.pack(players))
                assert everything == Counter(view.hand) + Counter(view.played) + Counter(
                    view.unseen
                )
                others = [c[0] for n in view.others for c in before.hand(n)]
                if rules.fallen_champion == "plays-on":
                    assert Counter(others) == Counter(view.unseen)
                assert view.others[0] == view.left_neighbour
                assert view.others[-1] == view.right_neighbour
                assert set(view.in_play) <= {n for n, k in view.cards_left.items() if k}
                assert view.in_play[-1] == view.me and view.rules == rules
                assert view.can_pass == ("-" in view.legal())

    def test_it_hides_what_is_private(self) -> None:
        seen: list[View] = []
        Match("king-and-slave", 5, keep_views(seen), seed=4).finish()
        rows = (st.HAND, st.GAVE, st.GOT, st.CLUBS, st.LUCK)
        for view in seen:
            S, me = view._S, view.players.index(view.me)
            for row in rows:
                assert all(S[row + p] == 0 for p in range(st.MAX_PLAYERS) if p != me)
            assert S[st.REMOVED_CARDS] == S[st.RANDOM_STATE] == 0

    def test_a_kept_view_stays_as_it_was(self) -> None:
        seen: list[View] = []
        match = Match("slime-licker", NAMES, keep_views(seen), seed=2)
        deal = match.next_deal().step()
        hand = list(seen[0].hand)
        deal.finish()
        assert seen[0].hand == hand and seen[0].played == {}

    def test_nothing_in_it_can_be_set(self) -> None:
        seen: list[View] = []
        Match("slime-licker", NAMES, keep_views(seen), seed=2).next_deal().step()
        with pytest.raises(AttributeError):
            seen[0].hand = ["*"]  # type: ignore[misc]
        seen[0].hand.clear()
        assert len(seen[0].hand) in (13, 14)

    def test_the_exchange(self) -> None:
        gifts: list[tuple[str, str | None, int, list[str]]] = []

        def give(view: View) -> list[str]:
            gifts.append((view.me, view.partner, view.cards_due, view.hand))
            return view.hand[: view.cards_due]

        seen: list[View] = []
        player = from_function(keep_views(seen), give=give)
        match = Match("slime-licker", NAMES, player, seed=1)
        match.next_deal().finish()
        deal = match.next_deal()
        due = [d for d in deal.gifts_due() if d.kind == "choice"]
        deal.exchange()
        assert [(g[0], g[1], g[2]) for g in gifts] == [(d.giver, d.taker, d.size) for d in due]
        seen.clear()
        deal.finish()
        for view in seen:
            assert len(view.gave) == len(view.got) > 0 and view.cards_due == 0
        champion = next(v for v in seen if v.my_previous_place == 1)
        assert champion.champion == champion.me and champion.gave == gifts[0][3][:2]

    def test_luck_is_the_players_own(self) -> None:
        def drawn(others: str) -> list[float]:
            numbers: list[float] = []

            def play(view: View) -> str:
                numbers.append(view.random())
                return view.choice(view.legal())

            match = Match("slime-licker", NAMES, [play, *[others] * 3], seed=9)
            match.next_deal().finish()
            return numbers

        a, b = drawn("lowest"), drawn("random")
        assert a[0] == b[0] and len(set(a)) == len(a) and all(0 <= x < 1 for x in a)

    def test_it_speaks_both_languages(self) -> None:
        seen: list[View] = []
        for lang in ("en", "ru"):
            with slime.language(lang):
                Match("slime-licker", NAMES, keep_views(seen), seed=2).next_deal().step()
        english, russian = str(seen[0]), str(seen[1])
        assert "Boris holds 3" in english and "lead" in english
        assert "Boris: на руке 3" in russian and "заход" in russian
        assert repr(seen[0]).startswith("<View of Boris: 3")

    def test_values_follow_the_order_of_the_rules(self) -> None:
        seen: list[View] = []
        Match("slime-licker", NAMES, keep_views(seen), seed=2).next_deal().step()
        view = seen[0]
        assert view.value("3") == 0 and view.value("2") > view.value("A")
        assert view.value("*") > view.value("2s")
        with pytest.raises(ValueError, match="card: a rank out of"):
            view.value("X")


class TestAnswers:
    def test_many_ways_to_write_a_play(self) -> None:
        seen: list[View] = []
        Match("slime-licker", NAMES, keep_views(seen), seed=2).next_deal().step()
        view = seen[0]
        lowest = view.hand[0]
        want = view._action(lowest)
        for answer in (
            lowest,
            f" {lowest} ",
            [lowest],
            (lowest,),
            f"{lowest}h",
            f"{lowest}={lowest}",
        ):
            assert view._action(answer) == want
        for answer in ("", [], 7, 7.0, {"7": 1}, b"7", [7], object()):
            with pytest.raises(IllegalAction) as problem:
                view._action(answer)
            assert problem.value.code == "bad-play"

    def test_a_pass(self) -> None:
        passes: list[Any] = [None, "-", " - ", "pass", "Пас"]
        for answer in passes:

            def shy(view: View, answer: Any = answer) -> Any:
                return view.legal()[0] if view.leading else answer

            match = Match("slime-licker", NAMES, ["lowest", shy, "lowest", "lowest"], seed=2)
            deal = match.next_deal().finish()
            laid = [e.action for e in deal.log if e.player == 1]
            assert 0 in laid and any(laid)

    def test_a_learner_may_write_as_people_write_cards(self) -> None:
        faces = {
            "en": str,
            "ru": lambda c: {"T": "10", "J": "В", "Q": "Д", "K": "К", "A": "Т"}.get(c, c),
        }

        for lang, face in faces.items():

            def typed(view: View, face: Any = face) -> str:
                play: str = view.legal()[0]
                return play if play == "-" else " ".join(face(c) for c in play)

            with slime.language(lang):
                match = Match("slime-licker", NAMES, typed, seed=3).finish()
            plain = Match("slime-licker", NAMES, keep_views([]), seed=3).finish()
            assert [d.log for d in match.deals] == [d.log for d in plain.deals]


def breaks_down(view: View) -> str:
    top: Any = view.to_beat
    return str(top.rank)


def too_many(view: View) -> str:
    if view.leading:
        return str(view.legal()[0])
    answer = "A A A A A"
    return answer


LINES = {  # the lines above that are to blame
    name: i + 1
    for i, line in enumerate(Path(__file__).read_text(encoding="utf-8").splitlines())
    for name, text in (("breaks", "    return str(top.rank)"), ("many", "    return answer"))
    if line == text
}


class TestErrors:
    def test_an_illegal_answer_names_file_line_and_rule(self) -> None:
        with pytest.raises(StrategyFault) as found:
            Match("slime-licker", NAMES, [*["lowest"] * 3, too_many], seed=1).finish()
        fault = found.value
        assert (fault.file, fault.line) == (__file__, LINES["many"])
        assert fault.player == "Gleb" and fault.strategy == "too_many"
        assert fault.why == "A is not in this hand (or not as often)."
        assert f"test_custom_strategies.py, line {LINES['many']}\n    return answer" in str(fault)

    def test_no_answer_may_be_a_forgotten_return(self) -> None:
        def forgetful(view: View) -> None:
            view.legal()[0]

        with pytest.raises(StrategyFault, match=r"answered None.*is a return missing"):
            Match("slime-licker", NAMES, [forgetful] * 4, seed=1).finish()

    def test_in_russian(self) -> None:
        with slime.language("ru"), pytest.raises(StrategyFault) as found:
            Match("slime-licker", NAMES, [*["lowest"] * 3, too_many], seed=1).finish()
        assert "На руке нет карты Т" in str(found.value)
        assert f"строка {LINES['many']}" in str(found.value)

    def test_a_breakdown_is_chained_and_names_the_line(self) -> None:
        with pytest.raises(StrategyFault) as found:
            Match("slime-licker", NAMES, breaks_down, seed=1).finish()
        assert isinstance(found.value.__cause__, AttributeError)
        assert (found.value.file, found.value.line) == (__file__, LINES["breaks"])
        assert "AttributeError" in found.value.why and "view.leading" in found.value.why

    def test_a_wrong_gift(self) -> None:
        def play(view: View) -> str:
            return str(view.legal()[0])

        gifts: list[tuple[Any, str]] = [
            (lambda view: view.hand, "This gift has 2 cards."),
            (lambda view: "A", "This gift has 2 cards."),
            (lambda view: "33 =3", "Write a play as cards"),
            (lambda view: None, "Write a play as cards"),
            (lambda view: "**" if view.counts.get("*", 0) < 2 else "AAAA", "This|not in this hand"),
        ]
        for give, why in gifts:
            match = Match("slime-licker", NAMES, from_function(play, give=give), seed=1)
            with pytest.raises(StrategyFault, match=why) as found:
                match.finish()
            assert "wanted to give" in str(found.value)

    def test_a_compiled_one_is_told_too(self) -> None:
        @strategy
        def cheeky(S: Any, me: int) -> int:
            return 5 | (3 << st.RANK_BIT)

        with pytest.raises(StrategyFault, match=r"cheeky of .* answered 3 3 3 3 3") as found:
            Match("slime-licker", NAMES, cheeky, seed=1).finish()
        assert found.value.file == __file__
        for answer in (-1, 1 << 63, 1 << 60, 15 << st.RANK_BIT, 1 << 80):
            wrong = strategy(lambda S, me, answer=answer: answer)
            with pytest.raises(StrategyFault):
                Match("slime-licker", NAMES, wrong, seed=1).finish()

    def test_nothing_of_the_table_changes_when_an_answer_is_refused(self) -> None:
        match = Match("slime-licker", NAMES, [*["lowest"] * 3, too_many], seed=1)
        deal = match.next_deal()
        while deal.turn != "Gleb" or deal.to_beat is None:
            deal.step()
        before = list(deal.S)
        with pytest.raises(StrategyFault):
            deal.step()
        assert before == deal.S


class TestConfigured:
    def test_keywords_are_settings(self) -> None:
        seen = []

        def mine(view: View, until: int = 3, name: str = "x") -> str:
            seen.append((until, view.options))
            return str(view.legal()[0])

        plain = from_function(mine)
        changed = plain(until=5)
        assert repr(changed) == "mine(until=5)" and changed != plain == from_function(mine)
        assert plain != from_function(lambda view, until=3: "-", name="mine")
        Match("slime-licker", NAMES, changed, seed=1).next_deal().step()
        assert seen == [(5, {"until": 5})]
        with pytest.raises(ValueError, match="takes no option 'name'"):
            plain(name=1)

    def test_what_cannot_be_called_with_a_view_is_refused(self) -> None:
        def none() -> str:
            return "-"

        def two(view: View, other: View) -> str:
            return "-"

        for wrong in (none, two, 5, "nobody", object()):
            with pytest.raises(ValueError, match="strateg"):
                find(wrong)

    def test_a_class_is_new_for_each_match_and_seat(self) -> None:
        made: list[Any] = []

        class Player:
            def __init__(self) -> None:
                made.append(self)
                self.asked = 0

            def choose(self, view: View) -> str:
                self.asked += 1
                return str(view.legal()[0])

        player = from_function(Player)
        assert made == [] and repr(player) == "Player"
        Match("slime-licker", NAMES, player, seed=1).finish()
        assert len(made) == 4 and all(one.asked for one in made)
        Match("slime-licker", NAMES, Player, seed=1)
        assert len(made) == 8

    def test_the_compiled_form_sees_a_blanked_copy(self) -> None:
        states: list[list[int]] = []

        @strategy(options={"skip": 0})
        def first(S: Any, me: int) -> int:
            states.append(S)
            S[st.HAND + me] += 0
            S[st.PLAYED_CARDS] = 77  # its own copy
            return legal_number(S, me, 0)

        match = Match("slime-licker", NAMES, first(skip=2), seed=1)
        deal = match.next_deal().step()
        assert deal.S[st.PLAYED_CARDS] != 77 and repr(first(skip=2)) == "first(skip=2)"
        hands = states[0][st.HAND : st.HAND + 4]
        assert sum(h > 0 for h in hands) == 1
        own = states[0][st.OPTION : st.OPTION + 4 * st.OPTIONS : st.OPTIONS]
        assert sorted(own) == [0, 0, 0, 2]
        with pytest.raises(ValueError, match="2 arguments"):
            strategy(lambda view: 0)  # type: ignore[arg-type]

    def test_the_state_is_watched(self) -> None:
        deal = Match("slime-licker", 5, "lowest", seed=1).next_deal()
        me = deal.actor
        swapped = swap_unseen(deal.S, me, Random(1))
        assert swapped[: st.PRIVATE] == deal.S[: st.PRIVATE]
        assert swapped[st.HAND + me] == deal.S[st.HAND + me]
        hands = slice(st.HAND, st.HAND + 5)
        assert swapped[hands] != deal.S[hands] and sum(swapped[hands]) == sum(deal.S[hands])
        watched = GuardedState(deal.S, me)
        assert watched[st.HAND + me] == deal.S[st.HAND + me]
        for peek in (st.HAND + (me + 1) % 5, st.RANDOM_STATE, -1, slice(0, None)):
            with pytest.raises(Exception, match="was read"):
                watched[peek]
        with pytest.raises(Exception, match="was read"):
            list(watched)


class TestCheck:
    def test_a_good_one(self) -> None:
        check = check_strategy("counter")
        assert check.ok and check.problems == () and "can take part" in str(check)
        assert "✔ counter" in check._repr_html_()

    def test_what_is_wrong_is_said(self) -> None:
        rng = Random(5)

        def fickle(view: View) -> str:
            return rng.choice(list(view.legal()))

        class Forgets:
            def choose(self, view: View) -> str:
                return rng.choice(list(view.legal()))

        @strategy
        def peeks(S: Any, me: int) -> int:
            return legal_number(S, me, S[st.HAND + S[st.NEXT_PLAYER + me]] & 0)

        @strategy
        def uncompiled(S: Any, me: int) -> int:
            return int({0: legal_number(S, me, 0)}[0]) if me < 99 else int("x" * me)

        wrong: list[tuple[Any, str]] = [
            (too_many, f"test_custom_strategies.py, line {LINES['many']}"),
            (breaks_down, "view.leading"),
            (fickle, "view.choice"),
            (Forgets, "same match twice"),
            (peeks, "may not see"),
            (lambda: "-", "one view"),
            (uncompiled, "cannot be compiled"),
        ]
        for function, text in wrong:
            check = check_strategy(function)
            assert not check.ok and text in str(check), function
            assert check.problems and "✘" in check._repr_html_()
        assert "так нельзя" in str(check_strategy(too_many, lang="ru"))

    def test_it_leaves_the_language_as_it_was(self) -> None:
        check_strategy("lowest", lang="ru")
        assert slime.language() == "en"


class TestFiles:
    @pytest.mark.parametrize("lang", ["en", "ru"])
    def test_the_template_is_a_player(self, lang: str, tmp_path: Path) -> None:
        file = tmp_path / "my_player.py"
        file.write_text(template(lang), encoding="utf-8")
        player = from_file(file)
        assert check_strategy(player, lang=lang).ok
        assert player.name == {"en": "My first player", "ru": "Мой первый игрок"}[lang]
        assert template(lang).count("#") >= 8

    def test_both_templates_are_the_same_program(self) -> None:
        def program(lang: str) -> list[str]:
            bare = re.sub(r'""".*?"""', "", template(lang), flags=re.DOTALL)
            bare = re.sub(r"NAME = .*", "", bare)
            return [
                line.split("  #")[0]
                for line in bare.splitlines()
                if not line.strip().startswith("#")
            ]

        assert program("en") == program("ru")

    def test_what_is_wrong_with_a_file(self, tmp_path: Path) -> None:
        def written(text: str) -> Path:
            file = tmp_path / "pupil.py"
            file.write_text(text, encoding="utf-8")
            return file

        with pytest.raises(ValueError, match="cannot be read"):
            from_file(tmp_path / "none.py")
        with pytest.raises(ValueError, match=r"pupil.py has no function choose"):
            from_file(written("x = 1"))
        for text, line, why in (
            ("a = 1\ndef choose(view:\n", 2, "SyntaxError"),
            ("import slime\n\n1 / 0\n", 3, "ZeroDivisionError"),
            ("import nowhere_to_be_found\n", 1, "ModuleNotFoundError"),
        ):
            with pytest.raises(StrategyFault, match=why) as found:
                from_file(written(text))
            assert found.value.line == line and f"line {line}" in str(found.value)

    def test_a_class_and_a_compiled_one(self, tmp_path: Path) -> None:
        file = tmp_path / "p.py"
        file.write_text(
            "class Player:\n    def choose(self, view):\n        return view.legal()[0]\n"
        )
        assert repr(from_file(file)) == "p" and check_strategy(from_file(file)).ok
        file.write_text(
            "from slime.engine.legal import legal_number\nfrom slime.strategies import strategy\n"
            "@strategy\ndef choose(S, me):\n    return legal_number(S, me, 0)\n"
        )
        assert from_file(file).kind == "compiled"


def test_exit_in_a_learners_function_is_told_not_obeyed() -> None:
    def leave(view: View) -> str:
        raise SystemExit(3)

    with pytest.raises(StrategyFault, match="SystemExit"):
        slime.Match("slime-licker", 4, leave).finish()


def _emptied(view: View) -> str:
    view._S[:] = []
    return "3"


def _unset(view: View) -> str:
    del view._S
    return "-"


@pytest.mark.parametrize("damage", [_emptied, _unset])
def test_who_damages_the_view_is_told_where(damage: Callable[[View], str]) -> None:
    line = damage.__code__.co_firstlineno
    for play in (
        lambda: slime.Match(strategies=damage, seed=1).next_deal().finish(),
        lambda: slime.simulate(matches=2, deals=2, strategies=damage, progress=False),
    ):
        with pytest.raises(StrategyFault, match="for reading only") as found:
            play()
        assert (found.value.file, found.value.line) == (__file__, line)
