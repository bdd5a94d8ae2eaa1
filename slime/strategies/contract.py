"""What every strategy must hold to, checked answer by answer.

`watch` plays deals and looks over the shoulder of one player: is each answer legal, is it the
same when asked again with the same luck, does it stay the same when cards that the player
cannot see change hands, and is nothing read or changed that is not the player's own?
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, NamedTuple, NoReturn

from slime.engine import layout as st
from slime.engine.beats import FINE
from slime.engine.exchange import gift_count, gift_kind, why_not_answer
from slime.engine.hands import card_number, size_of
from slime.game.deal import Deal
from slime.game.match import Match
from slime.game.presets import PRESETS, VARIANTS
from slime.game.rules import Rules
from slime.game.rules import rules as make_rules
from slime.game.setting import Player
from slime.strategies.base import Strategy
from slime.strategies.custom import Compiled, plain
from slime.strategies.observation import PRIVATE_ROWS, blanked


def tables() -> list[tuple[Rules, int]]:
    """Tables to try a player at: all presets with all numbers of players, all variants."""
    out = []
    for preset in PRESETS:
        rules = make_rules(preset, match={"deals": 3})
        least, most = rules.players
        out += [(rules, players) for players in range(least, most + 1)]
    for number in VARIANTS:
        out.append((make_rules("king-and-slave", variants=[number], match={"deals": 3}), 5))
    return out


@cache
def positions() -> list[tuple[list[int], int, int]]:
    """Some hundred things to ask: what a player sees, who it is, how many cards it has to give."""
    out: list[tuple[list[int], int, int]] = []
    for rules in (make_rules(preset, match={"deals": 3}) for preset in PRESETS):
        match = Match(rules, rules.players[0], "random", seed=len(out))
        while not match.over:
            deal = match.next_deal()
            while not deal.over:
                S, me = deal.S, deal.actor
                if _is_asked(deal):
                    count = gift_count(S, S[st.GIFT]) if S[st.PHASE] == st.EXCHANGING else 0
                    out.append((blanked(S, me), me, count))
                deal.step()
    return out


class HiddenRead(Exception):
    """A strategy read or wrote what is not its own."""


class GuardedState(list[int]):
    """A state that raises `HiddenRead` when more than the common part and own rows is used."""

    def __init__(self, cells: list[int], me: int) -> None:
        super().__init__(cells)
        own = st.OPTION + me * st.OPTIONS
        self._own = {row + me for row in PRIVATE_ROWS} | set(range(own, own + st.OPTIONS))
        self._luck = st.LUCK + me

    def _look(self, i: int) -> None:
        if i < 0:
            i += len(self)
        if st.PRIVATE <= i < len(self) and i not in self._own:
            raise HiddenRead(f"cell {i} of the state was read")

    def __getitem__(self, i: Any) -> Any:
        if isinstance(i, slice):
            for k in range(*i.indices(len(self))):
                self._look(k)
        else:
            self._look(i)
        return super().__getitem__(i)

    def __setitem__(self, i: Any, value: Any) -> None:
        if i != self._luck:
            raise HiddenRead(f"cell {i} of the state was changed")
        super().__setitem__(i, value)

    def __iter__(self) -> NoReturn:
        raise HiddenRead("the whole state was read")

    def after(self) -> int:
        """Where the own stream stands."""
        return super().__getitem__(self._luck)


class Violation(NamedTuple):
    """A point of the contract that is broken: ``peeks``, ``illegal``, ``fickle`` or ``loses``.

    `deal` is the deal as it stood, `player` who was asked, `answer` what was answered.
    """

    point: str
    deal: Deal
    player: str
    answer: int
    detail: str


def swap_unseen(S: list[int], me: int, rng: Random) -> list[int]:
    """The same for player `me`: other hands exchange a card, private cells change."""
    out = list(S)
    others = [p for p in range(S[st.PLAYERS]) if p != me]
    holders = [p for p in others if out[st.HAND + p]]
    if len(holders) > 1:
        a, b = rng.sample(holders, 2)
        first, second = out[st.HAND + a], out[st.HAND + b]
        x = card_number(first, rng.randrange(size_of(first)))
        y = card_number(second, rng.randrange(size_of(second)))
        out[st.HAND + a] += y - x
        out[st.HAND + b] += x - y
    for p in others:
        out[st.GAVE + p], out[st.GOT + p] = out[st.GOT + p], out[st.GAVE + p]
        out[st.LUCK + p] ^= 0x5555
        out[st.CLUBS + p] ^= 1
        for i in range(st.OPTIONS):
            out[st.OPTION + p * st.OPTIONS + i] += 1
    out[st.RANDOM_STATE] ^= 0x5555
    out[st.REMOVED_CARDS] = 0
    return out


def _ask(player: Strategy | Player, S: list[int], me: int) -> tuple[int, int]:
    """Answer and state of the own stream after it."""
    seen = GuardedState(S, me)
    if S[st.PHASE] == st.EXCHANGING:
        answer = player.give(seen, me, gift_count(S, S[st.GIFT]))
    else:
        answer = player.choose(seen, me)
    return answer, seen.after()


def look_over(
    player: Strategy | Player, deal: Deal, rng: Random, *, again: bool = True
) -> Violation | None:
    """Ask a player for the step that is due; the first violation of the contract, if any.

    `again` asks more than once (not for one that keeps a memory).
    """
    S, me = deal.S, deal.actor

    def broken(point: str, answer: int = 0, detail: str = "") -> Violation:
        return Violation(point, deal, deal.players[me], answer, detail)

    try:
        first = _ask(player, S, me)
        if why_not_answer(S, me, first[0]) != FINE:
            return broken("illegal", first[0])
        if again and _ask(player, S, me) != first:
            return broken("fickle", first[0])
        if again and _ask(player, swap_unseen(S, me, rng), me) != first:
            if _ask(player, S, me) != first:
                return broken("fickle", first[0])
            return broken("peeks", first[0], "an unseen card changed the answer")
    except HiddenRead as problem:
        return broken("peeks", detail=str(problem))
    except Exception:
        if not isinstance(player, Compiled):
            raise
        # asked at the table, it breaks down again and the error says where
    return None


def _is_asked(deal: Deal) -> bool:
    """Whether the next step is the choice of a player (not a best or a random gift)."""
    S = deal.S
    return S[st.PHASE] != st.EXCHANGING or gift_kind(S, S[st.GIFT]) == st.CHOICE


def _cards(S: list[int]) -> int:
    return sum(S[st.HAND : st.HAND + S[st.PLAYERS]]) + S[st.PLAYED_CARDS] + S[st.REMOVED_CARDS]


def watch(
    strategy: Strategy,
    rules: Rules,
    players: int,
    *,
    seed: int,
    others: str = "random",
    deals: int | None = None,
    again: bool = True,
) -> Iterator[tuple[Deal, Violation | None]]:
    """Play a match (or its first `deals`) with the strategy at a seat that the seed picks.

    Gives each finished deal and None, or the deal as it stood and the violation, and then stops.
    A `StrategyFault` of a learner's own strategy is let through.
    """
    rng = Random(seed)
    subject = rng.randrange(players)
    table: list[Any] = [others] * players
    table[subject] = strategy
    match = Match(rules, players, table, seed=seed)
    seated = match.setting.strategies[subject]
    assert seated is not None
    # a compiled one is shown a blanked copy at the table; here its own reading is watched
    asked: Strategy | Player = seated
    if isinstance(strategy, Compiled):
        asked = replace(strategy, choose=plain(strategy.choose), give=plain(strategy.give))
    while not match.over and (deals is None or len(match.deals) < deals):
        deal = match.next_deal()
        whole = _cards(deal.S)
        while not deal.over:
            if deal.actor == subject and _is_asked(deal):
                violation = look_over(asked, deal, rng, again=again)
                if violation is not None:
                    yield deal, violation
                    return
            deal.step()
            if _cards(deal.S) != whole:
                yield deal, Violation("loses", deal, deal.players[subject], 0, "")
                return
        yield deal, None
