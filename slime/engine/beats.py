"""What may be played: what beats what, which cards are a set, when a pass is allowed.

What beats what stands in `set_to_beat`, in the order in force, which only `ranks_above` reads and
only `turn_order` turns.  All work on the flat state.
"""

from __future__ import annotations

from slime.engine.hands import CARDS, ONES, held, high_bit, low_bit, size_of, within
from slime.engine.layout import (
    BIG_TWO,
    BIGGER_SETS,
    DEAL_TURNED,
    EQUAL_RANKS,
    HAND,
    JOKER,
    JOKER_TRUMP,
    MAX_PACK,
    MAX_SIZE,
    MIN_SIZE,
    MUST_PLAY,
    OVER,
    PHASE,
    RANK_BIT,
    RANKED,
    RANKS_ALLOWED,
    REVOLUTION,
    SINGLES_ALLOWED,
    SWITCHES,
    TO_BEAT_RANK,
    TO_BEAT_SIZE,
    TURN,
    TURNED,
    TURNS_TRICK,
    WILD,
    State,
)
from slime.engine.marks import hot, rule

# why an action is not legal
FINE = 0
DEAL_OVER = 1
OUT_OF_TURN = 2
PASS_ON_LEAD = 3
MUST_PLAY_NOW = 4
NOT_HELD = 5
NOT_A_SET = 6
WRONG_SIZE = 7
TOO_LOW = 8


@rule
def ranks_above(S: State, rank: int) -> int:
    """Packed mask (15 at each) of the ranks above one, in the order in force.

    Turned, the ranks stand in reverse, but the joker stays above all.
    """
    if S[TURNED] == 0:
        return -16 << (4 * rank)
    joker = S[JOKER]
    return 0 if rank == joker else (-1 << (4 * joker)) | ((1 << (4 * rank)) - 1)


@hot
@rule
def lowest_rank(S: State, ranks: int) -> int:
    """The lowest of some ranks (their marks, or cards; not none) in the order in force."""
    return low_bit(ranks) >> 2 if S[TURNED] == 0 else lowest_turned(S, ranks)


@rule
def lowest_turned(S: State, ranks: int) -> int:
    """The lowest of some ranks in the turned order."""
    plain = ranks & ((1 << (4 * S[JOKER])) - 1)
    return high_bit(plain if plain != 0 else ranks) >> 2


@rule
def highest_rank(S: State, ranks: int) -> int:
    """The highest of some ranks (their marks, or cards; not none) in the order in force."""
    if S[TURNED] == 0 or ranks >> (4 * S[JOKER]) != 0:
        return high_bit(ranks) >> 2
    return low_bit(ranks) >> 2


@rule
def turn_order(S: State, rank: int, size: int) -> None:
    """Turn the order of ranks if a set of this rank and size does: until the deal or trick ends."""
    if 0 < S[REVOLUTION] <= size and rank != S[JOKER]:
        S[DEAL_TURNED] ^= 1
        S[TURNED] ^= 1
    if S[TURNS_TRICK] & (8 << (4 * rank)) != 0:
        S[TURNED] ^= 1


@hot
@rule
def set_open(S: State) -> None:
    """Let anything follow: any rank that a set may stand for, in any number of cards."""
    S[RANKS_ALLOWED] = S[RANKED]
    S[MIN_SIZE] = 1
    S[MAX_SIZE] = MAX_PACK
    S[SINGLES_ALLOWED] = 0


@hot
@rule
def set_lead(S: State) -> None:
    """Nothing lies on the table: what may be led."""
    S[TO_BEAT_RANK] = -1
    S[TO_BEAT_SIZE] = 0
    set_open(S)


