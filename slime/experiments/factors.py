"""What may be switched on and off in a factorial design: rules, seats, players.

A factor has a neutral level (off) and a full one (on).  For the named ones, on is what the rules
say and off is: no exchange; no fall; the first lead by lot; the dealer by lot; fixed seats; all
players alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from slime.game.rules import Rules

#: Named factors: the field of the rules, and its neutral level.
NEUTRAL: dict[str, tuple[str, Any]] = {
    "exchange": ("exchange", "none"),
    "fall": ("champion_falls", False),
    "lead": ("lead", "draw"),
    "deal": ("dealer", "draw"),
    "seating": ("seating", "fixed"),
}
#: The factor that changes who plays instead of the rules.
SKILL = "skill"
#: The most factors of one design.
MOST_FACTORS = 7


@dataclass(frozen=True)
class Factor:
    """Something with two levels: fields of the rules when off and when on, or players.

    `off_players` and `on_players` are strategies as `slime.simulate` takes them; None leaves
    those of the design.

    >>> Factor("passing", {"passing": "free"}, {"passing": "locked"}).name
    'passing'
    """

    name: str
    off: Mapping[str, Any]
    on: Mapping[str, Any]
    off_players: Any = None
    on_players: Any = None


def find_factor(which: str | Factor, rules: Rules, strategies: Any, skill: Any) -> Factor:
    """A named factor under some rules; names joined by ``+`` are switched together.

    >>> from slime.game.rules import rules
    >>> find_factor("lead+deal", rules("slime-licker"), "lowest", None).off
    {'lead': 'draw', 'dealer': 'draw'}
    """
    if isinstance(which, Factor):
        return which
    if not isinstance(which, str):
        raise ValueError(f"factors: names or Factor(...), not {which!r:.60}")
    off: dict[str, Any] = {}
    on: dict[str, Any] = {}
    off_players = on_players = None
    for name in which.split("+"):
        if name == SKILL:
            if skill is None:
                raise ValueError("skill: name the unequal players, one strategy each")
            off_players, on_players = strategies, skill
            continue
        if name not in NEUTRAL:
            known = ", ".join((*NEUTRAL, SKILL))
            raise ValueError(
                f"factors: {known}, some of them joined by +, or Factor(...), not {name!r:.60}"
            )
        field, neutral = NEUTRAL[name]
        own = getattr(rules, field)
        if own == neutral:
            raise ValueError(
                f"factors: under these rules {name} is at its neutral level already "
                f"({field}={neutral!r}); name other rules, or levels of your own: "
                f"Factor({name!r}, {{{field!r}: ...}}, {{{field!r}: ...}})"
            )
        off[field] = neutral
        on[field] = list(own) if isinstance(own, tuple) else own
    return Factor(which, off, on, off_players, on_players)


def find_factors(
    which: Sequence[str | Factor], rules: Rules, strategies: Any, skill: Any
) -> tuple[Factor, ...]:
    """The factors of a design; ``ValueError`` if two of them set the same thing."""
    if isinstance(which, (str, Factor)):
        which = (which,)
    if not isinstance(which, Iterable):
        raise ValueError(f"factors: names, factors or a list of them, not {which!r:.60}")
    found = tuple(find_factor(one, rules, strategies, skill) for one in which)
    if not 1 <= len(found) <= MOST_FACTORS:
        raise ValueError(f"factors: 1 to {MOST_FACTORS} of them, not {len(found)}")
    taken: set[str] = set()
    for factor in found:
        mine = {*factor.off, *factor.on, f"factor {factor.name}"}
        if factor.off_players is not None or factor.on_players is not None:
            mine.add("the players")
        twice = taken & mine
        if twice:
            raise ValueError(f"factors: two of them set {sorted(twice)[0]}")
        taken |= mine
    if skill is not None and not any(SKILL in factor.name.split("+") for factor in found):
        raise ValueError(f"skill: goes with the factor {SKILL!r}, which is not among factors")
    return found


def cell_of(
    factors: Sequence[Factor], mask: int, rules: Rules, strategies: Any
) -> tuple[Rules, Any]:
    """Rules and players of the cell in which the factors of a bit mask are on."""
    fields: dict[str, Any] = {}
    for i, factor in enumerate(factors):
        on = bool(mask >> i & 1)
        fields |= dict(factor.on if on else factor.off)
        players = factor.on_players if on else factor.off_players
        strategies = strategies if players is None else players
    return rules.replace(**fields), strategies
