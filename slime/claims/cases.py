"""Who plays, how many, and by which rules: the cases in which the claims are tried."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from slime._checks import check_int, invalid
from slime.game.rules import Rules, rules
from slime.strategies.registry import names as strategy_names

#: The rules a claim is tried under: name -> preset and the fields that differ.
TABLES: dict[str, tuple[str, dict[str, Any]]] = {
    "A": ("slime-licker", {}),
    "A-leaves": ("slime-licker", {"fallen_champion": "leaves"}),
    "A-no-fall": ("slime-licker", {"champion_falls": False}),
    "C": ("king-and-slave", {}),
}
#: The tables on which a champion can fall.
FALLS = ("A", "A-leaves")


@dataclass(frozen=True)
class Society:
    """Who sits at the table: strategies by player number, begun again where more are needed.

    >>> pair = Society("two kinds", ("lowest", "counter"))
    >>> pair.strategies(5), pair.ready, SOCIETIES["mix"].ready
    (['lowest', 'counter', 'lowest', 'counter', 'lowest'], True, True)
    """

    name: str
    members: tuple[Any, ...]

    def strategies(self, players: int) -> list[Any]:
        """One strategy for each player."""
        return [self.members[i % len(self.members)] for i in range(players)]

    @property
    def ready(self) -> bool:
        """Whether all its players are there (see ``coaches``)."""
        known = strategy_names()
        return all(
            not isinstance(m, str) or m.partition("(")[0].replace("-", "_").strip() in known
            for m in self.members
        )


#: All societies.  `coaches` are tried as soon as there is a strategy of that name.
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


class Case(NamedTuple):
    """One case: a society (by name, or one of your own), how many players, which table.

    >>> case = Case("counter", 4, "A-no-fall")
    >>> case.key, case.who.name, case.rules_name
    (('counter', 4, 'A-no-fall'), 'counter', 'A-no-fall')
    >>> case.rules
    rules('slime-licker', champion_falls=False)
    >>> case.strategies, case.focal("patient")
    (['counter', 'counter', 'counter', 'counter'], ['patient', 'counter', 'counter', 'counter'])
    """

    society: Any = "lowest"
    players: int = 5
    table: Any = "A"

    @property
    def key(self) -> tuple[str, int, str]:
        """The case by names alone."""
        return (self.who.name, self.players, self.rules_name)

    @property
    def who(self) -> Society:
        """The society."""
        if isinstance(self.society, Society):
            return self.society
        return SOCIETIES[self.society]

    @property
    def rules(self) -> Rules:
        """The rules."""
        if isinstance(self.table, Rules):
            return self.table
        preset, fields = TABLES[self.table]
        return rules(preset, **fields)

    @property
    def rules_name(self) -> str:
        """The table's name, or what the rules print as."""
        return repr(self.table) if isinstance(self.table, Rules) else str(self.table)

    @property
    def strategies(self) -> list[Any]:
        """One strategy for each player."""
        return self.who.strategies(self.players)

    def focal(self, strategy: Any) -> list[Any]:
        """The same table with player 0 playing another strategy."""
        return [strategy, *self.strategies[1:]]


def make_case(society: Any = "lowest", players: int = 5, table: Any = "A") -> Case:
    """A case; `ValueError` says which argument is wrong.

    `society` is one of `SOCIETIES`, a strategy's name, or a list of strategies; `table` one of
    `TABLES` or a rule set.

    >>> make_case("mix", 4, "C").strategies
    ['counter', 'keep_sets', 'minister', 'patient']
    """
    if isinstance(society, str) and society not in SOCIETIES and society in strategy_names():
        society = Society(society, (society,))
    if isinstance(society, Sequence) and not isinstance(society, (str, bytes)) and society:
        society = Society(", ".join(map(str, society)), tuple(society))
    if not isinstance(society, Society) and not (isinstance(society, str) and society in SOCIETIES):
        raise invalid("trial.society_is", choices=", ".join(SOCIETIES), got=society)
    if not isinstance(table, Rules) and not (isinstance(table, str) and table in TABLES):
        raise invalid("trial.table_is", choices=", ".join(TABLES), got=table)
    made = Case(society, check_int("players", players, 4, 8), table)
    if not made.who.ready:
        raise invalid("trial.not_ready", name=made.who.name)
    made.rules.check_players(made.players)
    return made


__all__ = ["FALLS", "SOCIETIES", "TABLES", "Case", "Society", "make_case"]