@hot
@rule
def set_to_beat(S: State, rank: int, size: int) -> None:
    """Put a set of this rank and size on top and say what may follow.

    What beats what is written here and nowhere else: as many cards of a higher rank, and what
    the rules' switches change about that.
    """
    S[TO_BEAT_RANK] = rank
    S[TO_BEAT_SIZE] = size
    higher = -16 << (4 * rank)
    S[RANKS_ALLOWED] = S[RANKED] & higher
    S[MIN_SIZE] = size
    S[MAX_SIZE] = size
    if S[SWITCHES] == 0:
        return
    if S[SWITCHES] > 1:
        turn_order(S, rank, size)
        higher = ranks_above(S, rank)
        S[RANKS_ALLOWED] = S[RANKED] & higher
    if S[EQUAL_RANKS] != 0:
        S[RANKS_ALLOWED] = S[RANKED] & (higher | (15 << (4 * rank)))
    if S[BIGGER_SETS] != 0:
        S[MAX_SIZE] = MAX_PACK
    S[SINGLES_ALLOWED] = S[BIG_TWO] & higher
    if S[JOKER_TRUMP] != 0:
        S[SINGLES_ALLOWED] |= 8 << (4 * S[JOKER])
        if rank == S[JOKER]:
            set_open(S)


@hot
@rule
def regular_ranks(S: State, hand: int) -> int:
    """Rank marks at which the hand holds a set, wild cards used, of the size asked or more."""
    least = S[MIN_SIZE]
    wild = hand & S[WILD]
    if wild == 0:
        return (hand + (8 - least) * ONES) & S[RANKS_ALLOWED] if least <= 8 else 0
    short = least - size_of(wild)
    marks = S[RANKS_ALLOWED]
    if short > 0:  # wild cards alone do not make it: their own ranks drop out
        marks = ((hand ^ wild) + (8 - short) * ONES) & marks if short <= 8 else 0
    joker = 8 << (4 * S[JOKER])  # nothing else may stand for a joker
    marks &= ~joker
    if (hand >> (4 * S[JOKER])) & 15 >= least:
        marks |= joker & S[RANKS_ALLOWED]
    return marks


@hot
@rule
def single_ranks(S: State, hand: int) -> int:
    """Rank marks of cards that may be played singly although more than one is asked for."""
    if S[SINGLES_ALLOWED] == 0:
        return 0
    return S[SINGLES_ALLOWED] & held(hand) if S[MIN_SIZE] > 1 else 0


@rule
def may_pass(S: State, p: int) -> bool:
    """Whether player `p`, whose turn it is, may pass."""
    if S[TO_BEAT_SIZE] == 0:
        return False
    if S[MUST_PLAY] == 0:
        return True
    return regular_ranks(S, S[HAND + p]) | single_ranks(S, S[HAND + p]) == 0


@rule
def is_set(S: State, cards: int, rank: int) -> bool:
    """Whether these cards may stand together for that rank."""
    own = 15 << (4 * rank)
    others = cards & ~own
    if cards == 0 or S[RANKED] & own == 0 or others & ~S[WILD] != 0:
        return False
    return others == 0 or rank != S[JOKER]


@rule
def why_not_set(S: State, hand: int, action: int) -> int:
    """Why a set cannot be played from this hand on the top; `FINE` if it can."""
    cards = action & CARDS
    rank = action >> RANK_BIT
    own = 15 << (4 * rank)
    mark = 8 << (4 * rank)
    if cards & own == cards and cards != 0:  # natural cards alone, which is quicker to see
        if cards > hand & own:
            return NOT_HELD
        if S[RANKED] & mark == 0:
            return NOT_A_SET
        size = cards >> (4 * rank)
    else:
        if not within(cards, hand):
            return NOT_HELD
        if not is_set(S, cards, rank):
            return NOT_A_SET
        size = size_of(cards)
    if S[SINGLES_ALLOWED] & mark != 0 and cards == 1 << (4 * rank):
        return FINE
    if size < S[MIN_SIZE] or size > S[MAX_SIZE]:
        return WRONG_SIZE
    if S[RANKS_ALLOWED] & mark == 0:
        return TOO_LOW
    return FINE


@rule
def why_not(S: State, p: int, action: int) -> int:
    """Why player `p` cannot do this now; `FINE` if he can."""
    if S[PHASE] == OVER:
        return DEAL_OVER
    if S[TURN] != p:
        return OUT_OF_TURN
    if action == 0:
        if S[TO_BEAT_SIZE] == 0:
            return PASS_ON_LEAD
        return FINE if may_pass(S, p) else MUST_PLAY_NOW
    return why_not_set(S, S[HAND + p], action)
