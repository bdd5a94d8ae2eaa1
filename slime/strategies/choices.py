"""The legal plays that a view tells of: listed when asked for, and once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from slime.engine import layout as st
from slime.engine.legal import all_legal, legal_number
from slime.game.dealview import Legal

if TYPE_CHECKING:
    from slime.strategies.view import View


class Choices(Legal):
    """The legal plays of a view, which stays as it is."""

    __slots__ = ("_actions", "_view")

    def __init__(self, view: View) -> None:
        self._view = view
        self._actions: list[int] | None = None
        S = view._S
        if S[st.PHASE] != st.PLAYING or S[st.TURN] != view._p:
            self._actions = []

    def _all(self) -> list[int]:
        if self._actions is None:
            self._actions = all_legal(self._view._S, self._view._p)
        return self._actions

    def _write(self, action: int) -> str:
        view = self._view
        text = view._table.text.write(action)
        view._offered[text] = action
        return text

    def __len__(self) -> int:
        return len(self._all())

    def __getitem__(self, i: Any) -> Any:
        if i == 0 and self._actions is None:  # what most ask for: no need to list the others
            return self._write(legal_number(self._view._S, self._view._p, 0))
        found = self._all()[i]
        return [self._write(one) for one in found] if isinstance(i, slice) else self._write(found)

    def __iter__(self) -> Iterator[str]:
        return map(self._write, self._all())

    def __contains__(self, play: object) -> bool:
        return isinstance(play, str) and self._view.why_not(play) is None
