"""Where a match stands after its deals, whether it is being played or was read from a record."""

from __future__ import annotations

from typing import Any

from slime.engine import layout as st
from slime.engine.seating import close_deal
from slime.game.deal import Deal
from slime.game.rules import Rules


class PlayedMatch:
    """A match as far as it was played: `slime.Match`, or a record that was read.

    >>> import slime
    >>> match = slime.Match(players=4, strategies="lowest", seed=1).finish()
    >>> match.players, match.rules.preset, len(match.finished), match.meta["seed"]
    (('P1', 'P2', 'P3', 'P4'), 'slime-licker', 10, 1)
    """

    rules: Rules
    #: all names
    players: tuple[str, ...]
    #: the deals so far, the last one maybe unfinished
    deals: list[Deal]
    #: what its record says of it beside its rules, players and deals
    meta: dict[str, Any]

    @property
    def finished(self) -> list[Deal]:
        """The deals that were played to their end."""
        return [deal for deal in self.deals if deal.over]

    @property
    def totals(self) -> dict[str, int]:
        """Points of all finished deals."""
        return self.deals[-1].totals if self.deals else dict.fromkeys(self.players, 0)

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return bool(self.deals) and state_after(self.deals[-1])[st.ENDED] == 1

    @property
    def winners(self) -> list[str] | None:
        """Who won, sorted by name; None while the match is not over."""
        return winners(self.rules, self.totals) if self.over else None

    def record(self) -> str:
        """The record of the match so far (see `slime.records`).

        >>> import slime
        >>> match = slime.Match("slime-licker", players=4, strategies="lowest", seed=1).finish()
        >>> slime.replay(match.record())["totals"] == match.totals
        True
        """
        from slime.records.write import write_deals

        return write_deals(self.rules, self.players, self.deals, self.meta)

    def __repr__(self) -> str:
        names = ", ".join(self.players)
        return f"<{type(self).__name__} {self.rules!r}, {names}, {len(self.deals)} deals>"


def state_after(deal: Deal) -> list[int]:
    """The state of the match after a deal, as it goes into the next one."""
    S = deal.S[:]
    if deal.over:
        close_deal(S)
    return S


def winners(rules: Rules, totals: dict[str, int]) -> list[str]:
    """Who has the best total; equal best totals share the win."""
    best = min(totals.values()) if rules.fewest_win else max(totals.values())
    return sorted(name for name, total in totals.items() if total == best)
