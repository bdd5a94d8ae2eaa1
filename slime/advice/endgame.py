"""The exact endgame, asked for at a table: `solve`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from slime._checks import invalid
from slime.advice.search import CALLEES, ENTRY, FRAME, FULL, judge_end
from slime.engine import layout as st
from slime.engine.hands import size_of
from slime.engine.legal import all_legal
from slime.engine.turns import act
from slime.game.table import Table
from slime.i18n import Words, words
from slime.simulation.spec import can_compile
from slime.text_table import TextTable

#: How many players may hold cards.
MOST_HANDS = 3
#: Entries of the memo: those of the first try and the most.
_FIRST, _MOST = 1 << 13, 1 << 19


@dataclass(frozen=True, slots=True, repr=False)
class Endgame:
    """Where each legal play leads if all see all hands and play as well as they can.

    Parameters
    ----------
    player : str
        Who acts.
    places : dict of str to dict of str to int
        For each legal play, low ranks first, a pass last, the place of each player.
    lang : str
        The language it is told in.

    Examples
    --------
    >>> import slime
    >>> names = ["Anna", "Boris", "Vera", "Gleb"]
    >>> deal = slime.Match(players=names, strategies="lowest", seed=3).next_deal()
    >>> while sum(map(bool, deal.hands)) > 2 or len(deal.legal()) < 3:
    ...     _ = deal.step()
    >>> end = slime.advice.solve(deal)
    >>> end.player == deal.turn, end.best in deal.legal(), end.table().head[0]
    (True, True, 'play')
    """

    player: str
    places: dict[str, dict[str, int]]
    lang: str

    @property
    def best(self) -> str:
        """The play that gives the best place; of equal ones the first."""
        return min(self.places, key=lambda play: self.places[play][self.player])

    def table(self) -> TextTable:
        """All plays and where they lead."""
        w = words(self.lang)
        names = next(iter(self.places.values()))
        rows = [
            (play_words(play, w), *(str(place) for place in places.values()))
            for play, places in self.places.items()
        ]
        return TextTable(
            w("advice.open_title", player=self.player),
            (w("advice.play"), *names),
            tuple(rows),
            notes=(w("advice.open_note"),),
            lang=self.lang,
        )

    def __repr__(self) -> str:
        return self.table().text()

    def _repr_html_(self) -> str:
        return self.table().html()

    def _repr_markdown_(self) -> str:
        return self.table().markdown()


def play_words(play: str, w: Words) -> str:
    """A play as people of a language write it."""
    if play == "-":
        return w("advice.passing")
    cards, equals, rank = play.partition("=")
    return w.faces(list(cards)) + (f" = {w.face(rank)}" if equals else "")


def solve(deal: Table) -> Endgame:
    """Where each legal play of a deal leads, exactly: all hands open, each for his own place.

    Of plays that give who acts the same place he takes the first (low ranks first, a pass last).

    Parameters
    ----------
    deal : Deal
        In play, with at most three players who hold cards.

    Returns
    -------
    Endgame
        It shows itself as a table.

    Raises
    ------
    ValueError
        If nobody is to play, if more players hold cards, or if there is too much to search.

    Examples
    --------
    >>> import slime
    >>> deal = slime.Match(players=4, strategies="lowest", seed=3).next_deal()
    >>> while sum(map(bool, deal.hands)) > 2:
    ...     _ = deal.step()
    >>> solve(deal).best in deal.legal()
    True
    """
    lang = deal.setting.lang
    if deal.phase != "play":
        raise invalid("advice.nothing_to_play", lang=lang)
    holders = sum(map(bool, deal._cells(st.HAND)))
    if holders > MOST_HANDS:
        raise invalid("advice.many_hands", lang=lang, most=MOST_HANDS, n=holders)
    found = open_places(deal._S)
    if found is None:
        raise invalid("advice.too_large", lang=lang)
    places = {
        deal.text.write(action): {
            name: (packed >> (4 * p)) & 15 for p, name in enumerate(deal.players)
        }
        for action, packed in found.items()
    }
    return Endgame(deal.players[deal.actor], places, lang)


def open_places(S: Sequence[int], most: int = _MOST) -> dict[int, int] | None:
    """The packed places to which each legal action leads; None if that takes too much to search.

    `S` is a state in play of which at most `MOST_HANDS` hands are not empty; `most` is how many
    positions may be kept in mind.
    """
    base = list(S)
    p, size = base[st.TURN], _FIRST
    holding = [q for q in range(base[st.PLAYERS]) if base[st.HAND + q]]
    who = [*holding, -1, -1][:MOST_HANDS]
    depth = 1 + 2 * len(holding) * sum(size_of(base[st.HAND + q]) for q in holding)
    judge, row = _engine()
    out: dict[int, int] = {}
    while True:
        stack, memo = row(depth * FRAME), row(size * ENTRY + 1)
        for action in all_legal(base, p):
            after = base[:]
            act(after, p, action)
            packed = judge(row(after), row(who), stack, memo, size - 1, size // 2)
            if packed == FULL:
                break
            out[action] = packed
        else:
            return out
        size *= 8
        if size > most:
            return None


def _plain_row(cells: int | Sequence[int]) -> list[int]:
    return [0] * cells if isinstance(cells, int) else list(cells)


@cache
def _engine() -> tuple[Callable[..., int], Callable[[int | Sequence[int]], Any]]:
    """The search, compiled where numba is there, and what makes a row of cells for it."""
    if not can_compile():
        return judge_end, _plain_row
    import numpy as np

    from slime.simulation.compiled import compile_apart

    def array(cells: int | Sequence[int]) -> Any:
        return np.zeros(cells, np.int64) if isinstance(cells, int) else np.array(cells, np.int64)

    return compile_apart(judge_end, CALLEES), array
