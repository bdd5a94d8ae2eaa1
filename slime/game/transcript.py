"""A deal or a match as text that a person can read: hands, gifts, and a table of the tricks.

The tricks stand in a table with a column for each seat.  A row goes once round the table, so a
trick takes as many rows as it took rounds.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from slime.game.deal import Deal
from slime.game.events import (
    Cleared,
    Event,
    Fell,
    Gave,
    Passed,
    Played,
    Skipped,
    Turned,
    WentOut,
)
from slime.game.played import PlayedMatch
from slime.game.snapshots import Animation, animation, score_sheet
from slime.i18n import Words, words
from slime.text_table import columns

PASS, SKIPPED = "–", "×"
#: Events of which a line of its own tells below the row of their play, by the marks of snapshots.
_NOTES = {Turned: "turn", Fell: "fall", Cleared: "clear"}


def match_text(
    match: PlayedMatch, lang: str | None = None, *, width: int = 100, story: bool = False
) -> str:
    """A match, or a record that was read, as text: its rules, its deals, the score sheet.

    With `story` the deals are told sentence by sentence.  `width` columns are kept to by
    paragraphs, not by the table of tricks.

    >>> import slime
    >>> match = slime.Match("slime-licker", ["Anna", "Boris", "Vera", "Gleb"], seed=1).finish()
    >>> print(match_text(match, "en").splitlines()[0])
    Slime licker
    """
    w = words(lang)
    parts = [head_text(match, w, width, story=story)]
    for deal in match.deals:
        parts.append(story_text(deal, w.lang) if story else deal_text(deal, w.lang, width=width))
    parts.append(end_text(match, w))
    return "\n\n".join(part for part in parts if part) + "\n"


def head_text(match: PlayedMatch, w: Words, width: int = 100, *, story: bool = False) -> str:
    """What stands above the deals: the rules, the players, what the signs mean."""
    rules = match.rules
    out = [w(f"rulecard.preset.{rules.preset}")]
    if rules.differences:
        named = ", ".join(f"{name}={value!r}" for name, value in rules.differences.items())
        out += textwrap.wrap(w("transcript.differs", n=len(rules.differences), named=named), width)
    seats = match.deals[0].dealt_seats if match.deals else match.players
    out.append(w("transcript.players", names=list(seats)))
    strategies = match.deals[0].setting.strategies if match.deals else ()
    names = [str(strategy) for strategy in strategies if strategy is not None]
    if len(names) == len(match.players):
        by_seat = dict(zip(match.players, names, strict=True))
        listed = names[:1] if len(set(names)) == 1 else [f"{n} {by_seat[n]}" for n in seats]
        out.append(w("transcript.strategies", names=listed))
    seed = getattr(match, "seed", None)
    if seed is not None and getattr(match, "key", None) is None:
        out.append(w("transcript.seed", seed=seed))
    if not story:
        signs = [
            "signs",
            *["sign_skip"] * rules.equal_skips,
            *["sign_foul"] * bool(rules.foul_finish),
        ]
        out += textwrap.wrap(" ".join(w(f"transcript.{sign}") for sign in signs), width)
    return "\n".join(out)


def deal_text(deal: Deal, lang: str | None = None, *, width: int = 100) -> str:
    """One deal as text; the language is the deal's own if none is named.

    >>> import slime
    >>> deal = slime.Match("slime-licker", ["Anna", "Boris", "Vera", "Gleb"], seed=1).next_deal()
    >>> deal_text(deal, "en").splitlines()[1]
    '======'
    """
    w = words(deal.setting.lang if lang is None else lang)
    shown = animation(deal, w.lang)
    snapshots = shown["snapshots"]
    heading = w("transcript.deal", n=deal.number)
    out = [heading, "=" * len(heading)]
    number = w("story.number", deal=deal.number) + " "
    out += textwrap.wrap(snapshots[0]["sentence"].removeprefix(number), width)
    out += ["", w("transcript.hands"), *_hands(shown, w)]
    events = deal.events
    gifts = [event for event in events if isinstance(event, Gave)]
    if gifts:
        rows = [
            [f"{g.giver} → {g.taker}", w.faces(g.cards), w(f"transcript.{g.kind}")] for g in gifts
        ]
        out += ["", w("transcript.exchange"), *_columns(rows)]
    if shown["strength"]:
        out += ["  " + line for line in textwrap.wrap(_strength(shown, w), width - 2)]
    if deal.phase == "exchange":
        return "\n".join([*out, "", w("transcript.turn", player=deal.turn or "")])
    first = next(one for one in snapshots if one["mark"] == "trick")
    out += ["", w("transcript.play"), *textwrap.wrap(first["sentence"], width), ""]
    out += _tricks(deal, events, shown, w)
    out.append("")
    if deal.over:
        numbers = [f"{i + 1} {name}" for i, name in enumerate(deal.standing or ())]
        out += textwrap.wrap(w("transcript.places", numbers=", ".join(numbers)), width)
    elif deal.turn:
        out.append(w("transcript.turn", player=deal.turn))
    return "\n".join(out).rstrip()


def story_text(deal: Deal, lang: str | None = None) -> str:
    """One deal told sentence by sentence, one line each, from the cards dealt to the places.

    >>> import slime
    >>> deal = slime.Match("slime-licker", ["Anna", "Boris", "Vera", "Gleb"], seed=1).next_deal()
    >>> story_text(deal, "en").splitlines()[0]
    'Deal 1. Anna deals: 13 cards each, 14 for Boris and Vera.'
    """
    return "\n".join(one["sentence"] for one in animation(deal, lang)["snapshots"])


def end_text(match: PlayedMatch, w: Words) -> str:
    """The score sheet of the finished deals, and who won."""
    finished = match.finished
    if not finished:
        return ""
    by_place = match.rules.scoring == "places"
    rows = [["", *match.players]]
    for deal, row in zip(finished, score_sheet(finished), strict=True):
        points = ["" if by_place else f", {n}" for n in deal.points.values()]
        cells = [f"{place}{n}/{total}" for n, (place, total) in zip(points, row, strict=True)]
        rows.append([str(deal.number), *cells])
    totals = finished[-1].totals
    rows.append([w("transcript.total"), *(str(totals[name]) for name in match.players)])
    heading = w("transcript.sheet" if by_place else "transcript.sheet_points")
    out = [heading, "=" * len(heading), *_columns(rows)]
    won = match.winners
    ended = w("transcript.winners", n=len(won), names=won) if won else w("transcript.not_over")
    out += ["", ended]
    return "\n".join(out)


def _hands(shown: Animation, w: Words) -> list[str]:
    """A line for each player, as seated while dealing: name, title, cards."""
    first = shown["snapshots"][0]
    titles = {name: key and w(f"drawing.title.{key}") for name, key in first["titles"].items()}
    rows = [[name, titles[name], w.faces(first["hands"][name])] for name in first["seats"]]
    return _columns(rows if any(titles.values()) else [[name, cards] for name, _, cards in rows])


def _strength(shown: Animation, w: Words) -> str:
    changes = []
    for name, (before, after) in shown["strength"].items():
        old, new = int(100 * before + 0.5), int(100 * after + 0.5)
        change = "" if old == new else f" ({new - old:+d})".replace("-", "−")
        changes.append(f"{name} {old} → {new}{change}")
    return w("transcript.strength", numbers=", ".join(changes))


def _tricks(deal: Deal, events: Sequence[Event], shown: Animation, w: Words) -> list[str]:
    """The table of tricks, with what happens between them on lines of its own."""
    seats = list(deal.seats)
    rows: list[list[str]] = [[w("transcript.trick"), *seats]]
    notes: dict[int, list[str]] = {}
    said: dict[str, list[str]] = {mark: [] for mark in _NOTES.values()}
    for one in shown["snapshots"]:
        said.get(one["mark"], []).append(one["sentence"])
    trick, column = 0, 0
    for event in events:
        if isinstance(event, WentOut):
            rows[-1][column + 1] += f" [{event.place}{'!' if event.foul else ''}]"
        elif (mark := _NOTES.get(type(event))) is not None:
            notes.setdefault(len(rows) - 1, []).append(said[mark].pop(0))
        if not isinstance(event, (Played, Passed, Skipped)):
            continue
        at = seats.index(event.player)
        if event.trick != trick or at <= column:
            rows.append([str(event.trick) if event.trick != trick else "", *[""] * len(seats)])
        trick, column = event.trick, at
        signs = {Passed: PASS, Skipped: SKIPPED}
        rows[-1][at + 1] = _set(event, w) if isinstance(event, Played) else signs[type(event)]
    lines = _columns(rows)
    out = []
    for i, line in enumerate(lines):
        out.append(line)
        out += [f"    {note}" for note in notes.get(i, [])]
    return out


def _set(event: Played, w: Words) -> str:
    counts = f" ={w.face(event.rank)}" if any(card[0] != event.rank for card in event.cards) else ""
    return w.faces(event.cards) + counts


def _columns(rows: Iterable[Sequence[str]]) -> list[str]:
    """Rows of cells as lines with the cells below one another, indented by two."""
    return ["  " + line for line in columns(rows)]
