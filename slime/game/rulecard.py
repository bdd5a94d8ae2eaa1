"""The rule card: what a table plays, on one page, in words.

A sentence for each field of a rule set and for what all tables share.  What differs from the
source text of the preset is marked ``Δ``, what was decided where the source is silent ``°``.
Behind some presets there is no source text: their cards say that this is a common way to play.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import Any

from slime.game.cards import JOKER_LETTER, SUITS
from slime.game.presets import COMMON, FIELDS, PRESETS, SOME_RANKS, RuleFields
from slime.i18n import Words, words

#: The parts of a card and what stands in them: fields, and sentences for all (``base.``).
PARTS: dict[str, tuple[str, ...]] = {
    "table": ("base.names", "players", "decks", "suits", "jokers", "ranks"),
    "before": (
        *("seating", "initial_places", "base.dealer", "dealer", "base.deal", "extras"),
        *("exchange", "exchange_flow", "exchange_open", "first_lead", "lead"),
    ),
    "play": (
        *("base.lead", "bigger_sets", "equal_ranks", "joker_trump", "big_two", "wild"),
        *("passing", "must_play", "equal_skips", "clears", "revolution", "turns_trick"),
        *("base.trick", "lead_after_out"),
    ),
    "end": (
        *("base.out", "foul_finish", "champion_falls", "fallen_champion", "base.end"),
        *("scoring", "match", "base.shared"),
    ),
}

_WILD = {"": "none", "*": "joker", "23": "twos_threes", "23*": "all"}
_KING = "king-and-slave"
_CLUB = "slime-licker-club"
_LICKERS = ("slime-licker", _CLUB)


def _in(preset: str, field: str) -> Callable[[RuleFields], bool]:
    """Whether it is this preset, with this field as the source has it."""
    return lambda rules: rules.preset == preset and _as_source(rules, field)


def _two_packs(rules: RuleFields) -> bool:
    return rules.decks == 2 or (rules.decks is None and rules.players[1] > 5)


#: What was decided: the entry under which it is told, the key of its sentence, when.
_DECIDED: tuple[tuple[str, str, Callable[[RuleFields], bool]], ...] = (
    ("match", "match", _in("slime-licker", "match")),
    ("dealer", "dealer", _in(_CLUB, "dealer")),
    ("exchange", "exchange", _in(_CLUB, "exchange")),
    ("initial_places", "jokers_drawn", _in(_KING, "initial_places")),
    ("lead_after_out", "right", _in(_KING, "lead_after_out")),
    ("exchange_open", "open", _in(_KING, "exchange_open")),
    ("extras", "extras", _in(_KING, "extras")),
    ("first_lead", "clubs", lambda r: r.first_lead == "3c" and _two_packs(r)),
    ("decks", "one_pack", lambda r: r.preset in _LICKERS and r.decks == 1 and r.players[1] > 5),
    ("exchange_flow", "flow", lambda r: r.exchange_flow != "up"),
    ("base.shared", "shared", lambda r: True),
)


def _exchanges(rules: RuleFields) -> bool:
    return rules.exchange != "none" and (isinstance(rules.exchange, str) or any(rules.exchange))


def _in_pack(field: str) -> Callable[[RuleFields], bool]:
    """Whether none of the ranks of a field is meant, or one of them is in the pack."""

    def holds(rules: RuleFields) -> bool:
        meant = getattr(rules, field)
        return not meant or any(card in rules.ranks + JOKER_LETTER * rules.jokers for card in meant)

    return holds


#: Fields of which a card says nothing where they are off, in the source too.
_QUIET = (*SOME_RANKS, "equal_skips", "revolution")
#: Fields that change nothing unless something else holds.
_NEEDS: dict[str, Callable[[RuleFields], bool]] = {
    "exchange_open": lambda r: _exchanges(r) and r.exchange_flow != "random",
    "exchange_flow": _exchanges,
    "fallen_champion": lambda r: r.champion_falls,
    "joker_trump": lambda r: r.jokers > 0 and JOKER_LETTER in r.ranks,
    "big_two": lambda r: "2" in r.ranks and "2" not in r.wild,
    **{field: _in_pack(field) for field in ("wild", *SOME_RANKS)},
}
#: Fields that the words of a preset tell.
_ABOUT = ("exchange", "exchange_flow", "champion_falls", "seating")


def _as_source(rules: RuleFields, field: str) -> bool:
    return bool(getattr(rules, field) == PRESETS[rules.preset][field])


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A sentence of the card: what it is about, and how it stands to the source text.

    `differs` is True for what is not as in the source; `source` is then what the source has.
    `decided` says what was decided and why, None where nothing was.
    """

    entry: str
    text: str
    differs: bool = False
    source: str | None = None
    decided: str | None = None

    @property
    def sign(self) -> str:
        """``Δ``, ``°``, both or neither."""
        return ("Δ" if self.differs else "") + ("°" if self.decided else "")

    @property
    def more(self) -> tuple[str, ...]:
        """What the source has, and what was decided."""
        return tuple(text for text in (self.source, self.decided) if text)


