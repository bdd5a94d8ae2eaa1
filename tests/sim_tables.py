"""Random games for the simulator: rules, players, strategies of all kinds, seeds."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import strategies as st
from rule_sets import NAMES, some_rules

from slime.engine.hands import highest_cards
from slime.engine.layout import HAND, LUCK, PLAYED_CARDS
from slime.engine.legal import count_legal, legal_number
from slime.engine.streams import below, draw
from slime.game.rules import Rules
from slime.strategies import from_function, strategy
from slime.strategies.base import Strategy, option
from slime.strategies.registry import registry

SEEDS = (0, 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1)


@strategy(options={"step": 3})
def striding(S: Any, me: int) -> int:
    """Takes a legal action picked by the cards gone, at times by its own luck."""
    count = count_legal(S, me)
    at = (S[PLAYED_CARDS] >> (4 * (me % 14))) & 15
    if S[HAND + me] & 1 == 1:
        at += below(draw(S, LUCK + me), count)
    return legal_number(S, me, at * option(S, me, 0) % count)


def give_best(S: Any, me: int, count: int) -> int:
    """The best cards in hand."""
    return highest_cards(S[HAND + me], count)


@strategy(give=give_best, name="last-legal")
def last_legal(S: Any, me: int) -> int:
    """The last legal action; gives its best cards back."""
    return legal_number(S, me, count_legal(S, me) - 1)


@from_function
def wavering(view: Any, above: int = 4) -> Any:
    """A plain Python player with luck of its own."""
    plays = list(view.legal())
    if view.random() < 0.2:
        return view.choice(plays)
    fits = [play for play in plays if play != "-" and view.value(play[0]) < above]
    return fits[-1] if fits else plays[0]


class Counting:
    """A plain Python player that remembers what it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: Any) -> Any:
        self.asked += 1
        plays = view.legal()
        return plays[self.asked % len(plays)]

    def give(self, view: Any) -> Any:
        self.asked += 2
        return view.hand[: view.cards_due] if self.asked % 2 else view.hand[-view.cards_due :]


OWN_COMPILED = (striding, striding(step=5), last_legal)
OWN_PYTHON = (wavering, wavering(above=9), from_function(Counting))


@dataclass(frozen=True)
class Table:
    """What `simulate` and `Match` both take."""

    rules: Rules
    players: Any
    strategies: tuple[Strategy, ...]
    seed: int

    @property
    def count(self) -> int:
        return len(self.strategies)


def built_in(rng: Random) -> Strategy:
    """Any built-in strategy, with settings from anywhere in their range at times."""
    one = rng.choice([s for s in registry().values() if s.kind == "built-in"])
    if rng.random() < 0.5:
        return one
    return one(**{o.name: rng.randint(o.least, o.most) for o in one.options})


def some_strategies(rng: Random, count: int) -> tuple[Strategy, ...]:
    """One for each player: mostly built-in, some of a learner's own."""
    kind = rng.choice(["built-in", "built-in", "compiled", "python", "all"])
    if kind == "built-in" and rng.random() < 0.3:
        return (built_in(rng),) * count
    out = []
    for _ in range(count):
        own = {
            "built-in": (),
            "compiled": OWN_COMPILED,
            "python": OWN_PYTHON,
            "all": OWN_COMPILED + OWN_PYTHON,
        }[kind]
        out.append(rng.choice(own) if own and rng.random() < 0.5 else built_in(rng))
    return tuple(out)


def some_table(rng: Random, **choices: Any) -> Table:
    """A random game; `choices` go to `rule_sets.some_rules`."""
    rules, count = some_rules(rng, **choices)
    players = count if rng.random() < 0.6 else NAMES[:count]
    seed = rng.choice(SEEDS) if rng.random() < 0.3 else rng.getrandbits(64)
    return Table(rules, players, some_strategies(rng, count), seed)


tables = st.builds(some_table, st.randoms(use_true_random=False))
