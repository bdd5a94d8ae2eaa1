"""A fixed loop in plain Python, to measure other Python code against: it never changes.

It plays the game of benchmarks/limit/limit.c: five players who get rid of their lowest cards,
54 cards, exchange, fall of the champion who leaves.  No classes, no checks, no events.
"""

from __future__ import annotations

import random
import sys
import time

PLAYERS, RANKS = 5, 14
DECK = [rank for rank in range(13) for _ in range(4)] + [13, 13]


def play(deals: int, seed: int = 1) -> tuple[int, list[int]]:
    """Play; gives the number of plays and passes, and the sum of places by seat."""
    rng = random.Random(seed)
    standing: list[int] = []
    moves, sums = 0, [0] * PLAYERS
    deck = DECK[:]
    for number in range(deals):
        rng.shuffle(deck)
        hands = [[0] * RANKS for _ in range(PLAYERS)]
        for i, rank in enumerate(deck):
            hands[(number + i) % PLAYERS][rank] += 1
        left = [sum(hand) for hand in hands]
        for pair in range(PLAYERS // 2 if standing else 0):
            low, high, n = standing[-1 - pair], standing[pair], PLAYERS // 2 - pair
            best = take(hands[low], n, range(RANKS - 1, -1, -1))
            worst = take(hands[high], n, range(RANKS))
            for rank in best:
                hands[high][rank] += 1
            for rank in worst:
                hands[low][rank] += 1
        champion = standing[0] if standing else -1
        leader = standing[-1] if standing else 0
        places: list[int] = []
        fallen: list[int] = []
        while len(places) + len(fallen) < PLAYERS - 1:
            while not left[leader]:
                leader = (leader + 1) % PLAYERS
            top = player = leader
            hand = hands[top]
            rank = next(r for r in range(RANKS) if hand[r])
            size = hand[rank]
            while True:
                hands[top][rank] -= size
                left[top] -= size
                moves += 1
                if not left[top]:
                    places.append(top)
                    if len(places) == 1 and champion not in (-1, top):
                        fallen, left[champion], hands[champion] = [champion], 0, [0] * RANKS
                    if len(places) + len(fallen) == PLAYERS - 1:
                        break
                found = -1
                player = (top + 1) % PLAYERS
                while player != top:
                    if left[player]:
                        hand = hands[player]
                        for r in range(rank + 1, RANKS):
                            if hand[r] >= size:
                                found = r
                                break
                        if found >= 0:
                            break
                        moves += 1
                    player = (player + 1) % PLAYERS
                if found < 0:
                    break
                top, rank = player, found
            leader = top
        places += [p for p in range(PLAYERS) if p not in places and p not in fallen] + fallen
        standing = places
        for place, p in enumerate(places):
            sums[p] += place + 1
    return moves, sums


def take(hand: list[int], n: int, ranks: range) -> list[int]:
    """Take `n` cards out of a hand, from the first of some ranks on."""
    out = []
    for rank in ranks:
        while hand[rank] and len(out) < n:
            hand[rank] -= 1
            out.append(rank)
    return out


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    begin = time.process_time()
    moves, sums = play(wanted)
    took = time.process_time() - begin
    print(f"{wanted / took:,.0f} deals a second, {moves / wanted:.2f} moves a deal, places {sums}")
