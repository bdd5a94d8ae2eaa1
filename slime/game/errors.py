"""What cannot be done at the table, in words."""

from __future__ import annotations

from slime._checks import Portable
from slime.engine.beats import (
    DEAL_OVER,
    MUST_PLAY_NOW,
    NOT_A_SET,
    NOT_HELD,
    OUT_OF_TURN,
    PASS_ON_LEAD,
    TOO_LOW,
    WRONG_SIZE,
)

#: The rule functions' small numbers, as the codes of records.
CODES = {
    DEAL_OVER: "deal-over",
    OUT_OF_TURN: "out-of-turn",
    PASS_ON_LEAD: "pass-on-lead",
    MUST_PLAY_NOW: "must-play",
    NOT_HELD: "not-held",
    NOT_A_SET: "not-a-set",
    WRONG_SIZE: "wrong-size",
    TOO_LOW: "too-low",
}


class IllegalAction(Portable):
    """Something that the rules forbid now: its `code` and a sentence in the deal's language.

    >>> import slime
    >>> deal = slime.Match(players=["Anna", "Boris", "Vera", "Gleb"], seed=1).next_deal()
    >>> try:
    ...     deal.play("3 4")
    ... except slime.IllegalAction as problem:
    ...     print(problem.code)
    not-a-set
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
