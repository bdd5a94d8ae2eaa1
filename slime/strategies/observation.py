"""What a view stands on: the facts of a table, and a copy of the state without secrets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from slime.engine import layout as st
from slime.engine.play import State
from slime.game.notation import PlayText
from slime.game.rules import Rules

#: Rows of the private part, a cell a player, of which a player sees the own one.
PRIVATE_ROWS = (st.HAND, st.GAVE, st.GOT, st.CLUBS, st.LUCK)
_BLANK = [0] * (st.SIZE - st.PRIVATE)


class TableFacts(NamedTuple):
    """What a view knows besides numbers: rules, names, how plays are written, the language."""

    rules: Rules
    names: tuple[str, ...]
    text: PlayText
    lang: str


def table_facts(rules: Rules, names: Sequence[str], lang: str) -> TableFacts:
    """The facts of a table where these players sit and play by these rules."""
    return TableFacts(
        rules, tuple(names), PlayText(rules.order(), rules.ranks, rules.wild), str(lang)
    )


def blanked(S: Sequence[int], me: int) -> list[int]:
    """A copy of the state as player `me` may see it: what is private to others is 0."""
    cells = S if isinstance(S, list) else S.tolist()  # type: ignore[attr-defined]
    out: list[int] = cells[: st.PRIVATE] + _BLANK
    for row in PRIVATE_ROWS:
        out[row + me] = cells[row + me]
    own = st.OPTION + me * st.OPTIONS
    out[own : own + st.OPTIONS] = cells[own : own + st.OPTIONS]
    return out


def luck_after(seen: Sequence[int], S: State, me: int) -> None:
    """Carry what was drawn on a copy over into the state it was made from."""
    S[st.LUCK + me] = seen[st.LUCK + me]
