"""Claims and findings in sentences, and the sheet of verdicts: one page in either language."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from slime.claims.estimates import Group
from slime.claims.model import Claim, find_claim
from slime.claims.results import Row, Trial
from slime.claims.verdicts import DEPENDS, UNDECIDED, Verdict
from slime.i18n import Words, words

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
    return _known(f"trial.society.{base}", base, w) + plus + one


def table(name: str, w: Words) -> str:
    """A table's name in words."""
    return _known(f"trial.table.{name}", name, w)


def _known(key: str, otherwise: str, w: Words) -> str:
    return w(key) if key in w else otherwise


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


@dataclass(frozen=True)
class ClaimEntry:
    """What the sheet says of one claim."""

    key: str
    sign: str
    says: str
    source: str
    verdict: str
    parts: tuple[str, ...]
    depends: tuple[str, ...]


class VerdictSheet:
    """The verdicts of a trial on one page; a notebook shows it.

    Parameters
    ----------
    trial
        What was found.
    other
        A run with another seed to compare.
    lang
        ``"en"`` or ``"ru"``; None: the language set.

    Examples
    --------
    >>> from slime.claims import Row, Trial
    >>> trial = Trial((Row("4", "rises", "lowest", 5, "A", 0.7, 0.6, 0.8, 100),), {"seed": 1})
    >>> sheet = VerdictSheet(trial, lang="en")
    >>> sheet.title, len(sheet.entries), sheet.text().splitlines()[0] == sheet.title
    ('The text on trial: verdicts', 1, True)
    >>> sheet.markdown().startswith("# The text"), "<table>" in sheet.html()
    (True, True)
    >>> sheet.html() in sheet.page()
    True
    """

    def __init__(self, trial: Trial, other: Trial | None = None, lang: str | None = None) -> None:
        w = self._w = words(lang)
        self.title = w("trial.sheet.title")
        self.entries = [_entry(trial, find_claim(key), w) for key in trial.claims]
        self.notes = _notes(trial, other, w)

    def text(self, width: int = 96) -> str:
        """The sheet as plain text.

        Parameters
        ----------
        width
            Where lines are folded.

        Returns
        -------
        str
            Lines.
        """
        out = [self.title, ""]
        for e in self.entries:
            out += textwrap.wrap(f"{e.sign} {e.key}. {e.says} ({e.source})", width)
            for line in (e.verdict.upper(), *e.depends, *e.parts):
                out += textwrap.wrap(line, width, initial_indent=_IN, subsequent_indent=_IN)
            out.append("")
        for note in self.notes:
            out += textwrap.wrap(note, width)
        return "\n".join(out).replace("`", "")

    def markdown(self) -> str:
        """The sheet as Markdown.

        Returns
        -------
        str
            A page.
        """
        out = [f"# {self.title}", ""]
        for e in self.entries:
            out.append(f"**{e.key}. {e.says}** ({e.source})  ")
            out.append("  \n".join([f"{e.sign} **{e.verdict}**", *e.depends]) + "\n")
            out += [*(f"- {part}" for part in e.parts), ""]
        out += [note + "\n" for note in self.notes]
        return "\n".join(out).rstrip() + "\n"

    def html(self) -> str:
        """The sheet as HTML without a page around it.

        Returns
        -------
        str
            A heading, a table, notes.
        """
        head = "".join(
            f'<th scope="col" style="text-align:left;padding-left:0;width:{width}">'
            f"{escape(self._w(f'trial.sheet.{k}'))}</th>"
            for k, width in (("claim", "28%"), ("verdict", "34%"), ("measured", "38%"))
        )
        style = 'style="text-align:left;vertical-align:top;padding:6px 12px 6px 0"'

        def lines(texts: tuple[str, ...]) -> str:
            return "".join(f"<div>{escape(text)}</div>" for text in texts)

        body = "".join(
            f'<tr><th scope="row" {style}>{e.key}. {escape(e.says)}'
            f" <small>({escape(e.source)})</small></th>"
            f"<td {style}><b>{e.sign} {escape(e.verdict)}</b>{lines(e.depends)}</td>"
            f"<td {style}>{lines(e.parts)}</td></tr>"
            for e in self.entries
        )
        notes = "".join(f"<p>{escape(note)}</p>" for note in self.notes)
        made = (
            f"<h2>{escape(self.title)}</h2><table><thead><tr>{head}</tr></thead>"
            f"<tbody>{body}</tbody></table>{notes}"
        )
        return made.replace("`", "")

    def page(self) -> str:
        """The sheet as a page of HTML that can be printed.

        Returns
        -------
        str
            One A4 page.
        """
        return (
            f'<!doctype html>\n<html lang="{self._w.lang}"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width">'
            f"<title>{escape(self.title)}</title><style>{_STYLE}</style></head>"
            f"<body>{self.html()}</body></html>\n"
        )

    def _repr_html_(self) -> str:
        return self.html()

    def __repr__(self) -> str:
        return self.text()


