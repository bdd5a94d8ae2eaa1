"""Every deal of a small pack, played out: exact chances of what comes after a standing.

Cards of one rank are alike in play, so hands are enumerated by rank and each counts as often as
there are ways to deal it card by card.  What the rules draw at random (dealer, first lead, who
holds the three of clubs) is averaged over; players must draw nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice, permutations, product
from math import comb, factorial, prod
from typing import NamedTuple, TypeVar

from slime._checks import invalid
from slime.engine import layout as st
from slime.engine.exchange import (
    forced_gift,
    gift_count,
    gift_from,
    make_gift,
    start_exchange,
)
from slime.engine.hands import count_at
from slime.engine.seating import (
    begin_deal,
    count_hands,
    dealer_is_drawn,
    extra_cards,
    extra_players,
    first_leader,
    lead_rule,
    link_seats,
    seats_by_place,
    sit_to_play,
)
from slime.engine.turns import act, start_trick
from slime.game.rules import Rules
from slime.strategies.base import Strategy

State = TypeVar("State", bound=Hashable)
#: Hands of all players, packed, and in how many ways they can be dealt.
Dealing = tuple[tuple[int, ...], int]
#: Where each player's luck stands: a player who moves it has drawn at random.
_STILL = 1


class Spot(NamedTuple):
    """All that a deal hands on to the next: standing, seats clockwise, dealer (-1: no matter).

    With equal players they are called 0, 1, ... by their places; seats begin at the lowest number.
    """

    standing: tuple[int, ...]
    seats: tuple[int, ...]
    dealer: int


class DealOutcome(NamedTuple):
    """Places (from 0) by player, and the spot that they lead to."""

    places: tuple[int, ...]
    then: Spot


def added(chances: Iterable[tuple[State, Fraction]]) -> dict[State, Fraction]:
    """Chances by state, those of the same one added.

    >>> added([("a", Fraction(1, 2)), ("b", Fraction(1, 4)), ("a", Fraction(1, 4))])
    {'a': Fraction(3, 4), 'b': Fraction(1, 4)}
    """
    out: dict[State, Fraction] = {}
    for state, chance in chances:
        out[state] = out.get(state, Fraction(0)) + chance
    return out


def dealings(counts: Sequence[int], sizes: Sequence[int]) -> Iterator[Dealing]:
    """All hands of these sizes from a pack with so many cards of each rank.

    >>> sorted(ways for _, ways in dealings([2, 2], [2, 2]))
    [1, 1, 4]
    """

    def ranks(r: int, left: tuple[int, ...]) -> Iterator[Dealing]:
        if r == len(counts):
            yield (0,) * len(sizes), 1
            return
        for split, ways in _splits(counts[r], left):
            rest = tuple(a - b for a, b in zip(left, split, strict=True))
            for hands, more in ranks(r + 1, rest):
                mine = tuple(h + (n << 4 * r) for h, n in zip(hands, split, strict=True))
                yield mine, ways * more

    yield from ranks(0, tuple(sizes))


def _splits(n: int, most: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
    """All ways to give `n` like cards to players who can take at most so many."""
    if len(most) == 1:
        if n <= most[0]:
            yield (n,), 1
        return
    for k in range(min(n, most[0]) + 1):
        for rest, ways in _splits(n - k, most[1:]):
            yield (k, *rest), ways * comb(n, k)


def ways_to_deal(sizes: Sequence[int]) -> int:
    """In how many ways the cards of a pack can be dealt in hands of these sizes.

    >>> ways_to_deal([2, 2, 2])
    90
    """
    return factorial(sum(sizes)) // prod(map(factorial, sizes))


@dataclass
class Enumerator:
    """Plays every deal of one world; `played` counts the deals it has played."""

    rules: Rules
    strategies: tuple[Strategy, ...]
    equal: bool
    most: int
    played: int = 0
    _hands: dict[tuple[int, ...], list[Dealing]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.count = len(self.strategies)
        self._base = self.rules.numbers(self.count)
        for p, strategy in enumerate(self.strategies):
            strategy.write_options(self._base, p)
        order = self.rules.order()
        pack = order.pack(self.rules.pack(self.count))
        self._ranks = [count_at(pack, r) for r in range(len(order.letters_))]

    def after(self, spot: Spot) -> dict[DealOutcome, Fraction]:
        """What can come of the deal after a spot, with its chances."""
        S = self._seated(spot.standing, spot.seats, True)
        S[st.DEAL] = 1
        S[st.DEALER_IS] = max(spot.dealer, 0)
        link_seats(S)
        return self._play([S])

    def opening(self, at_random: bool) -> dict[Spot, Fraction]:
        """Where the first deal of a match leads, with its chances."""
        players = tuple(range(self.count))
        circles = [(0, *rest) for rest in permutations(players[1:])]
        seatings = circles if at_random and not self.equal else [players]
        drawn = self._base[st.INITIAL_PLACES] != 0
        standings = list(permutations(players)) if drawn else [players]
        starts = [self._seated(p, s, drawn) for s, p in product(seatings, standings)]
        if drawn and self._base[st.SEATING] == st.BY_PLACE:
            for S in starts:
                seats_by_place(S)
        return added((then, chance) for (_, then), chance in self._play(starts).items())

    def _seated(self, standing: Sequence[int], seats: Sequence[int], known: bool) -> list[int]:
        """A state with this standing (if it is known) and these seats."""
        S = self._base[:]
        S[st.STANDING : st.STANDING + self.count] = standing
        S[st.SEATS_AT : st.SEATS_AT + self.count] = seats
        S[st.HAS_STANDING] = int(known)
        return S

    def _play(self, starts: list[list[int]]) -> dict[DealOutcome, Fraction]:
        counted: Counter[DealOutcome] = Counter()
        for start in starts:
            for S in self._dealers(start):
                sizes = self._sizes(S)
                if sizes not in self._hands:
                    room = self.most - self.played
                    self._hands[sizes] = list(islice(dealings(self._ranks, sizes), room + 1))
                    if len(self._hands[sizes]) > room:
                        raise invalid("experiments.too_many", most=self.most)
                for hands, ways in self._hands[sizes]:
                    for final, weight in self._leads(self._exchanged(S, hands)):
                        self._finish(final)
                        counted[self._outcome(final)] += ways * weight
        return {result: Fraction(n, counted.total()) for result, n in counted.items()}

    def _dealers(self, start: list[int]) -> Iterator[list[int]]:
        """The deal begun, with each dealer that chance may name (one, where it does not matter)."""
        S = start[:]
        begin_deal(S)
        matters = extra_cards(S) > 0 or lead_rule(S) in (st.LEAD_LEFT, st.LEAD_CLUBS)
        matters = matters or S[st.DEALER] == st.DEAL_ROTATE
        for p in range(self.count) if dealer_is_drawn(S) and matters else (S[st.DEALER_IS],):
            other = S[:]
            other[st.DEALER_IS] = p
            yield other

    def _sizes(self, S: list[int]) -> tuple[int, ...]:
        sizes = [S[st.SHARE]] * self.count
        for p in extra_players(S):
            sizes[p] += 1
        return tuple(sizes)

    def _exchanged(
        self, begun: list[int], hands: tuple[int, ...]
    ) -> Iterator[tuple[list[int], int]]:
        """The cards dealt and exchanged, for each holder of the three of clubs if it matters."""
        holders: list[tuple[int, int]] = [(-1, 1)]
        if lead_rule(begun) == st.LEAD_CLUBS:
            threes = [count_at(hand, begun[st.THREE]) for hand in hands]
            holders = [(p, n) for p, n in enumerate(threes) if n > 0]
        for holder, weight in holders:
            S = begun[:]
            for p, hand in enumerate(hands):
                S[st.HAND + p] = hand
                S[st.LUCK + p] = _STILL
            if holder >= 0:
                S[st.CLUBS + holder] = 1
            count_hands(S)
            going = start_exchange(S)
            while going:
                going = make_gift(S, self._gift(S))
            yield S, weight

    def _gift(self, S: list[int]) -> int:
        cards, giver = forced_gift(S), gift_from(S, S[st.GIFT])
        if cards < 0:
            cards = self.strategies[giver].give(S, giver, gift_count(S, S[st.GIFT]))
        return cards

    def _leads(self, dealt: Iterator[tuple[list[int], int]]) -> Iterator[tuple[list[int], int]]:
        """The first lead taken; at random, by each player in turn."""
        for S, weight in dealt:
            sit_to_play(S)
            leader = first_leader(S)
            for p in range(self.count) if leader < 0 else (leader,):
                T = S[:]
                start_trick(T, p)
                yield T, weight

    def _finish(self, S: list[int]) -> None:
        p = S[st.TURN]
        while S[st.PHASE] == st.PLAYING:
            p = act(S, p, self.strategies[p].choose(S, p))
        for q in range(self.count):
            if S[st.LUCK + q] != _STILL:
                raise invalid("experiments.draws", strategy=str(self.strategies[q]))
        self.played += 1
        if self.played > self.most:
            raise invalid("experiments.too_many", most=self.most)

    def _outcome(self, S: list[int]) -> DealOutcome:
        count = self.count
        places = tuple(S[st.PLACE + p] - 1 for p in range(count))
        standing = tuple(sorted(range(count), key=places.__getitem__))
        seats = tuple(S[st.SEATS_AT : st.SEATS_AT + count])
        dealer = S[st.DEALER_IS] if S[st.DEALER] == st.DEAL_ROTATE else -1
        if self.equal:  # call everyone by the place just won
            seats = tuple(places[p] for p in seats)
            dealer = places[dealer] if dealer >= 0 else -1
            standing = tuple(range(count))
        if S[st.SEATING] == st.BY_PLACE:  # the next deal seats anew
            seats = standing
        first = seats.index(min(seats))
        return DealOutcome(places, Spot(standing, seats[first:] + seats[:first], dealer))
