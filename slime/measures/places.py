"""What measures, figures and experiments take: `Places`, read from whatever holds them."""

from __future__ import annotations

import copy
import math
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, Union, cast, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from slime._checks import check_int, invalid
from slime.i18n import words
from slime.measures.stored import (
    LONG,
    LongTable,
    check_deals,
    check_there,
    filled,
    missing,
    read_stored,
    where,
    whole_numbers,
)
from slime.simulation.moves import count_moves

if TYPE_CHECKING:
    import pandas as pd

    from slime.game.deal import Deal
    from slime.game.rules import Rules
    from slime.text_table import TextTable

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
#: Places as read, not yet checked, and the names that came with them.
_Read = tuple[NDArray[Any], tuple[str, ...] | None]

#: Columns of a wide data frame that are no players (the last is an index saved without a name).
NO_PLAYERS = ("match", "deal", "Unnamed: 0")
#: Cells of places that are worked on at once, about.
_CELLS = 1 << 20
#: More sessions than this are added up, neighbours together, in at most so many blocks.
BLOCKS = 10_000


@runtime_checkable
class HasPlaces(Protocol):
    """What knows its places ``[match, deal, player]`` and its players, as a simulation does."""

    @property
    def places(self) -> NDArray[Any]:
        """Places, 0 where a deal was not played."""

    @property
    def players(self) -> Sequence[str]:
        """Names by player number."""


PlacesLike: TypeAlias = Union[
    "Places", HasPlaces, "pd.DataFrame", "os.PathLike[str]", ArrayLike, Sequence["PlacesLike"]
]


