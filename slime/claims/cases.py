"""Who plays, how many, and by which rules: the cases in which the claims are tried."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from slime._checks import check_int, invalid
from slime.game.rules import Rules, rules
from slime.game.setting import StrategyLike
from slime.strategies.registry import names as strategy_names

#: The rules a claim is tried under: name -> preset and the fields that differ.
TABLES: dict[str, tuple[str, dict[str, Any]]] = {
    "A": ("slime-licker", {}),
    "A-leaves": ("slime-licker", {"fallen_champion": "leaves"}),
    "A-no-fall": ("slime-licker", {"champion_falls": False}),
    "C": ("king-and-slave", {}),
}


@dataclass(frozen=True)
class Society:
    """Who sits at the table: strategies by player number, begun again where more are needed.

    Examples
    --------
    >>> pair = Society("two kinds", ("lowest", "counter"))
    >>> pair.strategies(5)
    ['lowest', 'counter', 'lowest', 'counter', 'lowest']
    """

    name: str
    members: tuple[StrategyLike, ...]

    def strategies(self, players: int) -> list[StrategyLike]:
        """One strategy for each player.

        Parameters
        ----------
        players : int
            How many play.

        Returns
        -------
        list
            The members, begun again where more are needed.
        """
        return [self.members[i % len(self.members)] for i in range(players)]


#: All societies.
SOCIETIES: dict[str, Society] = {
    s.name: s
    for s in (
        Society("lowest", ("lowest",)),
        Society("counter", ("counter",)),
        Society("mix", ("counter", "keep_sets", "minister", "patient", "hoarder")),
        Society("patient-poor", ("patient",)),
        Society("coaches", ("coach",)),
    )
}


@dataclass(frozen=True)
class Case:
    """One case: a society, how many players, which rules (and what these are called).

    Examples
    --------
    >>> case = make_case("counter", 4, "A-no-fall")
    >>> case.key, case.rules
    (('counter', 4, 'A-no-fall'), rules('slime-licker', champion_falls=False))
    >>> case.strategies, case.focal("patient")
    (['counter', 'counter', 'counter', 'counter'], ['patient', 'counter', 'counter', 'counter'])
    >>> case.ruled(lead="first").key
    ('counter', 4, "rules('slime-licker', lead='first', champion_falls=False)")
    """

    society: Society
    players: int
    rules: Rules
    table: str

    @property
    def key(self) -> tuple[str, int, str]:
        """The case by names alone."""
        return (self.society.name, self.players, self.table)

    @property
    def strategies(self) -> list[StrategyLike]:
        """One strategy for each player."""
        return self.society.strategies(self.players)

    def focal(self, strategy: StrategyLike) -> list[StrategyLike]:
        """The same players with player 0 playing another strategy.

        Parameters
        ----------
        strategy : str, Strategy or function
            Of player 0.

        Returns
        -------
        list
            One strategy for each player.
        """
        return [strategy, *self.strategies[1:]]

    def ruled(self, **fields: Any) -> Case:
        """The same case under other rules.

        Parameters
        ----------
        **fields
            Fields of the rules that differ.

        Returns
        -------
        Case
            Called as the rules print.
        """
        rules = self.rules.replace(**fields)
        return replace(self, rules=rules, table=repr(rules))


def make_case(
    society: str | Society | Sequence[StrategyLike] = "lowest",
    players: int = 5,
    table: str | Rules = "A",
) -> Case:
    """A case from names.

    Parameters
    ----------
    society : str, Society or sequence of str, Strategy or function
        One of `SOCIETIES`, a strategy's name, or a list of strategies.
    players : int
        How many play.
    table : str or Rules
        One of `TABLES` or a rule set.

    Returns
    -------
    Case
        Who plays by which rules.

    Raises
    ------
    ValueError
        Says which argument is wrong.

    Examples
    --------
    >>> make_case("mix", 4, "C").strategies
    ['counter', 'keep_sets', 'minister', 'patient']
    """
    if isinstance(society, str):
        own = (society,) if society in strategy_names() else None
        society = SOCIETIES.get(society) or (Society(society, own) if own else society)
    elif isinstance(society, Sequence) and not isinstance(society, bytes) and society:
        society = Society(", ".join(map(str, society)), tuple(society))
    if not isinstance(society, Society):
        raise invalid("trial.society_is", choices=", ".join(SOCIETIES), got=society)
    if isinstance(table, str) and table in TABLES:
        preset, fields = TABLES[table]
        found, name = rules(preset, **fields), table
    elif isinstance(table, Rules):
        found, name = table, repr(table)
    else:
        raise invalid("trial.table_is", choices=", ".join(TABLES), got=table)
    players = check_int("players", players, 4, 8)
    found.check_players(players)
    return Case(society, players, found, name)
