"""What a claim is: where it stands, how it is measured, and what would matter, fixed beforehand."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from slime._checks import check_choice, check_options, invalid
from slime.claims import catalogue
from slime.claims.cases import TABLES, Case
from slime.claims.estimates import Group
from slime.claims.runner import Runner
from slime.experiments._compare import Comparison
from slime.game.deal import Deal
from slime.measures import Interval
from slime.simulation.address import Address
from slime.simulation.result import Simulation


@dataclass(frozen=True)
class Part:
    """One measurable sentence of a claim: the number must lie beyond `bound`, on `side`.

    `neutral` gives the number at which nothing is the matter (by chance, or no effect) for so many
    players.  Only `main` parts decide on the claim; the others tell more.  `unit` is ``share``,
    ``places``, ``points`` or ``number``.

    Examples
    --------
    >>> part = Part("keeps", 0.75, "share", neutral=lambda players: 2 / players)
    >>> part.neutral(5), part.scaled(0.75, 5)
    (0.4, 1.0)
    """

    key: str
    bound: float
    unit: str
    side: str = "above"
    main: bool = True
    neutral: Callable[[int], float] = field(default=lambda players: 0.0, compare=False)

    def scaled(self, value: float, players: int) -> float:
        """A number where 0 is that nothing is the matter, and 1 is the bound.

        Parameters
        ----------
        value : float
            The number, in this part's unit.
        players : int
            How many played.

        Returns
        -------
        float
            Beyond 1 it holds.
        """
        neutral = self.neutral(players)
        return (value - neutral) / (self.bound - neutral)


@dataclass(frozen=True)
class Option:
    """A decision that could have been another: its values, the first is the one decided.

    Examples
    --------
    >>> Option("high", (4, 2, 3)).default
    4
    """

    name: str
    values: tuple[str | int, ...]

    @property
    def default(self) -> str | int:
        """What was decided."""
        return self.values[0]


@dataclass(frozen=True)
class Finding:
    """What an experiment gives.

    An estimate a part (None: it says nothing here), the groups of the picture with the key of
    their axis, their unit and the place of its line, how to find the deals that show it best, and
    the world (or two worlds) they are in.  `opened` opens a deal where the worlds cannot.
    """

    parts: Mapping[str, Interval | None]
    groups: list[Group]
    axis: str
    unit: str
    line: float
    find: Callable[[int], Sequence[Address]]
    source: Simulation | Comparison
    opened: Callable[[Address], Sequence[Deal]] | None = None

    @property
    def world(self) -> Simulation:
        """The world that the deals are in; world A of two."""
        return self.source.a if isinstance(self.source, Comparison) else self.source

    def open(self, address: Address) -> list[Deal]:
        """A deal (in both worlds, where there are two), played to its end."""
        if self.opened is not None:
            found = self.opened(address)
        else:
            deal = self.source.deal(address)
            found = deal if isinstance(deal, tuple) else (deal,)
        return [deal.finish() for deal in found]


@dataclass(frozen=True)
class Claim:
    """A claim of the commentary.  Its words are in the topic ``commentary`` under its name.

    Examples
    --------
    >>> from slime.claims import make_case
    >>> claim = find_claim("5")
    >>> claim.name, claim.part("waiting").bound, claim.choose({"high": 6})
    ('c5', 0.75, {'keeps': 'second or first', 'high': 6})
    >>> finding = claim.apply(Runner(20, 6, engine="interpreted"), make_case("lowest", 5, "A"))
    >>> sorted(finding.parts)
    ['helps', 'keeps', 'next', 'waiting', 'worth']
    """

    key: str
    source: tuple[tuple[str, int], ...]
    parts: tuple[Part, ...]
    run: Callable[..., Finding] = field(compare=False, repr=False)
    options: tuple[Option, ...]
    tables: tuple[str, ...]

    @property
    def name(self) -> str:
        """The claim's name among the words."""
        return f"c{self.key}"

    def part(self, key: str) -> Part:
        """A part by its key.

        Parameters
        ----------
        key : str
            As in `parts`.

        Returns
        -------
        Part
            The one of that key.
        """
        parts = {part.key: part for part in self.parts}
        return parts[check_choice("part", key, parts)]

    def choose(self, options: Mapping[str, str | int]) -> dict[str, str | int]:
        """All options with their values.

        Parameters
        ----------
        options : mapping
            Values by name; what is not named stays as decided.

        Returns
        -------
        dict
            A value for each option.

        Raises
        ------
        ValueError
            For an unknown option or value.
        """
        known = {option.name: option for option in self.options}
        check_options(self.key, options, known)
        for name, value in options.items():
            if value not in known[name].values:
                may = ", ".join(map(repr, known[name].values))
                raise invalid("checks.choice", name=name, choices=may, got=value)
        return {name: options.get(name, option.default) for name, option in known.items()}

    def apply(self, runner: Runner, case: Case, **options: str | int) -> Finding:
        """Run the experiment in one case.

        Parameters
        ----------
        runner : Runner
            Plays the worlds.
        case : Case
            Who plays, how many, by which rules.
        **options
            Values of `options`.

        Returns
        -------
        Finding
            An estimate for each part, and the deals behind it.
        """
        return self.run(runner, case, **self.choose(options))


def claim(
    key: str,
    source: Sequence[tuple[str, int]],
    *parts: Part,
    tables: tuple[str, ...] = tuple(TABLES),
    **options: tuple[str | int, ...],
) -> Callable[[Callable[..., Finding]], Claim]:
    """Make an experiment the measure of a claim; of an option's values the first is decided."""
    chosen = tuple(Option(name, values) for name, values in options.items())
    return lambda run: Claim(key, tuple(source), parts, run, chosen, tables)


@cache
def claims() -> dict[str, Claim]:
    """All claims by key, in the order of the rulebook: each file of the catalogue is one.

    >>> list(claims())
    ['1', '2a', '2b', '3', '4', '5', '6', '7', '8', '9', '10']
    """
    names = sorted(info.name for info in pkgutil.iter_modules(catalogue.__path__))
    found = [importlib.import_module(f"{catalogue.__name__}.{name}").run for name in names]
    return {claim.key: claim for claim in found}


def find_claim(which: str | int | Claim) -> Claim:
    """A claim by key (``"2a"``, 5), or itself; `ValueError` says what there is."""
    if isinstance(which, Claim):
        return which
    known = claims()
    if isinstance(which, int) and str(which) in known:
        return known[str(which)]
    return known[check_choice("claim", which, known)]