@dataclass(frozen=True, slots=True)
class RuleCard:
    """A rule set in words; prints itself as text, shows itself as HTML in a notebook.

    `changed` says how many fields differ from the source, `named` names them as in Python.

    >>> import slime
    >>> print(slime.rules("king-and-slave", must_play=True).card("en").text().splitlines()[0])
    King and slave
    """

    lang: str
    title: str
    about: str
    changed: str
    named: str
    parts: tuple[tuple[str, tuple[RuleLine, ...]], ...]
    legend: tuple[str, ...]

    def lines(self) -> list[RuleLine]:
        """All sentences, in their order."""
        return [line for _, lines in self.parts for line in lines]

    def text(self, width: int = 88) -> str:
        """The card as plain text of so many columns."""
        wrap = partial(textwrap.wrap, width=width)
        out = [self.title, *wrap(self.about), *wrap(f"{self.changed} {self.named}".strip())]
        for heading, lines in self.parts:
            out += ["", heading]
            for line in lines:
                out += wrap(line.text, initial_indent=f"{line.sign:<2} ", subsequent_indent="   ")
                for more in line.more:
                    out += wrap(more, initial_indent="     ", subsequent_indent="     ")
        out.append("")
        for text in self.legend:
            out += wrap(text, subsequent_indent="  ")
        return "\n".join(out)

    __str__ = __repr__ = text

    def markdown(self) -> str:
        """The card as Markdown."""
        named = f" `{self.named}`" if self.named else ""
        out = [f"## {self.title}", "", self.about, "", self.changed + named]
        for heading, lines in self.parts:
            out += ["", f"### {heading}", ""]
            for line in lines:
                sign = f"**{line.sign}** " if line.sign else ""
                more = "".join(f" *{text}*" for text in line.more)
                out.append(f"- {sign}{line.text}{more}")
        out += ["", *(f"{text}  " for text in self.legend)]
        return "\n".join(out).rstrip() + "\n"

    def _repr_html_(self) -> str:
        """The card for a notebook: colours are the page's own, signs say what is marked."""
        parts = "".join(
            f'<section style="{_PART}"><h4 style="{_H4}">{escape(heading)}</h4>'
            f'<ul style="{_UL}">{"".join(map(_item, lines))}</ul></section>'
            for heading, lines in self.parts
        )
        named = f" <code>{escape(self.named)}</code>" if self.named else ""
        legend = "<br>".join(escape(text) for text in self.legend)
        return (
            f'<article lang="{self.lang}" class="slime-rulecard" style="{_CARD}">'
            f'<h3 style="margin:0 0 .2em">{escape(self.title)}</h3>'
            f'<p style="margin:.2em 0">{escape(self.about)}</p>'
            f'<p style="margin:.2em 0 .6em">{escape(self.changed)}{named}</p>'
            f'<div style="{_GRID}">{parts}</div>'
            f'<p style="margin:.8em 0 0;opacity:.78">{legend}</p></article>'
        )


_CARD = (
    "max-width:62em;padding:1em 1.2em;border:1px solid currentColor;border-radius:.6em;"
    "font-family:system-ui,sans-serif;font-size:15px;line-height:1.4"
)
_GRID = "columns:22em 2;column-gap:1.8em"
_PART = "break-inside:avoid-column;margin:0 0 .8em"
_H4 = "margin:0 0 .2em"
_UL = "margin:0;padding-left:1.2em"
_LI = "margin:.15em 0"


def rule_card(
    rules: RuleFields, differences: Mapping[str, Any], lang: str | None = None
) -> RuleCard:
    """The rule card of a rule set in a language (the current one if none is named).

    `differences` are the fields that it names beside its preset.
    """
    w = words(lang)
    parts = []
    for part, entries in PARTS.items():
        lines = [_line(rules, entry, w) for entry in entries]
        kept = tuple(line for line in lines if line is not None)
        parts.append((w(f"rulecard.part.{part}"), kept))
    called = ", ".join(f"{name}={value!r}" for name, value in differences.items())
    # As many as are named: a field that others imply has its sign, and is no change of its own.
    changed = len(differences)
    common = "_common" if rules.preset in COMMON else ""
    key = "rulecard.changed" if changed else "rulecard.as_source"
    told = w(key + common, n=changed)
    title, about = w(f"rulecard.preset.{rules.preset}"), _about(rules, w)
    legend = w(f"rulecard.legend_differs{common}"), w(f"rulecard.legend_decided{common}")
    return RuleCard(w.lang, title, about, told, called, tuple(parts), legend)


