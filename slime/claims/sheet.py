"""The sheet of verdicts: one page, as text, Markdown and HTML, in English or Russian."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from slime.claims import tell
from slime.claims.model import Claim
from slime.claims.registry import find_claim
from slime.claims.verdicts import DEPENDS, UNDECIDED
from slime.i18n import words

if TYPE_CHECKING:
    from slime.claims.results import Trial


@dataclass(frozen=True)
class Entry:
    """What the sheet says of one claim."""

    key: str
    sign: str
    says: str
    source: str
    verdict: str
    parts: tuple[str, ...]
    depends: tuple[str, ...]


class Sheet:
    """The verdicts of a trial on one page; a notebook shows it, `text`, `markdown`, `html`."""

    def __init__(self, trial: Trial, other: Trial | None = None, lang: str | None = None) -> None:
        self.trial = trial
        self.other = other
        self.w = words(lang)
        self.title = self.w("trial.sheet.title")
        self.entries = [self._entry(find_claim(key)) for key in trial.claims]
        self.notes = self._notes()

    def _entry(self, claim: Claim) -> Entry:
        w = self.w
        found = self.trial.verdict(claim)
        return Entry(
            claim.key,
            tell.SIGNS[found.word],
            w(f"commentary.{claim.name}.says"),
            tell.source(claim, w),
            tell.verdict(found, w),
            tuple(self._part(claim, p.key) for p in claim.parts if self.trial.of(claim, p.key)),
            tell.depends(found, w) if found.word == DEPENDS else (),
        )

    def _part(self, claim: Claim, key: str) -> str:
        w, part = self.w, claim.part(key)
        rows = self.trial.of(claim, key)
        found = self.trial.verdict(claim, key)
        values = sorted(row.value for row in rows if row.value == row.value)
        spread = "?"
        if values:
            spread = tell.limits(values[0], values[-1], part.unit, w)
        return w(
            "trial.sheet.part",
            part=w(f"commentary.{claim.name}.part.{key}"),
            bound=tell.bound(claim, key, w),
            values=spread,
            sign=tell.SIGNS[found.word],
            holds=found.holds,
            cases=found.cases,
            open=found.undecided,
        ) + ("" if part.main else " " + w("trial.sheet.besides"))

    def _notes(self) -> list[str]:
        w, about = self.w, self.trial.about
        cases = {row.case for row in self.trial.rows}
        notes = [
            w("trial.sheet.how", level=w.percent(about.get("level", 0.99))),
            w(
                "trial.sheet.size",
                cases=len(cases),
                matches=about.get("matches", 0),
                deals=about.get("deals", 0),
                seed=about.get("seed", 0),
            ),
        ]
        if self.other is not None:
            notes += self._second(self.other)
        if "command" in about:
            notes.append(w("trial.sheet.command", command=f"`{about['command']}`"))
        return notes

    def _second(self, other: Trial) -> list[str]:
        w = self.w
        unlike = self.trial.disagreements(other)
        opposite = [(a, b) for a, b in unlike if UNDECIDED not in (a.verdict, b.verdict)]
        words_of = {key: (self.trial.verdict(key), other.verdict(key)) for key in self.trial.claims}
        changed = [k for k, (a, b) in words_of.items() if a.word != b.word]
        notes = [
            w(
                "trial.sheet.second",
                seed=other.about.get("seed", 0),
                all=len(self.trial.rows),
                open=len(unlike) - len(opposite),
                opposite=len(opposite),
            )
        ]
        notes.append(w("trial.sheet.changed", claims=changed) if changed else w("trial.sheet.same"))
        for a, _ in opposite:
            part = w(f"commentary.c{a.claim}.part.{a.part}")
            notes.append(
                w("trial.sheet.opposite", claim=a.claim, part=part, case=tell.case(a.case, w))
            )
        return notes

    def text(self, width: int = 96) -> str:
        """The sheet as plain text."""
        out = [self.title, ""]
        for e in self.entries:
            out += textwrap.wrap(f"{e.sign} {e.key}. {e.says} ({e.source})", width)
            out += _wrapped(e.verdict.upper(), width, "    ")
            for told in (*e.depends, *e.parts):
                out += _wrapped(told, width, "    ")
            out.append("")
        for note in self.notes:
            out += textwrap.wrap(note, width)
        return "\n".join(out).replace("`", "")

    def markdown(self) -> str:
        """The sheet as Markdown."""
        out = [f"# {self.title}", ""]
        for e in self.entries:
            out.append(f"**{e.key}. {e.says}** ({e.source})  ")
            out.append("  \n".join([f"{e.sign} **{e.verdict}**", *e.depends]) + "\n")
            out += [f"- {part}" for part in e.parts]
            out.append("")
        out += [note + "\n" for note in self.notes]
        return "\n".join(out).rstrip() + "\n"

    def html(self) -> str:
        """The sheet as HTML without a page around it."""
        w = self.w
        head = "".join(
            f'<th scope="col" style="text-align:left;padding-left:0;width:{width}">'
            f"{escape(w(f'trial.sheet.{k}'))}</th>"
            for k, width in (("claim", "28%"), ("verdict", "34%"), ("measured", "38%"))
        )
        style = 'style="text-align:left;vertical-align:top;padding:6px 12px 6px 0"'
        body = []
        for e in self.entries:
            parts = "".join(f"<div>{escape(part)}</div>" for part in e.parts)
            more = "".join(f"<div>{escape(line)}</div>" for line in e.depends)
            body.append(
                f'<tr><th scope="row" {style}>{e.key}. {escape(e.says)}'
                f" <small>({escape(e.source)})</small></th>"
                f"<td {style}><b>{e.sign} {escape(e.verdict)}</b>{more}</td>"
                f"<td {style}>{parts}</td></tr>"
            )
        notes = "".join(f"<p>{escape(note)}</p>" for note in self.notes)
        made = (
            f"<h2>{escape(self.title)}</h2><table><thead><tr>{head}</tr></thead>"
            f"<tbody>{''.join(body)}</tbody></table>{notes}"
        )
        return made.replace("`", "")

    def page(self) -> str:
        """The sheet as a page of HTML that can be printed."""
        return (
            f'<!doctype html>\n<html lang="{self.w.lang}"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width">'
            f"<title>{escape(self.title)}</title><style>body{{font:15px/1.4 system-ui,sans-serif;"
            "margin:20px;color:#16191F;background:#fff;max-width:80em}"
            "table{border-collapse:collapse}tr{border-top:1px solid #DDE1E7}"
            "th{font-weight:600}small{font-weight:400}"
            "@page{size:A4;margin:9mm}@media print{body{font-size:7.6px;margin:0;line-height:1.25}"
            "h2{margin:0}p{margin:3px 0}td,th{padding:2px 10px 2px 0!important}}</style></head>"
            f"<body>{self.html()}</body></html>\n"
        )

    def _repr_html_(self) -> str:
        return self.html()

    def __repr__(self) -> str:
        return self.text()


def _wrapped(told: str, width: int, indent: str) -> list[str]:
    return textwrap.wrap(told, width, initial_indent=indent, subsequent_indent=indent)


__all__ = ["Entry", "Sheet"]
