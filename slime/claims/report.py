"""Claims and findings in sentences, and the sheet of verdicts: one page in either language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from slime.claims.estimates import Group
from slime.claims.model import Claim, Part, find_claim
from slime.claims.results import Row, Trial
from slime.claims.verdicts import DEPENDS, UNDECIDED, Verdict
from slime.i18n import Words, words
from slime.text_table import TextTable, html_page

#: A sign for each verdict, so that colour is never the only one.
SIGNS = {"holds": "✔", "fails": "✘", "undecided": "?", "depends": "◐"}


def source(claim: Claim, w: Words) -> str:
    """Where a claim stands: text and paragraph."""
    return w.join(w("commentary.source", text=text, paragraph=n) for text, n in claim.source)


def number(value: float, unit: str, w: Words) -> str:
    """A number in its unit, a real minus."""
    if value != value:
        return "?"
    return w.percent(value) if unit == "share" else w.signed(value, plus=False)


def limits(low: float, high: float, unit: str, w: Words) -> str:
    """Two limits in their unit."""
    return w("common.span", low=number(low, unit, w), high=number(high, unit, w))


def group(claim: Claim, of: Group, w: Words) -> str:
    """The label of a row of the picture."""
    values = {key: w.face(value) if key == "rank" else value for key, value in of.values.items()}
    return w(f"trial.group.{of.label}", **values)


def society(name: str, w: Words) -> str:
    """A society's name in words; what is not ours stays as it is."""
    base, plus, one = name.partition("+")
    return w.get(f"trial.society.{base}", base) + plus + one


def table(name: str, w: Words) -> str:
    """A table's name in words."""
    return w.get(f"trial.table.{name}", name)


def case(key: tuple[str, int, str], w: Words) -> str:
    """A case in words."""
    who, players, rules = key
    return w("trial.case", society=society(who, w), players=players, table=table(rules, w))


def finding(claim: Claim, row: Row, w: Words) -> str:
    """What was found for one part in one case."""
    part = w(f"commentary.{claim.name}.part.{row.part}")
    end = {"bound": bound(claim, row.part, w), "verdict": w(f"trial.verdict.{row.verdict}")}
    return w("trial.finding", part=part, **_numbers(row, w), **end)


def spot(row: Row, w: Words) -> str:
    """A case and its number with limits."""
    return w("trial.forest.mark", case=case(row.case, w), **_numbers(row, w))


def _numbers(row: Row, w: Words) -> dict[str, str]:
    unit = row.about.unit
    return {"value": number(row.value, unit, w), "limits": limits(row.low, row.high, unit, w)}


def bound(claim: Claim, key: str, w: Words) -> str:
    """The bound fixed beforehand: at least, or at most, so much."""
    part = claim.part(key)
    return w(f"trial.{part.side}", bound=number(part.bound, part.unit, w))


def depends(found: Verdict, w: Words) -> Iterator[str]:
    """On what a verdict depends, a sentence each: by value, in how many cases the claim holds."""
    called: dict[str, Callable[[Any, Words], str]] = {"society": society, "table": table}
    for factor in found.factors:
        name = called.get(factor)
        said = "; ".join(
            w("trial.level", value=name(value, w) if name else str(value), holds=holds, cases=cases)
            for value, (holds, cases) in found.levels[factor].items()
        )
        yield f"{w(f'trial.factor.{factor}')} — {said}."


def verdict(found: Verdict, w: Words) -> str:
    """A verdict over all cases in a few words."""
    if found.word == DEPENDS:
        factors = [w(f"trial.on.{f}") for f in found.factors]
        return w("trial.verdict.depends_on", factors=factors)
    return w(f"trial.verdict.{found.word}")


def parts_of(trial: Trial, besides: bool = True) -> list[tuple[Claim, Part]]:
    """The claims of a trial with each of their parts that was measured."""
    return [
        (claim, part)
        for claim in map(find_claim, trial.claims)
        for part in claim.parts
        if (part.main or besides) and trial.of(claim, part.key)
    ]


def part_row(trial: Trial, claim: Claim, part: Part, w: Words) -> tuple[str, ...]:
    """A part over all cases: its name, bound, least and most, how many cases say what."""
    found = trial.verdict(claim, part.key)
    values = [row.value for row in trial.of(claim, part.key) if row.value == row.value]
    return (
        part_name(claim, part, w),
        bound(claim, part.key, w),
        limits(min(values), max(values), part.unit, w) if values else "?",
        *map(str, (found.holds, found.fails, found.undecided)),
    )


