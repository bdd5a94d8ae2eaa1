"""Many matches at once: the same rules as in the stepping game, compiled."""

from __future__ import annotations

from slime.simulation.result import Address, Counted, Plan, Simulation
from slime.simulation.run import Stopped, simulate, warm

__all__ = ["Address", "Counted", "Plan", "Simulation", "Stopped", "simulate", "warm"]
