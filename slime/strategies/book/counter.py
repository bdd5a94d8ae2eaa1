"""counter: counts the cards that are gone and knows what can still beat its own.

It looks at its hand as groups, the cards of one rank.  A group that (almost) nothing unseen
can beat is a winner; any other is a burden, the heavier the more beats it.  Winners bring the
lead, and leads get rid of burdens.  Of all that it may do, a pass included, it takes what
leaves the cheapest hand (`price`), with something added for winning the trick.  If nothing can
beat a set and at most one group that can be beaten stays behind, it lays it: from then on
nobody can stop it.  It goes out when it can.  It gives back the cards that leave its hand
cheapest, and not two of a rank, which would be one lead for the other player.

It knows its hand, the top, the cards gone, how many cards the others hold and who may still
act.  It does not reckon with what it gave or got.

Source: what good players of climbing games do (count, keep control, plan the last leads),
with weights found by trial.
"""

from __future__ import annotations

from slime.bits import count_at, held, low_bit, size_of
from slime.play import State, may_pass, regular_ranks, single_ranks
from slime.rule import rule
from slime.state import HAND, JOKER, LEAST, MOST_CARDS, PACK_MOST, RANK_BIT, TOP_SIZE, WILD
from slime.strategies.base import declare
from slime.strategies.book.lowest import fewest_wild
from slime.strategies.counting import (
    STRONG,
    beatable,
    group_tally,
    hand_tally,
    most_against,
    price,
    unseen_cards,
    weakness,
)

LEAD = 17  # what winning the trick is worth
WAIT = 11  # what passing is worth: winners grow stronger
PAIR = 30  # what giving away a second card of a rank costs
SURE = 1 << 20  # a plan that cannot fail


@rule
def size_to_lay(S: State, way: int, own: int, spare: int, cards: int) -> int:
    """How many cards to lay of a rank held `own` times, `spare` wild ones beside; 0: none.

    Ways: 0 as few as will do (on a lead no set is broken), 1 the whole rank, 2 the whole hand.
    """
    if way == 0:
        return 0 if S[TOP_SIZE] == 0 and own > 1 else S[LEAST]
    if way == 1:
        return own if max(S[LEAST], 2) <= own <= S[MOST_CARDS] else 0
    return cards if own + spare == cards and S[LEAST] <= cards <= S[MOST_CARDS] else 0


@rule
def judge(S: State, unseen: int, left: int, rank: int, size: int, most: int) -> int:
    """The price of laying a set, `left` being the tally of what stays in hand."""
    weak = weakness(S, unseen, rank, size, most)
    out = price(left)
    if weak == 0 and beatable(left) <= 1:
        out -= SURE
    if weak <= STRONG:
        out -= LEAD * (STRONG + 1 - weak) // (STRONG + 1)
    return out


@rule
def choose_counter(S: State, me: int) -> int:
    """See the top of this file."""
    hand = S[HAND + me]
    marks = regular_ranks(S, hand)
    singles = single_ranks(S, hand)
    if marks | singles == 0:
        return 0
    cards = size_of(hand)
    unseen = unseen_cards(S, me)
    later, now = most_against(S, me, False), most_against(S, me, True)
    spare = size_of(hand & S[WILD])
    tally = hand_tally(S, unseen, hand, later)
    action = 0
    best = price(tally) - WAIT if may_pass(S, me) else 1 << 40
    while singles != 0:
        rank = low_bit(singles) >> 2
        own = count_at(hand, rank)
        left = tally - group_tally(S, unseen, rank, own, later)
        left += group_tally(S, unseen, rank, own - 1, later)
        score = judge(S, unseen, left, rank, 1, now)
        if score < best or cards == 1:
            best = score
            action = (1 << (4 * rank)) | (rank << RANK_BIT)
        singles &= singles - 1
    while marks != 0:
        rank = low_bit(marks) >> 2
        marks &= marks - 1
        own = count_at(hand & ~S[WILD], rank)
        without = tally - group_tally(S, unseen, rank, own, later)
        for way in range(3):
            size = size_to_lay(S, way, own, spare, cards)
            if size == 0 or (way == 2 and rank == S[JOKER]):
                continue
            if size == cards:
                return fewest_wild(S, hand, rank, size)
            left = without + group_tally(S, unseen, rank, own - size, later)
            left -= max(size - own, 0)  # wild cards spent
            score = judge(S, unseen, left, rank, size, now)
            if score < best:
                best = score
                action = fewest_wild(S, hand, rank, size)
    return action


@rule
def give_counter(S: State, me: int, count: int) -> int:
    """The cards, one after the other, without which the hand is cheapest."""
    hand = S[HAND + me]
    unseen = unseen_cards(S, me)
    out = 0
    for _ in range(count):
        best = 1 << 40
        card = 0
        ranks = held(hand)
        while ranks != 0:
            rank = low_bit(ranks) >> 2
            ranks &= ranks - 1
            score = price(hand_tally(S, unseen, hand - (1 << (4 * rank)), PACK_MOST))
            if count_at(out, rank) > 0:
                score += PAIR
            if score < best:
                best = score
                card = 1 << (4 * rank)
        hand -= card
        out += card
    return out


STRATEGY = declare("counter", choose_counter, give_counter)