@dataclass(frozen=True, eq=False)
class Places:
    """Who came to which place, by match, deal and player.

    Parameters
    ----------
    array : array of int ``[match, deal, player]``
        1 for the first out of cards to P for the last, 0 where a deal was not played. Of a
        simulation it is the simulation's own (small numbers: add to them with care).
    named : tuple of str, optional
        The players' names, if they were given.
    origin : object, optional
        What the places were read from, if it can show more of them (a simulation).

    Examples
    --------
    >>> found = Places.of([[1, 2, 3], [2, 1, 3]], players=["Anna", "Boris", "Vera"])
    >>> found.array.shape, found.players, found.matches, found.deals
    ((1, 2, 3), ('Anna', 'Boris', 'Vera'), 1, 2)
    >>> found.count, found.rules
    (3, None)
    >>> found.shape, [len(part.array) for part in found.parts()]
    ((1, 2, 3), [1])
    >>> Places.of([[1, 2, 3], [2, 2, 3]], players=["Anna", "Boris", "Vera"])
    Traceback (most recent call last):
    ...
    slime._checks.InvalidValue: places: row 2 (Boris): place 2 twice
    """

    array: Ints
    named: tuple[str, ...] | None = None
    origin: object = field(default=None, repr=False)

    @classmethod
    def of(
        cls, source: PlacesLike, players: Sequence[str] | None = None, name: str = "places"
    ) -> Places:
        """Read places from whatever holds them.

        Parameters
        ----------
        source : simulation, array, data frame, text or list
            A result of `slime.simulate`; numbers ``[match, deal, player]`` or ``[deal, player]``
            (an array or nested lists, 0 for a deal not played); a data frame with a column a
            player (columns ``match`` and ``deal`` may stand beside them) or with the columns
            ``deal``, ``player`` and ``place`` (as `Simulation.frame` makes it), or a table of
            Arrow; the text of a record; the name of a file with one of these (Parquet, CSV, Arrow,
            a record), which may be larger than memory; or a
            list of sessions, each one of these, of any lengths. Never counts of moves: those are
            `Transitions`.
        players : sequence of str, optional
            Names of the players, in place of those that the source has.
        name : str
            What the argument is called in the message of an error.

        Returns
        -------
        Places

        Raises
        ------
        ValueError
            If it holds no places; the message counts matches and rows from 1.

        Examples
        --------
        >>> Places.of([[[1, 2], [2, 1]], [[2, 1]]]).array.tolist()
        [[[1, 2], [2, 1]], [[2, 1], [0, 0]]]
        """
        source = read_stored(source, name)
        if isinstance(source, LongTable):
            read: Places = StoredPlaces(source, source.players, name)
        elif isinstance(source, Places):
            read = source
        else:
            array, names = _read(source, name)
            read = cls(cast(Ints, array), names, source if _has_places(source) else None)
        if players is not None:
            read = copy.copy(read)
            vars(read)["named"] = _names(players, read)
        return read if isinstance(source, Places) else _check(read, name)

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names, or their numbers from 1 where no names are known."""
        return self.named or tuple(str(n) for n in range(1, self.count + 1))

    @property
    def shape(self) -> tuple[int, int, int]:
        """Matches, deals of the longest, players."""
        matches, deals, players = self.array.shape
        return matches, deals, players

    @property
    def count(self) -> int:
        """Number of players."""
        return self.shape[2]

    @property
    def matches(self) -> int:
        """Number of matches in which something was played."""
        return int(self.array.any(axis=(1, 2)).sum())

    @property
    def deals(self) -> int:
        """Number of deals played, in all matches together."""
        return int(self.array.any(axis=2).sum())

    def parts(self) -> Iterator[Places]:
        """The same matches some at a time, so that what is worked out of them is small."""
        step = max(1, _CELLS // max(1, math.prod(self.shape[1:])))
        for start in range(0, len(self.array), step):
            yield replace(self, array=self.array[start : start + step].astype(np.int64))

    @cached_property
    def _moves(self) -> dict[int, tuple[Floats, int]]:
        return {}

    def moves(self, lag: int = 1) -> tuple[Floats, int]:
        """Counts of moves by session, counted once; neighbours are added up beyond 10,000.

        Parameters
        ----------
        lag : int
            How many deals later.

        Returns
        -------
        tuple of array ``[session, before, after]`` and int
            The counts, and in how many sessions there were any.

        Examples
        --------
        >>> counts, sessions = Places.of([[1, 2], [2, 1], [2, 1]]).moves()
        >>> counts.tolist(), sessions
        ([[[1.0, 1.0], [1.0, 1.0]]], 1)
        """
        lag = check_int("lag", lag, 1)
        if lag not in self._moves:
            counts = (count_moves(*deals_apart(part.array, lag)) for part in self.parts())
            self._moves[lag] = in_blocks(counts, self.shape[0])
        return self._moves[lag]

    @property
    def rules(self) -> Rules | None:
        """The rules played by, None where they are not known."""
        return getattr(self.origin, "rules", None)

    def summary(self, lang: str | None = None) -> TextTable:
        """The first thing to show: a small table, three sentences, and what to doubt in them.

        Parameters
        ----------
        lang : str, optional
            ``"en"`` or ``"ru"``; the one set, if none is named.

        Returns
        -------
        TextTable

        Examples
        --------
        >>> len(Places.of([[1, 2], [2, 1], [1, 2], [1, 2]]).summary("en").rows)
        2
        """
        from slime.experiments.summary import summarise

        return summarise(self, lang)

    def names(self, lang: str | None = None) -> tuple[str, ...]:
        """The players' names; "player 1" and so on, in a language, where none are known.

        Parameters
        ----------
        lang : str, optional
            ``"en"`` or ``"ru"``; the one set, if none is named.

        Returns
        -------
        tuple of str

        Examples
        --------
        >>> Places.of([[1, 2], [2, 1]]).names("en")
        ('player 1', 'player 2')
        """
        w = words(lang)
        return self.named or tuple(w("places.player", n=n) for n in range(1, self.count + 1))

    def where(self, match: int, deal: int, player: int | None = None) -> str:
        """Tell where a cell of the array stands, counted from 1 as people count.

        Parameters
        ----------
        match, deal : int
            Indices into the array.
        player : int, optional
            The player's index, if a player is meant.

        Returns
        -------
        str

        Examples
        --------
        >>> Places.of([[1, 2], [2, 1]]).where(0, 1, 0)
        'row 2 (player 1)'
        """
        told = where(match, deal, self.shape[0] == 1)
        return told if player is None else f"{told} ({self.names()[player]})"

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.array, dtype=dtype, copy=True if copy else None)

    def __repr__(self) -> str:
        matches, deals, _ = self.shape
        return f"<Places of {', '.join(self.players)}: matches {matches}, deals {deals}>"


class StoredPlaces(Places):
    """Places of a table that is read when they are needed, some matches at a time."""

    table: LongTable
    name: str

    def __init__(self, table: LongTable, players: tuple[str, ...], name: str) -> None:
        vars(self).update(table=table, named=players, origin=table.run, name=name)

    @property
    def shape(self) -> tuple[int, int, int]:
        """Matches, deals of the longest, players."""
        return self.table.shape

    def parts(self) -> Iterator[Places]:
        """The matches some at a time, as they are read and checked."""
        at = matches = deals = 0
        for array in self.table.parts():
            part = Places(array, self.named, self.origin)
            check_part(part, self.name, self.where, at)
            at, matches, deals = at + len(array), matches + part.matches, deals + part.deals
            yield part
        vars(self)["_played"] = matches, deals  # what the property below would ask for

    @cached_property
    def array(self) -> Ints:
        """All places, in memory."""
        return np.concatenate([part.array.astype(np.int8) for part in self.parts()])

    def checked(self) -> StoredPlaces:
        """The same, looked through."""
        deque(self.parts(), maxlen=0)
        return self

    @cached_property
    def _played(self) -> tuple[int, int]:
        self.checked()
        return self._played

    @property
    def matches(self) -> int:
        """Number of matches in which something was played."""
        return self._played[0]

    @property
    def deals(self) -> int:
        """Number of deals played, in all matches together."""
        return self._played[1]


def places(source: PlacesLike, players: Sequence[str] | None = None) -> Places:
    """Read who came to which place; all measures, figures and experiments do so themselves.

    Parameters
    ----------
    source : simulation, array, data frame, text or list
        See `slime.measures.Places.of`.
    players : sequence of str, optional
        Names of the players.

    Returns
    -------
    Places

    Raises
    ------
    ValueError
        If it holds no places; the message counts matches and rows from 1.

    Examples
    --------
    >>> places([[1, 2, 3], [2, 1, 3]], ["Anna", "Boris", "Vera"])
    <Places of Anna, Boris, Vera: matches 1, deals 2>
    """
    return Places.of(source, players)


def _has_places(source: object) -> bool:
    return isinstance(source, HasPlaces) and isinstance(source.places, np.ndarray)


def _is_frame(source: object) -> bool:
    return hasattr(source, "columns") and hasattr(source, "to_numpy")


def _is_session(source: object) -> bool:
    """Whether an item of a list is a table of its own, not the row of one."""
    if isinstance(source, (list, tuple)):
        return bool(source) and isinstance(source[0], (list, tuple, np.ndarray))
    if isinstance(source, np.ndarray):
        return source.ndim > 1
    kinds = (str, bytes, os.PathLike, Places, LongTable)
    return isinstance(source, kinds) or _is_frame(source) or _has_places(source)


def _read(source: Any, name: str) -> _Read:
    """An array ``[match, deal, player]`` of whatever is in it, and names."""
    if isinstance(source, LongTable):
        source = StoredPlaces(source, source.players, name)
    if isinstance(source, Places):
        return source.array, source.named
    if _has_places(source):
        return np.asarray(source.places), tuple(source.players)
    if _is_frame(source):
        return _read_frame(source, name)
    if isinstance(source, (str, bytes)):
        from slime.records import read

        source = read(source)
    if hasattr(source, "deals") and hasattr(source, "players"):
        return _read_deals(source, name)
    if isinstance(source, (list, tuple)):
        sessions = [read_stored(one, name) for one in source]
        if any(map(_is_session, sessions)):
            return _joined([_read(one, name) for one in sessions], name)
    try:
        array = np.asarray(source)
    except ValueError:  # rows of different lengths
        raise _ragged(source, name) from None
    array = array[None] if array.ndim == 2 else array
    if array.ndim != 3:
        raise invalid("places.axes", name=name, got=source)
    if array.dtype.kind not in "iu":
        raise invalid("places.whole", name=name, kind=str(array.dtype))
    return array, None


def _ragged(rows: Any, name: str) -> ValueError:
    first = np.size(rows[0])
    row = next(i for i, one in enumerate(rows) if np.size(one) != first)
    return invalid("places.ragged", name=name, row=row + 1, count=np.size(rows[row]), first=first)


def _read_deals(source: Any, name: str) -> _Read:
    """The deals of a match or a record, as far as they were played to the end."""
    deals: list[Deal] = source.deals if isinstance(source.deals, list) else []
    ended = [deal.places for deal in deals if None not in deal.places.values()]
    if not ended:
        raise invalid("places.no_deal", name=name)
    players = tuple(map(str, source.players))
    return np.array([[[deal[who] for who in players] for deal in ended]]), players


def _read_frame(frame: Any, name: str) -> _Read:
    columns = [str(column) for column in frame.columns]
    values = {key: frame[column].to_numpy() for key, column in zip(columns, frame, strict=True)}
    if set(LONG) <= set(columns):
        kinds = getattr(frame["player"].dtype, "categories", values["player"])
        return _read_long(values, [str(kind) for kind in kinds], name)
    players = tuple(column for column in columns if column not in NO_PLAYERS)
    table = np.zeros((len(frame), len(players)), np.int64)
    for p, player in enumerate(players):
        table[:, p] = whole_numbers(values[player], player, name, gaps=True)
    if "match" not in values:
        return table[None], players
    match = _matches(values, name)
    return _joined([(table[None, match == one], players) for one in dict.fromkeys(match)], name)


def _read_long(values: dict[str, NDArray[Any]], kinds: list[str], name: str) -> _Read:
    """A row for each deal and player; a deal that has no row was not played."""
    check_there(missing(values["player"]), "player", name)
    who = [str(one) for one in values["player"]]
    players = tuple(kind for kind in dict.fromkeys(kinds) if kind in {*who})
    number = {player: p for p, player in enumerate(players)}
    match = _matches(values, name) if "match" in values else np.zeros(len(who))
    match = np.unique(match, return_inverse=True)[1]
    deal = whole_numbers(values["deal"], "deal", name)
    place = whole_numbers(values["place"], "place", name, gaps=True)
    if not who:
        raise invalid("places.none", name=name)
    deals = check_deals(int(deal.min()), int(deal.max()))
    rows = np.stack([match, deal - deal.min(), [number[one] for one in who], place])
    shape = (int(match.max()) + 1, deals, len(players))
    return filled(rows, shape, players, name, one=shape[0] == 1), players


def _matches(values: dict[str, NDArray[Any]], name: str) -> NDArray[Any]:
    """The column of matches, of numbers or of texts."""
    match = values["match"]
    check_there(missing(match), "match", name)
    return match.astype(str) if match.dtype.kind == "O" else match


def _joined(sessions: list[_Read], name: str) -> _Read:
    """Sessions of any length in one array; columns are put in the order of the first names."""
    names = next((names for _, names in sessions if names is not None), None)
    if not sessions:
        raise invalid("places.none", name=name)
    count, most = sessions[0][0].shape[2], max(array.shape[1] for array, _ in sessions)
    parts = []
    for number, (read, own) in enumerate(sessions):
        array = read
        if array.shape[2] != count:
            told = {"session": number + 1, "count": array.shape[2], "first": count}
            raise invalid("places.sessions", name=name, **told)
        if own is not None and own != names:
            if names is None or sorted(own) != sorted(names):
                raise invalid("places.other_names", name=name, session=number + 1, names=list(own))
            array = array[:, :, [own.index(player) for player in names]]
        parts.append(np.pad(array, ((0, 0), (0, most - array.shape[1]), (0, 0))))
    return np.concatenate(parts), names


def _names(players: Sequence[str], read: Places) -> tuple[str, ...]:
    fits = isinstance(players, (Sequence, np.ndarray)) and not isinstance(players, str)
    if not fits or len(players) != read.count:
        raise invalid("places.names", count=read.count, got=players)
    return tuple(map(str, players))


def _check(read: Places, name: str) -> Places:
    """Places with every deal giving each place at most once, or `InvalidValue`.

    What a simulation wrote is checked as it is read: it may be long.
    """
    matches, deals, count = read.shape
    if not matches or (not deals and not count):
        raise invalid("places.none", name=name)
    if not 2 <= count <= 62:
        raise invalid("places.players", name=name, count=count)
    if isinstance(read, StoredPlaces):
        return read if read.origin else read.checked()
    if read.array.dtype != np.int8:
        read = replace(read, array=read.array.astype(np.int64))
    first = 0
    for part in read.parts():
        check_part(part, name, read.where, first)
        first += len(part.array)
    return read


def side_by_side(worlds: Sequence[Places]) -> Iterator[list[Places]]:
    """The same matches of several worlds at a time, wherever each of them is cut into parts.

    >>> long, short = Places.of(np.tile([1, 2], (3000, 400, 1))), Places.of([[[1, 2]]] * 3000)
    >>> [[len(part.array) for part in both] for both in side_by_side([long, short])]
    [[1310, 1310], [1310, 1310], [380, 380]]
    """
    flows = [world.parts() for world in worlds]
    held = [next(flow) for flow in flows]
    while True:
        size = min(len(part.array) for part in held)
        yield [replace(part, array=part.array[:size]) for part in held]
        held = [replace(part, array=part.array[size:]) for part in held]
        try:
            held = [
                part if len(part.array) else next(flow)
                for part, flow in zip(held, flows, strict=True)
            ]
        except StopIteration:
            return


def check_part(part: Places, name: str, where: Callable[..., str], first: int) -> None:
    """Raise `InvalidValue` unless every deal gives each place at most once.

    `where` tells where a cell is, counted from match `first` on.
    """
    array, count = part.array, part.count
    if array.size and (array.min() < 0 or array.max() > count):
        m, d, p = (int(x) for x in np.argwhere((array < 0) | (array > count))[0])
        at, got = where(first + m, d, p), int(array[m, d, p])
        raise invalid("places.range", name=name, where=at, count=count, got=got)
    # A place twice makes the sum of the marks differ from their union.
    marks = np.where(array > 0, np.int64(1) << array, 0)
    twice = np.bitwise_or.reduce(marks, axis=2) != marks.sum(axis=2)
    if twice.any():
        m, d = (int(x) for x in np.argwhere(twice)[0])
        row = array[m, d].tolist()
        p = next(i for i, place in enumerate(row) if place and place in row[:i])
        raise invalid("places.twice", name=name, where=where(first + m, d, p), place=row[p])


def deals_apart(array: Ints, lag: int) -> tuple[Ints, Ints]:
    """Places ``[match, deal, player]`` of deals, and of those `lag` deals later, side by side."""
    return array[:, : max(array.shape[1] - lag, 0)], array[:, lag:]


def in_blocks(
    parts: Iterable[NDArray[Any]], sessions: int, most: int = BLOCKS
) -> tuple[Floats, int]:
    """Statistics of sessions, and of how many of them: neighbours added up beyond `most`.

    Independent sessions stay independent, and sums stay what they are.

    >>> parts = np.ones((10_001, 1)), np.ones((1, 1)), np.ones((19_998, 1))
    >>> units, counted = in_blocks(parts, 30_000)
    >>> units.shape, float(units.min()), float(units.max()), counted
    ((10000, 1), 3.0, 3.0, 30000)
    """
    size = -(-sessions // most)
    blocks: list[Floats] = []
    counted = at = 0
    for part in parts:
        counted += int(part.reshape(len(part), -1).any(axis=1).sum())
        if size == 1:
            blocks.append(part.astype(np.float64))
            continue
        number = (at + np.arange(len(part))) // size
        starts = np.flatnonzero(np.diff(number, prepend=-1))
        sums = np.add.reduceat(part, starts, axis=0, dtype=np.float64)
        if blocks and at % size:
            blocks[-1][-1] += sums[0]
            sums = sums[1:]
        blocks += [sums] if len(sums) else []
        at += len(part)
    return np.concatenate(blocks), counted


def rows_to_shares(counts: Floats) -> Floats:
    """Divide rows by their sums; an empty row becomes nan."""
    return ratio(counts, counts.sum(axis=-1, keepdims=True))


def mean_places(counts: Floats) -> Floats:
    """Mean place from counts [..., place].

    >>> mean_places(np.array([[3.0, 1.0], [1.0, 3.0]])).tolist()
    [1.25, 1.75]
    """
    return ratio(counts @ np.arange(1.0, counts.shape[-1] + 1), counts.sum(axis=-1))


def ratio(above: ArrayLike, below: ArrayLike) -> Floats:
    """Divide, without a warning where there is nothing to divide by (nan, inf)."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.divide(above, below, dtype=np.float64))


