"""What the others may hold: worlds drawn at random that fit all that a player has seen.

Unseen cards are drawn as what they are: hands *as dealt*, of which all divisions of the cards are
equally likely, then the exchange applied to them.  A world fits if the player's own gift and the
one he got come out of it, if nobody played a card that he did not hold, and if hands are as large
as they are.  Who gave best cards kept nothing higher; how a free gift is chosen is not known:
the model here is that the lowest cards are given (`LOWEST_GIFTS`).  Where what was seen forbids
that, or with `UNKNOWN_GIFTS`, the gifts of a pair tell nothing but which cards were seen in them.

What others play or pass tells nothing more here: the cards that a player has played are taken as
drawn from his hand at random.  Who held the three of clubs is not used either.

The worlds are steps of a Markov chain (Metropolis and others 1953): some cards change hands
between other players, and the step is taken if the new world fits, with the chance that the
ratio of the two worlds' weights gives.  All in the subset of `slime.engine.marks`; worlds are
made from what player `me` may see of the state alone, and only his own stream is drawn from.
"""

from __future__ import annotations

from slime.engine.exchange import gift_count, gift_from, gift_to
from slime.engine.hands import (
    CARDS,
    card_number,
    count_at,
    high_bit,
    highest_cards,
    low_bit,
    lowest_cards,
    size_of,
    within,
)
from slime.engine.layout import (
    CARDS_LEFT,
    EXCHANGE_FLOW,
    EXCHANGE_OPEN,
    EXCHANGING,
    FALLEN,
    FALLEN_CHAMPION,
    GAVE,
    GIFT,
    GOT,
    HAND,
    HAS_STANDING,
    KEYS,
    LEAVES,
    LUCK,
    MAX_PACK,
    MAX_PLAYERS,
    PAIRS,
    PHASE,
    PLAYED_BY,
    PLAYERS,
    PRIVATE,
    RANDOM,
    RANDOM_STATE,
    REMOVED_CARDS,
    SIZE,
    State,
)
from slime.engine.marks import primitive, rule
from slime.engine.streams import LEAD, below, draw
from slime.engine.strength import whole_pack

#: How free gifts are taken to be chosen.
LOWEST_GIFTS, UNKNOWN_GIFTS = 0, 1

# --- cells behind a world's state -----------------------------------------------------
SLOT = SIZE  # packed single cards that may lie elsewhere ...
OWNER = SLOT + MAX_PACK  # ... and to whom each was dealt
DEALT = OWNER + MAX_PACK  # by player, packed: the hand as dealt
HELD = DEALT + MAX_PLAYERS  # by player, packed: what is in hand now
NEXT_HELD = HELD + MAX_PLAYERS
OPEN_RANKS = NEXT_HELD + MAX_PLAYERS  # by player, a mask: played cards that may have been gifts
PAIR_OF = OPEN_RANKS + MAX_PLAYERS  # by player: the best gift's number in his pair, -1: none
ODDS = PAIR_OF + MAX_PLAYERS  # by pair: the weight of what its players hold
FAULTS = ODDS + MAX_PLAYERS  # by pair: how many cards do not fit
NEXT_ODDS = FAULTS + MAX_PLAYERS
NEXT_FAULTS = NEXT_ODDS + MAX_PLAYERS
MOVED = NEXT_FAULTS + MAX_PLAYERS  # the slots that a step exchanges
SLOTS = MOVED + 8  # how many slots there are
STREAM = SLOTS + 1  # the stream that worlds are drawn from
SILENT = STREAM + 1  # pairs (bits) whose gifts tell nothing
ACTION = SILENT + 1  # actions to be judged ...
MOST_ACTIONS = 128
TOTAL = ACTION + MOST_ACTIONS  # ... and the sum of the places that they led to
ROOM = TOTAL + MOST_ACTIONS

#: Steps to look for a world that fits before the model of the gifts is given up.
PATIENCE = 800


@primitive
def scratch() -> State:
    """Room for a world; compiled, it lies on the stack, and holds anything at first."""
    return [0] * ROOM


