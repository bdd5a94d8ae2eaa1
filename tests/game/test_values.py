"""What a deal gives out stays as it was, and copies are whole and independent."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import slime
from slime import records
from slime.i18n import read_cards

NAMES = ["Anna", "Boris", "Vera", "Gleb"]


def match(**how: Any) -> slime.Match:
    return slime.Match("slime-licker", NAMES, seed=1, **how)


def test_legal_plays_stay_as_they_were() -> None:
    deal = match().next_deal()
    kept = []
    while not deal.over:
        legal = deal.legal()
        kept.append((legal, list(deal.legal()), len(legal)))
        deal.step()
    assert deal.legal()[:] == [] and len(deal.legal()) == 0
    for legal, listed, length in kept:
        assert list(legal) == listed == legal[:] and len(legal) == length
        assert all(play in legal for play in listed)
        assert legal[-1] == listed[-1] and legal[0] == listed[0]


def test_playing_all_that_is_legal_ends_with_the_rule_that_forbids_it() -> None:
    deal = match().next_deal()
    with pytest.raises(slime.IllegalAction):
        for play in deal.legal():
            deal.play(play)
    assert len(deal.log) >= 1


def test_hands_are_copies() -> None:
    deal = match().next_deal()
    before = copy.deepcopy(deal.hands)
    deal.hands[0].pop()
    deal.hand("Anna").clear()
    deal.dealt[0].clear()
    assert deal.hands == deal.dealt == before
    deal.finish()
    assert sum(map(len, deal.hands)) == sum(deal.cards_left.values())


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, slime.Deal.copy])
def test_a_copy_of_a_deal_is_whole_and_independent(how: Any) -> None:
    game = match()
    game.next_deal().finish()
    deal = game.next_deal().step().step().step().undo()
    before = (deal.S[:], deal.log, deal.hands, deal.events)
    other = how(deal)
    assert (other.S, other.log, other.hands, other.events) == before
    other.redo().finish().undo()
    assert (deal.S, deal.log, deal.hands, deal.events) == before
    assert not game.over and len(game.deals) == 2
    game.finish()
    assert game.deals[1].log[: len(other.log)] == other.log


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, slime.Match.copy])
def test_a_copy_of_a_match_is_whole_and_independent(how: Any) -> None:
    game = match()
    game.next_deal().finish()
    game.next_deal().step()
    text = game.record()
    other = how(game)
    assert other.record() == text
    with pytest.raises(slime.IllegalAction):
        other.deals[0].undo()
    other.finish()
    assert game.record() == text and not game.over
    assert game.finish().record() == other.record()


def test_a_deal_and_its_match_copied_together_stay_together() -> None:
    game = match()
    deal = game.next_deal()
    other, copied = copy.deepcopy((game, deal))
    assert other.deals[-1] is copied
    copied.finish()
    assert other.next_deal().number == 2 and not deal.over


class Remembers:
    """Plays the first legal play that it did not play before."""

    def __init__(self) -> None:
        self.played: list[str] = []

    def choose(self, view: slime.strategies.View) -> str:
        play = next((p for p in view.legal() if p not in self.played), view.legal()[0])
        self.played.append(play)
        return play


def test_a_player_with_a_memory_is_copied_too() -> None:
    game = match(strategies=Remembers)
    deal = game.next_deal()
    for _ in range(10):
        deal.step()
    other = game.copy()
    other.finish()
    assert game.finish().record() == other.record()


def test_a_player_given_as_an_object_stays_itself() -> None:
    mine = Remembers()
    game = match(strategies=mine)
    game.next_deal().copy().finish()
    assert mine.played


def test_cards_may_come_in_a_list() -> None:
    deal = match().next_deal()
    hand = deal.hand(str(deal.turn))
    same = [card for card in hand if card[0] == hand[0][0]]
    assert deal.copy().play(same[:1]).log == deal.copy().play(same[0]).log
    assert deal.copy().play(hand[:1]).log == deal.copy().play(tuple(hand[:1])).log
    numpy = pytest.importorskip("numpy")
    assert deal.copy().play(numpy.str_(same[0])).log == deal.copy().play(same[0]).log
    assert deal.copy().play(numpy.array(same[:1])).log == deal.copy().play(same[0]).log
    for one in ("-", "–", "—", "pass", "Pass", "пас"):
        assert deal.copy().play(same).play(one).log[-1].action == 0
    assert read_cards(" ".join(same), "en")


def test_gifts_may_come_in_a_list() -> None:
    game = match()
    game.next_deal().finish()
    deal = game.next_deal()
    due = deal.gifts_due()[0]
    best = deal.hand(due.giver)[-due.size :]
    assert deal.copy().give(best).log == deal.copy().give(" ".join(best)).log


@pytest.mark.parametrize("play", ["3 =3 3 3", "77=A=K", "3 = 3 =3", "=3", "3 =", 7, None, [], [3]])
def test_nothing_that_is_typed_is_dropped(play: Any) -> None:
    deal = match().next_deal()
    with pytest.raises(slime.IllegalAction) as caught:
        deal.play(play)
    assert caught.value.code in ("bad-play", "bad-card") and str(caught.value)
    assert deal.why_not(play) == str(caught.value) and not deal.log


@pytest.mark.parametrize("gift", ["A A =K", "A A=A", "=A", None, 3])
def test_a_gift_stands_for_nothing_else(gift: Any) -> None:
    game = match()
    game.next_deal().finish()
    deal = game.next_deal()
    with pytest.raises(slime.IllegalAction) as caught:
        deal.give(gift)
    assert deal.why_not_give(gift) == str(caught.value) and not deal.log


def test_the_strategies_survive_being_sent() -> None:
    for name in slime.strategies.names():
        found = getattr(slime.strategies, name)
        assert pickle.loads(pickle.dumps(found)) == found and name in dir(slime.strategies)


def unruly(view: Any) -> str:
    """A player who answers what the rules forbid."""
    return "3 4"


def _raised(call: Any, *args: Any, **options: Any) -> Exception:
    with pytest.raises(Exception) as caught:
        call(*args, **options)
    return caught.value


def test_errors_reach_another_process_whole() -> None:
    errors = [
        _raised(slime.rules, "slime-licker", jokers=3),
        _raised(slime.simulate, matches=-1),
        _raised(match().next_deal().play, "3 4"),
        _raised(match(strategies=unruly).next_deal().finish),
        _raised(records.read, "{"),
    ]
    assert len({type(error) for error in errors}) == 5
    for error in errors:
        back = pickle.loads(pickle.dumps(error))
        assert type(back) is type(error) and str(back) == str(error)
        assert vars(back) == vars(error)
