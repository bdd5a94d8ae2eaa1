"""Strategies of this kit that take their time: asked on what the player sees, out of the loop."""

from __future__ import annotations

from slime.game.setting import Setting
from slime.strategies.base import Seated, Strategy


class Thinker(Strategy):
    """A strategy of this kit that takes its time: run apart from the loop, on what it may see."""

    kind = "compiled"

    def at_table(self, setting: Setting) -> Seated:
        """Ready to be asked, compiled where that is possible.

        Parameters
        ----------
        setting : Setting
            What the match is played with.

        Returns
        -------
        Seated
        """
        return ThinkerSeated(self, setting)


class ThinkerSeated(Seated):
    """A strategy that takes its time, at one seat."""

    def ask(self, seen: list[int], me: int, count: int) -> int:
        """The answer, by compiled code where there is a compiler."""
        from slime.simulation.thinking import think

        return think(self.strategy, seen, me, count)