@rule
def missing(cards: int, hand: int) -> int:
    """How many of some cards a hand lacks."""
    out = 0
    if not within(cards, hand):
        while cards != 0:
            rank = low_bit(cards) >> 2
            out += max(count_at(cards, rank) - count_at(hand, rank), 0)
            cards &= ~(15 << (4 * rank))
    return out


@rule
def common(one: int, other: int) -> int:
    """The cards that are in both."""
    out = 0
    rest = one
    while rest != 0:
        rank = low_bit(rest) >> 2
        out += min(count_at(one, rank), count_at(other, rank)) << (4 * rank)
        rest &= ~(15 << (4 * rank))
    return out


@rule
def ways(hand: int, played: int, ranks: int) -> int:
    """In how many ways a hand holds cards of some ranks that were played from it."""
    out = 1
    rest = played & ranks
    while rest != 0:
        rank = low_bit(rest) >> 2
        held, count = count_at(hand, rank), count_at(rest, rank)
        for i in range(count):
            out = out * (held - i) // (i + 1)
        rest &= ~(15 << (4 * rank))
    return out


@rule
def all_of(cards: int) -> int:
    """The mask (15 at each) of the ranks of some cards."""
    return ((cards | (cards >> 1) | (cards >> 2) | (cards >> 3)) & 0x11111111111111) * 15


@rule
def silent(W: State, g: int) -> bool:
    """Whether the gifts of a pair tell nothing but which cards were seen in them."""
    return (W[SILENT] >> (g >> 1)) & 1 != 0


@rule
def weigh_pair(W: State, me: int, g: int) -> None:
    """Note what a pair holds, how many cards do not fit, and the weight, into the next cells."""
    giver, chooser, count = gift_from(W, g), gift_to(W, g), gift_count(W, g)
    faults = 0
    odds = 1
    if me == giver or me == chooser:  # noqa: PLR1714, SIM109 (the subset has no `in`)
        q = chooser if giver == me else giver
        dealt, mine, his = W[DEALT + q], W[GAVE + me], W[GOT + me]
        if not silent(W, g):
            if q == giver:
                faults = missing(his, highest_cards(dealt, count))
            else:
                seen = dealt + mine if W[EXCHANGE_OPEN] != 0 else dealt
                faults = missing(his, lowest_cards(seen, count))
        if faults == 0:
            hand = dealt - his + mine if W[EXCHANGE_OPEN] == 0 else dealt + mine - his
            faults = missing(W[PLAYED_BY + q], hand)
            if faults == 0:
                odds = ways(hand, W[PLAYED_BY + q], W[OPEN_RANKS + q])
                W[NEXT_HELD + q] = hand - W[PLAYED_BY + q]
    else:
        best = highest_cards(W[DEALT + giver], count)
        seen = W[DEALT + chooser]
        if W[EXCHANGE_OPEN] != 0:
            seen += best
        low = lowest_cards(seen, count)
        first = W[DEALT + giver] - best + low
        second = W[DEALT + chooser] + best - low
        faults = missing(W[PLAYED_BY + giver], first) + missing(W[PLAYED_BY + chooser], second)
        if faults == 0:
            odds = ways(first, W[PLAYED_BY + giver], W[OPEN_RANKS + giver])
            odds *= ways(second, W[PLAYED_BY + chooser], W[OPEN_RANKS + chooser])
            W[NEXT_HELD + giver] = first - W[PLAYED_BY + giver]
            W[NEXT_HELD + chooser] = second - W[PLAYED_BY + chooser]
    W[NEXT_ODDS + (g >> 1)] = odds
    W[NEXT_FAULTS + (g >> 1)] = faults


@rule
def take_pair(W: State, me: int, g: int) -> None:
    """Take over what `weigh_pair` has noted."""
    pair = g >> 1
    W[ODDS + pair] = W[NEXT_ODDS + pair]
    W[FAULTS + pair] = W[NEXT_FAULTS + pair]
    if W[FAULTS + pair] == 0:
        giver, chooser = gift_from(W, g), gift_to(W, g)
        if giver != me:
            W[HELD + giver] = W[NEXT_HELD + giver]
        if chooser != me:
            W[HELD + chooser] = W[NEXT_HELD + chooser]


