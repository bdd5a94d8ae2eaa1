"""Cards as text: a rank of ``23456789TJQKA`` and a suit of ``cdhs``, or the joker ``*``."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from slime.i18n import cards

RANK_LETTERS, SUITS, JOKER_LETTER = cards.RANKS, cards.SUITS, cards.JOKER

#: Every card that can be written, with and without a suit.
KNOWN_CARDS = frozenset(
    [r + s for r in RANK_LETTERS for s in SUITS] + list(RANK_LETTERS) + [JOKER_LETTER]
)


def suit_order(card: str) -> int:
    """Where a card stands among cards of its rank: c d h s, without a suit last.

    >>> sorted(["7s", "7c", "7"], key=suit_order)
    ['7c', '7s', '7']
    """
    return SUITS.index(card[1]) if len(card) > 1 else len(SUITS)


def make_pack(ranks: str, suits: int, jokers: int, decks: int) -> list[str]:
    """The unshuffled pack: by rank from low to high, jokers last, then by suit.

    >>> make_pack("34*", 2, 1, 2)
    ['3c', '3c', '3d', '3d', '4c', '4c', '4d', '4d', '*', '*']
    """
    pack = [r + s for r in ranks if r != JOKER_LETTER for s in SUITS[:suits] for _ in range(decks)]
    return pack + [JOKER_LETTER] * (jokers * decks)


class RankOrder:
    """Ranks from low to high, and cards to and from packed hands.

    >>> order = RankOrder("3456789TJQKA2*")
    >>> order.pack(["3c", "3d", "*"]) == 2 + (1 << 52)
    True
    >>> order.letters(2 + (1 << 52))
    '33*'
    """

    __slots__ = ("_packed", "key", "letters_", "position")

    def __init__(self, ranks: str) -> None:
        self.letters_ = ranks.replace(JOKER_LETTER, "") + JOKER_LETTER
        self.position = {letter: i for i, letter in enumerate(self.letters_)}
        self.key = {
            card: self.position[card[0]] * 8 + suit_order(card)
            for card in KNOWN_CARDS
            if card[0] in self.position
        }
        self._packed = {card: 1 << (4 * self.position[card[0]]) for card in self.key}

    def pack(self, cards: Iterable[str]) -> int:
        """The packed hand of some cards; suits are ignored."""
        return sum(map(self._packed.__getitem__, cards))

    def letters(self, packed: int) -> str:
        """The ranks of a packed hand, from low to high."""
        return "".join(
            letter * ((packed >> (4 * i)) & 15) for i, letter in enumerate(self.letters_)
        )

    def sort(self, cards: Iterable[str], turned: bool = False) -> list[str]:
        """Cards from low to high, equal ranks by suit c d h s; `turned`: in the turned order.

        >>> RankOrder("345*").sort(["*", "4c", "5s", "5h", "3c"], turned=True)
        ['5h', '5s', '4c', '3c', '*']
        """
        low_first = sorted(cards, key=self.key.__getitem__)
        if not turned:
            return low_first
        return sorted(low_first, key=lambda card: self.height(card, turned))

    def height(self, card: str, turned: bool = False) -> int:
        """How high a card is, from 0; in the turned order the joker stays above all.

        >>> [RankOrder("345*").height(card, turned=True) for card in "543*"]
        [0, 1, 2, 3]
        """
        at, joker = self.position[card[0]], self.position[JOKER_LETTER]
        return (joker - 1 - at) % (joker + 1) if turned else at


@lru_cache(maxsize=64)
def rank_order(ranks: str) -> RankOrder:
    """The order of these ranks; it never changes, so it is made once.

    >>> rank_order("34*") is rank_order("34*")
    True
    """
    return RankOrder(ranks)


class Hand(list[str]):
    """The cards of a hand, low to high: a list that a notebook shows as cards.

    >>> Hand(["7c", "*"], "en") == ["7c", "*"]
    True
    """

    def __init__(self, cards: Iterable[str] = (), lang: str | None = None, label: str = "") -> None:
        super().__init__(cards)
        self.lang = lang
        self.label = label

    def _repr_svg_(self) -> str:
        from slime.drawing import hand_svg

        return hand_svg(self, self.lang, label=self.label)
