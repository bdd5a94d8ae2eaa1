"""Where a deal is: one object that simulations, records, figures and data frames share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from slime._checks import check_int, invalid
from slime.i18n import words


class Address(NamedTuple):
    """Where a deal is: its match, its number in the match, and perhaps a player.

    The numbers are indexes: they count from 0, like the arrays.  As text an address counts
    from 1, as people do, in the language set.

    Parameters
    ----------
    match, deal : int
        Numbers of the match and of the deal in it, from 0.
    player : int or None
        Number of a player, from 0; None where the whole deal is meant.

    Examples
    --------
    >>> address = Address(match=7, deal=2)
    >>> address
    <Address match=7, deal=2: match 8, deal 3>
    >>> print(address)
    match 8, deal 3
    """

    match: int
    deal: int
    player: int | None = None

    def __str__(self) -> str:
        key = "simulation.address" if self.player is None else "simulation.address_player"
        of = 0 if self.player is None else self.player
        return words()(key, match=self.match + 1, deal=self.deal + 1, player=of + 1)

    def __repr__(self) -> str:
        player = "" if self.player is None else f", player={self.player}"
        return f"<Address match={self.match}, deal={self.deal}{player}: {self}>"


def deal_of(row: Any) -> Address:
    """The address of the deal that a row of a data frame is about.

    Parameters
    ----------
    row : Series, named tuple or mapping
        A row of ``sim.frame()`` or ``sim.plays()``, as ``frame.iloc[i]``, ``itertuples()`` or
        a dictionary gives it.

    Returns
    -------
    Address
        For ``sim.deal`` and ``sim.record``.

    Raises
    ------
    ValueError
        Where the row does not name a match and a deal.

    Examples
    --------
    >>> import slime
    >>> sim = slime.simulate(matches=20, seed=1)
    >>> row = sim.frame().query("player == 'P2' and place == 5").iloc[0]
    >>> sim.deal(slime.deal_of(row)).finish().places["P2"]
    5
    """
    named = isinstance(row, tuple) and hasattr(row, "_asdict")
    cells: Any = row._asdict() if named else row
    try:
        if not isinstance(cells, Mapping) and getattr(cells, "ndim", 0) != 1:
            raise TypeError
        match, deal = (cells[name] for name in ("match", "deal"))
        if any(isinstance(number, float) and number.is_integer() for number in (match, deal)):
            match, deal = int(match), int(deal)  # a row of numbers alone has them all as floats
    except (KeyError, IndexError, TypeError, ValueError):
        raise invalid("simulation.row", got=row) from None
    return Address(check_int("match", match, 0), check_int("deal", deal, 0))
