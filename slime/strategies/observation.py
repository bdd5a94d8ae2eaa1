"""What a player may see of the state: a copy of it without secrets."""

from __future__ import annotations

from collections.abc import Sequence

from slime.engine import layout as st

#: Rows of the private part, a cell a player, of which a player sees the own one.
PRIVATE_ROWS = (st.HAND, st.GAVE, st.GOT, st.CLUBS, st.LUCK)
_BLANK = [0] * (st.SIZE - st.PRIVATE)


def blanked(S: Sequence[int], me: int) -> list[int]:
    """A copy of the state as player `me` may see it: what is private to others is 0."""
    cells = S if isinstance(S, list) else S.tolist()  # type: ignore[attr-defined]
    out: list[int] = cells[: st.PRIVATE] + _BLANK
    for row in PRIVATE_ROWS:
        out[row + me] = cells[row + me]
    own = st.OPTION + me * st.OPTIONS
    out[own : own + st.OPTIONS] = cells[own : own + st.OPTIONS]
    return out