def _about(rules: RuleFields, w: Words) -> str:
    """What kind of game it is: in the preset's own words, or as the fields have it."""
    if _exchanges(rules) and all(_as_source(rules, field) for field in _ABOUT[1:]):
        return w(f"rulecard.about.{rules.preset}")
    no_exchange = [] if _exchanges(rules) else [w("rulecard.exchange.none")]
    told = _ABOUT[2:] if no_exchange else _ABOUT[1:]
    return " ".join(no_exchange + [sentence(f, getattr(rules, f), w) for f in told])


def _line(rules: RuleFields, entry: str, w: Words) -> RuleLine | None:
    """The sentence of an entry; None for a field that has no effect and is as in the source."""
    decided = [key for where, key, holds in _DECIDED if where == entry and holds(rules)]
    told = " ".join(w(f"rulecard.decided.{key}") for key in decided) or None
    if entry == "base.names":
        name = "king" if rules.preset == _KING else "licker"
        entry = f"base.names_{rules.preset if rules.preset in COMMON else name}"
    if entry == "base.dealer":
        entry = "base.dealer_drawn" if rules.initial_places == "draw" else "base.dealer_lot"
    if entry.startswith("base."):
        return RuleLine(entry, w(f"rulecard.{entry}"), decided=told)
    text = sentence(entry, getattr(rules, entry), w)
    differs = not _as_source(rules, entry)
    if entry in _QUIET and not differs and not getattr(rules, entry):
        return None
    needs = _NEEDS.get(entry)
    if needs is not None and not needs(rules):
        if not differs:
            return None
        text = f"{text} {w('rulecard.no_effect')}"
    if not differs:
        return RuleLine(entry, text, decided=told)
    source = sentence(entry, PRESETS[rules.preset][entry], w)
    key = "rulecard.source_common" if rules.preset in COMMON else "rulecard.source"
    return RuleLine(entry, text, True, w(key, text=source), told)


def sentence(field: str, value: Any, w: Words) -> str:
    """A field's value in words.

    >>> sentence("must_play", True, words("en"))
    'Who can play may not pass.'
    """
    if field not in FIELDS:
        raise ValueError(f"field: one of {', '.join(FIELDS)}, not {field!r:.60}")
    key, told = _key(field, value, w)
    return w(f"rulecard.{field}.{key}", **told)


def _key(field: str, value: Any, w: Words) -> tuple[str, dict[str, Any]]:
    """The key of a value's sentence, and what is filled in."""
    match field, value:
        case "players", (least, most):
            return ("one" if least == most else "range"), {"least": least, "most": most}
        case "decks", None:
            return "auto", {}
        case "suits", _:
            signs = " ".join(w.face("A" + suit)[-1] for suit in SUITS[:value])
            return ("all" if value == len(SUITS) else "some"), {"n": value, "signs": signs}
        case "ranks", _:
            ranks = sorted(value, key=JOKER_LETTER.__eq__)  # the joker is the last
            return "is", {"ranks": w.faces(ranks)}
        case _, _ if field in SOME_RANKS:
            return ("is" if value else "none"), {"ranks": [w.face(rank) for rank in value]}
        case "revolution", _:
            return ("is" if value else "none"), {"n": value}
        case "wild", _:
            return _WILD[value], {}
        case "exchange", (*_, last):
            return "counts", {"counts": list(map(str, value)), "n": last}
        case "scoring", (*points,):
            return "points", {"points": ", ".join(map(str, points))}
        case "match", ((kind, n),):
            return kind, {"n": n}
        case _, bool():
            return ("yes" if value else "no"), {}
    return str(value), {}


def _item(line: RuleLine) -> str:
    """A sentence of the card as an item of an HTML list."""
    sign = f'<b aria-hidden="true">{line.sign}</b> ' if line.sign else ""
    style = "opacity:.78;font-style:italic"
    more = "".join(f' <span style="{style}">{escape(text)}</span>' for text in line.more)
    return f'<li style="{_LI}">{sign}{escape(line.text)}{more}</li>'
