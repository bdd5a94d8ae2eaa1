"""slime: a teaching and analysis kit for the games Slime licker and King and slave.

The public names are loaded when they are first used, so that ``import slime`` is instant.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

# public name -> where it lives
_PUBLIC = {
    "Rules": "slime.ruleset",
    "RulesError": "slime.ruleset",
    "rules": "slime.ruleset",
    "Match": "slime.match",
    "Deal": "slime.deal",
    "IllegalAction": "slime.errors",
    "replay": "slime.record",
    "language": "slime.words",
    "strategies": "slime.strategies",
    "simulate": "slime.simulation",
    "measures": "slime.measures",
    "figures": "slime.figures",
    "strategy": "slime.strategies.own",
    "check_strategy": "slime.tournaments.check",
    "tournament": "slime.tournaments.playing",
    "table": "slime.widgets",
    "commentary": "slime.experiments.claims",
    "compare": "slime.experiments",
    "decompose": "slime.experiments",
    "plan": "slime.experiments",
    "experiments": "slime.experiments",
}

if TYPE_CHECKING:
    from slime.deal import Deal as Deal
    from slime.errors import IllegalAction as IllegalAction
    from slime.experiments import compare as compare
    from slime.experiments import decompose as decompose
    from slime.experiments import plan as plan
    from slime.experiments.claims import commentary as commentary
    from slime.match import Match as Match
    from slime.record import replay as replay
    from slime.ruleset import Rules as Rules
    from slime.ruleset import RulesError as RulesError
    from slime.ruleset import rules as rules
    from slime.simulation import simulate as simulate
    from slime.strategies.own import strategy as strategy
    from slime.tournaments.check import check_strategy as check_strategy
    from slime.tournaments.playing import tournament as tournament
    from slime.widgets import table as table
    from slime.words import language as language

__all__ = ["__version__", *_PUBLIC]


def __getattr__(name: str) -> Any:
    where = _PUBLIC.get(name)
    if where is None:
        raise AttributeError(f"slime has no {name!r}")
    module = importlib.import_module(where)
    value = module if where == f"slime.{name}" else getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
