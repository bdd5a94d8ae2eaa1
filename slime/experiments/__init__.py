"""Experiments: two worlds with the same luck, what causes what, rule or person.

Simulated worlds held against each other, with intervals over matches; exact small worlds; how
many deals a question needs.
"""

from __future__ import annotations

from slime.experiments._compare import compare
from slime.experiments.comparison import Comparison, Pair
from slime.experiments.dose_response import DoseResponse, Setting, dial, exchange_settings
from slime.experiments.equal_players import PersonTest, four_cells, person_power, rule_or_person
from slime.experiments.exact import SmallWorld, exact_shares, small_world
from slime.experiments.factorial import Decomposition, decompose
from slime.experiments.factors import Factor
from slime.experiments.groups import GroupEffects
from slime.experiments.pairs import Effect
from slime.experiments.sample_size import Design, Designs, plan
from slime.experiments.swapgame import swap_game, swap_game_rules

__all__ = [
    "Comparison",
    "Decomposition",
    "Design",
    "Designs",
    "DoseResponse",
    "Effect",
    "Factor",
    "GroupEffects",
    "Pair",
    "PersonTest",
    "Setting",
    "SmallWorld",
    "compare",
    "decompose",
    "dial",
    "exact_shares",
    "exchange_settings",
    "four_cells",
    "person_power",
    "plan",
    "rule_or_person",
    "small_world",
    "swap_game",
    "swap_game_rules",
]
