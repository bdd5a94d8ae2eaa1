"""What every strategy must hold to; each file of the book is tested by being there."""

from __future__ import annotations

import pickle
from random import Random

import pytest
from rule_sets import some_rules

import slime
from slime.engine import layout as st
from slime.game.match import Match
from slime.strategies import find, names
from slime.strategies.base import Strategy, declare
from slime.strategies.builtin.lowest import give_lowest
from slime.strategies.contract import Violation, tables, watch
from slime.strategies.custom import from_function
from slime.strategies.registry import registry

pytestmark = pytest.mark.parametrize("name", names())


def violations(strategy: Strategy, seeds: range, others: str) -> list[Violation]:
    """What goes wrong at random tables."""
    found = []
    for seed in seeds:
        rules, players = some_rules(Random(seed))
        found += [b for _, b in watch(strategy, rules, players, seed=seed, others=others) if b]
    return found


def random_settings(strategy: Strategy, rng: Random) -> Strategy:
    """The strategy with settings from anywhere in their range."""
    values = {
        o.name: rng.choice([o.least, o.most, rng.randint(o.least, o.most)])
        for o in strategy.options
    }
    return strategy(**values)


def test_it_holds_at_random_tables(name: str) -> None:
    assert violations(find(name), range(40), "random") == []


def test_it_holds_at_every_preset_variant_and_number_of_players(name: str) -> None:
    for number, (rules, players) in enumerate(tables()):
        found = [b for _, b in watch(find(name), rules, players, seed=number, others="lowest") if b]
        assert found == [], rules


def test_it_holds_with_any_settings(name: str) -> None:
    rng = Random(name)
    for seed in range(25):
        strategy = random_settings(find(name), rng)
        assert violations(strategy, range(seed, seed + 1), name) == []


def test_a_match_goes_the_same_way_twice(name: str) -> None:
    rules, players = some_rules(Random(7))
    logs = [
        [deal.log for deal in Match(rules, players, name, seed=3).finish().deals] for _ in range(2)
    ]
    assert logs[0] == logs[1]


def test_settings_are_checked(name: str) -> None:
    strategy = find(name)
    refused = "takes no option 'colour'" if strategy.options else "no options, and so not 'colour'"
    with pytest.raises(ValueError, match=refused):
        strategy(colour=1)
    for option in strategy.options:
        for value in (option.least - 1, option.most + 1):
            with pytest.raises(ValueError, match=f"{option.name}: a whole number from"):
                strategy(**{option.name: value})
        for wrong in (True, 1.0, "1", None):
            with pytest.raises(ValueError, match="whole number"):
                strategy(**{option.name: wrong})  # type: ignore[arg-type]
        assert option.what and option.least <= option.default <= option.most


def test_equal_settings_are_equal_and_print_themselves(name: str) -> None:
    strategy = find(name)
    assert strategy == registry()[name] and repr(strategy) == name
    assert strategy() == strategy and hash(strategy()) == hash(strategy)
    for option in strategy.options:
        value = option.most if option.default != option.most else option.least
        changed = strategy(**{option.name: value})
        assert changed != strategy
        assert repr(changed) == f"{name}({option.name}={value})"
        assert find(repr(changed)) == changed == find(name)(**{option.name: value})
        assert changed(**{option.name: option.default}) == strategy


def test_it_survives_pickling(name: str) -> None:
    copy = pickle.loads(pickle.dumps(find(name)))
    assert copy == find(name) and copy.choose is find(name).choose


def test_its_file_says_what_it_does(name: str) -> None:
    doc = find(name).doc
    assert doc.startswith(f"{name}: ") and "Source: " in doc and "give" in doc.lower()


def test_the_contract_finds_a_cheat(name: str) -> None:
    """The same strategy, looking at the hand of the player on the left, is found out."""
    honest = find(name)

    def peeking(S: list[int], me: int) -> int:
        if S[st.HAND + S[st.NEXT_PLAYER + me]] & 15:  # the neighbour holds a lowest card
            return 0 if S[st.TO_BEAT_SIZE] else honest.choose(S, me)
        return honest.choose(S, me)

    cheat = declare("cheat", peeking, give_lowest, *honest.options)
    found = violations(cheat, range(3), "lowest")
    assert {b.point for b in found} == {"peeks"}


def test_it_answers_the_same_on_a_view_without_secrets(name: str) -> None:
    """Played through a readable view's copy of the state, the match goes the same way."""
    from slime.strategies.view import View

    strategy = find(name)

    def through(view: View) -> str:
        S = view._S
        strategy.write_options(S, view._p)
        return view.text.write(strategy.choose(S, view._p))

    def gift(view: View) -> str:
        S = view._S
        strategy.write_options(S, view._p)
        return view.text.order.letters(strategy.give(S, view._p, view.cards_due))

    rules = slime.rules("king-and-slave", wild="23", match={"deals": 4})
    plain = Match(rules, 5, strategy, seed=5).finish()
    other = Match(rules, 5, from_function(through, give=gift), seed=5).finish()
    assert [d.log for d in plain.deals] == [d.log for d in other.deals]
