"""Advice at a table: what each action is worth to who acts, in worlds that fit what he sees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slime._checks import check_choice, check_fraction, check_int, check_seed, invalid
from slime.advice.endgame import MOST_HANDS, open_places, play_words
from slime.advice.judge import judge_actions
from slime.engine import layout as st
from slime.engine.exchange import gift_count, gift_kind
from slime.engine.hands import count_at, low_bit, lowest_cards, size_of
from slime.engine.legal import all_legal
from slime.engine.streams import absorb, seed_word
from slime.engine.strength import whole_pack
from slime.game.table import Table
from slime.i18n import words
from slime.measures.limits import Interval, student, wilson_limits
from slime.simulation.spec import can_compile
from slime.strategies.observation import blanked
from slime.strategies.playouts import PLAYERS_OUT, next_gift_of
from slime.strategies.worlds import LOWEST_GIFTS, ROOM, UNKNOWN_GIFTS
from slime.text_table import TextTable

#: How free gifts of others may be taken to be chosen.
GIFT_MODELS = {"lowest": LOWEST_GIFTS, "unknown": UNKNOWN_GIFTS}
#: Up to so many actions get all samples; of more, the worse half drops out twice.
_FEW = 8
#: Gifts to choose from, at the most.
_GIFTS = 128


@dataclass(frozen=True, slots=True)
class Choice:
    """What one action is worth.

    Parameters
    ----------
    play : str
        The play, ``-`` for a pass, or the cards of a gift.
    place : Interval
        The expected place.
    chances : tuple of Interval
        The chance of each place, the first place first.
    behind : Interval
        How many places worse than the best action, in the same worlds; 0 for that one.

    Examples
    --------
    >>> import slime
    >>> deal = slime.Match(players=4, strategies="lowest", seed=1).next_deal()
    >>> choice = deal.advice(samples=50).choices[0]
    >>> choice.play in deal.legal(), choice.place.covers(choice.place.value), len(choice.chances)
    (True, True, 4)
    """

    play: str
    place: Interval
    chances: tuple[Interval, ...]
    behind: Interval


@dataclass(frozen=True, slots=True, repr=False)
class Advice:
    """What each action is worth to who acts; it shows itself as a table.

    Parameters
    ----------
    player : str
        Who acts.
    choices : tuple of Choice
        The actions, the best first.
    exact : bool
        Whether the hands followed from what the player sees and the end was searched; else
        deals were played out.
    samples : int
        In how many worlds.
    players, gifts : str
        Who played them out, and how free gifts of others were taken to be chosen.
    seed : int
        Where the luck comes from.
    lang : str
        The language it is told in.

    Examples
    --------
    >>> import slime
    >>> deal = slime.Match(players=4, strategies="lowest", seed=1).next_deal()
    >>> found = deal.advice(samples=100, seed=1)
    >>> found.best == found.choices[0].play, found.best in deal.legal(), found.exact
    (True, True, False)
    >>> found[found.best].behind.value, len(found.choices[0].chances)
    (0.0, 4)
    >>> found.table().head[:2]
    ('play', 'mean place')
    """

    player: str
    choices: tuple[Choice, ...]
    exact: bool
    samples: int
    players: str
    gifts: str
    seed: int
    lang: str

    @property
    def best(self) -> str:
        """The action with the best expected place."""
        return self.choices[0].play

    def __getitem__(self, play: str) -> Choice:
        for choice in self.choices:
            if choice.play == play:
                return choice
        raise KeyError(play)

    def table(self) -> TextTable:
        """All actions, the best first."""
        w = words(self.lang)
        places = range(1, len(self.choices[0].chances) + 1)
        rows = []
        for choice in self.choices:
            behind = choice.behind
            row = [play_words(choice.play, w), w.number(float(choice.place.value), 2)]
            row.append(w.span(float(choice.place.low), float(choice.place.high)))
            row.append("" if choice is self.choices[0] else w.signed(float(behind.value)))
            row.append("" if not row[-1] else w.span(float(behind.low), float(behind.high)))
            row += [w.percent(float(chance.value)) for chance in choice.chances]
            rows.append(tuple(row))
        notes = [w("advice.exact_note")]
        if not self.exact:
            notes = [
                w("advice.sampled_note", n=self.samples, players=self.players, seed=self.seed),
                w(f"advice.gifts_{self.gifts}"),
                w("advice.passes_note"),
            ]
        heads = ("play", "mean", "limits", "behind", "behind_limits")
        return TextTable(
            w("advice.title", player=self.player),
            (*(w(f"advice.{head}") for head in heads), *(w.number(place) for place in places)),
            tuple(rows),
            notes=tuple(notes),
            lang=self.lang,
        )

    def __repr__(self) -> str:
        return self.table().text()

    def _repr_html_(self) -> str:
        return self.table().html()

    def _repr_markdown_(self) -> str:
        return self.table().markdown()


def advise(
    deal: Table,
    samples: int = 2_000,
    seed: int = 1,
    *,
    players: str = "lowest",
    gifts: str = "lowest",
    level: float = 0.95,
) -> Advice:
    """What each action is worth to who acts: his expected place, and the chance of each place.

    It works from what that player sees.  Where the other hands follow from it, the end is
    searched exactly (see `solve`); else the deal is played out in worlds that fit, all actions
    in the same ones.  What the others passed is not used.

    Parameters
    ----------
    deal : Deal
        With somebody to play, to pass or to choose a gift.
    samples : int
        How many worlds.
    seed : int
        Where the luck comes from.
    players : {"lowest", "counter"}
        Who plays the deals out.
    gifts : {"lowest", "unknown"}
        How free gifts of others are taken to be chosen: the lowest cards, or nobody knows.
    level : float
        In what share of cases limits hold the true value.

    Returns
    -------
    Advice
        The actions, the best first; it shows itself as a table.

    Raises
    ------
    ValueError
        If nobody has anything to choose.

    Examples
    --------
    >>> import slime
    >>> deal = slime.Match(players=5, strategies="lowest", seed=1).next_deal()
    >>> advise(deal, 50, players="counter").best in deal.legal()
    True
    """
    samples = check_int("samples", samples, 2, 1_000_000)
    player = PLAYERS_OUT.index(check_choice("players", players, PLAYERS_OUT))
    model = GIFT_MODELS[check_choice("gifts", gifts, GIFT_MODELS)]
    level, seed = check_fraction("level", level), check_seed(seed)
    me, lang = deal.actor, deal.setting.lang
    seen = blanked(deal._S, me) if me >= 0 else []
    if seen and seen[st.PHASE] == st.PLAYING:
        actions = all_legal(seen, me)
        named = {action: deal.text.write(action) for action in actions}
    elif seen and gift_kind(seen, seen[st.GIFT]) == st.CHOICE:
        actions = _all_gifts(seen[st.HAND + me], gift_count(seen, seen[st.GIFT]))
        named = {action: "".join(deal.text.order.letters(action)) for action in actions}
    else:
        raise invalid("advice.nothing_to_choose", lang=lang)
    exact = _known_end(seen, me)
    if exact is not None:
        places = np.array([[(exact[action] >> (4 * me)) & 15 for action in actions]])
    else:
        key = absorb(seed_word(seed), 15)
        places = _race(seen, me, actions, samples, (player, model, key))
    found = _choices([named[action] for action in actions], places, len(deal.players), level)
    if exact is not None:
        samples = 0
    name = deal.players[me]
    return Advice(name, found, exact is not None, samples, players, gifts, seed, lang)


def _all_gifts(hand: int, count: int) -> list[int]:
    """All gifts of so many cards; where there are too many, those of the lower cards."""
    size = size_of(hand)
    while comb(size, count) > 20 * _GIFTS:
        size -= 1
    found: list[int] = []
    for wide in range(size, count - 1, -1):
        cards = lowest_cards(hand, wide)
        found = [lowest_cards(cards, count)]
        while found[-1]:
            found.append(next_gift_of(cards, found[-1]))
        found.pop()
        if len(found) <= _GIFTS:
            break
    return found


def _known_end(seen: Sequence[int], me: int) -> dict[int, int] | None:
    """Where each play leads, if the other hands follow from what is seen; None if they do not."""
    if seen[st.PHASE] != st.PLAYING:
        return None
    hidden = whole_pack(list(seen)) - seen[st.HAND + me] - seen[st.PLAYED_CARDS]
    holders = [q for q in range(seen[st.PLAYERS]) if q != me and seen[st.CARDS_LEFT + q]]
    gone = seen[st.FALLEN] if seen[st.FALLEN_CHAMPION] == st.LEAVES else -1
    one_rank = hidden != 0 and count_at(hidden, low_bit(hidden) >> 2) == size_of(hidden)
    if len(holders) >= MOST_HANDS or (len(holders) > 1 and not one_rank):
        return None
    known = list(seen)
    for q in holders:
        cards = lowest_cards(hidden, seen[st.CARDS_LEFT + q])
        hidden -= cards
        known[st.REMOVED_CARDS if q == gone else st.HAND + q] = cards
    return open_places(known)


def _race(
    seen: list[int], me: int, actions: list[int], samples: int, luck: tuple[int, int, int]
) -> NDArray[np.int64]:
    """The places [world, action] that actions led to; 0 where one had dropped out."""
    width = len(actions)
    run, row = _engine()
    world, play, table = row(ROOM), row(ROOM), row(samples * width)
    state, listed, alive, done = row(seen), row(actions), list(range(width)), 0
    stops = [samples // 4, samples // 2, samples] if width > _FEW else [samples]
    for stop in stops:
        spec = (me, width, len(alive), done, stop - done, *luck)
        run(state, world, play, listed, row(alive), table, spec)
        done = stop
        if stop < samples:
            means = np.reshape(table, (samples, width))[:done].mean(axis=0)
            better = sorted(alive, key=lambda a: (means[a], a))
            alive = sorted(better[: max(_FEW // 2, (len(alive) + 1) // 2)])
    return np.reshape(table, (samples, width))


def _choices(
    plays: list[str], places: NDArray[np.int64], count: int, level: float
) -> tuple[Choice, ...]:
    """What the places say of each action, the best first: those that stayed in the race before."""
    n = (places > 0).sum(axis=0)
    means = places.sum(axis=0) / n
    order = sorted(range(len(plays)), key=lambda a: (-n[a], means[a], a))
    first = places[:, order[0]]
    exact = len(places) == 1
    out = []
    for a in order:
        mine = places[: n[a], a]
        shares = np.bincount(mine, minlength=count + 1)[1:] / n[a]
        low, high = wilson_limits(shares, np.full(count, float(n[a])), level)
        if exact:
            low = high = shares
        chances = tuple(
            Interval(float(share), float(least), float(most), level, "wilson", "deal", int(n[a]))
            for share, least, most in zip(shares, low, high, strict=True)
        )
        behind = _mean(mine - first[: n[a]], level, exact or a == order[0])
        out.append(Choice(plays[a], _mean(mine, level, exact), chances, behind))
    return tuple(out)


def _mean(values: NDArray[np.int64], level: float, certain: bool) -> Interval:
    """A mean with limits; two more values, one up and one down, keep alike ones from certainty."""
    n, mean = len(values), float(values.mean())
    if certain:
        return Interval(mean, mean, mean, level, "none", "deal", n)
    spread = sqrt((float(((values - mean) ** 2).sum()) + 2) / (n + 1))
    half = float(student(n - 1, level)) * spread / sqrt(n)
    return Interval(mean, mean - half, mean + half, level, "t", "deal", n)


def _plain_row(cells: int | Sequence[int]) -> list[int]:
    return [0] * cells if isinstance(cells, int) else list(cells)


@cache
def _engine() -> tuple[Callable[..., int], Callable[[int | Sequence[int]], Any]]:
    """The loop, compiled where numba is there, and what makes a row of cells for it."""
    if not can_compile():
        return judge_actions, _plain_row
    from slime.simulation.compiled import compile_apart

    def array(cells: int | Sequence[int]) -> Any:
        return np.zeros(cells, np.int64) if isinstance(cells, int) else np.array(cells, np.int64)

    return compile_apart(judge_actions), array
