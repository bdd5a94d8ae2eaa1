"""The rulebook read a second time: slowly, with lists of ranks, and without the engine.

Only what tests compare with; nothing here calls a rule of `slime`.  Cards are rank letters,
a hand is a list of them, a play is ``(rank it stands for, sorted ranks)`` or None for a pass.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from slime.game.rules import Rules

Play = tuple[str, str]


class Top(NamedTuple):
    """The set to be beaten."""

    by: str
    rank: str
    size: int
    cards: str


def order(rules: Rules) -> str:
    """Ranks from low to high; a joker without a rank is above all as a card to give."""
    return rules.ranks if "*" in rules.ranks else rules.ranks + "*"


def all_sets(rules: Rules, hand: Sequence[str]) -> set[Play]:
    """All sets a hand holds: every choice of cards with every rank it may stand for."""
    counts = {card: list(hand).count(card) for card in sorted(set(hand))}
    found = set()
    for picked in itertools.product(*(range(n + 1) for n in counts.values())):
        cards = "".join(c * n for c, n in zip(counts, picked, strict=True))
        if cards:
            found |= {(rank, cards) for rank in rules.ranks if stands_for(rules, cards, rank)}
    return found


def stands_for(rules: Rules, cards: str, rank: str) -> bool:
    """Natural cards of one rank and any number of wild ones; nothing else is a joker."""
    if rank == "*":
        return set(cards) == {"*"}
    return all(card == rank or card in rules.wild for card in cards)


def height(rules: Rules, rank: str, turned: bool) -> int:
    """How high a rank is in the normal or the turned order."""
    plain = rules.ranks.replace("*", "")
    return len(plain) if rank == "*" else (plain[::-1] if turned else plain).index(rank)


def beats(rules: Rules, play: Play, top: Top, turned: bool = False) -> bool:
    """Whether a set may be laid on the top."""
    rank, cards = play
    if rules.joker_trump:
        if top.rank == "*":  # nothing but jokers: anything may follow
            return True
        if cards == "*" and rank == "*":
            return True
    mine, its = height(rules, rank, turned), height(rules, top.rank, turned)
    if rules.big_two and cards == "2" and rank == "2" and its < mine:
        return True
    fits = len(cards) >= top.size if rules.bigger_sets else len(cards) == top.size
    return fits and (mine > its or (rules.equal_ranks and mine == its))


class SlowDeal:
    """A deal in play."""

    def __init__(
        self,
        rules: Rules,
        seats: Sequence[str],
        hands: dict[str, list[str]],
        leader: str,
        champion: str | None,
    ) -> None:
        self.rules = rules
        self.seats = list(seats)
        self.hands = {name: list(hand) for name, hand in hands.items()}
        self.champion = champion if rules.champion_falls else None
        self.places: dict[str, int] = {}
        self.taken_along = 0
        self.over = False
        self.turn = self.leader = leader
        self.top: Top | None = None
        self.passed: set[str] = set()
        self.deal_turned = self.trick_turned = False
        #: what sets did besides lying there: turn, foul, clear or skip, and to whom
        self.effects: list[tuple[str, str]] = []

    @property
    def turned(self) -> bool:
        """Whether lower beats higher."""
        return self.deal_turned != self.trick_turned

    def left(self) -> dict[str, int]:
        """Cards in hand, or taken along by a champion who left."""
        counts = {name: len(hand) for name, hand in self.hands.items()}
        if self.taken_along and self.champion:
            counts[self.champion] = self.taken_along
        return counts

    def plays(self) -> set[Play]:
        """Every set that may be laid now."""
        found = all_sets(self.rules, self.hands[self.turn])
        if self.top is None:
            return found
        return {p for p in found if beats(self.rules, p, self.top, self.turned)}

    def may_pass(self) -> bool:
        return self.top is not None and not (self.rules.must_play and self.plays())

    def act(self, play: Play | None) -> None:
        """Lay a set, or pass."""
        me, rules = self.turn, self.rules
        cleared = skipping = False
        if play is None:
            self.passed.add(me)
        else:
            rank, cards = play
            for card in cards:
                self.hands[me].remove(card)
            skipping = rules.equal_skips and self.top is not None and self.top.rank == rank
            cleared = rank in rules.clears
            self.top = Top(me, rank, len(cards), cards)
            if rank != "*" and rules.revolution and len(cards) >= rules.revolution:
                self.deal_turned = not self.deal_turned
                self.effects.append((f"turn deal {self.turned}", me))
            if rank in rules.turns_trick:
                self.trick_turned = not self.trick_turned
                self.effects.append((f"turn trick {self.turned}", me))
            if not self.hands[me]:
                self._out(me, any(card in rules.foul_finish for card in cards))
        if self.over:
            return
        if cleared:
            self.effects.append(("clear", me))
            self._trick_over()
        else:
            self._next(me, skipping)

    def _free(self) -> list[int]:
        taken = self.places.values()
        return [place for place in range(1, len(self.seats) + 1) if place not in taken]

    def _out(self, me: str, foul: bool) -> None:
        if me not in self.places:
            self.places[me] = self._free()[-1 if foul else 0]
            if foul:
                self.effects.append(("foul", me))
            if not foul and self.places[me] == 1 and self.champion not in (None, *self.places):
                self._fall(str(self.champion))
        still = [n for n in self.seats if n not in self.places and self.hands[n]]
        if len(still) <= 1:
            for name in still:
                (self.places[name],) = self._free()
            self.over = True

    def _fall(self, champion: str) -> None:
        self.places[champion] = self._free()[-1]
        if self.rules.fallen_champion == "leaves":
            self.taken_along = len(self.hands[champion])
            self.hands[champion] = []

    def _left_of(self, name: str) -> str:
        return self.seats[(self.seats.index(name) + 1) % len(self.seats)]

    def _next(self, me: str, skipping: bool) -> None:
        assert self.top is not None
        end = self.leader if self.rules.passing == "one-turn" else self.top.by
        seat = self._left_of(me)
        while seat != end:
            locked = self.rules.passing == "locked" and seat in self.passed
            if self.hands[seat] and not locked:
                if not skipping:
                    self.turn = seat
                    return
                skipping = False
                self.effects.append(("skip", seat))
            seat = self._left_of(seat)
        self._trick_over()

    def _trick_over(self) -> None:
        assert self.top is not None
        winner = self.top.by
        right = self.seats[self.seats.index(winner) - 1]
        if not self.hands[winner]:
            if self.rules.lead_after_out == "right" and self.hands[right]:
                winner = right
            else:
                while not self.hands[winner]:
                    winner = self._left_of(winner)
        self.turn = self.leader = winner
        self.top = None
        self.passed = set()
        self.trick_turned = False


def extras_order(
    rules: Rules, seats: Sequence[str], dealer: str, standing: Sequence[str] | None
) -> list[str]:
    """Who gets cards left over, in order; seats as they are while dealing."""
    n, at = len(seats), list(seats).index(dealer)
    from_left = [seats[(at + i) % n] for i in range(1, n + 1)]
    if rules.extras == "left":
        return from_left
    if standing is None:
        return [dealer, *from_left[:-1]]
    first = list(seats).index(standing[0])
    around = [seats[(first + i) % n] for i in range(n)]
    return [dealer, *(name for name in around if name != dealer)]


def gifts_owed(rules: Rules, standing: Sequence[str]) -> list[tuple[str, str, int, str]]:
    """(giver, taker, count, kind) from the outer pair in, the giver of best cards first."""
    pairs = len(standing) // 2
    if rules.exchange == "descending":
        counts = list(range(pairs, 0, -1))
    elif rules.exchange == "ends":
        counts = [1]
    else:
        counts = [] if isinstance(rules.exchange, str) else list(rules.exchange)
    owed = []
    for i, count in enumerate(counts):
        high, low = standing[i], standing[len(standing) - 1 - i]
        kinds = ("lot", "lot") if rules.exchange_flow == "random" else ("best", "choice")
        if rules.exchange_flow == "down":
            high, low = low, high
        if count:
            owed += [(low, high, count, kinds[0]), (high, low, count, kinds[1])]
    return owed


def best(rules: Rules, hand: Sequence[str], count: int) -> list[str]:
    """The highest ranks of a hand, sorted from low to high."""
    ranked = sorted(hand, key=order(rules).index)
    return ranked[len(ranked) - count :]


def legal_text(rules: Rules, play: Play) -> str:
    """A play as records list it."""
    rank, cards = play
    own = [c for c in cards if c == rank]
    wild = [c for c in "23*" for card in cards if card == c and c != rank]
    text = "".join(own + wild)
    natural = {c for c in cards if c not in rules.wild}
    if natural:
        read_as = natural.pop()
    elif len(set(cards)) == 1 and cards[0] in rules.ranks:
        read_as = cards[0]
    else:
        read_as = ""
    return text if read_as == rank else f"{text}={rank}"
