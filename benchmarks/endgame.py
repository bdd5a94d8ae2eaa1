"""How long the exact endgame takes: 2 hands of 8 cards, 3 of 4, from one pack of 52.

python benchmarks/endgame.py [hands]
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "advice"))
from positions import leading, pack

import slime
from slime.advice.endgame import open_places

ranks = "3456789TJQKA2"
rules = slime.rules("slime-licker", players=[2, 8], ranks=ranks, jokers=0)
times = int(sys.argv[1]) if len(sys.argv) > 1 else 500
rng = Random(1)
open_places(leading(rules, [pack([1]), pack([2])]))  # compiled or loaded
print(f"{'hands':10} {'median':>9} {'95%':>9} {'worst':>9}  ms, by the processor's clock")
for players, cards in ((2, 8), (3, 4), (2, 10), (3, 5)):
    took = []
    for _ in range(times):
        dealt = rng.sample([rank for rank in range(13) for _ in range(4)], players * cards)
        S = leading(rules, [pack(dealt[i::players]) for i in range(players)])
        since = time.process_time()
        open_places(S)
        took.append(1e3 * (time.process_time() - since))
    middle, most, worst = np.quantile(took, [0.5, 0.95, 1])
    print(f"{players} x {cards:<6} {middle:9.2f} {most:9.2f} {worst:9.2f}")