@rule
def copy_seen(S: State, W: State, me: int) -> None:
    """Copy what player `me` may see of the state into a world."""
    for i in range(PRIVATE):
        W[i] = S[i]
    for i in range(PRIVATE, SIZE):
        W[i] = 0
    W[HAND + me] = S[HAND + me]
    W[GAVE + me] = S[GAVE + me]
    W[GOT + me] = S[GOT + me]


@rule
def note_pairs(W: State, me: int) -> None:
    """Write down who exchanged with whom, as far as it matters for what they hold."""
    for q in range(W[PLAYERS]):
        W[PAIR_OF + q] = -1
        W[OPEN_RANKS + q] = 0
    if W[HAS_STANDING] == 0:
        return
    for i in range(W[PAIRS]):
        g = 2 * i
        giver, chooser, count = gift_from(W, g), gift_to(W, g), gift_count(W, g)
        mine = me == giver or me == chooser  # noqa: PLR1714 (the subset has no `in`)
        if count == 0 or (not mine and silent(W, g)):
            continue
        if W[PHASE] == EXCHANGING and (not mine or W[GOT + me] == 0):
            continue
        W[PAIR_OF + giver] = g
        W[PAIR_OF + chooser] = g
        if mine:
            W[OPEN_RANKS + giver] = all_of(W[GAVE + me])
            W[OPEN_RANKS + chooser] = all_of(W[GAVE + me])
            continue
        # at most `count` of what one played were gifts: the others bound the cards given
        played = W[PLAYED_BY + chooser]
        W[OPEN_RANKS + giver] = CARDS
        if size_of(played) > count:
            rank = low_bit(played - lowest_cards(played, count)) >> 2
            W[OPEN_RANKS + giver] = (16 << (4 * rank)) - 1
        played = W[PLAYED_BY + giver]
        W[OPEN_RANKS + chooser] = CARDS
        if size_of(played) > count:
            rank = high_bit(played - highest_cards(played, count)) >> 2
            W[OPEN_RANKS + chooser] = CARDS & (-1 << (4 * rank))


@rule
def deal_unseen(W: State, me: int) -> None:
    """Deal what the player has not seen at random, the cards known to be somebody's apart."""
    own = W[HAND + me] + W[PLAYED_BY + me] + W[GAVE + me] - W[GOT + me]
    W[DEALT + me] = own
    rest = whole_pack(W) - own
    n = 0
    for q in range(W[PLAYERS]):
        if q == me:
            continue
        g = W[PAIR_OF + q]
        played = W[PLAYED_BY + q]
        size = W[CARDS_LEFT + q] + size_of(played)
        fixed = played & ~W[OPEN_RANKS + q]
        if g >= 0 and W[PAIR_OF + me] == g:
            if silent(W, g):
                fixed += W[GOT + me] - common(W[GOT + me], W[GAVE + me])
            if W[PHASE] == EXCHANGING:  # the other has given and not got yet
                size += gift_count(W, W[GIFT])
        W[DEALT + q] = fixed
        rest -= fixed
        for _ in range(size - size_of(fixed)):
            W[OWNER + n] = q
            n += 1
    W[SLOTS] = n
    for i in range(n):
        card = card_number(rest, below(draw(W, STREAM), size_of(rest)))
        rest -= card
        W[SLOT + i] = card
        W[DEALT + W[OWNER + i]] += card
    for q in range(W[PLAYERS]):
        W[HELD + q] = W[DEALT + q] - W[PLAYED_BY + q]  # of those without a pair
    for i in range(W[PAIRS]):
        W[FAULTS + i] = 0
        if W[PAIR_OF + gift_from(W, 2 * i)] == 2 * i and gift_count(W, 2 * i) > 0:
            weigh_pair(W, me, 2 * i)
            take_pair(W, me, 2 * i)


@rule
def all_faults(W: State) -> int:
    """How many cards of the world do not fit."""
    out = 0
    for i in range(W[PAIRS]):
        out += W[FAULTS + i]
    return out


@rule
def exchange_slots(W: State, i: int, j: int) -> None:
    """Let the cards of two slots change places."""
    x, y = W[SLOT + i], W[SLOT + j]
    W[DEALT + W[OWNER + i]] += y - x
    W[DEALT + W[OWNER + j]] += x - y
    W[SLOT + i] = y
    W[SLOT + j] = x