def quotient(sums: Floats) -> Floats:
    """The first of two statistics over the second, from sums [..., 2].

    >>> quotient(np.array([[1.0, 4.0], [0.0, 0.0]])).tolist()
    [0.25, nan]
    """
    return ratio(sums[..., 0], sums[..., 1])


def numbers(values: ArrayLike, name: str) -> Floats:
    """Return an array of floats, or raise ``ValueError`` for what is none.

    >>> numbers([1, 2], "points")
    array([1., 2.])
    """
    try:
        return np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise invalid("places.numbers", name=name, got=values) from None


def check_place(place: object, players: int, name: str = "place") -> int:
    """Return a place from 1 to the number of players, or raise ``ValueError``.

    >>> check_place(2, 5)
    2
    """
    return check_int(name, place, 1, players)


def check_weights(weights: ArrayLike | None, players: int) -> Floats:
    """Return weights of the places before that add up to 1; ``None`` means equal weights.

    >>> check_weights([1, 3], 2)
    array([0.25, 0.75])
    """
    array = _by_place("weights", np.ones(players) if weights is None else weights, players)
    if (array < 0).any() or not array.any():
        raise invalid("places.weights", count=players, got=weights)
    return np.asarray(array / array.sum())


def check_points(points: ArrayLike | None, players: int) -> Floats:
    """Return points by place as floats; ``None`` means the place itself. Or raise ``ValueError``.

    >>> check_points(None, 3)
    array([1., 2., 3.])
    """
    return _by_place("points", np.arange(1, players + 1) if points is None else points, players)


def _by_place(name: str, values: ArrayLike, players: int) -> Floats:
    array = numbers(values, name)
    if array.shape != (players,) or not np.isfinite(array).all():
        raise invalid(f"places.{name}", count=players, got=values)
    return array
