"""The layout of a match in progress: one flat sequence of signed 64-bit integers.

A Python list when interpreted, an array when compiled.  Interpreted step, compiled loop,
resumable engine, undo and advice all work on it; friendly objects are a face over it.
Players are numbered as in the record's header, whatever seats they take.

Its parts follow one another: the rules in numbers (written once a match), what lasts from
deal to deal, what everyone at the table may see of the deal, what only its owner may see
(from `PRIVATE` on, in rows of `MAX_PLAYERS` players), and what nobody may see.
"""

from __future__ import annotations

from collections.abc import MutableSequence

#: A state, and whatever rule functions index like one.
State = MutableSequence[int]

MAX_PLAYERS = 8  # players
OPTIONS = 8  # numbers that configure a strategy

# --- the rules in numbers: a cell named as a field of a rule set holds the number of its value
PLAYERS = 0  # how many play
JOKER = 1  # rank position of the joker = number of other ranks
RANKED = 2  # rank marks of the ranks that a set may stand for
WILD = 3  # packed mask (15 at each wild rank)
WILD_TWO = 4  # rank position of the two if it is wild, else -1
WILD_THREE = 5  # the same for the three
WILD_JOKER = 6  # the same for the joker
PASSING = 7
MUST_PLAY = 8
BIGGER_SETS = 9
EQUAL_RANKS = 10
JOKER_TRUMP = 11
BIG_TWO = 12  # rank mark of the two if it is big, else 0
LEAD_AFTER_OUT = 13
CHAMPION_FALLS = 14
FALLEN_CHAMPION = 15  # what one does
SEATING = 16
FIRST_LEAD = 17
LATER_LEAD = 18
DEALER = 19  # how the dealer of later deals is found
EXTRAS = 20
INITIAL_PLACES = 21  # places are drawn before the first deal
EXCHANGE_OPEN = 22  # the exchange is open
EXCHANGE_FLOW = 23
FEWEST = 24  # fewest points win
BY_TARGET = 25
LENGTH = 26  # deals, or the target
PACK = 27  # cards in the pack
SHARE = 28  # the even share of it
TWO = 29  # rank position of the two, -1 if there is none
THREE = 30  # the same for the three
PAIRS = 31  # how many pairs the counts name
SWITCHES = 32  # 1 if a field changes what beats what, 2 if sets do more (turn, clear, skip)
CLEARS = 33  # rank marks: a set that stands for one ends the trick
EQUAL_SKIPS = 34
REVOLUTION = 35  # a set of so many cards turns the order for the deal; 0: none does
TURNS_TRICK = 36  # rank marks: a set that stands for one turns the order for the trick
FOUL_FINISH = 37  # packed mask (15 at each rank with which one must not go out)
WHOLE_PACK = 38  # packed: all cards of the pack
COUNTS = 39  # cards exchanged by pair, from the outer pair in
POINTS = 43  # points by place
CARD = 51  # packed single cards in the order of the unshuffled pack; bit 56: three of clubs
#: How many cards two packs hold.
MAX_PACK = 108

# --- what lasts from deal to deal -----------------------------------------------------
DEAL = CARD + MAX_PACK  # number of the deal, from 1
DEALER_IS = DEAL + 1
HAS_STANDING = DEAL + 2
SEATS_AT = DEAL + 3  # seats clockwise, as in play; while dealing, as dealt
STANDING = SEATS_AT + MAX_PLAYERS  # players from first to last in the deal before
TOTALS = STANDING + MAX_PLAYERS
ENDED = TOTALS + MAX_PLAYERS  # the match is over

