"""What cannot be done at the table, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from slime.engine.play import (
    DEAL_OVER,
    MUST_PLAY_NOW,
    NOT_A_SET,
    NOT_HELD,
    OUT_OF_TURN,
    PASS_ON_LEAD,
    TOO_LOW,
    WRONG_SIZE,
)
from slime.i18n import words

if TYPE_CHECKING:
    from slime.game.dealview import DealView

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


class IllegalAction(ValueError):
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


def sentence(code: str, lang: str | None, **values: Any) -> str:
    """The sentence for a code, with what is known about the case."""
    return words(lang)("game." + code.replace("-", "_"), **values)


def illegal(deal: DealView, code: str | int, **values: Any) -> IllegalAction:
    """The error for a code (a number of `slime.engine.play` or a name), in the deal's language."""
    if isinstance(code, int):
        code = CODES[code]
    top = deal.to_beat
    facts: dict[str, Any] = {
        "player": deal.turn or "",
        "size": top.size if top else 0,
        "rank": words(deal.setting.lang).face(top.rank) if top else "",
        "by": top.by if top else "",
        "card": "",
        **values,
    }
    if facts["card"]:
        facts["card"] = words(deal.setting.lang).face(facts["card"])
        code = "not-held-card" if code == "not-held" else code
    if code == "too-low" and deal.rules.equal_ranks:
        code = "too-low-equal"
    if code == "wrong-size" and deal.rules.bigger_sets:
        code = "wrong-size-bigger"
    return IllegalAction(
        code.removesuffix("-card").removesuffix("-equal").removesuffix("-bigger")
        if code != "bad-card"
        else code,
        sentence(code, deal.setting.lang, **facts),
    )
