"""slime: a teaching and analysis kit for the games Slime licker and King and slave.

The public names are loaded when they are first used, so that ``import slime`` is instant.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

# public name -> where it lives
_PUBLIC = {
    "Rules": "slime.game.rules",
    "RulesError": "slime.game.rules",
    "rules": "slime.game.rules",
    "Match": "slime.game.match",
    "Deal": "slime.game.deal",
    "IllegalAction": "slime.game.errors",
    "replay": "slime.records",
    "language": "slime.i18n",
    "strategies": "slime.strategies",
    "simulate": "slime.simulation",
    "measures": "slime.measures",
    "figures": "slime.figures",
    "strategy": "slime.strategies.custom",
    "check_strategy": "slime.tournaments.check",
    "tournament": "slime.tournaments.playing",
    "table": "slime.widgets",
    "commentary": "slime.claims",
    "compare": "slime.experiments",
    "decompose": "slime.experiments",
    "plan": "slime.experiments",
    "experiments": "slime.experiments",
}

if TYPE_CHECKING:
    from slime.claims import commentary as commentary
    from slime.experiments import compare as compare
    from slime.experiments import decompose as decompose
    from slime.experiments import plan as plan
    from slime.game.deal import Deal as Deal
    from slime.game.errors import IllegalAction as IllegalAction
    from slime.game.match import Match as Match
    from slime.game.rules import Rules as Rules
    from slime.game.rules import RulesError as RulesError
    from slime.game.rules import rules as rules
    from slime.i18n import language as language
    from slime.records import replay as replay
    from slime.simulation import simulate as simulate
    from slime.strategies.custom import strategy as strategy
    from slime.tournaments.check import check_strategy as check_strategy
    from slime.tournaments.playing import tournament as tournament
    from slime.widgets import table as table

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