_IN = "    "
_STYLE = (
    "body{font:15px/1.4 system-ui,sans-serif;"
    "margin:20px;color:#16191F;background:#fff;max-width:80em}"
    "table{border-collapse:collapse}tr{border-top:1px solid #DDE1E7}"
    "th{font-weight:600}small{font-weight:400}"
    "@page{size:A4;margin:9mm}@media print{body{font-size:7.6px;margin:0;line-height:1.25}"
    "h2{margin:0}p{margin:3px 0}td,th{padding:2px 10px 2px 0!important}}"
)


def _entry(trial: Trial, claim: Claim, w: Words) -> ClaimEntry:
    found = trial.verdict(claim)
    return ClaimEntry(
        claim.key,
        SIGNS[found.word],
        w(f"commentary.{claim.name}.says"),
        source(claim, w),
        verdict(found, w),
        tuple(_part(trial, claim, p.key, w) for p in claim.parts if trial.of(claim, p.key)),
        depends(found, w) if found.word == DEPENDS else (),
    )


def _part(trial: Trial, claim: Claim, key: str, w: Words) -> str:
    part, found = claim.part(key), trial.verdict(claim, key)
    values = sorted(row.value for row in trial.of(claim, key) if row.value == row.value)
    told = w(
        "trial.sheet.part",
        part=w(f"commentary.{claim.name}.part.{key}"),
        bound=bound(claim, key, w),
        values=limits(values[0], values[-1], part.unit, w) if values else "?",
        sign=SIGNS[found.word],
        holds=found.holds,
        cases=found.cases,
        open=found.undecided,
    )
    return told if part.main else told + " " + w("trial.sheet.besides")


def _notes(trial: Trial, other: Trial | None, w: Words) -> list[str]:
    about = trial.about
    cases = len({row.case for row in trial.rows})
    size = {name: about.get(name, 0) for name in ("matches", "deals", "seed")}
    notes = [w("trial.sheet.how", level=w.percent(about.get("level", 0.99)))]
    notes.append(w("trial.sheet.size", cases=cases, **size))
    if other is not None:
        notes += _second(trial, other, w)
    if "command" in about:
        notes.append(w("trial.sheet.command", command=f"`{about['command']}`"))
    return notes


def _second(trial: Trial, other: Trial, w: Words) -> Iterator[str]:
    """What a run with another seed says otherwise."""
    unlike = trial.disagreements(other)
    opposite = [a for a, b in unlike if UNDECIDED not in (a.verdict, b.verdict)]
    yield w(
        "trial.sheet.second",
        seed=other.about.get("seed", 0),
        all=len(trial.rows),
        open=len(unlike) - len(opposite),
        opposite=len(opposite),
    )
    changed = [k for k in trial.claims if trial.verdict(k).word != other.verdict(k).word]
    yield w("trial.sheet.changed", claims=changed) if changed else w("trial.sheet.same")
    for a in opposite:
        part = w(f"commentary.c{a.claim}.part.{a.part}")
        yield w("trial.sheet.opposite", claim=a.claim, part=part, case=case(a.case, w))


__all__ = [
    *("SIGNS", "ClaimEntry", "VerdictSheet", "bound", "case", "depends", "finding", "group"),
    *("limits", "number", "society", "source", "table", "verdict"),
]
