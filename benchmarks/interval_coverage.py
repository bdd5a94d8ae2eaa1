"""How often do the intervals hold the truth? Sessions from a known chain, many times over.

    python benchmarks/interval_coverage.py --repeats 4000 --seed 1

Two kinds of tables are played. *equal*: each deal draws the new order from the old places only,
with the same chances for all, so the matrix of the chain is the truth, and one session may take the
deal as its unit. *unequal*: the players of a session have skills, the same throughout, drawn with
the session; the truth is the expected table of counts, worked out exactly over the 120 orders. The
result, with its command and seed, goes to ``data/coverage.json``.
"""

from __future__ import annotations

import argparse
import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from slime._files import write_file
from slime.measures import MEASURES, interval

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

PLAYERS = 5
DEALS = (16, 24)  # a session lasts so many deals, each length as likely
CHANCES = (1.4, 2.2, 1.1, 0.7, 0.8)  # of the places before: how strongly they are drawn to the top
SKILLS = (
    (0, 0, 0, 0, 0),
    (0.4, 0.2, 0, -0.2, -0.4),
    (0.7, 0, 0, 0, -0.3),
    (0.5, 0.5, 0, -0.3, -0.3),
)
SESSIONS = (1, 2, 5, 15, 30, 200)
KEYS = (
    "immobility_ratio",
    "keep_first",
    "keep_last",
    "shorrocks",
    "mean_places_moved",
    "rank_correlation",
    "rise_time",
    "expected_reign",
    "worth_of_place",
    "second_eigenvalue_index",
    "determinant_index",
    "determinant_index_root",
)
# Not smooth near independence, where this chain is: no promise for these.
WITHOUT_PROMISE = KEYS[-3:]

ORDERS: Ints = np.array(list(itertools.permutations(range(PLAYERS))))  # order[r] = who comes r-th


def chances(strength: Floats) -> Floats:
    """Chance of each order if the next place goes by lot, weighted by strength (Plackett, Luce)."""
    left = np.full(len(ORDERS), strength.sum())
    chance = np.ones(len(ORDERS))
    for rank in range(PLAYERS):
        drawn = strength[ORDERS[:, rank]]
        chance = chance * drawn / left
        left = left - drawn
    return chance


class Table:
    """The players of a session: a chain on the orders 0 .. 119 (order[r] = player on place r)."""

    def __init__(self, skills: tuple[float, ...]) -> None:
        base, skill = np.log(CHANCES), np.array(skills)
        rows = []
        for order in ORDERS:
            strength = np.empty(PLAYERS)
            strength[order] = base
            rows.append(chances(np.exp(strength + skill)))
        self.chain = np.array(rows)
        self.start = chances(np.exp(skill))
        self.cumulated = self.chain.cumsum(axis=1)

    def expected_counts(self) -> Floats:
        """Expected counts of moves in one session, over the lengths of sessions."""
        place = np.argsort(ORDERS, axis=1)  # place[o, player]
        step = np.zeros((len(ORDERS), PLAYERS, PLAYERS))
        for o in range(len(ORDERS)):
            for player in range(PLAYERS):
                step[o, place[o, player]] += self.chain[o] @ np.eye(PLAYERS)[place[:, player]]
        total, now = np.zeros((PLAYERS, PLAYERS)), self.start
        lengths = range(DEALS[0], DEALS[1] + 1)
        for move in range(1, DEALS[1]):
            weight = sum(length > move for length in lengths) / len(lengths)
            total += weight * np.einsum("o,oij->ij", now, step)
            now = now @ self.chain
        return total

    def play(self, rng: np.random.Generator, sessions: int) -> Ints:
        """Places ``[session, deal, player]``, 0 after the end of a session."""
        state = rng.choice(len(ORDERS), sessions, p=self.start)
        length = rng.integers(DEALS[0], DEALS[1] + 1, sessions)
        place = np.argsort(ORDERS, axis=1) + 1
        deals = []
        for deal in range(DEALS[1]):
            deals.append(place[state] * (deal < length)[:, None])
            drawn = rng.random((sessions, 1))
            state = (self.cumulated[state] < drawn).sum(axis=1).clip(max=len(ORDERS) - 1)
        return np.stack(deals, axis=1)


def truths(tables: list[Table]) -> dict[str, Floats]:
    """The value of each measure at the expected counts."""
    counts = np.mean([t.expected_counts() for t in tables], axis=0)
    result = {}
    for key in KEYS:
        record = MEASURES[key]
        value = record.shown(counts, record.options, PLAYERS)
        result[key] = np.asarray(value)
    return result


def cover(
    kind: str, sessions: int, repeats: int, seed: int, draws: int, keys: tuple[str, ...] = KEYS
) -> list[dict[str, Any]]:
    """Count how often each interval held the truth (of an array: its first number)."""
    tables = [Table(s) for s in (SKILLS[:1] if kind == "equal" else SKILLS)]
    truth = truths(tables)
    rng = np.random.default_rng([seed, sessions, len(tables)])
    held = dict.fromkeys(keys, 0)
    below = dict.fromkeys(keys, 0)
    for repeat in tqdm(range(repeats), desc=f"{kind}, {sessions} sessions", leave=False):
        which = rng.integers(0, len(tables), sessions)
        played = [t.play(rng, int((which == i).sum())) for i, t in enumerate(tables)]
        places = np.concatenate(played)
        for key in keys:
            found = interval(places, key, seed=repeat, draws=draws)
            low, high = np.ravel(found.low)[0], np.ravel(found.high)[0]
            true = np.ravel(truth[key])[0]
            held[key] += bool(low <= true <= high)
            below[key] += bool(true < low)
    return [
        {
            "kind": kind,
            "sessions": sessions,
            "measure": key,
            "truth": float(np.ravel(truth[key])[0]),
            "promised": key not in WITHOUT_PROMISE,
            "repeats": repeats,
            "held": held[key],
            "too_high": below[key],
            "coverage": held[key] / repeats,
        }
        for key in keys
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--repeats", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--draws", type=int, default=999, help="resamples of each bootstrap")
    parser.add_argument("--out", type=Path, default=Path("data/coverage.json"))
    chosen = parser.parse_args()
    rows = []
    for kind in ("equal", "unequal"):
        for sessions in SESSIONS:
            if kind == "unequal" and sessions == 1:
                continue  # one session says nothing of other tables: no promise to test
            rows += cover(kind, sessions, chosen.repeats, chosen.seed, chosen.draws)
    command = (
        f"python benchmarks/interval_coverage.py --repeats {chosen.repeats} --seed {chosen.seed} "
        f"--draws {chosen.draws}"
    )
    result = {
        "command": command,
        "seed": chosen.seed,
        "level": 0.95,
        "deals": list(DEALS),
        "chances": list(CHANCES),
        "skills": [list(s) for s in SKILLS],
        "rows": rows,
    }
    write_file(chosen.out, json.dumps(result, indent=1) + "\n")
    for row in rows:
        print(f"{row['kind']:8}{row['sessions']:4} {row['measure']:26}{row['coverage']:.3f}")


if __name__ == "__main__":
    main()
