"""Claims and findings in sentences (words: ``commentary`` and ``trial``)."""

from __future__ import annotations

from slime.claims.model import Claim, Group
from slime.claims.results import Row
from slime.claims.verdicts import DEPENDS, Verdict
from slime.i18n import Words

#: A sign for each verdict, so that colour is never the only one.
SIGNS = {"holds": "✔", "fails": "✘", "undecided": "?", "depends": "◐"}


def source(claim: Claim, w: Words) -> str:
    """Where a claim stands: text and paragraph."""
    return w.join(
        w("commentary.source", text=text, paragraph=number) for text, number in claim.source
    )


def number(value: float, unit: str, w: Words) -> str:
    """A number in its unit, a real minus."""
    if value != value:
        return "?"
    text = w.percent(abs(value)) if unit == "share" else w.number(abs(value), 2)
    minus = value < 0 and any(c in "123456789" for c in text)
    return "\N{MINUS SIGN}" + text if minus else text


def limits(low: float, high: float, unit: str, w: Words) -> str:
    """Two limits in their unit."""
    a, b = number(low, unit, w), number(high, unit, w)
    return w("common.span", low=a, high=b)


def group(claim: Claim, of: Group, w: Words) -> str:
    """The label of a row of the picture."""
    values = dict(of.values)
    if "rank" in values:
        values["rank"] = w.face(values["rank"])
    return w(f"trial.group.{of.label}", **values)


def society(name: str, w: Words) -> str:
    """A society's name in words; what is not ours stays as it is."""
    base, plus, one = name.partition("+")
    key = f"trial.society.{base}"
    return (w(key) if key in w else base) + plus + one


def table(name: str, w: Words) -> str:
    """A table's name in words."""
    key = f"trial.table.{name}"
    return w(key) if key in w else name


def case(key: tuple[str, int, str], w: Words) -> str:
    """A case in words."""
    who, players, rules = key
    return w("trial.case", society=society(who, w), players=players, table=table(rules, w))


def finding(claim: Claim, row: Row, w: Words) -> str:
    """What was found for one part in one case."""
    part = claim.part(row.part)
    return w(
        "trial.finding",
        part=w(f"commentary.{claim.name}.part.{part.key}"),
        value=number(row.value, part.unit, w),
        limits=limits(row.low, row.high, part.unit, w),
        bound=bound(claim, row.part, w),
        verdict=w(f"trial.verdict.{row.verdict}"),
    )


def bound(claim: Claim, key: str, w: Words) -> str:
    """The bound fixed beforehand: at least, or at most, so much."""
    part = claim.part(key)
    return w(f"trial.{part.side}", bound=number(part.bound, part.unit, w))


def depends(found: Verdict, w: Words) -> tuple[str, ...]:
    """On what a verdict depends, a sentence each: by value, in how many cases the claim holds."""
    told = []
    for factor in found.factors:
        said = [
            w("trial.level", value=_level(factor, value, w), holds=holds, cases=cases)
            for value, (holds, cases) in found.levels[factor].items()
        ]
        told.append(w(f"trial.factor.{factor}") + " — " + "; ".join(said))
    return tuple(told)


def _level(factor: str, value: object, w: Words) -> str:
    if factor == "society":
        return society(str(value), w)
    return table(str(value), w) if factor == "table" else str(value)


def verdict(found: Verdict, w: Words) -> str:
    """A verdict over all cases in a few words."""
    if found.word == DEPENDS:
        factors = [w(f"trial.on.{f}") for f in found.factors]
        return w("trial.verdict.depends_on", factors=factors)
    return w(f"trial.verdict.{found.word}")


__all__ = [
    *("SIGNS", "bound", "case", "depends", "finding", "group", "limits", "number", "society"),
    *("source", "table", "verdict"),
]