# --- what everyone sees of the deal ---------------------------------------------------
PHASE = ENDED + 1
GIFT = PHASE + 1  # number of the gift that is due
TURN = PHASE + 2
LEADER = PHASE + 3  # of this trick
STOP = PHASE + 4  # the trick ends when the turn comes round to this player's seat
TRICK = PHASE + 5  # number of the trick, from 1
TO_BEAT_RANK = PHASE + 6  # -1 on a lead
TO_BEAT_SIZE = PHASE + 7  # 0 on a lead
TO_BEAT_BY = PHASE + 8
RANKS_ALLOWED = PHASE + 9  # rank marks that may be played now ...
MIN_SIZE = PHASE + 10  # ... in sets of this many cards
MAX_SIZE = PHASE + 11  # ... up to this many,
SINGLES_ALLOWED = PHASE + 12  # and rank marks that may be played as one natural card
PASSED = PHASE + 13  # players who passed: since the top was played, or in the trick (bits)
CHAMPION = PHASE + 14  # who can fall, else -1
FALLEN = PHASE + 15  # who fell, else -1
NEXT_PLACE = PHASE + 16  # best place still free
LAST_PLACE = PHASE + 17  # worst place still free
STILL_OPEN = PHASE + 18  # players who hold cards and have no place yet
PLAYERS_OUT = PHASE + 19  # how many ran out of cards
PLAYED_CARDS = PHASE + 20  # packed: cards played
TURNED = PHASE + 21  # the order in force is turned
DEAL_TURNED = PHASE + 22  # it is so, or will be after the trick, until the deal ends
NEXT_PLAYER = PHASE + 23  # left neighbour in play
PREVIOUS_PLAYER = NEXT_PLAYER + MAX_PLAYERS  # right neighbour in play
# --- (from here to TURNS set to 0 when a deal begins)
PREVIOUS_PLACE = PREVIOUS_PLAYER + MAX_PLAYERS  # place in the deal before, 0 if none
PLACE = PREVIOUS_PLACE + MAX_PLAYERS  # place in this deal, 0 while open
FINISH = PLACE + MAX_PLAYERS  # order of running out of cards, 0 while holding some
CARDS_LEFT = FINISH + MAX_PLAYERS  # cards in hand (of a champion who left: those taken along)
LED = CARDS_LEFT + MAX_PLAYERS  # tricks led
WON = LED + MAX_PLAYERS  # tricks won (the one in which the deal ends is nobody's)
LEFT_AT_FIRST_OUT = WON + MAX_PLAYERS  # cards left when the first player went out
OUT_TURN = LEFT_AT_FIRST_OUT + MAX_PLAYERS  # number of the play that was the last, 0 while in
PLAYED_BY = OUT_TURN + MAX_PLAYERS  # packed: cards that each player played
TURNS = PLAYED_BY + MAX_PLAYERS  # plays and passes so far

# --- what only its owner sees, by player ----------------------------------------------
PRIVATE = TURNS + 1
HAND = PRIVATE  # packed
GAVE = HAND + MAX_PLAYERS  # packed, in the exchange
GOT = GAVE + MAX_PLAYERS
CLUBS = GOT + MAX_PLAYERS  # threes of clubs held (first deal)
LUCK = CLUBS + MAX_PLAYERS  # state of the player's own random stream
OPTION = LUCK + MAX_PLAYERS  # the strategy's numbers, OPTIONS a player

# --- nobody's -------------------------------------------------------------------------
REMOVED_CARDS = OPTION + MAX_PLAYERS * OPTIONS  # packed: taken along by a champion who left
RANDOM_STATE = REMOVED_CARDS + 1  # state of the stream that chance draws from
STRATEGY_ID = RANDOM_STATE + 1  # who plays for a player, see `slime.simulation.dispatch`
#: Hashed keys of the streams, by purpose, and each player's: whoever sees them sees all.
KEYS = STRATEGY_ID + MAX_PLAYERS
PURPOSES = 8
PLAYER_KEYS = KEYS + PURPOSES
KEY_COUNT = PURPOSES + MAX_PLAYERS
SIZE = KEYS + KEY_COUNT

# --- values ---------------------------------------------------------------------------
EXCHANGING, PLAYING, OVER = 0, 1, 2  # PHASE
FREE_PASS, LOCKED_PASS, ONE_TURN = 0, 1, 2  # PASSING
TO_LEFT, TO_RIGHT = 0, 1  # LEAD_AFTER_OUT
FIXED, SWAP_ENDS, BY_PLACE = 0, 1, 2  # SEATING
LEAD_CLUBS, LEAD_FIRST, LEAD_LAST, LEAD_LEFT, LEAD_DRAW = 0, 1, 2, 3, 4  # ...LEAD
DEAL_LAST, DEAL_ROTATE, DEAL_DRAW = 0, 1, 2  # DEALER
EXTRAS_LEFT, EXTRAS_DEALER = 0, 1  # EXTRAS
UP, DOWN, RANDOM = 0, 1, 2  # EXCHANGE_FLOW
PLAYS_ON, LEAVES = 0, 1  # FALLEN_CHAMPION
BEST, CHOICE, AT_RANDOM = 0, 1, 2  # how a gift is chosen

#: An action is the packed cards of a set and, from this bit on, the rank it stands for.
RANK_BIT = 56
#: The action of passing.
PASS = 0