@rule
def step_world(W: State, me: int) -> None:
    """One step of the chain: some cards change hands, if the world still fits."""
    word = draw(W, STREAM)
    n = W[SLOTS]
    i = ((word & 0xFFFF) * n) >> 16
    j = (((word >> 16) & 0xFFFF) * n) >> 16
    if W[OWNER + i] == W[OWNER + j] or W[SLOT + i] == W[SLOT + j]:
        return
    W[MOVED] = i
    W[MOVED + 1] = j
    exchange_slots(W, i, j)
    moves = 1
    touched = (1 << (W[PAIR_OF + W[OWNER + i]] + 2)) | (1 << (W[PAIR_OF + W[OWNER + j]] + 2))
    chance = word >> 32  # 24 bits
    # now and then two or three exchanges in one step: no world that fits is cut off
    while moves < 3 and chance & 3 == 0:
        word = draw(W, STREAM)
        i = ((word & 0xFFFF) * n) >> 16
        j = (((word >> 16) & 0xFFFF) * n) >> 16
        exchange_slots(W, i, j)
        W[MOVED + 2 * moves] = i
        W[MOVED + 2 * moves + 1] = j
        touched |= (1 << (W[PAIR_OF + W[OWNER + i]] + 2)) | (1 << (W[PAIR_OF + W[OWNER + j]] + 2))
        chance = word >> 32
        moves += 1
    faults = 0
    now = 1.0
    new = 1.0
    for k in range(W[PAIRS]):
        if (touched >> (2 * k + 2)) & 1 != 0:
            weigh_pair(W, me, 2 * k)
            faults += W[NEXT_FAULTS + k] - W[FAULTS + k]
            now *= W[ODDS + k]
            new *= W[NEXT_ODDS + k]
            if faults > 0 and W[FAULTS + k] == 0:
                break
    fits = faults <= 0
    if faults == 0 and new < now:
        fits = (chance >> 2) * now < new * (1 << 22)
    if not fits:
        while moves > 0:
            moves -= 1
            exchange_slots(W, W[MOVED + 2 * moves], W[MOVED + 2 * moves + 1])
        return
    for k in range(W[PAIRS]):
        if (touched >> (2 * k + 2)) & 1 != 0:
            take_pair(W, me, 2 * k)
    if touched & 2 != 0:
        for q in range(W[PLAYERS]):
            if W[PAIR_OF + q] < 0:
                W[HELD + q] = W[DEALT + q] - W[PLAYED_BY + q]


@rule
def first_world(S: State, W: State, me: int, stream: int, gifts: int) -> None:
    """Make a world that fits what player `me` sees; the stream begins at `stream`."""
    copy_seen(S, W, me)
    W[STREAM] = stream
    W[SILENT] = 255 if gifts == UNKNOWN_GIFTS or W[EXCHANGE_FLOW] == RANDOM else 0
    for _ in range(MAX_PLAYERS):
        note_pairs(W, me)
        deal_unseen(W, me)
        steps = 0
        while all_faults(W) > 0 and steps < PATIENCE:
            step_world(W, me)
            steps += 1
        if all_faults(W) == 0:
            break
        for i in range(W[PAIRS]):
            if W[FAULTS + i] > 0:
                W[SILENT] |= 1 << i
    for _ in range(6 * W[SLOTS]):
        step_world(W, me)


@rule
def next_world(W: State, me: int, steps: int) -> None:
    """Go on to another world, by so many steps; the hands are put into the state."""
    for _ in range(steps):
        step_world(W, me)
    for q in range(W[PLAYERS]):
        if q != me:
            W[HAND + q] = W[HELD + q]
            W[LUCK + q] = draw(W, STREAM)
    W[LUCK + me] = draw(W, STREAM)
    W[RANDOM_STATE] = W[LUCK + me]
    W[KEYS + LEAD] = W[LUCK + me]
    if W[FALLEN] >= 0 and W[FALLEN_CHAMPION] == LEAVES:
        W[REMOVED_CARDS] = W[HAND + W[FALLEN]]
        W[HAND + W[FALLEN]] = 0
