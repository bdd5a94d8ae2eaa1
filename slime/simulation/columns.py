"""The columns of the simulator's tables: what each means stands in the topic ``columns``."""

from __future__ import annotations

from slime.i18n import words

#: What is known of each deal and player without details.
PLAIN = ("match", "deal", "player", "place", "finish", "points", "total")
#: What ``keep="details"`` adds, one number each.
DETAILS = (
    *("seat", "before", "dealer", "leader", "cards"),
    *("strength_dealt", "tops_dealt", "strength_played", "tops_played", "gave", "got"),
    *("led", "won", "left_at_first_out", "out_turn"),
)
#: The columns of `Simulation.frame`.
FRAME = (*PLAIN, *DETAILS)
#: Details that are packed cards; a frame shows their ranks.
PACKED = ("gave", "got")
#: The kinds of numbers that they are kept as, where it is not int8.
KINDS = dict.fromkeys(("match", "deal"), "int32") | {"out_turn": "int16"}
KINDS |= dict.fromkeys(("points", "total", "gave", "got"), "int64")
KINDS |= dict.fromkeys(("strength_dealt", "strength_played"), "float32")

#: The columns of `Simulation.plays`, and what they mean.
PLAYS = {
    "match": "number of the match, from 0",
    "deal": "number of the deal in its match, from 0",
    "trick": "number of the trick in the deal, from 1",
    "turn": "number of the play or pass in the deal, from 1",
    "player": "name of who acted",
    "play": "the play by its ranks, - for a pass",
    "rank": "the rank the set stands for, missing for a pass",
    "size": "cards played, 0 for a pass",
    "beaten_by": "who played the next set on it, missing if nobody did",
}


def meaning(column: str, lang: str = "en") -> str:
    """What a column of `FRAME` means.

    >>> meaning("out_turn")[:32]
    'number of the play or pass of th'
    """
    return words(lang)(f"columns.{column}")
