"""counter: counts the cards that were played and knows what can still beat its own.

It looks at its hand as groups, the cards of one rank.  A group that little unseen can beat is
a winner; any other is a burden, the heavier the more beats it.  Winners bring the lead, and
leads get rid of burdens.  Of all that it may do it takes what leaves the cheapest hand
(`price`); a pass costs a little too.  If nothing can beat a set and at most one group that can
be beaten stays behind, it plays it: from then on nobody can stop it.  It goes out when it can,
but with a card that makes that foul only where nothing else can be done.
It gives back the cards that leave its hand cheapest, and not two of a rank, which would be one
lead for the other player.

It knows its hand, the set to beat, the cards played, how many cards the others hold and who
may still act.  It does not reckon with what it gave or got.

Source: what good players of climbing games do (count, keep control, plan the last leads),
with weights found by trial.
"""

from __future__ import annotations

from slime.engine.beats import may_pass, regular_ranks, single_ranks
from slime.engine.hands import count_at, held, low_bit, size_of
from slime.engine.layout import (
    FOUL_FINISH,
    FREE_PASS,
    HAND,
    JOKER,
    MAX_PACK,
    MAX_SIZE,
    MIN_SIZE,
    PASSING,
    TO_BEAT_SIZE,
    WILD,
    State,
)
from slime.engine.marks import rule
from slime.strategies.base import declare
from slime.strategies.builtin.lowest import fewest_wild
from slime.strategies.counting import (
    beatable,
    group_tally,
    hand_tally,
    most_against,
    price,
    unseen_cards,
)

WAIT = 12  # what passing costs
PAIR = 30  # what giving away a second card of a rank costs
SURE = 1 << 20  # a plan that cannot fail


@rule
def size_to_play(S: State, way: int, own: int, spare: int, cards: int) -> int:
    """How many cards to play of a rank held `own` times, `spare` wild ones beside; 0: none.

    Ways: 0 as few as will do (on a lead no set is broken), 1 the whole rank where that is
    more, 2 the whole hand where it takes wild cards.
    """
    if way == 0:
        return 0 if S[TO_BEAT_SIZE] == 0 and own > 1 else S[MIN_SIZE]
    if way == 1:
        more = own > S[MIN_SIZE] and own <= S[MAX_SIZE]
        return own if more else 0
    return cards if spare > 0 and own + spare == cards and S[MIN_SIZE] < cards <= S[MAX_SIZE] else 0


@rule
def judge(left: int, played: int) -> int:
    """The price of playing a group: of what stays in hand, unless nobody can stop it then."""
    sure = beatable(played) == 0 and beatable(left) <= 1
    return price(left) - (SURE if sure else 0)


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
    later = most_against(S, me, False)
    now = later if S[PASSING] == FREE_PASS else most_against(S, me, True)
    # what it costs to play the whole hand at once: nothing is better, or nothing worse
    goal = -SURE if hand & S[FOUL_FINISH] == 0 else 2 * SURE
    spare = size_of(hand & S[WILD])
    tally = hand_tally(S, unseen, hand, later)
    best = price(tally) + WAIT if may_pass(S, me) else 1 << 40
    best_rank, best_size = -1, 0
    while singles != 0:
        rank = low_bit(singles) >> 2
        own = count_at(hand, rank)
        left = tally - group_tally(S, unseen, rank, own, later)
        left += group_tally(S, unseen, rank, own - 1, later)
        score = judge(left, group_tally(S, unseen, rank, 1, now))
        if cards == 1:
            score += goal
        if score < best:
            best, best_rank, best_size = score, rank, 1
        singles &= singles - 1
    while marks != 0:
        rank = low_bit(marks) >> 2
        marks &= marks - 1
        own = count_at(hand & ~S[WILD], rank)
        group = group_tally(S, unseen, rank, own, later)
        for way in range(3):
            size = size_to_play(S, way, own, spare, cards)
            if size == 0 or (way == 2 and rank == S[JOKER]):
                continue
            if size == cards and goal < 0:
                return fewest_wild(S, hand, rank, size)
            left = tally - group
            if size != own:  # the rest of the rank stays, or wild cards are spent
                left += group_tally(S, unseen, rank, own - size, later) - max(size - own, 0)
            played = group
            if size != own or now != later:
                played = group_tally(S, unseen, rank, size, now)
            score = judge(left, played) + (goal if size == cards else 0)
            if score < best:
                best, best_rank, best_size = score, rank, size
    if best_rank < 0:
        return 0
    return fewest_wild(S, hand, best_rank, best_size)


@rule
def give_counter(S: State, me: int, count: int) -> int:
    """The cards, one after the other, without which the hand is cheapest."""
    hand = S[HAND + me]
    unseen = unseen_cards(S, me)
    out = 0
    tally = hand_tally(S, unseen, hand, MAX_PACK)
    for _ in range(count):
        best, best_tally, card = 1 << 40, 0, 0
        ranks = held(hand)
        while ranks != 0:
            rank = low_bit(ranks) >> 2
            ranks &= ranks - 1
            left = tally - 1  # a wild card less
            if S[WILD] & (15 << (4 * rank)) == 0:
                own = count_at(hand, rank)
                left = tally - group_tally(S, unseen, rank, own, MAX_PACK)
                left += group_tally(S, unseen, rank, own - 1, MAX_PACK)
            score = price(left) + (PAIR if count_at(out, rank) > 0 else 0)
            if score < best:
                best, best_tally, card = score, left, 1 << (4 * rank)
        tally = best_tally
        hand -= card
        out += card
    return out


STRATEGY = declare("counter", choose_counter, give_counter)