def part_name(claim: Claim, part: Part, w: Words) -> str:
    """A part in words, with its claim's key."""
    text = w(f"commentary.{claim.name}.part.{part.key}")
    return w("trial.forest.part", claim=claim.key, part=text)


def part_head(w: Words) -> tuple[str, ...]:
    """The head of a table of `part_row`."""
    heads = ("part", "claimed", "span", "holds", "fails", "open")
    return tuple(w(f"trial.forest.head_{key}") for key in heads)


def verdict_sheet(trial: Trial, other: Trial | None = None, lang: str | None = None) -> TextTable:
    """The verdicts of a trial on one page: a row a part, a sentence a claim.

    Parameters
    ----------
    trial : Trial
        What was found.
    other : Trial, optional
        A run with another seed to compare.
    lang : str, optional
        ``"en"`` or ``"ru"``; None: the language set.

    Returns
    -------
    TextTable
        A notebook shows it; `slime.claims.report.page` makes a page to print of it.

    Examples
    --------
    >>> from slime.claims import Row, Trial
    >>> trial = Trial((Row("4", "rises", "lowest", 5, "A", 0.7, 0.6, 0.8, 100),), {"seed": 1})
    >>> sheet = verdict_sheet(trial, lang="en")
    >>> sheet.title, sheet.rows[0][3:], sheet.sentences
    ('The text on trial: verdicts', ('0', '1', '0'), ('✘ 4. From the bottom ... does not hold.',))
    """
    w = words(lang)
    rows = []
    for claim, part in parts_of(trial):
        name, *numbers = part_row(trial, claim, part, w)
        sign = SIGNS[trial.verdict(claim, part.key).word]
        told = "" if part.main else " " + w("trial.sheet.besides")
        rows.append((f"{sign} {name}{told}", *numbers))
    title, head = w("trial.sheet.title"), part_head(w)
    sentences = tuple(_sentence(trial, find_claim(key), w) for key in trial.claims)
    notes = tuple(note.replace("`", "") for note in _notes(trial, other, w))
    return TextTable(title, head, tuple(rows), sentences, notes, lang=w.lang)


def _sentence(trial: Trial, claim: Claim, w: Words) -> str:
    """A claim, the verdict over all cases, and on what it depends."""
    found = trial.verdict(claim)
    says = w(f"commentary.{claim.name}.says")
    first = f"{SIGNS[found.word]} {claim.key}. {says} ({source(claim, w)}) — {verdict(found, w)}."
    return " ".join([first, *depends(found, w)]).replace("`", "")


def page(sheet: TextTable) -> str:
    """A sheet as a page of HTML that can be printed."""
    return html_page(sheet.title, sheet.html(), sheet.lang, _STYLE)


_STYLE = (
    "body{font:15px/1.4 system-ui,sans-serif;"
    "margin:20px;color:#16191F;background:#fff;max-width:80em}"
    "table{border-collapse:collapse}tr{border-top:1px solid #DDE1E7}"
    "th{font-weight:600}td,th{padding:2px 10px 2px 0}"
    "@page{size:A4;margin:9mm}@media print{body{font-size:7.6px;margin:0;line-height:1.25}"
    "p{margin:3px 0}}"
)


def _notes(trial: Trial, other: Trial | None, w: Words) -> Iterator[str]:
    about = trial.about
    size = {name: about.get(name, 0) for name in ("matches", "deals", "seed")}
    yield w("trial.sheet.how", level=w.percent(about.get("level", 0.99)))
    yield w("trial.sheet.size", cases=len({row.case for row in trial.rows}), **size)
    if other is not None:
        yield from _second(trial, other, w)
    if "command" in about:
        yield w("trial.sheet.command", command=about["command"])


def _second(trial: Trial, other: Trial, w: Words) -> Iterator[str]:
    """What a run with another seed says otherwise."""
    unlike = trial.disagreements(other)
    opposite = [a for a, b in unlike if UNDECIDED not in (a.verdict, b.verdict)]
    unsure = len(unlike) - len(opposite)
    count = {"all": len(trial.rows), "open": unsure, "opposite": len(opposite)}
    yield w("trial.sheet.second", seed=other.about.get("seed", 0), **count)
    changed = [k for k in trial.claims if trial.verdict(k).word != other.verdict(k).word]
    yield w("trial.sheet.changed", claims=changed) if changed else w("trial.sheet.same")
    for a in opposite:
        part = w(f"commentary.c{a.claim}.part.{a.part}")
        yield w("trial.sheet.opposite", claim=a.claim, part=part, case=case(a.case, w))
