"""From intervals to verdicts: the rules are here, and nowhere is a verdict written by hand.

A *finding* is one number with limits in one case (who plays, how many, which rules).  It holds if
the whole interval lies beyond the bound that was fixed beforehand, does not hold if the whole of
it lies on the other side, and is undecided otherwise.  A claim holds in a case if all its main
parts do, and does not if one of them does not.  Over all cases it holds (or does not) if it is so
everywhere but for a tenth of the cases at the most, which may be undecided; it *depends* where
some cases say yes and others no.  On what: on a factor whose change alone, all else equal, turns
the verdict in at least one pair of twenty.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from slime._checks import check_choice

HOLDS, FAILS, UNDECIDED, DEPENDS = "holds", "fails", "undecided", "depends"
#: What a case is made of: who plays, how many, which rules.
FACTORS = ("society", "players", "table")
#: This share of the cases may be undecided where all others agree.
SPARED = 0.1
#: A factor counts if it turns the verdict in this share of the pairs that differ in it alone.
TURNS = 0.05

Key = tuple[str, int, str]


def judge(low: float, high: float, bound: float, side: str = "above") -> str:
    """The verdict on one interval.

    Parameters
    ----------
    low, high : float
        Its limits.
    bound : float
        What was fixed beforehand.
    side : str
        Where the claim wants the number: ``"above"`` the bound or ``"below"``.

    Returns
    -------
    str
        ``"holds"``, ``"fails"`` or ``"undecided"``.

    Raises
    ------
    ValueError
        For another side.

    Examples
    --------
    >>> judge(0.2, 0.4, 0.1), judge(0.2, 0.4, 0.3), judge(0.2, 0.4, 0.5, "below")
    ('holds', 'undecided', 'holds')
    """
    check_choice("side", side, ("above", "below"))
    if not low <= high:
        return UNDECIDED
    if side == "below":
        low, high, bound = -high, -low, -bound
    return HOLDS if low > bound else FAILS if high < bound else UNDECIDED


def all_of(verdicts: Iterable[str]) -> str:
    """The verdict on several things that are claimed together.

    >>> all_of(["holds", "undecided"]), all_of(["undecided", "fails"])
    ('undecided', 'fails')
    """
    seen = set(verdicts)
    if FAILS in seen:
        return FAILS
    return HOLDS if seen == {HOLDS} else UNDECIDED


@dataclass(frozen=True)
class Verdict:
    """What comes out over all cases: the word, on which factors it depends, and how many say what.

    `levels` says for each factor it depends on, and each of its values, in how many cases the
    claim holds, and of how many.

    Examples
    --------
    >>> found = combine({("lowest", p, "A"): "holds" for p in (4, 5, 6)})
    >>> found.word, found.holds, found.cases
    ('holds', 3, 3)
    """

    word: str
    factors: tuple[str, ...]
    holds: int
    fails: int
    undecided: int
    levels: Mapping[str, Mapping[object, tuple[int, int]]]

    @property
    def cases(self) -> int:
        """How many cases there are."""
        return self.holds + self.fails + self.undecided


def combine(cases: Mapping[Key, str]) -> Verdict:
    """The verdict over all cases.

    Parameters
    ----------
    cases : mapping
        The verdict in each, by (society, players, table).

    Returns
    -------
    Verdict
        The word, and on what it depends.

    Examples
    --------
    >>> found = combine({("lowest", 5, "A"): "holds", ("lowest", 5, "C"): "fails"})
    >>> found.word, found.factors
    ('depends', ('table',))
    """
    number = {word: sum(v == word for v in cases.values()) for word in (HOLDS, FAILS, UNDECIDED)}
    yes, no, open_ = number.values()
    if yes and no:
        factors = depends_on(cases)
        return Verdict(DEPENDS, factors, yes, no, open_, {f: _levels(cases, f) for f in factors})
    word = UNDECIDED
    if cases and open_ <= SPARED * len(cases):
        word = HOLDS if yes else FAILS if no else UNDECIDED
    return Verdict(word, (), yes, no, open_, {})


def depends_on(cases: Mapping[Key, str]) -> tuple[str, ...]:
    """The factors whose change alone turns the verdict, the strongest first.

    Where no two cases differ in one factor alone, those in which opposite verdicts differ.
    """
    pairs, turned, apart = (dict.fromkeys(FACTORS, 0) for _ in range(3))
    for (a, va), (b, vb) in combinations(cases.items(), 2):
        if UNDECIDED in (va, vb):
            continue
        differ = [f for f, x, y in zip(FACTORS, a, b, strict=True) if x != y]
        if len(differ) == 1:
            pairs[differ[0]] += 1
            turned[differ[0]] += va != vb
        elif va != vb:
            for f in differ:
                apart[f] += 1
    share = {f: turned[f] / pairs[f] for f in FACTORS if turned[f]}
    if not share:
        return tuple(f for f in FACTORS if apart[f])
    most = max(share.values())
    counted = [f for f, s in share.items() if s >= TURNS or s == most]
    return tuple(sorted(counted, key=lambda f: (-share[f], FACTORS.index(f))))


def _levels(cases: Mapping[Key, str], factor: str) -> dict[object, tuple[int, int]]:
    """For each value of a factor: in how many cases the claim holds, and of how many."""
    at = FACTORS.index(factor)
    number = Counter(key[at] for key in cases)
    holds = Counter(key[at] for key, verdict in cases.items() if verdict == HOLDS)
    return {value: (holds[value], n) for value, n in number.items()}
